"""The pages' routes: what a browser asks for and posts."""

from __future__ import annotations

import gzip
import time
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from secrets import token_hex
from typing import Any, Final
from urllib.parse import parse_qsl, quote

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ludoteca import draw as d
from ludoteca.games import load, names
from ludoteca.house.house import House
from ludoteca.house.pages import shelf, shop, taste
from ludoteca.house.pages.film import Film, Scene
from ludoteca.house.pages.foresight import foresee
from ludoteca.house.pages.learn import Page as LessonPage
from ludoteca.house.pages.learn import lesson_of
from ludoteca.house.pages.rulebook import rulebook
from ludoteca.house.pages.sight import PageLayers, Sight, level_name, rule_link, standings
from ludoteca.house.pages.texts import LANGUAGES, NAMES, Texts, texts
from ludoteca.house.people import LINK_AGE, People, hashed, newcomer, nickname
from ludoteca.house.table import commands as c
from ludoteca.house.table.refusals import Forbidden, Malformed, NoSuchTable, Refused
from ludoteca.kernel.errors import LudotecaError, RecordError
from ludoteca.kernel.game import Game
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay
from ludoteca.kernel.view import SPECTATOR

JSON: Final = "application/json"
FOREVER: Final = "public, max-age=31536000, immutable"


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
        self.taste = taste.taste_of(request)
        self.language = taste.language_of(request)
        self.say: Texts = texts(self.language)
        self.narrow = taste.narrow(request)
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
            shelf.render(template, **common | values).encode(), "text/html; charset=utf-8", status
        )

    def send(self, body: bytes, kind: str, status: int = 200) -> Response:
        """An answer, packed for who can unpack it."""
        headers = {"vary": "Accept-Encoding, Cookie", "content-type": kind}
        if len(body) > shelf.WORTH_PACKING and "gzip" in self.request.headers.get("accept-encoding", ""):
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


# The lobby


async def lobby(visit: Visit) -> Response:
    found = await visit.house.lobby(visit.person)
    return visit.page("lobby.html", **lobby_values(visit), lobby=found)


def lobby_values(visit: Visit) -> dict[str, Any]:
    games = shop.games()
    return {
        "games": games,
        "titles": {game.name: game for game in games},
        "shop": shop,
        "language": visit.language,
        "now": int(time.time() * 1000),
    }


async def play_now(visit: Visit) -> Response:
    """A table against bots, in one click."""
    form = await visit.form()
    name = form.get("game", "")
    if name not in names():
        raise NoSuchTable(name)
    game = load(name)
    wish = shop.quick_wish(game, usual_level(visit.house, name))
    opened = await visit.house.open(visit.somebody(), wish, form.get("command") or token_hex(16))
    return visit.go(f"/tables/{opened.table}")


def usual_level(house: House, game: str) -> str:
    """Neither the weakest nor one that makes people wait."""
    levels = house.levels(game)
    return levels[min(1, len(levels) - 1)] if levels else ""


# Opening a table


async def open_form(visit: Visit) -> Response:
    game = game_of(visit.request)
    preset = visit.request.query_params.get("preset", next(iter(game.presets), ""))
    values = dict(game.presets.get(preset, {}))
    return opening(visit, game, preset, values)


def opening(
    visit: Visit, game: Game[Any], preset: str, values: Mapping[str, Any], note: Note | None = None,
    form: Mapping[str, str] | None = None, status: int = 200,
) -> Response:  # fmt: skip
    levels = [(level, level_name(visit.say, level)) for level in visit.house.levels(game.name)]
    return visit.page(
        "open.html", status, game=game, shop=shop, book=game.words(visit.language), preset=preset,
        fields=shop.option_fields(game, visit.language, values), levels=levels, form=form or {},
        usual=usual_level(visit.house, game.name), command=token_hex(16), note=note,
    )  # fmt: skip


