"""What bots may know of Manticore."""

from __future__ import annotations

from typing import Final

from ludoteca.bots.flag import Flag
from ludoteca.games.manticore.bot import evaluation, quick_policy
from ludoteca.games.manticore.bot.intention import remark
from ludoteca.games.manticore.bot.manners import foolish
from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.actions import CONSENT, DROP, END_TURN, GIVE, ITEM, JOIN, PICK, TAKE
from ludoteca.games.manticore.rules.land import LABELS
from ludoteca.games.manticore.rules.state import HEROES, ManticoreState
from ludoteca.kernel.actions import Action
from ludoteca.kernel.contracts import BotKnowledge, Judgement, QuickPolicy
from ludoteca.kernel.options import Setup


def win_chances(state: ManticoreState) -> list[float]:
    """Heroes of a team stand and fall together: one look is enough for all."""
    if state.ruleset.coop:
        return [evaluation.glance(state, 0)] * state.seats
    return [evaluation.glance(state, seat) for seat in range(state.seats)]


def answer(state: ManticoreState) -> list[Action]:
    return [quick_policy.usual(state)] if state.phase >= HEROES else []


MATTERS_OF_COURSE: Final = (TAKE, PICK, DROP, GIVE, ITEM, CONSENT, JOIN)


def routine(state: ManticoreState) -> Action | None:
    """Nobody weighs whether to take what helps, hand over what helps another, drop what is in the way, join
    a friend's attack, or end a turn in which nothing is left to do.
    """
    if state.phase < HEROES or not state.ruleset.coop:
        return None
    action = quick_policy.usual(state)
    return action if action is END_TURN or action.verb in MATTERS_OF_COURSE else None


def sensible(state: ManticoreState) -> list[Action]:
    """Whoever errs errs in its plans, and then acts by them: nobody walks to and fro by mistake."""
    return [quick_policy.usual(state)] if state.phase >= HEROES else list(state.choices)


def have_companions(setup: Setup) -> bool:
    """Whether heroes follow a flag: those of a team."""
    return setup.word("mode") == "coop"


def plant(state: ManticoreState, cell: int) -> None:
    """Put the flag on a cell of a world that bots think about."""
    state.flag = cell


KNOWLEDGE: Final = BotKnowledge(
    evaluation.evaluate,
    win_chances=win_chances,
    quick_policy=QuickPolicy(answer, routine, WEIGHTS.margin),
    remark=remark,
    judgement=Judgement(
        WEIGHTS,
        evaluation.points,
        evaluation.points,
        certain=("boots",),
        rivals=("city", "loot"),
        sensible=sensible,
        mood=0.44,  # a hero who changes its mind with every turn walks to and fro
    ),
    foolish=foolish,
    flag=Flag(LABELS, have_companions, plant),
)
