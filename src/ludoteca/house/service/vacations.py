"""Vacations: clocks in days wait for people who are away."""

from __future__ import annotations

from typing import Final

from ludoteca.house.refusals import refusal
from ludoteca.house.service.rate_limits import InTurn
from ludoteca.house.store.store import milliseconds
from ludoteca.house.store.vacations import Vacation, VacationStore
from ludoteca.house.table.commands import Person
from ludoteca.house.table.events import Event, Extended
from ludoteca.house.table.table import Table

DAY: Final = 86_400_000
YEAR: Final = 365 * DAY
ALLOWED: Final = 30 * DAY
"""Milliseconds of vacation within a year."""


class Vacations:
    """Who is away, and until when."""

    def __init__(self, store: VacationStore) -> None:
        self._store = store
        self._turns = InTurn()

    async def now(self, person: str) -> Vacation | None:
        """The vacation that a person is on, or the next one."""
        found = await self._store.since(person, milliseconds())
        return found[0] if found else None

    async def days_left(self, person: str) -> int:
        """How many days of vacation a person has left within a year."""
        return max(0, ALLOWED - await self._taken(person)) // DAY

    async def take(self, person: Person, days: int) -> Vacation:
        """Be away from now on for so many days; replaces the vacation that a person is on."""
        async with self._turns.turn(person.id):
            now = milliseconds()
            await self._store.end(person.id, now)
            left = await self.days_left(person.id)
            if not 0 < days <= left:
                raise refusal("vacation", person.language, days=left)
            vacation = Vacation(now, now + days * DAY)
            await self._store.add(person.id, vacation)
            return vacation

    async def end(self, person: Person) -> None:
        """Be back. What clocks have given already stays, at most to the end of the day that has begun."""
        await self._store.end(person.id, milliseconds())

    async def excuse(self, table: Table) -> list[Event]:
        """More time for the awaited seat, whose time is up, if its person is away and the clock is in days:
        what was left when the vacation began is left again when it ends. It is given day by day, as it is
        counted, so that nobody is given days that they do not take. A tournament waits for nobody.
        """
        seat, deadline = table.awaited, table.deadline
        if not table.clock.in_days or seat < 0 or table.in_tournament:
            return []
        since = table.awaited_since
        found = await self._store.since(table.seats[seat].person, since)
        away = sum(_days_begun(one, deadline) - max(one.begins_at, since) for one in found)
        more = away - table.extended
        return [Extended(seat, deadline + more)] if more > 0 else []

    async def _taken(self, person: str) -> int:
        a_year_ago = milliseconds() - YEAR
        found = await self._store.since(person, a_year_ago)
        return sum(_whole_days(one.ends_at - max(one.begins_at, a_year_ago)) for one in found)


def _whole_days(milliseconds: int) -> int:
    """Milliseconds of the days that have begun in so many."""
    return -(-milliseconds // DAY) * DAY


def _days_begun(vacation: Vacation, at: int) -> int:
    """When the day of a vacation that has begun at a time ends; its beginning if that is yet to come."""
    begun = vacation.begins_at + _whole_days(max(0, at + 1 - vacation.begins_at))
    return min(vacation.ends_at, begun)
