"""Standing answers: what a seat answers to a kind of question until it wants to be asked again.

Nobody else learns of them. They are kept apart from the events of a table, so setting one changes no number
that others see, and the house gives the answer as the person would: as an action of its own, after a moment.
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
from ludoteca.house.store.rows import STANDING
from ludoteca.house.store.store import Store
from ludoteca.house.table.commands import Act, Answer, Person, Until
from ludoteca.house.table.table import Table
from ludoteca.kernel.game import presentation_of

MOMENT: Final = [0.5, 1.5]
"""Seconds before the house answers."""


class Standing(msgspec.Struct, frozen=True):
    """An answer that stands: always, or until its seat has been asked something else."""

    question: str
    text: str
    always: bool
    since: int
    """How many actions had been made when it began to stand."""


_STANDING: Final = msgspec.json.Decoder(Standing)


def standing_text(table: Table) -> str:
    """The answer to the question in hand that may be left standing, or empty."""
    if table.match is None or table.awaited < 0:
        return ""
    return presentation_of(table.game).standing.get(table.match.state.step.name(), "")


async def a_moment() -> None:
    """About as long as a person who need not think takes to answer, and as unevenly."""
    await asyncio.sleep(random.uniform(*MOMENT))


class StandingAnswers(LateAnswers):
    """The standing answers of one house. `table` finds a table, `answer` carries out somebody's action."""

    def __init__(
        self,
        store: Store,
        table: Callable[[str], Awaitable[Table]],
        answer: Callable[[str, Person, Act], Awaitable[Answer]],
    ) -> None:
        super().__init__(STANDING, store, table, answer, a_moment)

    async def of(self, table: Table, seat: int) -> Standing | None:
        """What a seat's answer is, if one stands."""
        body = await self.wish(table, seat)
        if not body or table.match is None:
            return None
        standing = _STANDING.decode(body)
        later = table.match.entries[standing.since :]
        asked_else = any(entry.seat == seat and entry.action.text != standing.text for entry in later)
        return None if asked_else and not standing.always else standing

    async def let_stand(self, table_id: str, person: Person, seat: int, until: Until) -> str:
        """Give the answer to the question in hand that may stand, and let it stand; `until` is `turn`: until
        the seat is asked something else, `always`, or `off`: ask again. Returns the answer that stands now.
        """
        table = await self._table(table_id)
        own = table.seat_of(person.id)
        if own is None:
            raise refusal("not-seated", person.language)
        seat = seat if seat in table.seats_of(person.id) else own
        if until == "off":
            await self._keep(table, seat, None)
        elif table.awaited == seat and standing_text(table):
            base = table.match_seq
            text = await self._begin(table, seat, until == "always")
            await self._answer(table_id, person, Act(id=f"standing-{base}", base=base, text=text, seat=seat))
        standing = await self.of(table, seat)
        return standing.text if standing is not None else ""

    async def _begin(self, table: Table, seat: int, always: bool) -> str:
        """Let the answer to the question in hand stand; returns the answer."""
        assert table.match is not None
        text = standing_text(table)
        question = table.match.state.step.name()
        await self._keep(table, seat, Standing(question, text, always, len(table.match.entries)))
        return text

    async def _keep(self, table: Table, seat: int, standing: Standing | None) -> None:
        body = msgspec.json.encode(standing).decode() if standing is not None else ""
        await self.keep(table, seat, body)

    def table_changed(self, table: Table) -> None:
        """See whether the question in hand has an answer that stands."""
        seat = table.awaited
        if self.may_answer(table) and standing_text(table):
            self.later(self._answer_for(table, seat, table.match_seq))

    async def _answer_for(self, table: Table, seat: int, base: int) -> None:
        with contextlib.suppress(Refused):
            if await self.of(table, seat) is None:
                return
            await self.wait()
            table = await self._table(table.id)
            standing = await self.of(table, seat)
            if standing is None or table.match_seq != base or standing.text != standing_text(table):
                return
            await self.give(table, seat, base, standing.text)
