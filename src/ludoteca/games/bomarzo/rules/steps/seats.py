"""What several kinds of steps have in common."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.rules.actions import MOST_SEATS
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Chance, Happening

SEATS: Final = range(MOST_SEATS)


class SeatHappening(Happening[BomarzoState]):
    """Something happens to a seat without asking it."""

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner


class Lot(Chance[BomarzoState]):
    """One of several things that become fewer: the last one needs no drawing."""

    def certainty(self, state: BomarzoState) -> Action | None:
        odds = self.odds(state)
        return odds[0][0] if len(odds) == 1 else None
