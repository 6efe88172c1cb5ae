"""The Action phase: turns (BOM-4), copies (BOM-7) and the Worship expansion (BOM-14)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.games.bomarzo.rules.actions import (
    AREAS,
    COPY,
    COPY_DECLINE,
    DIVINITIES,
    GODS,
    HARVEST,
    INVOKE,
    PASS,
    WINE,
    WORSHIP_DRAW,
    WORSHIP_DRAWN,
    WORSHIP_KEEP,
)
from ludoteca.games.bomarzo.rules.edition import REPETITION
from ludoteca.games.bomarzo.rules.events import (
    COPIED,
    FELL_ASLEEP,
    HARVESTED,
    INVOKED,
    KEPT_WORSHIP,
    PASSED,
    REPEATED,
    SAW_WORSHIP,
    TURN_OVER,
    WORSHIPS,
)
from ludoteca.games.bomarzo.rules.state import (
    ALL_AREAS,
    COPYING,
    FIRST_AREA,
    GREEN,
    GREEN_LIMIT,
    NO_EXCHANGE,
    NO_GOD,
    PASS_ANY_TIME,
    PASS_NEVER,
    TRIBUTE,
    WORSHIPPING,
    YELLOW,
    BomarzoState,
)
from ludoteca.games.bomarzo.rules.steps.draws import SEATS
from ludoteca.games.bomarzo.rules.steps.favours import FAVOURS, promises_something
from ludoteca.games.bomarzo.rules.steps.payment import (
    GIFTS,
    MAY_RAISE,
    begin_payment,
    can_pay,
    payable,
    price,
)
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import Audience, only
from ludoteca.kernel.source import Source
from ludoteca.kernel.state import Chance, Decision, Happening

SLOTS: Final = 2  # worship cards a seat may hold


# Whose turn it is


class NextTurn(Happening[BomarzoState]):
    """BOM-4.1 to 4.3: clockwise to the next seat that can place a pawn; if nobody can, the phase is over."""

    def happen(self, state: BomarzoState) -> None:
        seat = state.turn
        for _ in range(state.seats):
            if can_act(state, seat):
                state.turn = seat
                state.worshipped = False
                state.push(TURNS[seat])
                return
            seat = seat + 1 if seat + 1 < state.seats else 0


def can_act(state: BomarzoState, seat: int) -> bool:
    """A seat with a pawn, that has not passed, may still act this season and finds a place for the pawn."""
    if state.idle[seat] == 0 or (state.passed >> seat) & 1 or at_limit(state, seat):
        return False
    return can_place(state, seat)


def at_limit(state: BomarzoState, seat: int) -> bool:
    """BOM-13.2: in a green season two actions are all."""
    return state.colour == GREEN and state.deeds[seat] >= GREEN_LIMIT


def can_place(state: BomarzoState, seat: int) -> bool:
    return state.visited[seat] & ALL_AREAS != ALL_AREAS or len(invocations(state, seat)) > 0


def invocations(state: BomarzoState, seat: int) -> list[Action]:
    """The divinities a seat may invoke now: those without an objection, looked up in one go."""
    found: list[Action] = []
    visited = state.visited[seat]
    cubes = state.cubes
    food = cubes[3 * seat]
    coin = cubes[3 * seat + 1]
    wine = cubes[3 * seat + 2]
    cards = state.hand_size(seat)
    exchanges = state.exchanges(seat)
    again = visited & 0xFF != 0 and state.colour != YELLOW and state.powers(seat, REPETITION) != 0
    for god in range(GODS):
        if state.dormant(god) or ((visited >> god) & 1 and not again):
            continue
        owed_food, owed_coin, owed_any = price(state, god)
        if payable(food, coin, wine, cards, exchanges, NO_EXCHANGE, owed_food, owed_coin, owed_any):
            found.append(INVOKE.actions[god])
    return found


def invocation_objection(state: BomarzoState, seat: int, god: int) -> str | None:
    """BOM-4.6, BOM-4.7, BOM-7.1."""
    if state.dormant(god):
        return "BOM-7.1"
    if (state.visited[seat] >> god) & 1:
        if state.colour == YELLOW:
            return "BOM-13.2/yellow"
        if not state.powers(seat, REPETITION):
            return "BOM-4.6"
    food, coin, either = price(state, god)
    return None if can_pay(state, seat, food, coin, either, True) else "BOM-4.7"


class Turn(Decision[BomarzoState]):
    """BOM-4.1: place a pawn on a divinity or a harvest area; perhaps draw worship cards first."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return PLACES_AND_WORSHIP if state.ruleset.worship_promo else PLACES

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        if action.verb is INVOKE:
            return invocation_objection(state, self.seat, action.a)
        if action.verb is HARVEST:
            return "BOM-4.5" if (state.visited[self.seat] >> (FIRST_AREA + action.a)) & 1 else None
        return self.pass_objection(state) if action is PASS else self.worship_objection(state, action.a)

    def pass_objection(self, state: BomarzoState) -> str | None:
        """BOM-4.3: as long as a harvest is left, nobody passes."""
        rule = state.ruleset.may_pass
        if rule == PASS_NEVER:
            return "BOM-4.3/never"
        if rule != PASS_ANY_TIME and state.visited[self.seat] & ALL_AREAS != ALL_AREAS:
            return "BOM-4.3"
        return None

    def worship_objection(self, state: BomarzoState, extra: int) -> str | None:
        """BOM-14.1 to 14.3."""
        if state.worshipped:
            return "BOM-14.2"
        if worship_held(state, self.seat) >= state.ruleset.edition.most_worship:
            return "BOM-14.3"
        if extra + 1 > state.worship_deck.bit_count():
            return "BOM-14.1"
        if not can_pay(state, self.seat, 0, 0, extra * state.ruleset.edition.extra_price, True):
            return "BOM-14.2/price"
        return None

    def options(self, state: BomarzoState) -> list[Action]:
        found = invocations(state, self.seat)
        visited = state.visited[self.seat]
        for area in range(len(AREAS)):
            if not (visited >> (FIRST_AREA + area)) & 1:
                found.append(HARVEST.actions[area])
        if self.pass_objection(state) is None:
            found.append(PASS)
        if state.ruleset.worship_promo:
            for action in WORSHIP_DRAW.actions:
                if self.worship_objection(state, action.a) is None:
                    found.append(action)
        return found

    def play(self, state: BomarzoState, action: Action) -> None:
        seat = self.seat
        if action.verb is INVOKE:
            invoke(state, seat, action.a)
        elif action.verb is HARVEST:
            harvest(state, seat, action.a)
        elif action is PASS:
            state.passed |= 1 << seat
            state.tell(PASSED, seat)
            state.push(TURN_ENDS[seat])
        else:
            worship(state, seat, action.a)


