"""The changing parts of a table's page.

Each part depends on one value only, so that it is rendered once for everybody to whom it looks the same, and
again only when it changes.
"""

from __future__ import annotations

from sys import getsizeof
from typing import Any, Final

from markupsafe import Markup, escape

from ludoteca.draw import Piece
from ludoteca.draw.memory import remembered
from ludoteca.house.web.pages import quick_parts
from ludoteca.house.web.pages.assets import parts
from ludoteca.house.web.pages.match_log import LogLine, MatchLog
from ludoteca.house.web.pages.part_values import (
    BoardText,
    ChipsPart,
    ChoicesPart,
    LogPart,
    PeoplePart,
    QuestionPart,
    SeatPart,
)
from ludoteca.house.web.pages.texts import texts

_CONTENT: Final = "\0"


@remembered(Piece.weigh)
def part(id: str, macro: str, page: Any, language: str) -> Piece:
    """A part of the page, rendered by a macro and kept for all to whom it looks the same."""
    return Piece(id, [_render(macro, page, language)])


# What is quickly written is not kept: pieces with the same text are not sent again anyway.


def question(page: QuestionPart, language: str) -> Piece:
    """What is asked."""
    return Piece("t-ask", [quick_parts.question(page, texts(language))])


def chips(page: ChipsPart, language: str) -> Piece:
    """The others' names."""
    return Piece("t-chips", [quick_parts.chips(page, texts(language))])


def choices(page: ChoicesPart, language: str) -> Piece:
    """What can be chosen."""
    return Piece("t-choices", [quick_parts.choices(page, texts(language))])


def _render(macro: str, page: Any, language: str, *content: Markup) -> str:
    return str(getattr(parts(), macro)(page, texts(language), *content))


def _weight_of_frame(frame: tuple[str, str]) -> int:
    return 2 * (getsizeof(frame[0]) + getsizeof(frame[1]))


@remembered(_weight_of_frame)
def _frame(macro: str, page: Any, language: str, *content: Markup) -> tuple[str, str]:
    """What a macro renders before and after its content."""
    before, _, after = _render(macro, page, language, *content).partition(_CONTENT)
    return before, after


def _weight_of_words(words: str) -> int:
    return getsizeof(words)


@remembered(_weight_of_words)
def _with_names(sentence: str) -> str:
    return quick_parts.with_names(sentence)


def _named(line: LogLine) -> str:
    """The words of a line of the log."""
    if line.named is None:
        line.named = _with_names(line.text)
    return line.named


@remembered(Piece.weigh)
def _sentence(number: int, seat: int, markup: str) -> Piece:
    """A sentence of the log, written once for all who read it."""
    return Piece(f"said-{number}", [quick_parts.sentence(number, seat, markup)])


@remembered(Piece.weigh)
def _heading(number: int, seat: int, name: str) -> Piece:
    """The heading of a turn in the log, likewise."""
    return Piece(f"turn-{number}", [quick_parts.turn(number, seat, name)])


def board_text(text: str, language: str) -> Piece:
    """The board in words."""
    before, after = _frame("words", BoardText(Markup(_CONTENT)), language)
    return Piece("t-text", [before, escape(text), after])


@remembered(Piece.weigh)
def _chair(seat: SeatPart, language: str) -> Piece:
    """A seat."""
    return Piece(f"chair-{seat.number}", [quick_parts.chair(seat, texts(language))])


@remembered(Piece.weigh)
def people(seats: tuple[SeatPart, ...], page: PeoplePart, language: str) -> Piece:
    """Who sits at the table; a piece for every seat."""
    before, after = _frame("people", page, language, Markup(_CONTENT))
    drawn = [_chair(seat, language) for seat in seats]
    listed = Piece("t-chairs", ['<ul class="people" id="t-chairs">', *drawn, "</ul>"], listed=True)
    return Piece("t-people", [before, listed, after])


def told(match_log: MatchLog, language: str) -> Piece:
    """What happened since one's own last move."""
    before, after = _frame("told", "", language, Markup(_CONTENT))
    turns = [
        quick_parts.told_turn(seat, match_log.name(seat), [_named(line) for line in lines])
        for seat, lines in match_log.others_since()
    ]
    return Piece("t-told", [before, *turns, after]) if turns else part("t-told", "told_none", "", language)


def log(match_log: MatchLog, page: LogPart, language: str) -> Piece:
    """The log turn by turn; a piece for every sentence, and a mark where the viewer's last move was."""
    before, after = _frame("log", page, language, Markup(_CONTENT))
    if not match_log.lines:
        return Piece("t-log", [before, part("t-log-none", "log_none", "", language).text, after])
    drawn: list[Piece] = []
    marked = match_log.since < 0
    turn = -1
    for line in match_log.lines:
        if not marked and line.number >= match_log.since:
            marked = True
            drawn.append(part("said-since", "since", "", language))
        if line.turn != turn:
            turn = line.turn
            if line.heading is None:
                line.heading = _heading(line.number, turn, match_log.name(turn))
            drawn.append(line.heading)
        if line.piece is None:
            about = line.seat if line.seat != line.turn else -1
            line.piece = _sentence(line.number, about, _named(line))
        drawn.append(line.piece)
    listed = Piece("t-log-list", ['<ol class="log" id="t-log-list">', *drawn, "</ol>"], listed=True)
    return Piece("t-log", [before, listed, after])
