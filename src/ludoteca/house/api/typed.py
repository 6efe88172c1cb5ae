"""Typed routes: a handler's own signature checks what comes in and describes itself in OpenAPI 3.1.

A handler takes the one who asks (`ask`), parameters of the path and of the query by name, and a `body`;
what it returns is the answer. Types are those of msgspec, limits included.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_type_hints

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from ludoteca.house.api.problems import MEDIA, Problem, answer
from ludoteca.kernel.errors import LudotecaError

if TYPE_CHECKING:
    from ludoteca.house.api.asking import Ask

Handler = TypeVar("Handler", bound=Callable[..., Awaitable[Any]])

JSON: Final = "application/json"
_HOLE: Final = re.compile(r"{(\w+)}")


class Operation:
    """One method of one path."""

    def __init__(
        self,
        handler: Callable[..., Awaitable[Any]],
        method: str,
        path: str,
        status: int,
        errors: Sequence[int],
        media: str,
        examples: Mapping[str, Any],
        tag: str,
    ) -> None:
        self.handler = handler
        self.method = method
        self.path = path
        self.status = status
        self.media = media
        self.examples = examples
        self.tag = tag
        hints = get_type_hints(handler, include_extras=True)
        self.answer = hints.pop("return")
        self.body = hints.pop("body", None)
        hints.pop("ask")
        self.parameters: dict[str, Any] = hints
        self.in_path = set(_HOLE.findall(path))
        signature = inspect.signature(handler)
        self.required = {
            name for name in hints if signature.parameters[name].default is inspect.Parameter.empty
        }
        self._decoder = None if self.body is None else msgspec.json.Decoder(self.body)
        self.errors = sorted(
            {*errors, 429, 503}
            | ({400, 403, 413, 415, 422} if self.body is not None else set())
            | ({422} if hints else set())
        )

    async def arguments(self, request: Request) -> dict[str, Any]:
        """The arguments of the handler, checked."""
        found: dict[str, Any] = {}
        for name, kind in self.parameters.items():
            raw = request.path_params.get(name) if name in self.in_path else request.query_params.get(name)
            if raw is not None:
                try:
                    found[name] = msgspec.convert(raw, kind, strict=False)
                except msgspec.ValidationError as error:
                    raise Unfit(422, f"{name}: {error}") from None
            elif name in self.required:
                raise Unfit(422, f"{name} is missing")
        if self._decoder is not None:
            said = request.headers.get("content-type", "").partition(";")[0].strip().lower()
            if said != JSON:
                raise Unfit(415, f"expected a body of {JSON}")
            body = await request.body()
            try:
                found["body"] = self._decoder.decode(body)
            except msgspec.ValidationError as error:
                raise Unfit(422, str(error)) from None
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                raise Unfit(400, f"the body is no JSON: {error}") from None
        return found


class Unfit(LudotecaError):
    """A request that does not fit the description."""

    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status


class Text:
    """An answer that is not JSON."""

    def __init__(self, body: str, headers: Mapping[str, str] | None = None) -> None:
        self.body = body
        self.headers = dict(headers or {})


class Ready:
    """An answer that is already JSON: written once, sent to many."""

    def __init__(self, body: bytes) -> None:
        self.body = body


class Api:
    """The operations under one prefix."""

    def __init__(self, title: str, version: str, prefix: str, about: str) -> None:
        self.info = {"title": title, "version": version, "description": about}
        self.prefix = prefix
        self.operations: list[Operation] = []

    def __call__(
        self,
        method: str,
        path: str,
        *,
        status: int = 200,
        errors: Sequence[int] = (),
        media: str = JSON,
        examples: Mapping[str, Any] | None = None,
        tag: str = "",
    ) -> Callable[[Handler], Handler]:
        """Declare the handler of a method and path. `examples` may have a `body` and an `answer`."""

        def declare(handler: Handler) -> Handler:
            self.operations.append(
                Operation(handler, method, path, status, errors, media, examples or {}, tag)
            )
            return handler

        return declare

    def routes(
        self,
        ask: Callable[[Request], Ask],
        refusal: Callable[[LudotecaError, str], Problem],
    ) -> list[BaseRoute]:
        """Routes for Starlette. `refusal` says what an error looks like in a language."""
        by_path: dict[str, dict[str, Operation]] = {}
        for operation in self.operations:
            by_path.setdefault(operation.path, {})[operation.method] = operation
        found: list[BaseRoute] = [
            Route(self.prefix + path, Endpoint(methods, ask, refusal)) for path, methods in by_path.items()
        ]
        description = msgspec.json.encode(self.describe())
        found.append(Route(f"{self.prefix}/openapi.json", Document(description)))
        return found

    # Describing

    def describe(self) -> dict[str, Any]:
        """The OpenAPI 3.1 description of every operation."""
        kinds: list[Any] = [Problem]
        for operation in self.operations:
            kinds += operation.parameters.values()
            kinds += [kind for kind in (operation.body, operation.answer) if kind not in (None, Text)]
        schemas, components = msgspec.json.schema_components(
            kinds, ref_template="#/components/schemas/{name}"
        )
        told = dict(zip(map(id, kinds), schemas, strict=True))
        paths: dict[str, dict[str, Any]] = {}
        for operation in self.operations:
            described = self._operation(operation, told)
            paths.setdefault(self.prefix + operation.path, {})[operation.method.lower()] = described
        return {
            "openapi": "3.1.0",
            "info": self.info,
            "servers": [{"url": "/"}],
            "paths": paths,
            "components": {"schemas": components},
        }

    def _operation(self, operation: Operation, told: Mapping[int, Any]) -> dict[str, Any]:
        summary, _, rest = (inspect.getdoc(operation.handler) or "").partition("\n")
        answer: dict[str, Any] = {"description": "Done."}
        schema = {"type": "string"} if operation.answer is Text else told[id(operation.answer)]
        answer["content"] = {operation.media: _example(schema, operation.examples.get("answer"))}
        described: dict[str, Any] = {
            "operationId": operation.handler.__name__,
            "summary": summary,
            "tags": [operation.tag],
            "parameters": [
                {
                    "name": name,
                    "in": "path" if name in operation.in_path else "query",
                    "required": name in operation.required,
                    "schema": told[id(kind)],
                }
                for name, kind in operation.parameters.items()
            ],
            "responses": {str(operation.status): answer},
        }
        if rest.strip():
            described["description"] = " ".join(rest.split())
        if operation.body is not None:
            content = _example(told[id(operation.body)], operation.examples.get("body"))
            described["requestBody"] = {"required": True, "content": {JSON: content}}
        for status in operation.errors:
            described["responses"][str(status)] = {
                "description": HTTPStatus(status).phrase,
                "content": {MEDIA: {"schema": told[id(Problem)]}},
            }
        return described


def _example(schema: Any, example: Any) -> dict[str, Any]:
    return {"schema": schema} if example is None else {"schema": schema, "example": example}


class Endpoint:
    """All methods of one path."""

    def __init__(
        self,
        methods: dict[str, Operation],
        ask: Callable[[Request], Ask],
        refusal: Callable[[LudotecaError, str], Problem],
    ) -> None:
        self.methods = methods
        self.allowed = ", ".join(sorted([*methods, *(["HEAD"] if "GET" in methods else [])]))
        self.ask = ask
        self.refusal = refusal
        self._encoder = msgspec.json.Encoder()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive, send)
        response = await self.respond(request)
        await response(scope, receive, send)

    async def respond(self, request: Request) -> Response:
        method = "GET" if request.method == "HEAD" else request.method
        operation = self.methods.get(method)
        if operation is None:
            detail = f"{request.method} is not possible here; {self.allowed} is"
            return answer(Problem(405, "method-not-allowed", detail), {"allow": self.allowed})
        ask = self.ask(request)
        try:
            arguments = await operation.arguments(request)
            told = await operation.handler(ask, **arguments)
        except Unfit as error:
            return answer(Problem(error.status, _WORDS[error.status], str(error)))
        except LudotecaError as error:
            return answer(self.refusal(error, ask.language))
        if isinstance(told, Text):
            return Response(told.body, operation.status, {**ask.headers, **told.headers}, operation.media)
        body = told.body if isinstance(told, Ready) else self._encoder.encode(told)
        return Response(body, operation.status, ask.headers, JSON)


_WORDS: Final = {400: "malformed", 415: "unsupported-media", 422: "unfit"}


class Document:
    """A JSON document that never changes."""

    def __init__(self, body: bytes) -> None:
        self.body = body

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] not in ("GET", "HEAD"):
            problem = Problem(405, "method-not-allowed", "only GET is possible here")
            await answer(problem, {"allow": "GET, HEAD"})(scope, receive, send)
            return
        await Response(self.body, media_type=JSON)(scope, receive, send)
