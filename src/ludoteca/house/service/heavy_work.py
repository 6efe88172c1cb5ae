"""Heavy work: what takes long is done beside the event loop, and every visitor has a budget for it."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Final, TypeVar

from ludoteca.house.refusals import Refused
from ludoteca.house.service.rate_limits import MOST_ADDRESSES, InTurn, RateLimiter, neighbourhood

T = TypeVar("T")

MINUTE: Final = 60.0
HALF_LIFE: Final = 5 * MINUTE
"""Seconds after which half of what somebody used is forgotten."""
LATER: Final = 60.0
"""Seconds by which somebody waits later for each second of work that they used lately."""


class TooMuchWork(Refused):
    """Somebody has used up their share of the house's time."""

    status = 429

    def __init__(self) -> None:
        super().__init__("too-much-work", "that was a lot of work for the house; wait a moment")


class HeavyWork:
    """One thread for replays and records. `seconds` a minute is what one visitor may use; 0: no limit.

    Each visitor waits for their own work before more of it is begun, and whoever has used little lately comes
    before those who have used much: many visitors together do not keep out another.
    """

    def __init__(self, seconds: float) -> None:
        self._budget = RateLimiter(seconds / MINUTE, MINUTE, least=0.0)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ludoteca-heavy")
        self._turns = InTurn()
        self._place = Place()

    def change(self, seconds: float) -> None:
        """Let another budget hold from now on."""
        self._budget.change(seconds / MINUTE)

    async def run(self, visitor: str, work: Callable[[], T], elsewhere: bool = False) -> T:
        """The result of the work. Raises TooMuchWork once the visitor's budget is used up. Of work that is
        done `elsewhere`, by another process, every second counts.
        """
        visitor = neighbourhood(visitor) or visitor
        async with self._turns.turn(visitor):
            if self._budget.seconds_to_wait(visitor, time.monotonic(), 0.0):
                raise TooMuchWork
            loop, clock = asyncio.get_running_loop(), time.monotonic if elsewhere else time.thread_time
            async with self._place.taken(visitor):
                seconds, result, error = await loop.run_in_executor(self._thread, _timed, work, clock)
                self._budget.charge(visitor, seconds)
                self._place.charge(visitor, seconds)
        if error is not None:
            raise error
        assert result is not None
        return result[0]

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


class Place:
    """A place for one visitor at a time. Who asked first comes first, but who used it lately counts as having
    asked later; nobody who comes later still goes before them for ever.
    """

    def __init__(self) -> None:
        self._busy = False
        self._waiting: dict[asyncio.Future[None], float] = {}
        """Who waits, and since when that counts."""
        self._used: OrderedDict[str, tuple[float, float]] = OrderedDict()
        """How many seconds each visitor had used, and when: whoever used it last stands last."""

    @asynccontextmanager
    async def taken(self, visitor: str) -> AsyncIterator[None]:
        """Wait until the place is free for this visitor, and have it."""
        if self._busy:
            turn = asyncio.get_running_loop().create_future()
            now = time.monotonic()
            self._waiting[turn] = now + LATER * self.used(visitor, now)
            try:
                await turn
            except asyncio.CancelledError:
                if self._waiting.pop(turn, None) is None:
                    self._pass_on()
                raise
        self._busy = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        waiting = [turn for turn in self._waiting if not turn.done()]  # whoever gave up may not know it yet
        self._busy = bool(waiting)
        if waiting:
            first = min(waiting, key=self._waiting.__getitem__)
            del self._waiting[first]
            first.set_result(None)

    def used(self, visitor: str, now: float) -> float:
        """How many seconds a visitor has used, the longer ago the less."""
        seconds, at = self._used.get(visitor, (0.0, now))
        return float(seconds * 0.5 ** ((now - at) / HALF_LIFE))

    def charge(self, visitor: str, seconds: float) -> None:
        """Note what a visitor has used; of too many, whoever used it longest ago is forgotten."""
        now = time.monotonic()
        self._used[visitor] = seconds + self.used(visitor, now), now
        self._used.move_to_end(visitor)
        while len(self._used) > MOST_ADDRESSES:
            self._used.popitem(last=False)


def _timed(
    work: Callable[[], T], clock: Callable[[], float]
) -> tuple[float, tuple[T] | None, Exception | None]:
    """How many seconds the work took by a clock, with its result or its error."""
    began = clock()
    try:
        result = (work(),)
    except Exception as error:
        return clock() - began, None, error
    return clock() - began, result, None
