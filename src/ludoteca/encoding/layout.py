"""Views as numbers: how a learner reads what a seat knows.

A game's `encoding.py` says how each field of its view becomes slots of one vector. The length depends on the
set-up alone. Every slot lies between -1 and 1 and has a name; 0 is "no" or "nothing", and -1
is "unknown" wherever a value may be hidden.

Seats are counted from the observing seat: `self` comes first, then `+1`, the next one, and so on. What a
learner finds out in one seat holds in all of them.

A value of the view first becomes whole numbers, one for each `Leaf` of its part, and a `Scribe` writes the
slots of those that have changed. A game may tell it the numbers straight from its state, which is much
quicker (`Encoding.tell`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from struct import pack, unpack
from typing import Any, Final, cast

from librt.vecs import vec
from mypy_extensions import i32, i64

from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.view import View

# What a slot may hold, as the bits of a number of 32 bits.
NOTHING: Final = 0
ONE: Final = 0x3F800000
UNKNOWN: Final = -0x40800000
CHUNK: Final = 32
CHUNK_MASK: Final = (1 << CHUNK) - 1

MOST_WRITTEN: Final = 4096


class EncodingError(LudotecaError):
    """A view that does not fit into its layout, or a game that has none."""


class Slots:
    """Vectors that are being written. A slot holds the bits of its number (see `bits_of_number`): compiled
    code writes those straight into memory.
    """

    def __init__(self, size: int) -> None:
        self.cells: vec[i32] = vec[i32]([0] * size)

    def put(self, at: i64, bits: i32) -> None:
        self.cells[at] = bits

    def fill(self, at: i64, size: i64, bits: i32) -> None:
        cells = self.cells
        for place in range(at, at + size):
            cells[place] = bits

    def copy(self, at: i64, cells: vec[i32], first: i64, size: i64) -> None:
        """Fill some slots with cells from elsewhere."""
        own = self.cells
        for place in range(size):
            own[at + place] = cells[first + place]

    def numbers(self) -> array[float]:
        """All that is written, as numbers of 32 bits."""
        return array("f", memoryview(self.cells).tobytes())


class Part:
    """Some neighbouring slots of the vector, filled from one value of the view."""

    def __init__(self, size: int) -> None:
        self.size = size

    def leaves(self, viewer: int, at: int) -> list[tuple[Leaf, int]]:
        """The leaves that fill `slots[at : at + size]`, in the order of their numbers, each with its first
        slot.
        """
        raise NotImplementedError

    def numbers(self, value: Any) -> list[int]:
        """What a value is, one number for each leaf."""
        raise NotImplementedError

    def names(self, subject: str) -> list[str]:
        """What each slot means when the value is called `subject`."""
        raise NotImplementedError

    def nothing(self) -> list[int]:
        """The numbers that leave all slots 0."""
        return [leaf.none for leaf, _ in self.leaves(0, 0)]

    def write(self, value: Any, viewer: int, slots: Slots, at: int) -> None:
        """Fill `slots[at : at + size]`, which are 0 before."""
        for (leaf, first), number in zip(self.leaves(viewer, at), self.numbers(value)):
            leaf.renew(number, leaf.none, viewer, slots, first)


class Leaf(Part):
    """A part that one number tells. The number `none` leaves all slots 0."""

    def __init__(self, size: int, none: int) -> None:
        super().__init__(size)
        self.none = none

    def renew(self, number: int, before: int, viewer: int, slots: Slots, at: i64) -> None:
        """Fill the slots, which hold what the number was `before`."""
        raise NotImplementedError

    def number(self, value: Any) -> int:
        return cast(int, value)

    def leaves(self, viewer: int, at: int) -> list[tuple[Leaf, int]]:
        return [(self, at)]

    def numbers(self, value: Any) -> list[int]:
        return [self.number(value)]


class Number(Leaf):
    """A number from 0 to `high`, divided by `high` and never more than 1; a negative one is unknown.

    Where negative numbers are ordinary (`signed`), they are divided as well, never less than -1, and nothing
    is unknown.
    """

    def __init__(self, high: int, signed: bool = False) -> None:
        super().__init__(1, 0)
        self.high = high
        self.signed = signed
        self.least = -high if signed else 0
        self.bits: vec[i32] = fractions(self.least, high)

    def renew(self, number: int, before: int, viewer: int, slots: Slots, at: i64) -> None:
        if number > self.high:
            slots.put(at, ONE)
        elif number < self.least:
            slots.put(at, UNKNOWN)
        else:
            slots.put(at, self.bits[number - self.least])

    def names(self, subject: str) -> list[str]:
        return [f"{subject} / {self.high}"]


class Switch(Leaf):
    """Yes or no: 1 or 0."""

    def __init__(self) -> None:
        super().__init__(1, 0)

    def renew(self, number: int, before: int, viewer: int, slots: Slots, at: i64) -> None:
        slots.put(at, ONE if number else NOTHING)

    def names(self, subject: str) -> list[str]:
        return [subject]


class Pick(Leaf):
    """One of several things by its number: a slot for each. `unknown` is the number that hides it: then all
    are -1. Any other number is none of them: then all are 0.
    """

    def __init__(self, labels: Sequence[str], first: int = 0, unknown: int = -1_000) -> None:
        super().__init__(len(labels), first + len(labels))
        self.labels = tuple(labels)
        self.first = first
        self.unknown = unknown

    def renew(self, number: int, before: int, viewer: int, slots: Slots, at: i64) -> None:
        place = before - self.first
        if 0 <= place < self.size:
            slots.put(at + place, NOTHING)
        elif before == self.unknown:
            slots.fill(at, self.size, NOTHING)
        place = number - self.first
        if 0 <= place < self.size:
            slots.put(at + place, ONE)
        elif number == self.unknown:
            slots.fill(at, self.size, UNKNOWN)

    def names(self, subject: str) -> list[str]:
        return [f"{subject} is {label}" for label in self.labels]


class Word(Pick):
    """One of several words: a slot for each. Any other word leaves all of them 0."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(words)
        self.places: dict[str, int] = {word: place for place, word in enumerate(words)}

    def number(self, value: Any) -> int:
        return self.places.get(cast(str, value), self.none)


