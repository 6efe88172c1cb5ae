"""RLCard's games: random play through `env.step`, which encodes what the player sees at every turn."""

import random
import sys
from pathlib import Path

import rlcard

sys.path.insert(0, str(Path(__file__).parent.parent))
from slices import serve

GAMES = (
    "blackjack",
    "leduc-holdem",
    "limit-holdem",
    "no-limit-holdem",
    "uno",
    "doudizhu",
    "mahjong",
    "gin-rummy",
    "bridge",
)


def playing(env):
    def play():
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            options = list(state["legal_actions"])
            state, _ = env.step(options[int(random.random() * len(options))])
            decisions += 1
        return decisions

    return play


serve({f"rlcard:{name}": playing(rlcard.make(name, config={"seed": 1})) for name in GAMES})
