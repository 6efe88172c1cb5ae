"""Recorded matches: one for each way the game can end. They must replay for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.games.bello_divorum import GAME
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay, verify

RECORDS = sorted((Path(__file__).parent / "records").glob("*.record"))
ENDINGS = {
    "at-once": "turn",
    "last-turn": "last_turn",
    "next-player": "last_turn",
    "printed": "last_turn",
    "round": "round",
    "shared": "",
    "small-table": "",
    "tie-broken": "",
    "turn": "turn",
}


@pytest.mark.rule("BEL-11.1", "BEL-11.2", "BEL-11.3", "BEL-11.4", "BEL-11.5", "BEL-11.8")
@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_a_recorded_match_replays(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    match = replay(GAME, record)
    assert match.result is not None
    reason = ENDINGS[path.stem]
    if reason:
        assert match.result.reason == reason
    if path.stem == "shared":
        assert len(match.result.winners) > 1
    if path.stem == "tie-broken":
        assert sorted(match.result.scores)[-1] == sorted(match.result.scores)[-2]
        assert len(match.result.winners) == 1
    if path.stem == "printed":
        assert not match.setup.chosen(GAME.options)
    if path.stem == "small-table":
        assert match.setup.seats == 2
        assert any(event.kind.name == "passed_over" for event in match.log(-1))
    assert not GAME.faults(match.state)  # type: ignore[arg-type]
    assert verify(GAME, record).derived


def test_every_ending_has_its_record() -> None:
    assert {path.stem for path in RECORDS} == set(ENDINGS)
