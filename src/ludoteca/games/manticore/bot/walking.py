"""What it costs a hero to walk to places, over finished roads (MAN-4.8)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.rules.edition import LOCATIONS, ManticoreEdition
from ludoteca.games.manticore.rules.land import CELLS, NEIGHBOURS, OFF_BOARD, ROUGH_PRICE
from ludoteca.games.manticore.rules.paths import ROUGH_WAY, by_cell, ways_to
from ludoteca.games.manticore.rules.state import ManticoreState, Roads
from ludoteca.games.manticore.rules.steps.foes import points_of

REMEMBERED: Final = 8


class WalkingCosts:
    """For one finished net of roads: the cost from every cell to a location, to a cell, or to its
    surroundings, each worked out when it is first asked for; and how many steps a robber needs to the City.
    """

    def __init__(self, edition: ManticoreEdition, roads: Roads) -> None:
        self.roads = roads
        self.locations: list[list[int]] = []
        for location in range(LOCATIONS):
            self.locations.append(self._to(edition.locations[location].cells))
        self.steps_home: list[int] = [way // ROUGH_WAY + way % ROUGH_WAY for way in by_cell(roads.homeward)]
        self._beside: list[list[int]] = [[] for _ in range(CELLS)]
        self._cells: list[list[int]] = [[] for _ in range(CELLS)]

    def _to(self, goals: list[int]) -> list[int]:
        return ways_to(goals, self.roads.open_sides, ROUGH_PRICE)

    def beside(self, cell: int) -> list[int]:
        """The cost from everywhere to the nearest neighbour of a cell."""
        found = self._beside[cell]
        if not found:
            found = self._to([near for near in NEIGHBOURS[cell] if near != OFF_BOARD])
            self._beside[cell] = found
        return found

    def to_cell(self, cell: int) -> list[int]:
        """The cost from everywhere to a cell."""
        found = self._cells[cell]
        if not found:
            found = self._to([cell])
            self._cells[cell] = found
        return found


def rounds_home(state: ManticoreState, monster: int) -> int:
    """In how many rounds a monster enters the City if nobody stops it (MAN-9.2, 9.3, 9.13, MAN-13.1)."""
    edition = state.ruleset.edition
    cell = state.monsters[monster].cell
    steps = (
        edition.city_distance(cell) if edition.aggressive[monster] else walking_costs(state).steps_home[cell]
    )
    pace = points_of(state, monster)
    return (steps + pace - 1) // pace


def walking_costs(state: ManticoreState) -> WalkingCosts:
    """The costs in this match; copies of a state share its roads, so a few matches are told apart by them."""
    for known in _KNOWN:
        if known.roads is state.roads:
            return known
    if len(_KNOWN) >= REMEMBERED:
        _KNOWN.clear()
    found = WalkingCosts(state.ruleset.edition, state.roads)
    _KNOWN.append(found)
    return found


_KNOWN: Final[list[WalkingCosts]] = []
