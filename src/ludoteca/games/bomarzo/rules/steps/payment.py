"""Tributes and how they are paid: BOM-5, BOM-6, gifts (BOM-5.5) and the raising power (BOM-10.3)."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bomarzo.rules import actions, events
from ludoteca.games.bomarzo.rules.actions import ANY, COIN, CUBE_OF, FITTING, FOOD, WINE
from ludoteca.games.bomarzo.rules.cards import members
from ludoteca.games.bomarzo.rules.edition import EXCHANGING, RAISING
from ludoteca.games.bomarzo.rules.state import BROWN, NO_EXCHANGE, SEATS, BomarzoState, Fief, SeatHappening
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision

# What a payment is made for.
TRIBUTE: Final = 0
COPYING: Final = 1
WORSHIPPING: Final = 2

CUBES_RAISED: Final = 3
HOW_CHOICE: Final[list[Action]] = [actions.PAY_PLAIN, actions.PAY_CUSTOM]
LACKING_CUBE: Final = ["BOM-6.1/no-food", "BOM-6.1/no-coin", "BOM-6.1/no-wine"]


# Prices


def price(state: BomarzoState, god: i64) -> tuple[i64, i64, i64]:
    """BOM-5.1 to 5.4: how many food, coins and resources of any kind the next pawn on a divinity costs."""
    divinity = state.divinities[god]
    edition = state.ruleset.edition
    printed = edition.moss_tribute[god] if divinity.mossy else edition.active_tribute[god]
    if divinity.pawns == 0:
        return (printed[FOOD], printed[COIN], printed[ANY])
    food: i64 = divinity.cubes[FOOD]
    coin: i64 = divinity.cubes[COIN]
    lying: i64 = food + coin + divinity.cubes[WINE]
    size: i64 = lying + 1
    if state.ruleset.floor:
        size = max(size, printed[FOOD] + printed[COIN] + printed[ANY])
        if lying == 0:
            food = printed[FOOD]
            coin = printed[COIN]
    return (food, coin, size - food - coin)


def payable(
    food: i64, coin: i64, wild: i64, swaps: i64, direction: i64, owed_food: i64, owed_coin: i64, owed_any: i64
) -> bool:
    """BOM-6.5: whether all slots can be filled. `direction` is how exchanging was used so far.

    Wine and cards are wild and fill whatever is short; a cube of the other kind does if it can be spared and
    swapped.
    """
    short_food = owed_food - food
    short_coin = owed_coin - coin
    if short_food <= 0 and short_coin <= 0:
        return owed_any + short_food + short_coin <= wild
    spare_food: i64 = -short_food if short_food < 0 else 0
    spare_coin: i64 = -short_coin if short_coin < 0 else 0
    short_food = max(short_food, 0)
    short_coin = max(short_coin, 0)
    if swaps:
        if direction != actions.BY_FOOD_AS_COIN:
            swapped = min(short_food, spare_coin, swaps)
            short_food -= swapped
            spare_coin -= swapped
            swaps -= swapped
        if direction != actions.BY_COIN_AS_FOOD:
            swapped = min(short_coin, spare_food, swaps)
            short_coin -= swapped
            spare_food -= swapped
    return short_food + short_coin + max(owed_any - spare_food - spare_coin, 0) <= wild


def can_pay(state: BomarzoState, fief: Fief, food: int, coin: int, either: int, wine_too: bool) -> bool:
    """Whether a seat could fill these slots with all it has."""
    cubes = fief.cubes
    wild = fief.hand_size() + (cubes[WINE] if wine_too else 0)
    return payable(cubes[FOOD], cubes[COIN], wild, state.exchanges(fief), NO_EXCHANGE, food, coin, either)


# Paying


def begin_payment(state: BomarzoState, seat: int, purpose: int, food: int, coin: int, either: int) -> None:
    """The slots lie open; a seat that can pay plainly and otherwise says how it wants to pay."""
    fief = state.fiefs[seat]
    state.pay_for = purpose
    state.owed = vec[i64]([food, coin, either])
    state.exchange = NO_EXCHANGE
    if can_pay_plainly(fief, food, coin, either):
        if has_alternative(state, fief):
            state.push(HOWS[seat])
        else:
            pay_plainly(state, seat)
    elif food + coin + either > 0:
        state.push(PAYS[seat])


def can_pay_plainly(fief: Fief, food: int, coin: int, either: int) -> bool:
    """Food for food and coins for coins, and the rest remains payable."""
    spare_food = fief.cubes[FOOD] - food
    spare_coin = fief.cubes[COIN] - coin
    if food + coin == 0 or spare_food < 0 or spare_coin < 0:
        return False
    return either == 0 or spare_food + spare_coin + fief.cubes[WINE] + fief.hand_size() >= either


def has_alternative(state: BomarzoState, fief: Fief) -> bool:
    """Wine, a card, or a cube that could be exchanged."""
    if fief.hand or (state.pay_for == TRIBUTE and fief.cubes[WINE]):
        return True
    if not state.powers(fief, EXCHANGING):
        return False
    owed_food = state.owed[FOOD]
    owed_coin = state.owed[COIN]
    return (owed_coin > 0 and fief.cubes[FOOD] > owed_food) or (
        owed_food > 0 and fief.cubes[COIN] > owed_coin
    )


def pay_plainly(state: BomarzoState, seat: int) -> None:
    """All food and coin slots at once; slots for anything are filled one by one."""
    fief = state.fiefs[seat]
    state.tell(events.PAID_PLAINLY, seat, state.owed[FOOD], state.owed[COIN])
    spend(state, fief, FOOD, state.owed[FOOD])
    spend(state, fief, COIN, state.owed[COIN])
    state.owed[FOOD] = 0
    state.owed[COIN] = 0
    if state.owed[ANY]:
        state.push(PAYS[seat])


def spend(state: BomarzoState, fief: Fief, kind: int, number: int = 1) -> None:
    """Cubes of a tribute go onto the divinity, any others into the reserve (BOM-5.6, BOM-7.5).

    What a tribute costs in cubes is what a copy will cost (BOM-7.3).
    """
    fief.cubes[kind] = fief.cubes[kind] - number
    if state.pay_for == TRIBUTE:
        offered = state.divinities[state.god].cubes
        offered[kind] = offered[kind] + number
        state.spent[kind] = state.spent[kind] + number
    else:
        state.reserve[kind] = state.reserve[kind] + number


class How(Decision[BomarzoState]):
    """Pay plainly, or slot by slot."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return HOW_CHOICE

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return open_slots(state)

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is actions.PAY_PLAIN:
            pay_plainly(state, self.seat)
        else:
            state.push(PAYS[self.seat])