async def open_table(visit: Visit) -> Response:
    game = game_of(visit.request)
    form = await visit.form()
    try:
        wish = shop.read_wish(game, form)
        person = visit.somebody(form.get("name", "").strip()[: c.NAME_LENGTH])
        opened = await visit.house.open(person, wish, form.get("command") or token_hex(16))
    except LudotecaError as error:
        values = {option.key: form.get(f"option {option.key}", option.default) for option in game.options}
        note = visit.refusal(error, game.name)
        return opening(visit, game, form.get("preset", ""), values, note, form, status_of(error))
    return visit.go(f"/tables/{opened.table}")


# A table


async def table_page(visit: Visit, note: Note | None = None, status: int = 200) -> Response:
    house, request = visit.house, visit.request
    table = await house.table(request.path_params["table"])
    sight = Sight(table, visit.person, visit.language, visit.narrow, wished_seat(request))
    parts, picture = sight.parts()
    token = request.query_params.get("invitation", "")
    invitation = house.invitation(table, visit.person) if visit.person else ""
    return visit.page(
        "table.html" if picture else "waiting.html", status, sight=sight, parts=parts, picture=picture,
        table=table, game=table.game, command=token_hex(16), note=note, token=token,
        title=table.game.words(visit.language).phrase("game", "title"),
        invitation=invitation_link(visit, table.id, invitation) if invitation else "",
        invited=table.public or bool(token and house.invites(table, token)),
        cover=shop.cover(table.game), seat=wished_seat(request), layout="narrow" if visit.narrow else "wide",
    )  # fmt: skip


def wished_seat(request: Request) -> int:
    text = request.query_params.get("seat", "")
    return int(text) if text.isdigit() and len(text) < 3 else -1


def invitation_link(visit: Visit, table: str, token: str) -> str:
    return f"{base_of(visit)}/tables/{table}?invitation={quote(token)}"


def base_of(visit: Visit) -> str:
    """The address of the house as people type it."""
    request = visit.request
    public: str = request.app.state.settings.public.rstrip("/")
    return public or f"{request.scope['scheme']}://{request.headers.get('host', '')}"


async def do(visit: Visit) -> Response:
    """Whatever a button of a table's page asks for."""
    form = await visit.form()
    table_id = visit.request.path_params["table"]
    person = visit.somebody(form.get("name", "").strip()[: c.NAME_LENGTH])
    try:
        answer = await visit.house.do(table_id, person, read_command(form))
    except LudotecaError as error:
        table = await visit.house.table(table_id)
        note = visit.refusal(error, table.game.name)
        if visit.wants_json:
            told = {"detail": note.text, "rule": note.rule, "link": note.link}
            return visit.dressed(JSONResponse(told, status_of(error)))
        return await table_page(visit, note, status_of(error))
    where = f"/tables/{answer.rematch}" if answer.rematch else f"/tables/{table_id}"
    if visit.wants_json:
        return visit.dressed(JSONResponse({"seq": answer.seq, "go": where if answer.rematch else ""}))
    if form.get("do") == "leave":
        where = "/"
    return visit.go(where)


def read_command(form: Mapping[str, str]) -> c.AnyCommand:
    """The command a form asks for: a word, perhaps a seat or the text of an action."""
    word, _, rest = form.get("do", "").partition(" ")
    told: dict[str, Any] = {"kind": word, "id": form.get("command") or token_hex(16)}
    if form.get("base", "").lstrip("-").isdigit():
        told["base"] = int(form["base"])
    if word == "act":
        told["text"] = rest
    elif word == "chat":
        told["text"] = form.get("text", "").strip()
    elif word in ("bot", "back", "free", "join") and rest:
        seat, _, level = rest.partition(" ")
        told["seat"] = int(seat) if seat.isdigit() else -1
        if word == "bot" and level:
            told["level"] = level
    if word == "join":
        told["token"] = form.get("token", "")
    if word in ("join", "rematch") and form.get("nonce"):
        told["nonce"] = form["nonce"][: c.NONCE_LENGTH]
    if word in ("act", "undo") and form.get("seat", "").isdigit():
        told["seat"] = int(form["seat"])
    try:
        command: c.AnyCommand = msgspec.convert(told, c.AnyCommand)
    except msgspec.ValidationError as error:
        raise Malformed("malformed", f"this cannot be asked for: {error}") from None
    return command


