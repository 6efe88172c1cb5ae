"""Who plays the batches: this process, several processes, or a Ray cluster. What they play is the same."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children, parent_process
from typing import Any, Final, Generic, Protocol, TypeVar

from ludoteca.kernel.errors import LudotecaError

T = TypeVar("T")
Span = tuple[int, int]
Task = Callable[[int, int], T]
"""Plays matches `first` to `last - 1`."""

AIM: Final = 1.0
"""How many seconds a batch should take: long enough to outweigh its post, short enough to lose."""

LARGEST: Final = 2_000
AHEAD: Final = 2
"""Batches given to each worker before it has finished the first of them."""

TRIES: Final = 3
BACK_ENDS: Final = ("local", "ray")


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


class Crew(Protocol):
    """Somebody who plays batches."""

    workers: int

    def play(self, task: Task[T], work: Work) -> Iterator[tuple[Span, T]]:
        """Every batch of the work once, in any order."""
        ...


def assemble(on: str = "local", workers: int = 1, address: str | None = None) -> Crew:
    """The crew that a command asks for."""
    if on not in BACK_ENDS:
        raise LudotecaError(f"nobody works on “{on}”; there are {' and '.join(BACK_ENDS)}")
    if on == "ray":
        from ludoteca.lab.cluster import RayCrew

        return RayCrew(workers, address)
    if address is not None:
        raise LudotecaError("an address names a Ray cluster: say --on ray as well, or leave --address out")
    return Alone() if workers == 1 else Processes(workers)


class Timed(Generic[T]):
    """A task that tells how long it took."""

    def __init__(self, task: Task[T]) -> None:
        self.task = task

    def __call__(self, first: int, last: int) -> tuple[float, T]:
        started = time.perf_counter()
        done = self.task(first, last)
        return time.perf_counter() - started, done


class Alone:
    """This process."""

    workers = 1

    def play(self, task: Task[T], work: Work) -> Iterator[tuple[Span, T]]:
        timed = Timed(task)
        while (span := work.take(1)) is not None:
            seconds, done = timed(*span)
            work.learn(span, seconds)
            yield span, done


class Processes:
    """Several processes of this machine. If one dies, its batches are played again by new ones."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def play(self, task: Task[T], work: Work) -> Iterator[tuple[Span, T]]:
        deaths = 0
        while not work.done:
            finished = 0
            for span, done in self._shift(Timed(task), work):
                finished += 1
                yield span, done
            deaths = 0 if finished else deaths + 1
            if deaths == TRIES:
                raise LudotecaError(
                    f"worker processes died {TRIES} times without finishing a batch (the machine may be out "
                    "of memory); try fewer workers"
                )

    def _shift(self, task: Timed[T], work: Work) -> Iterator[tuple[Span, T]]:
        """Work until all is done or a worker died, who leaves its batches as work."""
        before = set(active_children())
        pool = ProcessPoolExecutor(self.workers, initializer=_settle_in)
        waiting: dict[Future[tuple[float, T]], Span] = {}
        crowd: set[Any] = set()
        try:
            while True:
                while len(waiting) < self.workers * AHEAD and (span := work.take(self.workers)):
                    try:
                        waiting[pool.submit(task, *span)] = span
                    except BrokenProcessPool:
                        work.give_back(span)
                        break
                crowd = set(active_children()) - before
                if not waiting:
                    return
                ready, _ = wait(waiting, return_when=FIRST_COMPLETED)
                broken = False
                for future in ready:
                    span = waiting.pop(future)
                    try:
                        seconds, done = future.result()
                    except BrokenProcessPool:
                        work.give_back(span)
                        broken = True
                        continue
                    work.learn(span, seconds)
                    yield span, done
                if broken:
                    for span in waiting.values():
                        work.give_back(span)
                    waiting.clear()
                    return
        finally:
            if waiting:
                for child in crowd:
                    child.terminate()
            pool.shutdown()


def _settle_in() -> None:
    """A worker leaves Ctrl-C to the process that started it, and never outlives it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_leave_with_parent, daemon=True).start()


def _leave_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
