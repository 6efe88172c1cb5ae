"""Replays: a table's match, or a record somebody brought, with a cursor; and what its analysis found."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from starlette.responses import Response

from ludoteca.games import load, names
from ludoteca.house.web.pages.analysis_panel import Verdict
from ludoteca.house.web.pages.page_request import JSON, Visit, pointed_out, status_of, wished_seat
from ludoteca.house.web.pages.replay_frames import Film, Scene
from ludoteca.house.web.pages.table_page import standings
from ludoteca.kernel.errors import LudotecaError, RecordError
from ludoteca.kernel.match import Match
from ludoteca.kernel.record import read_record
from ludoteca.kernel.replay import replay
from ludoteca.kernel.view import SPECTATOR

ANALYSE: Final = "analyse"


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
    action = f"/tables/{table.id}/replay"
    found = await visit.house.finding(table.id, ANALYSE) if table.finished else None
    verdict = Verdict(table.match, found, visit.language, action) if found else None
    return show_film(visit, film, table.match, at, viewer, action, table.id, verdict=verdict)


def show_film(
    visit: Visit,
    film: Film,
    match: Match,
    at: int,
    viewer: int,
    action: str,
    table: str = "",
    record: str = "",
    verdict: Verdict | None = None,
) -> Response:
    scene = Scene(film, at, viewer, visit.language, visit.narrow)
    better = verdict.better(scene.at) if verdict else None
    picture = scene.picture(better is not None and better.seat == viewer)
    svg = picture.svg()
    if better is not None and better.seat == viewer:
        svg = pointed_out(svg, better.action).replace(' role="button" tabindex="0"', ' role="img"')
    result = match.result
    return visit.page(
        "replay.html", asked=visit.request.query_params.get("asked") == "1", film=film,
        scene=scene, picture=svg, game=film.game, action=action, verdict=verdict,
        better=better, text=picture.text, narrow=visit.narrow,
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
    found = await visit.house.finding(table.id, ANALYSE) if table.finished else None
    body = b'{"ready":false}' if found is None else b'{"ready":true,"analysis":' + found.encode() + b"}"
    return visit.send(body, JSON)


async def ask_for_analysis(visit: Visit) -> Response:
    """Somebody would like to know what a finished match was about: the workers think about it."""
    table = await visit.house.table(visit.request.path_params["table"])
    if table.finished:
        await visit.house.ask(table.id, ANALYSE)
    return visit.go(f"/tables/{table.id}/replay?at=0&asked=1#analysis")
