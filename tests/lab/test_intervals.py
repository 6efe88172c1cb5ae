"""Intervals: known values, and whether they hold the truth as often as they say."""

from __future__ import annotations

import random

import pytest

from ludoteca.lab.intervals import clustered_mean, clustered_rate, rate, student


def test_wilson_against_published_values() -> None:
    assert rate(81, 263) == {"rate": 0.308, "low": 0.2553, "high": 0.3662}
    assert rate(0, 20)["low"] == 0 and rate(0, 20)["high"] == pytest.approx(0.1611, abs=1e-4)


@pytest.mark.parametrize(
    ("freedom", "deviate"),
    [(1, 12.7062), (2, 4.3027), (5, 2.5706), (9, 2.2622), (10, 2.2281), (20, 2.0860), (60, 2.0003)],
)
def test_student_against_published_values(freedom: int, deviate: float) -> None:
    assert student(freedom) == pytest.approx(deviate, abs=5e-4)


def width(found: dict[str, float]) -> float:
    return found["high"] - found["low"]


def test_pairs_that_balance_each_other_say_more_and_pairs_that_agree_say_less() -> None:
    balanced = clustered_rate([0.5] * 90 + [0.0] * 5 + [1.0] * 5, 2)
    independent = clustered_rate([0.5] * 50 + [0.0] * 25 + [1.0] * 25, 2)
    agreeing = clustered_rate([0.0] * 50 + [1.0] * 50, 2)
    assert width(balanced) < 0.6 * width(independent)
    assert width(independent) == pytest.approx(width(rate(100, 200)), rel=0.05)
    assert width(agreeing) == pytest.approx(width(rate(50, 100)), rel=0.05)


def test_deals_that_all_agree_still_leave_doubt() -> None:
    assert clustered_rate([0.5] * 20, 2)["low"] < 0.5 < clustered_rate([0.5] * 20, 2)["high"]
    assert 0.8 < clustered_rate([1.0] * 20, 3)["low"] < 0.9
    assert clustered_rate([1.0] * 20, 3)["high"] == 1.0
    assert clustered_rate([1.0], 3) == {"rate": 1.0, "low": 0.0, "high": 1.0}
    assert clustered_mean([3.0]) == {"mean": 3.0, "low": None, "high": None}


@pytest.mark.parametrize("likeness", [0.0, 0.6])
def test_intervals_hold_the_truth_about_nineteen_times_in_twenty(likeness: float) -> None:
    """Deals of three matches won with chance 0.2; some deals decide all three alike."""
    source = random.Random(4)
    held = rounds = 0
    for _ in range(1500):
        deals = []
        for _ in range(60):
            if source.random() < likeness:
                deals.append(float(source.random() < 0.2))
            else:
                deals.append(sum(source.random() < 0.2 for _ in range(3)) / 3)
        found = clustered_rate(deals, 3)
        held += found["low"] <= 0.2 <= found["high"]
        rounds += 1
    assert 0.935 <= held / rounds <= 0.975


def test_means_have_students_interval() -> None:
    found = clustered_mean([1.0, 2.0, 3.0, 4.0, 5.0])
    assert found["mean"] == 3.0
    assert found["low"] == pytest.approx(3 - 2.7764 * 0.70711, abs=1e-3)
    assert found["high"] == pytest.approx(3 + 2.7764 * 0.70711, abs=1e-3)
