"""Chances that come true: what a game's evaluation says, tempered by how often it proved right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.analysis.measures import measure_of
from ludoteca.bots.bot import knowledge_of
from ludoteca.kernel.game import Game
from ludoteca.kernel.state import State


class Calibration:
    """Tempers the chances of one game as `measures.toml` says."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.measure = measure_of(game.name)
        self.needed = (self.measure.early, self.measure.late) != (1.0, 1.0)

    def of(self, state: State, chances: Sequence[float]) -> list[float]:
        """What the evaluation says of a state, as it comes true. A result is certain."""
        if not self.needed or state.result is not None:
            return list(chances)
        share = progress_of(self.game, state)
        return tempered(chances, self.measure.early + share * (self.measure.late - self.measure.early))


def progress_of(game: Game[Any], state: State) -> float:
    """How far a match has come, from 0 to 1, by the calendar of the evaluation; 0 where it has none."""
    fitted = knowledge_of(game).fitted
    if fitted is None or fitted.weights.target != "score":
        return 0.0
    last: int = fitted.weights.last
    return sum(fitted.moment(state, seat) for seat in range(state.seats)) / (last * state.seats)


def tempered(chances: Sequence[float], power: float) -> list[float]:
    """Chances made less sharp by a power below 1, sharper by one above.

    Where seats win together their chances do not add up to one: then each is weighed against its contrary.
    """
    if power == 1.0:
        return list(chances)
    total = sum(chances)
    if abs(total - 1.0) > 0.01 or len(chances) == 1:
        return [_weighed(chance, power) for chance in chances]
    raised = [max(0.0, chance) ** power for chance in chances]
    whole = sum(raised)
    return [chance / whole for chance in raised]


def _weighed(chance: float, power: float) -> float:
    yes, no = max(0.0, chance) ** power, max(0.0, 1.0 - chance) ** power
    return yes / (yes + no) if yes + no > 0.0 else chance
