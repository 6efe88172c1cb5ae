"""What bots may know of Bosa."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bosa.bot import evaluation, features, quick_policy
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.kernel.contracts import BotKnowledge, ExpectedScores, FittedFeatures, Judgement, QuickPolicy


def telling_features(state: BosaState, seat: int) -> list[float]:
    """Positions teach between turns."""
    return features.features(state, state.towns[seat]) if evaluation.is_between_turns(state) else []


def moment(state: BosaState, seat: int) -> int:
    return features.moment(state.towns[seat])


KNOWLEDGE: Final = BotKnowledge(
    evaluation.evaluate,
    win_chances=evaluation.win_chances,
    expected_scores=ExpectedScores(evaluation.expected_scores, evaluation.chances_now),
    quick_policy=QuickPolicy(quick_policy.quick_answer, quick_policy.routine),
    fitted=FittedFeatures(features.WEIGHTS, telling_features, moment),
    judgement=Judgement(
        features.WEIGHTS,
        evaluation.expected_score,
        evaluation.lead_in_points,
        certain=("turns", "score", "patronage", "coins_beyond"),
        sensible=quick_policy.sensible,
    ),
)
