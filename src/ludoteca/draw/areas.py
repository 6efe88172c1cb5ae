"""Places on the table: panels, tracks and the arrows between them."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, Unpack

from .colours import CARD, FAINT, INK, LINE, Colour, ink_on, mix
from .layout import Box, Point
from .marks import Mark, mark
from .nodes import Child, Group, Node, Place, fit_text, group
from .patterns import Paint
from .shapes import Shape, path, polygon, polyline, rect
from .wording import num

PAD: Final = 12
HEAD: Final = 30


def panel(
    w: float,
    h: float,
    heading: str = "",
    *children: Child,
    tone: Colour | None = None,
    fill: Paint = CARD,
    **place: Unpack[Place],
) -> Group:
    """A framed area from (x, y) down and right, with a heading.

    Its children are drawn from (0, 0) inside the frame, below the heading; `panel_inside` tells their room.
    """
    place.setdefault("label", heading)
    place.setdefault("outline", rect(-3, -3, w + 6, h + 6, 13))
    edge = tone or LINE
    parts: list[Child] = [rect(0, 0, w, h, 10, fill=fill, stroke=edge, width=1.5 if tone else 1)]
    if heading:
        ground = mix(CARD, edge, 0.16 if tone else 0.3)
        top = f"M0 {HEAD}V10A10 10 0 0 1 10 0H{num(w - 10)}A10 10 0 0 1 {num(w)} 10V{HEAD}Z"
        parts.append(path(top, Box(0, 0, w, HEAD), fill=ground))
        parts.append(
            fit_text(
                heading, w - 2 * PAD, 14, 9, x=PAD, y=HEAD / 2, anchor="start", bold=True, fill=ink_on(ground)
            )
        )
    return group(parts, group(*children, x=PAD, y=PAD + (HEAD if heading else 0)), **place)


def panel_inside(w: float, h: float, heading: str = "") -> Box:
    """The room for the children of such a panel, in their own coordinates."""
    return Box(0, 0, w - 2 * PAD, h - 2 * PAD - (HEAD if heading else 0))


def track(
    points: Sequence[Point],
    *,
    r: float = 12,
    shape: Mark = "circle",
    captions: Sequence[str | int] = (),
    markers: Mapping[int, Sequence[Node]] | None = None,
    reached: int = -1,
    tones: Mapping[int, Colour] | None = None,
    joined: bool = True,
    spread: float | None = None,
    **place: Unpack[Place],
) -> Group:
    """Spaces at the given points (a row, a grid, a ring), joined by a line, with captions and markers.

    Spaces up to `reached` are darkened, `tones` colours single spaces; several markers on one space stand
    side by side, `spread` apart.
    """
    tones = tones or {}
    parts: list[Child] = (
        [polyline(points, stroke=LINE, width=max(2.0, r / 3))] if joined and len(points) > 1 else []
    )
    for i, (x, y) in enumerate(points):
        ground = tones.get(i, CARD)
        if i <= reached:
            ground = mix(ground, INK, 0.3)
        parts.append(mark(shape, r, x, y, fill=ground, stroke=FAINT))
        if i < len(captions):
            parts.append(fit_text(captions[i], 1.7 * r, r * 0.95, 6, x=x, y=y, fill=ink_on(ground)))
    for i, here in (markers or {}).items():
        step = r * 1.1 if spread is None else spread
        for k, marker in enumerate(here):
            x, y = points[i]
            parts.append(group(marker, x=x + (k - (len(here) - 1) / 2) * step, y=y))
    return group(parts, **place)


def arrow(
    start: Point,
    end: Point,
    *,
    colour: Colour = INK,
    width: float = 3,
    bend: float = 0,
    dash: str = "",
    short: float = 0,
    **place: Unpack[Place],
) -> Group:
    """An arrow from `start` to `end`, bowed to its left by `bend`, both ends held back by `short`."""
    (x1, y1), (x2, y2) = start, end
    length = math.dist(start, end) or 1
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    mx, my = (x1 + x2) / 2 + uy * bend * 2, (y1 + y2) / 2 - ux * bend * 2
    ax, ay = _unit(x1, y1, mx, my)
    bx, by = _unit(mx, my, x2, y2)
    x1, y1, x2, y2 = x1 + ax * short, y1 + ay * short, x2 - bx * short, y2 - by * short
    head = 4 + width * 2.2
    neck_x, neck_y = x2 - bx * head, y2 - by * head
    wing = head * 0.55
    shaft = f"M{num(x1)} {num(y1)}Q{num(mx)} {num(my)} {num(neck_x)} {num(neck_y)}"
    tip = ((x2, y2), (neck_x - by * wing, neck_y + bx * wing), (neck_x + by * wing, neck_y - bx * wing))
    box = Box.around(((x1, y1), (x2, y2), ((x1 + x2) / 2 + uy * bend, (y1 + y2) / 2 - ux * bend)))
    return group(
        path(shaft, box, stroke=colour, width=width, dash=dash),
        polygon(tip, fill=colour, stroke=colour),
        **place,
    )


def _unit(x1: float, y1: float, x2: float, y2: float) -> Point:
    length = math.hypot(x2 - x1, y2 - y1) or 1
    return (x2 - x1) / length, (y2 - y1) / length


def cell(
    points: Sequence[Point],
    *children: Child,
    fill: Paint = CARD,
    edge: Colour = LINE,
    width: float = 1,
    **place: Unpack[Place],
) -> Group:
    """An area of any outline, such as a hexagon, with what lies in it."""
    outline: Shape = polygon(points, fill=fill, stroke=edge, width=width)
    place.setdefault("outline", outline)
    return group(outline, *children, **place)
