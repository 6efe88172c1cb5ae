"""The cover: six Temples around the star of the Fields, and the circle that closes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import BURNT, LANDS, SEA, SHEET, colour_of, heat, people
from ludoteca.games.bello_divorum.rules.actions import CORNERS
from ludoteca.games.bello_divorum.rules.edition import KIND_NAMES, TEMPLE, BelloEdition

SIZE: Final = (640, 360)
CENTRE: Final = (320.0, 200.0)
REACH: Final = (236.0, 118.0)
CLIFF: Final = d.Colour("#a87e60", "#5c4c4c")
SURF: Final = d.Colour("#9cc9c9", "#4a6a78")
STAR: Final = d.Colour("#e2cd6f", "#6a6a50")
ROAD: Final = d.Colour("#f3e3bd", "#6f6f70")
STONES: Final = 30
BURNT_STONES: Final = 19


def cover(edition: BelloEdition) -> d.Scene:
    scene = d.Scene(*SIZE, "Bello Divorum", ground=SEA)
    shore = [
        d.ellipse(CENTRE[0], CENTRE[1] + 6, REACH[0] + grown, REACH[1] + grown * 0.8, fill=SURF, opacity=0.45)
        for grown in (52, 38)
    ]
    cliff = d.ellipse(CENTRE[0], CENTRE[1] + 12, REACH[0] + 26, REACH[1] + 20, fill=CLIFF)
    scene.add("table", shore, _stones(), cliff, [_land(corner) for corner in range(CORNERS)])
    scene.add("table", [_arm(corner) for corner in range(CORNERS)], _roads())
    temples = [_temple(edition, corner) for corner in sorted(range(CORNERS), key=lambda c: _at(c, 1)[1])]
    scene.add("pieces", d.use(SHEET, "hourglass", CENTRE[0], CENTRE[1] + 14, 1.6), temples)
    return scene


def _at(corner: float, reach: float) -> d.Point:
    angle = math.pi / 3 * corner + math.pi / 2
    return round(CENTRE[0] + REACH[0] * reach * math.cos(angle)), round(
        CENTRE[1] + REACH[1] * reach * math.sin(angle)
    )


def _land(corner: int) -> d.Shape:
    (x0, y0), (x1, y1) = _at(corner - 0.5, 1.11), _at(corner + 0.5, 1.11)
    arc = f"A{REACH[0] * 1.11:.0f} {REACH[1] * 1.11:.0f} 0 0 1 {x1} {y1}"
    return d.path(f"M{CENTRE[0]} {CENTRE[1]}L{x0} {y0}{arc}Z", fill=LANDS[corner])


def _arm(corner: int) -> d.Shape:
    """An arm of the star between two lands."""
    points = (CENTRE, _at(corner + 0.2, 0.55), _at(corner + 0.5, 1.07), _at(corner + 0.8, 0.55))
    return d.polygon(points, fill=STAR, stroke=STAR, width=10)


def _roads() -> d.Child:
    rim = [_at(corner, 0.92) for corner in range(CORNERS)]
    return [
        [d.line(*CENTRE, *point, stroke=ROAD, width=4) for point in rim],
        d.polygon(rim, stroke=ROAD, width=4),
    ]


def _temple(edition: BelloEdition, corner: int) -> d.Group:
    x, y = _at(corner, 0.92)
    near = 1.05 + 0.4 * (y - CENTRE[1] + REACH[1]) / (2 * REACH[1])
    return d.group(
        _place(TEMPLE, people(corner), colour_of(edition.pantheons[corner]), 3), x=x, y=y, scale=near
    )


def _place(kind: int, who: str, tone: d.Colour, followers: int = 0) -> d.Group:
    """A location with its owner's flag and followers."""
    return d.group(
        d.use(SHEET, f"{KIND_NAMES[kind]}-{who}", tone=tone),
        d.use(SHEET, f"{'banner' if kind == TEMPLE else 'flag'}-{who}"),
        d.use(SHEET, f"{who}-{followers}", 0, 2) if followers else None,
    )


def _stones() -> d.Child:
    """The Doomsday track, most of its circle burnt already."""
    found: list[d.Child] = []
    for number in range(STONES):
        angle = math.tau * number / STONES - math.pi / 2
        x, y = 320 + 300 * math.cos(angle), 184 + 166 * math.sin(angle)
        fill = BURNT if number < BURNT_STONES else heat(number / (STONES - 1))
        found.append(d.circle(round(x), round(y), 11, fill=fill))
    return found


def banner(edition: BelloEdition, winners: Sequence[int], others: Sequence[int]) -> d.Group:
    """The Temples of those who won are lit and full of people; the others' lie dark."""
    middle = d.row(len(winners), 150, 470, 100)
    dark = [(who, 340 - 116 * n) for n, who in enumerate(others[::2])]
    dark += [(who, 600 + 116 * n) for n, who in enumerate(others[1::2])]
    return d.group(
        d.rect(0, 0, *d.BANNER, fill=SEA),
        d.ellipse(470, 132, 520, 76, fill=SURF, opacity=0.5),
        d.ellipse(470, 138, 480, 70, fill=CLIFF),
        d.ellipse(470, 132, 474, 68, fill=STAR),
        [
            d.group(
                d.use(SHEET, "temple-grey"),
                d.use(SHEET, f"banner-{people(who)}"),
                x=x,
                y=110 + abs(x - 470) / 90,
                scale=1.05,
            )
            for who, x in dark
        ],
        [
            d.group(
                d.circle(0, -16, 62, fill=d.Colour("#ffd24a"), opacity=0.45),
                _place(TEMPLE, people(who), colour_of(edition.pantheons[who]), 4),
                x=x,
                y=y,
                scale=1.5,
            )
            for who, (x, y) in zip(winners, middle, strict=True)
        ],
    )
