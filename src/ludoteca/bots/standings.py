"""How every seat stands in a world, as a search counts it: chances, points, or the lead over the others."""

from __future__ import annotations

from typing import Any, final

from ludoteca.bots.bot import knowledge_of
from ludoteca.bots.settings import POINTS, SearchSettings
from ludoteca.kernel.game import Game
from ludoteca.kernel.state import State


@final
class Standings:
    """Judges worlds by the settings `measure` and `lead`. `now` is a world of the moment of the decision."""

    def __init__(self, game: Game[Any], settings: SearchSettings) -> None:
        self.knowledge = knowledge_of(game)
        self.counts_points = settings.measure == POINTS
        self.lead = settings.lead
        self.now: State | None = None

    def of(self, world: State) -> list[float]:
        """How every seat stands: its chances, or how far they lie above the best rival's."""
        own = self.chances(world)
        return drawn_to_lead(own, self.lead) if self.lead > 0.0 and len(own) > 1 else own

    def chances(self, world: State) -> list[float]:
        """Everybody's chance of winning; or, counted in points, what they would mean for it now."""
        if self.counts_points:
            expected = self.knowledge.expected_scores
            if expected is not None:
                meant: list[float] = expected.chances(self.now, expected.scores(world))
                return meant
        result = world.result
        found: list[float] = self.knowledge.win_chances(world) if result is None else result.payoffs()
        return found


def drawn_to_lead(own: list[float], lead: float) -> list[float]:
    """Chances, moved by a share of `lead` towards how far they lie above the best rival's."""
    first = second = -1.0
    leader = -1
    for seat in range(len(own)):
        value = own[seat]
        if value > first:
            second = first
            first = value
            leader = seat
        elif value > second:
            second = value
    found: list[float] = []
    for seat in range(len(own)):
        rival = second if seat == leader else first
        value = own[seat]
        found.append(value + lead * (0.5 + 0.5 * (value - rival) - value))
    return found
