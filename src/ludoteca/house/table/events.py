"""Everything that can happen to a table. A table is the sum of its events."""

from __future__ import annotations

from typing import Final

import msgspec

from ludoteca.house.store.rows import EventRow
from ludoteca.house.table.clock import ClockWish


class Event(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that happened. The row around it says who did it, and when."""


class OpenedSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as the table opens: a person's (`name`, `nonce`), a bot's (`level`, `name`), or open. `kept`
    means that its person is expected but has not sat down yet; `here_too`, that somebody else plays it on the
    person's device; `as_guest`, which guest took it who has signed in since (a mark, not an id).
    """

    person: str = ""
    name: str = ""
    level: str = ""
    nonce: str = ""
    kept: bool = False
    here_too: bool = False
    as_guest: str = ""


class Opened(Event, frozen=True):
    """The table was opened for a game. The commitment binds the house to the luck of the match."""

    game: str
    version: int
    edition: str
    amendments: tuple[str, ...]
    options: dict[str, str]
    seats: tuple[OpenedSeat, ...]
    owner: str
    public: bool
    clock: ClockWish
    commitment: str
    invitation: str
    """The hash of the invitation's token."""
    after: str = ""
    """The table this one is a rematch of."""
    coach: bool = False
    """Whether those who sit at it may ask the coach."""
    starts_at: int = 0
    """When the match begins, in milliseconds since 1970; 0: as soon as every seat is taken."""
    hands_after: int = 0
    """Turns after which those who look on may see through every seat; 0: only after the end."""


class Seated(Event, frozen=True):
    """A person sat down; `as_guest` as above."""

    seat: int
    person: str
    name: str
    nonce: str
    as_guest: str = ""


class Left(Event, frozen=True):
    """A person got up. Before the start the seats become open. `owner` is who owns the table now."""

    person: str
    owner: str


class Returned(Event, frozen=True):
    """A person who had left is back."""

    person: str


class Freed(Event, frozen=True):
    """A seat was made open again before the start."""

    seat: int


class Renamed(Event, frozen=True):
    """A person has a new name."""

    person: str
    name: str


class BotSeated(Event, frozen=True):
    """A bot plays the seat. If a person holds it, the bot only stands in."""

    seat: int
    level: str
    name: str = ""
    absent: bool = False
    """Whether the person did not want it: their time ran out, or somebody else put the bot there."""


class SeatReturned(Event, frozen=True):
    """The stand-in got up; the person of the seat plays again."""

    seat: int


class Started(Event, frozen=True):
    """The match began, with these of the seats, numbered anew in this order."""

    seats: tuple[int, ...]


class Acted(Event, frozen=True):
    """A seat did something in the game."""

    seat: int
    text: str


class Undone(Event, frozen=True):
    """A seat took its last action back."""

    seat: int


class TimedOut(Event, frozen=True):
    """A seat's time was up. With a `level`, a bot makes this one decision for it."""

    seat: int
    level: str = ""


class Extended(Event, frozen=True):
    """A seat has more time for the present decision, since its person is away."""

    seat: int
    until: int


class Said(Event, frozen=True):
    """A person said something."""

    person: str
    name: str
    text: str


class Flagged(Event, frozen=True):
    """Somebody put the flag on a place of the board, or took it away (`place` is empty)."""

    seat: int
    place: str = ""


class Invited(Event, frozen=True):
    """The invitation is a new one; this is the hash of its token."""

    invitation: str


class Closed(Event, frozen=True):
    """The table was closed before its match ended."""


class EndOffered(Event, frozen=True):
    """A person would like to end the match, or agrees to that."""

    person: str


class EndDeclined(Event, frozen=True):
    """A person plays on: no offer stands any longer."""

    person: str


class Rematched(Event, frozen=True):
    """A table was opened for playing again."""

    table: str


KINDS: Final[dict[str, type[Event]]] = {
    "opened": Opened,
    "seated": Seated,
    "left": Left,
    "returned": Returned,
    "freed": Freed,
    "renamed": Renamed,
    "bot": BotSeated,
    "back": SeatReturned,
    "started": Started,
    "acted": Acted,
    "undone": Undone,
    "time": TimedOut,
    "more time": Extended,
    "said": Said,
    "flag": Flagged,
    "invited": Invited,
    "closed": Closed,
    "end offered": EndOffered,
    "end declined": EndDeclined,
    "rematch": Rematched,
}
"""The name of each kind in a row. A name that was ever used keeps its meaning for ever."""

KIND_OF: Final = {kind: name for name, kind in KINDS.items()}

_READERS: Final = {name: msgspec.json.Decoder(kind) for name, kind in KINDS.items()}
"""Made before any thread reads: msgspec 0.22 crashes if two threads meet a type for the first time."""


def to_body(event: Event) -> str:
    """The event's own fields as JSON."""
    return msgspec.json.encode(event).decode()


def from_body(kind: str, body: str) -> Event:
    """The event in a row."""
    return _READERS[kind].decode(body)


def event_rows(
    table: str, seq: int, at: int, who: str, command: str | None, events: list[Event]
) -> list[EventRow]:
    """Events as rows that follow event `seq`; the first one answers the command."""
    rows = []
    for event in events:
        seq += 1
        rows.append(EventRow(table, seq, at, KIND_OF[type(event)], who, to_body(event), command))
        command = None
    return rows
