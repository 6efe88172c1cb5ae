"""Tributes and how they are paid: BOM-5, BOM-6, gifts (BOM-5.5) and the raising power (BOM-10.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.games.bomarzo.rules.actions import (
    BY_CARD_AS_COIN,
    BY_CARD_AS_FOOD,
    BY_COIN,
    BY_COIN_AS_FOOD,
    BY_FOOD,
    BY_FOOD_AS_COIN,
    BY_WINE,
    COIN,
    CONVERT,
    FOOD,
    GIFT,
    GIFT_DONE,
    KINDS,
    PAY,
    PAY_CUSTOM,
    PAY_PLAIN,
    RAISE,
    RAISE_SKIP,
)
from ludoteca.games.bomarzo.rules.cards import members
from ludoteca.games.bomarzo.rules.edition import EXCHANGING, RAISING
from ludoteca.games.bomarzo.rules.events import CONVERTED, GAVE, LIES, PAID, PAID_PLAINLY, RAISED
from ludoteca.games.bomarzo.rules.state import (
    BROWN,
    COPYING,
    NO_EXCHANGE,
    NO_GOD,
    TRIBUTE,
    BomarzoState,
)
from ludoteca.games.bomarzo.rules.steps.draws import SEATS
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision, Happening

CUBES_RAISED: Final = 3

FOOD_SLOT: Final = 0
COIN_SLOT: Final = 1
ANY_SLOT: Final = 2

HOW_CHOICE: Final[list[Action]] = [PAY_PLAIN, PAY_CUSTOM]


# Prices


def price(state: BomarzoState, god: int) -> tuple[int, int, int]:
    """BOM-5.1 to 5.4: how many food, coins and resources of any kind the next pawn on a divinity costs."""
    printed = state.tribute(god)
    if state.pawns_on[god] == 0:
        return (printed[0], printed[1], printed[2])
    lying = state.lying
    food = lying[3 * god]
    coin = lying[3 * god + 1]
    there = food + coin + lying[3 * god + 2]
    size = there + 1
    if state.ruleset.floor:
        least = printed[0] + printed[1] + printed[2]
        size = max(size, least)
        if there == 0:
            food = printed[0]
            coin = printed[1]
    return (food, coin, size - food - coin)


def payable(
    food: int,
    coin: int,
    wine: int,
    cards: int,
    exchanges: int,
    direction: int,
    owed_food: int,
    owed_coin: int,
    owed_any: int,
) -> bool:
    """BOM-6.5: whether all slots can be filled. `direction` is how exchanging was used so far.

    Wine and cards fill whatever is short; a cube of the other kind does if it can be spared and exchanged.
    """
    short_food = owed_food - food
    short_coin = owed_coin - coin
    if short_food <= 0 and short_coin <= 0:
        return owed_any + short_food + short_coin <= wine + cards
    spare_food = -short_food if short_food < 0 else 0
    spare_coin = -short_coin if short_coin < 0 else 0
    short_food = max(short_food, 0)
    short_coin = max(short_coin, 0)
    if exchanges:
        if direction != BY_FOOD_AS_COIN:
            swapped = min(short_food, spare_coin, exchanges)
            short_food -= swapped
            spare_coin -= swapped
            exchanges -= swapped
        if direction != BY_COIN_AS_FOOD:
            swapped = min(short_coin, spare_food, exchanges)
            short_coin -= swapped
            spare_food -= swapped
    rest = owed_any - spare_food - spare_coin
    rest = max(rest, 0)
    return short_food + short_coin + rest <= wine + cards


def can_pay(
    state: BomarzoState, seat: int, owed_food: int, owed_coin: int, owed_any: int, wine_too: bool
) -> bool:
    """Whether a seat could fill these slots with all it has."""
    cubes = state.cubes
    wine = cubes[3 * seat + 2] if wine_too else 0
    return payable(
        cubes[3 * seat],
        cubes[3 * seat + 1],
        wine,
        state.hand_size(seat),
        state.exchanges(seat),
        NO_EXCHANGE,
        owed_food,
        owed_coin,
        owed_any,
    )


# Paying


def begin_payment(state: BomarzoState, seat: int, purpose: int, food: int, coin: int, either: int) -> None:
    """The slots lie open; a seat that can pay plainly and otherwise says how it wants to pay."""
    state.pay_for = purpose
    state.owed_food = food
    state.owed_coin = coin
    state.owed_any = either
    state.exchange = NO_EXCHANGE
    if can_pay_plainly(state, seat):
        if has_alternative(state, seat):
            state.push(HOWS[seat])
        else:
            pay_plainly(state, seat)
    elif food + coin + either > 0:
        state.push(PAYS[seat])


def can_pay_plainly(state: BomarzoState, seat: int) -> bool:
    """Food for food and coins for coins, and the rest remains payable."""
    food = state.cubes[3 * seat] - state.owed_food
    coin = state.cubes[3 * seat + 1] - state.owed_coin
    if state.owed_food + state.owed_coin == 0 or food < 0 or coin < 0:
        return False
    return (
        state.owed_any == 0
        or food + coin + state.cubes[3 * seat + 2] + state.hand_size(seat) >= state.owed_any
    )


def has_alternative(state: BomarzoState, seat: int) -> bool:
    """Wine, a card, or a cube that could be exchanged."""
    if state.hand[seat] or (state.pay_for == TRIBUTE and state.cubes[3 * seat + 2]):
        return True
    if not state.powers(seat, EXCHANGING):
        return False
    spare_food = state.cubes[3 * seat] > state.owed_food
    spare_coin = state.cubes[3 * seat + 1] > state.owed_coin
    return (state.owed_coin > 0 and spare_food) or (state.owed_food > 0 and spare_coin)


def pay_plainly(state: BomarzoState, seat: int) -> None:
    """All food and coin slots at once; slots for anything are filled one by one."""
    state.tell(PAID_PLAINLY, seat, state.owed_food, state.owed_coin)
    for _ in range(state.owed_food):
        spend(state, seat, FOOD)
    for _ in range(state.owed_coin):
        spend(state, seat, COIN)
    state.owed_food = 0
    state.owed_coin = 0
    if state.owed_any:
        state.push(PAYS[seat])


def spend(state: BomarzoState, seat: int, kind: int) -> None:
    """A cube of a tribute goes onto the divinity, any other into the reserve (BOM-5.6, BOM-7.5)."""
    if state.pay_for == TRIBUTE:
        state.spend(seat, kind, state.god)
        count_spent(state, kind)
    else:
        state.spend(seat, kind, NO_GOD)


def count_spent(state: BomarzoState, kind: int) -> None:
    """BOM-7.3: what a copy will cost."""
    if kind == FOOD:
        state.spent_food += 1
    elif kind == COIN:
        state.spent_coin += 1
    else:
        state.spent_wine += 1


class How(Decision[BomarzoState]):
    """Pay plainly, or slot by slot."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return HOW_CHOICE

    def options(self, state: BomarzoState) -> list[Action]:
        return HOW_CHOICE

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return owed(state)

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is PAY_PLAIN:
            pay_plainly(state, self.seat)
        else:
            state.push(PAYS[self.seat])


