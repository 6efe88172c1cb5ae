"""Information-set Monte Carlo tree search: one tree over what the searcher can tell apart, many imagined
worlds.

Each iteration takes an imagined world and walks down the tree. At every decision the seat that decides picks
an option by its own value so far and by how little is known about it. At the first place not seen before the
game's evaluation judges every option at once; what the best of them is worth, for all seats, goes back up the
path. `worlds` deals the worlds, `roll_out` plays on from a leaf.
"""

from __future__ import annotations

from math import exp, log, sqrt
from typing import Final, final

from ludoteca.bots.bot import Perspective, sensible_of
from ludoteca.bots.clock import Clock
from ludoteca.bots.greedy import settle
from ludoteca.bots.roll_out import RollOut
from ludoteca.bots.search_report import OptionReport, SearchReport
from ludoteca.bots.settings import BY_VALUE, SearchSettings
from ludoteca.bots.shortlist import Shortlist, most_promising
from ludoteca.bots.tree import Arm, Node
from ludoteca.bots.turn_plans import Planner, TurnPlan
from ludoteca.bots.worlds import Worlds
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import sees
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import CHANCE, State

NO_LIMIT: Final = 1 << 60


@final
class Search:
    """One search for one decision: its tree grows with every iteration."""

    def __init__(
        self,
        perspective: Perspective,
        settings: SearchSettings,
        source: Source,
        root: Node | None = None,
    ) -> None:
        self.perspective = perspective
        self.game = perspective.game
        self.settings = settings
        self.seat = perspective.seat
        self.seats = perspective.seats
        self.sensible = perspective.sensible
        self.root = root if root is not None else Node()
        self.clock = Clock()
        self.worlds = Worlds(perspective, settings, source, self.clock)
        self.roll_out = RollOut(perspective, settings, source, self.worlds, self.clock)
        self.depth = settings.depth if settings.depth else NO_LIMIT
        self.judges_at_once = settings.roll_out == 0 and settings.turns == 0
        self.iterations = 0
        self.cut_short = False
        # the way through the world in hand, and how often each option of the root was looked at
        self.arms: list[Arm] = []
        self.nodes: list[Node] = []
        self.actors: list[int] = []
        self.looks: dict[int, int] = {}
        # whole turns, or a few options, instead of a tree over everything
        self.planner: Planner | None = None
        if settings.plans and perspective.open:
            self.planner = Planner(self.game, self.seat, settings.plans, self.root.plans)
        self.shortlist: Shortlist | None = None
        # the spread of the values met so far, for each seat
        self.met = 0.0
        self.sums: list[float] = [0.0] * self.seats
        self.squares: list[float] = [0.0] * self.seats
        self.spread: list[float] = [0.1] * self.seats

    # The budget

    def run(self, iterations: int, seconds: float) -> None:
        """Think until a limit is reached: `iterations` (0: none) or `seconds` (negative: none)."""
        self.clock.limit(seconds)
        limit = iterations if iterations > 0 else NO_LIMIT
        while self.iterations < limit:
            if self.clock.is_up():
                return
            if self.planner is not None:
                self.judge_plan(self.planner)
            else:
                self.iterate()
            if self.cut_short:
                return
            self.iterations += 1
            if self.shortlist is not None and self.shortlist.settled:
                return

    def report(self) -> SearchReport:
        """What has been found out so far."""
        options: list[OptionReport] = []
        for action in self.perspective.options:
            arm = self.root.arms.get(action.index)
            if arm is None:
                arm = Arm(action, self.seats)
            options.append(
                OptionReport(action, arm.visits, arm.weight, arm.prior, arm.totals[:], arm.squares[:])
            )
        by_value = self.settings.choice == BY_VALUE
        worlds = len(self.worlds.pool)
        report = SearchReport(self.seat, options, self.iterations, worlds, self.clock.elapsed(), by_value)
        report.exact = self.planner is not None
        if self.shortlist is not None:
            report.favourite = self.shortlist.favourite
            report.caution = self.settings.caution
        return report

    # One iteration

    def iterate(self) -> None:
        """Look at one option of the root once more: in one world, with one luck, one leaf further."""
        arms = self.arms
        nodes = self.nodes
        actors = self.actors
        arms.clear()
        nodes.clear()
        actors.clear()
        node = self.root
        prior = self.settings.prior
        worlds = self.worlds
        roll_out = self.roll_out
        judged: list[float] | None = None
        if not worlds.pool:
            worlds.begin()
            worlds.enter(0)
        if self.settings.width and self.shortlist is None:
            self.shortlist = self.drawn_up()
            if self.shortlist.settled:
                return
        if prior > 0.0 and not node.arms:
            judged = self.judge_options(node, worlds.pool[0], self.sensible)
            if self.judges_at_once or judged is None:
                if judged is not None:
                    self.back_up(judged)
                return
            judged = None
        short = self.shortlist
        arm = short.next() if short is not None else self.select(node, worlds.pool[0], self.sensible, 0)
        world = worlds.enter(self.looks.get(arm.action.index, 0))
        roll_out.begin(world)
        plies = 0
        while True:
            fresh = arm.visits == 0 and arm.weight == 0.0
            arms.append(arm)
            nodes.append(node)
            actors.append(world.actor)
            node = self.take(world, node, arm)
            plies += 1
            if fresh or judged is not None:
                judged = None
                break
            while world.actor == CHANCE:
                node = self.let_chance_speak(world, node)
            if plies >= self.depth or roll_out.at_horizon(world):
                break
            options = sensible_of(self.game, world, world.choices, [])
            if prior > 0.0 and not node.arms and plies < self.settings.prior_plies:
                judged = self.judge_options(node, world, options)
                if self.judges_at_once or judged is None:
                    break
            arm = self.select(node, world, options, plies)
        if judged is None:
            judged = roll_out.values_after(world)
            if judged is None:
                self.cut_short = True
                return
        index = arms[0].action.index
        self.looks[index] = self.looks.get(index, 0) + 1
        self.back_up(judged)
        roll_out.remember(arms, actors, judged)

    def drawn_up(self) -> Shortlist:
        """The short list of the options at the root."""
        worlds = self.worlds
        few = most_promising(
            self.game,
            worlds.pool[0],
            self.sensible,
            self.settings.width,
            worlds.luck,
            self.clock.deadline,
        )
        arms = [self.new_arm(self.root, action) for action in few]
        return Shortlist(arms, self.seat, self.settings.caution)

    # Down the tree

    def let_chance_speak(self, world: State, node: Node) -> Node:
        outcomes = self.settings.outcomes
        step = world.step
        outcome = self.worlds.croupier.settle(world)
        if outcomes and sees(step.audience(world, outcome), self.seat):
            node = node.after_outcome(outcome.index, outcomes)
        world.play(outcome)
        return node

    def take(self, world: State, node: Node, arm: Arm) -> Node:
        """Play an option; where it leads in the tree is what the searcher would notice of it."""
        action = arm.action
        if world.actor != self.seat:
            step = world.step
            if not sees(step.audience(world, action), self.seat):
                world.play(action)
                return node.after_unseen()
        world.play(action)
        found = arm.node
        if found is None:
            found = arm.node = Node()
        return found

    def select(self, node: Node, world: State, options: list[Action], plies: int) -> Arm:
        """The option with the highest upper bound of those in this world; one not tried yet comes first."""
        actor = world.actor
        known = node.arms
        offered: list[Arm] = []
        untried: list[Action] = []
        for action in options:
            arm = known.get(action.index)
            if arm is None:
                untried.append(action)
            else:
                arm.offered += 1
                offered.append(arm)
        if untried:
            if self.settings.prior == 0.0 or plies >= self.settings.prior_plies:
                return self.new_arm(node, self.roll_out.pick(untried, actor))
            for action in untried:
                if self.clock.is_up() and offered:
                    break
                arm = self.new_arm(node, action)
                self.judge(arm, world, actor)
                offered.append(arm)
            self.share_appeal(offered, actor)
        return self.highest_bound(offered, actor)

    def highest_bound(self, offered: list[Arm], actor: int) -> Arm:
        best = offered[0]
        highest = -1e9
        doubt = self.settings.exploration * self.spread[actor]
        if self.settings.focus > 0.0:
            appeal = 0.0
            visits = 1.0
            for arm in offered:
                appeal += arm.appeal
                visits += arm.visits
            doubt *= sqrt(visits) / appeal
            for arm in offered:
                bound = arm.totals[actor] / arm.weight + doubt * arm.appeal / (1.0 + arm.visits)
                if bound > highest:
                    highest = bound
                    best = arm
            return best
        for arm in offered:
            bound = arm.totals[actor] / arm.weight + doubt * sqrt(log(float(arm.offered + 1)) / arm.weight)
            if bound > highest:
                highest = bound
                best = arm
        return best

    def new_arm(self, node: Node, action: Action) -> Arm:
        arm = Arm(action, self.seats)
        arm.offered = 1
        node.arms[action.index] = arm
        return arm

    # What the evaluation says

    def judge_options(self, node: Node, world: State, options: list[Action]) -> list[float] | None:
        """Let the evaluation judge the options of a new place; what the best one is worth for all seats."""
        actor = world.actor
        best: list[float] | None = None
        judged: list[Arm] = []
        for action in options:
            if self.clock.is_up() and (judged or self.iterations):
                break
            arm = self.new_arm(node, action)
            values = self.judge(arm, world, actor)
            judged.append(arm)
            if best is None or values[actor] > best[actor]:
                best = values
        self.share_appeal(judged, actor)
        return best

    def judge(self, arm: Arm, world: State, actor: int) -> list[float]:
        """What an option looks worth in this world, for all seats: the first that is known about it."""
        twin: State = world.copy()
        twin.play(arm.action)
        settle(twin, self.worlds.luck)
        values = self.worlds.values(twin)
        prior = self.settings.prior
        arm.weight = prior
        arm.prior = values[actor]
        for seat in range(self.seats):
            arm.totals[seat] = prior * values[seat]
            arm.squares[seat] = prior * values[seat] * values[seat]
        return values

    def share_appeal(self, arms: list[Arm], actor: int) -> None:
        if self.settings.focus == 0.0 or not arms:
            return
        best = arms[0].prior
        for arm in arms:
            best = max(best, arm.prior)
        heat = self.settings.focus * self.spread[actor] + 1e-9
        for arm in arms:
            arm.appeal = exp((arm.prior - best) / heat) + 0.01

    # Whole turns

    def judge_plan(self, planner: Planner) -> None:
        """Find out what one more plan is worth when the others have replied; the first counts by its looks if
        time is too short.
        """
        worlds = self.worlds
        if not worlds.pool:
            worlds.begin()
            for known in planner.plans:
                if known.values:
                    self.root.credit(known, self.seat)
        world = worlds.enter(0)
        clock = self.clock
        soon = clock.started + (clock.deadline - clock.started) / 3
        plan = planner.next(world, worlds.luck, soon, clock.deadline)
        if plan is None:
            self.cut_short = True
            return
        self.roll_out.begin(world)
        for action in plan.actions:
            world.play(action)
            self.roll_out.settle_chance(world)
        values = self.roll_out.values_after(world)
        if values is not None:
            plan.values = values
            self.root.credit(plan, self.seat)
            return
        self.cut_short = True
        if not self.root.arms:
            self.root.credit(TurnPlan(plan.actions, [], plan.looks), self.seat)

    # Up the tree

    def back_up(self, values: list[float]) -> None:
        """Every place on the path learns what was found below it."""
        self.met += 1.0
        for seat in range(self.seats):
            value = values[seat]
            self.sums[seat] += value
            self.squares[seat] += value * value
            if self.met > 3.0:
                mean = self.sums[seat] / self.met
                variance = self.squares[seat] / self.met - mean * mean
                self.spread[seat] = sqrt(variance) + 0.001 if variance > 0.0 else 0.001
        if not self.arms:
            self.root.visits += 1
            return
        for number in range(len(self.arms) - 1, -1, -1):
            arm = self.arms[number]
            node = self.nodes[number]
            arm.visits += 1
            arm.weight += 1.0
            node.visits += 1
            totals = arm.totals
            squares = arm.squares
            for seat in range(self.seats):
                value = values[seat]
                totals[seat] += value
                squares[seat] += value * value
            if self.settings.best > 0.0 and number > 0:
                values = self.drawn_to_best(node, self.actors[number], values)

    def drawn_to_best(self, node: Node, actor: int, values: list[float]) -> list[float]:
        """The values, moved towards those of the best option of a place."""
        best = node.best_for(actor)
        if best is None:
            return values
        share = self.settings.best
        return [
            (1.0 - share) * values[seat] + share * best.totals[seat] / best.weight
            for seat in range(self.seats)
        ]
