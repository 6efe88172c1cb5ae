"""The API as an application of its own: nothing between the door and the handlers but their description."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from ludoteca.house.web.api.operations import JSON, Api, Operation, Ready, Text, Unfit
from ludoteca.house.web.api.request import Ask, Desk
from ludoteca.house.web.problems import MEDIA, Problem, refusal
from ludoteca.kernel.errors import LudotecaError

DOCUMENT: Final = "/openapi.json"
_ENCODER: Final = msgspec.json.Encoder()
_JSON: Final = JSON.encode()
_MEDIA: Final = MEDIA.encode()


class Branch:
    """A place in the tree of paths: what follows by name, what follows by any name, and what stands here."""

    def __init__(self) -> None:
        self.children: dict[str, Branch] = {}
        self.any: Branch | None = None
        self.name = ""
        """How the parameter that leads here is called."""
        self.pattern = ""
        self.methods: dict[str, Operation] = {}
        self.allowed = ""


class Served:
    """Serves the operations of an API."""

    def __init__(self, api: Api, desk: Desk) -> None:
        self.desk = desk
        self.prefix = api.prefix
        self.document = _ENCODER.encode(api.describe())
        self.root = Branch()
        for operation in api.operations:
            self._plant(operation)

    def _plant(self, operation: Operation) -> None:
        branch = self.root
        for word in operation.path.split("/")[1:]:
            if word.startswith("{"):
                branch.any = branch.any or Branch()
                branch = branch.any
                branch.name = word[1:-1]
            else:
                branch = branch.children.setdefault(word, Branch())
        branch.pattern = self.prefix + operation.path
        branch.methods[operation.method] = operation
        branch.allowed = ", ".join(sorted([*branch.methods, *(["HEAD"] if "GET" in branch.methods else [])]))

    def _find(self, path: str) -> tuple[Branch | None, dict[str, str]]:
        """Where a path leads, and the parameters on the way."""
        branch: Branch | None = self.root
        found: dict[str, str] = {}
        for word in path.split("/")[1:]:
            assert branch is not None
            following = branch.children.get(word)
            if following is None:
                following = branch.any
                if following is None or not word:
                    return None, found
                found[following.name] = word
            branch = following
        return branch, found

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"][len(self.prefix) :]
        method = "GET" if scope["method"] == "HEAD" else scope["method"]
        if path == DOCUMENT:
            scope["pattern"] = self.prefix + DOCUMENT
            if method != "GET":
                await refuse(send, not_allowed(scope["method"], "GET, HEAD"), [(b"allow", b"GET, HEAD")])
                return
            await respond(send, 200, self.document, _JSON, [], scope["method"])
            return
        branch, in_path = self._find(path)
        if branch is None or not branch.methods:
            await refuse(send, Problem(404, "not-found", "there is nothing at this address"))
            return
        scope["pattern"] = branch.pattern
        operation = branch.methods.get(method)
        if operation is None:
            allowed = [(b"allow", branch.allowed.encode())]
            await refuse(send, not_allowed(scope["method"], branch.allowed), allowed)
            return
        await self._serve(operation, in_path, scope, receive, send)

    async def _serve(
        self, operation: Operation, in_path: dict[str, str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        ask = Ask(self.desk, scope)
        try:
            arguments = operation.arguments(in_path, query_of(scope))
            if operation.body is not None:
                said = scope["told"].get(b"content-type", "").partition(";")[0].strip().lower()
                if said != JSON:
                    raise Unfit(415, "unsupported-media", f"expected a body of {JSON}")
                arguments["body"] = operation.read(await body_of(receive))
            told = await operation.handler(ask, **arguments)
        except Unfit as error:
            await refuse(send, error.problem)
        except HTTPException as error:
            await refuse(send, Problem(error.status_code, "too-large", error.detail))
        except LudotecaError as error:
            await refuse(send, refusal(error, ask.language))
        else:
            if isinstance(told, Text):
                headers = [*ask.headers, *told.headers]
                await respond(
                    send, operation.status, told.body.encode(), operation.media_type, headers, scope["method"]
                )
                return
            body = told.body if isinstance(told, Ready) else _ENCODER.encode(told)
            await respond(send, operation.status, body, _JSON, ask.headers, scope["method"])


def query_of(scope: Scope) -> dict[str, str]:
    """The query by name; the last one counts where something is said twice."""
    query: bytes = scope["query_string"]
    return dict(parse_qsl(query.decode("latin-1"), keep_blank_values=True)) if query else {}


async def body_of(receive: Receive) -> bytes:
    """The whole body. The door sees to its size."""
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise Unfit(400, "malformed", "the body stopped before its end")
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def not_allowed(method: str, allowed: str) -> Problem:
    return Problem(405, "method-not-allowed", f"{method[:20]} is not possible here; {allowed} is")


async def refuse(send: Send, problem: Problem, headers: Any = ()) -> None:
    """Answer with a problem."""
    await respond(send, problem.status, _ENCODER.encode(problem), _MEDIA, list(headers))


async def respond(
    send: Send,
    status: int,
    body: bytes,
    media: bytes,
    headers: list[tuple[bytes, bytes]],
    method: str = "GET",
) -> None:
    """Answer with a body."""
    told = [(b"content-type", media), (b"content-length", b"%d" % len(body)), *headers]
    await send({"type": "http.response.start", "status": status, "headers": told})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})
