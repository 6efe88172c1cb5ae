"""Views as numbers: how a learner reads what a seat knows.

A game's `encoding.py` says how each field of its view becomes slots of one vector. The length depends on the
set-up alone. Every slot lies between -1 and 1 and has a name; 0 is "no" or "nothing", and -1
is "unknown" wherever a value may be hidden.

Seats are counted from the observing seat: `self` comes first, then `+1`, the next one, and so on. What a
learner finds out in one seat holds in all of them.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import fields
from typing import Any, Final, cast

from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.view import View

UNKNOWN: Final = -1.0


class EncodingError(LudotecaError):
    """A view that does not fit into its layout, or a game that has none."""


class Part:
    """Some neighbouring slots of the vector, filled from one value. All slots are 0 before."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.blank: array[float] = array("f", [0.0] * size)

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        """Fill `slots[at : at + size]`."""
        raise NotImplementedError

    def erase(self, before: Any, viewer: int, slots: array[float], at: int) -> None:
        """Make the slots 0 again, which hold what `before` was."""
        slots[at : at + self.size] = self.blank

    def renew(self, value: Any, before: Any, viewer: int, slots: array[float], at: int) -> None:
        """Fill the slots again, which hold what `before` was."""
        self.erase(before, viewer, slots, at)
        self.write(value, viewer, slots, at)

    def names(self, subject: str) -> list[str]:
        """What each slot means when the value is called `subject`."""
        raise NotImplementedError


class Number(Part):
    """A number from 0 to `high`, divided by `high` and never more than 1; a negative one is unknown.

    Where negative numbers are ordinary (`signed`), they are divided as well, and nothing is unknown.
    """

    def __init__(self, high: int, signed: bool = False) -> None:
        super().__init__(1)
        self.high = high
        self.signed = signed

    def share(self, number: int) -> float:
        if number < 0:
            return max(-1.0, number / self.high) if self.signed else UNKNOWN
        return 1.0 if number > self.high else number / self.high

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        number = cast(int, value)
        if number != 0:
            slots[at] = self.share(number)

    def erase(self, before: Any, viewer: int, slots: array[float], at: int) -> None:
        slots[at] = 0.0

    def renew(self, value: Any, before: Any, viewer: int, slots: array[float], at: int) -> None:
        slots[at] = self.share(cast(int, value))

    def names(self, subject: str) -> list[str]:
        return [f"{subject} / {self.high}"]


class Switch(Part):
    """Yes or no."""

    def __init__(self) -> None:
        super().__init__(1)

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        if cast(bool, value):
            slots[at] = 1.0

    def erase(self, before: Any, viewer: int, slots: array[float], at: int) -> None:
        slots[at] = 0.0

    def names(self, subject: str) -> list[str]:
        return [subject]


class Word(Part):
    """One of several words: a slot for each. Any other word leaves all of them 0."""

    def __init__(self, words: Sequence[str]) -> None:
        super().__init__(len(words))
        self.words = tuple(words)
        self.places: dict[str, int] = {word: place for place, word in enumerate(words)}

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        place = self.places.get(cast(str, value), -1)
        if place >= 0:
            slots[at + place] = 1.0

    def erase(self, before: Any, viewer: int, slots: array[float], at: int) -> None:
        place = self.places.get(cast(str, before), -1)
        if place >= 0:
            slots[at + place] = 0.0

    def names(self, subject: str) -> list[str]:
        return [f"{subject} is {word}" for word in self.words]


class Letters(Part):
    """A text of letters that may repeat, like dice: how often each occurs, divided by `most`."""

    def __init__(self, letters: Sequence[str], names: Sequence[str], most: int) -> None:
        super().__init__(len(letters))
        self.letters: dict[str, int] = {letter: place for place, letter in enumerate(letters)}
        self.labels = tuple(names)
        self.most = most

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        for letter in cast(str, value):
            slots[at + self.letters[letter]] += 1.0 / self.most

    def names(self, subject: str) -> list[str]:
        return [f"{subject}: {label} / {self.most}" for label in self.labels]


