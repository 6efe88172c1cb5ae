"""Before the first turn: who begins, corners, pantheons, home Temples (BEL-1)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bello_divorum.rules.actions import CORNER, DEALT, FIRST, PANTHEON
from ludoteca.games.bello_divorum.rules.events import BEGINS, SETTLED, TOOK_CORNER, TOOK_PANTHEON
from ludoteca.games.bello_divorum.rules.state import BelloState, Ruleset, empty_board
from ludoteca.games.bello_divorum.rules.steps.rounds import TURNS
from ludoteca.games.bello_divorum.rules.steps.seats import EVERY_SEAT
from ludoteca.kernel.actions import Action
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import Chance, Decision, Happening


def lay_table(setup: Setup) -> BelloState:
    """First player, corners, pantheons, Temples: the last of these is pushed first."""
    ruleset = Ruleset(setup)
    state = empty_board(ruleset)
    state.push(FOUND_TEMPLES)
    if ruleset.pantheons == "given":
        for seat in range(setup.seats):
            state.players[seat].pantheon = seat
    if not ruleset.draft_corners:
        corners = ruleset.edition.layouts[f"{setup.seats} {ruleset.unused_corners}"]
        for seat in range(setup.seats):
            state.players[seat].corner = corners[seat]
    if ruleset.random_first:
        state.push(PICK_FIRST)
    else:
        begin_drafts(state)
    return state


def begin_drafts(state: BelloState) -> None:
    """BEL-1.2, 1.3: first the corners, then the pantheons; the first player chooses first."""
    ruleset = state.ruleset
    last_to_first = [(state.first + seat) % state.seats for seat in reversed(range(state.seats))]
    if ruleset.pantheons != "given":
        for seat in last_to_first:
            state.push(DEALS[seat] if ruleset.pantheons == "random" else PANTHEON_PICKS[seat])
    if ruleset.draft_corners:
        for seat in last_to_first:
            state.push(CORNER_PICKS[seat])


class PickFirst(Chance[BelloState]):
    """Any seat may begin (BEL-1.9)."""

    def odds(self, state: BelloState) -> list[tuple[Action, int]]:
        return [(action, 1) for action in FIRST.actions[: state.seats]]

    def play(self, state: BelloState, action: Action) -> None:
        state.first = action.a
        begin_drafts(state)


class PickCorner(Decision[BelloState]):
    """A corner nobody has yet (BEL-1.2)."""

    def candidates(self, state: BelloState) -> list[Action]:
        return CORNER.actions[: state.ruleset.board.sectors]

    def objection(self, state: BelloState, action: Action) -> str | None:
        for player in state.players:
            if player.corner == action.a:
                return "BEL-1.2"
        return None

    def play(self, state: BelloState, action: Action) -> None:
        state.players[self.seat].corner = action.a
        state.tell(TOOK_CORNER, self.seat, action.a)


def is_taken(state: BelloState, pantheon: int) -> bool:
    for player in state.players:
        if player.pantheon == pantheon:
            return True
    return False


class PickPantheon(Decision[BelloState]):
    """A pantheon nobody has yet (BEL-1.3)."""

    def candidates(self, state: BelloState) -> list[Action]:
        return PANTHEON.actions

    def objection(self, state: BelloState, action: Action) -> str | None:
        return "BEL-1.3" if is_taken(state, action.a) else None

    def play(self, state: BelloState, action: Action) -> None:
        state.players[self.seat].pantheon = action.a
        state.tell(TOOK_PANTHEON, self.seat, action.a)


class DealPantheon(Chance[BelloState]):
    """Any pantheon nobody has yet, all equally likely (BEL-1.3)."""

    def __init__(self, receiver: int) -> None:
        super().__init__()
        self.receiver = receiver

    def stream(self) -> str:
        return "pantheons"

    def odds(self, state: BelloState) -> list[tuple[Action, int]]:
        return [(action, 1) for action in DEALT.actions if not is_taken(state, action.a)]

    def certainty(self, state: BelloState) -> Action | None:
        odds = self.odds(state)
        return odds[0][0] if len(odds) == 1 else None

    def play(self, state: BelloState, action: Action) -> None:
        state.players[self.receiver].pantheon = action.a
        state.tell(TOOK_PANTHEON, self.receiver, action.a)


class FoundTemples(Happening[BelloState]):
    """BEL-1.5, 1.8: a chip on every home Temple, and turn order counter-clockwise from the first player."""

    def happen(self, state: BelloState) -> None:
        by_corner = sorted([(state.players[seat].corner, seat) for seat in range(state.seats)])
        around = [seat for _, seat in by_corner]
        start = around.index(state.first)
        state.order = around[start:] + around[:start]
        for seat in range(state.seats):
            temple = state.ruleset.board.temples[state.players[seat].corner]
            state.take(seat, temple)
            state.tell(SETTLED, seat, state.players[seat].pantheon, temple)
        state.tell(BEGINS, state.first)
        state.push(TURNS[state.first])


PICK_FIRST: Final = PickFirst()
CORNER_PICKS: Final[list[PickCorner]] = [PickCorner(seat) for seat in EVERY_SEAT]
PANTHEON_PICKS: Final[list[PickPantheon]] = [PickPantheon(seat) for seat in EVERY_SEAT]
DEALS: Final[list[DealPantheon]] = [DealPantheon(seat) for seat in EVERY_SEAT]
FOUND_TEMPLES: Final = FoundTemples()
