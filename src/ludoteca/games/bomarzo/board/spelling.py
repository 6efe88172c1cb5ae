"""What the values of Bomarzo are called."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.actions import AREAS, CARDS, DIVINITIES, KINDS, ROWS, TRACKS
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


WORDS: Final = {
    "divinity": ("statue", DIVINITIES),
    "area": ("area", AREAS),
    "row": ("row", ROWS),
    "track": ("track", TRACKS),
    "kind": ("store", KINDS),
}
"""The first word of a piece's key, and the second by value."""


def piece(noun: str, value: int) -> str:
    """The key of the piece that is called so, or empty."""
    if noun in ("card", "upgrade"):
        return f"card {value}" if 0 < value <= CARDS else ""
    if noun == "seat":
        return f"player {value}"
    if noun not in WORDS:
        return ""
    first, second = WORDS[noun]
    return f"{first} {second[value]}" if value < len(second) else ""


def chapter(view: BomarzoView, words: PhraseBook) -> str:
    return fill(words.phrase("board", "season"), {"number": str(view.season)}, {}) if view.season else ""