class Counts(Leaf):
    """How many there are of each thing, divided by `most` and never more than 1. As a number, a few bits for
    each count, those of the first thing lowest.
    """

    def __init__(self, labels: Sequence[str], most: int, bits: int) -> None:
        super().__init__(len(labels), 0)
        self.labels = tuple(labels)
        self.most = most
        self.bits = bits
        self.fractions: vec[i32] = fractions(0, most)
        self.together = CHUNK // bits
        """So many counts are read at once, as a machine number."""
        self.chunk_bits = self.together * bits
        self.mask = (1 << bits) - 1
        self.chunk = (1 << self.chunk_bits) - 1

    def renew(self, number: int, before: int, viewer: int, slots: Slots, at: i64) -> None:
        width: i64 = self.bits
        mask: i64 = self.mask
        most: i64 = self.most
        changed = number ^ before
        while changed:
            differing: i64 = changed & self.chunk
            counts: i64 = number & self.chunk
            place = at
            while differing:
                if differing & mask:
                    count = counts & mask
                    slots.put(place, ONE if count > most else self.fractions[count])
                differing >>= width
                counts >>= width
                place += 1
            changed >>= self.chunk_bits
            number >>= self.chunk_bits
            at += self.together

    def names(self, subject: str) -> list[str]:
        return [f"{subject}: {label} / {self.most}" for label in self.labels]


class Letters(Counts):
    """A text of letters that may repeat, like dice: how often each occurs, in four bits."""

    def __init__(self, letters: Sequence[str], names: Sequence[str], most: int) -> None:
        super().__init__(names, most, 4)
        self.letters: dict[str, int] = {letter: place for place, letter in enumerate(letters)}

    def number(self, value: Any) -> int:
        return sum([1 << self.bits * self.letters[letter] for letter in cast(str, value)])


