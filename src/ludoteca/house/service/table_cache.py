"""The table cache: tables kept in memory, each of which can be rebuilt from the store at any time."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from itertools import groupby
from typing import Final

from ludoteca.house.refusals import Broken, NoSuchTable, Unavailable
from ludoteca.house.store.driver import Unreadable
from ludoteca.house.store.rows import EventRow, TableRow
from ludoteca.house.store.store import Store
from ludoteca.house.table.own_edition import load_with_edition
from ludoteca.house.table.table import Table

IDLE: Final = 60.0
"""Seconds after which a table that nobody has asked for may leave memory."""
REBUILT_AT_ONCE: Final = 8
"""Tables that are rebuilt at the same time: twice as many as one network may ask for."""
READINGS: Final = 5
"""How often a table is read that changes while it is read."""
READER_PATIENCE: Final = 1.0
"""Seconds that somebody who only looks waits for a database that went away."""


class CachedTable:
    """A table in memory. To change it, hold the lock from judging a command to applying its events."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.missed = 0
        """How often others may have written, or have written, what was not read here since."""
        self.weight = 0
        """How many bytes were counted for it."""
        self.asked_at = 0.0
        """When somebody asked for it last."""
        self.placed: tuple[str, ...] = ()
        """Whose places here this server has written: they are not written again with every brief."""

    @property
    def stale(self) -> bool:
        """Whether there may be events in the store that are not in memory."""
        return self.missed > 0

    @asynccontextmanager
    async def held(self, seconds: float) -> AsyncIterator[None]:
        """Hold the lock. Raises Unavailable if others hold it for longer than this."""
        if self.lock.locked():
            try:
                async with asyncio.timeout(seconds):
                    await self.lock.acquire()
            except TimeoutError:
                raise Unavailable() from None
        else:
            await self.lock.acquire()
        try:
            yield
        finally:
            self.lock.release()


