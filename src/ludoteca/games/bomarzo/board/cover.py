"""The cover: Orco with his open mouth among the trees, and what was laid before him."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.signs import MOSS, SCORED, cube, icon
from ludoteca.games.bomarzo.rules.edition import BomarzoEdition
from ludoteca.kernel.words import PhraseBook

SIZE: Final = (640, 360)
SKY: Final = d.Colour("#e8efdd", "#172019")
MIST: Final = d.Colour("#d3e0c4", "#1f2c22")
WOOD: Final = d.Colour("#a9c295", "#2b3f2e")
TREES: Final = d.Colour("#6f9660", "#3b5a3e")
TRUNK: Final = d.Colour("#6b5138", "#4a3a2b")
GROUND: Final = d.Colour("#8a9a63", "#35422b")
ROCK: Final = d.Colour("#b3ac9c", "#6d6a62")
LIGHT: Final = d.Colour("#cbc5b6", "#837f75")
SHADE: Final = d.Colour("#8d8677", "#4b4943")
NIGHT: Final = d.Colour("#2a251f", "#100e0c")

_FACE: Final = "M196 318C176 250 182 150 232 104C276 64 364 64 408 104C458 150 464 250 444 318Z"
_MOUTH: Final = "M258 318C248 262 268 226 320 224C372 226 392 262 382 318Z"
_BROW: Final = (
    "M226 158C244 128 290 128 306 156L300 166C280 148 252 150 236 168Z"
    "M414 158C396 128 350 128 334 156L340 166C360 148 388 150 404 168Z"
)


def cover(edition: BomarzoEdition) -> d.Scene:
    scene = d.Scene(*SIZE, "Bomarzo", ground=SKY)
    scene.add(
        "table",
        d.path(
            "M0 206C90 150 170 176 250 150C350 120 470 170 640 138V360H0Z", d.Box(0, 120, 640, 240), fill=MIST
        ),
        [
            _cypress(x, y, h, WOOD)
            for x, y, h in ((40, 262, 150), (118, 256, 118), (512, 256, 130), (604, 262, 160))
        ],
        [_tree(x, y, r) for x, y, r in ((86, 180, 52), (160, 214, 38), (486, 208, 42), (560, 176, 56))],
        d.path("M0 300C140 276 500 276 640 300V360H0Z", d.Box(0, 276, 640, 84), fill=GROUND),
        d.ellipse(320, 322, 170, 16, fill=NIGHT, opacity=0.22),
        _orco(),
        [_stair(step) for step in range(3)],
    )
    offerings = (
        (0, 150, 322),
        (0, 178, 334),
        (2, 206, 322),
        (1, 434, 334),
        (1, 462, 322),
        (2, 490, 334),
        (0, 516, 320),
    )
    scene.add("pieces", [cube(kind, 15, x, y) for kind, x, y in offerings], _moss())
    return scene


def _orco() -> d.Child:
    teeth = [
        d.rect(x, 230 + abs(x - 311) * 0.05, 17, 20, 4, fill=LIGHT, stroke=SHADE)
        for x in (282, 303, 324, 345)
    ]
    eyes = [
        [
            d.ellipse(x, 182, 24, 19, fill=NIGHT),
            d.ellipse(x, 186, 13, 11, fill=SHADE),
            d.circle(x, 185, 5, fill=NIGHT),
        ]
        for x in (270, 370)
    ]
    nose = "M306 178C304 200 294 212 300 218C310 224 330 224 340 218C346 212 336 200 334 178Z"
    cracks = "M212 236l14 12l-4 16M430 210l-12 14l8 14M300 92l6 14l-8 10"
    return [
        d.path(_FACE, d.Box(180, 66, 280, 252), fill=ROCK, stroke=SHADE, width=3),
        d.path("M232 104C276 64 364 64 408 104C380 92 260 92 232 104Z", d.Box(232, 64, 176, 40), fill=LIGHT),
        eyes,
        d.path(_BROW, d.Box(226, 128, 188, 40), fill=SHADE),
        d.path(nose, d.Box(294, 178, 52, 44), fill=LIGHT, stroke=SHADE, width=2),
        d.path(_MOUTH, d.Box(248, 224, 144, 94), fill=NIGHT, stroke=SHADE, width=5),
        teeth,
        d.path(cracks, d.Box(212, 92, 218, 172), stroke=SHADE, width=2.2),
        icon("eye", 11, 320, 120, SHADE),
    ]


def _stair(step: int) -> d.Child:
    w = 124 + 30 * step
    return d.rect(320 - w / 2, 306 + 12 * step, w, 13, 3, fill=d.mix(LIGHT, SHADE, 0.18 * step), stroke=SHADE)


def _cypress(x: float, y: float, h: float, ink: d.Colour) -> d.Child:
    w, top, middle = h * 0.13, y - h, y - h * 0.5
    right = f"M{x} {top}C{x + w * 1.5} {middle} {x + w} {y} {x} {y}"
    left = f"C{x - w} {y} {x - w * 1.5} {middle} {x} {top}Z"
    return d.path(right + left, d.Box(x - w, top, 2 * w, h), fill=ink)


def _tree(x: float, y: float, r: float) -> d.Child:
    puffs = ((0, 0, 1.0), (-0.7, 0.35, 0.66), (0.7, 0.35, 0.66), (0.25, -0.5, 0.6))
    return [
        d.rect(x - r * 0.12, y + r * 0.5, r * 0.24, 300 - y - r * 0.5, fill=TRUNK),
        [d.circle(x + dx * r, y + dy * r, r * size, fill=TREES) for dx, dy, size in puffs],
        d.circle(x - r * 0.3, y - r * 0.3, r * 0.34, fill=d.mix(TREES, SKY, 0.22)),
    ]


def _moss() -> d.Child:
    spots = ((214, 150, 15), (228, 130, 11), (428, 164, 16), (412, 134, 10), (438, 186, 10), (206, 176, 9))
    leaves = [
        d.mark("leaf", 9, x, y, fill=MOSS)
        for x, y in ((222, 112), (420, 118), (200, 270), (446, 262), (250, 92))
    ]
    return [[d.circle(x, y, r, fill=MOSS, opacity=0.85) for x, y, r in spots], leaves]


def gallery(edition: BomarzoEdition, words: PhraseBook) -> list[tuple[str, d.Group]]:
    """The cubes, and the signs of tracks and temple symbols."""
    cubes = [(words.noun("kind", kind), cube(kind, 26)) for kind in range(3)]
    signs = [(words.noun("scored", field), icon(name, 24)) for field, name in enumerate(SCORED)]
    return cubes + signs
