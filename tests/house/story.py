"""A table without a house: commands are judged and happen at once, at a time the test decides."""

from __future__ import annotations

from typing import Any

from ludoteca.house.service.identity import hashed_token
from ludoteca.house.service.new_tables import first_events
from ludoteca.house.store.rows import EventRow, TableRow
from ludoteca.house.table.command_handlers import CommandContext, handle_command, time_out
from ludoteca.house.table.commands import AnyCommand, Person
from ludoteca.house.table.events import Event, event_rows
from ludoteca.house.table.table import Table
from tests.house.running import ADA, new_id, wish

SECRET = "5ec3e7" * 8
GRACE = 60_000
TOKEN = "the token of the invitation"


class Story:
    """What happens to one table."""

    def __init__(self, *seats: str, owner: Person = ADA, game: str = "bologna", **more: Any) -> None:
        self.now = 1_000_000
        self.rows: list[EventRow] = []
        laid = first_events(
            wish(*seats, game=game, **more), owner, self.context(), SECRET, hashed_token(TOKEN)
        )
        self.row = TableRow("t", game, SECRET, self.now)
        self.table = Table(self.row)
        self.happen(laid, owner.id)

    def context(self, **more: Any) -> CommandContext:
        return CommandContext(self.now, GRACE, ("novice", "regular", "random"), "regular", **more)

    def happen(self, events: list[Event], who: str = "", command: str | None = None) -> list[Event]:
        rows = event_rows("t", self.table.seq, self.now, who, command or new_id(), events)
        for row in rows:
            self.table.apply(row)
        self.rows += rows
        return events

    def do(self, person: Person, command: AnyCommand, invited: bool = False) -> list[Event]:
        """Judge a command and let it happen."""
        context = self.context(invited=invited, token=hashed_token("another token"))
        return self.happen(handle_command(self.table, person, command, context), person.id)

    def tick(self, seconds: float) -> list[Event]:
        """Let time pass, and the clock do what it must."""
        self.now += int(seconds * 1000)
        return self.happen(time_out(self.table, self.context()))

    def again(self) -> Table:
        """The same table, rebuilt from its events."""
        return Table.rebuild(self.row, self.rows)

    def option(self, number: int = 0) -> str:
        assert self.table.match is not None
        return self.table.match.options[number].text
