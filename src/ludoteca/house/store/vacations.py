"""Vacations: when people are away."""

from __future__ import annotations

import msgspec

from ludoteca.house.store.store import Store


class Vacation(msgspec.Struct, frozen=True):
    """Somebody is away from one time to another."""

    begins_at: int
    ends_at: int


class VacationStore:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def since(self, person: str, at: int) -> list[Vacation]:
        """The vacations of a person that have not ended before `at`, in order. Days are counted once, also
        where two servers have written them at the same time.
        """
        rows = await self._store.rows(
            "select begins_at, ends_at from vacations where person = ? and ends_at > ? order by begins_at",
            person,
            at,
        )
        found: list[Vacation] = []
        for begins_at, ends_at in rows:
            after = max(begins_at, found[-1].ends_at) if found else begins_at
            if after < ends_at:
                found.append(Vacation(after, ends_at))
        return found

    async def add(self, person: str, vacation: Vacation) -> None:
        await self._store.change(
            "insert into vacations (person, begins_at, ends_at) values (?, ?, ?) "
            "on conflict (person, begins_at) do update set ends_at = excluded.ends_at",
            person,
            vacation.begins_at,
            vacation.ends_at,
        )

    async def end(self, person: str, at: int) -> None:
        """Let what is left of a person's vacations end now."""
        await self._store.change("delete from vacations where person = ? and begins_at >= ?", person, at)
        await self._store.change(
            "update vacations set ends_at = ? where person = ? and ends_at > ?", at, person, at
        )
