"""OpenSpiel's C++ games: random play driven from Python and wholly in C++ (`evaluate_bots`), copies of a
state (`clone`), and its search: MCTS in Python and in C++, and IS-MCTS in both.
"""

import itertools
import random
import sys
from pathlib import Path

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

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
COPIED = ("backgammon", "chess", "gin_rummy", "hearts")
# As long as a match of Bosa for two, which takes about 120 decisions: 120, 90 and 90.
OPEN = ("go(board_size=9)", "backgammon")
HIDDEN = ("gin_rummy",)
COPIES = 500
AFTER = (2, 10, 20, 30, 40, 50)
UCT = 1.4


def chance(state):
    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
    return random.choices(outcomes, weights)[0]


def from_python(game):
    def play():
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance(state))
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
        if len(share) < 20:  # which part of the moves are decisions; a few looks, since looking is slow
            share.append(sum(move.player >= 0 for move in state.full_history()) / max(1, state.move_number()))
        return state.move_number() * sum(share) / len(share)

    return play


def position(game, decisions):
    """A state after so many random decisions at which a player has a choice."""
    while True:
        state, made = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance(state))
                continue
            options = state.legal_actions()
            if made >= decisions and len(options) > 1:
                return state
            state.apply_action(random.choice(options))
            made += 1


def copying(game):
    state = position(game, 20)

    def play():
        for _ in range(COPIES):
            state.clone()
        return COPIES

    return play


def searching(game, bot, simulations):
    states = itertools.cycle([position(game, decisions) for decisions in AFTER])

    def play():
        bot.step(next(states))
        return simulations

    return play


def python_rollouts(longest=None):
    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(7), longest)


def python_mcts(game, simulations, longest=None):
    luck = np.random.RandomState(7)
    bot = mcts.MCTSBot(game, UCT, simulations, python_rollouts(longest), solve=False, random_state=luck)
    return searching(game, bot, simulations)


def native_mcts(game, simulations):
    rollouts = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.MCTSBot(game, rollouts, UCT, simulations, 500, False, 7, False)
    return searching(game, bot, simulations)


def python_ismcts(game, simulations, longest=None):
    luck = np.random.RandomState(7)
    bot = ismcts.ISMCTSBot(game, python_rollouts(longest), UCT, simulations, random_state=luck)
    return searching(game, bot, simulations)


def native_ismcts(game, simulations):
    final = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    rollouts = pyspiel.RandomRolloutEvaluator(1, 7)
    bot = pyspiel.ISMCTSBot(7, rollouts, UCT, simulations, -1, final, False, False)
    return searching(game, bot, simulations)


def subjects():
    found = {}
    for name in GAMES:
        game = pyspiel.load_game(name)
        found[f"openspiel-python:{name}"] = from_python(game)
        found[f"openspiel-native:{name}"] = natively(game)
    for name in COPIED:
        found[f"openspiel-copy:{name}"] = copying(pyspiel.load_game(name))
    for name in OPEN:
        game = pyspiel.load_game(name)
        found[f"openspiel-mcts-python-10:{name}"] = python_mcts(game, 40, 10)
        found[f"openspiel-mcts-python-end:{name}"] = python_mcts(game, 10)
        found[f"openspiel-mcts-native-end:{name}"] = native_mcts(game, 200)
    for name in HIDDEN:
        game = pyspiel.load_game(name)
        found[f"openspiel-ismcts-python-10:{name}"] = python_ismcts(game, 40, 10)
        found[f"openspiel-ismcts-python-end:{name}"] = python_ismcts(game, 10)
        found[f"openspiel-ismcts-native-end:{name}"] = native_ismcts(game, 100)
    return found


serve(subjects())
