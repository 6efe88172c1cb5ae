"""The examiner's statistics: do two ways of drawing agree?"""

from __future__ import annotations

from collections.abc import Mapping
from math import sqrt
from typing import Final

SURE: Final = 4.75
"""A normal deviate that chance alone passes once in a million."""

LEAST_EXPECTED: Final = 5.0


def deviate(statistic: float, freedom: int) -> float:
    """A chi-square statistic as a standard normal deviate (Wilson and Hilferty)."""
    if freedom < 1:
        return 0.0
    spread = 2.0 / (9.0 * freedom)
    return float(((statistic / freedom) ** (1.0 / 3.0) - (1.0 - spread)) / sqrt(spread))


def against_odds(counts: Mapping[str, int], weights: Mapping[str, int]) -> float:
    """How far a sample lies from the odds, as a deviate. Rare outcomes are judged together."""
    drawn = sum(counts.values())
    total = sum(weights.values())
    bins: list[tuple[float, float]] = []
    rare_seen = rare_expected = 0.0
    for outcome, weight in weights.items():
        expected = drawn * weight / total
        if expected < LEAST_EXPECTED:
            rare_seen += counts.get(outcome, 0)
            rare_expected += expected
        else:
            bins.append((counts.get(outcome, 0), expected))
    if rare_expected >= LEAST_EXPECTED:
        bins.append((rare_seen, rare_expected))
    statistic = sum((seen - expected) ** 2 / expected for seen, expected in bins)
    return deviate(statistic, len(bins) - 1)


class Evidence:
    """What several looks at the same thing add up to: each alone may be too little to tell."""

    def __init__(self) -> None:
        self.looks = 0
        self.statistic = 0.0
        self.freedom = 0
        self.leanings: dict[str, list[float]] = {}
        """By content: how much too often it was imagined so far, and the variance of that."""

    def add(self, true: Mapping[str, float], size: float, ours: Mapping[str, float], number: float) -> None:
        """One more look, independent of the others."""
        self.looks += 1
        statistic, freedom = apart(true, size, ours, number)
        self.statistic += statistic
        self.freedom += freedom
        for content in sorted({*true, *ours}):
            one, other = true.get(content, 0.0), ours.get(content, 0.0)
            pooled = (one * size + other * number) / (size + number)
            leaning = self.leanings.setdefault(content, [0.0, 0.0, 0.0, 0.0])
            leaning[0] += other - one
            leaning[1] += pooled * (1.0 - pooled) * (1.0 / size + 1.0 / number)
            leaning[2] += one
            leaning[3] += other

    @property
    def apart(self) -> float:
        """How far truth and imagination lie apart over all looks, as a deviate."""
        return deviate(self.statistic, self.freedom)

    def leaning(self) -> tuple[float, str]:
        """The content that is imagined too often or too seldom, and how sure that is, as a deviate."""
        sure = {
            content: abs(sum_of) / sqrt(variance)
            for content, (sum_of, variance, _, _) in self.leanings.items()
            if variance > 0.0
        }
        most = max(sure, key=lambda content: sure[content], default="")
        return (sure[most], most) if sure else (0.0, "")

    def shares(self, content: str) -> tuple[float, float]:
        """How often a content is true, and how often it is imagined, on average."""
        _, _, true, ours = self.leanings[content]
        return true / self.looks, ours / self.looks


def between(
    first: Mapping[str, float], first_size: float, second: Mapping[str, float], second_size: float
) -> float:
    """How far two samples lie apart, as a deviate, given their shares and effective sizes."""
    return deviate(*apart(first, first_size, second, second_size))


def apart(
    first: Mapping[str, float], first_size: float, second: Mapping[str, float], second_size: float
) -> tuple[float, int]:
    """The same as a chi-square statistic with its degrees of freedom."""
    size = first_size + second_size
    statistic = 0.0
    bins = 0
    rare = [0.0, 0.0]
    spread = 1.0 / first_size + 1.0 / second_size
    for value in sorted({*first, *second}):
        one = first.get(value, 0.0)
        other = second.get(value, 0.0)
        pooled = (one * first_size + other * second_size) / size
        if pooled * min(first_size, second_size) < LEAST_EXPECTED:
            rare[0] += one
            rare[1] += other
            continue
        statistic += (one - other) ** 2 / (pooled * spread)
        bins += 1
    pooled = (rare[0] * first_size + rare[1] * second_size) / size
    if pooled * min(first_size, second_size) >= LEAST_EXPECTED:
        statistic += (rare[0] - rare[1]) ** 2 / (pooled * spread)
        bins += 1
    return statistic, max(0, bins - 1)