async def would(visit: Visit) -> Response:
    """What an option would surely do, told from the asking person's own knowledge."""
    request = visit.request
    table = await visit.house.table(request.path_params["table"])
    sight = Sight(table, visit.person, visit.language, visit.narrow, wished_seat(request))
    if table.match is None or not sight.mine:
        return JSONResponse({"sentences": [], "chance": False})
    seen = foresee(table.match, sight.viewer, request.query_params.get("text", "")[:200], sight.speaker)
    return JSONResponse({"sentences": seen.sentences, "chance": seen.chance})


async def record(visit: Visit) -> Response:
    """The record of a table, as the asking person may read it."""
    table = await visit.house.table(visit.request.path_params["table"])
    viewer = table.viewer(visit.person.id if visit.person else "")
    if table.match is None:
        raise NoSuchTable(table.id)
    name = f"{table.game.name}-{table.id}.record"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(table.record(viewer).text(), 200, headers, "text/plain; charset=utf-8")


# Rules


async def rules_page(visit: Visit) -> Response:
    """A rulebook, or what it says of some words."""
    game = game_of(visit.request)
    book, phrases = rulebook(game), game.words(visit.language)
    words = visit.request.query_params.get("q", "").strip()[:80]
    pictures = [
        (called[:1].upper() + called[1:], shelf.drawn(d.group(piece, x=44, y=44), 88, 88))
        for called, piece in game.gallery(phrases)
    ]
    return visit.page(
        "rules.html", game=game, book=book, words=words, found=book.search(words), gallery=pictures,
        title=phrases.phrase("game", "title"), narrow=visit.narrow,
    )  # fmt: skip


# Replays


async def replay_page(visit: Visit) -> Response:
    """A table's match with a cursor."""
    request = visit.request
    table = await visit.house.table(request.path_params["table"])
    if table.match is None:
        return visit.go(f"/tables/{table.id}")
    viewer = table.viewer(visit.person.id if visit.person else "", wished_seat(request))
    if table.finished and request.query_params.get("seat") == "-1":
        viewer = SPECTATOR
    film = films.get((table.id, table.moved))
    if film is None:
        film = films.keep((table.id, table.moved), Film(table.match))
    at = read_at(request.query_params, len(film.frames))
    return show_film(visit, film, table.match, at, viewer, f"/tables/{table.id}/replay", table.id)


def show_film(
    visit: Visit,
    film: Film,
    match: Match,
    at: int,
    viewer: int,
    action: str,
    table: str = "",
    record: str = "",
) -> Response:
    scene = Scene(film, at, viewer, visit.language, visit.narrow)
    result = match.result
    return visit.page(
        "replay.html", film=film, scene=scene, picture=scene.picture(), game=film.game, action=action,
        table=table, record=record, names=scene.speaker.names, layout="narrow" if visit.narrow else "wide",
        title=film.game.words(visit.language).phrase("game", "title"),
        result=scene.speaker.result(result) if result else "", scored=bool(result and result.scores),
        standings=standings(result, scene.speaker.names) if result else [],
    )  # fmt: skip


def read_at(words: Mapping[str, str], otherwise: int) -> int:
    """The moment that is asked for by a button, else by the slider."""
    for name in ("at", "slide"):
        text = words.get(name, "")
        if text.isdigit() and len(text) < 7:
            return int(text)
    return otherwise


