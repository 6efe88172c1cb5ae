"""How a match ended: places, scores, reason."""

from __future__ import annotations

from collections.abc import Sequence


class Result:
    """The end of a match.

    `places[seat]` is 1 for the first place; equal numbers are ties, and several ones are a shared victory.
    In games where everybody may lose, nobody need hold place 1. `scores` is empty where a game has none.
    `teams[seat]` tells which seats win and lose together; without teams every seat is its own.
    """

    def __init__(
        self, reason: str, places: Sequence[int], scores: Sequence[int] = (), teams: Sequence[int] = ()
    ) -> None:
        self.reason = reason
        self.places = tuple(places)
        self.scores = tuple(scores)
        self.teams = tuple(teams) or tuple(range(len(self.places)))

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)

    def payoffs(self) -> list[float]:
        """One victory divided among the winning teams; each member gets its team's share."""
        winners = self.winners
        if not winners:
            return [0.0] * len(self.places)
        share = 1.0 / len({self.teams[seat] for seat in winners})
        return [share if place == 1 else 0.0 for place in self.places]

    def text(self) -> str:
        """`goal places 2 1 2 scores 3 9 4`: the closing words of a record."""
        words = [self.reason, "places", *map(str, self.places)]
        if self.scores:
            words += ["scores", *map(str, self.scores)]
        return " ".join(words)

    def __repr__(self) -> str:
        return f"<result {self.text()}>"


def ranking(scores: Sequence[int]) -> list[int]:
    """Places by score, the highest first; equal scores share a place and the next one is skipped."""
    return [1 + sum(other > score for other in scores) for score in scores]


def won_by(winners: Sequence[int], seats: int) -> list[int]:
    """Places when some win and all others come in equal behind them."""
    behind = max(2, len(winners) + 1)
    return [1 if seat in winners else behind for seat in range(seats)]
