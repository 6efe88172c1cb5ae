"""Profiles: who may see what of whom, and who wants to be rated."""

from __future__ import annotations

import asyncio
from typing import Final

from ludoteca.house.refusals import NoSuchPerson, refusal
from ludoteca.house.service.block_lists import BlockLists
from ludoteca.house.service.ratings import PROVISIONAL, SCALE, Ratings
from ludoteca.house.service.seasons import Season
from ludoteca.house.service.short_memory import ShortMemory
from ludoteca.house.store.profiles import (
    LADDER,
    LadderRow,
    Played,
    PlayedMatch,
    Profile,
    ProfileStore,
    RatingStep,
    SeasonRow,
)
from ludoteca.house.table.commands import Person

__all__ = ["SHOWN", "LadderRow", "Played", "PlayedMatch", "Profile", "Profiles", "RatingStep"]

SHOWN: Final = ("all", "met", "me")
"""To whom somebody can be shown: everybody here, those they have played with, nobody else."""

MOST_SEASONS: Final = 500
"""Ladders of seasons that are kept."""


class Profiles:
    """Everything about people that others may see."""

    def __init__(self, store: ProfileStore, ratings: Ratings, block_lists: BlockLists) -> None:
        self.store = store
        self._ratings = ratings
        self._block_lists = block_lists
        self._seasons: ShortMemory[tuple[str, str, int, int], list[SeasonRow]] = ShortMemory(MOST_SEASONS)
        self._reading = asyncio.Lock()

    async def of_handle(self, handle: str) -> Profile:
        """Somebody by what stands in their address."""
        found = await self.store.by_handle(handle)
        if found is None:
            raise NoSuchPerson()
        return found

    async def own(self, person: Person) -> Profile:
        """A person's own profile, made when it is first asked for."""
        return await self.store.make(person.id, person.name)

    async def may_see(self, profile: Profile, viewer: str) -> bool:
        """Whether somebody may see the results and ratings of somebody else."""
        if profile.person == viewer:
            return True
        if profile.shown == "me" or viewer in (await self._block_lists.of(profile.person)).blocked:
            return False
        return profile.shown == "all" or (bool(viewer) and await self.store.have_met(profile.person, viewer))

    async def ladder(self, game: str, seats: int, viewer: str) -> list[LadderRow]:
        """Who is strong at a game with so many seats; provisional ratings come last."""
        return await self.store.ladder(game, seats, viewer, PROVISIONAL / SCALE)

    async def season(self, game: str, season: Season, viewer: str) -> list[SeasonRow]:
        """How people did in a season; the best first. Only who shows their ratings to everybody, and the
        viewer. It is a long reading: one at a time, and what was read is remembered for a while.
        """
        asked = (game, season.since, season.until)
        async with self._reading:
            shown = await self._seasons.get(("", *asked), lambda: self.store.season(*asked))
        own = (
            await self._seasons.get((viewer, *asked), lambda: self.store.season(*asked, viewer))
            if viewer
            else []
        )
        handles = {row.handle for row in own}
        rows = [*own, *(row for row in shown if row.handle not in handles)]
        return sorted(rows, key=lambda row: (-row.share, row.handle))[:LADDER]

    async def choose(self, person: Person, rated: bool, shown: str) -> Profile:
        """Choose whether to be rated, and to whom to be shown. Without being rated one has no ratings."""
        if shown not in SHOWN:
            raise refusal("shown", person.language)
        profile = await self.own(person)
        await self.store.choose(person.id, rated, shown)
        if profile.rated and not rated:
            await self._ratings.forget(person.id)
        return await self.own(person)
