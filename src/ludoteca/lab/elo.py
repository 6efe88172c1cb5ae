"""Elo ratings of several entrants from their duels, with intervals.

The ratings are those under which what happened is likeliest (Bradley and Terry), with one drawn duel between
every two entrants assumed, so that somebody who won everything has a rating too. The intervals come from
drawing the deals anew: matches of one deal share its luck.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from ludoteca.kernel.source import Stream

DRAWS: Final = 200
ROUNDS: Final = 60
ASSUMED: Final = 1.0


class Duel(NamedTuple):
    """Two entrants, and what the first had of the victory: 1, 0, or 0.5 for a tie."""

    one: int
    other: int
    ahead: float


def elo_ratings(entrants: int, deals: Sequence[Sequence[Duel]]) -> list[dict[str, float]]:
    """The rating of every entrant, their mean being 0, with 95 % intervals; none where nobody duelled."""
    if entrants < 2 or not any(deals):
        return []
    found = fitted(entrants, deals)
    source = Stream(1, "ratings")
    drawn = []
    for _ in range(DRAWS):
        drawn.append(fitted(entrants, [deals[source.below(len(deals))] for _ in deals]))
    rated = []
    for at in range(entrants):
        spread = sorted(one[at] for one in drawn)
        low, high = spread[int(0.025 * DRAWS)], spread[int(0.975 * DRAWS)]
        rated.append(
            {
                "elo": round(found[at], 1),
                "low": round(min(low, found[at]), 1),
                "high": round(max(high, found[at]), 1),
            }
        )
    return rated


def fitted(entrants: int, deals: Sequence[Sequence[Duel]]) -> list[float]:
    """The likeliest ratings in Elo."""
    won = [ASSUMED / 2 * (entrants - 1)] * entrants
    met = [[ASSUMED if one != other else 0.0 for other in range(entrants)] for one in range(entrants)]
    for deal in deals:
        for one, other, ahead in deal:
            won[one] += ahead
            won[other] += 1 - ahead
            met[one][other] += 1
            met[other][one] += 1
    strength = [1.0] * entrants
    for _ in range(ROUNDS):
        strength = [
            won[one]
            / sum(
                met[one][other] / (strength[one] + strength[other])
                for other in range(entrants)
                if other != one
            )
            for one in range(entrants)
        ]
        middle = math.exp(sum(math.log(value) for value in strength) / entrants)
        strength = [value / middle for value in strength]
    return [400 * math.log10(value) for value in strength]
