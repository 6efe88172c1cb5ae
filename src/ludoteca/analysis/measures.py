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
    """`pace` is how much of an effort a game gets, `breadth` how many of the options: futures of some games
    are slower than others. So many `turns` more are looked ahead; worlds differ in it by so many `horizons`.
    `lost` is what a turn of each level loses on average, in the game's unit: a ruler to hold a seat's own
    play to.

    `chances` says for each number of seats how chances are corrected so that they come true: the power they
    are raised to at the beginning and at the end of a match. Where seats win together `odds` says it: a table
    of what came true (`calibration.py`). `rounds` is when a match is at its end for that, where the
    evaluation has no calendar.

    `taste` is how much the players of imagined futures differ in what they think features are worth, as a
    deviation of the logarithm. `victory` is what a won match counts where positions are judged by what the
    evaluation adds up; then what comes of a decision counts up to `most` either way, so that a throw of dice
    which decides the match does not drown everything else. An error is claimed only if it shows in `proof`
    worlds, or several times as many, that are played `far` turns on; of the `rivals` of a decision that claim
    one, so many are put to the proof, and only if they promise at least so much (`least`). Where the near
    future tells too little it is `corrected` by the proof, so that plans that pay off later cost nothing.
    """

    pace: float = 1.0
    breadth: float = 1.0
    turns: int = 0
    horizons: int = 3
    taste: float = 0.0
    victory: float = 0.0
    most: float = 0.0
    proof: int = 0
    far: int = 0
    rivals: int = 5
    least: float = 0.0
    corrected: bool = False
    rounds: int = 0
    chances: dict[str, list[float]] = field(default_factory=dict)
    odds: dict[str, list[list[float]]] = field(default_factory=dict)
    lost: dict[str, float] = field(default_factory=dict)


@cache
def measures() -> dict[str, Measure]:
    found = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {game: Measure(**entry) for game, entry in found.items()}


def measure_of(game: str) -> Measure:
    """What is known about a game; the usual where nothing is."""
    return measures().get(game, Measure())
