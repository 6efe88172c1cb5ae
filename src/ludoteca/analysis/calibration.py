"""Chances that come true: what a game's evaluation says, corrected by how often it proved right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.analysis.measures import measure_of
from ludoteca.bots.bot import knowledge_of
from ludoteca.kernel.game import Game
from ludoteca.kernel.state import State


class Calibration:
    """Corrects the chances of one game as `measures.toml` says for each number of seats."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.numbers = measure_of(game.name).chances

    def of(self, state: State, chances: Sequence[float]) -> list[float]:
        """What the evaluation says of a state, as it comes true. A result is certain."""
        numbers = self.numbers.get(str(state.seats))
        if numbers is None or state.result is not None:
            return list(chances)
        return corrected(chances, numbers, progress_of(self.game, state))


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


def corrected(chances: Sequence[float], numbers: Sequence[float], progress: float) -> list[float]:
    """Chances raised to a power, early and late in a match, and made to add up to one again. Where seats win
    together, their odds are raised to the power and multiplied by a factor, early and late.
    """
    power = numbers[0] + progress * (numbers[1] - numbers[0])
    if abs(sum(chances) - 1.0) > 0.01 or len(chances) == 1:
        factor = numbers[2] + progress * (numbers[3] - numbers[2])
        return [_weighed(chance, power, factor) for chance in chances]
    raised = [max(0.0, chance) ** power for chance in chances]
    whole = sum(raised)
    return [chance / whole for chance in raised]


def _weighed(chance: float, power: float, factor: float) -> float:
    yes, no = factor * max(0.0, chance) ** power, max(0.0, 1.0 - chance) ** power
    return yes / (yes + no) if yes + no > 0.0 else chance
