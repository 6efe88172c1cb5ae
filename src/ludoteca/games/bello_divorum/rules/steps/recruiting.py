"""The Recruit Phase (BEL-4)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bello_divorum.rules.actions import RECRUIT
from ludoteca.games.bello_divorum.rules.edition import FIELD
from ludoteca.games.bello_divorum.rules.events import RECRUITED
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.games.bello_divorum.rules.steps.seats import EVERY_SEAT
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision


def need(state: BelloState, place: int) -> int:
    """BEL-4.2, 4.3: how many followers a controlled location still breeds this phase."""
    wanted = state.ruleset.edition.recruit_to[state.ruleset.board.kind[place]] - state.crowd(place)
    return wanted if wanted > 0 else 0


def recruit(state: BelloState, seat: int) -> None:
    """BEL-4.1 to 4.4: every location a seat controls is filled up, if its supply lasts."""
    needy: list[int] = []
    wanted = 0
    for place in state.holds(seat):
        number = need(state, place)
        if number:
            wanted += number
            needy.append(place)
    if wanted > state.players[seat].supply:
        if state.players[seat].supply:
            state.push(MUSTERS[seat])
        return
    for place in needy:
        number = need(state, place)
        state.put(seat, place, number)
        state.tell(RECRUITED, seat, number, place)


class Muster(Decision[BelloState]):
    """Too few followers for all that could come: where does the next one stand? (BEL-4.5)"""

    def details(self, state: BelloState) -> list[tuple[str, str, int]]:
        return [("number", "number", state.players[self.seat].supply)]

    def candidates(self, state: BelloState) -> list[Action]:
        return [RECRUIT[place] for place in state.holds(self.seat)]

    def objection(self, state: BelloState, action: Action) -> str | None:
        if need(state, action.a):
            return None
        return "BEL-4.4" if state.ruleset.board.kind[action.a] == FIELD else "BEL-4.5"

    def play(self, state: BelloState, action: Action) -> None:
        state.put(self.seat, action.a, 1)
        state.tell(RECRUITED, self.seat, 1, action.a)
        if state.players[self.seat].supply:
            state.push(self)


MUSTERS: Final[list[Muster]] = [Muster(seat) for seat in EVERY_SEAT]
