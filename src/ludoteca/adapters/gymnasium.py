"""Every game as a Gymnasium environment: one seat against bots.

    import gymnasium

    env = gymnasium.make("ludoteca.adapters.gymnasium:ludoteca/Bosa-v0", seats=3, opponents="greedy")

Gymnasium imports the module before the colon; after `import ludoteca.adapters.gymnasium` the rest of the
name is enough.

The observation is the vector of what the seat knows (`env.unwrapped.encoder.describe()` says what each slot
means). `info["action_mask"]` has a 1 for each action the seat may take now. An action outside the mask
changes nothing and is rewarded with `penalty`; `info["refusal"]` says why it was refused. The reward of the
last step is the seat's share of the victory, from 0 to 1; its `info` holds places, scores, reason and record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludoteca.adapters.observation import encoder, final_info
from ludoteca.adapters.vector_processes import make_vector
from ludoteca.bots.batch import Course
from ludoteca.bots.bot import Deed, Perspective, observe
from ludoteca.bots.by_name import BotLike, seat_bot
from ludoteca.bots.own_bot_finder import spelling
from ludoteca.games import names as games
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, State

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
    from numpy.typing import NDArray
except ImportError:
    raise LudotecaError("this environment needs Gymnasium: pip install ludoteca[adapters]") from None

SEEDS = 1 << 31
PENALTY = -0.01


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a table; bots sit in the others.

    `opponents` names one bot for all other seats, or one for each in the order of the seats: `"greedy"`,
    `["ismcts:100", "random"]`; bots of your own as well.
    """

    metadata = {"render_modes": ["ansi", "human"], "render_fps": 4}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        game: Game[Any] | str,
        seats: int | None = None,
        seat: int = 0,
        opponents: BotLike | Sequence[BotLike] = "greedy",
        options: Mapping[str, Any] | None = None,
        edition: Path | str | None = None,
        penalty: float = PENALTY,
        render_mode: str | None = None,
    ) -> None:
        self.encoder = encoder(game, seats, options, edition)
        players = self.encoder.setup.seats
        if not 0 <= seat < players:
            raise LudotecaError(f"there is no seat {seat} at a table of {players}")
        self.opponents = seated_opponents(opponents, seat, players)
        self.seat = seat
        self.bots = [seat_bot(bot) for bot in self.opponents]
        self.penalty = penalty
        self.render_mode = render_mode
        self.observation_space = spaces.Box(-1.0, 1.0, (self.encoder.size,), np.float32)
        self.action_space = spaces.Discrete(len(self.encoder.decisions))
        self._table: State | None = None
        self._croupier = Seeded(0)
        self._sources: list[Stream] = []
        self._stories: list[list[Deed]] = []
        self._course = Course(0)

    @property
    def table(self) -> State:
        """The true state, hidden things included: for whoever examines, never for the agent."""
        if self._table is None:
            raise LudotecaError("call reset() before anything else")
        return self._table

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Lay the table anew and play until the seat is awaited."""
        super().reset(seed=seed)
        luck = int(self.np_random.integers(SEEDS))
        self._croupier = Seeded(luck)
        self._course = Course(luck)
        self._sources = [Stream(luck, f"bot {seat}") for seat in range(len(self.bots))]
        self._stories = [[] for _ in self.bots]
        self._table = self.encoder.game.start(self.encoder.setup)
        self._table.settle()
        self._let_others_play()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Take an action, and let the bots answer until the seat is awaited again."""
        table = self.table
        if table.over:
            raise LudotecaError("the match is over; call reset() to begin another one")
        wanted = self.encoder.decisions[int(action)]
        if wanted not in table.choices:
            info = {**self._info(), "refusal": self.encoder.refusal(table, wanted)}
            return self._observation(), self.penalty, False, False, info
        self._play(wanted)
        self._let_others_play()
        if table.result is None:
            return self._observation(), 0.0, False, False, self._info()
        names = [spelling(bot) for bot in self.opponents]
        names[self.seat] = "learner"
        info = self._info() | final_info(table.result, self.encoder.record(self._course, table.result, names))
        return self._observation(), table.result.payoffs()[self.seat], True, False, info

    def _play(self, action: Action) -> None:
        observe(self._stories, self.table, action)
        self._course.actions.append(action)
        self.table.play(action)

    def _let_others_play(self) -> None:
        table = self.table
        while not table.over and table.actor != self.seat:
            seat = table.actor
            if seat == CHANCE:
                action = self._croupier.settle(table)
            else:
                source = self._sources[seat]
                perspective = Perspective(
                    self.encoder.game, table, seat, source, self._stories[seat], (), self.encoder.setup
                )
                action = self.bots[seat].choose(perspective, source)
            self._play(action)

    def _observation(self) -> NDArray[np.float32]:
        return self.encoder.vector(self.table, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.encoder.mask(self.table, self.seat)}

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask under the name that maskable learners ask for."""
        return self.encoder.mask(self.table, self.seat).astype(np.bool_)

    def render(self) -> str | None:
        """The table as the seat sees it: returned (`ansi`) or printed (`human`)."""
        text = self.encoder.text(self.table, self.seat)
        if self.render_mode == "human":
            print(text)
            return None
        return text


class SeatVectorEnv(VectorEnv[Any, Any, Any]):
    """One seat of many tables; bots sit in the others.

    A table whose match ends begins the next one in the same step: the last observation stands in
    `info["final_obs"]`, places, scores, reason and record in `info["final_info"]`. An action outside the
    mask is refused, and no table changes. `shaping` and `processes` are those of `ludoteca.vector`.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 - Gymnasium declares it so

    def __init__(
        self,
        game: Game[Any] | str,
        num_envs: int = 1024,
        seats: int | None = None,
        seat: int = 0,
        opponents: BotLike | Sequence[BotLike] = "random",
        options: Mapping[str, Any] | None = None,
        edition: Path | str | None = None,
        shaping: float | None = None,
        processes: int = 1,
    ) -> None:
        self.tables = make_vector(
            game, num_envs, seats, seat, opponents, options, edition, 0, shaping, processes
        )
        found = self.tables.encoder
        self.num_envs = num_envs
        self.seat = seat
        self.single_observation_space = spaces.Box(-1.0, 1.0, (found.size,), np.float32)
        self.single_action_space = spaces.Discrete(len(found.decisions))
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin all tables anew. A list of seeds counts as its first: the luck of a table also depends on its
        number.
        """
        one = seed[0] if isinstance(seed, list) else seed
        super().reset(seed=one)
        self.tables.reset(int(self.np_random.integers(SEEDS)))
        return self.tables.observations.copy(), {"action_mask": self.tables.masks.copy()}

    def step(
        self, actions: Any
    ) -> tuple[
        NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Take an action at every table, and let the bots answer."""
        tables = self.tables
        tables.step(actions)
        ended = tables.ended.astype(np.bool_)
        info: dict[str, Any] = {"action_mask": tables.masks.copy()}
        if ended.any():
            last: list[NDArray[np.float32] | None] = [None] * self.num_envs
            told: list[dict[str, Any] | None] = [None] * self.num_envs
            for table, result in tables.results():
                last[table] = tables.finals[table].copy()
                told[table] = final_info(result, tables.record(table))
            info |= {"final_obs": np.array([*last, None], dtype=object)[:-1], "_final_obs": ended}
            info |= {"final_info": np.array([*told, None], dtype=object)[:-1], "_final_info": ended}
        rewards = tables.rewards[:, self.seat].copy()
        return tables.observations.copy(), rewards, ended, np.zeros(self.num_envs, np.bool_), info

    def close_extras(self, **kwargs: Any) -> None:
        """End the processes that play, if there are any."""
        self.tables.close()


def seated_opponents(opponents: BotLike | Sequence[BotLike], seat: int, players: int) -> list[BotLike]:
    """A bot for every seat; at the learner's own a random one, which is never asked."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents] * (players - 1)
    found = list(opponents)
    if len(found) != players - 1:
        raise LudotecaError(f"{len(found)} opponents for {players - 1} seats; name one, or one for each")
    return [*found[:seat], "random", *found[seat:]]


def environment_id(game: str) -> str:
    """`ludoteca/BelloDivorum-v0` for `bello_divorum`."""
    return f"ludoteca/{''.join(word.capitalize() for word in game.split('_'))}-v0"


for _game in games():
    gymnasium.register(
        id=environment_id(_game), entry_point="ludoteca.adapters.gymnasium:SeatEnv", kwargs={"game": _game}
    )
