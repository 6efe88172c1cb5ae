"""Matches to be played, in batches of about a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final, Generic, TypeVar

T = TypeVar("T")
Span = tuple[int, int]
Task = Callable[[int, int], T]
"""Plays matches `first` to `last - 1`."""

AIM: Final = 1.0
"""How many seconds a batch should take: long enough to outweigh its post, short enough to lose."""

LARGEST: Final = 2_000
AHEAD: Final = 2
"""Batches given to each worker before it has finished the first of them."""


class Work:
    """The matches still to be played, cut into batches as they are asked for.

    Nothing of what is played depends on the cuts: they only decide how often somebody hears of it.
    """

    def __init__(self, missing: list[Span], grain: int = 1, aim: float = AIM) -> None:
        self._left = list(reversed(missing))
        self.grain = grain
        self.aim = aim
        self.matches = sum(last - first for first, last in missing)
        self._given = 0
        self._pace = 0.0

    def take(self, workers: int) -> Span | None:
        """The next batch: whole deals, about a second of them once the pace is known."""
        if not self._left:
            return None
        first, last = self._left.pop()
        size = self._size(workers)
        if last - first > size:
            self._left.append((first + size, last))
            last = first + size
        self._given += last - first
        return first, last

    @property
    def done(self) -> bool:
        """Whether every batch has been given out."""
        return not self._left

    def give_back(self, span: Span) -> None:
        """A batch nobody finished."""
        self._left.append(span)
        self._given -= span[1] - span[0]

    def learn(self, span: Span, seconds: float) -> None:
        pace = seconds / (span[1] - span[0])
        self._pace = pace if not self._pace else 0.7 * self._pace + 0.3 * pace

    def _size(self, workers: int) -> int:
        if not self._pace:
            return self.grain
        fair = (self.matches - self._given) / (workers * AHEAD)
        wanted = min(self.aim / self._pace, fair, LARGEST)
        return max(1, int(wanted / self.grain)) * self.grain


class Timed(Generic[T]):
    """A task that tells how long it took."""

    def __init__(self, task: Task[T]) -> None:
        self.task = task

    def __call__(self, first: int, last: int) -> tuple[float, T]:
        started = time.perf_counter()
        done = self.task(first, last)
        return time.perf_counter() - started, done
