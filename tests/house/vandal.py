"""Somebody who sends requests that are nearly right: random, mutated, and forms filled in wrongly."""

from __future__ import annotations

import html
import json
import random
import re
from collections.abc import Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from ludoteca import games
from ludoteca.house.table.commands import AnyCommand
from ludoteca.house.web.api import api
from tests.house.members import PAGES, said_to_a_page

KINDS: Final = [kind.__struct_config__.tag for kind in AnyCommand.__args__]
METHODS: Final = ["GET"] * 3 + ["POST"] * 4 + ["PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"]
FIELDS: Final = [
    "command",
    "text",
    "game",
    "base",
    "seat",
    "name",
    "back",
    "record",
    "move",
    "preset",
    "token",
]
HEADERS: Final = ["cookie", "content-type", "origin", "content-length", "accept-language", "range", "accept"]
JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
WORDS: Final = [
    *("", "0", "-1", "act", "../..", "%00", "\x00", "é", "'; drop table events --", "{{7*7}}", "<script>"),
    *("A" * 300, "1e999", "NaN", "true", "null", "[]", "\r\nset-cookie: a=b", "²", "٣", "9" * 5000),
    *("\ud800", "\u202e", " "),
]
MOST_FORMS: Final = 2000


class Request(NamedTuple):
    """One request, as it goes over the wire."""

    method: str
    path: str
    body: bytes
    headers: dict[str, str]


class Form(NamedTuple):
    """A form of a page: where it goes, and its fields with what stands in them."""

    method: str
    action: str
    fields: tuple[tuple[str, str], ...]


