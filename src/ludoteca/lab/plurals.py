"""How many, in words: 1 match, 12 matches; once, twice."""

from __future__ import annotations


def told_number(number: int, one: str, several: str) -> str:
    """`1 match`, `12 matches`."""
    return f"{number:,} {one if number == 1 else several}"


def times(number: int) -> str:
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
