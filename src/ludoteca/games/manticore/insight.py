"""How good a position looks: features in points, squeezed into a chance between 0 and 1.

The weights come from playing many matches with greedy heroes; each is in points, one point being about one
life of a wounded hero. A team is looked at as a whole; among rivals a seat looks at its own hero first.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import Any, Final

from ludoteca.games.manticore.actions import ARTIFACTS, FIRST_MONSTER, MONSTERS
from ludoteca.games.manticore.edition import CITY, FIRST_PILE, LOCATIONS, ManticoreEdition
from ludoteca.games.manticore.forecast import (
    ONE_HERO,
    assault_harm,
    best_type,
    chance_against_manticore,
    duel,
    living_heroes,
)
from ludoteca.games.manticore.gear import ground_level, top_level
from ludoteca.games.manticore.land import BIT, CELLS, NEIGHBOUR, OFF_BOARD, OPPOSITE, ROUGH_PRICE, SIDES
from ludoteca.games.manticore.paths import FAR, step_prices, ways_to
from ludoteca.games.manticore.state import (
    CITY_SUFFERS,
    FIRST_FOE,
    HEROES,
    MANTICORE,
    MANTICORE_ACTS,
    MONSTERS_ACT,
    STATS_EACH,
    ManticoreState,
)
from ludoteca.games.manticore.steps.battle import (
    BEING,
    CastSpell,
    ChooseStance,
    ChooseTrophy,
    ChooseType,
    CounterSpell,
    SpendPower,
)
from ludoteca.games.manticore.steps.foes import prey_beside
from ludoteca.games.manticore.steps.joint import AgreeTerms, Invitation
from ludoteca.games.manticore.steps.roads import Orient
from ludoteca.games.manticore.steps.turn import Consent, OfferItem
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, Step

# sword, bow, shield, boots, amulet, helmet, Fireball, Ice Boulder: points per level
GEAR: Final[list[float]] = [1.5, 0.7, 1.1, 1.4, 1.5, 1.1, 1.3, 1.3]
BAGGED: Final = 1.2
POWER_POINT: Final = 1.5
ON_THE_GROUND: Final = 1.0
DEAD_HERO: Final = 12.0
VICTORY: Final = 26.0
WOUNDS: Final = 34.0
SLEEP: Final = 3.0
FIRE_STEP: Final = 0.9
AT_THE_GATE: Final[list[float]] = [22.0, 12.0, 6.0, 3.0, 1.0]
IN_CITY: Final = 4.0
ENTRY: Final = 0.8  # per hero, and 0.7 per level of the monster that enters
LOOT: Final = 0.7
AMBUSH: Final = 20.0
GOAL: Final = 0.8
PATIENCE: Final = 0.45
HASTE: Final = 0.2
DREAD: Final = 0.36
ROAD: Final = 0.28
LUCKS: Final = 5
SCALE: Final = 20.0
EVEN: Final = 14.0
REMEMBERED: Final = 4096

Steps = Step[Any]


def evaluate(state: ManticoreState, seat: int) -> float:
    """The chance of a seat to win, as far as one can tell by looking."""
    result = state.result
    if result is not None:
        if seat not in result.winners:
            return 0.0
        return 1.0 if result.reason == "players_great" else 0.98
    if not state.house.coop and state.life[seat] == 0 and state.phase >= HEROES:
        return 0.0
    return 0.96 / (1.0 + exp(-points(state, seat) / SCALE)) + 0.01


def points(state: ManticoreState, seat: int) -> float:
    """The worth of a position; where a battle is under way, of what is likely to come of it."""
    if state.phase < HEROES:
        return road_points(state)
    step: Steps = state.agenda[-1]
    if isinstance(step, ChooseType):
        return max([_played_on(state, seat, number) for number in range(3)])
    if isinstance(
        step,
        CastSpell
        | CounterSpell
        | ChooseStance
        | SpendPower
        | ChooseTrophy
        | AgreeTerms
        | Invitation
        | OfferItem
        | Consent,
    ):
        return _played_on(state, seat, -1)
    return invasion_points(state, seat)


# Looking into a battle


def _played_on(state: ManticoreState, seat: int, first: int) -> float:
    """The mean worth over a few lucks once the battle in hand is over, everybody following a simple habit."""
    total = 0.0
    for luck in range(LUCKS):
        twin = state.copy()
        source = Stream(luck, "forecast")
        if first >= 0:
            twin.play(twin.choices[first])
        while twin.result is None:
            step: Steps = twin.agenda[-1]
            if twin.actor == CHANCE:
                twin.play(step.sample(twin, source))
            else:
                number = _habit(twin, step)
                if number < 0:
                    break
                twin.play(twin.choices[number])
        total += _worth(twin, seat)
    return total / LUCKS


def _worth(state: ManticoreState, seat: int) -> float:
    result = state.result
    if result is None:
        return invasion_points(state, seat)
    return 3.0 * SCALE if seat in result.winners else -4.0 * SCALE


def _habit(state: ManticoreState, step: Steps) -> int:
    """Which option to take without thinking: spells against the Manticore, the better guard; -1 for a real
    choice.
    """
    if isinstance(step, CastSpell):
        return len(state.choices) - 1 if state.defenders & BEING[MANTICORE] else 0
    if isinstance(step, CounterSpell):
        return len(state.choices) - 1
    if isinstance(step, ChooseStance):
        return _guard(state, step.seat)
    if isinstance(step, SpendPower):
        return 1
    if isinstance(step, ChooseTrophy):
        return 0
    if isinstance(step, AgreeTerms):
        return 0
    if isinstance(step, Invitation | Consent):
        return 1
    if isinstance(step, ChooseType):
        return best_type(state)
    return 0 if isinstance(step, OfferItem) else -1


def _guard(state: ManticoreState, seat: int) -> int:
    """Fight with the better arm: sword or shield."""
    base = STATS_EACH * seat
    card = state.house.edition.classes[state.klass[seat]].stats
    sword = card[1] + state.power[base + 1] + state.worn[ARTIFACTS * seat]
    shield = card[3] + state.power[base + 3] + state.worn[ARTIFACTS * seat + 2]
    return 0 if sword + 1 >= shield else 1


# The invasion


def invasion_points(state: ManticoreState, seat: int) -> float:
    """Heroes, monsters, the Manticore and what everybody is about to reach."""
    heroes = living_heroes(state)
    coop = state.house.coop
    team = heroes if coop else ONE_HERO[seat]
    way = state.house.edition.fireway
    left = len(way) - 1 - state.fire_step
    if state.awake and state.phase < MANTICORE_ACTS and not _blocked(state):
        left -= 1
    rounds = min(3.0, 1.0 + 0.25 * left)
    prospect = chance_against_manticore(state, team, rounds)
    total = VICTORY * (prospect - 0.4)
    total += WOUNDS * (1.0 - state.life[MANTICORE] / state.house.manticore_life)
    total += _fireway_points(state, left, prospect)
    total += _monster_points(state, heroes)
    for hero in range(state.seats):
        share = 1.0 if coop else 1.5 if hero == seat else -0.3
        if state.life[hero] == 0:
            total -= DEAD_HERO * share
        else:
            total += share * (_hero_points(state, hero) + _goal_points(state, hero, prospect, left))
    for code in state.ground:
        total -= ON_THE_GROUND * ground_level(code)
    return total - EVEN * state.seats


def _hero_points(state: ManticoreState, hero: int) -> float:
    """Life, gear and Power points of a hero, less the attacks that await it."""
    life = float(state.life[hero])
    for monster in range(MONSTERS):
        if 0 < state.city_since[monster] < state.round and state.life[FIRST_FOE + monster] > 0:
            life -= 1.0 if state.phase < CITY_SUFFERS else 0.4
    if state.phase == HEROES:
        life -= _awaited_harm(state, hero)
    total = 4.0 * sqrt(life) if life > 0.0 else 2.0 * life - 4.0
    for kind in range(ARTIFACTS):
        total += GEAR[kind] * state.worn[ARTIFACTS * hero + kind]
    for spell in range(2):
        total += GEAR[ARTIFACTS + spell] * state.spells[2 * hero + spell]
    for stat in range(STATS_EACH):
        total += POWER_POINT * state.power[STATS_EACH * hero + stat]
    return total - BAGGED * state.bagged[hero]


def _awaited_harm(state: ManticoreState, hero: int) -> float:
    """What monsters and the Manticore will do to a hero this round, where it stands."""
    harm = 0.0
    edition = state.house.edition
    cell = state.cell[hero]
    if state.awake and edition.fireway[state.fire_step + 1] == cell:
        harm += assault_harm(state, MANTICORE, hero)
    if state.house.still_monsters:
        return harm
    for d in range(SIDES):
        near = NEIGHBOUR[SIDES * cell + d]
        if near == OFF_BOARD:
            continue
        being = state.occupant[near]
        pounces = FIRST_FOE <= being < MANTICORE and edition.aggressive[being - FIRST_FOE]
        if pounces and prey_beside(state, near) == hero:
            harm += 0.8 * assault_harm(state, being, hero)
    return harm


def _monster_points(state: ManticoreState, heroes: int) -> float:
    """Every living monster is a threat, with what it carries; wounds only count while it can be finished
    off.
    """
    total = 0.0
    edition = state.house.edition
    alive = 0
    for hero in range(state.seats):
        if heroes & BEING[hero]:
            alive += 1
    for monster in range(MONSTERS):
        being = FIRST_FOE + monster
        if state.life[being] == 0:
            continue
        level = edition.monster_level[monster]
        carried = state.loot[monster]
        while carried:
            total -= LOOT * (carried & 7)
            carried >>= 3
        if state.pool > 0 and state.phase == HEROES:
            total += 0.5 * (level - state.life[being])
        total -= _threat(state, monster, alive)
    return total


def _threat(state: ManticoreState, monster: int, alive: int) -> float:
    """What a living monster will cost the heroes: much in the City, less the farther away it still is."""
    if state.city_since[monster] > 0:
        return IN_CITY + ENTRY * alive
    if state.house.still_monsters:
        return 0.0
    edition = state.house.edition
    away = edition.steps_to[state.cell[FIRST_FOE + monster]]
    if state.phase < MONSTERS_ACT:
        away -= 1
    cost = IN_CITY + alive * (ENTRY + 0.7 * edition.monster_level[monster])
    turns = away / state.house.monster_initiative
    return cost * exp(-DREAD * turns) if turns > 0.0 else cost


def _fireway_points(state: ManticoreState, left: int, prospect: float) -> float:
    """A sleeping Manticore is worth time, as long as the team is not ready."""
    if not state.awake:
        return SLEEP * (1.0 - prospect)
    total = -FIRE_STEP * (len(state.house.edition.fireway) - 1 - left)
    if left < len(AT_THE_GATE):
        total -= AT_THE_GATE[max(0, left)]
    return total


def _blocked(state: ManticoreState) -> bool:
    """Whether a hero stands in the Manticore's way."""
    being = state.occupant[state.house.edition.fireway[state.fire_step + 1]]
    return 0 <= being < FIRST_FOE


