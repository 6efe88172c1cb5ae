"""Our games: random play to the end with options, forced steps and chance; and copies of a state."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from slices import serve

from ludoteca.bots.playout import random_playout
from ludoteca.games import load, names
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream

COPIES = 2_000


def random_play(game: Game[Any], seats: int) -> Callable[[], int]:
    setup = game.setup(seats)
    seeds = itertools.count()

    def play() -> int:
        seed = next(seeds)
        state = game.start(setup)
        state.settle()
        return random_playout(state, Seeded(seed), Stream(seed, "bots")).decisions

    return play


def copying(game: Game[Any], seats: int) -> Callable[[], int]:
    state = game.start(game.setup(seats))
    state.settle()
    random_playout(state, Seeded(1), Stream(1, "bots"), 40)

    def play() -> int:
        for _ in range(COPIES):
            state.copy()
        return COPIES

    return play


def subjects() -> dict[str, Callable[[], int]]:
    found: dict[str, Callable[[], int]] = {}
    for name in names():
        game = load(name)
        seats = (game.least + game.most + 1) // 2
        found[f"{name}-{seats}"] = random_play(game, seats)
        found[f"{name}-{seats}-copy"] = copying(game, seats)
    return found


if __name__ == "__main__":
    serve(subjects())
