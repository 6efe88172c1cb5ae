"""A table in JSON, as types. Their fields are the description that clients of the API read."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from ludoteca.house.table.clock import ClockWish


class SeatShape(Struct):
    """A place at the table."""

    name: str
    kind: Literal["open", "person", "bot", "kept"]
    level: str
    """The level of the bot that plays here now; beside a person it stands in."""


class ChoiceShape(Struct, omit_defaults=True):
    """An action: its text to send back, and its label. A refused one says why, and by which rule."""

    text: str
    label: str = ""
    why: str = ""
    rule: str = ""


class Happened(Struct, omit_defaults=True):
    """Something that happened in the match, as the viewer may know it."""

    kind: str
    values: dict[str, int | None]
    """What it was about; null is hidden from the viewer."""
    text: str = ""
    rule: str = ""


class Log(Struct, rename={"start": "from"}):
    """What happened, from entry number `from` on: it replaces all later entries that a client has."""

    start: int
    entries: list[Happened]


class Said(Struct):
    """Something said at the table."""

    seq: int
    at: int
    name: str
    text: str


class FlagShape(Struct):
    """The flag on the board, to which people call the bots: its place, and the seat that put it there."""

    place: str
    seat: int


class ClockShape(Struct):
    """The clock: times are milliseconds, moments are milliseconds since 1970."""

    wish: ClockWish
    since: int
    """When the present decision came up."""
    deadline: int
    """When its time is up; 0 when nothing is ticking."""
    left: list[int | None]
    """What each seat had left at that moment."""


class Outcome(Struct):
    """How the match ended."""

    reason: str
    sentence: str
    places: list[int]
    scores: list[int]
    winners: list[int]


class You(Struct, omit_defaults=True):
    """What only the asking person gets."""

    seats: list[int] = []
    viewer: int = -1
    """The seat through which the table is seen; -1 for a spectator."""
    undo: bool = False
    manages: bool = False
    """Whether they may seat bots, start and close."""
    invitation: str = ""


class PublicPart(Struct):
    """What is the same for everybody."""

    table: str
    seq: int
    game: str
    title: str
    status: Literal["waiting", "playing", "finished", "closed"]
    public: bool
    options: dict[str, str]
    seats: list[SeatShape]
    awaited: int
    """The seat that has to decide, or -1."""
    clock: ClockShape
    commitment: str
    """The hash of the secret that all luck comes from; the secret stands in the record after the end."""
    chat: list[Said]
    flag: FlagShape | None
    result: Outcome | None
    after: str
    """The table this one is a rematch of."""
    rematch: str
    """The table at which the game is played again."""


class SeenPart(Struct):
    """What depends on the seat through which the table is seen."""

    question: str
    choices: list[ChoiceShape]
    refused: list[ChoiceShape]
    view: dict[str, Any] | None
    log: Log


class TableShape(PublicPart):
    """A table as one viewer sees it: a `PublicPart`, a `SeenPart`, and what only the asking person gets."""

    question: str
    choices: list[ChoiceShape]
    refused: list[ChoiceShape]
    view: dict[str, Any] | None
    """The data of the game that the viewer may know; null until the match starts."""
    log: Log
    you: You
