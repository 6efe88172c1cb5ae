"""The hub of live updates: pushes what changes at a table over WebSockets.

`/live/{table}?form=json|page&last=SEQ&language=it&narrow=1&seat=N&words=0`. `last` is the last seq that the
client saw (for a page: the seq it was rendered at), so that a lost connection resumes; `-1`, or nothing, asks
for everything. Commands are not sent here: they are plain POSTs.

The server sends JSON texts, each with some of these:

    seq       the number of the table's last event; every message with news has it
    whole     true when the message holds everything rather than what changed since `last`
    layers    (page) elements of the page by id, each as HTML or SVG: the smallest whose own text changed
    lists     (page) elements whose children changed: the ids of all children now, and the new ones by id
    news      (page) sentences to read out, in order, for what happened since the last message
    moments   (page) what to play on the board for what happened since the last message
    by        (page) the seat that acted last, so that a page shows a turn of one seat as a whole
    table     (json) the table as in `GET /api/v1/tables/{table}`, with only the new log entries and chat
    here      who is here: {"seats": [0, 2], "watching": 1}; sent when it changes
    beat      a heartbeat: nothing new for a while, the connection lives
    pong      what the client said in `{"ping": …}`
    bye       the house closes or restarts: come back after so many seconds

A slow client gets the newest state when it is ready, never a backlog. The connection is closed with code 4404
if there is no such table, 1008 if a message cannot be understood, 1012 when the house restarts.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, Protocol, TypeAlias

import msgspec
from msgspec import Meta
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludoteca.draw import Changes, Piece
from ludoteca.draw.memory import MEMORY
from ludoteca.house.live.send_queue import SendQueue
from ludoteca.house.live.socket_writer import writer_for
from ludoteca.house.live.table_json import TableJson, own_part
from ludoteca.house.monitoring import LOG, Metrics
from ludoteca.house.refusals import Refused, Unavailable
from ludoteca.house.service.accounts import Sessions
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import preferred_language
from ludoteca.house.service.rate_limits import RateLimiter
from ludoteca.house.table import visibility
from ludoteca.house.table.commands import Person
from ludoteca.house.table.table import Table
from ludoteca.kernel.match import Entry

LIVE: Final = "/live/"
NO_SUCH_TABLE: Final = 4404
BAD_MESSAGE: Final = 1008
RESTARTING: Final = 1012
RETRY_SECONDS: Final = 1.0
"""Seconds after which a client may come back to a house that restarts."""
LONGEST_MESSAGE: Final = 1024
MESSAGES_A_SECOND: Final = 5.0
MESSAGES_AT_ONCE: Final = 10.0
"""Seconds' worth of a client's messages that may come at once."""
SLOW_BEATS: Final = 3
"""Heartbeats after which a client that takes nothing is let go."""
GOODBYE_SECONDS: Final = 2.0
"""Seconds that saying goodbye may take."""
_ENCODER: Final = msgspec.json.Encoder()


class PageParts(Protocol):
    """Renders the changing parts of a table's page."""

    def render(
        self, table: Table, person: Person | None, language: str, narrow: bool, seat: int = -1
    ) -> dict[str, Piece]:
        """Every element of the page that can change, by id, as the person may see it.

        Each is one element whose `id` is its key, and may hold smaller ones that can be sent alone. The
        result depends only on these arguments (not on the time), and on the person only if they own the table
        or hold a seat: it is made once for all connections for which it is equal.
        """
        ...

    def news(
        self, table: Table, person: Person | None, language: str, since: int, seat: int = -1
    ) -> list[str]:
        """The sentences to read out for what happened after event `since`, as the person may know it."""
        ...

    def moments(
        self, table: Table, person: Person | None, language: str, since: int, seat: int = -1
    ) -> list[Any]:
        """What to play on the board for it."""
        ...


Tell: TypeAlias = Callable[[Table, Person | None, str, int, int], list[Any]]
"""Tells one person something about what happened at a table after an event."""


class ConnectionOptions(msgspec.Struct, frozen=True):
    """The query of a live connection's address."""

    form: Literal["json", "page"] = "json"
    last: Annotated[int, Meta(ge=-1, le=1_000_000_000)] = -1
    seat: Annotated[int, Meta(ge=-1, le=98)] = -1
    language: Literal["", "en", "it"] = ""
    narrow: bool = False
    words: bool = True


