"""What the values of Bello Divorum are called."""

from __future__ import annotations

from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.actions import MIDDLE, POWERS, SLOT_ORIGIN
from ludoteca.games.bello_divorum.rules.edition import BelloEdition, Board, Naming, place_names
from ludoteca.kernel.words import PhraseBook, fill


def spell(noun: str, value: int, edition: BelloEdition, words: PhraseBook) -> str:
    board = edition.board
    if noun == "place":
        return place_in_a_sentence(board, value, words)
    if noun == "slot":
        start = place_name(board, SLOT_ORIGIN[value], words)
        end = place_name(board, board.slot_end[value], words)
        return fill(words.phrase("game", "road"), {"from": start, "place": end}, {})
    if noun == "arm":
        return words.join([place_name(board, place, words) for place in board.arms[value]])
    if noun == "corner":
        return place_name(board, board.temples[value], words)
    if noun == "power":
        return power_name(edition, value, words)
    return words.noun(noun, value)


def piece(noun: str, value: int) -> str:
    """The key of the piece that is called so, or empty."""
    return f"{noun} {value}" if noun in ("seat", "place", "power", "pantheon") else ""


def chapter(view: BelloView, words: PhraseBook) -> str:
    return fill(words.phrase("board", "round"), {"number": str(view.round)}, {}) if view.round else ""


def place_name(board: Board, place: int, words: PhraseBook) -> str:
    """The name of a location, its parts translated where the phrase book knows them."""
    names = board.names_in.get(words.language)
    if names is None:
        parts = (board.naming.patterns, board.naming.temples, board.naming.stems)
        translated = [[words.phrase("name", name) for name in names] for names in parts]
        names = board.names_in[words.language] = place_names(board.sectors, Naming(*translated))
    return names[place]


def place_in_a_sentence(board: Board, place: int, words: PhraseBook) -> str:
    """Temples and the middle have an article where the language wants one: “the Temple of Dawn”."""
    name = place_name(board, place, words)
    if place not in board.temples and place != MIDDLE:
        return name
    return words.phrase("game", "the_name").replace("{name}", name)


def power_name(edition: BelloEdition, value: int, words: PhraseBook) -> str:
    """The name of a power: 0 to 2 are the first pantheon's, 3 to 5 the second's, and so on."""
    return words.phrase("name", edition.pantheons[value // POWERS].powers[value % POWERS].name)
