"""The options of a game and the set-up a match is made from."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ludoteca.kernel.edition import Edition
from ludoteca.kernel.errors import SetupError

Value = bool | int | str

_NUMBER: Final = re.compile(r"-?[0-9]{1,18}")
_SWITCH: Final = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


Concern = Callable[[int, Mapping[str, Value]], bool]
"""Whether something concerns a table with so many seats and these values of its options."""


def everywhere(seats: int, values: Mapping[str, Value]) -> bool:
    """The concern of all tables."""
    return True


@dataclass(eq=False)
class Option:
    """A choice made before the match: a switch, one of several words, or a number in a range.

    The default is what is printed, or our ruling where the print is silent or ambiguous; the mark of `rule`
    in `rules.md` says which. `house` is what the house prefers, where that differs. `concerns` tells at which
    tables the option makes a difference.
    """

    key: str
    default: Value
    words: Sequence[str] = ()
    low: int = 0
    high: int = 0
    rule: str = ""
    house: Value | None = None
    concerns: Concern = everywhere

    @property
    def kind(self) -> str:
        if isinstance(self.default, bool):
            return "switch"
        return "choice" if self.words else "number"

    def expected(self) -> str:
        if self.kind == "switch":
            return "true or false"
        if self.kind == "choice":
            return " or ".join(self.words)
        return f"a number from {self.low} to {self.high}"

    def examples(self) -> list[Value]:
        """Values worth trying: all words, both positions of a switch, a number's bounds and default."""
        if self.kind == "switch":
            return [True, False]
        if self.kind == "choice":
            return list(self.words)
        return sorted({self.low, int(self.default), self.high})

    def read(self, value: Any) -> Any:
        """The value in its proper type, from a text or from the value itself."""
        found = self._parse(value) if isinstance(value, str) else value
        if self._fits(found):
            return found
        raise SetupError(f"option {self.key}: “{value}” is not possible; expected {self.expected()}")

    def _parse(self, text: str) -> Any:
        if self.kind == "switch":
            return _SWITCH.get(text.lower(), text)
        if self.kind == "number":
            return int(text) if _NUMBER.fullmatch(text) else text
        return text

    def _fits(self, value: Any) -> bool:
        if self.kind == "switch":
            return isinstance(value, bool)
        if self.kind == "choice":
            return value in self.words
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


def switch(
    key: str, default: bool, rule: str = "", house: bool | None = None, concerns: Concern = everywhere
) -> Option:
    return Option(key, default, rule=rule, house=house, concerns=concerns)


def choice(
    key: str, words: Sequence[str], rule: str = "", house: str | None = None, concerns: Concern = everywhere
) -> Option:
    """One of several words, the first being the default."""
    return Option(key, words[0], words, rule=rule, house=house, concerns=concerns)


def number(
    key: str,
    default: int,
    low: int,
    high: int,
    rule: str = "",
    house: int | None = None,
    concerns: Concern = everywhere,
) -> Option:
    return Option(key, default, low=low, high=high, rule=rule, house=house, concerns=concerns)


@dataclass(eq=False)
class Setup:
    """Everything that has to be known before the first card is drawn."""

    seats: int
    values: dict[str, Value]
    edition: Edition
    amendments: tuple[str, ...]

    def on(self, key: str) -> bool:
        value = self.values[key]
        assert isinstance(value, bool), key
        return value

    def word(self, key: str) -> str:
        value = self.values[key]
        assert isinstance(value, str), key
        return value

    def number(self, key: str) -> int:
        value = self.values[key]
        assert isinstance(value, int), key
        return value

    def amended(self, name: str) -> bool:
        """Whether this match is played with the named correction of the rules."""
        return name in self.amendments

    def chosen(self, options: Sequence[Option]) -> dict[str, Value]:
        """The options that differ from their defaults."""
        return {o.key: self.values[o.key] for o in options if self.values[o.key] != o.default}


def read_options(game: str, options: Sequence[Option], given: Mapping[str, Any]) -> dict[str, Value]:
    """All options with the given values, read and checked."""
    known = {option.key: option for option in options}
    for key in given:
        if key not in known:
            raise SetupError(f"{game} has no option “{key}”; it has {', '.join(sorted(known)) or 'none'}")
    return {key: option.read(given.get(key, option.default)) for key, option in known.items()}