def _goal_points(state: ManticoreState, hero: int, prospect: float, left: int) -> float:
    """What a hero is on its way to: artifacts, a monster it can beat, the Manticore; the nearer the
    better.
    """
    fields = fields_for(state)
    cell = state.cell[hero]
    speed = max(1.0, float(state.index(hero)))
    ready = float(state.pool) if hero == state.active else 0.0
    if state.phase == HEROES and hero != state.active and state.goes_after(hero, state.active):
        ready = float(state.spare(hero))
    best = 0.0
    second = 0.0
    for location in range(FIRST_PILE, LOCATIONS):
        if state.pile[location] > 0:
            worth = _pile_worth(state, hero, location)
            if worth > 0.0:
                value = worth * _nearness(fields.to_location(location)[cell], ready, speed)
                if value > best:
                    second = best
                    best = value
                elif value > second:
                    second = value
    for monster in range(MONSTERS):
        being = FIRST_FOE + monster
        if state.life[being] > 0:
            value = _prey_worth(state, hero, being, speed, prospect)
            value *= _nearness(fields.to_cell(state.cell[being])[cell], ready, speed)
            if value > best:
                second = best
                best = value
            elif value > second:
                second = value
    if state.awake or prospect > 0.6:
        way = state.house.edition.fireway
        here = fields.to_cell(way[state.fire_step])[cell]
        there = fields.to_cell(way[state.fire_step + 1])[cell]
        urgency = 5.0 if left <= 3 else 0.0
        value = urgency + AMBUSH * max(0.0, prospect - 0.2)
        value *= _nearness(min(here, there), ready, speed)
        if value > best:
            second = best
            best = value
        elif value > second:
            second = value
    return GOAL * (best + 0.35 * second)


