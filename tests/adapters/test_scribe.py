"""The scribe: however numbers are told, the slots are those that the layout writes from nothing."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludoteca.encoding.layout import (
    Bits,
    Counts,
    Layout,
    Leaf,
    Number,
    Pick,
    Row,
    Seat,
    Slots,
    Switch,
    numbered,
)
from ludoteca.encoding.scribe import Scribe, SeatLayout
from ludoteca.kernel.source import Stream

SIZE = 80
Teller = Callable[[Scribe, list[int], int], object]


def leaves() -> list[tuple[Leaf, list[int]]]:
    """Leaves, each with numbers that it may be told."""
    labels = numbered(SIZE)
    everything = (1 << SIZE) - 1
    return [
        (Number(4), [-1, 0, 1, 3, 4, 9]),
        (Number(4, signed=True), [-9, -4, -1, 0, 2, 5]),
        (Switch(), [0, 1]),
        (Pick(labels[:5], 1, unknown=-7), [-7, 0, 1, 5, 6]),
        (Seat(3), [-1, 0, 1, 2]),
        (Bits(labels[:6], 2), [0, 4, 12, 128, 252]),
        (Bits(labels), [0, 1, 1 << 59, 1 << 61 | 5, 1 << SIZE - 1, everything]),
        (Counts(labels[:20], 5, 4), [0, 1, 0x51, 0x12345, 0x12345 << 55, 0x7 << 76, (1 << 80) - 1]),
        (Counts(labels[:24], 4, 3), [0, 3, 0o4321, 0o321 << 30, 0o7 << 69]),
    ]


def layout() -> Layout:
    found = leaves()
    names = numbered(len(found))
    return Layout(list(zip(names, [Row([name], [leaf]) for name, (leaf, _) in zip(names, found)])))


def from_nothing(numbers: list[int], viewer: int) -> list[float]:
    slots = Slots(layout().size)
    for (leaf, at), number in zip(layout().row.leaves(viewer, 0), numbers, strict=True):
        leaf.renew(number, leaf.none, viewer, slots, at)
    return list(slots.numbers())


@pytest.mark.parametrize("viewer", range(3))
def test_what_is_told_anew_is_what_is_told_at_once(viewer: int) -> None:
    luck = Stream(viewer, "scribe")
    slots = Slots(layout().size)
    scribe = Scribe(SeatLayout(layout(), viewer), slots)
    for _ in range(300):
        numbers = [choices[luck.below(len(choices))] for _, choices in leaves()]
        scribe.begin()
        scribe.note_all(numbers)
        scribe.end()
        assert list(slots.numbers()) == from_nothing(numbers, viewer)


def as_list(scribe: Scribe, numbers: list[int], size: int) -> object:
    return scribe.note_list(numbers, size, -1)


def as_tuple(scribe: Scribe, numbers: list[int], size: int) -> object:
    return scribe.note_tuple(tuple(numbers), size, -1)


def one_by_one(scribe: Scribe, numbers: list[int], size: int) -> None:
    for number in [*numbers, *[-1] * size][:size]:
        scribe.note(number)


@pytest.mark.parametrize("size", [4, 36])
@pytest.mark.parametrize("tell", [as_list, as_tuple])
def test_lists_and_tuples_are_told_as_their_numbers_are(tell: Teller, size: int) -> None:
    """Also where the caller changes the list afterwards, and where both are told in turn."""
    row = Layout([("row", Row(numbered(size), [Pick(numbered(3)) for _ in range(size)]))])
    slots, plain = Slots(row.size), Slots(row.size)
    scribe, other = Scribe(SeatLayout(row, 0), slots), Scribe(SeatLayout(row, 0), plain)
    luck = Stream(3, "lists")
    numbers = [0, 0]
    for turn in range(300):
        if luck.below(3) == 0:
            numbers = [luck.below(4) for _ in range(luck.below(size + 1))]
        elif numbers:
            numbers[luck.below(len(numbers))] = luck.below(4)
        scribe.begin()
        (tell if turn % 5 else as_list)(scribe, numbers, size)
        scribe.end()
        other.begin()
        one_by_one(other, numbers, size)
        assert list(slots.numbers()) == list(plain.numbers())


def test_the_scribe_says_what_has_changed() -> None:
    row = Layout([("row", Row(["set", "one", "two"], [Bits(numbered(4)), Number(9), Number(9)]))])
    scribe = Scribe(SeatLayout(row, 0), Slots(row.size))

    def told(members: list[int], numbers: list[int]) -> tuple[bool, bool]:
        scribe.begin()
        found = scribe.note_members(members), scribe.note_list(numbers)
        scribe.end()
        return found

    assert told([1, 2], [3, 4]) == (True, True)
    assert told([1, 2], [3, 4]) == (False, False)
    assert told([2, 1], [3, 5]) == (False, True)
    assert told([2], [3, 5]) == (True, False)


def test_what_follows_from_the_same_can_be_left_out() -> None:
    row = Layout([("row", Row(["one", "two"], [Number(10), Number(10)]))])
    slots = Slots(row.size)
    scribe = Scribe(SeatLayout(row, 0), slots)
    worked_out: list[int] = []

    def tell(mark: int, numbers: list[int]) -> list[float]:
        scribe.begin()
        if scribe.same_list(numbers, mark):
            scribe.skip(2)
        else:
            worked_out.append(mark)
            scribe.note(mark)
            scribe.note(sum(numbers))
        scribe.end()
        return [round(slot * 10) for slot in slots.numbers()]

    numbers = [1, 2]
    assert tell(5, numbers) == [5, 3]
    assert tell(5, numbers) == [5, 3]
    numbers[0] = 4
    assert tell(5, numbers) == [5, 6]
    assert tell(7, numbers) == [7, 6]
    assert worked_out == [5, 5, 7]
    assert scribe.same_tuple((1, (2,))) is False
    assert scribe.same_tuple((1, (2,))) is True
