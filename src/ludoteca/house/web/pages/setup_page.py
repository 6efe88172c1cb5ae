"""The set-up page of a table: presets, seats, and the rules of this table with where each comes from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, Final

from markupsafe import Markup, escape

from ludoteca.house.service.new_tables import editions_of, setup_problem
from ludoteca.house.web.pages.rulebook import rulebook
from ludoteca.house.web.pages.setup_form import SetupForm, is_extra
from ludoteca.house.web.pages.texts import Texts, as_sentence
from ludoteca.kernel.edition import Edition
from ludoteca.kernel.errors import LudotecaError, SetupError
from ludoteca.kernel.game import AS_PRINTED, AS_THE_HOUSE_PREFERS, Game
from ludoteca.kernel.options import Option, Value
from ludoteca.kernel.words import fill

CHANGED: Final = "changed"
DIFFERENCES: Final = 4
"""How many differences a preset's card tells; of more it tells one less and how many are left."""
_QUESTION: Final = re.compile(r"^\| `(\w+)` \|.*\((Q\d+)\)", re.M)
_RULE: Final = re.compile(r"\(?\b([A-Z]{3}-\d+(?:\.\d+)?[a-z]?)\b\)?")
_SENTENCES: Final = re.compile(r"(?<=[.!?]) (?=\w)")


@dataclass(frozen=True, slots=True)
class PresetCard:
    """A way to play, explained."""

    key: str
    title: str
    lines: list[str]
    chosen: bool


@dataclass(frozen=True, slots=True)
class Alternative:
    """A value that an option may have, in words, and where it comes from."""

    value: str
    text: str
    mark: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class RuleRow:
    """An option of this table."""

    option: Option
    title: str
    help: str
    value: Value
    text: str
    mark: str
    """`printed`, `ruling`, `house`, or `changed` for a value that neither print nor house proposes."""
    question: str
    """The ruling's number in the rulebook, if it has one."""
    differs: bool
    """Whether it differs from the chosen preset."""
    refused: str
    """Why the table cannot be laid with it, if so."""
    alternatives: tuple[Alternative, ...]

    @property
    def name(self) -> str:
        return f"option {self.option.key}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why the table cannot be opened like this, and what would help."""

    text: str
    options: tuple[str, ...] = ()
    """The keys of the options to blame."""
    missing: int = 0
    """How many more have to sit down."""
    switch: str = ""
    """The key of an option that would allow this number of players."""


