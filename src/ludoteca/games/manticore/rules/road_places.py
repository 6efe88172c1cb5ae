"""Laying road tokens: what a token opens, and where the next one may lie (MAN-3.2 to 3.7)."""

from __future__ import annotations

from mypy_extensions import i64

from ludoteca.games.manticore.rules.actions import PLACE
from ludoteca.games.manticore.rules.edition import ANY_SIDE, CAVE, OUTSIDE
from ludoteca.games.manticore.rules.events import REACHED
from ludoteca.games.manticore.rules.land import (
    BIT,
    CELLS,
    DIRECTIONS_IN,
    NEAR,
    NEIGHBOURS,
    OFF_BOARD,
    OPPOSITE,
    SIDES,
)
from ludoteca.games.manticore.rules.state import ManticoreState, Roads
from ludoteca.kernel.actions import Action


def place_objection(state: ManticoreState, cell: int, joined: bool) -> str | None:
    """Why no token may lie on a cell; `joined` asks for one of the conditions of MAN-3.2."""
    edition = state.ruleset.edition
    if edition.location_of[cell] != OUTSIDE:
        return "MAN-3.5/location"
    if state.roads.sides[cell]:
        return "MAN-3.5"
    if edition.on_fireway[cell] and not state.ruleset.roads_on_fireway:
        return "MAN-3.5/fireway"
    if joined:
        return None if state.roads.joins[cell] else "MAN-3.2"
    return None if touches_something(state, cell) else "MAN-3.7"


def closed_in(state: ManticoreState) -> bool:
    """MAN-3.7: no cell satisfies any of the conditions."""
    for cell in range(CELLS):
        if state.roads.joins[cell] and place_objection(state, cell, True) is None:
            return False
    return True


def touches_something(state: ManticoreState, cell: int) -> bool:
    """Whether a token or a location lies beside a cell."""
    location_of = state.ruleset.edition.location_of
    for near in NEIGHBOURS[cell]:
        if near != OFF_BOARD and (state.roads.sides[near] or location_of[near] != OUTSIDE):
            return True
    return False


def places(state: ManticoreState) -> list[Action]:
    """Every cell on which the next token may lie."""
    found = [PLACE[cell] for cell in range(CELLS) if place_objection(state, cell, True) is None]
    if not found:
        found = [PLACE[cell] for cell in range(CELLS) if place_objection(state, cell, False) is None]
    return found


def lay(state: ManticoreState, cell: int, sides: int) -> None:
    """A token's roads open the cells they lead to (MAN-3.2b) and around locations (MAN-3.2a, 3.3)."""
    edition = state.ruleset.edition
    roads = state.roads
    roads.laid += 1
    roads.sides[cell] = sides
    fresh: list[int] = []
    for d in DIRECTIONS_IN[sides]:
        near = NEAR[SIDES * cell + d]
        if near == CELLS:
            continue
        location = edition.location_of[near]
        if location == OUTSIDE:
            if roads.sides[near] == 0:
                open_cell(roads, near, BIT[OPPOSITE[d]], fresh)
        elif location >= CAVE and not roads.reached >> location & 1:
            roads.reached |= 1 << location
            state.tell(REACHED, location)
            for outside in edition.around[location]:
                open_cell(roads, outside, ANY_SIDE, fresh)
    update_places(state, cell, fresh)


def open_cell(roads: Roads, cell: int, side: int, fresh: list[int]) -> None:
    """A token on this cell would be joined to a road at a side; `fresh` gathers the cells new for tokens."""
    joined = roads.joins[cell]
    if joined == 0 and roads.sides[cell] == 0:
        fresh.append(cell)
    roads.joins[cell] = joined | side


def update_places(state: ManticoreState, taken: int, fresh: list[int]) -> None:
    """The cells for the next token: one has been taken, others may have opened."""
    roads = state.roads
    if not roads.joins[taken]:
        roads.placeable = places(state)  # MAN-3.7 was in force
        return
    found = roads.placeable[:]
    found.pop(rank(found, taken))
    for cell in fresh:
        if state.ruleset.roads_on_fireway or not state.ruleset.edition.on_fireway[cell]:
            found.insert(rank(found, cell), PLACE.actions[cell])
    roads.placeable = found if found else places(state)


def rank(cells: list[Action], cell: int) -> int:
    """Where a cell belongs among others that stand in their order."""
    low: i64 = 0
    high: i64 = len(cells)
    while low < high:
        middle = (low + high) >> 1
        if cells[middle].a < cell:
            low = middle + 1
        else:
            high = middle
    return low
