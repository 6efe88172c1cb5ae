"""Vectors written time after time: a game tells numbers, and only what has changed becomes slots anew."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from ludoteca.encoding.layout import (
    NOTHING,
    ONE,
    UNKNOWN,
    Bits,
    EncodingError,
    Layout,
    Leaf,
    Number,
    Pick,
    Seat,
    Slots,
    Switch,
    Word,
    bits_of,
)
from ludoteca.kernel.state import State
from ludoteca.kernel.view import View

LARGE: Final = 1 << 60
ELSEWHERE: Final = -LARGE
NEVER: Final = -LARGE
NO_MARK: Final = 0
"""A mark that stays as it is: the same but for the first time, when nothing may be left out."""

# The commonest leaves, of which a scribe writes the slots itself.
OTHER: Final = 0
SCALE: Final = 1
CHOICE: Final = 2
SET: Final = 3


class SeatLayout:
    """A layout as one seat, or a spectator, fills it: its leaves and their first slots.

    What a scribe has to know of the commonest leaves lies in vectors, by leaf. `sorts` is how slots follow
    from a number, which counts from `firsts` to `lasts`. A choice has a slot for each of these numbers,
    beginning with the one `turns` places on, and leaves the number `hidden` to its leaf; a set has a slot for
    each of these bits; a scale has one slot, and what that may hold lies in `scales` from `origins` on.
    """

    def __init__(self, layout: Layout, viewer: int) -> None:
        self.viewer = max(0, viewer)
        self.size = layout.size
        found = layout.row.leaves(self.viewer, 0)
        self.leaves: list[Leaf] = [leaf for leaf, _ in found]
        self.starts: vec[i64] = vec[i64]([start for _, start in found])
        self.nothing: list[int] = [leaf.none for leaf in self.leaves]
        scales: list[int] = []
        origins: dict[tuple[int, ...], int] = {}
        rows: list[tuple[int, int, int, int, int, int]] = []
        for leaf in self.leaves:
            kind, size = type(leaf), leaf.size
            if kind is Number or kind is Switch:
                first, scale = scale_of(leaf)
                if scale not in origins:
                    origins[scale] = len(scales)
                    scales += scale
                rows.append((SCALE, first, first + len(scale) - 1, 0, NEVER, origins[scale]))
            elif isinstance(leaf, Pick) and (kind is Pick or kind is Word):
                rows.append((CHOICE, leaf.first, leaf.first + size - 1, 0, leaf.unknown, 0))
            elif kind is Seat:
                rows.append((CHOICE, 0, size - 1, self.viewer, NEVER, 0))
            elif isinstance(leaf, Bits) and kind is Bits:
                rows.append((SET, leaf.first, leaf.first + size - 1, 0, NEVER, 0))
            else:
                rows.append((OTHER, 0, 0, 0, NEVER, 0))
        self.scales: vec[i32] = vec[i32](scales)
        self.sorts: vec[i64] = vec[i64]([row[0] for row in rows])
        self.firsts: vec[i64] = vec[i64]([row[1] for row in rows])
        self.lasts: vec[i64] = vec[i64]([row[2] for row in rows])
        self.turns: vec[i64] = vec[i64]([row[3] for row in rows])
        self.hidden: vec[i64] = vec[i64]([row[4] for row in rows])
        self.origins: vec[i64] = vec[i64]([row[5] for row in rows])


def scale_of(leaf: Leaf) -> tuple[int, tuple[int, ...]]:
    """What the slot of a number or a switch may hold, and for which number it first holds that."""
    if isinstance(leaf, Number):
        return leaf.least - 1, (UNKNOWN, *leaf.bits, ONE)
    return -1, (ONE, NOTHING, ONE)


class Scribe:
    """Writes the vector of what one seat knows, time after time: only what has changed is written anew.

    It is told one number for each leaf, in their order, from `begin` to `end`. The vector lies in `slots`
    from `base` on, and perhaps a second time elsewhere (`repeat_at`). A tuple is often the very one as before
    (`note_tuple`), and what follows from numbers that are as before can be left out (`same`, `skip`).
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
        """Tuples that were told, and copies of sets, by the place of their first number."""
        self._marks: vec[i64] = vec[i64]([NEVER] * (len(self.told) + 1))
        self._base: i64 = base
        self._repeated: i64 = 0
        """How many slots further on everything is written a second time; 0 where it is not."""
        self._place: i64 = 0

    def repeat_at(self, at: i64) -> None:
        """Keep a second vector of the same slots up to date, which begins there."""
        self.slots.copy(at, self.slots.cells, self._base, self.layout.size)
        self._repeated = at - self._base

    def stop_repeating(self) -> None:
        self._repeated = 0

    def begin(self) -> None:
        self._place = 0

    def note(self, number: i64) -> bool:
        """The next number, which is less than 2**60. Whether it has changed."""
        place = self._place
        self._place = place + 1
        if number == self.told[place]:
            return False
        self._renew(place, number)
        return True

    def note_any(self, number: int) -> bool:
        """The next number, however large. Whether it has changed."""
        if ELSEWHERE < number < LARGE:
            return self.note(number)
        place = self._place
        self._place = place + 1
        before = self._before(place)
        if number == before:
            return False
        self.told[place] = ELSEWHERE
        self.large[place] = number
        self._renew_leaf(place, number, before)
        return True

    def note_all(self, numbers: list[int]) -> None:
        """The next few numbers, however large."""
        for number in numbers:
            self.note_any(number)

    def note_vector(self, numbers: vec[i64]) -> bool:
        """The next few numbers, from a vector, which is quickest. Whether any of them has changed."""
        changed = False
        told = self.told
        place = self._place
        for number in numbers:
            if number != told[place]:
                self._renew(place, number)
                changed = True
            place += 1
        self._place = place
        return changed

    def note_list(self, numbers: list[int], count: i64 = 0, missing: i64 = 0) -> bool:
        """The next few numbers, each less than 2**60: these, and as many `missing` ones as make them `count`.
        Whether any of them has changed.
        """
        changed = False
        told = self.told
        place = self._place
        end = place + max(count, len(numbers))
        for number in cast("list[i64]", numbers):
            if number != told[place]:
                self._renew(place, number)
                changed = True
            place += 1
        while place < end:
            if missing != told[place]:
                self._renew(place, missing)
                changed = True
            place += 1
        self._place = end
        return changed

    def note_tuple(self, numbers: tuple[int, ...], count: i64 = 0, missing: i64 = 0) -> bool:
        """The same for a tuple: often it is the very one as before, which is seen at a glance."""
        place = self._place
        length: i64 = len(numbers)
        if self._together[place] is numbers:
            self._place = place + max(count, length)
            return False
        self._together[place] = numbers
        self.note_list(list(numbers), count, missing)
        return True

    def note_members(self, members: list[int]) -> bool:
        """The next number, a set told by its members. Whether it has changed."""
        place = self._place
        if self._together[place] == members:
            self._place = place + 1
            return False
        self._together[place] = members[:]
        return self.note(bits_of(members))

    def same(self, mark: i64) -> bool:
        """Whether the mark at this place is as it was last time. Where it says all from which the next
        numbers follow, they need not be worked out (`skip`).
        """
        place = self._place
        if mark == self._marks[place]:
            return True
        self._marks[place] = mark
        return False

    def same_list(self, numbers: list[int], mark: i64 = 0) -> bool:
        """The same where a list and perhaps a number say all."""
        same = self.same(mark)
        place = self._place
        if self._together[place] == numbers:
            return same
        self._together[place] = numbers[:]
        return False

    def same_tuple(self, mark: tuple[object, ...]) -> bool:
        """The same where a tuple says all."""
        place = self._place
        if self._together[place] == mark:
            return True
        self._together[place] = mark
        return False

    def skip(self, count: i64) -> None:
        """The next few numbers are as they were, since what they follow from is."""
        self._place += count

    def end(self) -> None:
        if self._place != len(self.told):
            raise EncodingError(f"{self._place} numbers where {len(self.told)} are expected")

    def _before(self, place: i64) -> int:
        """What was told last."""
        small = self.told[place]
        return self.large[place] if small == ELSEWHERE else small

    def _renew(self, place: i64, number: i64) -> None:
        """Tell another number than before."""
        before = self.told[place]
        layout = self.layout
        sort = layout.sorts[place]
        first = layout.firsts[place]
        last = layout.lasts[place]
        cells = self.slots.cells
        repeated = self._repeated
        at = self._base + layout.starts[place]
        if sort == OTHER or before == ELSEWHERE:
            self._renew_leaf(place, number, self._before(place))
        elif sort == SCALE:
            level = min(max(number, first), last) - first
            bits = layout.scales[layout.origins[place] + level]
            cells[at] = bits
            cells[at + repeated] = bits
        elif sort == SET:
            self._renew_set(at, number >> first, (number ^ before) >> first, last - first)
        elif layout.hidden[place] == number or layout.hidden[place] == before:
            self._renew_leaf(place, number, before)
        else:
            at -= layout.turns[place]
            length = last - first + 1
            if first <= before <= last:
                before -= first
                slot = at + before if before >= layout.turns[place] else at + before + length
                cells[slot] = NOTHING
                cells[slot + repeated] = NOTHING
            if first <= number <= last:
                now = number - first
                slot = at + now if now >= layout.turns[place] else at + now + length
                cells[slot] = ONE
                cells[slot + repeated] = ONE
        self.told[place] = number

    def _renew_set(self, at: i64, members: i64, changed: i64, last: i64) -> None:
        cells = self.slots.cells
        repeated = self._repeated
        end = at + last
        while changed and at <= end:
            if changed & 1:
                bits = ONE if members & 1 else NOTHING
                cells[at] = bits
                cells[at + repeated] = bits
            changed >>= 1
            members >>= 1
            at += 1

    def _renew_leaf(self, place: i64, number: int, before: int) -> None:
        layout = self.layout
        at = self._base + layout.starts[place]
        leaf = layout.leaves[place]
        leaf.renew(number, before, layout.viewer, self.slots, at)
        if self._repeated:
            leaf.renew(number, before, layout.viewer, self.slots, at + self._repeated)


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
