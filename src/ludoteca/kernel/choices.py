"""Choices: what a seat is asked, in words: its options, and what it may not do and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.kernel.game import Game
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.state import State


@dataclass(eq=False)
class Choice:
    """An action to reach for. `why` says what forbids it, and `rule` by which rule; both empty if nothing."""

    text: str
    label: str
    why: str = ""
    rule: str = ""


class Choices:
    """The question in hand, as one seat or a spectator hears it."""

    def __init__(self, question: str, offered: list[Choice], refused: list[Choice]) -> None:
        self.question = question
        self.offered = offered
        self.refused = refused
        self._by_text = {choice.text: choice for choice in [*refused, *offered]}

    def get(self, text: str) -> Choice | None:
        """The choice that prints as `text`, offered or refused."""
        return self._by_text.get(text)

    def action(self, text: str) -> str | None:
        """The text itself if it is offered: what a board gives an element as its action."""
        choice = self._by_text.get(text)
        return text if choice is not None and not choice.why else None

    def why(self, text: str) -> str | None:
        """The sentence that refuses it: what a board gives a greyed element."""
        choice = self._by_text.get(text)
        return choice.why if choice is not None and choice.why else None


NO_CHOICES = Choices("", [], [])


def choices(game: Game[Any], state: State, seat: int, speaker: Speaker) -> Choices:
    """What a seat may choose now. Others are only told who is deciding."""
    actor = state.actor
    if actor < 0:
        return Choices(speaker.result(state.result) if state.result is not None else "", [], [])
    if seat != actor:
        return Choices(speaker.waiting(actor), [], [])
    step = state.step
    offered = [Choice(action.text, speaker.option(action, state)) for action in state.choices]
    refused = []
    for action in step.candidates(state):
        if (objection := step.objection(state, action)) is not None:
            why, rule = speaker.objection(objection, action, seat), objection.partition("/")[0]
            refused.append(Choice(action.text, speaker.option(action, state), why, rule))
    return Choices(speaker.question(step, state), offered, refused)
