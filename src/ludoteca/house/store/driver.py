"""Links to a database: the little that the store asks of one, so that it need not know which it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ludoteca.kernel.errors import LudotecaError

Row = tuple[Any, ...]
Values = Sequence[Any]


class Clash(Exception):
    """What should have been written contradicts what is there: a key that exists already."""


class Lost(Exception):
    """The database cannot be reached, or gave up. Whether a commit under way happened is not known."""


class StoreError(LudotecaError):
    """The store cannot be used as it is: a newer schema, a file that somebody else holds."""


class Link(Protocol):
    """One connection, used by one thread. Values are written `?` in every statement."""

    def run(self, sql: str, values: Values = ()) -> list[Row]: ...

    def many(self, sql: str, rows: Iterable[Values]) -> None: ...

    def begin(self) -> None: ...

    def begin_reading(self) -> None:
        """A transaction that sees everything as it is at one moment, and holds nobody up."""
        ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def close(self) -> None: ...


class Driver(Protocol):
    """How links to one database are made, and the few statements that differ."""

    shared: bool
    """Whether several processes may use the database side by side."""
    skip_locked: str
    """What makes claiming jobs pass by those that others are just claiming."""

    def connect(self) -> Link: ...

    def lock_schema(self, link: Link) -> None:
        """Within a transaction: keep others from migrating at the same time."""
        ...

    def notify(self, link: Link, payloads: Sequence[str]) -> None:
        """Within a transaction: tell other processes, once it commits."""
        ...

    def open(self) -> None:
        """Before the first link."""
        ...

    def close(self) -> None:
        """After the last link."""
        ...
