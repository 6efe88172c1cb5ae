"""The cover: roads to the City, the heroes on them, and the beast on the Fireway."""

from __future__ import annotations

import math
from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board import icons
from ludoteca.games.manticore.rules.edition import ManticoreEdition
from ludoteca.kernel.words import PhraseBook

SIZE: Final = (640, 360)
CELL: Final = 34.0
CITY: Final = ((0, 0), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
ROADS: Final[dict[tuple[int, int], int]] = {
    (-2, 0): 0b001001, (-3, 0): 0b001001, (-4, 0): 0b010001, (-5, 1): 0b001010,
    (1, 1): 0b100100, (1, 2): 0b000101, (2, 2): 0b001001, (3, 2): 0b001011,
    (-1, -1): 0b100100, (-1, -2): 0b100001, (0, -2): 0b001001, (-2, 2): 0b010010, (-3, 3): 0b001010,
}  # fmt: skip
FIREWAY: Final = ((5, -3), (4, -2), (3, -1), (2, 0))
CAVE: Final = ((6, -4), (6, -3), (7, -4))
HEROES: Final = (((-2, 0), 0), ((1, 1), 1), ((-1, -1), 2), ((0, 0), 3))
PILES: Final = (((-6, 1), 0), ((-3, -2), 2), ((4, 2), 1), ((-4, 3), 4), ((3, -4), 6), ((-6, -1), 7))


def cover(edition: ManticoreEdition) -> d.Scene:
    scene = d.Scene(*SIZE, "Manticore", ground=icons.FOREST)
    grid = d.HexGrid(CELL, x=300, y=196)
    land: list[d.Child] = []
    for q in range(-12, 13):
        for r in range(-5, 6):
            x, y = grid.centre(q, r)
            if -CELL < x < SIZE[0] + CELL and -CELL < y < SIZE[1] + CELL:
                land.append(
                    d.polygon(grid.corners(q, r, CELL), fill=_ground(q, r), stroke=icons.EDGE, width=1)
                )
    for cell, sides in ROADS.items():
        land += icons.road(sides, CELL, *grid.centre(*cell))
    land += [_chevron(grid, step) for step in range(len(FIREWAY))]
    scene.add("table", land)
    scene.add("pieces", _city(grid), [_pile(grid, cell, kind) for cell, kind in PILES])
    scene.add("pieces", [_hero(grid, cell, hero) for cell, hero in HEROES], _beast(grid))
    return scene


def _ground(q: int, r: int) -> d.Paint:
    if (q, r) in CITY:
        return icons.CITY_FLOOR
    if (q, r) in CAVE:
        return d.Pattern("stripes", d.mix(icons.CAVE_FLOOR, d.INK, 0.15), icons.CAVE_FLOOR)
    kinds = dict(PILES)
    if (q, r) in kinds:
        return icons.MAGICAL if kinds[q, r] > 3 else icons.PHYSICAL
    return icons.FOREST if (q * 3 + r * 5) % 4 else d.mix(icons.FOREST, icons.EDGE, 0.35)


def _chevron(grid: d.HexGrid, step: int) -> d.Group:
    x, y = grid.centre(*FIREWAY[step])
    (ax, ay), (bx, by) = grid.centre(*FIREWAY[0]), grid.centre(*FIREWAY[-1])
    angle = math.degrees(math.atan2(by - ay, bx - ax))
    return d.group(
        d.mark("chevron", 17, fill=d.PAPER), d.mark("chevron", 13, fill=icons.FIRE_RED), x=x, y=y, turn=angle
    )


def _city(grid: d.HexGrid) -> d.Child:
    walls: list[d.Child] = []
    for q, r in CITY:
        corners = grid.corners(q, r, CELL)
        for _side, (dq, dr) in enumerate(d.DIRECTIONS):
            if (q + dq, r + dr) not in CITY:
                x, y = grid.centre(q, r)
                nx, ny = grid.centre(q + dq, r + dr)
                near = sorted(corners, key=lambda corner: math.dist(corner, ((x + nx) / 2, (y + ny) / 2)))[:2]
                walls.append(d.line(*near[0], *near[1], stroke=d.INK, width=5))
    x, y = grid.centre(0, -1)
    keep = "M-22 26V-14H-14V-6H-6V-14H6V-6H14V-14H22V26H7V14A7 7 0 0 0 -7 14V26Z"
    castle = d.path(keep, d.Box(-22, -14, 44, 40), fill=d.mix(icons.CITY_FLOOR, d.INK, 0.55))
    return [walls, d.group(castle, x=x + 26, y=y + 6)]


def _pile(grid: d.HexGrid, cell: tuple[int, int], kind: int) -> d.Child:
    x, y = grid.centre(*cell)
    return [
        d.polygon(grid.corners(*cell, CELL), fill=None, stroke=d.INK, width=4),
        icons.icon(kind, 16, x, y),
    ]


def _hero(grid: d.HexGrid, cell: tuple[int, int], hero: int) -> d.Group:
    x, y = grid.centre(*cell)
    token = d.token(icons.LETTERS[hero], r=19, fill=icons.HERO_COLOURS[hero], shape=icons.SHAPES[hero])
    return d.group(d.ellipse(0, 19, 19, 5, fill=icons.NIGHT, opacity=0.3), token, x=x, y=y)


def _beast(grid: d.HexGrid) -> d.Group:
    """A black star of spikes with a red eye: the Manticore as the board shows it, larger than life."""
    x, y = grid.centre(*FIREWAY[1])
    spikes = []
    for number in range(16):
        angle, reach = math.tau * number / 16, 52 if number % 2 == 0 else 27
        spikes.append((reach * math.cos(angle), reach * math.sin(angle)))
    eye = "M-20 0C-10 -13 10 -13 20 0C10 13 -10 13 -20 0Z"
    return d.group(
        d.ellipse(0, 48, 40, 8, fill=icons.NIGHT, opacity=0.3),
        d.polygon(spikes, fill=icons.NIGHT, stroke=icons.FIRE_RED, width=4),
        d.path(eye, d.Box(-20, -13, 40, 26), fill=icons.FLAME),
        d.ellipse(0, 0, 3.5, 11, fill=icons.NIGHT),
        x=x,
        y=y,
    )


def gallery(edition: ManticoreEdition, words: PhraseBook) -> list[tuple[str, d.Group]]:
    """The heroes, and what they can carry."""
    heroes = [
        (
            words.noun("class", hero),
            d.token(icons.LETTERS[hero], r=26, fill=icons.HERO_COLOURS[hero], shape=icons.SHAPES[hero]),
        )
        for hero in range(len(icons.LETTERS))
    ]
    things = [(words.noun("kind", kind), icons.icon(kind, 24)) for kind in range(8)]
    return heroes + things