def owed(state: BomarzoState) -> list[tuple[str, str, int]]:
    """What is still open, for the question."""
    return [
        ("food", "number", state.owed_food),
        ("coin", "number", state.owed_coin),
        ("any", "number", state.owed_any),
        ("slot", "slot", slot_in_hand(state)),
    ]


def slot_in_hand(state: BomarzoState) -> int:
    """Food slots first, then coins, then those for anything."""
    if state.owed_food:
        return FOOD_SLOT
    return COIN_SLOT if state.owed_coin else ANY_SLOT


class Pay(Decision[BomarzoState]):
    """BOM-6.1 to 6.5: fill the next slot. What would leave another slot unpayable is not allowed."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return PAY.actions

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        means = action.a
        misfit = misfits(state, means)
        if misfit is not None:
            return misfit
        if not self.has(state, means):
            return lacking(state, self.seat, means)
        return None if self.leaves_payable(state, means) else "BOM-6.5"

    def options(self, state: BomarzoState) -> list[Action]:
        found: list[Action] = []
        for means in FITTING[3 * state.pay_for + slot_in_hand(state)]:
            if self.has(state, means) and self.leaves_payable(state, means):
                found.append(PAY.actions[means])
        return found

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return owed(state)

    def has(self, state: BomarzoState, means: int) -> bool:
        """Whether the seat owns what it would pay with."""
        if means <= BY_WINE:
            return state.cubes[3 * self.seat + means] > 0
        if means <= BY_CARD_AS_COIN:
            return state.hand[self.seat] != 0
        cube = FOOD if means == BY_FOOD_AS_COIN else COIN
        one_way = state.exchange in (NO_EXCHANGE, means)
        return one_way and state.cubes[3 * self.seat + cube] > 0 and state.powers(self.seat, EXCHANGING) != 0

    def leaves_payable(self, state: BomarzoState, means: int) -> bool:
        """Whether the slots after this one could still be filled."""
        cubes = state.cubes
        food = cubes[3 * self.seat]
        coin = cubes[3 * self.seat + 1]
        wine = cubes[3 * self.seat + 2] if state.pay_for != COPYING else 0
        cards = state.hand_size(self.seat)
        exchanges = state.exchanges(self.seat)
        direction = state.exchange
        if means == BY_FOOD:
            food -= 1
        elif means == BY_COIN:
            coin -= 1
        elif means == BY_WINE:
            wine -= 1
        elif means <= BY_CARD_AS_COIN:
            cards -= 1
        else:
            exchanges -= 1
            direction = means
            if means == BY_FOOD_AS_COIN:
                food -= 1
            else:
                coin -= 1
        owed_food = state.owed_food
        owed_coin = state.owed_coin
        owed_any = state.owed_any
        if owed_food:
            owed_food -= 1
        elif owed_coin:
            owed_coin -= 1
        else:
            owed_any -= 1
        return payable(food, coin, wine, cards, exchanges, direction, owed_food, owed_coin, owed_any)

    def play(self, state: BomarzoState, action: Action) -> None:
        means = action.a
        if state.owed_food:
            state.owed_food -= 1
        elif state.owed_coin:
            state.owed_coin -= 1
        else:
            state.owed_any -= 1
        if state.owed_food + state.owed_coin + state.owed_any > 0:
            state.push(self)
        if BY_CARD_AS_FOOD <= means <= BY_CARD_AS_COIN:
            state.as_kind = FOOD if means == BY_CARD_AS_FOOD else COIN
            state.push(CONVERSIONS[self.seat])
            return
        state.tell(PAID, self.seat, means)
        if means <= BY_WINE:
            spend(state, self.seat, means)
            return
        state.rotate(self.seat, EXCHANGING)
        state.exchange = means
        spend(state, self.seat, FOOD if means == BY_FOOD_AS_COIN else COIN)


# What fits a slot, by purpose and slot (BOM-6.1, BOM-7.4).
_TRIBUTE_FITS: Final[list[list[int]]] = [
    [BY_FOOD, BY_WINE, BY_CARD_AS_FOOD, BY_COIN_AS_FOOD],
    [BY_COIN, BY_WINE, BY_CARD_AS_COIN, BY_FOOD_AS_COIN],
    [BY_FOOD, BY_COIN, BY_WINE, BY_CARD_AS_FOOD, BY_CARD_AS_COIN],
]
_COPY_FITS: Final[list[list[int]]] = [
    [BY_FOOD, BY_CARD_AS_FOOD, BY_COIN_AS_FOOD],
    [BY_COIN, BY_CARD_AS_COIN, BY_FOOD_AS_COIN],
    [],
]
_WORSHIP_FITS: Final[list[list[int]]] = [[], [], [BY_FOOD, BY_COIN, BY_WINE, BY_CARD_AS_FOOD]]
FITTING: Final[list[list[int]]] = [*_TRIBUTE_FITS, *_COPY_FITS, *_WORSHIP_FITS]


def misfits(state: BomarzoState, means: int) -> str | None:
    """Why a means does not fit the slot in hand."""
    slot = slot_in_hand(state)
    if means in FITTING[3 * state.pay_for + slot]:
        return None
    if slot == ANY_SLOT:
        return "BOM-6.2/worship" if means == BY_CARD_AS_COIN else "BOM-6.4/needless"
    if means == BY_WINE:
        return "BOM-7.4"
    if state.pay_for == COPYING:
        return "BOM-7.4/food" if slot == FOOD_SLOT else "BOM-7.4/coin"
    return "BOM-6.1/food" if slot == FOOD_SLOT else "BOM-6.1/coin"


def lacking(state: BomarzoState, seat: int, means: int) -> str:
    """Why a seat cannot use a means that would fit."""
    if means <= BY_WINE:
        return LACKING_CUBE[means]
    if means <= BY_CARD_AS_COIN:
        return "BOM-6.2"
    if state.exchange not in (NO_EXCHANGE, means):
        return "BOM-6.4/direction"
    if state.colour == BROWN:
        return "BOM-13.2/brown"
    if not state.powers(seat, EXCHANGING):
        return "BOM-6.4"
    return LACKING_CUBE[FOOD if means == BY_FOOD_AS_COIN else COIN]


LACKING_CUBE: Final = ["BOM-6.1/no-food", "BOM-6.1/no-coin", "BOM-6.1/no-wine"]


class Convert(Decision[BomarzoState]):
    """BOM-6.2: which card is discarded as one food or one coin."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return [CONVERT[card] for card in members(state.hand[self.seat])]

    def options(self, state: BomarzoState) -> list[Action]:
        return [CONVERT[card] for card in members(state.hand[self.seat])]

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("kind", "kind", state.as_kind)]

    def play(self, state: BomarzoState, action: Action) -> None:
        state.show_discard(self.seat, action.a)
        state.tell(CONVERTED, self.seat, action.a, state.as_kind)
        if state.pay_for == TRIBUTE:
            count_spent(state, state.as_kind)


