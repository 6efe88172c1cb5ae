"""A house as text: everything in it, one JSON value a line, readable and restorable anywhere.

The first line names the format. Each table at which people play is a line, followed by its events in order.
Then come the rows about people and the house: accounts, profiles, ratings, notices, tournaments and so on.
The last line counts them all. What follows from the events, or lasts for minutes only, is left out.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import Final

import msgspec

from ludoteca.house.store import sql
from ludoteca.house.store.driver import Connection, Driver, DuplicateKey, StoreError, Unfit
from ludoteca.house.store.migrate import COLUMNS, migrate
from ludoteca.house.store.rows import Batch, EventRow, FindingRow, TableRow

FORMAT: Final = "ludoteca house 2"
READABLE: Final = ("ludoteca house 1", FORMAT)
"""The first had no rows about people and the house."""
ROWS: Final = 500
OWN_LINES: Final = frozenset(("tables", "events", "findings"))
LEFT_OUT: Final = frozenset(("places", "jobs", "looking", "thinking", "rating_turn", "shelf_turn"))
KEPT: Final = tuple(name for name in COLUMNS if name not in OWN_LINES | LEFT_OUT)
"""The tables of the database whose rows are written as they are."""
OF_THE_HOUSE: Final = {"house_keys": "name <> 'channel'"}
"""Which rows of them: how servers tell each other what they write belongs to the database. Those that use it
know it already, and a text made by hand might name anything.
"""


class Head(msgspec.Struct, tag="house"):
    """The first line."""

    format: str
    at: int


class TableLine(msgspec.Struct, tag="table"):
    """A table."""

    row: TableRow
    hidden: int = 0
    """Whether the host keeps it out of the lobby."""


class EventLine(msgspec.Struct, tag="event"):
    """Something that happened at a table."""

    row: EventRow


class FindingLine(msgspec.Struct, tag="finding"):
    """What a worker found out about a table."""

    row: FindingRow


class RowLine(msgspec.Struct, tag="row"):
    """A row of one of the other tables of the database."""

    of: str
    values: dict[str, str | int | float | None]


class Tail(msgspec.Struct, tag="end"):
    """The last line: how much there was."""

    tables: int
    events: int
    rows: int = 0


AnyLine = Head | TableLine | EventLine | FindingLine | RowLine | Tail


def dump(connection: Connection) -> Iterator[bytes]:
    """The lines of a whole house, as it is at one moment."""
    encode = msgspec.json.Encoder().encode
    yield encode(Head(FORMAT, time.time_ns() // 1_000_000)) + b"\n"
    tables = events = rows = 0
    connection.begin_reading()
    try:
        for table, hidden in connection.run("select id, hidden from tables order by opened_at, id"):
            found = connection.run(sql.READ_TABLE, (table,))
            yield encode(TableLine(TableRow(*found[0]), hidden)) + b"\n"
            tables += 1
            for row in connection.run(sql.READ_EVENTS, (table, 0)):
                yield encode(EventLine(EventRow(*row))) + b"\n"
                events += 1
            for row in connection.run(
                "select table_id, kind, at, body from findings where table_id = ?", (table,)
            ):
                yield encode(FindingLine(FindingRow(*row))) + b"\n"
        for name in KEPT:
            columns = COLUMNS[name].split(", ")
            which = OF_THE_HOUSE.get(name, "1 = 1")
            for row in connection.run(f"select {COLUMNS[name]} from {name} where {which} order by 1, 2"):
                yield encode(RowLine(name, dict(zip(columns, row, strict=True)))) + b"\n"
                rows += 1
    finally:
        connection.rollback()
    yield encode(Tail(tables, events, rows)) + b"\n"


def restore(driver: Driver, connection: Connection, lines: Iterable[bytes]) -> Tail:
    """Write a dump into an empty database, all of it or nothing; how much there was."""
    migrate(driver, connection)
    connection.begin()
    try:
        if connection.run("select 1 from tables limit 1") or connection.run("select 1 from accounts limit 1"):
            raise StoreError("the database is not empty; a dump is restored into an empty one")
        for name in KEPT:
            connection.run(f"delete from {name} where {OF_THE_HOUSE.get(name, '1 = 1')}")
        counts = _restore_lines(connection, lines)
        connection.commit()
    except (DuplicateKey, OverflowError, Unfit) as error:
        connection.rollback()
        raise StoreError(f"the dump has rows that no house wrote: {error}") from None
    except BaseException:
        connection.rollback()
        raise
    return counts


def _restore_lines(connection: Connection, lines: Iterable[bytes]) -> Tail:
    decoder = msgspec.json.Decoder(AnyLine)
    number = 0
    counted = Tail(0, 0, 0)
    waiting, hidden = Batch(), list[tuple[str]]()
    others: list[RowLine] = []
    told: Tail | None = None
    for number, line in enumerate(lines, 1):
        try:
            read = decoder.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise StoreError(f"line {number} of the dump cannot be read: {error}") from None
        if number == 1:
            if not isinstance(read, Head) or read.format not in READABLE:
                raise StoreError(f"this is no dump of a house; its first line should name “{FORMAT}”")
        elif told is not None:
            raise StoreError(f"line {number} of the dump comes after its end")
        elif isinstance(read, TableLine):
            waiting.tables.append(read.row)
            hidden += [(read.row.id,)] if read.hidden else []
            counted.tables += 1
        elif isinstance(read, EventLine):
            waiting.events.append(read.row)
            counted.events += 1
        elif isinstance(read, FindingLine):
            waiting.findings.append(read.row)
        elif isinstance(read, RowLine):
            if read.of not in KEPT or not set(read.values).issubset(COLUMNS[read.of].split(", ")):
                raise StoreError(f"line {number} of the dump is of something that this version does not know")
            counted.rows += 1
            if (read.of, read.values.get("name")) != ("house_keys", "channel"):  # old texts have it
                others.append(read)
        elif isinstance(read, Tail):
            told = read
        if len(waiting.events) >= ROWS or len(others) >= ROWS:
            _write(connection, waiting, others)
            waiting, others = Batch(), []
    if told != counted:
        raise StoreError(f"the dump stops after line {number}: it is not whole")
    _write(connection, waiting, others)
    connection.many("update tables set hidden = 1 where id = ?", hidden)
    return counted


def _write(connection: Connection, batch: Batch, others: list[RowLine]) -> None:
    for statement, rows in sql.statements([batch]):
        connection.many(statement, rows)
    for line in others:
        columns, places = ", ".join(line.values), ", ".join("?" * len(line.values))
        connection.run(f"insert into {line.of} ({columns}) values ({places})", list(line.values.values()))
