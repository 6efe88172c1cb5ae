"""One request for a page: what every page needs to know about it, and how to answer it."""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar
from urllib.parse import parse_qsl

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ludoteca.games import load, names
from ludoteca.house.input import NUL, whole_number
from ludoteca.house.refusals import Malformed, NoSuchTable, Refused, refusal
from ludoteca.house.service.heavy_work import HeavyWork
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import Identities, newcomer
from ludoteca.house.settings import Settings
from ludoteca.house.table import commands as c
from ludoteca.house.web.pages import assets, preferences
from ludoteca.house.web.pages.rulebook import rule_link
from ludoteca.house.web.pages.texts import NAMES, Texts, as_sentence, texts
from ludoteca.house.web.pages.trouble import trouble_values
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game

T = TypeVar("T")

JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Note:
    """A message at the top of a page."""

    text: str
    rule: str = ""
    link: str = ""


class PageRequest:
    """One request, and what every page needs to know about it."""

    def __init__(self, http: Request) -> None:
        self.http = http
        self.house: House = http.app.state.house
        self.identities: Identities = http.app.state.identities
        self.person: c.Person | None = http.scope.get("person")
        self.preferences = preferences.preferences_of(http)
        self.language = preferences.language_of(http)
        self.say: Texts = texts(self.language)
        self.narrow = preferences.narrow(http)
        self.cookies: list[str] = []
        self.waiting = 0
        """How many tables wait for the person, as far as this page has asked."""
        self._heavy: HeavyWork = http.app.state.heavy

    @property
    def visitor(self) -> str:
        """The network the request comes from, by which work and tables are counted."""
        found: str = self.http.scope["visitor"]
        return found

    @property
    def wants_json(self) -> bool:
        return JSON in self.http.headers.get("accept", "")

    def person_or_newcomer(self, name: str = "") -> c.Person:
        """The person who asks; a new person gets a cookie."""
        if self.person is None:
            self.check_door()
            self.person = newcomer(name, self.language)
            self.cookies.append(self.identities.cookie(self.person))
        return self.person

    @property
    def by_invitation(self) -> bool:
        """Whether newcomers need an invitation."""
        settings: Settings = self.http.app.state.settings
        return settings.door == "invited"

    def check_door(self) -> None:
        """Refuse a newcomer to a house that is by invitation."""
        cookies = "; ".join([self.http.headers.get("cookie", ""), *self.cookies])
        if self.by_invitation and not self.identities.is_invited(cookies):
            raise refusal("by-invitation", self.language)

    @property
    def now(self) -> int:
        """The time, in milliseconds since 1970."""
        return time.time_ns() // 1_000_000

    async def body(self) -> bytes:
        """The whole body. Who goes away before its end makes no fault of it."""
        try:
            return await self.http.body()
        except ClientDisconnect:
            raise Malformed("malformed", "the body stopped before its end") from None

    async def json(self, kind: type[T]) -> T:
        """A body that is JSON, as the type that is expected."""
        try:
            return msgspec.json.decode(await self.body(), type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise Malformed("malformed", "this cannot be read") from None

    async def form(self) -> dict[str, str]:
        """The fields of a posted form."""
        body = await self.body()
        try:
            fields = dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=200))
        except ValueError:
            raise Malformed("malformed", "this form cannot be read") from None
        if any(NUL in name or NUL in value for name, value in fields.items()):
            raise Malformed("malformed", "this form cannot be read")
        return fields

    async def heavy_work(self, work: Callable[[], T], elsewhere: bool = False) -> T:
        """Do what takes long beside the event loop, within the visitor's budget; `elsewhere` if another
        process does most of it.
        """
        return await self._heavy.run(self.visitor, work, elsewhere)

    def page(self, template: str, status: int = 200, /, **values: Any) -> Response:
        """A page made from a template."""
        url = self.http.url
        common = {
            "say": self.say,
            "preferences": self.preferences,
            "person": self.person,
            "languages": NAMES,
            "here": url.path + (f"?{url.query}" if url.query and self.http.method == "GET" else ""),
            "note": None,
            "waiting": self.waiting,
            "after": self.http.path_params.get("table", ""),
        }
        return self.send(
            assets.render(template, **common | values).encode(), "text/html; charset=utf-8", status
        )

    def trouble(self, status: int, detail: str = "") -> Response:
        """A page that says what went wrong."""
        asked = self.http.method == "GET"
        return self.page("trouble.html", status, **trouble_values(status, asked, detail))

    def send(self, body: bytes, kind: str, status: int = 200) -> Response:
        """An answer, compressed if the browser accepts that."""
        headers = {"vary": "Accept-Encoding, Cookie", "content-type": kind}
        if len(body) > assets.LEAST_TO_COMPRESS and "gzip" in self.http.headers.get("accept-encoding", ""):
            body = gzip.compress(body, 5)
            headers["content-encoding"] = "gzip"
        return self.with_cookies(Response(body, status, headers))

    def redirect(self, where: str) -> Response:
        """Send the browser elsewhere."""
        return self.with_cookies(RedirectResponse(where, 303))

    def with_cookies(self, response: Response) -> Response:
        for cookie in self.cookies:
            response.headers.append("set-cookie", cookie)
        return response

    def refusal(self, error: LudotecaError, game: str = "") -> Note:
        """A refusal as a note, with the rule behind it."""
        rule = error.rule if isinstance(error, Refused) else ""
        rule = rule.partition("/")[0]
        return Note(as_sentence(str(error)), rule, rule_link(game, rule) if rule and game else "")


