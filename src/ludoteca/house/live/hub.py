"""Live updates: what changed at a table, pushed over a WebSocket as it happens.

`/live/{table}?form=json|page&last=SEQ&language=it&narrow=1&seat=N&words=0`. `last` is the number the client
saw last (for a page: the seq it was rendered at), so that a lost connection resumes; `-1`, or nothing, asks
for everything. Commands are not sent here: they are plain POSTs.

The server sends JSON texts, each with some of these:

    seq       the number of the table's last event; every message with news has it
    whole     true when the message holds everything rather than what changed since `last`
    layers    (page) elements of the page by id, each as HTML or SVG: the smallest whose own text changed
    lists     (page) elements in which others came or went: the ids of all in them now, and the new ones by id
    news      (page) sentences to read out, in order, for what happened since the last message
    table     (json) the table as `GET /api/v1/tables/{table}` tells it; log and chat only what is new
    here      who is here: {"seats": [0, 2], "watching": 1}; sent when it changes
    beat      a heartbeat: nothing new for a while, the connection lives
    pong      what the client said in `{"ping": …}`
    bye       the house closes or restarts: come back after so many seconds

A slow client gets the newest state when it is ready for it, never a queue. The connection is closed with code
4404 where there is no such table, 1008 for what cannot be understood, 1012 when the house restarts.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from typing import Annotated, Any, Final, Literal, Protocol

import msgspec
from msgspec import Meta
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from ludoteca.draw import Changes, Piece
from ludoteca.house.live.send_queue import Easel
from ludoteca.house.live.socket_writer import wire_to
from ludoteca.house.live.table_json import Teller, own
from ludoteca.house.monitoring import LOG, Metrics
from ludoteca.house.refusals import Refused
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import preferred_language
from ludoteca.house.table.commands import Person
from ludoteca.house.table.table import Table
from ludoteca.house.web.guard import Rates
from ludoteca.kernel.match import Entry

LIVE: Final = "/live/"
NO_SUCH_TABLE: Final = 4404
UNFIT: Final = 1008
RESTARTING: Final = 1012
COME_BACK: Final = 1.0
"""Seconds after which a client may come back to a house that restarts."""
LONGEST_MESSAGE: Final = 1024
HEARD_A_SECOND: Final = 5.0
HEARD_AT_ONCE: Final = 10.0
"""Seconds' worth of a client's messages that may come at once."""
FAREWELL: Final = 2.0
"""Seconds that saying goodbye may take."""
_ENCODER: Final = msgspec.json.Encoder()


class Layers(Protocol):
    """Who makes the changing parts of a table's page."""

    def render(
        self, table: Table, person: Person | None, language: str, narrow: bool, seat: int = -1
    ) -> dict[str, Piece]:
        """Every element of the page that can change, by id, as the person may see it.

        Each is one element whose `id` is its key, and may hold smaller ones that can be sent alone. What is
        shown depends on these arguments alone (not on the time), and on the person only if they own the
        table or hold a seat: the text is made once and shared among all connections it is equal for.
        """
        ...

    def news(
        self, table: Table, person: Person | None, language: str, since: int, seat: int = -1
    ) -> list[str]:
        """The sentences to read out for what happened after event `since`, as the person learnt of it."""
        ...


class Wishes(msgspec.Struct, frozen=True):
    """What the address of a live connection asks for."""

    form: Literal["json", "page"] = "json"
    last: Annotated[int, Meta(ge=-1, le=1_000_000_000)] = -1
    seat: Annotated[int, Meta(ge=-1, le=98)] = -1
    language: Literal["", "en", "it"] = ""
    narrow: bool = False
    words: bool = True


