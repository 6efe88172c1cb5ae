"""Sets of cards as bit masks: card number n is bit n."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludoteca.games.bomarzo.rules.actions import CARDS

ALL_CARDS: Final = ((1 << CARDS) - 1) << 1

# Masks are read nine bits at a time.
_CHUNK: Final = 9
_LOW: Final = (1 << _CHUNK) - 1
_BITS: Final[list[list[int]]] = [
    [bit for bit in range(_CHUNK) if chunk >> bit & 1] for chunk in range(1 << _CHUNK)
]
_COUNT: Final[list[int]] = [len(bits) for bits in _BITS]
ONE_CARD: Final[list[int]] = [1 << card for card in range(CARDS + 1)]


def count(cards: i64) -> int:
    """How many cards are in the set."""
    found = 0
    rest = cards >> 1
    while rest:
        found += _COUNT[rest & _LOW]
        rest >>= _CHUNK
    return found


def members(cards: i64) -> list[int]:
    """The numbers of the cards in the set, in order."""
    found: list[int] = []
    rest = cards >> 1
    base = 1
    while rest:
        for bit in _BITS[rest & _LOW]:
            found.append(base + bit)
        rest >>= _CHUNK
        base += _CHUNK
    return found


def nth(cards: i64, position: int) -> int:
    """The card at a position of the set, from 0."""
    rest = cards >> 1
    base = 1
    left = position
    while True:
        here = _COUNT[rest & _LOW]
        if left < here:
            return base + _BITS[rest & _LOW][left]
        left -= here
        rest >>= _CHUNK
        base += _CHUNK


def lowest(cards: i64) -> int:
    """The card with the lowest number."""
    return nth(cards, 0)


def mask_of(numbers: list[int]) -> int:
    """The set of these cards, or of anything else that is numbered."""
    found = 0
    for card in numbers:
        found |= ONE_CARD[card]
    return found