class Pairs(Counts):
    """A bag of pairs of numbers: how many of each there are, in three bits."""

    def __init__(self, labels: Sequence[str], seconds: Sequence[str], second: int, most: int) -> None:
        super().__init__([f"{label} {other}" for label in labels for other in seconds], most, 3)
        self.width = len(seconds)
        self.second = second

    def number(self, value: Any) -> int:
        pairs = cast(tuple[tuple[int, int], ...], value)
        return sum([1 << self.bits * (one * self.width + two - self.second) for one, two in pairs])


class Features(Leaf):
    """A thing by its number, told by its properties: a row of `table` for each number from `first` on.

    Any other number leaves all slots 0. Properties lie between -1 and 1; the first is usually 1 for "there
    is one".
    """

    def __init__(self, labels: Sequence[str], table: Sequence[Sequence[float]], first: int = 0) -> None:
        super().__init__(len(labels), first + len(table))
        self.labels = tuple(labels)
        self.first = first
        self.rows = len(table)
        self.bits: vec[i32] = vec[i32]([bits_of_number(value) for row in table for value in row])

    def renew(self, number: int, before: int, viewer: int, slots: Slots, at: i64) -> None:
        row = number - self.first
        if 0 <= row < self.rows:
            slots.copy(at, self.bits, row * self.size, self.size)
        else:
            slots.fill(at, self.size, NOTHING)

    def names(self, subject: str) -> list[str]:
        return [f"{subject}: {label}" for label in self.labels]


class Bits(Leaf):
    """A set of things as a bit mask: a slot for each, from the bit `first` on."""

    def __init__(self, labels: Sequence[str], first: int = 0) -> None:
        super().__init__(len(labels), 0)
        self.labels = tuple(labels)
        self.first = first

    def renew(self, number: int, before: int, viewer: int, slots: Slots, at: i64) -> None:
        changed = (number ^ before) >> self.first
        number >>= self.first
        for first in range(0, self.size, CHUNK):
            place = at + first
            differing: i64 = (changed >> first) & CHUNK_MASK
            there: i64 = (number >> first) & CHUNK_MASK
            while differing and place < at + self.size:
                if differing & 1:
                    slots.put(place, ONE if there & 1 else NOTHING)
                differing >>= 1
                there >>= 1
                place += 1

    def names(self, subject: str) -> list[str]:
        return [f"{subject}: {label}" for label in self.labels]


class Members(Part):
    """A set of things: a slot for each that may be in it, and, where some may be hidden, one that counts
    those, divided by `hidden`. Its numbers are a bit mask and, if so, the count.
    """

    def __init__(self, labels: Sequence[str], first: int = 0, hidden: int = 0) -> None:
        super().__init__(len(labels) + (1 if hidden else 0))
        self.open = Bits(labels, first)
        self.first = first
        self.hidden = hidden
        self.count = Number(max(1, hidden))

    def leaves(self, viewer: int, at: int) -> list[tuple[Leaf, int]]:
        found: list[tuple[Leaf, int]] = [(self.open, at)]
        if self.hidden:
            found.append((self.count, at + self.open.size))
        return found

    def numbers(self, value: Any) -> list[int]:
        mask, others = 0, 0
        for number in cast(tuple[int, ...], value):
            if 0 <= number - self.first < self.open.size:
                mask |= 1 << number
            else:
                others += 1
        return [mask, others] if self.hidden else [mask]

    def names(self, subject: str) -> list[str]:
        found = self.open.names(subject)
        return [*found, f"{subject}: hidden / {self.hidden}"] if self.hidden else found


class Coded(Leaf):
    """Values that belong together, told by one number: games say how it is made (`number`) and read."""

    def __init__(self, part: Part, none: int) -> None:
        super().__init__(part.size, none)
        self.part = part
        self.written: dict[tuple[int, int], vec[i32]] = {}
        """What the slots hold, by viewer and number: often the same again."""

    def value(self, number: int) -> Any:
        """What the number stands for."""
        raise NotImplementedError

    def renew(self, number: int, before: int, viewer: int, slots: Slots, at: i64) -> None:
        key = (viewer, number)
        if key not in self.written:
            if len(self.written) >= MOST_WRITTEN:
                self.written.clear()
            found = Slots(self.size)
            if number != self.none:
                self.part.write(self.value(number), viewer, found, 0)
            self.written[key] = found.cells
        slots.copy(at, self.written[key], 0, self.size)

    def names(self, subject: str) -> list[str]:
        return self.part.names(subject)