class Connection:
    """One tab of one person at one table."""

    def __init__(self, hub: Hub, room: Room, socket: WebSocket, wishes: Wishes) -> None:
        self.hub = hub
        self.room = room
        self.socket = socket
        self.wishes = wishes
        self.person: Person | None = socket.scope["person"]
        accepted = socket.headers.get("accept-language", "")
        self.language = wishes.language or (
            self.person.language if self.person else preferred_language(accepted)
        )
        self.wire = wire_to(socket, self.opened, self.failed)
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done when something went wrong."""
        self.spoke = 0.0
        """When something was said last."""
        self.beat_due = False
        self.pings: list[Any] = []
        self._fresh = True
        self._held_up = False
        self._last = wishes.last
        self._version = room.version
        self._here = b""
        self._seen: dict[str, Piece] = {}

    # Speaking

    def stir(self, urgent: bool = False) -> None:
        """There may be something new to say."""
        if self.wire.free:
            self.hub.easel.put(self, urgent)
        else:
            self._held_up = True

    def speak(self) -> None:
        """Send what is new if there is something new: the newest state, not every one."""
        if not self.wire.free:
            self._held_up = True
            return
        try:
            message = self.message()
            if message:
                self.wire.say(message)
        except Exception as error:
            self.failed(error)
            return
        if message:
            self.spoke = self.hub.now()
            told = self.hub.told[self.wishes.form]
            told.messages += 1
            told.bytes += len(message)

    def opened(self) -> None:
        """The client takes more again."""
        if self._held_up:
            self._held_up = False
            self.stir(urgent=True)

    def failed(self, error: Exception) -> None:
        """This connection cannot go on."""
        if not self.ended.done():
            self.ended.set_exception(error)

    def close(self) -> None:
        """Nothing more will be said."""
        self.hub.easel.forget(self)
        self.wire.cut()
        self.ended.cancel()

    def message(self) -> bytes:
        """What to say now, as one JSON object; nothing if there is nothing new."""
        parts: list[bytes] = []
        room = self.room
        if self._fresh or room.table.seq != self._last or room.version != self._version:
            parts = self._page(room.table) if self.wishes.form == "page" else self._json(room.table)
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
        mine = own(self.hub.house, table, self.person, self.wishes.seat)
        told = b'"table":' + self.hub.teller.tell(
            table, mine.viewer, mine, self.language, self.wishes.words, since
        )
        return [seq, b'"whole":true', told] if since < 0 else [seq, told]

    def _page(self, table: Table) -> list[bytes]:
        parts = [b'"seq":%d' % table.seq]
        layers = self.hub.layers_of(table, self)
        seen, self._seen = self._seen, layers
        if self._fresh and self._last == table.seq:
            return parts
        whole = self._fresh or self._last > table.seq
        if whole:
            parts.append(b'"whole":true')
        changes = Changes().compare({} if whole else seen, layers.values())
        if changes.whole:
            parts.append(b'"layers":' + _ENCODER.encode(changes.whole))
        if changes.lists:
            parts.append(b'"lists":' + _ENCODER.encode(changes.lists))
        news = self.hub.news_of(table, self, self._last) if 0 <= self._last < table.seq else []
        if news:
            parts.append(b'"news":' + _ENCODER.encode(news))
        return parts

    async def farewell(self) -> None:
        """Tell the client that the house restarts."""
        with contextlib.suppress(Exception):
            await self.socket.send({"type": "websocket.send", "text": f'{{"bye":{COME_BACK}}}'})
            await self.socket.close(RESTARTING, "the house restarts")

    # Hearing

    async def hear(self) -> None:
        """Take in what the client says until it goes, or says too much."""
        rates = Rates(HEARD_A_SECOND, HEARD_AT_ONCE)
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
            if not isinstance(said, dict) or rates.wait("", now()):
                await self.socket.close(UNFIT, "too much, or not understood")
                return
            if "ping" in said:
                self.pings.append(said["ping"])
                self.stir(urgent=True)


class Told:
    """How much has been said in one form."""

    def __init__(self) -> None:
        self.messages = 0
        self.bytes = 0


class Room:
    """Everybody who looks at one table here and now, and the one who listens for them all."""

    def __init__(self, hub: Hub, table: Table) -> None:
        self.hub = hub
        self.table = table
        self.seq = -1
        """The last event that everybody was told of."""
        self.version = 0
        """Grows when something changed that no event tells, such as a finding about the match."""
        self.connections: set[Connection] = set()
        self._here: tuple[int, bytes] | None = None
        self._heard = 0
        self._looking: asyncio.Handle | asyncio.Task[None] | None = None
        self._ear = hub.house.follow(table.id, self.heard)
        self.heard(0)

    def heard(self, seq: int) -> None:
        """The table has changed: look at it as soon as whoever changed it is done."""
        self._heard = max(seq, self._heard)
        if self._looking is None and not self.hub.closing:
            self._looking = asyncio.get_running_loop().call_soon(self._look)

    def _look(self) -> None:
        table = self.hub.house.at_hand(self.table.id, self._heard)
        if table is None:
            self._looking = asyncio.create_task(self._fetch())
        else:
            self._looking = None
            self._show(table)

    async def _fetch(self) -> None:
        """Look at a table that is not at hand, or not as new as it should be."""
        while True:
            seq = self._heard
            try:
                table = await self.hub.house.table(self.table.id, seq)
            except Refused as refused:
                LOG.warning("a table cannot be followed just now", extra={"told": {"why": refused.code}})
                await asyncio.sleep(COME_BACK)
            else:
                self._show(table)
                if self._heard == seq:
                    self._looking = None
                    return

    def _show(self, table: Table) -> None:
        self.table = table
        if table.seq == self.seq:
            self.hub.teller.drop(table.id)
            self.version += 1
        self.seq = table.seq
        self._here = None
        self.stir()

    def stir(self) -> None:
        """Tell everybody: first those who wait for what they did, or for whom the table waits."""
        table = self.table
        urgent = {table.seats[seat].person for seat in (table.awaited, last_to_act(table)) if seat >= 0}
        for connection in self.connections:
            connection.stir(connection.person is not None and connection.person.id in urgent)

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        self._here = None
        self.stir()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self._here = None
        self.stir()

    def close(self) -> None:
        """Listen no more."""
        self._ear.close()
        if self._looking is not None:
            self._looking.cancel()

    def here(self) -> bytes:
        """Which seats' persons are here, and how many others watch."""
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
        self, house: House, metrics: Metrics, heartbeat: float, layers: Layers | None = None
    ) -> None:
        self.house = house
        self.metrics = metrics
        self.heartbeat = heartbeat
        self.layers = layers
        self.teller = Teller()
        self.rooms: dict[str, Room] = {}
        self.closing = False
        self.told = {"json": Told(), "page": Told()}
        self.easel = Easel()
        self.now = time.monotonic
        self._beating: asyncio.Task[None] | None = None

    def figures(self) -> dict[str, float]:
        """Numbers for metrics."""
        found: dict[str, float] = {"live_tables": len(self.rooms), "views_written": self.teller.written}
        for form, told in self.told.items():
            found[f"live_messages_{form}"] = told.messages
            found[f"live_bytes_{form}"] = told.bytes
        return found

    async def start(self) -> None:
        self._beating = asyncio.create_task(self._beat())

    async def stop(self) -> None:
        """Say goodbye to everybody, and listen no more."""
        self.closing = True
        everybody = [connection for room in self.rooms.values() for connection in room.connections]
        if everybody:
            await asyncio.wait(
                [asyncio.create_task(connection.farewell()) for connection in everybody], timeout=FAREWELL
            )
        for room in self.rooms.values():
            room.close()
        if self._beating is not None:
            self._beating.cancel()

    async def attend(self, socket: WebSocket, table_id: str, wishes: Wishes) -> None:
        """Keep one connection up to date until it ends."""
        room = await self._room(table_id)
        connection = Connection(self, room, socket, wishes)
        room.enter(connection)
        self.metrics.live.inc()
        hearing = asyncio.create_task(connection.hear())
        try:
            await asyncio.wait([hearing, connection.ended], return_when=asyncio.FIRST_COMPLETED)
            for outcome in (hearing, connection.ended):
                error = outcome.exception() if outcome.done() else None
                if isinstance(error, Exception) and not _gone(error):
                    raise error
        finally:
            hearing.cancel()
            connection.close()
            self.metrics.live.dec()
            room.leave(connection)
            if not room.connections and self.rooms.get(table_id) is room:
                del self.rooms[table_id]
                room.close()

    async def _room(self, table_id: str) -> Room:
        room = self.rooms.get(table_id)
        if room is None:
            table = await self.house.table(table_id)
            room = self.rooms.get(table_id)
            if room is None:
                room = self.rooms[table_id] = Room(self, table)
        return room

    async def _beat(self) -> None:
        """Let nobody wonder whether a quiet connection is a dead one."""
        while True:
            await asyncio.sleep(self.heartbeat / 2)
            long_ago = self.now() - self.heartbeat / 2
            for room in self.rooms.values():
                for connection in room.connections:
                    if connection.spoke < long_ago:
                        connection.beat_due = True
                        connection.stir()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The WebSocket of one table."""
        scope["pattern"] = LIVE
        socket = WebSocket(scope, receive, send)
        await socket.accept()
        try:
            wishes = msgspec.convert(dict(socket.query_params), Wishes, strict=False)
        except msgspec.ValidationError:
            await socket.close(UNFIT, "not understood")
            return
        if self.closing:
            await socket.close(RESTARTING, "the house restarts")
            return
        try:
            await self.attend(socket, scope["path"][len(LIVE) :], wishes)
        except Refused as refused:
            code = NO_SUCH_TABLE if refused.status == 404 else RESTARTING
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(code, refused.code)

    # What many connections share

    def layers_of(self, table: Table, connection: Connection) -> dict[str, Piece]:
        """The layers of a page, made once for all to whom the table looks the same."""
        assert self.layers is not None, "this house has no pages"
        person, wishes = self._somebody(table, connection), connection.wishes
        written = self.teller.about(table).written
        key = ("page", person and person.id, wishes.seat, connection.language, wishes.narrow)
        found = written.get(key)
        if found is None:
            found = self.layers.render(table, person, connection.language, wishes.narrow, wishes.seat)
            written[key] = found
            self.teller.written += 1
        assert isinstance(found, dict)
        return found

    def news_of(self, table: Table, connection: Connection, since: int) -> list[str]:
        """The sentences to read out, made once for all who hear the same."""
        assert self.layers is not None, "this house has no pages"
        person, seat = self._somebody(table, connection), connection.wishes.seat
        written = self.teller.about(table).written
        key = ("news", person and person.id, seat, connection.language, since)
        found = written.get(key)
        if found is None:
            found = written[key] = self.layers.news(table, person, connection.language, since, seat)
        assert isinstance(found, list)
        return found

    def _somebody(self, table: Table, connection: Connection) -> Person | None:
        """The person, if the table looks different to them than to any stranger."""
        person = connection.person
        if person is None or person.id == table.owner or table.seats_of(person.id):
            return person
        return None


def last_to_act(table: Table) -> int:
    """The seat that acted last, whatever chance made of it; -1 if none has."""
    for part in reversed(table.match.story if table.match is not None else ()):
        if isinstance(part, Entry) and part.seat >= 0:
            return part.seat
    return -1


def _gone(error: Exception) -> bool:
    """Whether an error only says that the client went away."""
    return isinstance(error, WebSocketDisconnect | RuntimeError | OSError)
