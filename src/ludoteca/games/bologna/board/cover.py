"""The cover: the square at dusk with its throne, and the five dice that decide before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board import art
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.rules.edition import BolognaEdition

SIZE: Final = (640, 360)
WOOD: Final = d.Colour("#5f3a26", "#1d1512")
SKY: Final = d.Colour("#f6dcc0", "#1b2138")
PAVING: Final = d.Colour("#efdfc6", "#2b2f45")
PAVING_SEAM: Final = d.Colour("#e2cdae", "#363b54")


def cover(edition: BolognaEdition) -> d.Scene:
    scene = d.Scene(*SIZE, "The Throne of Bologna", ground=art.WALL)
    scene.add(
        "table",
        d.group(
            d.use(SHEET, "town"),
            d.use(SHEET, "portico-4"),
            [
                d.use(SHEET, "hood", x, 220, 0.9, tone=art.SEATS[seat])
                for seat, x in ((1, 316), (2, 108), (3, 670), (4, 876))
            ],
            x=-180,
            y=8,
            scale=1.02,
        ),
        d.rect(0, 262, 640, 98, fill=WOOD),
        d.rect(0, 262, 640, 5, fill=d.mix(WOOD, d.Colour("#ffffff"), 0.16)),
    )
    cards = [
        d.group(d.rect(-4, -4, 74, 78, 6, fill=art.IVORY), art.portrait(role, 66), x=x, y=y, turn=turn)
        for role, x, y, turn in ((4, 40, 262, -9), (0, 120, 258, 5))
    ]
    faces = ((1, -9), (3, 6), (2, -3), (0, 8), (4, -6))
    dice = [
        d.group(art.die(face, 62, True), x=256 + 82 * place, y=304 + place % 2 * 8, turn=turn)
        for place, (face, turn) in enumerate(faces)
    ]
    scene.add("pieces", cards, dice)
    return scene


def banner(crowned: Sequence[int], others: Sequence[int]) -> d.Group:
    """Whoever won is shown on the throne, under the bunting; the others by their heads, the nearest first."""
    left, right = others[::2], others[1::2]
    spread = [(role, 330 - 84 * n) for n, role in enumerate(left)]
    spread += [(role, 610 + 84 * n) for n, role in enumerate(right)]
    return d.group(
        d.rect(0, 0, *d.BANNER, fill=SKY),
        d.use(SHEET, "town", -20, 8),
        d.rect(0, 72, d.BANNER[0], 60, fill=PAVING),
        d.path("M0 72H940M0 92H940M0 114H940", stroke=PAVING_SEAM, width=2),
        [
            d.polygon(((x, 2 + dip), (x + 18, 2 + dip), (x + 9, 20 + dip)), fill=art.SEATS[n % 6])
            for n, x, dip in [(n, 10 + 36 * n, 12 - abs(n % 13 - 6) * 2) for n in range(26)]
        ],
        d.use(SHEET, "throne", 470, 126, 0.84),
        [
            d.group(
                d.rect(-3, -3, 62, 65, 5, fill=art.IVORY),
                art.portrait(role, 56),
                x=442 + 66 * n - 33 * (len(crowned) - 1),
                y=52,
            )
            for n, role in enumerate(crowned)
        ],
        [art.head(role, 34, x, 86) for role, x in spread],
    )
