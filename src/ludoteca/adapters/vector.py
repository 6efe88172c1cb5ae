"""Many tables at once, for learners that take batches.

    import ludoteca as lt

    tables = lt.vector("bosa", tables=1024, seed=1)
    actions = tables.masks.argmax(axis=1)
    tables.step(actions)

Every array is made once and written in place: copy what you want to keep. The observations are what the next
step goes on from, and cannot be written to.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from secrets import randbits
from types import TracebackType
from typing import Any, Self

from ludoteca.adapters.observation import Encoder
from ludoteca.bots.batch import Tables
from ludoteca.bots.by_name import BotLike
from ludoteca.bots.own_bot_finder import spelling
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.result import Result

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    raise LudotecaError("learners need NumPy: pip install ludoteca[adapters]") from None


class Vector(ABC):
    """Tables of one game side by side, stepped with one call.

    `observations` (tables × slots), `masks` (tables × actions) and `seats` are what the awaited seat of every
    table knows and may do, and which seat it is. `ended` is 1 where a match ended in the last step; there
    `rewards` (tables × seats) holds what every seat won, `finals` its end as the learner (or seat 0) sees it,
    and the next match has begun.
    """

    encoder: Encoder
    tables: int
    observations: NDArray[np.float32]
    finals: NDArray[np.float32]
    masks: NDArray[np.int8]
    seats: NDArray[np.int32]
    rewards: NDArray[np.float32]
    ended: NDArray[np.int8]

    @abstractmethod
    def reset(self, seed: int | None = None) -> None:
        """Begin every table anew; the same seed gives the same luck."""

    @abstractmethod
    def step(self, actions: NDArray[Any] | Sequence[int]) -> None:
        """Take an action, by its index, at every table. If one of them is illegal, nothing changes."""

    @abstractmethod
    def results(self) -> list[tuple[int, Result]]:
        """The matches that ended in the last step: the number of the table, and places, scores and reason."""

    @abstractmethod
    def record(self, table: int) -> str:
        """The record of the match that ended at a table in the last step."""

    @abstractmethod
    def close(self) -> None:
        """End the processes that play, if there are any."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class LocalVector(Vector):
    """Tables in this process. The first one has the number `first`, on which its luck depends."""

    def __init__(
        self,
        encoder: Encoder,
        tables: int,
        seed: int | None,
        opponents: Sequence[BotLike | None],
        shaping: float | None = None,
        first: int = 0,
        remember: bool = False,
    ) -> None:
        if tables < 1:
            raise LudotecaError(f"a batch needs at least one table, not {tables}")
        self.encoder = encoder
        self.tables = tables
        self.inner = Tables(
            encoder.game,
            encoder.setup,
            tables,
            encoder.layout,
            encoder.teller,
            opponents,
            None if shaping is None else float(shaping),
            first,
            remember,
        )
        self.names = ["learner" if bot is None else spelling(bot) for bot in opponents]
        size, actions = encoder.size, len(encoder.decisions)
        rows = np.frombuffer(memoryview(self.inner.rows.cells), np.float32).reshape(-1, size)
        self._finals = np.frombuffer(memoryview(self.inner.finals.cells), np.float32).reshape(tables, size)
        self._masks = np.frombuffer(memoryview(self.inner.masks), np.int8).reshape(tables, actions)
        self._seats = np.frombuffer(memoryview(self.inner.seats), np.int32)
        self.observations = rows[self.inner.first_shown :]
        self.observations.flags.writeable = False
        self.finals = np.zeros((tables, size), np.float32)
        self.masks = np.empty((tables, actions), np.int8)
        self.seats = np.empty(tables, np.int32)
        self.rewards = np.frombuffer(self.inner.rewards, np.float32).reshape(tables, -1)
        self.ended = np.frombuffer(self.inner.ended, np.int8)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        self.inner.reset(fresh_seed() if seed is None else seed)
        self._show()

    def step(self, actions: NDArray[Any] | Sequence[int]) -> None:
        self.inner.step(np.asarray(actions).tolist())
        self._show()

    def _show(self) -> None:
        """Show who is awaited, what they may do, and what ended."""
        self.seats[:] = self._seats
        self.masks[:] = self._masks
        over = np.flatnonzero(self.ended)
        self.finals[over] = self._finals[over]

    def results(self) -> list[tuple[int, Result]]:
        return self.inner.results()

    def record(self, table: int) -> str:
        found = self.inner.tables[table]
        if found.ended_result is None:
            raise LudotecaError(f"no match has ended at table {table} yet")
        return self.encoder.record(found.ended_course, found.ended_result, self.names)

    def close(self) -> None:
        """There is nothing to close."""


def fresh_seed() -> int:
    return randbits(62)


def seated(
    encoder: Encoder, seat: int | None, opponents: BotLike | Sequence[BotLike]
) -> list[BotLike | None]:
    """Who plays each seat: nobody, which is the learner, at every seat or only at `seat`."""
    players = encoder.setup.seats
    if seat is None:
        return [None] * players
    if not 0 <= seat < players:
        raise LudotecaError(f"there is no seat {seat} at a table of {players}")
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        opponents = [opponents] * (players - 1)
    if len(opponents) != players - 1:
        raise LudotecaError(f"{len(opponents)} opponents for {players - 1} seats; name one, or all")
    return [*opponents[:seat], None, *opponents[seat:]]
