"""What the host decided about people, tables and limits, what was reported, and whom people shun."""

from __future__ import annotations

import secrets
import time
from math import isfinite
from typing import Final

import msgspec

from ludoteca.house.store.store import Store, milliseconds

ALWAYS: Final = 8_640_000_000_000_000
"""A time that never comes."""


class Standing(msgspec.Struct, frozen=True):
    """Until when the host has banned or muted somebody; 0: not at all."""

    person: str
    name: str
    banned_until: int
    muted_until: int


class Report(msgspec.Struct, frozen=True):
    """Somebody reported somebody else, with the passage of chat that they mean."""

    id: str
    at: int
    table: str
    reporter: str
    about: str
    name: str
    reason: str
    passage: str
    settled: int


class AuditLine(msgspec.Struct, frozen=True):
    """Something that the host did."""

    at: int
    what: str
    about: str
    note: str


class Shunned(msgspec.Struct, frozen=True):
    """Somebody whom a person does not want to hear, or to meet."""

    other: str
    name: str
    kind: str


class ModerationStore:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self.store = store

    # The host

    async def standings(self) -> list[Standing]:
        """Everybody who is banned or muted now."""
        now = milliseconds()
        rows = await self.store.rows(
            "select person, name, banned_until, muted_until from standings "
            "where banned_until > ? or muted_until > ? order by name, person",
            now,
            now,
        )
        return [Standing(*row) for row in rows]

    async def ban(self, person: str, name: str, until: int) -> None:
        await self._restrain("banned_until", Standing(person, name, until, 0))

    async def mute(self, person: str, name: str, until: int) -> None:
        await self._restrain("muted_until", Standing(person, name, 0, until))

    async def _restrain(self, what: str, standing: Standing) -> None:
        """Change one of the two: the other may have been changed through another server just now."""
        await self.store.change(
            "insert into standings (person, name, banned_until, muted_until) values (?, ?, ?, ?) "
            f"on conflict (person) do update set name = excluded.name, {what} = excluded.{what}",
            *msgspec.structs.astuple(standing),
        )

    async def hide(self, table: str, hidden: bool) -> None:
        await self.store.change("update tables set hidden = ? where id = ?", int(hidden), table)

    async def add_report(
        self, table: str, reporter: str, about: str, name: str, reason: str, passage: str
    ) -> None:
        await self.store.change(
            "insert into reports (id, at, table_id, reporter, about, name, reason, passage) "
            "values (?, ?, ?, ?, ?, ?, ?, ?)",
            secrets.token_hex(8), milliseconds(), table, reporter, about, name, reason, passage,
        )  # fmt: skip

    async def reports(self, settled: bool, count: int) -> list[Report]:
        """Reports, the latest first."""
        rows = await self.store.rows(
            "select id, at, table_id, reporter, about, name, reason, passage, settled from reports "
            "where settled = ? order by at desc limit ?",
            int(settled),
            count,
        )
        return [Report(*row) for row in rows]

    async def reports_by(self, reporter: str) -> int:
        """How many reports of somebody the host has not settled yet."""
        rows = await self.store.rows(
            "select count(*) from reports where settled = 0 and reporter = ?", reporter
        )
        return int(rows[0][0])

    async def settle(self, report: str) -> None:
        await self.store.change("update reports set settled = 1 where id = ?", report)

    async def note(self, what: str, about: str, note: str = "") -> None:
        """Write down what the host did."""
        await self.store.change(
            "insert into audit (id, at, what, about, note) values (?, ?, ?, ?, ?)",
            f"{time.time_ns():020}{secrets.token_hex(4)}", milliseconds(), what, about, note,
        )  # fmt: skip

    async def audit(self, count: int) -> list[AuditLine]:
        """What the host did, the latest first."""
        rows = await self.store.rows(
            "select at, what, about, note from audit order by id desc limit ?", count
        )
        return [AuditLine(*row) for row in rows]

    async def adjusted(self) -> dict[str, float]:
        """The limits that the host has changed. What is no number was written by no house."""
        rows = await self.store.rows("select name, value from adjusted")
        return {str(name): value for name, value in rows if isinstance(value, float) and isfinite(value)}

    async def adjust(self, name: str, value: float) -> None:
        await self.store.change(
            "insert into adjusted (name, value) values (?, ?) "
            "on conflict (name) do update set value = excluded.value",
            name,
            value,
        )

    async def newest_tables(self, count: int) -> list[tuple[str, str, bool]]:
        """The tables that changed last and have not ended: id, brief, and whether they are hidden."""
        rows = await self.store.rows(
            "select id, brief, hidden from tables where status in ('waiting', 'playing') "
            "order by changed_at desc limit ?",
            count,
        )
        return [(str(table), str(brief), bool(hidden)) for table, brief, hidden in rows]

    # One another

    async def shunned_by(self, person: str) -> list[Shunned]:
        """Whom a person has muted or blocked."""
        rows = await self.store.rows(
            "select other, name, kind from shunned where person = ? order by name, other", person
        )
        return [Shunned(*row) for row in rows]

    async def shun(self, person: str, other: str, name: str, kind: str) -> None:
        """Mute or block somebody; an empty kind takes it back."""
        await self.store.change("delete from shunned where person = ? and other = ?", person, other)
        if kind:
            await self.store.change(
                "insert into shunned (person, other, name, kind) values (?, ?, ?, ?) on conflict do nothing",
                person,
                other,
                name,
                kind,
            )
