"""Playing on from a leaf of the tree, to the point where the game's evaluation judges."""

from __future__ import annotations

from time import perf_counter
from typing import Final, final

from ludoteca.bots.bot import PARTS, Perspective, knowledge_of, sensible_of
from ludoteca.bots.clock import Clock
from ludoteca.bots.greedy import promise
from ludoteca.bots.settings import GREEDY, MAST, QUICK, SearchSettings
from ludoteca.bots.tree import Arm
from ludoteca.bots.worlds import Worlds
from ludoteca.kernel.actions import Action
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import CHANCE, NOBODY, State

MOST_PLAYED_ON: Final = 200


@final
class RollOut:
    """Plays worlds on by the settings `roll_out`, `turns`, `policy` and `noise`.

    `longest` is the longest that a quick answer of the game took. With the policy `mast`, the sums and visits
    say how every action did for every seat, anywhere in the search.
    """

    def __init__(
        self,
        perspective: Perspective,
        settings: SearchSettings,
        source: Source,
        worlds: Worlds,
        clock: Clock,
    ) -> None:
        self.game = perspective.game
        self.knowledge = knowledge_of(perspective.game)
        self.source = source
        self.worlds = worlds
        self.clock = clock
        self.turns = settings.turns
        self.most = settings.roll_out if settings.turns == 0 else MOST_PLAYED_ON
        self.noise = int(settings.noise * PARTS)
        self.mast = settings.policy == MAST
        self.quick = settings.policy == QUICK
        self.greedy = settings.policy == GREEDY or self.quick
        self.turns_begun = self.knowledge.turns_begun
        self.mover = 0
        self.passed = 0
        self.begun = 0
        self.longest = 0.0
        self.played: list[int] = []
        self.played_seats: list[int] = []
        actions = len(self.game.catalogue.decisions) if self.mast else 0
        self.sums: list[list[float]] = [[0.0] * actions for _ in range(perspective.seats)]
        self.visits: list[list[float]] = [[0.0] * actions for _ in range(perspective.seats)]

    # The horizon

    def begin(self, world: State) -> None:
        """Count from here how often the move passes on."""
        self.passed = 0
        self.mover = world.actor
        if self.turns_begun is not None:
            self.begun = self.turns_begun(world)

    def at_horizon(self, world: State) -> bool:
        """Whether the match is over, or the move has passed on as often as the search wants to look ahead.

        Evaluations favour whoever moved last; positions are fairly compared at the same point of a round. A
        game whose seats answer in the turns of others counts the turns itself.
        """
        actor = world.actor
        if actor < 0:
            return actor == NOBODY
        if self.turns_begun is not None:
            return 0 < self.turns <= self.turns_begun(world) - self.begun
        if actor != self.mover:
            self.mover = actor
            self.passed += 1
        return self.turns > 0 and self.passed >= self.turns

    # Playing on

    def values_after(self, world: State) -> list[float] | None:
        """Play on for a few decisions, or to the horizon, and judge; None if time runs out."""
        left = self.most
        self.settle_chance(world)
        while left > 0 and not self.at_horizon(world):
            if not (self.quick and self.answer_quickly(world)):
                self.decide(world)
            if self.clock.is_up_within(self.longest):
                return None
            left -= 1
        return self.worlds.values(world)

    def settle_chance(self, world: State) -> None:
        while world.actor == CHANCE:
            world.play(self.worlds.croupier.settle(world))

    def answer_quickly(self, world: State) -> bool:
        """Let the seat that decides do what the game's quick policy says; False if that says nothing."""
        started = perf_counter()
        actions = self.knowledge.quick_answer(world)
        for action in actions:
            if action not in world.choices:
                break
            world.play(action)
            self.settle_chance(world)
        self.longest = max(self.longest, perf_counter() - started)
        return len(actions) > 0

    def decide(self, world: State) -> None:
        """Let the seat that decides follow the policy, or at times anything."""
        if self.source.below(PARTS) < self.noise:
            action = self.any_of(world.choices)
        elif self.greedy:
            action = self.best_looking(world)
        else:
            action = self.pick(world.choices, world.actor)
        if self.mast:
            self.played.append(action.index)
            self.played_seats.append(world.actor)
        world.play(action)
        self.settle_chance(world)

    def any_of(self, options: list[Action]) -> Action:
        return options[self.source.below(len(options))]

    def best_looking(self, world: State) -> Action:
        """The option after which the game looks best to the seat that decides; nothing foolish."""
        options = sensible_of(self.game, world, world.choices, [])
        if len(options) == 1:
            return options[0]
        best = options[0]
        highest = -1.0
        for action in options:
            value = promise(self.game, world, action, self.worlds.luck)
            if value > highest:
                highest = value
                best = action
            if self.clock.is_up():
                break
        return best

    # What did well elsewhere in the search

    def pick(self, options: list[Action], actor: int) -> Action:
        """Any option; with the policy `mast` the one that did best for this seat anywhere in the search."""
        if not self.mast:
            return self.any_of(options)
        sums = self.sums[actor]
        visits = self.visits[actor]
        best = options[0]
        highest = -1.0
        first = self.source.below(len(options))
        for number in range(len(options)):
            action = options[(first + number) % len(options)]
            times = visits[action.index]
            value = sums[action.index] / times if times > 0.0 else 1.0
            if value > highest:
                highest = value
                best = action
        return best

    def remember(self, arms: list[Arm], actors: list[int], values: list[float]) -> None:
        """Credit every action of an iteration, in the tree and after it, with what came of it."""
        if not self.mast:
            return
        for number in range(len(arms)):
            self.played.append(arms[number].action.index)
            self.played_seats.append(actors[number])
        for number in range(len(self.played)):
            seat = self.played_seats[number]
            index = self.played[number]
            self.sums[seat][index] += values[seat]
            self.visits[seat][index] += 1.0
        self.played.clear()
        self.played_seats.clear()
