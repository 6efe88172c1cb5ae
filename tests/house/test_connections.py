"""Connections that send too much, too slowly, or come in crowds: closed, whichever parser reads them."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.server import ServerState
from websockets.asyncio.client import connect

from ludoteca.house.live.socket_writer import ServerSocket
from ludoteca.house.settings import Limits
from ludoteca.house.web.connections import MOST_AHEAD, Door, limited_protocol
from tests.house.running import awaited, until

both_parsers = pytest.mark.parametrize("quick", [True, False], ids=["httptools", "h11"])
WHOLE = b"GET / HTTP/1.1\r\nhost: house.test\r\n\r\n"


async def reading_app(scope: dict, receive: object, send: object) -> None:  # type: ignore[type-arg]
    more = True
    while more:
        message = await receive()  # type: ignore[operator]
        more = message.get("more_body", False)
    await PlainTextResponse("ok")(scope, receive, send)  # type: ignore[arg-type]


class Served:
    def __init__(self, door: Door, port: int, state: ServerState) -> None:
        self.door = door
        self.port = port
        self.state = state

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def say(self, *parts: bytes) -> bytes:
        """What comes back before the connection is closed."""
        reader, writer = await self.connect()
        try:
            for part in parts:
                writer.write(part)
                await writer.drain()
            return await reader.read()
        except ConnectionError:
            return b""
        finally:
            writer.close()


@asynccontextmanager
async def served(quick: bool, limits: Limits, app: Any = reading_app) -> AsyncIterator[Served]:
    door = Door(limits)
    config = uvicorn.Config(app, http=limited_protocol(door, quick), ws=ServerSocket, log_config=None)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(
        lambda: config.http_protocol_class(config=config, server_state=state, app_state={}),  # type: ignore[call-arg]
        "127.0.0.1",
        0,
    )
    try:
        yield Served(door, server.sockets[0].getsockname()[1], state)
    finally:
        server.close()


@both_parsers
@awaited
async def test_headers_without_end_are_cut_off(quick: bool) -> None:
    async with served(quick, Limits(headers=4096)) as house:
        line = b"x-padding: " + b"x" * 1000 + b"\r\n"
        answer = await house.say(b"GET / HTTP/1.1\r\n" + line * 6)
        assert answer.startswith(b"HTTP/1.1 431")
        assert house.door.refused == {"headers too large": 1}
        flood = await house.say(b"GET / HTTP/1.1\r\n", *[line] * 300)
        assert flood == b"" or flood.startswith((b"HTTP/1.1 431", b"HTTP/1.1 400"))


@both_parsers
@pytest.mark.parametrize(
    "part",
    [
        b"",
        b"GET / HTTP/1.1\r\nhost: ho",
        b"POST / HTTP/1.1\r\nhost: house.test\r\ncontent-length: 100\r\n\r\nhalf",
    ],
    ids=["nothing", "half the headers", "half the body"],
)
@awaited
async def test_who_does_not_finish_a_request_is_disconnected(quick: bool, part: bytes) -> None:
    async with served(quick, Limits(seconds=0.2)) as house:
        assert await house.say(part) == b""
        assert house.door.refused == {"a request too slow": 1}


@both_parsers
@awaited
async def test_whole_requests_on_one_connection_are_answered(quick: bool) -> None:
    async with served(quick, Limits(seconds=30, headers=200)) as house:
        reader, writer = await house.connect()
        body = b"POST / HTTP/1.1\r\nhost: house.test\r\ncontent-length: 1000\r\n\r\n" + b"x" * 1000
        for request in (WHOLE, body, WHOLE, body, WHOLE):
            writer.write(request)
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.close()
        assert house.door.refused == {}


@both_parsers
@awaited
async def test_a_network_gets_its_share_of_the_connections(quick: bool) -> None:
    async with served(quick, Limits(sockets=20)) as house:
        held = [await house.connect() for _ in range(5)]
        assert await house.say(WHOLE) == b""
        assert house.door.refused == {"too many connections of one network": 1}
        for reader, writer in held:
            writer.write(WHOLE)
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
            writer.close()


def test_the_whole_house_has_a_limit_and_proxies_are_no_visitors() -> None:
    class One:
        client = ("192.0.2.1", 1)

    crowd = [One()] * 10
    assert Door(Limits(sockets=9)).turned_away("192.0.2.9", crowd)
    assert Door(Limits(sockets=20)).turned_away("192.0.2.1", crowd)
    assert not Door(Limits(sockets=20)).turned_away("192.0.2.9", crowd)
    assert not Door(Limits(sockets=20), ["192.0.2.0/24"]).turned_away("192.0.2.1", crowd)
    assert not Door(Limits(sockets=0)).turned_away("192.0.2.1", crowd)


async def echoing_app(scope: dict, receive: object, send: object) -> None:  # type: ignore[type-arg]
    """Accepts a WebSocket, and says back what it hears."""
    assert scope["type"] == "websocket"
    await receive()  # type: ignore[operator]
    await send({"type": "websocket.accept"})  # type: ignore[operator]
    while (message := await receive())["type"] == "websocket.receive":  # type: ignore[operator]
        await send({"type": "websocket.send", "text": message["text"]})  # type: ignore[operator]


@both_parsers
@awaited
async def test_a_live_connection_outlasts_the_time_for_a_request_and_is_forgotten_once_lost(
    quick: bool,
) -> None:
    gc.collect()
    gc.disable()
    try:
        async with served(quick, Limits(seconds=0.1), echoing_app) as house:
            async with connect(f"ws://127.0.0.1:{house.port}/", proxy=None) as live:
                held = weakref.ref(next(iter(house.state.connections)))
                await asyncio.sleep(0.3)
                await live.send("still here")
                assert await live.recv() == "still here"
            for _ in range(50):
                await asyncio.sleep(0.01)
                if held() is None:
                    break
            assert held() is None, "something holds a connection that is lost"
            assert not house.door.refused
    finally:
        gc.enable()


@both_parsers
@awaited
async def test_a_connection_does_not_send_endless_requests_ahead(quick: bool) -> None:
    last = WHOLE.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n")
    async with served(quick, Limits()) as house:
        assert (await house.say(WHOLE * 3 + last)).count(b"HTTP/1.1 200") == 4
        if quick:
            answered = await house.say(WHOLE * 2000)
            assert answered.count(b"HTTP/1.1 200") <= MOST_AHEAD + 1
            assert house.door.refused == {"too many requests ahead": 1}


@both_parsers
@awaited
async def test_a_live_connection_that_says_half_of_what_it_wants_is_no_fault(quick: bool) -> None:
    faults: list[Any] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, what: faults.append(what))
    async with served(quick, Limits(), echoing_app) as house:
        asked = b"GET / HTTP/1.1\r\nhost: h\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"
        assert (await house.say(asked)).startswith(b"HTTP/1.1 4")
        await asyncio.sleep(0.05)
    assert not faults


async def generous_app(scope: dict, receive: object, send: object) -> None:  # type: ignore[type-arg]
    await PlainTextResponse("x" * 20_000_000)(scope, receive, send)  # type: ignore[arg-type]


@both_parsers
@pytest.mark.parametrize("last", [b"", b"connection: close\r\n"], ids=["open", "closing"])
@awaited
async def test_who_does_not_take_an_answer_is_let_go(quick: bool, last: bytes) -> None:
    async with served(quick, Limits(seconds=0.3), generous_app) as house:
        _, writer = await asyncio.open_connection("127.0.0.1", house.port, limit=1024)
        writer.write(WHOLE.replace(b"\r\n\r\n", b"\r\n" + last + b"\r\n"))
        await until(lambda: house.door.refused)
        assert house.door.refused == {"an answer not taken": 1}
        await until(lambda: not house.state.connections)
        writer.transport.abort()
        asked = WHOLE.replace(b"\r\n\r\n", b"\r\nconnection: close\r\n\r\n")
        assert len(await house.say(asked)) > 20_000_000, "who reads gets everything"
