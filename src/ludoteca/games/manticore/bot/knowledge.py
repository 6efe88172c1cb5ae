"""What bots may know of Manticore."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.bot import evaluation, quick_policy
from ludoteca.games.manticore.rules.state import HEROES, ManticoreState
from ludoteca.kernel.actions import Action
from ludoteca.kernel.contracts import BotKnowledge, QuickPolicy


def win_chances(state: ManticoreState) -> list[float]:
    """Heroes of a team stand and fall together: one look is enough for all."""
    if state.ruleset.coop:
        return [evaluation.glance(state, 0)] * state.seats
    return [evaluation.glance(state, seat) for seat in range(state.seats)]


def answer(state: ManticoreState) -> list[Action]:
    return [quick_policy.usual(state)] if state.phase >= HEROES else []


KNOWLEDGE: Final = BotKnowledge(
    evaluation.evaluate, win_chances=win_chances, quick_policy=QuickPolicy(answer)
)
