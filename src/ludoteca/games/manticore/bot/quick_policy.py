"""What a sensible hero does without thinking ahead: a quick answer to every decision of the invasion.

Heroes arm themselves, kill what comes near the City, heal, and gather where the Manticore will pass. A search
plays on by this policy, and a turn that has only begun is finished by it before it is judged.
"""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.manticore.bot.battle_choices import (
    NO_FIGHT,
    Fight,
    LastBattle,
    best_power,
    best_trophy,
    best_type,
    fights,
    is_cast_in_vain,
    is_good,
)
from ludoteca.games.manticore.bot.battle_odds import (
    MOST_ATTACKS,
    MOST_LIFE,
    Leads,
    foe_arms,
    hero_arms,
    joined,
    place_of,
)
from ludoteca.games.manticore.bot.needs import best_gift, gain
from ludoteca.games.manticore.bot.peril import can_wait, toll, toll_of
from ludoteca.games.manticore.bot.standing import bout_for, heals_in_vain, meeting, siege, time_to_meet
from ludoteca.games.manticore.bot.walking import WalkingCosts, rounds_home, walking_costs
from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.actions import (
    ARTIFACTS,
    ATTACKS,
    CONSENT,
    DROP,
    END_TURN,
    GIVE,
    HEAL,
    HEAL_SELF,
    JOIN,
    JOINT,
    MONSTERS,
    MOVE,
    PICK,
    POWER,
    SPELL,
    STANCE,
    TAKE,
    TERMS_DEFAULT,
    TYPE,
)
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.edition import CITY, FIRST_PILE, LOCATIONS
from ludoteca.games.manticore.rules.gear import best, ground_cell, ground_kind, ground_level, top_level
from ludoteca.games.manticore.rules.land import CELLS, NEIGHBOURS, OFF_BOARD, ROUGH_PRICE, direction
from ludoteca.games.manticore.rules.paths import FAR, ways_from
from ludoteca.games.manticore.rules.state import EMPTY, FIRST_FOE, MANTICORE, ManticoreState
from ludoteca.games.manticore.rules.steps.battle import (
    LEVEL_FOUR,
    CastSpell,
    ChooseStance,
    ChooseTrophy,
    ChooseType,
    CounterSpell,
    SpendPower,
)
from ludoteca.games.manticore.rules.steps.joint import AgreeTerms, Invitation, may_join
from ludoteca.games.manticore.rules.steps.turn import HEAL_PRICE, Consent, Menu, OfferItem
from ludoteca.games.manticore.rules.strengths import BEING
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Step

NOTHING: Final = -1

# What a hero says to a flag.
NO_FLAG: Final = 0
COMING: Final = 1
LATER: Final = 2  # something at hand brings more
WOULD_WAKE: Final = 3
NO_WAY: Final = 4
TOO_LATE: Final = 5
TOO_STRONG: Final = 6

FAINT: Final = 2  # with so little life one joins no fight against a monster
FIT: Final = 8  # with so much life one rather walks than heals
SIGHT: Final = 27  # points: what is further away is not thought of


def usual(state: ManticoreState) -> Action:
    """What the seat that decides usually does."""
    step: Step[Any] = state.step
    if isinstance(step, Menu):
        return HeroTurn(state, step.seat).choose()
    if isinstance(step, ChooseType):
        return TYPE.actions[best_type(state)]
    if isinstance(step, CastSpell):
        needed = state.battle.defenders & BEING[MANTICORE] and not is_cast_in_vain(state)
        return state.choices[-1] if needed else SPELL.actions[0]
    if isinstance(step, CounterSpell):
        return state.choices[-1]
    if isinstance(step, ChooseStance):
        return STANCE.actions[0 if fights(state) else 1]
    if isinstance(step, SpendPower):
        return POWER.actions[best_power(state, step.seat)]
    if isinstance(step, ChooseTrophy):
        return best_trophy(state, step.seat)
    if isinstance(step, AgreeTerms):
        return TERMS_DEFAULT
    if isinstance(step, Invitation):
        beast = state.battle.defenders & BEING[MANTICORE]
        return JOIN.actions[1 if beast or state.heroes[step.seat].life > FAINT else 0]
    if isinstance(step, Consent):
        return CONSENT.actions[1 if gain(state, step.seat, step.item.a, step.item.b) > 0.0 else 0]
    if isinstance(step, OfferItem):
        gift = best_gift(state, step.seat, step.receiver)
        return gift if gift in state.choices else state.choices[0]
    return state.choices[0]


