"""What bots may know of The Throne of Bologna."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bologna.bot import evaluation, features
from ludoteca.games.bologna.bot.manners import foolish
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.state import BolognaState
from ludoteca.kernel.contracts import BotKnowledge, FittedFeatures, Judgement


def telling_features(state: BolognaState, seat: int) -> list[float]:
    """Only seats still in the match teach anything."""
    return features.features(state, seat) if state.active >= 0 and state.players[seat].alive else []


def moment(state: BolognaState, seat: int) -> int:
    """Weights differ by the number of players, not in the course of a match."""
    return state.seats - 2


def turns_begun(state: BolognaState) -> int:
    """Turns, not answers: wine, rats and miracles ask seats in the turns of others."""
    return state.turn


KNOWLEDGE: Final = BotKnowledge(
    evaluation.evaluate,
    win_chances=evaluation.win_chances,
    fitted=FittedFeatures(features.WEIGHTS, telling_features, moment),
    likelihood=evaluation.likelihood,
    hunch=evaluation.hunch,
    judgement=Judgement(
        features.WEIGHTS,
        evaluation.prospects,
        evaluation.prospects,
        certain=("rivals", "there", "turn", "wait", *ROLES),
        rivals=("threat", "worst_threat"),
    ),
    foolish=foolish,
    turns_begun=turns_begun,
)
