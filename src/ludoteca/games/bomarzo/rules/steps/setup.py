"""Before the first season: BOM-1, and the season tokens (BOM-13.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.games.bomarzo.rules.actions import (
    BONUS,
    COLOURS,
    DRAWN,
    FIRST,
    GODS,
    KEEP,
    KINDS,
    PLACED,
    ROWS,
    TOKEN,
    TRACKS,
)
from ludoteca.games.bomarzo.rules.cards import ONE_CARD, members
from ludoteca.games.bomarzo.rules.events import (
    BEGINS,
    DEALT,
    GOT_BONUS,
    KEPT,
    PLACE_TAKEN,
    SHOWN,
    TOKEN_LAID,
)
from ludoteca.games.bomarzo.rules.state import BomarzoState, Ruleset
from ludoteca.games.bomarzo.rules.steps.development import MAY_WORK
from ludoteca.games.bomarzo.rules.steps.draws import REVEAL, SEATS, card_odds, random_card
from ludoteca.games.bomarzo.rules.steps.season import SEASON
from ludoteca.games.bomarzo.rules.steps.turn import SLOTS
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import Audience, only
from ludoteca.kernel.options import Setup
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import Chance, Decision, Happening


def lay_table(setup: Setup) -> BomarzoState:
    """BOM-1.1, 1.3: the reserve full, villages at their beginning; chance and the seats do the rest."""
    ruleset = Ruleset(setup)
    edition = ruleset.edition
    seats = setup.seats
    state = BomarzoState(ruleset)
    state.reserve = edition.supply[:]
    state.cubes = [0] * (len(KINDS) * seats)
    state.rows = [0] * (len(ROWS) * seats)
    state.tracks = [0] * (len(TRACKS) * seats)
    state.ten_rank = [0] * (len(TRACKS) * seats)
    state.vp = [0] * seats
    state.pawns = [edition.pawns[seats]] * seats
    state.idle = state.pawns[:]
    state.visited = [0] * seats
    state.deeds = [0] * seats
    state.hand = [0] * seats
    state.offer = [0] * seats
    state.level1 = [0] * seats
    state.level2 = [0] * seats
    state.rotated = [0] * seats
    state.lacks = [0] * seats
    state.under = [0] * (GODS * seats)
    state.early = [0] * (GODS * seats)
    state.lying = [0] * (GODS * len(KINDS))
    state.pawns_on = [0] * GODS
    state.harvested = [0, 0, 0]
    state.point_owner = [-1] * (len(TRACKS) * len(edition.points_at))
    state.assigned = [0, 0, 0]
    if ruleset.worship_promo:
        state.worship_deck = (1 << GODS) - 1
        state.worship = [-1] * (SLOTS * seats)
        state.not_worship = [0] * (GODS * seats)
    for seat in range(seats):
        for kind in range(len(KINDS)):
            state.take(seat, kind, edition.start[kind])  # BOM-1.4
    state.push(PREPARE)
    state.push(FIRST_SEAT)
    return state


class FirstSeat(Chance[BomarzoState]):
    """BOM-1.2: who begins."""

    def odds(self, state: BomarzoState) -> list[tuple[Action, int]]:
        return [(FIRST[seat], 1) for seat in range(state.seats)]

    def play(self, state: BomarzoState, action: Action) -> None:
        state.first = action.a
        state.tell(BEGINS, action.a)


class Prepare(Happening[BomarzoState]):
    """Everything else, in order: bonus, divinities, tokens, cards, workers."""

    def happen(self, state: BomarzoState) -> None:
        edition = state.ruleset.edition
        in_order = [state.clockwise(state.first, offset) for offset in range(state.seats)]
        backwards = in_order[::-1]
        state.push(SEASON)
        for seat in backwards:
            for _ in range(edition.worker_steps):
                state.push(MAY_WORK[seat])
        state.push(SHOW_DISCARDS)
        for seat in backwards:
            state.push(KEEPS[seat])
        for seat in backwards:
            for _ in range(edition.cards_dealt):
                state.push(DEALS[seat])
        if state.ruleset.seasons_promo:
            for _ in range(edition.seasons):
                state.push(LAY_TOKEN)
        for _ in range(GODS):
            state.push(PLACE_DIVINITY)
        if state.seats in edition.bonus_players:
            state.push(BONUSES[backwards[0]])


class Bonus(Decision[BomarzoState]):
    """BOM-1.4: the last of four players takes a food or a coin more."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return BONUS.actions

    def play(self, state: BomarzoState, action: Action) -> None:
        state.take(self.seat, action.a, 1)
        state.tell(GOT_BONUS, self.seat, action.a)


