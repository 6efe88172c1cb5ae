"""Vectors written time after time: a game tells numbers, and only what has changed becomes slots anew."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any, cast

from mypy_extensions import i64

from ludoteca.encoding.layout import EncodingError, Layout, Leaf, Slots, Word
from ludoteca.kernel.state import State


class SeatLayout:
    """A layout as one seat, or a spectator, fills it: its leaves and their first slots."""

    def __init__(self, layout: Layout, viewer: int) -> None:
        self.viewer = max(0, viewer)
        self.blank = layout.row.blank
        found = layout.row.leaves(self.viewer, 0)
        self.leaves: list[Leaf] = [leaf for leaf, _ in found]
        self.starts: list[int] = [start for _, start in found]
        self.nothing: list[int] = [leaf.none for leaf in self.leaves]


class Scribe:
    """Writes the vector of what one seat knows, time after time: only what has changed is written anew.

    It is told one number for each leaf, in their order, from `begin` to `end`.
    """

    def __init__(self, layout: SeatLayout) -> None:
        self.layout = layout
        self.vector: array[float] = layout.blank[:]
        self.told: list[int] = layout.nothing[:]
        self._slots = Slots(self.vector)
        self._place: i64 = 0

    def begin(self) -> None:
        self._place = 0

    def note(self, number: int) -> None:
        """The next number."""
        place = self._place
        before = self.told[place]
        if number != before:
            self.told[place] = number
            self._renew(place, number, before)
        self._place = place + 1

    def note_all(self, numbers: list[int]) -> None:
        """The next few numbers."""
        told = cast(list[Any], self.told)  # most are the very same objects, which is seen at a glance
        place = self._place
        for number in cast(list[Any], numbers):
            before = told[place]
            if number is not before and number != before:
                told[place] = number
                self._renew(place, number, before)
            place += 1
        self._place = place

    def note_some(self, numbers: list[int], count: int, missing: int) -> None:
        """The next `count` numbers: these, and `missing` for each that is not there."""
        self.note_all(numbers)
        for _ in range(count - len(numbers)):
            self.note(missing)

    def end(self) -> None:
        if self._place != len(self.told):
            raise EncodingError(f"{self._place} numbers where {len(self.told)} are expected")

    def _renew(self, place: i64, number: int, before: int) -> None:
        layout = self.layout
        layout.leaves[place].renew(number, before, layout.viewer, self._slots, layout.starts[place])


class Questions:
    """The number of what is asked, as the `Word` of all questions counts it; -1 when nothing is."""

    def __init__(self, questions: Sequence[str]) -> None:
        self._word = Word(questions)
        self._numbers: dict[Any, int] = {}

    def number(self, state: State) -> int:
        if not state.agenda:
            return -1
        kind = type(state.step)
        number = self._numbers.get(kind)
        if number is None:
            number = self._numbers[kind] = self._word.number(state.step.name())
        return number
