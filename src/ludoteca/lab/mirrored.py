"""Mirrored luck: how far a win rate moves between two editions, judged deal by deal."""

from __future__ import annotations

import math

from ludoteca.lab.intervals import DIGITS, student


class MirroredRate:
    """How often those who had a card won, with two editions and the same deals.

    A rate is what was won over the seats that had the card, and both vary from deal to deal. Sums and
    products of the four numbers are enough to say how far the difference of the two rates strays.
    """

    def __init__(self) -> None:
        self._sums = [0.0, 0.0, 0.0, 0.0]
        self._products = [[0.0, 0.0, 0.0, 0.0] for _ in range(4)]

    def add(self, won_before: float, seats_before: float, won_after: float, seats_after: float) -> None:
        """Count a deal in which somebody had the card."""
        numbers = (won_before, seats_before, won_after, seats_after)
        for row, one in enumerate(numbers):
            self._sums[row] += one
            for column, other in enumerate(numbers):
                self._products[row][column] += one * other

    def seats(self) -> tuple[float, float]:
        """How many had the card, before and after."""
        return self._sums[1], self._sums[3]

    def rates(self) -> tuple[float, float]:
        won_before, before, won_after, after = self._sums
        return won_before / before, won_after / after

    def spread(self, deals: int) -> float:
        """The standard deviation of the difference from deal to deal, among so many deals; of its linear
        part, as is usual for ratios.
        """
        before, after = self.seats()
        old, new = self.rates()
        weights = (-deals / before, old * deals / before, deals / after, -new * deals / after)
        squares = [
            weights[row] * weights[column] * self._products[row][column]
            for row in range(4)
            for column in range(4)
        ]
        return math.sqrt(max(0.0, math.fsum(squares)) / (deals - 1))

    def change(self, deals: int) -> dict[str, float]:
        """The difference of the two rates among so many deals, with its 95 % interval."""
        old, new = self.rates()
        reach = student(deals - 1) * self.spread(deals) / math.sqrt(deals)
        found = {"mean": new - old, "low": new - old - reach, "high": new - old + reach}
        return {name: round(share, DIGITS) for name, share in found.items()}
