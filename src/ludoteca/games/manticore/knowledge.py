"""What each seat may know in Manticore: everything but unopened piles and face-down loot (MAN-14)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ludoteca.games.manticore.rules.actions import ARTIFACTS, KINDS, LEVELS, MONSTERS
from ludoteca.games.manticore.rules.edition import FIRST_PILE, LOCATIONS
from ludoteca.games.manticore.rules.gear import (
    FIELD,
    count,
    ground_cell,
    ground_kind,
    ground_level,
    height,
    packed,
    veiled_rank,
)
from ludoteca.games.manticore.rules.land import CELLS, NEIGHBOUR, OFF_BOARD, SIDES
from ludoteca.games.manticore.rules.paths import step_price
from ludoteca.games.manticore.rules.state import (
    EMPTY,
    FIRST_FOE,
    HEROES,
    NOWHERE,
    PAVING,
    STATS_EACH,
    ManticoreState,
)
from ludoteca.games.manticore.rules.steps.battle import attack_strength, defence_strength
from ludoteca.games.manticore.rules.steps.foes import next_cell, prey_beside, tempting
from ludoteca.kernel.source import Source, shuffled
from ludoteca.kernel.view import View

NOT_KNOWN = -1
Token = tuple[int, int]  # kind and level
Pile = tuple[Any, ...]  # kind, height and levels as far as known; of open length, for then it stays one thing

KIND_BITS: Final = 4
REMEMBERED: Final = 8
_PILES: Final[dict[int, Pile]] = {}  # what is told of a pile, by kind and content: worked out once


class Paved:
    """The roads of one match, and what is told of them."""

    def __init__(self, road: list[int]) -> None:
        self.road = road
        self.told = tuple(road)


_ROADS: Final[list[Paved]] = []  # of the last matches


@dataclass(frozen=True)
class ManticoreView(View):
    """The table as one seat sees it; at the end of a match everything lies open.

    `cell` and `life` are by being: four heroes, seven monsters, the Manticore. `piles` tells kind (-1 while
    unknown), height and the levels as far as they are known. `intent` is the cell a monster will go to or
    attack next, `detour` the location that tempts it there.
    """

    phase: str
    stage: int
    round: int
    coop: bool
    order: tuple[int, ...]
    active: int
    pool: int
    roads: tuple[int, ...]
    cell: tuple[int, ...]
    life: tuple[int, ...]
    classes: tuple[int, ...]
    index: tuple[int, ...]
    prepaid: tuple[int, ...]
    power: tuple[tuple[int, ...], ...]
    worn: tuple[tuple[int, ...], ...]
    bag: tuple[tuple[Token, ...], ...]
    spells: tuple[tuple[int, ...], ...]
    waiting_boots: tuple[bool, ...]
    declined: int
    void: int
    attacked: int
    joint_made: int
    loot: tuple[tuple[Token, ...], ...]
    face_down: tuple[tuple[int, ...], ...]
    visited: tuple[int, ...]
    city_since: tuple[int, ...]
    intent: tuple[int, ...]
    detour: tuple[int, ...]
    awake: bool
    fire_step: int
    manticore: tuple[int, ...]
    manticore_life: int
    piles: tuple[tuple[int, int, tuple[int, ...]], ...]
    ground: tuple[tuple[int, int, int], ...]
    gone: tuple[int, ...]
    unseen: tuple[int, ...]
    token: int
    spot: int
    deck: tuple[int, ...]
    attackers: int
    defenders: int
    attack_type: int
    responding: bool
    attack_strength: int
    defence_strength: int
    attack_die: int
    terms: int
    leader: int
    reason: str
    winners: tuple[int, ...]
    over: bool
    reach: tuple[int, ...]


def view(state: ManticoreState, seat: int) -> ManticoreView:
    """The same for every seat and for spectators: the heroes know what each other knows."""
    return ManticoreView(*[*facts(state, seat), tuple(reachable(state))])


def facts(state: ManticoreState, seat: int) -> list[Any]:
    """What a view holds, in the order of its fields, but for `reach`: that follows from the rest."""
    fighting = state.attackers > 0 and state.phase >= HEROES and not state.over
    intents: list[int] = []
    detours: list[int] = []
    for monster in range(MONSTERS):
        cell, location = _intent(state, monster)
        intents.append(cell)
        detours.append(location)
    return [
        seat,
        state.actor,
        state.agenda[-1].name() if state.agenda else "over",
        state.phase,
        state.round,
        state.ruleset.coop,
        tuple(state.order),
        state.active,
        state.pool,
        _roads(state),
        tuple(state.cell),
        tuple(state.life),
        tuple(state.klass),
        tuple([state.index(s) if state.klass[s] >= 0 else 0 for s in range(state.seats)]),
        tuple(state.prepaid),
        tuple([tuple(state.power[STATS_EACH * s : STATS_EACH * s + STATS_EACH]) for s in range(state.seats)]),
        tuple([tuple(state.worn[ARTIFACTS * s : ARTIFACTS * s + ARTIFACTS]) for s in range(state.seats)]),
        tuple([_bag(state, s) for s in range(state.seats)]),
        tuple([tuple(state.spells[2 * s : 2 * s + 2]) for s in range(state.seats)]),
        tuple([state.boots_since[s] >= state.round > 0 for s in range(state.seats)]),
        state.declined,
        state.void,
        state.attacked,
        state.joint_made,
        tuple([_loot(state, m) for m in range(MONSTERS)]),
        tuple([_face_down(state, m) for m in range(MONSTERS)]),
        tuple(state.visited),
        tuple(state.city_since),
        tuple(intents),
        tuple(detours),
        state.awake,
        state.fire_step,
        tuple(state.ruleset.manticore),
        state.ruleset.manticore_life,
        tuple([_pile(state, location) for location in range(LOCATIONS)]),
        tuple([(ground_cell(c), ground_kind(c), ground_level(c)) for c in state.ground]),
        tuple(state.gone),
        tuple(state.unseen),
        state.token,
        state.spot,
        tuple(state.deck),
        state.attackers,
        state.defenders,
        state.attack_type,
        state.responding,
        attack_strength(state) if fighting else 0,
        defence_strength(state) if fighting else 0,
        state.attack_die,
        state.terms,
        state.leader,
        state.result.reason if state.result is not None else "",
        state.result.winners if state.result is not None else (),
        state.over,
    ]


def _roads(state: ManticoreState) -> tuple[int, ...]:
    """Roads that are paved stay, and copies of a state share them: so does what is told of them."""
    road = state.road
    if state.phase <= PAVING:
        return tuple(road)
    for known in _ROADS:
        if known.road is road:
            return known.told
    if len(_ROADS) >= REMEMBERED:
        _ROADS.clear()
    paved = Paved(road)
    _ROADS.append(paved)
    return paved.told


def _bag(state: ManticoreState, seat: int) -> tuple[Token, ...]:
    """What a hero holds and does not wear."""
    if state.bagged[seat] == 0:
        return ()
    found: list[Token] = []
    for kind in range(ARTIFACTS):
        for level in range(LEVELS, 0, -1):
            spare = count(state.held[seat], kind, level)
            if level == state.worn[ARTIFACTS * seat + kind]:
                spare -= 1
            found += [(kind, level)] * spare
    return tuple(found)


def _loot(state: ManticoreState, monster: int) -> tuple[Token, ...]:
    """What a monster carries openly."""
    if state.loot[monster] == 0 and state.foe_spells[2 * monster] + state.foe_spells[2 * monster + 1] == 0:
        return ()
    found: list[Token] = []
    if state.loot[monster] > 0:
        for kind in range(ARTIFACTS):
            for level in range(LEVELS, 0, -1):
                found += [(kind, level)] * count(state.loot[monster], kind, level)
    for spell in range(2):
        level = state.foe_spells[2 * monster + spell]
        if level > 0:
            found.append((ARTIFACTS + spell, level))
    return tuple(found)


def _face_down(state: ManticoreState, monster: int) -> tuple[int, ...]:
    """The locations from which a monster carries a face-down token: everybody saw it go there."""
    if state.veiled[monster] == 0:
        return ()
    return tuple([loc for loc in range(FIRST_PILE, LOCATIONS) if veiled_rank(state, monster, loc) >= 0])


def _intent(state: ManticoreState, monster: int) -> tuple[int, int]:
    """The cell a monster will go to or attack next, and the location that tempts it; -1 for none."""
    being = FIRST_FOE + monster
    edition = state.ruleset.edition
    if not state.open_sides or state.life[being] == 0 or state.ruleset.still_monsters or state.over:
        return NOWHERE, NOWHERE
    cell = state.cell[being]
    if edition.aggressive[monster]:
        prey = prey_beside(state, cell)
        if prey >= 0:
            return state.cell[prey], NOWHERE
    if edition.steps_to[cell] == 0:
        return NOWHERE, NOWHERE
    location = NOWHERE if edition.aggressive[monster] else tempting(state, monster)
    return next_cell(state, monster, location), location


def _pile(state: ManticoreState, location: int) -> Pile:
    """Kind, height and levels of a pile, as far as everybody knows them (MAN-14.2)."""
    pile = state.pile[location]
    is_known = state.over or state.known >> location & 1 == 1
    kind = state.pile_kind[location] if is_known else NOT_KNOWN
    key = pile << KIND_BITS | kind + 1
    told = _PILES.get(key)
    if told is None:
        levels: list[int] = []
        if is_known:
            for level in range(LEVELS, 0, -1):
                levels += [level] * (pile >> FIELD * (level - 1) & 7)
        told = (kind, height(pile), tuple(levels))
        _PILES[key] = told
    return told


def reachable(state: ManticoreState) -> list[int]:
    """For each cell what it costs the active hero to walk there now, -1 where its points do not suffice."""
    found = [-1] * CELLS
    hero = state.active
    if state.phase != HEROES or hero < 0 or state.life[hero] == 0 or state.over:
        return found
    found[state.cell[hero]] = 0
    queue = [state.cell[hero]]
    position = 0
    while position < len(queue):
        cell = queue[position]
        position += 1
        for d in range(SIDES):
            near = NEIGHBOUR[SIDES * cell + d]
            if near == OFF_BOARD:
                continue
            total = found[cell] + step_price(state.open_sides, cell, d, near)
            if state.occupant[near] == EMPTY and total <= state.pool and not 0 <= found[near] <= total:
                found[near] = total
                queue.append(near)
    return found


# Making up what is hidden


def imagine(state: ManticoreState, seat: int, source: Source) -> ManticoreState:
    """The same table with the unknown piles exchanged among the locations they may lie in."""
    twin = state.copy()
    if state.over or not state.ruleset.hidden:
        return twin
    for group in _exchangeable(state):
        kinds = shuffled(_possible_kinds(state, group[0]), source)
        for location, kind in zip(group, kinds, strict=False):
            levels = state.ruleset.edition.pile_levels(kind, state.seats)
            taken = len(levels) - height(state.pile[location])
            twin.pile_kind[location] = kind
            twin.pile[location] = packed(levels[taken:])
    twin.look_again()
    return twin


def _exchangeable(state: ManticoreState) -> list[list[int]]:
    """Locations whose unknown piles nobody can tell apart: of one group, and of one height when they were
    laid.
    """
    groups: dict[int, list[int]] = {}
    edition = state.ruleset.edition
    for location in range(FIRST_PILE, LOCATIONS):
        kind = state.pile_kind[location]
        if kind >= 0 and not state.known >> location & 1:
            laid = len(edition.pile_levels(kind, state.seats))
            key = 2 * laid + (1 if edition.locations[location].magical else 0)
            groups.setdefault(key, []).append(location)
    return list(groups.values())


def _possible_kinds(state: ManticoreState, location: int) -> list[int]:
    """What may lie in a location: the kinds of its group and height that are not known to lie elsewhere."""
    edition = state.ruleset.edition
    laid = len(edition.pile_levels(state.pile_kind[location], state.seats))
    magical = edition.locations[location].magical
    found: list[int] = []
    for place in edition.locations[FIRST_PILE:]:
        if place.magical == magical and len(edition.pile_levels(place.holds, state.seats)) == laid:
            found.append(place.holds)
    for other in range(FIRST_PILE, LOCATIONS):
        if state.known >> other & 1 and state.pile_kind[other] in found:
            found.remove(state.pile_kind[other])
    return sorted(found)


def secrets(state: ManticoreState, seat: int) -> list[tuple[str, str]]:
    """The piles whose kind cannot be known, each with its kind."""
    if state.over or not state.ruleset.hidden:
        return []
    names = state.ruleset.edition.locations
    return [
        (f"pile of {names[location].word}", KINDS[state.pile_kind[location]])
        for group in _exchangeable(state)
        if len(_possible_kinds(state, group[0])) > 1
        for location in group
    ]
