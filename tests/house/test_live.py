"""Live updates: numbered, resumed, shared, never queued."""

from __future__ import annotations

import asyncio
import contextlib
import html
import random
import re
from pathlib import Path
from typing import Any

import pytest

from ludoteca.draw import Piece
from ludoteca.house.live.table_json import MOST_WRITTEN
from ludoteca.house.table.commands import Person
from ludoteca.house.table.table import Table
from ludoteca.house.table.visibility import viewer_of
from ludoteca.house.web.app import Application
from tests.house.houses import house, in_house, play_on, settings, table_of
from tests.house.http_client import Live, Somebody, opened


class Sketches:
    """Page parts that are quickly made, and counted."""

    def __init__(self) -> None:
        self.made = 0
        self.viewers: list[int] = []

    def render(
        self, table: Table, person: Person | None, language: str, narrow: bool, seat: int = -1
    ) -> dict[str, Piece]:
        self.made += 1
        viewer = viewer_of(table, person.id if person else "", seat)
        self.viewers.append(viewer)
        texts = {
            "t-still": "<p id=t-still>never changes</p>",
            "t-seq": f"<p id=t-seq>{table.seq} {viewer} {language} {narrow}</p>",
            "t-talk": f"<p id=t-talk>{len(table.chat)}</p>",
        }
        return {key: Piece(key, [text]) for key, text in texts.items()}

    def news(
        self, table: Table, person: Person | None, language: str, since: int, seat: int = -1
    ) -> list[str]:
        return [f"{since} to {table.seq}"]

    def moments(
        self, table: Table, person: Person | None, language: str, since: int, seat: int = -1
    ) -> list[dict[str, str]]:
        return []


async def chat(person: Somebody, table: str, times: int = 1) -> None:
    for number in range(times):
        assert (await person.do(table, "chat", text=f"word {number}")).status == 200


