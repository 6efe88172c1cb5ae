"""The shelf: tables kept ready, always rebuildable from the store."""

from __future__ import annotations

import asyncio
import contextlib
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from ludoteca.house.refusals import NoSuchTable, Unavailable
from ludoteca.house.store.driver import Link
from ludoteca.house.store.store import Store, load
from ludoteca.house.table.table import Table

HASTE: Final = 1.0
"""Seconds that somebody who only looks waits for a database that went away."""


class Hot:
    """A table at hand. Who changes it holds it from judging to applying."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.doubtful = False
        """Whether another process may have written what we have not heard of."""

    @asynccontextmanager
    async def held(self, seconds: float) -> AsyncIterator[None]:
        """Hold the table; Unavailable if others hold it for longer than this."""
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


class Shelf:
    """The tables at hand, the least recently used going first when there are too many."""

    def __init__(self, store: Store, size: int) -> None:
        self.rebuilt = 0
        self._store = store
        self._size = size
        self._hot: OrderedDict[str, Hot] = OrderedDict()
        self._coming: dict[str, asyncio.Task[Hot]] = {}

    def __len__(self) -> int:
        return len(self._hot)

    def get(self, table_id: str) -> Hot | None:
        """The table if it is at hand."""
        return self._hot.get(table_id)

    def ready(self, table_id: str) -> Hot | None:
        """The table if it is at hand and there is no doubt about it."""
        hot = self._hot.get(table_id)
        if hot is None or hot.doubtful:
            return None
        self._hot.move_to_end(table_id)
        return hot

    async def fetch(self, table_id: str) -> Hot:
        """The table, rebuilt from its events if need be. Raises NoSuchTable."""
        hot = self._hot.get(table_id)
        if hot is not None:
            self._hot.move_to_end(table_id)
            if hot.doubtful:
                await self._look_again(hot)
            return hot
        coming = self._coming.get(table_id)
        if coming is None:
            coming = self._coming[table_id] = asyncio.create_task(self._rebuild(table_id))
            coming.add_done_callback(lambda task: self._arrived(table_id, task))
        return await asyncio.shield(coming)

    def put(self, table: Table) -> Hot:
        """Keep a table that was just made."""
        hot = Hot(table)
        self._hot[table.id] = hot
        if len(self._hot) > self._size:
            self._make_room()
        return hot

    async def catch_up(self, hot: Hot, patience: float | None = None) -> bool:
        """Apply what is in the store and not yet at hand; whether there was something. Needs the lock."""
        news = await self._store.events(hot.table.id, hot.table.seq, patience)
        hot.doubtful = False
        try:
            for row in news:
                hot.table.apply(row)
        except BaseException:
            self.drop(hot)
            raise
        return bool(news)

    async def _look_again(self, hot: Hot) -> None:
        """See whether something was missed. As long as that cannot be known, what is at hand must do: it was
        written, even if more was written since.
        """
        with contextlib.suppress(Unavailable):
            async with hot.held(HASTE):
                if hot.doubtful:
                    await self.catch_up(hot, HASTE)

    def drop(self, hot: Hot) -> None:
        """Forget a table that may be half changed."""
        if self._hot.get(hot.table.id) is hot:
            del self._hot[hot.table.id]

    def doubt(self) -> None:
        """Something may have been missed about any table."""
        for hot in self._hot.values():
            hot.doubtful = True

    async def _rebuild(self, table_id: str) -> Hot:
        table = await self._store.read(lambda link: rebuilt(link, table_id))
        if table is None:
            raise NoSuchTable(table_id)
        self.rebuilt += 1
        return self.put(table)

    def _arrived(self, table_id: str, task: asyncio.Task[Hot]) -> None:
        del self._coming[table_id]
        if not task.cancelled():
            task.exception()  # whoever waits hears it; nobody else needs to

    def _make_room(self) -> None:
        for table_id, hot in self._hot.items():
            if not hot.lock.locked():
                del self._hot[table_id]
                return


def rebuilt(link: Link, table_id: str) -> Table | None:
    """The table as its events in the store make it."""
    found = load(link, table_id)
    return None if found is None else Table.rebuild(*found)
