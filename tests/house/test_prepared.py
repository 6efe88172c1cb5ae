"""Conditional moves: prepared from what the seat knows, given if exactly that happens, dropped otherwise."""

from __future__ import annotations

import asyncio
import html
import random
import re
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest

from ludoteca.house.table.ahead import Prepared, fate_of, look_ahead, may_prepare, position_of
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import Undo
from ludoteca.house.web.app import Application
from ludoteca.kernel.match import Match
from tests.house.houses import in_house, table_of
from tests.house.http_client import Somebody
from tests.house.running import ADA, new_id
from tests.house.story import Story, act
from tests.house.test_secrecy import redealt

FORM = {"content-type": "application/x-www-form-urlencoded"}


def path_to_own_turn(match: Match, seat: int, luck: random.Random) -> tuple[list[str], str] | None:
    """What the others might do until the seat is asked, and some answer; None if chance comes in between."""
    steps: list[str] = []
    for _ in range(12):
        ahead = look_ahead(match, seat, steps, match.speaker())
        if not ahead.options:
            return None
        text = luck.choice(ahead.options)[0]
        if ahead.actor == seat:
            return steps, text
        steps.append(text)
    return None


def prepared_in(match: Match, steps: list[str], answer: str) -> Prepared:
    actor = match.actor
    return Prepared(
        len(match.entries), position_of(match.entries), tuple(f"{actor} {text}" for text in steps), answer
    )


def ready(seed: int = 1) -> tuple[Story, Match, int, list[str], str]:
    """Two seats of Bosa: the other one decides, and what it may do leads to our turn."""
    story, luck = Story("me", "me", game="bosa"), random.Random(seed)
    for _ in range(200):
        match = story.table.match
        assert match is not None
        seat = 1 - match.actor
        found = path_to_own_turn(match, seat, luck)
        if found is not None:
            return story, match, seat, *found
        story.do(ADA, act(luck.choice(match.options).text, match.actor))
    raise AssertionError("nothing could be prepared")


def test_an_answer_waits_comes_due_and_is_void_once_something_else_happens() -> None:
    story, match, seat, steps, answer = ready()
    prepared = prepared_in(match, steps, answer)
    others = (*prepared.others[:-1], f"{match.actor} something else")
    elsewhere = Prepared(prepared.entries, prepared.position, others, answer)
    for text in steps:
        assert fate_of(match, seat, prepared) == "waits"
        story.do(ADA, act(text, match.actor))
    assert fate_of(match, seat, prepared) == "due"
    assert fate_of(match, seat, elsewhere) == "void"
    illegal = Prepared(prepared.entries, prepared.position, prepared.others, "nonsense")
    assert fate_of(match, seat, illegal) == "void"
    story.do(ADA, act(answer, seat))
    assert fate_of(match, seat, prepared) == "void", "it was answered"


def test_an_answer_to_another_past_is_void_and_taking_back_lets_it_wait_again() -> None:
    story, match, seat, steps, answer = ready()
    prepared = prepared_in(match, steps, answer)
    assert fate_of(match, seat, Prepared(prepared.entries, "another", prepared.others, answer)) == "void"
    story.do(ADA, act(steps[0], match.actor))
    if story.table.undoable("ada"):
        story.do(ADA, Undo(id=new_id()))
        assert fate_of(match, seat, prepared) == "waits"


def test_answers_are_prepared_at_tables_where_people_come_and_go() -> None:
    for clock, expected in (
        (ClockWish(), True),
        (ClockWish("move", 86_400), True),
        (ClockWish("move", 60), False),
    ):
        table = Story("me", "me", game="bosa", clock=clock).table
        assert may_prepare(table, 1 - table.awaited) is expected
        assert not may_prepare(table, table.awaited) and not may_prepare(table, -1)
    assert not may_prepare(Story("me", "open").table, 0), "the match has not begun"


@pytest.mark.parametrize("game", ["bologna", "bomarzo", "bosa"])
def test_looking_ahead_tells_nothing_that_the_seat_cannot_know(game: str) -> None:
    story, luck = Story("me", "me", "me", game=game), random.Random(9)
    differs = 0
    for moment in range(24):
        match = story.table.match
        assert match is not None
        seat = (match.actor + 1) % 3
        if moment % 6 == 5:
            first = look_ahead(match, seat, [], match.speaker())
            steps = [luck.choice(first.options)[0]] if first.options else []
            told = [look_ahead(match, seat, texts, match.speaker()) for texts in ([], steps)]
            with redealt(story.table, seat, moment) as changed:
                differs += changed
                again = [look_ahead(match, seat, texts, match.speaker()) for texts in ([], steps)]
            for one, other in zip(told, again, strict=True):
                assert (one.actor, one.told, one.options) == (other.actor, other.told, other.options)
        story.do(ADA, act(luck.choice(match.options).text, match.actor))
    assert differs


