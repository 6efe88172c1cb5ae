"""How people fared with puzzles, without their names."""

from __future__ import annotations

from ludoteca.house.store.store import Store


class PuzzleTryStore:
    """Reads and writes these rows. A puzzle is known by its key."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def all(self) -> dict[str, tuple[int, int]]:
        """How often each puzzle was tried and solved."""
        rows = await self._store.rows("select puzzle, tried, solved from puzzle_tries")
        return {str(puzzle): (int(tried), int(solved)) for puzzle, tried, solved in rows}

    async def add(self, puzzle: str, solved: bool) -> None:
        await self._store.change(
            "insert into puzzle_tries (puzzle, tried, solved) values (?, 1, ?) on conflict (puzzle) "
            "do update set tried = puzzle_tries.tried + 1, solved = puzzle_tries.solved + excluded.solved",
            puzzle,
            int(solved),
        )
