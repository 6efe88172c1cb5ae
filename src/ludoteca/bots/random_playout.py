"""Random play at full speed, for benches, roll-outs and the laboratory."""

from __future__ import annotations

from ludoteca.kernel.croupier import Croupier
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import CHANCE, NOBODY, State


class PlayoutCounts:
    """How much was decided in a playout, and by whom."""

    def __init__(self, decisions: int, outcomes: int) -> None:
        self.decisions = decisions
        self.outcomes = outcomes


def random_playout(state: State, croupier: Croupier, source: Source, limit: int = 0) -> PlayoutCounts:
    """Play random options to the end, or for `limit` decisions. Options, forced steps and chance included."""
    decisions = 0
    outcomes = 0
    while True:
        actor = state.actor
        if actor == CHANCE:
            state.play(croupier.settle(state))
            outcomes += 1
        elif actor == NOBODY or decisions == limit > 0:
            return PlayoutCounts(decisions, outcomes)
        else:
            options = state.choices
            state.play(options[source.below(len(options))])
            decisions += 1