def place_pawn(state: BomarzoState, seat: int, place: int) -> None:
    state.idle[seat] -= 1
    state.deeds[seat] += 1
    state.visited[seat] |= 1 << place


def pawns_at(pawns: int) -> int:
    """How many pawns stand in one place."""
    found = 0
    while pawns:
        pawns >>= 3
        found += 1
    return found


def harvest(state: BomarzoState, seat: int, area: int) -> None:
    """BOM-4.4: the earlier, the more."""
    place_pawn(state, seat, FIRST_AREA + area)
    due = state.ruleset.edition.yields[area][pawns_at(state.harvested[area])]
    state.harvested[area] = state.harvested[area] * 8 + seat + 1
    number = state.take(seat, area, due)
    state.tell(HARVESTED, seat, area, number, area)
    state.push(TURN_ENDS[seat])


def invoke(state: BomarzoState, seat: int, god: int) -> None:
    """BOM-4.8: pay, give, raise; then the favour, dormancy, and copies by the others."""
    food, coin, either = price(state, god)
    state.god = god
    state.spent_food = 0
    state.spent_coin = 0
    state.spent_wine = 0
    state.gift_from = 0
    state.tell(INVOKED, seat, god)
    if (state.visited[seat] >> god) & 1:
        state.rotate(seat, REPETITION)
        state.tell(REPEATED, seat, god)
    place_pawn(state, seat, god)
    state.pawns_on[god] = state.pawns_on[god] * 8 + seat + 1
    state.push(TURN_ENDS[seat])
    state.push(COPIES[seat])
    state.push(FAVOURS[seat])
    state.push(MAY_RAISE[seat])
    state.push(GIFTS[seat])
    begin_payment(state, seat, TRIBUTE, food, coin, either)


class TurnEnds(Happening[BomarzoState]):
    """The next seat, please."""

    def __init__(self, mover: int) -> None:
        super().__init__()
        self.mover = mover

    def happen(self, state: BomarzoState) -> None:
        state.god = NO_GOD
        state.turn = state.clockwise(self.mover)
        state.tell(TURN_OVER, self.mover)
        state.push(NEXT_TURN)


# Copies (BOM-7)


class Copies(Happening[BomarzoState]):
    """BOM-7.1, 7.2: unless the divinity fell asleep, the others may copy the action, clockwise."""

    def __init__(self, mover: int) -> None:
        super().__init__()
        self.mover = mover

    def happen(self, state: BomarzoState) -> None:
        if state.dormant(state.god):
            state.tell(FELL_ASLEEP, state.god)
            return
        for offset in range(state.seats - 1, 0, -1):
            other = state.clockwise(self.mover, offset)
            if copy_objection(state, other) is None:
                state.push(COPY_OFFERS[other])


def copy_wine(state: BomarzoState) -> int:
    return state.spent_wine + state.ruleset.edition.copy_surcharge


def copy_objection(state: BomarzoState, seat: int) -> str | None:
    """BOM-7.2 to 7.4, and the season tokens."""
    if state.cubes[3 * seat + WINE] < copy_wine(state):
        return "BOM-7.3/wine"
    if state.colour == YELLOW:
        return "BOM-13.2/yellow"
    if state.ruleset.green_counts_copies and at_limit(state, seat):
        return "BOM-13.2/green"
    if not can_pay(state, seat, state.spent_food, state.spent_coin, 0, False):
        return "BOM-7.3"
    return None if promises_something(state, seat, state.god) else "BOM-7.2"


