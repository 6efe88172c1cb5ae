"""Own editions: which of the kept editions the set-up page offers to whom."""

from __future__ import annotations

from typing import Final

from ludoteca.house.store.driver import Connection
from ludoteca.house.store.store import Store, milliseconds

MOST: Final = 20
"""Editions of one game that are offered to one person; the oldest make room."""


class OwnEditionStore:
    """Reads and writes these rows."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, person: str, game: str) -> list[str]:
        """The labels of somebody's editions of a game, the last kept first."""
        rows = await self._store.rows(
            "select label from own_editions where person = ? and game = ? order by kept_at desc, label",
            person,
            game,
        )
        return [str(row[0]) for row in rows]

    async def add(self, person: str, game: str, label: str) -> None:
        def work(connection: Connection) -> None:
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

        await self._store.in_transaction(work)

    async def forget(self, person: str, game: str, label: str) -> None:
        """Offer an edition no longer; tables that were opened with it keep it."""
        await self._store.change(
            "delete from own_editions where person = ? and game = ? and label = ?", person, game, label
        )
