"""PettingZoo's own classic games, timed on demand."""

from __future__ import annotations

import sys
import warnings
from importlib import import_module
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from slices import serve
from turns import turns

GAMES = (
    "chess_v6",
    "connect_four_v3",
    "go_v5",
    "hanabi_v5",
    "leduc_holdem_v4",
    "rps_v2",
    "texas_holdem_no_limit_v6",
    "texas_holdem_v4",
    "tictactoe_v3",
)

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    serve({f"classic:{name}": turns(import_module(f"pettingzoo.classic.{name}").env()) for name in GAMES})
