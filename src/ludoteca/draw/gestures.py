"""How a choice is made on a board: by touching pieces, one after another or in any order."""

from __future__ import annotations

from typing import NamedTuple

from .layout import Box


class Gesture(NamedTuple):
    """The pieces to touch for one choice.

    In order: a stack and then a place, a card and then a cell. A page lights up what may come next and makes
    the choice as soon as only one is left. `together`: in any order, such as three dice; the last touch or
    the button that a page offers for it makes the choice. `then` are further choices made by the same
    touches, such as the other steps of a walk; all are carried out as one.
    """

    text: str
    keys: tuple[str, ...]
    together: bool = False
    then: tuple[str, ...] = ()

    @property
    def row(self) -> str:
        """All its choices, a line each."""
        return "\n".join([self.text, *self.then])


class Notebook(NamedTuple):
    """A grid on a board in which its reader may pencil marks that nobody else sees.

    Marks belong to the keys of their row and column, wherever these lie in the next picture.
    """

    box: Box
    rows: tuple[str, ...]
    columns: tuple[str, ...]


def gesture(text: str, *keys: str, together: bool = False) -> Gesture:
    """The choice that prints as `text`, by the pieces that are touched for it."""
    if not keys:
        raise ValueError(f"a gesture needs at least one piece: {text!r}")
    return Gesture(text, keys, together)
