"""The lists of a draft as spreadsheets: whoever owns the box writes down the real cards in one go."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from starlette.responses import JSONResponse, Response

from ludoteca.datafiles.draft import LONGEST, Draft
from ludoteca.datafiles.spreadsheet import as_csv, column_of, lists_of, with_csv
from ludoteca.house.refusals import Malformed
from ludoteca.house.web.pages.page_request import PageRequest
from ludoteca.house.web.pages.studio import Studio
from ludoteca.house.web.pages.studio_pages import read_draft, studio_game
from ludoteca.kernel.errors import EditionError

MARK: Final = "\ufeff"
"""Tells spreadsheet programs that a file is in UTF-8."""


class SheetWish(msgspec.Struct, frozen=True):
    """A draft, one of its lists, and perhaps a spreadsheet that describes it."""

    text: str
    list: str
    sheet: str = ""
    file: str = "cards.csv"


async def write(request: PageRequest) -> Response:
    """A list of a draft as CSV."""
    game = studio_game(request)
    wish = await read_wish(request)

    def work() -> str:
        check_list(Draft(wish.text, game.read_edition), wish.list)
        return as_csv(wish.text, game.read_edition, wish.list)

    sheet = await request.heavy_work(work)
    return request.send((MARK + sheet).encode(), "text/csv; charset=utf-8")


async def read(request: PageRequest) -> Response:
    """A draft with a list as a spreadsheet describes it; or row, column and what was expected there."""
    game = studio_game(request)
    wish = await read_wish(request)

    def work() -> dict[str, Any]:
        before = Studio(game, wish.text, request.language)
        check_list(before.draft, wish.list)
        try:
            text = with_csv(wish.text, wish.sheet, game.read_edition, wish.file, wish.list)
        except EditionError as fault:
            return {"text": wish.text, "words": fault_words(request, fault), "fits": False}
        written = {field.path: field.written for field in before.draft.fields}
        after = Draft(text, game.read_edition).fields
        changed = [field.path for field in after if written.get(field.path) != field.written]
        count = lists_of(before.draft)[wish.list]
        words = request.say(
            "studio.sheet_read", list=before.named(wish.list), count=count, changed=len(changed)
        )
        return {"text": text, "words": words, "fits": True}

    return JSONResponse(await request.heavy_work(work))


def fault_words(request: PageRequest, fault: EditionError) -> str:
    """Where a spreadsheet does not fit, and what was expected there."""
    values: dict[str, str | int] = {
        "file": fault.file, "row": fault.line, "entry": fault.entry, "expected": fault.expected
    }  # fmt: skip
    column = column_of(fault)
    if column and fault.line:
        return request.say("studio.sheet_cell", **values, column=column)
    return request.say("studio.sheet_row" if fault.line else "studio.sheet_whole", **values)


def check_list(draft: Draft, name: str) -> None:
    if draft.fault is not None:
        raise draft.fault
    if name not in lists_of(draft):
        raise Malformed("malformed", "this edition has no such list")


async def read_wish(request: PageRequest) -> SheetWish:
    wish = await read_draft(request, SheetWish)
    if len(wish.sheet.encode()) > LONGEST or "\0" in wish.sheet or len(wish.file) > 200:
        raise Malformed("malformed", f"a spreadsheet has at most {LONGEST} bytes of text")
    return wish
