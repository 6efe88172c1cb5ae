"""What a fourteenth look at the house found: what may come on a connection beside headers and bodies."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import time
from typing import Any

import pytest
from websockets.server import ServerProtocol

from ludoteca.house.live.socket_writer import ServerSocket
from ludoteca.house.monitoring import SILENCE, OnceInAWhile
from ludoteca.house.service.identity import HOST_LINK, LINK_AGE, Identities, nickname, used_mark
from ludoteca.house.settings import Limits
from ludoteca.house.store.store import WATCH
from ludoteca.house.table.command_handlers import unused_name
from tests.house.running import a_house, awaited, until
from tests.house.test_connections import WHOLE, both_parsers, reading_app, served
from tests.house.test_guard import guard

CHUNKED = b"POST / HTTP/1.1\r\nhost: house.test\r\ntransfer-encoding: chunked\r\n\r\n"
UPGRADE = (
    b"GET /live/x HTTP/1.1\r\nhost: house.test\r\nconnection: upgrade\r\nupgrade: websocket\r\n"
    b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
)


async def taken(writer: asyncio.StreamWriter, piece: bytes, pieces: int) -> int:
    """How many pieces the house took before it closed the connection."""
    for number in range(pieces):
        try:
            writer.write(piece)
            await writer.drain()
        except ConnectionError:
            return number
        await asyncio.sleep(0)
    return pieces


@both_parsers
@pytest.mark.parametrize(
    "begun",
    [CHUNKED + b"0\r\nx-last: ", CHUNKED + b"0\r\n", CHUNKED + b"4;x=", CHUNKED + b"4\r\nfour\r\n2;y="],
    ids=["the value of a trailer", "the name of a trailer", "what is said of a chunk", "of the second chunk"],
)
@awaited
async def test_what_is_neither_header_nor_body_has_an_end_too(quick: bool, begun: bytes) -> None:
    async with served(quick, Limits(headers=4096)) as house:
        _, writer = await house.connect()
        writer.write(begun)
        assert await taken(writer, b"x" * 65_536, 200) < 200
        writer.close()


@awaited
async def test_headers_of_the_next_request_have_an_end_while_the_first_is_answered() -> None:
    enough = asyncio.Event()

    async def slow_app(scope: Any, receive: Any, send: Any) -> None:
        await enough.wait()
        await reading_app(scope, receive, send)

    async with served(True, Limits(headers=4096), slow_app) as house:
        _, writer = await house.connect()
        writer.write(b"GET / HTTP/1.1\r\nhost: house.test\r\n\r\nGET / HTTP/1.1\r\nx-padding: ")
        assert await taken(writer, b"x" * 65_536, 200) < 200
        writer.close()
        assert house.door.refused == {"much beside a request": 1}
        enough.set()
        await asyncio.wait(house.state.tasks)


@both_parsers
@awaited
async def test_a_body_in_pieces_is_read(quick: bool) -> None:
    async with served(quick, Limits(headers=4096)) as house:
        reader, writer = await house.connect()
        for _ in range(2):
            writer.write(CHUNKED)
            for _ in range(60):
                writer.write(b"3e8\r\n" + b"x" * 1000 + b"\r\n")
                await writer.drain()
            writer.write(b"0\r\nx-last: yes\r\n\r\n")
            assert (await reader.readuntil(b"ok")).startswith(b"HTTP/1.1 200")
        writer.close()
        assert house.door.refused == {}


@both_parsers
@pytest.mark.parametrize(
    "wrong",
    [
        b"content-length: 5\r\n",
        b"x-many: x\r\n" * 200,
        b"x-long: " + b"x" * 9000 + b"\r\n",
        b"sec-websocket-version: 9\r\n",
    ],
    ids=["with a body", "with many headers", "with a long header", "in two versions"],
)
@awaited
async def test_a_live_connection_that_cannot_begin_ends_and_is_forgotten(quick: bool, wrong: bytes) -> None:
    gc.collect()
    gc.disable()
    try:
        async with served(quick, Limits()) as house:
            reader, writer = await house.connect()
            writer.write(UPGRADE + wrong + b"\r\n")
            with contextlib.suppress(ConnectionError):
                async with asyncio.timeout(2):
                    assert b" 101 " not in await reader.read()
            writer.close()
            await until(lambda: not house.state.connections)
            held = [one for one in gc.get_objects() if isinstance(one, ServerSocket | ServerProtocol)]
            assert not held, "something holds a connection that is lost"
    finally:
        gc.enable()


def test_who_sends_rubbish_again_and_again_is_logged_once_in_a_while() -> None:
    log = OnceInAWhile()

    def said(name: str, line: int, at: float) -> bool:
        record = logging.LogRecord(name, logging.WARNING, "somewhere.py", line, "so it is", (), None)
        record.created = at
        return log.filter(record)

    assert said("uvicorn.error", 7, 100.0)
    assert not said("uvicorn.error", 7, 100.0 + SILENCE / 2)
    assert said("uvicorn.error", 8, 100.0 + SILENCE / 2), "another thing"
    assert said("uvicorn.error", 7, 101.0 + SILENCE)
    assert said("uvicorn.error", 7, 50.0), "a clock may be set back"
    assert said("ludoteca.house", 7, 100.0)
    assert said("ludoteca.house", 7, 100.0), "each fault of the house is told"


@awaited
async def test_a_link_is_used_up_for_as_long_as_it_is_good(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, people = time.time(), Identities("sesame")
    async with a_house(sqlite_address) as house:
        link = people.host_token(HOST_LINK)
        for later, unused in ((1 - LINK_AGE, True), (2, False), (LINK_AGE - 1, False)):
            monkeypatch.setattr(time, "time", lambda later=later: now + later)
            monkeypatch.setattr(WATCH, "behind", later * 1000)
            assert people.is_host(link, HOST_LINK, LINK_AGE), "made by a machine whose clock is ahead"
            assert await house.use_once(used_mark(link), LINK_AGE) == unused


@both_parsers
@awaited
async def test_a_body_of_two_lengths_is_refused_and_nothing_follows(quick: bool) -> None:
    async with served(quick, Limits(), guard()) as house:
        both = CHUNKED.replace(b"\r\n\r\n", b"\r\ncontent-length: 4\r\n\r\n")
        answer = await house.say(both + b"0\r\n\r\n" + WHOLE)
        assert answer.startswith(b"HTTP/1.1 400")
        assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("name", ["C\u04bbiara", "Ch\u04cfara", "Chi\u0251ra"])
def test_further_letters_that_look_like_others(name: str) -> None:
    assert unused_name(["Chiara"], nickname(name)).endswith(" 2")
