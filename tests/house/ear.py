"""An ear at a table: waits until the table has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from ludoteca.house.service.house import House


class Ear(AsyncIterator[int]):
    """Yields the seq of one table whenever it has changed; who listens slowly hears only the latest."""

    def __init__(self, house: House, table: str) -> None:
        self._seq = 0
        self._changed = asyncio.Event()
        self._follower = house.follow(table, self._heard)

    def _heard(self, seq: int, person: str) -> None:
        self._seq = max(seq, self._seq)
        self._changed.set()

    async def __anext__(self) -> int:
        await self._changed.wait()
        self._changed.clear()
        return self._seq

    def close(self) -> None:
        self._follower.close()
