"""What bots may know of Bello Divorum."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bello_divorum.bot import evaluation
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.games.bello_divorum.rules.steps.favours import Favour
from ludoteca.kernel.contracts import BotKnowledge, FittedFeatures, QuickPolicy


def features(state: BelloState, seat: int) -> list[float]:
    """Positions teach at the beginning of a turn, when a favour may be asked."""
    return evaluation.features(state, seat) if isinstance(state.step, Favour) else []


def moment(state: BelloState, seat: int) -> int:
    return evaluation.moment(state)


KNOWLEDGE: Final = BotKnowledge(
    evaluation.evaluate,
    win_chances=evaluation.win_chances,
    quick_policy=QuickPolicy(evaluation.reply, evaluation.routine),
    fitted=FittedFeatures(evaluation.WEIGHTS, features, moment),
)
