"""Dice of Bologna, counted in packed numbers: four bits a symbol, so that piling dice up is adding."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial
from typing import Final

PEOPLE: Final = 0
TOWER: Final = 1
BOOK: Final = 2
BOLOGNA: Final = 3
WINE: Final = 4
RAT: Final = 5
SYMBOLS: Final = 6
KINDS: Final = 4

LETTERS: Final = "PTKBWR"
NAMES: Final = ("people", "tower", "book", "bologna", "wine", "rat")

_GUARDS: Final = 0x888888


def packed(word: str) -> int:
    """`PPK` as a packed number."""
    return sum(1 << 4 * LETTERS.index(letter) for letter in word)


def count(dice: int, symbol: int) -> int:
    """How many of the dice show the symbol."""
    return (dice >> 4 * symbol) & 15


def contains(dice: int, part: int) -> bool:
    """Whether `part` can be picked out of the dice."""
    return ((dice | _GUARDS) - part) & _GUARDS == _GUARDS


def spelt(dice: int) -> str:
    """`PPK`: the letters of the dice in reading order."""
    return "".join([LETTERS[symbol] * count(dice, symbol) for symbol in range(SYMBOLS)])


def _words(size: int) -> list[str]:
    return ["".join(letters) for letters in combinations_with_replacement(LETTERS, size)]


TRIPLES: Final[list[str]] = _words(3)
QUINTS: Final[list[str]] = _words(5)
PACKED_TRIPLES: Final[list[int]] = [packed(word) for word in TRIPLES]
PACKED_QUINTS: Final[list[int]] = [packed(word) for word in QUINTS]


def _growth(size: int) -> list[list[int]]:
    """Which multiset of `size + 1` dice comes from a multiset of `size` dice and one more symbol."""
    bigger = {packed(word): index for index, word in enumerate(_words(size + 1))}
    return [[bigger[packed(word) + (1 << 4 * symbol)] for symbol in range(SYMBOLS)] for word in _words(size)]


GROWTH: Final[list[list[list[int]]]] = [_growth(size) for size in range(5)]


def weight(word: str, faces: list[int]) -> int:
    """In how many ways dice with these faces show the word."""
    ways = factorial(len(word))
    for symbol, letter in enumerate(LETTERS):
        shown = word.count(letter)
        ways = ways // factorial(shown) * faces.count(symbol) ** shown
    return ways