class Seat(Leaf):
    """A seat, counted from the one that looks; nobody leaves all slots 0."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats, -1)

    def renew(self, number: int, before: int, viewer: int, slots: Slots, at: i64) -> None:
        if 0 <= before < self.size:
            slots.put(at + (before - viewer) % self.size, NOTHING)
        if 0 <= number < self.size:
            slots.put(at + (number - viewer) % self.size, ONE)

    def names(self, subject: str) -> list[str]:
        return [f"{subject} is {who}" for who in seat_names(self.size)]


class Seats(Leaf):
    """Some seats, in any order; as a number, a bit mask."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats, 0)

    def number(self, value: Any) -> int:
        return bits_of(cast(tuple[int, ...], value))

    def renew(self, number: int, before: int, viewer: int, slots: Slots, at: i64) -> None:
        for seat in range(self.size):
            slots.put(at + (seat - viewer) % self.size, ONE if number >> seat & 1 else NOTHING)

    def names(self, subject: str) -> list[str]:
        return [f"{subject}: {who}" for who in seat_names(self.size)]


class Each(Part):
    """At most so many values of one sort, one after the other; missing ones leave their slots 0."""

    def __init__(self, labels: Sequence[str], part: Part) -> None:
        super().__init__(len(labels) * part.size)
        self.labels = tuple(labels)
        self.part = part

    def leaves(self, viewer: int, at: int) -> list[tuple[Leaf, int]]:
        part = self.part
        return [
            leaf for place in range(len(self.labels)) for leaf in part.leaves(viewer, at + place * part.size)
        ]

    def numbers(self, value: Any) -> list[int]:
        values = cast(tuple[Any, ...], value)
        missing = len(self.labels) - len(values)
        if missing < 0:
            raise EncodingError(f"{len(values)} values where {len(self.labels)} fit")
        return [number for item in values for number in self.part.numbers(item)] + (
            self.part.nothing() * missing if missing else []
        )

    def names(self, subject: str) -> list[str]:
        return [name for label in self.labels for name in self.part.names(f"{subject}, {label}")]


class BySeat(Part):
    """A value for every seat, the one that looks first. Numbers are in the order of the seats."""

    def __init__(self, seats: int, part: Part) -> None:
        super().__init__(seats * part.size)
        self.seats = seats
        self.part = part

    def leaves(self, viewer: int, at: int) -> list[tuple[Leaf, int]]:
        part = self.part
        return [
            leaf
            for seat in range(self.seats)
            for leaf in part.leaves(viewer, at + (seat - viewer) % self.seats * part.size)
        ]

    def numbers(self, value: Any) -> list[int]:
        values = cast(tuple[Any, ...], value)
        if not values:
            return self.nothing()
        if len(values) != self.seats:
            raise EncodingError(f"{len(values)} values for {self.seats} seats")
        return [number for item in values for number in self.part.numbers(item)]

    def names(self, subject: str) -> list[str]:
        return [name for who in seat_names(self.seats) for name in self.part.names(f"{subject} of {who}")]


class EachBySeat(Each):
    """For each of some places a value of every seat, the one that looks first. Numbers are told seat by
    seat.
    """

    def __init__(self, labels: Sequence[str], seats: int, leaf: Leaf) -> None:
        super().__init__(labels, BySeat(seats, leaf))
        self.order = [place * seats + seat for seat in range(seats) for place in range(len(labels))]

    def leaves(self, viewer: int, at: int) -> list[tuple[Leaf, int]]:
        found = super().leaves(viewer, at)
        return [found[place] for place in self.order]

    def numbers(self, value: Any) -> list[int]:
        found = super().numbers(value)
        return [found[place] for place in self.order]