class TableCache:
    """The tables in memory: `size` at most, of which idle ones are kept up to `budget` bytes in all. Those
    that nobody has asked for longest go first.
    """

    def __init__(self, store: Store, size: int, budget: int, broken: Callable[[Broken], None]) -> None:
        """`broken` is told of a table that cannot be rebuilt."""
        self.bytes = 0
        """How many bytes the tables take, by our own count."""
        self.rebuilt = 0
        self.set_aside: dict[str, Broken] = {}
        """Tables that cannot be rebuilt, and why: nobody makes the house try again before it restarts."""
        self._broken = broken
        self._store = store
        self._size = size
        self._budget = budget
        self._cached: OrderedDict[str, CachedTable] = OrderedDict()
        self._threads = ThreadPoolExecutor(REBUILT_AT_ONCE, thread_name_prefix="ludoteca-table")
        self._loading: dict[str, asyncio.Task[CachedTable]] = {}
        self._outdated: set[str] = set()
        """Tables that have changed in the store while they were read."""

    def __len__(self) -> int:
        return len(self._cached)

    def tables(self) -> list[str]:
        """The tables in memory."""
        return list(self._cached)

    def holds(self, table_id: str) -> bool:
        """Whether the table is in memory, or just being read."""
        return table_id in self._loading or table_id in self._cached

    def get(self, table_id: str) -> CachedTable | None:
        """The table if it is in memory, stale or not."""
        return self._cached.get(table_id)

    def get_fresh(self, table_id: str) -> CachedTable | None:
        """The table if it is in memory and not stale."""
        cached = self._cached.get(table_id)
        if cached is None or cached.stale:
            return None
        self._asked_for(cached)
        return cached

    async def fetch(self, table_id: str) -> CachedTable:
        """The table, rebuilt from its events if need be. Raises NoSuchTable, or Broken if it is set aside."""
        cached = self._cached.get(table_id)
        if cached is not None:
            self._asked_for(cached)
            if cached.stale:
                await self._refresh(cached)
            return cached
        if table_id in self.set_aside:
            raise self.set_aside[table_id]
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda task: self._loaded(table_id, task))
        try:
            return await asyncio.shield(loading)
        finally:
            del loading  # it holds its error, and the error holds us

    def put(self, table: Table) -> CachedTable:
        """Keep a table that was just made. Others may have written there before it was kept, of which we
        were not told then.
        """
        if table.id in self._cached:
            self.drop(self._cached[table.id])
        cached = CachedTable(table)
        cached.missed = int(self._store.driver.shared)
        self._cached[table.id] = cached
        self._asked_for(cached)
        return cached

    def _asked_for(self, cached: CachedTable) -> None:
        """Note that somebody asked for a table: others may have to go."""
        self._cached.move_to_end(cached.table.id)
        cached.asked_at = time.monotonic()
        weight = cached.table.weigh()
        self.bytes += weight - cached.weight
        cached.weight = weight
        if len(self._cached) > self._size or self.bytes > self._budget:
            self._make_room(cached.asked_at - IDLE)

    async def catch_up(self, cached: CachedTable, patience: float | None = None) -> bool:
        """Apply what is in the store but not yet in memory; True if there was something. Needs the lock."""
        missed = cached.missed
        rows = await self._store.events(cached.table.id, cached.table.seq, patience)
        cached.missed -= missed  # what was missed while we read stays missed
        self._apply(cached, rows)
        return bool(rows)

    async def catch_up_together(
        self, behind: list[CachedTable]
    ) -> tuple[list[CachedTable], list[CachedTable]]:
        """The same for many tables, which are read at once: those that changed, and those that could not be
        changed because somebody holds their lock.
        """
        rows = await self._store.events_after({cached.table.id: cached.table.seq for cached in behind})
        of_table = {table_id: list(found) for table_id, found in groupby(rows, lambda row: row.table)}
        changed, busy = [], []
        for cached in behind:
            new = [row for row in of_table.get(cached.table.id, ()) if row.seq > cached.table.seq]
            if cached.lock.locked():
                busy.append(cached)
            elif new:
                with contextlib.suppress(Broken):
                    self._apply(cached, new)
                    changed.append(cached)
        return changed, busy

    def take_in(self, cached: CachedTable, rows: Sequence[EventRow]) -> bool:
        """Apply what another process told; False if we have to read it: we were not told, or have missed
        something before, or somebody holds the lock.
        """
        seq = cached.table.seq
        fits = all(row.table == cached.table.id and row.seq == seq + at for at, row in enumerate(rows, 1))
        if not rows or not fits or cached.stale or cached.lock.locked():
            return False
        with contextlib.suppress(Broken):
            self._apply(cached, list(rows))
        return True

    def _apply(self, cached: CachedTable, rows: list[EventRow]) -> None:
        try:
            for row in rows:
                cached.table.apply(row)
        except BaseException as error:
            self.drop(cached)
            self._note_broken(error)
            raise

    async def _refresh(self, cached: CachedTable) -> None:
        """Read what was missed. If the database cannot be reached, the table is shown as it is in memory:
        that was written, even if more was written since.
        """
        with contextlib.suppress(Unavailable):
            async with cached.held(READER_PATIENCE):
                if cached.stale:
                    await self.catch_up(cached, READER_PATIENCE)

    def drop(self, cached: CachedTable) -> None:
        """Forget a table that may be half changed."""
        if self._cached.get(cached.table.id) is cached:
            del self._cached[cached.table.id]
            self.bytes -= cached.weight

    def written(self, cached: CachedTable) -> None:
        """Something was written at a table: a copy of it that was made meanwhile may lack it."""
        now = self._cached.get(cached.table.id)
        if now is not cached:
            self.changed_elsewhere(cached.table.id)
            if now is not None:
                now.missed += 1

    def changed_elsewhere(self, table_id: str) -> None:
        """A table that is not in memory has changed: what is just being read of it may be too old."""
        if table_id in self._loading:
            self._outdated.add(table_id)

    def mark_all_stale(self) -> None:
        """Read every table again before it is shown: we may have missed events of any of them."""
        self._outdated.update(self._loading)
        for cached in self._cached.values():
            cached.missed += 1

    async def _load(self, table_id: str) -> CachedTable:
        for _ in range(READINGS):
            self._outdated.discard(table_id)
            try:
                found = await self._store.read(lambda connection: load_with_edition(connection, table_id))
                if found is None:
                    raise NoSuchTable(table_id)
                table = await self._rebuild(*found)
            except Broken as error:
                self._note_broken(error)
                raise
            except Unreadable as error:
                damaged = Broken(table_id, str(error))
                self._note_broken(damaged)
                raise damaged from error
            if table_id not in self._outdated:
                break
        self.rebuilt += 1
        cached = self.put(table)
        cached.missed = int(table_id in self._outdated)  # we are told of what is written at it as it is read
        return cached

    def stop(self) -> None:
        """Rebuild nothing any more."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _rebuild(self, row: TableRow, rows: list[EventRow]) -> Table:
        """The table as its events make it, played in a thread that reads nothing: others read meanwhile."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, Table.rebuild, row, rows)

    def _note_broken(self, error: BaseException) -> None:
        if isinstance(error, Broken):
            self.set_aside[error.table] = error
            self._broken(error)

    def _loaded(self, table_id: str, task: asyncio.Task[CachedTable]) -> None:
        del self._loading[table_id]
        self._outdated.discard(table_id)
        if not task.cancelled():
            task.exception()  # those who wait get it; asyncio must not log it as never retrieved

    def _make_room(self, idle_since: float) -> None:
        """Let tables go until there are no more than there may be."""
        going: list[CachedTable] = []
        left, weight = len(self._cached), self.bytes
        for cached in self._cached.values():
            too_heavy = weight > self._budget and cached.asked_at < idle_since
            if left <= self._size and not too_heavy:
                break
            if not cached.lock.locked():
                going.append(cached)
                left, weight = left - 1, weight - cached.weight
        for cached in going:
            self.drop(cached)