def open_slots(state: BomarzoState) -> list[tuple[str, str, int]]:
    """What is still open, for the question."""
    return [
        ("food", "number", state.owed[FOOD]),
        ("coin", "number", state.owed[COIN]),
        ("any", "number", state.owed[ANY]),
        ("slot", "slot", next_slot(state)),
    ]


def next_slot(state: BomarzoState) -> int:
    """Food slots first, then coins, then those for anything."""
    if state.owed[FOOD]:
        return FOOD
    return COIN if state.owed[COIN] else ANY


class Pay(Decision[BomarzoState]):
    """BOM-6.1 to 6.5: fill the next slot. What would leave another slot unpayable is not allowed."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return actions.PAY.actions

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        means = action.a
        fief = state.fiefs[self.seat]
        refused = misfits(state, means) or lacking(state, fief, means)
        if refused is not None:
            return refused
        return None if leaves_payable(state, fief, means) else "BOM-6.5"

    def options(self, state: BomarzoState) -> list[Action]:
        # Asking what does not fit for its objection would cost more than a tenth of the speed of the game.
        fief = state.fiefs[self.seat]
        found: list[Action] = []
        for means in FITTING[state.pay_for][next_slot(state)]:
            if lacking(state, fief, means) is None and leaves_payable(state, fief, means):
                found.append(actions.PAY.actions[means])
        return found

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return open_slots(state)

    def play(self, state: BomarzoState, action: Action) -> None:
        means = action.a
        fief = state.fiefs[self.seat]
        state.owed[next_slot(state)] -= 1
        if state.owed[FOOD] + state.owed[COIN] + state.owed[ANY] > 0:
            state.push(self)
        if actions.BY_CARD_AS_FOOD <= means <= actions.BY_CARD_AS_COIN:
            state.as_kind = FOOD if means == actions.BY_CARD_AS_FOOD else COIN
            state.push(CONVERSIONS[self.seat])
            return
        state.tell(events.PAID, self.seat, means)
        if means > actions.BY_WINE:
            state.rotate(fief, EXCHANGING)
            state.exchange = means
        spend(state, fief, CUBE_OF[means])


def misfits(state: BomarzoState, means: int) -> str | None:
    """Why a means does not fit the next slot."""
    slot = next_slot(state)
    if means in FITTING[state.pay_for][slot]:
        return None
    if slot == ANY:
        return "BOM-6.2/worship" if means == actions.BY_CARD_AS_COIN else "BOM-6.4/needless"
    if means == actions.BY_WINE:
        return "BOM-7.4"
    if state.pay_for == COPYING:
        return "BOM-7.4/food" if slot == FOOD else "BOM-7.4/coin"
    return "BOM-6.1/food" if slot == FOOD else "BOM-6.1/coin"


def lacking(state: BomarzoState, fief: Fief, means: int) -> str | None:
    """Why a seat cannot use a means that would fit."""
    cube = CUBE_OF[means]
    if cube < 0:
        return None if fief.hand else "BOM-6.2"
    if means > actions.BY_WINE:
        if state.exchange not in (NO_EXCHANGE, means):
            return "BOM-6.4/direction"
        if state.colour == BROWN:
            return "BOM-13.2/brown"
        if not state.powers(fief, EXCHANGING):
            return "BOM-6.4"
    return None if fief.cubes[cube] else LACKING_CUBE[cube]


def leaves_payable(state: BomarzoState, fief: Fief, means: int) -> bool:
    """Whether the slots after the next one could still be filled."""
    cube = CUBE_OF[means]
    food = fief.cubes[FOOD] - (1 if cube == FOOD else 0)
    coin = fief.cubes[COIN] - (1 if cube == COIN else 0)
    wild = fief.hand_size() - (1 if cube < 0 else 0)
    if state.pay_for != COPYING:
        wild += fief.cubes[WINE] - (1 if cube == WINE else 0)
    swaps = state.exchanges(fief)
    direction = state.exchange
    if means > actions.BY_CARD_AS_COIN:
        swaps -= 1
        direction = means
    slot = next_slot(state)
    owed_food = state.owed[FOOD] - (1 if slot == FOOD else 0)
    owed_coin = state.owed[COIN] - (1 if slot == COIN else 0)
    owed_any = state.owed[ANY] - (1 if slot == ANY else 0)
    return payable(food, coin, wild, swaps, direction, owed_food, owed_coin, owed_any)


class Convert(Decision[BomarzoState]):
    """BOM-6.2: which card is discarded as one food or one coin."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return [actions.CONVERT[card] for card in members(state.fiefs[self.seat].hand)]

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("kind", "kind", state.as_kind)]

    def play(self, state: BomarzoState, action: Action) -> None:
        state.show_discard(state.fiefs[self.seat], action.a)
        state.tell(events.CONVERTED, self.seat, action.a, state.as_kind)
        if state.pay_for == TRIBUTE:
            state.spent[state.as_kind] += 1


