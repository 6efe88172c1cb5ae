"""Seasons: the year has four, and each begins a ladder anew."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, NamedTuple

MONTHS: Final = 3
FIRST_YEAR, LAST_YEAR = 2000, 2999


class Season(NamedTuple):
    """A quarter of a year, such as 2026-4."""

    year: int
    quarter: int

    @property
    def key(self) -> str:
        return f"{self.year}-{self.quarter}"

    @property
    def since(self) -> int:
        """When it begins, in milliseconds since 1970."""
        began = datetime(self.year, MONTHS * (self.quarter - 1) + 1, 1, tzinfo=UTC)
        return int(began.timestamp() * 1000)

    @property
    def until(self) -> int:
        return self.next.since

    @property
    def next(self) -> Season:
        return Season(self.year, self.quarter + 1) if self.quarter < 4 else Season(self.year + 1, 1)

    @property
    def last(self) -> Season:
        """The season before."""
        return Season(self.year, self.quarter - 1) if self.quarter > 1 else Season(self.year - 1, 4)


def season_at(now: int) -> Season:
    """The season of a time in milliseconds since 1970."""
    at = datetime.fromtimestamp(now / 1000, UTC)
    return Season(at.year, (at.month - 1) // MONTHS + 1)


def read_season(key: str, now: int) -> Season:
    """The season that an address names; the present one if it names none."""
    year, _, quarter = key.partition("-")
    if len(year) == 4 and year.isascii() and year.isdigit() and quarter in ("1", "2", "3", "4"):
        return Season(min(max(int(year), FIRST_YEAR), LAST_YEAR), int(quarter))
    return season_at(now)
