"""The seasons: Production (BOM-3), the Action phase's beginning, and Status (BOM-11)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.rules.actions import CARD_ROW, GODS, KINDS, ROWS
from ludoteca.games.bomarzo.rules.cards import count
from ludoteca.games.bomarzo.rules.edition import CARD_INCOME
from ludoteca.games.bomarzo.rules.events import (
    GAINED,
    MOSS_FALLS,
    MOSS_GROWS,
    NOTHING_LEFT,
    SEASON_BEGINS,
    SEASON_ENDS,
    SEASON_TOKEN,
)
from ludoteca.games.bomarzo.rules.scoring import begin_scoring
from ludoteca.games.bomarzo.rules.state import BLACK, BomarzoState
from ludoteca.games.bomarzo.rules.steps.draws import SEATS, begin_draw
from ludoteca.games.bomarzo.rules.steps.turn import NEXT_TURN
from ludoteca.kernel.state import Happening


class Season(Happening[BomarzoState]):
    """BOM-2.1: Production for each seat in player order, then the Action phase, then Status."""

    def happen(self, state: BomarzoState) -> None:
        state.tell(SEASON_BEGINS, state.season, state.first)
        if state.ruleset.seasons_promo:
            state.colour = state.tokens[state.season - 1]
            state.tell(SEASON_TOKEN, state.colour)
        state.turn = state.first
        state.push(STATUS)
        state.push(NEXT_TURN)
        for offset in range(state.seats - 1, -1, -1):
            state.push(PRODUCTION[state.clockwise(state.first, offset)])


class Production(Happening[BomarzoState]):
    """BOM-3.1: all cubes of a seat, then all its cards as one draw."""

    def __init__(self, producer: int) -> None:
        super().__init__()
        self.producer = producer

    def happen(self, state: BomarzoState) -> None:
        seat = self.producer
        for kind in range(len(KINDS)):
            due = income(state, seat, kind, state.colour)
            if due:
                number = state.take(seat, kind, due)
                if number:
                    state.tell(GAINED, seat, number, kind)
                else:
                    state.tell(NOTHING_LEFT, seat, kind)
        cards = income(state, seat, CARD_INCOME, state.colour)
        if cards:
            begin_draw(state, seat, cards)


def income(state: BomarzoState, seat: int, what: int, colour: int) -> int:
    """BOM-3.2, 3.4, 3.5: what rows and upgraded cards give: food, coin, wine or (3) cards.

    In a season of this colour: a black one stops the rows (BOM-13.2).
    """
    edition = state.ruleset.edition
    upgraded = state.level2[seat] & edition.giving[what]
    found = count(upgraded) if upgraded else 0
    if colour != BLACK:
        found += edition.active_symbols[what][state.rows[len(ROWS) * seat + what]]
    return found


class Status(Happening[BomarzoState]):
    """BOM-11: moss, pawns and cubes home, cards straight, the next season; after the last one the end."""

    def happen(self, state: BomarzoState) -> None:
        state.tell(SEASON_ENDS, state.season)
        edition = state.ruleset.edition
        if state.season == edition.seasons:
            begin_scoring(state)
            return
        for god in range(GODS):
            turn_over(state, god)
            for kind in range(len(KINDS)):
                state.reserve[kind] += state.lying[3 * god + kind]
        state.lying = [0] * (GODS * len(KINDS))
        state.pawns_on = [0] * GODS
        state.harvested = [0, 0, 0]
        state.idle = state.pawns[:]
        state.visited = [0] * state.seats
        state.deeds = [0] * state.seats
        state.rotated = [0] * state.seats
        state.passed = 0
        state.season += 1
        state.first = state.clockwise(state.first)
        state.push(SEASON)


def turn_over(state: BomarzoState, god: int) -> None:
    """BOM-11.1: moss grows where no pawn stood and falls where one did."""
    bit = 1 << god
    if state.pawns_on[god] == 0 and not state.moss & bit:
        state.moss |= bit
        state.tell(MOSS_GROWS, god)
    elif state.pawns_on[god] and state.moss & bit:
        state.moss &= ~bit
        state.tell(MOSS_FALLS, god)


assert ROWS[CARD_ROW] == "card" and CARD_ROW == CARD_INCOME

SEASON: Final = Season()
STATUS: Final = Status()
PRODUCTION: Final[list[Production]] = [Production(seat) for seat in SEATS]
