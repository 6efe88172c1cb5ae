"""The store: everything the house keeps, on SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

from ludoteca.house.refusals import Unavailable
from ludoteca.house.store import sql
from ludoteca.house.store.driver import Driver, Link, Lost, StoreError
from ludoteca.house.store.migrate import migrate
from ludoteca.house.store.postgres import Listener, PostgresDriver
from ludoteca.house.store.rows import MOVE, Batch, EventRow, JobRow, TableRow
from ludoteca.house.store.sqlite import SqliteDriver
from ludoteca.house.store.writer import Writer

T = TypeVar("T")

READERS: Final = 3
SQLITE: Final = "sqlite:///"


def driver_for(where: str, guarded: bool = True) -> Driver:
    """The driver of an address: `sqlite:///PATH` or `postgresql://…`."""
    if where.startswith(("postgresql://", "postgres://")):
        return PostgresDriver(where)
    if where.startswith(SQLITE):
        return SqliteDriver(Path(where.removeprefix(SQLITE)), guarded)
    raise StoreError(
        f"“{where.partition('://')[0]}” is no database here; expected sqlite:///… or postgresql://…"
    )


class Store:
    """The event log and what is found by it. Written by one thread in groups, read on other connections.

    Waits for a database that went away, but no longer than `patience` seconds; then raises Unavailable.
    """

    def __init__(self, driver: Driver, patience: float = 10.0) -> None:
        self.driver = driver
        self.name = secrets.token_hex(4)
        """By which other processes tell this one from themselves."""
        self._patience = patience
        self._writer: Writer | None = None
        self._listener: Listener | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="ludoteca-reader")
        self._mine = threading.local()
        self._links: set[Link] = set()

    async def start(
        self,
        heard: Callable[[str, int], None] | None = None,
        gap: Callable[[bool], None] | None = None,
    ) -> None:
        """Open the database and bring its schema up to date. `heard(table, seq)` tells what other processes
        wrote; `gap(hearing)` that something may have been missed, and whether we hear again.
        """
        loop = asyncio.get_running_loop()
        self.driver.open()
        try:
            await self.read(lambda link: migrate(self.driver, link))
        except BaseException:
            self._close()
            raise
        self._writer = Writer(self.driver, loop, self._patience, self.name)
        self._writer.start()
        if isinstance(self.driver, PostgresDriver) and heard is not None and gap is not None:
            self._listener = Listener(
                self.driver.where,
                _in_loop(loop, lambda notices: self._hear(notices, heard)),
                _in_loop(loop, gap),
            )
            self._listener.start()
            await loop.run_in_executor(None, self._listener.tried.wait)

    async def stop(self) -> None:
        """Write what is waiting, then close everything."""
        loop = asyncio.get_running_loop()
        if self._listener is not None:
            await loop.run_in_executor(None, self._listener.end)
        if self._writer is not None:
            self._writer.end()
            await loop.run_in_executor(None, self._writer.join)
        self._close()

    def _close(self) -> None:
        self._readers.shutdown()
        for link in self._links:
            with contextlib.suppress(Exception):
                link.close()
        self.driver.close()

    # Writing

    async def append(self, batch: Batch) -> None:
        """Done when it is on the disk. Raises Conflict, Repeated or Unavailable. If whoever awaits this is
        cancelled, it is written all the same.
        """
        await asyncio.shield(self.write(batch))

    def write(self, batch: Batch) -> asyncio.Future[None]:
        """The same as a future."""
        assert self._writer is not None, "the store is not open"
        return self._writer.write(batch)

    async def claim(self, worker: str, count: int, lease: int, moves: bool = True) -> list[JobRow]:
        """Up to `count` jobs that nobody holds, the oldest first, leased for `lease` milliseconds: moves, or
        all that is no move.
        """
        now = milliseconds()
        which = f"kind {'=' if moves else '<>'} '{MOVE}'"
        statement = sql.CLAIM.format(which=which, skip_locked=self.driver.skip_locked)
        rows = await self._call(lambda link: link.run(statement, (worker, now + lease, now, count)))
        return sorted((JobRow(*row) for row in rows), key=lambda job: job.asked_at)

    async def extend(self, worker: str, jobs: list[str], lease: int) -> None:
        """Hold jobs for longer."""
        until = milliseconds() + lease
        await self._call(lambda link: link.many(sql.EXTEND, [(until, job, worker) for job in jobs]))

    async def release(self, worker: str, job: str) -> None:
        """Give a job back."""
        await self._call(lambda link: link.run(sql.RELEASE, (job, worker)))

    async def release_all(self) -> None:
        """Nobody works any more: every job is anybody's. For the only server of a database."""
        await self._call(lambda link: link.run(sql.RELEASE_ALL))

    async def spend(self, token: str, until: int) -> bool:
        """Whether a token (hashed) is spent for the first time; remembered until that time."""

        def work(link: Link) -> bool:
            link.run(sql.FORGET_SPENT, (milliseconds(),))
            return bool(link.run(sql.SPEND, (token, until)))

        return await self._call(work)

    async def _call(self, work: Callable[[Link], T]) -> T:
        assert self._writer is not None, "the store is not open"
        result: T = await asyncio.shield(self._writer.call(work))
        return result

    # Reading

    async def load(self, table: str) -> tuple[TableRow, list[EventRow]] | None:
        """A table and all its events."""
        return await self.read(lambda link: load(link, table))

    async def events(self, table: str, after: int, patience: float | None = None) -> list[EventRow]:
        """The events of a table after a seq, in order."""
        return await self.read(lambda link: read_events(link, table, after), patience)

    async def finding(self, table: str, kind: str) -> str | None:
        rows = await self.read(lambda link: link.run(sql.READ_FINDING, (table, kind)))
        return str(rows[0][0]) if rows else None

    async def briefs(self, status: str, count: int) -> list[str]:
        """Public tables of a status, the most recently changed first."""
        return await self._texts(sql.PUBLIC, status, count)

    async def briefs_of(self, person: str, count: int, ended: bool = False) -> list[str]:
        """Tables at which somebody sits or once sat."""
        return await self._texts(sql.YOURS_ENDED if ended else sql.YOURS, person, count)

    async def due(self, now: int, count: int) -> list[str]:
        """Tables whose deadline has passed."""
        return await self._texts(sql.DUE, now, count)

    async def lagging(self, before: int, count: int) -> list[str]:
        """Tables with events from before that time that their digest does not know."""
        return await self._texts(sql.LAGGING, before, count)

    async def live(self, count: int) -> list[str]:
        """Tables that have not ended, the most recently changed first."""
        return await self._texts(sql.LIVE, count)

    async def open_by(self, person: str) -> int:
        """How many tables that have not ended a person has sat down at."""
        return int((await self.read(lambda link: link.run(sql.OPEN_BY, (person,))))[0][0])

    async def counts(self) -> dict[str, int]:
        """How many tables there are by status, and how many jobs wait (`jobs`)."""
        rows = await self.read(lambda link: link.run(sql.COUNT))
        jobs = await self.read(lambda link: link.run(sql.COUNT_JOBS))
        return {str(status): int(count) for status, count in rows} | {"jobs": int(jobs[0][0])}

    async def ping(self) -> None:
        """Whether the database reads and writes."""
        await self.read(lambda link: link.run("select 1"))
        await self._call(lambda link: link.run("select 1"))

    async def read(self, work: Callable[[Link], T], patience: float | None = None) -> T:
        """Do some reading on a connection of its own, in another thread."""
        loop = asyncio.get_running_loop()
        expires = time.monotonic() + (self._patience if patience is None else patience)
        return await loop.run_in_executor(self._readers, self._read, work, expires)

    async def _texts(self, statement: str, *values: str | int) -> list[str]:
        return [str(row[0]) for row in await self.read(lambda link: link.run(statement, values))]

    def _read(self, work: Callable[[Link], T], expires: float) -> T:
        pause = 0.05
        while True:
            try:
                return work(self._link())
            except Lost as error:
                self._forget_link()
                if time.monotonic() + pause > expires:
                    raise Unavailable() from error
                time.sleep(pause)
                pause = min(0.5, pause * 2)

    def _link(self) -> Link:
        link: Link | None = getattr(self._mine, "link", None)
        if link is None:
            link = self._mine.link = self.driver.connect()
            self._links.add(link)
        return link

    def _forget_link(self) -> None:
        link: Link | None = getattr(self._mine, "link", None)
        self._mine.link = None
        if link is not None:
            self._links.discard(link)
            with contextlib.suppress(Exception):
                link.close()

    # Hearing

    def _hear(self, notices: list[str], heard: Callable[[str, int], None]) -> None:
        for table, seq in others(notices, self.name):
            heard(table, seq)

    def figures(self) -> dict[str, float]:
        """What the writer has done so far."""
        writer = self._writer
        if writer is None:
            return {}
        return {
            "commits": writer.groups,
            "batches": writer.batches,
            "events": writer.events,
            "commit_seconds": writer.seconds,
        }


def others(notices: list[str], name: str) -> Iterator[tuple[str, int]]:
    """What the notices of other processes say: table and seq."""
    for notice in notices:
        words = notice.split(" ")
        if len(words) == 3 and words[0] != name and words[2].isdigit():
            yield words[1], int(words[2])


def load(link: Link, table: str) -> tuple[TableRow, list[EventRow]] | None:
    """A table and all its events."""
    found = link.run(sql.READ_TABLE, (table,))
    return (TableRow(*found[0]), read_events(link, table, 0)) if found else None


def read_events(link: Link, table: str, after: int) -> list[EventRow]:
    return [EventRow(*row) for row in link.run(sql.READ_EVENTS, (table, after))]


def milliseconds() -> int:
    """The time as rows have it."""
    return time.time_ns() // 1_000_000


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[T], None]) -> Callable[[T], None]:
    def tell(value: T) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop has ended
            loop.call_soon_threadsafe(call, value)

    return tell
