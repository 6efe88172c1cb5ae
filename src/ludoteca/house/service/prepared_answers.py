"""Conditional moves: answers that people prepare, and that the house gives for them when their time comes.

Nobody else learns of them: they are kept apart from the events of a table, like answers that stand.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from ludoteca.house.refusals import Refused, refusal
from ludoteca.house.service.late_answers import LateAnswers
from ludoteca.house.store.rows import PREPARED
from ludoteca.house.store.store import Store
from ludoteca.house.table.ahead import Prepared, come_and_go, fate_of, look_ahead, may_prepare, position_of
from ludoteca.house.table.commands import Act, Answer, Person
from ludoteca.house.table.table import Table

MOST: Final = 12
"""Answers that a seat may have prepared."""
PAUSE: Final = (5.0, 10.0)
"""Seconds before the house answers: the others may want to take something back."""


class Kept(msgspec.Struct, frozen=True):
    """What a seat has prepared."""

    answers: tuple[Prepared, ...] = ()
    dropped_at: int = -1
    """How many entries the match had when none of them could be given any more; -1: it did not happen."""


NOTHING: Final = Kept()
_KEPT: Final = msgspec.json.Decoder(Kept)


async def a_while() -> None:
    await asyncio.sleep(random.uniform(*PAUSE))


class PreparedAnswers(LateAnswers):
    """The prepared answers of one house. `table` finds a table, `answer` carries out somebody's action."""

    def __init__(
        self,
        store: Store,
        table: Callable[[str], Awaitable[Table]],
        answer: Callable[[str, Person, Act], Awaitable[Answer]],
    ) -> None:
        super().__init__(PREPARED, store, table, answer, a_while)

    async def of(self, table: Table, seat: int) -> list[Prepared]:
        """What a seat has prepared and may still come to pass."""
        kept, match = await self._kept(table, seat), table.match
        if match is None:
            return []
        return [one for one in kept.answers if fate_of(match, seat, one) != "void"]

    async def dropped(self, table: Table, seat: int) -> bool:
        """Whether an answer came to nothing, and the seat has not decided anything since."""
        kept, match = await self._kept(table, seat), table.match
        if kept.dropped_at < 0 or match is None:
            return False
        return all(entry.seat != seat for entry in match.entries[kept.dropped_at :])

    async def prepare(self, table_id: str, person: Person, seat: int, others: list[str], text: str) -> None:
        """Prepare an answer for the case that the others do this one after the other."""
        table = await self._own_table(table_id, person, seat)
        assert table.match is not None
        ahead = look_ahead(table.match, seat, others, table.match.speaker())
        known = await self.of(table, seat)
        known = [one for one in known if one.others != ahead.others]
        possible = ahead.actor == seat and bool(others) and text in dict(ahead.options)
        if not may_prepare(table, seat) or not possible or len(known) >= MOST:
            raise refusal("not-ahead", person.language)
        entries = table.match.entries
        new = Prepared(len(entries), position_of(entries), ahead.others, text)
        await self._keep(table, seat, Kept((*known, new)))

    async def withdraw(self, table_id: str, person: Person, seat: int, number: int) -> None:
        """Take back one of the answers, by its number."""
        table = await self._own_table(table_id, person, seat)
        known = await self.of(table, seat)
        if not 0 <= number < len(known):
            raise refusal("not-ahead", person.language)
        await self._keep(table, seat, Kept(tuple(known[:number] + known[number + 1 :])))

    def table_changed(self, table: Table) -> None:
        """See whether the seat that is asked now has prepared its answer."""
        seat = table.awaited
        if self.may_answer(table) and come_and_go(table):
            self.later(self._answer_for(table, seat, table.match_seq))

    async def _answer_for(self, table: Table, seat: int, base: int) -> None:
        with contextlib.suppress(Refused):
            if not (await self._kept(table, seat)).answers:
                return
            await self.wait()
            table = await self._table(table.id)
            kept, match = await self._kept(table, seat), table.match
            if match is None or table.match_seq != base or not kept.answers:
                return
            due = [one for one in kept.answers if fate_of(match, seat, one) == "due"]
            entries = len(match.entries)
            if not due:
                await self._keep(table, seat, Kept(dropped_at=entries))
                return
            await self.give(table, seat, base, due[0].answer)
            await self._keep(table, seat, NOTHING)

    async def _own_table(self, table_id: str, person: Person, seat: int) -> Table:
        table = await self._table(table_id)
        if seat not in table.seats_of(person.id):
            raise refusal("not-seated", person.language)
        if table.match is None:
            raise refusal("not-started", person.language)
        return table

    async def _kept(self, table: Table, seat: int) -> Kept:
        body = await self.wish(table, seat)
        return _KEPT.decode(body) if body else NOTHING

    async def _keep(self, table: Table, seat: int, kept: Kept) -> None:
        await self.keep(table, seat, msgspec.json.encode(kept).decode())
