"""Socket writers: how a message gets to a client.

On our own server a message is written at once, without a task that waits for it. On any other ASGI server a
task sends it, and the next message waits until it is sent.
"""

from __future__ import annotations

import asyncio
from asyncio.transports import BaseTransport
from collections.abc import Callable
from typing import Final, Protocol

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from ludoteca.house.service.rate_limits import RateLimiter

EXTENSION: Final = "ludoteca.direct_writer"
"""The ASGI extension by which our own server is known."""
_TEXT: Final = 0x81
FRAMES_A_SECOND: Final = 20.0
FRAMES_AT_ONCE: Final = 10.0
"""Seconds' worth of a client's frames that may come at once: pings and pieces of messages count, too."""
READ_AT_ONCE: Final = 512
"""Bytes after which frames are counted: each of them costs far more than its bytes."""

_CANNOT_BEGIN: Final = b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
"""The answer to what begins no live connection. Proxies take a server that answers nothing for a broken one,
and send it nobody for a while.
"""


def framed(text: bytes) -> bytes:
    """A text as one WebSocket frame of a server (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size)) + text
    if size < 65536:
        return bytes((_TEXT, 126)) + size.to_bytes(2) + text
    return bytes((_TEXT, 127)) + size.to_bytes(8) + text


class ServerSocket(WebSocketsSansIOProtocol):
    """A WebSocket of our server, to which the house can write without waiting."""

    writer: DirectWriter | None = None

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._limiter = RateLimiter(FRAMES_A_SECOND, FRAMES_AT_ONCE)

    def data_received(self, data: bytes) -> None:
        """Read what came, in small parts, as long as the client keeps to its limit."""
        for start in range(0, len(data), READ_AT_ONCE):
            if self.transport.is_closing():
                return
            super().data_received(data[start : start + READ_AT_ONCE])
            if self.conn.handshake_exc is not None and not self.transport.is_closing():
                self.transport.write(b"".join(self.conn.data_to_send()) or _CANNOT_BEGIN)
                self.transport.close()

    def handle_events(self) -> None:
        frames = len(self.conn.events)
        if frames and self._limiter.seconds_to_wait("", self.loop.time(), frames):
            self.logger.warning("a client sends too many frames")
            self.transport.abort()
            return
        super().handle_events()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]  # ASGI: a dict

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of what holds us: otherwise all of it stays until the next collection of garbage."""
        super().connection_lost(exc)
        self.conn.parser.close()
        fault: BaseException | None = self.conn.handshake_exc
        self.conn.handshake_exc = None
        while fault is not None:
            fault.__traceback__ = None
            fault = fault.__context__
        if hasattr(self, "scope"):  # not if the client never said what it wants
            self.scope["extensions"].pop(EXTENSION, None)

    def push(self, text: bytes) -> None:
        """Send a text now, unless the connection is closing."""
        if self.close_sent or self.transport.is_closing():
            return
        if self.conn.extensions:
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            self.transport.write(framed(text))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.writer is not None:
            self.writer.free = False

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.writer is not None:
            self.writer.free = True
            self.writer.on_free()


class SocketWriter(Protocol):
    """Writes to one client; `free` while it accepts more."""

    free: bool

    def write(self, text: bytes) -> None:
        """Send a message; only while it is free."""
        ...

    def close(self) -> None:
        """Send nothing more."""
        ...

    def abort(self) -> None:
        """Drop the connection, with all that the client has not taken."""
        ...


class DirectWriter:
    """Writes directly to our own server."""

    def __init__(self, socket: ServerSocket, on_free: Callable[[], None]) -> None:
        self.free = socket.writable.is_set()
        self.on_free = on_free
        self.write = socket.push
        self._socket = socket
        socket.writer = self

    def close(self) -> None:
        self._socket.writer = None
        self.on_free = _nobody_waits

    def abort(self) -> None:
        self._socket.transport.abort()


def _nobody_waits() -> None:
    """For a writer that was closed."""


def _nobody_asks(error: Exception) -> None:
    """For a writer that was closed."""


class TaskWriter:
    """Writes through any ASGI server, by a task."""

    def __init__(
        self, socket: WebSocket, on_free: Callable[[], None], on_error: Callable[[Exception], None]
    ) -> None:
        self.free = True
        self._socket = socket
        self._on_free = on_free
        self._on_error = on_error
        self._task: asyncio.Task[None] | None = None

    def write(self, text: bytes) -> None:
        self.free = False
        self._task = asyncio.create_task(self._send(text.decode()))

    async def _send(self, text: str) -> None:
        try:
            await self._socket.send({"type": "websocket.send", "text": text})
        except Exception as error:
            self._on_error(error)
        else:
            self.free = True
            self._on_free()

    def close(self) -> None:
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
        self._on_free, self._on_error = _nobody_waits, _nobody_asks

    def abort(self) -> None:
        self.close()


def writer_for(
    socket: WebSocket, on_free: Callable[[], None], on_error: Callable[[Exception], None]
) -> SocketWriter:
    """The best writer for a client. It calls `on_free` when it accepts more, `on_error` if it fails."""
    served = socket.scope.get("extensions", {}).get(EXTENSION)
    if isinstance(served, ServerSocket):
        return DirectWriter(served, on_free)
    return TaskWriter(socket, on_free, on_error)
