"""What the house keeps about a person: shown to them, or handed over to another name."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import tempfile
import time
from collections.abc import Callable
from functools import partial
from typing import IO, Any, Final

from ludoteca.house.refusals import Broken, Unavailable
from ludoteca.house.service.background import Background
from ludoteca.house.service.block_lists import MOST_SHUNNED, BlockLists
from ludoteca.house.service.heavy_work import TooMuchWork
from ludoteca.house.service.rate_limits import RateLimiter
from ludoteca.house.service.table_cache import TableCache
from ludoteca.house.store.driver import Connection
from ludoteca.house.store.personal import (
    HandOver,
    hand_over_rest,
    hand_over_table,
    left_undone,
    promise,
    shun_alike,
    tables_to_hand_over,
    write_data,
)
from ludoteca.house.store.rows import REWRITTEN, Notice
from ludoteca.house.store.store import Store, milliseconds
from ludoteca.house.table.commands import Person

LOG: Final = logging.getLogger("ludoteca.house")

LONG_READ: Final = 60.0
"""Seconds that collecting somebody's data may take."""
A_SECOND, AT_ONCE = 1 / 60, 3.0
"""How often somebody may ask for their data: it may be much."""

PATIENCE: Final = 5.0
"""Seconds that somebody waits for what they have to be handed over; it goes on after that."""
INTERVAL: Final = 60.0
"""Seconds between two looks at what was begun and not ended, or may have come late."""


class PersonalData:
    """Everything that is stored under a person's id."""

    def __init__(
        self, store: Store, cache: TableCache, background: Background, block_lists: BlockLists
    ) -> None:
        self._store = store
        self._cache = cache
        self._background = background
        self._block_lists = block_lists
        self._asked = RateLimiter(A_SECOND, 0.0, AT_ONCE)
        self._turn = asyncio.Lock()
        self._under_way: set[str] = set()
        """Whose things are being handed over here."""

    async def file_of(self, person: Person, more: dict[str, Any]) -> IO[bytes]:
        """Everything that the house keeps about a person, with `more`, as a file of JSON to be read and
        closed. It may be much: it is written beside the event loop, one file at a time.
        """
        if self._asked.seconds_to_wait(person.id, time.monotonic()):
            raise TooMuchWork
        await self._background.flush()
        head = {"name": person.name, "language": person.language, **more}

        def work(connection: Connection) -> IO[bytes]:
            with contextlib.ExitStack() as unless_written:
                file = unless_written.enter_context(tempfile.TemporaryFile())
                write_data(connection, person.id, head, file)
                file.seek(0)
                unless_written.pop_all()
            return file

        async with self._turn:
            return await self._store.read(work, LONG_READ)

    async def hand_over(self, due: HandOver) -> None:
        """Hand a person's things over. Once it is written down that this is to be done, it ends without
        whoever asked for it: who has played much need not wait for all of it.
        """
        await self._background.flush()  # who sits where
        promised = await self._store.in_transaction(
            lambda connection: promise(connection, due, milliseconds())
        )
        begun = self._background.also_do(self._carry_out(promised))
        await asyncio.wait(begun, timeout=PATIENCE)
        for task in begun:
            if task.done():
                task.result()

    async def keep_handing_over(self) -> None:
        """Take up what was begun and not ended, here or by a server that is gone."""
        before = milliseconds()  # at the start, everything
        while True:
            try:
                await self._end_what_began(before)
            except Unavailable:
                LOG.warning("handing over waits: the database cannot be reached")
            except Exception:
                LOG.exception("what somebody has could not be handed over")
            await asyncio.sleep(INTERVAL)
            before = milliseconds() - int(INTERVAL * 1000)

    async def _end_what_began(self, before: int) -> None:
        await self._background.recovered.wait()  # it knows who sits where
        for due in await self._store.read(lambda connection: left_undone(connection, before)):
            if due.old not in self._under_way:
                try:
                    await self._carry_out(due)
                except Unavailable:
                    raise
                except Exception:
                    LOG.exception("what somebody has could not be handed over")

    async def _carry_out(self, due: HandOver) -> None:
        """Table by table, so that others write in between and no transaction takes long."""
        self._under_way.add(due.old)
        try:
            if not due.erase:
                block_lists = await self._store.in_transaction(
                    lambda connection: shun_alike(connection, due, MOST_SHUNNED)
                )
                await self._block_lists.read_again(block_lists)
            for table in await self._store.read(lambda connection: tables_to_hand_over(connection, due)):
                await self._change(partial(_one_table, table, due))
            await self._change(lambda connection: hand_over_rest(connection, due, milliseconds()))
        finally:
            self._under_way.discard(due.old)
        self._block_lists.forget(due.old)
        await self._background.flush()

    async def _change(self, change: Callable[[Connection], list[str]]) -> None:
        """Change the past of tables, which are returned, and let everybody see them anew."""

        def work(connection: Connection) -> list[str]:
            tables = change(connection)
            notices = [Notice(self._store.name, REWRITTEN + table).text() for table in tables]
            self._store.driver.notify(connection, notices)
            return tables

        for table in await self._store.in_transaction(work):
            self._background.forget(table)
            with contextlib.suppress(Broken):
                self._background.table_changed(await self._cache.fetch(table))


def _one_table(table: str, due: HandOver, connection: Connection) -> list[str]:
    hand_over_table(connection, table, due)
    return [table]