class Pick(Part):
    """One of several things by its number: a slot for each. `unknown` is the number that hides it: then all
    are -1. Any other number is none of them: then all are 0.
    """

    def __init__(self, labels: Sequence[str], first: int = 0, unknown: int = -1_000) -> None:
        super().__init__(len(labels))
        self.labels = tuple(labels)
        self.first = first
        self.unknown = unknown

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        number = cast(int, value)
        place = number - self.first
        if 0 <= place < self.size:
            slots[at + place] = 1.0
        elif number == self.unknown:
            for place in range(self.size):
                slots[at + place] = UNKNOWN

    def erase(self, before: Any, viewer: int, slots: array[float], at: int) -> None:
        place = cast(int, before) - self.first
        if 0 <= place < self.size:
            slots[at + place] = 0.0
        elif place + self.first == self.unknown:
            slots[at : at + self.size] = self.blank

    def names(self, subject: str) -> list[str]:
        return [f"{subject} is {label}" for label in self.labels]


class Features(Part):
    """A thing by its number, told by its properties: a row of `table` for each number from `first` on.

    Any other number leaves all slots 0. Properties lie between -1 and 1; the first is usually 1 for "there
    is one".
    """

    def __init__(self, labels: Sequence[str], table: Sequence[Sequence[float]], first: int = 0) -> None:
        super().__init__(len(labels))
        self.labels = tuple(labels)
        self.first = first
        self.rows: list[array[float]] = [array("f", row) for row in table]

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        row = cast(int, value) - self.first
        if 0 <= row < len(self.rows):
            slots[at : at + self.size] = self.rows[row]

    def renew(self, value: Any, before: Any, viewer: int, slots: array[float], at: int) -> None:
        row = cast(int, value) - self.first
        slots[at : at + self.size] = self.rows[row] if 0 <= row < len(self.rows) else self.blank

    def names(self, subject: str) -> list[str]:
        return [f"{subject}: {label}" for label in self.labels]


class Members(Part):
    """A set of things: a slot for each that may be in it, and, where some may be hidden, one that counts
    those, divided by `hidden`.
    """

    def __init__(self, labels: Sequence[str], first: int = 0, hidden: int = 0) -> None:
        super().__init__(len(labels) + (1 if hidden else 0))
        self.labels = tuple(labels)
        self.first = first
        self.hidden = hidden

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        things = len(self.labels)
        for number in cast(tuple[int, ...], value):
            place = number - self.first
            if 0 <= place < things:
                slots[at + place] = 1.0
            elif self.hidden:
                slots[at + things] = min(1.0, slots[at + things] + 1.0 / self.hidden)

    def renew(self, value: Any, before: Any, viewer: int, slots: array[float], at: int) -> None:
        """What both sets begin and end with alike keeps its slots."""
        if self.hidden:
            super().renew(value, before, viewer, slots, at)
            return
        members = cast(tuple[int, ...], value)
        olds = cast(tuple[int, ...], before)
        first, last, old_last = 0, len(members), len(olds)
        while first < last and first < old_last and members[first] == olds[first]:
            first += 1
        while first < last and first < old_last and members[last - 1] == olds[old_last - 1]:
            last -= 1
            old_last -= 1
        for number in olds[first:old_last]:
            if 0 <= number - self.first < self.size:
                slots[at + number - self.first] = 0.0
        self.write(members[first:last], viewer, slots, at)

    def names(self, subject: str) -> list[str]:
        found = [f"{subject}: {label}" for label in self.labels]
        return [*found, f"{subject}: hidden / {self.hidden}"] if self.hidden else found


class Pairs(Part):
    """A bag of pairs of numbers: how many of each there are, divided by `most`."""

    def __init__(self, labels: Sequence[str], seconds: Sequence[str], second: int, most: int) -> None:
        super().__init__(len(labels) * len(seconds))
        self.labels = [f"{label} {other}" for label in labels for other in seconds]
        self.width = len(seconds)
        self.second = second
        self.most = most

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        for one, two in cast(tuple[tuple[int, int], ...], value):
            place = at + one * self.width + two - self.second
            slots[place] = min(1.0, slots[place] + 1.0 / self.most)

    def names(self, subject: str) -> list[str]:
        return [f"{subject}: {label} / {self.most}" for label in self.labels]


