"""The land: forest, locations and their signs, roads, the Fireway, and how far the acting hero can walk."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.manticore.board import art
from ludoteca.games.manticore.board.art import SHEET
from ludoteca.games.manticore.board.chart import Chart, road_symbol
from ludoteca.games.manticore.board.gestures import (
    DEEDS,
    cell_key,
    deed_key,
    ground_key,
    pile_key,
    turn_key,
)
from ludoteca.games.manticore.board.pieces import (
    LEAST_SIZE,
    beast_on_token,
    hidden_tile,
    loot_boxes,
    tile,
    tile_at,
)
from ludoteca.games.manticore.board.tabletop import TableKit
from ludoteca.games.manticore.rules.actions import KINDS
from ludoteca.games.manticore.rules.edition import (
    CAVE,
    CITY,
    FIRST_PILE,
    OUTSIDE,
    ManticoreEdition,
    read_edition,
)
from ludoteca.games.manticore.rules.land import CELLS, LABELS
from ludoteca.games.manticore.rules.state import HEROES

# Where a location's building and its sign stand, seen from the middle of its cells (in units of the sheet).
BUILDINGS: Final = (
    (0, 0, 1.0), (4, -6, 1.0), (2, 2, 0.95), (-4, 4, 1.0), (-4, 8, 0.95),
    (0, 0, 1.0), (2, -8, 0.95), (2, -8, 0.95), (2, -6, 0.95), (0, 8, 1.0),
)  # fmt: skip
SIGNS: Final = (
    (0, 0), (0, 54), (8, -54), (0, 50), (2, -46), (22, -52), (-4, 40), (2, 42), (-2, 44), (2, -58),
)  # fmt: skip
PLATES: Final = (d.Box(6, 6, 736, 72), d.Box(6, 656, 142, 84), d.Box(604, 656, 142, 84))
"""The plates over the map at a desk: along its upper edge and in its lower corners."""
COINS: Final = tuple((364.0, 156.0 + 49 * number) for number in range(len(DEEDS)))
"""Where the coins of deeds lie over a phone's map."""
LIFT: Final = 1.35
"""How far what lies on a cell is drawn above whoever stands there, in cells' sizes."""
COVERS: Final = 6
"""How much worse it is for a sign to lie under somebody than to hide a cell that can be touched."""
WHEEL: Final = 3.5
"""From the middle of the cell where a token is turned to its turnings, in cells' sizes."""


@d.part
def forest(chart: Chart) -> d.Group:
    return d.group(d.use(SHEET, "land", chart.x, chart.y, chart.scale))


@d.part
def grounds(edition: ManticoreEdition, chart: Chart) -> d.Group:
    """The floor of every location: painted as a whole for the map of the house."""
    if _is_house_map(edition):
        return d.group(d.use(SHEET, "map-ground", chart.x, chart.y, chart.scale))
    return d.group(_floors(edition, chart))


@d.part
def buildings(edition: ManticoreEdition, chart: Chart) -> d.Group:
    """The City with its walls, and a building in every other location."""
    if _is_house_map(edition):
        return d.group(d.use(SHEET, "map-buildings", chart.x, chart.y, chart.scale), about="location 0")
    return d.group(_city(edition, chart), _workshops(edition, chart), about="location 0")


@lru_cache(maxsize=8)
def _is_house_map(edition: ManticoreEdition) -> bool:
    """Whether an edition has the map that is painted in the sheet."""
    cells = tuple(tuple(location.cells) for location in edition.locations)
    return (cells, tuple(edition.fireway)) == _house_map()


@cache
def _house_map() -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    house = read_edition()
    return tuple(tuple(location.cells) for location in house.locations), tuple(house.fireway)


def _floors(edition: ManticoreEdition, chart: Chart) -> list[d.Child]:
    """The floor of every location, and the charred cells of the Fireway."""
    drawn: list[d.Child] = []
    charred = [cell for cell in edition.fireway if edition.on_fireway[cell]]
    drawn.append(d.path(chart.outline(charred), fill=art.GLADE))
    for number, location in enumerate(edition.locations):
        edge = chart.outline(location.cells)
        if number == CITY:
            drawn += [
                d.use(SHEET, "paving", *chart.centre(cell), chart.scale * 1.03) for cell in location.cells
            ]
        else:
            drawn.append(d.path(edge, fill=art.GROUNDS[number], stroke=art.FENCE, width=2.6 * chart.scale))
    return drawn


