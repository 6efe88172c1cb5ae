"""The API of tables: open one, look at it, do something at it."""

from __future__ import annotations

from typing import Annotated, cast

import msgspec
from msgspec import Meta

from ludoteca.house.live.table_json import own_part
from ludoteca.house.live.table_shapes import TableShape
from ludoteca.house.refusals import Refused
from ludoteca.house.table import visibility
from ludoteca.house.table.commands import AnyCommand, Wish
from ludoteca.house.table.option_preview import preview_option
from ludoteca.house.table.table import Table
from ludoteca.house.web.api.description import api
from ludoteca.house.web.api.operations import ReadyJson, TextAnswer
from ludoteca.house.web.api.request import ApiRequest
from ludoteca.house.web.api.shapes import (
    ActionText,
    Done,
    Foreseen,
    Language,
    LetStand,
    NewTable,
    OpenedTable,
    PrepareAnswer,
    PreparedAnswer,
    StandingAnswer,
    TableId,
    Viewer,
)
from ludoteca.house.web.guard import PICTURE_POLICY

TAG = "tables"
SVG = "image/svg+xml"
_WISH = tuple(field.name for field in msgspec.structs.fields(Wish))


class NotStarted(Refused):
    """There is nothing to show before the match has started."""

    def __init__(self) -> None:
        super().__init__("not-started", "the match has not started yet")


@api(
    "POST",
    "/tables/{table}/commands",
    errors=(401, 404, 409),
    tag=TAG,
    examples={
        "body": {"kind": "act", "id": "7f3c", "base": 12, "text": "roll5"},
        "answer": {"table": "k3v9x2", "seq": 13},
    },
)
async def do(request: ApiRequest, table: TableId, body: AnyCommand) -> Done:
    """Do something at a table.

    `join`, `leave`, `start`, `act`, `undo`, `chat`, `rename`, `bot`, `back`, `free`, `invite`, `close`,
    `offer` (to end the match), `decline`, `rematch`. It is judged by what the table is now; `base` is the seq
    you were looking at: an action or an undo is refused if the match has changed since. Refused with 409, the
    rule and a sentence when the table does not allow it now. The same `id` again gets the same answer,
    and is not carried out twice.
    """
    try:
        answer = await request.house.do(table, request.known_person(), body, request.visitor)
    except Refused as refused:
        request.metrics.commands.labels(body.__struct_config__.tag, refused.code).inc()
        raise
    request.metrics.commands.labels(body.__struct_config__.tag, "done").inc()
    return Done(answer.table, answer.seq, answer.rematch, answer.repeated)


@api(
    "POST",
    "/tables",
    status=201,
    errors=(401, 409),
    tag=TAG,
    examples={
        "body": {
            "id": "open-1",
            "game": "bosa",
            "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "open"}],
            "public": True,
            "clock": {"kind": "move", "seconds": 86400, "then": "bot"},
        }
    },
)
async def open_table(request: ApiRequest, body: NewTable) -> OpenedTable:
    """Open a table. It starts by itself as soon as every seat is taken."""
    person = request.known_person()
    wish = Wish(**{name: getattr(body, name) for name in _WISH})
    opened = await request.house.open(person, wish, body.id, request.visitor)
    path = f"/tables/{opened.table}?invitation={opened.invitation}"
    return OpenedTable(opened.table, opened.invitation, request.link(path), opened.seq)


@api("GET", "/tables/{table}", errors=(404, 409), tag=TAG)
async def get_table(
    request: ApiRequest,
    table: TableId,
    since: Annotated[int, Meta(ge=-1, le=1_000_000_000)] = -1,
    seat: Viewer = -1,
    language: Language | None = None,
    words: bool = True,
) -> TableShape:
    """The table as you may see it.

    Log and chat only after event `since`. Who holds several seats may choose one; after the end everybody
    may look from any `seat`. Without `words` there are no sentences, labels and refused choices: quicker for
    programs.
    """
    found = await request.house.table(table)
    mine = own_part(request.house, found, request.person, seat)
    unheard = (
        (await request.house.block_lists.of(request.person.id)).unheard if request.person else frozenset()
    )
    spoken = language or request.language
    told = request.table_json.write(found, mine.viewer, mine, spoken, words, since, unheard)
    return cast(TableShape, ReadyJson(told))


