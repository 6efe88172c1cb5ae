"""The changing parts of a table's page.

Each part depends on one value only, so that it is rendered once for everybody to whom it looks the same, and
again only when it changes.
"""

from __future__ import annotations

from sys import getsizeof
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from ludoteca.draw import Piece
from ludoteca.draw.memory import remembered
from ludoteca.house.web.pages.assets import parts
from ludoteca.house.web.pages.match_log import LogLine, MatchLog
from ludoteca.house.web.pages.named_pieces import names_in
from ludoteca.house.web.pages.texts import texts

_CONTENT: Final = "\0"

Button = tuple[str, str]
"""The command of a button, and the key of its label."""


class QuestionPart(NamedTuple):
    """What is asked, and of which seat."""

    mine: bool
    asked: int
    question: str
    deadline: int
    time_left: str
    undoable: bool


class ChoiceButton(NamedTuple):
    """A choice as a button, or one that is refused now, and why."""

    text: str
    label: str
    why: Markup


class ChoicesPart(NamedTuple):
    """What can be chosen: beside the board, on it, to end a turn or give something up; what is refused."""

    mine: bool
    beside: tuple[ChoiceButton, ...]
    on_board: tuple[ChoiceButton, ...]
    ending: tuple[ChoiceButton, ...]
    refused: tuple[ChoiceButton, ...]
    idle: str
    hint: Markup = Markup()
    ahead: str = ""
    """Where an answer can be prepared, while somebody else is asked."""


class SeatPart(NamedTuple):
    """A seat."""

    number: int
    name: str
    bot: str
    here: bool
    you: bool
    deciding: bool
    clock: str
    buttons: tuple[Button, ...] = ()
    points: str = ""
    more: tuple[Button, ...] = ()
    """What one can do about the person there."""


class SeatMore(NamedTuple):
    """What one can do about the person at a seat."""

    number: int
    name: str
    more: tuple[Button, ...]


class SaidRemark(NamedTuple):
    """What the bot of a seat says of its plans."""

    seat: int
    name: str
    text: str


class RemarksPart(NamedTuple):
    """What the bots at the table have in mind, and where the flag stands to which they are called."""

    remarks: tuple[SaidRemark, ...]
    flag: str = ""
    removable: bool = False


class ChipsPart(NamedTuple):
    """The seats, for phones: the others' names above the board."""

    seats: tuple[SeatPart, ...]


class PeoplePart(NamedTuple):
    """What stands below the seats."""

    watching: bool
    buttons: tuple[Button, ...]
    commitment: str
    ending: str = ""
    """Who would like to end the match, in words."""
    hands: str = ""
    """After how many turns those who look on see all hands, in words."""
    hands_link: str = ""
    """Where they see them."""


class LogPart(NamedTuple):
    """What stands around the log."""

    id: str
    over: bool


class WaitingPart(NamedTuple):
    """A table that has not started."""

    seats: tuple[SeatPart, ...]
    buttons: tuple[Button, ...]


class ChatLine(NamedTuple):
    """A line of the chat."""

    seq: int
    name: str
    text: str


class ChatPart(NamedTuple):
    """The chat."""

    chat: tuple[ChatLine, ...]


class TurnHeading(NamedTuple):
    """The heading of a turn in the log."""

    number: int
    seat: int
    name: str


class ToldTurn(NamedTuple):
    """What somebody did in a turn, told briefly."""

    seat: int
    sentences: tuple[Markup, ...]


class LogSentence(NamedTuple):
    """A sentence of the log."""

    number: int
    text: Markup
    seat: int


class BoardText(NamedTuple):
    """The board in words."""

    text: str


class Standing(NamedTuple):
    """A line of the final table."""

    place: int
    name: str
    score: int
    seat: int


class SheetLine(NamedTuple):
    """A line of the score sheet: where points came from, and every seat's share."""

    label: str
    shares: tuple[int | str, ...]
    picture: Markup
    rule: str = ""


class RevealPart(NamedTuple):
    """Something of a seat that was hidden until the end."""

    seat: int
    name: str
    words: str
    note: str
    picture: Markup


class StretchPart(NamedTuple):
    """How much was left of a common aim after something was done."""

    label: str
    left: int
    most: int


