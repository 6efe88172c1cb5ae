"""Drawing development cards: BOM-1.7, BOM-3.4, BOM-8.1 and the vision power (BOM-10.1)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.rules import actions, events
from ludoteca.games.bomarzo.rules.cards import ONE_CARD, count, lowest, members, nth
from ludoteca.games.bomarzo.rules.edition import VISION
from ludoteca.games.bomarzo.rules.state import SEATS, BomarzoState, SeatHappening
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import EVERYONE, Audience, only
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import Chance, Decision

MORE_BY_VISION: Final = 2
VISION_CHOICE: Final[list[Action]] = [actions.VISION_USE, actions.VISION_SKIP]


class CardIncome(SeatHappening):
    """BOM-3.1: the cards due in Production, in as many draws as their owner likes; only a vision makes a
    difference between them.
    """

    def happen(self, state: BomarzoState) -> None:
        due = state.cards_due
        several = due > 1 and state.ruleset.draws_one_by_one
        if several and state.powers(state.fiefs[self.owner], VISION):
            state.push(HOW_MANY[self.owner])
        elif due:
            state.cards_due = 0
            begin_draw(state, self.owner, due)


class HowMany(Decision[BomarzoState]):
    """BOM-3.1: how many of the cards due are drawn now."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return actions.DRAW_NOW.actions[: state.cards_due]

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("number", "number", state.cards_due)]

    def play(self, state: BomarzoState, action: Action) -> None:
        state.cards_due -= action.a
        state.push(CARD_INCOMES[self.seat])
        begin_draw(state, self.seat, action.a)


def begin_draw(state: BomarzoState, seat: int, number: int) -> None:
    """The seat draws `number` cards; unused visions are offered first."""
    state.to_keep = number
    state.to_draw = number
    if state.powers(state.fiefs[seat], VISION):
        state.push(LOOKS[seat])
    else:
        draw_on(state, seat)


def draw_on(state: BomarzoState, seat: int) -> None:
    """The next card, or the end of the drawing."""
    if state.to_draw > 0 and state.deck == 0:
        if state.discard:
            state.reshuffle()
        else:
            state.tell(events.NO_CARD, seat)
            state.to_draw = 0
    if state.to_draw == 0:
        take_in(state, seat)
        return
    state.push(DRAWS[seat])
    if state.ruleset.deck_shown and state.top == 0:
        state.push(REVEAL)


def take_in(state: BomarzoState, seat: int) -> None:
    """Cards beyond those due are discarded (BOM-10.1); the others join the hand."""
    fief = state.fiefs[seat]
    if count(fief.offer) > state.to_keep:
        state.push(EXCESS[seat])
        return
    fief.hand |= fief.offer
    fief.offer = 0


class Look(Decision[BomarzoState]):
    """BOM-10.1: two more cards to choose from, once a season for each vision."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return VISION_CHOICE

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("number", "number", state.to_keep)]

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is actions.VISION_USE:
            fief = state.fiefs[self.seat]
            state.rotate(fief, VISION)
            state.to_draw += MORE_BY_VISION
            state.tell(events.USED_VISION, self.seat)
            if state.powers(fief, VISION):
                state.push(self)
                return
        draw_on(state, self.seat)


def random_card(state: BomarzoState, source: Source) -> int:
    return nth(state.deck, source.below(count(state.deck)))


class Draw(Chance[BomarzoState]):
    """One card from the deck, for its owner's eyes; where the deck lies open everybody saw it."""

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def stream(self) -> str:
        return "deck"

    def odds(self, state: BomarzoState) -> list[tuple[Action, int]]:
        return [(actions.DRAWN[card], 1) for card in ([state.top] if state.top else members(state.deck))]

    def sample(self, state: BomarzoState, source: Source) -> Action:
        return actions.DRAWN[state.top or random_card(state, source)]

    def certainty(self, state: BomarzoState) -> Action | None:
        if state.top:
            return actions.DRAWN[state.top]
        if state.deck & (state.deck - 1) == 0:
            return actions.DRAWN[lowest(state.deck)]
        return None

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return EVERYONE if state.top else only(self.owner)

    def play(self, state: BomarzoState, action: Action) -> None:
        card = ONE_CARD[action.a]
        state.confide(self.audience(state, action), events.DREW, self.owner, action.a)
        state.deck &= ~card
        fief = state.fiefs[self.owner]
        fief.offer |= card
        state.to_draw -= 1
        if state.top:
            state.top = 0
            state.known |= card
        if state.deck == 0 and state.discard:
            state.reshuffle()
        shown = state.ruleset.deck_shown and state.deck != 0
        draw_on(state, self.owner)
        if shown and state.top == 0 and state.step is not REVEAL:
            state.push(REVEAL)


class Reveal(Chance[BomarzoState]):
    """Where the deck lies open, the next card shows its upgraded side as soon as the one above has gone."""

    def stream(self) -> str:
        return "deck"

    def odds(self, state: BomarzoState) -> list[tuple[Action, int]]:
        return [(actions.TOP[card], 1) for card in members(state.deck)]

    def sample(self, state: BomarzoState, source: Source) -> Action:
        return actions.TOP[random_card(state, source)]

    def certainty(self, state: BomarzoState) -> Action | None:
        return actions.TOP[lowest(state.deck)] if state.deck & (state.deck - 1) == 0 else None

    def play(self, state: BomarzoState, action: Action) -> None:
        state.top = action.a
        state.tell(events.TOP_SHOWN, action.a)


class Excess(Decision[BomarzoState]):
    """BOM-10.1: of the cards drawn with a vision, those beyond the number due are discarded."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return [actions.DISCARD_EXCESS[card] for card in members(state.fiefs[self.seat].offer)]

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("number", "number", count(state.fiefs[self.seat].offer) - state.to_keep)]

    def play(self, state: BomarzoState, action: Action) -> None:
        state.fiefs[self.seat].offer &= ~ONE_CARD[action.a]
        state.discard |= ONE_CARD[action.a]
        state.tell(events.PUT_BACK, self.seat, action.a)
        take_in(state, self.seat)


CARD_INCOMES: Final[list[CardIncome]] = [CardIncome(seat) for seat in SEATS]
HOW_MANY: Final[list[HowMany]] = [HowMany(seat) for seat in SEATS]
LOOKS: Final[list[Look]] = [Look(seat) for seat in SEATS]
DRAWS: Final[list[Draw]] = [Draw(seat) for seat in SEATS]
EXCESS: Final[list[Excess]] = [Excess(seat) for seat in SEATS]
REVEAL: Final = Reveal()
