"""What a sensible hero chooses in battle: how to attack, whether to strike back, where a Power point goes
and what to take; and how the last battle, against the Manticore, is likely to end.
"""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.bot.battle_odds import (
    MOST_LIFE,
    Arms,
    Leads,
    Reckoning,
    expected,
    foe_arms,
    hero_arms,
    joined,
)
from ludoteca.games.manticore.bot.campaign import MOST_POINTS, MOST_ROUNDS, campaign_for
from ludoteca.games.manticore.bot.needs import gain
from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.actions import (
    ATTACK,
    BY_MAGIC,
    CLOSE,
    DEFENSE,
    MAGIC,
    SHOOT,
    SHOOTING,
    TROPHY,
    TROPHY_NONE,
)
from ludoteca.games.manticore.rules.state import BEINGS, FIRST_FOE, MANTICORE, ManticoreState
from ludoteca.games.manticore.rules.steps.battle import CounterSpell
from ludoteca.games.manticore.rules.strengths import (
    BEING,
    HERO_SIDE,
    attack_strength,
    defence_strength,
    first_of,
)
from ludoteca.kernel.actions import Action

USUAL_LEVEL: Final = 3  # of a monster
PAIN: Final = 1.2  # a wound suffered, beside one dealt, when one is attacked
HARDLY_MORE: Final = 0.01  # for so little chance more nobody holds back
NO_CHANCE: Final = -1.0
BEST_LEAD: Final = 5  # what the dice can add to the difference of two strengths: six against one
WORTH_TAKING: Final = 0.4  # what a trophy must bring


def side_arms(state: ManticoreState, side: int) -> Arms:
    return joined([hero_arms(state, seat) for seat in range(state.seats)], side)


def best_type(state: ManticoreState) -> int:
    """The type that hurts most for what it costs."""
    foe = first_of(state.battle.defenders)
    if foe < FIRST_FOE:
        return CLOSE
    side = state.battle.attackers & HERO_SIDE
    if foe == MANTICORE:
        return best_type_of_last_battle(state, side)
    leads = Leads(side_arms(state, side), foe_arms(state, foe))
    found = CLOSE
    highest = -100.0
    for attack_type in (SHOOT, CLOSE, BY_MAGIC):
        lead = leads.of(attack_type)
        worth = min(expected(lead), state.being(foe).life + 0.5)
        if attack_type != SHOOT:
            worth -= WEIGHTS.blow_cost * expected(-lead)
        if worth > highest:
            highest = worth
            found = attack_type
    return found


def best_type_of_last_battle(state: ManticoreState, side: int) -> int:
    """The type after which the Manticore is most likely to fall."""
    last = LastBattle(state, side, [hero_arms(state, seat) for seat in range(state.seats)])
    points = min(last.points + 1, MOST_POINTS)  # the blow is paid
    found = CLOSE
    highest = -1.0
    for attack_type in (SHOOT, CLOSE, BY_MAGIC):
        chance = last.campaign.blow(
            attack_type, state.manticore.life, last.life, points, last.rounds, last.spells
        )
        if chance > highest:
            highest = chance
            found = attack_type
    return found


def best_power(state: ManticoreState, seat: int) -> int:
    """Where a Power point does most: for the hero against a monster, for all against the Manticore."""
    own = hero_arms(state, seat)
    team = side_arms(state, HERO_SIDE)
    usual_foe = Arms(USUAL_LEVEL, USUAL_LEVEL, USUAL_LEVEL, USUAL_LEVEL, USUAL_LEVEL)
    beast = foe_arms(state, MANTICORE)
    found = ATTACK
    highest = -100.0
    for stat in (ATTACK, MAGIC, SHOOTING, DEFENSE):
        worth = prowess(raised(own, stat), usual_foe) + prowess(raised(team, stat), beast)
        if worth > highest:
            highest = worth
            found = stat
    return found


def raised(arms: Arms, stat: int) -> Arms:
    """The strengths with one point more in a characteristic (MAN-2.8)."""
    magic = 1 if stat == MAGIC else 0
    defense = 1 if stat == DEFENSE else 0
    return Arms(
        arms.magic + magic,
        arms.sword + (1 if stat == ATTACK else 0),
        arms.bow + (1 if stat == SHOOTING else 0),
        arms.shield + defense,
        arms.helmet + magic,
    )


