"""What one decision was worth, by what its seat knew then and by the truth.

The decision made and its rivals are compared in the same imagined worlds with the same luck. Some worlds
choose the rivals, others compare them, so the comparison is not biased by having chosen them. A rival that
leads to the same position by another order is no rival.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from ludoteca.analysis.calibration import Calibration
from ludoteca.analysis.effort import Effort
from ludoteca.analysis.futures import Futures, Outcome
from ludoteca.analysis.measures import measure_of
from ludoteca.analysis.moments import Moment
from ludoteca.bots.bot import Perspective
from ludoteca.bots.lookahead import Lookahead
from ludoteca.kernel.actions import Action
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import State

SEEDS: Final = 1 << 30
BEYOND: Final = 2.0
"""A difference counts when it is larger than this many standard errors."""
LEAST: Final = 0.05
"""What a decision must have cost to be called an error."""
DOUBTFUL: Final = 1.0
CERTAIN: Final = 3.0
"""A claim is proved by more and more worlds, while it holds by more standard errors than this and by fewer
than that.
"""
CANDIDATES: Final = 16
"""Of how many imagined worlds one is looked into, picked by its likelihood, where the game knows it."""
TINY: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another action, and how much more it promised than the one taken: `gain` of the chance of winning,
    `points` of the lead over the others in games with points; each with its standard error. `even` is what
    these points would mean for the chance of winning if the match were even: it also counts when the match is
    as good as decided. `reasons` are the features of the evaluation that differ most, and by how much.
    """

    action: str
    gain: float
    error: float
    points: float = 0.0
    points_error: float = 0.0
    even: float = 0.0
    reasons: tuple[tuple[str, float], ...] = ()

    @property
    def better(self) -> bool:
        """Whether it promised more beyond the error, in chance or in points, and not less of the other."""
        by_chance = self.gain > BEYOND * self.error and self.points >= -BEYOND * self.points_error
        by_points = self.points > BEYOND * self.points_error and self.gain >= -BEYOND * self.error
        return by_chance or by_points

    @property
    def severity(self) -> float:
        """What was lost without it: chance, or what its points would mean in an even match."""
        return max(self.gain, self.even) if self.better else 0.0

    @property
    def sureness(self) -> float:
        """By how many standard errors it promised more, in chance or in points; less than 0 where it promised
        less of one of them by as many.
        """
        each = [self.gain / max(self.error, TINY), self.points / max(self.points_error, TINY)]
        worst = min(each)
        return worst if worst < -1.0 else max(each)


@dataclass(frozen=True, slots=True)
class Judgement:
    """`known[seat]` is each seat's chance of winning by what it knew before the decision, `truth` by how
    things really lay, `decided` by how they lay when the decision was made and chance had not spoken yet.
    `alternatives` are the rivals that were compared, the most promising first; none where nothing could be
    chosen, or where everything comes to the same.

    `regret` is an unbiased estimate of what the decision cost in the game's unit, `stake` of what a choice at
    random would have cost. `turn` counts the turns of the match.
    """

    line: int
    seat: int
    action: str
    known: tuple[float, ...]
    truth: tuple[float, ...]
    decided: tuple[float, ...]
    options: int
    alternatives: tuple[Alternative, ...]
    regret: float = 0.0
    stake: float = 0.0
    turn: int = 0

    @property
    def loss(self) -> float:
        """The chance of winning that was lost for sure: what the best of the better alternatives gains."""
        return max([rival.gain for rival in self.alternatives if rival.better], default=0.0)

    @property
    def points_lost(self) -> float:
        """The points that were lost for sure."""
        best = self.best
        return max(0.0, best.points) if best is not None else 0.0

    @property
    def severity(self) -> float:
        """How bad the decision was: the chance it lost, or what its points would mean in an even match."""
        best = self.best
        return max(self.loss, best.even) if best is not None else 0.0

    @property
    def best(self) -> Alternative | None:
        """The alternative that was better for sure, if there was one."""
        sure = [rival for rival in self.alternatives if rival.better]
        return max(sure, key=lambda rival: (rival.points, rival.gain)) if sure else None


@dataclass(frozen=True, slots=True)
class Comparison:
    """The rivals of a decision that were compared with it, what it cost, and what was at stake. `best` is how
    the turn is best gone on with from before the decision, as far as that was found out.
    """

    best: tuple[Action, ...]
    alternatives: tuple[Alternative, ...] = ()
    regret: float = 0.0
    stake: float = 0.0


