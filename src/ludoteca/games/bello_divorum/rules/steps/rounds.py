"""Turns, rounds, Doomsday and the end (BEL-3, BEL-10, BEL-11)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bello_divorum.rules.edition import CITY, TEMPLE
from ludoteca.games.bello_divorum.rules.events import (
    LAST_TURN,
    PASSED_OVER,
    RECRUITS_ONCE_MORE,
    ROUND_OVER,
    TURN_OVER,
)
from ludoteca.games.bello_divorum.rules.scoring import score
from ludoteca.games.bello_divorum.rules.state import BelloState, Turn
from ludoteca.games.bello_divorum.rules.steps.acting import RALLIES
from ludoteca.games.bello_divorum.rules.steps.claiming import CLAIMS
from ludoteca.games.bello_divorum.rules.steps.favours import FAVOURS, advance_doom
from ludoteca.games.bello_divorum.rules.steps.recruiting import recruit
from ludoteca.games.bello_divorum.rules.steps.seats import EVERY_SEAT, SeatHappening
from ludoteca.kernel.state import Happening


class BeginTurn(SeatHappening):
    """Recruit, Power, Action, Control (BEL-3.1). What cannot be done passes by itself (BEL-3.5)."""

    def happen(self, state: BelloState) -> None:
        seat = self.mover
        state.turn = Turn(seat)
        state.players[seat].aegis = False  # BEL-13.16
        if not state.on_board(seat) and not state.controls(seat, TEMPLE) and not state.controls(seat, CITY):
            state.tell(PASSED_OVER, seat)
        state.push(ENDS[seat])
        state.push(CLAIMS[seat])
        state.push(RALLIES[seat])
        state.push(FAVOURS[seat])
        recruit(state, seat)


class EndTurn(SeatHappening):
    """BEL-3.2 to 3.4, BEL-11.1 to 11.4: the turn passes on, or the circle is complete and the game ends."""

    def happen(self, state: BelloState) -> None:
        ruleset = state.ruleset
        state.tell(TURN_OVER, self.mover)
        last_of_round = state.turns_over == state.seats - 1
        if state.final_turn:
            state.push(LAST_TURN_ENDS)
            return
        if state.doom == ruleset.track:
            if not ruleset.one_more_turn or (last_of_round and not ruleset.new_round):
                state.push(TURN_ENDS)
                return
            state.final_turn = True
        if last_of_round:
            state.tell(ROUND_OVER, state.round)
            advance_doom(state, 1)
            if state.doom == ruleset.track and not state.final_turn:
                if not ruleset.new_round:
                    state.push(ROUND_ENDS)
                    return
                state.final_turn = True
            state.round += 1
            state.turns_over = 0
        else:
            state.turns_over += 1
        seat = state.order[state.turns_over]
        if state.final_turn:
            state.tell(LAST_TURN, seat)
        state.push(TURNS[seat])


class End(Happening[BelloState]):
    """Players who had no turn in this round recruit once more (BEL-11.5); then everything is counted."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason

    def happen(self, state: BelloState) -> None:
        state.push(Counting(self.reason))
        for seat in reversed(state.order[state.turns_over + 1 :]):
            state.push(EXTRA_RECRUITS[seat])


class ExtraRecruit(SeatHappening):
    """One Recruit Phase and nothing else (BEL-11.5)."""

    def happen(self, state: BelloState) -> None:
        state.tell(RECRUITS_ONCE_MORE, self.mover)
        recruit(state, self.mover)


class Counting(Happening[BelloState]):
    """Most Faith Points wins (BEL-11.6 to 11.8)."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason

    def happen(self, state: BelloState) -> None:
        score(state, self.reason)


TURNS: Final[list[BeginTurn]] = [BeginTurn(seat) for seat in EVERY_SEAT]
ENDS: Final[list[EndTurn]] = [EndTurn(seat) for seat in EVERY_SEAT]
EXTRA_RECRUITS: Final[list[ExtraRecruit]] = [ExtraRecruit(seat) for seat in EVERY_SEAT]
LAST_TURN_ENDS: Final = End("last_turn")
TURN_ENDS: Final = End("turn")
ROUND_ENDS: Final = End("round")