def prowess(heroes: Arms, foe: Arms) -> float:
    """What a blow of the best type deals, the blows by card beside it, and what the answers cost."""
    leads = Leads(heroes, foe)
    reckoning = Reckoning(leads)
    best_lead = max(leads.magic, leads.close, leads.shot)
    chosen = expected(best_lead) + 0.1 * best_lead
    return chosen + 0.3 * reckoning.dealt - WEIGHTS.blow_cost * reckoning.answered


def is_cast_in_vain(state: ManticoreState) -> bool:
    """Whether spells are cast though the foe falls without them, or answered though no blow could hurt."""
    lead = attack_strength(state) - defence_strength(state)
    if isinstance(state.step, CounterSpell):
        return lead + BEST_LEAD <= 0
    foes = [being for being in range(BEINGS) if state.battle.defenders & BEING[being]]
    return all(lead - BEST_LEAD >= state.being(foe).life for foe in foes)


def fights(state: ManticoreState) -> bool:
    """Whether heroes attacked in close combat strike back."""
    side = state.battle.defenders & HERO_SIDE
    foe = first_of(state.battle.attackers)
    own = side_arms(state, side)
    enemy = hero_arms(state, foe) if foe < FIRST_FOE else foe_arms(state, foe)
    lead = own.sword - enemy.sword
    return expected(lead) - PAIN * expected(-lead) >= -PAIN * expected(enemy.sword - own.shield)


def best_trophy(state: ManticoreState, seat: int) -> Action:
    found = TROPHY_NONE
    most = WORTH_TAKING
    for action in state.choices:
        if action.verb is TROPHY:
            brings = gain(state, seat, action.a, action.b)
            if brings > most:
                most = brings
                found = action
    return found


class Fight:
    """What a turn of attacks on a monster is likely to bring: a kill, and what it costs in life."""

    def __init__(self, kill: float, cost: float) -> None:
        self.kill = kill
        self.cost = cost
        self.worth = WEIGHTS.prize * kill - cost


NO_FIGHT: Final = Fight(0.0, 0.0)


def is_good(fight: Fight) -> bool:
    """Whether a fight that somebody asks for is worth trying."""
    return fight.kill >= WEIGHTS.urgent_kill and fight.cost <= WEIGHTS.danger


class LastBattle:
    """A set of heroes beside the Manticore: their chance to kill it when they strike now, and when they heal
    first; and whether they do.
    """

    def __init__(self, state: ManticoreState, side: int, arms: list[Arms]) -> None:
        number = 0
        points = 0
        speed = 0
        self.spells = 0
        self.life = MOST_LIFE
        for seat in range(state.seats):
            if side & BEING[seat]:
                hero = state.heroes[seat]
                number += 1
                points += state.pool if seat == state.active else state.spare(seat)
                speed += state.index(seat)
                self.spells += sum(hero.spells)
                self.life = min(self.life, hero.life)
        self.points = min(points // number, MOST_POINTS)
        left = len(state.ruleset.edition.fireway) - 1 - state.manticore.step
        self.rounds = max(1, min(left, MOST_ROUNDS))
        leads = Leads(joined(arms, side), foe_arms(state, MANTICORE))
        self.campaign = campaign_for(leads, speed // number, state.manticore.life)
        fresh = not state.attacked & BEING[MANTICORE]
        if number > 1 and state.joint_made & BEING[MANTICORE]:
            fresh = False
        self.struck = 0.0
        self.held_back = 0.0
        if self.points:
            beast = state.manticore.life
            self.struck = self.campaign.struck(beast, self.life, self.points, self.rounds, fresh, self.spells)
            self.held_back = self.campaign.held_back(beast, self.life, self.points, self.rounds, fresh)
        self.chance = max(self.struck, self.held_back) if self.points else NO_CHANCE
        self.holds_back = self.struck + HARDLY_MORE < self.held_back
