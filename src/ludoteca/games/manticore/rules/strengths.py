"""The two sides of a battle, as sets of beings, and how strong they are (MAN-6.2, MAN-7.4, 7.6)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.rules import gear
from ludoteca.games.manticore.rules.actions import (
    ATTACK_ARTIFACT,
    ATTACK_STAT,
    DEFENCE_ARTIFACT,
    DEFENCE_STAT,
    MOST_SEATS,
    SHOOT,
)
from ludoteca.games.manticore.rules.state import BEINGS, FIRST_FOE, MANTICORE, ManticoreState

HERO_SIDE: Final = (1 << MOST_SEATS) - 1
BEING: Final[list[int]] = [1 << being for being in range(BEINGS)]


def attack_strength(state: ManticoreState) -> int:
    """What the attackers bring together before the die (MAN-6.2, MAN-7.4)."""
    battle = state.battle
    kind = battle.attack_type
    total = side_sum(state, battle.attackers, ATTACK_STAT[kind], ATTACK_ARTIFACT[kind])
    return total + battle.attack_spells


def defence_strength(state: ManticoreState) -> int:
    """What the defenders bring together before the die (MAN-6.2, MAN-7.6)."""
    battle = state.battle
    kind = SHOOT if battle.shielded else battle.attack_type
    total = side_sum(state, battle.defenders, DEFENCE_STAT[kind], DEFENCE_ARTIFACT[kind])
    return total + battle.defence_spells


def side_sum(state: ManticoreState, side: int, stat: int, artifact: int) -> int:
    total = 0
    being = 0
    while side:
        if side & 1:
            total += strength(state, being, stat, artifact)
        side >>= 1
        being += 1
    return total


def strength(state: ManticoreState, being: int, stat: int, artifact: int) -> int:
    """One being's characteristic with Power points and the artifact that belongs to it."""
    edition = state.ruleset.edition
    if being < MOST_SEATS:
        hero = state.heroes[being]
        return edition.classes[hero.klass].stats[stat] + hero.power[stat] + hero.worn[artifact]
    if being == MANTICORE:
        return state.ruleset.manticore[stat]
    monster = being - FIRST_FOE
    return edition.monster_level[monster] + gear.best(state.monsters[monster].loot, artifact)


def living(state: ManticoreState, side: int) -> int:
    """Those of a side who are still alive."""
    found = 0
    for being in range(BEINGS):
        if side & BEING[being] and state.being(being).life > 0:
            found |= BEING[being]
    return found


def first_of(side: int) -> int:
    being = 0
    while not side & BEING[being]:
        being += 1
    return being


def speaker(state: ManticoreState, side: int) -> int:
    """Who decides for a group: its leader, else the first of it in turn order."""
    leader = state.battle.leader
    if leader >= 0 and side & BEING[leader]:
        return leader
    for seat in state.order:
        if side & BEING[seat]:
            return seat
    return -1