@dataclass(frozen=True, slots=True)
class Proof:
    """Whether a claim holds when both lines are played far on, and how much more the rival gains there than
    the near future promised, in the game's unit, in the same worlds.
    """

    holds: bool
    unforeseen: float = 0.0


class Judge:
    """Judges the decisions of one match. The same seed gives the same judgements."""

    def __init__(self, game: Game[Any], effort: Effort, seed: int) -> None:
        self.game = game
        self.effort = effort
        self.seed = seed
        self.futures = Futures(game, effort.turns)
        self.measure = measure_of(game.name)
        self.far = Futures(game, self.measure.far)
        self.glance = Lookahead(game, 0)
        self.calibration = Calibration(game)
        luck = Stream(seed, "glances")
        self.lucks = [luck.below(SEEDS) for _ in range(effort.glances)]

    def judge_turn(self, turn: Sequence[Moment]) -> list[Judgement]:
        """Judge the decisions of a turn, from the last to the first: what could still be had after a decision
        is not charged to it, but to the one that gave it up.
        """
        found: list[Judgement] = []
        best: tuple[Action, ...] = ()
        for moment in reversed(turn):
            compared = self.compare(moment, Stream(self.seed, f"line {moment.line}"), best)
            found.append(self._judgement(moment, compared))
            best = compared.best
        return found[::-1]

    def _judgement(self, moment: Moment, compared: Comparison) -> Judgement:
        truth = rounded(self._chances(moment.before))
        known = rounded([self._chance_as_known(moment.before, seat, truth) for seat in range(len(truth))])
        return Judgement(
            line=moment.line,
            seat=moment.seat,
            action=moment.action.text,
            known=known,
            truth=truth,
            decided=rounded(self._chances(moment.after)),
            options=len(moment.before.choices),
            alternatives=compared.alternatives,
            regret=round(compared.regret, 4),
            stake=round(compared.stake, 4),
            turn=moment.turn,
        )

    def _chances(self, state: State) -> tuple[float, ...]:
        """Every seat's chance as things lie, over several turns of luck, the same at every decision."""
        return mean_of([self.calibration.of(state, self.glance.ahead(state, luck)) for luck in self.lucks])

    def _chance_as_known(self, state: State, seat: int, truth: Sequence[float]) -> float:
        """A seat's own chance as it must see it: over worlds it thinks possible."""
        if not self.game.secrets(state, seat):
            return truth[seat]
        source = Stream(self.seed, f"known {seat}")
        perspective = Perspective(self.game, state, seat, source)
        worlds = [perspective.likely_world(source, CANDIDATES) for _ in self.lucks]
        weights = [weight for _, weight in worlds]
        values = [self.glance.ahead(world, luck) for (world, _), luck in zip(worlds, self.lucks, strict=True)]
        return mean_of([self.calibration.of(state, value) for value in values], weights)[seat]

    def compare(self, moment: Moment, source: Stream, later: tuple[Action, ...] = ()) -> Comparison:
        """What else could have been done, and how it compares with what was done. The rest of the turn counts
        as it was played, as the game's evaluation would play it, or as it was found best (`later`).
        """
        if len(moment.before.choices) < 2:
            return Comparison((moment.action, *later))
        perspective = Perspective(self.game, moment.before, moment.seat, source)
        done = [(moment.action, *rest) for rest in dict.fromkeys([(), moment.rest, later])]
        others = [(action,) for action in self._tried(moment, source) if action is not moment.action]
        lines = [*done, *others]
        trials = Trials(self.futures, perspective, lines, self.effort.trials, source)
        taken = max(range(len(done)), key=trials.mean)
        stake = trials.spread([taken, *range(len(done), len(lines))])
        rivals = [
            number for number in range(len(done), len(lines)) if not trials.same(number, range(len(done)))
        ]
        rivals = trials.distinct(sorted(rivals, key=lambda number: -trials.mean(number)))
        rivals = rivals[: self.effort.candidates]
        if not rivals:
            return Comparison(lines[taken], stake=stake)
        chosen = [lines[taken], *(lines[number] for number in rivals)]
        final = Trials(self.futures, perspective, chosen, self.effort.worlds, source)
        compared = [
            alternative(self.futures, moment.before, line[0], final, number)
            for number, line in enumerate(chosen)
            if number
        ]
        favourite = trials.mean(rivals[0]) > trials.mean(taken)
        regret = final.mean(1) - final.mean(0) if favourite else 0.0
        ranked = sorted(compared, key=lambda rival: (-rival.points, -rival.gain))
        claims = [rival for rival in ranked if rival.severity >= LEAST]
        played = [lines[number] for number in trials.distinct(range(len(done)))]
        proved, unforeseen = self._first_proved(claims, played, moment, perspective)
        dropped = claims if proved is None else claims[: claims.index(proved)]
        ranked = [rival for rival in ranked if rival not in dropped]
        best = chosen[max(range(len(chosen)), key=final.mean)]
        return Comparison(best, tuple(ranked), regret + unforeseen, stake)

    def _first_proved(
        self,
        claims: Sequence[Alternative],
        played: Sequence[Sequence[Action]],
        moment: Moment,
        perspective: Perspective,
    ) -> tuple[Alternative | None, float]:
        """The first of the claims that holds, and how much more the best of them gains than was foreseen."""
        hopeful = [claim for claim in claims if claim.severity >= self.measure.least]
        unforeseen = 0.0
        for claim in hopeful[: self.measure.rivals]:
            proof = self._proof(claim, played, moment, perspective)
            if claim is claims[0]:
                unforeseen = proof.unforeseen
            if proof.holds:
                return claim, unforeseen
        return None, unforeseen

    def _proof(
        self,
        rival: Alternative,
        played: Sequence[Sequence[Action]],
        moment: Moment,
        perspective: Perspective,
    ) -> Proof:
        """Whether a rival is still better when it and what was played are played on much further, the best of
        the ways in which the turn could go on: the nearer to the line, the more worlds have to say so.
        """
        if not self.measure.proof or not self.effort.proofs:
            return Proof(holds=True)
        action: Action = self.game.catalogue.parse(rival.action)
        lines = [(action,), *played]
        name = f"proof {moment.line} {rival.action}"
        far = Trials(self.far, perspective, lines, self.measure.proof, Stream(self.seed, name))

        for _ in range(self.effort.proofs - 1):
            if not DOUBTFUL <= challenger(self.far, moment.before, action, far).sureness <= CERTAIN:
                break
            far.play(self.measure.proof)
        holds = challenger(self.far, moment.before, action, far).better
        if not self.measure.corrected:
            return Proof(holds)
        near = Trials(self.futures, perspective, lines, len(far.weights), Stream(self.seed, name))
        return Proof(holds, far.lead_of_first() - near.lead_of_first())

    def _tried(self, moment: Moment, source: Stream) -> list[Action]:
        """The options that are tried: all of them; any, where there are too many."""
        options = list(moment.before.choices)
        most = self.effort.options
        while len(options) > most:
            number = source.below(len(options))
            if options[number] is not moment.action:
                del options[number]
        return options


