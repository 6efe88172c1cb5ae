"""Artifacts and spells: where they lie and who wears them (MAN-5).

A stock of tokens is one number: three bits for each kind and level count how many there are. A pile holds one
kind only, so its number has three such fields, one per level. What lies on the ground is a sorted list of
codes.
"""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.rules.actions import ARTIFACTS, BOOTS, KINDS, LEVELS, MONSTERS
from ludoteca.games.manticore.rules.edition import FIRST_PILE, LOCATIONS
from ludoteca.games.manticore.rules.events import BAGGED, FELL, OPENED, UNVEILED
from ludoteca.games.manticore.rules.state import ManticoreState

FIELD: Final = 3
UNIT: Final[list[int]] = [1 << FIELD * field for field in range(LEVELS * ARTIFACTS)]
GROUND_KINDS: Final = 8
GROUND_LEVELS: Final = 4


def field_of(kind: int, level: int) -> int:
    """The number of a kind and level among all of them; artifacts come first."""
    return LEVELS * kind + level - 1


def count(stock: int, kind: int, level: int) -> int:
    """How many tokens of a kind and level are in a stock."""
    return (stock >> FIELD * (LEVELS * kind + level - 1)) & 7


def best(stock: int, kind: int) -> int:
    """The highest level of a kind in a stock, 0 if it has none."""
    return top_level((stock >> FIELD * LEVELS * kind) & 511)


def top_level(pile: int) -> int:
    """The highest level in a pile, 0 if it is empty."""
    if pile >= 64:
        return 3
    if pile >= 8:
        return 2
    return 1 if pile > 0 else 0


def packed(levels: list[int]) -> int:
    """The pile with these levels."""
    found = 0
    for level in levels:
        found += UNIT[level - 1]
    return found


def height(pile: int) -> int:
    """How many tokens a pile has."""
    return (pile & 7) + (pile >> 3 & 7) + (pile >> 6)


# Heroes


def receive(state: ManticoreState, seat: int, kind: int, level: int) -> None:
    """MAN-5.3, 5.4: a hero gets an artifact and puts on the stronger one; a spell goes to its slot
    (MAN-5.6).
    """
    if kind >= ARTIFACTS:
        state.spells[2 * seat + kind - ARTIFACTS] = level
        return
    slot = ARTIFACTS * seat + kind
    worn = state.worn[slot]
    state.held[seat] += UNIT[LEVELS * kind + level - 1]
    if level > worn:
        state.worn[slot] = level
        if kind == BOOTS:
            state.boots_since[seat] = state.round
    if worn > 0:
        state.bagged[seat] += 1
        state.tell(BAGGED, seat, kind, worn if level > worn else level)
        if seat == state.active and state.pool > 0:
            state.pool -= 1


def part_with(state: ManticoreState, seat: int, kind: int, level: int) -> None:
    """A hero loses an artifact, out of the bag if one like it is there; an empty slot is filled from the
    bag.
    """
    slot = ARTIFACTS * seat + kind
    state.held[seat] -= UNIT[LEVELS * kind + level - 1]
    left = best(state.held[seat], kind)
    if left > 0:
        state.bagged[seat] -= 1
    if left != state.worn[slot]:
        state.worn[slot] = left
        if kind == BOOTS:
            state.boots_since[seat] = state.round


def lose_everything(state: ManticoreState, seat: int) -> int:
    """A dying hero's spells leave the game; the stock of its artifacts is returned (MAN-5.9, 5.10)."""
    stock = state.held[seat]
    state.held[seat] = 0
    state.bagged[seat] = 0
    for kind in range(ARTIFACTS):
        state.worn[ARTIFACTS * seat + kind] = 0
    for spell in range(2):
        level = state.spells[2 * seat + spell]
        if level > 0:
            state.spells[2 * seat + spell] = 0
            leave_game(state, ARTIFACTS + spell, level)
    return stock


# Monsters


def lose_loot(state: ManticoreState, monster: int) -> int:
    """A dying monster's spells leave the game; the stock of its artifacts is returned."""
    if state.veiled[monster]:
        unveil(state, monster)
    stock = state.loot[monster]
    state.loot[monster] = 0
    for spell in range(2):
        level = state.foe_spells[2 * monster + spell]
        if level > 0:
            state.foe_spells[2 * monster + spell] = 0
            leave_game(state, ARTIFACTS + spell, level)
    return stock


def load(state: ManticoreState, monster: int, kind: int, level: int) -> None:
    """A monster carries one more token (MAN-9.6)."""
    if kind >= ARTIFACTS:
        state.foe_spells[2 * monster + kind - ARTIFACTS] = level
    else:
        state.loot[monster] += UNIT[LEVELS * kind + level - 1]


