"""python-chess: random play with its legal moves, and copies of the board."""

import random
import sys
from pathlib import Path

import chess

sys.path.insert(0, str(Path(__file__).parent.parent))
from slices import serve

COPIES = 200
LONGEST = 400


def play():
    board, plies = chess.Board(), 0
    while plies < LONGEST and board.outcome() is None:
        moves = list(board.legal_moves)
        board.push(moves[int(random.random() * len(moves))])
        plies += 1
    return plies


midway = chess.Board()
for _ in range(20):
    midway.push(next(iter(midway.legal_moves)))


def copy():
    for _ in range(COPIES):
        midway.copy(stack=False)
    return COPIES


serve({"python-chess:chess": play, "python-chess-copy:chess": copy})
