"""What each hero is on its way to: tokens, monsters, and in time the place where the Manticore is met.

A hero plans two errands and the way to the meeting place after them. A plan is worth the more, the sooner it
is done; it is worth little when the team has to wait for the hero. Since whole plans are compared, a step of
the best one always looks better than any step away from it.
"""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.bot.battle_odds import (
    DICE,
    MOST_ATTACKS,
    MOST_LIFE,
    PIPS,
    SPAN,
    Leads,
    foe_arms,
    place_of,
)
from ludoteca.games.manticore.bot.boss_fight import NEVER, delay, meeting_step, way_beside, way_from
from ludoteca.games.manticore.bot.standing import ANY_TYPE, NOBODY, Standing, bout_for
from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.actions import ARTIFACTS, MONSTERS
from ludoteca.games.manticore.rules.edition import FIRST_PILE, LOCATIONS
from ludoteca.games.manticore.rules.gear import FIELD, best, ground_cell, ground_kind, ground_level, top_level
from ludoteca.games.manticore.rules.state import EMPTY, FIRST_FOE
from ludoteca.games.manticore.rules.steps.battle import LEVEL_FOUR
from ludoteca.games.manticore.rules.strengths import BEING

MOST_LATE: Final = 4.0


class Errand:
    """Something to fetch or to fight: the hero's way there, the way from everywhere, where one stands then,
    what it brings, how many points it takes besides, and the location whose pile it lies on, if any.
    """

    def __init__(
        self, way: int, ways: list[int], spot: int, gain: float, effort: int = 0, pile: int = NOBODY
    ) -> None:
        self.way = way
        self.ways = ways
        self.spot = spot
        self.gain = gain
        self.effort = effort
        self.pile = pile


