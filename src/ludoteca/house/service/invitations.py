"""Invitations to friends: they stay in the friend's lobby until answered, taken back, or of no use."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Awaitable, Callable
from typing import Final

import msgspec

from ludoteca.house.refusals import Refused, refusal
from ludoteca.house.service.friends import Friend, Friends
from ludoteca.house.store.invitations import InvitationRow, InvitationStore
from ludoteca.house.store.rows import WAITING
from ludoteca.house.store.store import Store
from ludoteca.house.table.commands import Answer, AnyCommand, Join, Person
from ludoteca.house.table.table import Table

__all__ = ["DEEDS", "Friend", "Invitation", "Invitations"]

DEEDS: Final = ("invite", "withdraw")


class Invitation(msgspec.Struct, frozen=True):
    """A friend invites somebody to a table that waits, with a seat that is free."""

    friend: Friend
    table: Table
    token: str
    """By which one may sit down there."""


class Invitations:
    """Everything that can be done about them. `table` finds a table, `token` is the invitation that somebody
    at a table may hand on, `do` carries out a command.
    """

    def __init__(
        self,
        store: Store,
        friends: Friends,
        table: Callable[[str], Awaitable[Table]],
        token: Callable[[Table, Person], str],
        do: Callable[[str, Person, AnyCommand], Awaitable[Answer]],
    ) -> None:
        self._store = InvitationStore(store)
        self._friends = friends
        self._table = table
        self._token = token
        self._do = do

    async def to(self, person: Person | None) -> list[Invitation]:
        """What somebody is invited to. An invitation holds as long as its inviter is a friend and at
        the table, and a seat there is free.
        """
        if person is None or not person.session:
            return []
        rows = await self._store.to(person.id)
        friends = {one.person: one for one in await self._friends.of(person) if one.since} if rows else {}
        found = []
        for row in rows:
            with contextlib.suppress(Refused):
                table = await self._table(row.table)
                token = self._token(table, Person(row.inviter, ""))
                free = any(seat.open for seat in table.seats) and not table.seats_of(person.id)
                if row.inviter in friends and token and free:
                    found.append(Invitation(friends[row.inviter], table, token))
        return found

    async def by(self, person: Person | None, table: Table) -> list[tuple[Friend, bool]]:
        """The friends whom somebody at a table that waits can invite there, and whether each is invited."""
        if person is None or not self._token(table, person) or not any(seat.open for seat in table.seats):
            return []
        friends = [one for one in await self._friends.of(person) if one.since]
        invited = await self._store.by(person.id, table.id) if friends else frozenset()
        return [(one, one.person in invited) for one in friends if not table.seats_of(one.person)]

    async def do(self, person: Person, table_id: str, handle: str, deed: str) -> None:
        """Invite a friend to a table, or take it back."""
        table = await self._table(table_id)
        if table.status != WAITING:
            raise refusal("not-waiting", person.language)
        if not self._token(table, person):
            raise refusal("not-seated", person.language)
        known = {one.handle: one for one in await self._friends.of(person) if one.since}
        if handle not in known or deed not in DEEDS:
            raise refusal("no-friend", person.language)
        other = known[handle].person
        if deed == "invite":
            await self._store.invite(InvitationRow(table.id, other, person.id))
        elif other in await self._store.by(person.id, table.id):
            await self._store.end(other, table.id)

    async def answer(self, person: Person, table_id: str, accepts: bool) -> None:
        """Sit down where one is invited to, or decline."""
        if accepts:
            tokens = {one.table.id: one.token for one in await self.to(person)}
            if table_id not in tokens:
                raise refusal("invitation", person.language)
            await self._do(table_id, person, Join(id=secrets.token_hex(16), token=tokens[table_id]))
        await self._store.end(person.id, table_id)
