"""A bot that knows how the others play, and looks for the best answer to it.

It tries every option in imagined worlds and lets everybody, itself included, go on as the frozen bot would,
with the same luck for all options. So it is at least as good as that bot, up to chance, and what it wins
above its fair share is a lower bound for what the bot can be exploited.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from ludoteca.bots.bot import Bot, Perspective, knowledge_of
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.source import Source, Stream
from ludoteca.kernel.state import CHANCE, State

SEEDS: Final = 1 << 30


class Responder(Bot):
    """Answers a frozen bot: `worlds` imagined worlds, and up to `ahead` decisions played on in each."""

    def __init__(self, frozen: Callable[[], Bot], worlds: int, ahead: int) -> None:
        self.frozen = frozen
        self.worlds = worlds
        self.ahead = ahead

    def choose(self, perspective: Perspective, source: Source) -> Action:
        options = perspective.sensible
        if len(options) == 1:
            return options[0]
        worth = [0.0] * len(options)
        for _ in range(self.worlds):
            world = perspective.imagine(source)
            weight = perspective.likelihood(world)
            luck = source.below(SEEDS)
            for number, action in enumerate(options):
                worth[number] += weight * self.outcome(perspective, world, action, luck)
        best = max(worth)
        leaders = [action for action, value in zip(options, worth, strict=True) if value == best]
        return leaders[source.below(len(leaders))]

    def outcome(self, perspective: Perspective, world: State, action: Action, luck: int) -> float:
        """What becomes of the seat if it does this and all go on as the frozen bot does."""
        game: Game[Any] = perspective.game
        setup: Setup | None = perspective.setup
        twin: State = world.copy()
        twin.play(action)
        croupier = Seeded(luck)
        bots: list[Bot] = [self.frozen() for _ in range(perspective.seats)]
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
