"""Turns: few requests of one network are answered at a time, so that everybody else is served in between."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Collection, Coroutine, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import chain
from types import coroutine
from typing import Any, Final

from ludoteca.house.service.rate_limits import InTurn, neighbourhood

AT_ONCE: Final = 4
"""Requests of one network that are answered at the same time."""
AROUND_AT_ONCE: Final = 8
"""The same for all networks of IPv6 that one household or server may have."""
COMMANDS_AT_ONCE: Final = 16
"""Commands of one network that are carried out at the same time: they wait for the disk together."""
MOST_WAITING: Final = 200
"""Requests of one network that may wait for their turn, and as many whose bodies are still to come."""
TURNS_OF_COMMANDS: Final = "commands "
"""Stands before a network in whose turn commands wait."""
NOTHING: Final = 0.002
"""Seconds of the event loop that are nothing to rest from."""
LONGEST_REST: Final = 2.0


class Stopwatch:
    """Knows for how many seconds a request kept the event loop busy."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @coroutine
    def take(self, work: Coroutine[Any, Any, None]) -> Generator[Any, Any, None]:
        """Do the work step by step; the time between two steps belongs to others."""
        thrown: BaseException | None = None
        while True:
            begun = time.thread_time()
            try:
                awaited = work.send(None) if thrown is None else work.throw(thrown)
            except StopIteration:
                return
            finally:
                self.seconds += time.thread_time() - begun
                thrown = None
            try:
                yield awaited
            except BaseException as error:
                thrown = error


class Turns:
    """Whose turn it is among the requests of each network. `connected` has the networks, and neighbourhoods
    of networks, that hold live connections.
    """

    def __init__(self, connected: Collection[str] = ()) -> None:
        self._turns = InTurn()
        self._connected = connected
        self._coming: Counter[str] = Counter()
        """Requests of each network, and of each neighbourhood of networks, whose bodies are still to come."""

    def __len__(self) -> int:
        return len(self._turns)

    def full(self, network: str) -> bool:
        """Whether so many requests of a network wait that another has to come back later."""
        most = AT_ONCE + MOST_WAITING
        return any(self._turns.asked(one) >= most for one in (network, neighbourhood(network)))

    def much_to_come(self, network: str) -> bool:
        """Whether the bodies of so many requests of a network are still to come that another has to wait."""
        return any(self._coming[one] >= MOST_WAITING for one in (network, neighbourhood(network)))

    @contextmanager
    def coming(self, network: str) -> Iterator[None]:
        """While its body comes a request has no turn: whoever sends slowly would keep it from others."""
        counted = [one for one in (network, neighbourhood(network)) if one]
        self._coming.update(counted)
        try:
            yield
        finally:
            self._coming.subtract(counted)
            for one in counted:
                if not self._coming[one]:
                    del self._coming[one]

    @asynccontextmanager
    async def wait(self, network: str) -> AsyncIterator[Stopwatch]:
        """Wait for a turn, and have it. Whoever keeps the event loop busy rests for a while before the turn
        is over: all of one network have half of the loop at most while others are in the house.
        """
        around = neighbourhood(network)
        quick = network.startswith(TURNS_OF_COMMANDS)
        at_once, around_at_once = (COMMANDS_AT_ONCE,) * 2 if quick else (AT_ONCE, AROUND_AT_ONCE)
        async with self._turns.turn(network, at_once), self._turn_around(around, around_at_once):
            watch = Stopwatch()
            yield watch
            if watch.seconds > NOTHING and self._others_than(network):
                most = around_at_once if around else at_once
                await asyncio.sleep(min(watch.seconds * (2 * most - 1), LONGEST_REST))

    def _others_than(self, network: str) -> bool:
        """Whether another network has asked for something, or holds a live connection."""
        name = network.removeprefix(TURNS_OF_COMMANDS)
        own = {name, neighbourhood(name)}
        asked = (one.removeprefix(TURNS_OF_COMMANDS) for one in self._turns)
        return any(one not in own for one in chain(self._connected, asked))

    @asynccontextmanager
    async def _turn_around(self, around: str, at_once: int) -> AsyncIterator[None]:
        if not around:
            yield
            return
        async with self._turns.turn(around, at_once):
            yield
