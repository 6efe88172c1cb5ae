"""The house as a service: all that can be done in it. Durable before it is answered or shown."""

from __future__ import annotations

import hmac
import logging
import secrets
from base64 import b32encode
from collections.abc import AsyncIterator, Callable
from hashlib import sha256
from typing import Final

import msgspec

from ludoteca.bots.levels import LEVELS, REGULAR
from ludoteca.house.refusals import (
    Broken,
    Forbidden,
    Malformed,
    NoSuchTable,
    Refused,
    Unavailable,
    refusal,
)
from ludoteca.house.service.background import Chores
from ludoteca.house.service.new_tables import opening, rematch
from ludoteca.house.service.notifier import Ears, Follower
from ludoteca.house.service.table_cache import Hot, Shelf
from ludoteca.house.store.rows import (
    FINISHED,
    MOVE,
    PLAYING,
    WAITING,
    Batch,
    EventRow,
    FindingRow,
    JobRow,
    TableRow,
)
from ludoteca.house.store.store import Store, driver_for, milliseconds
from ludoteca.house.store.writer import Conflict, Repeated
from ludoteca.house.table.brief import Brief, Lobby
from ludoteca.house.table.command_handlers import Court, check_action, expire, judge
from ludoteca.house.table.commands import (
    Answer,
    AnyCommand,
    Invite,
    Join,
    Opened,
    Person,
    Rematch,
    Wish,
)
from ludoteca.house.table.events import KIND_OF, Acted, Event, Rematched, to_body
from ludoteca.house.table.table import Table
from ludoteca.house.workers.worker import RANDOM, Result

__all__ = [
    "Answer",
    "Brief",
    "Broken",
    "Forbidden",
    "House",
    "Lobby",
    "Malformed",
    "NoSuchTable",
    "Opened",
    "Person",
    "Refused",
    "Table",
    "Unavailable",
    "Wish",
]

LOG: Final = logging.getLogger("ludoteca.house")

ATTEMPTS: Final = 20
"""How often a command is judged again because another process was quicker."""
YOURS: Final = 50
SHOWN: Final = 30
RECENT: Final = 12
_BRIEFS: Final = msgspec.json.Decoder(Brief)


