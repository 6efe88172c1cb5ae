"""PostgreSQL: any number of servers and workers side by side."""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, Final

import msgspec

from ludoteca.house.store.driver import (
    Connection,
    ConnectionLost,
    DiskFull,
    DuplicateKey,
    Misfit,
    Row,
    StoreError,
    Unfit,
    Values,
)
from ludoteca.house.store.sql import EVENT_COLUMNS, INSERT_EVENT, INSERT_EVENTS, INSERT_THOUGHT

CHANNEL: Final = "ludoteca_"
"""How the channel's name begins. The rest is a secret: whoever may connect may listen and speak there."""
SCHEMA_LOCK: Final = 7_310_842_119
GROUP_LOCK: Final = 7_310_842_120
THOUGHT_LOCK: Final = 7_310_842_121
PAYLOAD: Final = 7_900
"""Bytes that one notification may carry."""
GATHER: Final = 0.03
"""Seconds for which notifications gather after one was heard: to be woken by each costs more than to read it.
What comes alone does not wait.
"""
_ALIVE: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 8000,
    "application_name": "ludoteca",
}

_ON_DISK: Final = (
    "select set_config('synchronous_commit', 'on', false) where current_setting('synchronous_commit') = 'off'"
)
"""A commit that is answered is on disk, whatever the database does for others."""
_TOO_MUCH: Final = "54"
"""How the codes of errors begin that come again however often one tries: PostgreSQL has its limits."""


def _psycopg() -> Any:
    try:
        import psycopg
    except ImportError:
        raise StoreError("PostgreSQL needs psycopg: pip install 'ludoteca[postgres]'") from None
    return psycopg


@cache
def _spelled(sql: str) -> str:
    return sql.replace("%", "%%").replace("?", "%s")


class PostgresConnection:
    """A connection. Statements are prepared by the server after a few uses."""

    def __init__(self, where: str) -> None:
        self._psycopg = _psycopg()
        try:
            self._db = self._psycopg.connect(where, autocommit=True, **_ALIVE)
            self._db.execute(_ON_DISK)
        except self._psycopg.OperationalError as error:
            raise ConnectionLost(_first_line(error)) from error

    def run(self, sql: str, values: Values = ()) -> list[Row]:
        with _TranslatedErrors(self._psycopg):
            cursor = self._db.execute(_spelled(sql), values)
            return cursor.fetchall() if cursor.description else []

    def many(self, sql: str, rows: Iterable[Values]) -> None:
        if sql == INSERT_EVENT:
            objects = [dict(zip(EVENT_COLUMNS, row, strict=True)) for row in rows]
            self.run(INSERT_EVENTS, (msgspec.json.encode(objects).decode(),))
            return
        if sql == INSERT_THOUGHT:  # its rows are found by others, so that nobody can write them in order
            self.run("select pg_advisory_xact_lock(?)", (THOUGHT_LOCK,))
        with _TranslatedErrors(self._psycopg), self._db.cursor() as cursor:
            cursor.executemany(_spelled(sql), rows)

    def begin(self) -> None:
        self.run("begin")

    def begin_reading(self) -> None:
        self.run("begin isolation level repeatable read, read only")

    def commit(self) -> None:
        self.run("commit")

    def rollback(self) -> None:
        self.run("rollback")

    def abort(self) -> None:
        """Cut the connection: the thread that waits for an answer gets an error instead."""
        with contextlib.suppress(OSError, self._psycopg.Error):
            handle = os.dup(self._db.pgconn.socket)
            with socket.socket(fileno=handle) as cut:
                cut.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._db.close()


class _TranslatedErrors:
    """Turns the errors of psycopg into those of the store."""

    def __init__(self, psycopg: Any) -> None:
        self._psycopg = psycopg

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, self._psycopg.IntegrityError):
            raise DuplicateKey(_first_line(error)) from error
        if isinstance(error, self._psycopg.errors.DiskFull):
            raise DiskFull(_first_line(error)) from error
        if isinstance(error, self._psycopg.DataError):
            raise Unfit("this holds signs that cannot be written down") from error
        if isinstance(error, self._psycopg.Error) and (error.sqlstate or "").startswith(_TOO_MUCH):
            raise Unfit("this is longer than what can be written down") from error
        if isinstance(error, self._psycopg.ProgrammingError):
            raise Misfit(_first_line(error)) from error
        if isinstance(error, self._psycopg.errors.ReadOnlySqlTransaction):
            raise ConnectionLost(_first_line(error)) from error  # another may be the one that writes by now
        if isinstance(error, self._psycopg.OperationalError | self._psycopg.InterfaceError):
            raise ConnectionLost(_first_line(error)) from error


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


