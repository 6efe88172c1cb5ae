"""The operations of an API: a handler's signature checks the input and is described in OpenAPI 3.1.

A handler takes the `request`, parameters of the path and of the query by name, and a `body`; it returns the
answer. Types are those of msgspec, with their limits.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final, TypeVar, get_type_hints

import msgspec

from ludoteca.house.web.problems import MEDIA, Problem
from ludoteca.kernel.errors import LudotecaError

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
        self.media_type = (f"{media}; charset=utf-8" if media.startswith("text/") else media).encode()
        self.examples = examples
        self.tag = tag
        hints = get_type_hints(handler, include_extras=True)
        self.answer = hints.pop("return")
        self.body = hints.pop("body", None)
        hints.pop("request")
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

    def arguments(self, in_path: Mapping[str, str], query: Mapping[str, str]) -> dict[str, Any]:
        """The arguments of the handler from the path and the query, checked."""
        found: dict[str, Any] = {}
        for name, kind in self.parameters.items():
            raw = in_path.get(name) if name in self.in_path else query.get(name)
            if raw is not None:
                try:
                    found[name] = msgspec.convert(raw, kind, strict=False)
                except msgspec.ValidationError as error:
                    raise BadRequest(422, "unfit", f"{name}: {error}") from None
            elif name in self.required:
                raise BadRequest(422, "unfit", f"{name} is missing")
        return found

    def read(self, body: bytes) -> Any:
        """The body, checked."""
        assert self._decoder is not None
        try:
            return self._decoder.decode(body)
        except msgspec.ValidationError as error:
            raise BadRequest(422, "unfit", str(error)) from None
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise BadRequest(400, "malformed", f"the body is no JSON: {error}") from None


class BadRequest(LudotecaError):
    """A request that does not match the description of the operation."""

    def __init__(self, status: int, kind: str, detail: str) -> None:
        super().__init__(detail)
        self.problem = Problem(status, kind, detail)


class TextAnswer:
    """An answer that is not JSON."""

    def __init__(self, body: str, headers: Mapping[str, str] | None = None) -> None:
        self.body = body
        self.headers = [(key.encode(), value.encode("latin-1")) for key, value in (headers or {}).items()]


class ReadyJson:
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

    # Describing

    def describe(self) -> dict[str, Any]:
        """The OpenAPI 3.1 description of every operation."""
        kinds: list[Any] = [Problem]
        for operation in self.operations:
            kinds += operation.parameters.values()
            kinds += [kind for kind in (operation.body, operation.answer) if kind not in (None, TextAnswer)]
        schemas, components = msgspec.json.schema_components(
            kinds, ref_template="#/components/schemas/{name}"
        )
        schema_of = dict(zip(map(id, kinds), schemas, strict=True))
        paths: dict[str, dict[str, Any]] = {}
        for operation in self.operations:
            described = self._operation(operation, schema_of)
            paths.setdefault(self.prefix + operation.path, {})[operation.method.lower()] = described
        return {
            "openapi": "3.1.0",
            "info": self.info,
            "servers": [{"url": "/"}],
            "paths": paths,
            "components": {"schemas": components},
        }

    def _operation(self, operation: Operation, schema_of: Mapping[int, Any]) -> dict[str, Any]:
        summary, _, rest = (inspect.getdoc(operation.handler) or "").partition("\n")
        answer: dict[str, Any] = {"description": "Done."}
        schema = {"type": "string"} if operation.answer is TextAnswer else schema_of[id(operation.answer)]
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
                    "schema": schema_of[id(kind)],
                }
                for name, kind in operation.parameters.items()
            ],
            "responses": {str(operation.status): answer},
        }
        if rest.strip():
            described["description"] = " ".join(rest.split())
        if operation.body is not None:
            content = _example(schema_of[id(operation.body)], operation.examples.get("body"))
            described["requestBody"] = {"required": True, "content": {JSON: content}}
        for status in operation.errors:
            described["responses"][str(status)] = {
                "description": HTTPStatus(status).phrase,
                "content": {MEDIA: {"schema": schema_of[id(Problem)]}},
            }
        return described


def _example(schema: Any, example: Any) -> dict[str, Any]:
    return {"schema": schema} if example is None else {"schema": schema, "example": example}
