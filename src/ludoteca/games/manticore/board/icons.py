"""Small pictures: artifacts and spells, heroes, monsters, road tokens. Each is centred on its (x, y)."""

from __future__ import annotations

import math
from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.rules.actions import CLASSES
from ludoteca.games.manticore.rules.land import SIDES

FOREST: Final = d.Colour("#cfe0c3", "#22352a")
EDGE: Final = d.Colour("#a9c09b", "#3a5244")
SAND: Final = d.Colour("#e3c98e", "#b99a5b")
SAND_EDGE: Final = d.Colour("#8c6d2f", "#5f4a20")
FIRE_RED: Final = d.Colour("#c0261c", "#e2594b")
STONE: Final = d.Colour("#ded7ea", "#3d3650")
CAVE_FLOOR: Final = d.Colour("#b9b2ad", "#2b2726")
CITY_FLOOR: Final = d.Colour("#f6e3a9", "#5a4d22")
PHYSICAL: Final = d.Colour("#d9dde6", "#343b4a")
MAGICAL: Final = d.Colour("#e4d3ee", "#47345a")
BROWN: Final = d.Colour("#7a4a1e", "#a86f3a")
BLOOD: Final = d.Colour("#8c1d2f", "#c24a5c")
NIGHT: Final = d.Colour("#1b1b22", "#08080c")
STEEL: Final = d.Colour("#44546a", "#a9bbd3")
FLAME: Final = d.Colour("#c8480a", "#ff9350")
FROST: Final = d.Colour("#1b6fa8", "#7cc6ef")

HERO_COLOURS: Final = (d.BLUE, d.Colour("#7b3fa0", "#b07ad0"), d.ORANGE, d.GREEN)
LETTERS: Final = tuple(word[0].upper() for word in CLASSES)
SHAPES: Final[tuple[d.Mark, ...]] = ("circle", "square", "pentagon", "diamond")


def icon(kind: int, r: float, x: float = 0, y: float = 0) -> d.Group:
    """Sword, bow, shield, boots, amulet, helmet, Fireball or Ice Boulder."""
    stroke = max(1.2, r / 4)
    drawn: list[d.Child]
    if kind == 0:
        drawn = [
            d.line(-0.7 * r, 0.7 * r, 0.8 * r, -0.8 * r, stroke=STEEL, width=stroke),
            d.line(-0.75 * r, -0.05 * r, 0.05 * r, 0.75 * r, stroke=STEEL, width=stroke),
        ]
    elif kind == 1:
        bow = f"M{-0.5 * r:.1f} {-0.9 * r:.1f}Q{0.9 * r:.1f} 0 {-0.5 * r:.1f} {0.9 * r:.1f}Z"
        box = d.Box(-r, -r, 2 * r, 2 * r)
        drawn = [
            d.path(bow, box, stroke=BROWN, width=stroke),
            d.line(-r, 0, r, 0, stroke=STEEL, width=stroke),
        ]
    elif kind == 2:
        drawn = [d.mark("shield", 0.9 * r, fill=STEEL)]
    elif kind == 3:
        points = ((-0.6, -0.9), (0.1, -0.9), (0.1, 0.2), (0.9, 0.4), (0.9, 0.9), (-0.6, 0.9))
        drawn = [d.polygon([(px * r, py * r) for px, py in points], fill=BROWN)]
    elif kind == 4:
        drawn = [
            d.circle(0, -0.35 * r, 0.55 * r, stroke=d.GOLD, width=stroke),
            d.mark("diamond", 0.5 * r, 0, 0.5 * r, fill=d.GOLD),
        ]
    elif kind == 5:
        side, rim = f"{0.9 * r:.1f}", f"{0.7 * r:.1f}"
        dome = f"M-{side} {rim}V0A{side} {side} 0 0 1 {side} 0V{rim}Z"
        drawn = [
            d.path(dome, d.Box(-r, -r, 2 * r, 2 * r), fill=d.GOLD),
            d.line(-0.4 * r, 0.2 * r, 0.4 * r, 0.2 * r, stroke=d.PAPER, width=stroke),
        ]
    elif kind == 6:
        drawn = [d.mark("drop", 0.9 * r, fill=FLAME)]
    else:
        drawn = [d.mark("hexagon", 0.9 * r, fill=FROST), d.mark("diamond", 0.35 * r, fill=d.PAPER)]
    return d.group(drawn, x=x, y=y)


def marker(seat: int, klass: int, r: float, heroine: bool, x: float = 0, y: float = 0) -> d.Group:
    """A hero: the colour, shape and letter of its class and, where there is room, the number of its seat. A
    heroine wears a circlet.
    """
    number = max(klass, 0)
    body = d.token(LETTERS[number], r=r, fill=HERO_COLOURS[number], shape=SHAPES[number])
    seat_number = d.badge(seat + 1, size=max(7.5, r * 0.5), fill=d.INK, x=-r * 0.8, y=-r * 0.75)
    circlet = d.mark("diamond", r * 0.32, fill=d.GOLD, x=r * 0.75, y=-r * 0.75) if heroine else None
    return d.group(body, circlet, seat_number if r > 11 else None, x=x, y=y)


def beast(number: int, aggressive: bool, r: float) -> d.Group:
    """A monster: ordinary ones are brown squares, aggressive ones red triangles with a mark of anger."""
    if aggressive:
        return d.token(f"{number}!", r=r * 1.15, fill=BLOOD, shape="triangle")
    return d.token(number, r=r, fill=BROWN, shape="square")


def side_angle(side: int) -> float:
    """Where a side of a cell looks on paper, in degrees clockwise from the east."""
    return -60.0 * side


def road(sides: int, size: float, x: float = 0, y: float = 0, loose: int = 0) -> list[d.Child]:
    """The roads of a token from its middle to its sides; `loose` ones end in a hollow dot."""
    reach = size * math.sqrt(3) / 2
    ends = []
    for side in range(SIDES):
        if sides >> side & 1:
            angle = math.radians(side_angle(side))
            ends.append((side, x + reach * math.cos(angle), y + reach * math.sin(angle)))
    drawn: list[d.Child] = []
    for colour, width in ((SAND_EDGE, 0.46), (SAND, 0.32)):
        drawn += [d.line(x, y, ex, ey, stroke=colour, width=size * width) for _, ex, ey in ends]
        drawn.append(d.circle(x, y, size * width / 2, fill=colour))
    for side, ex, ey in ends:
        if loose >> side & 1:
            px, py = x + (ex - x) * 0.86, y + (ey - y) * 0.86
            drawn.append(d.circle(px, py, size * 0.1, fill=d.PAPER, stroke=SAND_EDGE, width=1))
    return drawn


def hexagon(size: float, x: float = 0, y: float = 0) -> list[tuple[float, float]]:
    """The corners of a pointy-top cell."""
    angles = [math.radians(60 * corner - 30) for corner in range(6)]
    return [(x + size * math.cos(a), y + size * math.sin(a)) for a in angles]
