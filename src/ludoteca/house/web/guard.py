"""The guard around the application: size and rate limits, origins, security headers, logs and metrics."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import Counter
from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludoteca.house.input import NUL, whole_number, without_quoting
from ludoteca.house.monitoring import LOG, Metrics
from ludoteca.house.refusals import Unavailable
from ludoteca.house.service.accounts import Sessions
from ludoteca.house.service.identity import Identities
from ludoteca.house.service.rate_limits import (
    NEIGHBOURS,
    RateLimiter,
    is_address,
    neighbourhood,
    network_of,
    plain_address,
    without_port,
)
from ludoteca.house.settings import Limits, Settings
from ludoteca.house.web.problems import Problem, and_when, problem_response
from ludoteca.house.web.request_turns import TURNS_OF_COMMANDS, Turns

SERVER_FAULT: Final = 1011
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
        "worker-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox"
"""For a picture that is opened by itself: it has its own style and may load nothing."""
DATA_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
HEALTH: Final = "/healthz"
METRICS: Final = "/metrics"
QUIET: Final = (HEALTH, METRICS, "/static/")
QUICK: Final = (HEALTH, "/static/")
API: Final = "/api/"
JSON: Final = "application/json"
COMMANDS: Final = ("/do", "/commands")
"""How the addresses end at which pages and programs send commands."""
WORK: Final = "/api/v1/work/"
"""Where workers ask: programs with a key, and no newcomers."""
ACQUIRE, SUBMIT = f"{WORK}acquire", f"{WORK}submit"
"""Where a worker waits for jobs, half a minute perhaps, and where it sends what came of them."""
WORK_BODY: Final = 2**20
"""Bytes of what a worker sends there at most: a whole analysis."""
NEWCOMERS_AT_ONCE: Final = 30.0
"""Seconds' worth of new people who may come at once: a class, a club."""
TOO_MANY: Final = 429
LOG_INTERVAL: Final = 10.0
"""Seconds between two lines in the log about requests that came too fast: a flood of them filled the disk."""
LINES_A_SECOND, LINES_AT_ONCE = 20.0, 10.0
"""Lines about other requests that are refused, and seconds' worth of them that may come at once."""
FAULTS_AT_ONCE: Final = 20.0
"""Faults of ours that are told at once, each with where it happened; after that one a second."""
FLOOD: Final = 500
"""Such requests in that time beyond which they are refused slowly: who does not wait is made to."""
SLOWLY: Final = 1.0
"""Seconds for which a refusal is held back then."""
LEFT_UNREAD: Final = 4096
"""Bytes of a body that nobody read and that may follow an answer; after more the connection ends. What comes
next on it may be somebody else's request, behind a proxy, and would be answered in place of the body.
"""
PASSED_ON: Final = frozenset(["forwarded", "x-forwarded-for", "x-real-ip", "via"])
"""What proxies say by which a request is known that did not come from who sent it."""
KEPT_OR_SET: Final = frozenset([b"cache-control", b"set-cookie"])
"""What an answer says that gets no new cookie from us: it has one, or others may keep it and hand it to
strangers, cookie included.
"""
FAULT: Final = Problem(500, "fault", "something went wrong on our side; it has been noted")


