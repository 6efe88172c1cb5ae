"""What the choices of a search gain on the game's own reply, where a card is to be taken in Bosa for two.

Every option of many positions is played to the end by both seats' replies, in imagined worlds and with the
same luck for all options. Then searches with several settings choose there: what their choices are worth
beyond the reply's, times the fifteen cards of a match.

    python bench/regret.py --positions 400 --plays 160 --seed 2 \
        --try '{}' --try '{"turns": 3, "measure": "chance"}'
"""

from __future__ import annotations

import argparse
import json
import sys
from statistics import mean, stdev
from typing import Any, Final

import ludoteca
from ludoteca.bots.bot import Perspective
from ludoteca.bots.lookahead import settle
from ludoteca.bots.search import Search
from ludoteca.bots.settings import settings_for
from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.bot.quick_policy import memory_of
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.games.bosa.rules.steps.turn import Take
from ludoteca.kernel.croupier import Croupier, Seeded
from ludoteca.kernel.source import Stream

CARDS: Final = 15
LAST: Final = 28  # the last card of a match leaves nothing to play on
LUCKS: Final = 1 << 30


def play_on(state: BosaState, croupier: Croupier) -> None:
    """One reply; of the goals at the end, which nobody knows a reply to, the first pair."""
    state.play((GAME.bot.quick_answer(state) or state.choices)[0])
    settle(state, croupier)


def position(seed: int, number: int) -> BosaState:
    """A match by replies up to a card that is to be taken, any of them."""
    state = GAME.start(GAME.setup(2))
    state.settle()
    croupier = Seeded(seed * 7919 + number)
    settle(state, croupier)
    left = Stream(seed, f"pos{number}").below(LAST)
    while left or not isinstance(state.step, Take):
        left -= isinstance(state.step, Take)
        play_on(state, croupier)
    return state


def worths(state: BosaState, plays: int, seed: int, number: int) -> list[float]:
    """By how many points the seat that decides wins on average after each option."""
    seat = state.actor
    perspective = Perspective(GAME, state, seat, Stream(seed, f"p{number}"))
    source = Stream(seed, f"truth{number}")
    found = [0.0] * len(state.choices)
    for _ in range(plays):
        world = perspective.imagine(source)
        luck = source.below(LUCKS)
        for option, action in enumerate(state.choices):
            twin: Any = world.copy()
            croupier = Seeded(luck)
            twin.play(action)
            settle(twin, croupier)
            while not twin.over:
                play_on(twin, croupier)
            own, other = twin.towns[seat].score, twin.towns[1 - seat].score
            found[option] += (own - other) / plays
    return found


def chosen(state: BosaState, changes: dict[str, Any], seconds: float, number: int) -> int:
    """The option that a search takes which remembers nothing of earlier ones."""
    memory = memory_of(state.ruleset)
    memory.spots.clear()
    memory.moves.clear()
    perspective = Perspective(GAME, state, state.actor, Stream(77, f"p{number}"))
    search = Search(perspective, settings_for(GAME).changed(changes), Stream(78, f"q{number}"))
    search.run(0, seconds)
    return state.choices.index(search.report().choice)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--plays", type=int, default=160)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument(
        "--try", dest="tries", action="append", type=json.loads, help="changes to the settings"
    )
    asked = parser.parse_args()
    if not ludoteca.compiled:
        print("plain Python: the compiled package finds more in the same time", file=sys.stderr)
    tries: list[dict[str, Any]] = asked.tries or [{}]
    gains: list[list[float]] = [[] for _ in tries]
    for number in range(asked.positions):
        state = position(asked.seed, number)
        worth = worths(state, asked.plays, asked.seed, number)
        usual = worth[state.choices.index(GAME.bot.quick_answer(state)[0])]
        for changes, found in zip(tries, gains, strict=True):
            found.append(CARDS * (worth[chosen(state, changes, asked.seconds, number)] - usual))
        print(f"\r{number + 1} of {asked.positions} positions ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    for changes, found in zip(tries, gains, strict=True):
        error = stdev(found) / len(found) ** 0.5 if len(found) > 1 else 0.0
        print(f"{mean(found):6.1f} ± {error:.1f} points a match  {json.dumps(changes)}")


if __name__ == "__main__":
    main()