def _nearness(cost: int, ready: float, speed: float) -> float:
    """How much of a goal's worth counts while it is still so far away: points at hand make the way
    shorter.
    """
    at_hand = min(float(cost), ready)
    return exp(-PATIENCE * (cost - HASTE * at_hand) / speed)


def _pile_worth(state: ManticoreState, hero: int, location: int) -> float:
    """What the best token of a pile would add to a hero; an unknown pile is worth an average one."""
    if not state.known >> location & 1:
        return 2.0
    kind = state.pile_kind[location]
    level = top_level(state.pile[location])
    if kind >= ARTIFACTS:
        return 0.0 if state.spells[2 * hero + kind - ARTIFACTS] else GEAR[kind] * level
    return GEAR[kind] * (level - state.worn[ARTIFACTS * hero + kind])


def _prey_worth(state: ManticoreState, hero: int, being: int, speed: float, prospect: float) -> float:
    """What it is worth to go after a monster: its threat, a Power point and its loot, if it can be beaten."""
    chance = duel(state, ONE_HERO[hero], being, max(1.0, speed - 2.0)).chance
    worth = POWER_POINT + 1.5 + _threat(state, being - FIRST_FOE, state.seats)
    if not state.awake:
        worth -= SLEEP * (1.0 - prospect)
    return worth * chance if chance > 0.5 else 0.0


