"""What tokens are worth to a hero: a warrior needs a sword, a mage an amulet, and everybody boots."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.bot.battle_odds import hero_arms
from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.actions import AMULET, ARTIFACTS, BOW, ITEM, LEVELS, SWORD
from ludoteca.games.manticore.rules.gear import field_of, fields_in
from ludoteca.games.manticore.rules.state import ManticoreState
from ludoteca.kernel.actions import Action

NO_ARTIFACT: Final = -1


def gain(state: ManticoreState, seat: int, kind: int, level: int) -> float:
    """What a token adds to what the hero has; one that replaces another is a burden for a while."""
    hero = state.heroes[seat]
    if kind >= ARTIFACTS:
        return 0.0 if hero.spells[kind - ARTIFACTS] else WEIGHTS.token[kind] * level
    worn = hero.worn[kind]
    if level <= worn:
        return 0.0
    found = WEIGHTS.token[kind] * (level - worn) + WEIGHTS.edge * keener(state, seat, kind, level)
    return found - (WEIGHTS.burden if worn else 0.0)


def keener(state: ManticoreState, seat: int, kind: int, level: int) -> int:
    """By how much an artifact raises the hero's best attack; the first one on an enemy is of a chosen type
    (MAN-6.6).
    """
    return best_attack(state, seat, kind, level - state.heroes[seat].worn[kind]) - best_attack(state, seat)


def best_attack(state: ManticoreState, seat: int, kind: int = NO_ARTIFACT, rise: int = 0) -> int:
    """The hero's strongest attack, if one of its artifacts were so much stronger."""
    arms = hero_arms(state, seat)
    sword = arms.sword + (rise if kind == SWORD else 0)
    bow = arms.bow + (rise if kind == BOW else 0)
    magic = arms.magic + (rise if kind == AMULET else 0)
    return max(sword, bow, magic)


def loss(state: ManticoreState, seat: int, kind: int, level: int) -> float:
    """What a hero loses by giving an artifact away; nothing if it lies in the bag."""
    hero = state.heroes[seat]
    if level < hero.worn[kind]:
        return 0.0
    duller = best_attack(state, seat) - best_attack(state, seat, kind, -level)
    return WEIGHTS.token[kind] * level + WEIGHTS.edge * duller


def best_gift(state: ManticoreState, giver: int, receiver: int) -> Action | None:
    """The artifact that helps another hero so much more than its owner that it is worth a point to hand it
    over (MAN-5.7); None if there is none.
    """
    found: Action | None = None
    most = WEIGHTS.handing
    for field in fields_in(state.heroes[giver].held):
        kind = field // LEVELS
        level = field % LEVELS + 1
        if state.heroes[receiver].declined >> field_of(kind, level) & 1:
            continue
        better = gain(state, receiver, kind, level) - loss(state, giver, kind, level)
        if better > most:
            most = better
            found = ITEM.at(kind, level)
    return found
