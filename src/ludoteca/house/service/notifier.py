"""The notifier: tells whoever wants to know that a table has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import TypeAlias


class TableListener(AsyncIterator[int]):
    """Yields the seq of one table whenever it has changed; a slow reader gets only the latest."""

    def __init__(self, notifier: Notifier, table: str) -> None:
        self.table = table
        self._notifier = notifier
        self._seq = 0
        self._changed = asyncio.Event()
        self._ended = False

    def notify(self, seq: int, person: str = "") -> None:
        self._seq = max(seq, self._seq)
        self._changed.set()

    def end(self) -> None:
        self._ended = True
        self._changed.set()

    async def __anext__(self) -> int:
        await self._changed.wait()
        if self._ended:
            raise StopAsyncIteration
        self._changed.clear()
        return self._seq

    async def aclose(self) -> None:
        self._notifier.forget(self)
        self.end()


Notify: TypeAlias = Callable[[int, str], None]
"""Gets the seq of a table that has changed, and for whom; empty: for everybody."""


class Follower:
    """Calls `notify`, immediately, whenever one table has changed."""

    def __init__(self, notifier: Notifier, table: str, notify: Notify) -> None:
        self.table = table
        self.notify = notify
        self._notifier = notifier

    def end(self) -> None:
        """A follower does not wait, so nothing has to be woken."""

    def close(self) -> None:
        """Stop following, and let go of whoever did."""
        self._notifier.forget(self)
        self.notify = _nobody_follows


def _nobody_follows(seq: int, person: str) -> None:
    """For a follower that was closed."""


class Notifier:
    """All listeners and followers in this process."""

    def __init__(self) -> None:
        self._by_table: dict[str, set[TableListener | Follower]] = {}
        self._ended = False

    def listen(self, table: str) -> TableListener:
        listener = TableListener(self, table)
        self._by_table.setdefault(table, set()).add(listener)
        if self._ended:
            listener.end()
        return listener

    def follow(self, table: str, notify: Notify) -> Follower:
        follower = Follower(self, table, notify)
        self._by_table.setdefault(table, set()).add(follower)
        return follower

    def forget(self, listener: TableListener | Follower) -> None:
        listeners = self._by_table.get(listener.table, set())
        listeners.discard(listener)
        if not listeners:
            self._by_table.pop(listener.table, None)

    def notify(self, table: str, seq: int, person: str = "") -> None:
        """Tell those who listen to a table that it has changed, if only for one person."""
        for listener in self._by_table.get(table, ()):
            listener.notify(seq, person)

    def follows(self, table: str) -> bool:
        """Whether anybody listens to a table."""
        return table in self._by_table

    def tables(self) -> list[str]:
        """The tables that somebody listens to."""
        return list(self._by_table)

    def __len__(self) -> int:
        return sum(len(listeners) for listeners in self._by_table.values())

    def end(self) -> None:
        """End every listener: nothing more will happen."""
        self._ended = True
        for listeners in self._by_table.values():
            for listener in listeners:
                listener.end()
