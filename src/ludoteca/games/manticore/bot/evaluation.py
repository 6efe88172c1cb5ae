"""How good a position looks: points from `standing`, `boss_fight`, `hero_plans` and `road_value`, turned into
a chance from 0 to 1.

A team is looked at as a whole; among rivals a seat looks at its own hero first. In the middle of a battle the
value is what is likely to come of it. The weights are in `evaluation.toml`.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from ludoteca.games.manticore.bot.battle_odds import (
    DICE,
    KINDS_OF_ATTACK,
    PIPS,
    SPAN,
    Leads,
    Reckoning,
    expected,
    foe_arms,
    joined,
)
from ludoteca.games.manticore.bot.boss_fight import BossFight
from ludoteca.games.manticore.bot.hero_plans import Plans
from ludoteca.games.manticore.bot.needs import gain
from ludoteca.games.manticore.bot.quick_policy import usual
from ludoteca.games.manticore.bot.road_value import road_points
from ludoteca.games.manticore.bot.standing import ANY_TYPE, BY_CARD, LONG, Standing
from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.actions import ARTIFACTS, BY_MAGIC, CLOSE, PICK, SHOOT
from ludoteca.games.manticore.rules.beings import NO_CLASS
from ludoteca.games.manticore.rules.gear import best
from ludoteca.games.manticore.rules.state import FIRST_FOE, HEROES, MANTICORE, ManticoreState
from ludoteca.games.manticore.rules.steps.battle import (
    CastSpell,
    ChooseStance,
    ChooseTrophy,
    ChooseType,
    SpendPower,
)
from ludoteca.games.manticore.rules.steps.joint import AgreeTerms, Invitation
from ludoteca.games.manticore.rules.steps.turn import Consent, Menu, OfferItem
from ludoteca.games.manticore.rules.strengths import BEING, HERO_SIDE, first_of
from ludoteca.kernel.state import Step

Steps = Step[Any]
SOON: Final = 8
USELESS: Final = 20.0
UNTIDY: Final = 0.01


def evaluate(state: ManticoreState, seat: int) -> float:
    """The chance of a seat to win. A turn that has only begun is finished as usual before it is judged."""
    if state.phase == HEROES and state.actor == seat and isinstance(state.step, Menu):
        return max(0.0, glance(played_on(state, seat), seat) - UNTIDY * untidiness(state, seat))
    return glance(state, seat)


def untidiness(state: ManticoreState, seat: int) -> int:
    """What lies in the bag, and what lies on the ground but is still needed. Both are put right before the
    turn ends, so a position would look hardly worse for it; but nobody is to drop things and pick them up.
    """
    found = state.heroes[seat].bagged
    for action in state.choices:
        if action.verb is PICK and gain(state, seat, action.a, action.b) > 0.0:
            return found + 1
    return found


def played_on(state: ManticoreState, seat: int) -> ManticoreState:
    """The hero goes on by the quick policy until its turn is over or weapons speak."""
    state = state.copy()
    now = state.round
    while state.active == seat and state.round == now and isinstance(state.step, Menu):
        state.play(usual(state))
    return state


def glance(state: ManticoreState, seat: int) -> float:
    """The chance of a seat to win, as far as one can tell by looking."""
    result = state.result
    if result is not None:
        if seat not in result.winners:
            return 0.0
        return 1.0 if result.reason == "players_great" else 0.98
    if not state.ruleset.coop and state.heroes[seat].life == 0 and state.phase >= HEROES:
        return 0.0
    return 0.96 / (1.0 + exp(-points(state, seat) / WEIGHTS.scale)) + 0.01


def points(state: ManticoreState, seat: int) -> float:
    """The worth of a position; where a battle is under way, of what is likely to come of it."""
    if state.phase < HEROES:
        return road_points(state) + _party_points(state)
    step: Steps = state.step
    standing = Standing(state)
    if isinstance(step, ChooseType):
        return _attack_points(standing, seat, state.battle.attackers, ANY_TYPE, 0)
    if isinstance(step, CastSpell):
        spells = state.battle.attack_spells + _spells_in_hand(state)
        return _attack_points(standing, seat, state.battle.attackers, BY_MAGIC, spells)
    if isinstance(step, Invitation | AgreeTerms):
        side = state.battle.attackers
        for waiting in _upcoming(state):
            if isinstance(waiting, Invitation):
                side |= BEING[waiting.seat]
            elif not isinstance(waiting, AgreeTerms):
                break
        by_card = (state.attacked | state.joint_made) & state.battle.defenders
        return _attack_points(standing, seat, side, BY_CARD if by_card else ANY_TYPE, 0)
    total = worth(standing, seat)
    if isinstance(step, ChooseStance):
        return total - _stance_cost(standing)
    if isinstance(step, SpendPower | ChooseTrophy):
        return total + _rewards(state)
    if isinstance(step, OfferItem | Consent):
        offered = _offered(state, seat, step)
        return offered if offered > total else total - USELESS
    return total


def _party_points(state: ManticoreState) -> float:
    """The classes chosen so far."""
    total = 0.0
    for hero in state.heroes:
        if hero.klass != NO_CLASS:
            total += WEIGHTS.classes[hero.klass]
    return total


def worth(standing: Standing, seat: int) -> float:
    """The worth of the position for a team, or for one seat among rivals."""
    state = standing.state
    coop = state.ruleset.coop
    weights = WEIGHTS
    team = standing.heroes if coop else BEING[seat]
    chance = BossFight(standing, team).chance(state.manticore.life, 0, 0.0)
    total = weights.victory * chance + _manticore_points(standing, chance)
    if not coop:
        total -= 0.5 * weights.victory * _best_rival(standing, seat)
    plans = Plans(standing, chance)
    for hero in range(state.seats):
        share = 1.0 if coop else 1.5 if hero == seat else -0.2
        if standing.heroes & BEING[hero]:
            found = standing.hero_points(hero) - weights.round * (standing.now[hero] - LONG)
            total += share * (found + plans.worth[hero] - weights.even)
        else:
            total -= share * (weights.death + weights.even)
    return total + standing.monster_points()


def _best_rival(standing: Standing, seat: int) -> float:
    found = 0.0
    for rival in range(standing.state.seats):
        if rival != seat and standing.heroes & BEING[rival]:
            found = max(
                found, BossFight(standing, BEING[rival]).chance(standing.state.manticore.life, 0, 0.0)
            )
    return found


def _manticore_points(standing: Standing, chance: float) -> float:
    """Its wounds and its sleep."""
    state = standing.state
    weights = WEIGHTS
    total = weights.wounds * (1.0 - state.manticore.life / state.ruleset.manticore_life)
    if not state.manticore.awake:
        total += weights.asleep * (1.0 - chance)
    return total


def _upcoming(state: ManticoreState) -> list[Steps]:
    """The agenda, what comes next first."""
    found: list[Steps] = state.agenda.steps()[-SOON:]
    found.reverse()
    return found


# Battles


def _spells_in_hand(state: ManticoreState) -> int:
    """The spells of those who have not yet been asked."""
    found = 0
    for waiting in _upcoming(state):
        if not isinstance(waiting, CastSpell):
            break
        found += sum(state.heroes[waiting.seat].spells)
    return found


def _attack_points(standing: Standing, seat: int, side: int, attack_type: int, spells: int) -> float:
    """What an attack by a set of heroes will lead to."""
    state = standing.state
    foe = first_of(state.battle.defenders)
    if foe < FIRST_FOE:
        return worth(standing, seat) + _duel_points(standing, seat, side, foe)
    leads = Leads(joined(standing.arms, side), foe_arms(state, foe))
    if foe == MANTICORE:
        return worth(standing, seat) + _manticore_blow(standing, seat, side, leads, attack_type, spells)
    standing.fight(side, foe, leads, attack_type, spells)
    return worth(standing, seat)


def _manticore_blow(
    standing: Standing, seat: int, side: int, leads: Leads, attack_type: int, spells: int
) -> float:
    """One blow against the Manticore and its answer, with the best type or all of them alike."""
    if attack_type == BY_MAGIC:
        return _one_blow(standing, seat, side, leads, BY_MAGIC, spells)
    found: list[float] = []
    in_hand = 0
    for hero in range(standing.state.seats):
        if side & BEING[hero]:
            in_hand += sum(standing.state.heroes[hero].spells)
    found.append(_one_blow(standing, seat, side, leads, BY_MAGIC, in_hand))
    found.append(_one_blow(standing, seat, side, leads, CLOSE, 0))
    found.append(_one_blow(standing, seat, side, leads, SHOOT, 0))
    if attack_type == BY_CARD:
        return (found[0] + found[1] + found[2]) / KINDS_OF_ATTACK
    return max(found)


def _one_blow(standing: Standing, seat: int, side: int, leads: Leads, attack_type: int, spells: int) -> float:
    state = standing.state
    weights = WEIGHTS
    team = standing.heroes if state.ruleset.coop else BEING[seat]
    life = state.manticore.life
    boss_fight = BossFight(standing, team)
    before = boss_fight.chance(life, 0, 0.0)
    answered = Reckoning(leads).answered
    lead = leads.of(attack_type) + spells
    total = -0.6 * weights.gear[ARTIFACTS] * spells
    for pips in range(SPAN):
        dealt = lead + pips - PIPS + 1
        if dealt >= life:
            total += DICE[pips] * weights.kill
            continue
        harm = answered
        if dealt < 0:
            if attack_type != SHOOT:
                harm -= dealt
            dealt = 0
        change = weights.wounds * dealt / state.ruleset.manticore_life
        change += weights.victory * (boss_fight.chance(life - dealt, side, harm) - before)
        for hero in range(state.seats):
            if side & BEING[hero]:
                change -= weights.life_lost(state.heroes[hero].life, harm)
        total += DICE[pips] * change
    return total


def _duel_points(standing: Standing, seat: int, side: int, rival: int) -> float:
    """Heroes against a hero: what both lose, from the seat's side of it."""
    leads = Leads(joined(standing.arms, side), standing.arms[rival])
    blow = Reckoning(leads)
    state = standing.state
    weights = WEIGHTS
    lost = weights.life_lost(state.heroes[rival].life, blow.dealt)
    own = 0.0
    for hero in range(state.seats):
        if side & BEING[hero]:
            own += weights.life_lost(state.heroes[hero].life, blow.suffered)
    if side & BEING[seat]:
        return 0.2 * lost - 1.5 * own
    return 0.2 * own - 1.5 * lost if rival == seat else 0.0


