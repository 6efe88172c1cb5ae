"""What a step costs a hero (MAN-4.8), and the shortest ways of heroes and monsters (MAN-9.2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludoteca.games.manticore.rules.edition import CITY, ManticoreEdition
from ludoteca.games.manticore.rules.land import (
    BIT,
    CELLS,
    FACING,
    NEAR,
    NEIGHBOURS,
    OFF_BOARD,
    OPPOSITE,
    ROAD_PRICE,
    ROUGH_PRICE,
    SIDES,
)
from ludoteca.games.manticore.rules.state import EMPTY, Roads

ROUGH_WAY: Final = 100  # so dear that a monster leaves the road only where it must
FAR: Final = 1_000_000
NOBODY_THERE: Final[list[int]] = [EMPTY] * CELLS


def survey(edition: ManticoreEdition, roads: Roads) -> None:
    """MAN-3.8: all tokens lie; what every step costs is known from now on."""
    roads.prices = step_prices(edition, roads.sides)
    roads.homeward = ways_to_city(edition, roads.prices)
    roads.paved = tuple(roads.sides)


def step_prices(edition: ManticoreEdition, sides: list[int]) -> list[int]:
    """MAN-4.8: the price of the step from each cell in each direction, SIDES prices a cell.

    One walks by road where both tokens show one, all around a cell of a location, and from open land onto
    any road.
    """
    openings = [sides[cell] or edition.openings[cell] for cell in range(CELLS)]
    prices = [ROUGH_PRICE] * (SIDES * CELLS)
    for cell in range(CELLS):
        here: i64 = openings[cell]
        if here == 0:
            continue
        for d in range(SIDES):
            before = NEIGHBOURS[cell][d]
            if before != OFF_BOARD:
                there: i64 = openings[before]
                if there == 0 or (here & FACING[there]) >> d & 1:
                    prices[SIDES * before + OPPOSITE[d]] = ROAD_PRICE
    return prices


def ways_to_city(edition: ManticoreEdition, prices: list[int]) -> list[int]:
    """How far each cell is from the City along the roads, every step off them counting a hundredfold."""
    return ways_to(edition.locations[CITY].cells, prices, ROUGH_WAY)


def ways_to(goals: list[int], prices: list[int], rough: int) -> list[int]:
    """How far each cell is from the nearest goal when a step off the roads counts `rough`, any other 1."""
    return spread(goals, prices, True, rough, NOBODY_THERE, FAR)[0]


def ways_from(start: int, prices: list[int], occupant: list[int], sight: int) -> tuple[list[int], list[int]]:
    """What it costs a hero to walk from a cell to every other, and in which direction it sets out; nobody
    walks through other beings (MAN-4.7). Costs above `sight` are not looked for.
    """
    return spread([start], prices, False, ROUGH_PRICE, occupant, sight)


def spread(
    starts: list[int], prices: list[int], backwards: bool, rough: int, occupant: list[int], sight: int
) -> tuple[list[int], list[int]]:
    """The shortest ways from the starts, or backwards to them, and the first direction of each.

    Two queues, one for each length of a step, give the cells in the order of their distance.
    """
    way = [FAR] * CELLS
    way.append(0)  # beyond the edge there is nothing to find
    first = [OFF_BOARD] * CELLS
    for start in starts:
        way[start] = 0
    close = starts[:]
    distant: list[int] = []
    at: i64 = 0
    later: i64 = 0
    reached: i64 = 0
    while True:
        if at < len(close) and (later == len(distant) or way[close[at]] <= way[distant[later]]):
            cell: i64 = close[at]
            at += 1
        elif later < len(distant):
            cell = distant[later]
            later += 1
        else:
            break
        if way[cell] < reached:
            continue  # it has been reached on a shorter way
        reached = way[cell]
        if reached > sight:
            break
        side: i64 = SIDES * cell
        towards: i64 = first[cell]
        by_road: i64 = reached + ROAD_PRICE
        by_land: i64 = reached + rough
        for d in range(SIDES):
            near: i64 = NEAR[side + d]
            known: i64 = way[near]
            if known <= by_road or occupant[near] != EMPTY:
                continue
            step: i64 = SIDES * near + OPPOSITE[d] if backwards else side + d
            if prices[step] == ROAD_PRICE:
                way[near] = by_road
                close.append(near)
            elif known > by_land:
                way[near] = by_land
                distant.append(near)
            else:
                continue
            first[near] = towards if towards >= 0 else d
    way.pop()
    return way, first


def next_along(roads: Roads, cell: int) -> int:
    """The sides of a cell at which the best ways to the City begin (MAN-9.2)."""
    way = roads.homeward
    least = FAR
    sides = 0
    for d in range(SIDES):
        near = NEIGHBOURS[cell][d]
        if near == OFF_BOARD or way[near] >= least:
            continue
        length = way[near] + (ROAD_PRICE if roads.price(cell, d) == ROAD_PRICE else ROUGH_WAY)
        if length < least:
            least = length
            sides = BIT[d]
        elif length == least:
            sides |= BIT[d]
    return sides
