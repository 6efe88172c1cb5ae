"""Print and play: an edition as PDF, from the rule page and from the studio."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
from starlette.responses import Response

from ludoteca.house.refusals import Malformed, NoSuchTable
from ludoteca.house.table.own_edition import edition_text
from ludoteca.house.web.pages.page_request import PageRequest, game_of
from ludoteca.house.web.pages.studio import Studio
from ludoteca.house.web.pages.studio_pages import read_draft, studio_game
from ludoteca.house.web.pages.texts import NAMES
from ludoteca.kernel.game import Game
from ludoteca.printing.arrangement import PAPERS
from ludoteca.printing.contents import PARTS
from ludoteca.printing.pdf import printed

CHANGED: Final = "changed"
LONGEST_KEY: Final = 80


class Order(msgspec.Struct, frozen=True):
    """What a browser asks to be printed of a draft: a part, the piece of an entry, or what was changed."""

    text: str
    paper: str = "a4"
    language: str = "en"
    what: str = ""
    item: str = ""


async def print_edition(request: PageRequest) -> Response:
    """The sheets of an edition at hand."""
    game, query = game_of(request.http), request.http.query_params
    label = query.get("edition", "")
    paper, language = read_paper(query), read_language(query, request.language)
    only = read_parts(query.get("what", ""))

    await request.house.shelf.bring(game.name, label)

    def work() -> bytes:
        text = edition_text(game.name, label) if label else ""
        return printed_text(game, text, paper, language, only)

    return pdf(request, game, await request.heavy_work(work))


async def print_draft(request: PageRequest) -> Response:
    """The sheets of a draft; it is checked first, and not kept."""
    game = studio_game(request)
    order = await read_draft(request, Order)
    wished = {"paper": order.paper, "language": order.language}
    paper, language = read_paper(wished), read_language(wished, request.language)

    def work() -> bytes:
        studio = Studio(game, order.text, language)
        if studio.fault is not None:
            raise studio.fault
        return printed_text(game, order.text, paper, language, chosen(studio, order))

    return pdf(request, game, await request.heavy_work(work))


def printed_text(game: Game[Any], text: str, paper: str, language: str, only: Sequence[str]) -> bytes:
    """The sheets of the edition that a text describes; an empty one stands for the house's own."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "edition.toml") if text else None
        if file is not None:
            file.write_bytes(text.encode())
        return printed(game, file, paper=paper, language=language, only=only)


def chosen(studio: Studio, order: Order) -> Sequence[str]:
    """The parts or pieces that are asked for."""
    if order.what == CHANGED:
        keys = studio.changed_keys()
        if not keys:
            raise Malformed("malformed", "nothing of this edition differs from the house's")
        return keys
    if order.item:
        key = studio.key_of(order.item)
        if not key:
            raise Malformed("malformed", "this entry is not a piece that can be printed")
        return [key]
    return read_parts(order.what)


def read_parts(what: str) -> Sequence[str]:
    if what and what not in PARTS:
        raise Malformed("malformed", f"one can print {', '.join(PARTS)}, or everything")
    return [what] if what else ()


def read_paper(fields: Mapping[str, str]) -> str:
    paper = fields.get("paper", "") or next(iter(PAPERS))
    if paper not in PAPERS:
        raise Malformed("malformed", f"there is paper of these sizes: {', '.join(PAPERS)}")
    return paper


def read_language(fields: Mapping[str, str], usual: str) -> str:
    language = fields.get("language", "") or usual
    if language not in NAMES:
        raise NoSuchTable(language[:LONGEST_KEY])
    return language


def pdf(request: PageRequest, game: Game[Any], body: bytes) -> Response:
    answer = request.send(body, "application/pdf")
    answer.headers["content-disposition"] = f'inline; filename="{game.name}.pdf"'
    return answer
