"""Turns: few requests of one network are answered at a time, so that everybody else is served in between."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from ludoteca.house.service.rate_limits import InTurn, neighbourhood

AT_ONCE: Final = 4
"""Requests of one network that are answered at the same time."""
AROUND_AT_ONCE: Final = 8
"""The same for all networks of IPv6 that one household or server may have."""
COMMANDS_AT_ONCE: Final = 16
"""Commands of one network that are carried out at the same time: they wait for the disk together."""
MOST_WAITING: Final = 200
"""Requests of one network that may wait for their turn."""
TURNS_OF_COMMANDS: Final = "commands "
"""Stands before a network in whose turn commands wait."""


class Turns:
    """Whose turn it is among the requests of each network."""

    def __init__(self) -> None:
        self._turns = InTurn()

    def __len__(self) -> int:
        return len(self._turns)

    def full(self, network: str) -> bool:
        """Whether so many requests of a network wait that another has to come back later."""
        most = AT_ONCE + MOST_WAITING
        return any(self._turns.asked(one) >= most for one in (network, neighbourhood(network)))

    @asynccontextmanager
    async def wait(self, network: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it."""
        around = neighbourhood(network)
        quick = network.startswith(TURNS_OF_COMMANDS)
        at_once, around_at_once = (COMMANDS_AT_ONCE,) * 2 if quick else (AT_ONCE, AROUND_AT_ONCE)
        if not around:
            async with self._turns.turn(network, at_once):
                yield
            return
        async with self._turns.turn(network, at_once), self._turns.turn(around, around_at_once):
            yield
