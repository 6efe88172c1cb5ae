"""What it costs a hero to walk to places, over finished roads (MAN-4.8)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludoteca.games.manticore.rules.edition import LOCATIONS, ManticoreEdition
from ludoteca.games.manticore.rules.land import (
    CELLS,
    NEAR,
    NEIGHBOUR,
    OFF_BOARD,
    ROAD_PRICE,
    ROUGH_PRICE,
    SIDES,
)
from ludoteca.games.manticore.rules.paths import FAR, ROUGH_WAY, step_price, ways_to, ways_to_city
from ludoteca.games.manticore.rules.state import EMPTY, FIRST_FOE, ManticoreState

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
    return setting_out(state, start, FAR)[0]


def setting_out(state: ManticoreState, start: int, sight: int) -> tuple[list[int], list[int]]:
    """What it costs to walk from a cell to every other now, and in which direction one sets out; nobody looks
    further than so many points.
    """
    walk = [FAR] * CELLS
    walk.append(0)  # beyond the edge there is nothing to find
    first = [OFF_BOARD] * CELLS
    walk[start] = 0
    prices = ways_of(state).prices
    occupant = state.occupant
    close: list[int] = [start]
    distant: list[int] = []
    at: i64 = 0
    later: i64 = 0
    reached: i64 = 0
    while True:
        if at < len(close) and (later == len(distant) or walk[close[at]] <= walk[distant[later]]):
            cell: i64 = close[at]
            at += 1
        elif later < len(distant):
            cell = distant[later]
            later += 1
        else:
            break
        if walk[cell] < reached:
            continue  # it has been reached on a shorter way
        reached = walk[cell]
        if reached > sight:
            break
        side: i64 = SIDES * cell
        towards: i64 = first[cell]
        for d in range(SIDES):
            near: i64 = NEAR[side + d]
            price: i64 = prices[side + d]
            if walk[near] <= reached + price or occupant[near] != EMPTY:
                continue
            walk[near] = reached + price
            first[near] = towards if towards >= 0 else d
            if price == ROAD_PRICE:
                close.append(near)
            else:
                distant.append(near)
    walk.pop()
    return walk, first


def rounds_home(state: ManticoreState, monster: int) -> int:
    """In how many rounds a monster enters the City if nobody stops it (MAN-9.2, MAN-9.3, MAN-13.1)."""
    edition = state.ruleset.edition
    cell = state.cell[FIRST_FOE + monster]
    steps = edition.steps_to[cell] if edition.aggressive[monster] else ways_of(state).steps_home[cell]
    pace = min(state.ruleset.monster_initiative, edition.monster_level[monster])
    return (steps + pace - 1) // pace


def ways_of(state: ManticoreState) -> Ways:
    """The ways of this match; copies of a state share its roads, so a few matches are told apart by them."""
    open_sides = state.open_sides
    for known in _KNOWN:
        if known.open_sides is open_sides:
            return known
    if len(_KNOWN) >= REMEMBERED:
        _KNOWN.clear()
    found = Ways(state.ruleset.edition, open_sides)
    _KNOWN.append(found)
    return found


_KNOWN: Final[list[Ways]] = []
