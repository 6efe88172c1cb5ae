"""Heavy work: what takes long is done beside the event loop, and every visitor has a budget for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from ludoteca.house.refusals import Refused
from ludoteca.house.service.rate_limits import InTurn, RateLimiter, neighbourhood

T = TypeVar("T")

MINUTE: Final = 60.0


class TooMuchWork(Refused):
    """Somebody has used up their share of the house's time."""

    status = 429

    def __init__(self) -> None:
        super().__init__("too-much-work", "that was a lot of work for the house; wait a moment")


class HeavyWork:
    """One thread for replays and records. `seconds` a minute is what one visitor may use; 0: no limit.

    Each visitor waits for their own work before more of it is begun, so that nobody queues ahead of others.
    """

    def __init__(self, seconds: float) -> None:
        self._budget = RateLimiter(seconds / MINUTE, MINUTE, least=0.0)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ludoteca-heavy")
        self._turns = InTurn()

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
            seconds, result, error = await loop.run_in_executor(self._thread, _timed, work, clock)
            self._budget.charge(visitor, seconds)
        if error is not None:
            raise error
        assert result is not None
        return result[0]

    def stop(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


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
