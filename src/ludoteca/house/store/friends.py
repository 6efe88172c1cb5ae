"""Friends: who asked whom, and who are friends."""

from __future__ import annotations

from typing import Final

import msgspec

from ludoteca.house.store.driver import Connection
from ludoteca.house.store.store import Store, milliseconds

_EITHER: Final = "(person = ? and other = ?) or (person = ? and other = ?)"
_HOLD: Final = "update accounts set id = id where id in (?, ?)"
"""Lets other servers wait, should both ask each other at the same time."""


class Friend(msgspec.Struct, frozen=True):
    """A friend of somebody, or whoever asked to be one or was asked."""

    person: str
    handle: str
    name: str
    since: int
    """When they became friends; 0 while one of them has not answered."""
    asked_by_them: bool


class FriendStore:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: str) -> list[Friend]:
        """Somebody's friends and requests, by name."""
        rows = await self._store.rows(
            "select f.other, p.handle, p.name, f.since, 0 from friends f "
            "join profiles p on p.person = f.other where f.person = ? union all "
            "select f.person, p.handle, p.name, f.since, 1 from friends f "
            "join profiles p on p.person = f.person where f.other = ?",
            person,
            person,
        )
        found = [Friend(other, handle, name, int(since), bool(by)) for other, handle, name, since, by in rows]
        return sorted(found, key=lambda one: (one.name.casefold(), one.handle))

    async def ask(self, person: str, other: str, most: int) -> None:
        """Ask somebody; whoever is asked by the one they ask becomes their friend. Who has so many requests
        already gets no more.
        """

        def work(connection: Connection) -> None:
            now = milliseconds()
            connection.run(_HOLD, (person, other))
            met = connection.run(
                "update friends set since = ? where person = ? and other = ? and since = 0 returning person",
                (now, other, person),
            )
            known = connection.run(f"select 1 from friends where {_EITHER}", (person, other, other, person))
            (waiting,) = connection.run(
                "select count(*) from friends where other = ? and since = 0", (other,)
            )
            if not met and not known and waiting[0] < most:
                connection.run(
                    "insert into friends (person, other, asked_at) values (?, ?, ?) on conflict do nothing",
                    (person, other, now),
                )

        await self._store.in_transaction(work)

    async def accept(self, person: str, other: str) -> None:
        """Become the friend of somebody who asked."""
        await self._store.change(
            "update friends set since = ? where person = ? and other = ? and since = 0",
            milliseconds(),
            other,
            person,
        )

    async def end(self, person: str, other: str) -> None:
        """Friends no longer; a request is withdrawn or declined."""
        await self._store.change(f"delete from friends where {_EITHER}", person, other, other, person)

    async def has_account(self, person: str) -> bool:
        return bool(await self._store.rows("select 1 from accounts where id = ?", person))
