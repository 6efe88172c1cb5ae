"""Bots of the host's own at the table: workers load them, and a bad one holds nobody up."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from ludoteca.bots.own_bot_finder import BOTS_FILE
from ludoteca.house.refusals import Refused
from ludoteca.house.service.house import House
from ludoteca.house.settings import Settings, read_settings, use_bots
from ludoteca.house.table.table import Table
from ludoteca.house.web.api.games import describe
from ludoteca.kernel.errors import LudotecaError
from tests.bots.own_bots import address, layered, program
from tests.house.running import ADA, a_house, awaited, new_id, play, until, wish


@pytest.fixture(autouse=True)
def nothing_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BOTS_FILE, "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([".", os.environ.get("PYTHONPATH", "")]))


def listed(folder: Path, bots: dict[str, str], seconds: float = 20) -> Path:
    file = folder / "bots.toml"
    file.write_text(
        "".join(f'[{name}]\nbot = """{bot}"""\nseconds = {seconds}\n' for name, bot in bots.items())
    )
    return file


async def everybody_moves(house: House, table: Table) -> list[str]:
    """Play until every bot has moved; returns who acted."""

    async def acted() -> list[str]:
        return [row.who for row in await house._store.events(table.id, 0) if row.kind == "acted"]

    wanted = {f"bot {seat.bot}" for seat in table.seats if seat.bot}
    while not wanted <= set(await acted()):
        moved = table.match_seq
        if table.awaited == 0:
            await play(house, table, ADA)
        else:
            await until(lambda moved=moved: table.match_seq > moved, 40)  # type: ignore[misc]
    return await acted()


@awaited
async def test_every_kind_of_own_bot_plays_at_a_table(
    sqlite_address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with address() as (where, heard):
        bots = {
            "fox": program(tmp_path),
            "owl": where,
            "crow": f"policy:{layered(tmp_path, 5).name}",
            "bee": "python:tests.bots.own_bots:last",
        }
        assert use_bots(Settings(bots=listed(tmp_path, bots))) == list(bots)
        with caplog.at_level(logging.WARNING, "ludoteca"):
            async with a_house(sqlite_address, 1) as house:
                assert house.levels()[-4:] == list(bots)
                seats = [f"bot {name}" for name in bots]
                opened = await house.open(ADA, wish("me", *seats, game="bosa"), new_id())
                await everybody_moves(house, await house.table(opened.table))
        assert heard and "own bot" not in caplog.text


@awaited
async def test_an_own_bot_that_is_slow_fails_or_breaks_a_rule_holds_nobody_up_and_is_noted(
    sqlite_address: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    bots = {
        "fox": program(tmp_path, "crash"),
        "owl": "http://127.0.0.1:9/nobody",
        "crow": program(tmp_path, "nonsense"),
        "bee": "python:tests.bots.own_bots:sleeps",
    }
    use_bots(Settings(bots=listed(tmp_path, bots, 1)))
    with caplog.at_level(logging.WARNING, "ludoteca"):
        async with a_house(sqlite_address, 1) as house:
            seats = [f"bot {name}" for name in bots]
            opened = await house.open(ADA, wish("me", *seats, game="bosa"), new_id())
            await everybody_moves(house, await house.table(opened.table))
    for said in ("the program ended", "Connection refused", "fly to the moon", "no answer within 1 s"):
        assert said in caplog.text, said


@awaited
async def test_a_bot_that_the_host_has_not_listed_cannot_be_seated(
    sqlite_address: str, tmp_path: Path
) -> None:
    async with a_house(sqlite_address) as house:
        for text in ("fox", program(tmp_path), "python:tests.bots.own_bots:last", "http://127.0.0.1:9/"):
            with pytest.raises(Refused, match="there is no bot"):
                await house.open(ADA, wish("me", f"bot {text}", game="bosa"), new_id())


def test_the_file_of_bots_is_a_setting_and_is_read_at_once(tmp_path: Path) -> None:
    file = listed(tmp_path, {"fox": "http://127.0.0.1:9/"})
    assert use_bots(read_settings({}, {BOTS_FILE: str(file)})) == ["fox"]
    assert describe("bosa", "en", ("novice", "fox"), ()).levels == ["novice", "fox"]
    with pytest.raises(LudotecaError, match="no file"):
        use_bots(Settings(bots=tmp_path / "nowhere.toml"))
