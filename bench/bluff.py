"""Does it pay in Bologna to hide one's role? One bot that looks one decision ahead, at a table of `greedy`.

A seat is seen through as far as its tokens tell its role to somebody who has none: `role_odds`. The bot adds
this chance times `--weight` to the logarithm of its odds of winning; or, of all options whose chance of
winning is at most `--margin` below the best, it takes the one after which it is seen through least. With
`--blind` its rivals infer nothing: to them all roles are alike, and guesses are judged in imagined worlds.

    python bench/bluff.py --weight -0.2 --games 800 --seed 101
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ludoteca.bots.bot import Bot, Perspective
from ludoteca.bots.greedy import after
from ludoteca.bots.weights import chance
from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.bot.evaluation import NO_HUNCH, hunch, prospects
from ludoteca.games.bologna.bot.features import role_odds
from ludoteca.games.bologna.rules.actions import GUESSABLE
from ludoteca.games.bologna.rules.state import BolognaState
from ludoteca.games.bologna.rules.steps.roles import roles_in_play
from ludoteca.kernel.actions import Action
from ludoteca.kernel.source import Source
from ludoteca.lab.arena import arena

WORLDS = 4
LUCKS = 1 << 30


def seen_through(state: BolognaState, seat: int) -> float:
    """How likely the seat's true role is to somebody who knows only what lies open."""
    if state.result is not None or not state.players[seat].alive:
        return 0.0
    player = state.players[seat]
    possible = range(min(roles_in_play(state.seats), GUESSABLE + 1))
    odds = [0.0 if (player.ruled_out >> role) & 1 else role_odds(state, player, role) for role in possible]
    return odds[player.role] / sum(odds) if player.role < len(odds) else 1.0


class OneAhead(Bot):
    """Like `greedy:4`, but it minds being seen through, hides within a margin, or infers nothing."""

    def __init__(self, weight: float = 0.0, margin: float = 0.0, infers: bool = True) -> None:
        self.weight = weight
        self.margin = margin
        self.infers = infers

    def choose(self, perspective: Perspective, source: Source) -> Action:
        options = perspective.sensible
        if len(options) == 1:
            return options[0]
        worth = [0.0] * len(options)
        seen = [0.0] * len(options)
        total = 0.0
        for _ in range(WORLDS):
            world = perspective.imagine(source)
            assert isinstance(world, BolognaState)
            counts = perspective.likelihood(world) if self.infers else 1.0
            total += counts
            luck = source.below(LUCKS)
            for number, action in enumerate(options):
                twin = after(world, action, luck)
                assert isinstance(twin, BolognaState)
                known = seen_through(twin, perspective.seat)
                seen[number] += counts * known
                worth[number] += counts * self.judged(world, action, twin, known)
        best = max(worth)
        close = [number for number, value in enumerate(worth) if value >= best - self.margin * total]
        if self.margin:
            close.sort(key=seen.__getitem__)
            return options[close[0]]
        return options[close[source.below(len(close))]]

    def judged(self, world: BolognaState, action: Action, twin: BolognaState, known: float) -> float:
        """The chance of winning, moved by how far the seat is seen through."""
        expected = hunch(world, action) if self.infers else NO_HUNCH
        if expected != NO_HUNCH:
            return expected
        if twin.result is not None or not twin.players[world.actor].alive:
            return GAME.bot.evaluate(twin, world.actor)
        return chance(prospects(twin, world.actor) + self.weight * known)


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--weight", type=float, default=0.0)
    parser.add_argument("--margin", type=float, default=0.0)
    parser.add_argument("--blind", action="store_true")
    parser.add_argument("--rivals", default=f"greedy:{WORLDS}")
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--seed", type=int, default=101)
    asked = parser.parse_args(words)
    rival = OneAhead(infers=False) if asked.blind else asked.rivals
    report = arena(
        "bologna", [OneAhead(asked.weight, asked.margin), *[rival] * 3], asked.games, seed=asked.seed
    )
    print(report.told())


if __name__ == "__main__":
    main()
