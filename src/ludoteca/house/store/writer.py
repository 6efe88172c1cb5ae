"""The writer: one thread that writes everything, many things in one transaction.

Whatever is waiting when the last transaction is done goes into the next one together, so that the disk is
asked once for all of it. Who asked hears of it only after the commit has returned.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from ludoteca.house.refusals import Unavailable
from ludoteca.house.store import sql
from ludoteca.house.store.driver import Clash, Driver, Link, Lost
from ludoteca.house.store.rows import Batch

GROUP: Final = 256
"""How many batches go into one transaction at most."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 0.5


class Conflict(Exception):
    """Somebody else wrote the event of that number: read again, judge again."""


class Repeated(Exception):
    """The command was carried out before, as event `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"carried out before, as event {seq}")
        self.seq = seq


class Wish:
    """Something to be written, and who waits for it."""

    __slots__ = ("expires", "future", "what")

    def __init__(
        self, what: Batch | Callable[[Link], Any], future: asyncio.Future[Any], expires: float
    ) -> None:
        self.what = what
        self.future = future
        self.expires = expires


Outcome = tuple[asyncio.Future[Any], Any, BaseException | None]


class Writer(threading.Thread):
    """Writes batches in groups. All that waits longer than `patience` seconds is refused."""

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
        self._queue: queue.SimpleQueue[Wish | None] = queue.SimpleQueue()
        self._link: Link | None = None
        self._pause = FIRST_PAUSE

    # For the event loop

    def write(self, batch: Batch) -> asyncio.Future[None]:
        """Done when the batch is on the disk. Raises Conflict, Repeated or Unavailable."""
        return self._put(batch)

    def call(self, work: Callable[[Link], Any]) -> asyncio.Future[Any]:
        """Do something in a transaction of its own; its result, once committed."""
        return self._put(work)

    def end(self) -> None:
        """Write what is waiting, then stop."""
        self._queue.put(None)

    def _put(self, what: Batch | Callable[[Link], Any]) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = self._loop.create_future()
        self._queue.put(Wish(what, future, time.monotonic() + self._patience))
        return future

    # In the thread

    def run(self) -> None:
        ending = False
        while not ending:
            group: list[Wish] = []
            wish = self._queue.get()
            while True:
                if wish is None:
                    ending = True
                    break
                group.append(wish)
                if len(group) == GROUP:
                    break
                try:
                    wish = self._queue.get_nowait()
                except queue.Empty:
                    break
            self._serve(group)
        self._hang_up()

    def _serve(self, group: list[Wish]) -> None:
        batches = [wish for wish in group if isinstance(wish.what, Batch)]
        self._patiently(batches, self._write_group)
        for wish in group:
            if not isinstance(wish.what, Batch):
                self._patiently([wish], self._call)

    def _patiently(self, wishes: list[Wish], serve: Callable[[Link, list[Wish]], list[Outcome]]) -> None:
        """Serve the wishes; while the database cannot be reached, try again for as long as they wait."""
        tried = False
        while wishes:
            now = time.monotonic()
            late = [wish for wish in wishes if wish.expires < now]
            if late:
                self._tell([(wish.future, None, Unavailable()) for wish in late])
                wishes = [wish for wish in wishes if wish.expires >= now]
                continue
            if tried:
                time.sleep(self._pause)
                self._pause = min(LONGEST_PAUSE, self._pause * 2)
            try:
                outcomes = serve(self._connected(), wishes)
            except Lost:
                self._hang_up()
                tried = True
            except Exception as error:
                self._hang_up()
                self._tell([(wish.future, None, error) for wish in wishes])
                return
            else:
                self._pause = FIRST_PAUSE
                self._tell(outcomes)
                return

    def _write_group(self, link: Link, wishes: list[Wish]) -> list[Outcome]:
        batches = [wish.what for wish in wishes if isinstance(wish.what, Batch)]
        try:
            self._commit(link, batches)
        except Clash:
            link.rollback()
            if len(wishes) > 1:
                return [outcome for wish in wishes for outcome in self._write_group(link, [wish])]
            return [(wishes[0].future, None, verdict(link, batches[0]))]
        return [(wish.future, None, None) for wish in wishes]

    def _commit(self, link: Link, batches: list[Batch]) -> None:
        began = time.perf_counter()
        link.begin()
        for statement, rows in sql.statements(batches):
            link.many(statement, rows)
        if self._driver.shared:
            self._driver.notify(link, sql.notices(batches, self._sender))
        link.commit()
        self.groups += 1
        self.batches += len(batches)
        self.events += sum(len(batch.events) for batch in batches)
        self.seconds += time.perf_counter() - began

    def _call(self, link: Link, wishes: list[Wish]) -> list[Outcome]:
        wish = wishes[0]
        assert not isinstance(wish.what, Batch)
        link.begin()
        result = wish.what(link)
        link.commit()
        return [(wish.future, result, None)]

    def _connected(self) -> Link:
        if self._link is None:
            self._link = self._driver.connect()
        return self._link

    def _hang_up(self) -> None:
        link, self._link = self._link, None
        if link is not None:
            try:
                link.close()
            except Exception:
                return

    def _tell(self, outcomes: list[Outcome]) -> None:
        try:
            self._loop.call_soon_threadsafe(_settle, outcomes)
        except RuntimeError:
            return  # the event loop has ended: nobody waits any more


def _settle(outcomes: list[Outcome]) -> None:
    for future, result, error in outcomes:
        if future.done():
            continue
        if error is None:
            future.set_result(result)
        else:
            future.set_exception(error)


def verdict(link: Link, batch: Batch) -> BaseException | None:
    """Why a batch clashed. None if it is there already, word for word: the answer to its commit was lost."""
    there = True
    for event in batch.events:
        if link.run(sql.SAME_EVENT, msgspec.structs.astuple(event)):
            continue
        there = False
        if event.command is not None:
            found = link.run(sql.FIND_COMMAND, (event.table, event.command))
            if found:
                return Repeated(int(found[0][0]))
    return None if there and batch.events else Conflict()
