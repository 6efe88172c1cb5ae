"""The Action phase: turns (BOM-4), copies (BOM-7) and the Worship expansion (BOM-14)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from ludoteca.games.bomarzo.rules import actions, events
from ludoteca.games.bomarzo.rules.actions import COIN, FOOD, GODS, WINE
from ludoteca.games.bomarzo.rules.edition import REPETITION
from ludoteca.games.bomarzo.rules.state import (
    GREEN,
    NO_EXCHANGE,
    NO_GOD,
    SEATS,
    YELLOW,
    BomarzoState,
    Fief,
    Lot,
    SeatHappening,
    no_cubes,
)
from ludoteca.games.bomarzo.rules.steps import payment
from ludoteca.games.bomarzo.rules.steps.favours import FAVOURS, promises_something
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import Audience, only
from ludoteca.kernel.state import Decision, Happening

# `Fief.visited`: bit d for a pawn on divinity d, bit 8 + a for a pawn on harvest area a.
FIRST_AREA: Final = 8
ALL_AREAS: Final = 0b111 << 8
GREEN_LIMIT: Final = 2


# Whose turn it is


class NextTurn(Happening[BomarzoState]):
    """BOM-4.1 to 4.3: clockwise to the next seat that can place a pawn; if nobody can, the phase is over."""

    def happen(self, state: BomarzoState) -> None:
        for offset in range(state.seats):
            seat = state.clockwise(state.turn, offset)
            if can_act(state, state.fiefs[seat]):
                state.turn = seat
                state.worshipped = False
                state.push(TURNS[seat])
                return


def can_act(state: BomarzoState, fief: Fief) -> bool:
    """A seat with a pawn, that has not passed, may still act this season and finds a place for the pawn."""
    return fief.idle > 0 and not fief.passed and not at_limit(state, fief) and can_place(state, fief)


def at_limit(state: BomarzoState, fief: Fief) -> bool:
    """BOM-13.2: in a green season two actions are all."""
    return state.colour == GREEN and fief.deeds >= GREEN_LIMIT


def can_place(state: BomarzoState, fief: Fief) -> bool:
    if fief.visited & ALL_AREAS != ALL_AREAS:
        return True
    return len(invocations(state, fief, fief.hand_size())) > 0


def invocations(state: BomarzoState, fief: Fief, cards: int) -> list[Action]:
    """The divinities without an `invocation_objection`, with what does not depend on them looked up once. So
    many cards of the hand may be discarded.
    """
    found: list[Action] = []
    food: i64 = fief.cubes[FOOD]
    coin: i64 = fief.cubes[COIN]
    wild: i64 = fief.cubes[WINE] + cards
    swaps: i64 = state.exchanges(fief)
    again = state.colour != YELLOW and state.powers(fief, REPETITION) != 0
    visited: i64 = fief.visited
    sleepy: i64 = state.ruleset.edition.dormant_at
    god: i64
    for god in range(GODS):
        if state.divinities[god].cubes[WINE] >= sleepy or ((visited >> god) & 1 and not again):
            continue
        owed_food, owed_coin, owed_any = payment.price(state, god)
        if payment.payable(food, coin, wild, swaps, NO_EXCHANGE, owed_food, owed_coin, owed_any):
            found.append(actions.INVOKE.actions[god])
    return found


def invocation_objection(state: BomarzoState, fief: Fief, god: int) -> str | None:
    """BOM-4.6, BOM-4.7, BOM-7.1."""
    if state.dormant(god):
        return "BOM-7.1"
    if (fief.visited >> god) & 1:
        if state.colour == YELLOW:
            return "BOM-13.2/yellow"
        if not state.powers(fief, REPETITION):
            return "BOM-4.6"
    food, coin, either = payment.price(state, god)
    return None if payment.can_pay(state, fief, food, coin, either, True) else "BOM-4.7"


class Turn(Decision[BomarzoState]):
    """BOM-4.1: place a pawn on a divinity or a harvest area; perhaps draw worship cards first."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return PLACES_OR_WORSHIP if state.ruleset.worship_promo else PLACES

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        fief = state.fiefs[self.seat]
        if action.verb is actions.INVOKE:
            return invocation_objection(state, fief, action.a)
        if action.verb is actions.HARVEST:
            return "BOM-4.5" if (fief.visited >> (FIRST_AREA + action.a)) & 1 else None
        if action is actions.PASS:
            return pass_objection(state, fief)
        return worship_objection(state, fief, action.a)

    def options(self, state: BomarzoState) -> list[Action]:
        # Weighing every divinity by itself would cost more than a tenth of the speed of the game.
        fief = state.fiefs[self.seat]
        found = invocations(state, fief, fief.hand_size())
        for action in OR_WORSHIP if state.ruleset.worship_promo else HARVEST_OR_PASS:
            if self.objection(state, action) is None:
                found.append(action)
        return found

    def play(self, state: BomarzoState, action: Action) -> None:
        seat = self.seat
        if action.verb is actions.INVOKE:
            invoke(state, seat, action.a)
        elif action.verb is actions.HARVEST:
            harvest(state, seat, action.a)
        elif action is actions.PASS:
            state.fiefs[seat].passed = True
            state.tell(events.PASSED, seat)
            state.push(TURN_ENDS[seat])
        else:
            worship(state, seat, action.a)


