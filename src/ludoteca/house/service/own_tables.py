"""One's own tables: which of them wait, and in which order."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

from ludoteca.house.service.lobby import OWN_TABLES, briefs_for
from ludoteca.house.store.store import Store
from ludoteca.house.table.brief import Brief

NEVER: Final = 2**62


class OwnTables:
    """The unfinished tables of a person. `flush` brings the briefs in the store up to date."""

    def __init__(self, store: Store, flush: Callable[[], Awaitable[None]]) -> None:
        self._store = store
        self._flush = flush

    async def of(self, person: str) -> list[Brief]:
        """Those that await the person first, the one with the least time before the others; then the most
        recently changed.
        """
        await self._flush()
        found = briefs_for(person, await self._store.briefs_of(person, OWN_TABLES))
        return sorted((brief for brief in found if brief.yours), key=_urgency)

    async def awaiting(self, person: str, but: str = "") -> list[Brief]:
        """Those that await the person now, without one of them."""
        return [brief for brief in await self.of(person) if brief.awaits_you and brief.table != but]

    async def games_played(self, person: str) -> frozenset[str]:
        """The games of which the person has finished a match."""
        await self._flush()
        return frozenset(await self._store.played_by(person))


def _urgency(brief: Brief) -> tuple[bool, int, int]:
    return not brief.awaits_you, brief.deadline or NEVER, -brief.changed_at
