"""PettingZoo's own classic games, timed on demand: as environments, and as games played at random."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

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


def game(name: str) -> Any:
    return import_module(f"pettingzoo.classic.{name}").env()


def decisions(env: Any) -> Callable[[], int]:
    """Plays one match in the loop of PettingZoo's documentation and returns how many decisions it took."""
    env.reset()
    for agent in env.possible_agents:
        env.action_space(agent).seed(1)

    def play() -> int:
        env.reset()
        taken = 0
        for agent in env.agent_iter():
            seen, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = seen["action_mask"] if isinstance(seen, dict) else info.get("action_mask")
            env.step(env.action_space(agent).sample(mask))
            taken += 1
        return taken

    return play


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    subjects = {f"classic:{name}": turns(game(name)) for name in GAMES}
    serve(subjects | {f"classic-play:{name}": decisions(game(name)) for name in GAMES})
