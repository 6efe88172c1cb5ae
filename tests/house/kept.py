"""Compares what people were told with what a house has stored."""

from __future__ import annotations

import msgspec

from ludoteca.house.store.driver import Connection
from ludoteca.house.store.rows import EventRow, TableRow
from ludoteca.house.store.store import load
from ludoteca.house.table.events import Acted, Said, from_body
from ludoteca.house.table.table import Table
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import verify
from tests.house.players import Ledger, Shown, TableLedger, Told

OF_PEOPLE = ("acted", "undone", "said")


class Kept:
    """What was found in the store, time after time: the log of a table only ever grows."""

    def __init__(self, ledger: Ledger) -> None:
        self.ledger = ledger
        self.compared = 0
        """How many states that somebody was shown have been compared."""
        self.finished = 0
        self._tables: dict[str, KeptTable] = {}

    def check(self, connection: Connection, thoroughly: bool = False) -> int:
        """Raises AssertionError if anything is missing; how many events of people are stored. Finished
        matches that were checked before are only counted again, unless asked to be thorough.
        """
        connection.begin_reading()
        rows = connection.run("select table_id, count(*) from events group by table_id")
        counts = {str(table): int(count) for table, count in rows}
        for table, told in list(self.ledger.tables.items()):
            known = self._tables.setdefault(table, KeptTable())
            if not known.finished or thoroughly:
                found = load(connection, table)
                assert found is not None, f"table {table} was opened, and is gone"
                self.compared += known.grow(*found, told)
            assert counts[table] == len(known.rows), f"the log of table {table} is shorter than it was"
        self.finished = sum(table.finished for table in self._tables.values())
        stored = sum(table.of_people for table in self._tables.values())
        assert self.ledger.acknowledged > 0, "a trial in which nothing was acknowledged proves nothing"
        assert stored >= self.ledger.acknowledged
        return stored


class KeptTable:
    """One table as the store had it when it was looked at last."""

    def __init__(self) -> None:
        self.rows: list[EventRow] = []
        self.finished = False
        self._table: Table | None = None

    @property
    def of_people(self) -> int:
        return sum(row.kind in OF_PEOPLE and not row.who.startswith("bot ") for row in self.rows)

    def grow(self, row: TableRow, rows: list[EventRow], told: TableLedger) -> int:
        """Take in the newer events and compare; how many shown states were compared."""
        assert rows[: len(self.rows)] == self.rows, f"the log of table {row.id} has changed"
        assert [event.seq for event in rows] == list(range(1, len(rows) + 1)), "a gap, or an event twice"
        commands = [event.command for event in rows if event.command is not None]
        assert len(commands) == len(set(commands)), "a command was carried out twice"
        self._check_commands(row.id, rows, told)
        for seq, text in told.heard.items():
            assert seq <= len(rows), f"“{text}” was shown as event {seq} of {row.id}, and is lost"
            assert _text(rows[seq - 1]) == text
        compared = self._apply(row, rows, told)
        self.rows = rows
        return compared

    def _check_commands(self, table: str, rows: list[EventRow], told: TableLedger) -> None:
        by_id = {row.command.split(" ")[-1]: row for row in rows if row.command is not None}
        for command, expected in told.acknowledged.items():
            found = by_id.get(command)
            assert found is not None, f"{command}, acknowledged as event {expected.seq} of {table}, is lost"
            assert Told(found.seq, found.kind, _text(found)) == expected
        order = [expected.seq for expected in told.acknowledged.values()]
        assert order == sorted(order), "acknowledged in another order than written"
        for command, why in told.refused.items():
            assert command not in by_id, f"{command} was refused ({why}), and was carried out in {table}"

    def _apply(self, row: TableRow, rows: list[EventRow], told: TableLedger) -> int:
        """Play what is new; compare with what was shown on the way."""
        table = self._table or Table.rebuild(row, rows[:1])
        expected: dict[int, list[Shown]] = {}
        for client, shown in told.shown.items():
            assert shown.seq <= len(rows), f"{client} was shown event {shown.seq} of {row.id}, which is lost"
            expected.setdefault(shown.seq, []).append(shown)
        compared = 0
        while True:
            for shown in expected.get(table.seq, ()):
                assert shown == _as_shown(table, shown.viewer), f"table {row.id} was shown otherwise"
                compared += 1
            if table.seq == len(rows):
                break
            table.apply(rows[table.seq])
        match = table.match
        assert match is not None
        if match.result is not None and not self.finished:
            assert verify(match.game, read_record(match.record().text())).derived
            self.finished = True
        self._table = table
        return compared


def _text(row: EventRow) -> str:
    event = from_body(row.kind, row.body)
    return event.text if isinstance(event, Acted | Said) else ""


def _as_shown(table: Table, viewer: int) -> Shown:
    view = msgspec.json.encode(table.match.view(viewer)) if table.match is not None else b"null"
    return Shown(table.seq, viewer, table.status, table.awaited, msgspec.json.decode(view))
