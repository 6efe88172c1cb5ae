"""The turns of the monsters (MAN-9, 12, 13) and of the Manticore (MAN-10). Nobody decides for them."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.rules import events, gear
from ludoteca.games.manticore.rules.actions import BOOTS, MONSTERS, MOST_SEATS
from ludoteca.games.manticore.rules.beings import USUAL_SHARES
from ludoteca.games.manticore.rules.edition import CITY, FIRST_PILE
from ludoteca.games.manticore.rules.monster_paths import (
    acting_order,
    circle_of,
    intent,
    next_cell,
    prey_beside,
    tempting,
)
from ludoteca.games.manticore.rules.scoring import all_heroes_dead, manticore_in_city
from ludoteca.games.manticore.rules.state import (
    CITY_SUFFERS,
    EMPTY,
    FIRST_FOE,
    MANTICORE,
    MANTICORE_ACTS,
    MONSTERS_ACT,
    ManticoreState,
)
from ludoteca.games.manticore.rules.steps.battle import open_battle
from ludoteca.games.manticore.rules.strengths import BEING
from ludoteca.kernel.state import Happening

MOST_POINTS: Final = 6
BY_CARD: Final = -1


class MonsterPhase(Happening[ManticoreState]):
    """MAN-9.1: every monster acts once, the nearest to the City first; or none moves at all (MAN-12.1)."""

    def happen(self, state: ManticoreState) -> None:
        state.phase = MONSTERS_ACT
        state.active = -1
        if state.ruleset.still_monsters:
            state.tell(events.MONSTERS_STILL)
            return
        state.tell(events.MONSTERS_TURN)
        for monster in reversed(acting_order(state)):
            state.push(ACTIVATIONS[monster][points_of(state, monster)])


def points_of(state: ManticoreState, monster: int) -> int:
    """MAN-9.13, MAN-13.1: how many things a monster does in a turn."""
    ruleset = state.ruleset
    points = min(ruleset.monster_initiative, ruleset.edition.monster_level[monster])
    if ruleset.monster_boots:
        points = min(points + gear.best(state.monsters[monster].loot, BOOTS), MOST_POINTS)
    return points


class Activation(Happening[ManticoreState]):
    """One monster acts, as long as it lives and has points (MAN-13.2)."""

    def __init__(self, monster: int, points: int) -> None:
        super().__init__()
        self.monster = monster
        self.points = points

    def happen(self, state: ManticoreState) -> None:
        monster = state.monsters[self.monster]
        points = self.points
        if monster.passed == state.round:
            monster.passed = 0
            points -= 1
        if monster.life > 0 and points > 0:
            act(state, self.monster, points)


def go_on(state: ManticoreState, monster: int, points: int) -> None:
    if points > 1:
        state.push(ACTIVATIONS[monster][points - 1])


def act(state: ManticoreState, monster: int, points: int) -> None:
    """A monster spends one point: an attack or a step (MAN-13.1)."""
    edition = state.ruleset.edition
    cell = state.monsters[monster].cell
    in_city = edition.location_of[cell] == CITY
    if edition.aggressive[monster]:
        prey = prey_beside(state, cell)
        if prey >= 0:
            state.tell(events.POUNCED, monster, prey)
            go_on(state, monster, points)
            if not in_city:
                state.push(Assault(monster, state.heroes[prey].cell))
            assail(state, FIRST_FOE + monster, prey)
            return
    if in_city:
        state.tell(events.STAYS_IN_CITY, monster)  # MAN-9.11
        return
    location = -1 if edition.aggressive[monster] else tempting(state, monster)
    target = next_cell(state, monster, location)
    being = state.occupant[target]
    if being == EMPTY:
        step(state, monster, target, location)
        if not state.over:
            go_on(state, monster, points)
    elif being < MOST_SEATS:
        state.tell(events.IN_THE_WAY, monster, being)
        go_on(state, monster, points)
        assail(state, FIRST_FOE + monster, being)
    else:
        circle = circle_of(state, monster) if state.ruleset.monsters_pass else []
        if circle:
            pass_by(state, circle)
            go_on(state, monster, points)
        else:
            state.tell(events.BLOCKED, monster, target)


def pass_by(state: ManticoreState, circle: list[int]) -> None:
    """MAN-9.4: where the table plays so, monsters that want each other's cells pass; for the others this is a
    point of their turn.
    """
    ways = [intent(state, monster) for monster in circle]
    state.tell(events.PASSED, circle[0], circle[1])
    for monster in circle:
        state.lift(FIRST_FOE + monster)
        state.monsters[monster].passed = state.round
    state.monsters[circle[0]].passed = 0
    for monster, (target, location) in zip(circle, ways, strict=True):
        step(state, monster, target, location)


def assail(state: ManticoreState, foe: int, seat: int) -> None:
    """A foe attacks one hero, the type by card (MAN-9.8, 9.9, MAN-10.4)."""
    state.battle.leader = seat
    state.battle.shares = USUAL_SHARES
    open_battle(state, BEING[foe], BEING[seat], BY_CARD)


def step(state: ManticoreState, monster: int, target: int, location: int) -> None:
    """A monster goes one cell and tells why."""
    if location >= 0:
        state.tell(events.DETOURED, monster, target, location)
    elif state.ruleset.edition.aggressive[monster]:
        state.tell(events.WENT_STRAIGHT, monster, target)
    else:
        state.tell(events.FOLLOWED_ROAD, monster, target)
    arrive(state, monster, target)


def arrive(state: ManticoreState, monster: int, cell: int) -> None:
    """A monster on a new cell robs the location and the ground (MAN-9.6), or the City suffers (MAN-9.10)."""
    edition = state.ruleset.edition
    state.put(FIRST_FOE + monster, cell)
    location = edition.location_of[cell]
    if not edition.aggressive[monster]:
        if location >= FIRST_PILE and not state.monsters[monster].visited >> location & 1:
            rob(state, monster, location)
        if state.ground:
            pick_up(state, monster, cell)
    if location == CITY:
        state.monsters[monster].city_since = state.round
        level = edition.monster_level[monster]
        state.tell(events.ENTERED_CITY, monster, level)
        harm_everybody(state, level)


def pick_up(state: ManticoreState, monster: int, cell: int) -> None:
    """A monster takes the strongest artifact that fell on its new cell, if any did."""
    code = gear.strongest_on(state, cell)
    if code:
        gear.lift(state, cell, gear.ground_kind(code), gear.ground_level(code))
        gear.load(state, monster, gear.ground_kind(code), gear.ground_level(code))
        state.tell(events.MONSTER_PICKED_UP, monster, gear.ground_kind(code), gear.ground_level(code), cell)


def rob(state: ManticoreState, monster: int, location: int) -> None:
    """MAN-9.6: a monster takes the strongest token, face down from an unopened pile (MAN-14.3)."""
    robber = state.monsters[monster]
    robber.visited |= 1 << location
    pile = state.pile[location]
    if pile == 0:
        return
    level = gear.top_level(pile)
    kind = state.pile_kind[location]
    gear.take_off(state, location, level)
    if state.opened >> location & 1:
        gear.load(state, monster, kind, level)
        state.tell(events.MONSTER_TOOK, monster, kind, level, location)
        return
    rank = len(state.ruleset.edition.pile_levels(kind, state.seats)) - gear.height(pile)
    robber.veiled |= (rank + 1) << gear.FIELD * location
    state.tell(events.MONSTER_TOOK_HIDDEN, monster, location)
    if state.pile[location] == 0:
        state.tell(events.EMPTIED, location)  # MAN-14.1: that nothing is left everybody sees


class Assault(Happening[ManticoreState]):
    """MAN-9.9: an aggressive monster that killed its prey steps onto the cell."""

    def __init__(self, monster: int, cell: int) -> None:
        super().__init__()
        self.monster = monster
        self.cell = cell

    def happen(self, state: ManticoreState) -> None:
        if state.monsters[self.monster].life > 0 and state.occupant[self.cell] == EMPTY:
            state.tell(events.ADVANCED, self.monster, self.cell)
            arrive(state, self.monster, self.cell)


def harm_everybody(state: ManticoreState, damage: int) -> None:
    """Every living hero takes damage (MAN-9.10, 9.12); the artifacts of the dead fall (MAN-5.10)."""
    for seat, hero in enumerate(state.heroes):
        if hero.life > 0:
            hero.life = max(0, hero.life - damage)
            state.tell(events.HURT, seat, damage, hero.life)
            if hero.life == 0:
                state.tell(events.HERO_DIED, seat)
                cell = hero.cell
                stock = gear.lose_everything(state, seat)
                state.remove(seat)
                gear.fall(state, cell, stock)
    all_heroes_dead(state)


class ManticorePhase(Happening[ManticoreState]):
    """MAN-10.2 to 10.6: awake, it goes one step down the Fireway, or attacks the hero who stands there."""

    def happen(self, state: ManticoreState) -> None:
        state.phase = MANTICORE_ACTS
        state.active = -1
        beast = state.manticore
        if not beast.awake:
            state.tell(events.SLEEPS)
            return
        way = state.ruleset.edition.fireway
        target = way[beast.step + 1]
        being = state.occupant[target]
        if EMPTY < being < MOST_SEATS:
            state.tell(events.MANTICORE_ATTACKS, being)
            assail(state, MANTICORE, being)
            return
        if being != EMPTY:
            trample(state, being - FIRST_FOE, target)
        beast.step += 1
        state.put(MANTICORE, target)
        state.tell(events.MANTICORE_MOVED, target, len(way) - 1 - beast.step)
        if beast.step == len(way) - 1:
            manticore_in_city(state)


def trample(state: ManticoreState, monster: int, cell: int) -> None:
    """MAN-10.3: a monster in the way is destroyed; what it carried falls on the cell (MAN-5.10)."""
    state.tell(events.TRAMPLED, monster, cell)
    stock = gear.lose_loot(state, monster)
    state.remove(FIRST_FOE + monster)
    gear.fall(state, cell, stock)


class CityPhase(Happening[ManticoreState]):
    """MAN-9.12: one damage to every hero for each monster that stood in the City for the whole round."""

    def happen(self, state: ManticoreState) -> None:
        state.phase = CITY_SUFFERS
        damage = 0
        for monster in state.monsters:
            if monster.life > 0 and 0 < monster.city_since < state.round:
                damage += 1
        if damage > 0:
            state.tell(events.CITY_DAMAGE, damage)
            harm_everybody(state, damage)


ACTIVATIONS: Final[list[list[Activation]]] = [
    [Activation(monster, points) for points in range(MOST_POINTS + 1)] for monster in range(MONSTERS)
]
MONSTER_PHASE: Final = MonsterPhase()
MANTICORE_PHASE: Final = ManticorePhase()
CITY_PHASE: Final = CityPhase()
