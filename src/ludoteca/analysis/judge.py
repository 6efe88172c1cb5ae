"""What one decision was worth, by what its seat knew then and by the truth.

The action taken and its rivals are compared in the same imagined worlds with the same luck. The rivals are
proposed by a separate search, so the comparison is not biased by having chosen them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Final

from ludoteca.analysis.effort import Effort
from ludoteca.analysis.moments import Moment
from ludoteca.bots.bot import Perspective
from ludoteca.bots.lookahead import Lookahead
from ludoteca.bots.search import Search
from ludoteca.bots.settings import SearchSettings, settings_for
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import State

SEEDS: Final = 1 << 30
NO_LIMIT: Final = -1.0
BEYOND: Final = 2.0
"""A difference counts when it is larger than this many standard errors."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another action, and how much more of the chance of winning it promised than the one taken."""

    action: str
    gain: float
    error: float

    @property
    def better(self) -> bool:
        return self.gain > BEYOND * self.error


@dataclass(frozen=True, slots=True)
class Judgement:
    """`known[seat]` is each seat's chance of winning by what it knew before the decision, `truth` by how
    things really lay, `decided` by how they lay when the decision was made and chance had not spoken yet.
    `alternatives` are the rivals that were compared, the most promising first; none where nothing could be
    chosen.
    """

    line: int
    seat: int
    action: str
    known: tuple[float, ...]
    truth: tuple[float, ...]
    decided: tuple[float, ...]
    options: int
    alternatives: tuple[Alternative, ...]

    @property
    def loss(self) -> float:
        """What the decision cost for sure: the gain of the best alternative, where it is beyond the error."""
        return max([rival.gain for rival in self.alternatives if rival.better], default=0.0)

    @property
    def best(self) -> Alternative | None:
        """The alternative that was better for sure, if there was one."""
        sure = [rival for rival in self.alternatives if rival.better]
        return max(sure, key=lambda rival: rival.gain) if sure else None


class Judge:
    """Judges the decisions of one match. The same seed gives the same judgements."""

    def __init__(self, game: Game[Any], effort: Effort, seed: int) -> None:
        self.game = game
        self.effort = effort
        self.seed = seed
        self.lookahead = Lookahead(game, effort.decisions)
        self.glance = Lookahead(game, 0)
        luck = Stream(seed, "glances")
        self.lucks = [luck.below(SEEDS) for _ in range(effort.glances)]

    def judge(self, moment: Moment) -> Judgement:
        source = Stream(self.seed, f"line {moment.line}")
        seats = range(moment.before.seats)
        return Judgement(
            line=moment.line,
            seat=moment.seat,
            action=moment.action.text,
            known=rounded([self._chance_as_known(moment.before, seat, source)[seat] for seat in seats]),
            truth=rounded(self._chances(moment.before)),
            decided=rounded(self._chances(moment.after)),
            options=len(moment.before.choices),
            alternatives=self._alternatives(moment, source),
        )

    def _chances(self, state: State) -> tuple[float, ...]:
        """Every seat's chance as things lie, over several turns of luck, the same at every decision."""
        return mean_of([self.glance.ahead(state, luck) for luck in self.lucks])

    def _chance_as_known(self, state: State, seat: int, source: Stream) -> tuple[float, ...]:
        """Every seat's chance as one seat must see it: over worlds it thinks possible."""
        perspective = Perspective(self.game, state, seat, source)
        worlds = [perspective.imagine(source) for _ in range(self.effort.glances)]
        weights = [perspective.likelihood(world) for world in worlds]
        values = [self.glance.ahead(world, source.below(SEEDS)) for world in worlds]
        return mean_of(values, weights)

    def _alternatives(self, moment: Moment, source: Stream) -> tuple[Alternative, ...]:
        if len(moment.before.choices) < 2:
            return ()
        perspective = Perspective(self.game, moment.before, moment.seat, source)
        search = Search(perspective, proposing(self.game), source, None)
        search.run(self.effort.iterations, NO_LIMIT)
        ranked = [verdict.action for verdict in search.report().ranking()]
        rivals = [action for action in ranked if action is not moment.action][: self.effort.candidates]
        gains: list[list[float]] = [[] for _ in rivals]
        weights: list[float] = []
        for _ in range(self.effort.worlds):
            world = perspective.imagine(source)
            weights.append(perspective.likelihood(world))
            luck = source.below(SEEDS)
            taken = self.lookahead.after(world, moment.action, luck)[moment.seat]
            for rival, found in zip(rivals, gains, strict=True):
                found.append(self.lookahead.after(world, rival, luck)[moment.seat] - taken)
        compared = [
            Alternative(rival.text, *rounded(mean_and_error(found, weights)))
            for rival, found in zip(rivals, gains, strict=True)
        ]
        return tuple(sorted(compared, key=lambda rival: -rival.gain))


def proposing(game: Game[Any]) -> SearchSettings:
    """How rivals are searched for: as the game's bots search; but in the general way where they play whole
    turns or matches out, which is too slow for every decision of a match.
    """
    settings = settings_for(game)
    return SearchSettings() if settings.plans or settings.width else settings


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
    """The weighted mean and its standard error."""
    total = sum(weights)
    if total <= 0.0:
        return mean_and_error(values, [1.0] * len(values))
    mean = sum(weight * value for weight, value in zip(weights, values, strict=True)) / total
    spread = sum((weight * (value - mean)) ** 2 for weight, value in zip(weights, values, strict=True))
    count = len(values)
    return mean, sqrt(spread * count / max(1, count - 1)) / total