def test_everybody_is_told_what_they_may_see(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Carla"])
        async with (
            people[0].live(table) as ada,
            people[1].live(table) as bruno,
            Somebody(app).live(table) as zoe,
        ):
            told = [await live.until("table") for live in (ada, bruno, zoe)]
            assert [message["table"]["view"]["viewer"] for message in told] == [0, 1, -1]
            assert all(message["whole"] for message in told)
            await play_on(table, people, 4, random.Random(1))
            for live, person in ((ada, people[0]), (bruno, people[1]), (zoe, Somebody(app))):
                seen = await person.see(table)
                while (message := await live.until("table"))["seq"] < seen["seq"]:
                    assert "whole" not in message
                now = message["table"]
                for key in ("view", "choices", "question", "awaited", "you", "seats"):
                    assert now[key] == seen[key], key

    in_house(tmp_path, story)


def test_whoever_keeps_up_knows_what_whoever_asks_is_told(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        luck = random.Random(8)
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        async with people[0].live(table) as live:
            log: list[Any] = []
            for number in range(25):
                await play_on(table, people, 1, luck)
                if number % 3 == 0:
                    for person in people:
                        await person.do(table, "undo")
                seen = await people[0].see(table)
                reached = -1
                while reached < seen["seq"]:
                    message = await live.until("table")
                    reached = message["seq"]
                    log[message["table"]["log"]["from"] :] = message["table"]["log"]["entries"]
                assert log == seen["log"]["entries"]

    in_house(tmp_path, story)


def test_a_lost_connection_resumes_where_it_was(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        async with people[0].live(table) as live:
            last = (await live.until("seq"))["seq"]
        async with people[0].live(table, f"?last={last}") as live:
            message = await live.until("seq")
            assert message["seq"] == last and "table" not in message, "nothing was missed"
        await chat(people[1], table, 3)
        async with people[0].live(table, f"?last={last + 1}") as live:
            message = await live.until("seq")
            assert "whole" not in message
            assert [said["text"] for said in message["table"]["chat"]] == ["word 1", "word 2"]
        async with people[0].live(table, f"?last={last + 1000}") as live:
            assert (await live.until("seq"))["whole"], "a number from elsewhere gets everything"

    in_house(tmp_path, story)


def test_a_slow_client_gets_the_newest_state_and_no_queue(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        async with people[0].live(table) as slow, people[1].live(table) as quick:
            await slow.until("table")
            await quick.until("table")
            slow.hold()
            await chat(people[1], table, 18)
            slow.take()
            seen = await people[0].see(table)
            words = 0
            messages = 0
            while (message := await slow.until("table"))["seq"] < seen["seq"]:
                words += len(message["table"]["chat"])
                messages += 1
            assert messages <= 2, "what it was just being sent, and what there is now"
            assert words + len(message["table"]["chat"]) == 18, "and yet nothing is missing"
            while (message := await quick.until("table"))["seq"] < seen["seq"]:
                pass

    in_house(tmp_path, story)


def test_any_number_of_tabs_and_who_is_here(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        tabs = [people[0].live(table) for _ in range(20)]
        for tab in tabs:
            await tab.__aenter__()
        while (await tabs[0].until("here"))["here"] != {"seats": [0], "watching": 0}:
            pass
        async with people[1].live(table) as bruno, Somebody(app).live(table):
            while (await bruno.until("here"))["here"] != {"seats": [0, 1], "watching": 1}:
                pass
        while (await tabs[7].until("here"))["here"] != {"seats": [0], "watching": 0}:
            pass
        await chat(people[1], table)
        for tab in tabs:
            assert (await tab.until("table"))["seq"] >= 3
            await tab.__aexit__()
        assert not app.hub.rooms, "nobody listens to an empty room"
        assert app.house.figures()["listeners"] == 0

    in_house(tmp_path, story)


def test_what_many_see_is_written_once(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        watchers = [Somebody(app).live(table) for _ in range(10)]
        for watcher in watchers:
            await watcher.__aenter__()
            await watcher.until("table")
        before = app.hub.table_json.written
        await chat(people[0], table)
        for watcher in watchers:
            await watcher.until("table")
        assert app.hub.table_json.written == before + 1
        for watcher in watchers:
            await watcher.__aexit__()

    in_house(tmp_path, story)


def test_pages_get_the_layers_that_changed(tmp_path: Path) -> None:
    async def story() -> None:
        layers = Sketches()
        app = Application(settings(tmp_path), pages=[], page_parts=layers)
        async with opened(app):
            table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
            seq = (await people[0].see(table))["seq"]
            async with people[0].live(table, f"?form=page&last={seq}") as live:
                message = await live.until("seq")
                assert "layers" not in message, "the page has just been made"
                await chat(people[1], table)
                message = await live.until("seq")
                assert set(message["layers"]) == {"t-seq", "t-talk"}
                assert message["news"] == [f"{seq} to {seq + 1}"]
            async with people[0].live(table, "?form=page&last=0&narrow=1&language=it") as live:
                message = await live.until("seq")
                assert message["whole"] and "t-still" in message["layers"]
                assert message["layers"]["t-seq"] == f"<p id=t-seq>{seq + 1} 0 it True</p>"
            made = layers.made
            tabs = [Somebody(app).live(table, f"?form=page&last={seq + 1}") for _ in range(5)]
            named = [(await Somebody(app).named(f"Guest {n}")).live(table, "?form=page") for n in range(5)]
            for tab in (*tabs, *named):
                await tab.__aenter__()
                await tab.until("seq")
            assert layers.made == made + 1, "strangers all see the same"
            for tab in (*tabs, *named):
                await tab.__aexit__()

    asyncio.run(story())


def test_who_waits_for_the_table_and_who_it_waits_for_come_first(tmp_path: Path) -> None:
    async def story() -> None:
        layers = Sketches()
        app = Application(settings(tmp_path), pages=[], page_parts=layers)
        async with opened(app):
            table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Carla", "Dario", "Elsa"])
            tabs = [person.live(table, "?form=page") for person in people] + [Somebody(app).live(table)]
            for tab in tabs:
                await tab.__aenter__()
                await tab.until("seq")
            for _ in range(8):
                before = (await people[0].see(table))["awaited"]
                layers.viewers.clear()
                await play_on(table, people, 1, random.Random(1))
                after = (await people[0].see(table))["awaited"]
                for tab in tabs:
                    await tab.until("seq")
                drawn = layers.viewers
                assert len(drawn) == 5
                assert after in drawn[:2], (before, after, drawn)
            for tab in tabs:
                await tab.__aexit__()

    asyncio.run(story())


def test_heartbeats_and_pings(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        async with people[0].live(table) as live:
            seq = (await live.until("seq"))["seq"]
            assert (await live.until("beat"))["beat"] == seq
            live.say('{"ping": [1, "two"]}')
            assert (await live.until("pong"))["pong"] == [1, "two"]
            live.say('{"seen": 3}')
            assert (await live.until("beat"))["beat"] == seq, "and it lives on"

    in_house(tmp_path, story, heartbeat=0.2)


def test_what_cannot_be_understood_ends_the_connection(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        for word in ("nonsense", "[1]", '"x"', "9" * 2000, "[" * 1000, ""):
            async with people[0].live(table) as live:
                await live.until("seq")
                live.say(word)
                assert await live.until("never") is None
                assert live.closed == 1008, word
        for query in (
            "?last=x",
            "?form=pdf",
            "?seat=1000",
            "?language=klingon",
            "?last=-5",
            "?narrow=perhaps",
        ):
            async with people[0].live(table, query) as live:
                assert await live.until("seq") is None
                assert live.closed == 1008, query
        async with people[0].live("no-such-table") as live:
            assert await live.until("seq") is None
            assert live.closed == 4404

    in_house(tmp_path, story)


def test_a_client_that_talks_without_end_is_sent_away(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
        async with people[0].live(table) as live:
            await live.until("seq")
            for number in range(200):
                live.say(f'{{"ping": {number}}}')
            assert await live.until("never") is None
            assert live.closed == 1008

    in_house(tmp_path, story)


def test_the_house_closes_with_people_in_it_and_they_come_back(tmp_path: Path) -> None:
    """A restart in the middle of a match: told, closed with 1012, resumed without a gap."""

    async def story() -> None:
        async with house(tmp_path) as first:
            table, people = await table_of(first, "bosa", ["Ada", "Bruno"])
            await play_on(table, people, 5, random.Random(4))
            live = await people[0].live(table).__aenter__()
            last = (await live.until("table"))["table"]
            await first.hub.stop()
            assert (await live.until("bye"))["bye"] > 0
            assert await live.next() is None and live.closed == 1012
            late = people[1].live(table)
            async with late:
                assert await late.next() is None and late.closed == 1012
            await live.__aexit__()
        async with house(tmp_path) as second:
            for person in people:
                person.app = second
            async with people[0].live(table, f"?last={last['seq']}") as again:
                assert "table" not in await again.until("seq")
                seen = await people[0].see(table)
                assert seen["view"] == last["view"] and seen["log"] == last["log"]
                await play_on(table, people, 5, random.Random(5))
                assert (await again.until("table"))["seq"] > last["seq"]

    asyncio.run(story())


def test_a_fault_in_one_connection_is_not_everybodys(tmp_path: Path) -> None:
    class Clumsy(Sketches):
        def render(
            self, table: Table, person: Person | None, language: str, narrow: bool, seat: int = -1
        ) -> dict[str, Piece]:
            if narrow:
                raise ValueError("cannot draw that narrow")
            return super().render(table, person, language, narrow, seat)

    async def story() -> None:
        app = Application(settings(tmp_path), pages=[], page_parts=Clumsy())
        async with opened(app):
            table, people = await table_of(app, "bosa", ["Ada", "Bruno"])
            async with people[0].live(table, "?form=page") as well:
                await well.until("seq")
                broken: Live = people[1].live(table, "?form=page&narrow=1")
                async with broken:
                    assert await broken.next() is None and broken.closed == 1011
                await chat(people[1], table)
                assert (await well.until("layers"))["layers"]

    asyncio.run(story())


def test_two_servers_on_one_database_tell_the_same_story(tmp_path: Path, postgres_address: str) -> None:
    """Commands to one, news from the other, in both directions; and a cookie of one is known to the other."""

    async def story() -> None:
        shared = {"database": postgres_address}
        async with house(tmp_path / "a", **shared) as first, house(tmp_path / "b", **shared) as second:
            table, people = await table_of(first, "bosa", ["Ada", "Bruno"])
            people[1].app = second
            async with people[0].live(table) as here, people[1].live(table) as there:
                await here.until("table")
                await there.until("table")
                for number in range(6):
                    await play_on(table, people, 1, random.Random(number))
                    seen = [await person.see(table) for person in people]
                    reached = max(view["seq"] for view in seen)
                    for live in (here, there):
                        while (message := await live.until("table", 20))["seq"] < reached:
                            pass
                        assert message["seq"] == reached
                lasts = [await person.see(table) for person in people]
                assert lasts[0]["seq"] == lasts[1]["seq"] and lasts[0]["awaited"] == lasts[1]["awaited"]
                assert lasts[0]["log"]["entries"][0] == lasts[1]["log"]["entries"][0]

    asyncio.run(story())


def test_a_page_shows_one_moment_of_a_table_that_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move that is made while a page is being prepared is either wholly on it or sent to it."""

    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno"])
        mine = app.house.own_tables
        look_up = mine.awaiting

        async def meanwhile(person: str, but: str = "") -> list[Any]:
            monkeypatch.setattr(mine, "awaiting", look_up)
            await play_on(table, people, 1, random.Random(1))
            return await look_up(person, but)

        for _ in range(6):
            monkeypatch.setattr(mine, "awaiting", meanwhile)
            shown = (await people[0].ask("GET", f"/tables/{table}")).text
            seen = await people[0].see(table)
            assert f'data-seq="{seen["seq"]}"' in shown
            asked = re.search(r'id="t-ask"[^>]* data-mine="(\d)"', shown)
            assert asked is not None and asked[1] == str(int(seen["awaited"] == 0))
            assert all(choice["label"] in html.unescape(shown) for choice in seen["choices"])

    in_house(tmp_path, story)


def test_what_strangers_choose_makes_no_page_of_its_own_and_is_not_kept_without_end(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        table, _ = await table_of(app, "bologna", ["Ada", "Bruno", "Carla"], public=True)
        sketches = Sketches()
        app.hub.page_parts = sketches
        stranger = Somebody(app)
        async with contextlib.AsyncExitStack() as all_of_them:
            for seat in range(9):
                live = await all_of_them.enter_async_context(stranger.live(table, f"?form=page&seat={seat}"))
                await live.until("seq")
            assert sketches.made == 1, "whichever seat they wish for"
        for since in range(300):
            assert (await stranger.ask("GET", f"/api/v1/tables/{table}?since={since}")).status == 200
        cache = app.hub.table_json.cache_of(await app.house.table(table))
        assert len(cache.written) <= MOST_WRITTEN
        assert not [key for key in cache.written if 299 in key], "nothing came after the last event"

    in_house(tmp_path, story)
