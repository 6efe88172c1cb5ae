"""Sheets as PDF, in vectors, by Typst: the same SVG as the pictures of the tables, its colours resolved."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from ludoteca import draw as d
from ludoteca.draw.prints import BLEED
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.words import PhraseBook, fill
from ludoteca.printing.arrangement import PAPERS, Page, arranged
from ludoteca.printing.contents import Contents, contents_of, phrases

LAYOUT: Final = Path(__file__).parent / "sheets.typ"
REACH: Final = 60
"""How far the inspector's pictures reach around (0, 0)."""
MOST_PIECES: Final = 2_000
"""Pieces that one file may hold: an edition may ask for many tokens."""


def can_print() -> bool:
    """Whether Typst is at hand."""
    return find_spec("typst") is not None


def printed(
    game: Game[Any],
    edition: Path | None = None,
    *,
    paper: str = "a4",
    language: str = "en",
    players: int | None = None,
    only: Sequence[str] = (),
) -> bytes:
    """The sheets of the edition in a file, or of the house's own, as a PDF."""
    if paper not in PAPERS:
        raise LudotecaError(f"no paper is called “{paper}”; there are {' and '.join(PAPERS)}")
    if not can_print():
        raise LudotecaError("printing needs Typst: pip install ludoteca[print]")
    book = phrases(language)
    contents = contents_of(game, edition, language, players, only)
    pieces = sum(piece.copies for sheet in contents.sheets for piece in sheet.pieces)
    if pieces > MOST_PIECES:
        raise LudotecaError(f"this edition has {pieces} pieces; at most {MOST_PIECES} are printed at once")
    files: dict[str, bytes] = {"main.typ": LAYOUT.read_bytes()}
    rulebook_is_own = (game.folder / f"rules.{language}.md").is_file() or language == "en"
    data = {
        "title": contents.title,
        "language": language,
        "paper": PAPERS[paper],
        "words": {name: book.phrase("print", name) for name in ("aid", "rules")},
        "note": "" if rulebook_is_own else book.phrase("print", "rules_note"),
        "sheets": sheets_of(contents, paper, book, files),
        "aid": [
            {"title": one.title, "text": one.text, "file": _aid_picture(one.picture, number, files)}
            for number, one in enumerate(contents.aid)
        ],
        "rules": [block._asdict() for block in contents.rules],
    }
    files["data.json"] = json.dumps(data).encode()
    typst = import_module("typst")
    try:
        return bytes(typst.compile(files))
    except RuntimeError as error:
        raise LudotecaError(f"the sheets could not be made: {error}") from error


def sheets_of(
    contents: Contents, paper: str, book: PhraseBook, files: dict[str, bytes]
) -> list[dict[str, Any]]:
    """Every page of pieces: what lies where, with its head and foot; their faces are added to the files."""
    found: list[dict[str, Any]] = []
    two_sided = any([piece.back is not None for sheet in contents.sheets for piece in sheet.pieces])
    for sheet in contents.sheets:
        faces: list[tuple[int, int | None]] = []
        drawn: list[str] = []
        numbers: dict[str, int] = {}

        def face(
            group: d.Group, sheet: d.PrintedSheet = sheet, numbers: dict[str, int] = numbers,
            drawn: list[str] = drawn,
        ) -> int:  # fmt: skip
            """The number of a face; equal ones are drawn once."""
            svg = _svg(group, sheet.w, sheet.h, sheet.name)
            if svg not in numbers:
                numbers[svg] = len(drawn)
                drawn.append(svg)
            return numbers[svg]

        for piece in sheet.pieces:
            front = face(piece.front)
            back = face(piece.back) if piece.back is not None else None
            faces += [(front, back)] * piece.copies
        for number, svg in enumerate(drawn):
            files[f"{sheet.name}-{number}.svg"] = svg.encode()
        pages = arranged(paper, sheet.w, sheet.h, faces, marked=not sheet.round, two_sided=two_sided)
        title = f"{contents.title} · {contents.edition} · {book.phrase('print', sheet.name)}"
        count = sum([bool(page.placed) for page in pages])
        sides = book.phrase("print", "two_sides" if two_sided else "one_side")
        number = 0
        for page in pages:
            if not page.placed:
                found.append(_empty_page(page, book))
                continue
            number += 1
            told = {"title": title, "number": str(number), "count": str(count), "sides": sides}
            found.append(_page(page, sheet, told, book))
    return found


def _empty_page(page: Page, book: PhraseBook) -> dict[str, Any]:
    head = book.phrase("print", "empty_back")
    return {"w": page.w, "h": page.h, "head": head, "foot": "", "marks": [], "placed": []}


def _page(page: Page, sheet: d.PrintedSheet, told: dict[str, str], book: PhraseBook) -> dict[str, Any]:
    size = f"{sheet.w:g} × {sheet.h:g} mm"
    whole_w, whole_h = sheet.w + 2 * BLEED, sheet.h + 2 * BLEED
    head = fill(book.phrase("print", "head"), {**told, "size": size}, {})
    return {
        "w": page.w,
        "h": page.h,
        "head": head,
        "foot": book.phrase("print", "measure") if page.marks or sheet.round else "",
        "marks": page.marks,
        "placed": [
            {**one._asdict(), "file": f"{sheet.name}-{one.face}.svg", "whole_w": whole_w, "whole_h": whole_h}
            for one in page.placed
        ],
    }


def _svg(group: d.Group, w: float, h: float, name: str) -> str:
    """A face with its bleed as a picture of its own, by day."""
    wide, high = 10 * (w + 2 * BLEED), 10 * (h + 2 * BLEED)
    scene = d.Scene(wide, high, name, layers=("face",), ground=None)
    scene.add("face", d.group(group, x=wide / 2, y=high / 2))
    return scene.svg(d.LIGHT, style=False)


def _aid_picture(group: d.Group | None, number: int, files: dict[str, bytes]) -> str:
    if group is None:
        return ""
    scene = d.Scene(2 * REACH, 2 * REACH, "aid", layers=("face",), ground=None)
    scene.add("face", d.group(group, x=REACH, y=REACH))
    files[f"aid-{number}.svg"] = scene.svg(d.LIGHT, style=False).encode()
    return f"aid-{number}.svg"
