"""Vectors written time after time: a game tells numbers, and only what has changed becomes slots anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from ludoteca.encoding.layout import EncodingError, Layout, Leaf, Slots, Word
from ludoteca.kernel.state import State
from ludoteca.kernel.view import View

LARGE: Final = 1 << 60
ELSEWHERE: Final = -LARGE


class SeatLayout:
    """A layout as one seat, or a spectator, fills it: its leaves and their first slots."""

    def __init__(self, layout: Layout, viewer: int) -> None:
        self.viewer = max(0, viewer)
        self.size = layout.size
        found = layout.row.leaves(self.viewer, 0)
        self.leaves: list[Leaf] = [leaf for leaf, _ in found]
        self.starts: list[int] = [start for _, start in found]
        self.nothing: list[int] = [leaf.none for leaf in self.leaves]


class Scribe:
    """Writes the vector of what one seat knows, time after time: only what has changed is written anew.

    It is told one number for each leaf, in their order, from `begin` to `end`. The vector lies in `slots`
    from `base` on.
    """

    def __init__(self, layout: SeatLayout, slots: Slots, base: int = 0) -> None:
        self.layout = layout
        self.slots = slots
        self.told: vec[i64] = vec[i64](
            [small if -LARGE < small < LARGE else LARGE for small in layout.nothing]
        )
        self.large: dict[int, int] = {}
        """The numbers that are too large for `told`, which holds ELSEWHERE there, by their places."""
        self._together: list[object] = [None] * (len(self.told) + 1)
        """Tuples that were told, by the place of their first number."""
        self._base: i64 = base
        self._place: i64 = 0

    def begin(self) -> None:
        self._place = 0

    def note(self, number: int) -> None:
        """The next number."""
        place = self._place
        self._place = place + 1
        small: i64 = number if ELSEWHERE < number < LARGE else ELSEWHERE
        before = self.told[place]
        if small != before or (small == ELSEWHERE and self.large[place] != number):
            self._renew(place, number, self.large[place] if before == ELSEWHERE else before)
            self.told[place] = small

    def note_all(self, numbers: list[int]) -> None:
        """The next few numbers."""
        self._note_each(numbers, 0, 0)

    def note_some(self, numbers: list[int], count: i64, missing: int) -> None:
        """The next `count` numbers: these, and `missing` for each that is not there."""
        self._note_each(numbers, count, missing)

    def note_tuple(self, numbers: tuple[int, ...], count: i64 = 0, missing: int = 0) -> None:
        """The same for a tuple: often it is the very one as before, which is seen at a glance.

        A field that is told by a tuple is always told by one.
        """
        place = self._place
        length: i64 = len(numbers)
        if self._together[place] is numbers:
            self._place = place + max(count, length)
        else:
            self._together[place] = numbers
            self._note_each(list(numbers), count, missing)

    def end(self) -> None:
        if self._place != len(self.told):
            raise EncodingError(f"{self._place} numbers where {len(self.told)} are expected")

    def _note_each(self, numbers: list[int], count: i64, missing: int) -> None:
        told = self.told
        place = self._place
        for number in numbers:
            if number != told[place]:
                self._place = place
                self.note(number)
            place += 1
        self._place = place
        for _ in range(count - len(numbers)):
            self.note(missing)

    def _renew(self, place: i64, number: int, before: int) -> None:
        if not ELSEWHERE < number < LARGE:
            self.large[place] = number
        layout = self.layout
        at = self._base + layout.starts[place]
        layout.leaves[place].renew(number, before, layout.viewer, self.slots, at)


@mypyc_attr(allow_interpreted_subclasses=True)
class Teller:
    """Tells a scribe what a seat knows."""

    def tell(self, state: Any, seat: int, scribe: Scribe) -> None:
        """Note one number for each leaf of the layout, in their order."""
        raise NotImplementedError


class ViewTeller(Teller):
    """Takes the view of a seat apart, for games that do not tell the numbers straight from their state."""

    def __init__(self, layout: Layout, view: Callable[[Any, int], View]) -> None:
        self.layout = layout
        self.view = view

    def tell(self, state: Any, seat: int, scribe: Scribe) -> None:
        scribe.note_all(self.layout.numbers(self.view(state, seat)))


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
