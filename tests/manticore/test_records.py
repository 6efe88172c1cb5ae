"""Recorded matches, at least one for each way the game can end: they replay and verify for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.games.manticore import GAME
from ludoteca.kernel.record import Record, read_record
from ludoteca.kernel.replay import replay, verify
from tests.manticore.table import table_of

FOLDER = Path(__file__).with_name("records")
RECORDS = sorted(path.stem for path in FOLDER.glob("*.record"))


def read(name: str) -> Record:
    return read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))


@pytest.mark.rule("MAN-11.1", "MAN-11.2", "MAN-11.3", "MAN-11.4")
def test_every_ending_is_recorded() -> None:
    told = {read(name).result.split()[0] for name in RECORDS}
    assert told == set(GAME.words("en").sections["result"])


@pytest.mark.parametrize("name", RECORDS)
def test_a_recorded_match_replays(name: str) -> None:
    record = read(name)
    match = replay(GAME, record)
    assert match.result is not None
    assert match.result.text() == record.result
    assert GAME.faults(table_of(match)) == []
    assert match.result.reason.startswith(name.partition("-")[0])
    assert match.speaker("it").result(match.result)


@pytest.mark.parametrize("name", RECORDS)
def test_a_recorded_match_verifies(name: str) -> None:
    verdict = verify(GAME, read(name))
    assert verdict.derived
    assert verdict.decisions + verdict.outcomes == len(read(name).lines)
