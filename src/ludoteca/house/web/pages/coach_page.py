"""The coach at a table that allows it: asked by the seat that decides, answered from what that seat knows."""

from __future__ import annotations

import json
from typing import Any, Final

from starlette.responses import Response

from ludoteca.analysis.coach import CoachWords
from ludoteca.bots.playing import perspective_in
from ludoteca.house.input import whole_number
from ludoteca.house.table import visibility
from ludoteca.house.table.table import Table
from ludoteca.house.web.pages.match_log import speaker_for
from ludoteca.house.web.pages.page_request import JSON, PageRequest, wished_seat
from ludoteca.kernel.source import Stream

HINT: Final = "hint"
WORD: Final = "word"
STEPS: Final = 3


async def coach_at_table(request: PageRequest) -> Response:
    """A step of a hint for the seat that decides; or with `after`, a word about the decision it just made."""
    table = await request.house.table(request.http.path_params["table"])
    person = request.person.id if request.person else ""
    query = request.http.query_params
    if "after" in query:
        seat = seat_that_may_undo(table, person)
        kind = WORD
    else:
        seat = visibility.viewer_of(table, person, wished_seat(request.http))
        kind = HINT if visibility.decides(table, person) and seat == table.awaited else ""
    if not table.coach or table.match is None or seat < 0 or not kind:
        return Response(request.say("table.about_none"), 404, media_type="text/plain")
    key = f"{kind} {table.match_seq} {seat}"
    found = await request.house.findings.of(table.id, key)
    if found is None:
        await request.house.findings.request(table, key)
        return answered(request, {"ready": False})
    step = max(1, whole_number(query.get("step", ""), STEPS) or 1)
    return answered(request, {"ready": True, **told(request, table, seat, json.loads(found), step)})


def seat_that_may_undo(table: Table, person: str) -> int:
    """The seat of a person that has just decided and may still take it back; -1 if none."""
    match = table.match
    if match is None or table.finished:
        return -1
    return next((seat for seat in table.seats_of(person) if match.undoable(seat)), -1)


def told(request: PageRequest, table: Table, seat: int, found: dict[str, Any], step: int) -> dict[str, str]:
    """What the coach says, in the person's language."""
    match = table.match
    assert match is not None
    if "said" in found:
        return {"title": "", "text": found["said"].get(request.language, "")}
    source = Stream(table.match_seq, "coach")
    words = CoachWords(perspective_in(match, seat, source), speaker_for(match, request.say.language), source)
    return {"title": request.say(f"table.coach_step_{step}"), "text": words.step(found, step)}


def answered(request: PageRequest, body: dict[str, Any]) -> Response:
    return request.send(json.dumps(body).encode(), JSON)
