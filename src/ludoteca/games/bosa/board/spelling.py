"""What the values of Bosa are called."""

from __future__ import annotations

from ludoteca.games.bosa.board.wording import effect, named
from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.games.bosa.rules.actions import PAIRS, SIDE
from ludoteca.games.bosa.rules.edition import BosaEdition
from ludoteca.kernel.words import PhraseBook, fill


def spell(noun: str, value: int, edition: BosaEdition, words: PhraseBook) -> str:
    if value < 0:
        return "?"
    if noun == "card":
        return named(edition.cards[value].names, words)
    if noun == "effect":
        return effect(edition.cards[value], edition, words)
    if noun == "goal":
        return named(edition.goals[value].names, words)
    if noun == "colour":
        return named(edition.colours[value].names, words)
    if noun == "cell":
        row, column = divmod(value, SIDE)
        where = words.phrase("game", "cell")
        return where.replace("{row}", str(row + 1)).replace("{column}", str(column + 1))
    if noun == "pair":
        return words.join([str(rank + 1) for rank in PAIRS[value]])
    if noun == "slot":
        return str(value + 1)
    return words.noun(noun, value)


def chapter(view: BosaView, words: PhraseBook) -> str:
    return fill(words.phrase("game", "season"), {"season": str(view.season)}, {}) if view.season else ""