class PostgresDriver:
    """A PostgreSQL database by its address."""

    shared = True
    skip_locked = "for update of jobs skip locked"

    def __init__(self, where: str) -> None:
        self.where = where
        self.channel = ""

    def open(self) -> None:
        _psycopg()

    def connect(self) -> Connection:
        return PostgresConnection(self.where)

    def lock_schema(self, connection: Connection) -> None:
        connection.run("select pg_advisory_xact_lock(?)", (SCHEMA_LOCK,))

    def take_turn(self, connection: Connection, several: bool) -> bool:
        if several:
            return bool(connection.run("select pg_try_advisory_xact_lock(?)", (GROUP_LOCK,))[0][0])
        connection.run("select pg_advisory_xact_lock_shared(?)", (GROUP_LOCK,))
        return True

    def has_schema(self, connection: Connection) -> bool:
        return bool(connection.run("select to_regclass('migrations') is not null")[0][0])

    def tune_in(self, connection: Connection) -> None:
        connection.begin()
        connection.run(
            "insert into house_keys (name, value) values ('channel', ?) on conflict do nothing",
            (secrets.token_hex(8),),
        )
        found = connection.run("select value from house_keys where name = 'channel'")
        connection.commit()
        self.channel = f"{CHANNEL}{found[0][0]}"

    def notify(self, connection: Connection, payloads: Sequence[str]) -> None:
        """Send the payloads in as few notifications as possible."""
        packed: list[str] = []
        size = 0
        for payload in payloads:
            more = len(payload.encode()) + 1
            if packed and size + more > PAYLOAD:
                connection.run("select pg_notify(?, ?)", (self.channel, "\n".join(packed)))
                packed, size = [], 0
            packed.append(payload)
            size += more
        if packed:
            connection.run("select pg_notify(?, ?)", (self.channel, "\n".join(packed)))

    def close(self) -> None:
        pass


class Listener(threading.Thread):
    """Hears what processes of other names wrote. `heard` gets the notices of tables that `concerns` says yes
    to; `missed` is called when some may have been missed: when the connection is lost, and when it is back.
    """

    def __init__(
        self,
        driver: PostgresDriver,
        name: str,
        heard: Callable[[list[str]], None],
        missed: Callable[[bool], None],
        concerns: Callable[[str], bool],
    ) -> None:
        super().__init__(name="ludoteca-listener", daemon=True)
        self._driver = driver
        self._own = f'["{name}",'
        """How a notification begins that this process sent: all notices in it have one sender."""
        self._heard = heard
        self._missed = missed
        self._concerns = concerns
        self._ending = threading.Event()
        self.tried = threading.Event()
        """Set once it hears, or has failed to connect."""
        self.heard_until = time.time()
        """Nothing was missed before that time of day: others go on while this machine is asleep."""

    def run(self) -> None:
        psycopg = _psycopg()
        wait = 0.05
        while not self._ending.is_set():
            try:
                with psycopg.connect(self._driver.where, autocommit=True, **_ALIVE) as db:
                    db.execute(f"listen {self._driver.channel}")
                    wait = 0.05
                    self._missed(True)
                    self.tried.set()
                    while not self._ending.is_set():
                        now = time.time()
                        if self._hear(db, 0.2):
                            while not self._ending.is_set() and self._hear(db, 0):
                                continue  # one look takes 16 KB at most
                            self._ending.wait(GATHER)
                        self.heard_until = now
            except (psycopg.OperationalError, psycopg.InterfaceError):
                self._missed(False)
                self.tried.set()
                self._ending.wait(wait)
                wait = min(1.0, wait * 2)

    def _hear(self, db: Any, seconds: float) -> bool:
        """Whether there was something to hear within so many seconds."""
        heard = [notice.payload for notice in db.notifies(timeout=seconds, stop_after=1)]
        of_others = [text for text in heard if not text.startswith(self._own)]
        notices = [line for text in of_others for line in text.split("\n")]
        if concerning := [line for line in notices if self._concerns(_table_of(line))]:
            self._heard(concerning)
        return bool(heard)

    def end(self) -> None:
        self._ending.set()
        self.join(5)


def _table_of(notice: str) -> str:
    """What a notice is about, without reading all of it: most are about tables of other servers."""
    parts = notice.split('"', 4)
    return parts[3] if len(parts) == 5 else ""
