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
        """Keep an edition for good, and offer it to a person unless the id is empty. The label of what is
        kept under its digest: the first text stays. None if there is no room.
        """

        def work(connection: Connection) -> str | None:
            _take_turn(connection)
            label = _label_of(connection, edition)
            if label is None:
                if _count(connection, edition.game) >= ROOM:
                    return None
                _insert(connection, edition)
                label = edition.label
            if person:
                _offer(connection, person, edition.game, label)
            return label

        return await self._store.in_transaction(work)

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
        "insert into kept_editions (game, digest, label, body, kept_at) values (?, ?, ?, ?, ?)",
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
