"""What is printed of a game: its pieces, its player aid, its rules; all of it, or what was asked for."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludoteca import draw as d
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game, presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import SPECTATOR
from ludoteca.kernel.words import PhraseBook, read_words
from ludoteca.printing.markdown import blocks, items, rows

AID: Final = "aid"
RULES: Final = "rules"
PIECES: Final = "pieces"
PARTS: Final = (PIECES, AID, RULES)
"""What can be printed of every game. The sheets of pieces have names of their own."""
SIGNS: Final = "signs"
"""The shelf of the box that a player aid is made of."""
WORDS: Final = Path(__file__).parent / "words"
BREAK: Final = "\u200b"
"""Where a line may break within a word."""
NARROW: Final = 52
"""Letters that stand beside each other in a column of the rulebook."""
AREA: Final = 2.2
"""How wide a text of one letter stands, so that long texts come out about twice as wide as high."""
_STRONG: Final = re.compile(r"\*\*(.+?)\*\*|(?<![*\w])\*(?!\s)(.+?)(?<!\s)\*(?![*\w])|`([^`]+)`")
_LINK: Final = re.compile(r"\[([^\]]+)\]\([^)\s]+\)")


class Help(NamedTuple):
    """A line of the player aid."""

    title: str
    text: str
    picture: d.Group | None


Cell = list[tuple[str, str]]
"""Words in runs of one style."""


class Block(NamedTuple):
    """A block of the rules: its kind, and its words by rows and cells. `shares` says how much of a wide table
    each of its columns takes.
    """

    kind: str
    cells: list[list[Cell]]
    shares: Sequence[float] = ()


class Contents(NamedTuple):
    """Everything to be printed, in this order."""

    title: str
    edition: str
    sheets: list[d.PrintedSheet]
    aid: list[Help]
    rules: list[Block]


def phrases(language: str) -> PhraseBook:
    """The words on the sheets."""
    return read_words(WORDS, language, "the printer")


def contents_of(
    game: Game[Any], edition: Path | None, language: str, players: int | None = None, only: Sequence[str] = ()
) -> Contents:
    """What is printed of the edition in a file, or of the house's own. `only` names parts, sheets, or pieces
    by their keys or titles.
    """
    table = Match(game, game.setup(players or game.most, edition=edition), Seeded(0), dealing=False)
    view, speaker = table.view(SPECTATOR), table.speaker(language)
    prints = presentation_of(game).prints
    sheets: list[d.PrintedSheet] = [*prints(view, speaker)] if prints else boxed(game, view, speaker)
    title, edition_name = speaker.book.phrase("game", "title"), speaker.edition.name
    if not only:
        return Contents(title, edition_name, sheets, aid_of(game, view, speaker), rules_of(game, language))
    chosen = [wanted.strip().lower() for wanted in only]
    for wanted in chosen:
        if wanted not in PARTS and not any(names(sheet, wanted) for sheet in sheets):
            known = ", ".join([*PARTS, *[sheet.name for sheet in sheets]])
            raise LudotecaError(
                f"{game.title} has nothing called “{wanted}” to print; it has {known}, "
                f"and single pieces such as “{_example(sheets)}”"
            )
    return Contents(
        title,
        edition_name,
        [found for sheet in sheets if (found := taken(sheet, chosen)).pieces],
        aid_of(game, view, speaker) if AID in chosen else [],
        rules_of(game, language) if RULES in chosen else [],
    )


def names(sheet: d.PrintedSheet, wanted: str) -> bool:
    """Whether a sheet is called so, or one of its pieces."""
    return sheet.name == wanted or any(wanted in (one.key, one.title.lower()) for one in sheet.pieces)


def taken(sheet: d.PrintedSheet, chosen: Sequence[str]) -> d.PrintedSheet:
    """A sheet with what was asked for: all of it, or one of each piece that is named."""
    if sheet.name in chosen or PIECES in chosen:
        return sheet
    pieces = [
        one._replace(copies=1) for one in sheet.pieces if one.key in chosen or one.title.lower() in chosen
    ]
    return sheet._replace(pieces=pieces)


def _example(sheets: Sequence[d.PrintedSheet]) -> str:
    return next(one.key for sheet in sheets for one in sheet.pieces if one.key)


def boxed(game: Game[Any], view: Any, speaker: Speaker) -> list[d.PrintedSheet]:
    """The pieces of the box as cards, for a game that does not say how they are printed."""
    presentation = presentation_of(game)
    if presentation.box is None or presentation.about is None:
        return []
    found = []
    for shelf in presentation.box(speaker.edition):
        told = [(key, presentation.about(view, speaker, key)) for key in shelf.keys]
        pieces = [
            d.PrintedPiece(key, about.title, d.printed_card(about.title, about.text, about.picture))
            for key, about in told
            if about.picture is not None
        ]
        found.append(d.PrintedSheet(shelf.name, *d.CARD_SIZE, pieces))
    return found


def aid_of(game: Game[Any], view: Any, speaker: Speaker) -> list[Help]:
    """What the signs mean."""
    presentation = presentation_of(game)
    if presentation.box is None or presentation.about is None:
        return []
    keys = [key for shelf in presentation.box(speaker.edition) if shelf.name == SIGNS for key in shelf.keys]
    told = [presentation.about(view, speaker, key) for key in keys]
    return [
        Help(one.title[:1].upper() + one.title[1:], f"{one.text} {one.rule}".strip(), one.picture)
        for one in told
    ]


# Rules


def rules_of(game: Game[Any], language: str) -> list[Block]:
    """The rulebook, in this language if it is written in it."""
    own = game.folder / f"rules.{language}.md"
    file = own if own.is_file() else game.folder / "rules.md"
    return [block_of(block) for block in blocks(file.read_text(encoding="utf-8").splitlines())]


def block_of(block: list[str]) -> Block:
    first = block[0]
    if first.startswith("#"):
        level = len(first) - len(first.lstrip("#"))
        return Block(f"h{min(level, 3)}", [[words_of(first[level:].strip())]])
    if first.startswith("- "):
        return Block("list", [[words_of(item)] for item in items(block)])
    if first.startswith("|"):
        found = rows(block)
        head = [found[0]] if any(found[0]) else []
        cells = [[breakable(words_of(cell)) for cell in row] for row in [*head, *found[2:]]]
        return Block("head" if head else "table", cells, shares_of(cells))
    return Block("p", [[words_of(" ".join(line.lstrip("> ") for line in block))]])


def words_of(text: str) -> list[tuple[str, str]]:
    """A sentence in runs of one style each: plain, strong, lean or code."""
    text = _LINK.sub(r"\1", text.replace("\\|", "|"))
    found: list[tuple[str, str]] = []
    last = 0
    for match in _STRONG.finditer(text):
        if match.start() > last:
            found.append(("plain", text[last : match.start()]))
        strong, lean, code = match.groups()
        found.append(("strong", strong) if strong else ("lean", lean) if lean else ("code", code))
        last = match.end()
    return [*found, ("plain", text[last:])] if last < len(text) else found


def breakable(cell: Cell) -> Cell:
    """A cell of a table, where names such as `first_player` may go on in the next line after a hyphen."""
    return [(style, text.replace("_", f"_{BREAK}") if style == "code" else text) for style, text in cell]


def shares_of(cells: Sequence[Sequence[Cell]]) -> list[float]:
    """What part of a table each column takes: room for its longest word, and more the longer its texts are.
    Empty if the table is narrow enough to take as much as it needs.
    """
    columns = [
        ["".join([text for _, text in row[number]]) for row in cells if number < len(row)]
        for number in range(max([len(row) for row in cells]))
    ]
    longest_texts = [max([len(text) for text in texts]) for texts in columns]
    if sum(longest_texts) + 2 * len(columns) <= NARROW:
        return []
    longest_words = [
        max([len(word) for text in texts for word in text.replace(BREAK, " ").split()], default=0) + 2
        for texts in columns
    ]
    return [
        max(word, AREA * math.sqrt(text)) for word, text in zip(longest_words, longest_texts, strict=True)
    ]
