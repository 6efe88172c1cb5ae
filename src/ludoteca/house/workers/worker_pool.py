"""Work: bots and analysis, thought out in processes of their own.

A job lies in the store until its result is written. Who works on it holds a lease and renews it; when a
worker dies, its lease lapses and another takes the job. A job done twice does no harm: a move is written only
if the match is still as the job means it.
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
from ludoteca.house.workers.worker import Hello, Result, Task

LOG: Final = logging.getLogger("ludoteca.work")

LEASE: Final = 12_000
"""Milliseconds for which a worker may be silent."""
BEAT: Final = 4.0
LOOK: Final = 1.0
"""Seconds after which a free worker looks for work even if nobody called it."""
LONGEST: Final = {MOVE: 60.0}
"""Seconds that a job may take, by its kind."""
LONGEST_OTHER: Final = 3600.0
TRIES: Final = 3
"""How often a job may end its worker's process before it is done as plainly as possible."""
_LINE: Final = 1 << 22


class WorkerEnded(Exception):
    """The process ended, or was ended because it took too long."""


class Worker:
    """One process that thinks."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._process: asyncio.subprocess.Process | None = None

    @property
    def pid(self) -> int:
        return self._process.pid if self._process is not None else 0

    async def start(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            "ludoteca.house.workers.worker",
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=_LINE,
        )
        await self._exchange(msgspec.json.encode(Hello(self._where)), LONGEST[MOVE])

    async def do(self, task: Task) -> Result:
        """The result of a job. Raises WorkerEnded; the next job starts a new process."""
        if self._process is None:
            await self.start()
        return await self._exchange(msgspec.json.encode(task), LONGEST.get(task.job.kind, LONGEST_OTHER))

    async def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    async def _exchange(self, line: bytes, seconds: float) -> Result:
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(line + b"\n")
            await process.stdin.drain()
            async with asyncio.timeout(seconds):
                answer = await process.stdout.readline()
        except (OSError, RuntimeError) as error:  # uvloop's word for a pipe that is closed is RuntimeError
            await self.stop()
            raise WorkerEnded(f"{type(error).__name__}") from error
        except asyncio.CancelledError:
            await self.stop()
            raise
        if not answer.endswith(b"\n"):
            await self.stop()
            raise WorkerEnded("the process ended")
        return msgspec.json.decode(answer, type=Result)


class Crew:
    """Some workers, and the jobs they are at."""

    def __init__(self, where: str, count: int) -> None:
        self.workers = [Worker(where) for _ in range(count)]
        self.held: dict[str, asyncio.Task[None]] = {}
        self.idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self.workers:
            self.idle.put_nowait(worker)

    @property
    def free(self) -> int:
        """How many more jobs could be worked on now."""
        return len(self.workers) - len(self.held)


class Workshop:
    """The workers of one process of the house. `deliver` writes a result to the store.

    Moves have `count` workers to themselves. One more, started when it is needed, does what takes longer, so
    that nobody waits for a bot because of somebody else's analysis.
    """

    def __init__(
        self, store: Store, where: str, count: int, deliver: Callable[[JobRow, Result], Awaitable[None]]
    ) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}:{store.name}"
        self.done = 0
        self.lost = 0
        """How often a worker's process ended under a job."""
        self._store = store
        self._deliver = deliver
        self._quick = Crew(where, count)
        self._slow = Crew(where, min(1, count))
        self._call = asyncio.Event()
        self._chores: list[asyncio.Task[None]] = []
        self._closed = False

    async def start(self) -> None:
        if self._quick.workers:
            self._chores = [asyncio.create_task(self._look_for_work()), asyncio.create_task(self._renew())]
            self._chores += [asyncio.create_task(self._warm()) for _ in self._quick.workers]

    async def stop(self) -> None:
        """End the processes and give unfinished jobs back; nothing is taken any more."""
        self._closed = True
        held = {**self._quick.held, **self._slow.held}
        tasks = [*self._chores, *held.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for worker in [*self._quick.workers, *self._slow.workers]:
            await worker.stop()
        with contextlib.suppress(Unavailable):
            for job in held:
                await self._store.release(self.name, job)

    @property
    def free(self) -> int:
        """How many more moves could be thought about now."""
        return 0 if self._closed else self._quick.free

    @property
    def pids(self) -> list[int]:
        """The processes, for who wants to see or end one."""
        return [worker.pid for worker in [*self._quick.workers, *self._slow.workers] if worker.pid]

    def wake(self) -> None:
        """There may be work in the store."""
        self._call.set()

    def take(self, job: JobRow) -> None:
        """Work on a job that is leased to this workshop."""
        crew = self._quick if job.kind == MOVE else self._slow
        if job.id not in crew.held and not self._closed:
            crew.held[job.id] = asyncio.create_task(self._work(crew, job))

    async def _warm(self) -> None:
        """Start a process before it is needed."""
        worker = await self._quick.idle.get()
        try:
            await worker.start()
        except WorkerEnded as error:
            LOG.warning("a worker could not start: %s", error)
        finally:
            self._quick.idle.put_nowait(worker)

    async def _work(self, crew: Crew, job: JobRow) -> None:
        try:
            result = await self._think(crew, job)
            await self._deliver(job, result)
            self.done += 1
        except Unavailable:
            LOG.warning("the result of a job could not be written; it will be done again")
        except Refused as error:
            LOG.error("a job cannot be done: %s", error)
            with contextlib.suppress(Unavailable):
                await self._store.append(Batch(done=[job.id]))
        finally:
            del crew.held[job.id]
            self.wake()

    async def _think(self, crew: Crew, job: JobRow) -> Result:
        tries = job.tries
        while True:
            worker = await crew.idle.get()
            try:
                result = await worker.do(Task(job, plainly=tries > TRIES))
            except WorkerEnded as error:
                self.lost += 1
                tries += 1
                LOG.warning("a worker ended under a job (%s); another takes it", error)
                if tries > TRIES + 1:
                    return Result(error="every worker that tried it ended")
                continue
            finally:
                crew.idle.put_nowait(worker)
            if result.error and job.kind == MOVE and tries <= TRIES:
                LOG.error("a bot failed: %s", result.error)
                tries = TRIES + 1
                continue
            return result

    async def _look_for_work(self) -> None:
        while True:
            self._call.clear()
            try:
                for crew, moves in ((self._quick, True), (self._slow, False)):
                    if crew.free > 0:
                        for job in await self._store.claim(self.name, crew.free, LEASE, moves):
                            self.take(job)
            except Unavailable:
                LOG.warning("no work can be claimed: the database cannot be reached")
            except Exception:
                LOG.exception("looking for work failed")
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self._call.wait()

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            held = [*self._quick.held, *self._slow.held]
            if held:
                with contextlib.suppress(Unavailable):
                    await self._store.extend(self.name, held, LEASE)
