"""Turns: few requests of one network are answered at a time, so that everybody else is served in between."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from ludoteca.house.service.rate_limits import neighbourhood

AT_ONCE: Final = 4
"""Requests of one network that are answered at the same time."""
AROUND_AT_ONCE: Final = 8
"""The same for all networks of IPv6 that one household or server may have."""
MOST_WAITING: Final = 200
"""Requests of one network that may wait for their turn."""


class Turn:
    """What one network has asked for."""

    __slots__ = ("asked", "free")

    def __init__(self, at_once: int) -> None:
        self.asked = 0
        """Requests that are answered now, or wait."""
        self.free = asyncio.Semaphore(at_once)


class Turns:
    """Whose turn it is among the requests of each network."""

    def __init__(self) -> None:
        self._turns: dict[str, Turn] = {}

    def __len__(self) -> int:
        return len(self._turns)

    def full(self, network: str) -> bool:
        """Whether so many requests of a network wait that another has to come back later."""
        return any(
            turn.asked >= AT_ONCE + MOST_WAITING
            for one in (network, neighbourhood(network))
            if (turn := self._turns.get(one)) is not None
        )

    @asynccontextmanager
    async def wait(self, network: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it."""
        around = neighbourhood(network)
        if not around:
            async with self._wait(network, AT_ONCE):
                yield
            return
        async with self._wait(network, AT_ONCE), self._wait(around, AROUND_AT_ONCE):
            yield

    @asynccontextmanager
    async def _wait(self, network: str, at_once: int) -> AsyncIterator[None]:
        turn = self._turns.get(network)
        if turn is None:
            turn = self._turns[network] = Turn(at_once)
        turn.asked += 1
        try:
            async with turn.free:
                yield
        finally:
            turn.asked -= 1
            if not turn.asked:
                del self._turns[network]
