"""What a step costs a hero (MAN-4.8) and which way leads a monster home to the City (MAN-9.2, MAN-9.3)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.edition import CITY, OUTSIDE, ManticoreEdition
from ludoteca.games.manticore.land import (
    BACK,
    BIT,
    CELLS,
    NEIGHBOUR,
    NO_STEP,
    OFF_BOARD,
    OPPOSITE,
    ROAD_PRICE,
    ROUGH_PRICE,
    SIDES,
)

ROAD_WAY: Final = 1
ROUGH_WAY: Final = 100  # so dear that a monster leaves the road only where it must
FAR: Final = 1_000_000


def step_prices(edition: ManticoreEdition, road: list[int]) -> list[int]:
    """MAN-4.8: the price of a step from each cell in each direction, 0 where the board ends."""
    location_of = edition.location_of
    prices = edition.roadless_prices[:]
    for cell in range(CELLS):
        here = road[cell]
        if here == 0:
            continue
        for d in range(SIDES):
            near = NEIGHBOUR[SIDES * cell + d]
            if near == OFF_BOARD:
                continue
            back = BACK[SIDES * cell + d]
            there = road[near]
            if there != 0:
                meet = here & BIT[d] != 0 and there & BIT[OPPOSITE[d]] != 0
                prices[back] = ROAD_PRICE if meet else ROUGH_PRICE
            elif location_of[near] == OUTSIDE:
                prices[back] = ROAD_PRICE  # from open land onto the road
            else:
                price = ROAD_PRICE if here & BIT[d] else ROUGH_PRICE
                prices[back] = price
                prices[SIDES * cell + d] = price
    return prices


def ways_to_city(edition: ManticoreEdition, prices: list[int]) -> list[int]:
    """How far each cell is from the City along the roads, every step off them counting a hundredfold."""
    return ways_to(edition.locations[CITY].cells, prices, ROUGH_WAY)


def ways_to(goals: list[int], prices: list[int], rough: int) -> list[int]:
    """How far each cell is from the nearest goal when a dear step counts `rough` and every other counts 1.

    Two queues, one for each length of a step, give the cells in the order of their distance.
    """
    way = [FAR] * CELLS
    for cell in goals:
        way[cell] = 0
    close = goals[:]
    distant: list[int] = []
    at = 0
    later = 0
    while True:
        if at < len(close) and (later == len(distant) or way[close[at]] <= way[distant[later]]):
            cell = close[at]
            at += 1
        elif later < len(distant):
            cell = distant[later]
            later += 1
        else:
            return way
        by_road = way[cell] + ROAD_WAY
        by_land = way[cell] + rough
        for side in range(SIDES * cell, SIDES * cell + SIDES):
            before = NEIGHBOUR[side]
            if before != OFF_BOARD and way[before] > by_road:
                if prices[BACK[side]] == ROAD_PRICE:
                    way[before] = by_road
                    close.append(before)
                elif way[before] > by_land:
                    way[before] = by_land
                    distant.append(before)


def next_along(prices: list[int], way: list[int], cell: int) -> int:
    """The sides of a cell at which the best ways to the City begin (MAN-9.2)."""
    least = FAR
    sides = 0
    for d in range(SIDES):
        price = prices[SIDES * cell + d]
        if price == NO_STEP:
            continue
        length = way[NEIGHBOUR[SIDES * cell + d]] + (ROAD_WAY if price == ROAD_PRICE else ROUGH_WAY)
        if length < least:
            least = length
            sides = 0
        if length == least:
            sides |= BIT[d]
    return sides


def next_towards(distances: list[int], first: int, cell: int) -> int:
    """The sides of a cell that lead nearer to a place, whatever the ground; `distances[first + cell]`
    tells how far.
    """
    sides = 0
    far = distances[first + cell]
    for d in range(SIDES):
        near = NEIGHBOUR[SIDES * cell + d]
        if near != OFF_BOARD and distances[first + near] < far:
            sides |= BIT[d]
    return sides
