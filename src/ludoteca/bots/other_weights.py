"""A bot that judges by other weights than those in use, to compare them at one table."""

from __future__ import annotations

from pathlib import Path

from ludoteca.bots.bot import Bot, Perspective, knowledge_of
from ludoteca.bots.weights import Weights, read_weights
from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Source


class OtherWeights(Bot):
    """Another bot, whose evaluation goes by these weights while it thinks."""

    def __init__(self, bot: Bot, other: Weights) -> None:
        self.bot = bot
        self.other = other

    def choose(self, perspective: Perspective, source: Source) -> Action:
        weights = weights_of(perspective)
        own = weights.kept()
        weights.judge_by(self.other)
        try:
            return self.bot.choose(perspective, source)
        finally:
            weights.judge_by(own)


class WeightsFromFile(Bot):
    """The same with the weights in a file such as a game's `evaluation.toml`, and the network beside it."""

    def __init__(self, bot: Bot, path: Path) -> None:
        if not path.is_file():
            raise LudotecaError(
                f"there is no file {path} with weights; `ludoteca fit GAME --write` makes one"
            )
        self.bot = bot
        self.path = path
        self.read: OtherWeights | None = None

    def choose(self, perspective: Perspective, source: Source) -> Action:
        if self.read is None:
            weights = weights_of(perspective)
            self.read = OtherWeights(self.bot, read_weights(self.path, weights.names, weights.last))
        return self.read.choose(perspective, source)


def weights_of(perspective: Perspective) -> Weights:
    """The weights by which a game is judged."""
    fitted = knowledge_of(perspective.game).fitted
    if fitted is None:
        raise LudotecaError(f"{perspective.game.title} is not judged by weights of features")
    weights: Weights = fitted.weights
    return weights
