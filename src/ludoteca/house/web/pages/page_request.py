"""One visit: what every page needs to know about a request, and how it is answered."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from ludoteca import draw as d
from ludoteca.games import load, names
from ludoteca.house.refusals import Malformed, NoSuchTable, Refused
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import People, newcomer
from ludoteca.house.table import commands as c
from ludoteca.house.web.pages import assets, preferences
from ludoteca.house.web.pages.table_page import rule_link
from ludoteca.house.web.pages.texts import NAMES, Texts, texts
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game

JSON: Final = "application/json"


@dataclass(frozen=True, slots=True)
class Note:
    """Something the house has to say on top of a page."""

    text: str
    rule: str = ""
    link: str = ""


class Visit:
    """One request, and what every page needs to know about it."""

    def __init__(self, request: Request) -> None:
        self.request = request
        self.house: House = request.app.state.house
        self.people: People = request.app.state.people
        self.person: c.Person | None = request.scope.get("person")
        self.taste = preferences.taste_of(request)
        self.language = preferences.language_of(request)
        self.say: Texts = texts(self.language)
        self.narrow = preferences.narrow(request)
        self.cookies: list[str] = []

    @property
    def wants_json(self) -> bool:
        return JSON in self.request.headers.get("accept", "")

    def somebody(self, name: str = "") -> c.Person:
        """The person who asks; somebody new gets a cookie."""
        if self.person is None:
            self.person = newcomer(name, self.language)
            self.cookies.append(self.people.cookie(self.person))
        return self.person

    async def form(self) -> dict[str, str]:
        """The fields of a posted form."""
        body = await self.request.body()
        try:
            return dict(parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=200))
        except ValueError:
            raise Malformed("malformed", "this form cannot be read") from None

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page made from a template."""
        url = self.request.url
        common = {
            "say": self.say,
            "taste": self.taste,
            "person": self.person,
            "languages": NAMES,
            "here": url.path + (f"?{url.query}" if url.query and self.request.method == "GET" else ""),
            "note": None,
        }
        return self.send(
            assets.render(template, **common | values).encode(), "text/html; charset=utf-8", status
        )

    def send(self, body: bytes, kind: str, status: int = 200) -> Response:
        """An answer, packed for who can unpack it."""
        headers = {"vary": "Accept-Encoding, Cookie", "content-type": kind}
        if len(body) > assets.WORTH_PACKING and "gzip" in self.request.headers.get("accept-encoding", ""):
            body = gzip.compress(body, 5)
            headers["content-encoding"] = "gzip"
        return self.dressed(Response(body, status, headers))

    def go(self, where: str) -> Response:
        """Elsewhere, by GET."""
        return self.dressed(RedirectResponse(where, 303))

    def dressed(self, response: Response) -> Response:
        for cookie in self.cookies:
            response.headers.append("set-cookie", cookie)
        return response

    def refusal(self, error: LudotecaError, game: str = "") -> Note:
        """What was refused, with the rule that says so."""
        rule = error.rule if isinstance(error, Refused) else ""
        rule = rule.partition("/")[0]
        return Note(sentence(error), rule, rule_link(game, rule) if rule and game else "")


def sentence(error: LudotecaError) -> str:
    """The error as a sentence: capital letter, full stop."""
    told = str(error)
    return told[:1].upper() + told[1:] + ("" if told.endswith((".", "!", "?", ")")) else ".")


def status_of(error: LudotecaError) -> int:
    return error.status if isinstance(error, Refused) else 422


def game_of(request: Request) -> Game[Any]:
    name = request.path_params["game"]
    if name not in names():
        raise NoSuchTable(name)
    return load(name)


def handled(endpoint: Any) -> Any:
    """An endpoint that turns what is refused into a page or a problem."""

    async def guarded(request: Request) -> Response:
        visit = Visit(request)
        try:
            response: Response = await endpoint(visit)
        except LudotecaError as error:
            status = status_of(error)
            if visit.wants_json:
                note = visit.refusal(error)
                return visit.dressed(JSONResponse({"detail": note.text, "rule": note.rule}, status))
            missing = isinstance(error, NoSuchTable)
            return visit.page("trouble.html", status, missing=missing, detail=sentence(error))
        return response

    return guarded


# What addresses and forms say


def wished_seat(request: Request) -> int:
    text = request.query_params.get("seat", "")
    return int(text) if text.isdigit() and len(text) < 3 else -1


def read_number(text: str) -> int:
    return int(text) if text.isdigit() and len(text) < 7 else 0


def base_of(visit: Visit) -> str:
    """The address of the house as people type it."""
    request = visit.request
    public: str = request.app.state.settings.public.rstrip("/")
    return public or f"{request.scope['scheme']}://{request.headers.get('host', '')}"


def safe_way_back(path: str) -> str:
    """A path of this house and nothing else."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and "\n" not in path else "/"


def pointed_out(svg: str, text: str) -> str:
    """The board with one choice shown to the learner."""
    told = f'data-action="{d.escape(text)}"'
    return svg.replace(told, f'{told} data-wanted=""')
