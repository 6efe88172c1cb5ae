"""Every game as a Gymnasium environment: one seat against bots.

    import gymnasium

    env = gymnasium.make("ludoteca.adapters.gymnasium:ludoteca/Bosa-v0", seats=3, opponents="greedy")

Gymnasium imports the module before the colon; after `import ludoteca.adapters.gymnasium` the rest of the
name is enough.

The observation is the vector of what the seat knows (`env.unwrapped.encoder.describe()` says what each slot
means). `info["action_mask"]` has a 1 for each action the seat may take now. An action outside the mask
changes nothing and is rewarded with `penalty`; `info["refusal"]` says why it was refused. The reward of the
last step is the seat's share of the victory, from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ludoteca.adapters.observation import encoder
from ludoteca.bots.bot import Deed, Perspective, observe
from ludoteca.bots.by_name import BotLike, seat_bot
from ludoteca.games import names
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, State

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
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
        observe(self._stories, table, wanted)
        table.play(wanted)
        self._let_others_play()
        reward = table.result.payoffs()[self.seat] if table.result is not None else 0.0
        return self._observation(), reward, table.over, False, self._info()

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
            observe(self._stories, table, action)
            table.play(action)

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


for _game in names():
    gymnasium.register(
        id=environment_id(_game), entry_point="ludoteca.adapters.gymnasium:SeatEnv", kwargs={"game": _game}
    )