# Gifts and raising


class Gift(Decision[BomarzoState]):
    """BOM-5.5: more than required, cube by cube, food before coins before wine."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return GIFT_CHOICE

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        if action is GIFT_DONE:
            return None
        if state.cubes[3 * self.seat + action.a] == 0:
            return LACKING_CUBE[action.a]
        return "BOM-5.5" if action.a < state.gift_from else None

    def options(self, state: BomarzoState) -> list[Action]:
        key = 0
        for kind in range(state.gift_from, len(KINDS)):
            if state.cubes[3 * self.seat + kind]:
                key |= 1 << kind
        return GIFTS_OF[key]

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("divinity", "divinity", state.god)]

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is GIFT_DONE:
            god = state.god
            state.tell(LIES, god, state.lying[3 * god], state.lying[3 * god + 1], state.lying[3 * god + 2])
            return
        state.gift_from = action.a
        state.spend(self.seat, action.a, state.god)
        count_spent(state, action.a)
        state.tell(GAVE, self.seat, action.a, state.god)
        state.push(self)


GIFT_CHOICE: Final[list[Action]] = [*GIFT.actions, GIFT_DONE]
GIFTS_OF: Final[list[list[Action]]] = [
    [*[GIFT.actions[kind] for kind in range(len(KINDS)) if key >> kind & 1], GIFT_DONE] for key in range(8)
]


class MayRaise(Happening[BomarzoState]):
    """BOM-10.3: a seat with an unused raising card is asked, if the reserve has something to add."""

    def __init__(self, raiser: int) -> None:
        super().__init__()
        self.raiser = raiser

    def happen(self, state: BomarzoState) -> None:
        if state.powers(self.raiser, RAISING) and raised_cubes(state):
            state.push(RAISES[self.raiser])


def raised_cubes(state: BomarzoState) -> int:
    """Three, or what food and coins the reserve still has."""
    if not state.ruleset.limited:
        return CUBES_RAISED
    return min(CUBES_RAISED, state.reserve[FOOD] + state.reserve[COIN])


class Raise(Decision[BomarzoState]):
    """BOM-10.3: three cubes of the reserve, food and coins in any mix, lie on the divinity too."""

    def candidates(self, state: BomarzoState) -> Sequence[Action]:
        return RAISE_CHOICE

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        if action is RAISE_SKIP:
            return None
        coins = raised_cubes(state) - action.a
        if coins < 0:
            return "BOM-10.3"
        if state.ruleset.limited and (action.a > state.reserve[FOOD] or coins > state.reserve[COIN]):
            return "BOM-10.3"
        return None

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("divinity", "divinity", state.god), ("number", "number", raised_cubes(state))]

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is RAISE_SKIP:
            return
        god = state.god
        coins = raised_cubes(state) - action.a
        state.rotate(self.seat, RAISING)
        state.reserve[FOOD] -= action.a
        state.reserve[COIN] -= coins
        state.lying[3 * god + FOOD] += action.a
        state.lying[3 * god + COIN] += coins
        state.tell(RAISED, self.seat, god, action.a, coins)
        state.push(MAY_RAISE[self.seat])


RAISE_CHOICE: Final[list[Action]] = [*RAISE.actions, RAISE_SKIP]

HOWS: Final[list[How]] = [How(seat) for seat in SEATS]
PAYS: Final[list[Pay]] = [Pay(seat) for seat in SEATS]
CONVERSIONS: Final[list[Convert]] = [Convert(seat) for seat in SEATS]
GIFTS: Final[list[Gift]] = [Gift(seat) for seat in SEATS]
MAY_RAISE: Final[list[MayRaise]] = [MayRaise(seat) for seat in SEATS]
RAISES: Final[list[Raise]] = [Raise(seat) for seat in SEATS]
