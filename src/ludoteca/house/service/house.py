"""The house: everything that can be done in it. A change is stored before it is answered or shown."""

from __future__ import annotations

import contextlib
import hmac
import logging
import secrets
from collections.abc import AsyncIterator, Sequence
from typing import Final

import msgspec

from ludoteca.bots.levels import LEVELS, REGULAR
from ludoteca.bots.own_bot_finder import listed_bots
from ludoteca.house.refusals import Broken, NoRoom, NoSuchTable, Refused, Unavailable, Unsure, refusal
from ludoteca.house.service.background import Background
from ludoteca.house.service.block_lists import BlockLists
from ludoteca.house.service.bot_moves import playable_choice, waits_for
from ludoteca.house.service.delivery import Delivery
from ludoteca.house.service.findings import Findings
from ludoteca.house.service.friends import Friends
from ludoteca.house.service.identity import hashed_token, newcomer
from ludoteca.house.service.invitations import Invitations
from ludoteca.house.service.lobby import find_lobby
from ludoteca.house.service.moderation import Moderation
from ludoteca.house.service.new_tables import first_events, rematch_events, seated_events
from ludoteca.house.service.notices import Notices
from ludoteca.house.service.notifier import Follower, Notifier, Notify
from ludoteca.house.service.own_tables import OwnTables
from ludoteca.house.service.personal_data import PersonalData
from ludoteca.house.service.prepared_answers import PreparedAnswers
from ludoteca.house.service.presence import Presence
from ludoteca.house.service.profiles import Profiles
from ludoteca.house.service.puzzle_tries import PuzzleTries
from ludoteca.house.service.ratings import Ratings
from ludoteca.house.service.remote_work import CHECK, RemoteWork
from ludoteca.house.service.shelf import Shelf
from ludoteca.house.service.standing_answers import StandingAnswers
from ludoteca.house.service.table_cache import CachedTable, TableCache
from ludoteca.house.service.table_limits import TableLimits
from ludoteca.house.service.tokens import Tokens
from ludoteca.house.service.tournaments import Tournaments, TournamentWish
from ludoteca.house.service.vacations import Vacations
from ludoteca.house.store.accounts import AccountStore
from ludoteca.house.store.friends import FriendStore
from ludoteca.house.store.moderation import ModerationStore
from ludoteca.house.store.notices import NoticeStore
from ludoteca.house.store.personal import HandOver
from ludoteca.house.store.profiles import ProfileStore
from ludoteca.house.store.puzzle_tries import PuzzleTryStore
from ludoteca.house.store.rows import (
    MOVE,
    WAITING,
    Batch,
    EventRow,
    JobRow,
    OpeningRow,
    TableRow,
    ThoughtRow,
)
from ludoteca.house.store.store import Store, driver_for, milliseconds
from ludoteca.house.store.tournaments import TournamentStore
from ludoteca.house.store.vacations import VacationStore
from ludoteca.house.store.writer import Conflict, Repeated
from ludoteca.house.table.brief import Lobby
from ludoteca.house.table.command_handlers import CommandContext, handle_command, time_out
from ludoteca.house.table.commands import (
    Answer,
    AnyCommand,
    Back,
    Bot,
    Close,
    Free,
    Invite,
    Join,
    Leave,
    Opened,
    Person,
    Rematch,
    SeatWish,
    Start,
    Wish,
)
from ludoteca.house.table.events import Acted, Closed, Event, OpenedSeat, Rematched, event_rows
from ludoteca.house.table.table import Table
from ludoteca.house.workers.worker import RANDOM, Result
from ludoteca.house.workers.worker_pool import WorkerPool

LOG: Final = logging.getLogger("ludoteca.house")

MANAGING: Final = (Bot, Close, Start, Free, Back, Invite)
"""Commands that somebody may give for an absent owner, or about somebody absent."""
ATTEMPTS: Final = 20
"""How often a command is judged again because another process was quicker."""


