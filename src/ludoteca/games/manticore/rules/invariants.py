"""What must hold after every step of Manticore."""

from __future__ import annotations

from ludoteca.games.manticore.rules import gear
from ludoteca.games.manticore.rules.actions import ARTIFACTS, FIRST_MONSTER, KINDS, LEVELS, MOST_SEATS, TOKENS
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.edition import (
    CITY,
    COMBAT_CARDS,
    FIRST_PILE,
    LOCATIONS,
    OUTSIDE,
    ROAD_TOKENS,
)
from ludoteca.games.manticore.rules.land import CELLS, SIDES, turned
from ludoteca.games.manticore.rules.paths import openings, ways_to_city
from ludoteca.games.manticore.rules.state import BEINGS, EMPTY, FIRST_FOE, HEROES, PREPARING, ManticoreState

MOST_INDEX = 20


def faults(state: ManticoreState) -> list[str]:
    """Every invariant that the state breaks, in words."""
    found: list[str] = []
    _beings(state, found)
    _roads(state, found)
    _tokens(state, found)
    _heroes(state, found)
    _monsters(state, found)
    _manticore(state, found)
    _result(state, found)
    return found


def _beings(state: ManticoreState, found: list[str]) -> None:
    beings = {number: state.being(number) for number in [*range(state.seats), *range(FIRST_FOE, BEINGS)]}
    standing = {being.cell: number for number, being in beings.items() if being.cell != NOWHERE}
    if len(standing) != sum(being.cell != NOWHERE for being in beings.values()):
        found.append("two beings stand on one cell")
    for cell in range(CELLS):
        number = standing.get(cell, EMPTY)
        if state.occupant[cell] != number:
            found.append(f"cell {cell} holds {state.occupant[cell]}, but {number} stands there")
    if state.phase != PREPARING:
        for number, being in beings.items():
            if (being.cell == NOWHERE) != (being.life == 0):
                found.append(f"being {number} has life {being.life} on cell {being.cell}")


def _roads(state: ManticoreState, found: list[str]) -> None:
    edition = state.ruleset.edition
    roads = state.roads
    lying = [cell for cell in range(CELLS) if roads.sides[cell]]
    if len(lying) != roads.laid or any(edition.location_of[cell] != OUTSIDE for cell in lying):
        found.append("road tokens lie on top of each other or in a location")
    asked = state.step.name() if state.agenda else ""
    drawn = 1 if asked in ("placetoken", "orient") else 0
    if roads.laid + drawn + sum(roads.unseen) != ROAD_TOKENS:
        found.append(f"{roads.laid} laid, {drawn} in hand and {sum(roads.unseen)} unseen road tokens")
    pictures = {min(edition.masks[token]): 0 for token in range(TOKENS)}
    used = dict(pictures)
    for token in range(TOKENS):
        pictures[min(edition.masks[token])] += edition.token_counts[token] - roads.unseen[token]
    for cell in lying:
        least = min(turned(roads.sides[cell], k) for k in range(SIDES))
        used[least] = used.get(least, 0) + 1
    if sum(abs(pictures.get(least, 0) - number) for least, number in used.items()) != drawn:
        found.append("the roads on the board are not those that were drawn")
    if roads.paved and roads.open_sides != openings(edition, roads.sides):
        found.append("the prices of steps do not follow from the roads")
    if roads.paved and roads.homeward != ways_to_city(edition, roads.open_sides):
        found.append("the ways to the City do not follow from the roads")


def _tokens(state: ManticoreState, found: list[str]) -> None:
    if min(state.pile_kind[FIRST_PILE:]) >= 0 and _tokens_somewhere(state) != _tokens_in_play(state):
        found.append("artifacts and spells do not add up")
    full = state.ruleset.edition.combat_deck
    if not all(0 <= left <= most for left, most in zip(state.deck, full, strict=True)):
        found.append(f"the combat deck holds {state.deck}")
    if not 0 < sum(state.deck) <= COMBAT_CARDS:
        found.append("the combat deck is empty")


def _tokens_in_play(state: ManticoreState) -> list[int]:
    """How many tokens of each kind and level this match is played with (MAN-2.3)."""
    found = [0] * (len(KINDS) * LEVELS)
    for kind in range(len(KINDS)):
        for level in state.ruleset.edition.pile_levels(kind, state.seats):
            found[gear.field_of(kind, level)] += 1
    return found