def _stance_cost(standing: Standing) -> float:
    """What heroes attacked in close combat are about to lose."""
    state = standing.state
    weights = WEIGHTS
    side = state.battle.defenders & HERO_SIDE
    foe = first_of(state.battle.attackers)
    enemy = standing.arms[foe] if foe < FIRST_FOE else foe_arms(state, foe)
    leads = Leads(joined(standing.arms, side), enemy)
    harm = expected(-leads.close) if leads.fights else expected(leads.blocked_back)
    total = 0.0
    for hero in range(state.seats):
        if side & BEING[hero]:
            total += weights.life_lost(state.heroes[hero].life, harm)
    return total


def _rewards(state: ManticoreState) -> float:
    """Power points and a trophy that wait to be taken."""
    total = 0.0
    for waiting in _upcoming(state):
        if isinstance(waiting, SpendPower):
            total += WEIGHTS.best_power
        elif isinstance(waiting, ChooseTrophy):
            trophy = 0.0
            for kind in range(ARTIFACTS):
                gain = best(waiting.stock, kind) - state.heroes[waiting.seat].worn[kind]
                trophy = max(trophy, WEIGHTS.gear[kind] * gain)
            total += trophy
        else:
            break
    return total


def _offered(state: ManticoreState, seat: int, step: Steps) -> float:
    """A gift, if it is made and taken."""
    found = -1000.0
    for action in state.choices:
        twin = state.copy()
        twin.play(action)
        if twin.result is not None or twin.actor < 0:
            continue
        following: Steps = twin.step
        if isinstance(following, Consent):
            found = max(found, _offered(twin, seat, following))
        elif not isinstance(step, Consent) or action.a == 1:
            found = max(found, worth(Standing(twin), seat))
    return found
