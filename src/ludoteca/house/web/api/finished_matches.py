"""The API of finished matches: every moment, as any seat saw it."""

from __future__ import annotations

from typing import Any, Final, cast

import msgspec

from ludoteca.draw.memory import MEMORY
from ludoteca.house.live.table_json import offered, outcome
from ludoteca.house.refusals import Refused
from ludoteca.house.service.findings import ANALYSE
from ludoteca.house.table import visibility
from ludoteca.house.table.table import Table
from ludoteca.house.web.api.description import api
from ludoteca.house.web.api.operations import TextAnswer
from ludoteca.house.web.api.request import ApiRequest
from ludoteca.house.web.api.shapes import (
    AnalysisShape,
    Language,
    Moments,
    MomentShape,
    MomentTable,
    Number,
    TableId,
    Viewer,
)
from ludoteca.house.web.api.tables import SVG, started
from ludoteca.house.web.guard import PICTURE_POLICY
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Entry, Match
from ludoteca.kernel.replay import replay
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import SPECTATOR

TAG = "finished matches"
ENTRY: Final = 1500
"""About how many bytes a match takes for every entry of its story."""


class NotFinished(Refused):
    """Only a finished match can be looked at moment by moment."""

    def __init__(self) -> None:
        super().__init__("not-finished", "the match is still going on; its moments are told after the end")


class NoSuchMoment(Refused):
    """The match has fewer moments."""

    status = 404

    def __init__(self, last: int) -> None:
        super().__init__("no-such-moment", f"the match has moments 0 to {last}")


@api("GET", "/tables/{table}/moments", errors=(404, 409), tag=TAG)
async def list_moments(request: ApiRequest, table: TableId, language: Language | None = None) -> Moments:
    """Every moment of a finished match: who did what, and what happened."""
    found = await finished(request, table)
    match = found.match
    assert match is not None
    speaker = match.speaker(language or request.language)
    told = [MomentShape(0, "*", "", _sentences(match.opening, speaker))]
    for number, part in enumerate(match.story, 1):
        line = part.line(None)
        events = part.events if isinstance(part, Entry) else []
        told.append(MomentShape(number, line.who, line.text, _sentences(events, speaker)))
    return Moments(found.id, found.game.name, told)


@api("GET", "/tables/{table}/moments/{number}", errors=(404, 409), tag=TAG)
async def get_moment(
    request: ApiRequest, table: TableId, number: Number, seat: Viewer = -1, language: Language | None = None
) -> MomentTable:
    """A finished match as it stood after `number` lines of its record, as any seat saw it."""
    found = await finished(request, table)
    match = await moment(request, found, number)
    viewer = min(seat, len(found.seats) - 1)
    spoken = language or request.language
    choices = match.choices(viewer, spoken)
    return MomentTable(
        table=found.id,
        number=number,
        last=last_moment(found),
        viewer=viewer,
        awaited=max(match.actor, -1),
        question=choices.question,
        choices=offered(choices.offered),
        view=cast(Any, match.view(viewer)),
        result=outcome(match.result, match.speaker(spoken)),
    )


@api("GET", "/tables/{table}/moments/{number}/board.svg", errors=(404, 409), media=SVG, tag=TAG)
async def get_moment_board(
    request: ApiRequest,
    table: TableId,
    number: Number,
    seat: Viewer = -1,
    language: Language | None = None,
    narrow: bool = False,
) -> TextAnswer:
    """The board as it stood after `number` lines of the record, as any seat saw it."""
    found = await finished(request, table)
    match = await moment(request, found, number)
    viewer = min(seat, len(found.seats) - 1)
    spoken = language or request.language
    scene = presentation_of(match.game).board(
        match.view(viewer), match.speaker(spoken), match.choices(viewer, spoken), narrow
    )
    return TextAnswer(scene.svg(), {"content-security-policy": PICTURE_POLICY})


@api("GET", "/tables/{table}/analysis", errors=(404, 409), tag=TAG)
async def get_analysis(request: ApiRequest, table: TableId) -> AnalysisShape:
    """What the workers found out about a finished match: chances along it, turning points, better choices."""
    return await analysed(request, await finished(request, table))


@api("POST", "/tables/{table}/analysis", status=202, errors=(401, 403, 404, 409), tag=TAG)
async def ask_for_analysis(request: ApiRequest, table: TableId) -> AnalysisShape:
    """Ask the workers to study a finished match; once asked, they are not asked again."""
    request.known_person()
    found = await finished(request, table)
    await request.house.findings.request(found, ANALYSE, visitor=request.visitor)
    return await analysed(request, found)


async def analysed(request: ApiRequest, table: Table) -> AnalysisShape:
    """What the workers have found so far."""
    told = await request.house.findings.of(table.id, ANALYSE)
    failed = None if told is not None else await request.house.findings.of(table.id, f"{ANALYSE} failed")
    found = None if told is None else cast(Any, msgspec.Raw(told.encode()))
    return AnalysisShape(table.id, found, failed or "")


async def finished(request: ApiRequest, table_id: str) -> Table:
    """The table; refused until its match has finished."""
    found = await started(request, table_id)
    if not found.finished:
        raise NotFinished
    return found


def last_moment(table: Table) -> int:
    assert table.match is not None
    return len(table.match.story)


async def moment(request: ApiRequest, table: Table, number: int) -> Match:
    """The finished match as it stood after so many lines of its record."""
    last = last_moment(table)
    if number > last:
        raise NoSuchMoment(last)
    key = (moment, table.id, number, *table.names)
    found: Match | None = MEMORY.get(key)
    if found is None:
        record = visibility.record_for(table, SPECTATOR)
        found = await request.heavy.run(request.visitor, lambda: replay(table.game, record, number))
        MEMORY.keep(key, found, ENTRY * (last + 10))
    return found


def _sentences(events: list[Any], speaker: Speaker) -> list[str]:
    return [sentence for event in events if (sentence := speaker.event(event))]