def sentence_of(error: LudotecaError, language: str) -> str:
    return error.in_language(language) if isinstance(error, Refused) else str(error)


def status_of(error: LudotecaError) -> int:
    return error.status if isinstance(error, Refused) else 422


def code_of(error: LudotecaError) -> str:
    return error.code if isinstance(error, Refused) else "refused"


def game_of(http: Request) -> Game[Any]:
    name = http.path_params["game"]
    if name not in names():
        raise NoSuchTable(name)
    return load(name)


WHOLE: Final = ("record", "replay", "analysis")
"""The parts of a table's address that show a whole match, with what lies below them."""


async def check_seal(request: PageRequest) -> None:
    """Refuse to show a table of a tournament whose luck others are still playing."""
    table = request.http.path_params.get("table", "")
    if table:
        person = request.person.id if request.person is not None else ""
        below = request.http.scope["path"].removeprefix(f"/tables/{table}/").partition("/")[0]
        whole = below in WHOLE
        seal = request.house.tournaments.check_seal
        await seal(table, person, request.language, whole, wished_seat(request.http))


def with_refusals(endpoint: Any) -> Any:
    """The endpoint of a handler; refusals become pages or JSON."""

    async def guarded(http: Request) -> Response:
        request = PageRequest(http)
        try:
            await check_seal(request)
            response: Response = await endpoint(request)
        except LudotecaError as error:
            status = status_of(error)
            if request.wants_json:
                note = request.refusal(error)
                return request.with_cookies(JSONResponse({"detail": note.text, "rule": note.rule}, status))
            return request.trouble(status, as_sentence(sentence_of(error, request.language)))
        return response

    return guarded


# Reading addresses and forms


def wished_seat(http: Request) -> int:
    return read_seat(http.query_params.get("seat", ""))


def read_seat(text: str) -> int:
    seat = whole_number(text, c.MOST_SEATS - 1)
    return -1 if seat is None else seat


def read_number(text: str) -> int:
    return whole_number(text, 999_999) or 0


def house_address(request: PageRequest) -> str:
    """The public address of the house."""
    http = request.http
    public: str = http.app.state.settings.public.rstrip("/")
    return public or f"{http.scope['scheme']}://{http.headers.get('host', '')}"


def safe_path(path: str) -> str:
    """The path if it leads to a page of this house, else the lobby."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and "\n" not in path else "/"
