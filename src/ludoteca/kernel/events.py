"""Events: what happened at the table, as values. Phrase books turn them into sentences."""

from __future__ import annotations

from typing import Final, NewType

Audience = NewType("Audience", int)
"""Who may know something: a bit per seat, or EVERYONE."""

EVERYONE: Final = Audience(-1)
NO_ONE: Final = Audience(0)

HIDDEN: Final = -1_000_000


def only(seat: int) -> Audience:
    """The audience of one seat."""
    return Audience(1 << seat)


def sees(audience: Audience, seat: int) -> bool:
    """Whether `seat` (a negative number is a spectator) belongs to the audience."""
    if audience == EVERYONE:
        return True
    return seat >= 0 and (audience >> seat) & 1 == 1


class Field:
    """A value of an event: its name, the noun that spells it, and whether only the audience may know it."""

    def __init__(self, text: str) -> None:
        label, _, noun = text.rstrip("?").partition("=")
        self.label = label
        self.noun = noun or label
        self.secret = text.endswith("?")


class EventKind:
    """A kind of event and its fields.

    A field is written `seat`, or `victim=seat` when its name differs from the noun that spells it, and ends
    in a question mark when it is told to the audience alone (`seat card?`). `reveals` marks what cannot be
    taken back because somebody learnt something, `closes` what cannot be taken back because the turn has
    passed on.
    """

    def __init__(self, name: str, fields: str, rule: str, reveals: bool, closes: bool) -> None:
        self.name = name
        self.rule = rule
        self.reveals = reveals
        self.closes = closes
        self.fields = [Field(text) for text in fields.split()]
        self.partly_secret = any(field.secret for field in self.fields)

    def __repr__(self) -> str:
        return f"<event kind {self.name}>"


class EventKinds:
    """All kinds of events of a game."""

    def __init__(self) -> None:
        self.all: list[EventKind] = []

    def kind(
        self, name: str, fields: str = "", rule: str = "", reveals: bool = False, closes: bool = False
    ) -> EventKind:
        kind = EventKind(name, fields, rule, reveals, closes)
        self.all.append(kind)
        return kind


class Event:
    """Something that happened."""

    def __init__(self, kind: EventKind, values: tuple[int, ...], audience: Audience) -> None:
        self.kind = kind
        self.values = values
        self.audience = audience

    def seen_by(self, seat: int) -> Event | None:
        """The event as a seat or spectator learns of it: whole, without its secret values, or not at all."""
        if sees(self.audience, seat):
            return self
        if not self.kind.partly_secret:
            return None
        known = tuple(
            HIDDEN if field.secret else value
            for field, value in zip(self.kind.fields, self.values, strict=True)
        )
        return Event(self.kind, known, self.audience)

    @property
    def veiled(self) -> bool:
        """Whether secret values have been taken out."""
        return HIDDEN in self.values

    def value(self, label: str) -> int:
        for field, value in zip(self.kind.fields, self.values, strict=True):
            if field.label == label:
                return value
        raise KeyError(label)

    def text(self) -> str:
        """`gained 2 0`: a spelling for tests and for the examiner."""
        return " ".join([self.kind.name, *("?" if value == HIDDEN else str(value) for value in self.values)])

    def __repr__(self) -> str:
        return f"<{self.text()}>"
