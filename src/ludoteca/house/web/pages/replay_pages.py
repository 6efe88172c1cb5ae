"""Replay pages: a table's match or an uploaded record, moment by moment, with its analysis."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Final

from starlette.responses import Response

from ludoteca.draw.memory import MEMORY
from ludoteca.games import load, names
from ludoteca.house.input import whole_number
from ludoteca.house.refusals import NoSuchTable
from ludoteca.house.service.findings import ANALYSE
from ludoteca.house.table import visibility
from ludoteca.house.table.table import Table
from ludoteca.house.web.pages.analysis_panel import AnalysisPanel
from ludoteca.house.web.pages.finale import has_points, is_ranked, standings
from ludoteca.house.web.pages.page_request import JSON, PageRequest, status_of, wished_seat
from ludoteca.house.web.pages.replay_frames import MatchReplay, ReplayMoment
from ludoteca.house.web.pages.shared_moments import picture_answer, preview_of
from ludoteca.house.web.pages.texts import LANGUAGES
from ludoteca.kernel.errors import LudotecaError, RecordError
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.record import Record, read_record
from ludoteca.kernel.replay import replay
from ludoteca.kernel.view import SPECTATOR

SO_FAR: Final = f"{ANALYSE} so far"
MOST_MOMENTS: Final = 999_999


async def replay_page(request: PageRequest) -> Response:
    """The match of a table, moment by moment."""
    http = request.http
    table = await request.house.table(http.path_params["table"])
    if table.match is None:
        return request.redirect(f"/tables/{table.id}")
    replayed, viewer = await replay_for(request, table)
    await with_chapters(request, replayed, viewer)
    at = read_at(http.query_params, len(replayed.frames))
    action = f"/tables/{table.id}/replay"
    shown = visibility.shown_late(table, request.person.id if request.person else "")
    late = 0 if shown is None else table.hands_after
    found = await found_so_far(request, table)
    panel = AnalysisPanel(table.match, found, request.language, action) if found else None
    return await request.heavy_work(
        lambda: show_replay(request, replayed, at, viewer, action, table.id, "", panel, late)
    )


async def moment_picture(request: PageRequest) -> Response:
    """A moment of a match as a picture, as spectators may see it."""
    table = await request.house.table(request.http.path_params["table"])
    if table.match is None:
        raise NoSuchTable(table.id)
    replayed = await replay_of(request, table)
    query = request.http.query_params
    wished = query.get("language", "")
    language = wished if wished in LANGUAGES else request.language
    at = read_at(query, len(replayed.frames))
    moment = ReplayMoment(replayed, at, SPECTATOR, language, narrow=False)
    return await picture_answer(request, moment, kept=table.finished and language == wished)


async def replay_for(request: PageRequest, table: Table) -> tuple[MatchReplay, int]:
    """What the asking person may see of a match, and through whose eyes.

    Where hands are shown late, a seat that is asked for comes with the match as it was some turns ago.
    """
    replayed = await replay_of(request, table)
    person, wished = request.person.id if request.person else "", wished_seat(request.http)
    if table.finished and request.http.query_params.get("seat") == "-1":
        return replayed, SPECTATOR
    shown = visibility.shown_late(table, person)
    if shown is not None and 0 <= wished < len(table.seats):
        return replayed.up_to(shown), wished
    return replayed, visibility.viewer_of(table, person, wished)


async def replay_of(request: PageRequest, table: Table) -> MatchReplay:
    """The replay of a table's match, kept for the next request."""
    match = table.match
    assert match is not None
    key = (table.id, table.match_seq, *table.names)
    replayed = replays.get(key)
    if replayed is None:
        entries = match.entries
        replayed = replays.keep(key, await request.heavy_work(lambda: MatchReplay(match, entries)))
    return replayed


async def with_chapters(request: PageRequest, replayed: MatchReplay, viewer: int) -> None:
    """Let the replay find its chapters, if it has not done so before."""
    if not replayed.knows_chapters(viewer, request.language):
        await request.heavy_work(lambda: replayed.chapters(viewer, request.language))


