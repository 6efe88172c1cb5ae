"""What must hold after every step of Manticore."""

from __future__ import annotations

from ludoteca.games.manticore.rules.actions import (
    ARTIFACTS,
    FIRST_MONSTER,
    LEVELS,
    MONSTERS,
    MOST_SEATS,
    TOKENS,
)
from ludoteca.games.manticore.rules.edition import CITY, COMBAT_CARDS, OUTSIDE, ROAD_TOKENS
from ludoteca.games.manticore.rules.gear import best, count, tokens_in_play, tokens_somewhere
from ludoteca.games.manticore.rules.land import CELLS, SIDES
from ludoteca.games.manticore.rules.paths import openings, ways_to_city
from ludoteca.games.manticore.rules.state import (
    BEINGS,
    EMPTY,
    FIRST_FOE,
    HEROES,
    MANTICORE,
    NOWHERE,
    PREPARING,
    STATS_EACH,
    ManticoreState,
)

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
    standing = {state.cell[being]: being for being in range(BEINGS) if state.cell[being] != NOWHERE}
    if len(standing) != BEINGS - state.cell.count(NOWHERE):
        found.append("two beings stand on one cell")
    for cell in range(CELLS):
        being = standing.get(cell, EMPTY)
        if state.occupant[cell] != being:
            found.append(f"cell {cell} holds {state.occupant[cell]}, but {being} stands there")
    if state.phase != PREPARING:
        for being in range(BEINGS):
            if (state.cell[being] == NOWHERE) != (state.life[being] == 0):
                found.append(f"being {being} has life {state.life[being]} on cell {state.cell[being]}")


def _roads(state: ManticoreState, found: list[str]) -> None:
    edition = state.ruleset.edition
    lying = [cell for cell in range(CELLS) if state.road[cell]]
    if len(lying) != state.laid or any(edition.location_of[cell] != OUTSIDE for cell in lying):
        found.append("road tokens lie on top of each other or in a location")
    asked = state.agenda[-1].name() if state.agenda else ""
    drawn = 1 if asked in ("placetoken", "orient") else 0
    if state.laid + drawn + sum(state.unseen) != ROAD_TOKENS:
        found.append(f"{state.laid} laid, {drawn} in hand and {sum(state.unseen)} unseen road tokens")
    pictures = {min(edition.masks[SIDES * token : SIDES * token + SIDES]): 0 for token in range(TOKENS)}
    used = dict(pictures)
    for token in range(TOKENS):
        least = min(edition.masks[SIDES * token : SIDES * token + SIDES])
        pictures[least] += edition.token_counts[token] - state.unseen[token]
    for cell in lying:
        turns = [(state.road[cell] << k | state.road[cell] >> (SIDES - k)) & 63 for k in range(SIDES)]
        used[min(turns)] = used.get(min(turns), 0) + 1
    if sum(abs(pictures.get(least, 0) - number) for least, number in used.items()) != drawn:
        found.append("the roads on the board are not those that were drawn")
    if state.open_sides and state.open_sides != openings(edition, state.road):
        found.append("the prices of steps do not follow from the roads")
    if state.homeward and state.homeward != ways_to_city(edition, state.open_sides):
        found.append("the ways to the City do not follow from the roads")


def _tokens(state: ManticoreState, found: list[str]) -> None:
    if min(state.pile_kind[2:]) >= 0 and tokens_somewhere(state) != tokens_in_play(state):
        found.append("artifacts and spells do not add up")
    full = state.ruleset.edition.combat_deck
    if not all(0 <= left <= most for left, most in zip(state.deck, full, strict=True)):
        found.append(f"the combat deck holds {state.deck}")
    if not 0 < sum(state.deck) <= COMBAT_CARDS:
        found.append("the combat deck is empty")


def _heroes(state: ManticoreState, found: list[str]) -> None:
    for seat in range(state.seats):
        if state.klass[seat] < 0:
            continue
        if not 0 <= state.life[seat] <= state.ruleset.edition.classes[state.klass[seat]].life:
            found.append(f"hero {seat} has life {state.life[seat]}")
        bagged = 0
        for kind in range(ARTIFACTS):
            number = sum(count(state.held[seat], kind, level) for level in range(1, LEVELS + 1))
            bagged += max(0, number - 1)
            if state.worn[ARTIFACTS * seat + kind] != best(state.held[seat], kind):
                found.append(f"hero {seat} does not wear the best it has")
        if bagged != state.bagged[seat]:
            found.append(f"hero {seat} has {bagged} artifacts in the bag, not {state.bagged[seat]}")
        if state.index(seat) > MOST_INDEX:
            found.append(f"hero {seat} has the index {state.index(seat)}")
    if state.pool < 0 or state.pool > MOST_INDEX:
        found.append(f"the pool is {state.pool}")
    if len(set(state.klass) - {-1}) != len([klass for klass in state.klass if klass >= 0]):
        found.append("a class is there twice")


def _monsters(state: ManticoreState, found: list[str]) -> None:
    edition = state.ruleset.edition
    slain = 0
    for monster in range(MONSTERS):
        being = FIRST_FOE + monster
        level = edition.monster_level[monster]
        in_city = state.cell[being] != NOWHERE and edition.location_of[state.cell[being]] == CITY
        if not 0 <= state.life[being] <= level:
            found.append(f"monster {monster} has life {state.life[being]}")
        if in_city != (state.city_since[monster] > 0 and state.life[being] > 0):
            found.append(f"monster {monster} is in the City since round {state.city_since[monster]}")
        if (
            edition.aggressive[monster]
            and state.loot[monster] | state.veiled[monster] | state.visited[monster]
        ):
            found.append(f"aggressive monster {monster} has robbed a location")
        appeared = state.unseen[FIRST_MONSTER + monster] == 0 and state.phase >= HEROES
        if appeared and state.life[being] == 0:
            slain += 2 if level == 4 else 1
    most = slain + (0 if state.ruleset.coop else state.ruleset.pvp_power * MOST_SEATS)
    if sum(state.power[: STATS_EACH * state.seats]) > most:
        found.append("more Power points were spent than earned")
    if slain and not state.awake:
        found.append("a monster is dead and the Manticore asleep")


def _manticore(state: ManticoreState, found: list[str]) -> None:
    way = state.ruleset.edition.fireway
    if not 0 <= state.life[MANTICORE] <= state.ruleset.manticore_life:
        found.append(f"the Manticore has life {state.life[MANTICORE]}")
    if state.life[MANTICORE] > 0 and state.cell[MANTICORE] != way[state.fire_step]:
        found.append("the Manticore has left the Fireway")
    if not state.awake and state.fire_step > 0:
        found.append("the Manticore walks in its sleep")
    if state.fire_step > state.round:
        found.append("the Manticore has run")


def _result(state: ManticoreState, found: list[str]) -> None:
    dead = state.phase >= HEROES and not any(state.life[: state.seats])
    arrived = state.fire_step == len(state.ruleset.edition.fireway) - 1
    late = state.over and state.round == state.ruleset.max_rounds
    ended = dead or arrived or (state.phase >= HEROES and state.life[MANTICORE] == 0)
    if state.over != ended and not late:
        found.append("the match should be over" if ended else "the match is over for no reason")
    if state.result is not None and state.result.reason.startswith("manticore") and state.result.winners:
        found.append("somebody has won a lost match")
