"""What the changing parts of a table's page show, as values: equal ones look the same."""

from __future__ import annotations

from typing import NamedTuple

from markupsafe import Markup

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