def veiled_rank(state: ManticoreState, monster: int, location: int) -> int:
    """Which token of a location's pile, counted from the top, a monster carries face down; -1 for none
    (MAN-14.3).
    """
    return (state.veiled[monster] >> FIELD * location & 7) - 1


def veiled_level(state: ManticoreState, monster: int, location: int) -> int:
    """The level of the face-down token that a monster took there."""
    levels = state.ruleset.edition.pile_levels(state.pile_kind[location], state.seats)
    return levels[veiled_rank(state, monster, location)]


def unveil(state: ManticoreState, monster: int) -> None:
    """MAN-14.4: the face-down tokens of a monster are opened and stay open; everybody learns what their
    piles are.
    """
    for location in range(FIRST_PILE, LOCATIONS):
        if veiled_rank(state, monster, location) >= 0:
            kind = state.pile_kind[location]
            level = veiled_level(state, monster, location)
            load(state, monster, kind, level)
            state.known |= 1 << location
            state.tell(UNVEILED, monster, kind, level, location)
    state.veiled[monster] = 0


# Piles, the ground, and out of the game


def open_pile(state: ManticoreState, location: int) -> None:
    """MAN-14.2: a hero has entered the location."""
    if not state.opened >> location & 1:
        state.opened |= 1 << location
        state.known |= 1 << location
        if state.pile[location] > 0:
            state.tell(OPENED, location, state.pile_kind[location])


def leave_game(state: ManticoreState, kind: int, level: int) -> None:
    state.gone[LEVELS * kind + level - 1] += 1


def stock_leaves(state: ManticoreState, stock: int) -> None:
    """Artifacts leave the game (MAN-5.9)."""
    field = 0
    while stock:
        state.gone[field] += stock & 7
        stock >>= FIELD
        field += 1


def fall(state: ManticoreState, cell: int, stock: int) -> None:
    """Artifacts fall on a cell (MAN-5.10)."""
    field = 0
    while stock:
        for _ in range(stock & 7):
            put_down(state, cell, field // LEVELS, field % LEVELS + 1)
            state.tell(FELL, field // LEVELS, field % LEVELS + 1, cell)
        stock >>= FIELD
        field += 1


def put_down(state: ManticoreState, cell: int, kind: int, level: int) -> None:
    """An artifact lies on a cell from now on."""
    state.ground.append(ground_code(cell, kind, level))
    state.ground.sort()


def lift(state: ManticoreState, cell: int, kind: int, level: int) -> None:
    """An artifact is picked up."""
    state.ground.remove(ground_code(cell, kind, level))


def ground_code(cell: int, kind: int, level: int) -> int:
    return (cell * GROUND_KINDS + kind) * GROUND_LEVELS + level


def ground_cell(code: int) -> int:
    return code // (GROUND_KINDS * GROUND_LEVELS)


def ground_kind(code: int) -> int:
    return code // GROUND_LEVELS % GROUND_KINDS


def ground_level(code: int) -> int:
    return code % GROUND_LEVELS


def strongest_on(state: ManticoreState, cell: int) -> int:
    """The code of the strongest artifact on a cell, the first kind among equals; 0 if nothing lies there."""
    found = 0
    level = 0
    for code in state.ground:
        if ground_cell(code) == cell and ground_level(code) > level:
            found = code
            level = ground_level(code)
    return found


def tokens_in_play(state: ManticoreState) -> list[int]:
    """How many tokens of each kind and level this match is played with (MAN-2.3)."""
    found = [0] * (len(KINDS) * LEVELS)
    for kind in range(len(KINDS)):
        for level in state.ruleset.edition.pile_levels(kind, state.seats):
            found[field_of(kind, level)] += 1
    return found


def tokens_somewhere(state: ManticoreState) -> list[int]:
    """How many tokens of each kind and level there are in all places, out of the game included."""
    found = state.gone[:]
    for stock in [*state.held, *state.loot]:
        for field in range(ARTIFACTS * LEVELS):
            found[field] += stock >> FIELD * field & 7
    for location in range(FIRST_PILE, LOCATIONS):
        for level in range(1, LEVELS + 1):
            found[field_of(state.pile_kind[location], level)] += count(state.pile[location], 0, level)
    for code in state.ground:
        found[field_of(ground_kind(code), ground_level(code))] += 1
    for spells in (state.spells, state.foe_spells):
        for place, level in enumerate(spells):
            if level > 0:
                found[field_of(ARTIFACTS + place % 2, level)] += 1
    for monster in range(MONSTERS):
        for location in range(FIRST_PILE, LOCATIONS):
            if veiled_rank(state, monster, location) >= 0:
                found[field_of(state.pile_kind[location], veiled_level(state, monster, location))] += 1
    return found