# Roads


def road_points(state: ManticoreState) -> float:
    """How cheaply the locations can be reached from the City, and how far away the monsters stand."""
    edition = state.house.edition
    if not state.agenda:
        return 0.0
    step: Steps = state.agenda[-1]
    total = 0.0
    if isinstance(step, Orient):
        total = max([_paved(state, edition.masks[SIDES * state.token + k.a]) for k in state.choices])
        if state.token >= FIRST_MONSTER:
            total += _appearance(edition, state.token - FIRST_MONSTER, state.spot)
    else:
        total = _network(edition, state.road)
    for monster in range(MONSTERS):
        if state.life[FIRST_FOE + monster] > 0:
            total += _appearance(edition, monster, state.cell[FIRST_FOE + monster])
    return total


def _appearance(edition: ManticoreEdition, monster: int, cell: int) -> float:
    """A monster should appear far from the City and, if it robs, far from the piles."""
    away = float(edition.steps_to[cell])
    if edition.aggressive[monster]:
        return 1.6 * away
    total = 1.2 * away
    for location in range(FIRST_PILE, LOCATIONS):
        if edition.steps_to[CELLS * location + cell] <= 2:
            total -= 0.9
    return total


def _paved(state: ManticoreState, sides: int) -> float:
    """The network with one more token."""
    road = state.road[:]
    road[state.spot] = sides
    return _network(state.house.edition, road)


def _network(edition: ManticoreEdition, road: list[int]) -> float:
    """The prices of the ways from the City to all locations, summed up."""
    key = tuple(road)
    known = _NETWORKS.get(key)
    if known is not None:
        return known
    far = _ways_from_city(edition, road)
    total = 0.0
    for location in range(FIRST_PILE, LOCATIONS):
        nearest = FAR
        for cell in edition.locations[location].cells:
            nearest = min(nearest, far[cell])
        total -= ROAD * nearest
    if len(_NETWORKS) >= REMEMBERED:
        _NETWORKS.clear()
    _NETWORKS[key] = total
    return total


def _ways_from_city(edition: ManticoreEdition, road: list[int]) -> list[int]:
    """What it costs to walk from the City to each cell."""
    far = [FAR] * CELLS
    queue = edition.locations[CITY].cells[:]
    for cell in queue:
        far[cell] = 0
    location_of = edition.location_of
    position = 0
    while position < len(queue):
        cell = queue[position]
        position += 1
        here = road[cell]
        for d in range(SIDES):
            near = NEIGHBOUR[SIDES * cell + d]
            if near == OFF_BOARD or far[near] <= far[cell] + 1:
                continue
            there = road[near]
            if there == 0:
                rough = location_of[near] < 0 or (here != 0 and here & BIT[d] == 0)
            elif here != 0:
                rough = here & BIT[d] == 0 or there & BIT[OPPOSITE[d]] == 0
            else:
                rough = location_of[cell] >= 0 and there & BIT[OPPOSITE[d]] == 0
            length = far[cell] + (ROUGH_PRICE if rough else 1)
            if length < far[near]:
                far[near] = length
                queue.append(near)
    return far


# Ways over finished roads


class Fields:
    """What it costs to walk to a cell or a location from everywhere, worked out when it is first asked
    for.
    """

    def __init__(self, edition: ManticoreEdition, road: list[int]) -> None:
        self.edition = edition
        self.prices = step_prices(edition, road)
        self.cells: list[list[int]] = [[] for _ in range(CELLS)]
        self.locations: list[list[int]] = [[] for _ in range(LOCATIONS)]

    def to_cell(self, cell: int) -> list[int]:
        if not self.cells[cell]:
            self.cells[cell] = ways_to([cell], self.prices, ROUGH_PRICE)
        return self.cells[cell]

    def to_location(self, location: int) -> list[int]:
        if not self.locations[location]:
            self.locations[location] = ways_to(
                self.edition.locations[location].cells, self.prices, ROUGH_PRICE
            )
        return self.locations[location]


def fields_for(state: ManticoreState) -> Fields:
    """The ways over the roads of this match; a few matches are remembered at a time."""
    key = tuple(state.road)
    known = _FIELDS.get(key)
    if known is None:
        if len(_FIELDS) >= 16:
            _FIELDS.clear()
        known = Fields(state.house.edition, state.road)
        _FIELDS[key] = known
    return known


_NETWORKS: Final[dict[tuple[int, ...], float]] = {}
_FIELDS: Final[dict[tuple[int, ...], Fields]] = {}
