"""Stage 1: paving the roads (MAN-3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from ludoteca.games.manticore.rules.actions import DREW, FIRST_MONSTER, MOST_SEATS, PLACE
from ludoteca.games.manticore.rules.edition import ANY_SIDE, CAVE, OUTSIDE, ROAD_TOKENS
from ludoteca.games.manticore.rules.events import APPEARED, DRAWN, PAVED, REACHED, ROADS_DONE
from ludoteca.games.manticore.rules.land import (
    BIT,
    CELLS,
    DIRECTIONS_IN,
    NEIGHBOURS,
    OFF_BOARD,
    OPPOSITE,
)
from ludoteca.games.manticore.rules.state import FIRST_FOE, NOWHERE, PAVING, ManticoreState, Roads
from ludoteca.games.manticore.rules.steps.round import START_INVASION
from ludoteca.kernel.actions import Action
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import NO_ACTIONS, Chance, Decision, Happening


class Pave(Happening[ManticoreState]):
    """MAN-3.1: the next seat draws a token, until all of them lie."""

    def happen(self, state: ManticoreState) -> None:
        roads = state.roads
        if roads.laid == ROAD_TOKENS:
            roads.token = -1
            roads.spot = NOWHERE
            roads.placeable = NO_ACTIONS
            state.tell(ROADS_DONE)
            state.push(START_INVASION)
            return
        state.phase = PAVING
        state.active = state.order[roads.laid % state.seats]
        state.push(DRAW)


class Draw(Chance[ManticoreState]):
    """A road token comes up (MAN-2.1, MAN-3.1)."""

    def stream(self) -> str:
        return "roads"

    def odds(self, state: ManticoreState) -> list[tuple[Action, int]]:
        return [(DREW[token], number) for token, number in enumerate(state.roads.unseen) if number]

    def sample(self, state: ManticoreState, source: Source) -> Action:
        left = source.below(ROAD_TOKENS - state.roads.laid)
        token = 0
        for number in state.roads.unseen:
            left -= number
            if left < 0:
                break
            token += 1
        return DREW.actions[token]

    def certainty(self, state: ManticoreState) -> Action | None:
        if state.roads.laid < ROAD_TOKENS - 1:
            return None
        return self.odds(state)[0][0]

    def play(self, state: ManticoreState, action: Action) -> None:
        state.roads.unseen[action.a] -= 1
        state.roads.token = action.a
        state.tell(DRAWN, state.active, action.a)
        state.push(PLACES[state.active])


class PlaceToken(Decision[ManticoreState]):
    """A seat chooses the cell for its token (MAN-3.2, 3.5, 3.7)."""

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("token", "token", state.roads.token)]

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return PLACE.actions

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        return place_objection(state, action.a, not closed_in(state))

    def options(self, state: ManticoreState) -> list[Action]:
        # Remembered from token to token: asking about all 169 cells would take half of the time of paving.
        return state.roads.placeable

    def play(self, state: ManticoreState, action: Action) -> None:
        state.roads.spot = action.a
        state.push(ORIENTS[self.seat])


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


class Orient(Decision[ManticoreState]):
    """A seat turns its token; where only condition (b) holds, its road has to meet another (MAN-3.4)."""

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("token", "token", state.roads.token), ("cell", "cell", state.roads.spot)]

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return state.ruleset.edition.orientations[state.roads.token]

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        roads = state.roads
        wanted = roads.joins[roads.spot]
        if wanted == 0 or wanted & ANY_SIDE:
            return None
        return None if state.ruleset.edition.masks[roads.token][action.a] & wanted else "MAN-3.2/meet"

    def play(self, state: ManticoreState, action: Action) -> None:
        token = state.roads.token
        spot = state.roads.spot
        state.tell(PAVED, self.seat, token, spot)
        lay(state, spot, state.ruleset.edition.masks[token][action.a])
        if token >= FIRST_MONSTER:
            monster = token - FIRST_MONSTER
            state.put(FIRST_FOE + monster, spot)  # MAN-3.6
            state.monsters[monster].life = state.ruleset.edition.monster_level[monster]
            state.tell(APPEARED, monster, spot)
        state.push(PAVE)


def lay(state: ManticoreState, cell: int, sides: int) -> None:
    """A token's roads open the cells they lead to (MAN-3.2b) and around locations (MAN-3.2a, 3.3)."""
    edition = state.ruleset.edition
    roads = state.roads
    roads.laid += 1
    roads.sides[cell] = sides
    around = NEIGHBOURS[cell]
    fresh: list[int] = []
    for d in DIRECTIONS_IN[sides]:
        near = around[d]
        if near == OFF_BOARD:
            continue
        location = edition.location_of[near]
        if location == OUTSIDE:
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


PAVE: Final = Pave()
DRAW: Final = Draw()
PLACES: Final[list[PlaceToken]] = [PlaceToken(seat) for seat in range(MOST_SEATS)]
ORIENTS: Final[list[Orient]] = [Orient(seat) for seat in range(MOST_SEATS)]