MOST_REASONS: Final = 3
TELLING: Final = 0.15
"""A feature is named if it differs by at least this share of the largest difference."""


class Trials:
    """Lines of play in the same imagined worlds with the same luck."""

    def __init__(
        self,
        futures: Futures,
        perspective: Perspective,
        lines: Sequence[Sequence[Action]],
        worlds: int,
        source: Stream,
    ) -> None:
        self.futures = futures
        self.perspective = perspective
        self.lines = lines
        self.source = source
        self.base = 0
        self.weights: list[float] = []
        self.outcomes: list[list[Outcome]] = [[] for _ in lines]
        self.play(worlds)

    def play(self, worlds: int) -> None:
        """Play every line in so many worlds more."""
        for number in range(worlds):
            world, weight = self.perspective.likely_world(self.source, CANDIDATES)
            self.weights.append(weight)
            luck = self.source.below(SEEDS)
            for line, found in zip(self.lines, self.outcomes, strict=True):
                found.append(self.futures.after(world, line, luck, number))

    def worth(self, line: int) -> list[float]:
        """What a line came to in each world, in the game's unit."""
        return [outcome.worth for outcome in self.outcomes[line]]

    def mean(self, line: int) -> float:
        return mean_and_error(self.worth(line), self.weights)[0]

    def gains(self, line: int) -> list[tuple[float, float]]:
        """How much more chance, and how many more points, a line came to than the first one, or the one it is
        seen from; each with its standard error.
        """
        pairs = list(zip(self.outcomes[line], self.outcomes[self.base], strict=True))
        return [
            mean_and_error([one.chance - other.chance for one, other in pairs], self.weights),
            mean_and_error([one.points - other.points for one, other in pairs], self.weights),
        ]

    def contributed(self, line: int) -> list[float]:
        """What each feature brought a line more than the first, over the worlds that show it."""
        pairs = zip(self.outcomes[line], self.outcomes[self.base], self.weights, strict=True)
        shown = [(one.features, other.features, weight) for one, other, weight in pairs]
        shown = [(one, other, weight) for one, other, weight in shown if one and other]
        total = sum(weight for _, _, weight in shown)
        if total <= 0.0:
            return []
        columns = zip(
            *([weight * (a - b) for a, b in zip(one, other, strict=True)] for one, other, weight in shown)
        )
        return [sum(column) / total for column in columns]

    def seen_from(self, line: int) -> Trials:
        """The same trials, with gains counted from another line than the first."""
        twin = copy(self)
        twin.base = line
        return twin

    def lead_of_first(self) -> float:
        """How much more the first line came to than the best of the others, in the game's unit."""
        return self.mean(0) - max(map(self.mean, range(1, len(self.lines))))

    def same(self, line: int, others: Sequence[int]) -> bool:
        """Whether a line comes to the same as one of the others in every world."""
        return any(self.outcomes[line] == self.outcomes[other] for other in others)

    def distinct(self, lines: Sequence[int]) -> list[int]:
        """Lines that come to the same only once."""
        found: list[int] = []
        for line in lines:
            if not self.same(line, found):
                found.append(line)
        return found

    def spread(self, lines: Sequence[int]) -> float:
        """What a line chosen at random would lose: every other world chooses the best, the rest judge it."""
        total = 0.0
        for half in (0, 1):
            weights = self.weights[half::2]
            chosen = max(lines, key=lambda line: mean_and_error(self.worth(line)[1 - half :: 2], [])[0])
            means = [mean_and_error(self.worth(line)[half::2], weights)[0] for line in lines]
            total += mean_and_error(self.worth(chosen)[half::2], weights)[0] - sum(means) / len(means)
        return total / 2


