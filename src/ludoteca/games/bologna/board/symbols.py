"""The pictures of Bologna: six symbols, told apart without colour too, and the emblems of the roles."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.dice import BOOK, LETTERS

WINE_RED: Final = d.Colour("#882255", "#c06a97")
COLOURS: Final = (d.BLUE, d.VERMILION, d.GREEN, d.PINK, WINE_RED, d.GREY)
WHITE: Final = d.Colour("#ffffff")
DETAILED: Final = 13  # from this reach on a symbol shows more than its outline and its letter

_REACH: Final = 10  # the pictures below are drawn around (0, 0) with this reach


def symbol(number: int, r: float = 10, *, wild: bool = False, x: float = 0, y: float = 0) -> d.Group:
    """One of the six symbols with a reach of `r`; a star marks a Book that may stand for others."""
    return d.group(_picture(number, r >= DETAILED, wild), scale=r / _REACH, x=x, y=y)


@lru_cache(maxsize=64)
def _picture(number: int, detailed: bool, wild: bool) -> list[d.Child]:
    colour = COLOURS[number]
    parts = _PICTURES[number](colour, d.ink_on(colour), detailed)
    if wild and number == BOOK:
        parts.append(d.mark("star", 4, 8.5, -8.5, fill=d.YELLOW, stroke=d.INK, width=0.8))
    return parts


def _letter(number: int, ink: d.Colour, size: float, x: float = 0, y: float = 0) -> d.Text:
    return d.text(LETTERS[number], x, y, size, fill=ink, bold=True)


def _people(colour: d.Colour, ink: d.Colour, detailed: bool) -> list[d.Child]:
    disc = d.circle(0, 0, 10, fill=colour, stroke=d.mix(colour, d.INK, 0.4))
    if not detailed:
        return [disc, _letter(0, ink, 13)]
    skin = d.mix(colour, WHITE, 0.86)
    return [
        disc,
        d.circle(0, -5, 3, fill=skin),
        d.path("M-6.4 7.4C-6.6 1.4 -3.6 -1 0 -1C3.6 -1 6.6 1.4 6.4 7.4C3 10.3 -3 10.3 -6.4 7.4Z", fill=skin),
        _letter(0, d.ink_on(skin), 8.5, 0, 4.2),
    ]


def _tower(colour: d.Colour, ink: d.Colour, detailed: bool) -> list[d.Child]:
    walls = "M-7.5 -10H-3.8V-7.4H-1.9V-10H1.9V-7.4H3.8V-10H7.5V-4.4H6V10H-6V-4.4H-7.5Z"
    drawn: list[d.Child] = [
        d.path(walls, d.Box(-7.5, -10, 15, 20), fill=colour, stroke=d.mix(colour, d.INK, 0.4))
    ]
    if detailed:
        drawn.append(d.path("M-1.9 10V7.6A1.9 1.9 0 0 1 1.9 7.6V10Z", fill=d.mix(colour, d.INK, 0.65)))
    return [*drawn, _letter(1, ink, 10.5, 0, 0.6 if detailed else 2)]


def _book(colour: d.Colour, ink: d.Colour, detailed: bool) -> list[d.Child]:
    edge = d.mix(colour, d.INK, 0.4)
    drawn: list[d.Child] = [
        d.path("M0 -6L-10 -8.4V6L0 8.4Z", d.Box(-10, -8.4, 10, 17), fill=colour, stroke=edge),
        d.path(
            "M0 -6L10 -8.4V6L0 8.4Z", d.Box(0, -8.4, 10, 17), fill=d.mix(colour, WHITE, 0.14), stroke=edge
        ),
    ]
    if detailed:
        drawn += [d.line(x, y, x + 3.2, y + 0.8, stroke=edge, width=0.7) for x, y in ((-9, 2.6), (-9, 4.6))]
        drawn += [d.line(x, y, x - 3.2, y + 0.8, stroke=edge, width=0.7) for x, y in ((9, 2.6), (9, 4.6))]
    return [*drawn, _letter(2, ink, 11, 0, 1)]


def _bologna(colour: d.Colour, ink: d.Colour, detailed: bool) -> list[d.Child]:
    spots = (
        ((-6.2, -3, 1.5), (6.2, -2.4, 1.4), (5, 3.8, 1.5)) if detailed else ((-6.8, -2, 1.3), (6.6, 2, 1.3))
    )
    return [
        d.ellipse(0, 0, 10, 8, fill=colour, stroke=d.mix(colour, d.INK, 0.4), width=1.3),
        *[d.circle(x, y, r, fill=WHITE) for x, y, r in spots],
        _letter(3, ink, 11),
    ]


def _wine(colour: d.Colour, ink: d.Colour, detailed: bool) -> list[d.Child]:
    goblet = "M-8.4 -10H8.4C8.4 -2 4.6 2 1.3 2.8V7.6H5.4V10H-5.4V7.6H-1.3V2.8C-4.6 2 -8.4 -2 -8.4 -10Z"
    return [
        d.path(goblet, d.Box(-8.4, -10, 16.8, 20), fill=colour, stroke=d.mix(colour, d.INK, 0.4)),
        _letter(4, ink, 8.6, 0, -4.8),
    ]


def _rat(colour: d.Colour, ink: d.Colour, detailed: bool) -> list[d.Child]:
    body = "M10.5 3C8 -2.6 3 -7 -2.6 -7C-7 -7 -9.4 -3.6 -9.4 .4C-9.4 4.6 -7 7 -2.6 7C2.6 7 8 6.4 10.5 3Z"
    edge = d.mix(colour, d.INK, 0.4)
    return [
        d.path("M-8.6 3.6C-13.4 6 -10 10.4 -3.4 9.4", stroke=edge, width=1.5),
        d.circle(3.4, -6, 2.3, fill=colour, stroke=edge) if detailed else None,
        d.path(body, d.Box(-9.4, -7, 20, 14), fill=colour, stroke=edge),
        d.circle(7, 1, 0.9, fill=ink) if detailed else None,
        _letter(5, ink, 10, -1.6, 0.2),
    ]


_PICTURES: Final[tuple[Callable[[d.Colour, d.Colour, bool], list[d.Child]], ...]] = (
    _people,
    _tower,
    _book,
    _bologna,
    _wine,
    _rat,
)


# Roles


def emblem(role: int, r: float = 10, *, ink: d.Colour = d.INK, x: float = 0, y: float = 0) -> d.Group:
    """The sign of a role, drawn in one ink."""
    return d.group(_EMBLEMS[ROLES[role]](ink), scale=r / _REACH, x=x, y=y)


def _mortarboard(ink: d.Colour) -> list[d.Child]:
    return [
        d.path("M-6 0V5.4C-3 8.4 3 8.4 6 5.4V0Z", fill=ink),
        d.polygon(((0, -7), (11, -2), (0, 3), (-11, -2)), fill=ink, stroke=d.CARD),
        d.polyline(((0, -2), (8.6, 0.4), (8.6, 6)), stroke=d.GOLD, width=1.3),
    ]


def _spool(ink: d.Colour) -> list[d.Child]:
    return [
        d.rect(-8, -9.5, 16, 3.4, 1.4, fill=ink),
        d.rect(-8, 6.1, 16, 3.4, 1.4, fill=ink),
        d.rect(-5.4, -6.2, 10.8, 12.4, fill=d.GOLD),
        [d.line(-5.4, y, 5.4, y - 1.6, stroke=d.CARD, width=0.9) for y in (-2.8, 0.6, 4)],
    ]


def _shield(ink: d.Colour) -> list[d.Child]:
    return [
        d.mark("shield", 10, fill=ink),
        d.line(0, -6, 0, 7, stroke=d.CARD, width=1.8),
        d.line(-6, -2, 6, -2, stroke=d.CARD, width=1.8),
    ]


def _mitre(ink: d.Colour) -> list[d.Child]:
    return [
        d.path("M0 -11C6 -7 8 -1 6.4 5H-6.4C-8 -1 -6 -7 0 -11Z", fill=ink),
        d.rect(-7, 5.6, 14, 3.8, 1, fill=ink),
        d.line(0, -6.4, 0, 3, stroke=d.CARD, width=1.6),
        d.line(-3.2, -2.4, 3.2, -2.4, stroke=d.CARD, width=1.6),
    ]


def _tankard(ink: d.Colour) -> list[d.Child]:
    return [
        d.path("M4 -3C11 -4.4 11 5.4 4 4.4", stroke=ink, width=2),
        d.rect(-7.4, -5, 11.8, 14, 1.6, fill=ink),
        [d.circle(x, -5.6, 2.6, fill=d.CARD, stroke=ink) for x in (-5.4, -1.6, 2.2)],
        [d.line(x, -1, x, 6.4, stroke=d.CARD, width=1.2) for x in (-4, -1.5, 1)],
    ]


def _mask(ink: d.Colour) -> list[d.Child]:
    mask = "M-10.6 -4.6C-4 -7.4 4 -7.4 10.6 -4.6C10.6 3.4 6.4 6.6 3.2 4.4C1.6 3.2 1 1.8 0 1.8"
    return [
        d.path(mask + "C-1 1.8 -1.6 3.2 -3.2 4.4C-6.4 6.6 -10.6 3.4 -10.6 -4.6Z", fill=ink),
        d.ellipse(-4.8, -0.8, 2.3, 1.6, fill=d.CARD),
        d.ellipse(4.8, -0.8, 2.3, 1.6, fill=d.CARD),
    ]


_EMBLEMS: Final[dict[str, Callable[[d.Colour], list[d.Child]]]] = {
    "prince": lambda ink: [d.mark("crown", 10, fill=ink)],
    "dean": _mortarboard,
    "silk": _spool,
    "soldier": _shield,
    "cardinal": _mitre,
    "innkeeper": _tankard,
    "brigand": _mask,
}


# The town


def skyline(x: float, y: float, ink: d.Colour) -> d.Group:
    """The two towers over roofs and arcades, for a place that would be empty; (x, y) is on the ground."""
    houses = ((-128, 44, 34), (-90, 34, 46), (-2, 30, 30), (56, 40, 42), (98, 36, 30))
    arches = "".join(f"M{left} 0V-9A7 7 0 0 1 {left + 14} -9V0Z" for left in range(-126, 120, 20))
    merlons = "M-52 0V-132H-48V-127H-43V-132H-38V-127H-33V-132H-28V0Z"
    return d.group(
        [d.rect(left, -high, wide, high, fill=ink) for left, wide, high in houses],
        [
            d.polygon(((left - 3, -high), (left + wide / 2, -high - 12), (left + wide + 3, -high)), fill=ink)
            for left, wide, high in houses
        ],
        d.path(merlons, d.Box(-52, -132, 24, 132), fill=ink),
        d.polygon(((24, 0), (50, 0), (60, -76), (36, -78)), fill=ink),
        d.path(arches, d.Box(-126, -16, 254, 16), fill=d.FELT),
        scale=0.92,
        x=x,
        y=y,
    )
