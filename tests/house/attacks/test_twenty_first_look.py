"""What a twenty-first look at the house found."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import pytest

from ludoteca.house.settings import Limits
from tests.house.running import awaited
from tests.house.test_connections import WHOLE, Served, both_parsers, reading_app, served

HIDDEN = b"GET /hidden HTTP/1.1\r\nhost: house.test\r\n\r\n"
PIECES = b"transfer-encoding: chunked\r\n"


def wishing_for(protocol: bytes, method: bytes, more: bytes = b"") -> bytes:
    """The head of a request whose sender would rather speak something else."""
    return (
        method + b" / HTTP/1.1\r\nhost: house.test\r\nconnection: upgrade\r\n"
        b"upgrade: " + protocol + b"\r\n" + more + b"\r\n"
    )


class Asked:
    """An application that notes what it is asked for, and how long the bodies are."""

    def __init__(self) -> None:
        self.paths: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        self.paths.append(scope["path"])
        await reading_app(scope, receive, send)


async def told(house: Served, *parts: bytes) -> bytes:
    """What comes back within a moment."""
    reader, writer = await house.connect()
    found = b""
    with contextlib.suppress(TimeoutError, ConnectionError):
        for part in parts:
            writer.write(part)
            await writer.drain()
            await asyncio.sleep(0.02)
        while piece := await asyncio.wait_for(reader.read(65_536), 0.2):
            found += piece
    writer.close()
    return found


@both_parsers
@pytest.mark.parametrize("protocol", [b"h2c", b"h2c, websocket"])
@pytest.mark.parametrize("method", [b"POST", b"GET"])
@awaited
async def test_the_body_of_a_request_that_wishes_for_another_protocol_is_not_the_next_request(
    quick: bool, protocol: bytes, method: bytes
) -> None:
    """Behind a proxy it was answered in place of what somebody else asked for next."""
    body = b"\r\n" * 4000 + HIDDEN
    pieces = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
    asked = Asked()
    async with served(quick, Limits(), asked) as house:
        for framing, sent in ((b"content-length: %d\r\n" % len(body), body), (PIECES, pieces)):
            head = wishing_for(protocol, method, framing)
            for parts in ((head + sent,), (head, sent), (head, sent[:5000], sent[5000:])):
                assert (await told(house, *parts)).count(b"HTTP/1.1 ") <= 1
    assert "/hidden" not in asked.paths


@both_parsers
@awaited
async def test_what_follows_a_wish_for_another_protocol_is_answered_or_the_connection_ends(
    quick: bool,
) -> None:
    """What came with it was thrown away, and what came later was answered in its place."""
    asked = Asked()
    async with served(quick, Limits(), asked) as house:
        answers = await told(house, wishing_for(b"h2c", b"GET") + HIDDEN, WHOLE)
    assert answers.startswith(b"HTTP/1.1 200")
    assert answers.count(b"HTTP/1.1 200") == len(asked.paths)
    assert asked.paths == ["/", "/hidden", "/"] or b"connection: close" in answers
