"""The writer: one thread that writes everything, with many batches in one transaction.

All that is waiting when a transaction ends goes into the next one together, so that the disk syncs once for
all of it. Where servers share a database, more is let gather while many write: a transaction costs something
in each of them. Whoever waits for a batch is answered only after the commit has returned.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from ludoteca.house.refusals import NoRoom, Unavailable, Unsure
from ludoteca.house.store import sql
from ludoteca.house.store.driver import AnswerLost, Connection, ConnectionLost, DiskFull, Driver, DuplicateKey
from ludoteca.house.store.rows import Batch

GROUP: Final = 256
"""The most batches in one transaction."""
GATHER: Final = 0.03
"""Seconds for which batches gather after a transaction of several, where servers share the database. What
comes alone does not wait.
"""
SLACK: Final = 0.2
"""Seconds beyond its patience after which the event loop gives up a thread that hangs."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 0.5


class Conflict(Exception):
    """Another process wrote the event of that number: read it, then judge the command again."""


class Repeated(Exception):
    """The command was carried out before, as event `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"carried out before, as event {seq}")
        self.seq = seq


class Crowded(Exception):
    """Another server is carrying out functions: several at once would have to wait for it."""


class Pending:
    """Something to be written, and the future that waits for it."""

    __slots__ = ("committing", "expires", "future", "unsure", "what")

    def __init__(
        self, what: Batch | Callable[[Connection], Any], future: asyncio.Future[Any], expires: float
    ) -> None:
        self.what = what
        self.future = future
        self.expires = expires
        self.committing = False
        """Whether it is being committed, or is committed and the event loop has not heard of it yet: nobody
        can stop it any more.
        """
        self.unsure = False
        """Whether the answer to its commit was lost."""


Outcome = tuple[asyncio.Future[Any], Any, BaseException | None]


class Writer(threading.Thread):
    """Writes batches in groups. What waits longer than `patience` seconds is refused."""

    def __init__(
        self, driver: Driver, loop: asyncio.AbstractEventLoop, patience: float, sender: str = ""
    ) -> None:
        super().__init__(name="ludoteca-writer", daemon=True)
        self.groups = 0
        self.batches = 0
        self.events = 0
        self.seconds = 0.0
        self._driver = driver
        self._loop = loop
        self._patience = patience
        self._sender = sender
        self._queue: queue.SimpleQueue[Pending | None] = queue.SimpleQueue()
        self._connection: Connection | None = None
        self._pause = FIRST_PAUSE
        self._taking = threading.Lock()

    # For the event loop

    def write(self, batch: Batch) -> asyncio.Future[None]:
        """A future that is done when the batch is on disk. It raises Conflict, Repeated or Unavailable."""
        return self._put(batch)

    def call(self, work: Callable[[Connection], Any]) -> asyncio.Future[Any]:
        """Run a function in a transaction, with others that wait; the future holds its result once committed.
        Should one of them fail, each is run once more in a transaction of its own. So is each if another
        server carries out any just now: they write the same rows in any order, and would wait for each other
        in a circle.
        """
        return self._put(work)

    def end(self) -> None:
        """Write what is waiting, then stop."""
        self._queue.put(None)

    def _put(self, what: Batch | Callable[[Connection], Any]) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = self._loop.create_future()
        pending = Pending(what, future, time.monotonic() + self._patience)
        self._queue.put(pending)
        timer = self._loop.call_later(self._patience + SLACK, self._give_up, pending)
        future.add_done_callback(lambda _: timer.cancel())
        return future

    def _give_up(self, pending: Pending) -> None:
        """The database hangs. What is not being committed never will be; of the rest nobody knows."""
        with self._taking:
            unsure = pending.committing or pending.unsure
            if not pending.future.done():
                pending.future.set_exception(Unsure() if unsure else Unavailable())
        connection = self._connection
        if connection is not None:
            connection.abort()

    # In the thread

    def run(self) -> None:
        ending = False
        not_before = 0.0
        while not ending:
            group: list[Pending] = []
            one = self._queue.get()
            if (wait := not_before - time.monotonic()) > 0:
                time.sleep(wait)
            while True:
                if one is None:
                    ending = True
                    break
                group.append(one)
                if len(group) == GROUP:
                    break
                try:
                    one = self._queue.get_nowait()
                except queue.Empty:
                    break
            self._serve([one for one in group if not one.future.done()])
            if self._driver.shared and len(group) > 1:
                not_before = time.monotonic() + GATHER
        self._disconnect()

    def _commit_unless_given_up(self, connection: Connection, pending: list[Pending]) -> None:
        """Commit, unless somebody has given up waiting meanwhile: then nothing of it may be written."""
        with self._taking:
            if any(one.future.done() for one in pending):
                raise ConnectionLost("somebody has given up waiting")
            for one in pending:
                one.committing = True
        try:
            _commit(connection)
        except AnswerLost:
            for one in pending:
                one.unsure = True
            raise
        except BaseException:
            for one in pending:
                one.committing = False
            raise

    def _serve(self, group: list[Pending]) -> None:
        batches = [one for one in group if isinstance(one.what, Batch)]
        self._serve_patiently(batches, self._write_group)
        self._serve_patiently([one for one in group if not isinstance(one.what, Batch)], self._call_group)

    def _serve_patiently(
        self, pending: list[Pending], serve: Callable[[Connection, list[Pending]], list[Outcome]]
    ) -> None:
        """Serve what is pending; while the database cannot be reached, try again until it expires."""
        tried = full = False
        while pending:
            now = time.monotonic()
            pending = [one for one in pending if not one.future.done()]
            late = [one for one in pending if one.expires < now]
            if not pending:
                return
            if late:
                self._settle_later([(one.future, None, _why(one, full)) for one in late])
                pending = [one for one in pending if one.expires >= now]
                continue
            if tried:
                time.sleep(self._pause)
                self._pause = min(LONGEST_PAUSE, self._pause * 2)
            try:
                outcomes = serve(self._connected(), pending)
            except Crowded:
                for one in pending:
                    self._serve_patiently([one], serve)
                return
            except ConnectionLost as error:
                self._disconnect()
                tried, full = True, isinstance(error, DiskFull)
            except Exception as error:
                self._disconnect()
                if len(pending) > 1:  # only the one that cannot be written fails
                    for one in pending:
                        self._serve_patiently([one], serve)
                    return
                self._settle_later([(one.future, None, error) for one in pending])
                return
            else:
                self._pause = FIRST_PAUSE
                self._settle_later(outcomes)
                return

    def _write_group(self, connection: Connection, pending: list[Pending]) -> list[Outcome]:
        batches = [one.what for one in pending if isinstance(one.what, Batch)]
        try:
            self._commit(connection, batches, pending)
        except DuplicateKey:
            connection.rollback()
            if len(pending) > 1:
                for one in pending:  # each is told at once: the connection may break before the next
                    self._settle_later(self._write_group(connection, [one]))
                return []
            return [(pending[0].future, None, reason_for_duplicate(connection, batches[0]))]
        return [(one.future, None, None) for one in pending]

    def _commit(self, connection: Connection, batches: list[Batch], pending: list[Pending]) -> None:
        began = time.perf_counter()
        connection.begin()
        for statement, rows in sql.statements(batches):
            connection.many(statement, rows)
        if self._driver.shared:
            self._driver.notify(connection, sql.notices(batches, self._sender))
        self._commit_unless_given_up(connection, pending)
        self.groups += 1
        self.batches += len(batches)
        self.events += sum(len(batch.events) for batch in batches)
        self.seconds += time.perf_counter() - began

    def _call_group(self, connection: Connection, pending: list[Pending]) -> list[Outcome]:
        connection.begin()
        if not self._driver.take_turn(connection, len(pending) > 1):
            connection.rollback()
            raise Crowded
        results = [one.what(connection) for one in pending if not isinstance(one.what, Batch)]
        try:
            self._commit_unless_given_up(connection, pending)
        except AnswerLost:  # done again, they might do something else
            self._disconnect()
            return [(one.future, None, Unsure()) for one in pending]
        return [(one.future, result, None) for one, result in zip(pending, results, strict=True)]

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._driver.connect()
        return self._connection

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except Exception:
                return

    def _settle_later(self, outcomes: list[Outcome]) -> None:
        try:
            self._loop.call_soon_threadsafe(_settle, outcomes)
        except RuntimeError:
            return  # the event loop has ended: nobody waits any more


def _why(pending: Pending, full: bool) -> Unavailable:
    """Why something could not be written in time."""
    if pending.unsure or pending.committing:
        return Unsure()
    return NoRoom() if full else Unavailable()


def _commit(connection: Connection) -> None:
    """Commit. Raises AnswerLost if the connection breaks meanwhile."""
    try:
        connection.commit()
    except DiskFull:
        raise
    except ConnectionLost as error:
        raise AnswerLost(str(error)) from error


def _settle(outcomes: list[Outcome]) -> None:
    for future, result, error in outcomes:
        if future.done():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def reason_for_duplicate(connection: Connection, batch: Batch) -> BaseException | None:
    """Why a batch met existing rows. None if they are the same rows: the answer to its commit was lost."""
    there = True
    for event in batch.events:
        if connection.run(sql.SAME_EVENT, msgspec.structs.astuple(event)):
            continue
        there = False
        if event.command is not None:
            found = connection.run(sql.FIND_COMMAND, (event.table, event.command))
            if found:
                return Repeated(int(found[0][0]))
    return None if there and batch.events else Conflict()
