"""The router of the API: finds the operation for a path, checks the input, writes the answer."""

from __future__ import annotations

from typing import Any, Final
from urllib.parse import parse_qsl

import msgspec
from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from ludoteca.house.web.api.operations import JSON, Api, BadRequest, Operation, ReadyJson, TextAnswer
from ludoteca.house.web.api.request import ApiContext, ApiRequest
from ludoteca.house.web.problems import MEDIA, Problem, problem_of
from ludoteca.kernel.errors import LudotecaError

DOCUMENT: Final = "/openapi.json"
_ENCODER: Final = msgspec.json.Encoder()
_JSON: Final = JSON.encode()
_MEDIA: Final = MEDIA.encode()


class PathNode:
    """A node in the tree of paths: its named children, its child for any word, and its operations."""

    def __init__(self) -> None:
        self.children: dict[str, PathNode] = {}
        self.any: PathNode | None = None
        self.name = ""
        """The name of the parameter that leads here."""
        self.pattern = ""
        self.methods: dict[str, Operation] = {}
        self.allowed = ""


WHOLE: Final = tuple(f"/tables/{{table}}/{part}" for part in ("record", "moments", "analysis"))
"""Operations that show a whole match."""

KEYED: Final = "/work/"
"""Operations for workers. Nothing is read of who has no key: it may be a megabyte, and take long to check."""


class ApiRouter:
    """Serves the operations of an API."""

    def __init__(self, api: Api, context: ApiContext) -> None:
        self.context = context
        self.prefix = api.prefix
        self.document = _ENCODER.encode(api.describe())
        self.root = PathNode()
        for operation in api.operations:
            self._add(operation)

    def _add(self, operation: Operation) -> None:
        node = self.root
        for word in operation.path.split("/")[1:]:
            if word.startswith("{"):
                node.any = node.any or PathNode()
                node = node.any
                node.name = word[1:-1]
            else:
                node = node.children.setdefault(word, PathNode())
        node.pattern = self.prefix + operation.path
        node.methods[operation.method] = operation
        node.allowed = ", ".join(sorted([*node.methods, *(["HEAD"] if "GET" in node.methods else [])]))

    def _find(self, path: str) -> tuple[PathNode | None, dict[str, str]]:
        """The node of a path, and the parameters on the way."""
        node: PathNode | None = self.root
        found: dict[str, str] = {}
        for word in path.split("/")[1:]:
            assert node is not None
            following = node.children.get(word)
            if following is None:
                following = node.any
                if following is None or not word:
                    return None, found
                found[following.name] = word
            node = following
        return node, found

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
        node, in_path = self._find(path)
        if node is None or not node.methods:
            await refuse(send, Problem(404, "not-found", "there is nothing at this address"))
            return
        scope["pattern"] = node.pattern
        operation = node.methods.get(method)
        if operation is None:
            allowed = [(b"allow", node.allowed.encode())]
            await refuse(send, not_allowed(scope["method"], node.allowed), allowed)
            return
        await self._serve(operation, in_path, scope, receive, send)

    async def _serve(
        self, operation: Operation, in_path: dict[str, str], scope: Scope, receive: Receive, send: Send
    ) -> None:
        request = ApiRequest(self.context, scope, receive)
        try:
            arguments = operation.arguments(in_path, query_of(scope))
            if operation.path.startswith(KEYED):
                await request.admit_worker()
            if operation.body is not None:
                said = scope["header_texts"].get(b"content-type", "").partition(";")[0].strip().lower()
                if said != JSON:
                    raise BadRequest(415, "unsupported-media", f"expected a body of {JSON}")
                arguments["body"] = operation.read(await body_of(receive))
            if "table" in in_path:
                whole = operation.path.startswith(WHOLE)
                seal = request.house.tournaments.check_seal
                seat = arguments.get("seat", -1)
                await seal(in_path["table"], request.person_id, request.language, whole, seat)
            answer = await operation.handler(request, **arguments)
        except BadRequest as error:
            await refuse(send, error.problem)
        except HTTPException as error:
            await refuse(send, Problem(error.status_code, "too-large", error.detail))
        except LudotecaError as error:
            await refuse(send, problem_of(error, request.language))
        else:
            if isinstance(answer, TextAnswer):
                headers = [*request.headers, *answer.headers]
                await respond(
                    send,
                    operation.status,
                    answer.body.encode(),
                    operation.media_type,
                    headers,
                    scope["method"],
                )
                return
            body = answer.body if isinstance(answer, ReadyJson) else _ENCODER.encode(answer)
            await respond(send, operation.status, body, _JSON, request.headers, scope["method"])


def query_of(scope: Scope) -> dict[str, str]:
    """The query by name; the last value counts if a name is repeated."""
    query: bytes = scope["query_string"]
    return dict(parse_qsl(query.decode("latin-1"), keep_blank_values=True)) if query else {}


async def body_of(receive: Receive) -> bytes:
    """The whole body. The guard limits its size."""
    parts: list[bytes] = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            raise BadRequest(400, "malformed", "the body stopped before its end")
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
    all_headers = [(b"content-type", media), (b"content-length", b"%d" % len(body)), *headers]
    await send({"type": "http.response.start", "status": status, "headers": all_headers})
    await send({"type": "http.response.body", "body": b"" if method == "HEAD" else body})
