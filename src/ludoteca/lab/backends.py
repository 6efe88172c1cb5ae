"""Who plays the batches: this process, several processes, or a Ray cluster. The results are the same."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import active_children
from typing import Any, Final, Protocol, TypeVar

from ludoteca.bots.helper_processes import settle_in
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.batches import AHEAD, Span, Task, Timed, Work

T = TypeVar("T")

TRIES: Final = 3
BACK_ENDS: Final = ("local", "ray")


class Backend(Protocol):
    """What plays batches."""

    workers: int

    def play(self, task: Task[T], work: Work) -> Iterator[tuple[Span, T]]:
        """Every batch of the work once, in any order."""
        ...


def make_backend(on: str = "local", workers: int = 1, address: str | None = None) -> Backend:
    """The backend that a command asks for."""
    if on not in BACK_ENDS:
        raise LudotecaError(f"nobody works on “{on}”; there are {' and '.join(BACK_ENDS)}")
    if on == "ray":
        from ludoteca.lab.cluster import RayCluster

        return RayCluster(workers, address)
    if address is not None:
        raise LudotecaError("an address names a Ray cluster: say --on ray as well, or leave --address out")
    return SingleProcess() if workers == 1 else LocalProcesses(workers)


class SingleProcess:
    """This process."""

    workers = 1

    def play(self, task: Task[T], work: Work) -> Iterator[tuple[Span, T]]:
        timed = Timed(task)
        while (span := work.take(1)) is not None:
            seconds, done = timed(*span)
            work.learn(span, seconds)
            yield span, done


class LocalProcesses:
    """Several processes of this machine. If one dies, its batches are played again by new ones."""

    def __init__(self, workers: int) -> None:
        self.workers = workers

    def play(self, task: Task[T], work: Work) -> Iterator[tuple[Span, T]]:
        check_travels(task)
        deaths = 0
        while not work.done:
            finished = 0
            for span, done in self._play_in_pool(Timed(task), work):
                finished += 1
                yield span, done
            deaths = 0 if finished else deaths + 1
            if deaths == TRIES:
                raise LudotecaError(
                    f"worker processes died {TRIES} times without finishing a batch (the machine may be out "
                    "of memory); try fewer workers"
                )

    def _play_in_pool(self, task: Timed[T], work: Work) -> Iterator[tuple[Span, T]]:
        """Work until all is done or a worker died, who leaves its batches as work."""
        before = set(active_children())
        pool = ProcessPoolExecutor(self.workers, initializer=settle_in)
        waiting: dict[Future[tuple[float, T]], Span] = {}
        children: set[Any] = set()
        try:
            while True:
                while len(waiting) < self.workers * AHEAD and (span := work.take(self.workers)):
                    try:
                        waiting[pool.submit(task, *span)] = span
                    except BrokenProcessPool:
                        work.give_back(span)
                        break
                children = set(active_children()) - before
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
                for child in children:
                    child.terminate()
            pool.shutdown()


def check_travels(task: Task[T]) -> None:
    """Other processes get the task as bytes: bots of one's own have to be known to them too."""
    try:
        pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise LudotecaError(
            f"a bot cannot go to another process ({error}); define it in a module, or play with one worker"
        ) from None
