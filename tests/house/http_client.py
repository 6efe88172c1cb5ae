"""Asking an application without a network: requests and live connections as plain calls."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from starlette.types import ASGIApp, Message

HOST = "house.test"


class Answer:
    """What came back."""

    def __init__(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
        self.status = status
        self.headers = {key.decode("latin-1").lower(): value.decode("latin-1") for key, value in headers}
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()

    def __repr__(self) -> str:
        return f"<{self.status} {self.body[:300]!r}>"


def scope_of(
    method: str, path: str, headers: Mapping[str, str], client: str = "127.0.0.1", kind: str = "http"
) -> dict[str, Any]:
    where, _, query = path.partition("?")
    told = {"host": HOST, **{key.lower(): value for key, value in headers.items()}}
    scope: dict[str, Any] = {
        "type": kind,
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "scheme": "http" if kind == "http" else "ws",
        "path": _unquoted(where),
        "raw_path": where.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(key.encode("latin-1"), value.encode("latin-1")) for key, value in told.items()],
        "client": (client, 4711),
        "server": (HOST, 80),
        "state": {},
    }
    if kind == "http":
        scope["method"] = method
    else:
        scope["subprotocols"] = []
    return scope


def _unquoted(path: str) -> str:
    from urllib.parse import unquote

    return unquote(path, errors="replace")


async def ask(
    app: ASGIApp,
    method: str,
    path: str,
    body: bytes | None = None,
    headers: Mapping[str, str] | None = None,
    *,
    says: Any = None,
    client: str = "127.0.0.1",
    pieces: int = 0,
) -> Answer:
    """One request. `says` is a body as JSON; `pieces` lets the body come in parts, without a length."""
    told = dict(headers or {})
    if says is not None:
        body = json.dumps(says).encode()
        told.setdefault("content-type", "application/json")
    body = body or b""
    if body and not pieces:
        told.setdefault("content-length", str(len(body)))
    size = max(1, -(-len(body) // (pieces or 1)))
    parts = [body[at : at + size] for at in range(0, len(body), size)] or [b""]
    coming = [
        {"type": "http.request", "body": part, "more_body": number < len(parts)}
        for number, part in enumerate(parts, 1)
    ]
    sent: list[Message] = []

    async def receive() -> Message:
        return coming.pop(0) if coming else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope_of(method, path, told, client), receive, send)
    starts = [message for message in sent if message["type"] == "http.response.start"]
    assert len(starts) == 1, f"{len(starts)} answers to {method} {path}"
    whole = b"".join(m.get("body", b"") for m in sent if m["type"] == "http.response.body")
    return Answer(starts[0]["status"], list(starts[0]["headers"]), whole)


class Somebody:
    """A client that keeps its cookie."""

    def __init__(self, app: ASGIApp, cookie: str = "", client: str = "127.0.0.1") -> None:
        self.app = app
        self.cookie = cookie
        self.client = client
        self.commands = 0

    async def ask(
        self, method: str, path: str, says: Any = None, headers: Mapping[str, str] | None = None, **more: Any
    ) -> Answer:
        told = dict(headers or {})
        if self.cookie:
            told.setdefault("cookie", self.cookie)
        answer = await ask(self.app, method, path, headers=told, says=says, client=self.client, **more)
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        return answer

    async def named(self, name: str, language: str = "en") -> Somebody:
        answer = await self.ask("PUT", "/api/v1/me", {"name": name, "language": language})
        assert answer.status == 200, answer
        return self

    async def do(self, table: str, kind: str, **fields: Any) -> Answer:
        self.commands += 1
        says = {"kind": kind, "id": f"{id(self)}-{self.commands}", **fields}
        return await self.ask("POST", f"/api/v1/tables/{table}/commands", says)

    async def see(self, table: str, more: str = "") -> Any:
        answer = await self.ask("GET", f"/api/v1/tables/{table}{more}")
        assert answer.status == 200, answer
        return answer.json

    def live(self, table: str, more: str = "", headers: Mapping[str, str] | None = None) -> Live:
        told = dict(headers or {})
        if self.cookie:
            told["cookie"] = self.cookie
        return Live(self.app, f"/live/{table}{more}", told, self.client)


class Live:
    """One live connection. `hold` keeps the client from taking what is sent, as a slow one would."""

    def __init__(
        self, app: ASGIApp, path: str, headers: Mapping[str, str], client: str = "127.0.0.1"
    ) -> None:
        self.app = app
        self.scope = scope_of("GET", path, headers, client, "websocket")
        self.incoming: asyncio.Queue[Message] = asyncio.Queue()
        self.outgoing: asyncio.Queue[Message] = asyncio.Queue()
        self.ready = asyncio.Event()
        self.ready.set()
        self.accepted = False
        self.closed: int | None = None
        self.raw: list[str] = []

    async def __aenter__(self) -> Live:
        self.incoming.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(self.app(self.scope, self.incoming.get, self._send))
        first = await asyncio.wait_for(self.outgoing.get(), 10)
        if first["type"] == "websocket.accept":
            self.accepted = True
        else:
            self.closed = first.get("code", 1000)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.ready.set()
        self.incoming.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self.task, 10)

    async def _send(self, message: Message) -> None:
        await self.ready.wait()
        self.outgoing.put_nowait(message)

    def hold(self) -> None:
        self.ready.clear()

    def take(self) -> None:
        self.ready.set()

    def say(self, text: str) -> None:
        self.incoming.put_nowait({"type": "websocket.receive", "text": text})

    async def next(self, seconds: float = 10) -> Any:
        """The next message; None when the connection is closed."""
        message = await asyncio.wait_for(self.outgoing.get(), seconds)
        if message["type"] == "websocket.close":
            self.closed = message.get("code", 1000)
            return None
        self.raw.append(message["text"])
        return json.loads(message["text"])

    async def until(self, key: str, seconds: float = 10) -> Any:
        """The next message that has something to say about `key`."""
        while True:
            message = await self.next(seconds)
            if message is None or key in message:
                return message

    async def quiet(self, seconds: float = 0.2) -> bool:
        """Whether nothing comes for a while."""
        try:
            await self.next(seconds)
        except TimeoutError:
            return True
        return False


@asynccontextmanager
async def opened(app: ASGIApp) -> AsyncIterator[None]:
    """The application between its start and its end."""
    incoming: asyncio.Queue[Message] = asyncio.Queue()
    outgoing: asyncio.Queue[Message] = asyncio.Queue()
    task = asyncio.ensure_future(app({"type": "lifespan", "state": {}}, incoming.get, outgoing.put))
    incoming.put_nowait({"type": "lifespan.startup"})
    started = await asyncio.wait_for(outgoing.get(), 30)
    assert started["type"] == "lifespan.startup.complete", started
    try:
        yield
    finally:
        incoming.put_nowait({"type": "lifespan.shutdown"})
        ended = await asyncio.wait_for(outgoing.get(), 30)
        assert ended["type"] == "lifespan.shutdown.complete", ended
        await task
