"""Information-set Monte Carlo tree search: one tree over what the searcher can tell apart, many imagined
worlds.

Each iteration takes an imagined world and walks down the tree. At every decision the seat that decides picks
an option by its own value so far and by how little is known about it. At the first place not seen before the
game's insight judges every option at once; what the best of them is worth, for all seats, goes back up the
path. The n-th look at any option of the root happens in the same imagined world with the same luck.
"""

from __future__ import annotations

from math import exp, log, sqrt
from time import perf_counter
from typing import Any, Final, final

from ludoteca.bots.bot import Perspective, knowledge_of
from ludoteca.bots.greedy import promise, settle
from ludoteca.bots.plans import Plan, Planner
from ludoteca.bots.settings import POINTS, REPLY, Settings
from ludoteca.bots.shortlist import Shortlist, most_promising
from ludoteca.bots.thought import Thought, Verdict
from ludoteca.bots.tree import Arm, Node
from ludoteca.bots.wants import led
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.events import sees
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import CHANCE, NOBODY, State

NEVER: Final = 1e30
PARTS: Final = 1 << 20
LUCKS: Final = 1 << 30
MEASURES: Final = 8
MOST_PLAYED_ON: Final = 200


@final
class Search:
    """One search for one decision: its tree grows with every iteration."""

    def __init__(
        self, perspective: Perspective, settings: Settings, source: Source, root: Node | None = None
    ) -> None:
        game: Game[Any] = perspective.game
        self.perspective = perspective
        self.game = game
        self.knowledge = knowledge_of(game)
        self.seat = perspective.seat
        self.source = source
        self.root = root if root is not None else Node()
        self.iterations = 0
        self.started = perf_counter()
        self.deadline = NEVER
        self.cut_short = False
        # settings
        self.prior = settings.prior
        self.prior_plies = settings.prior_plies
        self.focus = settings.focus
        self.exploration = settings.exploration
        self.depth = settings.depth if settings.depth else 1_000_000
        self.roll_out = settings.roll_out
        self.turns = settings.turns
        self.mast = settings.policy == "mast"
        self.replies = settings.policy == REPLY
        self.greedy = settings.policy == "greedy" or self.replies
        self.noise = int(settings.noise * PARTS)
        self.counts_points = settings.measure == POINTS
        self.lead = settings.lead
        self.best = settings.best
        self.told_apart = settings.outcomes
        self.redeal = settings.redeal
        self.candidates = settings.candidates if perspective.weighs else 1
        self.by_value = settings.choice == "value"
        # the world in hand, and the way through it
        self.pool: list[State] = []
        self.gifts: list[list[float]] = []
        self.lucks: list[int] = []
        self.looks: dict[int, int] = {}
        self.gift: list[float] = []
        self.luck = 0
        self.croupier = Seeded(0)
        self.seats = 0
        self.now: State | None = None
        self.mover = 0
        self.passed = 0
        self.judges_at_once = settings.roll_out == 0 and settings.turns == 0
        self.arms: list[Arm] = []
        self.nodes: list[Node] = []
        self.actors: list[int] = []
        # whole turns, and the longest that a reply to them took to find
        self.planner: Planner | None = None
        if settings.plans and perspective.open:
            self.planner = Planner(game, self.seat, settings.plans, self.root.plans)
        self.longest = 0.0
        self.width = settings.width
        self.caution = settings.caution
        self.shortlist: Shortlist | None = None
        # what has been met: the spread of values for each seat, and how actions did anywhere
        self.expected: list[float] = []
        self.met = 0.0
        self.sums: list[float] = []
        self.squares: list[float] = []
        self.spread: list[float] = []
        self.played_seats: list[int] = []
        self.played: list[int] = []
        self.action_sums: list[list[float]] = []
        self.action_visits: list[list[float]] = []

    # The budget

    def run(self, iterations: int, seconds: float) -> None:
        """Think until a limit is reached: `iterations` (0: none) or `seconds` (negative: none)."""
        if seconds >= 0.0:
            self.deadline = self.started + seconds
        limit = iterations if iterations > 0 else 1 << 60
        while self.iterations < limit:
            if seconds >= 0.0 and perf_counter() >= self.deadline:
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

    def out_of_time(self) -> bool:
        return self.deadline < NEVER and perf_counter() >= self.deadline

    def thought(self) -> Thought:
        """What has been found out so far."""
        verdicts: list[Verdict] = []
        seats = self.perspective.seats
        for action in self.perspective.options:
            arm = self.root.arms.get(action.index)
            if arm is None:
                arm = Arm(action, seats)
            verdicts.append(Verdict(action, arm.visits, arm.weight, arm.prior, arm.totals[:], arm.squares[:]))
        seconds = perf_counter() - self.started
        thought = Thought(self.seat, verdicts, self.iterations, len(self.pool), seconds, self.by_value)
        thought.exact = self.planner is not None
        if self.shortlist is not None:
            thought.favourite = self.shortlist.favourite
            thought.caution = self.caution
        return thought

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
        judged: list[float] | None = None
        if not self.seats:
            self.take_measure()
            self.enter(0)
        if self.width and self.shortlist is None:
            few = most_promising(self.game, self.pool[0], self.width, self.luck, self.deadline)
            arms_of_few = [self.new_arm(node, action) for action in few]
            self.shortlist = Shortlist(arms_of_few, self.seat, self.caution)
            if self.shortlist.settled:
                return
        if self.prior > 0.0 and not node.arms:
            judged = self.judge_options(node, self.pool[0])
            if self.judges_at_once or judged is None:
                if judged is not None:
                    self.back_up(judged)
                return
            judged = None
        short = self.shortlist
        arm = short.next() if short is not None else self.select(node, self.pool[0], 0)
        world = self.enter(self.looks.get(arm.action.index, 0))
        self.passed = 0
        self.mover = world.actor
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
            if plies >= self.depth or self.at_horizon(world):
                break
            if self.prior > 0.0 and not node.arms and plies < self.prior_plies:
                judged = self.judge_options(node, world)
                if self.judges_at_once or judged is None:
                    break
            arm = self.select(node, world, plies)
        if judged is None:
            judged = self.values_after(world)
            if self.cut_short:
                return
        index = arms[0].action.index
        self.looks[index] = self.looks.get(index, 0) + 1
        self.back_up(judged)
        if self.mast:
            self.remember_actions(judged)

    def enter(self, look: int) -> State:
        """A copy of the world for the n-th look at an option, and the luck that goes with it.

        The n-th look at any option happens in the same world with the same luck, so that options are
        compared on equal terms however unequally often they are looked at.
        """
        number = look // self.redeal
        while len(self.pool) <= number:
            world = self.imagine()
            values = self.outlook(world)
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

    def at_horizon(self, world: State) -> bool:
        """Whether the match is over, or the move has passed on as often as the search wants to look ahead.

        Insights favour whoever moved last; positions are fairly compared at the same point of a round.
        """
        actor = world.actor
        if actor < 0:
            return actor == NOBODY
        if actor != self.mover:
            self.mover = actor
            self.passed += 1
        return self.turns > 0 and self.passed >= self.turns

    def imagine(self) -> State:
        """A world the seat thinks possible, the likelier ones more often."""
        perspective = self.perspective
        source = self.source
        world = perspective.imagine(source)
        if self.candidates == 1:
            return world
        total = perspective.likelihood(world)
        for _ in range(self.candidates - 1):
            other = perspective.imagine(source)
            weight = perspective.likelihood(other)
            total += weight
            if source.below(PARTS) * total < weight * PARTS:
                world = other
        return world

    def prepare(self, seats: int) -> None:
        self.seats = seats
        self.expected = [0.0] * seats
        self.sums = [0.0] * seats
        self.squares = [0.0] * seats
        self.spread = [0.1] * seats
        if self.mast:
            actions = len(self.game.catalogue.decisions)
            self.action_sums = [[0.0] * actions for _ in range(seats)]
            self.action_visits = [[0.0] * actions for _ in range(seats)]

    def take_measure(self) -> None:
        """Imagine the first few worlds; what the seats may expect before anything is done is their mean."""
        for _ in range(MEASURES):
            world = self.imagine()
            if not self.seats:
                self.prepare(world.seats)
                self.now = world
            values = self.outlook(world)
            self.pool.append(world)
            self.gifts.append(values)
            for seat in range(self.seats):
                self.expected[seat] += values[seat]
            if self.out_of_time():
                break
        for seat in range(self.seats):
            self.expected[seat] /= len(self.pool)
            for values in self.gifts:
                values[seat] -= self.expected[seat]

    # Down the tree

    def let_chance_speak(self, world: State, node: Node) -> Node:
        step = world.agenda[-1]
        outcome = self.croupier.settle(world)
        if self.told_apart and sees(step.audience(world, outcome), self.seat):
            node = node.after_outcome(outcome.index, self.told_apart)
        world.play(outcome)
        return node

    def take(self, world: State, node: Node, arm: Arm) -> Node:
        """Play an option; where it leads in the tree is what the searcher would notice of it."""
        action = arm.action
        if world.actor != self.seat:
            step = world.agenda[-1]
            if not sees(step.audience(world, action), self.seat):
                after = node if step.traceless(world, action) else node.after_unseen()
                world.play(action)
                return after
        world.play(action)
        found = arm.node
        if found is None:
            found = arm.node = Node()
        return found

    def select(self, node: Node, world: State, plies: int) -> Arm:
        """The option with the highest upper bound of those in this world; one not tried yet comes first."""
        options = world.choices
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
            if self.prior == 0.0 or plies >= self.prior_plies:
                action = self.by_policy(untried, actor) if self.mast else self.any_of(untried)
                return self.new_arm(node, action)
            for action in untried:
                if self.out_of_time() and offered:
                    break
                arm = self.new_arm(node, action)
                self.judge(arm, world, actor)
                offered.append(arm)
            self.share_appeal(offered, actor)
        return self.highest_bound(offered, actor)

    def highest_bound(self, offered: list[Arm], actor: int) -> Arm:
        best = offered[0]
        highest = -1e9
        doubt = self.exploration * self.spread[actor]
        if self.focus > 0.0:
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

    # What the insight says

    def judge_options(self, node: Node, world: State) -> list[float] | None:
        """Let the insight judge every option of a new place; what the best one is worth for all seats."""
        actor = world.actor
        best: list[float] | None = None
        judged: list[Arm] = []
        for action in world.choices:
            if self.out_of_time() and (judged or self.iterations):
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
        settle(twin, self.luck)
        values = self.values(twin)
        arm.weight = self.prior
        arm.prior = values[actor]
        for seat in range(self.seats):
            arm.totals[seat] = self.prior * values[seat]
            arm.squares[seat] = self.prior * values[seat] * values[seat]
        return values

    def share_appeal(self, arms: list[Arm], actor: int) -> None:
        if self.focus == 0.0 or not arms:
            return
        best = arms[0].prior
        for arm in arms:
            best = max(best, arm.prior)
        heat = self.focus * self.spread[actor] + 1e-9
        for arm in arms:
            arm.appeal = exp((arm.prior - best) / heat) + 0.01

    def settle_chance(self, world: State) -> None:
        while world.actor == CHANCE:
            world.play(self.croupier.settle(world))

    def values_after(self, world: State) -> list[float]:
        """Play on for a few decisions, or to the horizon, then ask the insight; nothing if time runs out."""
        left = self.roll_out if self.turns == 0 else MOST_PLAYED_ON
        self.settle_chance(world)
        while left > 0 and not self.at_horizon(world):
            if self.replies and self.replied(world):
                if self.cut_short:
                    return []
                left -= 1
                continue
            action = self.played_on(world)
            if self.mast:
                self.played.append(action.index)
                self.played_seats.append(world.actor)
            world.play(action)
            self.settle_chance(world)
            left -= 1
            if self.out_of_time():
                self.cut_short = True
                return []
        return self.values(world)

    def played_on(self, world: State) -> Action:
        """What the seat that decides does in a roll-out."""
        if self.source.below(PARTS) < self.noise:
            return self.any_of(world.choices)
        if self.greedy:
            return self.best_looking(world)
        return self.by_policy(world.choices, world.actor) if self.mast else self.any_of(world.choices)

    def values(self, world: State) -> list[float]:
        """How every seat stands, apart from what the imagined world gave it."""
        found = self.outlook(world)
        for seat in range(self.seats):
            found[seat] -= self.gift[seat]
        return found

    def outlook(self, world: State) -> list[float]:
        """How every seat stands: its chances, or how far they lie above the best rival's."""
        own = self.chances(world)
        return led(own, self.lead) if self.lead > 0.0 and self.seats > 1 else own

    def chances(self, world: State) -> list[float]:
        """Everybody's chance of winning; or, counted in points, what they would mean for it now."""
        if self.counts_points:
            expected = self.knowledge.expected_scores
            if expected is not None:
                meant: list[float] = expected.chances(self.now, expected.scores(world))
                return meant
        result = world.result
        found: list[float] = self.knowledge.win_chances(world) if result is None else result.payoffs()
        return found

    # Whole turns

    def judge_plan(self, planner: Planner) -> None:
        """Find out what one more plan is worth when the others have replied; the first counts by its looks if
        time is too short.
        """
        if not self.seats:
            self.take_measure()
            for known in planner.plans:
                if known.values:
                    self.root.credit(known, self.seat)
        world = self.enter(0)
        soon = self.started + (self.deadline - self.started) / 3
        plan = planner.next(world, self.luck, soon, self.deadline)
        if plan is None:
            self.cut_short = True
            return
        self.passed = 0
        self.mover = world.actor
        for action in plan.actions:
            world.play(action)
            self.settle_chance(world)
        values = self.values_after(world)
        if not self.cut_short:
            plan.values = values
            self.root.credit(plan, self.seat)
        elif not self.root.arms:
            self.root.credit(Plan(plan.actions, [], plan.looks), self.seat)

    def replied(self, world: State) -> bool:
        """Let the seat that decides do what the game thinks of first, if it thinks of anything.

        That takes a while; without time for the longest so far, thinking ends.
        """
        started = perf_counter()
        actions = self.knowledge.quick_answer(world)
        for action in actions:
            if action not in world.choices:
                break
            world.play(action)
            self.settle_chance(world)
        now = perf_counter()
        self.longest = max(self.longest, now - started)
        self.cut_short = self.deadline < NEVER and now + self.longest >= self.deadline
        return len(actions) > 0

    # Roll-outs

    def any_of(self, options: list[Action]) -> Action:
        return options[self.source.below(len(options))]

    def by_policy(self, options: list[Action], actor: int) -> Action:
        """The option that did best for this seat anywhere in the search."""
        sums = self.action_sums[actor]
        visits = self.action_visits[actor]
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

    def best_looking(self, world: State) -> Action:
        """The option after which the game looks best for who decides."""
        options = world.choices
        best = options[0]
        highest = -1.0
        for action in options:
            value = promise(self.game, world, action, self.luck)
            if value > highest:
                highest = value
                best = action
            if self.out_of_time():
                break
        return best

    def remember_actions(self, values: list[float]) -> None:
        for number in range(len(self.arms)):
            self.played.append(self.arms[number].action.index)
            self.played_seats.append(self.actors[number])
        for number in range(len(self.played)):
            seat = self.played_seats[number]
            index = self.played[number]
            self.action_sums[seat][index] += values[seat]
            self.action_visits[seat][index] += 1.0
        self.played.clear()
        self.played_seats.clear()

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
            if self.best > 0.0 and number > 0:
                values = self.drawn_to_best(node, self.actors[number], values)

    def drawn_to_best(self, node: Node, actor: int, values: list[float]) -> list[float]:
        """The values, moved towards those of the best option of a place."""
        best = node.best_for(actor)
        if best is None:
            return values
        share = self.best
        return [
            (1.0 - share) * values[seat] + share * best.totals[seat] / best.weight
            for seat in range(self.seats)
        ]
