"""The store: everything the house keeps, on SQLite or PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from ludoteca.house.refusals import Unavailable
from ludoteca.house.store import sql
from ludoteca.house.store.driver import Connection, ConnectionLost, Driver, Row, StoreError
from ludoteca.house.store.migrate import check_schema, migrate
from ludoteca.house.store.postgres import Listener, PostgresDriver
from ludoteca.house.store.rows import MOVE, Batch, EventRow, JobRow, Notice, TableRow, ThoughtRow
from ludoteca.house.store.sqlite import SqliteDriver
from ludoteca.house.store.writer import Writer

T = TypeVar("T")

LOG: Final = logging.getLogger("ludoteca.house")

READERS: Final = 3
SLACK: Final = 0.3
"""Seconds beyond its patience after which the house gives up a database that does not answer at all."""
PING_INTERVAL: Final = 1.0
"""Seconds for which it is believed that the database reads and writes."""
DRAINED_IN: Final = 600_000
"""Milliseconds in which the thinking time of a network is forgotten."""
ABOUT_AS_MUCH: Final = 2.0
"""Seconds of thinking by which networks may differ and still have their turns in the order they asked."""
LOOKED_AT: Final = 400
"""The public tables among which the lobby chooses if one network has many, the most recently changed."""
OF_ONE_NETWORK: Final = 5
"""Tables opened from one network that the lobby lists before those of others."""
TOLERATED: Final = 2000
"""Milliseconds by which clocks may differ."""
SQLITE: Final = "sqlite:///"
_NOTICE: Final = msgspec.json.Decoder(Notice)


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
        """By which processes tell each other's notices apart."""
        self.thinking = 0.0
        """Seconds that bots may think in ten minutes for the tables of one network; 0: no limit."""
        self._patience = patience
        self._writer: Writer | None = None
        self._listener: Listener | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="ludoteca-reader")
        self._of_thread = threading.local()
        self._connections: set[Connection] = set()
        self._pinging: asyncio.Task[None] | None = None

    async def start(
        self,
        heard: Callable[[Notice], None] | None = None,
        missed: Callable[[bool], None] | None = None,
        concerns: Callable[[str], bool] = lambda table: True,
    ) -> None:
        """Open the database and bring its schema up to date. `heard(notice)` is called when another process
        has written something that concerns us, which is asked in another thread; `missed(hearing)` when
        notices may have been missed, and whether we hear again.
        """
        loop = asyncio.get_running_loop()
        self.driver.open()
        try:
            expires = time.monotonic() + self._patience  # for a connection; a migration may take its time
            await loop.run_in_executor(self._readers, self._read, self._bring_up_to_date, expires, [])
        except Unavailable as error:
            self._close()
            raise StoreError(
                f"the database cannot be reached ({error.__cause__ or 'it does not answer'}); "
                "is it running, and is LUDOTECA_DATABASE right?"
            ) from error
        except BaseException:
            self._close()
            raise
        self._writer = Writer(self.driver, loop, self._patience, self.name)
        self._writer.start()
        await self.set_watch()
        if isinstance(self.driver, PostgresDriver) and heard is not None and missed is not None:
            self._listener = Listener(
                self.driver,
                self.name,
                _in_loop(loop, lambda notices: self._notices(notices, heard)),
                _in_loop(loop, missed),
                concerns,
            )
            self._listener.start()
            await loop.run_in_executor(None, self._listener.tried.wait)

    def _bring_up_to_date(self, connection: Connection) -> None:
        migrate(self.driver, connection)
        check_schema(connection)
        self.driver.tune_in(connection)

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
        for connection in self._connections:
            with contextlib.suppress(Exception):
                connection.close()
        self.driver.close()

    # Writing

    async def append(self, batch: Batch) -> None:
        """Write a batch to the disk. Raises Conflict, Repeated or Unavailable. It is written even if the
        caller is cancelled.
        """
        await asyncio.shield(self.write(batch))

    def write(self, batch: Batch) -> asyncio.Future[None]:
        """The same, as a future."""
        assert self._writer is not None, "the store is not open"
        return self._writer.write(batch)

    async def set_watch(self) -> int:
        """Go by the clock of the database, if several servers share it; what it says now."""
        if not self.driver.shared:
            return milliseconds()
        looks = await self.read(lambda connection: (_own_time(), connection.run(sql.NOW), _own_time()))
        there = int(looks[1][0][0])
        WATCH.compare(looks[0], there, looks[2])
        return there

    async def claim(self, worker: str, count: int, lease: int, moves: bool = True) -> list[JobRow]:
        """Claim up to `count` free jobs for `lease` milliseconds: moves, or all others. People's tables come
        before those of bots alone, then networks for which bots have thought less, then the oldest.
        """
        which = f"kind {'=' if moves else '<>'} '{MOVE}'"
        return await self._call(lambda connection: self.claim_some(connection, worker, count, lease, which))

    def claim_some(
        self, connection: Connection, worker: str, count: int, lease: int, which: str
    ) -> list[JobRow]:
        """The same, in a transaction, among the jobs that a condition describes."""
        now = milliseconds()
        statement = sql.CLAIM.format(which=which, skip_locked=self.driver.skip_locked)
        thought = (now, (self.thinking or float(2**31)) / DRAINED_IN, ABOUT_AS_MUCH)
        values = (worker, now + lease, now, *thought, *thought, count)
        rows = connection.run(statement, values)
        return sorted((JobRow(*row) for row in rows), key=lambda job: (job.rank, job.asked_at))

    async def extend(self, worker: str, jobs: list[str], lease: int) -> None:
        """Extend the lease of jobs."""
        until = milliseconds() + lease
        await self._call(
            lambda connection: connection.many(sql.EXTEND, [(until, job, worker) for job in jobs])
        )

    async def release(self, worker: str, job: str) -> None:
        """Give a job back."""
        await self._call(lambda connection: connection.run(sql.RELEASE, (job, worker)))

    async def release_all(self) -> None:
        """Free every job: for the only server of a database, when it starts."""
        await self._call(lambda connection: connection.run(sql.RELEASE_ALL))

    async def spend(self, token: str, until: int) -> bool:
        """Spend a hashed token; False if it was spent before. It is remembered until then."""

        def work(connection: Connection) -> bool:
            connection.run(sql.FORGET_SPENT, (milliseconds(),))
            return bool(connection.run(sql.SPEND, (token, until)))

        return await self._call(work)

    async def tell_looking(
        self, process: str, gone: set[tuple[str, str]] | None, come: set[tuple[str, str]], until: int
    ) -> None:
        """Change what is known of a process: who no longer looks at which table (None: all that was known is
        replaced), and who does, until then.
        """

        def work(connection: Connection) -> None:
            if gone is None:
                connection.run(sql.FORGET_LOOKING, (process, milliseconds()))
            else:
                connection.many(sql.FORGET_PAGE, [(process, *page) for page in sorted(gone)])
            connection.many(sql.INSERT_LOOKING, [(process, *page, until) for page in sorted(come)])

        await self._call(work)

    async def change(self, statement: str, *values: str | int | float) -> None:
        """Carry out one statement that writes."""
        await self._call(lambda connection: connection.run(statement, values))

    async def rows(self, statement: str, *values: str | int | float) -> list[Row]:
        """What one statement reads."""
        return await self.read(lambda connection: connection.run(statement, values))

    async def in_transaction(self, work: Callable[[Connection], T]) -> T:
        """Run a function that writes, all of it or nothing."""
        return await self._call(work)

    async def _call(self, work: Callable[[Connection], T]) -> T:
        assert self._writer is not None, "the store is not open"
        result: T = await asyncio.shield(self._writer.call(work))
        return result

    # Reading

    async def load(self, table: str) -> tuple[TableRow, list[EventRow]] | None:
        """A table and all its events."""
        return await self.read(lambda connection: load(connection, table))

    async def events(self, table: str, after: int, patience: float | None = None) -> list[EventRow]:
        """The events of a table after a seq, in order."""
        return await self.read(lambda connection: read_events(connection, table, after), patience)

    async def events_after(self, known: dict[str, int]) -> list[EventRow]:
        """The events of many tables, each after the seq that is known of it, in order."""
        wanted = msgspec.json.encode([{"id": table, "last": seq} for table, seq in known.items()]).decode()
        rows = await self.read(lambda connection: connection.run(sql.READ_EVENTS_AFTER, (wanted,)))
        return [EventRow(*row) for row in rows]

    async def finding(self, table: str, kind: str) -> str | None:
        rows = await self.read(lambda connection: connection.run(sql.READ_FINDING, (table, kind)))
        return str(rows[0][0]) if rows else None

    async def briefs(self, status: str, count: int) -> list[str]:
        """Public tables of a status, the most recently changed first; no network fills the list with its
        own while there are others.
        """

        def work(connection: Connection) -> list[Row]:
            found = connection.run(sql.PUBLIC, (status, count))
            of_network = Counter(network for _, network in found if network)
            if len(found) < count or max(of_network.values(), default=0) <= OF_ONE_NETWORK:
                return found
            return connection.run(sql.SPREAD, (status, LOOKED_AT, OF_ONE_NETWORK, count))

        return [str(row[0]) for row in await self.read(work)]

    async def briefs_of(self, person: str, count: int, ended: bool = False) -> list[str]:
        """Tables at which somebody sits or once sat."""
        return await self._texts(sql.YOURS_ENDED if ended else sql.YOURS, person, count)

    async def played_by(self, person: str) -> list[str]:
        """The games of which somebody has finished a match."""
        return await self._texts(sql.PLAYED, person)

    async def due(self, now: int, count: int) -> list[str]:
        """Tables whose deadline has passed."""
        return await self._texts(sql.DUE, now, count)

    async def lagging(self, before: int, count: int) -> list[str]:
        """Tables with events from before that time that are not in their brief."""
        return await self._texts(sql.LAGGING, before, count)

    async def live(self, count: int) -> list[str]:
        """Tables that have not ended, the most recently changed first."""
        return await self._texts(sql.LIVE, count)

    async def set_aside(self) -> list[str]:
        """Tables that could not be rebuilt."""
        return await self._texts(sql.SET_ASIDE)

    async def uncounted(self, count: int) -> list[str]:
        """Tables whose match has ended, but whose result is not written down."""
        return await self._texts(sql.UNCOUNTED, count)

    async def idle(self, now: int, count: int) -> list[str]:
        """Tables that should have ended by themselves."""
        return await self._texts(sql.IDLE, now, count)

    async def opened_from(self, network: str) -> int:
        """How many tables that have not ended were opened from a network."""
        return int((await self.read(lambda connection: connection.run(sql.OPENED_FROM, (network,))))[0][0])

    def thought(self, table: str, seconds: float) -> list[ThoughtRow]:
        """What to write when a bot has thought at a table."""
        return (
            [ThoughtRow(seconds, milliseconds(), table, self.thinking / DRAINED_IN)] if self.thinking else []
        )

    async def thought_for(self, network: str) -> float:
        """How many seconds bots have thought lately for the tables of a network."""
        rows = await self.read(lambda connection: connection.run(sql.THOUGHT, (network,)))
        if not rows:
            return 0.0
        seconds, at = rows[0]
        return max(0.0, float(seconds) - (milliseconds() - int(at)) * self.thinking / DRAINED_IN)

    async def looking(self, table: str, process: str, now: int) -> list[str]:
        """Who is looking at a table through other processes than this."""
        return await self._texts(sql.LOOKING, table, process, now)

    async def opened_by(self, person: str) -> int:
        """How many tables that have not ended a person has opened, whether they sit there or not."""
        return int((await self.read(lambda connection: connection.run(sql.OPENED_BY, (person,))))[0][0])

    async def counts(self) -> dict[str, int]:
        """How many tables there are by status, and how many jobs wait (`jobs`)."""
        rows = await self.read(lambda connection: connection.run(sql.COUNT))
        jobs = await self.read(lambda connection: connection.run(sql.COUNT_JOBS))
        return {str(status): int(count) for status, count in rows} | {"jobs": int(jobs[0][0])}

    async def ping(self) -> None:
        """Raises Unavailable if the database does not read and write within the usual patience. Anybody may
        ask, and each look is a commit of its own: all who ask within a second share one.
        """
        if self._pinging is None:
            self._pinging = asyncio.create_task(self._ping())
            self._pinging.add_done_callback(self._forget_ping)
        await asyncio.shield(self._pinging)

    def _forget_ping(self, ping: asyncio.Task[None]) -> None:
        well = not ping.cancelled() and ping.exception() is None
        ping.get_loop().call_later(PING_INTERVAL if well else 0, self._look_again)

    def _look_again(self) -> None:
        self._pinging = None

    async def _ping(self) -> None:
        try:
            async with asyncio.timeout(self._patience + SLACK):
                await self.read(lambda connection: connection.run("select 1"))
                await self._call(lambda connection: connection.run(sql.STILL_WRITES, (milliseconds(),)))
        except TimeoutError:
            raise Unavailable() from None

    async def read(self, work: Callable[[Connection], T], patience: float | None = None) -> T:
        """Run a function that reads, on a connection of its own and in another thread."""
        loop = asyncio.get_running_loop()
        seconds = self._patience if patience is None else patience
        expires = time.monotonic() + seconds
        used: list[Connection] = []
        reading = loop.run_in_executor(self._readers, self._read, work, expires, used)
        try:
            async with asyncio.timeout(seconds + SLACK):
                return await reading
        except TimeoutError:
            for connection in used[-1:]:
                connection.abort()
            raise Unavailable() from None

    async def _texts(self, statement: str, *values: str | int) -> list[str]:
        return [str(row[0]) for row in await self.read(lambda connection: connection.run(statement, values))]

    def _read(self, work: Callable[[Connection], T], expires: float, used: list[Connection]) -> T:
        """`used` gets the connection, so that it can be cut off if the database hangs."""
        pause = 0.05
        while True:
            try:
                used.append(self._connection())
                return work(used[-1])
            except ConnectionLost as error:
                self._forget_connection()
                if time.monotonic() + pause > expires:
                    raise Unavailable() from error
                time.sleep(pause)
                pause = min(0.5, pause * 2)

    def _connection(self) -> Connection:
        connection: Connection | None = getattr(self._of_thread, "connection", None)
        if connection is None:
            connection = self._of_thread.connection = self.driver.connect()
            self._connections.add(connection)
        return connection

    def _forget_connection(self) -> None:
        connection: Connection | None = getattr(self._of_thread, "connection", None)
        self._of_thread.connection = None
        if connection is not None:
            self._connections.discard(connection)
            with contextlib.suppress(Exception):
                connection.close()

    # Notices of other processes

    @property
    def heard_until(self) -> float:
        """Until when we have heard, by the clock of the day, whatever others wrote."""
        return self._listener.heard_until if self._listener is not None else time.time()

    def _notices(self, notices: list[str], heard: Callable[[Notice], None]) -> None:
        for notice in notices_of_others(notices, self.name):
            heard(notice)

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


