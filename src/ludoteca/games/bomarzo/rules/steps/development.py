"""Growing: worker steps in the village (BOM-1.8), steps on the tracks (BOM-9.6), playing and upgrading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.games.bomarzo.rules.actions import (
    BALENA,
    DECLINE,
    ELEFANTE,
    GIGANTE,
    GODS,
    PAWN_ROW,
    PLAY,
    ROWS,
    TRACKS,
    UPGRADE,
    WORKER,
)
from ludoteca.games.bomarzo.rules.cards import ONE_CARD, members
from ludoteca.games.bomarzo.rules.events import (
    ADVANCED,
    DECLINED,
    FIRST_AT,
    IN_VAIN,
    PAWN_GAINED,
    PLAYED,
    UPGRADED,
    WORKED,
)
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.draws import SEATS
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision, Happening

# The primary field that each divinity develops, or -1.
DEVELOPS: Final[list[int]] = [
    (GIGANTE, ELEFANTE, BALENA).index(god) if god in (GIGANTE, ELEFANTE, BALENA) else -1
    for god in range(GODS)
]


def can_work(state: BomarzoState, seat: int) -> bool:
    """Whether any worker is not yet at the end of its row."""
    ends = state.ruleset.edition.row_end
    base = len(ROWS) * seat
    for row in range(len(ROWS)):
        if state.rows[base + row] < ends[row]:
            return True
    return False


class MayWork(Happening[BomarzoState]):
    """A worker step, if a step is possible."""

    def __init__(self, worker: int) -> None:
        super().__init__()
        self.worker = worker

    def happen(self, state: BomarzoState) -> None:
        if can_work(state, self.worker):
            state.push(WORKS[self.worker])


class Work(Decision[BomarzoState]):
    """BOM-1.8, BOM-8.3: one worker goes one step."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return WORKER.actions

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        if state.rows[len(ROWS) * self.seat + action.a] >= state.ruleset.edition.row_end[action.a]:
            return "BOM-8.3"
        return None

    def options(self, state: BomarzoState) -> list[Action]:
        ends = state.ruleset.edition.row_end
        base = len(ROWS) * self.seat
        return [WORKER.actions[row] for row in range(len(ROWS)) if state.rows[base + row] < ends[row]]

    def play(self, state: BomarzoState, action: Action) -> None:
        row = action.a
        place = len(ROWS) * self.seat + row
        edition = state.ruleset.edition
        before = edition.active_symbols[row][state.rows[place]]
        state.rows[place] += 1
        state.tell(WORKED, self.seat, row, state.rows[place])
        symbols = edition.active_symbols[row]
        if (
            row == PAWN_ROW
            and symbols[state.rows[place]] > before
            and state.pawns[self.seat] < edition.most_pawns
        ):
            state.pawns[self.seat] += 1
            state.idle[self.seat] += 1
            state.tell(PAWN_GAINED, self.seat)


def advance(state: BomarzoState, seat: int, track: int, steps: int) -> None:
    """BOM-9.6, BOM-9.7: steps on a track, points for whoever is first, the order of arrival at the end."""
    edition = state.ruleset.edition
    place = len(TRACKS) * seat + track
    before = state.tracks[place]
    after = min(before + steps, edition.track_end)
    if after == before:
        return
    state.tracks[place] = after
    state.tell(ADVANCED, seat, track, before, after)
    symbols = len(edition.points_at)
    for symbol in range(symbols):
        owner = track * symbols + symbol
        if before < edition.points_at[symbol] <= after and state.point_owner[owner] < 0:
            state.point_owner[owner] = seat
            state.vp[seat] += 1
            state.tell(FIRST_AT, seat, track, edition.points_at[symbol])
    if after == edition.track_end:
        rank = 1
        for other in range(state.seats):
            if state.ten_rank[len(TRACKS) * other + track]:
                rank += 1
        state.ten_rank[place] = rank


def advance_all(state: BomarzoState, seat: int, steps: list[int]) -> None:
    """The steps of a card: Culture, Architecture, Science."""
    for track in range(len(TRACKS)):
        if steps[track]:
            advance(state, seat, track, steps[track])


def field_of(god: int) -> int:
    """The primary field that a divinity develops, or -1: Gigante, Elefante and Balena (BOM-8.4)."""
    return DEVELOPS[god]


def symbol_cards(state: BomarzoState) -> int:
    """All cards that show the symbol of the divinity in hand."""
    return state.ruleset.edition.showing[DEVELOPS[state.god]]


def decline_development(state: BomarzoState, seat: int) -> None:
    """Nothing is played. A seat that was not even asked has no such card, and the table takes note."""
    showing = symbol_cards(state)
    if (state.hand[seat] | state.level1[seat]) & showing:
        state.tell(DECLINED, seat, state.god)
        return
    state.lacks[seat] |= 1 << DEVELOPS[state.god]
    state.tell(IN_VAIN, seat, state.god)


class Develop(Decision[BomarzoState]):
    """BOM-8.4, BOM-9.2: play a card with the divinity's symbol, or upgrade one."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        played = [PLAY[card] for card in members(state.hand[self.seat])]
        return [*played, *[UPGRADE[card] for card in members(state.level1[self.seat])], DECLINE]

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        if action is DECLINE or symbol_cards(state) & ONE_CARD[action.a]:
            return None
        return "BOM-8.4"

    def options(self, state: BomarzoState) -> list[Action]:
        showing = symbol_cards(state)
        options = [PLAY[card] for card in members(state.hand[self.seat] & showing)]
        for card in members(state.level1[self.seat] & showing):
            options.append(UPGRADE[card])
        options.append(DECLINE)
        return options

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("field", "field", field_of(state.god))]

    def play(self, state: BomarzoState, action: Action) -> None:
        seat = self.seat
        edition = state.ruleset.edition
        if action is DECLINE:
            decline_development(state, seat)
        elif action.verb is PLAY:
            state.hand[seat] &= ~ONE_CARD[action.a]
            state.level1[seat] |= ONE_CARD[action.a]
            state.tell(PLAYED, seat, action.a)
            advance_all(state, seat, edition.first_steps[action.a])
        else:
            state.level1[seat] &= ~ONE_CARD[action.a]
            state.level2[seat] |= ONE_CARD[action.a]
            state.tell(UPGRADED, seat, action.a, action.a)
            advance_all(state, seat, edition.second_steps[action.a])


MAY_WORK: Final[list[MayWork]] = [MayWork(seat) for seat in SEATS]
WORKS: Final[list[Work]] = [Work(seat) for seat in SEATS]
DEVELOPMENTS: Final[list[Develop]] = [Develop(seat) for seat in SEATS]
