"""Friends: asking, accepting, ending. Only people with an account can be found again and have friends."""

from __future__ import annotations

from typing import Final

from ludoteca.house.refusals import refusal
from ludoteca.house.service.block_lists import BlockLists
from ludoteca.house.store.friends import Friend, FriendStore
from ludoteca.house.store.profiles import Profile
from ludoteca.house.table.commands import Person

__all__ = ["DEEDS", "Friend", "Friends"]

DEEDS: Final = ("ask", "accept", "end")
MOST: Final = 300
"""How many friends and own requests somebody may have, and how many requests of others."""


class Friends:
    """Everything that can be done about friends."""

    def __init__(self, store: FriendStore, block_lists: BlockLists) -> None:
        self._store = store
        self._block_lists = block_lists

    async def of(self, person: Person | None) -> list[Friend]:
        """Somebody's friends and requests. Requests of people whom they have blocked are not shown."""
        if person is None or not person.session:
            return []
        blocked = (await self._block_lists.of(person.id)).blocked
        return [one for one in await self._store.of(person.id) if one.person not in blocked]

    async def do(self, person: Person, profile: Profile, deed: str) -> None:
        """Ask somebody, accept their request, or end a friendship or request.

        Nobody learns whether they are blocked: their request just goes unanswered.
        """
        if not person.session:
            raise refusal("sign-in", person.language)
        if deed not in DEEDS or profile.person == person.id:
            raise refusal("no-friend", person.language)
        if deed == "end":
            await self._store.end(person.id, profile.person)
            return
        if not await self._store.has_account(profile.person):
            raise refusal("no-friend", person.language)
        own = [one for one in await self._store.of(person.id) if one.since or not one.asked_by_them]
        if len(own) >= MOST:
            raise refusal("many-friends", person.language)
        if deed == "accept":
            await self._store.accept(person.id, profile.person)
        else:
            await self._store.ask(person.id, profile.person, MOST)
