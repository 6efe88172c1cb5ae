"""Block lists: whom a person does not want to hear or to meet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import msgspec

from ludoteca.house.refusals import refusal
from ludoteca.house.service.short_memory import ShortMemory
from ludoteca.house.store.moderation import ModerationStore, Shunned
from ludoteca.house.table.commands import Person

MUTE: Final = "mute"
"""Not to be heard."""
BLOCK: Final = "block"
"""Neither to be heard nor to be met."""
MOST_KEPT: Final = 10_000
MOST_SHUNNED: Final = 500
"""People whom one person may shun: whoever blocks everybody keeps them from every table where they sit."""


class BlockList(msgspec.Struct, frozen=True):
    """Whom one person shuns."""

    shunned: tuple[Shunned, ...] = ()

    @property
    def unheard(self) -> frozenset[str]:
        """Whose words the person does not see: those muted, and those blocked."""
        return frozenset(one.other for one in self.shunned)

    @property
    def blocked(self) -> frozenset[str]:
        """Whom the person does not want to meet at a table of their own, or see in the lobby."""
        return frozenset(one.other for one in self.shunned if one.kind == BLOCK)


NOBODY: Final = BlockList()


class BlockLists:
    """The block lists of people who are here, kept in memory once they were asked for."""

    def __init__(self, rows: ModerationStore) -> None:
        self._rows = rows
        self._kept: ShortMemory[str, BlockList] = ShortMemory(MOST_KEPT)

    def known(self, person: str) -> BlockList:
        """A person's block list if it was asked for before."""
        return self._kept.known(person) or NOBODY

    async def of(self, person: str) -> BlockList:
        """A person's block list."""
        return await self._kept.get(person, lambda: self._read(person))

    async def _read(self, person: str) -> BlockList:
        return BlockList(tuple(await self._rows.shunned_by(person)))

    def forget(self, person: str) -> None:
        """Read a person's block list again when it is next asked for."""
        self._kept.forget(lambda key: key == person)

    async def read_again(self, people: Iterable[str]) -> None:
        """Read the block lists of people who are here as they are now."""
        for person in people:
            if self._kept.known(person) is not None:
                self.forget(person)
                await self.of(person)

    async def shun(self, person: Person, other: str, name: str, kind: str) -> None:
        """Mute or block somebody; an empty kind takes it back."""
        known = (await self.of(person.id)).unheard
        if kind and other not in known and len(known) >= MOST_SHUNNED:
            raise refusal("many-shunned", person.language, most=MOST_SHUNNED)
        await self._rows.shun(person.id, other, name, kind)
        self.forget(person.id)
        await self.of(person.id)
