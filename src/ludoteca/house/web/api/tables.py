"""The API about tables: opening, looking, doing."""

from __future__ import annotations

from typing import Annotated, cast

import msgspec
from msgspec import Meta

from ludoteca.house.live.table_json import own
from ludoteca.house.live.table_shapes import TableShape
from ludoteca.house.refusals import Refused
from ludoteca.house.service.house import Table
from ludoteca.house.table.commands import AnyCommand, Wish
from ludoteca.house.table.option_preview import foresee
from ludoteca.house.web.api.description import api
from ludoteca.house.web.api.operations import Ready, Text
from ludoteca.house.web.api.request import Ask
from ludoteca.house.web.api.shapes import (
    ActionText,
    Done,
    Foreseen,
    Language,
    NewTable,
    OpenedTable,
    TableId,
    Viewer,
)
from ludoteca.house.web.guard import PICTURE_POLICY

TAG = "tables"
SVG = "image/svg+xml"
_WISH = tuple(field.name for field in msgspec.structs.fields(Wish))


class NotStarted(Refused):
    """There is nothing to show before the match starts."""

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
async def do(ask: Ask, table: TableId, body: AnyCommand) -> Done:
    """Do something at a table.

    `join`, `leave`, `start`, `act`, `undo`, `chat`, `rename`, `bot`, `back`, `free`, `invite`, `close`,
    `rematch`. It is judged by what the table is now; `base` is the seq you were looking at. Refused with 409,
    the rule and a sentence when the table does not allow it now. The same `id` again gets the same answer,
    and is not carried out twice.
    """
    try:
        answer = await ask.house.do(table, ask.known(), body)
    except Refused as refused:
        ask.metrics.commands.labels(body.__struct_config__.tag, refused.code).inc()
        raise
    ask.metrics.commands.labels(body.__struct_config__.tag, "done").inc()
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
async def open_table(ask: Ask, body: NewTable) -> OpenedTable:
    """Open a table. It starts by itself as soon as every seat is taken."""
    person = ask.known()
    wish = Wish(**{name: getattr(body, name) for name in _WISH})
    opened = await ask.house.open(person, wish, body.id)
    path = f"/tables/{opened.table}?invitation={opened.invitation}"
    return OpenedTable(opened.table, opened.invitation, ask.link(path), opened.seq)


@api("GET", "/tables/{table}", errors=(404,), tag=TAG)
async def get_table(
    ask: Ask,
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
    found = await ask.house.table(table)
    mine = own(ask.house, found, ask.person, seat)
    told = ask.teller.tell(found, mine.viewer, mine, language or ask.language, words, since)
    return cast(TableShape, Ready(told))


@api("GET", "/tables/{table}/board.svg", errors=(404, 409), media=SVG, tag=TAG)
async def get_board(
    ask: Ask, table: TableId, seat: Viewer = -1, language: Language | None = None, narrow: bool = False
) -> Text:
    """The board as you may see it, drawn; `narrow` for a phone."""
    found = await started(ask, table)
    viewer = found.viewer(ask.known_id, seat)
    told = ask.teller.picture(found, viewer, language or ask.language, narrow)
    return Text(told, {"content-security-policy": PICTURE_POLICY})


@api("GET", "/tables/{table}/record", errors=(404, 409), media="text/plain", tag=TAG)
async def get_record(ask: Ask, table: TableId, seat: Viewer = -1) -> Text:
    """The record of the match: whole after the end, until then as your seat may read it."""
    found = await started(ask, table)
    viewer = found.viewer(ask.known_id, seat)
    name = f"{found.game.name}-{found.id}.txt"
    return Text(found.record(viewer).text(), {"content-disposition": f'attachment; filename="{name}"'})


@api("GET", "/tables/{table}/would", errors=(404, 409), tag=TAG)
async def get_would(
    ask: Ask, table: TableId, text: ActionText, seat: Viewer = -1, language: Language | None = None
) -> Foreseen:
    """What one of your options is sure to do, told from what you know; nothing if it is not your turn."""
    found = await started(ask, table)
    match = found.match
    assert match is not None
    viewer = found.viewer(ask.known_id, seat)
    if match.actor != viewer or found.seats[viewer].person != ask.known_id:
        return Foreseen([], False)
    seen = foresee(match, viewer, text, match.speaker(language or ask.language))
    return Foreseen(seen.sentences, seen.chance)


async def started(ask: Ask, table_id: str) -> Table:
    """The table, if its match has started."""
    found = await ask.house.table(table_id)
    if found.match is None:
        raise NotStarted
    return found