def pass_objection(state: BomarzoState, fief: Fief) -> str | None:
    """BOM-4.3: nobody passes while a harvest is left, or a pawn can be placed without discarding cards."""
    harvests_done = fief.visited & ALL_AREAS == ALL_AREAS
    if state.ruleset.never_pass:
        return "BOM-4.3/never" if not harvests_done or invocations(state, fief, 0) else None
    return None if state.ruleset.pass_any_time or harvests_done else "BOM-4.3"


def place_pawn(fief: Fief, place: int) -> None:
    fief.idle -= 1
    fief.deeds += 1
    fief.visited |= 1 << place


def pawns_at(pawns: int) -> int:
    """How many pawns stand in one place."""
    return (pawns.bit_length() + 2) // 3


def harvest_yield(state: BomarzoState, area: int) -> int:
    """BOM-4.4: what the next pawn on an area brings: the earlier, the more, as far as the reserve goes."""
    yields = state.ruleset.edition.yields[area]
    due = yields[min(pawns_at(state.harvested[area]), len(yields) - 1)]
    return min(due, state.reserve[area]) if state.ruleset.limited else due


def harvest(state: BomarzoState, seat: int, area: int) -> None:
    """BOM-4.4, BOM-4.5."""
    fief = state.fiefs[seat]
    place_pawn(fief, FIRST_AREA + area)
    due = harvest_yield(state, area)
    state.harvested[area] = state.harvested[area] * 8 + seat + 1
    number = state.take(fief, area, due)
    state.tell(events.HARVESTED, seat, area, number, area)
    state.push(TURN_ENDS[seat])


def invoke(state: BomarzoState, seat: int, god: int) -> None:
    """BOM-4.8: pay, give, raise; then the favour, dormancy, and copies by the others."""
    fief = state.fiefs[seat]
    divinity = state.divinities[god]
    food, coin, either = payment.price(state, god)
    state.god = god
    state.spent = no_cubes()
    state.gift_from = FOOD
    state.tell(events.INVOKED, seat, god)
    if (fief.visited >> god) & 1:
        state.rotate(fief, REPETITION)
        state.tell(events.REPEATED, seat, god)
    place_pawn(fief, god)
    divinity.pawns = divinity.pawns * 8 + seat + 1
    state.push(TURN_ENDS[seat])
    state.push(COPIES[seat])
    state.push(FAVOURS[seat])
    state.push(payment.MAY_RAISE[seat])
    state.push(payment.GIFTS[seat])
    payment.begin_payment(state, seat, payment.TRIBUTE, food, coin, either)


class TurnEnds(SeatHappening):
    """The next seat, please."""

    def happen(self, state: BomarzoState) -> None:
        state.god = NO_GOD
        state.turn = state.clockwise(self.owner)
        state.tell(events.TURN_OVER, self.owner)
        state.push(NEXT_TURN)


# Copies (BOM-7)


class Copies(SeatHappening):
    """BOM-7.1, 7.2: unless the divinity fell asleep, the others may copy the action, in player order."""

    def happen(self, state: BomarzoState) -> None:
        if state.dormant(state.god):
            state.tell(events.FELL_ASLEEP, state.god)
            return
        begins = self.owner if state.ruleset.copies_from_actor else state.first
        for offset in range(state.seats - 1, -1, -1):
            other = state.clockwise(begins, offset)
            if other != self.owner and copy_objection(state, state.fiefs[other]) is None:
                state.push(COPY_OFFERS[other])


def copy_price(state: BomarzoState) -> tuple[int, int, int]:
    """BOM-7.3: what a copy costs: the same food and coins, and more wine."""
    return (state.spent[FOOD], state.spent[COIN], state.spent[WINE] + state.ruleset.edition.copy_surcharge)


def copy_objection(state: BomarzoState, fief: Fief) -> str | None:
    """BOM-7.2 to 7.4, and the season tokens."""
    food, coin, wine = copy_price(state)
    if fief.cubes[WINE] < wine:
        return "BOM-7.3/wine"
    if state.colour == YELLOW and state.ruleset.yellow_stops_copies:
        return "BOM-13.2/yellow"
    if state.ruleset.green_counts_copies and at_limit(state, fief):
        return "BOM-13.2/green"
    if not payment.can_pay(state, fief, food, coin, 0, False):
        return "BOM-7.3"
    return None if promises_something(state, fief, state.god) else "BOM-7.2"


