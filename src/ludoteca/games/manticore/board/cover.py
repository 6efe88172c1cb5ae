"""The cover: the beast comes down the Fireway, and four heroes stand between it and the City."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board import art
from ludoteca.games.manticore.board.art import SHEET
from ludoteca.games.manticore.board.pieces import hero_body, monster_body
from ludoteca.games.manticore.rules.edition import ManticoreEdition

SIZE: Final = (640, 360)
CLUMPS: Final = ("w1", "w0", "w5", "w3", "w2")
HEROES: Final = ((0, False, 196, 262), (1, True, 262, 296), (2, False, 126, 296), (3, True, 190, 328))
FIRE: Final = ((640, 150), (540, 176), (452, 214), (330, 236), (112, 232))
SKY: Final = d.Colour("#d3e9e6", "#1b2f33")


def cover(edition: ManticoreEdition) -> d.Scene:
    scene = d.Scene(*SIZE, "Manticore", ground=SKY)
    scene.add("table", _hills(), _wood(76, 0.42, 0.5), _wood(118, 0.7, 0.75))
    scene.add("table", _fireway(), _city())
    scene.add("pieces", d.group(monster_body(edition, 0, 1.5), x=560, y=306))
    scene.add("pieces", d.group(monster_body(edition, 4, 1.5), x=348, y=306))
    scene.add("pieces", d.use(SHEET, "m3", 452, 150, 1.55))
    for klass, heroine, x, y in HEROES:
        scene.add("pieces", d.group(hero_body(klass, heroine, 1.75), x=x, y=y - 16))
    return scene


def _hills() -> list[d.Child]:
    return [
        d.path("M0 96Q160 40 330 84T640 66V360H0Z", fill=d.Colour("#86b26a", "#244535")),
        d.path("M0 150Q200 96 400 140T640 128V360H0Z", fill=art.GLADE),
        d.path("M0 232Q220 180 420 226T640 214V360H0Z", fill=d.Colour("#c3d698", "#57724f")),
    ]


def _wood(y: float, scale: float, opacity: float) -> list[d.Child]:
    """A row of trees along a hill."""
    return [
        d.use(
            SHEET,
            CLUMPS[(place * 3 + round(y)) % 5],
            14 + place * 44,
            y + 13 * (place * 5 % 4),
            scale,
            opacity=opacity,
        )
        for place in range(15)
    ]


def _fireway() -> list[d.Child]:
    return [
        d.polyline(FIRE, stroke=art.ASH_DEEP, width=34),
        d.polyline(FIRE, stroke=art.LAVA_DEEP, width=15),
        d.polyline(FIRE, stroke=art.LAVA, width=8),
        d.polyline(FIRE, stroke=art.EMBER, width=2.5, dash="8 14"),
    ]


def _city() -> list[d.Child]:
    return [
        d.use(SHEET, "h0", 36, 196, 1.9),
        d.use(SHEET, "h1", 128, 200, 1.9),
        d.use(SHEET, "keep", 82, 190, 2.3),
        d.use(SHEET, "tower", 18, 226, 2.1),
        d.use(SHEET, "tower", 146, 226, 2.1),
    ]
