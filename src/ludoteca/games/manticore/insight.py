"""How good a position looks."""

from __future__ import annotations

from ludoteca.games.manticore.state import ManticoreState


def evaluate(state: ManticoreState, seat: int) -> float:
    if state.result is not None:
        return 1.0 if seat in state.result.winners else 0.0
    return 0.5