def _workshops(edition: ManticoreEdition, chart: Chart) -> list[d.Child]:
    k = chart.scale
    drawn: list[d.Child] = []
    for number, location in enumerate(edition.locations[CAVE:], CAVE):
        x, y = chart.middle(location.cells)
        dx, dy, share = BUILDINGS[number]
        drawn.append(d.use(SHEET, f"p{number}", x + dx * k, y + dy * k, k * share))
    return drawn


def _city(edition: ManticoreEdition, chart: Chart) -> list[d.Child]:
    k = chart.scale
    cells = edition.locations[CITY].cells
    edge = chart.outline(cells)
    middle = chart.middle(cells)
    heart = min(cells, key=lambda cell: math.dist(chart.centre(cell), middle))
    drawn: list[d.Child] = [
        d.path(edge, stroke=art.WALL_DEEP, width=9 * k),
        d.group(d.path(edge, stroke=art.WALL, width=6 * k), y=-2.5 * k),
    ]
    for number, cell in enumerate(cell for cell in cells if cell != heart):
        x, y = chart.centre(cell)
        drawn.append(d.use(SHEET, f"h{number % 2}", x, y - 8 * k, k * 1.05))
    x, y = chart.centre(heart)
    drawn.append(d.use(SHEET, "keep", x, y - 4 * k, k * 0.86))
    corners = [(round(y), round(x)) for cell in cells for x, y in chart.corners(cell)]
    outer = sorted(corner for corner in set(corners) if corners.count(corner) == 1)
    drawn += [d.use(SHEET, "tower", x, y - 4 * k, k * 0.95) for y, x in outer]
    return drawn


@d.part
def roads(sides: tuple[int, ...], chart: Chart) -> d.Group:
    """The road tokens that lie on the map."""
    drawn: list[d.Child] = []
    for cell, here in enumerate(sides):
        if here:
            name, turn = road_symbol(here)
            drawn.append(d.use(SHEET, name, *chart.centre(cell), chart.scale, turn=turn))
    return d.group(drawn)


@d.part
def fireway(way: tuple[int, ...], chart: Chart, awake: bool, step: int, label: str) -> d.Group:
    """Charred ground to the City: it smoulders, burns ahead of the beast, and is cold behind it."""
    k = chart.scale
    points = [chart.centre(cell) for cell in way]
    drawn: list[d.Child] = [
        d.polyline(points, stroke=art.ASH_DEEP, width=25 * k, opacity=0.5),
        d.polyline(points, stroke=art.ASH, width=19 * k, opacity=0.8),
    ]
    if awake:
        ahead = points[step:]
        drawn += [
            d.polyline(points[: step + 1], stroke=art.ASH_DEEP, width=5 * k, dash="2 8"),
            d.polyline(ahead, stroke=art.LAVA_DEEP, width=9 * k),
            d.polyline(ahead, stroke=art.LAVA, width=5.5 * k),
            d.polyline(ahead, stroke=art.EMBER, width=1.8 * k, dash="5 9"),
        ]
    else:
        drawn += [
            d.polyline(points, stroke=art.LAVA_DEEP, width=3.6 * k, dash="0.1 11"),
            d.polyline(points, stroke=art.LAVA, width=1.8 * k, dash="0.1 11"),
        ]
    return d.group(drawn, label=label, about="fireway")


def embers(kit: TableKit) -> list[d.Child]:
    """In how many rounds the waking beast is on each cell ahead of it."""
    drawn: list[d.Child] = []
    for number, x, y in _coals(kit):
        drawn.append(d.circle(x, y, 10, fill=art.COAL, stroke=art.LAVA, width=1.8))
        drawn.append(d.text(number, x, y, kit.small, fill=art.EMBER, bold=True))
    return drawn


