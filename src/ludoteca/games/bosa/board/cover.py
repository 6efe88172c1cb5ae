"""The cover: the painted houses climb from the river to the castle."""

from __future__ import annotations

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
