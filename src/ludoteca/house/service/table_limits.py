"""How many tables somebody may open: counted by person, by network, and by how long bots have thought."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from typing import Final

import msgspec

from ludoteca.house.refusals import refusal
from ludoteca.house.service.rate_limits import InTurn, RateLimiter
from ludoteca.house.store.rows import OpeningRow
from ludoteca.house.store.store import Store
from ludoteca.house.table.brief import Brief
from ludoteca.house.table.commands import AnyCommand, Join, Person, Rematch
from ludoteca.house.table.table import Table

MOST_LOOKED_AT: Final = 1000
"""Tables among which somebody's seats are counted."""
A_SECOND, AT_ONCE = 0.5, 200.0
"""How often a table may be opened from one network: those that were closed at once are kept, too."""
_BRIEFS: Final = msgspec.json.Decoder(Brief)


class TableLimits:
    """The limits on new tables; 0 means no limit. `flush` brings the briefs in the store up to date."""

    def __init__(self, store: Store, flush: Callable[[], Awaitable[None]]) -> None:
        self.tables = 0
        """Unfinished tables that a person sits at or has opened."""
        self.network_tables = 0
        """Unfinished tables opened from one network."""
        self._store = store
        self._flush = flush
        self.openings = InTurn()
        """The openings of each network are counted one after the other, and the seats that a person takes."""
        self._often = RateLimiter(A_SECOND, 0.0, AT_ONCE)

    def change(self, tables: int, network_tables: int, thinking: float) -> None:
        """Let these limits hold from now on."""
        self.tables, self.network_tables, self.thinking = tables, network_tables, thinking

    @property
    def thinking(self) -> float:
        """Seconds that bots may think in ten minutes for the tables of one network."""
        return self._store.thinking

    @thinking.setter
    def thinking(self, seconds: float) -> None:
        self._store.thinking = seconds

    def in_turn(self, person: Person, command: AnyCommand) -> AbstractAsyncContextManager[None]:
        """Let a person take one seat after the other: each is counted before the next."""
        counts = isinstance(command, Join | Rematch)
        return self.openings.turn(person.id) if counts else nullcontext()

    async def check(self, person: Person, network: str, only_bots: bool) -> None:
        """Refuse one more table to somebody who has too many."""
        await self.check_person(person)
        if not network:
            return
        await self.check_network(person, network)
        if self.thinking and only_bots and await self._store.thought_for(network) > self.thinking:
            raise refusal("too-much-thinking", person.language)
        if self.network_tables and self._often.seconds_to_wait(network, time.monotonic()):
            raise refusal("too-many-openings", person.language)

    async def of_rematch(self, person: Person, network: str, table: Table, table_id: str) -> list[OpeningRow]:
        """A rematch is a new table: it counts for the network of who asks for it, or, where that is not
        known, for that of the table before.
        """
        rows = await self._store.rows("select network from openings where table_id = ?", table.id)
        networks = [network] if network else [str(row[0]) for row in rows]
        await self.check(
            person, networks[0] if networks else "", not any(seat.person for seat in table.seats)
        )
        return [OpeningRow(table_id, network) for network in networks]

    async def check_person(self, person: Person) -> None:
        """Refuse to open a table, or to sit down at one, to somebody who sits at too many already."""
        if self.tables and await self.tables_of(person) >= self.tables:
            raise refusal("too-many-tables", person.language, most=self.tables)

    async def check_network(self, person: Person, network: str, tables: int = 1) -> None:
        """Refuse so many more tables to somebody from a network from which too many were opened."""
        if not network or not self.network_tables:
            return
        await self._flush()
        if await self._store.opened_from(network) + tables > self.network_tables:
            raise refusal("too-many-tables-here", person.language, most=self.network_tables)

    async def tables_of(self, person: Person) -> int:
        """How many unfinished tables a person sits at, or has opened, whichever is more. A seat that was
        left, or is only kept for the person, does not count; tables of bots alone count for whoever opened
        them.
        """
        await self._flush()
        found = [_BRIEFS.decode(text) for text in await self._store.briefs_of(person.id, MOST_LOOKED_AT)]
        seated = sum(any(_sits(seat.kind, seat.person, person) for seat in brief.seats) for brief in found)
        return max(seated, await self._store.opened_by(person.id))


def _sits(kind: str, holder: str, person: Person) -> bool:
    return kind == "person" and holder == person.id
