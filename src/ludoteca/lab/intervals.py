"""Shares and means with 95 % intervals. Matches of one deal share its luck and count as one observation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

CERTAINTY: Final = 1.959964
"""The normal deviate of a 95 % interval."""

DIGITS: Final = 4


def rate(wins: float, total: float) -> dict[str, float]:
    """A share of independent observations with its interval (Wilson)."""
    return _wilson(wins / total, total, CERTAINTY)


def told_rate(found: dict[str, float]) -> str:
    """A share with its interval, for people."""
    return f"{found['rate']:.1%} ({found['low']:.1%}–{found['high']:.1%})"


def clustered_rate(deals: Sequence[float], matches: int = 1) -> dict[str, float]:
    """A share whose observations come in deals: `deals` holds the share of each, made of so many `matches`.

    The spread between deals says how many independent observations they are worth, and Wilson's interval is
    taken with that number. One more deal with the spread of independent matches is assumed, since deals
    that all agree prove less than certainty; where every match went the same way a deal counts for one.
    """
    number = len(deals)
    share = math.fsum(deals) / number
    if number == 1:
        return {"rate": round(share, DIGITS), "low": 0.0, "high": 1.0}
    alone = share * (1 - share)
    if alone <= 0:
        worth = float(number)
    else:
        spread = math.fsum((one - share) ** 2 for one in deals) + alone / matches
        worth = alone * number * number / spread
    return _wilson(share, worth, student(number - 1))


def clustered_mean(deals: Sequence[float]) -> dict[str, float | None]:
    """A mean over deals with its interval (Student)."""
    number = len(deals)
    middle = math.fsum(deals) / number
    if number == 1:
        return {"mean": round(middle, DIGITS), "low": None, "high": None}
    spread = math.sqrt(math.fsum((one - middle) ** 2 for one in deals) / (number - 1) / number)
    reach = student(number - 1) * spread
    return {
        "mean": round(middle, DIGITS),
        "low": round(middle - reach, DIGITS),
        "high": round(middle + reach, DIGITS),
    }


def student(freedom: int) -> float:
    """The deviate of a 95 % interval of Student's distribution."""
    if freedom <= len(_SMALL):
        return _SMALL[freedom - 1]
    z = CERTAINTY
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


_SMALL: Final = (12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060)


def _wilson(share: float, total: float, deviate: float) -> dict[str, float]:
    spread = deviate**2 / total
    centre = (share + spread / 2) / (1 + spread)
    reach = deviate * math.sqrt(max(0.0, share * (1 - share)) / total + spread / (4 * total)) / (1 + spread)
    return {
        "rate": round(share, DIGITS),
        "low": round(max(0.0, centre - reach), DIGITS),
        "high": round(min(1.0, centre + reach), DIGITS),
    }