def show_replay(
    request: PageRequest,
    replayed: MatchReplay,
    at: int,
    viewer: int,
    action: str,
    table: str = "",
    record: str = "",
    analysis_panel: AnalysisPanel | None = None,
    late: int = 0,
) -> Response:
    """A moment of a replay, drawn. It takes long: beside the event loop. `late`: after how many turns a match
    that goes on may be seen through any seat.
    """
    moment = ReplayMoment(replayed, at, viewer, request.language, request.narrow)
    better = analysis_panel.better(moment.at) if analysis_panel else None
    picture = moment.picture(better is not None and better.seat == viewer)
    if better is not None and better.seat == viewer:
        svg = picture.with_choice(better.action).replace(' role="button" tabindex="0"', ' role="img"')
    else:
        svg = picture.svg()
    result = replayed.result
    title = replayed.game.words(request.language).phrase("game", "title")
    return request.page(
        "replay.html", preview=preview_of(request, moment, table, title) if table else None,
        asked=request.http.query_params.get("asked") == "1", replay=replayed,
        moment=moment, picture=svg, game=replayed.game, action=action, late=late,
        analysis_panel=analysis_panel,
        inspected=presentation_of(replayed.game).about is not None, better=better,
        text=picture.text, narrow=request.narrow,
        table=table, record=record, names=moment.speaker.names, layout="narrow" if request.narrow else "wide",
        title=title,
        result=moment.speaker.result(result) if result else "",
        scored=result is not None and has_points(result),
        standings=standings(result, moment.speaker.names) if result and is_ranked(result) else [],
    )  # fmt: skip


def read_at(words: Mapping[str, str], otherwise: int) -> int:
    """The moment that a button names, else the slider."""
    for name in ("at", "slide"):
        at = whole_number(words.get(name, ""), MOST_MOMENTS)
        if at is not None:
            return at
    return otherwise


class ReplayCache:
    """The replays that were looked at last: making one means playing the match again."""

    def get(self, key: tuple[object, ...]) -> MatchReplay | None:
        found: MatchReplay | None = MEMORY.get((ReplayCache, key))
        return found

    def keep(self, key: tuple[object, ...], replayed: MatchReplay) -> MatchReplay:
        MEMORY.keep((ReplayCache, key), replayed, replayed.weigh())
        return replayed


replays: Final = ReplayCache()


async def record_form(request: PageRequest) -> Response:
    return request.page("record.html", record="")


async def open_record(request: PageRequest) -> Response:
    """An uploaded record. It is sent with every request; the house does not store it."""
    form = await request.form()
    text = form.get("record", "").replace("\r\n", "\n")
    key = (sha256(text.encode()).hexdigest(), -1)
    try:
        replayed = replays.get(key)
        if replayed is None:
            uploaded = await request.heavy_work(lambda: read_record(text))
            await request.house.shelf.bring(uploaded.game, uploaded.edition)
            replayed = replays.keep(key, await request.heavy_work(lambda: replay_record(uploaded)))
    except LudotecaError as error:
        return request.page("record.html", status_of(error), record=text, note=request.refusal(error))
    seat = whole_number(form.get("seat", ""), replayed.setup.seats - 1)
    viewer = SPECTATOR if seat is None else seat
    await with_chapters(request, replayed, viewer)
    return await request.heavy_work(
        lambda: show_replay(request, replayed, read_at(form, 0), viewer, "/record", record=text)
    )


def replay_record(uploaded: Record) -> MatchReplay:
    """The replay of a record. Raises RecordError with the line that is wrong."""
    if uploaded.game not in names():
        raise RecordError(uploaded.number("game"), f"there is no game “{uploaded.game}” here")
    return MatchReplay(replay(load(uploaded.game), uploaded))


async def found_so_far(request: PageRequest, table: Table) -> str | None:
    """The analysis of a match, or as much of it as there is."""
    if not table.finished:
        return None
    whole = await request.house.findings.of(table.id, ANALYSE)
    return whole if whole is not None else await request.house.findings.of(table.id, SO_FAR)


async def analysis(request: PageRequest) -> Response:
    """The analysis of a finished match as JSON; `ready` is false until it is whole, and `begun` once there is
    something to show.
    """
    table = await request.house.table(request.http.path_params["table"])
    found = await request.house.findings.of(table.id, ANALYSE) if table.finished else None
    if found is not None:
        return request.send(b'{"ready":true,"analysis":' + found.encode() + b"}", JSON)
    begun = await found_so_far(request, table) is not None
    return request.send(b'{"ready":false,"begun":true}' if begun else b'{"ready":false}', JSON)


async def ask_for_analysis(request: PageRequest) -> Response:
    """Ask the workers to analyse a finished match."""
    table = await request.house.table(request.http.path_params["table"])
    if table.finished:
        await request.house.findings.request(table, ANALYSE, visitor=request.visitor)
    form = await request.form()
    at = whole_number(form.get("at", ""), MOST_MOMENTS) or 0
    seat = whole_number(form.get("seat", ""), len(table.seats) - 1)
    viewer = SPECTATOR if seat is None else seat
    return request.redirect(f"/tables/{table.id}/replay?at={at}&seat={viewer}&asked=1#analysis")
