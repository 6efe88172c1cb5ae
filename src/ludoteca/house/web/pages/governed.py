"""What each rule governs: from it one comes back to decisions, refusals, options, pieces and lessons."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import Any, Final

from markupsafe import Markup, escape

from ludoteca.house.web.pages.box import Shelf
from ludoteca.house.web.pages.hints import CITED, without_citation
from ludoteca.house.web.pages.lesson import lessons_of
from ludoteca.house.web.pages.setup_form import SetupForm
from ludoteca.house.web.pages.setup_page import SetupPage
from ludoteca.house.web.pages.texts import Texts
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup

_HOLES: Final = re.compile(r"^\{\w+\}: |\{\w+(?:\|([^|}]*)\|[^}]*)?\}")
KINDS: Final = ("table", "decision", "refusal", "option", "lesson", "piece")
"""What a rule can govern, in the order in which it is told."""


class Governed:
    """What the rules of a game govern, in one language; with a table's set-up also how that table plays."""

    def __init__(
        self, game: Game[Any], say: Texts, shelves: tuple[Shelf, ...], setup: Setup | None = None
    ) -> None:
        self.say = say
        self.by_rule: dict[str, dict[str, list[Markup]]] = defaultdict(lambda: defaultdict(list))
        book = game.words(say.language)
        for hint in book.sections.get("hint", {}).values():
            for rule in CITED.findall(hint):
                self._add(rule, "decision", escape(without_citation(hint)))
        for key, sentence in book.sections.get("objection", {}).items():
            said = _HOLES.sub(lambda hole: hole.group(1) or ("" if hole.start() == 0 else "…"), sentence)
            self._add(key.partition("/")[0], "refusal", escape(said[:1].upper() + said[1:]))
        for outline in lessons_of(game):
            for rule in {rule for step in outline.values["steps"] for rule in step.get("rules", ())}:
                link = Markup('<a href="/learn/{}/{}">{}</a>')
                self._add(rule, "lesson", link.format(game.name, outline.name, outline.title[say.language]))
        for shelf in shelves:
            for piece in shelf.pieces:
                self._add(piece.rule, "piece", Markup(f'<a href="#{piece.id}">{escape(piece.title)}</a>'))
        self._add_options(game, setup)

    def _add(self, rule: str, kind: str, told: Markup) -> None:
        self.by_rule[rule][kind].append(told)

    def _add_options(self, game: Game[Any], setup: Setup | None) -> None:
        page = SetupPage(game, self.say, SetupForm(game, {}))
        for option in game.options:
            title = page.option_title(option)
            if setup is not None and option.concerns(setup.seats, setup.values):
                value = page.value_text(option, setup.values[option.key])
                self._add(option.rule, "table", escape(f"{title}: {value}"))
            elif setup is None:
                self._add(option.rule, "option", escape(title))

    def notes(self) -> dict[str, Markup]:
        """Under each rule, folded, what it governs; how this table plays it stands open."""
        return {rule: self._note(told) for rule, told in self.by_rule.items()}

    def _note(self, told: dict[str, list[Markup]]) -> Markup:
        here = Markup("").join(
            Markup('<b class="here">{}: {}</b>').format(self.say("rules.here"), one) for one in told["table"]
        )
        line = Markup("<li><i>{}</i> {}</li>")
        lines = [
            line.format(self.say(f"rules.governs_{kind}"), _joined(kind, told[kind]))
            for kind in KINDS[1:]
            if told[kind]
        ]
        folded = Markup("")
        if lines:
            inside = Markup("").join(lines)
            summary = self.say("rules.governs")
            folded = Markup("<details><summary>{}</summary><ul>{}</ul></details>").format(summary, inside)
        return Markup('<div class="governs" lang="{}">{}{}</div>').format(self.say.language, here, folded)


def _joined(kind: str, told: list[Markup]) -> Markup:
    different = list(dict.fromkeys(told))
    return Markup(", " if kind in ("piece", "option", "lesson") else " · ").join(different)