class HeroTurn:
    """What a hero sees in its turn: the way to everywhere, and how the team stands."""

    def __init__(self, state: ManticoreState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.hero = state.heroes[seat]
        self.here = self.hero.cell
        self.pool = state.pool
        self.life = self.hero.life
        self.speed = max(state.index(seat), 1)
        self.costs: WalkingCosts = walking_costs(state)
        self.walk: list[int] = []
        self.first: list[int] = []
        self.arms = [hero_arms(state, hero) for hero in range(state.seats)]
        # the errand that brings most so far
        self.highest = 0.0
        self.spot = NOTHING
        self.token = NOTHING
        self.prey = NOTHING
        self.stalks = False
        self.flag_answer = NO_FLAG
        self.desperate = False
        self.toll = toll(state)

    def choose(self) -> Action:
        state = self.state
        taken = self.take()
        if taken is not None:
            return taken
        if self.pool == 0:
            return END_TURN
        self.find_ways()
        if HEAL_SELF in state.choices and self.heals_to_live():
            return HEAL_SELF
        for action in state.choices:
            if action.verb is GIVE and best_gift(state, self.seat, self.neighbour(action.a)) is not None:
                return action
        if self.hero.bagged > 0:
            dropped = self.drop()
            if dropped is not None:
                return dropped
        if state.manticore.awake:
            struck = self.strike()
            if struck is not None:
                return struck
        if HEAL_SELF in state.choices and self.heals_first():
            return HEAL_SELF
        return self.errand()

    def heals_to_live(self) -> bool:
        """Whether the hero would not outlive this round unless it heals now, and no fight does as well."""
        wanting = self.toll + 1 - self.life
        if wanting <= 0 or self.pool < HEAL_PRICE * wanting:
            return False
        if self.beside_manticore() or self.waits_in_vain():
            return False
        if not self.has_fight_at_hand():
            return True
        left = self.pool - self.walk[self.spot] - 1
        return self.life + left // HEAL_PRICE <= self.toll - toll_of(self.state, self.prey)

    def heals_first(self) -> bool:
        """Whether wounds come first: not where a fight is at hand, and where healing is in vain, only to live
        on and still go a step.
        """
        if not self.waits_in_vain():
            return self.life <= WEIGHTS.hurt and not self.has_fight_at_hand()
        wanting = siege(self.state) + 1 - self.life
        return wanting > 0 and self.pool >= HEAL_PRICE * wanting + ROUGH_PRICE

    def waits_in_vain(self) -> bool:
        return heals_in_vain(self.state, self.hero, self.life, self.speed)

    def has_fight_at_hand(self) -> bool:
        """Whether a fight within reach of this turn is what brings most."""
        self.look_around()
        return self.prey != NOTHING and not self.stalks and self.walk[self.spot] < self.pool

    def beside_manticore(self) -> bool:
        beast = self.state.manticore
        return beast.awake and direction(self.here, beast.cell) != NOTHING

    def find_ways(self) -> None:
        self.walk, self.first = ways_from(self.here, self.state.roads, self.obstacles(), SIGHT)

    def neighbour(self, d: int) -> int:
        return self.state.occupant[NEIGHBOURS[self.here][d]]

    def obstacles(self) -> vec[i64]:
        """MAN-10.1: who stands in the way, and while the Manticore sleeps the land around its Cave."""
        state = self.state
        if state.manticore.awake:
            return state.occupant
        found = state.occupant[:]
        for cell, near_cave in enumerate(state.ruleset.edition.near_cave):
            if near_cave:
                found[cell] = MANTICORE
        return found

    def rest(self) -> Action:
        """Points that are left over heal; nobody stays where the Manticore will step."""
        if self.in_its_way() and self.steps_left() > WEIGHTS.block:
            for action in self.state.choices:
                if action.verb is MOVE:
                    return action
        return self.heal()

    def heal(self) -> Action:
        """Whoever nearby is no better off, then oneself, then anybody."""
        state = self.state
        found = END_TURN
        for action in state.choices:
            if action.verb is HEAL:
                patient = self.neighbour(action.a)
                if state.heroes[patient].life <= self.life:
                    return action
                if found is END_TURN:
                    found = action
        return HEAL_SELF if HEAL_SELF in state.choices else found

    # Tokens

    def take(self) -> Action | None:
        """What lies here and is better than what one has."""
        state = self.state
        found: Action | None = None
        most = 0.0
        for action in state.choices:
            if action.verb is TAKE or action.verb is PICK:
                brings = gain(state, self.seat, action.a, action.b)
                if brings > most:
                    most = brings
                    found = action
        return found

    def drop(self) -> Action | None:
        """The useless thing in the bag."""
        state = self.state
        for action in state.choices:
            dropped = action.verb is DROP and action.a < ARTIFACTS
            if dropped and action.b < self.hero.worn[action.a]:
                return action
        return None

    # Ways

    def beside(self, place: int, banned: int = NOTHING) -> int:
        """The free cell beside a place that is nearest, or the own one; NOTHING if there is none."""
        found = NOTHING
        least = FAR
        for near in NEIGHBOURS[place]:
            if near not in (OFF_BOARD, banned) and self.walk[near] < least:
                least = self.walk[near]
                found = near
        return found

    def go(self, cell: int) -> Action:
        """The next step to a cell, if it can be paid; else a rest."""
        d = self.first[cell]
        if d == NOTHING:
            return self.rest()
        if self.state.roads.price(self.here, d) > self.pool:
            return self.rest()
        if self.walk[cell] > self.pool == HEAL_PRICE and self.life < FIT:
            return self.rest()
        return MOVE.actions[d]

    # The Manticore

    def steps_left(self) -> int:
        return len(self.state.ruleset.edition.fireway) - 1 - self.state.manticore.step

    def strike(self) -> Action | None:
        """Attack, if the Manticore is near and those who can join are enough, or if it must be now; heal
        first, where that is better.
        """
        state = self.state
        d = direction(self.here, state.manticore.cell)
        if d == NOTHING:
            return None
        last = self.last_battle()
        if last.chance < self.enough():
            return None
        if last.holds_back:
            return HEAL_SELF if HEAL_SELF in state.choices else None
        joint = JOINT.actions[d]
        return joint if joint in state.choices else ATTACKS.actions[d]

    def enough(self) -> float:
        """The chance to kill the Manticore at which the battle is begun."""
        state = self.state
        least = WEIGHTS.strike[min(self.steps_left(), 6)]
        return least - WEIGHTS.wounded if state.manticore.life < state.ruleset.manticore_life else least

    def last_battle(self) -> LastBattle:
        """With those who stand beside the Manticore and may still act."""
        return LastBattle(self.state, self.company(MANTICORE), self.arms)

    def in_its_way(self) -> bool:
        beast = self.state.manticore
        return beast.awake and self.state.ruleset.edition.fireway[beast.step + 1] == self.here

    def gather(self) -> Action:
        """To a cell beside the one where the Manticore will be when the next round begins; close to the City
        the healthiest hero stands in its way (MAN-10.4).
        """
        state = self.state
        way = state.ruleset.edition.fireway
        step = state.manticore.step
        entry = way[step + 1]
        if self.steps_left() <= WEIGHTS.block:
            if self.here == entry:
                return self.rest()
            if state.occupant[entry] == EMPTY and self.healthiest() and self.walk[entry] <= self.pool:
                return self.go(entry)
        place = self.meeting_place()
        if direction(self.here, place) != NOTHING and self.here != entry:
            return self.rest()
        spot = self.beside(place, way[min(step + 2, len(way) - 1)])
        return self.rest() if spot == NOTHING else self.go(spot)

    def meeting_place(self) -> int:
        """Where the Manticore will stand when the next round begins (MAN-10.2, 10.4)."""
        state = self.state
        way = state.ruleset.edition.fireway
        step = state.manticore.step
        entry = way[step + 1]
        stopped = 0 <= state.occupant[entry] < FIRST_FOE
        return way[step] if stopped or self.steps_left() == 1 else entry

    def healthiest(self) -> bool:
        """Whether nobody whose turn is still to come has more life."""
        state = self.state
        for seat in range(state.seats):
            if state.heroes[seat].life > self.life and state.goes_after(seat, self.seat):
                return False
        return True

    # Errands

    def errand(self) -> Action:
        """On with what brings most; nothing of that kind left, on guard."""
        self.look_around()
        if self.spot == NOTHING:
            return self.guard()
        if self.spot != self.here:
            return self.go(self.spot)
        if self.prey == NOTHING or self.stalks:
            return self.rest()
        return self.assault(FIRST_FOE + self.prey)

    def look_around(self) -> None:
        """The best of all errands. Who finds none and would wait in vain looks again for the best of the bad
        ones: a fight at any odds, or else the Manticore itself.
        """
        self.weigh_errands()
        if self.spot == NOTHING and self.waits_in_vain():
            self.desperate = True
            self.weigh_errands()
            if self.spot == NOTHING:
                self.seek_manticore()

    def seek_manticore(self) -> None:
        """To the nearest cell where a hero wakes it (MAN-10.1), however far."""
        state = self.state
        self.walk, self.first = ways_from(self.here, state.roads, state.occupant, FAR)
        near_cave = state.ruleset.edition.near_cave
        least = FAR
        for cell in range(CELLS):
            if near_cave[cell] and self.walk[cell] < least:
                least = self.walk[cell]
                self.spot = cell

    def weigh_errands(self) -> None:
        """The best of all tokens to fetch and monsters to kill, by what it brings for the way, if there is
        time for it before the Manticore is met.
        """
        state = self.state
        way = state.ruleset.edition.fireway
        step = max(meeting(state), state.manticore.step + 1)
        home = self.costs.beside(way[min(step, len(way) - 2)])
        late = time_to_meet(state, self.pool, self.speed)
        for location in range(FIRST_PILE, LOCATIONS):
            level = top_level(state.pile[location])
            kind = state.pile_kind[location]
            brings = gain(state, self.seat, kind, level) if level else 0.0
            if brings > 0.0:
                for cell in state.ruleset.edition.locations[location].cells:
                    self.consider_token(cell, kind, brings, late - home[cell])
        for code in state.ground:
            kind = ground_kind(code)
            brings = gain(state, self.seat, kind, ground_level(code))
            if brings > 0.0:
                self.consider_token(ground_cell(code), kind, brings, late - home[ground_cell(code)])
        for number, monster in enumerate(state.monsters):
            if monster.life > 0:
                self.consider_monster(number, home, late)
        if state.flag != NOWHERE:
            self.consider_flag(home, late)

    def assault(self, foe: int) -> Action:
        """An attack on a monster beside the hero: with whoever stands there too, if that is better."""
        d = direction(self.here, self.state.being(foe).cell)
        company = self.company(foe)
        joint = JOINT.actions[d]
        if company != BEING[self.seat] and joint in self.state.choices:
            alone = self.fight(BEING[self.seat], foe, self.pool)
            if self.fight(company, foe, self.pool).worth > alone.worth:
                return joint
        return ATTACKS.actions[d]

    def company(self, foe: int) -> int:
        """The hero and those who may join it against a foe (MAN-7.2)."""
        found = BEING[self.seat]
        for seat in range(self.state.seats):
            if may_join(self.state, seat, self.seat, foe):
                found |= BEING[seat]
        return found

    def fight(self, side: int, foe: int, attacks: int) -> Fight:
        """What comes of a turn of attacks on a monster by a set of heroes, as if all had the least life."""
        state = self.state
        bout = bout_for(Leads(joined(self.arms, side), foe_arms(state, foe)))
        life = MOST_LIFE
        number = 0
        for seat in range(state.seats):
            if side & BEING[seat]:
                number += 1
                life = min(life, state.heroes[seat].life)
        place = place_of(min(attacks, MOST_ATTACKS), state.being(foe).life, life)
        if state.attacked & BEING[foe] or (number > 1 and state.joint_made & BEING[foe]):
            kill = bout.carded_kill[place]
            left = bout.carded_worth[place]
        else:
            kill = bout.fresh_kill[place]
            left = bout.fresh_worth[place]
        return Fight(kill, number * (WEIGHTS.life[life] - left) + (number - 1) * WEIGHTS.company)

    def consider_token(self, cell: int, kind: int, brings: float, time: float) -> None:
        way = self.walk[cell]
        if way >= FAR or way > time:
            return
        score = (brings + WEIGHTS.lure) / (WEIGHTS.pause + way / self.speed)
        if score > self.highest:
            self.highest = score
            self.spot = cell
            self.token = kind

    def consider_monster(self, monster: int, home: list[int], late: float) -> None:
        cell = self.state.monsters[monster].cell
        stand = self.here if direction(self.here, cell) != NOTHING else self.beside(cell)
        if stand == NOTHING or self.walk[stand] + WEIGHTS.blows + home[stand] > late:
            return
        way = self.walk[stand]
        score = self.hunt(monster, way, self.fight_on_arrival(monster, way))
        stalks = score == 0.0
        if stalks:
            score = self.hunt(monster, max(way, self.pool), self.fight_when_rested(monster))
        if score > self.highest:
            self.highest = score
            self.spot = stand
            self.token = NOTHING
            self.prey = monster
            self.stalks = stalks

    def consider_flag(self, home: list[int], late: float) -> None:
        """To the flag, unless something at hand brings more or it is foolish to go there."""
        monster = self.state.occupant[self.state.flag] - FIRST_FOE
        if not 0 <= monster < MONSTERS:
            monster = NOTHING
        stand = self.place_at_flag()
        self.flag_answer = self.objection_to_flag(monster, stand, home, late)
        if self.flag_answer != COMING:
            return
        same_errand = self.spot == stand and self.prey == monster
        overrated = 1.0 if self.token == NOTHING else WEIGHTS.overrated[self.token]
        better = self.highest >= WEIGHTS.flag * overrated
        if not same_errand and (better or self.guards_flag_by_fighting(stand)):
            self.flag_answer = LATER
            return
        self.spot = stand
        self.token = NOTHING
        self.prey = monster
        self.stalks = monster != NOTHING and not is_good(self.fight_on_arrival(monster, self.walk[stand]))

    def guards_flag_by_fighting(self, stand: int) -> bool:
        """Whether the hero is at the flag already and has a good fight within reach of this turn."""
        if stand != self.here or self.prey == NOTHING or self.stalks:
            return False
        return self.walk[self.spot] < self.pool

    def place_at_flag(self) -> int:
        """On the cell with the flag, or beside it if somebody stands there or the Manticore is about to."""
        state = self.state
        flag = state.flag
        passing = state.manticore.awake and state.ruleset.edition.fireway[state.manticore.step + 1] == flag
        if not passing and state.occupant[flag] in (EMPTY, self.seat):
            return flag
        return self.here if direction(self.here, flag) != NOTHING else self.beside(flag)

    def objection_to_flag(self, monster: int, stand: int, home: list[int], late: float) -> int:
        """Why it would be foolish to go to the flag, or to attack the monster there; COMING if it is not."""
        state = self.state
        asleep = not state.manticore.awake
        if asleep and (state.ruleset.edition.near_cave[state.flag] or can_wait(state, monster)):
            return WOULD_WAKE
        if stand == NOTHING or self.walk[stand] >= FAR:
            return NO_WAY
        if self.walk[stand] + home[stand] > late:
            return TOO_LATE
        if monster == NOTHING or is_good(self.fight_on_arrival(monster, self.walk[stand])):
            return COMING
        return COMING if is_good(self.fight_when_rested(monster)) else TOO_STRONG

    def fight_on_arrival(self, monster: int, way: int) -> Fight:
        """With the points that are left there, alone or with whoever is there already."""
        if way >= self.pool:
            return NO_FIGHT
        foe = FIRST_FOE + monster
        alone = self.fight(BEING[self.seat], foe, self.pool - way)
        together = self.fight(self.company(foe), foe, self.pool - way)
        return together if together.worth > alone.worth else alone

    def fight_when_rested(self, monster: int) -> Fight:
        """With all points of the next turn, when the monster has recovered (MAN-8.3). Whoever turned back for
        want of points would only walk to and fro.
        """
        level = self.state.ruleset.edition.monster_level[monster]
        leads = Leads(self.arms[self.seat], foe_arms(self.state, FIRST_FOE + monster))
        bout = bout_for(leads)
        life = min(self.life, MOST_LIFE)
        place = place_of(min(self.speed, MOST_ATTACKS), level, life)
        return Fight(bout.fresh_kill[place], WEIGHTS.life[life] - bout.fresh_worth[place])

    def hunt(self, monster: int, way: int, fight: Fight) -> float:
        """What it is worth to go for a monster; 0 where it is not to be done."""
        state = self.state
        prey = state.monsters[monster]
        level = state.ruleset.edition.monster_level[monster]
        in_city = prey.city_since > 0
        rounds = 0 if in_city else rounds_home(state, monster)
        least = WEIGHTS.urgent_kill if rounds <= WEIGHTS.soon else WEIGHTS.sure_kill
        if not self.desperate and (fight.kill < least or fight.cost > WEIGHTS.danger):
            return 0.0
        if not state.manticore.awake and state.round <= WEIGHTS.patient and rounds > WEIGHTS.near_city:
            return 0.0
        prize = WEIGHTS.lure + (2.0 if level == LEVEL_FOUR else 1.0) * WEIGHTS.reward
        if in_city:
            prize += WEIGHTS.besieged
        elif rounds <= WEIGHTS.soon:
            prize += WEIGHTS.urgency
        if prey.loot:
            for kind in range(ARTIFACTS):
                prize += WEIGHTS.robbed * best(prey.loot, kind)
        return fight.kill * prize / (WEIGHTS.pause + (way + 1) / self.speed)

    def guard(self) -> Action:
        """Nothing to fetch and nothing to kill: heal, or go where the Manticore will be met."""
        state = self.state
        if state.manticore.awake:
            return self.gather()
        if HEAL_SELF in state.choices:
            return self.rest()
        city = NOTHING
        least = FAR
        for cell in state.ruleset.edition.locations[CITY].cells:
            if self.walk[cell] < least:
                least = self.walk[cell]
                city = cell
        if city in (NOTHING, self.here):
            return self.rest()
        return self.go(city)
