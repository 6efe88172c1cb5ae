"""Speakers: phrase books that know the game, the components and the people at one table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.kernel.actions import Action
from ludoteca.kernel.contracts import Remark
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.events import HIDDEN, Event
from ludoteca.kernel.game import Game
from ludoteca.kernel.result import Result
from ludoteca.kernel.state import Step
from ludoteca.kernel.words import fill


class Speaker:
    """Sentences for one match in one language."""

    def __init__(
        self, game: Game[Any], edition: Edition, seats: int, names: Sequence[str] = (), language: str = "en"
    ) -> None:
        self.game = game
        self.edition = edition
        self.book = game.words(language)
        self._spell = game.presentation.spell if game.presentation is not None else None
        self.seats = seats
        given = list(names) + [""] * (seats - len(names))
        self.names = [name or f"{self.book.phrase('game', 'seat')} {seat}" for seat, name in enumerate(given)]

    def spell(self, noun: str, value: int) -> str:
        """How a value is called at this table; a hidden one has no name."""
        if value == HIDDEN or noun == "number":
            return "?" if value == HIDDEN else str(value)
        if noun == "seat":
            return self.names[value] if 0 <= value < self.seats else self.book.phrase("game", "nobody")
        if self._spell is None:
            return self.book.noun(noun, value)
        return self._spell(noun, value, self.edition, self.book)

    def event(self, event: Event) -> str:
        """The sentence of an event as its reader learns of it; empty where the book chooses to be silent."""
        return self.say(*self.event_phrase(event))

    def event_phrase(self, event: Event) -> tuple[str, list[tuple[str, str, int]]]:
        """The template of an event's sentence, and its values with their labels and nouns."""
        key = f"{event.kind.name}.hidden" if event.veiled else event.kind.name
        template = self.book.find("event", key)
        values = zip(event.kind.fields, event.values, strict=True)
        fields = [(field.label, field.noun, value) for field, value in values]
        return key if template is None else template, fields

    def question(self, step: Step[Any], state: Any) -> str:
        """What the acting seat is asked."""
        fields = [("seat", "seat", step.seat), *step.details(state)]
        return self.say(self.book.phrase("question", step.name()), fields)

    def waiting(self, actor: int) -> str:
        """What everybody else is told meanwhile."""
        return self.say(self.book.phrase("game", "waiting"), [("seat", "seat", actor)])

    def action(self, action: Action, actor: int) -> str:
        """An action in words, as its doer would read it on a button."""
        return self.say(self.book.phrase("action", action.verb.name), self._parameters(action, actor))

    def option(self, action: Action, state: Any) -> str:
        """An option of the decision in hand: as `action`, and with what it means just now."""
        if details := state.step.option_details(state, action):
            fields = [*self._parameters(action, state.actor), *details]
            return self.say(self.book.phrase("choice", action.verb.name), fields)
        return self.action(action, state.actor)

    def objection(self, objection: str, action: Action, actor: int) -> str:
        """Why not, with the id of the rule."""
        rule = objection.partition("/")[0]
        template = self.book.find("objection", objection) or self.game.rules().get(rule, rule)
        return f"{self.say(template, self._parameters(action, actor))} ({rule})"

    def result(self, result: Result) -> str:
        """How the match ended."""
        template = self.book.phrase("result", result.reason)
        winners = self.book.join([self.names[seat] for seat in result.winners])
        numbers = {"winners": len(result.winners)}
        return fill(template, {"winners": winners or self.book.phrase("game", "nobody")}, numbers)

    def remark(self, remark: Remark) -> str:
        """What a bot says of its plans."""
        return self.say(self.book.phrase("remark", remark.key), remark.details)

    def _parameters(self, action: Action, actor: int) -> list[tuple[str, str, int]]:
        fields = [("seat", "seat", actor)]
        for domain, value in zip(action.verb.domains, action.values, strict=True):
            if domain.noun == "offset":
                fields.append((domain.label, "seat", (actor + value) % self.seats))
            else:
                fields.append((domain.label, domain.noun, value))
        return fields

    def say(self, template: str, fields: Sequence[tuple[str, str, int]]) -> str:
        """The template with values, each given by its label and noun."""
        texts = {label: self.spell(noun, value) for label, noun, value in fields}
        return fill(template, texts, {label: value for label, _, value in fields})
