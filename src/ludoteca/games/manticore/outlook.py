"""How the invasion stands: what the heroes have, what threatens them, and what each is on its way to.

Everything is told in points. Threats grow by a clock that runs while heroes spend their initiative, so that
time costs the same whether it is used or thrown away by ending a turn early. Plans of several steps count
before they are carried out: a hero's best goal is worth the more, the nearer it is.
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludoteca.games.manticore.actions import (
    ARTIFACTS,
    BOOTS,
    INITIATIVE,
    LEVELS,
    MONSTERS,
)
from ludoteca.games.manticore.edition import FIRST_PILE, LOCATIONS
from ludoteca.games.manticore.forecast import (
    DICE,
    KINDS_OF_ATTACK,
    MOST_ATTACKS,
    MOST_LIFE,
    PIPS,
    SPAN,
    Arms,
    Bout,
    Leads,
    Reckoning,
    foe_arms,
    hero_arms,
    joined,
    place_of,
)
from ludoteca.games.manticore.gear import (
    FIELD,
    best,
    ground_cell,
    ground_kind,
    ground_level,
)
from ludoteca.games.manticore.land import NEIGHBOUR, OFF_BOARD, SIDES
from ludoteca.games.manticore.paths import FAR
from ludoteca.games.manticore.state import (
    CITY_SUFFERS,
    EMPTY,
    FIRST_FOE,
    HEROES,
    MANTICORE,
    MANTICORE_ACTS,
    STATS_EACH,
    ManticoreState,
)
from ludoteca.games.manticore.steps.battle import BEING, LEVEL_FOUR
from ludoteca.games.manticore.steps.foes import prey_beside
from ludoteca.games.manticore.ways import Ways, ways_of
from ludoteca.games.manticore.weights import WEIGHTS

NOBODY: Final = -1
LONG: Final = 10.0  # rounds that a match takes
ANY_TYPE: Final = -1
BY_CARD: Final = -2
BOUTS_REMEMBERED: Final = 400


class Outlook:
    """A position in the invasion, looked at once. `points` adds everything up."""

    def __init__(self, state: ManticoreState) -> None:
        self.state = state
        self.ways: Ways = ways_of(state)
        self.heroes = 0
        self.number = 0
        self.arms: list[Arms] = []
        self.speed: list[int] = []
        self.ready: list[int] = []
        self.now: list[float] = []
        self.first_goal: list[float] = []
        self.second_goal: list[float] = []
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
        self.siege = self._siege()

    # The heroes and the clock

    def _read_heroes(self) -> None:
        state = self.state
        classes = state.house.edition.classes
        waiting = state.phase == HEROES and state.active < 0
        acting = state.phase == HEROES
        for seat in range(state.seats):
            self.arms.append(hero_arms(state, seat))
            speed = classes[state.klass[seat]].stats[INITIATIVE] + state.power[STATS_EACH * seat]
            speed += state.worn[ARTIFACTS * seat + BOOTS] - state.bagged[seat]
            self.speed.append(speed if speed > 0 else 1)
            self.ready.append(0)
            self.now.append(state.round + 1.0)
            self.first_goal.append(0.0)
            self.second_goal.append(0.0)
        for seat in state.order:
            if state.life[seat] > 0:
                self.heroes |= BEING[seat]
                self.number += 1
                self.ready[seat] = self.speed[seat]
                if acting and (waiting or seat == state.active):
                    ready = state.spare(seat)
                    self.ready[seat] = ready
                    share = ready / self.speed[seat]
                    self.now[seat] -= share if share < 1.0 else 1.0
            if seat == state.active:
                waiting = True

    def _team_clock(self) -> float:
        total = 0.0
        for seat in range(self.state.seats):
            if self.heroes & BEING[seat]:
                total += self.now[seat]
        return total / self.number if self.number else self.state.round + 1.0

    def _rounds_left(self) -> float:
        """For how many rounds the Manticore will still be on its way, as far as one can tell (MAN-10.2)."""
        state = self.state
        way = state.house.edition.fireway
        left = float(len(way) - 1 - state.fire_step)
        if not state.awake:
            return left + WEIGHTS.nap
        being = state.occupant[way[state.fire_step + 1]]
        if left == 1.0 and 0 <= being < FIRST_FOE:
            return 2.0  # only at the gate it is worth standing in its way
        return left

    def fight(self, side: int, foe: int, leads: Leads, attack_type: int, spells: int) -> None:
        """A set of heroes has begun to fight a monster: the one whose turn it is thinks of nothing else."""
        self.fighter = self.state.active
        self.quarry = foe - FIRST_FOE
        self.company = side
        self.blow = attack_type
        self.extra = spells
        self.fight_leads = leads

    def _siege(self) -> int:
        """How many monsters will hurt everybody at the end of this round (MAN-9.12)."""
        state = self.state
        found = 0
        for monster in range(MONSTERS):
            if 0 < state.city_since[monster] < state.round and state.life[FIRST_FOE + monster] > 0:
                found += 1
        return found

    # Adding up

    def points(self, seat: int) -> float:
        """The worth of the position for a team, or for one seat among rivals."""
        state = self.state
        coop = state.house.coop
        weights = WEIGHTS
        team = self.heroes if coop else BEING[seat]
        prospect = self.prospect(team, float(state.life[MANTICORE]), 0.0)
        total = weights.victory * prospect * self._presence(team) + self._manticore_points(prospect)
        if not coop:
            total -= 0.5 * weights.victory * self._best_rival(seat)
        self._set_goals(prospect)
        for hero in range(state.seats):
            share = 1.0 if coop else 1.5 if hero == seat else -0.2
            if self.heroes & BEING[hero]:
                worth = self._hero_points(hero) - weights.round * (self.now[hero] - LONG)
                worth += self.first_goal[hero] + weights.second * self.second_goal[hero]
                total += share * (worth - weights.even)
            else:
                total -= share * (weights.death + weights.even)
        return total + self._monster_points()

    def _best_rival(self, seat: int) -> float:
        found = 0.0
        for rival in range(self.state.seats):
            if rival != seat and self.heroes & BEING[rival]:
                life = float(self.state.life[MANTICORE])
                found = max(found, self.prospect(BEING[rival], life, 0.0))
        return found

    # The Manticore

    def prospect(self, team: int, foe_life: float, harm: float) -> float:
        """The chance of a team to kill the Manticore in the time left, each hero hurt by `harm` first."""
        state = self.state
        team &= self.heroes
        if team == 0:
            return 0.0
        lives = 0.0
        least = 100.0
        speed = 0
        spells = 0
        number = 0
        for seat in range(state.seats):
            if team & BEING[seat]:
                number += 1
                life = state.life[seat] - harm
                lives += life
                least = min(least, life)
                speed += self.speed[seat]
                spells += state.spells[2 * seat] + state.spells[2 * seat + 1]
        weakest = 0.5 * least + 0.5 * lives / number
        attacks = min(self.slack, WEIGHTS.stand + 1.0) * speed / number
        leads = Leads(joined(self.arms, team), foe_arms(state, MANTICORE))
        return Reckoning(leads).chance(foe_life, weakest, attacks, spells)

    def _presence(self, team: int) -> float:
        """How surely the heroes can all be beside a cell of the Fireway when the Manticore comes there."""
        state = self.state
        if not state.awake:
            return 1.0
        last = len(state.house.edition.fireway) - 2
        step = state.fire_step
        if step >= last:
            return self._gathering(team, last, state.round + 1.0)
        found = self._gathering(team, step + 1, state.round + 1.0)
        for later in (last - 2, last - 1):
            if later > step + 1:
                found = max(
                    found,
                    self._gathering(team, later, state.round + float(later - step)),
                )
        return found

    def _gathering(self, team: int, step: int, time: float) -> float:
        """How surely they are all beside one cell of it at a time."""
        state = self.state
        if state.phase >= MANTICORE_ACTS:
            time += 1.0
        place = state.house.edition.fireway[step]
        found = 1.0
        for hero in range(state.seats):
            if team & self.heroes & BEING[hero]:
                early = time - self.now[hero] - self.way_beside(hero, place) / self.speed[hero]
                sure = WEIGHTS.late + early / WEIGHTS.margin
                sure = min(max(sure, 0.0), 1.0)
                found *= WEIGHTS.absent + (1.0 - WEIGHTS.absent) * sure
        return found

    def way_beside(self, hero: int, place: int) -> int:
        """What it costs a hero to walk to the nearest cell beside a place that is still free."""
        state = self.state
        here = state.cell[hero]
        least = FAR
        for d in range(SIDES):
            near = NEIGHBOUR[SIDES * place + d]
            if near == here:
                return 0
            if near != OFF_BOARD and state.occupant[near] == EMPTY:
                least = min(least, self.ways.to_cell(near)[here])
        return least

    def _manticore_points(self, prospect: float) -> float:
        """Its wounds, its sleep, and how near to the City it is."""
        state = self.state
        weights = WEIGHTS
        total = weights.wounds * (1.0 - state.life[MANTICORE] / state.house.manticore_life)
        if self.slack < weights.gate_rounds:
            missing = (weights.gate_rounds - self.slack) / weights.gate_rounds
            total -= weights.gate * missing * missing
        if not state.awake:
            total += weights.asleep * (1.0 - prospect)
        return total

    # Heroes

    def _hero_points(self, hero: int) -> float:
        """Life, less what will surely be lost of it this round; gear and Power points."""
        state = self.state
        weights = WEIGHTS
        passed = self.now[hero] - state.round
        life = float(state.life[hero])
        if state.phase < CITY_SUFFERS:
            life -= passed * self.siege
        total = weights.life_of(life)
        if state.phase == HEROES:
            total -= passed * self._awaited_harm(hero, life)
        for kind in range(ARTIFACTS):
            total += weights.gear[kind] * state.worn[ARTIFACTS * hero + kind]
        for spell in range(2):
            total += weights.gear[ARTIFACTS + spell] * state.spells[2 * hero + spell]
        for stat in range(STATS_EACH):
            total += weights.power[stat] * state.power[STATS_EACH * hero + stat]
        return total - weights.bagged * state.bagged[hero]

    def _awaited_harm(self, hero: int, life: float) -> float:
        """What the attacks of monsters and Manticore will cost a hero this round, where it stands."""
        state = self.state
        edition = state.house.edition
        cell = state.cell[hero]
        harm = 0.0
        if state.awake and edition.fireway[state.fire_step + 1] == cell:
            harm += self._assault(hero, MANTICORE, life)
        if state.house.still_monsters:
            return harm
        for d in range(SIDES):
            near = NEIGHBOUR[SIDES * cell + d]
            if near == OFF_BOARD:
                continue
            being = state.occupant[near]
            pounces = FIRST_FOE <= being < MANTICORE and edition.aggressive[being - FIRST_FOE]
            if pounces and prey_beside(state, near) == hero:
                points = min(
                    state.house.monster_initiative,
                    edition.monster_level[being - FIRST_FOE],
                )
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
        edition = state.house.edition
        cell = state.cell[FIRST_FOE + monster]
        steps = edition.steps_to[cell] if edition.aggressive[monster] else self.ways.steps_home[cell]
        pace = min(state.house.monster_initiative, edition.monster_level[monster])
        return state.round + (steps + pace - 1) // pace + (1.0 if state.phase > HEROES else 0.0)

    def threat(self, monster: int) -> float:
        """What a living monster will cost the heroes: all in the City, less the later it comes there."""
        state = self.state
        weights = WEIGHTS
        if state.city_since[monster] > 0:
            return weights.in_city + self.number * weights.entry
        if state.house.still_monsters:
            return weights.still
        level = state.house.edition.monster_level[monster]
        cost = weights.in_city + self.number * (weights.entry + weights.bite * level)
        away = self.arrival(monster) - self.clock
        return cost * exp(-weights.dread * away) if away > 0.0 else cost

    def _monster_points(self) -> float:
        total = 0.0
        for monster in range(MONSTERS):
            if self.state.life[FIRST_FOE + monster] > 0:
                total -= self.threat(monster)
        return total

    # Goals

    def _set_goals(self, prospect: float) -> None:
        """For every hero the best thing it may be on its way to, and the second best."""
        for location in range(FIRST_PILE, LOCATIONS):
            if self.state.pile[location] > 0:
                self._pile_goals(location)
        for code in self.state.ground:
            self._ground_goal(code)
        for monster in range(MONSTERS):
            if self.state.life[FIRST_FOE + monster] > 0:
                self._prey_goal(monster, prospect)
        if self.state.awake or prospect > 0.6:
            self._ambush_goals(prospect)
        if self.fighter != NOBODY:
            self.second_goal[self.fighter] = self.first_goal[self.fighter]
            self.first_goal[self.fighter] = self._fight_worth(prospect)

    def _aim(self, hero: int, worth: float, way: int) -> None:
        """A hero may be on its way to something worth so much: the nearer, the more of it counts already."""
        weights = WEIGHTS
        time = way / self.speed[hero]
        worth *= weights.goal * weights.reach / (weights.reach + time)
        if worth > self.first_goal[hero]:
            self.second_goal[hero] = self.first_goal[hero]
            self.first_goal[hero] = worth
        elif worth > self.second_goal[hero]:
            self.second_goal[hero] = worth

    def _pile_goals(self, location: int) -> None:
        """Who comes first takes the best token, the next the next: nobody counts on what another takes."""
        state = self.state
        weights = WEIGHTS
        kind = state.pile_kind[location]
        pile = state.pile[location]
        ways = self.ways.locations[location]
        served = 0
        for _ in range(self.number):
            nearest = NOBODY
            soonest = 0.0
            for hero in range(state.seats):
                if self.heroes & BEING[hero] and not served & BEING[hero]:
                    time = self.now[hero] + ways[state.cell[hero]] / self.speed[hero]
                    if nearest == NOBODY or time < soonest:
                        nearest = hero
                        soonest = time
            served |= BEING[nearest]
            level = _top(pile)
            if level == 0:
                return
            held = (
                state.worn[ARTIFACTS * nearest + kind]
                if kind < ARTIFACTS
                else state.spells[2 * nearest + kind - ARTIFACTS]
            )
            if level <= held or (held > 0 and kind >= ARTIFACTS):
                continue
            pile -= 1 << FIELD * (level - 1)
            gain = weights.gear[kind] * (level - held)
            if held > 0:
                gain -= weights.bagged
            self._aim(nearest, gain, ways[state.cell[nearest]])

    def _ground_goal(self, code: int) -> None:
        """An artifact on the ground is for the hero to whom it is worth most."""
        state = self.state
        weights = WEIGHTS
        kind = ground_kind(code)
        ways = self.ways.to_cell(ground_cell(code))
        chosen = NOBODY
        most = -1000.0
        for hero in range(state.seats):
            gain = ground_level(code) - state.worn[ARTIFACTS * hero + kind]
            if self.heroes & BEING[hero] and gain > 0:
                worth = weights.gear[kind] * gain / (1.0 + ways[state.cell[hero]] / self.speed[hero])
                if worth > most:
                    chosen = hero
                    most = worth
        if chosen != NOBODY:
            gain = ground_level(code) - state.worn[ARTIFACTS * chosen + kind]
            self._aim(chosen, weights.gear[kind] * gain, ways[state.cell[chosen]])

    def _prey_goal(self, monster: int, prospect: float) -> None:
        """A monster is for the hero who can do best against it."""
        state = self.state
        ways = self.ways.beside(state.cell[FIRST_FOE + monster])
        chosen = NOBODY
        most = 0.0
        gain = 0.0
        for hero in range(state.seats):
            if self.heroes & BEING[hero]:
                way = ways[state.cell[hero]]
                worth = self._hunt(hero, monster, way, prospect)
                if worth / (1.0 + way / self.speed[hero]) > most:
                    chosen = hero
                    most = worth / (1.0 + way / self.speed[hero])
                    gain = worth
        if chosen != NOBODY and monster != self.quarry:
            self._aim(chosen, gain, ways[state.cell[chosen]])

    def prize(self, hero: int, monster: int, prospect: float) -> float:
        """What the death of a monster is worth: its threat, Power points, a trophy; less the sleep."""
        state = self.state
        weights = WEIGHTS
        worth = weights.best_power + self.threat(monster)
        if state.house.edition.monster_level[monster] == LEVEL_FOUR:
            worth += weights.best_power
        loot = state.loot[monster]
        if loot:
            trophy = 0.0
            for kind in range(ARTIFACTS):
                gain = best(loot, kind) - state.worn[ARTIFACTS * hero + kind]
                trophy = max(trophy, weights.gear[kind] * gain)
            worth += trophy
        if not state.awake:
            worth -= weights.asleep * (1.0 - prospect)
        return worth

    def _hunt(self, hero: int, monster: int, way: int, prospect: float) -> float:
        """Fighting a monster, with the points that are left beside it or after a rest there."""
        state = self.state
        weights = WEIGHTS
        being = FIRST_FOE + monster
        speed = self.speed[hero]
        prize = self.prize(hero, monster, prospect)
        bout = bout_for(Leads(self.arms[hero], foe_arms(state, being)))
        life = min(state.life[hero], MOST_LIFE)
        level = state.house.edition.monster_level[monster]
        rested = place_of(min(speed, MOST_ATTACKS), level, life)
        worth = weights.patience * (
            prize * bout.fresh_kill[rested] + bout.fresh_worth[rested] - weights.life[life]
        )
        ready = self.ready[hero]
        if way < ready:
            place = place_of(min(ready - way, MOST_ATTACKS), state.life[being], life)
            if way == 0 and state.attacked & BEING[being] and hero == state.active:
                now = prize * bout.carded_kill[place] + bout.carded_worth[place] - weights.life[life]
            else:
                now = prize * bout.fresh_kill[place] + bout.fresh_worth[place] - weights.life[life]
            worth = max(worth, now)
        return worth

    def _fight_worth(self, prospect: float) -> float:
        """The fight in hand: its first blow, then blows by card as long as points last."""
        state = self.state
        weights = WEIGHTS
        leads = self.fight_leads
        assert leads is not None
        hero = self.fighter
        prize = self.prize(hero, self.quarry, prospect)
        life = MOST_LIFE
        number = 0
        for seat in range(state.seats):
            if self.company & BEING[seat]:
                number += 1
                life = min(life, state.life[seat])
        foe_life = state.life[FIRST_FOE + self.quarry]
        bout = bout_for(leads)
        left = min(self.ready[hero], MOST_ATTACKS - 1)
        if self.blow < 0:
            place = place_of(left + 1, foe_life, life)
            if self.blow == ANY_TYPE:
                kill = bout.fresh_kill[place]
                worth = bout.fresh_worth[place]
            else:
                kill = bout.carded_kill[place]
                worth = bout.carded_worth[place]
        else:
            place = place_of(left, foe_life, life)
            lead = leads.of(self.blow) + self.extra
            kill = 0.0
            for pips in range(SPAN):
                if lead + pips - PIPS + 1 >= foe_life:
                    kill += DICE[pips]
            worth = kill * weights.life[life] + (1.0 - kill) * bout.carded_worth[place]
            worth -= weights.gear[ARTIFACTS] * self.extra
            kill += (1.0 - kill) * bout.carded_kill[place]
        return prize * kill + number * (worth - weights.life[life])

    def _ambush_goals(self, prospect: float) -> None:
        """The team meets beside the first cell of the Fireway where all can be when the Manticore comes."""
        state = self.state
        weights = WEIGHTS
        rounds = int(self.slack)
        nerve = weights.nerve[min(rounds, len(weights.nerve) - 1)]
        keen = prospect - nerve
        if keen <= 0.0:
            return
        way = state.house.edition.fireway
        place = way[self.meeting_step()]
        for hero in range(state.seats):
            if self.heroes & BEING[hero]:
                self._aim(hero, weights.ambush * keen, self.way_beside(hero, place))

    def meeting_step(self) -> int:
        """The first step of the Fireway at which all can be in time, or the last one before the City."""
        state = self.state
        last = len(state.house.edition.fireway) - 2
        when = state.round + (1 if state.phase >= MANTICORE_ACTS else 0)
        for step in range(state.fire_step + 1, last):
            if self._all_beside(state.house.edition.fireway[step], when + step - state.fire_step):
                return step
        return last

    def _all_beside(self, place: int, time: int) -> bool:
        for hero in range(self.state.seats):
            if self.heroes & BEING[hero]:
                way = self.way_beside(hero, place)
                if self.now[hero] + way / self.speed[hero] > time:
                    return False
        return True


def _top(pile: int) -> int:
    """The highest level in a pile, 0 if it is empty."""
    level = LEVELS
    while level > 0 and not pile >> FIELD * (level - 1) & 7:
        level -= 1
    return level


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
