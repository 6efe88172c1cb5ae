"""The seasons: Production (BOM-3), the Action phase's beginning, and Status (BOM-11)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.rules import events
from ludoteca.games.bomarzo.rules.actions import AREAS, GODS, KINDS
from ludoteca.games.bomarzo.rules.cards import count
from ludoteca.games.bomarzo.rules.edition import CARD_INCOME
from ludoteca.games.bomarzo.rules.scoring import begin_scoring
from ludoteca.games.bomarzo.rules.state import BLACK, SEATS, BomarzoState, Fief, SeatHappening
from ludoteca.games.bomarzo.rules.steps.draws import CARD_INCOMES
from ludoteca.games.bomarzo.rules.steps.turn import NEXT_TURN
from ludoteca.kernel.state import Happening


class Season(Happening[BomarzoState]):
    """BOM-2.1: Production for each seat in player order, then the Action phase, then Status."""

    def happen(self, state: BomarzoState) -> None:
        state.tell(events.SEASON_BEGINS, state.season, state.first)
        if state.ruleset.seasons_promo:
            state.colour = state.tokens[state.season - 1]
            state.tell(events.SEASON_TOKEN, state.colour)
        state.turn = state.first
        state.push(STATUS)
        state.push(NEXT_TURN)
        for seat in state.from_the_last():
            state.push(PRODUCTION[seat])


class Production(SeatHappening):
    """BOM-3.1: all cubes of a seat, then all its cards."""

    def happen(self, state: BomarzoState) -> None:
        seat = self.owner
        fief = state.fiefs[seat]
        for kind in range(len(KINDS)):
            due = income(state, fief, kind, state.colour)
            if due:
                number = state.take(fief, kind, due)
                if number:
                    state.tell(events.GAINED, seat, number, kind)
                else:
                    state.tell(events.NOTHING_LEFT, seat, kind)
        state.cards_due = income(state, fief, CARD_INCOME, state.colour)
        state.push(CARD_INCOMES[seat])


def income(state: BomarzoState, fief: Fief, what: int, colour: int) -> int:
    """BOM-3.2, 3.4, 3.5: what rows and upgraded cards give: food, coin, wine or (3) cards.

    In a season of this colour: a black one stops the rows (BOM-13.2).
    """
    edition = state.ruleset.edition
    upgraded = fief.level2 & edition.giving[what]
    found = count(upgraded) if upgraded else 0
    if colour != BLACK:
        found += edition.active_symbols[what][fief.rows[what]]
    return found


class Status(Happening[BomarzoState]):
    """BOM-11: moss, pawns and cubes home, cards straight, the next season; after the last one the end."""

    def happen(self, state: BomarzoState) -> None:
        state.tell(events.SEASON_ENDS, state.season)
        if state.season == state.ruleset.edition.seasons:
            begin_scoring(state)
            return
        for god in range(GODS):
            turn_over(state, god)
        state.clear_divinities()
        state.harvested = [0] * len(AREAS)
        for fief in state.fiefs:
            fief.idle = fief.pawns
            fief.visited = 0
            fief.deeds = 0
            fief.rotated = 0
            fief.passed = False
        state.season += 1
        state.first = state.clockwise(state.first)
        state.push(SEASON)


def turn_over(state: BomarzoState, god: int) -> None:
    """BOM-11.1: moss grows where no pawn stood and falls where one did."""
    divinity = state.divinities[god]
    mossy = divinity.pawns == 0
    if mossy != divinity.mossy:
        divinity.mossy = mossy
        state.tell(events.MOSS_GROWS if mossy else events.MOSS_FALLS, god)
    divinity.pawns = 0


SEASON: Final = Season()
STATUS: Final = Status()
PRODUCTION: Final[list[Production]] = [Production(seat) for seat in SEATS]
