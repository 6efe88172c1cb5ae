"""Tables in the middle of a match, for the tests of bots."""

from __future__ import annotations

from typing import Any

from ludoteca.bots.playout import random_playout
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, State


def under_way(
    name: str, seats: int, seed: int, decisions: int, options: dict[str, Any] | None = None
) -> tuple[Game[Any], State]:
    """A match after some random decisions, with a seat awaited that has something to choose."""
    game = load(name)
    state: State = game.start(game.setup(seats, options))
    state.settle()
    croupier = Seeded(seed)
    source = Stream(seed, "test")
    random_playout(state, croupier, source, decisions)
    while state.actor == CHANCE or (state.actor >= 0 and len(state.choices) < 2):
        state.play(croupier.settle(state) if state.actor == CHANCE else state.choices[0])
    assert not state.over, "the match ended too early for this test"
    return game, state
