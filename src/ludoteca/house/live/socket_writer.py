"""Wires: how a message gets to a client.

Where our own server is underneath, it is written at once, without a task that waits for it. Any other server
is asked to send it, and the next message waits until it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Protocol

from starlette.websockets import WebSocket
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

QUICK: Final = "ludoteca.wire"
"""The extension of the scope by which our server is known."""
_TEXT: Final = 0x81


def framed(text: bytes) -> bytes:
    """A text as one WebSocket frame of a server (RFC 6455, 5.2)."""
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size)) + text
    if size < 65536:
        return bytes((_TEXT, 126)) + size.to_bytes(2) + text
    return bytes((_TEXT, 127)) + size.to_bytes(8) + text


class ServedSocket(WebSocketsSansIOProtocol):
    """A WebSocket of the server, to which the house may also write without waiting."""

    wire: QuickWire | None = None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["extensions"][QUICK] = self  # type: ignore[assignment]  # ASGI: a dict

    def push(self, text: bytes) -> None:
        """Send a text now; to who is leaving, nothing."""
        if self.close_sent or self.transport.is_closing():
            return
        if self.conn.extensions:
            self.conn.send_text(text)
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            self.transport.write(framed(text))

    def pause_writing(self) -> None:
        super().pause_writing()
        if self.wire is not None:
            self.wire.free = False

    def resume_writing(self) -> None:
        super().resume_writing()
        if self.wire is not None:
            self.wire.free = True
            self.wire.opened()


class Wire(Protocol):
    """The way to one client, `free` as long as it takes more."""

    free: bool

    def say(self, text: bytes) -> None:
        """Send a message; only while it is free."""
        ...

    def cut(self) -> None:
        """Nothing more will be sent."""
        ...


class QuickWire:
    """Straight to our own server."""

    def __init__(self, socket: ServedSocket, opened: Callable[[], None]) -> None:
        self.free = socket.writable.is_set()
        self.opened = opened
        self.say = socket.push
        self._socket = socket
        socket.wire = self

    def cut(self) -> None:
        self._socket.wire = None


class SlowWire:
    """By a task, through whatever server it is."""

    def __init__(
        self, socket: WebSocket, opened: Callable[[], None], failed: Callable[[Exception], None]
    ) -> None:
        self.free = True
        self._socket = socket
        self._opened = opened
        self._failed = failed
        self._task: asyncio.Task[None] | None = None

    def say(self, text: bytes) -> None:
        self.free = False
        self._task = asyncio.create_task(self._send(text.decode()))

    async def _send(self, text: str) -> None:
        try:
            await self._socket.send({"type": "websocket.send", "text": text})
        except Exception as error:
            self._failed(error)
        else:
            self.free = True
            self._opened()

    def cut(self) -> None:
        if self._task is not None:
            self._task.cancel()


def wire_to(socket: WebSocket, opened: Callable[[], None], failed: Callable[[Exception], None]) -> Wire:
    """The best way to a client. `opened` is called when it takes more again, `failed` when it cannot."""
    served = socket.scope.get("extensions", {}).get(QUICK)
    if isinstance(served, ServedSocket):
        return QuickWire(served, opened)
    return SlowWire(socket, opened, failed)
