"""Several small decisions of one seat laid out together, with a proposal for each, before any is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludoteca.kernel.actions import Action
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import State

MOST: Final = 40
"""Decisions in one plan."""


@dataclass(frozen=True, slots=True)
class PlannedDecision:
    """A decision that would be asked: its options as texts and labels, and the one chosen or proposed.

    `is_course`: the proposal is a matter of course, such as taking what costs nothing.
    """

    question: str
    options: list[tuple[str, str]]
    chosen: str
    is_course: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The decisions in their order, and the table after them as the seat imagines it."""

    decisions: list[PlannedDecision]
    world: State | None


NO_PLAN: Final = Plan([], None)


def is_small(match: Match) -> bool:
    """Whether the decision in hand is one that is laid out together with those that follow."""
    return match.actor >= 0 and match.state.step.name() in presentation_of(match.game).laid_together


def lay_out(match: Match, seat: int, texts: list[str], speaker: Speaker) -> Plan:
    """What the seat would be asked after choosing `texts` one after the other, as far as it can know.

    Small decisions that follow are answered by a proposal, until somebody else or chance comes in between.
    """
    if seat < 0 or match.actor != seat:
        return NO_PLAN
    world: State = match.game.imagine(match.state, seat, Stream(len(match.story), f"plan {seat}"))
    together = presentation_of(match.game).laid_together
    decisions: list[PlannedDecision] = []
    wanted = list(texts)
    while world.actor == seat and len(decisions) < MOST:
        if wanted:
            action = match.game.catalogue.by_text.get(wanted.pop(0))
            if action is None or action not in world.choices:
                break
        elif world.step.name() in together:
            action = _proposal(match, world, seat)
        else:
            break
        options = [(option.text, speaker.option(option, world)) for option in world.choices]
        asked = _short_question(speaker, world)
        decisions.append(PlannedDecision(asked, options, action.text, action is _course(match, world)))
        world.play(action)
    return Plan(decisions, world)


def _short_question(speaker: Speaker, world: State) -> str:
    """What is asked, in a few words, for questions below each other; as long where the book has none."""
    template = speaker.book.find("short", world.step.name())
    if template is None:
        return speaker.question(world.step, world)
    return speaker.say(template, world.step.details(world))


def _course(match: Match, world: State) -> Action | None:
    """What is a matter of course here, if anything."""
    of_course = presentation_of(match.game).of_course
    if of_course is not None:
        return of_course(world)
    return match.game.bot.routine(world) if match.game.bot is not None else None


def _proposal(match: Match, world: State, seat: int) -> Action:
    """What a sensible player would answer: as the game proposes, its routine, or what looks best at once."""
    propose = presentation_of(match.game).propose
    proposed = propose(world) if propose is not None else None
    if proposed is not None:
        return proposed
    course = _course(match, world)
    if course is not None:
        return course
    knowledge = match.game.bot
    if knowledge is None:
        return world.choices[0]

    def worth(action: Action) -> float:
        trial = world.copy()
        trial.play(action)
        return knowledge.evaluate(trial, seat)

    return max(world.choices, key=worth)
