"""Circles: whom a person does not want to hear or to meet."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Final

import msgspec

from ludoteca.house.refusals import Unavailable
from ludoteca.house.store.people import PeopleStore, Shunned

MUTE: Final = "mute"
"""Not to be heard."""
BLOCK: Final = "block"
"""Neither to be heard nor to be met."""
MOST_KEPT: Final = 10_000
BELIEVED: Final = 30.0
"""Seconds after which a circle is read again: another server may have changed it."""


class Circle(msgspec.Struct, frozen=True):
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


NOBODY: Final = Circle()


class Circles:
    """The circles of people who are here, kept in memory once they were asked for."""

    def __init__(self, people: PeopleStore) -> None:
        self._people = people
        self._kept: OrderedDict[str, tuple[Circle, float]] = OrderedDict()
        """The circles, and when each is to be read again."""

    def known(self, person: str) -> Circle:
        """A person's circle if it was asked for before."""
        return self._kept[person][0] if person in self._kept else NOBODY

    async def of(self, person: str) -> Circle:
        """A person's circle."""
        known, now = self._kept.get(person), time.monotonic()
        if known is not None and known[1] > now:
            return known[0]
        try:
            found = Circle(tuple(await self._people.shunned_by(person)))
        except Unavailable:
            if known is None:
                raise
            return known[0]
        self._kept[person] = found, now + BELIEVED
        self._kept.move_to_end(person)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    def forget(self, person: str) -> None:
        """Read a person's circle again when it is next asked for."""
        self._kept.pop(person, None)

    async def shun(self, person: str, other: str, name: str, kind: str) -> None:
        """Mute or block somebody; an empty kind takes it back."""
        await self._people.shun(person, other, name, kind)
        self.forget(person)
        await self.of(person)
