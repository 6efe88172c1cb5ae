"""What a step costs a hero (MAN-4.8) and which way leads a monster home to the City (MAN-9.2, MAN-9.3)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.edition import CITY, OUTSIDE, ManticoreEdition
from ludoteca.games.manticore.land import BIT, CELLS, NEIGHBOUR, OFF_BOARD, OPPOSITE, SIDES

ROAD_PRICE: Final = 1
ROUGH_PRICE: Final = 3
NO_STEP: Final = 0

ROAD_WAY: Final = 1
ROUGH_WAY: Final = 100  # so dear that a monster leaves the road only where it must
FAR: Final = 1_000_000


def step_prices(edition: ManticoreEdition, road: list[int]) -> list[int]:
    """MAN-4.8: the price of a step from each cell in each direction, 0 where the board ends."""
    location_of = edition.location_of
    prices: list[int] = []
    for cell in range(CELLS):
        for d in range(SIDES):
            near = NEIGHBOUR[SIDES * cell + d]
            if near == OFF_BOARD:
                prices.append(NO_STEP)
                continue
            here = road[cell]
            there = road[near]
            rough = False
            if there == 0:
                rough = location_of[near] == OUTSIDE or (here != 0 and here & BIT[d] == 0)
            elif here != 0:
                rough = here & BIT[d] == 0 or there & BIT[OPPOSITE[d]] == 0
            elif location_of[cell] != OUTSIDE:
                rough = there & BIT[OPPOSITE[d]] == 0
            prices.append(ROUGH_PRICE if rough else ROAD_PRICE)
    return prices


def ways_to_city(edition: ManticoreEdition, prices: list[int]) -> list[int]:
    """How far each cell is from the City along the roads, every step off them counting a hundredfold."""
    return ways_to(edition.locations[CITY].cells, prices, ROUGH_WAY)


def ways_to(goals: list[int], prices: list[int], rough: int) -> list[int]:
    """How far each cell is from the nearest goal when a dear step counts `rough` and every other counts 1."""
    way = [FAR] * CELLS
    queue = goals[:]
    for cell in queue:
        way[cell] = 0
    waiting = [False] * CELLS
    position = 0
    while position < len(queue):
        cell = queue[position]
        position += 1
        waiting[cell] = False
        length = way[cell]
        for d in range(SIDES):
            before = NEIGHBOUR[SIDES * cell + d]
            if before == OFF_BOARD:
                continue
            price = prices[SIDES * before + OPPOSITE[d]]
            longer = length + (ROAD_WAY if price == ROAD_PRICE else rough)
            if longer < way[before]:
                way[before] = longer
                if not waiting[before]:
                    waiting[before] = True
                    queue.append(before)
    return way


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