class House:
    """Everything that can be done in the house.

    `where` is `sqlite:///PATH` or `postgresql://…`. `key` is shared by all servers of one house: it makes ids
    of tables and invitations that nobody can guess; without it a process only thinks for bots. `workers` is
    the number of bot processes to run here. All methods belong to the event loop of `start`.
    """

    def __init__(
        self,
        where: str,
        key: bytes,
        workers: int = 0,
        *,
        cache: int = 2000,
        memory: int = 64 * 2**20,
        patience: float = 10.0,
        grace: float = 3 * 86_400.0,
        clocks: bool = True,
        mercy: float = 30.0,
        most_tables: int = 0,
        network_tables: int = 0,
        thinking: float = 0.0,
        delivery: Delivery | None = None,
    ) -> None:
        """`cache`: tables kept in memory; `memory`: bytes up to which idle ones are kept. `patience`: seconds
        a command waits for a database that went away.
        `grace`: seconds after which somebody who lets a table without a clock wait counts as absent.
        `clocks`: whether this process watches the clocks. `mercy`: extra seconds for somebody whose time ran
        out while no server was running. `most_tables`: how many unfinished tables somebody may sit at or have
        opened before opening another; `network_tables`: how many may have been opened from one network;
        `thinking`: seconds that bots may think in ten minutes for a network before it opens no more tables of
        bots alone, and waits for others; 0: no limit. `delivery`: who carries notices out of the house.
        """
        self._own_bots = tuple(listed_bots())
        self._tokens = Tokens(key)
        self._grace = int(grace * 1000)
        self._patience = patience
        self._store = Store(driver_for(where), patience)
        self._cache = TableCache(self._store, cache, memory, self._set_aside)
        self._notifier = Notifier()
        self.presence = Presence(self._store)
        self.standing = StandingAnswers(self._store, self.table, self.do)
        self.prepared = PreparedAnswers(self._store, self.table, self.do)
        pool = WorkerPool(self._store, where, workers, self.deliver)
        self._background = Background(
            self._store,
            self._cache,
            self._notifier,
            pool,
            self.presence,
            self.time_out,
            self.end_if_idle,
            (self.standing, self.prepared),
            clocks,
            mercy,
        )
        self.remote_work = RemoteWork(self._store, self._tokens, self.table, self.deliver, pool.wake)
        pool.also_wake = self.remote_work.wake
        self.findings = Findings(self._store, pool.wake, self._notifier.notify)
        self.vacations = Vacations(VacationStore(self._store))
        self.own_tables = OwnTables(self._store, self._background.flush)
        rows = ModerationStore(self._store)
        self.moderation = Moderation(rows)
        self.block_lists = BlockLists(rows)
        self.shelf = Shelf(self._store)
        self.puzzle_tries = PuzzleTries(PuzzleTryStore(self._store))
        self.friends = Friends(FriendStore(self._store), self.block_lists)
        self.invitations = Invitations(self._store, self.friends, self.table, self.invitation, self.do)
        self.personal_data = PersonalData(self._store, self._cache, self._background, self.block_lists)
        self.ratings = Ratings(self._store)
        self.profiles = Profiles(ProfileStore(self._store), self.ratings, self.block_lists)
        self.notices = Notices(
            NoticeStore(self._store),
            self.table,
            self.looking,
            self._background.heard_by,
            delivery or Delivery("http://localhost"),
            tells=bool(key),
        )
        self.account_store = AccountStore(self._store)
        self.limits = TableLimits(self._store, self._background.flush)
        self.limits.change(most_tables, network_tables, thinking)
        self.tournaments = Tournaments(
            TournamentStore(self._store), self.moderation, self.limits, self._tokens, self._open_seated
        )

    async def start(self) -> None:
        """Open the store, bring its schema up to date, start the workers, finish what was left undone."""
        others = self._background
        await self._store.start(others.other_process_wrote, others.notices_missed, others.concerns)
        await self._background.start()
        await self.moderation.refresh()
        await self.notices.start()
        await self.tournaments.reopen()
        unending = (self.ratings.keep_rating(), self.notices.keep_telling(), self.tournaments.keep_going())
        self._background.also_do(*unending, self.personal_data.keep_handing_over())

    async def stop(self) -> None:
        """Finish pending writes, end the workers and all listeners, close the store."""
        await self.standing.stop()
        await self.prepared.stop()
        await self._background.stop()
        self.notices.stop()
        await self._store.stop()
        self._cache.stop()

    async def healthy(self) -> str:
        """Empty if the house can read and write; otherwise one sentence that says what is wrong."""
        try:
            await self._store.ping()
        except NoRoom as error:
            return str(error)
        except Unavailable:
            return "the database cannot be reached"
        except Exception as error:
            LOG.error("the database cannot be used: %s", error)
            return "the database cannot be used; the log says why"
        return ""

    def figures(self) -> dict[str, float]:
        """Numbers for the metrics: tables cached, events written, jobs done and so on."""
        return {
            **self._store.figures(),
            "tables_cached": len(self._cache),
            "tables_bytes": self._cache.bytes,
            "tables_rebuilt": self._cache.rebuilt,
            "tables_set_aside": len(self._cache.set_aside),
            "listeners": len(self._notifier),
            "jobs_done": self._background.workers.done,
            "workers_lost": self._background.workers.lost,
        }

    # Doing

    async def open(self, person: Person, wish: Wish, command: str, network: str = "") -> Opened:
        """Open a table. The same person with the same command id gets the same table again. `network` is
        where the person comes from; only a keyed hash of it is kept. Raises Malformed if there can be no such
        table, Refused if the person sits at too many already, Unavailable if the store cannot be reached.
        """
        self.moderation.check(person)
        table_id = self._tokens.new_table(person.id, command)
        secret = secrets.token_hex(32)
        context = self._context()
        await self.shelf.use(wish.game, wish.edition)
        hashed = hashed_token(self._tokens.invitation(table_id, 1))
        events = first_events(wish, person, context, secret, hashed)
        place = self._tokens.network(network) if network else ""
        row = TableRow(table_id, wish.game, secret, context.now)
        rows = event_rows(table_id, 0, context.now, person.id, f"{person.id} {command}", events)
        async with self.limits.openings.turn(place or person.id):
            if not await self._is_open(table_id):
                await self.limits.check(person, place, all(seat.kind == "bot" for seat in wish.seats))
                await self._write_new_table(row, rows, [], [OpeningRow(table_id, place)] if place else [])
        return Opened(table_id, self._tokens.invitation(table_id, 1), 1)

    async def do(self, table_id: str, person: Person, command: AnyCommand, visitor: str = "") -> Answer:
        """Carry out a command. It is answered once it is written; the same id gets the same answer again.

        Raises Refused, with a sentence in the person's language, and changes nothing. `visitor` is the
        network that the person comes from.
        """
        self.moderation.check(person, command, visitor)
        key = f"{person.id} {command.id}"
        cached = await self._cache.fetch(table_id)
        looking = await self.looking(table_id) if isinstance(command, MANAGING) else frozenset()
        async with self._welcomed(cached.table, person, command), cached.held(self._patience):
            for _ in range(ATTEMPTS):
                table = cached.table
                if key in table.commands:
                    return answer(table, command, table.commands[key], repeated=True)
                events = handle_command(
                    table, person, with_nonce(command), self._context_for(table, command, looking)
                )
                try:
                    if isinstance(command, Rematch) and not table.rematch:
                        return await self._rematch(cached, person, command, key, visitor)
                    if not events:
                        return answer(table, command, table.seq)
                    seq = await self._write_and_apply(cached, events, person.id, key)
                    return answer(table, command, seq)
                except Conflict:
                    await self._catch_up(cached)
                except Repeated:
                    try:
                        await self._catch_up(cached)
                    except Unavailable:
                        raise Unsure() from None  # it was carried out before
        raise Unavailable()

    @contextlib.asynccontextmanager
    async def _welcomed(self, table: Table, person: Person, command: AnyCommand) -> AsyncIterator[None]:
        """Refuse a seat to somebody who has too many, or whom one of them has blocked, without saying so."""
        async with self.limits.in_turn(person, command):
            if isinstance(command, Join) and not table.seats_of(person.id):
                await self.limits.check_person(person)
                for other in {table.owner, *(seat.person for seat in table.seats)} - {""}:
                    if person.id in (await self.block_lists.of(other)).blocked:
                        raise refusal("invitation", person.language)
            yield

    async def close_by_host(self, table_id: str) -> None:
        """The host closes a table, whoever is playing there."""
        cached = await self._cache.fetch(table_id)
        async with cached.held(self._patience):
            for _ in range(ATTEMPTS):
                if cached.table.closed or cached.table.finished:
                    return
                try:
                    await self._write_and_apply(cached, [Closed()], "host", f"host {cached.table.seq}")
                    return
                except (Conflict, Repeated):
                    await self._catch_up(cached)

    async def shun(self, table_id: str, person: Person, seat: int, kind: str) -> None:
        """Mute or block the person of a seat; an empty kind takes it back."""
        table = await self.table(table_id)
        other = table.seats[seat] if 0 <= seat < len(table.seats) else None
        if other is None or other.person in ("", person.id):
            raise refusal("no-such-seat", person.language, seat=seat)
        await self.block_lists.shun(person, other.person, other.name, kind)
        self._notifier.notify(table_id, 0, person.id)

    # People

    async def erase(self, person: Person) -> None:
        """Forget a person. Their matches stay for the others, under another name and without their words."""
        for brief in (await self.lobby(person)).yours:
            with contextlib.suppress(Refused):
                await self.do(brief.table, person, Leave(id=secrets.token_hex(8)))
        stranger = newcomer("", person.language)
        await self.personal_data.hand_over(HandOver(person.id, stranger.id, stranger.name, erase=True))

    async def merge(self, guest: Person, person: Person) -> None:
        """Give the matches of a guest to a person."""
        await self.personal_data.hand_over(HandOver(guest.id, person.id, "", erase=False))

    async def counts(self) -> dict[str, int]:
        """How many tables there are by status, and how many jobs wait."""
        await self._background.flush()
        return await self._store.counts()

    @property
    def set_aside(self) -> list[Broken]:
        """The tables that cannot be rebuilt, and why, as far as this process has met them."""
        return list(self._cache.set_aside.values())

    async def _write_and_apply(
        self,
        cached: CachedTable,
        events: list[Event],
        who: str,
        command: str,
        done: list[str] | None = None,
        thoughts: list[ThoughtRow] | None = None,
    ) -> int:
        """Write events, then apply them to the table; returns the seq of the first. Needs the lock."""
        table = cached.table
        at = max(milliseconds(), table.at)
        rows = event_rows(table.id, table.seq, at, who, command, events)
        written = self._store.write(Batch(events=rows, done=done or [], thoughts=thoughts or []))
        try:
            await self._background.wait_until_written(written, table.id)
            for row in rows:
                table.apply(row)
        except Unsure:
            cached.missed += 1
            raise
        except Broken as error:
            self._cache.drop(cached)
            self._set_aside(error)
            raise
        self._background.table_changed(cached)
        self._notifier.notify(table.id, table.seq)
        return rows[0].seq

    async def _catch_up(self, cached: CachedTable) -> None:
        """Apply what another process wrote first. Needs the lock."""
        if await self._cache.catch_up(cached):
            self._notifier.notify(cached.table.id, cached.table.seq)

    async def _write_new_table(
        self, row: TableRow, rows: list[EventRow], also: list[EventRow], openings: list[OpeningRow]
    ) -> None:
        """Write a new table, and with it the events of another table that led to it; only once."""
        table = Table.rebuild(row, rows)
        brief, job = self._background.brief_and_job(table)
        jobs = [job] if job else []
        batch = Batch([*also, *rows], tables=[row], briefs=[brief], jobs=jobs, openings=openings)
        try:
            await self._store.append(batch)
        except Repeated:
            if also:
                raise
            return
        self._cache.put(table)
        if job is not None:
            self._background.job_written(job)
        self._notifier.notify(table.id, table.seq)

    async def _open_seated(
        self, table_id: str, wish: TournamentWish, seats: Sequence[OpenedSeat], secret: str, network: str
    ) -> None:
        """Open a table at which everybody sits already; nothing if it is open."""
        if await self._is_open(table_id):
            return
        asked = Wish(wish.game, [SeatWish("open")] * len(seats), dict(wish.options), clock=wish.clock)
        hashed, now = hashed_token(self._tokens.invitation(table_id, 1)), milliseconds()
        events = seated_events(asked, seats, secret, hashed)
        rows = event_rows(table_id, 0, now, "", "tournament", events)
        openings = [OpeningRow(table_id, network)] if network else []
        await self._write_new_table(TableRow(table_id, wish.game, secret, now), rows, [], openings)

    async def _is_open(self, table_id: str) -> bool:
        try:
            with contextlib.suppress(Broken):
                await self.table(table_id)
        except NoSuchTable:
            return False
        return True

    async def _rematch(
        self, cached: CachedTable, person: Person, command: Rematch, key: str, visitor: str
    ) -> Answer:
        table = cached.table
        table_id = self._tokens.rematch(table.id)
        secret, now = secrets.token_hex(32), milliseconds()
        hashed = hashed_token(self._tokens.invitation(table_id, 1))
        events = rematch_events(table, person, command.nonce or secrets.token_hex(8), secret, hashed)
        row = TableRow(table_id, table.game.name, secret, now)
        rows = event_rows(table_id, 0, now, person.id, key, events)
        here = event_rows(table.id, table.seq, max(now, table.at), person.id, key, [Rematched(table_id)])
        place = self._tokens.network(visitor) if visitor else ""
        openings = await self.limits.of_rematch(person, place, table, table_id)
        await self._write_new_table(row, rows, here, openings)
        table.apply(here[0])
        self._background.table_changed(cached)
        self._notifier.notify(table.id, table.seq)
        return answer(table, command, here[0].seq)

    # Looking

    async def table(self, table_id: str, at_least: int = 0) -> Table:
        """The table with all events up to `at_least`: others may have written. Raises NoSuchTable."""
        cached = await self._cache.fetch(table_id)
        if cached.table.seq < at_least:
            async with cached.held(self._patience):
                await self._catch_up(cached)
        return cached.table

    async def lobby(self, person: Person | None) -> Lobby:
        """What there is to do in the house, for one person or for anybody."""
        await self._background.flush()
        blocked = (await self.block_lists.of(person.id)).blocked if person is not None else frozenset()
        return await find_lobby(self._store, person, blocked)

    def manages(self, table: Table, person: Person) -> bool:
        """Whether a person may manage the table now."""
        return table.manages(person.id, milliseconds(), self._grace, self.presence.here(table.id))

    def absent_seats(self, table: Table) -> frozenset[int]:
        """The seats whose persons are absent now, as far as this process knows."""
        now, looking = milliseconds(), self.presence.here(table.id)
        return frozenset(
            seat for seat in range(len(table.seats)) if table.absent(seat, now, self._grace, looking)
        )

    async def looking(self, table_id: str) -> frozenset[str]:
        """The people whose pages show the table now, whichever process they are connected to."""
        return await self.presence.everywhere(table_id)

    async def use_once(self, token: str, seconds: float) -> bool:
        """Use up a hashed token that is good for so many seconds; False if it was used before, in any
        process. Where clocks differ it may be good for as long before it seems to have been made.
        """
        return await self._store.spend(token, milliseconds() + int(2 * seconds * 1000))

    def invitation(self, table: Table, person: Person) -> str:
        """The invitation to a table that has not started, for somebody who sits there; otherwise empty."""
        if table.status != WAITING or not (table.seats_of(person.id) or person.id == table.owner):
            return ""
        token = self._tokens.invitation(table.id, table.invitations)
        return token if self.invites(table, token) else ""

    def invites(self, table: Table, token: str) -> bool:
        """Whether a token is the invitation to this table."""
        return hmac.compare_digest(hashed_token(token), table.invitation)

    def levels(self) -> list[str]:
        """The levels of bots that can be seated, the weakest first, and the host's own bots."""
        return [*LEVELS, *self._own_bots]

    def follow(self, table_id: str, notify: Notify) -> Follower:
        """Call `notify` with the table's seq whenever it has changed, until the follower is closed. The table
        is still locked then: `notify` must do no more than remember the seq.
        """
        return self._notifier.follow(table_id, notify)

    def cached_table(self, table_id: str, at_least: int = 0) -> Table | None:
        """The same as `table` if there is nothing to wait for, else None."""
        cached = self._cache.get_fresh(table_id)
        return cached.table if cached is not None and cached.table.seq >= at_least else None

    async def preload(self, count: int) -> int:
        """Bring the most recently changed tables into memory; returns how many there were."""
        found = await self._store.live(count)
        for table_id in found:
            with contextlib.suppress(Broken):
                await self._cache.fetch(table_id)
        return len(found)

    # Workers

    async def deliver(self, job: JobRow, result: Result) -> None:
        """Write the result of a job: a bot's move, if the match still waits for it, or a finding."""
        if job.kind == CHECK:
            await self.remote_work.compare(job, result)
            return
        if job.kind != MOVE:
            await self.findings.keep(job, result)
            return
        key = f"bot {job.base} {job.seat}"
        cached = await self._cache.fetch(job.table)
        async with cached.held(self._patience):
            for _ in range(ATTEMPTS):
                table = cached.table
                if table.seq < job.base or result.stale:
                    await self._catch_up(cached)
                level = waits_for(table, job)
                if result.stale or not level or key in table.commands:
                    break
                try:
                    acted = Acted(job.seat, playable_choice(table, job.seat, result))
                    thoughts = self._store.thought(table.id, result.seconds)
                    await self._write_and_apply(cached, [acted], f"bot {level}", key, [job.id], thoughts)
                    return
                except (Conflict, Repeated):
                    await self._catch_up(cached)
        thoughts = self._store.thought(job.table, result.seconds)
        await self._store.append(Batch(done=[job.id], thoughts=thoughts))
        self._background.table_changed(cached)

    async def time_out(self, table_id: str, now: int) -> None:
        """End the turn of the awaited seat if its time is up."""
        cached = await self._cache.fetch(table_id)
        async with cached.held(self._patience):
            for _ in range(ATTEMPTS):
                table = cached.table
                events = time_out(table, self._context(now))
                if events:
                    events = await self.vacations.excuse(table) or events
                else:
                    self._background.table_changed(cached)
                    return
                try:
                    await self._write_and_apply(cached, events, "", f"time {table.seq}")
                    return
                except (Conflict, Repeated):
                    await self._catch_up(cached)

    async def end_if_idle(self, table_id: str, now: int) -> None:
        """Close a table at which nobody has played for long, unless somebody is looking at it."""
        if await self.looking(table_id):
            return
        cached = await self._cache.fetch(table_id)
        async with cached.held(self._patience):
            table = cached.table
            if not 0 < table.idle_at <= now:
                self._background.table_changed(cached)
                return
            with contextlib.suppress(Conflict, Repeated):
                await self._write_and_apply(cached, [Closed()], "", f"idle {table.seq}")

    # Inside

    def _set_aside(self, error: Broken) -> None:
        """Tell the host of a table that cannot be rebuilt, and keep it out of the lobby."""
        self._background.set_aside(error)

    def _context(self, now: int = 0) -> CommandContext:
        return CommandContext(now or milliseconds(), self._grace, (*self.levels(), RANDOM), REGULAR)

    def _context_for(self, table: Table, command: AnyCommand, looking: frozenset[str]) -> CommandContext:
        context = msgspec.structs.replace(self._context(), looking=looking)
        if isinstance(command, Join) and command.token:
            return msgspec.structs.replace(context, invited=self.invites(table, command.token))
        if isinstance(command, Invite):
            hashed = hashed_token(self._tokens.invitation(table.id, table.invitations + 1))
            return msgspec.structs.replace(context, token=hashed)
        return context


def answer(table: Table, command: AnyCommand, seq: int, repeated: bool = False) -> Answer:
    new = table.rematch if isinstance(command, Rematch) else ""
    return Answer(table.id, seq, new, repeated)


def with_nonce(command: AnyCommand) -> AnyCommand:
    """The command with a nonce of ours if somebody sits down without one."""
    if isinstance(command, Join) and not command.nonce:
        return msgspec.structs.replace(command, nonce=secrets.token_hex(8))
    return command