def _coals(kit: TableKit) -> list[tuple[int, float, float]]:
    """The rounds until the waking beast comes to a free cell, and the middle of that cell."""
    view = kit.view
    if not view.awake or view.over:
        return []
    ahead = enumerate(kit.edition.fireway[view.fire_step + 1 : -1], 1)
    return [(number, *kit.chart.centre(cell)) for number, cell in ahead if cell not in kit.standing]


# Signs

LAYING: Final = ("placetoken", "orient")
"""Phases in which piles would only hide cells on a phone."""


def signs(kit: TableKit) -> list[d.Group]:
    """The name of every location on a painted board, and below it what is left of its pile."""
    blocks = _not_to_be_hidden(kit)
    return [_sign(kit, number, blocks) for number in range(CAVE, len(kit.edition.locations))]


class Block(NamedTuple):
    """A box that signs make way for, and how bad it is to hide it."""

    left: float
    top: float
    right: float
    bottom: float
    weight: int


def _block(box: d.Box, weight: int = 1) -> Block:
    return Block(box.x, box.y, box.right, box.bottom, weight)


def _not_to_be_hidden(kit: TableKit) -> list[Block]:
    """Whoever stands on the map, what is touched there, and what lies over it: signs make way for them."""
    chart, k = kit.chart, kit.chart.scale
    found = (_coin_boxes(kit) if kit.narrow else list(PLATES)) + loot_boxes(kit)
    for cell in kit.standing:
        x, y = chart.centre(cell)
        found.append(d.Box(x - 24 * k, y - 30 * k, 48 * k, 54 * k))
    for cell in {cell for cell, _, _ in kit.view.ground}:
        x, y = chart.centre(cell)
        lift = chart.size * LIFT if cell in kit.standing else 0
        found.append(d.Box(x - 18, y - 14 - lift, 36, 28))
    blocks = [_block(box, COVERS) for box in found]
    blocks += [_block(d.Box(x - 11, y - 11, 22, 22)) for _, x, y in _coals(kit)]
    if kit.view.phase == "orient":
        x, y = chart.centre(kit.view.spot)
        blocks.append(_block(d.Box(x - chart.size, y - chart.size, 2 * chart.size, 2 * chart.size)))
    if not kit.choices.offered:
        return blocks
    centres = [chart.centre(cell) for cell in range(CELLS) if kit.touchable(cell_key(cell))]
    return blocks + [_block(d.Box(x - 13, y - 13, 26, 26)) for x, y in centres]


def _other_buildings(kit: TableKit, number: int) -> list[Block]:
    """A sign over another building would name it wrongly."""
    chart, k = kit.chart, kit.chart.scale
    found = []
    for other, location in enumerate(kit.edition.locations):
        if other not in (CITY, number):
            x, y = chart.middle(location.cells)
            dx, dy, _ = BUILDINGS[other]
            found.append(_block(d.Box(x + (dx - 26) * k, y + (dy - 26) * k, 52 * k, 46 * k), COVERS))
    return found


def _coin_boxes(kit: TableKit) -> list[d.Box]:
    """The coins of deeds over the edge of a phone's map."""
    shown = (at for deed, at in zip(DEEDS, COINS, strict=True) if kit.touchable(deed_key(deed)))
    return [d.Box(x - 24, y - 24, 48, 48) for x, y in shown]


def pile_words(kit: TableKit, location: int) -> str:
    kind, height, levels = kit.view.piles[location]
    if height == 0:
        return kit.say("empty")
    if kind < 0:
        return kit.say("hidden")
    return f"{kit.noun('kind', kind)} {' '.join(str(level) for level in levels)}"


def _sign(kit: TableKit, number: int, blocks: list[Block]) -> d.Group:
    name = kit.noun("location", number)
    if kit.chart.size < LEAST_SIZE:
        return d.group(label=f"{name}: {pile_words(kit, number)}" if number >= FIRST_PILE else name)
    w = d.width_of(name, kit.small, bold=True) + 14
    drawn: list[d.Child] = [_board(name, w, kit.small)]
    label = name
    if number >= FIRST_PILE:
        if not (kit.narrow and kit.view.phase in LAYING):
            drawn += _pile(kit, number)
            w = max(w, _pile_step(kit) * kit.view.piles[number][1])
        label = f"{name}: {pile_words(kit, number)}"
    place = _sign_place(kit, number, w, blocks + _other_buildings(kit, number))
    if place is None:
        return d.group(label=label)
    x, y = place
    own = d.Box(x - w / 2, y - kit.small, w, kit.small + 38)
    blocks.append(_block(own, COVERS))  # the next signs stand elsewhere
    return d.group(drawn, id=f"sign-{number}", x=x, y=y, label=label, about=f"location {number}")


