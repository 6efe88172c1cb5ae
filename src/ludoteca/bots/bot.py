"""What a bot is, and all that it ever gets to see."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from ludoteca.kernel.actions import Action
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import State
from ludoteca.kernel.view import View


class Perspective:
    """A seat's knowledge: its view, its options, and worlds that it cannot tell from the real one.

    The true state never gets in: what a perspective keeps is itself an imagined world, so there is nothing
    to peek at.
    """

    def __init__(self, game: Game[Any], state: State, seat: int, source: Source) -> None:
        self.game = game
        self.seat = seat
        self.options: list[Action] = list(state.choices) if state.actor == seat else []
        self._world: State = game.imagine(state, seat, source)

    @property
    def view(self) -> View:
        return self.game.view(self._world, self.seat)

    def imagine(self, source: Source) -> State:
        """One more world that fits everything the seat knows."""
        world: State = self.game.imagine(self._world, self.seat, source)
        return world

    def likelihood(self, world: State) -> float:
        """How well an imagined world explains what the others have done."""
        return self.game.likelihood(world, self.seat)

    def evaluate(self, world: State) -> float:
        """How good an imagined world looks for the seat."""
        return self.game.evaluate(world, self.seat)


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Something that chooses among its options."""

    def choose(self, perspective: Perspective, source: Source) -> Action:
        """One of the perspective's options. All randomness comes from the source."""
        raise NotImplementedError


class Random(Bot):
    """Any option, all equally likely."""

    def choose(self, perspective: Perspective, source: Source) -> Action:
        return perspective.options[source.below(len(perspective.options))]
