"""What takes place for one seat; rules keep a step ready for each of them."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bello_divorum.rules.actions import MOST_SEATS
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.kernel.state import Happening

EVERY_SEAT: Final = range(MOST_SEATS)


class SeatHappening(Happening[BelloState]):
    """Something that takes place for one player."""

    def __init__(self, mover: int) -> None:
        super().__init__()
        self.mover = mover