async def gate(app: Application) -> asyncio.Semaphore:
    """Prepared answers wait until the test lets one pass."""
    moment = asyncio.Semaphore(0)

    async def wait() -> None:
        await moment.acquire()

    app.house.prepared.wait = wait
    return moment


async def prepared_table(app: Application) -> tuple[str, list[Somebody], int, list[str], str]:
    """A table, the seat that is not asked, what the other one may do, and an answer."""
    table_id, people = await table_of(app, "bosa", ["Ada", "Bruno"])
    luck = random.Random(2)
    for _ in range(200):
        match = (await app.house.table(table_id)).match
        assert match is not None
        found = path_to_own_turn(match, 1 - match.actor, luck)
        if found is not None:
            return table_id, people, 1 - match.actor, *found
        await move(app, people, table_id, luck.choice(match.options).text)
    raise AssertionError("nothing could be prepared")


async def move(app: Application, people: list[Somebody], table_id: str, text: str) -> None:
    done = await people[(await app.house.table(table_id)).awaited].do(table_id, "act", text=text)
    assert done.status == 200, done


def test_the_house_gives_a_prepared_answer_and_nobody_else_is_told(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        moment = await gate(app)
        table_id, people, seat, steps, answer = await prepared_table(app)
        own, other = people[seat], people[1 - seat]
        ahead = f"/tables/{table_id}/ahead"
        assert f"{ahead}?seat={seat}" in (await own.ask("GET", f"/tables/{table_id}")).text
        before = (await other.see(table_id))["seq"]
        page = (await own.ask("GET", f"{ahead}?seat={seat}")).text
        for text in steps:
            links = [
                html.unescape(link)
                for link in re.findall(r'<a class="button" href="([^"]+/ahead[^"]+)"', page)
            ]
            page = (
                await own.ask("GET", next(link for link in links if link.endswith(quote_plus(text))))
            ).text
        assert f"{ahead}?seat={seat}&then=" in html.unescape(page), "one can go back"
        lost = (await own.ask("GET", f"{ahead}?seat={seat}&then=nonsense")).text
        assert "no answer can be prepared" in lost and "One back" in lost
        body = f"seat={seat}&then={quote(chr(10).join(steps))}&do={quote(f'prepare {answer}')}".encode()
        sent = await own.ask("POST", ahead, headers=FORM, body=body)
        assert sent.status == 303, sent
        assert "None yet." not in (await own.ask("GET", f"{ahead}?seat={seat}")).text
        assert (await other.see(table_id))["seq"] == before, "no event tells of it"
        assert (await other.ask("GET", f"/api/v1/tables/{table_id}/prepared?seat={seat}")).json == []
        assert (await other.ask("GET", f"{ahead}?seat={seat}")).status in (200, 303)
        refused = await other.ask("POST", ahead, headers=FORM, body=body)
        assert refused.status == 403, refused
        told = (await own.ask("GET", f"/api/v1/tables/{table_id}/prepared")).json
        assert told == [{"others": [f"{1 - seat} {text}" for text in steps], "text": answer}]
        for text in steps:
            await move(app, people, table_id, text)
        table = await app.house.table(table_id)
        assert table.awaited == seat
        moment.release()
        while table.match is None or table.match.entries[-1].seat != seat:
            await asyncio.sleep(0.001)
        assert table.match.entries[-1].action.text == answer
        assert (await own.ask("GET", f"/api/v1/tables/{table_id}/prepared")).json == []

    in_house(tmp_path, story)


def test_an_answer_is_dropped_with_a_note_or_taken_back(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        moment = await gate(app)
        table_id, people, seat, steps, answer = await prepared_table(app)
        own = people[seat]
        address = f"/api/v1/tables/{table_id}/prepared"
        says = {"others": steps, "text": answer}
        assert (await own.ask("POST", address, says)).status == 200
        assert len((await own.ask("POST", address, says)).json) == 1, "the same again changes nothing"
        assert (await own.ask("POST", address, {"others": steps})).json == []
        assert (await own.ask("POST", address, {"others": steps})).status == 409
        assert (await own.ask("POST", address, {"others": ["nonsense"], "text": answer})).status == 409
        assert (await people[1 - seat].ask("POST", address, says)).status == 409, "it is their own turn"
        await own.ask("POST", address, says)
        table, luck = await app.house.table(table_id), random.Random(3)
        while table.awaited != seat:
            assert table.match is not None
            texts = [option.text for option in table.match.options if option.text != steps[0]]
            await move(app, people, table_id, luck.choice(texts))
        moment.release()
        while not await app.house.prepared.dropped(table, seat):
            await asyncio.sleep(0.001)
        assert "was not given" in (await own.ask("GET", f"/tables/{table_id}")).text
        assert "was not given" not in (await people[1 - seat].ask("GET", f"/tables/{table_id}")).text
        assert table.match is not None
        await move(app, people, table_id, table.match.options[0].text)
        assert not await app.house.prepared.dropped(table, seat), "told until the seat decides"

    in_house(tmp_path, story)
