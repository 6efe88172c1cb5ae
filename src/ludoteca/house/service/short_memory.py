"""What was read from the database is remembered for a while only, since another server may change it."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final, Generic, TypeVar

from ludoteca.house.refusals import Unavailable

K = TypeVar("K")
V = TypeVar("V")
REMEMBERED: Final = 30.0
"""Seconds after which something is read again."""


class ShortMemory(Generic[K, V]):
    """Values by their keys, at most so many; those not read for longest go."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[K, tuple[V, float]] = OrderedDict()
        """The values, and when each is to be read again."""
        self._forgotten = 0

    def known(self, key: K) -> V | None:
        """What was read last, however long ago."""
        found = self._kept.get(key)
        return None if found is None else found[0]

    async def get(self, key: K, read: Callable[[], Awaitable[V]]) -> V:
        """A value, read if it is not remembered. If the database is away, what was known last; raises
        Unavailable if that is nothing.
        """
        kept, now = self._kept.get(key), time.monotonic()
        if kept is not None and kept[1] > now:
            return kept[0]
        before = self._forgotten
        try:
            found = await read()
        except Unavailable:
            if kept is None:
                raise
            return kept[0]
        if self._forgotten == before:
            self._kept[key] = found, now + REMEMBERED
            self._kept.move_to_end(key)
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        return found

    def forget(self, which: Callable[[K], bool]) -> None:
        """Read some values again when they are next asked for; what is being read now is not kept either."""
        self._forgotten += 1
        for key in [key for key in self._kept if which(key)]:
            del self._kept[key]
