"""A house as text: every event of every table, one JSON value a line, readable and restorable anywhere.

The first line names the format; each table is a line of its own row, followed by its events in order; the
last line counts both. Briefs, places and jobs are not in it: they follow from the events.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from ludoteca.house.store import sql
from ludoteca.house.store.driver import Connection, Driver, StoreError
from ludoteca.house.store.migrate import migrate
from ludoteca.house.store.rows import Batch, EventRow, FindingRow, TableRow

FORMAT: Final = "ludoteca house 1"
ROWS: Final = 500


class Head(msgspec.Struct, tag="house"):
    """The first line."""

    format: str
    at: int


class TableLine(msgspec.Struct, tag="table"):
    """A table."""

    row: TableRow


class EventLine(msgspec.Struct, tag="event"):
    """Something that happened at a table."""

    row: EventRow


class FindingLine(msgspec.Struct, tag="finding"):
    """What a worker found out about a table."""

    row: FindingRow


class Tail(msgspec.Struct, tag="end"):
    """The last line: how much there was."""

    tables: int
    events: int


AnyLine = Head | TableLine | EventLine | FindingLine | Tail


def dump(connection: Connection) -> Iterator[bytes]:
    """The lines of a whole house, as it is at one moment."""
    encode = msgspec.json.Encoder().encode
    yield encode(Head(FORMAT, time.time_ns() // 1_000_000)) + b"\n"
    tables = events = 0
    connection.begin_reading()
    try:
        for (table,) in connection.run("select id from tables order by opened_at, id"):
            found = connection.run(sql.READ_TABLE, (table,))
            yield encode(TableLine(TableRow(*found[0]))) + b"\n"
            tables += 1
            for row in connection.run(sql.READ_EVENTS, (table, 0)):
                yield encode(EventLine(EventRow(*row))) + b"\n"
                events += 1
            for row in connection.run(
                "select table_id, kind, at, body from findings where table_id = ?", (table,)
            ):
                yield encode(FindingLine(FindingRow(*row))) + b"\n"
    finally:
        connection.rollback()
    yield encode(Tail(tables, events)) + b"\n"


def restore(driver: Driver, connection: Connection, lines: Iterable[bytes]) -> tuple[int, int]:
    """Write a dump into an empty database, all of it or nothing; how many tables and events there were."""
    migrate(driver, connection)
    connection.begin()
    try:
        if connection.run("select 1 from tables limit 1"):
            raise StoreError("the database is not empty; a dump is restored into an empty one")
        counts = _restore_lines(connection, lines)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise
    return counts


def _restore_lines(connection: Connection, lines: Iterable[bytes]) -> tuple[int, int]:
    decoder = msgspec.json.Decoder(AnyLine)
    tables = events = number = 0
    waiting = Batch()
    told: Tail | None = None
    for number, line in enumerate(lines, 1):
        try:
            read = decoder.decode(line)
        except msgspec.DecodeError as error:
            raise StoreError(f"line {number} of the dump cannot be read: {error}") from None
        if number == 1:
            if not isinstance(read, Head) or read.format != FORMAT:
                raise StoreError(f"this is no dump of a house; its first line should name “{FORMAT}”")
        elif told is not None:
            raise StoreError(f"line {number} of the dump comes after its end")
        elif isinstance(read, TableLine):
            waiting.tables.append(read.row)
            tables += 1
        elif isinstance(read, EventLine):
            waiting.events.append(read.row)
            events += 1
        elif isinstance(read, FindingLine):
            waiting.findings.append(read.row)
        elif isinstance(read, Tail):
            told = read
        if len(waiting.events) >= ROWS:
            _write(connection, waiting)
            waiting = Batch()
    if told is None or (told.tables, told.events) != (tables, events):
        raise StoreError(f"the dump stops after line {number}: it is not whole")
    _write(connection, waiting)
    return tables, events


def _write(connection: Connection, batch: Batch) -> None:
    for statement, rows in sql.statements([batch]):
        connection.many(statement, rows)
