"""A table: everything that its events made of it. Pure: the same events always make the same table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

import msgspec

from ludoteca import games
from ludoteca.house.refusals import Broken
from ludoteca.house.store.rows import CLOSED, FINISHED, PLAYING, WAITING, EventRow, TableRow
from ludoteca.house.table import events as happened
from ludoteca.house.table.brief import Brief, SeatBrief
from ludoteca.house.table.clock import Clock, ClockWish
from ludoteca.kernel.croupier import Committed
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Match
from ludoteca.kernel.options import Setup
from ludoteca.kernel.record import Record
from ludoteca.kernel.view import SPECTATOR

CHAT_KEPT: Final = 500


class Seat:
    """A place at the table.

    `person` is the id of who holds it, or empty. `bot` is the level of the bot that plays it now, or empty;
    if both are set, the bot stands in for the person. `here` is False while the person has left, or has not
    sat down yet at a rematch. (Whether somebody's page is open is not in the log: live updates know.)
    """

    def __init__(self, person: str = "", name: str = "", bot: str = "", here: bool = True) -> None:
        self.person = person
        self.name = name
        self.bot = bot
        self.here = here
        self.nonce = ""
        self.once = ""
        """The level of the bot that makes the present decision only, after a time-out."""

    @property
    def open(self) -> bool:
        return not self.person and not self.bot

    @property
    def ready(self) -> bool:
        """Whether somebody sits there who can play."""
        return bool(self.bot) or (bool(self.person) and self.here)

    @property
    def kind(self) -> str:
        """`open`, `person`, `bot`, or `kept` for a person who is away."""
        if self.person:
            return "person" if self.here else "kept"
        return "bot" if self.bot else "open"

    @property
    def player(self) -> str:
        """The level of the bot that is to decide for this seat now, or empty if its person does."""
        return self.bot or self.once


class Message(msgspec.Struct, frozen=True):
    """Something said at the table."""

    seq: int
    at: int
    person: str
    name: str
    text: str


class Moment(msgspec.Struct, frozen=True):
    """Which part of the match's story an event of the log wrote: `match.story[first:last]`."""

    seq: int
    at: int
    first: int
    last: int


class Table:
    """A table in the house, from its first event to its last known one.

    Read it freely; never change it. It changes only by `apply`, which the house calls once an event is
    written. Between two awaits of a coroutine it does not change.
    """

    def __init__(self, row: TableRow) -> None:
        self.id = row.id
        self.seq = 0
        """The number of the last event."""
        self.at = row.opened_at
        """When that was."""
        self.moved = 0
        """The number of the last event that changed the match: as long as it stays, so do all views."""
        self.game: Game[Any] = games.load(row.game)
        self.setup: Setup
        """For as many seats as there are now."""
        self.options: dict[str, str] = {}
        self.seats: list[Seat] = []
        self.owner = ""
        self.public = False
        self.clock = ClockWish()
        self.commitment = ""
        """What the house bound itself to before the first card; the secret is in the record at the end."""
        self.invitation = ""
        """The hash of the invitation's token."""
        self.invitations = 1
        """How many invitations were made; only the last one is good."""
        self.match: Match | None = None
        """None until the match starts."""
        self.moments: list[Moment] = []
        self.chat: list[Message] = []
        self.closed = False
        self.opened_at = row.opened_at
        self.awaited_since = 0
        """When the present decision came up."""
        self.after = ""
        """The table this one is a rematch of, or empty."""
        self.rematch = ""
        """The table at which the game is played again, or empty."""
        self.commands: dict[str, int] = {}
        """The commands that were carried out, and the event that answers each."""
        self._secret = row.secret
        self._time = Clock(self.clock, 0)

    @classmethod
    def rebuild(cls, row: TableRow, events: Iterable[EventRow]) -> Table:
        """The table as its events made it. Raises Broken where the rules at hand cannot follow them."""
        table = cls(row)
        for event in events:
            table.apply(event)
        return table

    def apply(self, row: EventRow) -> None:
        """Let one more event happen."""
        assert row.table == self.id and row.seq == self.seq + 1, "events come in order, without gaps"
        event = happened.from_body(row.kind, row.body)
        self.seq = row.seq
        self.at = row.at
        if row.command is not None:
            self.commands[row.command] = row.seq
        told = len(self.match.story) if self.match is not None else 0
        try:
            _APPLY[type(event)](self, event)
        except Exception as error:
            raise Broken(self.id, f"event {row.seq} ({row.kind}) does not fit: {error}") from error
        if self.match is not None and len(self.match.story) > told:
            self.moments.append(Moment(row.seq, row.at, told, len(self.match.story)))

    # Looking

    @property
    def status(self) -> str:
        """`waiting`, `playing`, `finished` or `closed`."""
        if self.finished:
            return FINISHED
        if self.closed:
            return CLOSED
        return WAITING if self.match is None else PLAYING

    @property
    def finished(self) -> bool:
        """Whether the match has come to its result."""
        return self.match is not None and self.match.result is not None

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def awaited(self) -> int:
        """The seat that has to decide now, or -1."""
        return self.match.actor if self.match is not None and self.status == PLAYING else -1

    @property
    def deadline(self) -> int:
        """When the awaited seat's time is up, in milliseconds since 1970; 0 when nothing is ticking."""
        return self._time.deadline if self.status == PLAYING else 0

    def time_left(self, seat: int, now: int) -> int | None:
        """Milliseconds a seat has left at `now`: of this move or in its bank; None without a clock."""
        return None if self.match is None else self._time.time_left(seat, now)

    def seats_of(self, person: str) -> list[int]:
        """The seats a person holds."""
        return [number for number, seat in enumerate(self.seats) if person and seat.person == person]

    def seat_of(self, person: str) -> int | None:
        """The seat a person decides for now if it is awaited, else the person's first, else None."""
        held = self.seats_of(person)
        if not held:
            return None
        awaited = self.awaited
        return awaited if awaited in held else held[0]

    def viewer(self, person: str, seat: int = SPECTATOR) -> int:
        """The seat whose view a person gets: the wished one if it is theirs, else `seat_of`, else -1, a
        spectator. After the end everybody may look through any seat's eyes.
        """
        if 0 <= seat < len(self.seats) and (self.finished or seat in self.seats_of(person)):
            return seat
        own = self.seat_of(person)
        return SPECTATOR if own is None else own

    def absent(self, seat: int, now: int, grace: int) -> bool:
        """Whether the person of a seat has left, or has let the table wait for `grace` milliseconds."""
        place = self.seats[seat]
        if not place.person:
            return False
        waits = self.awaited == seat and not place.player and now - self.awaited_since >= grace
        return not place.here or waits

    def manages(self, person: str, now: int, grace: int) -> bool:
        """Whether a person may manage the table: the owner, or anybody seated while the owner is absent."""
        if person == self.owner:
            return True
        owned = self.seats_of(self.owner)
        gone = bool(owned) and all(self.absent(seat, now, grace) for seat in owned)
        return gone and any(self.seats[seat].here for seat in self.seats_of(person))

    def undoable(self, person: str) -> bool:
        """Whether the person may take an action back now."""
        match = self.match
        if match is None or self.closed:
            return False
        return any(match.undoable(seat) > 0 for seat in self.seats_of(person))

    def record(self, viewer: int) -> Record:
        """The record as a seat or spectator may read it; whole once the match has ended."""
        assert self.match is not None, "there is no record before the start"
        return self.match.record(viewer)

    def brief(self) -> Brief:
        """The table in short."""
        match = self.match
        result = match.result if match is not None else None
        return Brief(
            table=self.id,
            game=self.game.name,
            status=self.status,
            public=self.public,
            opened_at=self.opened_at,
            changed_at=self.at,
            seats=tuple(SeatBrief(seat.name, seat.kind, seat.bot, seat.person) for seat in self.seats),
            awaited=self.awaited,
            deadline=self.deadline,
            moves=len(self.moments),
            result=result.text() if result is not None else "",
            winners=result.winners if result is not None else (),
        )

    # What events do

    def _opened(self, event: happened.Opened) -> None:
        self.owner = event.owner
        self.public = event.public
        self.clock = event.clock
        self.commitment = event.commitment
        self.invitation = event.invitation
        self.after = event.after
        self.options = event.options
        for laid in event.seats:
            seat = Seat(laid.person, laid.name, laid.level, here=not laid.kept)
            seat.nonce = laid.nonce
            self.seats.append(seat)
        self._amendments = event.amendments
        self._edition = event.edition
        if event.version != self.game.version:
            raise LudotecaError(
                f"it is played by version {event.version} of the rules, this house has {self.game.version}"
            )
        self._lay(len(event.seats))

    def _lay(self, seats: int) -> None:
        edition = self.game.library.played_with(self._edition)
        self.setup = self.game.setup(seats, self.options, edition, self._amendments)

    def _seated(self, event: happened.Seated) -> None:
        seat = Seat(event.person, event.name)
        seat.nonce = event.nonce
        self.seats[event.seat] = seat

    def _left(self, event: happened.Left) -> None:
        self.owner = event.owner
        for number in self.seats_of(event.person):
            if self.match is None:
                self.seats[number] = Seat()
            else:
                self.seats[number].here = False
                self._note(f"leave {number}")

    def _returned(self, event: happened.Returned) -> None:
        for number in self.seats_of(event.person):
            if not self.seats[number].here:
                self.seats[number].here = True
                self._note(f"return {number}")

    def _freed(self, event: happened.Freed) -> None:
        self.seats[event.seat] = Seat()

    def _renamed(self, event: happened.Renamed) -> None:
        for count, number in enumerate(self.seats_of(event.person), 1):
            name = event.name if count == 1 else f"{event.name} {count}"
            self.seats[number].name = name
            if self.match is not None:
                self.match.names[number] = name

    def _bot_seated(self, event: happened.BotSeated) -> None:
        seat = self.seats[event.seat]
        seat.bot = event.level
        seat.once = ""
        if event.name:
            seat.name = event.name
        self._note(f"bot {event.seat} {event.level}")
        self._tick()

    def _seat_returned(self, event: happened.SeatReturned) -> None:
        self.seats[event.seat].bot = ""
        self._note(f"return {event.seat}")
        if self.match is not None:
            self._time.welcome(event.seat)
        if self.awaited == event.seat:
            self.awaited_since = self.at
        self._tick()

    def _started(self, event: happened.Started) -> None:
        if len(event.seats) < len(self.seats):
            self.seats = [self.seats[number] for number in event.seats]
            self._lay(len(self.seats))
        croupier = Committed(self._secret, [seat.nonce for seat in self.seats])
        self.match = Match(self.game, self.setup, croupier, self.names)
        self._time = Clock(self.clock, len(self.seats))
        self._go_on()

    def _acted(self, event: happened.Acted) -> None:
        self._playing.play(event.seat, event.text)
        self.seats[event.seat].once = ""
        self._go_on()

    def _undone(self, event: happened.Undone) -> None:
        self._playing.undo(event.seat)
        for seat in self.seats:
            seat.once = ""
        self._go_on()

    def _timed_out(self, event: happened.TimedOut) -> None:
        self.seats[event.seat].once = event.level
        self._note(f"time {event.seat}")
        self._tick()

    def _said(self, event: happened.Said) -> None:
        self.chat.append(Message(self.seq, self.at, event.person, event.name, event.text))
        del self.chat[:-CHAT_KEPT]

    def _invited(self, event: happened.Invited) -> None:
        self.invitation = event.invitation
        self.invitations += 1

    def _closed(self, event: happened.Closed) -> None:
        self.closed = True
        self._tick()

    def _rematched(self, event: happened.Rematched) -> None:
        self.rematch = event.table

    @property
    def _playing(self) -> Match:
        assert self.match is not None, "the match has not started"
        return self.match

    def _note(self, text: str) -> None:
        if self.match is not None and self.match.result is None:
            self.match.note(text)

    def _go_on(self) -> None:
        """The match is not what it was: somebody else is awaited, or something else is asked."""
        self.moved = self.seq
        self.awaited_since = self.at
        self._tick()

    def _tick(self) -> None:
        if self.match is None or self.clock.kind == "none":
            return
        awaited = self.awaited
        ticking = awaited if awaited >= 0 and not self.seats[awaited].player else -1
        self._time.turn(self.at, ticking, len(self.match.entries))


_APPLY: Final[dict[type[happened.Event], Callable[[Table, Any], None]]] = {
    happened.Opened: Table._opened,
    happened.Seated: Table._seated,
    happened.Left: Table._left,
    happened.Returned: Table._returned,
    happened.Freed: Table._freed,
    happened.Renamed: Table._renamed,
    happened.BotSeated: Table._bot_seated,
    happened.SeatReturned: Table._seat_returned,
    happened.Started: Table._started,
    happened.Acted: Table._acted,
    happened.Undone: Table._undone,
    happened.TimedOut: Table._timed_out,
    happened.Said: Table._said,
    happened.Invited: Table._invited,
    happened.Closed: Table._closed,
    happened.Rematched: Table._rematched,
}
