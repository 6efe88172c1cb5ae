"""The worker pool: hands jobs to worker processes, and delivers what they find.

A job stays in the store until its result is written. The pool that works on it holds a lease and renews it;
when the pool dies, the lease lapses and another takes the job. A job may be done twice without harm: a move
is written only if the match still waits for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from ludoteca.house.refusals import Refused, Unavailable
from ludoteca.house.store.rows import MOVE, Batch, JobRow
from ludoteca.house.store.store import Store
from ludoteca.house.workers.parcel import Parcel
from ludoteca.house.workers.worker import Hello, Result, Task

LOG: Final = logging.getLogger("ludoteca.work")

LEASE: Final = 12_000
"""Milliseconds after which the lease of a silent pool lapses."""
RENEW_INTERVAL: Final = 4.0
POLL_INTERVAL: Final = 1.0
"""Seconds after which a free worker looks for a job even if nobody woke the pool."""
TIME_LIMITS: Final = {MOVE: 60.0}
"""Seconds that a job may take, by its kind."""
OTHER_TIME_LIMIT: Final = 3600.0
TRIES: Final = 3
"""How many worker processes may die of a job before the simplest bot does it."""
_LINE: Final = 1 << 22


class WorkerEnded(Exception):
    """The process ended, or was ended because the job took too long."""


COMPILED: Final = "LUDOTECA_COMPILED"
"""Names a file that appears when a build in the background has finished; workers then run compiled rules."""


def environment() -> dict[str, str]:
    """What a worker process is started with: the source tree until the compiled package is there."""
    found = dict(os.environ)
    if COMPILED in found and os.path.exists(found[COMPILED]):
        found.pop("PYTHONPATH", None)
        found.pop(COMPILED)
    return found


class WorkerProcess:
    """One worker process, started when it is needed."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._process: asyncio.subprocess.Process | None = None
        self._environment: dict[str, str] = {}

    @property
    def pid(self) -> int:
        return self._process.pid if self._process is not None else 0

    async def start(self) -> None:
        self._environment = environment()
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "ludoteca.house.workers.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LINE,
            env=self._environment,
        )
        await self._exchange(msgspec.json.encode(Hello(self._where)), TIME_LIMITS[MOVE])

    async def do(self, task: Task, told: Callable[[Result], Awaitable[None]] | None = None) -> Result:
        """The result of a job; `told` gets what is found before it is finished. After WorkerEnded the next
        job starts a new process.
        """
        if self._process is not None and self._environment != environment():
            await self.stop()
        if self._process is None:
            await self.start()
        return await self._exchange(
            msgspec.json.encode(task), TIME_LIMITS.get(task.job.kind, OTHER_TIME_LIMIT), told
        )

    async def do_parcel(self, parcel: Parcel) -> Result:
        """The result of a job that came with its match."""
        if self._process is None:
            await self.start()
        return await self._exchange(msgspec.json.encode(parcel), parcel.seconds)

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _exchange(
        self, line: bytes, seconds: float, told: Callable[[Result], Awaitable[None]] | None = None
    ) -> Result:
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(line + b"\n")
            await process.stdin.drain()
            async with asyncio.timeout(seconds):
                answer = await process.stdout.readline()
                while answer.endswith(b"\n") and (found := _read_result(answer)).partly:
                    if told is not None:
                        await told(found)
                    answer = await process.stdout.readline()
        except (OSError, RuntimeError, ValueError) as error:
            # uvloop raises RuntimeError for a closed pipe, asyncio ValueError for a line without end: what
            # is left of that would be read as the answer to the next job
            await self.stop()
            raise WorkerEnded(f"{type(error).__name__}") from error
        except asyncio.CancelledError:
            await self.stop()
            raise
        if not answer.endswith(b"\n"):
            await self.stop()
            raise WorkerEnded("the process ended")
        return found


def _read_result(line: bytes) -> Result:
    return msgspec.json.decode(line, type=Result)


class WorkerGroup:
    """Some worker processes, and the jobs they hold."""

    def __init__(self, where: str, count: int) -> None:
        self.workers = [WorkerProcess(where) for _ in range(count)]
        self.held: dict[str, asyncio.Task[None]] = {}
        self.idle: asyncio.LifoQueue[WorkerProcess] = asyncio.LifoQueue()
        for worker in self.workers:
            self.idle.put_nowait(worker)

    @property
    def free(self) -> int:
        """How many more jobs they could take now."""
        return len(self.workers) - len(self.held)


