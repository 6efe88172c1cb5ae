"""The deck of roles: BOL-1.4, BOL-1.5, BOL-6.12 and BOL-7.1."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bologna.rules.actions import BRIGAND, DEALT
from ludoteca.games.bologna.rules.events import DREW_ROLE, SHOWED_BRIGAND
from ludoteca.games.bologna.rules.state import BolognaState
from ludoteca.games.bologna.rules.steps.effects import EVERY_SEAT
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import EVERYONE, Audience, only
from ludoteca.kernel.state import Chance


def roles_in_play(seats: int) -> int:
    """BOL-1.4: five roles for a duel, six for three to six players, all seven for seven."""
    return 5 if seats == 2 else 7 if seats == 7 else 6


class Deal(Chance[BolognaState]):
    """A seat draws its role (BOL-1.5). The Brigand lies face up (BOL-7.1)."""

    def __init__(self, receiver: int) -> None:
        super().__init__()
        self.receiver = receiver

    def stream(self) -> str:
        return "roles"

    def odds(self, state: BolognaState) -> list[tuple[Action, int]]:
        return [(action, 1) for action in DEALT.actions if (state.deck >> action.a) & 1]

    def certainty(self, state: BolognaState) -> Action | None:
        deck = state.deck
        return self.odds(state)[0][0] if deck & (deck - 1) == 0 else None

    def audience(self, state: BolognaState, action: Action) -> Audience:
        return EVERYONE if action.a == BRIGAND else only(self.receiver)

    def play(self, state: BolognaState, action: Action) -> None:
        state.deck &= ~(1 << action.a)
        state.players[self.receiver].role = action.a
        if action.a == BRIGAND:
            state.tell(SHOWED_BRIGAND, self.receiver)
        else:
            state.confide(only(self.receiver), DREW_ROLE, self.receiver, action.a)


class Redraw(Deal):
    """A new role from the deck of a duel, for its owner's eyes (BOL-6.12)."""


DEALS: Final[list[Deal]] = [Deal(seat) for seat in EVERY_SEAT]
REDRAWS: Final[list[Redraw]] = [Redraw(seat) for seat in (0, 1)]