class Connection:
    """One tab of one person at one table."""

    def __init__(self, hub: Hub, room: Room, socket: WebSocket, options: ConnectionOptions) -> None:
        self.hub = hub
        self.room = room
        self.socket = socket
        self.options = options
        self.person: Person | None = socket.scope["person"]
        accepted = socket.headers.get("accept-language", "")
        self.language = options.language or (
            self.person.language if self.person else preferred_language(accepted)
        )
        self.writer = writer_for(socket, self.on_free, self.on_error)
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when something has gone wrong."""
        self.last_sent = 0.0
        """When something was sent last."""
        self.beat_due = False
        self.pings: list[Any] = []
        self._fresh = True
        self._held_up = False
        self._held_since = 0.0
        self._last = options.last
        self._version = room.version
        self._here = b""
        self._seen: dict[str, Piece] = {}

    # Sending

    def wake(self, urgent: bool = False) -> None:
        """Queue this connection: there may be something new to send."""
        if self.writer.free:
            self.hub.send_queue.put(self, urgent)
        else:
            self._hold_up()

    def show_again(self) -> None:
        """Queue this connection: the table looks different though nothing happened there."""
        self._version = -1
        self.wake(urgent=True)

    def _hold_up(self) -> None:
        """Wait until the client accepts more."""
        if not self._held_up:
            self._held_up, self._held_since = True, self.hub.now()

    def takes_nothing(self, since: float) -> bool:
        """Whether the client has left us waiting since then."""
        return self._held_up and self._held_since < since

    def send_news(self) -> None:
        """Send the newest state if there is anything new."""
        if not self.writer.free:
            self._hold_up()
            return
        try:
            message = self.message()
            if message:
                self.writer.write(message)
        except Exception as error:
            self.on_error(error)
            return
        if message:
            self.last_sent = self.hub.now()
            traffic = self.hub.traffic[self.options.form]
            traffic.messages += 1
            traffic.bytes += len(message)

    def on_free(self) -> None:
        """Called when the client accepts more again."""
        if self._held_up:
            self._held_up = False
            self.wake(urgent=True)

    def on_error(self, error: Exception) -> None:
        """Called when the connection cannot go on."""
        if not self.ended.done():
            self.ended.set_exception(error)

    def drop(self, why: str) -> None:
        """Let go of a client at once."""
        self.writer.abort()
        self.on_error(ConnectionResetError(why))

    def close(self) -> None:
        """Send nothing more."""
        self.hub.send_queue.forget(self)
        self.writer.close()
        self.ended.cancel()

    def message(self) -> bytes:
        """What to send now, as one JSON object; empty if there is nothing new."""
        parts: list[bytes] = []
        room = self.room
        if self._fresh or room.table.seq != self._last or room.version != self._version:
            parts = self._page(room.table) if self.options.form == "page" else self._json(room.table)
            self._fresh, self._last, self._version = False, room.table.seq, room.version
        here = room.here()
        if here != self._here:
            self._here = here
            parts.append(b'"here":' + here)
        if self.pings:
            parts.append(b'"pong":' + _ENCODER.encode(self.pings.pop()))
            self.pings.clear()
        if self.beat_due and not parts:
            parts.append(b'"beat":%d' % room.table.seq)
        self.beat_due = False
        return b"{" + b",".join(parts) + b"}" if parts else b""

    def _json(self, table: Table) -> list[bytes]:
        seq = b'"seq":%d' % table.seq
        if self._last == table.seq:
            return [seq]
        since = self._last if self._last < table.seq else -1
        mine = own_part(self.hub.house, table, self.person, self.options.seat)
        told = b'"table":' + self.hub.table_json.write(
            table, mine.viewer, mine, self.language, self.options.words, since, self._unheard()
        )
        return [seq, b'"whole":true', told] if since < 0 else [seq, told]

    def _unheard(self) -> frozenset[str]:
        return self.hub.house.block_lists.known(self.person.id).unheard if self.person else frozenset()

    def _page(self, table: Table) -> list[bytes]:
        parts = [b'"seq":%d' % table.seq]
        parts_now = self.hub.parts_of(table, self)
        seen, self._seen = self._seen, parts_now
        if self._fresh and self._last == table.seq:
            return parts
        whole = self._fresh or self._last > table.seq
        if whole:
            parts.append(b'"whole":true')
        changes = Changes().compare({} if whole else seen, parts_now.values())
        if changes.whole:
            parts.append(b'"layers":' + _ENCODER.encode(changes.whole))
        if changes.lists:
            parts.append(b'"lists":' + _ENCODER.encode(changes.lists))
        news = self.hub.news_of(table, self, self._last) if 0 <= self._last < table.seq else []
        if news:
            parts.append(b'"news":' + _ENCODER.encode(news))
        moments = self.hub.moments_of(table, self, self._last) if news and not whole else []
        if moments:
            parts.append(b'"moments":' + _ENCODER.encode(moments))
        if table.last_actor >= 0:
            parts.append(b'"by":%d' % table.last_actor)
        return parts

    async def say_goodbye(self) -> None:
        """Tell the client that the house restarts."""
        with contextlib.suppress(Exception):
            await self.socket.send({"type": "websocket.send", "text": f'{{"bye":{RETRY_SECONDS}}}'})
            await self.socket.close(RESTARTING, "the house restarts")

    # Receiving

    async def receive(self) -> None:
        """Receive what the client sends until it goes, or sends too much."""
        limiter = RateLimiter(MESSAGES_A_SECOND, MESSAGES_AT_ONCE)
        now = asyncio.get_running_loop().time
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text") or ""
            try:
                said = msgspec.json.decode(text) if len(text) <= LONGEST_MESSAGE else None
            except (msgspec.DecodeError, RecursionError):
                said = None
            if not isinstance(said, dict) or limiter.seconds_to_wait("", now()):
                await self.socket.close(BAD_MESSAGE, "too much, or not understood")
                return
            if "ping" in said:
                self.pings.append(said["ping"])
                self.wake(urgent=True)


class Traffic:
    """How much was sent in one form."""

    def __init__(self) -> None:
        self.messages = 0
        self.bytes = 0


class Room:
    """All connections of this process to one table, and the follower that watches it for them."""

    def __init__(self, hub: Hub, table: Table) -> None:
        self.hub = hub
        self.table = table
        self.seq = -1
        """The last event that everybody was woken for."""
        self.version = 0
        """Grows when something changed without an event, such as a finding about the match."""
        self.connections: set[Connection] = set()
        self._here: tuple[int, bytes] | None = None
        self._newest_seq = 0
        self._reading: asyncio.Handle | asyncio.Task[None] | None = None
        self._follower = hub.house.follow(table.id, self.table_changed)
        self.table_changed(0)

    def table_changed(self, seq: int, person: str = "") -> None:
        """Read the table again, as soon as the code that changed it is done; or show it to a person again."""
        if person:
            self._show_again(person)
            return
        self._newest_seq = max(seq, self._newest_seq)
        if self._reading is None and not self.hub.closing:
            self._reading = asyncio.get_running_loop().call_soon(self._read)

    def _read(self) -> None:
        table = self.hub.house.cached_table(self.table.id, self._newest_seq)
        if table is None:
            self._reading = asyncio.create_task(self._fetch())
        else:
            self._reading = None
            self._show(table)

    async def _fetch(self) -> None:
        """Read a table that is not in memory, or not as new as it should be."""
        while True:
            seq = self._newest_seq
            try:
                table = await self.hub.house.table(self.table.id, seq)
            except Refused as refused:
                LOG.warning("a table cannot be followed just now", extra={"fields": {"why": refused.code}})
                await asyncio.sleep(RETRY_SECONDS)
            else:
                self._show(table)
                if self._newest_seq == seq:
                    self._reading = None
                    return

    def _show(self, table: Table) -> None:
        self.table = table
        if table.seq == self.seq:
            self.hub.table_json.forget_table(table)
            self.version += 1
        self.seq = table.seq
        self._here = None
        self.wake()

    def _show_again(self, person: str) -> None:
        """Show the table as it is to one person: the others do not hear of it."""
        self.hub.table_json.forget_table(self.table)
        for connection in self.connections:
            if connection.person is not None and connection.person.id == person:
                connection.show_again()

    def wake(self) -> None:
        """Wake everybody, first the person who acted last and the one whose turn it is."""
        table = self.table
        urgent = {table.seats[seat].person for seat in (table.awaited, last_to_act(table)) if seat >= 0}
        for connection in self.connections:
            connection.wake(connection.person is not None and connection.person.id in urgent)

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        if connection.person is not None:
            self.hub.house.presence.enter(self.table.id, connection.person.id)
        self._here = None
        self.wake()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        if connection.person is not None:
            self.hub.house.presence.leave(self.table.id, connection.person.id)
        self._here = None
        self.wake()

    def close(self) -> None:
        """Stop following the table."""
        self._follower.close()
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def here(self) -> bytes:
        """The seats whose persons are here, and how many others watch, as JSON."""
        if self._here is None or self._here[0] != self.table.seq:
            persons = {connection.person.id for connection in self.connections if connection.person}
            seats = [n for n, seat in enumerate(self.table.seats) if seat.person and seat.person in persons]
            held = {self.table.seats[number].person for number in seats}
            strangers = sum(connection.person is None for connection in self.connections)
            watching = len(persons - held) + strangers
            told = b'{"seats":' + _ENCODER.encode(seats) + b',"watching":%d}' % watching
            self._here = (self.table.seq, told)
        return self._here[1]


class Hub:
    """All live connections of this process."""

    def __init__(
        self,
        house: House,
        metrics: Metrics,
        heartbeat: float,
        page_parts: PageParts | None = None,
        sessions: Sessions | None = None,
    ) -> None:
        """`sessions` knows which signed-in browsers have been signed out since."""
        self.house = house
        self.sessions = sessions
        self.metrics = metrics
        self.heartbeat = heartbeat
        self.page_parts = page_parts
        self.table_json = TableJson()
        self.rooms: dict[str, Room] = {}
        self.closing = False
        self.slow_readers = 0
        """How many connections were dropped because the client took nothing."""
        self.traffic = {"json": Traffic(), "page": Traffic()}
        self.send_queue = SendQueue()
        self.now = time.monotonic
        self._heartbeat_task: asyncio.Task[None] | None = None

    def figures(self) -> dict[str, float]:
        """Numbers for the metrics."""
        found: dict[str, float] = {"live_tables": len(self.rooms), "views_written": self.table_json.written}
        found["slow_readers"] = self.slow_readers
        found["pages_bytes"] = MEMORY.bytes
        for form, traffic in self.traffic.items():
            found[f"live_messages_{form}"] = traffic.messages
            found[f"live_bytes_{form}"] = traffic.bytes
        return found

    async def start(self) -> None:
        self._heartbeat_task = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        """Say goodbye to everybody and stop following tables."""
        self.closing = True
        everybody = self.everybody()
        if everybody:
            await asyncio.wait(
                [asyncio.create_task(connection.say_goodbye()) for connection in everybody],
                timeout=GOODBYE_SECONDS,
            )
        for room in self.rooms.values():
            room.close()
        if self._heartbeat_task is not None:
            self._heartbeat_task.cancel()

    async def _serve(self, socket: WebSocket, table_id: str, options: ConnectionOptions) -> None:
        """Keep one connection up to date until it ends."""
        if socket.scope["person"] is not None:
            await self.house.block_lists.of(socket.scope["person"].id)
        room = await self._room(table_id)
        connection = Connection(self, room, socket, options)
        room.enter(connection)
        self.metrics.live.inc()
        receiving = asyncio.create_task(connection.receive())
        try:
            await asyncio.wait([receiving, connection.ended], return_when=asyncio.FIRST_COMPLETED)
            for outcome in (receiving, connection.ended):
                error = outcome.exception() if outcome.done() else None
                if isinstance(error, Exception) and not _client_left(error):
                    raise error
        finally:
            receiving.cancel()
            connection.close()
            self.metrics.live.dec()
            room.leave(connection)
            if not room.connections and self.rooms.get(table_id) is room:
                del self.rooms[table_id]
                room.close()
                self.table_json.forget_table(room.table)

    async def _room(self, table_id: str) -> Room:
        room = self.rooms.get(table_id)
        if room is None:
            table = await self.house.table(table_id)
            room = self.rooms.get(table_id)
            if room is None:
                room = self.rooms[table_id] = Room(self, table)
        return room

    async def _beat(self) -> None:
        """Send a heartbeat on quiet connections, so that clients can tell them from dead ones."""
        while True:
            await asyncio.sleep(self.heartbeat / 2)
            self.let_slow_readers_go(self.now() - self.heartbeat * SLOW_BEATS)
            await self.let_signed_out_go()
            long_ago = self.now() - self.heartbeat / 2
            for room in self.rooms.values():
                for connection in room.connections:
                    if connection.last_sent < long_ago:
                        connection.beat_due = True
                        connection.wake()

    def let_slow_readers_go(self, since: float) -> None:
        """Drop the connections of clients that have taken nothing since then: they hold memory for nothing,
        and come back by themselves.
        """
        for connection in self.everybody():
            if connection.takes_nothing(since):
                self.slow_readers += 1
                connection.drop("the client takes nothing")

    async def let_signed_out_go(self) -> None:
        """Drop the connections of browsers that were signed out, and of guests who have an account now."""
        if self.sessions is None:
            return
        for connection in self.everybody():
            person = connection.person
            with contextlib.suppress(Unavailable):
                if person is not None and not await self.sessions.valid(person):
                    connection.drop("signed out")

    def everybody(self) -> list[Connection]:
        return [connection for room in self.rooms.values() for connection in room.connections]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve the WebSocket of one table."""
        scope["pattern"] = LIVE
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        try:
            options = msgspec.convert(dict(socket.query_params), ConnectionOptions, strict=False)
        except msgspec.ValidationError:
            await socket.close(BAD_MESSAGE, "not understood")
            return
        if self.closing:
            await socket.close(RESTARTING, "the house restarts")
            return
        try:
            table, person = scope["path"][len(LIVE) :], scope["person"]
            seal = self.house.tournaments.check_seal
            await seal(table, person.id if person else "", "en", whole=False, seat=options.seat)
            await self._serve(socket, table, options)
        except Refused as refused:
            code = NO_SUCH_TABLE if refused.status < 500 else RESTARTING
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(code, refused.code)

    # What many connections share

    def parts_of(self, table: Table, connection: Connection) -> dict[str, Piece]:
        """The parts of a page, made once for all to whom the table looks the same."""
        assert self.page_parts is not None, "this house has no pages"
        person, options = visibility.participant(table, connection.person), connection.options
        cache = self.table_json.cache_of(table)
        seat = visibility.viewer_of(table, person.id if person else "", options.seat)
        key = ("page", person and person.id, seat, connection.language, options.narrow)
        found = cache.written.get(key)
        if found is None:
            found = self.page_parts.render(table, person, connection.language, options.narrow, seat)
            cache.keep(key, found)
            self.table_json.written += 1
        assert isinstance(found, dict)
        return found

    def news_of(self, table: Table, connection: Connection, since: int) -> list[str]:
        """The sentences to read out, made once for all to whom they are the same."""
        assert self.page_parts is not None, "this house has no pages"
        return self._told("news", self.page_parts.news, table, connection, since)

    def moments_of(self, table: Table, connection: Connection, since: int) -> list[Any]:
        """What to play on the board, made once for all to whom it is the same."""
        assert self.page_parts is not None, "this house has no pages"
        return self._told("moments", self.page_parts.moments, table, connection, since)

    def _told(self, what: str, tell: Tell, table: Table, connection: Connection, since: int) -> list[Any]:
        person, cache = visibility.participant(table, connection.person), self.table_json.cache_of(table)
        seat = visibility.viewer_of(table, person.id if person else "", connection.options.seat)
        key = (what, person and person.id, seat, connection.language, since)
        found = cache.written.get(key)
        if found is None:
            found = cache.keep(key, tell(table, person, connection.language, since, seat))
        assert isinstance(found, list)
        return found


def last_to_act(table: Table) -> int:
    """The seat that acted last, whatever chance made of it; -1 if none has."""
    for part in reversed(table.match.story if table.match is not None else ()):
        if isinstance(part, Entry) and part.seat >= 0:
            return part.seat
    return -1


def _client_left(error: Exception) -> bool:
    """Whether an error only says that the client went away."""
    return isinstance(error, WebSocketDisconnect | RuntimeError | OSError)
