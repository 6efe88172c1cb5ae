"""Catanatron's random players."""

import sys
from pathlib import Path

from catanatron.game import Game
from catanatron.models.player import Color, RandomPlayer

sys.path.insert(0, str(Path(__file__).parent.parent))
from slices import serve


def play():
    game = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
    game.play()
    return len(getattr(game.state, "action_records", None) or game.state.actions)


serve({"catanatron:random-4": play})
