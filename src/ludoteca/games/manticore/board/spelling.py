"""What the values of Manticore are called."""

from __future__ import annotations

from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.actions import MOST_SEATS
from ludoteca.games.manticore.rules.edition import CITY, ManticoreEdition
from ludoteca.games.manticore.rules.land import LABELS, SIDES
from ludoteca.kernel.words import PhraseBook, fill


def spell(noun: str, value: int, edition: ManticoreEdition, words: PhraseBook) -> str:
    if noun == "cell":
        return LABELS[value]
    if noun == "city_cell":
        return LABELS[edition.locations[CITY].cells[value]]
    if noun == "monster":
        return spell("foe", MOST_SEATS + value, edition, words)
    if noun == "sides":
        return words.join([words.noun("direction", side) for side in range(SIDES) if value >> side & 1])
    if noun == "level":
        return str(value)
    return words.noun(noun, value)


def piece(noun: str, value: int) -> str:
    """The key of the piece that is called so, or empty."""
    if noun in ("seat", "foe"):
        return f"being {value}"
    if noun == "monster":
        return f"being {MOST_SEATS + value}"
    return f"{noun} {value}" if noun in ("location", "cell", "kind", "token", "type") else ""


def chapter(view: ManticoreView, words: PhraseBook) -> str:
    return fill(words.phrase("event", "round"), {"number": str(view.round)}, {}) if view.round else ""