class Guard:
    """The outermost application: refuses what exceeds the limits, and adds headers to every answer."""

    def __init__(
        self,
        app: ASGIApp,
        settings: Settings,
        identities: Identities,
        metrics: Metrics,
        sessions: Sessions | None = None,
        page: Callable[[Request, int], Response] | None = None,
    ) -> None:
        """`sessions` knows who has been signed out since; `page` tells people of a problem."""
        self.sessions = sessions
        self.page = page
        self.app = app
        self.identities = identities
        self.metrics = metrics
        self.limits = limits = settings.limits
        self.hosts = settings.allowed_hosts
        self.public = settings.public.rstrip("/")
        self.proxies = [ip_network(proxy) for proxy in settings.proxies]
        self.by_network = RateLimiter(limits.address, limits.burst)
        self.reads = RateLimiter(limits.reads, limits.burst)
        self.writes = RateLimiter(limits.writes, limits.burst)
        self.newcomers = RateLimiter(limits.arrivals, NEWCOMERS_AT_ONCE)
        self.connections: Counter[str] = Counter()
        """Live connections of each network, and of each neighbourhood of networks."""
        self.turns = Turns(self.connections)
        self.headers = _headers(settings)
        self._logged_at = -LOG_INTERVAL
        self._unlogged = 0
        self._lines = RateLimiter(LINES_A_SECOND, LINES_AT_ONCE)
        self._untold = 0
        self._faults = RateLimiter(1.0, FAULTS_AT_ONCE)
        self._untold_faults = 0

    def change(self, limits: Limits) -> None:
        """Let other limits hold from now on."""
        self.limits = limits
        self.by_network.change(limits.address)
        self.reads.change(limits.reads)
        self.writes.change(limits.writes)
        self.newcomers.change(limits.arrivals)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if any(key == b"cookie" and b"\\" in value for key, value in scope["headers"]):
            scope["headers"] = [
                (key, without_quoting(value) if key == b"cookie" else value)
                for key, value in scope["headers"]
            ]
        headers = {key: value.decode("latin-1") for key, value in scope["headers"]}
        address, scheme = self._address_and_scheme(scope, headers)
        person, known = self.identities.person_in(headers.get(b"cookie", "")), True
        if person is not None and self.sessions is not None:
            try:
                person = person if await self.sessions.valid(person) else None
            except Unavailable:
                person, known = None, False
        scope["header_texts"], scope["person"], scope["known"] = headers, person, known
        scope["address"], scope["scheme"] = address, scheme
        scope["visitor"] = network_of(address)
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send, headers)
            return
        await GuardedRequest(self, scope, receive, send, headers).run()

    def refusal(self, scope: Scope, headers: dict[bytes, str]) -> Problem | None:
        """Why a request is refused before it is handled, or None."""
        limits = self.limits
        now = time.monotonic()
        wait = self.by_network.seconds_to_wait(scope["visitor"], now)
        if wait:
            return _too_many(wait)
        if NUL in scope["path"] or b"%00" in scope["query_string"]:
            return Problem(422, "unfit", "the address has a character that no text has")
        if len(scope["raw_path"] or b"") + len(scope["query_string"]) > limits.line:
            return Problem(414, "too-long", "the address is too long")
        length = headers.get(b"content-length", "")
        if length and b"transfer-encoding" in headers:  # a proxy may believe the other of the two
            return Problem(400, "malformed", "the body has two lengths")
        most = self.longest_body(scope)
        if length and whole_number(length, most) is None:
            return Problem(413, "too-large", f"a body has at most {most} bytes")
        if sum(len(key) + len(value) for key, value in scope["headers"]) > limits.headers:
            return Problem(431, "too-large", f"headers have at most {limits.headers} bytes")
        if not self._our_host(scope, headers):
            return Problem(421, "misdirected", "this house has another name")
        if not scope["known"]:
            return Problem(503, "unavailable", "the house cannot look up who you are; please try again")
        unsafe = scope["method"] not in SAFE
        person = scope["person"]
        if person is not None:
            wait = (self.writes if unsafe else self.reads).seconds_to_wait(person.id, now)
        elif unsafe and not scope["path"].startswith(WORK):
            wait = self.newcomers.seconds_to_wait(scope["visitor"], now)
        queue = self.queue(scope, headers)
        if not wait and queue and self.turns.full(queue):
            wait = 1.0
        if not wait and unsafe and self.turns.much_to_come(scope["visitor"]):
            wait = 1.0
        if wait:
            return _too_many(wait)
        if unsafe and not self._same_origin(scope, headers):
            return Problem(403, "cross-site", "this came from another site, and was not done")
        return None

    def too_many_before(self) -> int | None:
        """How many requests that came too fast the log has not told of; None if it told of one just now."""
        now = time.monotonic()
        if now - self._logged_at < LOG_INTERVAL:
            self._unlogged += 1
            return None
        before, self._logged_at, self._unlogged = self._unlogged, now, 0
        return before

    def refused_before(self) -> int | None:
        """How many other refused requests the log has not told of; None if it tells of many already."""
        if self._lines.seconds_to_wait("", time.monotonic()):
            self._untold += 1
            return None
        before, self._untold = self._untold, 0
        return before

    def tell_of_fault(self, say: str, fields: dict[str, Any]) -> None:
        """Log the fault in hand, and where it came from; of many one a second, with the number of others."""
        if self._faults.seconds_to_wait("", time.monotonic()):
            self._untold_faults += 1
            return
        more = {"more_before": self._untold_faults} if self._untold_faults else {}
        self._untold_faults = 0
        LOG.exception(say, extra={"fields": {**fields, **more}})

    @property
    def flooded(self) -> bool:
        return self._unlogged > FLOOD

    def told(self, scope: Scope, headers: dict[bytes, str], problem: Problem) -> Response:
        """A problem as people read it, or programs. In a flood nobody reads."""
        read = "text/html" in headers.get(b"accept", "") and not scope["path"].startswith(API)
        if self.page is None or not read or self.flooded:
            return problem_response(problem)
        return and_when(self.page(Request(scope), problem.status), problem)

    def longest_body(self, scope: Scope) -> int:
        """The bytes that the body of a request may have: more where workers send whole analyses."""
        return max(self.limits.body, WORK_BODY) if scope["path"] == SUBMIT else self.limits.body

    def queue(self, scope: Scope, headers: dict[bytes, str]) -> str:
        """Where a request waits for its turn, behind others of its network: in one queue what takes some time
        of the processor, in another commands, which cost less and wait for the disk together. Empty: it waits
        nowhere. Whoever sends a command as a form, without a script, may be shown a whole page.
        """
        path, network = scope["path"], str(scope["visitor"])
        if not self.limits.address or path == ACQUIRE or path.startswith(QUICK):
            return ""
        command = scope["method"] not in SAFE and (path.endswith(COMMANDS) or path.startswith(WORK))
        cheap = path.startswith(API) or JSON in headers.get(b"accept", "")
        return f"{TURNS_OF_COMMANDS}{network}" if command and cheap else network

    def _our_host(self, scope: Scope, headers: dict[bytes, str]) -> bool:
        """Whether the request asks for a host name that the house goes by. Health checks may ask for any, and
        for figures one may ask by an address: only names can be made to lead elsewhere.
        """
        host = headers.get(b"host", "").lower()
        if sum(key == b"host" for key, _ in scope["headers"]) > 1:  # others may read another of them
            return False
        if not self.hosts or host in self.hosts or scope["path"] == HEALTH:
            return True
        return scope["path"] == METRICS and is_address(without_port(host))

    def _same_origin(self, scope: Scope, headers: dict[bytes, str]) -> bool:
        """Whether a page of this house sent it, or a program that is no browser."""
        site = headers.get(b"sec-fetch-site")
        if site is not None and site not in ("same-origin", "none"):
            return False
        origin = headers.get(b"origin")
        if origin is None:
            return True
        if self.public and origin == self.public:
            return True
        _, found, host = origin.partition("://")
        return bool(found and host) and host == headers.get(b"host", "")

    async def _connect(self, scope: Scope, receive: Receive, send: Send, headers: dict[bytes, str]) -> None:
        """Admit a live connection from our own pages or from a program, but not too many from one network."""
        reason, network = "", scope["visitor"]
        if NUL in scope["path"]:
            reason = "unfit"
        elif not self._our_host(scope, headers):
            reason = "misdirected"
        elif not scope["known"]:
            reason = "unavailable"
        elif not self._same_origin(scope, headers):
            reason = "cross-site"
        elif self._crowded(network):
            reason = "too-many-connections"
        elif self.by_network.seconds_to_wait(network, time.monotonic()):
            reason = "too-many"
        if reason:
            self.metrics.refused.labels(reason).inc()
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": reason})
            return
        counted = [one for one in (network, neighbourhood(network)) if one]
        self.connections.update(counted)
        try:
            await self.app(scope, receive, send)
        except Exception:
            self.tell_of_fault("a live connection failed", {})
            with contextlib.suppress(Exception):
                await send({"type": "websocket.close", "code": SERVER_FAULT, "reason": "fault"})
        finally:
            for one in counted:
                self.connections[one] -= 1
                if not self.connections[one]:
                    del self.connections[one]

    def strange_proxy(self, request: Request) -> bool:
        """Whether a proxy that nobody told us to believe has passed a request on, so that it seems to come
        from the proxy itself.
        """
        client = request.client.host if request.client else ""
        return not PASSED_ON.isdisjoint(request.headers) and not trusted(client, self.proxies)

    def _crowded(self, network: str) -> bool:
        """Whether a network, or all around it together, hold as many live connections as they may."""
        most = self.limits.connections
        around = self.connections[neighbourhood(network)]
        return self.connections[network] >= most or around >= most * NEIGHBOURS

    def _address_and_scheme(self, scope: Scope, headers: dict[bytes, str]) -> tuple[str, str]:
        """The address and the scheme of a request, as trusted proxies report them."""
        client = scope.get("client")
        address = client[0] if client else ""
        scheme: str = scope["scheme"]
        if not self.proxies or not trusted(address, self.proxies):
            return address, scheme
        scheme = headers.get(b"x-forwarded-proto", scheme).partition(",")[0].strip().lower()
        lines = [value.decode("latin-1") for key, value in scope["headers"] if key == b"x-forwarded-for"]
        for hop in reversed(",".join(lines).split(",")):  # each proxy may add a line of its own
            if hop.strip():
                address = without_port(hop.strip())
                if not trusted(address, self.proxies):
                    break
        return address[:64], scheme if scheme in ("http", "https", "ws", "wss") else "http"


