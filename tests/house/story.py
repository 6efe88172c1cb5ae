"""A table without a house: commands are judged and happen at once, at a time the test decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.house.refusals import Refused
from ludoteca.house.service.identity import hashed_token
from ludoteca.house.service.new_tables import first_events
from ludoteca.house.store.rows import EventRow, TableRow
from ludoteca.house.table.command_handlers import CommandContext, handle_command, time_out
from ludoteca.house.table.commands import Act, AnyCommand, Join, Person
from ludoteca.house.table.events import Event, event_rows
from ludoteca.house.table.table import Table
from tests.house.running import ADA, BRUNO, CLARA, new_id, wish

SECRET = "5ec3e7" * 8
GRACE = 60_000
TOKEN = "the token of the invitation"


class Story:
    """What happens to one table."""

    def __init__(self, *seats: str, owner: Person = ADA, game: str = "bologna", **more: Any) -> None:
        self.now = 1_000_000
        self.looking: frozenset[str] = frozenset()
        self.rows: list[EventRow] = []
        laid = first_events(
            wish(*seats, game=game, **more), owner, self.context(), SECRET, hashed_token(TOKEN)
        )
        self.row = TableRow("t", game, SECRET, self.now)
        self.table = Table(self.row)
        self.happen(laid, owner.id)

    def context(self, **more: Any) -> CommandContext:
        return CommandContext(
            self.now, GRACE, ("novice", "regular", "random"), "regular", looking=self.looking, **more
        )

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


def refused(code: str, story: Story, person: Person, command: AnyCommand, invited: bool = False) -> Refused:
    """The command must be refused for this reason, and change nothing."""
    seq = story.table.seq
    with pytest.raises(Refused) as caught:
        story.do(person, command, invited)
    assert caught.value.code == code
    assert story.table.seq == seq
    assert str(caught.value)
    return caught.value


def act(text: str, seat: int = -1, base: int = -1) -> Act:
    return Act(id=new_id(), text=text, seat=seat, base=base)


def three() -> Story:
    """Three people in the middle of their first decision."""
    story = Story("me", "open", "open", public=True)
    story.do(BRUNO, Join(id=new_id(), nonce="bb"))
    story.do(CLARA, Join(id=new_id(), nonce="cc"))
    assert story.table.status == "playing"
    return story


def persons(story: Story) -> list[Person]:
    who = {person.id: person for person in (ADA, BRUNO, CLARA)}
    return [who[seat.person] for seat in story.table.seats]


def awaited_person(story: Story) -> Person:
    return persons(story)[story.table.awaited]


def play_on(story: Story, until: Callable[[Table], bool], limit: int = 2000) -> None:
    """Let everybody take their last option until something is so."""
    for _ in range(limit):
        if until(story.table):
            return
        story.do(awaited_person(story), act(story.option(-1)))
    raise AssertionError("it never came about")
