"""How a position looks to a player: features and an evaluation for bots."""

from __future__ import annotations

from ludoteca.games.bello_divorum.state import BelloState


def evaluate(state: BelloState, seat: int) -> float:
    if state.result is not None:
        return state.result.payoffs()[seat]
    return 0.5
