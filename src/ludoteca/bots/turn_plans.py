"""Whole turns planned in advance: the decisions of one seat in a row, several plans side by side.

Where nothing is hidden, a turn of many small decisions is better planned as a whole than one by one. A draft
goes from decision to decision with the few ways that look best so far; ways that lead to the same position
are merged. How good a plan really is shows when the others have replied: the search finds that out.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final, final

from ludoteca.bots.bot import knowledge_of
from ludoteca.bots.greedy import settle
from ludoteca.kernel.actions import Action
from ludoteca.kernel.game import Game
from ludoteca.kernel.state import State

LONGEST: Final = 40
MOST_WAYS: Final = 64
NEVER: Final = 1 << 60
PLANS_A_WAY: Final = 3


@final
class TurnPlan:
    """What a seat does until its turn is over, or as far as it was thought out.

    `looks` is how every seat stands right then; `values` how they stand when the others have replied, empty
    until that was found out.
    """

    def __init__(self, actions: list[Action], looks: list[float], values: list[float]) -> None:
        self.actions = actions
        self.looks = looks
        self.values = values

    def rest(self) -> TurnPlan:
        """What is left of the plan when its first decision is made."""
        return TurnPlan(self.actions[1:], self.looks, self.values)


@final
class Way:
    """A turn half thought out: the decisions so far, and where they lead."""

    def __init__(self, actions: list[Action], state: State, looks: list[float]) -> None:
        self.actions = actions
        self.state = state
        self.looks = looks


@final
class Draft:
    """Thinks out the turn of the seat that decides in a world, `width` ways side by side; `narrow` if there
    would have been more.

    Where the first decision has no more options than that, every option gets ways of its own: what it costs
    shows at once, what it is good for only later in the turn.
    """

    def __init__(self, game: Game[Any], world: State, width: int, luck: int, deadline: float) -> None:
        self.game = game
        self.knowledge = knowledge_of(game)
        self.seat = world.actor
        self.luck = luck
        self.deadline = deadline
        self.cut_short = False
        self.narrow = False
        self.plans: list[TurnPlan] = []
        options = world.choices
        start = Way([], world, [])
        if len(options) > width:
            self.pursue([start], width)
            return
        share = max(1, width // len(options))
        for action in options:
            ahead: list[Way] = []
            finished: list[Way] = []
            self.decide(start, action, ahead, finished)
            self.add_plans(finished, 1)
            self.pursue(ahead, share)

    def pursue(self, ways: list[Way], width: int) -> None:
        """Go on with the ways that look best until the turn is over; one half thought out is a plan too."""
        finished: list[Way] = []
        for _ in range(LONGEST):
            if not ways or self.cut_short:
                break
            ahead: list[Way] = []
            for way in ways:
                routine = self.knowledge.routine(way.state)
                for action in way.state.choices if routine is None else [routine]:
                    self.decide(way, action, ahead, finished)
                if perf_counter() >= self.deadline:
                    self.cut_short = True
                    break
            ways = self.best(ahead, width)
        self.add_plans(finished, PLANS_A_WAY * width)
        self.add_plans(ways, width)

    def decide(self, way: Way, action: Action, ahead: list[Way], finished: list[Way]) -> None:
        """One more decision on a way."""
        state: State = way.state.copy()
        state.play(action)
        settle(state, self.luck)
        result = state.result
        looks: list[float] = self.knowledge.win_chances(state) if result is None else result.payoffs()
        after = Way([*way.actions, action], state, looks)
        if state.actor == self.seat:
            ahead.append(after)
        else:
            finished.append(after)

    def best(self, ways: list[Way], most: int) -> list[Way]:
        """The ways that look best to the seat, each position once."""
        seat = self.seat
        found: list[Way] = []
        ranked = [(-way.looks[seat], number) for number, way in enumerate(ways)]
        ranked.sort()
        for _, number in ranked:
            way = ways[number]
            if len(found) >= most:
                self.narrow = True
                break
            if not any([same(way, other) for other in found]):
                found.append(way)
        return found

    def add_plans(self, ways: list[Way], most: int) -> None:
        for way in self.best(ways, most):
            self.plans.append(TurnPlan(way.actions, way.looks, []))


def same(one: Way, other: Way) -> bool:
    """Whether two ways come to the same, as far as the evaluation and what can be decided next tell."""
    return one.looks == other.looks and one.state.choices == other.state.choices


@final
class Planner:
    """The plans of a seat for its turn: `plans` are those at hand, judged or not yet.

    New ones are drafted when none is left to be judged; with twice as many ways side by side once as many
    plans have been judged as there were ways before, for thinking wider has to be worth its while.
    """

    def __init__(self, game: Game[Any], seat: int, width: int, plans: list[TurnPlan]) -> None:
        self.game = game
        self.knowledge = knowledge_of(game)
        self.seat = seat
        self.width = width
        self.plans = plans
        self.curiosity = 0.0
        self.told = 0
        self.enough = 0

    def next(self, world: State, luck: int, soon: float, deadline: float) -> TurnPlan | None:
        """The plan to judge next, the first drafted by `soon`; None without time or anything to think of."""
        if len(world.choices) <= self.width:
            self.curiosity = 1.0
        found = self.most_promising()
        while found is None and self.told >= self.enough and perf_counter() < deadline:
            draft = Draft(self.game, world, self.width, luck, deadline if self.plans else soon)
            for plan in draft.plans:
                if not any([plan.looks == other.looks for other in self.plans]):
                    self.plans.append(plan)
            self.enough = self.width if draft.narrow and self.width < MOST_WAYS else NEVER
            self.width *= 2
            found = self.most_promising()
        self.told += 1
        return found

    def most_promising(self) -> TurnPlan | None:
        """Of the plans not judged yet the one that promises most.

        It promises what it looks worth, and what plans that begin alike turned out to be worth more or less
        than they looked. Where none has been judged, all of them tell; but if the first decision has few
        options, those that nothing is known about come first.
        """
        seat = self.seat
        gains: dict[int, float] = {}
        judged: dict[int, int] = {}
        gained = 0.0
        known = 0
        for plan in self.plans:
            if plan.values:
                first = plan.actions[0].index
                gain = plan.values[seat] - plan.looks[seat]
                gains[first] = gains.get(first, 0.0) + gain
                judged[first] = judged.get(first, 0) + 1
                gained += gain
                known += 1
        usual = self.curiosity + (gained / known if known else 0.0)
        best: TurnPlan | None = None
        highest = -10.0
        for plan in self.plans:
            if not plan.values:
                first = plan.actions[0].index
                number = judged.get(first, 0)
                promise = plan.looks[seat] + (gains[first] / number if number else usual)
                if promise > highest:
                    highest = promise
                    best = plan
        return best
