"""What bots may know of Bello Divorum."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bello_divorum.bot import evaluation, quick_policy
from ludoteca.games.bello_divorum.bot.features import WEIGHTS, features, moment
from ludoteca.games.bello_divorum.bot.manners import foolish
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.games.bello_divorum.rules.steps.favours import Favour
from ludoteca.kernel.contracts import BotKnowledge, ExpectedScores, FittedFeatures, Judgement, QuickPolicy


def features_to_fit(state: BelloState, seat: int) -> list[float]:
    """Positions teach at the beginning of a turn, when a favour may be asked."""
    return features(state, seat) if isinstance(state.step, Favour) else []


KNOWLEDGE: Final = BotKnowledge(
    evaluation.evaluate,
    win_chances=evaluation.win_chances,
    expected_scores=ExpectedScores(evaluation.expected_scores, evaluation.chances_now),
    quick_policy=QuickPolicy(quick_policy.answer, quick_policy.routine),
    fitted=FittedFeatures(WEIGHTS, features_to_fit, lambda state, seat: moment(state)),
    judgement=Judgement(
        WEIGHTS,
        evaluation.worth,
        evaluation.lead_in_points,
        certain=("moved", "turn", "actions", "taking", "taking_places"),
        rivals=("could_take", "could_take_places", "open_to_attack", "open_to_conquest"),
        ahead=evaluation.thought_through,
    ),
    foolish=foolish,
)
