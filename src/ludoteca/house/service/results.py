"""Results: how the seats of a finished match did, as rows that can be counted."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from ludoteca.house.store.rows import MOSTLY_BOT, Batch, FinishedRow, ProfileRow, ResultRow
from ludoteca.house.table.seat import Seat
from ludoteca.house.table.table import Table


def add_result(batch: Batch, table: Table) -> None:
    """Let the result of a finished match be written with a batch; nothing if it goes on."""
    match = table.match
    if match is None or match.result is None:
        return
    result = match.result
    people = [(seat.person, seat.as_guest) for seat in table.seats if seat.person]
    alone = bool(people) and len(set(people)) == len(people)
    printed = table.setup.edition.label == table.game.edition().label
    counts = alone and printed and not table.coach and not table.hands_after
    together = len(set(result.teams)) == 1
    batch.finished.append(
        FinishedRow(
            table.id,
            table.game.name,
            len(table.seats),
            scenario_of(table) if together else "",
            table.ended_at,
            int(counts),
        )
    )
    scores = result.scores or [0] * len(result.places)
    counted = counted_seats(table.seats)
    for number, seat in enumerate(table.seats):
        person = seat.person if number in counted else ""
        batch.results.append(
            ResultRow(
                table=table.id,
                seat=number,
                person=person,
                name=seat.name,
                level="" if seat.person or seat.mixed else seat.bot,
                place=result.places[number],
                score=scores[number],
                team=result.teams[number],
                helped=MOSTLY_BOT if seat.mostly_bot else int(seat.helped),
                game=table.game.name,
                ended_at=table.ended_at,
                brought=int(bool(seat.as_guest)),
            )
        )
        if person:
            batch.profiles.append(
                ProfileRow(seat.person, secrets.token_urlsafe(9), seat.name, table.opened_at)
            )


def counted_seats(seats: Sequence[Seat]) -> set[int]:
    """The seats that count for their person: not those of friends at the same screen; and of several, as when
    a guest signs in as somebody who plays already, the one that was not the guest's.
    """
    found: dict[str, int] = {}
    for number, seat in enumerate(seats):
        if seat.person and not seat.here_too and (seat.person not in found or not seat.as_guest):
            found[seat.person] = number
    return set(found.values())


def scenario_of(table: Table) -> str:
    """What people play against when they play together: the options that were chosen."""
    chosen = table.setup.chosen(table.game.options)
    return f"scenario {' '.join(f'{key}={value}' for key, value in sorted(chosen.items()))}"[:200].rstrip()
