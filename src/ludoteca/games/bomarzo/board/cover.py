"""The cover: Orco with his open mouth among other statues of the park, and what was laid before him."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import CUBES, SHEET, standing
from ludoteca.games.bomarzo.rules.actions import DRAGO, GENIO, ORCO
from ludoteca.games.bomarzo.rules.edition import BomarzoEdition

SIZE: Final = (640, 360)
SHADOW: Final = d.Colour("#000000")
SKY: Final = d.Colour("#f6e7c6", "#1b2338")
FAR_GRASS: Final = d.Colour("#c9d3a4", "#2a3c3a")
GRASS: Final = d.Colour("#aabb78", "#33493e")
OFFERINGS: Final = ((0, 176, 326), (0, 204, 336), (2, 232, 326), (1, 408, 336), (1, 436, 326), (2, 466, 336))
TREES: Final = (
    ("cypress", 40, 190, 1.3), ("oak", 96, 196, 1.0), ("oak", 552, 192, 1.1), ("cypress", 606, 196, 1.4),
    ("cypress", 188, 182, 1.0), ("cypress", 458, 184, 1.1),
)  # fmt: skip


def cover(edition: BomarzoEdition) -> d.Scene:
    scene = d.Scene(*SIZE, "Bomarzo")
    scene.add("table", d.use(SHEET, "park", -13, 0, 0.69))
    scene.add("table", [d.use(SHEET, name, x, y, scale) for name, x, y, scale in TREES])
    scene.add(
        "pieces",
        _standing(GENIO, 112, 262, 0.72, mossy=False),
        _standing(DRAGO, 530, 264, 0.74, mossy=True),
        _standing(ORCO, 320, 296, 1.32, mossy=True),
        [d.use(SHEET, CUBES[kind], x, y, 1.5) for kind, x, y in OFFERINGS],
    )
    return scene


def _standing(god: int, x: float, y: float, scale: float, mossy: bool) -> list[d.Child]:
    return [
        d.ellipse(x + 10, y + 6, 100 * scale, 17 * scale, fill=SHADOW, opacity=0.25),
        standing(god, mossy, False, x, y, scale),
    ]


def banner(pantheon: tuple[int, ...]) -> d.Group:
    """The pantheon in its order, from the first place to the last."""
    step = d.BANNER[0] / (len(pantheon) + 1)
    return d.group(
        d.rect(0, 0, *d.BANNER, fill=SKY),
        d.path("M0 66Q160 30 330 60T640 54T940 50V132H0Z", fill=FAR_GRASS),
        [d.use(SHEET, "cypress" if n % 3 else "oak", 20 + 75 * n, 74 + n % 2 * 6, 0.7) for n in range(13)],
        d.path("M0 84Q240 70 470 80T940 76V132H0Z", fill=GRASS),
        [_standing(god, step * (n + 1), 112, 0.56, mossy=False) for n, god in enumerate(pantheon)],
    )
