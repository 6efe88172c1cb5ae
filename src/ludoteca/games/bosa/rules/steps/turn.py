"""A turn: take a card (BOS-2), place it (BOS-3), choose the row or the column (BOS-4.1)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bosa.rules.actions import CELLS, END, LINE, MOST_SEATS, PLACE, ROW, SIDE, TAKE
from ludoteca.games.bosa.rules.edition import NOTHING
from ludoteca.games.bosa.rules.events import FIRED_COLUMN, FIRED_ROW, PLACED, TOOK
from ludoteca.games.bosa.rules.state import BosaState
from ludoteca.games.bosa.rules.steps.card_actions import ACTS
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision


class Take(Decision[BosaState]):
    """Take one of the four face-up cards (BOS-2.3)."""

    def option_details(self, state: BosaState, action: Action) -> list[tuple[str, str, int]]:
        return [("card", "card", state.market[action.a])]

    def candidates(self, state: BosaState) -> list[Action]:
        return TAKE.actions

    # By hand, as ChooseLine: a random match takes 10 % more instructions without the two
    def options(self, state: BosaState) -> list[Action]:
        return TAKE.actions

    def play(self, state: BosaState, action: Action) -> None:
        state.held = state.market[action.a]
        state.market[action.a] = NOTHING
        state.tell(TOOK, self.seat, state.held)
        state.push(PLACES[self.seat])


class Place(Decision[BosaState]):
    """Place the card without a gap (BOS-3)."""

    def details(self, state: BosaState) -> list[tuple[str, str, int]]:
        return [("card", "card", state.held)]

    def candidates(self, state: BosaState) -> list[Action]:
        return PLACE.actions

    def objection(self, state: BosaState, action: Action) -> str | None:
        return cell_objection(state.towns[self.seat].filled, action.a)

    # Remembered: with Act by hand, a random match takes half as many instructions again without
    def options(self, state: BosaState) -> list[Action]:
        filled = state.towns[self.seat].filled
        known = _OPEN.get(filled)
        if known is None:
            known = _OPEN[filled] = super().options(state)
        return known

    def play(self, state: BosaState, action: Action) -> None:
        card = state.ruleset.edition.cards[state.held]
        state.towns[self.seat].build(action.a, card)
        state.held = NOTHING
        state.cell = action.a
        state.tell(PLACED, self.seat, card.number, action.a)
        state.push(LINES[self.seat])


def cell_objection(filled: int, cell: int) -> str | None:
    """BOS-3.2 to 3.4, 3.6: next to a card, as far up and left as possible, and no card is ever moved."""
    if (filled >> cell) & 1:
        return "BOS-3.6"
    row, column = cell // SIDE, cell % SIDE
    above = row > 0 and (filled >> (cell - SIDE)) & 1 == 1
    left = column > 0 and (filled >> (cell - 1)) & 1 == 1
    if not above and not left:
        return "BOS-3.2"
    if row > 0 and not above:
        return "BOS-3.4/above"
    if column > 0 and not left:
        return "BOS-3.4/left"
    return None


class ChooseLine(Decision[BosaState]):
    """The row or the column of the new card, even if it lies there alone (BOS-4.1)."""

    def candidates(self, state: BosaState) -> list[Action]:
        return LINE.actions

    def options(self, state: BosaState) -> list[Action]:
        return LINE.actions

    def play(self, state: BosaState, action: Action) -> None:
        state.line = line_of(state.cell, action)
        state.fired = 0
        state.tell(FIRED_ROW if action is ROW else FIRED_COLUMN, self.seat, len(state.line))
        state.push(ACTS[self.seat])


def line_of(cell: int, action: Action) -> list[int]:
    """The cells that act when the card in a cell was placed, by its row or by its column."""
    return ROW_TO[cell] if action is ROW else COLUMN_TO[cell]


class EndTurn(Decision[BosaState]):
    """The turn is over once its player says so (BOS-9.6): until then it can be taken back."""

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.insists = True

    def candidates(self, state: BosaState) -> list[Action]:
        return [END]

    def play(self, state: BosaState, action: Action) -> None:
        pass


# BOS-4.3: from the first card of a row or column to the new one, by the new card's cell.
ROW_TO: Final[list[list[int]]] = [list(range(cell - cell % SIDE, cell + 1)) for cell in range(CELLS)]
COLUMN_TO: Final[list[list[int]]] = [list(range(cell % SIDE, cell + 1, SIDE)) for cell in range(CELLS)]
_OPEN: Final[dict[int, list[Action]]] = {}

TAKES: Final[list[Take]] = [Take(seat) for seat in range(MOST_SEATS)]
PLACES: Final[list[Place]] = [Place(seat) for seat in range(MOST_SEATS)]
LINES: Final[list[ChooseLine]] = [ChooseLine(seat) for seat in range(MOST_SEATS)]
ENDS: Final[list[EndTurn]] = [EndTurn(seat) for seat in range(MOST_SEATS)]
