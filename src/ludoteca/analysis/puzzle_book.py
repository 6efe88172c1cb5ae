"""The puzzles in the package: matches as records, and the positions in them that are puzzles."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final

from ludoteca.games import load
from ludoteca.kernel.edition import digest_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay
from ludoteca.kernel.state import State

FOLDER: Final = Path(__file__).with_name("puzzles")
THEMES: Final = ("tactics", "payment", "deduction", "placement", "combat")
MISSED: Final = (0.125, 0.375, 0.625, 0.875)
"""How often a puzzle of each difficulty is missed."""
AS_PEOPLE: Final = 10


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position. `line` is how many lines of the record come before it, `right` the answers, which all come
    to the same, `lost` what every other option loses in points and in the chance of winning, `reasons` what
    speaks for the answer. `difficulty` is 1 to 4: how many of three levels of bots miss it, and one.
    """

    line: int
    seat: int
    theme: str
    difficulty: int
    right: tuple[str, ...]
    lost: Mapping[str, tuple[float, float]]
    reasons: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class MatchPuzzles:
    """A match and the puzzles in it."""

    record: str
    puzzles: tuple[Puzzle, ...]


@dataclass(frozen=True, slots=True)
class Placed:
    """A puzzle with its game and its number there, from 1."""

    game: str
    number: int
    record: str
    puzzle: Puzzle

    @property
    def key(self) -> str:
        """What tells it from every other puzzle, whatever its number."""
        return digest_of(f"{self.record}{self.puzzle.line}".encode())

    def match(self) -> Match:
        """The match up to the position."""
        return replay(load(self.game), read_record(self.record), self.puzzle.line)


def learnt_difficulty(puzzle: Puzzle, tried: int, solved: int) -> int:
    """From 1 to 4, by how often it is missed: what the bots made of it counts as much as `AS_PEOPLE` people,
    who have tried it a number of times and solved it a number of times.
    """
    missed = (AS_PEOPLE * MISSED[puzzle.difficulty - 1] + tried - solved) / (AS_PEOPLE + tried)
    return min(range(len(MISSED)), key=lambda number: abs(MISSED[number] - missed)) + 1


@cache
def puzzles_of(game: str) -> tuple[Placed, ...]:
    """The puzzles of a game in the package, in a fixed order."""
    found: list[Placed] = []
    for path in sorted((FOLDER / game).glob("*.record"), key=lambda path: int(path.stem)):
        record = path.read_text(encoding="utf-8")
        for puzzle in read_puzzles(path.with_suffix(".toml").read_text(encoding="utf-8")):
            found.append(Placed(game, len(found) + 1, record, puzzle))
    return tuple(found)


def puzzle_of(game: str, number: int) -> Placed | None:
    placed = puzzles_of(game)
    return placed[number - 1] if 1 <= number <= len(placed) else None


def of_the_day(games: Sequence[str], day: date) -> Placed | None:
    """The same puzzle for everybody on one day: another game every day, another puzzle every time."""
    having = [game for game in games if puzzles_of(game)]
    if not having:
        return None
    number = day.toordinal()
    placed = puzzles_of(having[number % len(having)])
    return placed[number // len(having) % len(placed)]


@lru_cache(maxsize=64)
def match_of(placed_game: str, number: int) -> Match:
    """The match of a puzzle, kept for the next look."""
    placed = puzzle_of(placed_game, number)
    assert placed is not None
    return placed.match()


def theme_of(game: str, state: State) -> str:
    """What a position is about, by what is asked."""
    return _themes().get(game, {}).get(state.step.name(), THEMES[0])


@cache
def _themes() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, list[str]]] = tomllib.loads(
        (FOLDER / "themes.toml").read_text(encoding="utf-8")
    )
    return {
        game: {question: theme for theme, questions in themes.items() for question in questions}
        for game, themes in found.items()
    }


def write_puzzles(folder: Path, found: Sequence[MatchPuzzles], first: int = 1) -> int:
    """Write matches and puzzles into the folder of a game; how many puzzles that were."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for number, made in enumerate([made for made in found if made.puzzles], first):
        (folder / f"{number}.record").write_text(made.record, encoding="utf-8")
        text = "\n".join(_written(puzzle) for puzzle in made.puzzles)
        (folder / f"{number}.toml").write_text(text, encoding="utf-8")
        count += len(made.puzzles)
    return count


def _written(puzzle: Puzzle) -> str:
    lost = ", ".join(
        f"{json.dumps(action)} = [{points}, {chance}]" for action, (points, chance) in puzzle.lost.items()
    )
    reasons = json.dumps([list(reason) for reason in puzzle.reasons])
    return (
        f"[[puzzle]]\nline = {puzzle.line}\nseat = {puzzle.seat}\ntheme = {json.dumps(puzzle.theme)}\n"
        f"difficulty = {puzzle.difficulty}\nright = {json.dumps(list(puzzle.right))}\n"
        f"lost = {{ {lost} }}\nreasons = {reasons}\n"
    )


def read_puzzles(text: str) -> list[Puzzle]:
    return [_read(entry) for entry in tomllib.loads(text)["puzzle"]]


def _read(entry: dict[str, Any]) -> Puzzle:
    return Puzzle(
        line=entry["line"],
        seat=entry["seat"],
        theme=entry["theme"],
        difficulty=entry["difficulty"],
        right=tuple(entry["right"]),
        lost={action: (float(points), float(chance)) for action, (points, chance) in entry["lost"].items()},
        reasons=tuple((str(name), float(size)) for name, size in entry["reasons"]),
    )
