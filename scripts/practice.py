"""Plays a little of everything, so that the compiler learns what is done often: see `make fast`.

python scripts/practice.py                 half a minute for each game
python scripts/practice.py --seconds 5

What nobody does here is taken for rare and compiled to be small, not fast.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

import numpy as np

import ludoteca as lt
from ludoteca.games import HOUSE_GAMES, load

TABLES = 256
PAUSE = 12
"""Decisions between two pictures of a match."""
BOTS = ("greedy:4", "level:regular", "ismcts:20")


def learners(game: str) -> Callable[[], None]:
    """One step of many tables at once, by random legal actions."""
    tables = lt.vector(game, TABLES, seed=1)
    chance = np.random.default_rng(1)

    def step() -> None:
        tables.step((tables.masks * chance.random(tables.masks.shape)).argmax(axis=1))

    return step


def lookers(game: str) -> Callable[[], None]:
    """Some decisions of a match between bots, then its board, wide or narrow, and all in words."""
    turn = 0
    match = lt.match(game, seed=1)

    def play_and_look() -> None:
        nonlocal turn, match
        turn += 1
        for _ in range(PAUSE):
            if match.result is not None:
                match = lt.match(game, seed=turn)
            match.play(match.ask(BOTS[turn % len(BOTS)]))
        match.board(narrow=bool(turn % 2)).svg()
        str(match)
        match.log()

    return play_and_look


def crowds(game: str) -> Callable[[], None]:
    """Matches between random bots, as the laboratory plays them by the million."""

    def simulate() -> None:
        lt.simulate(game, 20, bots="random", seed=1)

    return simulate


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=30, help="for each game")
    seconds = parser.parse_args().seconds
    for number, game in enumerate(HOUSE_GAMES, 1):
        print(f"practising {load(game).name} ({number} of {len(HOUSE_GAMES)})", file=sys.stderr)
        for practice in (learners(game), lookers(game), crowds(game)):
            until = time.monotonic() + seconds / 3
            while time.monotonic() < until:
                practice()


if __name__ == "__main__":
    main()
