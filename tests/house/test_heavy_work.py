"""Replays and records are made beside the event loop, once, and within each visitor's budget."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import msgspec
import pytest

from ludoteca.house.service.findings import ANALYSE
from ludoteca.house.service.heavy_work import HeavyWork, TooMuchWork
from ludoteca.house.service.rate_limits import network_of
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages import replay_pages
from ludoteca.house.web.pages.replay_frames import MatchReplay
from ludoteca.kernel.errors import LudotecaError
from tests.house.houses import GENEROUS, in_house, table_of
from tests.house.running import ADA, a_house, awaited, new_id, wish
from tests.house.test_strange_input import post_form
from tests.pages.test_pictures import some_match


def test_the_chapters_of_a_replay_are_found_once(monkeypatch: pytest.MonkeyPatch) -> None:
    film = MatchReplay(some_match("bosa", moves=60))
    looked = 0
    view = film.game.view

    def counted(*words: object) -> object:
        nonlocal looked
        looked += 1
        return view(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(type(film.game), "view", lambda game, *words: counted(*words))
    for _ in range(5):
        film.chapters(0, "en")
    assert looked == len(film.frames)


def test_replays_and_records_are_not_made_on_the_event_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made_by: list[str] = []

    class Watched(MatchReplay):
        def __init__(self, *words: object) -> None:
            made_by.append(threading.current_thread().name)
            super().__init__(*words)  # type: ignore[arg-type]

    monkeypatch.setattr(replay_pages, "MatchReplay", Watched)

    async def story(app: Application) -> None:
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Carla"])
        for at in range(3):
            assert (await people[0].ask("GET", f"/tables/{table}/replay?at={at}")).status == 200
        text = (await people[0].ask("GET", f"/tables/{table}/record")).text
        for _ in range(3):
            assert (await post_form(people[0], "/record", {"record": text})).status in (200, 422)
        assert (await post_form(people[0], "/record", {"record": "nonsense"})).status == 422

    in_house(tmp_path, story)
    assert made_by and all(name.startswith("ludoteca-heavy") for name in made_by)


def busy() -> int:
    return sum(number % 7 for number in range(300_000))


@awaited
async def test_a_visitor_has_a_budget_and_others_have_theirs() -> None:
    heavy = HeavyWork(0.001)
    await heavy.run("glutton", busy)
    with pytest.raises(TooMuchWork):
        await heavy.run("glutton", busy)
    assert await heavy.run("guest", busy) > 0
    heavy.stop()


@awaited
async def test_work_that_is_asked_for_at_once_is_charged_one_by_one() -> None:
    heavy = HeavyWork(0.001)
    asked = [heavy.run("glutton", busy) for _ in range(20)]
    outcomes = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(outcome, TooMuchWork) for outcome in outcomes) == 19
    heavy.stop()


@awaited
async def test_work_that_fails_is_charged_too() -> None:
    def fail() -> None:
        busy()
        raise LudotecaError("not like this")

    heavy = HeavyWork(0.001)
    with pytest.raises(LudotecaError, match="not like this"):
        await heavy.run("glutton", fail)
    with pytest.raises(TooMuchWork):
        await heavy.run("glutton", fail)
    heavy.stop()


def test_who_asks_for_too_many_records_is_asked_to_wait(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        _, people = await table_of(app, "bologna", ["Ada", "Bruno", "Carla"])
        statuses = [
            (await post_form(people[0], "/record", {"record": f"nonsense {number}\n" * 50})).status
            for number in range(20)
        ]
        assert statuses[0] == 422 and statuses[-1] == 429
        assert (await people[0].ask("GET", "/api/v1/me")).status == 200

    in_house(tmp_path, story, limits=msgspec.structs.replace(GENEROUS, computing=0.0001))


def test_a_network_of_ipv6_is_one_visitor() -> None:
    assert network_of("2001:db8:1:2::1") == network_of("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("nowhere") == "nowhere"


@awaited
async def test_one_visitor_does_not_fill_the_queue_of_analyses(sqlite_address: str) -> None:
    async with a_house(sqlite_address) as house:
        tables = [(await house.open(ADA, wish("me", "me"), new_id())).table for _ in range(22)]
        found = [await house.table(table) for table in tables]
        for table in found[:20]:
            await house.findings.request(table, ANALYSE, visitor="192.0.2.1")
        with pytest.raises(TooMuchWork):
            await house.findings.request(found[20], ANALYSE, visitor="192.0.2.1")
        await house.findings.request(found[20], ANALYSE, visitor="192.0.2.2")
        await house.findings.request(found[21], "hint 3 0")
        (first,) = await house._store.claim("worker", 1, 1000, moves=False)
        assert first.kind == "hint 3 0", "whoever plays waits for no analysis"
