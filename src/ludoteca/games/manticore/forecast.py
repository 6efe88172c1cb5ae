"""What a battle is likely to bring, without rolling it: expected damage by type, and the last battle of
the team.
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludoteca.games.manticore.actions import (
    AMULET,
    ATTACK,
    BOW,
    DEFENSE,
    HELMET,
    MAGIC,
    MOST_SEATS,
    SHIELD,
    SHOOTING,
    SWORD,
)
from ludoteca.games.manticore.state import MANTICORE, ManticoreState
from ludoteca.games.manticore.steps.battle import BEING, side_sum


def _expected_leads() -> list[float]:
    """E[max(0, x + d6 - d6)] for x from -6 to 6."""
    found = []
    for x in range(-6, 7):
        total = 0
        for one in range(1, 7):
            for other in range(1, 7):
                total += max(0, x + one - other)
        found.append(total / 36.0)
    return found


_LEADS: Final[list[float]] = _expected_leads()


def expected(lead: int) -> float:
    """Expected damage for a lead before the dice."""
    if lead <= -6:
        return 0.0
    return float(lead) if lead >= 6 else _LEADS[lead + 6]


class Exchange:
    """What an attack and the response to it bring on average, life lost on each side.

    `first` is the lead of the best attack one could choose, with all spells; `dealt` and `suffered` are for
    an attack of a type drawn by card, `answered` for the response alone.
    """

    def __init__(self, first: int, dealt: float, suffered: float, answered: float) -> None:
        self.first = first
        self.dealt = dealt
        self.suffered = suffered
        self.answered = answered


def exchange(state: ManticoreState, heroes: int, foe: int, spells: int) -> Exchange:
    """Heroes attack a foe together and it strikes back (MAN-6.2, 6.7)."""
    enemy = BEING[foe]
    magic_lead = side_sum(state, heroes, MAGIC, AMULET) - side_sum(state, enemy, MAGIC, HELMET)
    close_lead = side_sum(state, heroes, ATTACK, SWORD) - side_sum(state, enemy, ATTACK, SWORD)
    shot_lead = side_sum(state, heroes, SHOOTING, BOW) - side_sum(state, enemy, DEFENSE, SHIELD)
    dealt = expected(magic_lead) + expected(close_lead) + expected(shot_lead)
    suffered = expected(-magic_lead) + expected(-close_lead)
    shield = side_sum(state, heroes, DEFENSE, SHIELD)
    magic_back = side_sum(state, enemy, MAGIC, AMULET) - side_sum(state, heroes, MAGIC, HELMET)
    shot_back = side_sum(state, enemy, SHOOTING, BOW) - shield
    shielded = expected(side_sum(state, enemy, ATTACK, SWORD) - shield)
    dealt += expected(-magic_back)
    answered = expected(magic_back) + expected(shot_back)
    if expected(-close_lead) - expected(close_lead) < shielded:
        dealt += expected(close_lead)
        answered += expected(-close_lead)
    else:
        answered += shielded
    first = max(magic_lead + spells, close_lead, shot_lead)
    return Exchange(first, dealt / 3.0, (suffered + answered) / 3.0, answered / 3.0)


def best_type(state: ManticoreState) -> int:
    """The type of attack with the best lead for the heroes who are attacking now, their spells included."""
    spells = 0
    for seat in range(state.seats):
        if state.attackers & BEING[seat]:
            spells += state.spells[2 * seat] + state.spells[2 * seat + 1]
    heroes = state.attackers
    enemy = state.defenders
    magic = side_sum(state, heroes, MAGIC, AMULET) + spells - side_sum(state, enemy, MAGIC, HELMET)
    close = side_sum(state, heroes, ATTACK, SWORD) - side_sum(state, enemy, ATTACK, SWORD)
    shot = side_sum(state, heroes, SHOOTING, BOW) - side_sum(state, enemy, DEFENSE, SHIELD)
    if magic >= close and magic >= shot:
        return 0
    return 1 if close >= shot else 2


def assault_harm(state: ManticoreState, foe: int, seat: int) -> float:
    """The life a hero loses on average when a foe attacks it by card."""
    enemy = BEING[foe]
    hero = BEING[seat]
    shield = side_sum(state, hero, DEFENSE, SHIELD)
    sword = side_sum(state, enemy, ATTACK, SWORD)
    harm = expected(side_sum(state, enemy, MAGIC, AMULET) - side_sum(state, hero, MAGIC, HELMET))
    harm += expected(sword - max(shield, side_sum(state, hero, ATTACK, SWORD)))
    harm += expected(side_sum(state, enemy, SHOOTING, BOW) - shield)
    return harm / 3.0


class Duel:
    """How a fight to the end is likely to go: the chance to kill, and the life it costs each hero."""

    def __init__(self, chance: float, toll: float) -> None:
        self.chance = chance
        self.toll = toll


def duel(state: ManticoreState, heroes: int, foe: int, attacks: float) -> Duel:
    """A side attacks a foe up to so many times, until it or the weakest hero dies: a rough curve."""
    number = 0
    weakest = 100
    spells = 0
    for seat in range(state.seats):
        if heroes & BEING[seat]:
            number += 1
            weakest = min(weakest, state.life[seat])
            spells += state.spells[2 * seat] + state.spells[2 * seat + 1]
    if number == 0:
        return Duel(0.0, 0.0)
    blow = exchange(state, heroes, foe, spells)
    life = state.life[foe]
    at_once = _curve((blow.first - life + 0.5) / 1.3)
    left = max(0.5, life - expected(blow.first))
    needed = left / max(0.05, blow.dealt)
    lasting = (weakest - blow.answered) / max(0.05, blow.suffered)
    margin = (lasting - needed) / (0.6 + 0.35 * needed)
    hurry = (attacks - 1.0 - needed) / (0.5 + 0.3 * needed)
    chance = at_once + (1.0 - at_once) * _curve(1.4 * margin) * _curve(1.4 * hurry + 0.7)
    toll = (1.0 - at_once) * (blow.answered + blow.suffered * min(needed, attacks))
    return Duel(chance, toll)


def chance_against_manticore(state: ManticoreState, heroes: int, rounds: float) -> float:
    """How likely a team is to kill the Manticore if it meets it now, with some rounds to strike in."""
    points = 0.0
    number = 0
    for seat in range(state.seats):
        if heroes & BEING[seat]:
            points += state.index(seat)
            number += 1
    if number == 0:
        return 0.0
    return duel(state, heroes, MANTICORE, (points / number - 1.0) * rounds).chance


def living_heroes(state: ManticoreState) -> int:
    """The set of heroes who live."""
    found = 0
    for seat in range(state.seats):
        if state.life[seat] > 0:
            found |= BEING[seat]
    return found


def _curve(x: float) -> float:
    """From 0 to 1, one half at 0."""
    if x < -30.0:
        return 0.0
    return 1.0 / (1.0 + exp(-x))


ONE_HERO: Final[list[int]] = [BEING[seat] for seat in range(MOST_SEATS)]
