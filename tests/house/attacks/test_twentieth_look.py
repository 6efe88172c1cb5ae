"""What a twentieth look at the house found."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from contextlib import closing
from ipaddress import ip_address
from itertools import count
from pathlib import Path
from typing import NoReturn

import pytest
from starlette.requests import Request
from starlette.routing import Route

from ludoteca import games
from ludoteca.bots.flag import NO_WISH
from ludoteca.bots.levels import bot_for
from ludoteca.bots.playing import perspective_in
from ludoteca.house.monitoring import LOG, JsonLines
from ludoteca.house.service.delivery import is_public
from ludoteca.house.web.app import Application
from ludoteca.house.web.guard import FAULTS_AT_ONCE
from ludoteca.house.web.pages import documentation
from ludoteca.house.workers.worker import EVEN_STEP, UNEVENLY, choice_of
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from tests.house.houses import in_house, settings, table_of
from tests.house.http_client import Somebody, opened
from tests.house.running import awaited

LONG = "a" * 7900 + "%F0%9F%98%80"
"""One sign beyond the first 65,536 makes each of the others take four bytes."""


def test_names_of_tables_that_cannot_be_are_not_remembered(tmp_path: Path) -> None:
    async def story(app: Application) -> None:
        for number in range(20):
            for path in (f"/tables/{number}{LONG}", f"/tables/{number}{LONG}/seen"):
                assert (await Somebody(app).ask("GET", path)).status == 404
            async with Somebody(app).live(f"{number}{LONG}") as live:
                assert await live.next() is None and live.closed == 4404
        assert (await Somebody(app).ask("GET", "/tables/nowhere")).status == 404
        assert app.house.tournaments._free == {"nowhere"}

    in_house(tmp_path, story)


def test_a_page_of_the_documentation_with_an_endless_name_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>", encoding="utf-8")
    monkeypatch.setattr(documentation, "site_folder", lambda: tmp_path)

    async def story(app: Application) -> None:
        for name in ("a" * 300, LONG, "a/" * 3000, "../" * 900):
            assert (await Somebody(app).ask("GET", f"/docs/{name}")).status == 404
        assert (await Somebody(app).ask("GET", "/docs/index.html")).status == 200

    in_house(tmp_path, story)


@awaited
async def test_a_fault_that_somebody_brings_about_again_and_again_does_not_fill_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def stumble(request: Request) -> NoReturn:
        raise ZeroDivisionError

    app = Application(settings(tmp_path), pages=[Route("/stumble", stumble)])
    async with opened(app):
        with caplog.at_level(logging.INFO, LOG.name):
            for _ in range(400):
                assert (await Somebody(app).ask("GET", "/stumble")).status == 500
    told = [json.loads(JsonLines().format(record)) for record in caplog.records]
    faults = [line for line in told if line["say"] == "a request failed"]
    assert FAULTS_AT_ONCE <= len(faults) < 100 and all(
        line["error"] == "ZeroDivisionError" for line in faults
    )
    assert sum(line["say"] == "a request" for line in told) < 400


@pytest.mark.parametrize("address", ["64:ff9b:1::7f00:1", "64:ff9b:1:fffe::a00:1", "::ffff:0:7f00:1"])
def test_addresses_that_a_network_translates_for_itself_are_not_the_open_internet(address: str) -> None:
    assert not is_public(ip_address(address))


def test_a_strong_bot_does_not_tell_by_its_time_what_it_might_have_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With one card that fits it answered after 18 ms, with two after 31."""
    bomarzo = games.load("bomarzo")
    slept: list[float] = []
    clock = count(0.0, 0.03)  # every thought takes 30 ms
    monkeypatch.setattr("ludoteca.house.workers.worker.time.sleep", slept.append)
    monkeypatch.setattr("ludoteca.house.workers.worker.time.monotonic", lambda: next(clock))
    strong, source = bot_for(bomarzo, "strong"), Stream(1, "play")
    match, asked = Match(bomarzo, bomarzo.setup(3), Seeded(7)), set[int]()
    while len(asked) < 2:
        step = match.state.step.name()
        slept.clear()
        chosen = choice_of(strong, match, match.actor, NO_WISH)
        if step == "develop":
            asked.add(len(perspective_in(match, match.actor, source).sensible))
        if step in ("develop", "keep", "devote"):
            assert 0.0 <= slept[0] + 0.03 - EVEN_STEP <= EVEN_STEP * UNEVENLY + 1e-9, step
        if step == "turn":
            assert slept == [0.0], "what everybody sees takes as long as it takes"
        match.play(match.actor, chosen.text)


def test_a_log_with_a_gap_sets_its_table_aside_and_spoils_nothing_else(tmp_path: Path) -> None:
    """The table answered 500, and those that came after it when the house opened were not read."""

    async def begun(app: Application) -> list[str]:
        tables = [(await table_of(app, "bosa", ["Ada", "Ben"], public=True))[0] for _ in range(3)]
        await app.house._background.flush()
        return tables

    broken, *others = in_house(tmp_path, begun)
    with closing(sqlite3.connect(settings(tmp_path).data / "ludoteca.db")) as database, database:
        database.execute("delete from events where table_id = ? and seq = 2", (broken,))
        database.execute("update tables set told = 0")

    async def looked(app: Application) -> None:
        await asyncio.wait_for(app.house._background.recovered.wait(), 10)
        for table, status in ((broken, 409), *((table, 200) for table in others)):
            assert (await Somebody(app).ask("GET", f"/api/v1/tables/{table}")).status == status
            assert (await Somebody(app).ask("GET", f"/tables/{table}")).status == status

    in_house(tmp_path, looked)


def test_a_tournament_in_a_state_that_no_house_knows_is_not_in_the_list(tmp_path: Path) -> None:
    cup = {
        "game": "bosa",
        "seats": 2,
        "form": "swiss",
        "rounds": 2,
        "clock": {"kind": "move", "seconds": 86400},
    }

    async def announced(app: Application) -> list[str]:
        ada = await Somebody(app).named("Ada")
        made = [
            await ada.ask("POST", "/api/v1/tournaments", {**cup, "name": name}) for name in ("One", "Two")
        ]
        return [answer.json["id"] for answer in made]

    strange, other = in_house(tmp_path, announced)
    with closing(sqlite3.connect(settings(tmp_path).data / "ludoteca.db")) as database, database:
        database.execute("update tournaments set status = 'adjourned' where id = ?", (strange,))

    async def looked(app: Application) -> None:
        page = await Somebody(app).ask("GET", "/tournaments")
        assert page.status == 200 and other in page.text and strange not in page.text
        assert (await Somebody(app).ask("GET", f"/tournaments/{strange}")).status == 404
        assert (await Somebody(app).ask("GET", f"/tournaments/{other}")).status == 200

    in_house(tmp_path, looked)
