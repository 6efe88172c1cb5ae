"""The sheet of art, and the colours of what is drawn around its symbols."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.dice import NAMES

SHEET: Final = d.Sheet("bol", __package__)

DARK: Final = d.Colour("#2b1b12")
IVORY: Final = d.Colour("#fffaf0")
PAPER: Final = d.Colour("#fdf6e6", "#2d2620")
LINES: Final = d.Colour("#f3e6cb", "#3a3129")
EDGE: Final = d.Colour("#dcc79d", "#5a4c3c")
INK: Final = d.INK
FAINT: Final = d.FAINT
GOLD: Final = d.Colour("#ffd978", "#ffdb80")
RIM: Final = d.Colour("#9a6208", "#a8731a")
NEAR: Final = d.Colour("#ffe19a", "#6b5220")
SURE: Final = d.Colour("#0f6fae", "#7cc6ef")
STRUCK: Final = d.Colour("#a3221b", "#ff9a8c")
BLOOD: Final = d.Colour("#7a1712")
STONE: Final = d.Colour("#c4957b", "#352c38")
HALL: Final = d.Colour("#5d3426", "#2a1a1c")
WALL: Final = d.Colour("#f0c27b", "#8f6a4a")
MARBLE: Final = d.Colour("#e8d6bb", "#93857c")
NIGHT: Final = d.Colour("#1b2138")
SEATS: Final = tuple(
    d.Colour(tone) for tone in ("#0f6fae", "#dd9200", "#0b8a66", "#bd5f93", "#4aa5dc", "#cf5a10", "#d8c91e")
)
MOST_IN_A_PILE: Final = 8


def symbol(face: int, reach: float, x: float = 0, y: float = 0, opacity: float = 1) -> d.Use:
    """One of the six symbols of a die, or the token with that symbol."""
    return d.use(SHEET, f"s-{NAMES[face]}", x, y, reach / 30, opacity=opacity)


def pile(kind: int, number: int, x: float, y: float, scale: float) -> d.Use | None:
    """What so many tokens of a kind look like in a heap whose foot is at (x, y)."""
    if number == 0:
        return None
    return d.use(SHEET, f"pile-{NAMES[kind]}-{min(number, MOST_IN_A_PILE)}", x, y, scale)


def rank(kind: int, number: int, x: float, y: float, pitch: float, opacity: float = 1) -> d.Use | None:
    """So many tokens in a row, the first in the middle of a place that begins at x."""
    if number <= 0:
        return None
    return d.use(
        SHEET, f"rank-{NAMES[kind]}-{min(number, MOST_IN_A_PILE)}", x, y, pitch / 37, opacity=opacity
    )


def head(role: int, r: float, x: float = 0, y: float = 0, opacity: float = 1) -> d.Use:
    """A role's head in a round frame: its small form everywhere."""
    return d.use(SHEET, f"head-{ROLES[role]}", x, y, r / 31, opacity=opacity)


def portrait(role: int, w: float, x: float = 0, y: float = 0) -> d.Use:
    """A role's picture, its upper left corner at (x, y)."""
    return d.use(SHEET, f"portrait-{ROLES[role]}", x, y, w / 100)


def emblem(seat: int, r: float, x: float = 0, y: float = 0) -> d.Use:
    """The sign of a seat: its colour and shape."""
    return d.use(SHEET, f"emblem-{seat}", x, y, r / 11)


def plate(x: float, y: float, w: float, h: float, is_gold: bool = False) -> list[d.Child]:
    """A plate of parchment for words."""
    return [
        d.rect(x + 2, y + 3, w, h, 5, fill=DARK, opacity=0.25),
        d.rect(x, y, w, h, 5, fill=RIM if is_gold else EDGE),
        d.rect(x, y, w, h - 2, 5, fill=GOLD if is_gold else PAPER),
    ]


@d.part
def die(face: int, size: float, is_inked: bool = False, is_spent: bool = False) -> d.Group:
    """A die around (0, 0): with an ink edge if it can be touched, faded if it is spent."""
    body = d.use(SHEET, "die-ink" if is_inked else "die")
    scale = size / 80
    return d.group(body, symbol(face, 27, -2, -4), scale=scale, opacity=0.42 if is_spent else 1)