def trusted(address: str, proxies: Iterable[IPv4Network | IPv6Network]) -> bool:
    """Whether an address is one of the trusted proxies."""
    try:
        found = plain_address(address)
    except ValueError:
        return False
    return any(found in network for network in proxies)


class GuardedRequest:
    """One request on its way in, and its answer on the way out."""

    def __init__(
        self, guard: Guard, scope: Scope, receive: Receive, send: Send, headers: dict[bytes, str]
    ) -> None:
        self.guard = guard
        self.scope = scope
        self.receive = receive
        self.send = send
        self.headers = headers
        self.started = time.perf_counter()
        self.read = 0
        length = whole_number(headers.get(b"content-length", "0"), LEFT_UNREAD)
        self.unread = length is None or b"transfer-encoding" in headers or b"expect" in headers
        """Whether much of the body may still be to come; or none of it: who waits to be asked for a body may
        send the next request in its place.
        """
        self.ahead: list[Message] = []
        """What was read of the body before the request had its turn."""
        self.sent = 0
        self.status = 0

    async def run(self) -> None:
        problem = self.guard.refusal(self.scope, self.headers)
        queue = self.guard.queue(self.scope, self.headers) if problem is None else ""
        if not queue:
            await self.answer(problem)
            return
        if self.scope["method"] not in SAFE and not self.scope["path"].startswith(WORK):
            with self.guard.turns.coming(self.scope["visitor"]):
                await self.read_ahead()
        async with self.guard.turns.wait(queue) as turn:
            await turn.take(self.answer(None))

    async def read_ahead(self) -> None:
        """Read the body, as long as it may be."""
        most = self.guard.longest_body(self.scope)
        body, more = bytearray(), True
        while more and self.read <= most:
            message = await self.read_on()
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if message["type"] != "http.request":
                self.ahead = [{"type": "http.request", "body": bytes(body), "more_body": True}, message]
                return
        self.ahead = [{"type": "http.request", "body": bytes(body), "more_body": more}]

    async def answer(self, problem: Problem | None) -> None:
        """Answer with a problem, or with what the application says."""
        guard, scope = self.guard, self.scope
        try:
            if problem is not None:
                guard.metrics.refused.labels(problem.type).inc()
                if problem.status == TOO_MANY and guard.flooded:
                    await asyncio.sleep(SLOWLY)
                told = guard.told(scope, self.headers, problem)
                await told(scope, self.receive, self.send_with_headers)
            else:
                await guard.app(scope, self.receive_checked, self.send_with_headers)
        except Exception:
            guard.tell_of_fault("a request failed", self.log_fields())
            if not self.status:
                told = guard.told(scope, self.headers, FAULT)
                await told(scope, self.receive, self.send_with_headers)
        finally:
            self.count_and_log()

    async def receive_checked(self) -> Message:
        message = self.ahead.pop(0) if self.ahead else await self.read_on()
        most = self.guard.longest_body(self.scope)
        if message["type"] == "http.request" and self.read > most:
            self.guard.metrics.refused.labels("too-large").inc()
            raise HTTPException(413, f"a body has at most {most} bytes")
        return message

    async def read_on(self) -> Message:
        """What comes next of the body, counted."""
        message = await self.receive()
        if message["type"] == "http.request":
            self.read += len(message.get("body", b""))
            self.unread = self.unread and message.get("more_body", False)
        return message

    async def send_with_headers(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.add_headers(message)
        elif message["type"] == "http.response.body":
            self.sent += len(message.get("body", b""))
        await self.send(message)

    def add_headers(self, message: Message) -> None:
        """Add the headers that every answer carries, unless it has them."""
        headers: list[tuple[bytes, bytes]] = list(message["headers"])
        said = {key.lower() for key, _ in headers}
        kind = next((value for key, value in headers if key.lower() == b"content-type"), b"")
        if b"content-security-policy" not in said:
            policy = PAGE_POLICY if kind.startswith(b"text/html") else DATA_POLICY
            headers.append((b"content-security-policy", policy.encode()))
        if b"cache-control" not in said:
            headers.append((b"cache-control", b"no-store"))
        if self.unread:
            headers.append((b"connection", b"close"))
        headers += [(key, value) for key, value in self.guard.headers if key not in said]
        cookie = self.headers.get(b"cookie", "")
        if kind.startswith(b"text/html") and cookie and not said & KEPT_OR_SET:
            person = self.scope["person"]
            if person is not None and self.guard.identities.needs_renewal(cookie):
                headers.append((b"set-cookie", self.guard.identities.cookie(person).encode("latin-1")))
        message["headers"] = headers

    def route(self) -> str:
        """The pattern of the path, without ids and tokens."""
        pattern: str | None = self.scope.get("pattern")
        return pattern or getattr(self.scope.get("route"), "path", "") or "elsewhere"

    def log_fields(self) -> dict[str, Any]:
        return {
            "route": self.route(),
            "method": self.scope["method"],
            "status": self.status,
            "ms": round((time.perf_counter() - self.started) * 1000, 2),
            "in": self.read,
            "out": self.sent,
        }

    def count_and_log(self) -> None:
        """Count it and log it, without path, query, cookie or address."""
        route = self.route()
        method = self.scope["method"] if self.scope["method"] in METHODS else "other"
        self.guard.metrics.count_request(route, method, self.status, time.perf_counter() - self.started)
        level = logging.DEBUG if self.status < 400 else logging.INFO
        before: int | None = 0
        if self.status == TOO_MANY:
            before = self.guard.too_many_before()
        elif self.status >= 400:
            before = self.guard.refused_before()
        if before is None or route.startswith(QUIET) or not LOG.isEnabledFor(level):
            return
        more = {"more_before": before} if before else {}
        LOG.log(level, "a request", extra={"fields": {**self.log_fields(), **more}})


def _too_many(wait: float) -> Problem:
    return Problem(TOO_MANY, "too-many", "that was too much at once; wait a moment", retry_after=wait)


def _headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    found = {
        "x-content-type-options": "nosniff",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
        "x-frame-options": "DENY",
    }
    if settings.secure:
        found["strict-transport-security"] = "max-age=31536000"
    return [(key.encode(), value.encode()) for key, value in found.items()]
