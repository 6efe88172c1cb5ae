"""Presence: whose pages show a table now, in this process and in others. Who is looking is not absent."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from typing import Final

from ludoteca.house.refusals import Unavailable
from ludoteca.house.store.store import Store, milliseconds

TELL_INTERVAL: Final = 20.0
"""Seconds after which other processes are told again who is looking here."""
BELIEVED: Final = 60_000
"""Milliseconds for which other processes believe it."""


class Presence:
    """Counts the pages of each person at each table. Processes that share a database tell each other."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pages: dict[str, Counter[str]] = {}
        """The pages of each person, table by table."""
        self._changed = asyncio.Event()
        self._told: set[tuple[str, str]] = set()
        """What other processes know."""
        self._renew_at = 0
        """When they have to be told everything again."""

    def enter(self, table: str, person: str) -> None:
        self._pages.setdefault(table, Counter())[person] += 1
        self._changed.set()

    def leave(self, table: str, person: str) -> None:
        people = self._pages[table]
        people[person] -= 1
        if not people[person]:
            del people[person]
        if not people:
            del self._pages[table]
        self._changed.set()

    def here(self, table: str) -> frozenset[str]:
        """Who is looking at a table through this process."""
        return frozenset(self._pages.get(table, ()))

    async def everywhere(self, table: str) -> frozenset[str]:
        """Who is looking at a table through any process."""
        if not self._store.driver.shared:
            return self.here(table)
        return self.here(table) | set(await self._store.looking(table, self._store.name, milliseconds()))

    async def tell(self) -> None:
        """Tell other processes who is looking here: what changed, and everything now and then."""
        now = milliseconds()
        pages = {(table, person) for table, people in self._pages.items() for person in people}
        due, self._renew_at = self._renew_at, 0  # if telling fails, everything is told next time
        whole = now >= due
        gone = None if whole else self._told - pages
        come = pages if whole else pages - self._told
        await self._store.tell_looking(self._store.name, gone, come, now + BELIEVED)
        self._told, self._renew_at = pages, now + int(TELL_INTERVAL * 1000) if whole else due

    async def keep_telling(self) -> None:
        """Tell other processes whenever somebody comes or goes, and again before they stop believing it."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(TELL_INTERVAL):
                    await self._changed.wait()
            self._changed.clear()
            with contextlib.suppress(Unavailable):
                await self.tell()
            await asyncio.sleep(1)
