"""What it costs a hero to walk to places, over finished roads (MAN-4.8)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.edition import LOCATIONS, ManticoreEdition
from ludoteca.games.manticore.land import (
    CELLS,
    NEIGHBOUR,
    OFF_BOARD,
    ROUGH_PRICE,
    SIDES,
)
from ludoteca.games.manticore.paths import FAR, ROUGH_WAY, step_price, ways_to, ways_to_city
from ludoteca.games.manticore.state import EMPTY, ManticoreState

REMEMBERED: Final = 8


class Ways:
    """For one finished net of roads: the cost from every cell to a location, to a cell, or to its
    surroundings, each worked out when it is first asked for; the price of every step, SIDES a cell; and how
    many steps a robber needs to the City.
    """

    def __init__(self, edition: ManticoreEdition, open_sides: bytes) -> None:
        self.open_sides = open_sides
        self.locations: list[list[int]] = []
        for location in range(LOCATIONS):
            self.locations.append(self._to(edition.locations[location].cells))
        homeward = ways_to_city(edition, open_sides)
        self.steps_home: list[int] = [way // ROUGH_WAY + way % ROUGH_WAY for way in homeward]
        prices = [
            ROUGH_PRICE
            if near == OFF_BOARD
            else step_price(open_sides, number // SIDES, number % SIDES, near)
            for number, near in enumerate(NEIGHBOUR)
        ]
        self.prices = bytes(prices)
        self._beside: list[list[int]] = [[] for _ in range(CELLS)]
        self._cells: list[list[int]] = [[] for _ in range(CELLS)]

    def _to(self, goals: list[int]) -> list[int]:
        return ways_to(goals, self.open_sides, ROUGH_PRICE)

    def beside(self, cell: int) -> list[int]:
        """The cost from everywhere to the nearest neighbour of a cell."""
        found = self._beside[cell]
        if not found:
            goals: list[int] = []
            for d in range(SIDES):
                near = NEIGHBOUR[SIDES * cell + d]
                if near != OFF_BOARD:
                    goals.append(near)
            found = self._to(goals)
            self._beside[cell] = found
        return found

    def to_cell(self, cell: int) -> list[int]:
        """The cost from everywhere to a cell."""
        found = self._cells[cell]
        if not found:
            found = self._to([cell])
            self._cells[cell] = found
        return found


def walks(state: ManticoreState, start: int) -> list[int]:
    """What it costs to walk from a cell to every other now: nobody walks through other beings (MAN-4.7)."""
    found = [FAR] * CELLS
    found[start] = 0
    open_sides = state.open_sides
    occupant = state.occupant
    rings: list[list[int]] = [[start], [], [], []]
    cost = 0
    idle = 0
    while idle < 4:
        ring = rings[cost & 3]
        idle = 0 if ring else idle + 1
        for cell in ring:
            if found[cell] != cost:
                continue
            for d in range(SIDES):
                near = NEIGHBOUR[SIDES * cell + d]
                if near == OFF_BOARD or found[near] <= cost or occupant[near] != EMPTY:
                    continue
                total = cost + step_price(open_sides, cell, d, near)
                if total < found[near]:
                    found[near] = total
                    rings[total & 3].append(near)
        rings[cost & 3] = []
        cost += 1
    return found


def ways_of(state: ManticoreState) -> Ways:
    """The ways of this match; copies of a state share its roads, so a few matches are told apart by them."""
    open_sides = state.open_sides
    for known in _KNOWN:
        if known.open_sides is open_sides:
            return known
    if len(_KNOWN) >= REMEMBERED:
        _KNOWN.clear()
    found = Ways(state.house.edition, open_sides)
    _KNOWN.append(found)
    return found


_KNOWN: Final[list[Ways]] = []
