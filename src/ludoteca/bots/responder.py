"""A bot that knows how the others play, and looks for the best answer to it.

It does what the frozen bot would do in its place, unless something else is clearly better: it tries every
option in imagined worlds and lets everybody, itself included, go on as the frozen bot would, with the same
luck for all options. So it is at least as good as that bot, up to chance, and what it wins above its fair
share is a lower bound for what the bot can be exploited.

A bot that thinks for a second would do so at every imagined decision. So in the worlds imagined a quicker
one may stand in for it; the bound holds all the same, since the matches are played against the bot itself.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from typing import Any, Final

from ludoteca.bots.bot import Bot, Perspective, knowledge_of
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE, State

SEEDS: Final = 1 << 30
CAUTION: Final = 2.0
"""By how many standard errors something has to be better than what the frozen bot would do."""


class Responder(Bot):
    """Answers a frozen bot: `worlds` imagined worlds, and up to `ahead` decisions played on in each, by the
    frozen bot or by one that stands in for it.
    """

    def __init__(self, frozen: Bot, imagined: Callable[[], Bot], worlds: int, ahead: int) -> None:
        self.in_its_place = frozen
        self.imagined = imagined
        self.worlds = worlds
        self.ahead = ahead

    def choose(self, perspective: Perspective, source: Source) -> Action:
        options = perspective.sensible
        if len(options) == 1:
            return options[0]
        usual = self.in_its_place.choose(perspective, source)
        others = [action for action in options if action is not usual]
        gains: list[list[float]] = [[] for _ in others]
        weights: list[float] = []
        for _ in range(self.worlds):
            world = perspective.imagine(source)
            weights.append(perspective.likelihood(world))
            luck = source.below(SEEDS)
            expected = self.outcome(perspective, world, usual, luck)
            for gained, action in zip(gains, others):
                gained.append(self.outcome(perspective, world, action, luck) - expected)
        best, most = usual, 0.0
        for gained, action in zip(gains, others):
            gain = sure_gain(gained, weights)
            if gain > most:
                best, most = action, gain
        return best

    def outcome(self, perspective: Perspective, world: State, action: Action, luck: int) -> float:
        """What becomes of the seat if it does this and all go on as the frozen bot is imagined to."""
        game: Game[Any] = perspective.game
        setup: Setup | None = perspective.setup
        twin: State = world.copy()
        twin.play(action)
        croupier = Seeded(luck)
        bots: list[Bot] = [self.imagined() for _ in range(perspective.seats)]
        sources = [Stream(luck, f"response {seat}") for seat in range(perspective.seats)]
        left = self.ahead
        while not twin.over:
            seat = twin.actor
            if seat == CHANCE:
                twin.play(croupier.settle(twin))
            elif left:
                left -= 1
                seen = Perspective(game, twin, seat, sources[seat], (), (), setup)
                twin.play(bots[seat].choose(seen, sources[seat]))
            else:
                break
        result = twin.result
        if result is not None:
            return result.payoffs()[perspective.seat]
        return knowledge_of(game).evaluate(twin, perspective.seat)


def sure_gain(gains: list[float], weights: list[float]) -> float:
    """What is gained over imagined worlds of these weights, less `CAUTION` standard errors."""
    total = sum(weights)
    if total <= 0.0:
        return 0.0
    mean = sum([weight * gain for weight, gain in zip(weights, gains)]) / total
    squares = sum([(weight * (gain - mean)) ** 2 for weight, gain in zip(weights, gains)])
    return mean - CAUTION * sqrt(squares) / total
