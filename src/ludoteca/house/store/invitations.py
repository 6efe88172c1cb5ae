"""Invitations: who has invited which friend to which table."""

from __future__ import annotations

import msgspec

from ludoteca.house.store.driver import Connection
from ludoteca.house.store.store import Store, milliseconds


class InvitationRow(msgspec.Struct, frozen=True):
    """An invitation that was neither answered nor taken back."""

    table: str
    person: str
    inviter: str


class InvitationStore:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def to(self, person: str) -> list[InvitationRow]:
        """What somebody is invited to, the latest first."""
        rows = await self._store.rows(
            "select table_id, person, inviter from invitations where person = ? order by at desc, table_id",
            person,
        )
        return [InvitationRow(*row) for row in rows]

    async def by(self, inviter: str, table: str) -> frozenset[str]:
        """Whom somebody has invited to a table."""
        rows = await self._store.rows(
            "select person from invitations where inviter = ? and table_id = ?", inviter, table
        )
        return frozenset(str(row[0]) for row in rows)

    async def invite(self, row: InvitationRow) -> None:
        """Keep an invitation; those of the same inviter to tables that wait no longer are forgotten."""

        def work(connection: Connection) -> None:
            connection.run(
                "delete from invitations where inviter = ? and table_id in "
                "(select id from tables where status <> 'waiting')",
                (row.inviter,),
            )
            connection.run(
                "insert into invitations (person, table_id, inviter, at) values (?, ?, ?, ?) "
                "on conflict (person, table_id) do update set inviter = excluded.inviter",
                (row.person, row.table, row.inviter, milliseconds()),
            )

        await self._store.in_transaction(work)

    async def end(self, person: str, table: str) -> None:
        """Forget an invitation that was answered or taken back."""
        await self._store.change("delete from invitations where person = ? and table_id = ?", person, table)
