"""Actions: everything a seat or chance can do, made once and named for good."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from itertools import product
from typing import Final, final

from ludoteca.kernel.errors import UnknownAction


class Domain:
    """The words a parameter may take. Value `first` is the first word, `first + 1` the second, and so on.

    `noun` names the table of the phrase book in which the words are spelt out for people; `label` is how
    templates call the parameter, if not by its noun. An `offset` counts seats from the actor: its label is
    `target`.
    """

    def __init__(self, noun: str, words: Sequence[str], first: int = 0, label: str = "") -> None:
        self.noun = noun
        self.label = label or ("target" if noun == "offset" else noun)
        self.words = tuple(words)
        self.first = first

    def values(self) -> range:
        return range(self.first, self.first + len(self.words))

    def word(self, value: int) -> str:
        return self.words[value - self.first]


@final
class Action:
    """One thing that can be done. Interned by its catalogue: compare with `is`.

    `index` numbers the decisions and, apart from them, the chance outcomes of a game; `a`, `b` and `c` are
    the parameters; `text` is the stable spelling used in records.
    """

    def __init__(self, verb: Verb, index: int, values: tuple[int, ...], text: str) -> None:
        self.verb = verb
        self.index = index
        self.values = values
        self.text = text
        self.a = values[0] if len(values) > 0 else 0
        self.b = values[1] if len(values) > 1 else 0
        self.c = values[2] if len(values) > 2 else 0

    def __repr__(self) -> str:
        return f"<{self.text}>"


@final
class Verb:
    """A family of actions that differ in their parameters: `TAKE[2]`, `PAIR.at(WINE, 1)`."""

    def __init__(self, name: str, domains: tuple[Domain, ...], by_chance: bool) -> None:
        self.name = name
        self.domains = domains
        self.by_chance = by_chance
        self.actions: list[Action] = []
        self.first = domains[0].first if domains else 0
        self.second = domains[1].first if len(domains) > 1 else 0
        self.width = len(domains[1].words) if len(domains) > 1 else 1

    def __getitem__(self, value: int) -> Action:
        return self.actions[value - self.first]

    def at(self, a: int, b: int) -> Action:
        """The action with these two parameters."""
        return self.actions[(a - self.first) * self.width + b - self.second]

    def __repr__(self) -> str:
        return f"<verb {self.name}, {len(self.actions)} actions>"


class Catalogue:
    """All actions of a game in a fixed order, and the way back from a text to its action."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.verbs: list[Verb] = []
        self.decisions: list[Action] = []
        self.outcomes: list[Action] = []
        self.by_text: Final[dict[str, Action]] = {}

    def verb(self, name: str, *domains: Domain) -> Verb:
        """A family of actions for seats."""
        return self._enter(Verb(name, domains, False), self.decisions)

    def single(self, name: str) -> Action:
        """One action for seats, without parameters."""
        return self.verb(name).actions[0]

    def chance(self, name: str, *domains: Domain) -> Verb:
        """A family of outcomes for chance."""
        return self._enter(Verb(name, domains, True), self.outcomes)

    def parse(self, text: str) -> Action:
        """The action that prints as `text`."""
        action = self.by_text.get(text)
        if action is None:
            near = get_close_matches(text, self.by_text, 1)
            hint = f"; did you mean “{near[0]}”?" if near else ""
            raise UnknownAction(f"“{text}” is no action of {self.game}{hint}")
        return action

    def _enter(self, verb: Verb, shelf: list[Action]) -> Verb:
        self.verbs.append(verb)
        for values in product(*[domain.values() for domain in verb.domains]):
            words = [domain.word(value) for domain, value in zip(verb.domains, values, strict=True)]
            action = Action(verb, len(shelf), values, " ".join([verb.name, *words]))
            assert action.text not in self.by_text, f"two actions print as “{action.text}”"
            self.by_text[action.text] = action
            shelf.append(action)
            verb.actions.append(action)
        return verb
