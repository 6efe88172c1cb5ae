"""The cover: the beast comes down the Fireway, and four heroes stand between it and the City."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board import art
from ludoteca.games.manticore.board.art import SHEET
from ludoteca.games.manticore.board.pieces import hero_body, monster_body
from ludoteca.games.manticore.rules.edition import ManticoreEdition

SIZE: Final = (640, 360)
CLUMPS: Final = ("w1", "w0")
HEROES: Final = ((0, False, 196, 262), (1, True, 262, 296), (2, False, 126, 296), (3, True, 190, 328))
FIRE: Final = ((640, 150), (540, 176), (452, 214), (330, 236), (112, 232))
SKY: Final = d.Colour("#d3e9e6", "#1b2f33")
BURNING: Final = d.Colour("#f3c391", "#3a1c1a")
SCORCHED: Final = d.Colour("#8a6a52", "#2b1f1d")
FAR_HILL: Final = d.Colour("#86b26a", "#244535")


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
        d.path("M0 96Q160 40 330 84T640 66V360H0Z", fill=FAR_HILL),
        d.path("M0 150Q200 96 400 140T640 128V360H0Z", fill=art.GLADE),
        d.path("M0 232Q220 180 420 226T640 214V360H0Z", fill=d.Colour("#c3d698", "#57724f")),
    ]


def _wood(y: float, scale: float, opacity: float) -> list[d.Child]:
    """A row of trees along a hill."""
    return [
        d.use(
            SHEET,
            CLUMPS[place * 3 % 5 % 2],
            14 + place * 44,
            y + 13 * (place * 5 % 4),
            scale,
            flip=place % 3 == 1,
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


def banner(heroes: Sequence[tuple[int, bool]], won: bool) -> d.Group:
    """The company between the beast and the City: it sleeps for good, or everything burns."""
    sky = SKY if won else BURNING
    place = d.row(len(heroes), 84, 470, 84)
    return d.group(
        d.rect(0, 0, *d.BANNER, fill=sky),
        d.path("M0 60Q160 26 330 52T640 46T940 40V132H0Z", fill=FAR_HILL if won else SCORCHED),
        [
            d.use(SHEET, CLUMPS[n * 3 % 5 % 2], 20 + 46 * n, 70 + n * 5 % 8, 0.6, opacity=0.8)
            for n in range(21)
        ],
        d.path("M0 92Q240 74 470 88T940 82V132H0Z", fill=art.GLADE if won else art.ASH_DEEP),
        d.use(SHEET, "m0" if won else "m3", 200, 74, 0.92),
        d.group(_city(), x=690, y=-40, scale=0.68),
        [
            d.group(hero_body(klass, heroine, 1.35), x=x, y=y, opacity=1 if won else 0.65)
            for (klass, heroine), (x, y) in zip(heroes, place, strict=True)
        ],
    )
