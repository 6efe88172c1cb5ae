"""The notifier: tells whoever wants to know that a table has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Notify: TypeAlias = Callable[[int, str], None]
"""Gets the seq of a table that has changed, and for whom; empty: for everybody."""


class Follower:
    """Calls `notify`, immediately, whenever one table has changed."""

    def __init__(self, notifier: Notifier, table: str, notify: Notify) -> None:
        self.table = table
        self.notify = notify
        self._notifier = notifier

    def close(self) -> None:
        """Stop following, and let go of whoever did."""
        self._notifier.forget(self)
        self.notify = _nobody_follows


def _nobody_follows(seq: int, person: str) -> None:
    """For a follower that was closed."""


class Notifier:
    """All followers in this process."""

    def __init__(self) -> None:
        self._by_table: dict[str, set[Follower]] = {}

    def follow(self, table: str, notify: Notify) -> Follower:
        follower = Follower(self, table, notify)
        self._by_table.setdefault(table, set()).add(follower)
        return follower

    def forget(self, follower: Follower) -> None:
        followers = self._by_table.get(follower.table, set())
        followers.discard(follower)
        if not followers:
            self._by_table.pop(follower.table, None)

    def notify(self, table: str, seq: int, person: str = "") -> None:
        """Tell those who follow a table that it has changed, if only for one person."""
        for follower in self._by_table.get(table, ()):
            follower.notify(seq, person)

    def follows(self, table: str) -> bool:
        """Whether anybody follows a table."""
        return table in self._by_table

    def tables(self) -> list[str]:
        """The tables that somebody follows."""
        return list(self._by_table)

    def __len__(self) -> int:
        return sum(len(followers) for followers in self._by_table.values())
