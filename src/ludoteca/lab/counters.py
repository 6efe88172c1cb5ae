"""Counting matches: nested counters of whole numbers, which add up in any order and travel as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from ludoteca.kernel.contracts import Breakdown
from ludoteca.lab.intervals import rate
from ludoteca.lab.plan import Outcome

PARTS: Final = 2520
"""A victory in parts that up to ten winners can share evenly: sums of whole numbers have no order."""

ORDER: Final = "turn order"
"""The category that counts seats from the one with the first decision."""


class Counters:
    """A tree of counters: `count(3, "facets", "role", "dean", "seats")`."""

    def __init__(self, data: dict[str, Any] | None = None) -> None:
        self.data: dict[str, Any] = {} if data is None else data

    def count(self, amount: int, *path: str) -> None:
        place = self.data
        for name in path[:-1]:
            place = place.setdefault(name, {})
        place[path[-1]] = place.get(path[-1], 0) + amount

    def add(self, other: Counters) -> None:
        _add(self.data, other.data)

    def at(self, *path: str) -> int:
        """One counter; 0 where nothing was counted."""
        found: Any = self.data
        for name in path:
            found = found.get(name, {})
        return found or 0

    def under(self, *path: str) -> dict[str, Any]:
        """A branch of the tree; empty where nothing was counted."""
        found: dict[str, Any] = self.data
        for name in path:
            found = found.get(name, {})
        return found

    def numbers(self, *path: str) -> Counter[int]:
        """A branch whose names are numbers: how often each came."""
        return Counter({int(name): amount for name, amount in self.under(*path).items()})

    def scores_by_seat(self, seats: int) -> list[Counter[int]]:
        """How often each seat had each score."""
        return [self.numbers("scores", str(seat)) for seat in range(seats)]

    def enter(self, outcome: Outcome, breakdowns: Sequence[Breakdown]) -> None:
        """Count one match."""
        shares = parts(outcome)
        self.count(1, "matches")
        self.count(outcome.decisions, "decisions")
        self.count(outcome.outcomes, "outcomes")
        self.count(1, "reasons", outcome.reason)
        for seat, share in enumerate(shares):
            self.count(share, "wins", str(seat))
        for seat, score in enumerate(outcome.scores):
            self.count(1, "scores", str(seat), str(score))
        met = set()
        for seat, name, value in breakdowns:
            self.count(1, "facets", name, value, "seats")
            self.count(shares[seat], "facets", name, value, "wins")
            if (name, value) not in met:
                met.add((name, value))
                self.count(1, "facets", name, value, "matches")

    def rates_by_category(self) -> dict[str, dict[str, Any]]:
        """Win rates by category. Seats of one match are not independent: a match counts once."""
        return {
            name: {
                value: {
                    "seats": found["seats"],
                    "matches": found["matches"],
                    "win_rate": share_of(found["wins"], found["seats"], found["matches"]),
                }
                for value, found in sorted(values.items())
            }
            for name, values in sorted(self.under("facets").items())
        }


def parts(outcome: Outcome) -> list[int]:
    """The seats' shares of victory in parts."""
    return [round(share * PARTS) for share in outcome.payoffs]


def share_of(wins: int, seats: int, independent: int) -> dict[str, float]:
    """A win rate with its interval: won parts over seats, worth so many independent observations."""
    return rate(wins / PARTS / seats * independent, independent)


def _add(into: dict[str, Any], other: dict[str, Any]) -> None:
    for name, value in other.items():
        if isinstance(value, dict):
            _add(into.setdefault(name, {}), value)
        else:
            into[name] = into.get(name, 0) + value
