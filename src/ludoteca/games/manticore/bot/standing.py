"""How the invasion stands: what the heroes have and what threatens them.

Everything is told in points. Threats grow by a clock that runs while heroes spend their initiative, so that
time costs the same whether it is used or thrown away by ending a turn early. What the heroes are on their way
to is in `hero_plans`, the last battle in `boss_fight`.
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludoteca.games.manticore.bot.battle_odds import (
    DICE,
    KINDS_OF_ATTACK,
    PIPS,
    SPAN,
    Arms,
    Bout,
    Leads,
    foe_arms,
    hero_arms,
)
from ludoteca.games.manticore.bot.walking import WalkingCosts, rounds_home, walking_costs
from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.actions import ARTIFACTS, BOOTS, INITIATIVE
from ludoteca.games.manticore.rules.beings import Hero
from ludoteca.games.manticore.rules.land import NEIGHBOURS, OFF_BOARD
from ludoteca.games.manticore.rules.monster_paths import prey_beside
from ludoteca.games.manticore.rules.paths import FAR, ways_from
from ludoteca.games.manticore.rules.state import (
    CITY_SUFFERS,
    FIRST_FOE,
    HEROES,
    MANTICORE,
    MANTICORE_ACTS,
    ManticoreState,
)
from ludoteca.games.manticore.rules.steps.turn import HEAL_PRICE
from ludoteca.games.manticore.rules.strengths import BEING

NOBODY: Final = -1
LONG: Final = 10.0  # rounds that a match takes
NOWHERE_TO_GO: Final[list[int]] = []
ANY_TYPE: Final = -1
BY_CARD: Final = -2
BOUTS_REMEMBERED: Final = 400


class Standing:
    """A position in the invasion, looked at once.

    `left` are the points that a hero may still spend this round, `ready` those of its turn in hand or, when
    that is over, of the next one; `walk` is what it costs the hero in turn to walk anywhere.
    """

    def __init__(self, state: ManticoreState) -> None:
        self.state = state
        self.costs: WalkingCosts = walking_costs(state)
        self.heroes = 0
        self.number = 0
        self.arms: list[Arms] = []
        self.speed: list[int] = []
        self.ready: list[int] = []
        self.now: list[float] = []
        self.left: list[int] = []
        self.walk: list[int] = NOWHERE_TO_GO
        if state.active >= 0 and state.heroes[state.active].life > 0:
            here = state.heroes[state.active].cell
            self.walk = ways_from(here, state.roads, state.occupant, FAR)[0]
        # A hero who has drawn its sword is thought to fight on, whatever else it might do.
        self.fighter = NOBODY
        self.quarry = NOBODY
        self.company = 0
        self.blow = 0
        self.extra = 0
        self.fight_leads: Leads | None = None
        self._read_heroes()
        self.clock = self._team_clock()
        self.slack = self._rounds_left()
        self.siege = siege(state)

    # The heroes and the clock

    def _read_heroes(self) -> None:
        state = self.state
        classes = state.ruleset.edition.classes
        waiting = state.phase == HEROES and state.active < 0
        acting = state.phase == HEROES
        for seat in range(state.seats):
            self.arms.append(hero_arms(state, seat))
            hero = state.heroes[seat]
            speed = classes[hero.klass].stats[INITIATIVE] + hero.power[INITIATIVE]
            speed += hero.worn[BOOTS] - hero.bagged
            self.speed.append(speed if speed > 0 else 1)
            self.ready.append(0)
            self.now.append(state.round + 1.0)
            self.left.append(0)
        for seat in state.order:
            if state.heroes[seat].life > 0:
                self.heroes |= BEING[seat]
                self.number += 1
                self.ready[seat] = self.speed[seat]
                if acting and (waiting or seat == state.active):
                    ready = state.spare(seat)
                    self.ready[seat] = ready
                    self.left[seat] = ready
                    self.now[seat] -= ready / max(state.index(seat), 1, ready)
            if seat == state.active:
                waiting = True

    def _team_clock(self) -> float:
        total = 0.0
        for seat in range(self.state.seats):
            if self.heroes & BEING[seat]:
                total += self.now[seat]
        return total / self.number if self.number else self.state.round + 1.0

    def _rounds_left(self) -> float:
        """In how many rounds after this one the Manticore can still be met (MAN-10.2)."""
        state = self.state
        way = state.ruleset.edition.fireway
        left = float(len(way) - 1 - state.manticore.step)
        if not state.manticore.awake:
            return left + WEIGHTS.nap
        if state.phase >= MANTICORE_ACTS:
            return left
        being = state.occupant[way[state.manticore.step + 1]]
        if 0 <= being < FIRST_FOE and state.manticore.step >= meeting(state):
            return left  # MAN-10.4: it stays where it is
        return left - 1.0

    def fight(self, side: int, foe: int, leads: Leads, attack_type: int, spells: int) -> None:
        """A set of heroes has begun to fight a monster: the one whose turn it is thinks of nothing else."""
        self.fighter = self.state.active
        self.quarry = foe - FIRST_FOE
        self.company = side
        self.blow = attack_type
        self.extra = spells
        self.fight_leads = leads

    # Heroes

    def hero_points(self, hero: int) -> float:
        """Life, less what will surely be lost of it this round; gear and Power points."""
        state = self.state
        weights = WEIGHTS
        passed = self.now[hero] - state.round
        owner = state.heroes[hero]
        life = float(owner.life)
        if state.phase < CITY_SUFFERS:
            life -= passed * self.siege
        total = weights.life_of(life)
        if state.phase == HEROES:
            total -= passed * self._awaited_harm(hero, life)
        for kind, level in enumerate(owner.worn):
            total += weights.gear[kind] * level
        for spell, level in enumerate(owner.spells):
            total += weights.gear[ARTIFACTS + spell] * level
        for stat, number in enumerate(owner.power):
            total += weights.power[stat] * number
        return total - weights.bagged * owner.bagged

    def _awaited_harm(self, hero: int, life: float) -> float:
        """What the attacks of monsters and Manticore will cost a hero this round, where it stands."""
        state = self.state
        edition = state.ruleset.edition
        cell = state.heroes[hero].cell
        harm = 0.0
        if state.manticore.awake and edition.fireway[state.manticore.step + 1] == cell:
            harm += self._assault(hero, MANTICORE, life)
        if state.ruleset.still_monsters:
            return harm
        for near in NEIGHBOURS[cell]:
            if near == OFF_BOARD:
                continue
            being = state.occupant[near]
            pounces = FIRST_FOE <= being < MANTICORE and edition.aggressive[being - FIRST_FOE]
            if pounces and prey_beside(state, near) == hero:
                points = min(state.ruleset.monster_initiative, edition.monster_level[being - FIRST_FOE])
                harm += points * self._assault(hero, being, life)
        return harm

    def _assault(self, hero: int, foe: int, life: float) -> float:
        """What an attack by card costs a hero, every fall of the dice counted."""
        leads = Leads(self.arms[hero], foe_arms(self.state, foe))
        weights = WEIGHTS
        total = 0.0
        close = -leads.close if leads.fights else leads.blocked_back
        for lead in (leads.magic_back, close, leads.shot_back):
            for pips in range(SPAN):
                damage = lead + pips - PIPS + 1
                if damage > 0:
                    total += DICE[pips] * (weights.life_of(life) - weights.life_of(life - damage))
        return total / KINDS_OF_ATTACK

    # Monsters

    def arrival(self, monster: int) -> float:
        """When a monster will be in the City if nobody stops it."""
        state = self.state
        return state.round + rounds_home(state, monster) + (1.0 if state.phase > HEROES else 0.0)

    def threat(self, monster: int) -> float:
        """What a living monster will cost the heroes: all in the City, less the later it comes there."""
        state = self.state
        weights = WEIGHTS
        if state.monsters[monster].city_since > 0:
            return weights.in_city + self.number * weights.entry
        if state.ruleset.still_monsters:
            return weights.still
        level = state.ruleset.edition.monster_level[monster]
        cost = weights.in_city + self.number * (weights.entry + weights.bite * level)
        away = self.arrival(monster) - self.clock
        return cost * exp(-weights.dread * away) if away > 0.0 else cost

    def monster_points(self) -> float:
        total = 0.0
        for number, monster in enumerate(self.state.monsters):
            if monster.life > 0:
                total -= self.threat(number)
        return total


def siege(state: ManticoreState) -> int:
    """How many monsters will hurt everybody at the end of this round (MAN-9.12)."""
    found = 0
    for monster in state.monsters:
        if 0 < monster.city_since < state.round and monster.life > 0:
            found += 1
    return found


def heals_in_vain(state: ManticoreState, hero: Hero, life: int, speed: int) -> bool:
    """Whether a hero will never be better off than now, however long it heals: while the Manticore sleeps
    nothing ends the match, and monsters in the City take what a turn can heal (MAN-8.2, 9.12).
    """
    if state.manticore.awake:
        return False
    harm = siege(state)
    whole = state.ruleset.edition.classes[hero.klass].life
    return harm > 0 and min(whole, life + speed // HEAL_PRICE) - harm <= life


def meeting(state: ManticoreState) -> int:
    """The step of the Fireway beside which the team meets the Manticore, before the City on any way."""
    return min(WEIGHTS.meet, len(state.ruleset.edition.fireway) - 2)


def time_to_meet(state: ManticoreState, pool: int, speed: int) -> float:
    """Points a hero may spend before it has to be where the Manticore is met."""
    if not state.manticore.awake:
        return float(FAR)
    rounds = meeting(state) - 1 - state.manticore.step
    return float(pool + (rounds * speed if rounds > 0 else 0))


def bout_for(leads: Leads) -> Bout:
    """The bout with these leads, counted out once."""
    key = leads.key()
    found = _BOUTS.get(key)
    if found is None:
        if len(_BOUTS) >= BOUTS_REMEMBERED:
            _BOUTS.clear()
        found = Bout(leads, WEIGHTS.life, WEIGHTS.prize)
        _BOUTS[key] = found
    return found


_BOUTS: Final[dict[int, Bout]] = {}
