"""The worlds that a search imagines, each with the luck of every look at it.

The n-th look at any option happens in the same world with the same luck, so that options are compared on
equal terms however unequally often they are looked at.
"""

from __future__ import annotations

from typing import Final, final

from ludoteca.bots.bot import Perspective
from ludoteca.bots.clock import Clock
from ludoteca.bots.settings import SearchSettings
from ludoteca.bots.standings import Standings
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import State

LUCKS: Final = 1 << 30
FIRST_WORLDS: Final = 8


@final
class Worlds:
    """Imagined worlds in the order of the looks, and the one in hand: its `gift`, `luck` and `croupier`.

    A world's gift is by how much every seat stands better in it than in the mean of the first worlds, before
    anything is done; it is taken out of whatever is found in that world.
    """

    def __init__(
        self, perspective: Perspective, settings: SearchSettings, source: Source, clock: Clock
    ) -> None:
        self.perspective = perspective
        self.source = source
        self.clock = clock
        self.seats = perspective.seats
        self.redeal = settings.redeal
        self.candidates = settings.candidates
        self.standings = Standings(perspective.game, settings)
        self.pool: list[State] = []
        self.gifts: list[list[float]] = []
        self.lucks: list[int] = []
        self.expected: list[float] = [0.0] * self.seats
        self.gift: list[float] = []
        self.luck = 0
        self.croupier = Seeded(0)

    def begin(self) -> None:
        """Imagine the first few worlds; what the seats may expect before anything is done is their mean."""
        standings = self.standings
        for _ in range(FIRST_WORLDS):
            world = self.imagine()
            if standings.now is None:
                standings.now = world
            values = standings.of(world)
            self.pool.append(world)
            self.gifts.append(values)
            for seat in range(self.seats):
                self.expected[seat] += values[seat]
            if self.clock.is_up():
                break
        for seat in range(self.seats):
            self.expected[seat] /= len(self.pool)
            for values in self.gifts:
                values[seat] -= self.expected[seat]

    def enter(self, look: int) -> State:
        """A copy of the world for the n-th look at an option, and the luck that goes with it."""
        number = look // self.redeal
        while len(self.pool) <= number:
            world = self.imagine()
            values = self.standings.of(world)
            for seat in range(self.seats):
                values[seat] -= self.expected[seat]
            self.pool.append(world)
            self.gifts.append(values)
        while len(self.lucks) <= look:
            self.lucks.append(self.source.below(LUCKS))
        self.gift = self.gifts[number]
        self.luck = self.lucks[look]
        self.croupier = Seeded(self.luck)
        twin: State = self.pool[number].copy()
        return twin

    def imagine(self) -> State:
        """A world the seat thinks possible, the likelier ones more often."""
        world, _ = self.perspective.likely_world(self.source, self.candidates)
        return world

    def values(self, world: State) -> list[float]:
        """How every seat stands in what became of the world in hand, without the world's gift."""
        found = self.standings.of(world)
        for seat in range(self.seats):
            found[seat] -= self.gift[seat]
        return found
