"""Tournaments: rounds at tables of any size, opened by themselves; the same luck at every table if wished."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from functools import cached_property, partial
from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from ludoteca import games
from ludoteca.bots.levels import LEVELS, REGULAR
from ludoteca.house.refusals import Forbidden, NoSuchTable, NoSuchTournament, Unavailable, refusal
from ludoteca.house.service.identity import visible_name
from ludoteca.house.service.moderation import Moderation
from ludoteca.house.service.pairings import (
    KNOCKOUT,
    Seated,
    Standing,
    groups,
    seat_order,
    standings,
    winners,
)
from ludoteca.house.service.rate_limits import RateLimiter
from ludoteca.house.service.table_limits import TableLimits
from ludoteca.house.service.tokens import Tokens
from ludoteca.house.store.store import milliseconds
from ludoteca.house.store.tournaments import (
    ENDED,
    OPEN,
    PLAYING,
    EntrantRow,
    PlaceRow,
    TournamentRow,
    TournamentStore,
)
from ludoteca.house.table.clock import DAY, ClockWish
from ludoteca.house.table.command_handlers import BOT_NAMES, unused_name
from ludoteca.house.table.commands import Level, Person
from ludoteca.house.table.events import OpenedSeat
from ludoteca.house.workers.worker import RANDOM
from ludoteca.kernel.errors import LudotecaError

__all__ = ["Announced", "EntrantRow", "PlaceRow", "Standing", "Tournament", "TournamentWish", "Tournaments"]

LOG: Final = logging.getLogger("ludoteca.house")

INTERVAL: Final = 2.0
"""Seconds between two looks at rounds that may be over."""
NEWEST: Final = 40
MOST_ENTRANTS: Final = 128
ENTRIES_A_SECOND, ENTRIES_AT_ONCE = 1 / 60, 30.0
"""How often one tournament may be entered from one network: a class may, a flood of guests not."""
MOST_FREE: Final = 20_000
LONGEST_TABLE: Final = 64
"""Signs in the id of a table. A longer one, for which an address has room, is not remembered as one."""
MOST_HELD: Final = 3
"""Tournaments that one person may hold at a time."""
NAME_LENGTH: Final = 60


class TournamentWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament that somebody would like to hold."""

    name: Annotated[str, Meta(min_length=1, max_length=NAME_LENGTH)]
    game: Annotated[str, Meta(min_length=1, max_length=40)]
    seats: Annotated[int, Meta(ge=2, le=12)]
    form: Literal["swiss", "robin", "knockout"] = "swiss"
    rounds: Annotated[int, Meta(ge=1, le=12)] = 3
    duplicate: bool = True
    """Whether every table of a round has the same luck, and seats are compared with the same seats."""
    level: Level = REGULAR
    """The level of the bots that fill gaps."""
    clock: ClockWish = ClockWish("move", DAY)
    options: dict[str, str] = {}


class Tournament:
    """A tournament as it stands."""

    def __init__(
        self, row: TournamentRow, wish: TournamentWish, entrants: list[EntrantRow], places: list[PlaceRow]
    ) -> None:
        self.row = row
        self.wish = wish
        self.entrants = entrants
        self.places = places
        self.seated = [
            Seated(one.round, one.board, one.seat, one.entrant, one.place, one.score) for one in places
        ]
        self._unfinished = {one.round for one in places if not one.place}

    @cached_property
    def standings(self) -> list[Standing]:
        numbers = [one.number for one in self.entrants]
        return standings(numbers, self.seated, self.wish.duplicate)

    def over(self, round: int) -> bool:
        """Whether every match of a round has ended."""
        return round not in self._unfinished

    @property
    def rounds_over(self) -> list[int]:
        return [number for number in range(1, self.row.round + 1) if self.over(number)]

    def sealed(self, round: int) -> bool:
        """Whether nobody may see how others played a round: the same luck is still being played."""
        return self.wish.duplicate and round == self.row.round and not self.over(round)

    def boards(self, round: int) -> list[list[PlaceRow]]:
        """The tables of a round."""
        found: dict[int, list[PlaceRow]] = {}
        for one in self.places:
            if one.round == round:
                found.setdefault(one.board, []).append(one)
        return list(found.values())

    def next_entrants(self) -> list[int]:
        """Who plays the next round."""
        if self.wish.form == KNOCKOUT and self.row.round:
            return winners(self.seated, self.row.round)
        return [one.number for one in self.entrants]

    @property
    def last(self) -> bool:
        """Whether the round being played is the last."""
        if self.wish.form == KNOCKOUT:
            return len(self.boards(self.row.round)) == 1
        return self.row.round >= self.wish.rounds


class Announced(NamedTuple):
    """A tournament in a list, with the number of those who take part."""

    row: TournamentRow
    wish: TournamentWish
    entrants: int