class SheetPart(NamedTuple):
    """The score sheet of a match; empty where the game has none."""

    lines: tuple[SheetLine, ...] = ()
    reveals: tuple[RevealPart, ...] = ()
    remarks: tuple[str, ...] = ()
    course: tuple[StretchPart, ...] = ()
    banner: Markup = Markup()


class ResultPart(NamedTuple):
    """How the match ended; empty while it goes on. Where all win or lose together, nobody is `ranked`."""

    closed: bool = False
    over: bool = False
    result: str = ""
    lost: bool = False
    ranked: bool = False
    scored: bool = False
    standings: tuple[Standing, ...] = ()
    ties: tuple[str, ...] = ()
    sheet: SheetPart = SheetPart()
    rematch: str = ""
    watching: bool = False
    id: str = ""
    file: str = ""
    picture: str = ""
    game: str = ""
    with_others: str = ""
    """The set-up page for the same game with others."""


@remembered(Piece.weigh)
def part(id: str, macro: str, page: Any, language: str) -> Piece:
    """A part of the page, rendered by a macro and kept for all to whom it looks the same."""
    return Piece(id, [_render(macro, page, language)])


def choices(page: ChoicesPart, language: str) -> Piece:
    """What can be chosen. One's own choices are not kept: only one person sees them, and only once."""
    if page.mine:
        return Piece("t-choices", [_render("choices", page, language)])
    return part("t-choices", "choices", page, language)


def _render(macro: str, page: Any, language: str, *content: Markup) -> str:
    return str(getattr(parts(), macro)(page, texts(language), *content))


def _weight_of_frame(frame: tuple[str, str]) -> int:
    return 2 * (getsizeof(frame[0]) + getsizeof(frame[1]))


@remembered(_weight_of_frame)
def _frame(macro: str, page: Any, language: str, *content: Markup) -> tuple[str, str]:
    """What a macro renders before and after its content."""
    before, _, after = _render(macro, page, language, *content).partition(_CONTENT)
    return before, after


def _weight_of_sentence(sentence: Markup) -> int:
    return 2 * getsizeof(sentence)


@remembered(_weight_of_sentence)
def with_names(sentence: str) -> Markup:
    """A sentence whose names of pieces can be pointed at."""
    return Markup("").join(
        Markup('<span class="name" data-named="{}">{}</span>').format(key, words) if key else words
        for key, words in names_in(sentence)
    )


def _named(line: LogLine) -> Markup:
    """The words of a line of the log."""
    if line.named is None:
        line.named = with_names(line.text)
    return line.named


@remembered(Piece.weigh)
def _sentence(number: int, text: Markup, seat: int, language: str) -> Piece:
    """A sentence of the log, rendered once for all who read it."""
    return Piece(f"said-{number}", [_render("said", LogSentence(number, text, seat), language)])


def board_text(text: str, language: str) -> Piece:
    """The board in words."""
    before, after = _frame("words", BoardText(Markup(_CONTENT)), language)
    return Piece("t-text", [before, escape(text), after])


@remembered(_weight_of_sentence)
def _about(seat: SeatMore, language: str) -> Markup:
    return Markup(_render("more", seat, language))


@remembered(Piece.weigh)
def _chair(seat: SeatPart, language: str) -> Piece:
    """A seat; what one can do about the person there stays as it was while other things change."""
    about = _about(SeatMore(seat.number, seat.name, seat.more), language)
    return Piece(f"chair-{seat.number}", [_render("seat_part", seat, language, about)])


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
        _told_turn(seat, tuple([_named(line) for line in lines]), language)
        for seat, lines in match_log.others_since()
    ]
    return Piece("t-told", [before, *turns, after]) if turns else part("t-told", "told_none", "", language)


def _weight_of_turn(turn: str) -> int:
    return 2 * getsizeof(turn)


@remembered(_weight_of_turn)
def _told_turn(seat: int, sentences: tuple[Markup, ...], language: str) -> str:
    return _render("told_turn", ToldTurn(seat, sentences), language)


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
                heading = TurnHeading(line.number, turn, match_log.name(turn))
                line.heading = part(f"turn-{line.number}", "turn", heading, language)
            drawn.append(line.heading)
        if line.piece is None:
            about = line.seat if line.seat != line.turn else -1
            line.piece = _sentence(line.number, _named(line), about, language)
        drawn.append(line.piece)
    listed = Piece("t-log-list", ['<ol class="log" id="t-log-list">', *drawn, "</ol>"], listed=True)
    return Piece("t-log", [before, listed, after])
