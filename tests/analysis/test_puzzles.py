"""Puzzles: those in the package can be played, have one answer, and one of them is everybody's today."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from ludoteca.analysis.judge import Alternative
from ludoteca.analysis.puzzle_book import (
    THEMES,
    MatchPuzzles,
    Puzzle,
    match_of,
    of_the_day,
    puzzle_of,
    puzzles_of,
    read_puzzles,
    theme_of,
    write_puzzles,
)
from ludoteca.analysis.puzzle_maker import clearly_worse
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay

PUZZLE = Puzzle(12, 1, "payment", 2, ("do", "do 2"), {"skip": (4.5, 0.1)}, (("goods", 3.0), ("score", -1.0)))


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_matches_of_the_package_are_as_they_were_played(game: str) -> None:
    for record in {placed.record for placed in puzzles_of(game)}:
        assert replay(load(game), read_record(record)).result is not None


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_every_puzzle_of_the_package_can_be_answered(game: str) -> None:
    assert len(puzzles_of(game)) >= 50
    for placed in puzzles_of(game):
        puzzle = placed.puzzle
        state = match_of(game, placed.number).state
        options = {action.text for action in state.choices}
        assert state.actor == puzzle.seat
        assert {*puzzle.right, *puzzle.lost} == options
        assert not {*puzzle.right} & {*puzzle.lost}
        assert all(points >= 0.0 and chance >= 0.0 for points, chance in puzzle.lost.values())
        assert puzzle.theme in THEMES and puzzle.theme == theme_of(game, state)
        assert 1 <= puzzle.difficulty <= 4


def test_puzzles_are_written_and_read(tmp_path: Path) -> None:
    assert write_puzzles(tmp_path, [MatchPuzzles("a", (PUZZLE,)), MatchPuzzles("b", ())], first=3) == 1
    assert read_puzzles((tmp_path / "3.toml").read_text(encoding="utf-8")) == [PUZZLE]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["3.record", "3.toml"]


def test_the_puzzle_of_the_day_is_the_same_for_all_and_changes() -> None:
    first = date(2026, 11, 16)
    days = [of_the_day(HOUSE_GAMES, first + timedelta(days=number)) for number in range(10)]
    assert of_the_day(HOUSE_GAMES, first) == days[0]
    assert len({(placed.game, placed.number) for placed in days if placed is not None}) == 10
    assert {placed.game for placed in days if placed is not None} == set(HOUSE_GAMES)
    assert of_the_day([], first) is None


def test_numbers_that_no_puzzle_has() -> None:
    assert puzzle_of("bosa", 0) is None
    assert puzzle_of("bosa", 100_000) is None


@pytest.mark.parametrize(
    ("rival", "worse"),
    [
        (Alternative("a", -0.2, 0.04, -5.0, 1.0), True),
        (Alternative("a", -0.2, 0.04), True),
        (Alternative("a", -0.2, 0.06), False),
        (Alternative("a", 0.1, 0.01, -5.0, 1.0), False),
        (Alternative("a", 0.0, 0.0), False),
    ],
)
def test_four_standard_errors_make_a_puzzle(rival: Alternative, worse: bool) -> None:
    assert clearly_worse(rival) is worse
