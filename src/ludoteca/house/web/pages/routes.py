"""The pages' routes: what a browser asks for and posts."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from secrets import token_hex
from typing import Any, Final
from urllib.parse import quote

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ludoteca import draw as d
from ludoteca.games import load, names
from ludoteca.house.refusals import Forbidden, Malformed, NoSuchTable, Refused
from ludoteca.house.service.house import House
from ludoteca.house.service.identity import LINK_AGE, hashed, nickname
from ludoteca.house.table import commands as c
from ludoteca.house.table.option_preview import foresee
from ludoteca.house.web.pages import assets, game_cards, preferences
from ludoteca.house.web.pages.lab_pages import lab_page, report_page
from ludoteca.house.web.pages.lesson_pages import learn_move, learn_page
from ludoteca.house.web.pages.page_request import (
    Note,
    Visit,
    base_of,
    game_of,
    handled,
    safe_way_back,
    status_of,
    wished_seat,
)
from ludoteca.house.web.pages.replay_pages import (
    analysis,
    ask_for_analysis,
    open_record,
    record_form,
    replay_page,
)
from ludoteca.house.web.pages.rulebook import rulebook
from ludoteca.house.web.pages.table_page import PageLayers, Sight, level_name
from ludoteca.house.web.pages.texts import LANGUAGES
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game, presentation_of

FOREVER: Final = "public, max-age=31536000, immutable"


# The lobby


async def lobby(visit: Visit) -> Response:
    found = await visit.house.lobby(visit.person)
    return visit.page("lobby.html", **lobby_values(visit), lobby=found)


def lobby_values(visit: Visit) -> dict[str, Any]:
    games = game_cards.games()
    return {
        "games": games,
        "titles": {game.name: game for game in games},
        "game_cards": game_cards,
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
    wish = game_cards.quick_wish(game, usual_level(visit.house, name))
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
        "open.html", status, game=game, game_cards=game_cards, book=game.words(visit.language), preset=preset,
        fields=game_cards.option_fields(game, visit.language, values), levels=levels, form=form or {},
        usual=usual_level(visit.house, game.name), command=token_hex(16), note=note,
    )  # fmt: skip


async def open_table(visit: Visit) -> Response:
    game = game_of(visit.request)
    form = await visit.form()
    try:
        wish = game_cards.read_wish(game, form)
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
        cover=game_cards.cover(table.game), seat=wished_seat(request),
        layout="narrow" if visit.narrow else "wide",
    )  # fmt: skip


def invitation_link(visit: Visit, table: str, token: str) -> str:
    return f"{base_of(visit)}/tables/{table}?invitation={quote(token)}"


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
    gallery = presentation_of(game).gallery
    pictures = [
        (called[:1].upper() + called[1:], assets.drawn(d.group(piece, x=44, y=44), 88, 88))
        for called, piece in (gallery(game.edition(), phrases) if gallery is not None else [])
    ]
    return visit.page(
        "rules.html", game=game, book=book, words=words, found=book.search(words), gallery=pictures,
        title=phrases.phrase("game", "title"), narrow=visit.narrow,
    )  # fmt: skip


# Everything else


async def change_taste(visit: Visit) -> Response:
    """The settings, and the name."""
    form = await visit.form()
    words = {**form, **{name: form.get(name, "") for name in preferences.SWITCHES}}
    chosen = preferences.read(words)
    visit.cookies.append(preferences.cookie(chosen))
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
                with suppress(Refused):
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


async def static_file(request: Request) -> Response:
    found = assets.statics().get(request.path_params["name"])
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
        Route("/tables/{table}/analysis", handled(ask_for_analysis), methods=["POST"]),
        Route("/learn/{game}", handled(learn_page)),
        Route("/learn/{game}", handled(learn_move), methods=["POST"]),
        Route("/lab", handled(lab_page)),
        Route("/lab/{report}", handled(report_page)),
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
