"""Recorded matches, one for each way the game can end: they replay and verify for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.kernel.errors import RecordError
from ludoteca.kernel.record import Record, read_record
from ludoteca.kernel.replay import replay, verify

FOLDER = Path(__file__).with_name("records")
RECORDS = sorted(path.stem for path in FOLDER.glob("*.record"))


def read(name: str) -> Record:
    return read_record((FOLDER / f"{name}.record").read_text(encoding="utf-8"))


def test_every_ending_is_recorded() -> None:
    told = {read(name).result.split()[0] for name in RECORDS}
    assert told == set(GAME.words("en").sections["result"]) == {"points", "shared"}


@pytest.mark.rule("BOM-12.9")
@pytest.mark.parametrize("name", RECORDS)
def test_a_recorded_match_replays_and_verifies(name: str) -> None:
    record = read(name)
    match = replay(GAME, record)
    assert match.result is not None
    assert match.result.reason == name.partition("-")[0]
    assert (len(match.result.winners) > 1) == (match.result.reason == "shared")
    assert isinstance(match.state, BomarzoState)
    assert GAME.faults(match.state) == []
    assert match.speaker().result(match.result)
    verdict = verify(GAME, record)
    assert verdict.derived


def test_a_falsified_record_is_caught() -> None:
    record = read("shared")
    record.lines[0].text = "first 1" if record.lines[0].text == "first 0" else "first 0"
    with pytest.raises(RecordError):
        replay(GAME, record)
