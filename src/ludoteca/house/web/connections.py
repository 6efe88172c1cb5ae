"""Limits on connections, for both parsers of uvicorn: how many, how large their headers, how slow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from ipaddress import ip_network
from typing import Any, Final

from uvicorn.protocols.http.h11_impl import H11Protocol

from ludoteca.house.monitoring import LOG
from ludoteca.house.service.rate_limits import neighbourhood, network_of
from ludoteca.house.settings import Limits
from ludoteca.house.web.guard import trusted

SHARE: Final = 4
"""One network may hold a quarter of all connections."""
AROUND: Final = 2
"""All networks of IPv6 that one household or server may have, a half."""
MOST_AHEAD: Final = 8
"""Requests that one connection may send before the first of them is answered; browsers send none. The parser
in C reads all that have come, and keeps kilobytes for each; the one in Python waits.
"""
READ_AT_ONCE: Final = 4096
"""Bytes after which it is seen whether a client keeps to the limits."""
EACH: Final = 32
"""Bytes that a header, a trailer or a chunk counts in addition: each costs far more than its bytes."""
MUCH: Final = 16 * 1024
"""Bytes of an answer that a client may leave with us for as long as it likes."""
ANNOUNCE_BODY: Final = (b"content-length", b"transfer-encoding")
LOG_INTERVAL: Final = 10.0
"""Seconds between two lines in the log about the same kind of refusal."""
_TOO_LARGE: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
)


class Door:
    """Decides who may connect, and says so in the log, but not for every connection of a flood."""

    def __init__(self, limits: Limits, proxies: Collection[str] = ()) -> None:
        self.limits = limits
        self.proxies = [ip_network(proxy) for proxy in proxies]
        self.refused: dict[str, int] = {}
        self._logged: dict[str, float] = {}

    def turned_away(self, address: str, connections: Collection[Any]) -> bool:
        """Whether somebody from this address may not connect now."""
        most = self.limits.sockets
        if not most:
            return False
        if len(connections) > most:
            self.note("too many connections")
            return True
        network = network_of(address)
        if trusted(address, self.proxies) or len(connections) <= most // SHARE:
            return False
        networks = [network_of(one.client[0]) for one in connections if one.client]
        around = neighbourhood(network)
        if networks.count(network) > most // SHARE or (
            around and sum(neighbourhood(one) == around for one in networks) > most // AROUND
        ):
            self.note("too many connections of one network")
            return True
        return False

    def note(self, reason: str) -> None:
        """Count a refusal, and log it unless it was logged a moment ago."""
        self.refused[reason] = self.refused.get(reason, 0) + 1
        now = time.monotonic()
        if now - self._logged.get(reason, -LOG_INTERVAL) >= LOG_INTERVAL:
            self._logged[reason] = now
            LOG.warning("a connection was closed", extra={"fields": {"reason": reason}})


class Limited(asyncio.Protocol):
    """What both parsers get in addition. A request has to be complete a few seconds after it began."""

    door: Door
    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    connections: set[Any]
    client: tuple[str, int] | None
    cycle: Any
    """The request whose headers are complete, or None."""
    _head = 0
    """Bytes of headers that have come so far."""
    _timer: asyncio.TimerHandle | None = None
    _taking: asyncio.TimerHandle | None = None
    """Looks whether the client takes its answer."""
    _handed_over = False
    """Whether the connection has become a WebSocket, about which nothing is decided here."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        if self.door.turned_away(self.client[0] if self.client else "", self.connections):
            self.transport.abort()
            return
        self._begin()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        super().on_response_complete()  # type: ignore[misc]  # both parsers have it
        if self._taking is None:
            self._see_that_it_is_taken(self.transport.get_write_buffer_size())

    def pause_writing(self) -> None:
        """An answer that is sent in pieces waits for its client."""
        super().pause_writing()
        if self._taking is None and not self._handed_over:
            self._see_that_it_is_taken(self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None
        super().resume_writing()

    def _see_that_it_is_taken(self, left: int) -> None:
        seconds = self.door.limits.seconds
        self._taking = self.loop.call_later(seconds, self._look, left) if seconds and left > MUCH else None

    def _look(self, before: int) -> None:
        """Let go of a client that has taken nothing of its answer since: it would keep it here for ever."""
        left = self.transport.get_write_buffer_size()
        if left >= before:
            self._taking = None
            self.door.note("an answer not taken")
            self.transport.abort()
        else:
            self._see_that_it_is_taken(left)

    def data_received(self, data: bytes) -> None:
        """Read what came, in small parts, as long as the client keeps to the limits: of 256 KB, which may
        come at once, a parser makes 65,000 headers.
        """
        for start in range(0, len(data), READ_AT_ONCE):
            if self.transport.is_closing() or self._handed_over:
                return
            self._read(data[start : start + READ_AT_ONCE])

    def _read(self, data: bytes) -> None:
        if self._between_requests:
            self._head += len(data)
        super().data_received(data)
        if self.transport.is_closing() or self._handed_over:
            self._end()
        elif self._between_requests:
            if self._head > self.door.limits.headers:
                self.door.note("headers too large")
                self.transport.write(_TOO_LARGE)
                self.transport.close()
                self._end()
            else:
                self._begin()
        elif self.cycle.more_body:
            self._head = 0
            self._begin()
        else:
            self._head = 0
            self._end()

    def handle_websocket_upgrade(self, *words: Any) -> None:
        self._handed_over = True
        super().handle_websocket_upgrade(*words)  # type: ignore[misc]  # both parsers have it

    @property
    def _between_requests(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _begin(self) -> None:
        if self._timer is None and self.door.limits.seconds:
            self._timer = self.loop.call_later(self.door.limits.seconds, self._too_late)

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _too_late(self) -> None:
        self._timer = None
        self.door.note("a request too slow")
        self.transport.abort()


class LimitedH11(Limited, H11Protocol):
    """The parser in Python."""


def limited_protocol(door: Door, quick: bool = True) -> type[asyncio.Protocol]:
    """The parser to use: the quick one if it is installed and wanted."""
    parser: type[Limited] = LimitedH11
    if quick:
        try:
            from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
        except ImportError:
            return limited_protocol(door, quick=False)

        class LimitedHttpTools(Limited, HttpToolsProtocol):
            """The parser in C. It reads trailers, and what is said of chunks, without an end, and copies a
            long trailer with each piece that comes; the one in Python has a limit of its own.
            """

            _beside = 0
            """Bytes since the last answer that were no body: headers, and whatever stands beside them."""
            _deaf = False
            """Whether nothing more is read: the connection ends with the answer that is due."""

            def on_message_begin(self) -> None:
                if len(self.pipeline) >= MOST_AHEAD:
                    self.door.note("too many requests ahead")
                    raise ConnectionAbortedError
                super().on_message_begin()

            def on_headers_complete(self) -> None:
                """Whoever wishes for another protocol gets an answer in this one, and no second. Of such a
                request the parser reads no body: it would take it for the next request, which on the
                connection of a proxy would be answered in place of somebody else's.
                """
                strange = self.parser.should_upgrade() and not self._should_upgrade()
                if strange and any(name in ANNOUNCE_BODY for name, _ in self.headers):
                    self.door.note("a body that cannot be read")
                    raise ConnectionAbortedError
                super().on_headers_complete()
                if strange:
                    self.cycle.keep_alive, self._deaf = False, True

            def _read(self, data: bytes) -> None:
                if self._deaf:
                    return
                self._beside += len(data)
                super()._read(data)
                most = self.door.limits.headers * (2 + len(self.pipeline))
                if self._beside > most and not self.transport.is_closing() and not self._handed_over:
                    self.door.note("much beside a request")
                    if self._between_requests:  # a proxy takes a server that answers nothing for a broken one
                        self.transport.write(_TOO_LARGE)
                        self.transport.close()
                    else:
                        self.transport.abort()

            def on_header(self, name: bytes, value: bytes) -> None:
                self._beside += EACH
                super().on_header(name, value)

            def on_chunk_header(self) -> None:
                self._beside += EACH

            def on_body(self, body: bytes) -> None:
                self._beside -= len(body)
                super().on_body(body)

            def on_response_complete(self) -> None:
                self._beside = 0
                super().on_response_complete()

            def handle_websocket_upgrade(self, *words: Any) -> None:
                super().handle_websocket_upgrade(*words)
                self.parser = None  # type: ignore[assignment]  # it holds us, and would keep us for long

        parser = LimitedHttpTools
    return type(parser.__name__, (parser,), {"door": door})