class Films:
    """The replays looked at last: making one means playing the match again."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.kept: dict[tuple[str, int], Film] = {}

    def get(self, key: tuple[str, int]) -> Film | None:
        film = self.kept.pop(key, None)
        if film is not None:
            self.kept[key] = film
        return film

    def keep(self, key: tuple[str, int], film: Film) -> Film:
        self.kept[key] = film
        while len(self.kept) > self.most:
            del self.kept[next(iter(self.kept))]
        return film


films: Final = Films(24)


async def record_form(visit: Visit) -> Response:
    return visit.page("record.html", record="")


async def open_record(visit: Visit) -> Response:
    """A record somebody brought: it travels with every request, the house keeps nothing of it."""
    form = await visit.form()
    text = form.get("record", "").replace("\r\n", "\n")
    key = (sha256(text.encode()).hexdigest(), -1)
    try:
        told = read_record(text)
        if told.game not in names():
            raise RecordError(told.number("game"), f"there is no game “{told.game}” here")
        film = films.get(key)
        match = replay(load(told.game), told)
    except LudotecaError as error:
        return visit.page("record.html", status_of(error), record=text, note=visit.refusal(error))
    if film is None:
        film = films.keep(key, Film(match))
    seat = form.get("seat", "-1")
    viewer = int(seat) if seat.isdigit() and int(seat) < told.seats else SPECTATOR
    at = read_at(form, 0)
    return show_film(visit, film, match, at, viewer, "/record", record=text)


async def analysis(visit: Visit) -> Response:
    """What the workers found out about a finished match, as JSON; `ready` is false until then."""
    table = await visit.house.table(visit.request.path_params["table"])
    found = await visit.house.finding(table.id, "analyse") if table.finished else None
    if found is None and table.finished:
        await visit.house.ask(table.id, "analyse")
    body = b'{"ready":false}' if found is None else b'{"ready":true,"analysis":' + found.encode() + b"}"
    return visit.send(body, JSON)


# Lessons


async def learn_page(visit: Visit) -> Response:
    """A step of a game's lesson. The address holds the step: there is nothing to remember."""
    return show_step(visit, read_number(visit.request.query_params.get("step", "")))


def show_step(visit: Visit, at: int, wrong: bool = False, shown: bool = False) -> Response:
    game = game_of(visit.request)
    lesson = lesson_of(game)
    page = LessonPage(lesson, at, visit.language, visit.narrow) if lesson else None
    svg = page.picture().svg() if page else ""
    if page and shown and page.wanted:
        svg = pointed_out(svg, page.wanted)
    return visit.page(
        "learn.html", game=game, page=page, picture=svg, shown=shown,
        note_wrong=visit.say("learn.other", label=page.label) if page and wrong else "",
        title=game.words(visit.language).phrase("game", "title"), layout="narrow" if visit.narrow else "wide",
    )  # fmt: skip


def pointed_out(svg: str, text: str) -> str:
    """The board with one choice shown to the learner."""
    told = f'data-action="{d.escape(text)}"'
    return svg.replace(told, f'{told} data-wanted=""')


async def learn_move(visit: Visit) -> Response:
    """The learner goes on, back, asks to be shown, or makes a move."""
    game = game_of(visit.request)
    form = await visit.form()
    at, wish = read_number(form.get("step", "")), form.get("do", "")
    lesson = lesson_of(game)
    if lesson is None:
        raise NoSuchTable(game.name)
    step = lesson.steps[min(at, lesson.last)]
    if wish == "show":
        return show_step(visit, at, shown=True)
    if wish == "back":
        at -= 1
    elif wish == "next" and not step.yours:
        at += 1
    elif wish.startswith("act ") and step.line is not None and step.yours:
        if wish[4:] != step.line.text:
            return show_step(visit, at, wrong=True, shown=True)
        at += 1
    return visit.go(f"/learn/{game.name}?step={max(0, min(at, lesson.last))}")


def read_number(text: str) -> int:
    return int(text) if text.isdigit() and len(text) < 7 else 0


