"""The changing parts of a table's page.

Each is written from a value that is all it depends on, so that it is written once for everybody to whom it
looks the same, and again only when it changed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from ludoteca.draw import Piece
from ludoteca.house.web.pages.assets import parts
from ludoteca.house.web.pages.match_log import Diary
from ludoteca.house.web.pages.texts import texts

KEPT: Final = 8192
_HERE: Final = "\0"

Door = tuple[str, str]
"""What a button asks for and the key of its words."""


class Asked(NamedTuple):
    """What is asked of whom."""

    mine: bool
    asked: int
    question: str
    latest: str
    deadline: int
    time_left: str
    undoable: bool


class Offer(NamedTuple):
    """A choice as a button, or as something that cannot be done now, and why."""

    text: str
    label: str
    why: Markup


class Offers(NamedTuple):
    """All that can be chosen."""

    mine: bool
    offered: tuple[Offer, ...]
    refused: tuple[Offer, ...]
    idle: str


class Chair(NamedTuple):
    """A seat as the page shows it."""

    number: int
    name: str
    bot: str
    here: bool
    you: bool
    deciding: bool
    clock: str
    doors: tuple[Door, ...] = ()


class Company(NamedTuple):
    """What stands below the seats."""

    watching: bool
    doors: tuple[Door, ...]
    commitment: str


class Shelter(NamedTuple):
    """What stands around the log."""

    id: str
    over: bool


class Waiting(NamedTuple):
    """A table that has not started."""

    seats: tuple[Chair, ...]
    doors: tuple[Door, ...]


class Spoken(NamedTuple):
    """A line of the chat."""

    seq: int
    name: str
    text: str


class Talk(NamedTuple):
    """The chat."""

    chat: tuple[Spoken, ...]


class Line(NamedTuple):
    """A sentence of the log."""

    number: int
    text: str
    seat: int


class Words(NamedTuple):
    """The board in words."""

    text: str


class Standing(NamedTuple):
    """A line of the final table."""

    place: int
    name: str
    score: int


class Ending(NamedTuple):
    """How it ended; nothing while it goes on."""

    closed: bool = False
    over: bool = False
    result: str = ""
    scored: bool = False
    standings: tuple[Standing, ...] = ()
    rematch: str = ""
    watching: bool = False
    id: str = ""
    file: str = ""


@lru_cache(maxsize=KEPT)
def sheet(id: str, macro: str, page: Any, language: str) -> Piece:
    """A part of the page as the macro of that name writes it, kept for all to whom it looks the same."""
    return Piece(id, [_write(macro, page, language)])


def choices(page: Offers, language: str) -> Piece:
    """What can be chosen: only one reader sees it, and is not asked the same again soon."""
    if page.mine:
        return Piece("t-choices", [_write("choices", page, language)])
    return sheet("t-choices", "choices", page, language)


def _write(macro: str, page: Any, language: str, *inside: Markup) -> str:
    return str(getattr(parts(), macro)(page, texts(language), *inside))


@lru_cache(maxsize=KEPT)
def _frame(macro: str, page: Any, language: str, *inside: Markup) -> tuple[str, str]:
    """What a macro writes before and after what stands inside it."""
    before, _, after = _write(macro, page, language, *inside).partition(_HERE)
    return before, after


@lru_cache(maxsize=KEPT)
def _said(number: int, text: str, seat: int, language: str) -> Piece:
    """A sentence of the log, written once for all who read it."""
    return Piece(f"said-{number}", [_write("said", Line(number, text, seat), language)])


def words(text: str, language: str) -> Piece:
    """The board in words."""
    before, after = _frame("words", Words(Markup(_HERE)), language)
    return Piece("t-text", [before, escape(text), after])


@lru_cache(maxsize=KEPT)
def company(chairs: tuple[Chair, ...], page: Company, language: str) -> Piece:
    """Who sits at the table; a piece for every seat."""
    before, after = _frame("people", page, language, Markup(_HERE))
    drawn = [sheet(f"chair-{chair.number}", "chair", chair, language) for chair in chairs]
    listed = Piece("t-chairs", ['<ul class="people" id="t-chairs">', *drawn, "</ul>"], listed=True)
    return Piece("t-people", [before, listed, after])


def log(diary: Diary, page: Shelter, language: str) -> Piece:
    """The log; a piece for every sentence, and one before what is new since the reader's last move."""
    before, after = _frame("log", page, language, Markup(_HERE))
    if not diary.lines:
        return Piece("t-log", [before, sheet("t-log-none", "log_none", "", language).text, after])
    drawn: list[Piece] = []
    marked = diary.since < 0
    for line in diary.lines:
        if not marked and line.number >= diary.since:
            marked = True
            drawn.append(sheet("said-since", "since", "", language))
        if line.piece is None:
            line.piece = _said(line.number, line.text, line.seat, language)
        drawn.append(line.piece)
    listed = Piece("t-log-list", ['<ol class="log" id="t-log-list">', *drawn, "</ol>"], listed=True)
    return Piece("t-log", [before, listed, after])