class CopyOffer(Decision[BomarzoState]):
    """BOM-7.2: pay the same and two wines more, and have the same favour."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return COPY_CHOICE

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        return copy_objection(state, self.seat) if action is COPY else None

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [
            ("divinity", "divinity", state.god),
            ("food", "number", state.spent_food),
            ("coin", "number", state.spent_coin),
            ("wine", "number", copy_wine(state)),
        ]

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is COPY_DECLINE:
            return
        seat = self.seat
        wine = copy_wine(state)
        if state.ruleset.green_counts_copies:
            state.deeds[seat] += 1
        state.tell(COPIED, seat, state.god, wine)
        for _ in range(wine):
            state.spend(seat, WINE, NO_GOD)
        state.push(FAVOURS[seat])
        begin_payment(state, seat, COPYING, state.spent_food, state.spent_coin, 0)


# Worship (BOM-14)


def worship_held(state: BomarzoState, seat: int) -> int:
    held = 0
    for slot in range(SLOTS):
        if state.worship[SLOTS * seat + slot] >= 0:
            held += 1
    return held


def worship(state: BomarzoState, seat: int, extra: int) -> None:
    """BOM-14.2: pay for the extra cards, look at all, keep one."""
    state.worshipped = True
    state.tell(WORSHIPS, seat, extra + 1)
    state.push(AFTER_WORSHIP[seat])
    state.push(WORSHIP_KEEPS[seat])
    for _ in range(extra + 1):
        state.push(WORSHIP_DRAWS[seat])
    begin_payment(state, seat, WORSHIPPING, 0, 0, extra * state.ruleset.edition.extra_price)


class WorshipCard(Chance[BomarzoState]):
    """A worship card, for its drawer's eyes."""

    def __init__(self, drawer: int) -> None:
        super().__init__()
        self.drawer = drawer

    def stream(self) -> str:
        return "worship"

    def odds(self, state: BomarzoState) -> list[tuple[Action, int]]:
        return [(WORSHIP_DRAWN[god], 1) for god in range(GODS) if (state.worship_deck >> god) & 1]

    def sample(self, state: BomarzoState, source: Source) -> Action:
        odds = self.odds(state)
        return odds[source.below(len(odds))][0]

    def certainty(self, state: BomarzoState) -> Action | None:
        odds = self.odds(state)
        return odds[0][0] if len(odds) == 1 else None

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return only(self.drawer)

    def play(self, state: BomarzoState, action: Action) -> None:
        state.worship_deck &= ~(1 << action.a)
        state.worship_offer |= 1 << action.a
        state.confide(only(self.drawer), SAW_WORSHIP, self.drawer, action.a)


class WorshipKeep(Decision[BomarzoState]):
    """BOM-14.2: one card is kept, the others go back into the deck."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return [WORSHIP_KEEP[god] for god in range(GODS) if (state.worship_offer >> god) & 1]

    def audience(self, state: BomarzoState, action: Action) -> Audience:
        return only(self.seat)

    def play(self, state: BomarzoState, action: Action) -> None:
        seat = self.seat
        for slot in range(SLOTS * state.seats):
            if slot // SLOTS != seat and state.worship[slot] >= 0:
                state.not_worship[len(DIVINITIES) * seat + slot] |= state.worship_offer
        state.worship[SLOTS * seat + worship_held(state, seat)] = action.a
        state.worship_deck |= state.worship_offer & ~(1 << action.a)
        state.worship_offer = 0
        state.confide(only(seat), KEPT_WORSHIP, seat, action.a)


class AfterWorship(Happening[BomarzoState]):
    """The turn goes on, unless the payment left no place for a pawn."""

    def __init__(self, mover: int) -> None:
        super().__init__()
        self.mover = mover

    def happen(self, state: BomarzoState) -> None:
        if can_place(state, self.mover):
            state.push(TURNS[self.mover])
        else:
            state.push(TURN_ENDS[self.mover])


PLACES: Final[list[Action]] = [*INVOKE.actions, *HARVEST.actions, PASS]
PLACES_AND_WORSHIP: Final[list[Action]] = [*PLACES, *WORSHIP_DRAW.actions]
COPY_CHOICE: Final[list[Action]] = [COPY, COPY_DECLINE]

NEXT_TURN: Final = NextTurn()
TURNS: Final[list[Turn]] = [Turn(seat) for seat in SEATS]
TURN_ENDS: Final[list[TurnEnds]] = [TurnEnds(seat) for seat in SEATS]
COPIES: Final[list[Copies]] = [Copies(seat) for seat in SEATS]
COPY_OFFERS: Final[list[CopyOffer]] = [CopyOffer(seat) for seat in SEATS]
WORSHIP_DRAWS: Final[list[WorshipCard]] = [WorshipCard(seat) for seat in SEATS]
WORSHIP_KEEPS: Final[list[WorshipKeep]] = [WorshipKeep(seat) for seat in SEATS]
AFTER_WORSHIP: Final[list[AfterWorship]] = [AfterWorship(seat) for seat in SEATS]
