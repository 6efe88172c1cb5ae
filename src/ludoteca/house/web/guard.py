"""The door: sizes, rates, origins, headers, logs and metrics, around everything else."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Final
from urllib.parse import urlsplit

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteca.house.monitoring import LOG, Metrics
from ludoteca.house.service.identity import People
from ludoteca.house.settings import Settings
from ludoteca.house.web.problems import Problem, answer

BROKEN: Final = 1011
METHODS: Final = frozenset(["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"])
SAFE: Final = frozenset(["GET", "HEAD", "OPTIONS"])
PAGE_POLICY: Final = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""For a picture that is opened by itself: it brings its own style, and can do nothing."""
DATA_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
QUIET: Final = ("/healthz", "/metrics", "/static/")
MOST_BUCKETS: Final = 20_000
ARRIVING_TOGETHER: Final = 30.0
"""Seconds' worth of newcomers who may come at once: a class, a club."""


class Bucket:
    """A token bucket: `rate` a second on average, `size` at once."""

    __slots__ = ("at", "tokens")

    def __init__(self, size: float, now: float) -> None:
        self.tokens = size
        self.at = now


class Rates:
    """Buckets by name, for one kind of asking."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.size = max(1.0, rate * burst)
        self._buckets: dict[str, Bucket] = {}

    def wait(self, name: str, now: float) -> float:
        """Take a token: 0 if there was one, else the seconds until there will be."""
        if self.rate <= 0:
            return 0.0
        bucket = self._buckets.get(name)
        if bucket is None:
            if len(self._buckets) >= MOST_BUCKETS:
                self._forget(now)
            bucket = self._buckets[name] = Bucket(self.size, now)
        else:
            bucket.tokens = min(self.size, bucket.tokens + (now - bucket.at) * self.rate)
            bucket.at = now
        if bucket.tokens >= 1:
            bucket.tokens -= 1
            return 0.0
        return (1 - bucket.tokens) / self.rate

    def _forget(self, now: float) -> None:
        """Forget who has been quiet long enough to have a full bucket again, else everybody."""
        full = self.size / self.rate
        self._buckets = {name: b for name, b in self._buckets.items() if now - b.at < full}
        if len(self._buckets) >= MOST_BUCKETS:
            self._buckets.clear()


FAULT: Final = Problem(500, "fault", "something went wrong on our side; it has been noted")


class Door:
    """The outermost application: lets in what may come in, and sends nothing out without its headers."""

    def __init__(self, app: ASGIApp, settings: Settings, people: People, metrics: Metrics) -> None:
        self.app = app
        self.people = people
        self.metrics = metrics
        self.limits = limits = settings.limits
        self.public = settings.public.rstrip("/")
        self.proxies = [ip_network(proxy) for proxy in settings.proxies]
        self.by_address = Rates(limits.address, limits.burst)
        self.reading = Rates(limits.reads, limits.burst)
        self.writing = Rates(limits.writes, limits.burst)
        self.arriving = Rates(limits.arrivals, ARRIVING_TOGETHER)
        self.connections: dict[str, int] = {}
        self.headers = _headers(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {key: value.decode("latin-1") for key, value in scope["headers"]}
        address, scheme = self._origin_of_request(scope, headers)
        person = self.people.known(headers.get(b"cookie", ""))
        scope["told"], scope["address"], scope["person"], scope["scheme"] = headers, address, person, scheme
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send, headers, address)
            return
        await Visit(self, scope, receive, send, headers).run()

    def refusal(self, scope: Scope, headers: dict[bytes, str]) -> Problem | None:
        """Why a request is turned away before anybody looks at it."""
        limits = self.limits
        if len(scope["raw_path"] or b"") + len(scope["query_string"]) > limits.line:
            return Problem(414, "too-long", "the address is too long")
        length = headers.get(b"content-length", "")
        if length and (not length.isdigit() or int(length) > limits.body):
            return Problem(413, "too-large", f"a body has at most {limits.body} bytes")
        now = time.monotonic()
        wait = self.by_address.wait(scope["address"], now)
        unsafe = scope["method"] not in SAFE
        person = scope["person"]
        if not wait and person is not None:
            wait = (self.writing if unsafe else self.reading).wait(person.id, now)
        elif not wait and unsafe:
            wait = self.arriving.wait(scope["address"], now)
        if wait:
            return Problem(429, "too-many", "that was too much at once; wait a moment", retry_after=wait)
        if unsafe and not self._same_origin(scope, headers):
            return Problem(403, "cross-site", "this came from another site, and was not done")
        return None

    def _same_origin(self, scope: Scope, headers: dict[bytes, str]) -> bool:
        """Whether a page of this house sent it, or no browser at all."""
        site = headers.get(b"sec-fetch-site")
        if site is not None and site not in ("same-origin", "none"):
            return False
        origin = headers.get(b"origin")
        if origin is None:
            return True
        if self.public and origin == self.public:
            return True
        parts = urlsplit(origin) if len(origin) < 300 else urlsplit("")
        return bool(parts.netloc) and parts.netloc == headers.get(b"host", "")

    async def _connect(
        self, scope: Scope, receive: Receive, send: Send, headers: dict[bytes, str], address: str
    ) -> None:
        """A live connection: from our own pages or from no browser, and not too many from one address."""
        reason = ""
        if not self._same_origin(scope, headers):
            reason = "cross-site"
        elif self.connections.get(address, 0) >= self.limits.connections:
            reason = "too-many-connections"
        elif self.by_address.wait(address, time.monotonic()):
            reason = "too-many"
        if reason:
            self.metrics.refused.labels(reason).inc()
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
            return
        self.connections[address] = self.connections.get(address, 0) + 1
        try:
            await self.app(scope, receive, send)
        except Exception:
            LOG.exception("a live connection failed")
            with contextlib.suppress(Exception):
                await send({"type": "websocket.close", "code": BROKEN, "reason": "fault"})
        finally:
            self.connections[address] -= 1
            if not self.connections[address]:
                del self.connections[address]

    def _origin_of_request(self, scope: Scope, headers: dict[bytes, str]) -> tuple[str, str]:
        """Whose address it is and by which scheme it came, believing only proxies we trust."""
        client = scope.get("client")
        address = client[0] if client else ""
        scheme: str = scope["scheme"]
        if not self.proxies or not trusted(address, self.proxies):
            return address, scheme
        scheme = headers.get(b"x-forwarded-proto", scheme).partition(",")[0].strip().lower()
        for hop in reversed(headers.get(b"x-forwarded-for", "").split(",")):
            if hop.strip():
                address = hop.strip()
                if not trusted(address, self.proxies):
                    break
        return address[:64], scheme if scheme in ("http", "https", "ws", "wss") else "http"


def trusted(address: str, proxies: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Whether an address is one of the proxies."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in proxies)


class Visit:
    """One request on its way in and out."""

    def __init__(
        self, door: Door, scope: Scope, receive: Receive, send: Send, headers: dict[bytes, str]
    ) -> None:
        self.door = door
        self.scope = scope
        self.receive = receive
        self.send = send
        self.headers = headers
        self.started = time.perf_counter()
        self.read = 0
        self.sent = 0
        self.status = 0

    async def run(self) -> None:
        door, scope = self.door, self.scope
        problem = door.refusal(scope, self.headers)
        try:
            if problem is not None:
                door.metrics.refused.labels(problem.type).inc()
                await answer(problem)(scope, self.receive, self.pass_out)
            else:
                await door.app(scope, self.pass_in, self.pass_out)
        except Exception:
            LOG.exception("a request failed", extra={"told": self.told()})
            if not self.status:
                await answer(FAULT)(scope, self.receive, self.pass_out)
        finally:
            self.note()

    async def pass_in(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self.read += len(message.get("body", b""))
            if self.read > self.door.limits.body:
                self.door.metrics.refused.labels("too-large").inc()
                raise HTTPException(413, f"a body has at most {self.door.limits.body} bytes")
        return message

    async def pass_out(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.dress(message)
        elif message["type"] == "http.response.body":
            self.sent += len(message.get("body", b""))
        await self.send(message)

    def dress(self, message: Message) -> None:
        """Add what every answer carries, unless it says so itself."""
        headers: list[tuple[bytes, bytes]] = list(message["headers"])
        said = {key.lower() for key, _ in headers}
        kind = next((value for key, value in headers if key.lower() == b"content-type"), b"")
        if b"content-security-policy" not in said:
            policy = PAGE_POLICY if kind.startswith(b"text/html") else DATA_POLICY
            headers.append((b"content-security-policy", policy.encode()))
        if b"cache-control" not in said:
            headers.append((b"cache-control", b"no-store"))
        headers += [(key, value) for key, value in self.door.headers if key not in said]
        cookie = self.headers.get(b"cookie", "")
        if kind.startswith(b"text/html") and cookie and b"set-cookie" not in said:
            person = self.scope["person"]
            if person is not None and self.door.people.due(cookie):
                headers.append((b"set-cookie", self.door.people.cookie(person).encode("latin-1")))
        message["headers"] = headers

    def route(self) -> str:
        """The pattern of the path rather than the path: no ids, no tokens."""
        pattern: str | None = self.scope.get("pattern")
        return pattern or getattr(self.scope.get("route"), "path", "") or "elsewhere"

    def told(self) -> dict[str, Any]:
        return {
            "route": self.route(),
            "method": self.scope["method"],
            "status": self.status,
            "ms": round((time.perf_counter() - self.started) * 1000, 2),
            "in": self.read,
            "out": self.sent,
        }

    def note(self) -> None:
        """Count it and log it: no path, no query, no cookie, no address."""
        route = self.route()
        method = self.scope["method"] if self.scope["method"] in METHODS else "other"
        self.door.metrics.asked(route, method, self.status, time.perf_counter() - self.started)
        level = logging.DEBUG if self.status < 400 else logging.INFO
        if not route.startswith(QUIET) and LOG.isEnabledFor(level):
            LOG.log(level, "a request", extra={"told": self.told()})


def _headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    told = {
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "x-frame-options": "DENY",
    }
    if settings.secure:
        told["strict-transport-security"] = "max-age=31536000"
    return [(key.encode(), value.encode()) for key, value in told.items()]