class House:
    """Everything that can be done in the house.

    `where` is `sqlite:///PATH` or `postgresql://…`; `key` is known to all processes of one house (it makes
    table ids and invitations that nobody can guess); `workers` is how many processes think for bots here.
    All methods belong to the event loop on which `start` was awaited.
    """

    def __init__(
        self,
        where: str,
        key: bytes,
        workers: int = 0,
        *,
        cache: int = 2000,
        patience: float = 10.0,
        grace: float = 60.0,
        clocks: bool = True,
        mercy: float = 30.0,
        most: int = 0,
    ) -> None:
        """`cache`: how many tables are kept ready. `patience`: seconds a command waits for a database that
        went away. `grace`: seconds after which somebody who lets the table wait counts as absent.
        `clocks`: whether this process looks after clocks. `mercy`: seconds that whoever ran out of time while
        no server was there still gets. `most`: how many tables that have not ended somebody may sit at and
        still open another; 0 for any number.
        """
        self._key = key
        self._grace = int(grace * 1000)
        self._patience = patience
        self._most = most
        self._store = Store(driver_for(where), patience)
        self._shelf = Shelf(self._store, cache)
        self._ears = Ears()
        self._chores = Chores(self, self._store, self._shelf, self._ears, where, workers, clocks, mercy)

    async def start(self) -> None:
        """Open the store (bringing its schema up to date), start workers, take up what was left undone."""
        await self._store.start(self._chores.heard, self._chores.gap)
        await self._chores.start()

    async def stop(self) -> None:
        """Let what is being written be written, end the workers and all `listen`s, close the store."""
        self._ears.end()
        await self._chores.stop()
        await self._store.stop()

    async def healthy(self) -> str:
        """Empty if the house can read and write; otherwise one sentence that says what is wrong."""
        try:
            await self._store.ping()
        except Unavailable:
            return "the database cannot be reached"
        return ""

    def figures(self) -> dict[str, float]:
        """Numbers for metrics: tables cached, batches and events written, jobs done, seconds of commits."""
        return {
            **self._store.figures(),
            "tables_cached": len(self._shelf),
            "tables_rebuilt": self._shelf.rebuilt,
            "listeners": len(self._ears),
            "jobs_done": self._chores.workshop.done,
            "workers_lost": self._chores.workshop.lost,
        }

    # Doing

    async def open(self, person: Person, wish: Wish, command: str) -> Opened:
        """Open a table. The same person with the same command id gets the same table again.

        Raises Malformed if such a table cannot be laid, Refused if the person sits at too many already,
        Unavailable if the store cannot be reached.
        """
        table_id = self._token("table", person.id, command, length=16)
        secret = secrets.token_hex(32)
        court = self._court(wish.game)
        hashed = hashed_token(self._invitation_token(table_id, 1))
        laid = opening(wish, person, court, secret, hashed)
        await self._room_for(person, table_id)
        row = TableRow(table_id, wish.game, secret, court.now)
        rows = event_rows(table_id, 0, court.now, person.id, f"{person.id} {command}", laid)
        await self._lay(row, rows, [])
        return Opened(table_id, self._invitation_token(table_id, 1), 1)

    async def do(self, table_id: str, person: Person, command: AnyCommand) -> Answer:
        """Carry out a command. Answered only after it is written; the same id again is answered again.

        Raises a Refused (with code, sentence in the person's language, rule, status) and changes nothing.
        """
        key = f"{person.id} {command.id}"
        hot = await self._shelf.fetch(table_id)
        async with hot.held(self._patience):
            for _ in range(ATTEMPTS):
                table = hot.table
                if key in table.commands:
                    return answer(table, command, table.commands[key], repeated=True)
                events = judge(table, person, fresh_nonce(command), self._court_for(table, command))
                try:
                    if isinstance(command, Rematch) and not table.rematch:
                        return await self._rematch(hot, person, command, key)
                    if not events:
                        return answer(table, command, table.seq)
                    seq = await self._happen(hot, events, person.id, key)
                    return answer(table, command, seq)
                except (Conflict, Repeated):
                    await self._learn(hot)
        raise Unavailable()

    async def _happen(
        self, hot: Hot, events: list[Event], who: str, command: str, done: list[str] | None = None
    ) -> int:
        """Write events, then let them happen; the seq of the first. Needs the lock."""
        table = hot.table
        at = max(milliseconds(), table.at)
        rows = event_rows(table.id, table.seq, at, who, command, events)
        written = self._store.write(Batch(events=rows, done=done or []))
        try:
            await self._chores.shielded(written, table.id)
            for row in rows:
                table.apply(row)
        except Broken:
            self._shelf.drop(hot)
            raise
        self._chores.changed(hot)
        self._ears.tell(table.id, table.seq)
        return rows[0].seq

    async def _learn(self, hot: Hot) -> None:
        """Another process was quicker: see what it did. Needs the lock."""
        if await self._shelf.catch_up(hot):
            self._ears.tell(hot.table.id, hot.table.seq)

    async def _lay(self, row: TableRow, rows: list[EventRow], also: list[EventRow]) -> None:
        """Open a table for good, with what happens elsewhere because of it; once only."""
        table = Table.rebuild(row, rows)
        digest, job = self._chores.summary(table)
        batch = Batch(events=[*also, *rows], tables=[row], digests=[digest], jobs=[job] if job else [])
        try:
            await self._store.append(batch)
        except Repeated:
            if also:
                raise
            return
        hot = self._shelf.put(table)
        self._chores.laid(hot, job)
        self._ears.tell(table.id, table.seq)

    async def _rematch(self, hot: Hot, person: Person, command: Rematch, key: str) -> Answer:
        table = hot.table
        table_id = self._token("rematch", table.id, length=16)
        secret = secrets.token_hex(32)
        now = milliseconds()
        hashed = hashed_token(self._invitation_token(table_id, 1))
        laid = rematch(table, person, command.nonce or secrets.token_hex(8), secret, hashed)
        row = TableRow(table_id, table.game.name, secret, now)
        rows = event_rows(table_id, 0, now, person.id, key, laid)
        told = event_rows(table.id, table.seq, max(now, table.at), person.id, key, [Rematched(table_id)])
        await self._lay(row, rows, told)
        table.apply(told[0])
        self._chores.changed(hot)
        self._ears.tell(table.id, table.seq)
        return answer(table, command, told[0].seq)

    # Looking

    async def table(self, table_id: str, at_least: int = 0) -> Table:
        """The table as it is written. With several processes, `at_least` asks not to be shown an older one
        than this seq. Raises NoSuchTable.
        """
        hot = await self._shelf.fetch(table_id)
        if hot.table.seq < at_least:
            async with hot.held(self._patience):
                await self._learn(hot)
        return hot.table

    async def lobby(self, person: Person | None) -> Lobby:
        """What there is to do in the house, for somebody or for anybody."""
        await self._chores.flush()
        who = person.id if person is not None else ""
        yours, ended = [], []
        if who:
            yours = told(await self._store.briefs_of(who, YOURS), who)
            ended = told(await self._store.briefs_of(who, RECENT, ended=True), who)
        waiting = told(await self._store.briefs(WAITING, SHOWN), who)
        watch = told(await self._store.briefs(PLAYING, SHOWN), who)
        recent = {brief.table: brief for brief in told(await self._store.briefs(FINISHED, RECENT), who)}
        recent |= {brief.table: brief for brief in ended if brief.yours}
        return Lobby(
            yours=sorted((brief for brief in yours if brief.yours), key=lambda brief: not brief.awaits_you),
            waiting=[b for b in waiting if not b.yours and any(seat.kind == "open" for seat in b.seats)],
            watch=[brief for brief in watch if not brief.yours],
            recent=sorted(recent.values(), key=lambda brief: -brief.changed_at)[:RECENT],
        )

    async def tables_open(self, person: Person) -> int:
        """How many tables that have not ended a person sits at, for limits."""
        await self._chores.flush()
        return await self._store.open_by(person.id)

    def manages(self, table: Table, person: Person) -> bool:
        """Whether a person may manage the table now."""
        return table.manages(person.id, milliseconds(), self._grace)

    async def once(self, token: str, seconds: float) -> bool:
        """Whether a token (hashed) is used for the first time, in any process; it is remembered for so
        long.
        """
        return await self._store.spend(token, milliseconds() + int(seconds * 1000))

    def invitation(self, table: Table, person: Person) -> str:
        """The token of the invitation to a table that has not started, for who sits there; else empty."""
        if table.status != WAITING or not (table.seats_of(person.id) or person.id == table.owner):
            return ""
        token = self._invitation_token(table.id, table.invitations)
        return token if self.invites(table, token) else ""

    def invites(self, table: Table, token: str) -> bool:
        """Whether a token is the invitation to this table."""
        return hmac.compare_digest(hashed_token(token), table.invitation)

    def levels(self, game: str) -> list[str]:
        """The levels of bots that can be seated in a game, from the weakest on."""
        return list(LEVELS)

    def listen(self, table_id: str) -> AsyncIterator[int]:
        """The table's seq each time it has changed, the latest only: who is slow misses numbers, never the
        last. Ends when the house stops. Close it (`aclose`) when done.
        """
        return self._ears.listen(table_id)

    def follow(self, table_id: str, tell: Callable[[int], None]) -> Follower:
        """Let somebody be told the table's seq at once each time it has changed, until it is closed. They
        are told while the table is still held: they must not do more than remember it.
        """
        return self._ears.follow(table_id, tell)

    def at_hand(self, table_id: str, at_least: int = 0) -> Table | None:
        """The table if it can be shown without waiting for anything: see `table`."""
        hot = self._shelf.ready(table_id)
        return hot.table if hot is not None and hot.table.seq >= at_least else None

    def changes(self) -> AsyncIterator[frozenset[str]]:
        """The ids of tables that changed since last asked: for who shows the lobby live."""
        return self._ears.listen_widely()

    async def warm(self, count: int) -> int:
        """Make the most recently changed tables ready; how many there were."""
        found = await self._store.live(count)
        for table_id in found:
            await self._shelf.fetch(table_id)
        return len(found)

    # Work

    async def ask(self, table_id: str, kind: str, body: str = "{}") -> None:
        """Ask the workers to find something out about a table: `analyse`, once its match has ended. What is
        known or asked for already is not asked again.
        """
        table = await self.table(table_id)
        for known in (kind, f"{kind} failed"):
            if await self.finding(table_id, known) is not None:
                return
        job = JobRow(f"{kind} {table_id}", kind, table_id, table.moved, -1, body, milliseconds())
        await self._store.append(Batch(jobs=[job]))
        self._chores.workshop.wake()

    async def finding(self, table_id: str, kind: str) -> str | None:
        """What they found, as JSON, or None so far. `listen` speaks up when it arrives."""
        return await self._store.finding(table_id, kind)

    async def deliver(self, job: JobRow, result: Result) -> None:
        """Write what a worker found: a bot's move if the match still waits for it, or a finding."""
        if job.kind != MOVE:
            await self._keep_finding(job, result)
            return
        key = f"bot {job.base} {job.seat}"
        hot = await self._shelf.fetch(job.table)
        async with hot.held(self._patience):
            for _ in range(ATTEMPTS):
                table = hot.table
                if table.seq < job.base:
                    await self._learn(hot)
                level = self._waits_for(table, job)
                if result.stale or not level or key in table.commands:
                    break
                try:
                    acted = Acted(job.seat, possible_choice(table, job.seat, result))
                    await self._happen(hot, [acted], f"bot {level}", key, [job.id])
                    return
                except (Conflict, Repeated):
                    await self._learn(hot)
        await self._store.append(Batch(done=[job.id]))
        self._chores.changed(hot)

    async def _keep_finding(self, job: JobRow, result: Result) -> None:
        now = milliseconds()
        if result.error:
            LOG.error("a job of kind %s failed: %s", job.kind, result.error)
            findings = [FindingRow(job.table, f"{job.kind} failed", now, result.error)]
        else:
            findings = [] if result.stale else [FindingRow(job.table, job.kind, now, result.text)]
        await self._store.append(Batch(findings=findings, done=[job.id]))
        self._ears.tell(job.table, 0)

    async def time_up(self, table_id: str, now: int) -> None:
        """Let the clock of a table do what it must if the awaited seat's time is up."""
        hot = await self._shelf.fetch(table_id)
        async with hot.held(self._patience):
            for _ in range(ATTEMPTS):
                table = hot.table
                events = expire(table, self._court(table.game.name, now))
                if not events:
                    self._chores.changed(hot)
                    return
                try:
                    await self._happen(hot, events, "", f"time {table.seq}")
                    return
                except (Conflict, Repeated):
                    await self._learn(hot)

    # Inside

    async def _room_for(self, person: Person, table_id: str) -> None:
        """Refuse one more table to who sits at too many, unless it is open already."""
        if not self._most or await self.tables_open(person) < self._most:
            return
        try:
            await self.table(table_id)
        except NoSuchTable:
            raise refusal("too-many-tables", person.language, most=self._most) from None

    def _waits_for(self, table: Table, job: JobRow) -> str:
        """The level of the bot whose move a job is, if the match still waits for it."""
        if table.moved != job.base or table.awaited != job.seat:
            return ""
        return table.seats[job.seat].player

    def _court(self, game: str, now: int = 0) -> Court:
        return Court(now or milliseconds(), self._grace, (*self.levels(game), RANDOM), REGULAR)

    def _court_for(self, table: Table, command: AnyCommand) -> Court:
        court = self._court(table.game.name)
        if isinstance(command, Join) and command.token:
            return msgspec.structs.replace(court, invited=self.invites(table, command.token))
        if isinstance(command, Invite):
            hashed = hashed_token(self._invitation_token(table.id, table.invitations + 1))
            return msgspec.structs.replace(court, token=hashed)
        return court

    def _invitation_token(self, table_id: str, number: int) -> str:
        return self._token("invitation", table_id, str(number), length=26)

    def _token(self, *words: str, length: int) -> str:
        """Something nobody can guess who does not know the key, the same each time for the same words."""
        digest = hmac.digest(self._key, "\n".join(words).encode(), "sha256")
        return b32encode(digest).decode().lower()[:length]


def hashed_token(token: str) -> str:
    """What is stored of a token: enough to know it again, not enough to use it."""
    return sha256(token.encode()).hexdigest()


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


def answer(table: Table, command: AnyCommand, seq: int, repeated: bool = False) -> Answer:
    new = table.rematch if isinstance(command, Rematch) else ""
    return Answer(table.id, seq, new, repeated)


def fresh_nonce(command: AnyCommand) -> AnyCommand:
    """Who sits down without a nonce of their own gets one."""
    if isinstance(command, Join) and not command.nonce:
        return msgspec.structs.replace(command, nonce=secrets.token_hex(8))
    return command


def possible_choice(table: Table, seat: int, result: Result) -> str:
    """What a bot chose; where it failed, the first option that can be played: nobody waits for ever."""
    match = table.match
    assert match is not None
    for text in (result.text, *(action.text for action in match.options)):
        try:
            check_action(table, match, seat, text, "en")
            return text
        except Refused as error:
            LOG.error("a bot's choice is not possible: %s %s", result.error, error)
    raise Broken(table.id, "no option can be played")


def told(briefs: list[str], person: str) -> list[Brief]:
    """Briefs as a person may read them."""
    return [_BRIEFS.decode(brief).told_to(person) for brief in briefs]
