"""A Ray cluster as a backend."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final, TypeVar

from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.batches import AHEAD, Span, Task, Timed, Work

T = TypeVar("T")

_ADDRESS: Final = re.compile(r"(?:ray://)?\[?([^\[\]/]+?)\]?:([0-9]{1,5})")

PATIENCE: Final = -1
"""A batch whose worker died is played again, as often as it takes."""


PULSE: Final = 5.0
SILENCE: Final = 3
"""Every so many seconds without a result the cluster is asked whether it is there; so often it may not be."""


class RayCluster:
    """The workers of a Ray cluster; without an address, of one that is started here for the while.

    Ray plays the batches of a dead worker again elsewhere. Each batch is asked for once and its answer taken
    once, so nothing is lost and nothing counts twice.
    """

    def __init__(self, workers: int, address: str | None = None) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise LudotecaError("a cluster needs Ray: pip install ludoteca[ray]") from None
        self.workers = workers
        self.address = address

    def play(self, task: Task[T], work: Work) -> Iterator[tuple[Span, T]]:
        ray = self._ray
        mine = not ray.is_initialized()
        if mine:
            self._join()
        try:
            remote = ray.remote(num_cpus=1, max_retries=PATIENCE)(_play)
            timed = ray.put(Timed(task))
            waiting: dict[Any, Span] = {}
            while True:
                while len(waiting) < self.workers * AHEAD and (span := work.take(self.workers)):
                    waiting[remote.remote(timed, *span)] = span
                if not waiting:
                    return
                ready = self._wait(list(waiting))
                for ref in ready:
                    seconds, done = self._answer(ref)
                    span = waiting.pop(ref)
                    work.learn(span, seconds)
                    yield span, done
        finally:
            if mine:
                ray.shutdown()

    def _wait(self, waiting: list[Any]) -> list[Any]:
        """The batches that are ready; raises an error if the whole cluster has gone away."""
        silent = 0
        while True:
            try:
                ready: list[Any] = self._ray.wait(waiting, num_returns=1, timeout=PULSE)[0]
            except (ConnectionError, self._ray.exceptions.RaySystemError):
                ready, silent = [], SILENCE
            if ready:
                return ready
            silent = 0 if self._alive() else silent + 1
            if silent >= SILENCE:
                raise LudotecaError(
                    "the Ray cluster has gone away; what was finished is kept in the folder of --out, and "
                    "the same command goes on from there once the cluster is back, or without --on ray"
                )

    def _alive(self) -> bool:
        """Whether the head of the cluster still answers."""
        try:
            knock(self._ray.get_runtime_context().gcs_address)
        except LudotecaError:
            return False
        return True

    def _join(self) -> None:
        """Connect to the cluster, or start one."""
        quiet = {"log_to_driver": False, "logging_level": "ERROR"}
        if self.address is None:
            self._ray.init(num_cpus=self.workers, include_dashboard=False, **quiet)
            return
        knock(self.address)
        try:
            self._ray.init(address=self.address, **quiet)
        except (ConnectionError, RuntimeError, ValueError) as error:
            raise LudotecaError(
                f"the Ray cluster at {self.address} does not let us in: {str(error).splitlines()[0]}"
            ) from None

    def _answer(self, ref: Any) -> Any:
        try:
            return self._ray.get(ref)
        except self._ray.exceptions.RayTaskError as error:
            cause = error.cause
            if isinstance(cause, LudotecaError):
                raise cause from None
            if isinstance(cause, ModuleNotFoundError):
                raise LudotecaError(
                    f"a worker of the cluster has no module “{cause.name}”; install the same ludoteca there"
                ) from None
            raise


def knock(address: str) -> None:
    """Whether anybody is there; Ray itself would ask for minutes."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        raise LudotecaError(f"“{address}” is no address of a Ray cluster; expected HOST:PORT, such as "
                            "192.168.1.5:6379")  # fmt: skip
    try:
        socket.create_connection((found.group(1), int(found.group(2))), timeout=10).close()
    except OSError:
        raise LudotecaError(
            f"no Ray cluster answers at {address}; start one there with: ray start --head"
        ) from None


def _play(task: Timed[T], first: int, last: int) -> tuple[float, T]:
    return task(first, last)
