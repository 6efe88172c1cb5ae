"""What a seat wants: to win, or to be ahead."""

from __future__ import annotations


def led(own: list[float], lead: float) -> list[float]:
    """Chances, moved by a share of `lead` towards how far they lie above the best rival's."""
    first = second = -1.0
    leader = -1
    for seat in range(len(own)):
        value = own[seat]
        if value > first:
            second = first
            first = value
            leader = seat
        elif value > second:
            second = value
    found: list[float] = []
    for seat in range(len(own)):
        rival = second if seat == leader else first
        value = own[seat]
        found.append(value + lead * (0.5 + 0.5 * (value - rival) - value))
    return found
