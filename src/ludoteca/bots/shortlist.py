"""A short list of options: the game's quick answer, and the few others that look best.

All on the list are looked at equally often, in the same worlds with the same luck, until they are clearly
behind. The game's quick answer stands unless another option does better beyond the error.
"""

from __future__ import annotations

from math import sqrt
from time import perf_counter
from typing import Any, Final, final

from ludoteca.bots.bot import knowledge_of
from ludoteca.bots.greedy import promise
from ludoteca.bots.tree import Arm
from ludoteca.kernel.actions import Action
from ludoteca.kernel.game import Game
from ludoteca.kernel.state import State

ENOUGH: Final = 5


@final
class Shortlist:
    """The options in the race. The first is the favourite; without a quick answer it is the only one."""

    def __init__(self, arms: list[Arm], seat: int, caution: float) -> None:
        self.arms = arms
        self.seat = seat
        self.caution = caution

    @property
    def favourite(self) -> Action:
        return self.arms[0].action

    @property
    def settled(self) -> bool:
        """Whether there is nothing more to find out."""
        return len(self.arms) == 1

    def next(self) -> Arm:
        """The option that was looked at least; whenever all have been, those clearly behind leave."""
        least = self.arms[0]
        for arm in self.arms:
            if arm.visits < least.visits:
                least = arm
        if least is self.arms[0] and least.visits >= ENOUGH:
            self.sift()
        return least

    def sift(self) -> None:
        favourite = self.arms[0]
        left = [favourite]
        for arm in self.arms[1:]:
            gap = favourite.mean(self.seat) - arm.mean(self.seat)
            if gap < self.caution * doubt(arm, favourite, self.seat):
                left.append(arm)
        self.arms = left


def doubt(one: Arm, other: Arm, seat: int) -> float:
    """The standard error of the difference between two options."""
    return sqrt(
        unsureness(one.totals[seat], one.squares[seat], one.weight, one.visits)
        + unsureness(other.totals[seat], other.squares[seat], other.weight, other.visits)
    )


def unsureness(total: float, square: float, weight: float, visits: int) -> float:
    """The variance of a mean, never none however alike the looks were."""
    mean = total / weight
    return (max(0.0, square / weight - mean * mean) + 0.25 / visits) / visits


def most_promising(
    game: Game[Any], world: State, options: list[Action], width: int, luck: int, deadline: float
) -> list[Action]:
    """The game's quick answer, and those of some options that look best besides; without a quick answer the
    best-looking one.
    """
    answer: list[Action] = knowledge_of(game).quick_answer(world)
    looks: list[tuple[float, int]] = []
    for number, action in enumerate(options):
        if looks and perf_counter() >= deadline:
            break
        looks.append((-promise(game, world, action, luck), number))
    looks.sort()
    found = answer[:1]
    for _, number in looks:
        if options[number] not in found:
            found.append(options[number])
    return found[: width if answer else 1]
