"""What the house keeps about a person: shown to them, or handed over to another name."""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Any, Final

from ludoteca.house.refusals import Broken
from ludoteca.house.service.background import Background
from ludoteca.house.service.circles import Circles
from ludoteca.house.service.heavy_work import TooMuchWork
from ludoteca.house.service.rate_limits import RateLimiter
from ludoteca.house.service.table_cache import TableCache
from ludoteca.house.store.driver import Connection
from ludoteca.house.store.personal import data_of, rewrite
from ludoteca.house.store.rows import REWRITTEN, Notice
from ludoteca.house.store.store import Store
from ludoteca.house.table.commands import Person

LONG_READ: Final = 60.0
"""Seconds that collecting somebody's data may take."""
A_SECOND, AT_ONCE = 1 / 60, 3.0
"""How often somebody may ask for their data: it may be much."""


class PersonalData:
    """Everything that is stored under a person's id."""

    def __init__(self, store: Store, cache: TableCache, background: Background, circles: Circles) -> None:
        self._store = store
        self._cache = cache
        self._background = background
        self._circles = circles
        self._asked = RateLimiter(A_SECOND, 0.0, AT_ONCE)
        self._turn = asyncio.Lock()

    async def of(self, person: Person) -> dict[str, Any]:
        """Everything that the house keeps about a person."""
        if self._asked.seconds_to_wait(person.id, time.monotonic()):
            raise TooMuchWork
        await self._background.flush()
        async with self._turn:
            found = await self._store.read(lambda connection: data_of(connection, person.id), LONG_READ)
        return {"name": person.name, "language": person.language, **found}

    async def hand_over(self, old: str, new: str, name: str, erase: bool) -> None:
        """Write another id, and another name unless it is empty, wherever the old one stands; `erase` takes
        out what the person said.
        """

        def work(connection: Connection) -> list[str]:
            tables = rewrite(connection, old, new, name, erase)
            notices = [Notice(self._store.name, REWRITTEN + table).text() for table in tables]
            self._store.driver.notify(connection, notices)
            return tables

        for table_id in await self._store.in_transaction(work):
            self._background.forget(table_id)
            with contextlib.suppress(Broken):
                self._background.table_changed(await self._cache.fetch(table_id))
        self._circles.forget(old)
        await self._background.flush()
