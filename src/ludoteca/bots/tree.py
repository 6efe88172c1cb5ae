"""The tree of a search: what was tried, how often, and with what result for every seat."""

from __future__ import annotations

from math import sqrt
from typing import final

from ludoteca.bots.turn_plans import TurnPlan
from ludoteca.kernel.actions import Action


@final
class Arm:
    """One option at a place in the tree.

    `totals[seat]` sums the values found below it, the evaluation's first guess included; `weight` is how many
    values that makes. `visits` counts the iterations that came by, `offered` those that could have.
    """

    def __init__(self, action: Action, seats: int) -> None:
        self.action = action
        self.visits = 0
        self.offered = 0
        self.weight = 0.0
        self.prior = 0.0
        self.appeal = 1.0
        self.totals = [0.0] * seats
        self.squares = [0.0] * seats
        self.node: Node | None = None

    def mean(self, seat: int) -> float:
        return self.totals[seat] / self.weight if self.weight > 0.0 else 0.0

    def error(self, seat: int) -> float:
        """The standard error of the mean; 1 while there is too little to tell."""
        if self.visits < 2:
            return 1.0
        mean = self.mean(seat)
        variance = self.squares[seat] / self.weight - mean * mean
        return sqrt(variance / self.visits) if variance > 0.0 else 0.0


@final
class Node:
    """A place in the tree: all situations that the searcher cannot tell apart after the same events.

    `arms` are the options met here, by the index of their action. What others do in secret leads to one
    common place, `unseen`; outcomes of chance that are told apart lead to places of their own. `plans` are
    what the searcher thinks of doing from here on, where it thinks of whole turns.
    """

    def __init__(self) -> None:
        self.visits = 0
        self.arms: dict[int, Arm] = {}
        self.unseen: Node | None = None
        self.outcomes: dict[int, Node] | None = None
        self.plans: list[TurnPlan] = []

    def best_for(self, seat: int) -> Arm | None:
        """Of the options tried here the one that did best for a seat."""
        best: Arm | None = None
        highest = -1.0
        for arm in self.arms.values():
            if arm.visits > 0:
                mean = arm.totals[seat] / arm.weight
                if mean > highest:
                    highest = mean
                    best = arm
        return best

    def after_unseen(self) -> Node:
        if self.unseen is None:
            self.unseen = Node()
        return self.unseen

    def after_outcome(self, index: int, told_apart: int) -> Node:
        """Where an outcome leads: a place of its own while fewer than `told_apart` have one."""
        if self.outcomes is None:
            self.outcomes = {}
        found = self.outcomes.get(index)
        if found is None:
            if len(self.outcomes) >= told_apart:
                return self
            found = self.outcomes[index] = Node()
        return found

    def credit(self, plan: TurnPlan, seat: int) -> None:
        """A plan from here on has been judged: an option is worth as much as the best plan it begins."""
        arm = self.arm(plan.actions[0], len(plan.values))
        values = plan.values
        if arm.visits and values[seat] < arm.mean(seat):
            values = [total / arm.weight for total in arm.totals]
        arm.visits += 1
        arm.weight = float(arm.visits)
        arm.totals = [arm.weight * value for value in values]
        arm.squares = [arm.weight * value * value for value in values]

    def hand_down(self, seats: int) -> None:
        """What is left of a plan when its first decision is made belongs to the place after it."""
        for plan in self.plans:
            if len(plan.actions) > 1:
                arm = self.arm(plan.actions[0], seats)
                if arm.node is None:
                    arm.node = Node()
                arm.node.plans.append(plan.rest())

    def arm(self, action: Action, seats: int) -> Arm:
        found = self.arms.get(action.index)
        if found is None:
            found = self.arms[action.index] = Arm(action, seats)
        return found
