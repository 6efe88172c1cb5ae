"""How many iterations a second the search makes on one core, for a few kinds of search.

python bench/search_speed.py bosa --players 2

Positions come from random play, early to late in a match; CPU time is taken, not the clock on the wall.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import ludoteca
from ludoteca.bots.bot import Perspective
from ludoteca.bots.random_playout import random_playout
from ludoteca.bots.search import Search
from ludoteca.bots.settings import SearchSettings
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, State

KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("roll-outs of ten random decisions", {"prior": 0.0, "roll_out": 10}),
    ("the same, eight looks in a world", {"prior": 0.0, "roll_out": 10, "redeal": 8}),
    ("evaluation asked about every option", {}),
    ("greedy play to the end of the turn", {"depth": 1, "turns": 1, "policy": "greedy", "noise": 0.0}),
)
DECISIONS = (6, 20, 40, 60, 80, 100)


def position(name: str, players: int, decisions: int) -> State:
    game = load(name)
    for seed in range(1000):
        state: State = game.start(game.setup(players))
        state.settle()
        croupier = Seeded(seed)
        random_playout(state, croupier, Stream(seed, "bench"), decisions)
        while state.actor == CHANCE:
            state.play(croupier.settle(state))
        if not state.over and len(state.choices) > 1:
            return state
    raise SystemExit(f"no match of {name} lasts {decisions} decisions")


def main() -> None:
    parser = argparse.ArgumentParser(description="Iterations a second of the search.")
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--iterations", type=int, default=400)
    asked = parser.parse_args()
    game = load(asked.game)
    players = asked.players or game.least
    states = [position(asked.game, players, decisions) for decisions in DECISIONS]
    print(f"{game.title}, {players} players, {'compiled' if ludoteca.compiled else 'plain Python'}")
    for told, changes in KINDS:
        spent, done = 0.0, 0
        for number, state in enumerate(states):
            perspective = Perspective(game, state, state.actor, Stream(number))
            search = Search(perspective, SearchSettings().changed(changes), Stream(number))
            started = time.process_time()
            search.run(asked.iterations, -1.0)
            spent += time.process_time() - started
            done += search.iterations
        print(f"  {told:36} {done / spent:10,.0f} iterations a second")


if __name__ == "__main__":
    main()
