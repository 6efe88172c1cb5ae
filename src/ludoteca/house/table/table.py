"""A table, built from its events. Pure: the same events always make the same table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from copy import copy
from typing import Any, Final

import msgspec

from ludoteca import games
from ludoteca.bots.flag import NO_WISH, Flag, flag_for
from ludoteca.bots.levels import NOVICE
from ludoteca.house.refusals import Broken
from ludoteca.house.store.rows import CLOSED, FINISHED, PLAYING, WAITING, EventRow, TableRow
from ludoteca.house.table import events
from ludoteca.house.table.brief import Brief, SeatBrief
from ludoteca.house.table.clock import Clock, ClockWish
from ludoteca.house.table.seat import Seat
from ludoteca.kernel.croupier import Committed
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.options import Setup

CHAT_KEPT: Final = 500
BOT_DECIDES: Final = 20_000
"""Milliseconds that a bot has for the decision at which it took over a seat."""
MOST_TAKEN_BACK: Final = 3
"""How often somebody may take back an action after which somebody else is asked, if there is a clock."""
DESERTED_FOR: Final = 86_400_000
"""Milliseconds after which a table without people ends by itself."""
WAITING_FOR: Final = 30 * 86_400_000
"""Milliseconds after which a table that never began ends by itself."""


class Message(msgspec.Struct, frozen=True):
    """Something said at the table."""

    seq: int
    at: int
    person: str
    name: str
    text: str


class PlantedFlag(msgspec.Struct, frozen=True):
    """Where the flag of a table stands, and whose it is."""

    seat: int
    place: str
    number: int


WEIGHT: Final = 96 * 1024
"""About how many bytes a table takes, with what pages keep of it,"""
EVENT_WEIGHT: Final = 1536
"""and how many more for each of its events."""


class Moment(msgspec.Struct, frozen=True):
    """Which part of the match's story an event of the log wrote: `match.story[first:last]`."""

    seq: int
    at: int
    first: int
    last: int