def _tokens_somewhere(state: ManticoreState) -> list[int]:
    """How many tokens of each kind and level there are in all places, out of the game included."""
    found = list(state.gone)
    stocks = [*[hero.held for hero in state.heroes], *[monster.loot for monster in state.monsters]]
    for stock in stocks:
        for field in gear.fields_in(stock):
            found[field] += stock >> gear.FIELD * field & 7
    for spells in [*[hero.spells for hero in state.heroes], *[monster.spells for monster in state.monsters]]:
        for spell, level in enumerate(spells):
            if level > 0:
                found[gear.field_of(ARTIFACTS + spell, level)] += 1
    for code in state.ground:
        found[gear.field_of(gear.ground_kind(code), gear.ground_level(code))] += 1
    for location in range(FIRST_PILE, LOCATIONS):
        kind = state.pile_kind[location]
        for level in range(1, LEVELS + 1):
            found[gear.field_of(kind, level)] += gear.count(state.pile[location], 0, level)
        for monster in state.monsters:
            if gear.veiled_rank(monster, location) >= 0:
                found[gear.field_of(kind, gear.veiled_level(state, monster, location))] += 1
    return found


def _heroes(state: ManticoreState, found: list[str]) -> None:
    for seat, hero in enumerate(state.heroes):
        if hero.klass < 0:
            continue
        if not 0 <= hero.life <= state.ruleset.edition.classes[hero.klass].life:
            found.append(f"hero {seat} has life {hero.life}")
        bagged = 0
        for kind in range(ARTIFACTS):
            number = sum(gear.count(hero.held, kind, level) for level in range(1, LEVELS + 1))
            bagged += max(0, number - 1)
            if hero.worn[kind] != gear.best(hero.held, kind):
                found.append(f"hero {seat} does not wear the best it has")
        if bagged != hero.bagged:
            found.append(f"hero {seat} has {bagged} artifacts in the bag, not {hero.bagged}")
        if state.index(seat) > MOST_INDEX:
            found.append(f"hero {seat} has the index {state.index(seat)}")
    if state.pool < 0 or state.pool > MOST_INDEX:
        found.append(f"the pool is {state.pool}")
    classes = [hero.klass for hero in state.heroes if hero.klass >= 0]
    if len(set(classes)) != len(classes):
        found.append("a class is there twice")


def _monsters(state: ManticoreState, found: list[str]) -> None:
    edition = state.ruleset.edition
    slain = 0
    for number, monster in enumerate(state.monsters):
        level = edition.monster_level[number]
        in_city = monster.cell != NOWHERE and edition.location_of[monster.cell] == CITY
        if not 0 <= monster.life <= level:
            found.append(f"monster {number} has life {monster.life}")
        if in_city != (monster.city_since > 0 and monster.life > 0):
            found.append(f"monster {number} is in the City since round {monster.city_since}")
        if edition.aggressive[number] and monster.loot | monster.veiled | monster.visited:
            found.append(f"aggressive monster {number} has robbed a location")
        appeared = state.roads.unseen[FIRST_MONSTER + number] == 0 and state.phase >= HEROES
        if appeared and monster.life == 0:
            slain += 2 if level == 4 else 1
    most = slain + (0 if state.ruleset.coop else state.ruleset.pvp_power * MOST_SEATS)
    if sum(sum(hero.power) for hero in state.heroes) > most:
        found.append("more Power points were spent than earned")
    if slain and not state.manticore.awake:
        found.append("a monster is dead and the Manticore asleep")


def _manticore(state: ManticoreState, found: list[str]) -> None:
    beast = state.manticore
    if not 0 <= beast.life <= state.ruleset.manticore_life:
        found.append(f"the Manticore has life {beast.life}")
    if beast.life > 0 and beast.cell != state.ruleset.edition.fireway[beast.step]:
        found.append("the Manticore has left the Fireway")
    if not beast.awake and beast.step > 0:
        found.append("the Manticore walks in its sleep")
    if beast.step > state.round:
        found.append("the Manticore has run")


def _result(state: ManticoreState, found: list[str]) -> None:
    dead = state.phase >= HEROES and not any(hero.life for hero in state.heroes)
    arrived = state.manticore.step == len(state.ruleset.edition.fireway) - 1
    late = state.over and state.round == state.ruleset.max_rounds
    ended = dead or arrived or (state.phase >= HEROES and state.manticore.life == 0)
    if state.over != ended and not late:
        found.append("the match should be over" if ended else "the match is over for no reason")
    if state.result is not None and state.result.reason.startswith("manticore") and state.result.winners:
        found.append("somebody has won a lost match")
