"""The last battle: how a team stands against the Manticore, where it must be met, and how long one may tarry.

A *duel* is the exchange of blows between a team and the Manticore until one side is down, counted out to the
last die and remembered, as if the whole team had the life of its weaker half.
"""

from __future__ import annotations

from math import log
from typing import Final

from ludoteca.games.manticore.bot.battle_odds import (
    DICE,
    FAR_LEAD,
    KINDS_OF_ATTACK,
    MOST_LIFE,
    PIPS,
    SPAN,
    Blow,
    Leads,
    Reckoning,
    curve,
    foe_arms,
    joined,
)
from ludoteca.games.manticore.bot.standing import Standing, meeting
from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.actions import BY_MAGIC, CLOSE, SHOOT
from ludoteca.games.manticore.rules.land import NEIGHBOURS, OFF_BOARD
from ludoteca.games.manticore.rules.state import EMPTY, FIRST_FOE, HEROES, MANTICORE, MANTICORE_ACTS
from ludoteca.games.manticore.rules.strengths import BEING

LONGEST: Final = 20
WIDTH: Final = MOST_LIFE + 1
DUELS_REMEMBERED: Final = 400
NEVER: Final = 40


class Duel:
    """The chance that the Manticore falls before the weakest hero does, blow and answer in turn, all by card.

    `attack[WIDTH * its life + their life]` is asked before the heroes' blow, `answer[...]` before its own.
    """

    def __init__(self, leads: Leads) -> None:
        self.leads = leads
        self.reckoning = Reckoning(leads)
        self.attack: list[float] = [0.0] * (WIDTH * (LONGEST + 1))
        self.answer: list[float] = [0.0] * (WIDTH * (LONGEST + 1))
        share = 1.0 / KINDS_OF_ATTACK
        blow = Blow()
        for attack_type in (BY_MAGIC, CLOSE, SHOOT):
            blow.add(leads.of(attack_type), share, True, attack_type != SHOOT)
        back = Blow()
        back.add(leads.magic_back, share, False, True)
        back.add(leads.shot_back, share, False, False)
        if leads.fights:
            back.add(-leads.close, share, False, True)
        else:
            back.add(leads.blocked_back, share, False, False)
        for life in range(1, MOST_LIFE + 1):
            self.attack[life] = self.answer[life] = 1.0
        loop = 1.0 - blow.dealt[0] * back.dealt[0]
        for foe_life in range(1, LONGEST + 1):
            for life in range(1, MOST_LIFE + 1):
                struck = _passing(blow, self.answer, foe_life, life)
                answered = _passing(back, self.attack, foe_life, life)
                place = WIDTH * foe_life + life
                self.attack[place] = (struck + blow.dealt[0] * answered) / loop
                self.answer[place] = (answered + back.dealt[0] * struck) / loop

    def chance(self, foe_life: int, weakest: float, attacks: float, spells: int) -> float:
        """How likely the Manticore dies within so many attacks, the first of a chosen type."""
        if foe_life <= 0:
            return 1.0
        if weakest <= 0.0 or attacks <= 0.0:
            return 0.0
        life = int(weakest)
        part = weakest - life
        if life >= MOST_LIFE:
            life = MOST_LIFE
            part = 0.0
        found = self._opening(foe_life, life, spells)
        if part > 0.0:
            found += part * (self._opening(foe_life, life + 1, spells) - found)
        reckoning = self.reckoning
        first = reckoning.first
        if spells > 0:
            first = max(first, float(self.leads.magic + spells))
        needed = max(0.6, (foe_life - first + reckoning.dealt) / reckoning.dealt)
        return found * curve(WEIGHTS.haste * log((attacks + 0.3) / needed))

    def _opening(self, foe_life: int, life: int, spells: int) -> float:
        """The best type for the first blow."""
        if life <= 0:
            return 0.0
        found = 0.0
        for attack_type in (BY_MAGIC, CLOSE, SHOOT):
            lead = self.leads.of(attack_type)
            if attack_type == BY_MAGIC:
                lead += spells
            total = 0.0
            for pips in range(SPAN):
                dealt = lead + pips - PIPS + 1
                if dealt >= foe_life:
                    total += DICE[pips]
                elif dealt >= 0:
                    total += DICE[pips] * self.answer[WIDTH * (foe_life - dealt) + life]
                elif attack_type == SHOOT:
                    total += DICE[pips] * self.answer[WIDTH * foe_life + life]
                elif life + dealt > 0:
                    total += DICE[pips] * self.answer[WIDTH * foe_life + life + dealt]
            found = max(found, total)
        return found


def _passing(blow: Blow, after: list[float], foe_life: int, life: int) -> float:
    """What a blow leads to when somebody is hurt by it."""
    total = 0.0
    here = WIDTH * foe_life + life
    for damage in range(1, FAR_LEAD + PIPS):
        chance = blow.dealt[damage]
        if chance > 0.0:
            total += chance * (1.0 if damage >= foe_life else after[here - WIDTH * damage])
        chance = blow.suffered[damage]
        if chance > 0.0 and damage < life:
            total += chance * after[here - damage]
    return total


def duel_for(leads: Leads) -> Duel:
    """The duel with these leads, counted out once."""
    key = leads.key()
    found = _DUELS.get(key)
    if found is None:
        if len(_DUELS) >= DUELS_REMEMBERED:
            _DUELS.clear()
        found = Duel(leads)
        _DUELS[key] = found
    return found


