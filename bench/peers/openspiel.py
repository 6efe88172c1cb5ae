"""OpenSpiel's C++ games, random play, driven from Python and wholly in C++ (`evaluate_bots`)."""

import random
import sys
from pathlib import Path

import pyspiel

sys.path.insert(0, str(Path(__file__).parent.parent))
from slices import serve

GAMES = (
    "backgammon",
    "chess",
    "chinese_checkers",
    "connect_four",
    "dou_dizhu",
    "gin_rummy",
    "go(board_size=9)",
    "hanabi",
    "hearts",
    "hive",
    "liars_dice",
    "quoridor",
    "sheriff",
    "yacht",
)


def from_python(game):
    def play():
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, weights)[0])
            else:
                options = state.legal_actions()
                state.apply_action(options[int(random.random() * len(options))])
                decisions += 1
        return decisions

    return play


def natively(game):
    bots = [pyspiel.make_uniform_random_bot(player, player + 7) for player in range(game.num_players())]
    share = []

    def play():
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, random.randrange(1 << 30))
        if (
            len(share) < 20
        ):  # which part of the moves are decisions; looked at only a few times since it is slow
            share.append(sum(move.player >= 0 for move in state.full_history()) / max(1, state.move_number()))
        return state.move_number() * sum(share) / len(share)

    return play


subjects = {}
for name in GAMES:
    game = pyspiel.load_game(name)
    if game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL:
        subjects[f"openspiel-python:{name}"] = from_python(game)
        subjects[f"openspiel-native:{name}"] = natively(game)
serve(subjects)
