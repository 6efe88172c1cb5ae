"""Where chance takes its numbers from."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

_MASK: Final = 0xFFFFFFFF


@mypyc_attr(allow_interpreted_subclasses=True)
class Source:
    """A supply of numbers."""

    def below(self, bound: int) -> int:
        """A number from 0 to `bound - 1`, all equally likely."""
        raise NotImplementedError


class Stream(Source):
    """A reproducible supply: the n-th number depends on the seed, the name and n alone.

    Two counters of 32 bits walk by odd strides and are scrambled; cheap to start, which a laboratory that
    plays a million matches needs more than cryptographic quality.
    """

    def __init__(self, seed: int, name: str = "") -> None:
        self._left: i64 = _scramble(seed & _MASK)
        self._right: i64 = _scramble((seed >> 32 ^ 0x5BD1E995) & _MASK)
        for letter in name:
            self._left = _scramble(self._left ^ ord(letter))
            self._right = _scramble((self._right + ord(letter)) & _MASK)

    def below(self, bound: int) -> int:
        left = (self._left + 0x9E3779B9) & _MASK
        right = (self._right + 0x3C6EF35F) & _MASK
        self._left = left
        self._right = right
        return int((_scramble(left) ^ _scramble(right ^ 0x2545F491)) * bound >> 32)


def shuffled(items: list[int], source: Source) -> list[int]:
    """The items in a random order; the list itself stays as it is."""
    order = items[:]
    for last in range(len(order) - 1, 0, -1):
        other = source.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def _scramble(x: i64) -> i64:
    """Mix 32 bits so that neighbouring numbers have nothing in common; every product stays below 2**59."""
    x = ((x >> 16) ^ x) * 0x45D9F3B & _MASK
    x = ((x >> 16) ^ x) * 0x45D9F3B & _MASK
    return (x >> 16) ^ x
