"""What was drawn or written before, kept up to a number of bytes for all kinds together."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, Final, Generic, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
DEFAULT_BUDGET: Final = 64 * 2**20
ENTRY: Final = 400
"""About how many bytes an entry takes besides its value: its key, and its place."""


class Memory:
    """Keeps values by their keys, no more than `budget` bytes of them by its own count.

    There are two generations. Once the young one has half of the budget, it becomes the old one, and what was
    the old one is forgotten. What is asked for becomes young again, so it stays.
    """

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self._young: dict[Any, tuple[Any, int]] = {}
        self._old: dict[Any, tuple[Any, int]] = {}
        self._young_bytes = 0
        self._old_bytes = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    @property
    def bytes(self) -> int:
        """How many bytes it holds, by its own count."""
        return self._young_bytes + self._old_bytes

    def get(self, key: Any) -> Any:
        """What is kept under a key; None if there is nothing."""
        entry = self._young.get(key)
        if entry is not None:
            return entry[0]
        entry = self._old.get(key) if self._old else None
        if entry is None:
            return None
        self.keep(key, entry[0], entry[1] - ENTRY)
        return entry[0]

    def keep(self, key: Any, value: Any, weight: int) -> None:
        """Keep a value of about so many bytes."""
        weight += ENTRY
        if 2 * weight > self.budget:
            return
        with self._lock:
            if 2 * (self._young_bytes + weight) > self.budget:
                self._old, self._old_bytes = self._young, self._young_bytes
                self._young, self._young_bytes = {}, 0
            count = len(self._young)
            before = self._young.setdefault(key, (value, weight))
            if len(self._young) == count:
                self._young[key] = (value, weight)
                self._young_bytes -= before[1]
            self._young_bytes += weight

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._young, self._young_bytes = {}, 0
            self._old, self._old_bytes = {}, 0


MEMORY: Final = Memory(DEFAULT_BUDGET)
"""What this process keeps of pictures and pages."""


class Remembered(Generic[P, R]):
    """A function whose values are kept in `MEMORY`."""

    def __init__(self, make: Callable[P, R], weigh: Callable[[R], int]) -> None:
        self._make = make
        self._weigh = weigh

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        key: Any = (self, args, tuple(kwargs.items())) if kwargs else (self, args)
        found: R | None = MEMORY.get(key)
        if found is None:
            found = self._make(*args, **kwargs)
            MEMORY.keep(key, found, self._weigh(found))
        return found


def remembered(weigh: Callable[[R], int]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """For a function whose value, never None, depends on its arguments alone: it is kept in `MEMORY`.

    Every argument must be a value that never changes. `weigh` says how many bytes a value takes, and what
    its arguments take beyond an `ENTRY`.
    """
    return lambda make: Remembered(make, weigh)
