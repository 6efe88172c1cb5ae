"""Who sees what: the only place that decides what somebody at a table, or a spectator, gets to know.

Which seat may know a card or an action is a rule of the game (`Event.seen_by`, `Entry.line`). Through which
seat a person looks, and what follows from that for logs, replays, records, briefs and pages, is decided here.
A viewer is the number of a seat, or SPECTATOR.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ludoteca.house.table.brief import Brief, SeatBrief
from ludoteca.house.table.commands import Person
from ludoteca.house.table.table import Table
from ludoteca.kernel.events import Event, sees
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.record import Record
from ludoteca.kernel.view import SPECTATOR


def viewer_of(table: Table, person: str, wished: int = SPECTATOR) -> int:
    """The seat through which a person looks: the wished one if they hold it, else their own, else none.

    After the end everybody may look through any seat. Behind a curtain only a wish shows a seat's secrets.
    """
    if 0 <= wished < len(table.seats) and (table.finished or wished in table.seats_of(person)):
        return wished
    if curtained(table, person):
        return SPECTATOR
    own = table.seat_of(person)
    return SPECTATOR if own is None else own


def curtained(table: Table, person: str) -> bool:
    """Whether several people play on this person's device who must not see each other's secrets."""
    held = table.seats_of(person)
    if len(held) < 2 or table.match is None or table.finished:
        return False
    if not any(table.seats[seat].here_too for seat in held):
        return False
    match, first = table.match, held[0]
    return any(not _know_the_same(match, first, other) for other in held[1:])


def _know_the_same(match: Match, one: int, other: int) -> bool:
    """Whether two seats know the same of what lies on the table, of what happened, and of who did what."""
    if match.game.secrets(match.state, one) != match.game.secrets(match.state, other):
        return False
    told = [event.audience for event in match.opening]
    for entry in match.entries:
        told += [entry.audience, *[event.audience for event in entry.events]]
    return all(sees(audience, one) == sees(audience, other) for audience in told)


def shown_late(table: Table, person: str) -> int | None:
    """How many entries of a match that goes on somebody may see through every seat: those before its last
    turns, where the table shows hands late. None: nothing. Nobody who holds a seat is shown anything.

    A turn is all that one seat decides in a row.
    """
    if not table.hands_after or table.match is None or table.finished or table.seats_of(person):
        return None
    turns, first, decider = 0, 0, int(SPECTATOR)
    for number, entry in reversed(list(enumerate(table.match.entries))):
        if entry.seat < 0:
            continue
        if entry.seat != decider:
            if turns == table.hands_after:
                return first
            turns, decider = turns + 1, entry.seat
        first = number
    return first if turns == table.hands_after else None


def decides(table: Table, person: str) -> bool:
    """Whether the table waits for this person, who then sees the choices: nobody else does."""
    awaited = table.awaited
    return awaited in table.seats_of(person) and not table.seats[awaited].deciding_bot


def hears(table: Table, involved: bool) -> bool:
    """Whether somebody may read what was said. After the end of a private match only who is involved may:
    profiles name the table to everybody.
    """
    return involved or table.public or not table.finished


def participant(table: Table, person: Person | None) -> Person | None:
    """The person if they sit at the table or own it; None if they see only what any stranger sees."""
    return person if person is not None and table.involves(person.id) else None


def events_seen(events: Iterable[Event], viewer: int) -> list[Event]:
    """The events that a viewer learns of, without the values that are secret from them."""
    return [seen for event in events if (seen := event.seen_by(viewer)) is not None]


def action_seen(entry: Entry, viewer: int, over: bool) -> bool:
    """Whether a viewer may know which action it was; after the end everybody may."""
    return over or sees(entry.audience, viewer)


def record_for(table: Table, viewer: int) -> Record:
    """The record as a viewer may read it; the whole record after the end."""
    assert table.match is not None, "there is no record before the start"
    return table.match.record(viewer)


def brief_for(person: str, brief: Brief) -> Brief:
    """The brief without anybody's id, with the person's own seats marked."""
    yours = tuple(number for number, seat in enumerate(brief.seats) if person and seat.person == person)
    seats = tuple(SeatBrief(seat.name, seat.kind, seat.level) for seat in brief.seats)
    return msgspec.structs.replace(brief, seats=seats, yours=yours)