OpenTable = Callable[[str, TournamentWish, Sequence[OpenedSeat], str, str], Awaitable[None]]


class Tournaments:
    """Everything that can be done about tournaments. `open_table(id, wish, seats, secret, network)` opens a
    table that counts for a network.
    """

    def __init__(
        self,
        store: TournamentStore,
        moderation: Moderation,
        limits: TableLimits,
        tokens: Tokens,
        open_table: OpenTable,
    ) -> None:
        self._store = store
        self._moderation = moderation
        self._limits = limits
        self._tokens = tokens
        self._open_table = open_table
        self._entering = RateLimiter(ENTRIES_A_SECOND, 0.0, ENTRIES_AT_ONCE)
        self._free: set[str] = set()
        """Tables that are no part of a round that is being played."""

    async def open(self, person: Person, wish: TournamentWish, network: str = "") -> str:
        """Announce a tournament; whoever does so takes part and starts it. `network` is where they come from;
        only a keyed hash of it is kept.
        """
        self._moderation.check(person)
        name = visible_name(wish.name, NAME_LENGTH, "name")
        try:
            games.load(wish.game).setup(wish.seats, wish.options)
        except LudotecaError as error:
            raise refusal("setup", person.language, problem=str(error)) from None
        if wish.level not in (*LEVELS, RANDOM) or not wish.clock.possible or wish.clock.kind == "none":
            raise refusal("clock", person.language)
        place = self._tokens.network(network) if network else ""
        id = secrets.token_urlsafe(9)
        body = msgspec.json.encode(wish).decode()
        secret = secrets.token_hex(32)
        row = TournamentRow(id, name, person.id, body, secret, OPEN, 0, milliseconds(), place)
        if not await self._store.add(row, MOST_HELD):
            raise refusal("too-many-tournaments", person.language, most=MOST_HELD)
        await self._store.enter(id, person.id, partial(unused_name, name=person.name), MOST_ENTRANTS)
        return id

    async def find(self, id: str) -> Tournament:
        row = await self._store.find(id)
        if row is None:
            raise NoSuchTournament()
        wish = wish_of(row)
        return Tournament(row, wish, await self._store.entrants(id), await self._store.places(id))

    async def newest(self) -> list[Announced]:
        """Tournaments, the newest first."""
        found: list[Announced] = []
        for row, count in await self._store.newest(NEWEST):
            with contextlib.suppress(NoSuchTournament):
                found.append(Announced(row, wish_of(row), count))
        return found

    async def enter(self, person: Person, id: str, network: str = "") -> None:
        """Take part. A name that is taken, or looks like one that is, gets a number. `network` is where the
        person comes from.
        """
        self._moderation.check(person)
        await self.find(id)
        if network and self._entering.seconds_to_wait(f"{id} {network}", time.monotonic()):
            raise refusal("too-many-entries", person.language)
        named = partial(unused_name, name=person.name)
        if not await self._store.enter(id, person.id, named, MOST_ENTRANTS):
            raise refusal("tournament-begun", person.language)

    async def withdraw(self, person: Person, id: str) -> None:
        """Not take part after all, before it begins."""
        await self.find(id)
        if not await self._store.withdraw(id, person.id):
            raise refusal("tournament-begun", person.language)

    async def turn_away(self, person: Person, id: str, number: int) -> None:
        """Let somebody not take part, before it begins; for whoever announced it."""
        found = await self.find(id)
        if found.row.owner != person.id:
            raise refusal("owner-only", person.language)
        for one in found.entrants:
            if one.number == number and one.person and not await self._store.withdraw(id, one.person):
                raise refusal("tournament-begun", person.language)

    async def start(self, person: Person, id: str, bots: int = 0) -> None:
        """Begin the first round. Bots fill the last table, and so many more take part."""
        self._moderation.check(person)
        found = await self.find(id)
        if found.row.owner != person.id:
            raise refusal("owner-only", person.language)
        if found.row.status != OPEN:
            raise refusal("tournament-begun", person.language)
        tables = -(-(len(found.entrants) + bots) // found.wish.seats)
        await self._limits.check_network(person, found.row.network, tables)
        filled = await self._fill(found, min(bots, MOST_ENTRANTS))
        found = await self.find(id)
        if not filled or found.row.round or not await self._begin(found):
            raise refusal("tournament-begun", person.language)

    async def _fill(self, found: Tournament, bots: int) -> bool:
        count = len(found.entrants) + bots
        seats = found.wish.seats
        return await self._add_bots(found, bots + -count % seats)

    async def _add_bots(self, found: Tournament, count: int) -> bool:
        """Let bots take part; False if somebody else has changed who does."""
        taken = {one.name for one in found.entrants}
        names = [name for number in range(MOST_ENTRANTS) for name in numbered(number) if name not in taken]
        return await self._store.enter_bots(found.row.id, names[:count], found.wish.level, found.entrants)

    async def _begin(self, found: Tournament) -> bool:
        """Begin the next round: write who sits where, then open the tables. False if somebody else has."""
        seats, round = found.wish.seats, found.row.round + 1
        players = found.next_entrants()
        missing = -len(players) % seats
        if missing:
            known = len(found.entrants)
            if not await self._add_bots(found, missing):
                return False
            found = await self.find(found.row.id)
            players += [one.number for one in found.entrants[known:]]
        means = {one.entrant: one.mean for one in found.standings}
        places = []
        for board, group in enumerate(groups(found.wish.form, players, seats, found.seated, means)):
            table = table_name(found.row, round, board)
            for seat, entrant in enumerate(seat_order(group, found.seated)):
                places.append(PlaceRow(round, board, seat, entrant, table, 0, 0))
        if not await self._store.begin_round(found.row.id, round, places, found.entrants):
            return False
        await self._open_tables(await self.find(found.row.id))
        return True

    async def _open_tables(self, found: Tournament) -> None:
        """Open the tables of the round being played; those that are open stay as they are."""
        by_number = {one.number: one for one in found.entrants}
        for board in found.boards(found.row.round):
            if any(one.place for one in board):
                continue
            seats = [seat_for(by_number[one.entrant]) for one in board]
            luck = f"round {found.row.round}" if found.wish.duplicate else board[0].table
            secret = hmac.digest(found.row.secret.encode(), luck.encode(), "sha256").hex()
            await self._open_table(board[0].table, found.wish, seats, secret, found.row.network)

    async def keep_going(self) -> None:
        """Begin the next round of every tournament whose round is over, again and again."""
        while self._tokens.secret:
            await asyncio.sleep(INTERVAL)
            try:
                await self.go_on()
            except Unavailable:
                LOG.warning("tournaments wait: the database cannot be reached")
            except Exception:
                LOG.exception("tournaments could not go on")

    async def go_on(self) -> None:
        """Begin the next round of every tournament whose round is over, or end it."""
        for id in await self._store.due():
            self._free.clear()
            with _alone(id):
                found = await self.find(id)
                if not found.over(found.row.round):
                    continue  # another server has begun the next round meanwhile
                if found.last:
                    await self._store.end(id)
                else:
                    await self._begin(found)

    async def reopen(self) -> None:
        """Open the tables that a server which died did not open."""
        for row in await self._store.all_playing() if self._tokens.secret else []:
            with _alone(row.id):
                await self._open_tables(await self.find(row.id))

    async def check_seal(self, table: str, person: str, language: str, whole: bool, seat: int = -1) -> None:
        """Refuse to show a table whose luck others are still playing to anybody who does not sit there, also
        through a wished `seat` that is another's, and the `whole` match (its record, replay and analysis,
        which tell the luck) to everybody.
        """
        if table in self._free:
            return
        if len(table) > LONGEST_TABLE:
            raise NoSuchTable(table[:LONGEST_TABLE])
        wish = await self._store.playing(table)
        if wish is None or not read_wish(wish).duplicate:
            if len(self._free) > MOST_FREE:
                self._free.clear()
            self._free.add(table)
            return
        own = await self._store.seats_of(table, person) if person else []
        if whole or not own or (seat >= 0 and seat not in own):
            raise Forbidden("sealed", refusal("sealed", language).sentence)


@contextlib.contextmanager
def _alone(id: str) -> Iterator[None]:
    """Whatever goes wrong in one tournament is its own: others go on, and the house opens."""
    try:
        yield
    except Unavailable:
        raise
    except Exception:
        LOG.exception("the tournament %s could not go on", id)


def wish_of(row: TournamentRow) -> TournamentWish:
    """The same of a row. What stands nowhere that a house knows is no tournament either."""
    if row.status not in (OPEN, PLAYING, ENDED):
        raise NoSuchTournament
    return read_wish(row.wish)


def read_wish(text: str) -> TournamentWish:
    """What somebody wished for. What no house wrote, in a backup made by hand, is no tournament."""
    try:
        return msgspec.json.decode(text, type=TournamentWish)
    except msgspec.DecodeError:
        raise NoSuchTournament from None


def seat_for(entrant: EntrantRow) -> OpenedSeat:
    return OpenedSeat(person=entrant.person, name=entrant.name, level=entrant.level)


def table_name(row: TournamentRow, round: int, board: int) -> str:
    """The id of a table: nobody guesses it, and it is opened once."""
    return hmac.digest(row.secret.encode(), f"table {round} {board}".encode(), "sha256").hex()[:16]


def numbered(number: int) -> list[str]:
    """The names of bots, told apart by a number once all are taken."""
    return [name if number == 0 else f"{name} {number + 1}" for name in BOT_NAMES]
