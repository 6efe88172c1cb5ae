"""What the values of The Throne of Bologna are called."""

from __future__ import annotations

from functools import cache

from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.games.bologna.rules.actions import WILD_SYMBOLS
from ludoteca.games.bologna.rules.dice import LETTERS, QUINTS, TRIPLES, count
from ludoteca.games.bologna.rules.edition import BolognaEdition, read_edition
from ludoteca.kernel.words import PhraseBook, fill


def spell(noun: str, value: int, edition: BolognaEdition, words: PhraseBook) -> str:
    if noun == "dice":
        shown = [words.noun("symbol", symbol) for symbol in range(6) for _ in range(count(value, symbol))]
        return ", ".join(shown)
    if noun == "triple":
        return ", ".join([words.noun("symbol", LETTERS.index(letter)) for letter in TRIPLES[value]])
    if noun == "quint":
        return ", ".join([words.noun("symbol", LETTERS.index(letter)) for letter in QUINTS[value]])
    if noun == "role" and edition.names != house_role_names():
        return edition.names[value]
    if noun == "wild":
        return words.noun("symbol", WILD_SYMBOLS[value])
    return words.noun(noun, value)


def piece(noun: str, value: int) -> str:
    """The key of the piece that is called so, or empty."""
    if noun == "symbol":
        return f"token {value}"
    return f"{noun} {value}" if noun in ("seat", "role") else ""


def chapter(view: BolognaView, words: PhraseBook) -> str:
    return fill(words.phrase("board", "round"), {"number": str(view.round)}, {}) if view.active >= 0 else ""


@cache
def house_role_names() -> list[str]:
    """The phrase book translates the house's roles; other editions name their own."""
    return read_edition().names
