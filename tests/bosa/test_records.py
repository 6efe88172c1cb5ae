"""Recorded matches: one for each way the game can end at each player count, and some with options."""

from pathlib import Path

import pytest

from ludoteca.games.bosa import GAME
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay, verify

RECORDS = sorted((Path(__file__).parent / "records").glob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_match_is_played_again(path: Path) -> None:
    record = read_record(path.read_text(encoding="utf-8"))
    match = replay(GAME, record)
    assert match.result is not None
    assert match.record().text().splitlines()[-2:] == path.read_text(encoding="utf-8").splitlines()[-2:]
    assert verify(GAME, record).derived


def test_every_ending_is_recorded_at_every_player_count() -> None:
    found = set()
    for path in RECORDS:
        record = read_record(path.read_text(encoding="utf-8"))
        found.add((record.result.partition(" ")[0], record.seats))
    assert found >= {(reason, seats) for reason in ("points", "coins", "shared") for seats in (2, 3, 4, 5)}
    assert {reason for reason, _ in found} == set(GAME.words("en").sections["result"])
