"""Growing: worker steps in the village (BOM-1.8), steps on the tracks (BOM-9.6), playing and upgrading."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.rules import actions, events
from ludoteca.games.bomarzo.rules.actions import BALENA, ELEFANTE, GIGANTE, GODS, PAWN_ROW, TRACKS
from ludoteca.games.bomarzo.rules.cards import ONE_CARD, members
from ludoteca.games.bomarzo.rules.state import NOBODY_YET, SEATS, BomarzoState, Fief, SeatHappening
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision

# The primary field that each divinity develops, or -1: Gigante, Elefante and Balena (BOM-8.4).
DEVELOPS: Final[list[int]] = [
    (GIGANTE, ELEFANTE, BALENA).index(god) if god in (GIGANTE, ELEFANTE, BALENA) else -1
    for god in range(GODS)
]


def can_work(state: BomarzoState, fief: Fief) -> bool:
    """Whether any worker is not yet at the end of its row."""
    return fief.rows != state.ruleset.edition.row_end


class MayWork(SeatHappening):
    """A worker step, if a step is possible."""

    def happen(self, state: BomarzoState) -> None:
        if can_work(state, state.fiefs[self.owner]):
            state.push(WORKS[self.owner])


class Work(Decision[BomarzoState]):
    """BOM-1.8, BOM-8.3: one worker goes one step."""

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        """This step and those that follow it at once."""
        left = 1
        for step in state.agenda.steps()[-2::-1]:
            if step is not MAY_WORK[self.seat]:
                break
            left += 1
        return [("number", "number", left)]

    def candidates(self, state: BomarzoState) -> list[Action]:
        return actions.WORKER.actions

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        at_end = state.fiefs[self.seat].rows[action.a] >= state.ruleset.edition.row_end[action.a]
        return "BOM-8.3" if at_end else None

    def play(self, state: BomarzoState, action: Action) -> None:
        row = action.a
        fief = state.fiefs[self.seat]
        place = fief.rows[row] + 1
        fief.rows[row] = place
        state.tell(events.WORKED, self.seat, row, place)
        edition = state.ruleset.edition
        symbols = edition.active_symbols[row]
        if row == PAWN_ROW and symbols[place] > symbols[place - 1] and fief.pawns < edition.most_pawns:
            fief.pawns += 1
            fief.idle += 1
            state.tell(events.PAWN_GAINED, self.seat)


def advance(state: BomarzoState, seat: int, track: int, steps: int) -> None:
    """BOM-9.6, BOM-9.7: steps on a track, points for whoever is first, the order of arrival at the end."""
    edition = state.ruleset.edition
    fief = state.fiefs[seat]
    before = fief.tracks[track]
    after = min(before + steps, edition.track_end)
    if after == before:
        return
    fief.tracks[track] = after
    state.tell(events.ADVANCED, seat, track, before, after)
    owners = state.point_owners[track]
    for symbol in range(len(owners)):
        if before < edition.points_at[symbol] <= after and owners[symbol] == NOBODY_YET:
            owners[symbol] = seat
            fief.vp += 1
            state.tell(events.FIRST_AT, seat, track, edition.points_at[symbol])
    if after == edition.track_end:
        rank = 1
        for other in state.fiefs:
            if other.ten_rank[track]:
                rank += 1
        fief.ten_rank[track] = rank


def advance_all(state: BomarzoState, seat: int, steps: list[int]) -> None:
    """The steps of a card: Culture, Architecture, Science."""
    for track in range(len(TRACKS)):
        advance(state, seat, track, steps[track])


def cards_for(state: BomarzoState, god: int) -> int:
    """All cards that show the symbol of a divinity."""
    return state.ruleset.edition.showing[DEVELOPS[god]]


class Develop(Decision[BomarzoState]):
    """BOM-8.4, BOM-9.2: play a card with the divinity's symbol, or upgrade one. Whoever has a hand is asked,
    fitting cards or not: to skip the question would tell the others what is in it.
    """

    def __init__(self, seat: int) -> None:
        super().__init__(seat)
        self.insists = True

    def candidates(self, state: BomarzoState) -> list[Action]:
        fief = state.fiefs[self.seat]
        played = [actions.PLAY[card] for card in members(fief.hand)]
        return [*played, *[actions.UPGRADE[card] for card in members(fief.level1)], actions.DECLINE]

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        if action is actions.DECLINE or cards_for(state, state.god) & ONE_CARD[action.a]:
            return None
        return "BOM-8.4"

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("field", "field", DEVELOPS[state.god])]

    def play(self, state: BomarzoState, action: Action) -> None:
        seat = self.seat
        fief = state.fiefs[seat]
        edition = state.ruleset.edition
        if action is actions.DECLINE:
            state.tell(events.DECLINED, seat, state.god)
        elif action.verb is actions.PLAY:
            fief.hand &= ~ONE_CARD[action.a]
            fief.level1 |= ONE_CARD[action.a]
            state.tell(events.PLAYED, seat, action.a)
            advance_all(state, seat, edition.first_steps[action.a])
        else:
            fief.level1 &= ~ONE_CARD[action.a]
            fief.level2 |= ONE_CARD[action.a]
            state.tell(events.UPGRADED, seat, action.a, action.a)
            advance_all(state, seat, edition.second_steps[action.a])


MAY_WORK: Final[list[MayWork]] = [MayWork(seat) for seat in SEATS]
WORKS: Final[list[Work]] = [Work(seat) for seat in SEATS]
DEVELOPING: Final[list[Develop]] = [Develop(seat) for seat in SEATS]
