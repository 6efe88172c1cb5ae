"""Marks: simple outlines that differ in shape alone, and the seven seats that wear them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, TypeAlias, Unpack, get_args

from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.view import View

from .colours import BLUE, GREEN, INK, ORANGE, PAPER, PINK, SKY, VERMILION, YELLOW, Colour, ink_on
from .nodes import Group, Place, group, text
from .patterns import Paint
from .shapes import Shape, circle
from .wording import num

Mark: TypeAlias = Literal[
    "circle", "square", "triangle", "diamond", "pentagon", "hexagon", "star", "octagon", "drop", "shield",
    "heart", "leaf", "house", "crown", "bolt", "hourglass", "tick", "cross", "chevron",
]  # fmt: skip
MARKS: Final[tuple[Mark, ...]] = get_args(Mark)


def _regular(sides: int, reach: float = 1, dent: float = 0, first: float = -90, dy: float = 0) -> str:
    """A regular polygon, or a star whose inner corners lie at `dent`."""
    corners = []
    for i in range(sides * 2 if dent else sides):
        angle = math.radians(first + 360 * i / (sides * 2 if dent else sides))
        size = dent if dent and i % 2 else reach
        corners.append(f"{size * math.cos(angle):.3f} {size * math.sin(angle) + dy:.3f}")
    return "M" + "L".join(corners) + "Z"


# Every outline fills about the same area around (0, 0) with a reach of about 1.
_OUTLINES: Final[dict[str, str]] = {
    "square": "M-.86 -.86L.86 -.86L.86 .86L-.86 .86Z",
    "triangle": _regular(3, 1.25, dy=0.22),
    "diamond": _regular(4, 1.18),
    "pentagon": _regular(5, 1.08, dy=0.05),
    "hexagon": _regular(6, 1.05, first=0),
    "star": _regular(5, 1.24, dent=0.62, dy=0.08),
    "octagon": _regular(8, 1.03, first=22.5),
    "drop": "M0 -1.15C.25 -.7 .85 -.2 .85 .3C.85 .8 .47 1.1 0 1.1"
    "C-.47 1.1 -.85 .8 -.85 .3C-.85 -.2 -.25 -.7 0 -1.15Z",
    "shield": "M-.85 -.9L.85 -.9L.85 .05C.85 .65 .45 .95 0 1.15C-.45 .95 -.85 .65 -.85 .05Z",
    "heart": "M0 1C-.5 .55 -1.05 .2 -1.05 -.35C-1.05 -1 -.25 -1.1 0 -.5"
    "C.25 -1.1 1.05 -1 1.05 -.35C1.05 .2 .5 .55 0 1Z",
    "leaf": "M-.8 .95C-1.1 -.2 -.4 -1 1 -1C1 .35 .25 1.05 -.6 .75L-.8 .95Z",
    "house": "M0 -1L.95 -.2L.72 -.2L.72 .9L-.72 .9L-.72 -.2L-.95 -.2Z",
    "crown": "M-1 -.6L-.5 -.05L0 -.85L.5 -.05L1 -.6L.8 .75L-.8 .75Z",
    "bolt": "M.25 -1.1L-.7 .2L-.1 .2L-.3 1.1L.7 -.3L.1 -.3Z",
    "hourglass": "M-.75 -1L.75 -1L.75 -.7L.18 0L.75 .7L.75 1L-.75 1L-.75 .7L-.18 0L-.75 -.7Z",
    "tick": "M-.95 .1L-.65 -.2L-.25 .2L.65 -.75L.95 -.45L-.25 .8Z",
    "cross": "M-.8 -.5L-.5 -.8L0 -.3L.5 -.8L.8 -.5L.3 0L.8 .5L.5 .8L0 .3L-.5 .8L-.8 .5L-.3 0Z",
    "chevron": "M-.6 -.9L.1 -.9L.8 0L.1 .9L-.6 .9L.1 0Z",
}
_PARTS: Final = re.compile(r"[MLCZ]|-?[\d.]+")


@lru_cache(maxsize=4096)
def _scaled(name: str, r: float, x: float, y: float) -> str:
    out, odd = "", False
    for part in _PARTS.findall(_OUTLINES[name]):
        if part in "MLCZ":
            out += part
        else:
            value = num(float(part) * r + (y if odd else x))
            out += value if out[-1] in "MLC" else f" {value}"
            odd = not odd
    return out


def mark(
    name: Mark,
    r: float,
    x: float = 0,
    y: float = 0,
    *,
    fill: Paint = INK,
    stroke: Paint = None,
    width: float = 1,
    dash: str = "",
    opacity: float = 1,
) -> Shape:
    """One of MARKS with a reach of about `r` around (x, y)."""
    if name == "circle":
        return circle(x, y, r, fill=fill, stroke=stroke, width=width, dash=dash, opacity=opacity)
    outline = f'path d="{_scaled(name, r, x, y)}"'
    return Shape(outline, True, x - r, y - r, 2 * r, 2 * r, fill, stroke, width, dash, opacity)


@dataclass(frozen=True, slots=True)
class Seat:
    """How a seat is told from the others: by colour, shape and letter together."""

    index: int
    colour: Colour
    shape: Mark
    letter: str

    def dressed(self, colour: Colour | None = None, letter: str | None = None) -> Seat:
        """The same seat in a game's own colour or with a game's own letter."""
        return Seat(self.index, colour or self.colour, self.shape, letter or self.letter)


SEATS: Final[tuple[Seat, ...]] = (
    Seat(0, BLUE, "circle", "A"),
    Seat(1, ORANGE, "square", "B"),
    Seat(2, GREEN, "triangle", "C"),
    Seat(3, PINK, "diamond", "D"),
    Seat(4, SKY, "pentagon", "E"),
    Seat(5, VERMILION, "hexagon", "F"),
    Seat(6, YELLOW, "star", "G"),
)


def seat_colours(view: View, speaker: Speaker) -> tuple[Colour, ...]:
    """The colour each seat has on the board: one of the game's own, or of `SEATS` where it has none."""
    own = presentation_of(speaker.game).seat_colours
    if own is not None:
        return tuple(own(view, speaker.edition))
    return tuple([SEATS[seat % len(SEATS)].colour for seat in range(speaker.seats)])


_SINK: Final = {"triangle": 0.3, "star": 0.1, "house": 0.2, "drop": 0.25}
_SMALL: Final = {"triangle": 0.95, "star": 0.95, "diamond": 1.05}


def token(
    words: str | int,
    *,
    r: float = 14,
    fill: Colour = PAPER,
    shape: Mark = "circle",
    stroke: Colour = INK,
    ink: Colour | None = None,
    dash: str = "",
    **place: Unpack[Place],
) -> Group:
    """A playing piece with a letter or a number on it, centred on (x, y); `ink` where another is wanted."""
    words = str(words)
    place.setdefault("outline", mark(shape, r + 3.5))
    size = r * _SMALL.get(shape, 1.15) / max(1, 0.62 * len(words))
    drawn = (
        text(words, 0, _SINK.get(shape, 0) * r, size, fill=ink or ink_on(fill), bold=True) if words else None
    )
    return group(mark(shape, r, fill=fill, stroke=stroke, width=1.5, dash=dash), drawn, **place)


def seat_mark(seat: Seat, *, r: float = 12, **place: Unpack[Place]) -> Group:
    """A seat's sign: its colour, its shape and its letter."""
    return token(seat.letter, r=r, fill=seat.colour, shape=seat.shape, **place)