def _sign_place(kit: TableKit, number: int, w: float, blocks: list[Block]) -> d.Point | None:
    """Where a sign stands: it steps aside for whoever stands there, and is never cut by the edge.

    On a phone it is left out where it would hide what can be touched wherever it stood, except the one whose
    pile the hero may take from.
    """
    chart, k = kit.chart, kit.chart.scale
    needed = not kit.narrow or (_stands_at(kit, number) and kit.view.piles[number][1] > 0)
    x, y = chart.middle(kit.edition.locations[number].cells)
    dx, dy = SIGNS[number]
    room, bottom = (390.0, 372.0) if kit.narrow else (748.0, 744.0)
    rise, fall = kit.small, 46.0 if kit.narrow else 40.0
    beside = w / 2 + 24
    best, least = None, sum([block.weight for block in blocks]) + 1 if needed else 1
    places = [(dx * k, dy * k), (dx * k, (-dy - 8 if dy > 0 else 44) * k)]
    if 0 < x < room and 0 < y < bottom:
        places += [(beside, 0), (-beside, 0)]
        if not kit.narrow:
            places += [(side, height) for height in (-46 * k, 46 * k, -84 * k) for side in (beside, -beside)]
    for sx, sy in places:
        if y < bottom < y + sy + fall and best:
            continue
        left = x + sx
        if -w / 2 < left < room + w / 2:
            left = min(max(left, w / 2 + 4), room - w / 2 - 4)
        box = d.Box(left - w / 2, y + sy - rise, w, rise + fall)
        hidden = _hidden(box, blocks)
        if hidden < least:
            best, least = (left, y + sy), hidden
        if not hidden:
            break
    return best