class CopyOffer(Decision[BomarzoState]):
    """BOM-7.2: pay the same and two wines more, and have the same favour."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return COPY_CHOICE

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        return copy_objection(state, state.fiefs[self.seat]) if action is actions.COPY else None

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        food, coin, wine = copy_price(state)
        return [
            ("divinity", "divinity", state.god),
            ("food", "number", food),
            ("coin", "number", coin),
            ("wine", "number", wine),
        ]

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is actions.COPY_DECLINE:
            return
        seat = self.seat
        fief = state.fiefs[seat]
        food, coin, wine = copy_price(state)
        if state.ruleset.green_counts_copies:
            fief.deeds += 1
        state.tell(events.COPIED, seat, state.god, wine)
        fief.cubes[WINE] -= wine
        state.reserve[WINE] += wine
        state.push(FAVOURS[seat])
        payment.begin_payment(state, seat, payment.COPYING, food, coin, 0)


# Worship (BOM-14)


def worship_objection(state: BomarzoState, fief: Fief, extra: int) -> str | None:
    """BOM-14.1 to 14.3."""
    edition = state.ruleset.edition
    if state.worshipped:
        return "BOM-14.2"
    if len(fief.worship) >= state.ruleset.most_worship:
        return "BOM-14.3"
    if extra + 1 > state.worship_deck.bit_count():
        return "BOM-14.1"
    return None if payment.can_pay(state, fief, 0, 0, extra * edition.extra_price, True) else "BOM-14.2/price"


def worship(state: BomarzoState, seat: int, extra: int) -> None:
    """BOM-14.2: pay for the extra cards, look at all, keep one."""
    state.worshipped = True
    state.tell(events.WORSHIPS, seat, extra + 1)
    state.push(AFTER_WORSHIP[seat])
    state.push(WORSHIP_KEEPS[seat])
    for _ in range(extra + 1):
        state.push(WORSHIP_DRAWS[seat])
    payment.begin_payment(state, seat, payment.WORSHIPPING, 0, 0, extra * state.ruleset.edition.extra_price)


class WorshipCard(Lot):
    """A worship card, for its owner's eyes."""

    def __init__(self, owner: int) -> None:
        super().__init__()
        self.owner = owner

    def stream(self) -> str:
        return "worship"

    def odds(self, state: BomarzoState) -> list[tuple[Action, int]]:
        return [(actions.WORSHIP_DRAWN[god], 1) for god in range(GODS) if (state.worship_deck >> god) & 1]

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return only(self.owner)

    def play(self, state: BomarzoState, action: Action) -> None:
        state.worship_deck &= ~(1 << action.a)
        state.worship_offer |= 1 << action.a
        state.confide(only(self.owner), events.SAW_WORSHIP, self.owner, action.a)


class WorshipKeep(Decision[BomarzoState]):
    """BOM-14.2: one card is kept, the others go back into the deck."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return [actions.WORSHIP_KEEP[god] for god in range(GODS) if (state.worship_offer >> god) & 1]

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return only(self.seat)

    def play(self, state: BomarzoState, action: Action) -> None:
        fief = state.fiefs[self.seat]
        learnt = [masks[:] for masks in fief.not_worship]
        for other in range(state.seats):
            for number in range(len(state.fiefs[other].worship)):
                if other != self.seat:
                    learnt[other][number] |= state.worship_offer
        fief.not_worship = learnt
        fief.worship = [*fief.worship, action.a]
        state.worship_deck |= state.worship_offer & ~(1 << action.a)
        state.worship_offer = 0
        state.confide(only(self.seat), events.KEPT_WORSHIP, self.seat, action.a)


class AfterWorship(SeatHappening):
    """The turn goes on, unless the payment left no place for a pawn."""

    def happen(self, state: BomarzoState) -> None:
        goes_on = can_place(state, state.fiefs[self.owner])
        state.push(TURNS[self.owner] if goes_on else TURN_ENDS[self.owner])


HARVEST_OR_PASS: Final[list[Action]] = [*actions.HARVEST.actions, actions.PASS]
OR_WORSHIP: Final[list[Action]] = [*HARVEST_OR_PASS, *actions.WORSHIP_DRAW.actions]
PLACES: Final[list[Action]] = [*actions.INVOKE.actions, *HARVEST_OR_PASS]
PLACES_OR_WORSHIP: Final[list[Action]] = [*actions.INVOKE.actions, *OR_WORSHIP]
COPY_CHOICE: Final[list[Action]] = [actions.COPY, actions.COPY_DECLINE]

NEXT_TURN: Final = NextTurn()
TURNS: Final[list[Turn]] = [Turn(seat) for seat in SEATS]
TURN_ENDS: Final[list[TurnEnds]] = [TurnEnds(seat) for seat in SEATS]
COPIES: Final[list[Copies]] = [Copies(seat) for seat in SEATS]
COPY_OFFERS: Final[list[CopyOffer]] = [CopyOffer(seat) for seat in SEATS]
WORSHIP_DRAWS: Final[list[WorshipCard]] = [WorshipCard(seat) for seat in SEATS]
WORSHIP_KEEPS: Final[list[WorshipKeep]] = [WorshipKeep(seat) for seat in SEATS]
AFTER_WORSHIP: Final[list[AfterWorship]] = [AfterWorship(seat) for seat in SEATS]
