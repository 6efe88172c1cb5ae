"""The cover: the painted houses climb from the river to the castle."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board import art
from ludoteca.games.bosa.rules.edition import BosaEdition
from ludoteca.kernel.words import PhraseBook

SIZE: Final = (640, 360)
SKY: Final = d.Colour("#dcebf2", "#1b2733")
HILL: Final = d.Colour("#b7c98f", "#33452f")
BACK: Final = d.Colour("#cfdab4", "#2a3a2e")
WALLS: Final = d.Colour("#c2a378", "#7d6a50")
RIVER: Final = d.Colour("#5f9fb8", "#24506a")
RIPPLE: Final = d.Colour("#a9d0de", "#4f86a3")
DARK: Final = d.Colour("#1f2328", "#0b0d10")

# Rows of houses from the back to the river: ground, height, width, first x, colours.
_ROWS: Final = (
    (166, 44, 42, 208, (2, 5, 0, 3, 1, 4)),
    (212, 54, 50, 132, (4, 1, 3, 0, 5, 2, 1, 3)),
    (262, 64, 58, 62, (0, 3, 5, 2, 4, 0, 1, 5, 2)),
)


def cover(edition: BosaEdition) -> d.Scene:
    scene = d.Scene(*SIZE, "Bosa", ground=SKY)
    scene.add(
        "table",
        d.circle(92, 74, 34, fill=d.Colour("#fff3cf", "#e6d39a")),
        d.path(
            "M0 214C120 120 240 96 330 88C450 84 560 130 640 190V300H0Z", d.Box(0, 84, 640, 216), fill=BACK
        ),
        d.path(
            "M0 276C120 190 220 150 320 140C440 138 540 190 640 262V320H0Z",
            d.Box(0, 138, 640, 182),
            fill=HILL,
        ),
        _castle(352, 100),
    )
    for ground, high, wide, left, colours in _ROWS:
        for place, colour in enumerate(colours):
            lift = (place * 7) % 11
            scene.add(
                "pieces", _house(edition, colour, left + place * (wide + 4), ground - lift, wide, high + lift)
            )
    scene.add("pieces", d.rect(0, 262, 640, 18, fill=WALLS), _quay(), _boats())
    return scene


def _house(edition: BosaEdition, colour: int, x: float, ground: float, w: float, h: float) -> d.Group:
    edge = art.edge_of(edition, colour)
    ledges = [
        d.rect(
            -w * 0.32 + w * 0.4 * (i % 2),
            -h + 10 + 20 * (i // 2),
            w * 0.22,
            11,
            2,
            fill=art.WALL,
            stroke=edge,
        )
        for i in range(2 * int((h - 18) // 20))
    ]
    front = d.rect(-w / 2, -h, w, h + 16, 2, fill=art.paint_of(edition, colour), stroke=edge, width=1.2)
    door = d.rect(-5, -15, 10, 15, 4, fill=edge)
    roof = d.group(art.roof(edition, colour, w, h * 0.36), y=-h)
    return d.group(front, roof, ledges, door, x=x + w / 2, y=ground)


def _castle(x: float, y: float) -> d.Group:
    dark = d.mix(WALLS, DARK, 0.2)
    merlons = "".join(f"M{left} -34V-42H{left + 9}V-34Z" for left in range(-92, 90, 17))
    return d.group(
        d.rect(-94, -34, 188, 50, fill=WALLS),
        d.path(merlons, d.Box(-92, -42, 180, 8), fill=WALLS),
        [_turret(left, dark) for left in (-104, -18, 78)],
        x=x,
        y=y,
        scale=0.8,
    )


def _turret(left: float, ink: d.Colour) -> d.Group:
    crown = "M-3 -64V-74H4V-68H10V-74H16V-68H22V-74H29V-64Z"
    return d.group(
        d.rect(0, -64, 26, 84, fill=ink),
        d.path(crown, d.Box(-3, -74, 32, 10), fill=ink),
        d.rect(11, -46, 5, 12, 2, fill=DARK, opacity=0.6),
        x=left,
    )


def _quay() -> d.Child:
    waves = [
        d.path(f"M{x} {y}q12 -5 24 0t24 0", d.Box(x, y - 4, 48, 8), stroke=RIPPLE, width=2, opacity=0.8)
        for x, y in (
            (40, 304),
            (150, 326),
            (236, 300),
            (330, 338),
            (420, 308),
            (512, 330),
            (566, 300),
            (90, 344),
        )
    ]
    return [d.rect(0, 278, 640, 82, fill=RIVER), d.rect(0, 278, 640, 3, fill=RIPPLE), waves]


def _boats() -> d.Child:
    hull = "M-44 14H44C36 34 -36 34 -44 14Z"
    box = d.Box(-44, 14, 88, 20)
    return [
        d.group(
            art.goods_sign(good, 34), d.path(hull, box, fill=art.POTTERY, stroke=DARK, width=1.5), x=x, y=y
        )
        for good, x, y in ((0, 206, 320), (1, 318, 300), (2, 434, 322))
    ]


def gallery(edition: BosaEdition, words: PhraseBook) -> list[tuple[str, d.Group]]:
    """A house of every colour, and the goods."""
    houses = []
    for number, colour in enumerate(edition.colours):
        card = next(card for card in edition.cards if card.colour == number)
        houses.append(
            (colour.names.get(words.language, colour.id), d.group(art.house(edition, card, 62, 66), y=4))
        )
    goods = [(words.noun("resource", good), d.group(art.goods_sign(good, 44))) for good in range(3)]
    return houses + goods
