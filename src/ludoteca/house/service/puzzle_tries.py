"""How hard puzzles are, learnt from whoever tries them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from ludoteca.analysis.puzzle_book import Placed, learnt_difficulty
from ludoteca.house.refusals import Unavailable
from ludoteca.house.service.rate_limits import RateLimiter
from ludoteca.house.store.puzzle_tries import PuzzleTryStore

DAY: Final = 86_400.0


class Tries:
    """What is known about all puzzles."""

    def __init__(self, counted: Mapping[str, tuple[int, int]]) -> None:
        self._counted = counted

    def of(self, placed: Placed) -> tuple[int, int]:
        """How often a puzzle was tried, and how often solved at the first try."""
        return self._counted.get(placed.key, (0, 0))

    def difficulty(self, placed: Placed) -> int:
        """From 1, easy, to 4: what bots and people made of it."""
        return learnt_difficulty(placed.puzzle, *self.of(placed))


class PuzzleTries:
    """Counts first tries: of every network one a day for each puzzle."""

    def __init__(self, store: PuzzleTryStore) -> None:
        self._store = store
        self._first = RateLimiter(1 / DAY, 0.0)

    async def all(self) -> Tries:
        """What is known; nothing while the database cannot be reached, since puzzles need none."""
        try:
            return Tries(await self._store.all())
        except Unavailable:
            return Tries({})

    async def note(self, placed: Placed, network: str, solved: bool) -> None:
        """Somebody answered, or asked for the answer; only the first time counts."""
        if not self._first.seconds_to_wait(f"{placed.key} {network}", time.monotonic()):
            with suppress(Unavailable):
                await self._store.add(placed.key, solved)
