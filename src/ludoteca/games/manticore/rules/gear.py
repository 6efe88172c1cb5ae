"""Artifacts and spells: where they lie and who wears them (MAN-5).

A stock of tokens is one number: three bits for each kind and level count how many there are. A pile holds one
kind only, so its number has three such fields, one per level. What lies on the ground is a sorted list of
codes.
"""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.rules.actions import ARTIFACTS, BOOTS, LEVELS
from ludoteca.games.manticore.rules.beings import NO_SPELLS, NOTHING_WORN, Hero, Monster
from ludoteca.games.manticore.rules.edition import FIRST_PILE, LOCATIONS
from ludoteca.games.manticore.rules.events import BAGGED, FELL, OPENED, UNVEILED
from ludoteca.games.manticore.rules.state import ManticoreState, replaced

FIELD: Final = 3
UNIT: Final[list[int]] = [1 << FIELD * field for field in range(LEVELS * ARTIFACTS)]
GROUND_KINDS: Final = 8
GROUND_LEVELS: Final = 4


def field_of(kind: int, level: int) -> int:
    """The number of a kind and level among all of them; artifacts come first."""
    return LEVELS * kind + level - 1


def count(stock: int, kind: int, level: int) -> int:
    """How many tokens of a kind and level are in a stock."""
    return (stock >> FIELD * field_of(kind, level)) & 7


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
    """MAN-5.3, 5.4: a hero puts on the stronger artifact; a spell goes to its slot (MAN-5.6)."""
    hero = state.heroes[seat]
    if kind >= ARTIFACTS:
        hero.spells = replaced(hero.spells, kind - ARTIFACTS, level)
        return
    worn = hero.worn[kind]
    hero.held += UNIT[field_of(kind, level)]
    if level > worn:
        if kind == BOOTS and state.awaits_turn(seat) and hero.boots_since < state.round:
            hero.old_boots = worn  # MAN-5.5
        wear(state, hero, kind, level)
    if worn > 0:
        hero.bagged += 1
        state.tell(BAGGED, seat, kind, worn if level > worn else level)
        if seat == state.active and state.pool > 0:
            state.pool -= 1


def wear(state: ManticoreState, hero: Hero, kind: int, level: int) -> None:
    """A hero wears this level from now on; boots work from the next round (MAN-5.5)."""
    hero.worn = replaced(hero.worn, kind, level)
    if kind == BOOTS:
        hero.boots_since = state.round


def part_with(state: ManticoreState, seat: int, kind: int, level: int) -> None:
    """A hero loses an artifact, out of the bag if one like it is there; an empty slot is filled from the
    bag.
    """
    hero = state.heroes[seat]
    hero.held -= UNIT[field_of(kind, level)]
    left = best(hero.held, kind)
    if left > 0:
        hero.bagged -= 1
    if left != hero.worn[kind]:
        wear(state, hero, kind, left)


def lose_everything(state: ManticoreState, seat: int) -> int:
    """A dying hero's spells leave the game; the stock of its artifacts is returned (MAN-5.9, 5.10)."""
    hero = state.heroes[seat]
    stock = hero.held
    hero.held = 0
    hero.bagged = 0
    hero.worn = NOTHING_WORN
    spells_leave(state, hero.spells)
    hero.spells = NO_SPELLS
    return stock


def use_spell(state: ManticoreState, seat: int, spell: int) -> int:
    """MAN-5.12: a used spell leaves the game; its level is returned."""
    hero = state.heroes[seat]
    level = hero.spells[spell]
    hero.spells = replaced(hero.spells, spell, 0)
    leave_game(state, ARTIFACTS + spell, level)
    return level


# Monsters


def lose_loot(state: ManticoreState, monster: int) -> int:
    """A dying monster's spells leave the game; the stock of its artifacts is returned."""
    foe = state.monsters[monster]
    if foe.veiled:
        unveil(state, monster)
    stock = foe.loot
    foe.loot = 0
    spells_leave(state, foe.spells)
    foe.spells = NO_SPELLS
    return stock


