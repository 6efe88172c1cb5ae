"""The time a search may take."""

from __future__ import annotations

from time import perf_counter
from typing import Final, final

NEVER: Final = 1e30


@final
class Clock:
    """Runs from its making to a deadline, if there is one."""

    def __init__(self) -> None:
        self.started = perf_counter()
        self.deadline = NEVER

    def limit(self, seconds: float) -> None:
        """Time is up so many seconds after the start; a negative number is no limit."""
        if seconds >= 0.0:
            self.deadline = self.started + seconds

    def is_up(self) -> bool:
        return self.deadline < NEVER and perf_counter() >= self.deadline

    def is_up_within(self, seconds: float) -> bool:
        """Whether there is no time left for something that takes so long."""
        return self.deadline < NEVER and perf_counter() + seconds >= self.deadline

    def elapsed(self) -> float:
        return perf_counter() - self.started
