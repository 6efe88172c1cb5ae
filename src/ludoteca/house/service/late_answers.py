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

MOST_KNOWN: Final = 5_000
"""Tables of which it is remembered which seats wish nothing."""


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
        self._silent: dict[str, set[int]] = {}
        """Seats of a table known to wish nothing: the store is not asked about them after every move."""
        self._hearing = not store.driver.shared
        """Whether we hear what is wished in other processes."""
        self._wishes = 0
        """How many wishes were heard of: what was read before the last one may be out of date."""

    def table_changed(self, table: Table) -> None:
        """Answer for the seat that is asked now if it wished so."""
        raise NotImplementedError

    def may_answer(self, table: Table) -> bool:
        """Whether a person is asked, for whom no bot decides, and who may have wished something."""
        asked = table.awaited
        if asked < 0 or asked in self._silent.get(table.id, ()):
            return False
        return bool(table.seats[asked].person) and not table.seats[asked].deciding_bot

    def wished_elsewhere(self, table_id: str, table: Table | None) -> None:
        """Something may have been wished in another process; `table` if we have it at hand."""
        self._wishes += 1
        self._silent.pop(table_id, None)
        if table is not None:
            self.table_changed(table)

    def wishes_missed(self, hearing: bool) -> None:
        """We may have missed what was wished in other processes; `hearing` if we hear it again."""
        self._wishes += 1
        self._silent.clear()
        self._hearing = hearing

    def later(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something happen beside what goes on."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def wish(self, table: Table, seat: int) -> str:
        """What a seat wishes, as it was kept; empty if nothing."""
        if seat in self._silent.get(table.id, ()):
            return ""
        before = self._wishes
        found = await self._store.finding(table.id, f"{self._kind} {seat}") or ""
        if not found and self._hearing and before == self._wishes:
            if len(self._silent) >= MOST_KNOWN:
                self._silent.clear()
            self._silent.setdefault(table.id, set()).add(seat)
        return found

    async def keep(self, table: Table, seat: int, wish: str) -> None:
        row = FindingRow(table.id, f"{self._kind} {seat}", milliseconds(), wish)
        try:
            await self._store.append(Batch(findings=[row]))
        finally:
            self._wishes += 1
            self._silent.pop(table.id, None)

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
