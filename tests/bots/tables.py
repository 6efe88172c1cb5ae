"""Tables in the middle of a match, for the tests of bots."""

from __future__ import annotations

from typing import Any

from ludoteca.bots.bot import knowledge_of
from ludoteca.bots.random_playout import random_playout
from ludoteca.games import load
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, State


def under_way(
    name: str, seats: int, seed: int, decisions: int, options: dict[str, Any] | None = None
) -> tuple[Game[Any], State]:
    """A match after some random decisions, with a seat awaited that has something to weigh."""
    game = load(name)
    state: State = game.start(game.setup(seats, options))
    state.settle()
    croupier = Seeded(seed)
    source = Stream(seed, "test")
    random_playout(state, croupier, source, decisions)
    while not state.over:
        if state.actor == CHANCE:
            state.play(croupier.settle(state))
            continue
        routine = matter_of_course(game, state)
        if routine is None:
            return game, state
        state.play(routine)
    raise AssertionError("the match ended too early for this test")


def matter_of_course(game: Game[Any], state: State) -> Action | None:
    """The only option, or what every bot does without a thought."""
    return state.choices[0] if len(state.choices) == 1 else knowledge_of(game).routine(state)