class Table:
    """A table of the house, as its events up to `seq` made it.

    Only `apply` changes it, and the house calls that once an event is written. Everybody else only reads.
    """

    def __init__(self, row: TableRow) -> None:
        self.id = row.id
        self.seq = 0
        """The number of the last event."""
        self.at = row.opened_at
        """When that was."""
        self.match_seq = 0
        """The number of the last event that changed the match: while it stays the same, so do all views."""
        self.setting_seq = 0
        """The number of the last event that changed anything but the match: who sits where, what was said."""
        self._held: dict[str, list[int]] | None = None
        """The seats of everybody, once somebody has asked, until one is taken or left."""
        self.game: Game[Any] = games.load(row.game)
        self.setup: Setup
        """For as many seats as there are now."""
        self.options: dict[str, str] = {}
        self.seats: list[Seat] = []
        self.owner = ""
        self.public = False
        self.coach = False
        self.clock = ClockWish()
        self.commitment = ""
        """The hash of the secret that all luck comes from; the secret is in the record after the end."""
        self.invitation = ""
        """The hash of the invitation's token."""
        self.invitations = 1
        """How many invitations were made; only the last one is valid."""
        self.match: Match | None = None
        """None until the match starts."""
        self.moments: list[Moment] = []
        self.chat: list[Message] = []
        self.flag: PlantedFlag | None = None
        """To where people call the bots of the table."""
        self.closed = False
        self.finished = False
        """Whether the match has come to its result."""
        self.status = WAITING
        """`waiting`, `playing`, `finished` or `closed`."""
        self.awaited = -1
        """The seat that has to decide now, or -1."""
        self.ending: set[str] = set()
        """The people who would like to end the match."""
        self.opened_at = row.opened_at
        self.ended_at = 0
        """When the match came to its result or the table was closed; 0 before that."""
        self.awaited_since = 0
        """When the present decision came up."""
        self.starts_at = 0
        """When the match begins at the earliest; 0: as soon as every seat is taken."""
        self.hands_after = 0
        """Turns after which those who look on may see through every seat; 0: only after the end."""
        self.after = ""
        """The table this one is a rematch of, or empty."""
        self.rematch = ""
        """The table at which the game is played again, or empty."""
        self.rows: list[int] = []
        """How many actions were made together, as one command, each time; taken back together too."""
        self._row_source: tuple[Any, ...] = ()
        self.commands: dict[str, int] = {}
        """The commands that were carried out, each with the event that answers it."""
        self.shares: Counter[str] = Counter()
        """How many events everybody brought about."""
        self.croupier: Committed
        """Who settles chance, once the match has started."""
        self._secret = row.secret
        self._time = Clock(self.clock, 0)
        self._by_bot: list[bool] = []
        """Of every action that was not taken back, whether a bot made it."""

    @classmethod
    def rebuild(cls, row: TableRow, rows: Iterable[EventRow]) -> Table:
        """The table as these events make it. Raises Broken if the installed rules cannot replay them."""
        try:
            table = cls(row)
        except LudotecaError as error:
            raise Broken(row.id, str(error)) from error
        for event in rows:
            if event.seq != table.seq + 1:
                raise Broken(row.id, f"event {table.seq + 1} is missing")
            table.apply(event)
        return table

    def twin(self) -> Table:
        """A copy of a table whose match has not started, to try events on."""
        assert self.match is None, "the match has started"
        twin = copy(self)
        twin.seats = [copy(seat) for seat in self.seats]
        twin.moments, twin.chat, twin.commands, twin._held = [], list(self.chat), {}, None
        return twin

    def apply(self, row: EventRow) -> None:
        """Apply the next event."""
        assert row.table == self.id and row.seq == self.seq + 1, "events come in order, without gaps"
        self.seq = row.seq
        self.at = row.at
        if row.command is not None:
            self.commands[row.command] = row.seq
        self.shares[row.who] += 1
        told = len(self.match.story) if self.match is not None else 0
        try:
            event = events.from_body(row.kind, row.body)
            self.take_in(event)
            self._count_row(event, row)
        except Exception as error:
            raise Broken(self.id, f"event {row.seq} ({row.kind}) does not fit: {error}") from error
        if self.match is not None and len(self.match.story) > told:
            self.moments.append(Moment(row.seq, row.at, told, len(self.match.story)))

    def take_in(self, event: events.Event) -> None:
        """Let an event change the table: for `apply`, and to try it on a twin."""
        _APPLY[type(event)](self, event)
        if not isinstance(event, events.Acted | events.Undone):
            self.setting_seq = self.seq
            self._held = None

    def weigh(self) -> int:
        """About how many bytes it takes, with what pages and connections keep of it."""
        return WEIGHT + EVENT_WEIGHT * self.seq

    # Looking

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def deadline(self) -> int:
        """When the awaited seat's time is up, or a table at which all sit begins, in milliseconds since 1970;
        0 when nothing is ticking.
        """
        if self.status == WAITING:
            return self.starts_at if all(seat.ready for seat in self.seats) else 0
        return self._time.deadline if self.status == PLAYING else 0

    def time_left(self, seat: int, now: int) -> int | None:
        """Milliseconds a seat has left at `now`: of this move or in its bank; None without a clock."""
        return None if self.match is None else self._time.time_left(seat, now)

    def bot_decides(self, number: int, now: int) -> bool:
        """Whether a bot has just taken over the seat and makes the decision that was waiting then."""
        seat = self.seats[number]
        waiting = self.awaited == number and self.awaited_since <= seat.bot_since
        return bool(seat.bot) and waiting and now - seat.bot_since < BOT_DECIDES

    @property
    def extended(self) -> int:
        """Milliseconds that the awaited seat was given for its decision beyond its time."""
        return self._time.extended

    def seats_of(self, person: str) -> list[int]:
        """The seats a person holds."""
        if self._held is None:
            self._held = {}
            for number, seat in enumerate(self.seats):
                if seat.person:
                    self._held.setdefault(seat.person, []).append(number)
        return self._held.get(person, [])

    def seat_of(self, person: str) -> int | None:
        """The seat a person decides for now if it is awaited, else the person's first, else None."""
        held = self.seats_of(person)
        if not held:
            return None
        awaited = self.awaited
        return awaited if awaited in held else held[0]

    def involves(self, person: str) -> bool:
        """Whether a person holds a seat or owns the table."""
        return bool(self.seats_of(person)) or person == self.owner

    def absent(self, seat: int, now: int, grace: int, looking: Collection[str] = ()) -> bool:
        """Whether the person of a seat has left, or has let a table without a clock wait for `grace`
        milliseconds and is not `looking` at it. A clock decides by itself when somebody has thought for
        too long.
        """
        place = self.seats[seat]
        if not place.person:
            return False
        if not place.here:
            return True
        if place.person in looking:
            return False
        waited_for = self.awaited == seat and not place.deciding_bot and self.clock.kind == "none"
        return waited_for and now - self.awaited_since >= grace

    def manages(self, person: str, now: int, grace: int, looking: Collection[str] = ()) -> bool:
        """Whether a person may manage the table: the owner, or anybody seated while the owner is absent."""
        if person == self.owner:
            return True
        owned = self.seats_of(self.owner)
        gone = bool(owned) and all(self.absent(seat, now, grace, looking) for seat in owned)
        return gone and any(self.seats[seat].here for seat in self.seats_of(person))

    @property
    def in_tournament(self) -> bool:
        """Whether the table belongs to nobody who sits there: a tournament waits for its result."""
        return not self.owner

    @property
    def players(self) -> set[str]:
        """The people who take part in the match: without their consent nobody ends it."""
        return {seat.person for seat in self.seats if seat.takes_part}

    @property
    def idle_at(self) -> int:
        """When the table ends by itself if nothing happens: a day after its people have gone, a month after
        the last change if somebody still waits there for others; 0: never.
        """
        if self.status == WAITING:
            return self.at + (WAITING_FOR if self.players else DESERTED_FOR)
        awaited = self.awaited
        bots_turn = awaited >= 0 and bool(self.seats[awaited].deciding_bot)
        if self.status != PLAYING or self.players or bots_turn or self.clock.kind != "none":
            return 0
        return self.at + DESERTED_FOR

    def others_play(self, person: str) -> bool:
        """Whether a match is going on that other people take part in."""
        return self.status == PLAYING and bool(self.players - {person})

    @property
    def last_actor(self) -> int:
        """The seat that acted last; -1 if none has."""
        entries = reversed(self.match.story) if self.match is not None else iter(())
        return next((part.seat for part in entries if isinstance(part, Entry) and part.seat >= 0), -1)

    def undoable(self, person: str) -> bool:
        """Whether the person may take an action back now."""
        match = self.match
        if match is None or self.closed or self.bot_decided_last or self.stands_for(person):
            return False
        return any(match.undoable(seat) > 0 for seat in self.seats_of(person))

    @property
    def bot_decided_last(self) -> bool:
        """Whether a bot made the last decision at a table with a clock: time did not run, so it stands."""
        return self.clock.kind != "none" and bool(self._by_bot) and self._by_bot[-1]

    def stands_for(self, person: str) -> bool:
        """Whether what a person did stands now: somebody else is asked, whose clock runs, or a bot for which
        others wait while no clock runs, and it was taken back often enough.
        """
        asked = self.seats[self.awaited] if self.awaited >= 0 else Seat()
        waited_for = self.others_play(person) if asked.deciding_bot else asked.person not in ("", person)
        return self._time.taken_back >= MOST_TAKEN_BACK and waited_for

    @property
    def offered_flag(self) -> Flag | None:
        """The flag that people may put on the board: where bots play that would follow it."""
        return flag_for(self.game, self.setup) if any(seat.bot for seat in self.seats) else None

    def wish_for(self, level: str) -> int:
        """The place where people wish a bot of some level to come; novices take no notice of flags."""
        return self.flag.number if self.flag is not None and level != NOVICE else NO_WISH

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
            starts_at=self.starts_at,
            moves=len(self.moments),
            result=result.text() if result is not None else "",
            winners=result.winners if result is not None else (),
        )

    # What events do

    def _opened(self, event: events.Opened) -> None:
        self.owner = event.owner
        self.public = event.public
        self.coach = event.coach
        self.clock = event.clock
        self.commitment = event.commitment
        self.invitation = event.invitation
        self.after = event.after
        self.starts_at = event.starts_at
        self.hands_after = event.hands_after
        self.options = event.options
        for laid in event.seats:
            seat = Seat(laid.person, laid.name, laid.level, here=not laid.kept)
            seat.nonce = laid.nonce
            seat.here_too = laid.here_too
            seat.as_guest = laid.as_guest
            self.seats.append(seat)
        self._amendments = event.amendments
        self._edition = event.edition
        if event.version != self.game.version:
            raise LudotecaError(
                f"it is played by version {event.version} of the rules, this house has {self.game.version}"
            )
        self._set_up(len(event.seats))

    def _set_up(self, seats: int) -> None:
        edition = self.game.library.played_with(self._edition)
        self.setup = self.game.setup(seats, self.options, edition, self._amendments)

    def _seated(self, event: events.Seated) -> None:
        seat = Seat(event.person, event.name)
        seat.nonce = event.nonce
        seat.as_guest = event.as_guest
        self.seats[event.seat] = seat

    def _left(self, event: events.Left) -> None:
        self.owner = event.owner
        for number in self.seats_of(event.person):
            if self.match is None:
                self.seats[number] = Seat()
            else:
                self.seats[number].here = False
                self._note(f"leave {number}")

    def _returned(self, event: events.Returned) -> None:
        for number in self.seats_of(event.person):
            if not self.seats[number].here:
                self.seats[number].here = True
                self._note(f"return {number}")

    def _freed(self, event: events.Freed) -> None:
        self.seats[event.seat] = Seat()

    def _renamed(self, event: events.Renamed) -> None:
        own = [number for number in self.seats_of(event.person) if not self.seats[number].here_too]
        for count, number in enumerate(own, 1):
            name = event.name if count == 1 else f"{event.name} {count}"
            self.seats[number].name = name
            if self.match is not None:
                self.match.names[number] = name

    def _bot_seated(self, event: events.BotSeated) -> None:
        seat = self.seats[event.seat]
        seat.mixed = seat.mixed or (self.match is not None and seat.bot not in ("", event.level))
        seat.bot = event.level
        seat.bot_once = ""
        seat.bot_since = self.at
        seat.replaced = event.absent
        seat.helped = seat.helped or (bool(seat.person) and self.match is not None)
        if event.name:
            seat.name = event.name
        if self.match is not None:
            self._time.leave(event.seat)
        self._note(f"bot {event.seat} {event.level}")
        self._run_clock()

    def _seat_returned(self, event: events.SeatReturned) -> None:
        bot_failed = self.awaited == event.seat and not self.bot_decides(event.seat, self.at)
        replaced = self.seats[event.seat].replaced
        self.seats[event.seat].bot = ""
        self.seats[event.seat].replaced = False
        self._note(f"return {event.seat}")
        if self.match is not None and replaced:
            self._time.welcome(event.seat, bot_failed)
        if self.awaited == event.seat:
            self.awaited_since = self.at
        self._run_clock()

    def _started(self, event: events.Started) -> None:
        if len(event.seats) < len(self.seats):
            self.seats = [self.seats[number] for number in event.seats]
            self._set_up(len(self.seats))
        self.croupier = Committed(self._secret, [seat.nonce for seat in self.seats])
        self.match = Match(self.game, self.setup, self.croupier, self.names)
        self._time = Clock(self.clock, len(self.seats))
        self._match_changed()

    def _acted(self, event: events.Acted) -> None:
        self._playing.play(event.seat, event.text)
        seat = self.seats[event.seat]
        self._by_bot.append(bool(seat.deciding_bot))
        seat.count_decision(by_bot=self._by_bot[-1])
        self._time.acted(event.seat)
        seat.bot_once = ""
        self._match_changed()

    def _undone(self, event: events.Undone) -> None:
        self._playing.undo(event.seat)
        self.seats[event.seat].count_decision(by_bot=self._by_bot.pop(), number=-1)
        for seat in self.seats:
            seat.bot_once = ""
        self._match_changed()

    def _timed_out(self, event: events.TimedOut) -> None:
        self.seats[event.seat].bot_once = event.level
        self.seats[event.seat].helped |= bool(event.level)
        self._note(f"time {event.seat}")
        self._run_clock()

    def _extended(self, event: events.Extended) -> None:
        self._time.extend(event.seat, event.until)

    def _said(self, event: events.Said) -> None:
        self.chat.append(Message(self.seq, self.at, event.person, event.name, event.text))
        del self.chat[:-CHAT_KEPT]

    def _flagged(self, event: events.Flagged) -> None:
        flag = flag_for(self.game, self.setup)
        number = flag.number(event.place) if flag is not None else NO_WISH
        self.flag = PlantedFlag(event.seat, event.place, number) if number != NO_WISH else None

    def _invited(self, event: events.Invited) -> None:
        self.invitation = event.invitation
        self.invitations += 1

    def _closed(self, event: events.Closed) -> None:
        self.closed = True
        self.ended_at = self.at
        self._see_where_it_stands()
        self._run_clock()

    def _end_offered(self, event: events.EndOffered) -> None:
        self.ending.add(event.person)

    def _end_declined(self, event: events.EndDeclined) -> None:
        self.ending = set()

    def _rematched(self, event: events.Rematched) -> None:
        self.rematch = event.table

    @property
    def _playing(self) -> Match:
        assert self.match is not None, "the match has not started"
        return self.match

    def _count_row(self, event: events.Event, row: EventRow) -> None:
        """Keep count of the actions that one command made."""
        if isinstance(event, events.Acted):
            source = (event.seat, row.at, row.who)
            if row.command is None and source == self._row_source:
                self.rows[-1] += 1
            else:
                self.rows.append(1)
            self._row_source = source
            return
        self._row_source = ()
        if isinstance(event, events.Undone):
            self.rows[-1] -= 1
            if not self.rows[-1]:
                self.rows.pop()

    def _note(self, text: str) -> None:
        if self.match is not None and self.match.result is None:
            self.match.note(text)

    def _match_changed(self) -> None:
        """The match has changed: another seat is awaited, or something else is asked."""
        self.match_seq = self.seq
        self.awaited_since = self.at
        self._see_where_it_stands()
        if self.finished:
            self.ended_at = self.at
        self._run_clock()

    def _see_where_it_stands(self) -> None:
        match = self.match
        self.finished = match is not None and match.result is not None
        self.status = FINISHED if self.finished else CLOSED if self.closed else PLAYING
        self.awaited = match.actor if match is not None and self.status == PLAYING else -1

    def _run_clock(self) -> None:
        if self.match is None or self.clock.kind == "none":
            return
        awaited = self.awaited
        ticking = awaited if awaited >= 0 and not self.seats[awaited].deciding_bot else -1
        self._time.turn(self.at, ticking, len(self.match.entries))


_APPLY: Final[dict[type[events.Event], Callable[[Table, Any], None]]] = {
    events.Opened: Table._opened,
    events.Seated: Table._seated,
    events.Left: Table._left,
    events.Returned: Table._returned,
    events.Freed: Table._freed,
    events.Renamed: Table._renamed,
    events.BotSeated: Table._bot_seated,
    events.SeatReturned: Table._seat_returned,
    events.Started: Table._started,
    events.Acted: Table._acted,
    events.Undone: Table._undone,
    events.TimedOut: Table._timed_out,
    events.Extended: Table._extended,
    events.Said: Table._said,
    events.Flagged: Table._flagged,
    events.Invited: Table._invited,
    events.Closed: Table._closed,
    events.EndOffered: Table._end_offered,
    events.EndDeclined: Table._end_declined,
    events.Rematched: Table._rematched,
}
