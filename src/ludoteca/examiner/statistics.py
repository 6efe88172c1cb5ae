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


def between(
    first: Mapping[str, float], first_size: float, second: Mapping[str, float], second_size: float
) -> float:
    """How far two samples lie apart, as a deviate, given their shares and effective sizes."""
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
    return deviate(statistic, bins - 1)
