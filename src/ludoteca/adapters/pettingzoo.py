"""Every game as a PettingZoo AEC environment.

    from ludoteca.adapters import pettingzoo

    env = pettingzoo.env("bosa", seats=3)

Agents are `seat_0`, `seat_1` and so on. An observation is a dictionary: `observation` is the vector of what
the seat knows (`env.encoder.describe()` says what each slot means), `action_mask` a 1 for each action it may
take. Rewards come only at the end: one victory divided among the winners, so a single winner gets 1 and the
others 0; seats that win together as a team get 1 each. Every agent's last `info` holds places, scores, reason
and record of the match. Chance happens inside `reset` and `step`. An illegal action is refused with the rule
that forbids it, and nothing changes.

`parallel_env("bosa", seats=3)` is the same table in PettingZoo's parallel form: all agents are observed at
every step, and only the action of the awaited one counts, whose mask is the only one with a 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from secrets import randbits
from typing import Any

from ludoteca.adapters.observation import Encoder, encoder, final_info
from ludoteca.bots.batch import Course
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, State

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError:
    raise LudotecaError("this environment needs PettingZoo: pip install ludoteca[adapters]") from None

SEEDS = 1 << 31


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table whose seats are agents."""

    metadata: dict[str, Any]

    def __init__(self, encoder: Encoder, render_mode: str | None = None) -> None:
        super().__init__()
        self.encoder = encoder
        self.render_mode = render_mode
        self.metadata = {
            "name": f"ludoteca_{encoder.game.name}_v0",
            "render_modes": ["ansi", "human"],
            "render_fps": 4,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(encoder.setup.seats)]
        self.agents: list[str] = []
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        actions = len(encoder.decisions)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-1.0, 1.0, (encoder.size,), np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._luck: Stream | None = None
        self._table: State | None = None
        self._croupier = Seeded(0)
        self._course = Course(0)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def table(self) -> State:
        """The true state, hidden things included: for whoever examines, never for an agent."""
        if self._table is None:
            raise LudotecaError("call reset() before anything else")
        return self._table

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Lay the table anew. Without a seed the luck goes on from where the last one led."""
        if seed is not None or self._luck is None:
            self._luck = Stream(randbits(62) if seed is None else seed, "matches")
        deal = self._luck.below(SEEDS)
        self._croupier = Seeded(deal)
        self._course = Course(deal)
        self._table = self.encoder.game.start(self.encoder.setup)
        self._table.settle()
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._go_on(self._table)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seats[agent]
        table = self.table
        return {
            "observation": self.encoder.vector(table, seat),
            "action_mask": self.encoder.mask(table, seat),
        }

    def step(self, action: int | None) -> None:
        table = self.table
        if table.result is not None:
            if self.agents:
                self._was_dead_step(action)
            return
        if action is None:
            raise LudotecaError(f"{self.agent_selection} is awaited and has to take an action")
        self._play(table, self.encoder.decision(table, action))
        self._go_on(table)

    def _play(self, table: State, action: Action) -> None:
        self._course.actions.append(action)
        table.play(action)

    def _go_on(self, table: State) -> None:
        """Let chance speak until a seat is awaited; at the end, give everybody what it has won."""
        while table.actor == CHANCE:
            self._play(table, self._croupier.settle(table))
        if table.result is None:
            self.agent_selection = self.possible_agents[table.actor]
            return
        record = self.encoder.record(self._course, table.result, self.possible_agents)
        for agent, share in zip(self.agents, table.result.payoffs(), strict=True):
            self.rewards[agent] = share
            self.terminations[agent] = True
            self.infos[agent] = final_info(table.result, record)
        self._cumulative_rewards = dict(self.rewards)
        self.agent_selection = self.agents[0]

    def render(self) -> str | None:
        """The open table as text: returned (`ansi`) or printed (`human`)."""
        text = self.encoder.text(self.table)
        if self.render_mode == "human":
            print(text)
            return None
        return text

    def close(self) -> None:
        """There is nothing to close."""


class ParallelTableEnv(ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """A table whose seats are agents, all asked at every step; only the awaited one's answer counts."""

    metadata: dict[str, Any]

    def __init__(self, encoder: Encoder, render_mode: str | None = None) -> None:
        self.turns = TableEnv(encoder, render_mode)
        """The same table, agent by agent."""
        self.encoder = encoder
        self.render_mode = render_mode
        self.metadata = {**self.turns.metadata, "is_parallelizable": True}
        self.possible_agents = self.turns.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.turns.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.turns.action_space(agent)

    @property
    def awaited(self) -> str:
        """The agent whose action counts in the next step."""
        return str(self.turns.agent_selection)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, dict[str, Any]], dict[str, dict[str, Any]]]:
        """Lay the table anew. Without a seed the luck goes on from where the last one led."""
        self.turns.reset(seed, options)
        self.agents = self.possible_agents[:]
        return self._observations(), dict(self.turns.infos)

    def step(
        self, actions: Mapping[str, int]
    ) -> tuple[
        dict[str, dict[str, Any]],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        """Take the action of the awaited agent; what the others send is not looked at."""
        if not self.agents:
            raise LudotecaError("the match is over; call reset() to begin another one")
        self.turns.step(actions.get(self.awaited))
        if self.turns.table.over:
            self.agents = []
        turns = self.turns
        told = dict(turns.rewards), dict(turns.terminations), dict(turns.truncations), dict(turns.infos)
        return self._observations(), *told

    def _observations(self) -> dict[str, dict[str, Any]]:
        return {agent: self.turns.observe(agent) for agent in self.possible_agents}

    def render(self) -> str | None:
        """The open table as text: returned (`ansi`) or printed (`human`)."""
        return self.turns.render()

    def close(self) -> None:
        """There is nothing to close."""


def env(
    game: Game[Any] | str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    edition: Path | str | None = None,
    render_mode: str | None = None,
) -> TableEnv:
    """A game, by its name, for a number of seats (by default the fewest possible)."""
    return TableEnv(encoder(game, seats, options, edition), render_mode)


def parallel_env(
    game: Game[Any] | str,
    seats: int | None = None,
    options: Mapping[str, Any] | None = None,
    edition: Path | str | None = None,
    render_mode: str | None = None,
) -> ParallelTableEnv:
    """The same in parallel form: all agents are asked at every step."""
    return ParallelTableEnv(encoder(game, seats, options, edition), render_mode)
