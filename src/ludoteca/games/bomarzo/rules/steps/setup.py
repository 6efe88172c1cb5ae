"""Before the first season: BOM-1, and the season tokens (BOM-13.1)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.rules import actions, events
from ludoteca.games.bomarzo.rules.actions import GODS, KINDS, TRACKS
from ludoteca.games.bomarzo.rules.cards import ONE_CARD, mask_of, members
from ludoteca.games.bomarzo.rules.state import NOBODY_YET, SEATS, BomarzoState, Divinity, Fief, Lot, Ruleset
from ludoteca.games.bomarzo.rules.steps.development import MAY_WORK
from ludoteca.games.bomarzo.rules.steps.draws import REVEAL, Draw
from ludoteca.games.bomarzo.rules.steps.season import SEASON
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import Audience, only
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import Chance, Decision, Happening


def lay_table(setup: Setup) -> BomarzoState:
    """BOM-1.3, 1.4: divinities bare, pawns and first cubes for all; chance and the seats do the rest."""
    state = BomarzoState(Ruleset(setup))
    edition = state.ruleset.edition
    state.divinities = [Divinity() for _ in range(GODS)]
    state.point_owners = [[NOBODY_YET] * len(edition.points_at) for _ in TRACKS]
    state.fiefs = [Fief() for _ in range(setup.seats)]
    for fief in state.fiefs:
        fief.pawns = fief.idle = edition.pawns[setup.seats]
        for kind in range(len(KINDS)):
            state.take(fief, kind, edition.start[kind])
    if state.ruleset.worship_promo:
        state.worship_deck = (1 << GODS) - 1
    state.push(PREPARE)
    state.push(FIRST_SEAT)
    return state


class FirstSeat(Chance[BomarzoState]):
    """BOM-1.2: who begins."""

    def odds(self, state: BomarzoState) -> list[tuple[Action, int]]:
        return [(actions.FIRST[seat], 1) for seat in range(state.seats)]

    def play(self, state: BomarzoState, action: Action) -> None:
        state.first = action.a
        state.tell(events.BEGINS, action.a)


class Prepare(Happening[BomarzoState]):
    """Everything else, in order: bonus, divinities, tokens, cards, workers."""

    def happen(self, state: BomarzoState) -> None:
        edition = state.ruleset.edition
        backwards = state.from_the_last()
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

    def candidates(self, state: BomarzoState) -> list[Action]:
        return actions.BONUS.actions

    def play(self, state: BomarzoState, action: Action) -> None:
        state.take(state.fiefs[self.seat], action.a, 1)
        state.tell(events.GOT_BONUS, self.seat, action.a)


class PlaceDivinity(Chance[BomarzoState]):
    """BOM-1.5: the next place around the board receives a divinity."""

    def stream(self) -> str:
        return "divinities"

    def odds(self, state: BomarzoState) -> list[tuple[Action, int]]:
        placed = mask_of(state.order)
        return [(actions.PLACED[god], 1) for god in range(GODS) if not placed >> god & 1]

    def certainty(self, state: BomarzoState) -> Action | None:
        return self.odds(state)[0][0] if len(state.order) == GODS - 1 else None

    def play(self, state: BomarzoState, action: Action) -> None:
        state.order = [*state.order, action.a]
        state.tell(events.PLACE_TAKEN, len(state.order), action.a)


class LayToken(Lot):
    """BOM-13.1: the next season receives one of the tokens that are left."""

    def stream(self) -> str:
        return "tokens"

    def odds(self, state: BomarzoState) -> list[tuple[Action, int]]:
        tokens = enumerate(state.ruleset.edition.token_counts)
        left = [(actions.TOKEN[colour], number - state.tokens.count(colour)) for colour, number in tokens]
        return [(action, number) for action, number in left if number > 0]

    def play(self, state: BomarzoState, action: Action) -> None:
        state.tokens = [*state.tokens, action.a]
        state.tell(events.TOKEN_LAID, len(state.tokens), action.a)


class Deal(Draw):
    """BOM-1.6: a card to choose from."""

    def play(self, state: BomarzoState, action: Action) -> None:
        state.deck &= ~ONE_CARD[action.a]
        state.fiefs[self.owner].offer |= ONE_CARD[action.a]
        state.confide(only(self.owner), events.DEALT, self.owner, action.a)


class Keep(Decision[BomarzoState]):
    """BOM-1.6: one of the cards dealt is the first hand; the others lie aside until all have chosen."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return [actions.KEEP[card] for card in members(state.fiefs[self.seat].offer)]

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return only(self.seat)

    def play(self, state: BomarzoState, action: Action) -> None:
        fief = state.fiefs[self.seat]
        fief.hand = ONE_CARD[action.a]
        fief.offer &= ~ONE_CARD[action.a]
        state.confide(only(self.seat), events.KEPT, self.seat, action.a)


class ShowDiscards(Happening[BomarzoState]):
    """The cards nobody kept are the first discards, for all to see."""

    def happen(self, state: BomarzoState) -> None:
        for fief in state.fiefs:
            for card in members(fief.offer):
                state.tell(events.SHOWN, card)
            state.discard |= fief.offer
            fief.offer = 0
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