class Flat(Part):
    """Values for every seat in one row, the same number for each; the seat that looks comes first."""

    def __init__(self, seats: int, labels: Sequence[str], part: Part) -> None:
        super().__init__(seats * len(labels) * part.size)
        self.each = BySeat(seats, Each(labels, part))
        self.width = len(labels)
        self.part = part

    def leaves(self, viewer: int, at: int) -> list[tuple[Leaf, int]]:
        return self.each.leaves(viewer, at)

    def numbers(self, value: Any) -> list[int]:
        values = cast(tuple[Any, ...], value)
        rows = [values[first : first + self.width] for first in range(0, len(values), self.width)]
        return self.each.numbers(tuple(rows))

    def names(self, subject: str) -> list[str]:
        return self.each.names(subject)


class Row(Part):
    """Several values of different sorts that belong together."""

    def __init__(self, labels: Sequence[str], parts: Sequence[Part]) -> None:
        super().__init__(sum([part.size for part in parts]))
        self.labels = tuple(labels)
        self.parts = list(parts)

    def leaves(self, viewer: int, at: int) -> list[tuple[Leaf, int]]:
        found: list[tuple[Leaf, int]] = []
        for part in self.parts:
            found += part.leaves(viewer, at)
            at += part.size
        return found

    def numbers(self, value: Any) -> list[int]:
        values = cast(tuple[Any, ...], value)
        return [number for place, part in enumerate(self.parts) for number in part.numbers(values[place])]

    def names(self, subject: str) -> list[str]:
        return [
            name
            for label, part in zip(self.labels, self.parts, strict=True)
            for name in part.names(f"{subject}, {label}")
        ]


class Layout:
    """How what is seen in one set-up becomes vectors of one length.

    `fields` are fields of the view with their parts, in order; `left_out` names those that hold nothing of
    their own, since they follow from others or from the set-up.
    """

    def __init__(self, fields: Sequence[tuple[str, Part]], left_out: Sequence[str] = ()) -> None:
        self.fields = list(fields)
        self.left_out = tuple(left_out)
        self.names: list[str] = [name for name, _ in fields]
        self.parts: list[Part] = [part for _, part in fields]
        self.row = Row(self.names, self.parts)
        self.size = self.row.size

    def values(self, view: View) -> tuple[Any, ...]:
        """The fields of a view that become slots, in order."""
        return tuple([getattr(view, name) for name in self.names])

    def numbers(self, view: View) -> list[int]:
        """What a view holds, one number for each leaf."""
        return self.row.numbers(self.values(view))

    def encode(self, view: View) -> array[float]:
        """The vector of a view, as numbers of 32 bits."""
        slots = Slots(self.size)
        self.row.write(self.values(view), max(0, view.viewer), slots, 0)
        return slots.numbers()

    def describe(self) -> list[str]:
        """What each slot means."""
        return [name for field, part in self.fields for name in part.names(field.replace("_", " "))]


def allowed(choices: list[Action], size: int) -> bytearray:
    """A 1 for each action that may be taken, by their numbers."""
    mask = bytearray(size)
    for action in choices:
        mask[action.index] = 1
    return mask


def bits_of_number(value: float) -> int:
    """The bits of a number of 32 bits, as a slot holds them."""
    (bits,) = unpack("=i", pack("=f", value))
    return cast(int, bits)


def fractions(least: int, high: int) -> vec[i32]:
    """The bits of `least / high`, and so on up to `high / high`."""
    return vec[i32]([bits_of_number(number / high) for number in range(least, high + 1)])


def bits_of(members: Sequence[int]) -> int:
    """A set of numbers as a bit mask."""
    mask = 0
    for number in members:
        mask |= 1 << number
    return mask


def seat_names(seats: int) -> list[str]:
    """Seats as a learner counts them."""
    return ["self" if offset == 0 else f"+{offset}" for offset in range(seats)]


def numbered(count: int, first: int = 1) -> list[str]:
    """Labels for things that have numbers only."""
    return [str(number) for number in range(first, first + count)]