class Plans:
    """What all heroes have in mind; whoever is in turn chooses first, then the others in turn order."""

    def __init__(self, standing: Standing, prospect: float) -> None:
        self.standing = standing
        self.prospect = prospect
        state = standing.state
        self.piles: list[int] = list(state.pile)
        self.hunter: list[int] = [NOBODY] * MONSTERS
        self.hunt_gain: list[float] = [0.0] * MONSTERS
        self.step = meeting_step(standing)
        self.place = state.ruleset.edition.fireway[self.step]
        self.worth: list[float] = [0.0] * state.seats
        for number, monster in enumerate(state.monsters):
            if monster.life > 0 and number != standing.quarry:
                self._assign(number)
        start = 0
        for number in range(len(state.order)):
            if state.order[number] == state.active:
                start = number
        for number in range(len(state.order)):
            hero = state.order[(start + number) % len(state.order)]
            if standing.heroes & BEING[hero]:
                self.worth[hero] = self._best_plan(hero)

    # Choosing

    def _best_plan(self, hero: int) -> float:
        """Two errands, one or none, and then to the meeting place; what the first one takes is gone."""
        standing = self.standing
        weights = WEIGHTS
        errands = self._errands(hero)
        speed = standing.speed[hero]
        straight = way_beside(standing, hero, self.place)
        homes = [way_from(standing, errand.spot, self.place) for errand in errands]
        found = -self._lateness(hero, straight)
        chosen = NOBODY
        if hero == standing.fighter:  # it thinks of what it will do afterwards
            for number in range(len(errands)):
                way = errands[number].way + errands[number].effort
                total = weights.second * errands[number].gain * self._sooner(way, speed)
                found = max(found, total - self._lateness(hero, way + homes[number]))
            return self._fight_worth() + weights.goal * found
        for number in range(len(errands)):
            first = errands[number]
            way = first.way + first.effort
            gain = first.gain * self._sooner(way, speed)
            home = straight if first.way == 0 else homes[number]
            total = gain - self._lateness(hero, way + home)
            if total > found:
                found = total
                chosen = number
            for other in range(len(errands)):
                if other == number:
                    continue
                second = errands[other]
                whole = way + second.ways[first.spot] + second.effort
                total = gain + weights.second * second.gain * self._sooner(whole, speed)
                if total <= found:
                    continue
                total -= self._lateness(hero, whole + homes[other])
                if total > found:
                    found = total
                    chosen = number
        if chosen != NOBODY and errands[chosen].pile != NOBODY:
            location = errands[chosen].pile
            self.piles[location] -= 1 << FIELD * (top_level(self.piles[location]) - 1)
        return weights.goal * found

    def _sooner(self, way: int, speed: int) -> float:
        """What counts already of a goal so far away."""
        return WEIGHTS.reach / (WEIGHTS.reach + way / speed)

    def _lateness(self, hero: int, way: int) -> float:
        """What it costs that the others have to wait."""
        rounds = delay(self.standing, hero, way)
        return WEIGHTS.late * (rounds if rounds < MOST_LATE else MOST_LATE)

    def _errands(self, hero: int) -> list[Errand]:
        """All that a hero might do."""
        return [*self._fetching(hero), *self._picking_up(hero), *self._hunting(hero)]

    def _fetching(self, hero: int) -> list[Errand]:
        """What lies on the piles of locations and is better than what the hero has."""
        standing = self.standing
        state = standing.state
        weights = WEIGHTS
        owner = state.heroes[hero]
        here = owner.cell
        found: list[Errand] = []
        for location in range(FIRST_PILE, LOCATIONS):
            level = top_level(self.piles[location])
            if level == 0:
                continue
            kind = state.pile_kind[location]
            held = owner.worn[kind] if kind < ARTIFACTS else owner.spells[kind - ARTIFACTS]
            if level <= held or (held > 0 and kind >= ARTIFACTS):
                continue
            gain = weights.gear[kind] * (level - held)
            if held > 0:
                gain -= weights.bagged
            if gain > 0.0:
                cells = state.ruleset.edition.locations[location].cells
                ways = standing.costs.locations[location]
                way = self._walk_to(cells, here) if hero == state.active else ways[here]
                found.append(Errand(way, ways, cells[0], gain, pile=location))
        return found

    def _picking_up(self, hero: int) -> list[Errand]:
        """What lies on the ground where nobody stands."""
        standing = self.standing
        state = standing.state
        weights = WEIGHTS
        owner = state.heroes[hero]
        found: list[Errand] = []
        for code in state.ground:
            kind = ground_kind(code)
            rise = ground_level(code) - owner.worn[kind]
            cell = ground_cell(code)
            if rise > 0 and state.occupant[cell] == EMPTY:
                gain = weights.lying * weights.gear[kind] * rise
                ways = standing.costs.to_cell(cell)
                way = standing.walk[cell] if hero == state.active else ways[owner.cell]
                found.append(Errand(way, ways, cell, gain))
        return found

    def _hunting(self, hero: int) -> list[Errand]:
        """The monsters that are this hero's to kill."""
        standing = self.standing
        found: list[Errand] = []
        for monster in range(MONSTERS):
            gain = self.hunt_gain[monster]
            if self.hunter[monster] == hero and gain > 0.0:
                cell = standing.state.monsters[monster].cell
                way = self._way_to_foe(hero, cell)
                found.append(Errand(way, standing.costs.beside(cell), cell, gain, effort=1))
        return found

    def _walk_to(self, cells: list[int], here: int) -> int:
        """The way of the hero in turn to the nearest of some cells."""
        walk = self.standing.walk
        least = NEVER
        for cell in cells:
            least = min(least, walk[cell])
        return least

    def _way_to_foe(self, hero: int, cell: int) -> int:
        if hero == self.standing.state.active:
            return way_beside(self.standing, hero, cell)
        return self.standing.costs.beside(cell)[self.standing.state.heroes[hero].cell]

    # Monsters

    def _assign(self, monster: int) -> None:
        """A monster is for the hero who can do best against it."""
        standing = self.standing
        state = standing.state
        most = 0.0
        for hero in range(state.seats):
            if standing.heroes & BEING[hero]:
                way = self._way_to_foe(hero, state.monsters[monster].cell)
                worth = self._hunt(hero, monster, way)
                likely = worth / (1.0 + way / standing.speed[hero])
                if likely > most:
                    most = likely
                    self.hunter[monster] = hero
                    self.hunt_gain[monster] = worth

    def prize(self, hero: int, monster: int) -> float:
        """What the death of a monster is worth: its threat, Power points, a trophy; less the sleep."""
        standing = self.standing
        state = standing.state
        weights = WEIGHTS
        worth = weights.best_power + standing.threat(monster)
        if state.ruleset.edition.monster_level[monster] == LEVEL_FOUR:
            worth += weights.best_power
        loot = state.monsters[monster].loot
        if loot:
            trophy = 0.0
            for kind in range(ARTIFACTS):
                gain = best(loot, kind) - state.heroes[hero].worn[kind]
                trophy = max(trophy, weights.gear[kind] * gain)
            worth += trophy
        if not state.manticore.awake:
            worth -= weights.asleep * (1.0 - self.prospect)
        return worth

    def _hunt(self, hero: int, monster: int, way: int) -> float:
        """Fighting a monster, with the points that are left beside it or after a rest there."""
        standing = self.standing
        state = standing.state
        weights = WEIGHTS
        being = FIRST_FOE + monster
        speed = standing.speed[hero]
        prize = self.prize(hero, monster)
        bout = bout_for(Leads(standing.arms[hero], foe_arms(state, being)))
        life = min(state.heroes[hero].life, MOST_LIFE)
        level = state.ruleset.edition.monster_level[monster]
        rested = place_of(min(speed, MOST_ATTACKS), level, life)
        worth = weights.patience * (
            prize * bout.fresh_kill[rested] + bout.fresh_worth[rested] - weights.life[life]
        )
        ready = standing.ready[hero]
        if way < ready:
            place = place_of(min(ready - way, MOST_ATTACKS), state.monsters[monster].life, life)
            if way == 0 and state.attacked & BEING[being] and hero == state.active:
                now = prize * bout.carded_kill[place] + bout.carded_worth[place] - weights.life[life]
            else:
                now = prize * bout.fresh_kill[place] + bout.fresh_worth[place] - weights.life[life]
            worth = max(worth, now)
        return worth

    def _fight_worth(self) -> float:
        """The fight in hand: its first blow, then blows by card as long as points last."""
        standing = self.standing
        state = standing.state
        weights = WEIGHTS
        leads = standing.fight_leads
        assert leads is not None
        hero = standing.fighter
        prize = self.prize(hero, standing.quarry)
        life = MOST_LIFE
        number = 0
        for seat in range(state.seats):
            if standing.company & BEING[seat]:
                number += 1
                life = min(life, state.heroes[seat].life)
        foe_life = state.monsters[standing.quarry].life
        bout = bout_for(leads)
        left = min(standing.ready[hero], MOST_ATTACKS - 1)
        if standing.blow < 0:
            place = place_of(left + 1, foe_life, life)
            if standing.blow == ANY_TYPE:
                kill = bout.fresh_kill[place]
                worth = bout.fresh_worth[place]
            else:
                kill = bout.carded_kill[place]
                worth = bout.carded_worth[place]
        else:
            place = place_of(left, foe_life, life)
            lead = leads.of(standing.blow) + standing.extra
            kill = 0.0
            for pips in range(SPAN):
                if lead + pips - PIPS + 1 >= foe_life:
                    kill += DICE[pips]
            worth = kill * weights.life[life] + (1.0 - kill) * bout.carded_worth[place]
            worth -= weights.gear[ARTIFACTS] * standing.extra
            kill += (1.0 - kill) * bout.carded_kill[place]
        return prize * kill + number * (worth - weights.life[life])
