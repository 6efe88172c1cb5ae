"""The flag on a board: how it is drawn, and which place is meant by a touch."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from ludoteca.bots.flag import NO_WISH, Flag, flag_for
from ludoteca.draw import Piece
from ludoteca.house.table.table import PlantedFlag
from ludoteca.kernel.match import Match

NEAR: Final = 30.0
"""How far from the middle of a place a touch may be, in units of the board."""
POLE: Final = "M0 5V-30"
LOOKS: Final = 'stroke="#1b1208" stroke-width="2.4" fill="none" pointer-events="none" aria-hidden="true"'
CLOTH: Final = "M0-30C7-34 11-26 22-30V-17C11-13 7-21 0-17Z"

Places = Callable[[int], tuple[float, float] | None]
"""Where a place lies on a board, by its number; None if it is out of sight."""


def flag_piece(id: str, places: Places, flag: PlantedFlag | None) -> Piece:
    """The flag of a table on its board; an empty group where there is none or its place is out of sight."""
    at = places(flag.number) if flag is not None else None
    if flag is None or at is None:
        return Piece(id, [f'<g id="{id}"></g>'])
    drawn = (
        f'<g id="{id}" transform="translate({at[0]:.1f} {at[1]:.1f})" {LOOKS}>'
        f'<path d="{POLE}"/><path d="{CLOTH}" fill="var(--seat-{flag.seat}, #b3261e)"/></g>'
    )
    return Piece(id, [drawn])


def place_called(flag: Flag, places: Places, x: float, y: float) -> str:
    """What the place is called that lies at a point of the board; empty if none does."""
    nearest, found = NEAR, ""
    for number, label in enumerate(flag.places):
        at = places(number)
        if at is not None and math.dist(at, (x, y)) < nearest:
            nearest, found = math.dist(at, (x, y)), label
    return found


def where_named(match: Match, places: Places | None) -> Callable[[str], tuple[float, float] | None]:
    """Where on a board the place lies that is called so; nowhere on boards without places for a flag."""
    flag = flag_for(match.game, match.setup)

    def where(called: str) -> tuple[float, float] | None:
        number = flag.number(called) if flag is not None else NO_WISH
        return places(number) if places is not None and number != NO_WISH else None

    return where
