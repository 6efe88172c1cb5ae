"""Advice at the table: what a seat should do, and what it has just thrown away, by what it knows alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ludoteca.analysis.effort import Effort
from ludoteca.analysis.futures import Futures
from ludoteca.analysis.judge import BEYOND, Alternative, Judge, Trials, alternative, telling
from ludoteca.analysis.moments import Moment
from ludoteca.analysis.teller import book, decimal, deed, percent
from ludoteca.bots.bot import Perspective, knowledge_of
from ludoteca.kernel.actions import Action
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import fill

COSTLY: Final = 0.08
"""A decision that threw away so much deserves a word."""
LOOKS: Final = 3


@dataclass(frozen=True, slots=True)
class Advice:
    """What looks best. `runner_up` is compared with it: its gain is a loss. None where all options that were
    tried come to about the same.
    """

    best: str
    runner_up: Alternative | None
    reasons: tuple[tuple[str, float], ...]

    def data(self) -> dict[str, Any]:
        rival = self.runner_up
        told = None if rival is None else [rival.action, rival.gain, rival.points]
        return {"best": self.best, "runner_up": told, "reasons": [list(reason) for reason in self.reasons]}


def advise(perspective: Perspective, effort: Effort, source: Stream) -> Advice:
    """The best option of a seat and how far it is ahead, in worlds that the seat thinks possible."""
    futures = Futures(perspective.game, effort.turns)
    options = perspective.options
    lines = [[action] for action in options]
    trials = Trials(futures, perspective, lines, effort.trials, source)
    ranked = trials.distinct(sorted(range(len(lines)), key=lambda number: -trials.mean(number)))
    chosen = [lines[number] for number in ranked[: effort.candidates + 1]]
    final = Trials(futures, perspective, chosen, effort.worlds, source)
    order = sorted(range(len(chosen)), key=lambda number: -final.mean(number))
    best = final.seen_from(order[0])
    for number in order[1:]:
        rival = alternative(futures, perspective.imagine(source), chosen[number][0], best, number)
        if rival.gain < -BEYOND * rival.error or rival.points < -BEYOND * rival.points_error:
            against = [-size for size in best.contributed(number)]
            return Advice(chosen[order[0]][0].text, rival, telling(futures.features, against))
    return Advice(chosen[order[0]][0].text, None, ())


def second_thoughts(judge: Judge, moment: Moment, source: Stream) -> Alternative | None:
    """What would have been clearly better than the decision just made; None if it was good enough."""
    found = judge.compare(moment, source)
    sure = [rival for rival in found.alternatives if rival.better and max(rival.gain, rival.even) >= COSTLY]
    return sure[0] if sure else None


class CoachWords:
    """A coach's sentences for one seat. Actions are named by worlds the seat imagines, and only as far as
    these agree.
    """

    def __init__(self, perspective: Perspective, speaker: Speaker, source: Stream) -> None:
        self.perspective = perspective
        self.speaker = speaker
        self.book = book(speaker.book.language)
        self.counts_points = knowledge_of(perspective.game).expected_scores is not None
        self.worlds = [perspective.imagine(source) for _ in range(LOOKS)]

    def phrase(self, key: str, **texts: str) -> str:
        return fill(self.book.phrase("coach", key), texts, {})

    def named(self, text: str) -> str:
        """An option by name."""
        action: Action = self.perspective.game.catalogue.parse(text)
        told = {deed(world, action, self.speaker) for world in self.worlds}
        return told.pop() if len(told) == 1 else self.speaker.action(action, self.perspective.seat)

    def amount(self, points: float, chance: float) -> str:
        if self.counts_points:
            return self.phrase("points", points=decimal(abs(points)))
        return self.phrase("chance", chance=percent(abs(chance)))

    def reasons(self, data: list[Any]) -> list[str]:
        """The names of features that speak for the best option, without repeating one."""
        names = [self.speaker.book.find("feature", name) for name, size in data if size > 0]
        return list(dict.fromkeys(name for name in names if name))

    def step(self, data: dict[str, Any], step: int) -> str:
        """One of three steps: where to look, what to consider, the move with its reason."""
        rival = data["runner_up"]
        if rival is None:
            return self.phrase("nothing")
        action, chance, points = rival
        reasons = self.reasons(data["reasons"])
        lost = self.amount(points, chance)
        if step == 1:
            return (
                self.phrase("where", feature=reasons[0]) if reasons else self.phrase("matters", amount=lost)
            )
        if step == 2:
            both = sorted([self.named(data["best"]), self.named(action)])
            return self.phrase("consider", one=both[0], other=both[1])
        told = self.phrase("move", best=self.named(data["best"]), other=self.named(action), amount=lost)
        return f"{told} {self.phrase('because', reasons=', '.join(reasons))}" if reasons else told

    def word(self, data: dict[str, Any]) -> str:
        """A word after a decision that cost much."""
        lost = self.amount(data["points"], data["gain"])
        return self.phrase("word", better=self.named(data["action"]), amount=lost)