def load(state: ManticoreState, monster: int, kind: int, level: int) -> None:
    """A monster carries one more token (MAN-9.6)."""
    foe = state.monsters[monster]
    if kind >= ARTIFACTS:
        foe.spells = replaced(foe.spells, kind - ARTIFACTS, level)
    else:
        foe.loot += UNIT[field_of(kind, level)]


def veiled_rank(monster: Monster, location: int) -> int:
    """Which token of a location's pile, counted from the top, a monster carries face down; -1 for none
    (MAN-14.3).
    """
    return (monster.veiled >> FIELD * location & 7) - 1


def veiled_level(state: ManticoreState, monster: Monster, location: int) -> int:
    """The level of the face-down token that a monster took there."""
    levels = state.ruleset.edition.pile_levels(state.pile_kind[location], state.seats)
    return levels[veiled_rank(monster, location)]


def unveil(state: ManticoreState, monster: int) -> None:
    """MAN-14.4: the face-down tokens of a monster are opened and stay open; everybody learns what their
    piles are.
    """
    foe = state.monsters[monster]
    for location in range(FIRST_PILE, LOCATIONS):
        if veiled_rank(foe, location) >= 0:
            kind = state.pile_kind[location]
            level = veiled_level(state, foe, location)
            load(state, monster, kind, level)
            state.known |= 1 << location
            state.tell(UNVEILED, monster, kind, level, location)
    foe.veiled = 0


# Piles, the ground, and out of the game


def open_pile(state: ManticoreState, location: int) -> None:
    """MAN-14.2: a hero has entered the location. Where monsters have left nothing there is nothing to see."""
    if state.pile[location] > 0 and not state.opened >> location & 1:
        state.opened |= 1 << location
        state.known |= 1 << location
        state.tell(OPENED, location, state.pile_kind[location])


def take_off(state: ManticoreState, location: int, level: int) -> None:
    """A token of this level leaves the pile of a location."""
    state.pile = replaced(state.pile, location, state.pile[location] - UNIT[level - 1])


def leave_game(state: ManticoreState, kind: int, level: int) -> None:
    field = field_of(kind, level)
    state.gone = replaced(state.gone, field, state.gone[field] + 1)


def spells_leave(state: ManticoreState, spells: tuple[int, ...]) -> None:
    for spell in range(len(spells)):
        if spells[spell] > 0:
            leave_game(state, ARTIFACTS + spell, spells[spell])


def stock_leaves(state: ManticoreState, stock: int) -> None:
    """Artifacts leave the game (MAN-5.9)."""
    gone = list(state.gone)
    for field in fields_in(stock):
        gone[field] += stock >> FIELD * field & 7
    state.gone = tuple(gone)


def fields_in(stock: int) -> list[int]:
    """The numbers of all kinds and levels that are in a stock."""
    found: list[int] = []
    field = 0
    while stock:
        if stock & 7:
            found.append(field)
        stock >>= FIELD
        field += 1
    return found


def fall(state: ManticoreState, cell: int, stock: int) -> None:
    """Artifacts fall on a cell (MAN-5.10)."""
    for field in fields_in(stock):
        for _ in range(stock >> FIELD * field & 7):
            put_down(state, cell, field // LEVELS, field % LEVELS + 1)
            state.tell(FELL, field // LEVELS, field % LEVELS + 1, cell)


def put_down(state: ManticoreState, cell: int, kind: int, level: int) -> None:
    """An artifact lies on a cell from now on."""
    state.ground = tuple(sorted([*state.ground, ground_code(cell, kind, level)]))


def lift(state: ManticoreState, cell: int, kind: int, level: int) -> None:
    """An artifact is picked up."""
    ground = list(state.ground)
    ground.remove(ground_code(cell, kind, level))
    state.ground = tuple(ground)


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
