"""How a position turns out, in chances of winning and in points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludoteca.analysis.calibration import Calibration
from ludoteca.bots.bot import knowledge_of
from ludoteca.bots.greedy import promise
from ludoteca.bots.lookahead import LONGEST_TURN, settle
from ludoteca.kernel.actions import Action
from ludoteca.kernel.croupier import Croupier, Seeded
from ludoteca.kernel.game import Game
from ludoteca.kernel.state import NOBODY, State

Outcome = tuple[float, float, tuple[float, ...]]
"""A seat's chance of winning, its lead over the mean of the others in points, and what each feature of the
evaluation contributes to its worth; no features where a position is not judged by them.
"""

HORIZONS: Final = 3


class Futures:
    """Plays lines on and judges where they lead: the seat finishes its turn, then `turns` of the others and
    up to two more are played, each by the game's evaluation. Positions are compared between turns only, so
    that saying the same in one decision or in five makes no difference.

    Worlds differ in how far they are looked into: a difference that one horizon shows and the next does not
    is then no better than luck, which matters most where nothing is hidden and nothing left to chance.
    """

    def __init__(self, game: Game[Any], turns: int) -> None:
        self.game = game
        self.turns = turns
        self.knowledge = knowledge_of(game)
        self.counts_points = self.knowledge.expected_scores is not None
        self.calibration = Calibration(game)

    def after(self, state: State, line: Sequence[Action], luck: int, number: int) -> Outcome:
        """What comes of a line for the seat that decides, in the world of this number."""
        return self.judged(self.played_on(state, line, luck, self.turns + number % HORIZONS), state.actor)

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
        for _ in range(LONGEST_TURN):
            if state.actor != seat or seat == NOBODY:
                break
            state.play(self._most_promising(state, guess))
            settle(state, croupier)
            guess += 1
        return guess

    def _most_promising(self, state: State, guess: int) -> Action:
        """What the game would do at once, or what looks best to the seat that decides."""
        answer = self.knowledge.quick_answer(state)
        if answer:
            return answer[0]
        return max(state.choices, key=lambda action: promise(self.game, state, action, guess))

    def judged(self, state: State, seat: int) -> Outcome:
        """How a seat stands."""
        result = state.result
        chances = result.payoffs() if result is not None else self.knowledge.win_chances(state)
        chances = self.calibration.of(state, chances)
        expected = self.knowledge.expected_scores
        points = lead(expected.scores(state), seat) if expected is not None else 0.0
        return chances[seat], points, self.contributions(state, seat)

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