# Gifts and raising


class Gift(Decision[BomarzoState]):
    """BOM-5.5: more than required, cube by cube, food before coins before wine."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return GIFT_CHOICE

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        if action is actions.GIFT_DONE:
            return None
        if state.fiefs[self.seat].cubes[action.a] == 0:
            return LACKING_CUBE[action.a]
        return "BOM-5.5" if action.a < state.gift_from else None

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("divinity", "divinity", state.god)]

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is actions.GIFT_DONE:
            cubes = state.divinities[state.god].cubes
            state.tell(events.LIES, state.god, cubes[FOOD], cubes[COIN], cubes[WINE])
            return
        state.gift_from = action.a
        spend(state, state.fiefs[self.seat], action.a)
        state.tell(events.GAVE, self.seat, action.a, state.god)
        state.push(self)


class MayRaise(SeatHappening):
    """BOM-10.3: a seat with an unused raising card is asked, if the reserve has something to add."""

    def happen(self, state: BomarzoState) -> None:
        if state.powers(state.fiefs[self.owner], RAISING) and raised_cubes(state):
            state.push(RAISES[self.owner])


def raised_cubes(state: BomarzoState) -> int:
    """Three, or what food and coins the reserve still has."""
    if not state.ruleset.limited:
        return CUBES_RAISED
    return min(CUBES_RAISED, state.reserve[FOOD] + state.reserve[COIN])


class Raise(Decision[BomarzoState]):
    """BOM-10.3: three cubes of the reserve, food and coins in any mix, lie on the divinity too."""

    def candidates(self, state: BomarzoState) -> list[Action]:
        return RAISE_CHOICE

    def objection(self, state: BomarzoState, action: Action) -> str | None:
        if action is actions.RAISE_SKIP:
            return None
        coins = raised_cubes(state) - action.a
        short = action.a > state.reserve[FOOD] or coins > state.reserve[COIN]
        return "BOM-10.3" if coins < 0 or (state.ruleset.limited and short) else None

    def details(self, state: BomarzoState) -> list[tuple[str, str, int]]:
        return [("divinity", "divinity", state.god), ("number", "number", raised_cubes(state))]

    def play(self, state: BomarzoState, action: Action) -> None:
        if action is actions.RAISE_SKIP:
            return
        coins = raised_cubes(state) - action.a
        state.rotate(state.fiefs[self.seat], RAISING)
        state.reserve[FOOD] -= action.a
        state.reserve[COIN] -= coins
        cubes = state.divinities[state.god].cubes
        cubes[FOOD] += action.a
        cubes[COIN] += coins
        state.tell(events.RAISED, self.seat, state.god, action.a, coins)
        state.push(MAY_RAISE[self.seat])


GIFT_CHOICE: Final[list[Action]] = [*actions.GIFT.actions, actions.GIFT_DONE]
RAISE_CHOICE: Final[list[Action]] = [*actions.RAISE.actions, actions.RAISE_SKIP]

HOWS: Final[list[How]] = [How(seat) for seat in SEATS]
PAYS: Final[list[Pay]] = [Pay(seat) for seat in SEATS]
CONVERSIONS: Final[list[Convert]] = [Convert(seat) for seat in SEATS]
GIFTS: Final[list[Gift]] = [Gift(seat) for seat in SEATS]
MAY_RAISE: Final[list[MayRaise]] = [MayRaise(seat) for seat in SEATS]
RAISES: Final[list[Raise]] = [Raise(seat) for seat in SEATS]
