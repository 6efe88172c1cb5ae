"""Finds good settings for the search of a game: many compete, the better half goes on.

In every round all that are left play the same deals, each deal from every seat, against a table of the same
rivals; then the worse half drops out and the others meet twice as many new deals. The settings in force
always take part, so the winner is at least as good as they are, as far as the matches can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ludoteca.bots.bot import Bot
from ludoteca.bots.greedy import Greedy
from ludoteca.bots.ismcts import Ismcts
from ludoteca.bots.playing import play_out
from ludoteca.bots.settings import FIELDS, SearchSettings, settings_for
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.source import Stream

SPREAD: Final = 1_000_003

TRIED: Final = {name: one.metadata["tried"] for name, one in FIELDS.items() if one.metadata["tried"]}


class Entrant:
    """SearchSettings that take part, and how they have done: the share won of each deal."""

    def __init__(self, settings: SearchSettings, changes: Mapping[str, Any]) -> None:
        self.settings = settings
        self.changes = dict(changes)
        self.shares: list[float] = []

    @property
    def rate(self) -> float:
        return sum(self.shares) / len(self.shares) if self.shares else 0.0


class Contest:
    """What is played: the game and table, the budget of a decision, and how many deals in the first round."""

    def __init__(
        self, game: Game[Any], setup: Setup, *, iterations: int, entrants: int, deals: int, seed: int
    ) -> None:
        self.game = game
        self.setup = setup
        self.iterations = iterations
        self.deals = deals
        self.seed = seed
        self.entrants = drawn(settings_for(game), entrants, seed)
        self.dealt = 0

    def rounds(self) -> list[int]:
        """How many entrants play in each round."""
        found: list[int] = []
        left = len(self.entrants)
        while left > 1:
            found.append(left)
            left = (left + 1) // 2
        return found

    def matches(self) -> int:
        """How many matches will be played in all."""
        total = 0
        for number, left in enumerate(self.rounds()):
            total += left * (self.deals << number) * self.setup.seats
        return total

    def run(self, progress: Callable[[int], None]) -> list[Entrant]:
        """The entrants, the winner first, then by how far they came and how they did."""
        left = self.entrants[:]
        out: list[Entrant] = []
        for number in range(len(self.rounds())):
            for _ in range(self.deals << number):
                for entrant in left:
                    entrant.shares.append(self.play(entrant, self.dealt))
                    progress(self.setup.seats)
                self.dealt += 1
            left.sort(key=lambda entrant: entrant.rate, reverse=True)
            stay = (len(left) + 1) // 2
            out = left[stay:] + out
            left = left[:stay]
        return left + out

    def play(self, entrant: Entrant, deal: int) -> float:
        """The share of one deal that an entrant wins, sitting once in every seat."""
        luck = self.seed * SPREAD + deal
        won = 0.0
        for seat in range(self.setup.seats):
            state = self.game.start(self.setup)
            state.settle()
            bots: list[Bot] = [Greedy() for _ in range(self.setup.seats)]
            bots[seat] = Ismcts(self.iterations, settings=entrant.settings)
            play_out(self.game, state, bots, Seeded(luck), luck)
            assert state.result is not None
            won += state.result.payoffs()[seat]
        return won / self.setup.seats


def drawn(now: SearchSettings, entrants: int, seed: int) -> list[Entrant]:
    """The settings in force, and others that differ from them in a few places."""
    source = Stream(seed, "tuning")
    found = [Entrant(now, {})]
    known = [now.as_dict()]
    keys = list(TRIED)
    for _ in range(100 * entrants):
        if len(found) >= entrants:
            break
        changes: dict[str, Any] = {}
        for _ in range(1 + source.below(4)):
            key = keys[source.below(len(keys))]
            values = TRIED[key]
            changes[key] = values[source.below(len(values))]
        settings = now.changed(changes)
        if settings.as_dict() not in known:
            known.append(settings.as_dict())
            found.append(Entrant(settings, changes))
    return found


def as_toml(settings: SearchSettings, comment: str) -> str:
    """The settings that differ from the general ones, as they stand in `bot/settings.toml`."""
    lines = [f"# {line}" for line in comment.splitlines()]
    lines.append("[search]")
    general = SearchSettings().as_dict()
    for key, value in settings.as_dict().items():
        if value != general[key]:
            lines.append(f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}")
    return "\n".join(lines)
