"""What people can ask of a table, and who they are."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from ludoteca.datafiles.table import LONGEST_TEXT
from ludoteca.house.refusals import Malformed
from ludoteca.house.table.clock import ClockWish
from ludoteca.kernel.edition import DIGEST_LENGTH

NAME_LENGTH = 32
CHAT_LENGTH = 500
NONCE_LENGTH = 64
PLACE_LENGTH = 40
LONGEST_LABEL = LONGEST_TEXT + 1 + DIGEST_LENGTH
"""The name of an edition, a space, and its digest."""
MOST_SEATS = 99
LAST_START = 32_503_680_000_000
MOST_EVENTS = 2**31 - 1

CommandId = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9._-]+$(?!\n)")]
Level = Annotated[str, Meta(max_length=40, pattern=r"^[a-z0-9:_-]*$")]
Nonce = Annotated[str, Meta(max_length=NONCE_LENGTH, pattern=r"^[A-Za-z0-9._-]*$(?!\n)")]
Until = Literal["turn", "always", "off"]
"""How long an answer stands: until its seat is asked something else, always, or no longer."""
SeatNumber = Annotated[int, Meta(ge=-1, le=98)]
HandsAfter = Literal[0, 20, 50, 100]
"""Turns after which those who look on are shown what lay hidden; 0: only after the end."""


def checked(value: object, kind: Any) -> Any:
    """What a form says, as the type that the API would read. Raises Malformed if it does not fit."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise Malformed("malformed", f"this cannot be asked for: {error}") from None


class Person(msgspec.Struct, frozen=True):
    """Who is asking. The id is random and stays with a person; the name may change."""

    id: str
    name: str
    language: str = "en"
    session: str = ""
    """By which the browser of somebody with an account is signed in; empty for a guest."""


class SeatWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shall sit there: the person who opens the table, somebody else on the same device (`here`, with a
    name), somebody who comes, or a bot of some level (an empty level is the house's usual one).
    """

    kind: Literal["me", "here", "open", "bot"] = "open"
    level: Level = ""
    name: Annotated[str, Meta(max_length=NAME_LENGTH)] = ""


class Wish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table somebody would like to open. It starts by itself as soon as every seat is taken,
    and not before its time if it has one.
    """

    game: str
    seats: Annotated[list[SeatWish], Meta(min_length=1, max_length=99)]
    options: dict[str, str | int | bool] = {}
    public: bool = False
    """Whether the lobby shows it and anybody may sit down; otherwise a seat needs the invitation."""
    clock: ClockWish = ClockWish()
    nonce: Nonce = ""
    """The opener's own share of the luck; the house picks one if none is sent."""
    edition: Annotated[str, Meta(max_length=LONGEST_LABEL)] = ""
    """The label of one of the editions the house has for the game; its own if not said."""
    coach: bool = False
    """Whether those who sit at the table may ask the coach."""
    starts_at: Annotated[int, Meta(ge=0, le=LAST_START)] = 0
    """When the match begins, in milliseconds since 1970; 0: as soon as every seat is taken."""
    hands_after: HandsAfter = 0
    """After how many turns people who look on, without a seat, may see through every seat; 0: never before
    the end. A secret that is kept for longer is told to anybody who cares to look.
    """


class Command(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind", tag=str.lower
):
    """Something a person asks of a table. The same id from the same person is carried out once."""

    id: CommandId
    base: Annotated[int, Meta(ge=-1, le=MOST_EVENTS)] = -1
    """The seq the person was looking at, or -1. An action or an undo is refused if the match has changed
    since: one click that arrives five times is carried out once. All else is judged by what the table is now.
    """


class Join(Command, frozen=True, kw_only=True):
    """Take a seat, or come back to one's own after leaving. Any open seat if none is named."""

    token: Annotated[str, Meta(max_length=100)] = ""
    nonce: Nonce = ""
    seat: SeatNumber = -1


class Leave(Command, frozen=True, kw_only=True):
    """Get up. Before the start the seat becomes free; afterwards it is kept for the person."""


class Start(Command, frozen=True, kw_only=True):
    """The owner starts without waiting any longer: seats still open are taken away."""


ActionText = Annotated[str, Meta(min_length=1, max_length=200)]
MOST_AT_ONCE = 40


class Act(Command, frozen=True, kw_only=True):
    """Do something in the game. `seat` matters only to who holds several.

    `then` are further actions of the same seat. All of them happen or none does: they are refused if, as far
    as the seat can know, another seat or chance could come in between. Should something hidden come in
    between all the same, the actions before it stand.

    A `hesitant` action is refused if the turn would end by itself with it, and could then not be taken back:
    whoever sends it waits a moment and sends it again.
    """

    text: ActionText
    then: Annotated[list[ActionText], Meta(max_length=MOST_AT_ONCE)] = []
    seat: SeatNumber = -1
    hesitant: bool = False


class Undo(Command, frozen=True, kw_only=True):
    """Take back the last action, or all that were made together with it, as far as undo goes."""

    seat: SeatNumber = -1


class Chat(Command, frozen=True, kw_only=True):
    """Say something to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=CHAT_LENGTH)]


class Flag(Command, frozen=True, kw_only=True):
    """Put the flag on a place of the board, so that the bots come there, or take it away (an empty place)."""

    place: Annotated[str, Meta(max_length=PLACE_LENGTH)] = ""


class Rename(Command, frozen=True, kw_only=True):
    """Be called by the name the person has now."""


class Bot(Command, frozen=True, kw_only=True):
    """Let a bot play a seat: an open one, one's own for a while, or that of somebody absent (the owner)."""

    seat: Annotated[int, Meta(ge=0, le=98)]
    level: Level = ""


class Back(Command, frozen=True, kw_only=True):
    """Give a seat back from the bot to its person: the person, or the owner."""

    seat: Annotated[int, Meta(ge=0, le=98)]


class Free(Command, frozen=True, kw_only=True):
    """The owner frees a seat before the start: a person is asked to get up, a bot is taken away."""

    seat: Annotated[int, Meta(ge=0, le=98)]


class Invite(Command, frozen=True, kw_only=True):
    """The owner makes the invitation link new; the old one no longer works."""


class Close(Command, frozen=True, kw_only=True):
    """The owner ends the table before its match has ended: nobody plays on. Refused while other people
    take part in the match: they are asked by `Offer`.
    """


class Offer(Command, frozen=True, kw_only=True):
    """Offer to end a running match, or agree to it. It ends once everybody who takes part has agreed."""


class Decline(Command, frozen=True, kw_only=True):
    """Play on: no offer to end the match stands any longer."""


class Rematch(Command, frozen=True, kw_only=True):
    """The same again, at a new table where everybody's seat is kept. Whoever asks second is sent there."""

    nonce: Nonce = ""


AnyCommand = (
    Join
    | Leave
    | Start
    | Act
    | Undo
    | Chat
    | Flag
    | Rename
    | Bot
    | Back
    | Free
    | Invite
    | Close
    | Offer
    | Decline
    | Rematch
)


class Opened(msgspec.Struct, frozen=True):
    """A table that was opened. The invitation is told to its people and stored only hashed."""

    table: str
    invitation: str
    seq: int


class Answer(msgspec.Struct, frozen=True):
    """A command that was carried out: it is in the log as event `seq`. `rematch` names the new table."""

    table: str
    seq: int
    rematch: str = ""
    repeated: bool = False
    """Whether it had been carried out before: nothing happened this time."""