_DUELS: Final[dict[int, Duel]] = {}


# The team's chance


class BossFight:
    """How the heroes of a team stand against the Manticore: all of them in the rounds to come, and right now
    those who are beside it and still have points to strike with.
    """

    def __init__(self, standing: Standing, team: int) -> None:
        self.standing = standing
        self.team = team & standing.heroes
        state = standing.state
        foe = foe_arms(state, MANTICORE)
        self.strikers = 0
        self.strikes = 0.0
        if state.manticore.awake and state.phase == HEROES:
            self._find_strikers()
        speed = 0
        for seat in range(state.seats):
            if self.team & BEING[seat]:
                speed += standing.speed[seat]
        number = _count(self.team)
        self.later = 0.0
        if number:
            whole = float(len(state.ruleset.edition.fireway) - 1 - meeting(state))
            self.later = min(standing.slack, whole) * WEIGHTS.share * speed / number
        self.together: Duel = duel_for(Leads(joined(standing.arms, self.team), foe))
        self.now: Duel = self.together
        if self.strikers and self.strikers != self.team:
            self.now = duel_for(Leads(joined(standing.arms, self.strikers), foe))

    def _find_strikers(self) -> None:
        """MAN-7.2: whoever stands beside it before its turn is over; the hero in turn may walk there."""
        standing = self.standing
        state = standing.state
        place = state.manticore.cell
        points = 0
        for seat in range(state.seats):
            if self.team & BEING[seat] and standing.left[seat] > 0:
                way = way_beside(standing, seat, place)
                if way == 0 or (seat == state.active and way < standing.left[seat]):
                    self.strikers |= BEING[seat]
                    points += standing.left[seat] - way
        if self.strikers:
            self.strikes = points / _count(self.strikers)

    def chance(self, foe_life: int, hurt: int, harm: float) -> float:
        """The chance to kill it in the time left, when the heroes of a set are hurt by `harm` first."""
        if self.team == 0:
            return 0.0
        if foe_life <= 0:
            return 1.0
        weakest = self._weakest(self.team, hurt, harm)
        spells = self._spells(self.team)
        found = self.together.chance(foe_life, weakest, self.later, spells)
        if self.strikers == 0:
            return found
        lives = self._weakest(self.strikers, hurt, harm)
        found = max(found, self.now.chance(foe_life, lives, self.strikes, self._spells(self.strikers)))
        if self.later > 0.0:
            reckoning = self.now.reckoning
            rounds = min(self.strikes, max(0.0, lives - 1.0) / reckoning.suffered)
            left = foe_life - int(rounds * reckoning.dealt)
            share = rounds * reckoning.suffered * _count(self.strikers) / _count(self.team)
            if left > 0:
                found = max(found, self.together.chance(left, weakest - share, self.later, 0))
        return found

    def _weakest(self, side: int, hurt: int, harm: float) -> float:
        """Between the least life of a side and its average."""
        state = self.standing.state
        lives = 0.0
        least = 100.0
        for seat in range(state.seats):
            if side & BEING[seat]:
                life = float(state.heroes[seat].life)
                if hurt & BEING[seat]:
                    life -= harm
                lives += life
                least = min(least, life)
        return 0.5 * least + 0.5 * lives / _count(side)

    def _spells(self, side: int) -> int:
        state = self.standing.state
        found = 0
        for seat in range(state.seats):
            if side & BEING[seat]:
                found += sum(state.heroes[seat].spells)
        return found


def _count(side: int) -> int:
    found = 0
    while side:
        found += side & 1
        side >>= 1
    return found


# Where and when


def meeting_step(standing: Standing) -> int:
    """The step of the Fireway beside which the team should stand when its next round begins."""
    state = standing.state
    way = state.ruleset.edition.fireway
    step = state.manticore.step
    if step < meeting(state):
        return meeting(state)
    stays = state.phase >= MANTICORE_ACTS or step >= len(way) - 2
    if stays or 0 <= state.occupant[way[step + 1]] < FIRST_FOE:  # MAN-10.4
        return step
    return step + 1


def delay(standing: Standing, hero: int, way: int) -> float:
    """How many rounds too late a hero comes who has still so far to go."""
    state = standing.state
    if way == 0:
        return 0.0
    rounds = state.manticore.step - meeting(state) + (way - standing.left[hero]) / standing.speed[hero]
    if state.phase < MANTICORE_ACTS:
        rounds += 1.0
    if not state.manticore.awake:
        rounds -= WEIGHTS.nap
    return rounds if rounds > 0.0 else 0.0


def way_from(standing: Standing, cell: int, place: int) -> int:
    """What it costs to walk from a cell to the nearest free one beside a place."""
    state = standing.state
    least = NEVER
    for near in NEIGHBOURS[place]:
        if near != OFF_BOARD and (near == cell or state.occupant[near] == EMPTY):
            least = min(least, standing.costs.to_cell(near)[cell])
    return least


def way_beside(standing: Standing, hero: int, place: int) -> int:
    """What it costs a hero to walk to the nearest cell beside a place that is still free."""
    state = standing.state
    here = state.heroes[hero].cell
    least = NEVER
    for near in NEIGHBOURS[place]:
        if near == here:
            return 0
        if near != OFF_BOARD and state.occupant[near] == EMPTY:
            way = standing.walk[near] if hero == state.active else standing.costs.to_cell(near)[here]
            least = min(least, way)
    return least
