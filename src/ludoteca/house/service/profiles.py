"""Profiles: who may see what of whom, and who wants to be rated."""

from __future__ import annotations

from typing import Final

from ludoteca.house.refusals import NoSuchPerson, refusal
from ludoteca.house.service.circles import Circles
from ludoteca.house.service.ratings import PROVISIONAL, SCALE, Ratings
from ludoteca.house.store.profiles import LadderRow, Played, PlayedMatch, Profile, ProfileStore, RatingStep
from ludoteca.house.table.commands import Person

__all__ = ["SHOWN", "LadderRow", "Played", "PlayedMatch", "Profile", "Profiles", "RatingStep"]

SHOWN: Final = ("all", "met", "me")
"""To whom somebody can be shown: everybody here, whom they have met, nobody else."""


class Profiles:
    """Everything about people that others may see."""

    def __init__(self, store: ProfileStore, ratings: Ratings, circles: Circles) -> None:
        self.store = store
        self._ratings = ratings
        self._circles = circles

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
        if profile.shown == "me" or viewer in (await self._circles.of(profile.person)).blocked:
            return False
        return profile.shown == "all" or (bool(viewer) and await self.store.have_met(profile.person, viewer))

    async def ladder(self, game: str, seats: int, viewer: str) -> list[LadderRow]:
        """Who is strong at a game with so many seats; provisional ratings come last."""
        return await self.store.ladder(game, seats, viewer, PROVISIONAL / SCALE)

    async def choose(self, person: Person, rated: bool, shown: str) -> Profile:
        """Choose whether to be rated, and to whom to be shown. Without being rated one has no ratings."""
        if shown not in SHOWN:
            raise refusal("shown", person.language)
        profile = await self.own(person)
        await self.store.choose(person.id, rated, shown)
        if profile.rated and not rated:
            await self._ratings.forget(person.id)
        return await self.own(person)
