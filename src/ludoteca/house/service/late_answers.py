"""Late answers: what the house answers for people who wished so, some seconds after they are asked.

Wishes are kept apart from the events of a table: nobody else learns of them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final

from ludoteca.house.store.rows import Batch, FindingRow
from ludoteca.house.store.store import Store, milliseconds
from ludoteca.house.table.commands import Act, Answer, Person
from ludoteca.house.table.table import Table

MOST_KNOWN: Final = 20_000
"""Seats of which it is remembered whether they wish anything."""


class LateAnswers:
    """One kind of them. `table` finds a table, `answer` carries out an action, `wait` waits before."""

    def __init__(
        self,
        kind: str,
        store: Store,
        table: Callable[[str], Awaitable[Table]],
        answer: Callable[[str, Person, Act], Awaitable[Answer]],
        wait: Callable[[], Awaitable[None]],
    ) -> None:
        self.wait = wait
        self._kind = kind
        self._store = store
        self._table = table
        self._answer = answer
        self._tasks: set[asyncio.Task[None]] = set()
        self._silent: set[tuple[str, int]] = set()
        """Seats known to wish nothing: the store is not asked about them after every move."""
        self._outspoken: set[tuple[str, int]] = set()
        """Seats that wished something since the house opened: what is read meanwhile may be out of date."""

    def asks_person(self, table: Table) -> bool:
        """Whether a person is asked, for whom no bot decides."""
        asked = table.awaited
        return asked >= 0 and bool(table.seats[asked].person) and not table.seats[asked].deciding_bot

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something happen beside what goes on."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wish(self, table: Table, seat: int) -> str:
        """What a seat wishes, as it was kept; empty if nothing."""
        who = (table.id, seat)
        if who in self._silent:
            return ""
        found = await self._store.finding(table.id, f"{self._kind} {seat}") or ""
        if not found and who not in self._outspoken and not self._store.driver.shared:
            self._remember(self._silent, who)
        return found

    def _remember(self, seats: set[tuple[str, int]], who: tuple[str, int]) -> None:
        if len(seats) >= MOST_KNOWN:
            seats.clear()
        seats.add(who)

    async def keep(self, table: Table, seat: int, wish: str) -> None:
        who = (table.id, seat)
        self._remember(self._outspoken, who)
        self._silent.discard(who)
        row = FindingRow(table.id, f"{self._kind} {seat}", milliseconds(), wish)
        await self._store.append(Batch(findings=[row]))

    async def give(self, table: Table, seat: int, base: int, text: str) -> None:
        """Answer as the person who holds the seat."""
        place = table.seats[seat]
        command = Act(id=f"{self._kind}-{base}", base=base, text=text, seat=seat)
        await self._answer(table.id, Person(place.person, place.name), command)

    async def stop(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
