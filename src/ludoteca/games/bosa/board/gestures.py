"""Which pieces are touched for which choice."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca import draw as d
from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.games.bosa.rules.actions import CELL_WORDS
from ludoteca.games.bosa.rules.edition import NOTHING


def acting_cell(view: BosaView) -> int:
    """The cell whose card is being done: the next of the line, or the one it copies."""
    if view.copied != NOTHING:
        return view.copied
    return view.line[view.fired] if view.fired < len(view.line) else NOTHING


def path(view: BosaView) -> Callable[[str], d.Gesture | None]:
    """How choices are made in this position; skipping and ending a turn have no place on the board."""

    def found(text: str) -> d.Gesture | None:
        match text.split():
            case ["take", slot]:
                return d.gesture(text, f"slot {slot}")
            case ["place" | "copy", cell]:
                return d.gesture(text, f"cell {CELL_WORDS.index(cell)}")
            case ["line", line]:
                return d.gesture(text, line)
            case ["do"]:
                return d.gesture(text, f"cell {acting_cell(view)}")
            case ["res", resource]:
                return d.gesture(text, f"boat {resource}")
            case ["goals", pair]:
                return d.gesture(text, *(f"goal {rank}" for rank in pair.split("-")), together=True)
        return None

    return found
