"""Catanatron's random players, and copies of its game."""

import sys
from pathlib import Path

from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer

sys.path.insert(0, str(Path(__file__).parent.parent))
from slices import serve

COLOURS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
COPIES = 20


def table():
    return Game([RandomPlayer(colour) for colour in COLOURS])


def play():
    game = table()
    game.play()
    return len(getattr(game.state, "action_records", None) or game.state.actions)


midway = table()
for _ in range(120):
    midway.play_tick()


def copy():
    for _ in range(COPIES):
        midway.copy()
    return COPIES


serve({"catanatron:random-4": play, "catanatron-copy:random-4": copy})