def notices_of_others(notices: list[str], name: str) -> Iterator[Notice]:
    """The notices of other processes; others may speak on the same channel, too."""
    for text in notices:
        with contextlib.suppress(msgspec.DecodeError):
            notice = _NOTICE.decode(text)
            if notice.sender != name:
                yield notice


def load(connection: Connection, table: str) -> tuple[TableRow, list[EventRow]] | None:
    """A table and all its events."""
    found = connection.run(sql.READ_TABLE, (table,))
    return (TableRow(*found[0]), read_events(connection, table, 0)) if found else None


def read_events(connection: Connection, table: str, after: int) -> list[EventRow]:
    return [EventRow(*row) for row in connection.run(sql.READ_EVENTS, (table, after))]


def _own_time() -> int:
    return time.time_ns() // 1_000_000


class Watch:
    """The clock that a process goes by: its own, or that of a database which several servers share, so that
    one server whose clock is wrong ends nobody's turn.
    """

    def __init__(self) -> None:
        self.behind = 0
        """Milliseconds by which our own clock is behind."""

    def compare(self, before: int, there: int, after: int) -> None:
        """Go by the clock that said `there`, in milliseconds, between two looks at our own."""
        behind = there - (before + after) // 2
        if after - before > TOLERATED or abs(behind - self.behind) <= TOLERATED:
            return
        self.behind = behind if abs(behind) > TOLERATED else 0
        LOG.warning("the clock here differs by %d s from the database's, which counts", abs(behind) // 1000)


WATCH: Final = Watch()


def milliseconds() -> int:
    """The time now, as in rows."""
    return _own_time() + WATCH.behind


def _in_loop(loop: asyncio.AbstractEventLoop, call: Callable[[T], None]) -> Callable[[T], None]:
    def tell(value: T) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop has ended
            loop.call_soon_threadsafe(call, value)

    return tell
