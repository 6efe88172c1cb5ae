"""What the values of Bomarzo are called."""

from __future__ import annotations

from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.actions import CARDS
from ludoteca.games.bomarzo.rules.edition import BomarzoEdition
from ludoteca.kernel.words import PhraseBook, fill


def spell(noun: str, value: int, edition: BomarzoEdition, words: PhraseBook) -> str:
    if noun in ("card", "upgrade"):
        names = edition.first_names if noun == "card" else edition.second_names
        return words.phrase("name", names[value]) if 0 < value <= CARDS else "?"
    if noun == "extra":
        return str(value + 1)
    if noun == "position":
        return str(value)
    return words.noun(noun, value)


def chapter(view: BomarzoView, words: PhraseBook) -> str:
    return fill(words.phrase("board", "season"), {"number": str(view.season)}, {}) if view.season else ""