@api("GET", "/tables/{table}/board.svg", errors=(404, 409), media=SVG, tag=TAG)
async def get_board(
    request: ApiRequest,
    table: TableId,
    seat: Viewer = -1,
    language: Language | None = None,
    narrow: bool = False,
) -> TextAnswer:
    """The board as you may see it, drawn; `narrow` for a phone."""
    found = await started(request, table)
    viewer = visibility.viewer_of(found, request.person_id, seat)
    told = request.table_json.picture(found, viewer, language or request.language, narrow)
    return TextAnswer(told, {"content-security-policy": PICTURE_POLICY})


@api("GET", "/tables/{table}/record", errors=(404, 409), media="text/plain", tag=TAG)
async def get_record(request: ApiRequest, table: TableId, seat: Viewer = -1) -> TextAnswer:
    """The record of the match: whole after the end, until then as your seat may read it."""
    found = await started(request, table)
    viewer = visibility.viewer_of(found, request.person_id, seat)
    name = f"{found.game.name}-{found.id}.txt"
    return TextAnswer(
        visibility.record_for(found, viewer).text(), {"content-disposition": f'attachment; filename="{name}"'}
    )


@api("GET", "/tables/{table}/would", errors=(404, 409), tag=TAG)
async def get_would(
    request: ApiRequest, table: TableId, text: ActionText, seat: Viewer = -1, language: Language | None = None
) -> Foreseen:
    """What one of your options is certain to do, as far as you can know; nothing if it is not your turn."""
    found = await started(request, table)
    match = found.match
    assert match is not None
    viewer = visibility.viewer_of(found, request.person_id, seat)
    if viewer != found.awaited or not visibility.decides(found, request.person_id):
        return Foreseen([], False)
    seen = preview_option(match, viewer, text, match.speaker(language or request.language))
    return Foreseen(seen.sentences, seen.chance)


@api("POST", "/tables/{table}/standing", errors=(401, 404, 409), tag=TAG)
async def let_stand(request: ApiRequest, table: TableId, body: LetStand) -> StandingAnswer:
    """Answer the question in hand and let the answer stand, or ask to be asked again (`off`).

    Only for questions that come again and again, such as whether a roll may stand. From then on the house
    answers for you, `until` you are asked something else (`turn`), or `always`. Nobody else is told.
    """
    person = request.known_person()
    return StandingAnswer(await request.house.standing.let_stand(table, person, body.seat, body.until))


@api("GET", "/tables/{table}/standing", errors=(401, 404, 409), tag=TAG)
async def get_standing(request: ApiRequest, table: TableId, seat: Viewer = -1) -> StandingAnswer:
    """The answer that stands for your seat."""
    request.known_person()
    found = await request.house.table(table)
    viewer = visibility.viewer_of(found, request.person_id, seat)
    if viewer not in found.seats_of(request.person_id):
        return StandingAnswer("")
    standing = await request.house.standing.of(found, viewer)
    return StandingAnswer(standing.text if standing is not None else "")


@api("GET", "/tables/{table}/prepared", errors=(401, 404, 409), tag=TAG)
async def get_prepared(request: ApiRequest, table: TableId, seat: Viewer = -1) -> list[PreparedAnswer]:
    """The answers that your seat has prepared. Nobody else is told of them."""
    request.known_person()
    found = await started(request, table)
    viewer = visibility.viewer_of(found, request.person_id, seat)
    if viewer not in found.seats_of(request.person_id):
        return []
    return [
        PreparedAnswer(list(one.others), one.answer) for one in await request.house.prepared.of(found, viewer)
    ]


@api("POST", "/tables/{table}/prepared", errors=(401, 403, 404, 409), tag=TAG)
async def prepare(request: ApiRequest, table: TableId, body: PrepareAnswer) -> list[PreparedAnswer]:
    """Prepare an answer: if the others do exactly `others`, one after the other, your seat answers `text`.

    Only while somebody else is asked, at a table without a clock or with an hour and more for a move, and
    only where neither chance nor anything hidden from you comes in between. It is dropped when something else
    happens. With an empty `text` the answer to these actions is taken back.
    """
    found = await started(request, table)
    person = request.known_person()
    own = found.seat_of(person.id)
    seat = body.seat if body.seat in found.seats_of(person.id) or own is None else own
    if body.text:
        await request.house.prepared.prepare(table, person, seat, body.others, body.text)
    else:
        known = [
            [line.partition(" ")[2] for line in one.others]
            for one in await request.house.prepared.of(found, seat)
        ]
        number = known.index(body.others) if body.others in known else -1
        await request.house.prepared.withdraw(table, person, seat, number)
    return await get_prepared(request, table, seat)


async def started(request: ApiRequest, table_id: str) -> Table:
    """The table; refused until its match has started."""
    found = await request.house.table(table_id)
    if found.match is None:
        raise NotStarted
    return found
