"""Hands shown late: whoever looks on, without a seat, sees every seat's secrets some turns later."""

from __future__ import annotations

import html
import random
import re
from itertools import groupby
from pathlib import Path

import pytest

from ludoteca.house.service.new_tables import rematch_events
from ludoteca.house.service.results import add_result
from ludoteca.house.store.rows import Batch
from ludoteca.house.table.commands import Undo
from ludoteca.house.table.events import Acted, Opened
from ludoteca.house.table.table import Table
from ludoteca.house.table.visibility import shown_late, viewer_of
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages.replay_frames import MatchReplay
from ludoteca.house.web.pages.replay_pages import replays
from ludoteca.kernel.view import SPECTATOR
from tests.house.houses import in_house, play_on, table_of
from tests.house.http_client import Somebody
from tests.house.running import ADA, new_id
from tests.house.story import SECRET, Story, act

LATE = 20
SLIDER = re.compile(r'name="slide" min="0" max="(\d+)"')


def late_table(hands_after: int = LATE) -> Story:
    return Story("me", "me", "me", hands_after=hands_after)


def hidden_turns(table: Table, shown: int) -> int:
    """How many turns come after the entries that are shown."""
    assert table.match is not None
    seats = [entry.seat for entry in table.match.entries[shown:] if entry.seat >= 0]
    return len(list(groupby(seats)))


def test_everything_before_the_last_turns_is_shown_and_nothing_else() -> None:
    story, luck, told = late_table(), random.Random(5), set[int]()
    for _ in range(90):
        match = story.table.match
        assert match is not None
        shown = shown_late(story.table, "stranger")
        if hidden_turns(story.table, 0) < LATE:
            assert shown is None, "nothing is old enough, not even the first deal"
        else:
            assert shown is not None and hidden_turns(story.table, shown) == LATE
            assert match.entries[shown].seat >= 0, "chance belongs to the turn before it"
            if shown:
                assert hidden_turns(story.table, shown - 1) >= LATE
            told.add(shown)
        story.do(ADA, act(luck.choice(match.options).text, story.table.awaited))
    assert len(told) > 10
    assert shown_late(story.table, "ada") is None, "nobody who holds a seat is shown anything"
    assert viewer_of(story.table, "stranger", 1) == SPECTATOR, "the table itself stays as it was"


def test_taking_back_shows_nothing_newer() -> None:
    story, luck = late_table(), random.Random(6)
    tried = 0
    for _ in range(120):
        match = story.table.match
        assert match is not None
        story.do(ADA, act(luck.choice(match.options).text, story.table.awaited))
        before = shown_late(story.table, "") or 0
        if story.table.undoable("ada"):
            tried += 1
            story.do(ADA, Undo(id=new_id()))
            assert (shown_late(story.table, "") or 0) <= before
    assert tried > 3


def test_hands_stay_hidden_unless_the_table_says_otherwise_and_a_rematch_says_the_same() -> None:
    story, luck = late_table(0), random.Random(5)
    for _ in range(90):
        story.do(ADA, act(luck.choice(story.table.match.options).text, story.table.awaited))  # type: ignore[union-attr]
    assert shown_late(story.table, "stranger") is None
    for turns in (0, LATE):
        opened = rematch_events(late_table(turns).table, ADA, "nn", SECRET, "")[0]
        assert isinstance(opened, Opened) and opened.hands_after == turns


def test_the_replay_shows_every_hand_late_and_nothing_younger_leaves(tmp_path: Path) -> None:
    """Every byte is the same if the house knows nothing that is younger than the delay."""

    async def seen(stranger: Somebody, table: str) -> dict[str, str]:
        found = {}
        for seat in range(3):
            for path in (
                f"/tables/{table}/replay?seat={seat}",
                f"/tables/{table}/replay?seat={seat}&at=999999",
                f"/tables/{table}/replay/about?seat={seat}&at=999999&key=deck",
            ):
                found[path] = (await stranger.ask("GET", path)).text
        return found

    async def story(app: Application) -> None:
        luck = random.Random(8)
        table_id, people = await table_of(app, "bomarzo", ["Ada", "Bruno", "Carla"], hands_after=LATE)
        stranger = Somebody(app)
        early = (await stranger.ask("GET", f"/tables/{table_id}/replay?seat=1")).text
        assert 'name="seat" aria-label="Seen by" disabled' in early
        await play_on(table_id, people, 70, luck)
        table = await app.house.table(table_id)
        match = table.match
        assert match is not None
        shown = shown_late(table, "")
        assert shown is not None
        late = await seen(stranger, table_id)
        newest = (await stranger.ask("GET", f"/tables/{table_id}/replay")).text
        lasts = [int(SLIDER.findall(page)[0]) for page in (late[f"/tables/{table_id}/replay?seat=1"], newest)]
        assert lasts[0] == sum(entry.seat >= 0 for entry in match.entries[:shown])
        assert lasts[1] == sum(entry.seat >= 0 for entry in match.entries)
        own = (await people[1].ask("GET", f"/tables/{table_id}/replay?seat=1&at={lasts[0]}")).text
        assert board(own) == board(late[f"/tables/{table_id}/replay?seat=1"]), "as Bruno saw it then"
        for person in people:
            other = (people.index(person) + 1) % 3
            page = (await person.ask("GET", f"/tables/{table_id}/replay?seat={other}&at={lasts[0]}")).text
            assert board(page) != board(late[f"/tables/{table_id}/replay?seat={other}"])
            assert "disabled" in page and "turns later" not in page
        ignorant = MatchReplay(match, match.entries[:shown])
        replays.keep((table_id, table.match_seq), ignorant)
        assert await seen(stranger, table_id) == late, "what is younger makes no difference"
        page = html.unescape((await stranger.ask("GET", f"/tables/{table_id}")).text)
        assert f"Those who look on see every hand {LATE} turns later." in page
        assert f'href="/tables/{table_id}/replay?seat=0"' in page
        page = (await people[0].ask("GET", f"/tables/{table_id}")).text
        assert "turns later" in page and "/replay?seat=0" not in page

    in_house(tmp_path, story)


def board(page: str) -> str:
    return page.partition('id="r-board"')[2].partition('<div class="panels">')[0]


def test_a_table_is_opened_with_late_hands_and_its_waiting_room_says_so(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        ada = await Somebody(app).named("Ada", "it")
        form = (await ada.ask("GET", "/games/bosa/open?hands=50")).text
        assert 'value="50" selected' in form and "un altro browser" in form
        assert "un altro browser" not in (await ada.ask("GET", "/games/bosa/open")).text
        sent = "seat+0=me&seat+1=open&hands={}"
        headers = {"content-type": "application/x-www-form-urlencoded"}
        for hands, status in (("50", 303), ("3", 422)):
            body = sent.format(hands).encode()
            answer = await ada.ask("POST", "/games/bosa/open", headers=headers, body=body)
            assert answer.status == status, answer
            if status == 303:
                page = (await ada.ask("GET", answer.headers["location"])).text
                assert "50 turni dopo" in page

    in_house(tmp_path, story)


@pytest.mark.parametrize(("turns", "counts"), [(0, 1), (LATE, 0)])
def test_a_match_that_shows_hands_late_is_not_rated(turns: int, counts: int) -> None:
    story, luck = Story("me", "bot", hands_after=turns, options={"round_cap": 2}), random.Random(4)
    while not story.table.finished:
        assert story.table.match is not None
        text = luck.choice(story.table.match.options).text
        story.happen([Acted(story.table.awaited, text)])
    batch = Batch()
    add_result(batch, story.table)
    assert [row.counts for row in batch.finished] == [counts]
