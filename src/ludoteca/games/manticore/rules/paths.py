"""What a step costs a hero (MAN-4.8), and the shortest ways of heroes and monsters (MAN-9.2)."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from ludoteca.games.manticore.rules.edition import CITY, ManticoreEdition
from ludoteca.games.manticore.rules.land import (
    BIT,
    CELLS,
    FACING,
    NEAR,
    OFF_BOARD,
    ROAD_PRICE,
    ROUGH_PRICE,
    SIDES,
)
from ludoteca.games.manticore.rules.state import EMPTY, Roads

ROUGH_WAY: Final = 100  # so dear that a monster leaves the road only where it must
FAR: Final = 1_000_000
TAKEN: Final = -1  # nobody goes there
NOBODY: Final = vec[i64]([EMPTY] * CELLS)  # the occupants of a board without beings
UNTRODDEN: Final = vec[i64]([FAR] * CELLS + [TAKEN])  # beyond the edge there is nothing to find


def survey(edition: ManticoreEdition, roads: Roads) -> None:
    """MAN-3.8: all tokens lie; what every step costs is known from now on."""
    roads.open_sides = openings(edition, roads.sides)
    roads.homeward = ways_to_city(edition, roads.open_sides)
    roads.paved = tuple(roads.sides)


def openings(edition: ManticoreEdition, sides: vec[i64]) -> vec[i64]:
    """Through which sides of each cell one walks by road: where its token shows one, all around a cell of a
    location, nowhere on open land. A token whose road fits into a location is open to all cells of it.
    """
    found = vec[i64](edition.openings)
    for cell in range(CELLS):
        shown = sides[cell]
        if shown:
            found[cell] = shown
            for places in edition.fronts[cell]:
                if shown & places:
                    found[cell] |= places
    return found


def ways_to_city(edition: ManticoreEdition, open_sides: vec[i64]) -> vec[i64]:
    """How far each cell is from the City along the roads, every step off them counting a hundredfold."""
    return spread(edition.locations[CITY].cells, open_sides, ROUGH_WAY, NOBODY, FAR, [])


def ways_to(goals: list[int], open_sides: vec[i64], rough: int) -> list[int]:
    """How far each cell is from the nearest goal when a step off the roads counts `rough`, any other 1."""
    return by_cell(spread(goals, open_sides, rough, NOBODY, FAR, []))


def ways_from(start: int, roads: Roads, occupant: vec[i64], sight: int) -> tuple[list[int], list[int]]:
    """What it costs a hero to walk from a cell to every other, and in which direction it sets out; nobody
    walks through other beings (MAN-4.7). Costs above `sight` are not looked for.
    """
    first = [OFF_BOARD] * CELLS
    return by_cell(spread([start], roads.open_sides, ROUGH_PRICE, occupant, sight, first)), first


def by_cell(way: vec[i64]) -> list[int]:
    """The lengths of ways without what lies beyond the edge; to where somebody stands it is far."""
    lengths = [FAR if length == TAKEN else int(length) for length in way]
    lengths.pop()
    return lengths


def spread(
    starts: list[int], open_sides: vec[i64], rough: int, occupant: vec[i64], sight: int, first: list[int]
) -> vec[i64]:
    """The shortest ways past the occupants of cells: from every cell to the nearest of the starts, or, if
    `first` has a place for each cell, outward from the starts; it is given the direction in which each way
    sets out. Taken cells stay `TAKEN`, and beyond the edge everything is far.

    Two queues, one for each length of a step, give the cells in the order of their distance. What is asked
    of a step is the same as in `Roads.price`.
    """
    way = UNTRODDEN[:]
    place: i64
    for place in range(i64(CELLS)):
        if occupant[place] != EMPTY:
            way[place] = TAKEN
    outward = len(first) > 0
    for start in starts:
        way[start] = 0
    close = vec[i64](starts)
    distant = vec[i64]()
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
            break
        reached = way[cell]
        if reached > sight:
            break
        here: i64 = open_sides[cell]
        by_road: i64 = reached + ROAD_PRICE
        by_land: i64 = reached + rough
        shortest: i64 = by_road if here or outward else by_land  # every step onto open land is dear
        joins_land = here != 0 and not outward  # a step from open land onto a road costs no more than on it
        joins_road = here == 0 and outward
        d: i64
        for d in range(i64(SIDES)):
            near: i64 = NEAR[SIDES * cell + d]
            known: i64 = way[near]
            if known <= shortest:
                continue
            there: i64 = open_sides[near]
            joins: bool = joins_land if there == 0 else joins_road or (here & FACING[there]) >> d & 1 == 1
            if joins:
                way[near] = by_road
                close = append(close, near)
            elif known > by_land:
                way[near] = by_land
                distant = append(distant, near)
            else:
                continue
            if outward:
                first[near] = d if first[cell] == OFF_BOARD else first[cell]
    way[CELLS] = FAR
    return way


def next_along(roads: Roads, cell: int) -> int:
    """The sides of a cell at which the best ways to the City begin (MAN-9.2)."""
    way = roads.homeward
    least: i64 = FAR
    sides = 0
    for d in range(SIDES):
        near: i64 = way[NEAR[SIDES * cell + d]]
        if near >= least:
            continue
        length: i64 = near + (ROAD_PRICE if roads.price(cell, d) == ROAD_PRICE else ROUGH_WAY)
        if length < least:
            least = length
            sides = BIT[d]
        elif length == least:
            sides |= BIT[d]
    return sides
