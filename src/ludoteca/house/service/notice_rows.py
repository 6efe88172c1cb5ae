"""What a table has to tell people who may be away, as rows. The same is written again and told once."""

from __future__ import annotations

from typing import Final

from ludoteca.house.store.rows import WAITING, NoticeRow
from ludoteca.house.table.table import Table

TURN, TIME, SEATED, ENDED = "turn", "time", "seated", "ended"
KINDS: Final = (TURN, TIME, SEATED, ENDED)
"""It is your turn; your time is running out; somebody sits down at your table; a match has ended."""
AFTER: Final = 20_000
"""Milliseconds after which somebody who has not reacted is told."""
LAST_SHARE: Final = 10
"""Time is running out when only this part of it, a tenth, is left."""


def notices_of(table: Table, subscribers: frozenset[str]) -> list[NoticeRow]:
    """What there is to tell about a table as it is now, to those who want to be told anything."""
    concerned = subscribers.intersection(seat.person for seat in table.seats)
    if not concerned:
        return []
    if table.finished:
        due = table.ended_at + AFTER
        return [
            NoticeRow(f"{ENDED} {table.id} {person}", person, ENDED, table.id, 0, due)
            for person in sorted(concerned)
        ]
    if table.status == WAITING:  # once for a seat, whoever comes and goes
        owner = table.owner
        return [
            NoticeRow(f"{SEATED} {table.id} {number}", owner, SEATED, table.id, 0, table.at)
            for number, seat in enumerate(table.seats)
            if seat.person and seat.person != owner and owner in concerned
        ]
    awaited = table.awaited
    if awaited < 0 or table.seats[awaited].deciding_bot or table.seats[awaited].person not in concerned:
        return []
    person, base, since = table.seats[awaited].person, table.match_seq, table.awaited_since
    found = [NoticeRow(f"{TURN} {table.id} {base}", person, TURN, table.id, base, since + AFTER)]
    if table.deadline:
        due = table.deadline - (table.deadline - since) // LAST_SHARE
        name = f"{TIME} {table.id} {base} {table.deadline}"
        found.append(NoticeRow(name, person, TIME, table.id, base, due))
    return found
