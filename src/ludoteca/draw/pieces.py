"""Things people handle: cards, dice, stacks, badges, counters. Each is centred on its (x, y)."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection
from typing import Unpack

from .colours import ACCENT, BLUE, CARD, FAINT, INK, LINE, PAPER, WARN, Colour, ink_on, mix
from .layout import row
from .nodes import Child, Group, Place, fit_text, group, text
from .patterns import Kind, Paint, Pattern
from .shapes import Shape, circle, line, polygon, rect
from .wording import fit, width_of


def card(
    *face: Child,
    w: float = 64,
    h: float = 90,
    fill: Paint = CARD,
    edge: Colour = LINE,
    edge_width: float = 1.5,
    dash: str = "",
    corner: float = 7,
    **place: Unpack[Place],
) -> Group:
    """A card lying face up; its face is drawn around (0, 0)."""
    place.setdefault("outline", rect(-w / 2 - 3, -h / 2 - 3, w + 6, h + 6, corner + 3))
    body = rect(-w / 2, -h / 2, w, h, corner, fill=fill, stroke=edge, width=edge_width, dash=dash)
    return group(body, *face, **place)


def card_back(
    *sign: Child,
    w: float = 64,
    h: float = 90,
    colour: Colour = BLUE,
    pattern: Kind = "crosshatch",
    corner: float = 7,
    **place: Unpack[Place],
) -> Group:
    """A card lying face down, with a pattern and perhaps a sign in its middle."""
    inset = min(w, h) * 0.09
    dark = mix(colour, ink_on(colour), 0.2)
    picture = rect(
        inset - w / 2,
        inset - h / 2,
        w - 2 * inset,
        h - 2 * inset,
        max(corner - inset / 2, 2),
        fill=Pattern(pattern, dark, colour),
        stroke=dark,
    )
    disc = circle(0, 0, min(w, h) * 0.24, fill=PAPER, stroke=dark) if sign else None
    return card(picture, disc, *sign, w=w, h=h, corner=corner, **place)


def stack(
    count: int, base: Shape, *face: Child, dx: float = 2, dy: float = -2, **place: Unpack[Place]
) -> Group:
    """A pile of `count` pieces shaped like `base` (drawn around (0, 0)) with a face on top and its count.

    An empty one is a dashed place where the pile was.
    """
    extent = base.extent
    if extent is None:
        raise ValueError("the base of a stack needs a box")
    if count == 0:
        empty = Shape(base.outline, True, *extent, None, FAINT, 1.2, "4 4")
        return group(empty, text(0, 0, 0, min(14, extent.h / 2), fill=FAINT), **place)
    shown = min(count, 3)
    under = [group(base, x=-dx * i, y=-dy * i) for i in range(shown - 1, 0, -1)]
    size = max(9, min(13, extent.w / 4))
    number = badge(str(count), size=size, x=extent.right - size * 0.3, y=extent.y + size * 0.3)
    return group(under, base, face, number, **place)


def die(
    face: Callable[[float], Child] | Child = None,
    *,
    size: float = 40,
    fill: Colour = CARD,
    dashed: bool = False,
    dim: bool = False,
    **place: Unpack[Place],
) -> Group:
    """A die; its face, or what `face(reach)` draws, lies around (0, 0). Dashed: just rolled; dim: used up."""
    half = size / 2
    place.setdefault("outline", rect(-half - 4, -half - 4, size + 8, size + 8, size * 0.2 + 4))
    if dim:
        place.setdefault("opacity", 0.45)
    dash = f"{size / 10:g} {size / 8:g}" if dashed else ""
    frame = rect(-half, -half, size, size, size * 0.2, fill=fill, stroke=INK, width=size / 20, dash=dash)
    return group(frame, face(size * 0.32) if callable(face) else face, **place)


def dots(value: int, fill: Colour = INK) -> Callable[[float], Child]:
    """The face of an ordinary die, 0 to 6, to be given to `die`."""
    spots = {
        0: (),
        1: ((0, 0),),
        2: ((-1, -1), (1, 1)),
        3: ((-1, -1), (0, 0), (1, 1)),
        4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
        6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
    }[value]
    return lambda reach: [circle(x * reach * 0.8, y * reach * 0.8, reach * 0.3, fill=fill) for x, y in spots]


def badge(
    words: str | int,
    *,
    size: float = 12,
    fill: Colour = INK,
    w: float | None = None,
    max_w: float | None = None,
    **place: Unpack[Place],
) -> Group:
    """A pill with a few words: as wide as they are, unless a width or a limit is given."""
    words, h = str(words), size * 1.6
    room = w or max_w or math.inf
    lines, size = fit(words, room - size, size, min(size, 8), bold=True)
    caption = lines[0] if lines else ""
    wide = w or max(h, width_of(caption, size, bold=True) + size)
    place.setdefault("outline", rect(-wide / 2 - 3, -h / 2 - 3, wide + 6, h + 6, h / 2 + 3))
    pill = rect(-wide / 2, -h / 2, wide, h, h / 2, fill=fill, stroke=PAPER, width=1.5)
    return group(pill, text(caption, 0, 0, size, fill=ink_on(fill), bold=True), **place)


def button(
    words: str, *, w: float = 110, h: float = 34, primary: bool = False, **place: Unpack[Place]
) -> Group:
    """A plain button, centred on (x, y); its words are its label unless another one is given."""
    place.setdefault("label", words)
    place.setdefault("quiet", True)
    place.setdefault("outline", rect(-w / 2 - 3, -h / 2 - 3, w + 6, h + 6, h / 4 + 3))
    ground = ACCENT if primary and not place.get("why") else CARD
    edge = LINE if place.get("why") else ACCENT
    ink = FAINT if place.get("why") else ink_on(ground)
    body = rect(-w / 2, -h / 2, w, h, h / 4, fill=ground, stroke=edge, width=1.5)
    return group(body, fit_text(words, w - 12, h * 0.42, 8, fill=ink, bold=True), **place)


def counter(
    sign: Child,
    value: str | int,
    *,
    r: float = 11,
    size: float = 15,
    fill: Colour = INK,
    **place: Unpack[Place],
) -> Group:
    """A sign of reach `r`, centred on (x, y), with a number to the right of it."""
    return group(sign, text(value, r + 6, 0, size, fill=fill, anchor="start", bold=True), **place)


def pips(
    filled: int,
    total: int,
    *,
    r: float = 4,
    gap: float = 4,
    fill: Colour = INK,
    notched: Collection[int] = (),
    **place: Unpack[Place],
) -> Group:
    """A row of `total` dots of which the first `filled` are full; `notched` ones (from 1) carry a warning."""
    drawn: list[Child] = []
    for i, (x, _) in enumerate(row(total, 2 * r + gap), 1):
        colour = WARN if i in notched else fill
        drawn.append(circle(x, 0, r, fill=colour if i <= filled else None, stroke=colour, width=1.2))
        if i in notched:
            drawn.append(
                polygon(((x - r * 0.7, -r * 2.3), (x + r * 0.7, -r * 2.3), (x, -r * 1.35)), fill=WARN)
            )
    return group(drawn, **place)


def struck(w: float, h: float, colour: Colour = WARN) -> Child:
    """Two strokes through a piece of this size: it is out of the game."""
    a, b, width = w / 2, h / 2, max(2.0, min(w, h) / 14)
    ends = ((-a, -b, a, b), (-a, b, a, -b))
    return [line(*end, stroke=colour, width=width, opacity=0.85) for end in ends]
