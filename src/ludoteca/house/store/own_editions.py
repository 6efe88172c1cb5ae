"""Own editions: the texts that visitors have written, and which of them the set-up page offers to whom."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import msgspec

from ludoteca.house.store.driver import Connection
from ludoteca.house.store.store import Store, milliseconds

ROOM: Final = 500
"""Editions of one game that the house keeps."""
MOST: Final = 20
"""Editions of one game that are offered to one person; the oldest make room."""
DAY: Final = 86_400_000
UNTOUCHED: Final = 7 * DAY
"""Milliseconds for which an edition stays that nobody uses any more."""
MADE_AT_ONCE: Final = 50
"""Editions that make room at most when there is none."""
PAGE: Final = 1000
"""Tables that are looked through at once."""
_NAMED: Final = re.compile(r' ([0-9a-f]{12})"')
"""A digest at the end of a label, in the first event of a table."""
_UNUSED: Final = (
    "game = ? and used_at < ? and not exists (select 1 from own_editions o join accounts a "
    "on a.id = o.person where o.game = kept_editions.game and o.label = kept_editions.label)"
)
_DIGEST: Final = re.compile(r"[0-9a-f]{12}")


class KeptEdition(msgspec.Struct, frozen=True):
    """An edition as it is kept."""

    game: str
    digest: str
    label: str
    text: str


def text_of(connection: Connection, game: str, digest: str) -> str | None:
    """The text of an edition that is kept, or None."""
    if not _DIGEST.fullmatch(digest):
        return None
    rows = connection.run("select body from kept_editions where game = ? and digest = ?", (game, digest))
    return str(rows[0][0]) if rows else None


class OwnEditionStore:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def text(self, game: str, digest: str) -> str | None:
        """The text of an edition that is kept, or None."""
        return await self._store.read(lambda connection: text_of(connection, game, digest))

    async def keep(self, edition: KeptEdition, person: str) -> str | None:
        """Keep an edition, and offer it to a person unless the id is empty. The label of what is kept under
        its digest: the first text stays. None if there is no room.
        """

        def work(connection: Connection) -> str | None:
            _take_turn(connection)
            label = _label_of(connection, edition)
            if label is None:
                if _count(connection, edition.game) >= ROOM:
                    return None
                _insert(connection, edition)
                label = edition.label
            else:
                _note_use(connection, edition.game, edition.digest)
            if person:
                _offer(connection, person, edition.game, label)
            return label

        return await self._store.in_transaction(work)

    async def use(self, game: str, digest: str) -> bool:
        """Note that somebody uses an edition, so that it does not make room; whether it is kept."""
        found = await self._store.rows(
            "select used_at from kept_editions where game = ? and digest = ?", game, digest
        )
        if not found or found[0][0] > milliseconds() - DAY:
            return bool(found)

        def work(connection: Connection) -> bool:
            _take_turn(connection)
            return _note_use(connection, game, digest)

        return await self._store.in_transaction(work)

    async def make_room(self, game: str) -> bool:
        """Let editions go that nobody has used for long: that no table was opened with, and no account has
        among its own. Those used longest ago go first. Whether there is room now.
        """
        before = milliseconds() - UNTOUCHED
        unused = await self._store.read(lambda connection: _unused(connection, game, before))

        def work(connection: Connection) -> bool:
            _take_turn(connection)
            for digest in unused:
                gone = connection.run(
                    f"delete from kept_editions where {_UNUSED} and digest = ? returning label",
                    (game, before, digest),
                )
                for (label,) in gone:
                    connection.run("delete from own_editions where game = ? and label = ?", (game, label))
            return _count(connection, game) < ROOM

        return bool(unused) and await self._store.in_transaction(work)

    async def keep_all(self, editions: Sequence[KeptEdition]) -> int:
        """Keep editions that were kept elsewhere before, however many; how many were new."""

        def work(connection: Connection) -> int:
            _take_turn(connection)
            new = [one for one in editions if _label_of(connection, one) is None]
            for one in new:
                _insert(connection, one)
            return len(new)

        return await self._store.in_transaction(work)

    async def of(self, person: str, game: str) -> list[str]:
        """The labels of somebody's editions of a game that the house keeps, the last kept first."""
        rows = await self._store.rows(
            "select o.label from own_editions o join kept_editions k on k.game = o.game "
            "and k.label = o.label where o.person = ? and o.game = ? order by o.kept_at desc, o.label",
            person,
            game,
        )
        return [str(row[0]) for row in rows]

    async def forget(self, person: str, game: str, label: str) -> None:
        """Offer an edition no longer; tables that were opened with it keep it."""
        await self._store.change(
            "delete from own_editions where person = ? and game = ? and label = ?", person, game, label
        )


def _take_turn(connection: Connection) -> None:
    """Let nobody else add editions before this transaction ends."""
    connection.run("update shelf_turn set at = ? where id = 1", (milliseconds(),))


def _note_use(connection: Connection, game: str, digest: str) -> bool:
    """Note that an edition is used now; whether it is kept."""
    found = connection.run(
        "update kept_editions set used_at = ? where game = ? and digest = ? returning digest",
        (milliseconds(), game, digest),
    )
    return bool(found)


def _unused(connection: Connection, game: str, before: int) -> list[str]:
    """The digests of editions that may make room, those used longest ago first."""
    found = connection.run(
        f"select digest from kept_editions where {_UNUSED} order by used_at, digest", (game, before)
    )
    unused = {str(row[0]): None for row in found}
    last = ""
    while unused:
        opened = connection.run(
            "select t.id, e.body from tables t join events e on e.table_id = t.id and e.seq = 1 "
            "where t.game = ? and t.id > ? order by t.id limit ?",
            (game, last, PAGE),
        )
        for _, body in opened:
            for digest in _NAMED.findall(body):
                unused.pop(digest, None)
        if len(opened) < PAGE:
            break
        last = str(opened[-1][0])
    return list(unused)[:MADE_AT_ONCE]


def _label_of(connection: Connection, edition: KeptEdition) -> str | None:
    """The label of what is kept under the digest of an edition."""
    rows = connection.run(
        "select label from kept_editions where game = ? and digest = ?", (edition.game, edition.digest)
    )
    return str(rows[0][0]) if rows else None


def _count(connection: Connection, game: str) -> int:
    return int(connection.run("select count(*) from kept_editions where game = ?", (game,))[0][0])


def _insert(connection: Connection, edition: KeptEdition) -> None:
    connection.run(
        "insert into kept_editions (game, digest, label, body, used_at) values (?, ?, ?, ?, ?)",
        (edition.game, edition.digest, edition.label, edition.text, milliseconds()),
    )


def _offer(connection: Connection, person: str, game: str, label: str) -> None:
    """Offer an edition to a person; the oldest of many make room."""
    connection.run(
        "insert into own_editions (person, game, label, kept_at) values (?, ?, ?, ?) "
        "on conflict (person, game, label) do update set kept_at = excluded.kept_at",
        (person, game, label, milliseconds()),
    )
    kept = connection.run(
        "select label from own_editions where person = ? and game = ? order by kept_at desc, label",
        (person, game),
    )
    for row in kept[MOST:]:
        connection.run(
            "delete from own_editions where person = ? and game = ? and label = ?",
            (person, game, row[0]),
        )
