"""The six pantheons' emblems, and the signs of Temples, Cities and Fields."""

from __future__ import annotations

import math
from typing import Final, Unpack

from ludoteca import draw as d
from ludoteca.games.bello_divorum.rules.edition import CITY, TEMPLE, Pantheon

_PATHS: Final = {
    "ankh": "M0 -.05C-.75 -.6 -.45 -1 0 -1C.45 -1 .75 -.6 0 -.05Z"
    "M0 -.3C.33 -.6 .25 -.74 0 -.74C-.25 -.74 -.33 -.6 0 -.3Z"
    "M-.15 -.1L.15 -.1L.15 .08L.7 .08L.7 .36L.15 .36L.15 1L-.15 1L-.15 .36L-.7 .36L-.7 .08L-.15 .08Z",
    "torii": "M-1 -.85C-.5 -.68 .5 -.68 1 -.85L.95 -.5L.62 -.48L.62 -.22L.85 -.22L.85 .02L.62 .02L.62 .95"
    "L.34 .95"
    "L.34 .02L-.34 .02L-.34 .95L-.62 .95L-.62 .02L-.85 .02L-.85 -.22L-.62 -.22L-.62 -.48L-.95 -.5Z"
    "M-.34 -.47L-.34 -.22L.34 -.22L.34 -.47Z",
    "hammer": "M-.8 -.85L.8 -.85L.8 -.2L.16 -.2L.16 1L-.16 1L-.16 -.2L-.8 -.2Z",
    "bolt": "M.25 -1.1L-.7 .2L-.1 .2L-.3 1.1L.7 -.3L.1 -.3Z",
}


def _star(points: int, dent: float) -> list[d.Point]:
    corners: list[d.Point] = []
    for number in range(2 * points):
        angle = math.pi * number / points - math.pi / 2
        reach = dent if number % 2 else 1.0
        corners.append((reach * math.cos(angle), reach * math.sin(angle)))
    return corners


def emblem(mark: str, r: float, ink: d.Colour, x: float = 0, y: float = 0) -> d.Group:
    """A pantheon's mark with a reach of about `r` around (x, y)."""
    if mark == "sun":
        parts: list[d.Child] = [d.polygon(_star(12, 0.68), fill=ink)]
    elif mark == "star":
        parts = [d.polygon(_star(8, 0.42), fill=ink)]
    else:
        parts = [d.path(_PATHS[mark], d.Box(-1, -1, 2, 2), fill=ink)]
    return d.group(parts, x=x, y=y, scale=r)


def colour_of(pantheon: Pantheon) -> d.Colour:
    return d.Colour(pantheon.colour)


def chip(pantheon: Pantheon, r: float, x: float = 0, y: float = 0) -> d.Group:
    """A chip: the pantheon's colour and its emblem."""
    colour = colour_of(pantheon)
    ring = d.circle(0, 0, r, fill=colour, stroke=d.INK, width=1.2)
    return d.group(ring, emblem(pantheon.mark, r * 0.68, d.ink_on(colour)), x=x, y=y)


def follower(pantheon: Pantheon, r: float, x: float = 0, y: float = 0) -> d.Group:
    """A follower: the pantheon's colour and its letter."""
    colour = colour_of(pantheon)
    return d.group(
        d.circle(0, 0, r, fill=colour, stroke=d.INK, width=1),
        d.text(pantheon.letter, 0, 0, max(10.0, r * 1.25), fill=d.ink_on(colour), bold=True),
        x=x,
        y=y,
    )


def outline(kind: int, r: float, **style: Unpack[d.Style]) -> d.Shape:
    """A Temple is a hexagon, a City a square with a gate, a Field a circle."""
    if kind == TEMPLE:
        points = [(r * math.cos(math.pi * side / 3), r * math.sin(math.pi * side / 3)) for side in range(6)]
        return d.polygon(points, **style)
    if kind == CITY:
        a, gate, high = r * 0.88, r * 0.24, r * 0.26
        corners = (
            f"M{-a:.2f} {-a:.2f}H{a:.2f}V{a:.2f}H{gate:.2f}V{a - high:.2f}H{-gate:.2f}V{a:.2f}H{-a:.2f}Z"
        )
        return d.path(corners, d.Box(-a, -a, 2 * a, 2 * a), **style)
    return d.circle(0, 0, r * 0.94, **style)


def sign(kind: int, r: float, ink: d.Colour) -> d.Child:
    """What an empty location shows: columns, a gate, an ear of grain."""
    if kind == TEMPLE:
        return [
            d.polygon(((-r, -0.35 * r), (0, -r), (r, -0.35 * r)), fill=ink),
            [d.rect(x * r - 0.13 * r, -0.2 * r, 0.26 * r, 0.85 * r, fill=ink) for x in (-0.65, 0, 0.65)],
            d.rect(-r, 0.72 * r, 2 * r, 0.22 * r, fill=ink),
        ]
    if kind == CITY:
        wall = "M-1 .9V-.8H-.6V-.45H-.2V-.8H.2V-.45H.6V-.8H1V.9H.35V.4A.35 .35 0 0 0 -.35 .4V.9Z"
        return d.group(d.path(wall, d.Box(-1, -1, 2, 2), fill=ink), scale=r)
    grain: list[d.Child] = [d.line(0, r, 0, -0.5 * r, stroke=ink, width=r * 0.16)]
    for y in (-0.55, -0.1, 0.35):
        for side in (-1, 1):
            grain.append(d.ellipse(side * 0.34 * r, y * r, 0.3 * r, 0.19 * r, fill=ink))
    grain.append(d.ellipse(0, -0.85 * r, 0.18 * r, 0.28 * r, fill=ink))
    return grain
