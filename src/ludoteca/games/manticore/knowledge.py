"""What each seat may know in Manticore: everything but unopened piles and face-down loot (MAN-14)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import Any, Final

from ludoteca.games.manticore.rules import gear
from ludoteca.games.manticore.rules.actions import ARTIFACTS, KINDS, LEVELS, MONSTERS, MOST_SEATS
from ludoteca.games.manticore.rules.beings import NO_SPELLS, NOWHERE, Being, Hero, Monster
from ludoteca.games.manticore.rules.edition import FIRST_PILE, LOCATIONS
from ludoteca.games.manticore.rules.land import CELLS
from ludoteca.games.manticore.rules.monster_paths import intent
from ludoteca.games.manticore.rules.paths import ways_from
from ludoteca.games.manticore.rules.state import HEROES, ManticoreState, replaced
from ludoteca.games.manticore.rules.strengths import attack_strength, defence_strength
from ludoteca.kernel.source import Source
from ludoteca.kernel.view import View

NOT_KNOWN = -1
Token = tuple[int, int]  # kind and level
Pile = tuple[Any, ...]  # kind, height and levels as far as known; of open length, for then it stays one thing

KIND_BITS: Final = 4
NO_HERO: Final = Hero()  # in the place of an empty seat
_PILES: Final[dict[int, Pile]] = {}  # what is told of a pile, by kind and content: worked out once


@dataclass(frozen=True)
class ManticoreView(View):
    """The table as one seat sees it; at the end of a match everything lies open.

    `cell` and `life` are by being: four heroes, seven monsters, the Manticore. `piles` tells kind and height,
    both -1 while unknown, and the levels as far as they are known. `intent` is the cell a monster will go to
    or attack next, `detour` the location that tempts it there.
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
    heroines: tuple[bool, ...]
    index: tuple[int, ...]
    prepaid: tuple[int, ...]
    power: tuple[tuple[int, ...], ...]
    worn: tuple[tuple[int, ...], ...]
    bag: tuple[tuple[Token, ...], ...]
    spells: tuple[tuple[int, ...], ...]
    waiting_boots: tuple[bool, ...]
    declined: tuple[int, ...]
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
    shares: tuple[int, ...]
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
    heroes, monsters, beast = state.heroes, state.monsters, state.manticore
    roads, battle, result = state.roads, state.battle, state.result
    fighting = battle.attackers > 0 and state.phase >= HEROES and not state.over
    intents = [goal_of(state, number) for number in range(MONSTERS)]
    absent = [NO_HERO] * (MOST_SEATS - state.seats)
    beings: list[Being] = [*heroes, *absent, *monsters, beast]
    return [
        seat,
        state.actor,
        state.step.name() if state.agenda else "over",
        state.phase,
        state.round,
        state.ruleset.coop,
        state.order,
        state.active,
        state.pool,
        roads.paved or tuple(roads.sides),
        tuple([being.cell for being in beings]),
        tuple([being.life for being in beings]),
        tuple([hero.klass for hero in heroes]),
        tuple([hero.heroine for hero in heroes]),
        tuple([state.index(s) if heroes[s].klass >= 0 else 0 for s in range(state.seats)]),
        tuple([hero.prepaid for hero in heroes]),
        tuple([hero.power for hero in heroes]),
        tuple([hero.worn for hero in heroes]),
        tuple([_bag(hero) for hero in heroes]),
        tuple([hero.spells for hero in heroes]),
        tuple([hero.boots_since >= state.round > 0 for hero in heroes]),
        tuple([hero.declined for hero in heroes]),
        state.void,
        state.attacked,
        state.joint_made,
        tuple([_loot(monster) for monster in monsters]),
        tuple([_face_down(monster) for monster in monsters]),
        tuple([monster.visited for monster in monsters]),
        tuple([monster.city_since for monster in monsters]),
        tuple([cell for cell, _ in intents]),
        tuple([location for _, location in intents]),
        beast.awake,
        beast.step,
        tuple(state.ruleset.manticore),
        state.ruleset.manticore_life,
        tuple([_pile(state, location) for location in range(LOCATIONS)]),
        tuple([(gear.ground_cell(c), gear.ground_kind(c), gear.ground_level(c)) for c in state.ground]),
        state.gone,
        tuple(roads.unseen),
        roads.token,
        roads.spot,
        state.deck,
        battle.attackers,
        battle.defenders,
        battle.attack_type,
        battle.responding,
        attack_strength(state) if fighting else 0,
        defence_strength(state) if fighting else 0,
        battle.attack_die,
        battle.shares,
        battle.leader,
        result.reason if result is not None else "",
        result.winners if result is not None else (),
        state.over,
    ]


def _tokens_in(stock: int) -> list[Token]:
    """The artifacts of a stock by kind, the strongest first."""
    return [
        (kind, level)
        for kind in range(ARTIFACTS)
        for level in range(LEVELS, 0, -1)
        for _ in range(gear.count(stock, kind, level))
    ]


def _bag(hero: Hero) -> tuple[Token, ...]:
    """What a hero holds and does not wear."""
    if hero.bagged == 0:
        return ()
    found = _tokens_in(hero.held)
    for kind in range(ARTIFACTS):
        if hero.worn[kind] > 0:
            found.remove((kind, hero.worn[kind]))
    return tuple(found)