class SetupPage:
    """What the page shows for a form, in one language."""

    def __init__(self, game: Game[Any], say: Texts, form: SetupForm, own: Sequence[str] = ()) -> None:
        self.game = game
        self.say = say
        self.form = form
        self.own = own
        """The labels of the visitor's own editions."""
        self.book = game.words(say.language)

    @property
    def title(self) -> str:
        return self.book.phrase("game", "title")

    # How to play

    @cached_property
    def presets(self) -> list[PresetCard]:
        return [
            PresetCard(key, self._preset_title(key), self._explained(key), key == self.form.preset)
            for key in self.game.presets
        ]

    def _preset_title(self, key: str) -> str:
        if key in (AS_PRINTED, AS_THE_HOUSE_PREFERS):
            return self.book.find("preset", key) or self.say(f"open.preset_{key}")
        return self.book.find("preset", key) or key.replace("_", " ")

    def _explained(self, key: str) -> list[str]:
        """In the game's own words, or by what differs from the rulebook at this table."""
        help_text = self.book.find("preset", f"{key}.help")
        if help_text is not None:
            return [help_text]
        if key == AS_PRINTED:
            return [self.say("open.as_printed")]
        values = self.form.settled(self.form.preset_values(key))
        told = [
            f"{self.option_title(option)}: {self.value_text(option, values[option.key])}"
            for option in self.game.options
            if values[option.key] != option.default
        ]
        if not told:
            return [self.say("open.same_here")]
        if len(told) > DIFFERENCES:
            left = len(told) - DIFFERENCES + 1
            told = [*told[: DIFFERENCES - 1], self.say.within("open.more_differences", number=left)]
        return told

    @property
    def changed(self) -> int:
        """How many options differ from the chosen preset."""
        return sum(1 for row in [*self.rows, *self.extras] if row.differs)

    # The rules of this table

    @cached_property
    def rows(self) -> list[RuleRow]:
        return [self._row(option) for option in self.form.concerning if not is_extra(option)]

    @cached_property
    def extras(self) -> list[RuleRow]:
        """Promos and variants, to add to any preset."""
        return [self._row(option) for option in self.form.concerning if is_extra(option)]

    def _row(self, option: Option) -> RuleRow:
        value = self.form.values[option.key]
        preset = self.game.presets[self.form.preset]
        mark = self.mark(option, value)
        refusal = self.refusal
        blamed = refusal is not None and option.key in refusal.options
        return RuleRow(
            option=option,
            title=self.option_title(option),
            help=self.book.find("option", f"{option.key}.help") or "",
            value=value,
            text=self.value_text(option, value),
            mark=mark,
            question=questions(self.game).get(option.key, "") if mark == "ruling" else "",
            differs=value != preset.get(option.key, option.default)
            and (not is_extra(option) or option.key in preset),
            refused=refusal.text if refusal is not None and blamed else "",
            alternatives=tuple(self._alternatives(option, value)),
        )

    def _alternatives(self, option: Option, value: Value) -> list[Alternative]:
        offered = [] if option.kind == "number" else option.examples()
        return [
            Alternative(str(one), self.value_text(option, one), self.mark(option, one), one == value)
            for one in offered
        ]

    def mark(self, option: Option, value: Value) -> str:
        """Where a value of an option comes from."""
        if value == option.default:
            return self.game.rule_origins().get(option.rule, AS_PRINTED)
        return AS_THE_HOUSE_PREFERS if value == option.house else CHANGED

    def option_title(self, option: Option) -> str:
        return self.book.phrase("option", option.key)

    def value_text(self, option: Option, value: Value) -> str:
        """A value in words."""
        if option.kind == "switch":
            return self.say.within("open.yes" if value else "open.no")
        return self.book.phrase("option", f"{option.key}.{value}") if option.words else str(value)

    @property
    def invented(self) -> str:
        """What the house had to make up because it is lost, if anything."""
        return self.book.find("game", "invented") or ""

    # What the number of players changes

    @cached_property
    def players(self) -> dict[int, list[Markup]]:
        """The sentences for each number of players, or nothing if the game has none."""
        told = self.book.sections.get("players", {})
        numbers = sorted(int(key) for key in told if key.isdecimal())
        return {
            number: [self._linked(s) for s in _SENTENCES.split(self._filled(told[str(number)], number))]
            for number in numbers
        }

    def _filled(self, template: str, seats: int) -> str:
        """The sentences with what the chosen edition says for so many players."""
        presentation = self.game.presentation
        if presentation is None or presentation.player_facts is None:
            return template
        facts = presentation.player_facts(self._edition, seats, self.book)
        numbers = {name: value for name, value in facts.items() if isinstance(value, int)}
        return fill(template, {name: str(value) for name, value in facts.items()}, numbers)

    @cached_property
    def _edition(self) -> Edition:
        """The edition that was chosen; the house's own if it is not at hand."""
        name = self.form.fields.get("edition", "")
        with suppress(LudotecaError):
            found = self.game.library.played_with(name) if name else None
            return found or self.game.edition()
        return self.game.edition()

    def _linked(self, text: str) -> Markup:
        """A sentence, its rules being links with their marks."""
        origins = self.game.rule_origins()

        def link(found: re.Match[str]) -> str:
            rule = found.group(1)
            if rule not in origins:
                return found.group(0)
            mark = origins[rule]
            return (
                f'<a class="rule small" href="/games/{self.game.name}/rules#{rule}">{rule}</a>'
                f' <span class="tag {mark}">{escape(self.say.within(f"open.mark_{mark}"))}</span>'
            )

        return Markup(_RULE.sub(link, str(escape(text))))

    # What stands in the way

    @cached_property
    def refusal(self) -> Refusal | None:
        """Why this table cannot be opened, in the visitor's language."""
        for option in self.form.unreadable:
            text = self.say(
                "open.unreadable", option=self.option_title(option), low=option.low, high=option.high
            )
            return Refusal(text, (option.key,))
        chosen = self.form.chosen
        error = self._objection(chosen)
        if error is None:
            return None
        if not error.contradiction and self.form.seats < self.game.least:
            return self._too_few(chosen)
        return Refusal(as_sentence(setup_problem(self.game, self.say.language, error)), self._to_blame(error))

    def _objection(self, chosen: Mapping[str, Value]) -> SetupError | None:
        try:
            self.game.setup(self.form.seats, chosen)
        except SetupError as error:
            return error
        return None

    def _to_blame(self, error: SetupError) -> tuple[str, ...]:
        """The chosen options without which this objection would not be made."""
        blamed = []
        chosen = self.form.chosen
        for key in chosen:
            other = self._objection({one: value for one, value in chosen.items() if one != key})
            if other is None or other.contradiction != error.contradiction:
                blamed.append(key)
        return tuple(blamed)

    def _too_few(self, chosen: Mapping[str, Value]) -> Refusal:
        game, missing = self.game, self.game.least - self.form.seats
        text = self.say(
            "open.too_few", game=self.title, least=game.least, most=game.most, seats=self.form.seats
        )
        helping = [
            option.key
            for option in game.options
            if is_extra(option) and self._objection({**chosen, option.key: True}) is None
        ]
        return Refusal(text, missing=missing, switch=helping[0] if helping else "")

    # The rest of the page

    @property
    def editions(self) -> list[tuple[str, str]]:
        """The editions to choose from, with their names: the house's, then the visitor's own. Empty if there
        is only one.
        """
        house, *others = editions_of(self.game)
        chosen = self.form.fields.get("edition", "")
        kept = dict.fromkeys([*self.own, *([chosen] if self.game.library.knows(chosen) else [])])
        others += [label for label in kept if label not in (house, *others)]
        called = [label.rpartition(" ")[0] for label in (house, *others)]
        shown = [
            name if called.count(name) == 1 else label for name, label in zip(called[1:], others, strict=True)
        ]
        yours = self.say.within("open.edition_own")
        named = [
            (label, f"{name} ({yours})" if label in self.own else name)
            for label, name in zip(others, shown, strict=True)
        ]
        return [(house, self.say("open.edition_house")), *named] if named else []

    def length(self, seconds: int) -> str:
        return length(self.say, seconds)


def length(say: Texts, seconds: int) -> str:
    """A time to think, in words."""
    for unit, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds >= size and seconds % size == 0:
            return say(f"open.{unit}", number=seconds // size)
    return say("open.second", number=seconds)


@lru_cache(maxsize=16)
def questions(game: Game[Any]) -> dict[str, str]:
    """The numbers of the rulings behind the options, from the table of options in the rulebook."""
    known = rulebook(game).rules
    found = _QUESTION.findall((game.folder / "rules.md").read_text(encoding="utf-8"))
    return {option: question for option, question in found if question in known}