class Bits(Part):
    """A set of things as a bit mask: a slot for each."""

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__(len(labels))
        self.labels = tuple(labels)

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        mask = cast(int, value)
        place = 0
        while mask and place < self.size:
            if mask & 1:
                slots[at + place] = 1.0
            mask >>= 1
            place += 1

    def renew(self, value: Any, before: Any, viewer: int, slots: array[float], at: int) -> None:
        mask = cast(int, value)
        changed = mask ^ cast(int, before)
        place = 0
        while changed and place < self.size:
            if changed & 1:
                slots[at + place] = 1.0 if mask & 1 else 0.0
            changed >>= 1
            mask >>= 1
            place += 1

    def names(self, subject: str) -> list[str]:
        return [f"{subject}: {label}" for label in self.labels]


class Seat(Part):
    """A seat, counted from the one that looks; nobody leaves all slots 0."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        seat = cast(int, value)
        if 0 <= seat < self.size:
            slots[at + (seat - viewer) % self.size] = 1.0

    def erase(self, before: Any, viewer: int, slots: array[float], at: int) -> None:
        seat = cast(int, before)
        if 0 <= seat < self.size:
            slots[at + (seat - viewer) % self.size] = 0.0

    def names(self, subject: str) -> list[str]:
        return [f"{subject} is {who}" for who in seat_names(self.size)]


class Seats(Part):
    """Some seats, in any order."""

    def __init__(self, seats: int) -> None:
        super().__init__(seats)

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        for seat in cast(tuple[int, ...], value):
            slots[at + (seat - viewer) % self.size] = 1.0

    def names(self, subject: str) -> list[str]:
        return [f"{subject}: {who}" for who in seat_names(self.size)]


class Each(Part):
    """At most so many values of one sort, one after the other; missing ones leave their slots 0."""

    def __init__(self, labels: Sequence[str], part: Part) -> None:
        super().__init__(len(labels) * part.size)
        self.labels = tuple(labels)
        self.part = part

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        part = self.part
        for item in self.fitting(value):
            part.write(item, viewer, slots, at)
            at += part.size

    def renew(self, value: Any, before: Any, viewer: int, slots: array[float], at: int) -> None:
        part = self.part
        values = self.fitting(value)
        olds = cast(tuple[Any, ...], before)
        for number in range(max(len(values), len(olds))):
            if number >= len(olds):
                part.write(values[number], viewer, slots, at)
            elif number >= len(values):
                part.erase(olds[number], viewer, slots, at)
            else:
                item = values[number]
                old = olds[number]
                if item is not old and item != old:
                    part.renew(item, old, viewer, slots, at)
            at += part.size

    def fitting(self, value: Any) -> tuple[Any, ...]:
        values = cast(tuple[Any, ...], value)
        if len(values) > len(self.labels):
            raise EncodingError(f"{len(values)} values where {len(self.labels)} fit")
        return values

    def names(self, subject: str) -> list[str]:
        return [name for label in self.labels for name in self.part.names(f"{subject}, {label}")]


class BySeat(Part):
    """A value for every seat, the one that looks first."""

    def __init__(self, seats: int, part: Part) -> None:
        super().__init__(seats * part.size)
        self.seats = seats
        self.part = part

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        part = self.part
        values = cast(tuple[Any, ...], value)
        if len(values) != self.seats:
            if not values:
                return
            raise EncodingError(f"{len(values)} values for {self.seats} seats")
        for seat in range(self.seats):
            part.write(values[seat], viewer, slots, at + (seat - viewer) % self.seats * part.size)

    def renew(self, value: Any, before: Any, viewer: int, slots: array[float], at: int) -> None:
        part = self.part
        values = cast(tuple[Any, ...], value)
        olds = cast(tuple[Any, ...], before)
        if len(values) != len(olds):
            super().renew(value, before, viewer, slots, at)
            return
        for seat in range(len(values)):
            item = values[seat]
            old = olds[seat]
            if item is not old and item != old:
                part.renew(item, old, viewer, slots, at + (seat - viewer) % self.seats * part.size)

    def names(self, subject: str) -> list[str]:
        return [name for who in seat_names(self.seats) for name in self.part.names(f"{subject} of {who}")]


class Flat(Part):
    """Values for every seat in one row, the same number for each; the seat that looks comes first."""

    def __init__(self, seats: int, labels: Sequence[str], part: Part) -> None:
        super().__init__(seats * len(labels) * part.size)
        self.seats = seats
        self.labels = tuple(labels)
        self.part = part

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        part = self.part
        width = len(self.labels)
        for number, item in enumerate(cast(tuple[Any, ...], value)):
            seat = number // width
            place = (seat - viewer) % self.seats * width + number % width
            part.write(item, viewer, slots, at + place * part.size)

    def names(self, subject: str) -> list[str]:
        return [
            name
            for who in seat_names(self.seats)
            for label in self.labels
            for name in self.part.names(f"{subject} of {who}, {label}")
        ]


class Row(Part):
    """Several values of different sorts that belong together."""

    def __init__(self, labels: Sequence[str], parts: Sequence[Part]) -> None:
        super().__init__(sum([part.size for part in parts]))
        self.labels = tuple(labels)
        self.parts = list(parts)

    def write(self, value: Any, viewer: int, slots: array[float], at: int) -> None:
        values = cast(tuple[Any, ...], value)
        for number, part in enumerate(self.parts):
            part.write(values[number], viewer, slots, at)
            at += part.size

    def renew(self, value: Any, before: Any, viewer: int, slots: array[float], at: int) -> None:
        values = cast(tuple[Any, ...], value)
        olds = cast(tuple[Any, ...], before)
        for number, part in enumerate(self.parts):
            item = values[number]
            old = olds[number]
            if item is not old and item != old:
                part.renew(item, old, viewer, slots, at)
            at += part.size

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
        self.size = sum([part.size for part in self.parts])

    def encode(self, view: View) -> array[float]:
        """The vector of a view, as numbers of 32 bits."""
        order = [field.name for field in fields(view)]
        return Reader(self, order).read([getattr(view, name) for name in order])

    def describe(self) -> list[str]:
        """What each slot means."""
        return [name for field, part in self.fields for name in part.names(field.replace("_", " "))]


class Reader:
    """Reads what one seat sees (`Game.facts`), time after time: only what has changed is written anew.

    `order` names the facts in the order in which they are told.
    """

    def __init__(self, layout: Layout, order: Sequence[str]) -> None:
        self.parts = layout.parts
        self.places: list[int] = [order.index(name) for name in layout.names]
        self.viewer = order.index("viewer")
        self.starts: list[int] = []
        self.seen: list[Any] = []
        self.slots: array[float] = array("f", [0.0] * layout.size)
        at = 0
        for part in layout.parts:
            self.starts.append(at)
            at += part.size

    def read(self, facts: list[Any]) -> array[float]:
        """The vector of what is seen: it holds until the next reading."""
        seen = self.seen
        slots = self.slots
        viewer = max(0, cast(int, facts[self.viewer]))
        if not seen:
            for number, part in enumerate(self.parts):
                part.write(facts[self.places[number]], viewer, slots, self.starts[number])
        else:
            for number, place in enumerate(self.places):
                value = facts[place]
                before = seen[place]
                if value is not before and value != before:
                    self.parts[number].renew(value, before, viewer, slots, self.starts[number])
        self.seen = facts
        return slots


def allowed(choices: list[Action], size: int) -> bytearray:
    """A 1 for each action that may be taken, by their numbers."""
    mask = bytearray(size)
    for action in choices:
        mask[action.index] = 1
    return mask


def seat_names(seats: int) -> list[str]:
    """Seats as a learner counts them."""
    return ["self" if offset == 0 else f"+{offset}" for offset in range(seats)]


def numbered(count: int, first: int = 1) -> list[str]:
    """Labels for things that have numbers only."""
    return [str(number) for number in range(first, first + count)]