def _hidden(box: d.Box, blocks: list[Block]) -> int:
    """How bad it is to hide what lies under a box."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    hidden = 0
    for x, y, end, foot, weight in blocks:
        if left < end and x < right and top < foot and y < bottom:
            hidden += weight
    return hidden


@d.part
def _board(name: str, w: float, size: float) -> d.Group:
    return d.group(
        d.rect(-w / 2, -size / 1.4, w, size * 1.45, 3, fill=d.CARD, stroke=art.BROWN),
        d.text(name, 0, 0, size, fill=art.INK, bold=True),
    )


def _stands_at(kit: TableKit, location: int) -> bool:
    """Whether the hero who decides stands at a location."""
    return kit.view.actor >= 0 and kit.edition.location_of[kit.view.cell[kit.view.actor]] == location


def _pile_step(kit: TableKit) -> float:
    """How far apart the artifacts of a pile lie."""
    return 46.0 if kit.narrow else 35.0


def _pile(kit: TableKit, location: int) -> list[d.Child]:
    kind, height, levels = kit.view.piles[location]
    scale = 1.25 if kit.narrow else 1.0
    y = 30.0 if kit.narrow else 23.0
    if height == 0:
        return []
    if kind < 0:
        return [d.group(hidden_tile(scale), y=y)]
    drawn: list[d.Child] = []
    numbers: list[d.Child] = []
    here = _stands_at(kit, location)
    step = _pile_step(kit)
    for place, (level, (x, _)) in enumerate(zip(levels, d.row(len(levels), step, 0, 0), strict=True)):
        key = pile_key(KINDS[kind], level)
        if not (here and levels.index(level) == place and kit.concerns(key)):
            parchment, number = tile_at(kind, level, scale, x, y)
            drawn.append(parchment)
            numbers.append(number)
            continue
        drawn.append(
            d.group(
                tile_at(kind, level, scale),
                x=x,
                y=y,
                label=kit.token(kind, level),
                outline=d.rect(-kit.reach, -kit.reach, 2 * kit.reach, 2 * kit.reach, 6),
                **kit.touch(key),
            )
        )
    return drawn + numbers


def things_on_the_ground(kit: TableKit) -> list[d.Group]:
    """Artifacts that lie on a cell; the acting hero can pick up those on its own."""
    found = []
    view = kit.view
    here = view.cell[view.actor] if view.actor >= 0 else -1
    step = _pile_step(kit)
    for cell in sorted({cell for cell, _, _ in view.ground}):
        lying = [(kind, level) for place, kind, level in view.ground if place == cell]
        x, y = kit.chart.centre(cell)
        drawn: list[d.Child] = []
        lift = kit.chart.size * LIFT if cell in kit.standing else 0
        for number, ((kind, level), (tx, ty)) in enumerate(
            zip(lying, d.row(len(lying), step, x, y - lift), strict=True)
        ):
            first = cell == here and lying.index((kind, level)) == number
            touch = kit.touching(ground_key(KINDS[kind], level)) if first else d.Place()
            drawn.append(
                d.group(
                    tile(kind, level, 1.25 if kit.narrow else 1.05),
                    x=tx,
                    y=ty,
                    label=kit.token(kind, level),
                    about=f"kind {kind}",
                    outline=d.rect(-kit.reach, -kit.reach, 2 * kit.reach, 2 * kit.reach, 6),
                    **touch,
                )
            )
        names = ", ".join(kit.token(kind, level) for kind, level in lying)
        found.append(d.group(drawn, id=f"ground-{cell}", label=f"{LABELS[cell]}: {names}"))
    return found


# Cells that can be chosen


def choosable_cells(kit: TableKit) -> list[d.Group]:
    """Cells that a gesture is made with, and those beside the hero that are refused."""
    if not (kit.choices.offered or kit.choices.refused):
        return []
    return [_choosable(kit, cell) for cell in range(CELLS) if _worth_drawing(kit, cell)]


def _worth_drawing(kit: TableKit, cell: int) -> bool:
    key = cell_key(cell)
    if kit.view.phase == "placetoken":
        return kit.touchable(key)
    return kit.concerns(key) and cell not in kit.standing


def _choosable(kit: TableKit, cell: int) -> d.Group:
    key = cell_key(cell)
    x, y = kit.chart.centre(cell)
    label = _cell_words(kit, cell)
    inside: list[d.Child] = []
    if kit.touchable(key) and kit.view.phase == "menu":
        price = kit.price(cell)
        label += f", {kit.say('price', number=price)}"
        inside.append(_goal(price, kit.small))
        if not kit.view.awake and kit.edition.near_cave[cell]:
            label += f", {kit.say('wakes')}"
            inside.append(_eye(kit.chart.size))
    elif kit.touchable(key):
        inside.append(d.use(SHEET, "lit", 0, 0, kit.chart.scale * 0.9))
    small = kit.chart.size < kit.reach  # what a finger needs is wider than the cell: only the cell is edged
    if small and kit.touchable(key):
        inside.append(_ring(kit.chart.size * 0.85, art.LIGHT))
    outline = d.circle(0, 0, kit.reach) if kit.narrow or cell in kit.walks else _ring(kit.chart.size * 0.9)
    return d.group(
        inside, x=x, y=y, label=label, about=f"cell {cell}", outline=outline, quiet=small, **kit.touch(key)
    )


@lru_cache(maxsize=8)
def _ring(size: float, edge: d.Colour | None = None) -> d.Shape:
    """The edge of a cell that can be touched."""
    corners = [(round(x, 1), round(y, 1)) for x, y in d.HexGrid(size).corners(0, 0)]
    return d.polygon(corners, stroke=edge, width=2.5)


def _cell_words(kit: TableKit, cell: int) -> str:
    location = kit.edition.location_of[cell]
    return LABELS[cell] if location == OUTSIDE else f"{LABELS[cell]}, {kit.noun('location', location)}"


@d.part
def _goal(price: int, size: float) -> d.Group:
    """A cell that can be walked to, with the price on a disc."""
    return d.group(
        d.use(SHEET, "goal", 0, 0, size / 12.5), d.text(price, 0, 0, size, fill=art.DARK_INK, bold=True)
    )


@d.part
def _eye(size: float) -> d.Group:
    """The eye of the Manticore: a step here wakes it."""
    return d.group(
        d.ellipse(0, 0, 9, 6, fill=art.LIGHT, stroke=art.BLOOD, width=2),
        d.ellipse(0, 0, 2.4, 5.4, fill=art.COAL),
        x=0,
        y=-size * 0.62,
    )


def reach(kit: TableKit) -> list[d.Child]:
    """How far the points of the acting hero go: a golden line, and milestones with what the walk costs."""
    view = kit.view
    if view.phase != "menu" or view.viewer != view.actor or view.stage != HEROES:
        return []
    here = view.cell[view.actor]
    lit = [cell for cell in range(CELLS) if view.reach[cell] > 0 and cell not in kit.standing]
    edge = kit.chart.outline([*lit, here])
    drawn: list[d.Child] = [d.path(edge, stroke=art.LIGHT, width=3, dash="8 5")]
    ahead = kit.edition.fireway[view.fire_step :] if view.awake else []
    prices: list[d.Child] = []
    for cell in lit:
        known = view.roads[cell] or kit.edition.location_of[cell] != OUTSIDE
        if known and cell not in ahead and not kit.concerns(cell_key(cell)):
            x, y = kit.chart.centre(cell)
            drawn.append(d.use(SHEET, "stone", x, y + 6))
            prices.append(d.text(view.reach[cell], x - 1, y + 5, kit.small, fill=art.DARK_INK, bold=True))
    return drawn + prices


# The token in hand


def turnings(kit: TableKit) -> list[d.Child]:
    """Around the cell where a token is laid: all its turnings, to be touched."""
    view = kit.view
    if view.phase != "orient":
        return []
    x, y = kit.chart.centre(view.spot)
    drawn: list[d.Child] = [
        d.polygon(kit.chart.corners(view.spot, 1.0), fill=art.LIGHT, opacity=0.5),
        d.polygon(kit.chart.corners(view.spot, 1.0), stroke=art.LIGHT_EDGE, width=3),
    ]
    turns = sorted(int(choice.text.split()[1]) for choice in kit.choices.offered)
    for turn, (tx, ty) in zip(turns, wheel(kit.narrow, kit.chart.size, len(turns), x, y), strict=True):
        drawn.append(d.line(x, y, tx, ty, stroke=art.LIGHT, width=2, dash="2 6"))
        drawn.append(_turning(kit, turn, tx, ty))
    return drawn


def _turning(kit: TableKit, turn: int, x: float, y: float) -> d.Group:
    mask = kit.edition.masks[kit.view.token][turn]
    return d.group(
        d.circle(2, 3, 31, fill=art.SHADOW, opacity=0.35),
        d.circle(0, 0, 31, fill=art.PAPER, stroke=art.WOOD, width=2),
        road_picture(mask, 0.86),  # without its monster, which would hide the road
        x=x,
        y=y,
        label=kit.say("turned", sides=kit.noun("sides", mask)),
        outline=d.circle(0, 0, 32),
        about=f"token {kit.view.token}",
        **kit.touch(turn_key(turn)),
    )


def wheel(narrow: bool, cell: float, count: int, x: float, y: float) -> list[d.Point]:
    """Places around a point, evenly spread; near the edge of the map the wheel moves inwards."""
    left, top, right, bottom = (34, 84, 356, 338) if narrow else (36, 124, 712, 618)
    radius = cell * WHEEL
    x = min(max(x, left + radius), right - radius)
    y = min(max(y, top + radius), bottom - radius)
    ring = [2 * math.pi * number / count - math.pi / 2 for number in range(count)]
    return [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in ring]


@d.part
def token_picture(edition: ManticoreEdition, token: int, turn: int, scale: float) -> d.Group:
    """A road token turned by a number of sixths, with the monster it brings."""
    return d.group(road_picture(edition.masks[token][turn], scale), beast_on_token(edition, token, scale))


def road_picture(mask: int, scale: float) -> d.Use:
    """A road token whose roads lead to a set of sides."""
    name, degrees = road_symbol(mask)
    return d.use(SHEET, name, 0, 0, scale, turn=degrees)
