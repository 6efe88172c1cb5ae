"""What this round will take from every hero, wherever it is, unless somebody prevents it; and which monsters
are no peril yet.
"""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.bot.walking import rounds_home
from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.land import OFF_BOARD
from ludoteca.games.manticore.rules.monster_paths import intent
from ludoteca.games.manticore.rules.state import EMPTY, ManticoreState

NO_MONSTER: Final = -1


def toll_of(state: ManticoreState, monster: int) -> int:
    """What a monster takes: its level when it enters the City (MAN-9.10), 1 when it has been there for the
    whole round (MAN-9.12).
    """
    being = state.monsters[monster]
    if being.life == 0:
        return 0
    if being.city_since > 0:
        return 1 if being.city_since < state.round else 0
    return state.ruleset.edition.monster_level[monster] if is_about_to_enter(state, monster) else 0


def is_about_to_enter(state: ManticoreState, monster: int) -> bool:
    """Whether a monster will enter the City in this round, as everybody stands now."""
    if state.ruleset.still_monsters or rounds_home(state, monster) > 1:
        return False
    cell, tempted_by = intent(state, monster)
    return tempted_by < 0 and cell != OFF_BOARD and state.occupant[cell] == EMPTY


def toll(state: ManticoreState) -> int:
    """What all monsters together take."""
    return sum([toll_of(state, monster) for monster in range(len(state.monsters))])


def can_wait(state: ManticoreState, monster: int) -> bool:
    """Whether it is too early for the death of a monster, which wakes the Manticore (MAN-10.1)."""
    if monster == NO_MONSTER or state.monsters[monster].city_since > 0 or state.round > WEIGHTS.patient:
        return False
    return rounds_home(state, monster) > WEIGHTS.near_city
