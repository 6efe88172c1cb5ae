"""How a position turns out, in chances of winning and in points."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, tanh
from typing import Any, NamedTuple

from ludoteca.analysis.calibration import Calibration
from ludoteca.analysis.measures import measure_of
from ludoteca.bots.bot import knowledge_of
from ludoteca.bots.greedy import deviate, promise
from ludoteca.bots.lookahead import LONGEST_TURN, settle
from ludoteca.kernel.actions import Action
from ludoteca.kernel.contracts import Judgement
from ludoteca.kernel.croupier import Croupier, Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import NOBODY, State


class Outcome(NamedTuple):
    """How a line turned out for a seat: its chance of winning, its lead over the mean of the others in
    points, what the position is worth to it in the game's unit, and what each feature of the evaluation
    contributes; no features where a position is not judged by them.
    """

    chance: float
    points: float
    worth: float
    features: tuple[float, ...]


class Futures:
    """Plays lines on and judges where they lead: the seat finishes its turn, then `turns` of the others and
    a few more are played, each by the game's evaluation. Positions are compared between turns only, so
    that saying the same in one decision or in five makes no difference.

    Worlds differ in how far they are looked into: a difference that one horizon shows and the next does not
    is then no better than luck. Where nothing is hidden and nothing left to chance, they also differ in the
    taste of those who play: each takes every feature for somewhat more or less than it is worth.
    """

    def __init__(self, game: Game[Any], turns: int) -> None:
        self.game = game
        self.turns = turns
        self.knowledge = knowledge_of(game)
        self.counts_points = self.knowledge.expected_scores is not None
        self.calibration = Calibration(game)
        self.measure = measure_of(game.name)

    def after(self, state: State, line: Sequence[Action], luck: int, number: int) -> Outcome:
        """What comes of a line for the seat that decides, in the world of this number."""
        twin = self._lived(state, line, luck, self.turns + number % self.measure.horizons)
        outcome = self.judged(twin, state.actor)
        if self.measure.most == 0.0:
            return outcome
        moved = outcome.worth - self._worth(state, state.actor, outcome.chance)
        return outcome._replace(worth=self.measure.most * tanh(moved / self.measure.most))

    def _lived(self, state: State, line: Sequence[Action], luck: int, turns: int) -> State:
        """The table after a line and some turns, played by people with tastes of their own."""
        judgement = self.knowledge.judgement
        if judgement is None or self.measure.taste == 0.0:
            return self.played_on(state, line, luck, turns)
        judgement.weights.bend(self._tastes(judgement, luck))
        try:
            return self.played_on(state, line, luck, turns)
        finally:
            judgement.weights.straighten()

    def _tastes(self, judgement: Judgement[Any], luck: int) -> list[float]:
        """By which factor each feature is misjudged in the world of this luck."""
        source = Stream(luck, "tastes")
        size = self.measure.taste
        return [
            1.0 if name in judgement.certain else exp(size * deviate(source))
            for name in judgement.weights.names
        ]

    def played_on(self, state: State, line: Sequence[Action], luck: int, turns: int) -> State:
        """The table after a line of decisions of the seat in turn, as far as it is possible, the rest of its
        turn, and some turns of others.
        """
        twin: State = state.copy()
        croupier = Seeded(luck)
        seat = state.actor
        for action in line:
            if twin.actor != seat or action not in twin.choices:
                break
            twin.play(action)
            settle(twin, croupier)
        guess = luck
        for _ in range(turns + 1):
            guess = self._finish_turn(twin, seat, croupier, guess)
            seat = twin.actor
        return twin

    def _finish_turn(self, state: State, seat: int, croupier: Croupier, guess: int) -> int:
        """Let a seat decide until another is asked."""
        plan: list[Action] = []
        for _ in range(LONGEST_TURN):
            if state.actor != seat or seat == NOBODY:
                break
            if not plan or plan[0] not in state.choices:
                plan = self._plan(state, guess)
            state.play(plan.pop(0))
            settle(state, croupier)
            guess += 1
        return guess

    def _plan(self, state: State, guess: int) -> list[Action]:
        """What the game would do at once, or what looks best to the seat that decides."""
        answer: list[Action] = self.knowledge.quick_answer(state)
        return answer or [max(state.choices, key=lambda action: promise(self.game, state, action, guess))]

    def judged(self, state: State, seat: int) -> Outcome:
        """How a seat stands."""
        result = state.result
        chances = result.payoffs() if result is not None else self.knowledge.win_chances(state)
        chances = self.calibration.of(state, chances)
        expected = self.knowledge.expected_scores
        points = lead(expected.scores(state), seat) if expected is not None else 0.0
        worth = points if expected is not None else self._worth(state, seat, chances[seat])
        return Outcome(chances[seat], points, worth, self.contributions(state, seat))

    def _worth(self, state: State, seat: int, chance: float) -> float:
        """What a position is worth where there are no points: the chance of winning, or what the evaluation
        adds up, since chances hardly move while a match is as good as decided.
        """
        judgement = self.knowledge.judgement
        if judgement is None or self.measure.victory == 0.0:
            return chance
        if state.result is not None:
            return self.measure.victory * (2.0 * chance - 1.0)
        worth: float = judgement.lead(state, seat)
        return worth

    @property
    def features(self) -> list[str]:
        """The names of the features, in the order of their contributions."""
        fitted = self.knowledge.fitted
        return list(fitted.weights.names) if fitted is not None else []

    def contributions(self, state: State, seat: int) -> tuple[float, ...]:
        """What each feature adds to the worth of a seat's position."""
        fitted = self.knowledge.fitted
        found = fitted.features(state, seat) if fitted is not None and state.result is None else []
        if fitted is None or not found:
            return ()
        row = fitted.weights.rows[fitted.moment(state, seat)]
        return tuple(weight * feature for weight, feature in zip(row, found, strict=True))

    def in_an_even_match(self, state: State, points: float) -> float:
        """What so many points more than the others would mean for the chance of winning now."""
        expected = self.knowledge.expected_scores
        if expected is None:
            return 0.0
        chances = expected.chances(state, [points] + [0.0] * (state.seats - 1))
        return float(chances[0]) - 1.0 / state.seats


def lead(scores: Sequence[float], seat: int) -> float:
    """How far a score lies above the mean of the others."""
    others = len(scores) - 1
    return scores[seat] - (sum(scores) - scores[seat]) / others if others else scores[seat]
