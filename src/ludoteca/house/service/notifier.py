"""Ears: who wants to know when a table changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable


class Ear(AsyncIterator[int]):
    """The seq of one table each time it has changed, the latest only."""

    def __init__(self, ears: Ears, table: str) -> None:
        self.table = table
        self._ears = ears
        self._seq = 0
        self._news = asyncio.Event()
        self._ended = False

    def tell(self, seq: int) -> None:
        self._seq = max(seq, self._seq)
        self._news.set()

    def end(self) -> None:
        self._ended = True
        self._news.set()

    async def __anext__(self) -> int:
        await self._news.wait()
        if self._ended:
            raise StopAsyncIteration
        self._news.clear()
        return self._seq

    async def aclose(self) -> None:
        self._ears.forget(self)
        self.end()


class Follower:
    """Somebody who is told the seq of one table at once, each time it has changed."""

    def __init__(self, ears: Ears, table: str, tell: Callable[[int], None]) -> None:
        self.table = table
        self.tell = tell
        self._ears = ears

    def end(self) -> None:
        """There is nothing to wait for."""

    def close(self) -> None:
        """Listen no more."""
        self._ears.forget(self)


class WideEar(AsyncIterator[frozenset[str]]):
    """The tables that changed since it was last asked."""

    def __init__(self, ears: Ears) -> None:
        self._ears = ears
        self._tables: set[str] = set()
        self._news = asyncio.Event()
        self._ended = False

    def tell(self, table: str) -> None:
        self._tables.add(table)
        self._news.set()

    def end(self) -> None:
        self._ended = True
        self._news.set()

    async def __anext__(self) -> frozenset[str]:
        await self._news.wait()
        if self._ended:
            raise StopAsyncIteration
        self._news.clear()
        found, self._tables = frozenset(self._tables), set()
        return found

    async def aclose(self) -> None:
        self._ears.wide.discard(self)
        self.end()


class Ears:
    """Everybody who listens in this process."""

    def __init__(self) -> None:
        self.wide: set[WideEar] = set()
        self._by_table: dict[str, set[Ear | Follower]] = {}
        self._ended = False

    def listen(self, table: str) -> Ear:
        ear = Ear(self, table)
        self._by_table.setdefault(table, set()).add(ear)
        if self._ended:
            ear.end()
        return ear

    def follow(self, table: str, tell: Callable[[int], None]) -> Follower:
        follower = Follower(self, table, tell)
        self._by_table.setdefault(table, set()).add(follower)
        return follower

    def listen_widely(self) -> WideEar:
        ear = WideEar(self)
        self.wide.add(ear)
        if self._ended:
            ear.end()
        return ear

    def forget(self, ear: Ear | Follower) -> None:
        ears = self._by_table.get(ear.table, set())
        ears.discard(ear)
        if not ears:
            self._by_table.pop(ear.table, None)

    def tell(self, table: str, seq: int) -> None:
        for ear in self._by_table.get(table, ()):
            ear.tell(seq)
        for wide in self.wide:
            wide.tell(table)

    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        return list(self._by_table)

    def __len__(self) -> int:
        return sum(len(ears) for ears in self._by_table.values())

    def end(self) -> None:
        """Nothing more will be heard."""
        self._ended = True
        for ears in self._by_table.values():
            for ear in ears:
                ear.end()
        for wide in self.wide:
            wide.end()
