"""What bots may know of Bomarzo."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.bot import evaluation
from ludoteca.games.bomarzo.bot.manners import foolish
from ludoteca.games.bomarzo.rules.actions import GODS
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.kernel.contracts import BotKnowledge, ExpectedScores, FittedFeatures, Judgement


def features(state: BomarzoState, seat: int) -> list[float]:
    """Positions teach once the order of the divinities is known."""
    return evaluation.features(state)[seat] if len(state.order) == GODS else []


def moment(state: BomarzoState, seat: int) -> int:
    return evaluation.moment(state)


KNOWLEDGE: Final = BotKnowledge(
    evaluation.evaluate,
    win_chances=evaluation.win_chances,
    expected_scores=ExpectedScores(evaluation.expected_scores, evaluation.chances_now),
    fitted=FittedFeatures(evaluation.WEIGHTS, features, moment),
    judgement=Judgement(
        evaluation.WEIGHTS,
        evaluation.worth,
        evaluation.lead_in_points,
        certain=("points", "worship", "favours", "payment", "other_gains"),
    ),
    foolish=foolish,
)
