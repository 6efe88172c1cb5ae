"""What a step costs a hero (MAN-4.8) and which way leads a monster home to the City (MAN-9.2)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludoteca.games.manticore.rules.edition import CITY, ManticoreEdition
from ludoteca.games.manticore.rules.land import (
    BIT,
    CELLS,
    FACING,
    NEAR,
    NEIGHBOUR,
    OFF_BOARD,
    ROAD_PRICE,
    ROUGH_PRICE,
    SIDES,
)

ROAD_WAY: Final = 1
ROUGH_WAY: Final = 100  # so dear that a monster leaves the road only where it must
FAR: Final = 1_000_000


def openings(edition: ManticoreEdition, road: list[int]) -> bytes:
    """Through which sides of each cell one walks by road: where its token shows one, all around a cell of a
    location, nowhere on open land.
    """
    found = edition.openings[:]
    for cell in range(CELLS):
        if road[cell]:
            found[cell] = road[cell]
    return bytes(found)


def step_price(open_sides: bytes, cell: int, d: int, near: int) -> int:
    """MAN-4.8: the price of the step from a cell in direction d, where its neighbour `near` lies."""
    there = open_sides[near]
    if there == 0:
        return ROUGH_PRICE
    here = open_sides[cell]
    return ROAD_PRICE if here == 0 or (here & FACING[there]) >> d & 1 else ROUGH_PRICE


def ways_to_city(edition: ManticoreEdition, open_sides: bytes) -> list[int]:
    """How far each cell is from the City along the roads, every step off them counting a hundredfold."""
    return ways_to(edition.locations[CITY].cells, open_sides, ROUGH_WAY)


def ways_to(goals: list[int], open_sides: bytes, rough: int) -> list[int]:
    """How far each cell is from the nearest goal when a dear step counts `rough` and every other counts 1.

    Two queues, one for each length of a step, give the cells in the order of their distance. What is asked
    of a step is the same as in `step_price`, but for six steps into one cell.
    """
    way = [FAR] * CELLS
    way.append(0)  # beyond the edge there is nothing to find
    for goal in goals:
        way[goal] = 0
    close = goals[:]
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
            if way[cell] < reached:
                continue  # it has been reached by road
        else:
            way.pop()
            return way
        reached = way[cell]
        here: i64 = open_sides[cell]
        by_road: i64 = reached + ROAD_WAY
        by_land: i64 = reached + rough
        shortest: i64 = by_road if here else by_land  # every step onto open land is dear
        for d in range(SIDES):
            before: i64 = NEAR[SIDES * cell + d]
            known: i64 = way[before]
            if known <= shortest:
                continue
            there: i64 = open_sides[before]
            if here and (there == 0 or (here & FACING[there]) >> d & 1):
                way[before] = by_road
                close.append(before)
            elif known > by_land:
                way[before] = by_land
                distant.append(before)


def next_along(open_sides: bytes, way: list[int], cell: int) -> int:
    """The sides of a cell at which the best ways to the City begin (MAN-9.2)."""
    least = FAR
    sides = 0
    for d in range(SIDES):
        near = NEIGHBOUR[SIDES * cell + d]
        if near == OFF_BOARD or way[near] >= least:
            continue
        length = way[near] + (ROAD_WAY if step_price(open_sides, cell, d, near) == ROAD_PRICE else ROUGH_WAY)
        if length < least:
            least = length
            sides = BIT[d]
        elif length == least:
            sides |= BIT[d]
    return sides
