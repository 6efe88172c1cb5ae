"""What a page shows after the end: where the points came from, what lay hidden, how near everybody was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .nodes import Group

BANNER: Final = (940.0, 132.0)
"""The size of the painted strip above the sheet. On a phone only its middle third is seen."""


class SheetRow(NamedTuple):
    """A source of points, or anything else that is compared, with every seat's share of it.

    `about` is the inspector's key of the piece whose picture stands beside it, `rule` the rule that says so.
    """

    label: str
    shares: Sequence[int | str]
    about: str = ""
    rule: str = ""


class Reveal(NamedTuple):
    """Something of a seat that was hidden until now; `about` is the inspector's key of its picture."""

    seat: int
    words: str
    note: str = ""
    about: str = ""


class Stretch(NamedTuple):
    """A part of the way to a common aim: what was done, and how much was left then of how much."""

    label: str
    left: int
    most: int


class ScoreSheet(NamedTuple):
    """The rows; what is turned up one after another; sentences, such as what decided a tie; where all
    share an aim, how far they came; and a painted strip as large as `BANNER`.
    """

    rows: Sequence[SheetRow]
    reveals: Sequence[Reveal] = ()
    remarks: Sequence[str] = ()
    course: Sequence[Stretch] = ()
    banner: Group | None = None