class PlaceDivinity(Chance[BomarzoState]):
    """BOM-1.5: the next place around the board receives a divinity."""

    def stream(self) -> str:
        return "divinities"

    def odds(self, state: BomarzoState) -> list[tuple[Action, int]]:
        return [(PLACED[god], 1) for god in range(GODS) if god not in state.order]

    def certainty(self, state: BomarzoState) -> Action | None:
        odds = self.odds(state)
        return odds[0][0] if len(odds) == 1 else None

    def play(self, state: BomarzoState, action: Action) -> None:
        state.order = [*state.order, action.a]
        state.tell(PLACE_TAKEN, len(state.order), action.a)


class LayToken(Chance[BomarzoState]):
    """BOM-13.1: the next season receives one of the tokens that are left."""

    def stream(self) -> str:
        return "tokens"

    def odds(self, state: BomarzoState) -> list[tuple[Action, int]]:
        found: list[tuple[Action, int]] = []
        for colour in range(len(COLOURS)):
            left = state.ruleset.edition.token_counts[colour] - state.tokens.count(colour)
            if left > 0:
                found.append((TOKEN[colour], left))
        return found

    def certainty(self, state: BomarzoState) -> Action | None:
        odds = self.odds(state)
        return odds[0][0] if len(odds) == 1 else None

    def play(self, state: BomarzoState, action: Action) -> None:
        state.tokens = [*state.tokens, action.a]
        state.tell(TOKEN_LAID, len(state.tokens), action.a)


class Deal(Chance[BomarzoState]):
    """BOM-1.6: a card to choose from."""

    def __init__(self, receiver: int) -> None:
        super().__init__()
        self.receiver = receiver

    def stream(self) -> str:
        return "deck"

    def odds(self, state: BomarzoState) -> list[tuple[Action, int]]:
        return card_odds(state)

    def sample(self, state: BomarzoState, source: Source) -> Action:
        return DRAWN[random_card(state, source)]

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return only(self.receiver)

    def play(self, state: BomarzoState, action: Action) -> None:
        state.deck &= ~ONE_CARD[action.a]
        state.offer[self.receiver] |= ONE_CARD[action.a]
        state.confide(only(self.receiver), DEALT, self.receiver, action.a)


class Keep(Decision[BomarzoState]):
    """BOM-1.6: one of the cards dealt is the first hand; the others lie aside until all have chosen."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return [KEEP[card] for card in members(state.offer[self.seat])]

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return only(self.seat)

    def play(self, state: BomarzoState, action: Action) -> None:
        state.hand[self.seat] = ONE_CARD[action.a]
        state.offer[self.seat] &= ~ONE_CARD[action.a]
        state.confide(only(self.seat), KEPT, self.seat, action.a)


class ShowDiscards(Happening[BomarzoState]):
    """The cards nobody kept are the first discards, for all to see."""

    def happen(self, state: BomarzoState) -> None:
        for seat in range(state.seats):
            for card in members(state.offer[seat]):
                state.tell(SHOWN, card)
            state.discard |= state.offer[seat]
            state.offer[seat] = 0
        if state.ruleset.deck_shown:
            state.push(REVEAL)


FIRST_SEAT: Final = FirstSeat()
PREPARE: Final = Prepare()
BONUSES: Final[list[Bonus]] = [Bonus(seat) for seat in SEATS]
PLACE_DIVINITY: Final = PlaceDivinity()
LAY_TOKEN: Final = LayToken()
DEALS: Final[list[Deal]] = [Deal(seat) for seat in SEATS]
KEEPS: Final[list[Keep]] = [Keep(seat) for seat in SEATS]
SHOW_DISCARDS: Final = ShowDiscards()
