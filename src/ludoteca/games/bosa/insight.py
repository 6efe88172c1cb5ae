"""How a position looks to a player: features and an evaluation for bots."""

from __future__ import annotations

from ludoteca.games.bosa.state import BosaState


def evaluate(state: BosaState, seat: int) -> float:
    return 0.5
