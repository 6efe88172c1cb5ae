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
NO_HUNCH: Final = -1.0


class Greedy(Bot):
    """Takes the option after which the game looks best, over `worlds` imagined worlds with the same luck
    for all. Where nothing is hidden and chance has no say, one look is as good as many. The game's quick
    answer stands unless another option looks better by a margin, where the game has one.
    """

    def __init__(self, worlds: int = WORLDS) -> None:
        self.worlds = worlds

    def choose(self, perspective: Perspective, source: Source) -> Action:
        options = perspective.worth_weighing
        if len(options) == 1:
            return options[0]
        worth, looks = weigh(perspective, options, Judge(perspective), self.worlds, source)
        best = max(worth)
        policy = knowledge_of(perspective.game).quick_policy
        if policy is not None and policy.margin > 0.0:
            habit = perspective.habit
            enough = best - policy.margin * looks
            if habit is not None and habit in options and worth[options.index(habit)] >= enough:
                return habit
        return one_of_the_best(options, worth, source)


class Hasty(Bot):
    """Looks one decision ahead in a single imagined world, and misjudges every option by about `blur`."""

    def __init__(self, blur: float) -> None:
        self.blur = blur

    def choose(self, perspective: Perspective, source: Source) -> Action:
        options = perspective.worth_weighing
        if len(options) == 1:
            return options[0]
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


class Judge:
    """How positions look to a seat: as the game evaluates them."""

    def __init__(self, perspective: Perspective) -> None:
        self.seat = perspective.seat
        self.evaluate = knowledge_of(perspective.game).evaluate

    def worth(self, state: State) -> float:
        """What a position is worth."""
        found: float = self.evaluate(state, self.seat)
        return found

    def worth_of_chance(self, chance: float) -> float:
        """What it is worth to win with this chance."""
        return chance


def weigh(
    perspective: Perspective, options: list[Action], judge: Judge, worlds: int, source: Source
) -> tuple[list[float], float]:
    """What each option is worth in so many imagined worlds together, with the same luck for all options, and
    how much these worlds weigh. What looks the same in all worlds is looked at once.
    """
    worth = [0.0] * len(options)
    looks = 0.0
    certain: dict[int, float] = {}
    open_table = perspective.open
    for _ in range(worlds):
        world = perspective.imagine(source)
        weight = perspective.likelihood(world)
        looks += weight
        luck = source.below(SEEDS)
        for number, action in enumerate(options):
            value = certain.get(number)
            if value is None:
                expected = hunch(perspective.game, world, action)
                if expected >= 0.0:
                    value = certain[number] = judge.worth_of_chance(expected)
            if value is None:
                twin: State = world.copy()
                twin.play(action)
                lucky = settle(twin, luck)
                value = judge.worth(twin)
                if open_table and not lucky:
                    certain[number] = value
            worth[number] += weight * value
    return worth, looks


def one_of_the_best(options: list[Action], worth: list[float], source: Source) -> Action:
    """An option that none is worth more than."""
    best = max(worth)
    leaders = [action for action, value in zip(options, worth, strict=True) if value == best]
    return leaders[source.below(len(leaders))]


def hunch(game: Game[Any], world: State, action: Action) -> float:
    """The chance of winning with what puts a secret to the test, by what the seat may know of it; less than 0
    where nothing is tested.
    """
    told = knowledge_of(game).hunch
    expected: float = told(world, action) if told is not None else NO_HUNCH
    return expected


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
    """How good the world looks to the seat that decides once it has done this, with this luck."""
    expected = hunch(game, world, action)
    if expected >= 0.0:
        return expected
    twin = after(world, action, luck)
    result = twin.result
    if result is not None:
        return result.payoffs()[world.actor]
    worth: float = knowledge_of(game).evaluate(twin, world.actor)
    return worth


def settle(world: State, luck: int) -> bool:
    """Let chance speak, if it has to; whether it had."""
    if world.actor != CHANCE:
        return False
    croupier = Seeded(luck)
    while world.actor == CHANCE:
        world.play(croupier.settle(world))
    return True