class Vandal:
    """Makes requests out of what is known of a house: its API, a table, and the pages that were read."""

    def __init__(
        self, luck: random.Random, tables: Sequence[str], cookies: Sequence[str], members: bool = False
    ) -> None:
        """With `members` it also does what only people with an account would do."""
        self.luck = luck
        self.tables = list(tables)
        self.cookies = list(cookies)
        self.operations = _operations()
        self.members = members
        self.links = ["/", *PAGES] if members else ["/"]
        self.forms: list[Form] = []

    # Requests

    def request(self) -> Request:
        """The next request."""
        luck = self.luck
        way = luck.random()
        if self.members and luck.random() < 0.15:
            path, says = said_to_a_page(luck, WORDS)
            method, body, kind = "POST", _json(says), JSON
        elif way < 0.35:
            method, path, body, kind = self._by_hand()
        elif way < 0.6:
            method, path, body, kind = self._described()
        elif way < 0.75 or not self.forms:
            method, path, body, kind = "GET", luck.choice(self.links), b"", FORM
        else:
            method, path, body, kind = self._filled()
        headers = {"content-type": kind if luck.random() < 0.9 else luck.choice([JSON, FORM, "text/plain"])}
        if luck.random() < 0.85:
            headers["cookie"] = luck.choice(self.cookies)
        wire = path.encode(errors="replace")
        path = (self.mutated(wire) if luck.random() < 0.25 else wire).decode("latin-1")
        if luck.random() < 0.35:
            body = self.mutated(body)
        if luck.random() < 0.1:
            headers[luck.choice(HEADERS)] = luck.choice(WORDS).encode(errors="replace").decode("latin-1")
        if luck.random() < 0.03:
            method = luck.choice(METHODS)
        return Request(
            method, _one_line(f"/{path.lstrip('/')}"), body, {k: _one_line(v) for k, v in headers.items()}
        )

    def _by_hand(self) -> tuple[str, str, bytes, str]:
        """Commands and wishes, and forms that no page has."""
        luck = self.luck
        path = luck.choice(self._paths())
        if not path.startswith("/api") and luck.random() < 0.8:
            return luck.choice(METHODS), path, self.mutated(self._form()), FORM
        says = self.command() if luck.random() < 0.7 else self.wish()
        return luck.choice(METHODS), path, _json(says), JSON

    def _described(self) -> tuple[str, str, bytes, str]:
        """An operation of the API, with what its description allows, more or less."""
        operation = self.luck.choice(self.operations)
        path = re.sub(r"\{(\w+)\}", lambda name: self._parameter(name.group(1)), operation["path"])
        query = {
            one["name"]: self.luck.choice([*WORDS, "1", "0", "en"])
            for one in operation.get("parameters", ())
            if one["in"] == "query" and self.luck.random() < 0.5
        }
        path += f"?{urlencode(query, errors='replace')}" if query else ""
        body = b""
        if "requestBody" in operation:
            schema = operation["requestBody"]["content"][JSON]["schema"]
            body = _json(self._fitting(schema, operation["schemas"]))
        return operation["method"], path, body, JSON

    def _filled(self) -> tuple[str, str, bytes, str]:
        """A form that was seen on a page, with some fields changed, left out or sent twice."""
        luck = self.luck
        form = luck.choice(self.forms)
        fields = []
        for name, value in form.fields:
            whim = luck.random()
            if whim < 0.1:
                continue
            if whim < 0.3:
                value = luck.choice([*WORDS, self.mutated(value.encode()).decode("latin-1")])
            fields.append((name, value))
            if whim > 0.97:
                fields.append((name, luck.choice(WORDS)))
        told = urlencode(fields, errors="replace")
        if form.method == "GET":
            return "GET", f"{form.action.partition('?')[0]}?{told}", b"", FORM
        return "POST", form.action, told.encode(), FORM

    def read(self, page: str) -> None:
        """Learn links and forms from a page."""
        self.links += [html.unescape(link) for link in re.findall(r'href="(/[^"#]*)', page)]
        for text in re.findall(r"<form\b.*?</form>", page, re.DOTALL):
            self.forms.append(_form_in(text))
        for known in (self.links, self.forms):
            while len(known) > MOST_FORMS:
                known.pop(self.luck.randrange(len(known)))

    # Parts of requests

    def _paths(self) -> list[str]:
        word, number = self.luck.choice(WORDS), self.luck.randrange(-2, 300)
        table = self.luck.choice(self.tables)
        base = f"/api/v1/tables/{table}"
        return [
            f"{base}/commands",
            f"{base}/commands",
            f"{base}?since={number}&seat={word}",
            f"{base}/board.svg?seat={number}&narrow={word}",
            f"{base}/record?seat={number}",
            f"{base}/moments/{number}",
            f"{base}/moments/{word}/board.svg",
            "/api/v1/tables",
            f"/api/v1/tables/{word}/commands",
            f"/api/v1/games/{word}",
            "/api/v1/me",
            "/api/v1/me/link",
            "/api/v1/me/carried",
            "/api/v1/lobby",
            f"/tables/{table}",
            f"/tables/{table}/do",
            f"/tables/{table}/would?text={word}",
            f"/tables/{word}",
            f"/games/{word}/open",
            "/games/bosa/open",
            "/play",
            "/taste",
            f"/tables/{table}/replay?at={number}&seat={word}",
            f"/tables/{table}/analysis",
            f"/tables/{table}/record",
            f"/learn/{word}",
            f"/learn/bosa/{word}",
            f"/learn/bosa/1-houses?step={number}&early={number}",
            f"/games/bosa/rules?{word}={number}",
            "/record",
            "/carry",
            f"/static/{word}",
            f"/carry/{word}",
            f"/{word}",
        ]

    def command(self) -> dict[str, Any]:
        luck = self.luck
        told: dict[str, Any] = {"kind": luck.choice(KINDS), "id": f"v{luck.randrange(10**9)}"}
        for key in ("text", "seat", "level", "token", "nonce", "base"):
            if luck.random() < 0.4:
                told[key] = self.value()
        if luck.random() < 0.6:
            told["text"] = luck.choice(["roll5", "keep", "take 1", "hello", *WORDS])
        if luck.random() < 0.6:
            told["seat"] = luck.randrange(-1, 4)
        return told

    def wish(self) -> dict[str, Any]:
        luck = self.luck
        seats = [{"kind": luck.choice(["me", "open", "bot", self.value()])} for _ in range(luck.randrange(5))]
        return {
            "id": f"w{luck.randrange(10**9)}",
            "game": luck.choice(["bosa", "bologna", "chess", self.value()]),
            "seats": seats,
            "options": {luck.choice(["round_cap", "pairs", *WORDS]): self.value()},
            "public": self.value(),
        }

    def _form(self) -> bytes:
        luck = self.luck
        words = [f"{name}={luck.choice([*WORDS, *KINDS])}" for name in luck.sample(FIELDS, 4)]
        words.append(f"do={luck.choice(KINDS)} {luck.choice(WORDS)}")
        return "&".join(words).encode(errors="replace")

    def value(self) -> Any:
        luck = self.luck
        plain = [luck.choice(WORDS), luck.randrange(-5, 10**6), luck.random(), None, True, False]
        return luck.choice([*plain, [luck.choice(plain)], {"a": luck.choice(plain)}, 10**30])

    def mutated(self, text: bytes) -> bytes:
        luck = self.luck
        for _ in range(luck.randrange(1, 4)):
            at = luck.randrange(len(text) + 1)
            way = luck.randrange(5)
            if way == 0:
                text = text[:at] + bytes([luck.randrange(256)]) + text[at + 1 :]
            elif way == 1:
                text = text[:at]
            elif way == 2:
                text = text[:at] + text[at // 2 :]
            elif way == 3:
                text = text[:at] + luck.choice(WORDS).encode(errors="replace") + text[at:]
            else:
                text = text[:at] + text[at + luck.randrange(1, 5) :]
        return text

    def _parameter(self, name: str) -> str:
        """A word for a parameter in a path."""
        luck = self.luck
        if luck.random() < 0.3:
            return luck.choice(WORDS)
        known = {"table": self.tables, "game": games.names()}
        return luck.choice(known.get(name, ["1", "0", "me", "bosa"]))

    def _fitting(self, schema: dict[str, Any], schemas: dict[str, Any], depth: int = 0) -> Any:
        """A value that fits a schema, or nearly."""
        luck = self.luck
        if luck.random() < 0.05 or depth > 6:
            return self.value()
        if "$ref" in schema:
            return self._fitting(schemas[schema["$ref"].rpartition("/")[2]], schemas, depth + 1)
        if "anyOf" in schema:
            return self._fitting(luck.choice(schema["anyOf"]), schemas, depth + 1)
        if "enum" in schema:
            return luck.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        match schema.get("type"):
            case "object":
                fields = schema.get("properties", {})
                kept = [name for name in fields if name in schema.get("required", ()) or luck.random() < 0.5]
                return {name: self._fitting(fields[name], schemas, depth + 1) for name in kept}
            case "array":
                items = schema.get("items", {})
                return [self._fitting(items, schemas, depth + 1) for _ in range(luck.randrange(4))]
            case "integer":
                return luck.choice([schema.get("minimum", 0), schema.get("maximum", 3), luck.randrange(5)])
            case "number":
                return luck.random()
            case "boolean":
                return luck.random() < 0.5
        return luck.choice(
            [*WORDS, *games.names(), f"v{luck.randrange(10**9)}", "bot", "me", luck.choice(self.tables)]
        )


def _operations() -> list[dict[str, Any]]:
    """Every operation of the API, with its path, its method, and the schemas it speaks of."""
    described = api.describe()
    prefix = api.prefix
    schemas = described["components"]["schemas"]
    return [
        {
            **operation,
            "path": prefix + path.removeprefix(prefix),
            "method": method.upper(),
            "schemas": schemas,
        }
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    ]


def _form_in(text: str) -> Form:
    def attribute(name: str, tag: str) -> str:
        found = re.search(rf'\b{name}="([^"]*)"', tag)
        return html.unescape(found.group(1)) if found else ""

    tag = text[: text.index(">")]
    fields = [
        (attribute("name", field), attribute("value", field))
        for field in re.findall(r"<(?:input|button|select|textarea)\b[^>]*>", text)
    ]
    method = attribute("method", tag).upper() or "GET"
    return Form(method, attribute("action", tag) or "/", tuple(field for field in fields if field[0]))


def _json(says: Any) -> bytes:
    return json.dumps(says).encode()


def _one_line(text: str) -> str:
    return text.replace("\r", "").replace("\n", "")
