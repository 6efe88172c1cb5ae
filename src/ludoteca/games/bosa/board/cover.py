"""The cover: the painted houses climb from the river to the castle. Also the banner of the finale."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import (
    FAMILIES,
    GOODS,
    SHEET,
    STONE,
    STONE_MIDDLE,
    STONE_SHADE,
    paint_of,
    pawn,
)
from ludoteca.games.bosa.board.houses import sill_of
from ludoteca.games.bosa.board.signs import deal_of
from ludoteca.games.bosa.rules.actions import RESOURCES
from ludoteca.games.bosa.rules.edition import BosaEdition

SIZE: Final = (640, 360)
SKY: Final = d.Colour("#bcdce6", "#14213a")
HAZE: Final = d.Colour("#d3e7e6", "#1c2c47")
FAR: Final = d.Colour("#a9c2b0", "#1d3040")
HILL: Final = d.Colour("#bac67f", "#2e3d33")
RIVER: Final = d.Colour("#62a4bb", "#20465f")
RIPPLE: Final = d.Colour("#8cc3d3", "#35617c")
SUN: Final = d.Colour("#fbe3a0", "#f3ecd0")
DUSK: Final = d.Colour("#f2c7a5", "#14213a")
FIREWORKS: Final = (
    (150, 34, 26, d.Colour("#c8443e", "#f08a7e")), (330, 24, 18, d.Colour("#8a5fa8", "#c6a6de")),
    (610, 26, 20, d.Colour("#2f4573", "#8cc3f0")), (790, 34, 26, d.Colour("#c1951f", "#ffd878")),
)  # fmt: skip

# Rows of houses from the back to the river: ground, scale, first x, colours.
_ROWS: Final = (
    (176, 0.40, 204, (2, 5, 0, 3, 1, 4)),
    (226, 0.50, 128, (4, 1, 3, 0, 5, 2, 1)),
    (284, 0.62, 44, (0, 3, 5, 2, 4, 0, 1, 3)),
)


def cover(edition: BosaEdition) -> d.Scene:
    scene = d.Scene(*SIZE, "Bosa", ground=SKY)
    scene.add(
        "table",
        d.circle(92, 70, 32, fill=SUN),
        d.path("M0 96C120 70 420 116 640 78V300H0Z", d.Box(0, 70, 640, 230), fill=HAZE),
        d.path(
            "M0 170C120 110 240 96 330 98C450 94 560 120 640 150V300H0Z", d.Box(0, 94, 640, 206), fill=FAR
        ),
        d.path(
            "M0 276C120 190 220 132 320 122C440 120 540 180 640 262V320H0Z",
            d.Box(0, 120, 640, 200),
            fill=HILL,
        ),
        _castle(),
        d.use(SHEET, "gull", 480, 60, 1.2),
        d.use(SHEET, "gull", 522, 44, 0.9),
    )
    for ground, scale, left, colours in _ROWS:
        for place, colour in enumerate(colours):
            lift = (place * 7) % 11
            x = left + place * 108 * scale
            scene.add("pieces", _front(edition, colour, x, ground - lift, scale))
    scene.add("pieces", d.rect(0, 282, 640, 12, fill=STONE), d.rect(0, 291, 640, 4, fill=STONE_SHADE))
    scene.add("pieces", _river(), d.use(SHEET, "palm", 596, 290, 1.2), d.use(SHEET, "olive", 30, 286))
    return scene


def _front(edition: BosaEdition, colour: int, x: float, ground: float, scale: float) -> d.Group:
    """A house whose doorstep is at `ground`; something stands on its sill."""
    card = [card for card in edition.cards if card.colour == colour][round(x) % 5]
    sill = sill_of(deal_of(edition, card.number))
    return d.group(
        d.use(SHEET, f"street-{FAMILIES[colour]}-{sill}", tone=paint_of(edition, colour)),
        x=x,
        y=ground - 152 * scale,
        scale=scale,
    )


def _castle() -> d.Group:
    towers = [
        d.group(
            d.rect(0, -high, 56, high, fill=STONE),
            d.rect(41, -high, 15, high, fill=STONE_SHADE),
            d.use(SHEET, "battlement", 0, -high),
            d.use(SHEET, "banner-reached", 0, -high),
            x=x,
        )
        for x, high in ((0, 60), (130, 86), (260, 70))
    ]
    return d.group(d.rect(0, -34, 316, 40, fill=STONE_MIDDLE), towers, x=228, y=124, scale=0.62)


def _river() -> d.Child:
    waves = [
        d.path(f"M{x} {y}q12 -5 24 0t24 0", d.Box(x, y - 4, 48, 8), stroke=RIPPLE, width=2)
        for x, y in ((40, 316), (150, 340), (236, 308), (330, 348), (470, 312), (552, 340), (90, 350))
    ]
    boats = [
        d.group(
            d.use(SHEET, "boat", tone=GOODS[good]),
            d.use(SHEET, f"cargo-{name}-4", 26, -8),
            x=x,
            y=y,
            scale=0.8,
        )
        for (good, name), x, y in zip(enumerate(RESOURCES), (96, 270, 440), (326, 318, 328), strict=True)
    ]
    return [d.rect(0, 295, 640, 65, fill=RIVER), waves, boats]


def banner(edition: BosaEdition, winners: Sequence[int]) -> d.Group:
    """The town at dusk, fireworks over it, and on the river walk whoever won."""
    rows = ((88, 0.36, 90, (2, 5, 0, 3, 1, 4) * 4), (112, 0.44, -10, (4, 1, 3, 0, 5, 2) * 4))
    houses = [
        _front(edition, colour, left + n * 108 * scale, ground - n * 7 % 11, scale)
        for ground, scale, left, colours in rows
        for n, colour in enumerate(colours)
        if left + n * 108 * scale < d.BANNER[0] - left
    ]
    places = d.row(len(winners), 60, 470, 122)
    return d.group(
        d.rect(0, 0, *d.BANNER, fill=DUSK),
        [_firework(x, y, r, tone) for x, y, r, tone in FIREWORKS],
        d.path("M0 92C200 40 380 26 470 26C600 26 760 46 940 92V132H0Z", fill=FAR),
        d.group(_castle(), x=280, y=-26, scale=0.58),
        houses,
        d.rect(0, 112, d.BANNER[0], 20, fill=STONE),
        d.rect(0, 112, d.BANNER[0], 3, fill=STONE_MIDDLE),
        [d.group(pawn(edition, seat, 1.3), x=x, y=y) for seat, (x, y) in zip(winners, places, strict=True)],
    )


def _firework(x: float, y: float, r: float, tone: d.Colour) -> d.Child:
    rays = [(math.cos(math.tau * n / 12), math.sin(math.tau * n / 12)) for n in range(12)]
    return [
        d.line(
            round(x + across * r * 0.35),
            round(y + down * r * 0.35),
            round(x + across * r),
            round(y + down * r),
            stroke=tone,
            width=2.4,
        )
        for across, down in rays
    ]
