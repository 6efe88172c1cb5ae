"""What travels between the house and a worker that does not see its database: jobs, and what comes of them.

A job travels with the record of its match, without the names of the players, their nonces, the secret of the
house and the chat, under a name from which nobody finds the table. A bot has to replay the match to know
what its seat may know, so the record holds what is hidden from others, but no luck that is still to come.
"""

from __future__ import annotations

import base64
import zlib
from functools import cache
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

import ludoteca
from ludoteca import games
from ludoteca.bots.flag import NO_WISH
from ludoteca.house.table.own_edition import take
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import Record, read_record
from ludoteca.kernel.replay import replay
from ludoteca.lab.plan import fingerprint

BOTS: Final = "bots"
ANALYSES: Final = "analyses"
Purpose = Literal["bots", "analyses"]
PURPOSES: Final[tuple[Purpose, ...]] = (BOTS, ANALYSES)

LONGEST_TEXT: Final = 1 << 22
"""Bytes of what was found, once it is unpacked."""

Ticket = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[0-9a-f-]+$")]


class Parcel(msgspec.Struct, tag="parcel", kw_only=True):
    """A job for a worker elsewhere."""

    ticket: str
    """By which the worker holds the job."""
    purpose: str
    match: str
    """The same for every job of one match, so that a bot can go on from its earlier thoughts."""
    seconds: float
    """How long the worker may take."""
    record: str = ""
    edition: str = ""
    """The text of the edition; empty if it is the house's own."""
    seat: int
    """Who decides; -1 for an analysis."""
    level: str = ""
    """The level of the bot."""
    wish: int = NO_WISH
    """The place to which people call the bots."""
    plainly: bool = False
    """Whether the simplest bot is to make the move."""
    effort: str = ""
    """How thorough an analysis is."""


class Acquire(msgspec.Struct, forbid_unknown_fields=True):
    """A worker asks for jobs."""

    rules: Annotated[str, Meta(max_length=200)]
    """The digest of the rules and bots that it has."""
    purposes: Annotated[list[Purpose], Meta(min_length=1, max_length=2)]
    count: Annotated[int, Meta(ge=1, le=64)] = 1
    wait: Annotated[float, Meta(ge=0, le=30)] = 25.0
    """Seconds to wait for a job if there is none."""


class Parcels(msgspec.Struct):
    """The jobs that a worker got; none if there was nothing to do."""

    parcels: list[Parcel]
    lease: float
    """Seconds after which the jobs go to others, unless the worker asks for more time."""


class Renew(msgspec.Struct, forbid_unknown_fields=True):
    """A worker is still at work on these jobs."""

    tickets: Annotated[list[Ticket], Meta(max_length=64)]


class Renewed(msgspec.Struct):
    """Jobs that the worker holds no longer."""

    lost: list[str]


class Submit(msgspec.Struct, forbid_unknown_fields=True):
    """What came of a job: a choice, a `packed` finding, an `error`, or nothing (`given_back`)."""

    ticket: Ticket
    text: Annotated[str, Meta(max_length=400)] = ""
    packed: str = ""
    error: Annotated[str, Meta(max_length=400)] = ""
    given_back: bool = False
    seconds: Annotated[float, Meta(ge=0)] = 0.0
    """How long the processor worked on it."""


class Submitted(msgspec.Struct):
    """The house has taken it in."""

    done: bool


def pack(text: str) -> str:
    """A long text, made short for a request."""
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def unpack(packed: str) -> str:
    """The text that was packed. Raises ValueError if it was not, or is too long."""
    engine = zlib.decompressobj()
    try:
        found = engine.decompress(base64.b64decode(packed, validate=True), LONGEST_TEXT)
    except zlib.error as error:
        raise ValueError(str(error)) from None
    if not engine.eof:
        raise ValueError("it is cut off or too long")
    return found.decode()


@cache
def rules_digest() -> str:
    """What tells these rules and bots from others: the version, and a digest of programs and data."""
    home = Path(ludoteca.__file__).parent
    folders = [home / room for room in ("kernel", "bots", "analysis")]
    folders += [games.load(name).folder for name in games.names()]
    return f"{ludoteca.__version__} {fingerprint(folders)}"


def bare_record(match: Match) -> str:
    """The record of a match without its people, their nonces and the secret of the house."""
    whole = match.record()
    return Record(
        game=whole.game,
        edition=whole.edition,
        rules=whole.rules,
        amendments=whole.amendments,
        seats=whole.seats,
        names=(),
        options=whole.options,
        croupier="scripted",
        lines=whole.lines,
        result=whole.result,
    ).text()


def open_match(parcel: Parcel) -> Match:
    """The match of a parcel."""
    record = read_record(parcel.record)
    game = games.load(record.game)
    if parcel.edition:
        take(game.name, parcel.edition)
    return replay(game, record)
