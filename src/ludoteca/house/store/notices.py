"""Notices: what there is to tell people who are away, where they are told, and what they want to hear."""

from __future__ import annotations

from typing import Final

import msgspec

from ludoteca.house.store.driver import Connection
from ludoteca.house.store.rows import NoticeRow
from ludoteca.house.store.store import Store

KEPT: Final = 3 * 86_400_000
"""Milliseconds for which it is remembered that something was told."""
MOST_FAILURES: Final = 20
"""A way that failed so often in a row is not tried any more."""
_WAY: Final = "id, person, session, kind, address, label, code, failures, told, created_at"


class Way(msgspec.Struct, frozen=True):
    """Where somebody is told. A push goes to one signed-in browser (`session`); a mail address counts once
    its `code` was typed in, and is empty then; `told` says how the last attempt went.
    """

    id: str
    person: str
    session: str
    kind: str
    address: str
    label: str
    code: str
    failures: int
    told: str
    created_at: int

    @property
    def works(self) -> bool:
        return not self.code and self.failures < MOST_FAILURES


class NoticeStore:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def key(self, name: str, made: str) -> str:
        """A key that all processes share: the one that is there, else the one that was just made."""
        await self._store.change(
            "insert into house_keys (name, value) values (?, ?) on conflict do nothing", name, made
        )
        return str((await self._store.rows("select value from house_keys where name = ?", name))[0][0])

    # Ways

    async def ways(self, person: str) -> list[Way]:
        rows = await self._store.rows(
            f"select {_WAY} from notice_ways where person = ? order by created_at, id", person
        )
        return [Way(*row) for row in rows]

    async def open_ways(self, person: str) -> list[Way]:
        """The ways that may be used now: of somebody who is signed in, and to a browser only while that very
        browser is.
        """
        rows = await self._store.rows(
            f"select {_WAY} from notice_ways where person = ? and exists (select 1 from sessions s "
            "where s.account = notice_ways.person and notice_ways.session in ('', s.id)) "
            "order by created_at, id",
            person,
        )
        return [way for row in rows if (way := Way(*row)).works]

    async def subscribers(self) -> frozenset[str]:
        """Everybody who has a way to be told."""
        return frozenset(
            str(row[0]) for row in await self._store.rows("select distinct person from notice_ways")
        )

    async def add_way(self, way: Way) -> None:
        await self._store.change(
            f"insert into notice_ways ({_WAY}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict do nothing",
            *msgspec.structs.astuple(way),
        )

    async def remove_way(self, person: str, id: str) -> None:
        await self._store.change("delete from notice_ways where person = ? and id = ?", person, id)

    async def confirm_way(self, person: str, id: str) -> None:
        await self._store.change("update notice_ways set code = '' where person = ? and id = ?", person, id)

    async def note(self, id: str, told: str, failed: bool) -> None:
        """Note how an attempt went."""
        count = "failures + 1" if failed else "0"
        await self._store.change(
            f"update notice_ways set told = ?, failures = {count} where id = ?", told, id
        )

    async def try_code(self, id: str) -> int:
        """Count an attempt to confirm a way before it is looked at; the number of it."""

        def work(connection: Connection) -> int:
            found = connection.run(
                "update notice_ways set failures = failures + 1 where id = ? returning failures", (id,)
            )
            return int(found[0][0]) if found else MOST_FAILURES

        return await self._store.in_transaction(work)

    # Wishes

    async def wishes(self, person: str) -> str:
        """What somebody wants to hear, as JSON; empty if they never said."""
        rows = await self._store.rows("select body from notice_wishes where person = ?", person)
        return str(rows[0][0]) if rows else ""

    async def wish(self, person: str, body: str) -> None:
        await self._store.change(
            "insert into notice_wishes (person, body) values (?, ?) "
            "on conflict (person) do update set body = excluded.body",
            person,
            body,
        )

    # Notices

    async def take_due(self, now: int, count: int) -> list[NoticeRow]:
        """What is due and was not told: whoever takes it tells it."""

        def work(connection: Connection) -> list[NoticeRow]:
            connection.run("delete from notices where told_at > 0 and told_at < ?", (now - KEPT,))
            rows = connection.run(
                "update notices set told_at = ? where told_at = 0 and id in (select id from notices "
                "where told_at = 0 and due_at <= ? order by due_at limit ?) "
                "returning id, person, kind, table_id, base, due_at",
                (now, now, count),
            )
            return [NoticeRow(*row) for row in rows]

        if not await self._store.rows("select 1 from notices where told_at = 0 and due_at <= ? limit 1", now):
            return []
        return await self._store.in_transaction(work)

    async def network_of(self, table: str) -> str:
        """The keyed hash of the network from which a table was opened; empty if none is known."""
        rows = await self._store.rows("select network from openings where table_id = ?", table)
        return str(rows[0][0]) if rows else ""

    async def put_off(self, notices: list[NoticeRow], until: int) -> None:
        """Tell these later."""
        for notice in notices:
            await self._store.change(
                "update notices set told_at = 0, due_at = ? where id = ?", until, notice.id
            )
