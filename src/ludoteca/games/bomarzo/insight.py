"""How a position looks to a player: features and an evaluation for bots."""

from __future__ import annotations

from ludoteca.games.bomarzo.state import BomarzoState


def evaluate(state: BomarzoState, seat: int) -> float:
    """For now the points."""
    if state.result is not None:
        return state.result.payoffs()[seat]
    return 0.5
