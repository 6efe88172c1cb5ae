"""Chances that come true: what a game's evaluation says, corrected by how often it proved right."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import exp
from typing import Any, Final

from ludoteca.analysis.measures import measure_of
from ludoteca.bots.bot import knowledge_of
from ludoteca.kernel.game import Game
from ludoteca.kernel.state import State

MOMENTS: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
SAID: Final = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98)
"""The rows and the columns of a table of odds: how far a match has come, and the chance that is said."""


class Calibration:
    """Corrects the chances of one game as `measures.toml` says for each number of seats."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.measure = measure_of(game.name)

    def of(self, state: State, chances: Sequence[float]) -> list[float]:
        """What the evaluation says of a state, as it comes true. A result is certain."""
        powers = self.measure.chances.get(str(state.seats))
        odds = self.measure.odds.get(str(state.seats))
        if state.result is not None or (powers is None and odds is None):
            return list(chances)
        progress = progress_of(self.game, state)
        if odds is not None:
            return [looked_up(chance, odds, progress) for chance in chances]
        assert powers is not None
        return corrected(chances, powers, progress)


def progress_of(game: Game[Any], state: Any) -> float:
    """How far a match has come, from 0 to 1, by the calendar of the evaluation, or by its rounds; 0 where it
    has neither.
    """
    fitted = knowledge_of(game).fitted
    rounds = measure_of(game.name).rounds
    if rounds:
        return min(1.0, float(state.round) / rounds)
    if fitted is None or fitted.weights.target != "score":
        return 0.0
    last: int = fitted.weights.last
    moments = [fitted.moment(state, seat) for seat in range(state.seats)]
    return sum(moments) / (last * len(moments))


def corrected(chances: Sequence[float], powers: Sequence[float], progress: float) -> list[float]:
    """Chances raised to a power, early and late in a match, and made to add up to one again."""
    power = powers[0] + progress * (powers[1] - powers[0])
    raised = [max(0.0, chance) ** power for chance in chances]
    whole = sum(raised)
    return [chance / whole for chance in raised]


def looked_up(chance: float, odds: Sequence[Sequence[float]], progress: float) -> float:
    """A chance of seats that win together, by a table of the logarithms of the odds that came true."""
    found = sum(share * odds[row][column] for row, column, share in cells(chance, progress))
    return 1.0 / (1.0 + exp(-found))


def cells(chance: float, progress: float) -> list[tuple[int, int, float]]:
    """The four cells of the table around a chance that is said at some moment, and what each counts."""
    row, further = _between(progress, MOMENTS)
    column, more = _between(chance, SAID)
    return [
        (row, column, (1.0 - further) * (1.0 - more)),
        (row, column + 1, (1.0 - further) * more),
        (row + 1, column, further * (1.0 - more)),
        (row + 1, column + 1, further * more),
    ]


def _between(value: float, marks: Sequence[float]) -> tuple[int, float]:
    """The last mark that a value has reached, but for the very last, and its share of the way to the next."""
    place = min(bisect_right(marks, value), len(marks) - 1) - 1
    return place, min(1.0, (value - marks[place]) / (marks[place + 1] - marks[place]))