# Everything else


async def change_taste(visit: Visit) -> Response:
    """The settings, and the name."""
    form = await visit.form()
    words = {**form, **{name: form.get(name, "") for name in taste.SWITCHES}}
    chosen = taste.read(words)
    visit.cookies.append(taste.cookie(chosen))
    person = visit.person
    if person is not None:
        name = nickname(form.get("name", "") or person.name)
        language = form.get("language", "")
        language = language if language in LANGUAGES else person.language
        changed = c.Person(person.id, name, language)
        if changed != person:
            visit.cookies.append(visit.people.cookie(changed))
        if name != person.name:
            for brief in (await visit.house.lobby(changed)).yours:
                await visit.house.do(brief.table, changed, c.Rename(id=token_hex(16)))
    return visit.go(safe_way_back(form.get("back", "/")))


async def make_link(visit: Visit) -> Response:
    """A link that makes another browser this person."""
    if visit.person is None:
        return visit.go("/")
    link = f"{base_of(visit)}/carry/{visit.people.link(visit.person)}"
    return visit.page("carry.html", link=link, token="")


async def carry_form(visit: Visit) -> Response:
    """Opened on the other device: nothing happens before the button is pressed."""
    person = visit.people.carried(visit.request.path_params["token"])
    return visit.page("carry.html", link="", token=visit.request.path_params["token"], name=person.name)


async def carry(visit: Visit) -> Response:
    """Become the person who made the link, once."""
    token = visit.request.path_params["token"]
    person = visit.people.carried(token)
    if not await visit.house.once(hashed(token), LINK_AGE):
        raise Forbidden("link-used", visit.say("carry.used"))
    visit.cookies.append(visit.people.cookie(person))
    return visit.go("/")


def safe_way_back(path: str) -> str:
    """A path of this house and nothing else."""
    return path if path.startswith("/") and not path.startswith(("//", "/\\")) and "\n" not in path else "/"


async def static_file(request: Request) -> Response:
    found = shelf.statics().get(request.path_params["name"])
    if found is None:
        return Response("there is no such file", 404, media_type="text/plain")
    headers = {"cache-control": FOREVER, "vary": "Accept-Encoding", "content-type": found.kind}
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(found.packed, 200, headers | {"content-encoding": "gzip"})
    return Response(found.body, 200, headers)


def routes() -> list[BaseRoute]:
    """Every page of the house."""
    return [
        Route("/", handled(lobby)),
        Route("/play", handled(play_now), methods=["POST"]),
        Route("/games/{game}/open", handled(open_form)),
        Route("/games/{game}/open", handled(open_table), methods=["POST"]),
        Route("/games/{game}/rules", handled(rules_page)),
        Route("/tables/{table}", handled(table_page)),
        Route("/tables/{table}/do", handled(do), methods=["POST"]),
        Route("/tables/{table}/would", handled(would)),
        Route("/tables/{table}/record", handled(record)),
        Route("/tables/{table}/replay", handled(replay_page)),
        Route("/tables/{table}/analysis", handled(analysis)),
        Route("/learn/{game}", handled(learn_page)),
        Route("/learn/{game}", handled(learn_move), methods=["POST"]),
        Route("/record", handled(record_form)),
        Route("/record", handled(open_record), methods=["POST"]),
        Route("/taste", handled(change_taste), methods=["POST"]),
        Route("/carry", handled(make_link), methods=["POST"]),
        Route("/carry/{token}", handled(carry_form)),
        Route("/carry/{token}", handled(carry), methods=["POST"]),
        Route("/static/{name}", static_file),
    ]


def trouble(request: Request, status: int, detail: str) -> Response:
    """A page that says what went wrong before any other page could."""
    return Visit(request).page("trouble.html", status, missing=status == 404, detail=detail)


def layers() -> PageLayers:
    """Who makes the changing parts of tables' pages."""
    return PageLayers()
