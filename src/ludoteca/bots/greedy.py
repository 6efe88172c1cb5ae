"""Greedy play: one decision ahead by the game's evaluation, averaged over imagined worlds or in haste."""

from __future__ import annotations

from typing import Any, Final

from ludoteca.bots.bot import Bot, Perspective, knowledge_of
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import CHANCE, State

WORLDS: Final = 12
SEEDS: Final = 1 << 30
NEVER: Final = 1e9


class Greedy(Bot):
    """Takes the option after which the game looks best, over `worlds` imagined worlds with the same luck
    for all. Where nothing is hidden and chance has no say, one look is as good as many. The game's quick
    answer stands unless another option looks better by a margin, where the game has one.
    """

    def __init__(self, worlds: int = WORLDS) -> None:
        self.worlds = worlds

    def choose(self, perspective: Perspective, source: Source) -> Action:
        options = perspective.sensible
        if len(options) == 1:
            return options[0]
        routine = perspective.routine
        if routine is not None:
            return routine
        worth = [0.0] * len(options)
        looks = 0.0
        certain: dict[int, float] = {}
        open_table = perspective.open
        hunch = knowledge_of(perspective.game).hunch
        for _ in range(self.worlds):
            world = perspective.imagine(source)
            weight = perspective.likelihood(world)
            looks += weight
            luck = source.below(SEEDS)
            for number, action in enumerate(options):
                value = certain.get(number)
                if value is None and hunch is not None:
                    expected: float = hunch(world, action)
                    if expected >= 0.0:
                        value = certain[number] = expected
                if value is None:
                    twin: State = world.copy()
                    twin.play(action)
                    lucky = settle(twin, luck)
                    value = perspective.evaluate(twin)
                    if open_table and not lucky:
                        certain[number] = value
                worth[number] += weight * value
        best = max(worth)
        policy = knowledge_of(perspective.game).quick_policy
        if policy is not None and policy.margin > 0.0:
            habit = perspective.habit
            enough = best - policy.margin * looks
            if habit is not None and habit in options and worth[options.index(habit)] >= enough:
                return habit
        leaders = [action for action, value in zip(options, worth, strict=True) if value == best]
        return leaders[source.below(len(leaders))]


class Hasty(Bot):
    """Looks one decision ahead in a single imagined world, and misjudges every option by about `blur`."""

    def __init__(self, blur: float) -> None:
        self.blur = blur

    def choose(self, perspective: Perspective, source: Source) -> Action:
        options = perspective.sensible
        if len(options) == 1:
            return options[0]
        routine = perspective.routine
        if routine is not None:
            return routine
        world = perspective.imagine(source)
        luck = source.below(SEEDS)
        best = options[0]
        highest = -NEVER
        for action in options:
            worth = promise(perspective.game, world, action, luck) + self.blur * deviate(source)
            if worth > highest:
                highest = worth
                best = action
        return best


def deviate(source: Source) -> float:
    """A number around 0 that is mostly between -1 and 1: nearly normal, with variance 1."""
    total = 0.0
    for _ in range(12):
        total += source.below(SEEDS) / SEEDS
    return total - 6.0


def after(world: State, action: Action, luck: int) -> State:
    """The world once the action is done and chance has spoken, if it had to."""
    twin: State = world.copy()
    twin.play(action)
    settle(twin, luck)
    return twin


def promise(game: Game[Any], world: State, action: Action, luck: int) -> float:
    """How good the world looks to the seat that decides once it has done this, with this luck. What puts a
    secret to the test is judged by what the seat may know of it.
    """
    knowledge = knowledge_of(game)
    if knowledge.hunch is not None:
        expected: float = knowledge.hunch(world, action)
        if expected >= 0.0:
            return expected
    twin = after(world, action, luck)
    result = twin.result
    worth: float = knowledge.evaluate(twin, world.actor) if result is None else result.payoffs()[world.actor]
    return worth


def settle(world: State, luck: int) -> bool:
    """Let chance speak, if it has to; whether it had."""
    if world.actor != CHANCE:
        return False
    croupier = Seeded(luck)
    while world.actor == CHANCE:
        world.play(croupier.settle(world))
    return True
