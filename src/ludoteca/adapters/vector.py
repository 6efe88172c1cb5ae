"""Many tables at once, for learners that take batches.

    import ludoteca as lt

    tables = lt.vector("bosa", tables=1024, seed=1)
    actions = tables.masks.argmax(axis=1)
    tables.step(actions)

Every array is made once and written in place: copy what you want to keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from secrets import randbits
from typing import Any

from ludoteca.adapters.observation import Encoder
from ludoteca.bots.batch import Tables
from ludoteca.bots.by_name import BotLike
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.result import Result

try:
    import numpy as np
    from numpy.typing import NDArray
except ImportError:
    raise LudotecaError("learners need NumPy: pip install ludoteca[adapters]") from None


class Vector:
    """Tables of one game side by side, stepped with one call.

    `observations` (tables × slots), `masks` (tables × actions) and `seats` are what the awaited seat of every
    table knows and may do, and which seat it is. `ended` is 1 where a match ended in the last step; there
    `rewards` (tables × seats) holds what every seat won, and the next match has begun.
    """

    def __init__(
        self, encoder: Encoder, tables: int, seed: int | None, opponents: Sequence[BotLike | None]
    ) -> None:
        if tables < 1:
            raise LudotecaError(f"a batch needs at least one table, not {tables}")
        self.encoder = encoder
        self.tables = tables
        self.inner = Tables(encoder.game, encoder.setup, tables, encoder.order, encoder.facts, opponents)
        shape = (tables, encoder.size)
        self.observations: NDArray[np.float32] = np.frombuffer(self.inner.observations, np.float32).reshape(
            shape
        )
        self.finals: NDArray[np.float32] = np.frombuffer(self.inner.finals, np.float32).reshape(shape)
        self.masks: NDArray[np.int8] = np.frombuffer(self.inner.masks, np.int8).reshape(
            tables, len(encoder.decisions)
        )
        self.seats: NDArray[np.int32] = np.frombuffer(self.inner.seats, np.int32)
        self.rewards: NDArray[np.float32] = np.frombuffer(self.inner.rewards, np.float32).reshape(tables, -1)
        self.ended: NDArray[np.int8] = np.frombuffer(self.inner.ended, np.int8)
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Begin every table anew; the same seed gives the same luck."""
        self.inner.reset(randbits(62) if seed is None else seed)

    def step(self, actions: NDArray[Any] | Sequence[int]) -> None:
        """Take an action, by its index, at every table. If one of them is illegal, nothing changes."""
        self.inner.step(np.asarray(actions).tolist())

    def results(self) -> list[tuple[int, Result]]:
        """The matches that ended in the last step: the number of the table, and places, scores and reason."""
        return self.inner.results()


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