def _loot(monster: Monster) -> tuple[Token, ...]:
    """What a monster carries openly."""
    if monster.loot == 0 and monster.spells == NO_SPELLS:
        return ()
    found = _tokens_in(monster.loot)
    found += [(ARTIFACTS + spell, level) for spell, level in enumerate(monster.spells) if level > 0]
    return tuple(found)


def _face_down(monster: Monster) -> tuple[int, ...]:
    """The locations from which a monster carries a face-down token: everybody saw it go there."""
    if monster.veiled == 0:
        return ()
    return tuple([location for location in range(LOCATIONS) if gear.veiled_rank(monster, location) >= 0])


def goal_of(state: ManticoreState, number: int) -> tuple[int, int]:
    """The cell a monster will go to or attack next, and the location that tempts it; -1 for none."""
    monster = state.monsters[number]
    if not state.roads.paved or monster.life == 0 or state.ruleset.still_monsters or state.over:
        return NOWHERE, NOWHERE
    return intent(state, number)


def _pile(state: ManticoreState, location: int) -> Pile:
    """Kind, height and levels of a pile, as far as everybody knows them (MAN-14.2): of an unknown one only
    whether anything is left of it.
    """
    pile = state.pile[location]
    is_known = state.over or state.known >> location & 1 == 1
    kind = state.pile_kind[location] if is_known else NOT_KNOWN
    key = pile << KIND_BITS | kind + 1
    told = _PILES.get(key)
    if told is None:
        levels: list[int] = []
        if is_known:
            for level in range(LEVELS, 0, -1):
                levels += [level] * (pile >> gear.FIELD * (level - 1) & 7)
        height = gear.height(pile) if is_known or pile == 0 else NOT_KNOWN
        told = (kind, height, tuple(levels))
        _PILES[key] = told
    return told


def reachable(state: ManticoreState) -> list[int]:
    """For each cell what it costs the active hero to walk there now, -1 where its points do not suffice."""
    hero = state.active
    if state.phase != HEROES or hero < 0 or state.heroes[hero].life == 0 or state.over:
        return [-1] * CELLS
    costs, _ = ways_from(state.heroes[hero].cell, state.roads, state.occupant, state.pool)
    return [cost if cost <= state.pool else -1 for cost in costs]


# Making up what is hidden


def imagine(state: ManticoreState, seat: int, source: Source) -> ManticoreState:
    """The same table with the unknown piles exchanged among the locations they may lie in."""
    twin = state.copy()
    if state.over or not state.ruleset.hidden:
        return twin
    for locations, layouts in _possible_layouts(state):
        for location, kind in zip(locations, layouts[source.below(len(layouts))], strict=True):
            left = _levels_left(state, location, kind)
            twin.pile_kind = replaced(twin.pile_kind, location, kind)
            twin.pile = replaced(twin.pile, location, gear.packed(left))
    twin.look_again()
    return twin


def _possible_layouts(state: ManticoreState) -> list[tuple[list[int], list[tuple[int, ...]]]]:
    """For both groups the locations whose piles are unknown and every way their kinds may lie there, given
    that everybody has seen how many tokens were taken from each and whether any is left.
    """
    found: list[tuple[list[int], list[tuple[int, ...]]]] = []
    for magical in (False, True):
        locations = [
            location
            for location in range(FIRST_PILE, LOCATIONS)
            if state.ruleset.edition.locations[location].magical == magical
            and state.pile_kind[location] >= 0
            and not state.known >> location & 1
        ]
        group = [place for place in state.ruleset.edition.locations[FIRST_PILE:] if place.magical == magical]
        seen = [kind for location, kind in enumerate(state.pile_kind) if state.known >> location & 1]
        kinds = sorted([place.holds for place in group if place.holds not in seen])
        layouts = [
            layout
            for layout in permutations(kinds, len(locations))
            if all(
                [_may_lie(state, location, kind) for location, kind in zip(locations, layout, strict=True)]
            )
        ]
        if locations:
            found.append((locations, layouts))
    return found


def _may_lie(state: ManticoreState, location: int, kind: int) -> bool:
    """Whether a kind may lie in a location, judged by what was taken there and whether something is left."""
    edition = state.ruleset.edition
    laid = len(edition.pile_levels(state.pile_kind[location], state.seats))
    left = len(edition.pile_levels(kind, state.seats)) - laid + gear.height(state.pile[location])
    return left > 0 if state.pile[location] else left == 0


def _levels_left(state: ManticoreState, location: int, kind: int) -> list[int]:
    """What would be left in a location if this kind had been laid there."""
    edition = state.ruleset.edition
    laid = len(edition.pile_levels(state.pile_kind[location], state.seats))
    return edition.pile_levels(kind, state.seats)[laid - gear.height(state.pile[location]) :]


def secrets(state: ManticoreState, seat: int) -> list[tuple[str, str]]:
    """The piles whose kind cannot be known, each with its kind."""
    if state.over or not state.ruleset.hidden:
        return []
    names = state.ruleset.edition.locations
    return [
        (f"pile of {names[location].word}", KINDS[state.pile_kind[location]])
        for locations, layouts in _possible_layouts(state)
        for place, location in enumerate(locations)
        if len({layout[place] for layout in layouts}) > 1
    ]
