"""The cover: six temples around the star of the fields, and the circle that closes."""

from __future__ import annotations

import math
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.emblems import chip, colour_of, outline, sign
from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, TEMPLE, BelloEdition
from ludoteca.kernel.words import PhraseBook

SIZE: Final = (640, 360)
SEA: Final = d.Colour("#d3e3ec", "#16222c")
DEEP: Final = d.Colour("#c2d6e2", "#1b2b37")
LAND: Final = d.Colour("#f4ece0", "#2d2a26")
STAR: Final = d.Colour("#ecd9a0", "#5c4c22")
ROAD: Final = d.Colour("#b9ab92", "#655c4d")
CENTRE: Final = (320, 184)
BEADS: Final = 28
GONE: Final = 19


def cover(edition: BelloEdition) -> d.Scene:
    scene = d.Scene(*SIZE, "Bello Divorum", ground=SEA)
    rim = [_at(corner, 1.0) for corner in range(6)]
    arms = [
        d.polygon((CENTRE, _at(corner - 0.5, 0.42), _at(corner, 0.86), _at(corner + 0.5, 0.42)), fill=STAR)
        for corner in range(6)
    ]
    spokes = [d.line(*CENTRE, *point, stroke=ROAD, width=3) for point in rim]
    ring = [d.line(*_at(c, 0.62), *_at(c + 1, 0.62), stroke=ROAD, width=3) for c in range(6)]
    scene.add(
        "table",
        [d.ellipse(*CENTRE, 300 + 40 * i, 168 + 26 * i, fill=None, stroke=DEEP, width=14) for i in range(3)],
        d.polygon(rim, fill=LAND, stroke=LAND, width=46),
        arms,
        spokes,
        ring,
        d.polygon(rim, fill=None, stroke=ROAD, width=3),
    )
    scene.add(
        "pieces", _beads(), [_corner(edition, corner) for corner in range(6)], _place(FIELD, *CENTRE, 17)
    )
    return scene


def _at(corner: float, reach: float) -> d.Point:
    angle = math.pi / 3 * corner - math.pi / 2 + math.pi / 6
    return CENTRE[0] + 226 * reach * math.cos(angle), CENTRE[1] + 124 * reach * math.sin(angle)


def _place(kind: int, x: float, y: float, r: float) -> d.Group:
    edge = d.mix(ROAD, d.INK, 0.45)
    return d.group(outline(kind, r, fill=d.CARD, stroke=edge, width=2), sign(kind, r * 0.5, edge), x=x, y=y)


def _corner(edition: BelloEdition, corner: int) -> d.Child:
    pantheon = edition.pantheons[corner]
    colour = colour_of(pantheon)
    x, y = _at(corner, 1.0)
    temple = d.group(
        outline(TEMPLE, 34, fill=d.mix(d.CARD, colour, 0.3), stroke=colour, width=4),
        sign(TEMPLE, 15, d.mix(d.INK, colour, 0.35)),
        x=x,
        y=y,
    )
    return [
        _place(CITY, *_at(corner, 0.62), 18),
        _place(FIELD, *_at(corner + 0.5, 0.45), 15),
        temple,
        chip(pantheon, 19, x + 25, y - 23),
    ]


def _beads() -> d.Child:
    """The Doomsday track, most of its circle dark already."""
    beads: list[d.Child] = []
    for bead in range(BEADS):
        angle = math.tau * bead / BEADS - math.pi / 2
        x, y = 320 + 298 * math.cos(angle), 182 + 166 * math.sin(angle)
        fill = d.mix(d.CARD, d.INK, 0.62) if bead < GONE else d.CARD
        beads.append(d.circle(x, y, 6, fill=fill, stroke=d.mix(ROAD, d.INK, 0.4), width=1.3))
        if bead == GONE:
            token = d.circle(0, 0, 17, fill=d.WARN, stroke=d.PAPER, width=3)
            beads.append(d.group(token, d.mark("hourglass", 10, fill=d.ink_on(d.WARN)), x=x, y=y))
    return beads


def gallery(edition: BelloEdition, words: PhraseBook) -> list[tuple[str, d.Group]]:
    """The chips of the pantheons, and the three kinds of locations."""
    chips = [
        (words.noun("pantheon", number), chip(pantheon, 30))
        for number, pantheon in enumerate(edition.pantheons)
    ]
    places = [(words.noun("kind", kind), _place(kind, 0, 0, 32)) for kind in (TEMPLE, CITY, FIELD)]
    return chips + places
