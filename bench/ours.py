"""Our games: random play to the end with options, forced steps and chance; copies of a state; the search."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from search_speed import DECISIONS, position
from slices import serve

from ludoteca.bots.bot import Perspective
from ludoteca.bots.random_playout import random_playout
from ludoteca.bots.search import Search
from ludoteca.bots.settings import SearchSettings
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream

COPIES = 2_000
ITERATIONS = 400
TO_THE_END = 1_000


def random_play(game: Game[Any], seats: int) -> Callable[[], float]:
    setup = game.setup(seats)
    seeds = itertools.count()

    def play() -> float:
        seed = next(seeds)
        state = game.start(setup)
        state.settle()
        return random_playout(state, Seeded(seed), Stream(seed, "bots")).decisions

    return play


def copying(game: Game[Any], seats: int) -> Callable[[], float]:
    state = game.start(game.setup(seats))
    state.settle()
    random_playout(state, Seeded(1), Stream(1, "bots"), 40)

    def play() -> float:
        for _ in range(COPIES):
            state.copy()
        return COPIES

    return play


def searching(name: str, roll_out: int) -> Callable[[], float]:
    """Searches from positions early to late in matches of the fewest seats, in turn."""
    game = load(name)
    settings = SearchSettings().changed({"prior": 0.0, "roll_out": roll_out})
    places = itertools.cycle(
        [(place, position(name, game.least, after)) for place, after in enumerate(DECISIONS)]
    )

    def play() -> float:
        number, state = next(places)
        search = Search(Perspective(game, state, state.actor, Stream(number)), settings, Stream(number))
        search.run(ITERATIONS, -1.0)
        return search.iterations

    return play


def middle_seats(game: Game[Any]) -> int:
    return (game.least + game.most + 1) // 2


def subjects() -> dict[str, Callable[[], float]]:
    found: dict[str, Callable[[], float]] = {}
    for name in HOUSE_GAMES:
        game = load(name)
        seats = middle_seats(game)
        found[f"ours-play:{name}-{seats}"] = random_play(game, seats)
        found[f"ours-copy:{name}-{seats}"] = copying(game, seats)
    for name in HOUSE_GAMES:
        found[f"ours-ismcts-10:{name}-{load(name).least}"] = searching(name, 10)
    found["ours-ismcts-end:bosa-2"] = searching("bosa", TO_THE_END)
    return found


if __name__ == "__main__":
    serve(subjects())
