"""Which monster acts first, whom it falls upon, and where it goes (MAN-9.1 to 9.5, 9.9)."""

from __future__ import annotations

from ludoteca.games.manticore.rules.actions import MONSTERS, MOST_SEATS
from ludoteca.games.manticore.rules.edition import CITY
from ludoteca.games.manticore.rules.land import DIRECTIONS_IN, NEIGHBOURS, OFF_BOARD
from ludoteca.games.manticore.rules.paths import next_along
from ludoteca.games.manticore.rules.state import EMPTY, FIRST_FOE, MANTICORE, ManticoreState


def acting_order(state: ManticoreState) -> list[int]:
    """Living monsters by their distance to the City, then by number (MAN-9.1)."""
    to_city = state.ruleset.edition.steps_to[CITY]
    alive = [
        to_city[monster.cell] * MONSTERS + number
        for number, monster in enumerate(state.monsters)
        if monster.life > 0
    ]
    return [key % MONSTERS for key in sorted(alive)]


def prey_beside(state: ManticoreState, cell: int) -> int:
    """MAN-9.9: the hero beside a cell: nearest to the City, then of lowest index, then in turn order."""
    prey = -1
    least = 0
    for near in NEIGHBOURS[cell]:
        seat = state.occupant[near] if near != OFF_BOARD else EMPTY
        if EMPTY < seat < MOST_SEATS:
            key = state.ruleset.edition.city_distance(near) * 100 + state.index(seat)
            if prey < 0 or key < least or (key == least and state.goes_after(prey, seat)):
                prey = seat
                least = key
    return prey


def tempting(state: ManticoreState, monster: int) -> int:
    """MAN-9.5: the nearest location within two cells that holds something and was not visited; or -1."""
    robber = state.monsters[monster]
    for location in state.ruleset.edition.lures[robber.cell]:
        if state.pile[location] > 0 and not robber.visited >> location & 1:
            return location
    return -1


def next_cell(state: ManticoreState, monster: int, location: int) -> int:
    """Where a monster goes: to a location (MAN-9.5), straight to the City (MAN-9.3), or by road (MAN-9.2)."""
    edition = state.ruleset.edition
    cell = state.monsters[monster].cell
    if location >= 0:
        sides = edition.towards[location][cell]
    elif edition.aggressive[monster]:
        sides = edition.towards[CITY][cell]
    else:
        sides = next_along(state.roads, cell)
    return easiest(state, cell, sides)


def easiest(state: ManticoreState, cell: int, sides: int) -> int:
    """Among equally good cells a free one, then one with a hero, then a blocked one; then the first."""
    choice = OFF_BOARD
    worst = 3
    for d in DIRECTIONS_IN[sides]:
        near = NEIGHBOURS[cell][d]
        being = state.occupant[near]
        if being == EMPTY:
            return near
        trouble = 1 if being < MOST_SEATS else 2
        if trouble < worst:
            worst = trouble
            choice = near
    return choice


def intent(state: ManticoreState, monster: int) -> tuple[int, int]:
    """The cell a monster will go to or attack next, and the location that tempts it; -1 for none."""
    edition = state.ruleset.edition
    cell = state.monsters[monster].cell
    if edition.aggressive[monster]:
        prey = prey_beside(state, cell)
        if prey >= 0:
            return state.heroes[prey].cell, -1
    if edition.location_of[cell] == CITY:
        return OFF_BOARD, -1
    location = -1 if edition.aggressive[monster] else tempting(state, monster)
    return next_cell(state, monster, location), location


def circle_of(state: ManticoreState, monster: int) -> list[int]:
    """The monsters that stand in each other's way, beginning with this one: each wants the next one's cell,
    and the last one the first one's. Empty if it is merely blocked (MAN-9.4).
    """
    circle: list[int] = []
    current = monster
    while current not in circle:
        circle.append(current)
        wanted = intent(state, current)[0]
        being = state.occupant[wanted] if wanted != OFF_BOARD else EMPTY
        if not FIRST_FOE <= being < MANTICORE:
            return []
        current = being - FIRST_FOE
    return circle if current == monster else []
