"""A speaker says what happens at one table: a phrase book that knows the game, the components and the
people.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from ludoteca.kernel.actions import Action
from ludoteca.kernel.contracts import Remark
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.events import Event
from ludoteca.kernel.game import Game
from ludoteca.kernel.result import Result
from ludoteca.kernel.state import Step
from ludoteca.kernel.words import fill

NAME: Final = "\ue000"
IS: Final = "\ue001"
END: Final = "\ue002"
"""Around the name of a piece in a sentence: its key, and what it is called."""


def names_in(sentence: str) -> list[tuple[str, str]]:
    """A sentence in parts: a name with the key of its piece, or other words with an empty key."""
    first, *rest = sentence.split(NAME)
    found = [("", first)] if first else []
    for part in rest:
        key, _, words = part.partition(IS)
        called, _, after = words.partition(END)
        found.append((key, called))
        if after:
            found.append(("", after))
    return found


class Speaker:
    """Sentences for one match in one language."""

    def __init__(
        self, game: Game[Any], edition: Edition, seats: int, names: Sequence[str] = (), language: str = "en"
    ) -> None:
        self.game = game
        self.edition = edition
        self.book = game.words(language)
        presentation = game.presentation
        self._spell = presentation.spell if presentation is not None else None
        self._piece = presentation.piece if presentation is not None else None
        self.seats = seats
        given = list(names) + [""] * (seats - len(names))
        self.names = [name or f"{self.book.phrase('game', 'seat')} {seat}" for seat, name in enumerate(given)]

    def spell(self, noun: str, value: int) -> str:
        """How a value is called at this table."""
        if noun == "seat":
            return self.names[value] if 0 <= value < self.seats else self.book.phrase("game", "nobody")
        if noun == "number":
            return str(value)
        if self._spell is None:
            return self.book.noun(noun, value)
        return self._spell(noun, value, self.edition, self.book)

    def event(self, event: Event) -> str:
        """The sentence of an event as its reader learns of it; empty where the book chooses to be silent."""
        template, fields = self._event_phrase(event)
        return self._say(template, fields)

    def event_with_names(self, event: Event) -> str:
        """The same, with every name of a piece on the board marked by its key (see `names_in`)."""
        template, fields = self._event_phrase(event)
        texts = {label: self._named(noun, value) for label, noun, value in fields}
        said = fill(template, texts, {label: value for label, _, value in fields})
        if not said.startswith(NAME):
            return said
        key, _, rest = said.partition(IS)
        return f"{key}{IS}{rest[:1].upper()}{rest[1:]}"

    def _event_phrase(self, event: Event) -> tuple[str, list[tuple[str, str, int]]]:
        key = f"{event.kind.name}.hidden" if event.veiled else event.kind.name
        template = self.book.find("event", key)
        fields = [
            (field.label, field.noun, value)
            for field, value in zip(event.kind.fields, event.values, strict=True)
        ]
        return key if template is None else template, fields

    def _named(self, noun: str, value: int) -> str:
        """What a value is called, marked if that is the name of a piece."""
        called = self.spell(noun, value)
        key = self._piece(noun, value) if self._piece is not None and value >= 0 else ""
        return f"{NAME}{key}{IS}{called}{END}" if key else called

    def question(self, step: Step[Any], state: Any) -> str:
        """What the acting seat is asked."""
        fields = [("seat", "seat", step.seat), *step.details(state)]
        return self._say(self.book.phrase("question", step.name()), fields)

    def short_question(self, step: Step[Any], state: Any) -> str:
        """The same in a few words, for questions below each other; as long where the book has none."""
        template = self.book.find("short", step.name())
        if template is None:
            return self.question(step, state)
        return self._say(template, step.details(state))

    def waiting(self, actor: int) -> str:
        """What everybody else is told meanwhile."""
        return self._say(self.book.phrase("game", "waiting"), [("seat", "seat", actor)])

    def action(self, action: Action, actor: int) -> str:
        """An action in words, as its doer would read it on a button."""
        return self._say(self.book.phrase("action", action.verb.name), self._parameters(action, actor))

    def objection(self, objection: str, action: Action, actor: int) -> str:
        """Why not, with the id of the rule."""
        rule = objection.partition("/")[0]
        template = self.book.find("objection", objection) or self.game.rules().get(rule, rule)
        return f"{self._say(template, self._parameters(action, actor))} ({rule})"

    def result(self, result: Result) -> str:
        """How the match ended."""
        template = self.book.phrase("result", result.reason)
        winners = self.book.join([self.names[seat] for seat in result.winners])
        numbers = {"winners": len(result.winners)}
        return fill(template, {"winners": winners or self.book.phrase("game", "nobody")}, numbers)

    def remark(self, remark: Remark) -> str:
        """What a bot says of its plans."""
        return self._say(self.book.phrase("remark", remark.key), remark.details)

    def _parameters(self, action: Action, actor: int) -> list[tuple[str, str, int]]:
        fields = [("seat", "seat", actor)]
        for domain, value in zip(action.verb.domains, action.values, strict=True):
            if domain.noun == "offset":
                fields.append((domain.label, "seat", (actor + value) % self.seats))
            else:
                fields.append((domain.label, domain.noun, value))
        return fields

    def _say(self, template: str, fields: Sequence[tuple[str, str, int]]) -> str:
        texts = {label: self.spell(noun, value) for label, noun, value in fields}
        return fill(template, texts, {label: value for label, _, value in fields})
