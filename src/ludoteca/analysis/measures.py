"""What is known about analysing each game: how much effort it needs, and how bots of each level play it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("measures.toml")


@dataclass(frozen=True, slots=True)
class Measure:
    """`pace` is how much of an effort a game gets: futures of some games are slower than others. `lost` is
    what a turn of each level loses on average, in the game's unit: a ruler to hold a seat's own play to.
    `early` and `late` are the powers that chances are raised to at the beginning and at the end of a match,
    so that they come true.
    """

    pace: float = 1.0
    early: float = 1.0
    late: float = 1.0
    lost: dict[str, float] = field(default_factory=dict)


@cache
def measures() -> dict[str, Measure]:
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {game: Measure(**entry) for game, entry in found.items()}


def measure_of(game: str) -> Measure:
    """What is known about a game; the usual where nothing is."""
    return measures().get(game, Measure())
