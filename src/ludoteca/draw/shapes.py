"""Shapes: the outlines a picture is made of."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypedDict

from mypy_extensions import mypyc_attr

from .colours import INK
from .layout import Box, Point
from .patterns import Paint
from .pen import Pen
from .wording import escape, num

_NO_BOX: Final = Box(0, 0, 0, 0)


class Style(TypedDict, total=False):
    """How a shape is painted."""

    fill: Paint
    stroke: Paint
    width: float
    dash: str
    opacity: float


@mypyc_attr(acyclic=True)
class Shape:
    """An outline (the start of an SVG element) with its paint; `boxed` if it is known which box it fills."""

    __slots__ = ("boxed", "dash", "fill", "h", "opacity", "outline", "stroke", "w", "width", "x", "y")

    def __init__(
        self,
        outline: str,
        boxed: bool,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: Paint = None,
        stroke: Paint = None,
        width: float = 1,
        dash: str = "",
        opacity: float = 1,
    ) -> None:
        self.outline = outline
        self.boxed = boxed
        self.x = x
        self.y = y
        self.w = w
        self.h = h
        self.fill = fill
        self.stroke = stroke
        self.width = width
        self.dash = dash
        self.opacity = opacity

    @property
    def extent(self) -> Box | None:
        """The box of the outline itself."""
        return Box(self.x, self.y, self.w, self.h) if self.boxed else None

    def draw(self, pen: Pen) -> None:
        text = f'<{self.outline} fill="{pen.paint(self.fill)}"'
        if self.stroke is not None:
            text += f' stroke="{pen.paint(self.stroke)}"'
            if self.width != 1:
                text += f' stroke-width="{num(self.width)}"'
            if self.dash:
                text += f' stroke-dasharray="{escape(self.dash)}"'
        if self.opacity != 1:
            text += f' opacity="{num(self.opacity)}"'
        pen.out.append(text + "/>")

    def box(self) -> Box | None:
        """The box it fills, its edge included."""
        extent = self.extent
        if extent is None or self.stroke is None:
            return extent
        return extent.inset(-self.width / 2)


def rect(
    x: float,
    y: float,
    w: float,
    h: float,
    r: float = 0,
    *,
    fill: Paint = None,
    stroke: Paint = None,
    width: float = 1,
    dash: str = "",
    opacity: float = 1,
) -> Shape:
    """A rectangle by its upper left corner, with rounded corners of radius `r`."""
    rounded = f' rx="{num(r)}"' if r else ""
    outline = f'rect x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}"{rounded}'
    return Shape(outline, True, x, y, w, h, fill, stroke, width, dash, opacity)


def circle(
    x: float,
    y: float,
    r: float,
    *,
    fill: Paint = None,
    stroke: Paint = None,
    width: float = 1,
    dash: str = "",
    opacity: float = 1,
) -> Shape:
    outline = f'circle{_middle(x, y)} r="{num(r)}"'
    return Shape(outline, True, x - r, y - r, 2 * r, 2 * r, fill, stroke, width, dash, opacity)


def ellipse(
    x: float,
    y: float,
    rx: float,
    ry: float,
    *,
    fill: Paint = None,
    stroke: Paint = None,
    width: float = 1,
    dash: str = "",
    opacity: float = 1,
) -> Shape:
    outline = f'ellipse{_middle(x, y)} rx="{num(rx)}" ry="{num(ry)}"'
    return Shape(outline, True, x - rx, y - ry, 2 * rx, 2 * ry, fill, stroke, width, dash, opacity)


def _middle(x: float, y: float) -> str:
    """The middle of a circle, which is (0, 0) if nothing is said."""
    return f' cx="{num(x)}" cy="{num(y)}"' if x or y else ""


def line(
    x1: float,
    y1: float,
    x2: float,
    y2: float,
    *,
    fill: Paint = None,
    stroke: Paint = INK,
    width: float = 1,
    dash: str = "",
    opacity: float = 1,
) -> Shape:
    outline = f'line x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}"'
    x, y, w, h = min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1)
    return Shape(outline, True, x, y, w, h, fill, stroke, width, dash, opacity)


def polyline(
    points: Iterable[Point],
    *,
    fill: Paint = None,
    stroke: Paint = INK,
    width: float = 1,
    dash: str = "",
    opacity: float = 1,
) -> Shape:
    return _through("polyline", list(points), fill, stroke, width, dash, opacity)


def polygon(
    points: Iterable[Point],
    *,
    fill: Paint = None,
    stroke: Paint = None,
    width: float = 1,
    dash: str = "",
    opacity: float = 1,
) -> Shape:
    return _through("polygon", list(points), fill, stroke, width, dash, opacity)


def _through(
    tag: str, points: list[Point], fill: Paint, stroke: Paint, width: float, dash: str, opacity: float
) -> Shape:
    listed = " ".join([f"{num(x)},{num(y)}" for x, y in points])
    x, y, w, h = Box.around(points)
    return Shape(f'{tag} points="{listed}"', True, x, y, w, h, fill, stroke, width, dash, opacity)


def path(
    d: str,
    box: Box | None = None,
    *,
    fill: Paint = None,
    stroke: Paint = None,
    width: float = 1,
    dash: str = "",
    opacity: float = 1,
) -> Shape:
    """An SVG path; say which `box` it fills if it should count for outlines."""
    x, y, w, h = box or _NO_BOX
    outline = f'path d="{escape(d)}"'
    return Shape(outline, box is not None, x, y, w, h, fill, stroke, width, dash, opacity)
