"""A bot that judges by the weighted sum of features alone, to compare it with the network on top of it."""

from __future__ import annotations

from ludoteca.bots.bot import Bot, Perspective, knowledge_of
from ludoteca.bots.weights import Weights
from ludoteca.kernel.actions import Action
from ludoteca.kernel.source import Source


class WithoutNetwork(Bot):
    """Another bot, whose evaluation leaves the network out while it thinks."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def choose(self, perspective: Perspective, source: Source) -> Action:
        fitted = knowledge_of(perspective.game).fitted
        if fitted is None:
            return self.bot.choose(perspective, source)
        weights: Weights = fitted.weights
        weights.sum_alone = True
        try:
            return self.bot.choose(perspective, source)
        finally:
            weights.sum_alone = False
