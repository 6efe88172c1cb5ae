"""SQLite: one file, one server. Every commit is on disk before it returns."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

from ludoteca.house.store.driver import (
    Connection,
    ConnectionLost,
    DiskFull,
    DuplicateKey,
    Misfit,
    Row,
    StoreError,
    Unreadable,
    Values,
)

BUSY_SECONDS: Final = 5.0
LEAST_ROOM: Final = 1_000_000
"""Bytes free on the disk below which a failed write means that it is full."""
_PRAGMAS: Final = (
    "trusted_schema=off", "journal_mode=wal", "synchronous=full", "foreign_keys=on", "cache_size=-16000",
)  # fmt: skip
_STRANGE: Final = "select type, name from sqlite_master where type in ('trigger', 'view') limit 1"
"""What no house makes: statements that a file would carry out when the house reads it or writes to it."""


class SqliteConnection:
    """A connection to the file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        with contextlib.ExitStack() as unless_opened:
            try:
                self._db = sqlite3.connect(
                    path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
                )
                unless_opened.callback(self._db.close)
                for pragma in _PRAGMAS:
                    self._db.execute(f"pragma {pragma}")
                strange = self._db.execute(_STRANGE).fetchone()
            except sqlite3.OperationalError as error:
                raise ConnectionLost(str(error)) from error
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                raise StoreError(
                    f"{path} is no database of a house ({error}); put a backup in its place, "
                    "or choose another folder with --data"
                ) from None
            if strange is not None:
                kind, name = strange
                raise StoreError(
                    f"{path} has a {kind} ({name!r}), which no house makes; put a backup of your own in its "
                    "place"
                )
            unless_opened.pop_all()

    def run(self, sql: str, values: Values = ()) -> list[Row]:
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.IntegrityError as error:
            raise DuplicateKey(str(error)) from error
        except sqlite3.OperationalError as error:
            raise self._translated(error) from error
        except sqlite3.DatabaseError as error:
            if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
                raise Unreadable from error
            raise

    def many(self, sql: str, rows: Iterable[Values]) -> None:
        try:
            self._db.executemany(sql, rows)
        except sqlite3.IntegrityError as error:
            raise DuplicateKey(str(error)) from error
        except sqlite3.OperationalError as error:
            raise self._translated(error) from error

    def _translated(self, error: sqlite3.OperationalError) -> Exception:
        if not hasattr(error, "sqlite_errorcode"):  # a text that is none; it says which
            return Unreadable()
        code = error.sqlite_errorcode & 0xFF
        if code == sqlite3.SQLITE_ERROR:
            return Misfit(str(error))
        full = code == sqlite3.SQLITE_FULL or (code == sqlite3.SQLITE_IOERR and self._no_room())
        return DiskFull(str(error)) if full else ConnectionLost(str(error))

    def _no_room(self) -> bool:
        try:
            return shutil.disk_usage(self._path.parent).free < LEAST_ROOM
        except OSError:
            return False

    def begin(self) -> None:
        self.run("begin immediate")

    def begin_reading(self) -> None:
        self.run("begin")

    def commit(self) -> None:
        self.run("commit")

    def rollback(self) -> None:
        if self._db.in_transaction:
            self.run("rollback")

    def abort(self) -> None:
        self._db.interrupt()

    def close(self) -> None:
        self._db.close()

    def copy_to(self, path: Path) -> None:
        """Copy the whole database as it is now; others can go on writing."""
        keep_private(path)
        with sqlite3.connect(path) as copy:
            self._db.backup(copy)  # in one step: piecemeal it would begin anew at every move
        copy.close()


def keep_private(path: Path) -> None:
    """Make a file that only its owner can read: it holds the secrets of running matches."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


class SqliteDriver:
    """The file, and a lock file beside it that keeps a second server out."""

    shared = False
    skip_locked = ""

    def __init__(self, path: Path, guarded: bool = True) -> None:
        self.path = path
        self._guarded = guarded
        self._guard: int | None = None

    def open(self) -> None:
        if self.path.is_dir():
            raise StoreError(
                f"{self.path} is a folder; remove it, or choose another place with --data or LUDOTECA_DATA"
            )
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            keep_private(self.path)
        except OSError as error:
            raise StoreError(
                f"the house cannot write to {self.path.parent} ({error.strerror}); make it writable for this "
                "user, or choose another folder with --data or LUDOTECA_DATA"
            ) from None
        if self._guarded:
            self._take_guard()

    def connect(self) -> Connection:
        return SqliteConnection(self.path)

    def lock_schema(self, connection: Connection) -> None:
        """Nothing to do: `begin immediate` has locked it."""

    def take_turn(self, connection: Connection, several: bool) -> bool:
        return True

    def has_schema(self, connection: Connection) -> bool:
        return bool(connection.run("select 1 from sqlite_master where name = 'migrations'"))

    def tune_in(self, connection: Connection) -> None:
        """Nothing to do: there is no other process."""

    def notify(self, connection: Connection, payloads: Sequence[str]) -> None:
        """Nothing to do: there is no other process."""

    def close(self) -> None:
        if self._guard is not None:
            os.close(self._guard)
            self._guard = None

    def _take_guard(self) -> None:
        """Lock the file while this process lives. Windows has no such lock: nothing guards it there."""
        try:
            import fcntl
        except ImportError:  # pragma: no cover (Windows)
            return
        guard = os.open(f"{self.path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(guard)
            raise StoreError(
                f"another house is using {self.path}; an SQLite file serves one at a time, "
                "for several side by side set LUDOTECA_DATABASE=postgresql://…"
            ) from None
        self._guard = guard
