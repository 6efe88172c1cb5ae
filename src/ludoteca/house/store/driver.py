"""What the store needs from a database: the same from SQLite and from PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ludoteca.kernel.errors import LudotecaError

Row = tuple[Any, ...]
Values = Sequence[Any]


class DuplicateKey(Exception):
    """A row was not written because its key exists already."""


class ConnectionLost(Exception):
    """The database cannot be reached. Whether a pending commit happened is unknown."""


class AnswerLost(ConnectionLost):
    """The connection was lost while a transaction was being committed: it may be written, or not."""


class DiskFull(ConnectionLost):
    """The database has no room left. It is asked again, as room may be made."""


class Unfit(LudotecaError):
    """A value that no database holds, such as NUL in a text."""


class StoreError(LudotecaError):
    """The store cannot be used: its schema is newer, or another server holds the file."""


class Misfit(StoreError):
    """The database understands a statement otherwise than we do: a table or a column is missing, or is there
    already.
    """


class Unreadable(StoreError):
    """What is stored cannot be read: the file is damaged."""

    def __init__(self) -> None:
        super().__init__("what is stored of it cannot be read: the file of the database is damaged")


class Connection(Protocol):
    """One connection, used by one thread. Placeholders are written `?` in every statement."""

    def run(self, sql: str, values: Values = ()) -> list[Row]: ...

    def many(self, sql: str, rows: Iterable[Values]) -> None: ...

    def begin(self) -> None: ...

    def begin_reading(self) -> None:
        """Begin a transaction that reads one consistent snapshot and blocks nobody."""
        ...

    def commit(self) -> None: ...

    def rollback(self) -> None: ...

    def abort(self) -> None:
        """From another thread: let the statement that hangs fail."""
        ...

    def close(self) -> None: ...


class Driver(Protocol):
    """Makes connections to one database, and knows the few statements that differ."""

    shared: bool
    """Whether several processes may use the database side by side."""
    skip_locked: str
    """The SQL by which claiming jobs skips those that others are just claiming."""

    def connect(self) -> Connection: ...

    def lock_schema(self, connection: Connection) -> None:
        """Within a transaction: lock out other migrations."""
        ...

    def take_turn(self, connection: Connection, several: bool) -> bool:
        """Within a transaction, before one function is carried out in it, or several: no other server does
        several in one until it ends. One function waits for that; False if several would have to wait.
        """
        ...

    def has_schema(self, connection: Connection) -> bool:
        """Whether a house has been here: whether there is the table of migrations."""
        ...

    def tune_in(self, connection: Connection) -> None:
        """Before anybody is told anything: find where processes of this house tell each other."""
        ...

    def notify(self, connection: Connection, payloads: Sequence[str]) -> None:
        """Within a transaction: tell other processes, once it commits."""
        ...

    def open(self) -> None:
        """Before the first connection."""
        ...

    def close(self) -> None:
        """After the last connection."""
        ...
