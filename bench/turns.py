"""The loop that PettingZoo's `performance_benchmark` runs, one match at a time, for any environment."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np


def turns(env: Any) -> Callable[[], int]:
    """Plays one match with random legal actions and returns how many turns it took."""

    def play() -> int:
        env.reset()
        taken = 0
        while True:
            for agent in env.agent_iter(env.num_agents):
                seen, _, over, cut, info = env.last()
                env.step(None if over or cut else choose(env, agent, seen, info))
                taken += 1
                if all(env.terminations.values()) or all(env.truncations.values()):
                    return taken

    return play


def choose(env: Any, agent: str, seen: Any, info: Any) -> Any:
    holder = seen if isinstance(seen, dict) else info
    if "action_mask" in holder:
        return random.choice(np.flatnonzero(holder["action_mask"]).tolist())
    return env.action_space(agent).sample()