def alternative(futures: Futures, state: State, action: Action, final: Trials, number: int) -> Alternative:
    """A line that was tried, compared with the first."""
    (gain, error), (points, points_error) = map(rounded, final.gains(number))
    even = round(futures.in_an_even_match(state, points), 4)
    reasons = telling(futures.features, final.contributed(number))
    return Alternative(action.text, gain, error, points, points_error, even, reasons)


def challenger(futures: Futures, state: State, action: Action, trials: Trials) -> Alternative:
    """The first line of some trials, compared with the best of the others."""
    best = max(range(1, len(trials.lines)), key=trials.mean)
    return alternative(futures, state, action, trials.seen_from(best), 0)


def telling(names: Sequence[str], differences: Sequence[float]) -> tuple[tuple[str, float], ...]:
    """The features that differ most, the largest difference first."""
    ranked = sorted(zip(names, differences, strict=False), key=lambda pair: -abs(pair[1]))
    least = TELLING * abs(ranked[0][1]) if ranked else 0.0
    return tuple((name, round(size, 4)) for name, size in ranked[:MOST_REASONS] if abs(size) > least)


def rounded(figures: Sequence[float]) -> tuple[float, ...]:
    """Figures as exact as an analysis keeps them, so that one that was stored says the same."""
    return tuple(round(figure, 4) for figure in figures)


def mean_of(values: Sequence[Sequence[float]], weights: Sequence[float] = ()) -> tuple[float, ...]:
    """The weighted mean, seat by seat."""
    given = list(weights) or [1.0] * len(values)
    total = sum(given)
    if total <= 0.0:
        given, total = [1.0] * len(values), float(len(values))
    return tuple(
        sum(weight * value for weight, value in zip(given, column, strict=True)) / total
        for column in zip(*values, strict=True)
    )


def mean_and_error(values: Sequence[float], weights: Sequence[float]) -> tuple[float, float]:
    """The weighted mean and its standard error; all count the same where no weight is above 0."""
    total = sum(weights)
    if total <= 0.0:
        return mean_and_error(values, [1.0] * len(values))
    mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / total
    spread = sum((weight * (value - mean)) ** 2 for weight, value in zip(weights, values, strict=True))
    count = len(values)
    return mean, sqrt(spread * count / max(1, count - 1)) / total