class WorkerPool:
    """The workers of one server. `deliver` writes a result to the store.

    Moves have `count` processes to themselves. One more, started when it is needed, does the slow jobs, so
    that no bot waits for somebody's analysis.
    """

    def __init__(
        self, store: Store, where: str, count: int, deliver: Callable[[JobRow, Result], Awaitable[None]]
    ) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}:{store.name}"
        self.done = 0
        self.lost = 0
        """How often a process died while it did a job."""
        self._store = store
        self._deliver = deliver
        self._for_moves = WorkerGroup(where, count)
        self._for_slow_jobs = WorkerGroup(where, min(1, count))
        self.also_wake: Callable[[], None] = lambda: None
        """Who else looks for jobs when there may be one."""
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._closed = False

    async def start(self) -> None:
        if self._for_moves.workers:
            self._tasks = [asyncio.create_task(self._claim_jobs()), asyncio.create_task(self._renew())]
            self._tasks += [asyncio.create_task(self._start_early()) for _ in self._for_moves.workers]

    async def stop(self) -> None:
        """End the processes, give unfinished jobs back, and take no more."""
        self._closed = True
        held = {**self._for_moves.held, **self._for_slow_jobs.held}
        tasks = [*self._tasks, *held.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in [*self._for_moves.workers, *self._for_slow_jobs.workers]:
            await worker.stop()
        with contextlib.suppress(Unavailable):
            for job in held:
                await self._store.release(self.name, job)

    @property
    def free(self) -> int:
        """How many more moves could be worked on now."""
        return 0 if self._closed else self._for_moves.free

    @property
    def pids(self) -> list[int]:
        """The ids of the running processes."""
        return [
            worker.pid for worker in [*self._for_moves.workers, *self._for_slow_jobs.workers] if worker.pid
        ]

    def wake(self) -> None:
        """Look for jobs in the store now."""
        self._woken.set()
        self.also_wake()

    def take(self, job: JobRow) -> None:
        """Work on a job that is leased to this pool."""
        group = self._for_moves if job.kind == MOVE else self._for_slow_jobs
        if job.id not in group.held and not self._closed:
            group.held[job.id] = asyncio.create_task(self._do_and_deliver(group, job))

    async def _start_early(self) -> None:
        """Start a process before it is needed."""
        worker = await self._for_moves.idle.get()
        try:
            await worker.start()
        except WorkerEnded as error:
            LOG.warning("a worker could not start: %s", error)
        finally:
            self._for_moves.idle.put_nowait(worker)

    async def _do_and_deliver(self, group: WorkerGroup, job: JobRow) -> None:
        try:
            result = await self._do_job(group, job)
            await self._deliver(job, result)
            self.done += 1
        except Unavailable:
            LOG.warning("the result of a job could not be written; it will be done again")
        except Refused as error:
            LOG.error("a job cannot be done: %s", error)
            with contextlib.suppress(Unavailable):
                await self._store.append(Batch(done=[job.id]))
        finally:
            del group.held[job.id]
            self.wake()

    async def _deliver_part(self, job: JobRow, found: Result) -> None:
        """What a job has found so far; losing it does no harm."""
        with contextlib.suppress(Unavailable):
            await self._deliver(job, found)

    async def _do_job(self, group: WorkerGroup, job: JobRow) -> Result:
        tries = job.tries
        while True:
            worker = await group.idle.get()
            try:
                result = await worker.do(
                    Task(job, plainly=tries > TRIES), lambda found: self._deliver_part(job, found)
                )
            except WorkerEnded as error:
                self.lost += 1
                tries += 1
                LOG.warning("a worker ended under a job (%s); another takes it", error)
                if tries > TRIES + 1:
                    return Result(error="every worker that tried it ended")
                continue
            finally:
                group.idle.put_nowait(worker)
            if result.error and job.kind == MOVE and tries <= TRIES:
                LOG.error("a bot failed: %s", result.error)
                tries = TRIES + 1
                continue
            if result.fault:
                LOG.warning("own bot at table %s: %s", job.table, result.fault)
            return result

    async def _claim_jobs(self) -> None:
        while True:
            self._woken.clear()
            try:
                for group, moves in ((self._for_moves, True), (self._for_slow_jobs, False)):
                    if group.free > 0:
                        for job in await self._store.claim(self.name, group.free, LEASE, moves):
                            self.take(job)
            except Unavailable:
                LOG.warning("no work can be claimed: the database cannot be reached")
            except Exception:
                LOG.exception("looking for work failed")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_INTERVAL):
                    await self._woken.wait()

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_INTERVAL)
            held = [*self._for_moves.held, *self._for_slow_jobs.held]
            if held:
                with contextlib.suppress(Unavailable):
                    await self._store.extend(self.name, held, LEASE)
