"""Tributes and how they are paid: BOM-5, BOM-6."""

from itertools import product

import pytest

from ludoteca.games.bomarzo.rules.actions import DIVINITIES
from ludoteca.games.bomarzo.rules.state import NO_EXCHANGE, BomarzoState
from ludoteca.games.bomarzo.rules.steps.payment import TRIBUTE, begin_payment, can_pay, payable, price
from ludoteca.kernel.result import Result
from ludoteca.kernel.state import Happening
from tests.bomarzo.table import (
    Cubes,
    asked,
    bare,
    begin,
    cubes,
    events,
    grow_moss,
    hold,
    lie,
    lying,
    play,
    refusal,
    table,
)


def cost(state: BomarzoState, god: str) -> tuple[int, int, int]:
    return price(state, DIVINITIES.index(god))


@pytest.mark.rule("BOM-5.1")
def test_the_printed_tribute_of_the_side_that_shows() -> None:
    state = table()
    assert [cost(state, god) for god in DIVINITIES] == [
        (0, 1, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0), (1, 2, 0), (1, 0, 0), (1, 2, 0), (0, 0, 1),
    ]  # fmt: skip
    grow_moss(state, *DIVINITIES)
    assert [cost(state, god) for god in DIVINITIES] == [
        (0, 0, 0), (0, 0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, 0), (0, 1, 0), (0, 0, 0),
    ]  # fmt: skip


@pytest.mark.rule("BOM-5.6", "BOM-8.3", "BOM-6.1")
def test_dea_for_a_food_and_a_coin() -> None:
    state = table()
    hold(state, 0, (1, 1, 0))
    begin(state)
    play(state, "invoke dea")
    assert lying(state, "dea") == (1, 1, 0)
    play(state, "worker card", "worker card")
    assert state.fiefs[0].rows == [0, 0, 0, 2, 0]


@pytest.mark.rule("BOM-5.2", "BOM-5.5", "BOM-6.1")
def test_the_price_of_tartaruga_climbs() -> None:
    state = table(3)
    hold(state, 0, (2, 0, 0))
    hold(state, 1, (2, 0, 1))
    begin(state)
    play(state, "invoke tartaruga", "gift food")
    assert lying(state, "tartaruga") == (2, 0, 0)
    assert cost(state, "tartaruga") == (2, 0, 1)
    assert state.actor == 1
    play(state, "invoke tartaruga", "pay-plain")
    assert lying(state, "tartaruga") == (4, 0, 1), "the slot for anything is filled with the wine"
    assert cost(state, "tartaruga") == (4, 0, 2)


@pytest.mark.rule("BOM-5.2", "BOM-5.4")
@pytest.mark.parametrize(
    ("god", "moss", "ladder"), [("gigante", False, [3, 4, 8, 16]), ("genio", True, [0, 1, 2, 4])]
)
def test_the_ladder_of_least_prices(god: str, moss: bool, ladder: list[int]) -> None:
    state = table(4)
    grow_moss(state, *(DIVINITIES if moss else ()))
    for seat in range(4):
        hold(state, seat, (7, 7, 0))
    begin(state)
    for seat, size in enumerate(ladder):
        assert state.actor == seat
        if sum(cubes(state, seat)) < size:
            hold(state, seat, (15, 8, 0))
            state.look_again()
        assert sum(cost(state, god)) == size
        play(state, f"invoke {god}")
        while state.step.seat == seat and state.step.name() in ("how", "pay", "gift"):
            done = "gift-done" if state.step.name() == "gift" else asked(state)[0]
            play(state, done)
        while state.actor != seat and state.actor < 0:
            state.play(state.step.odds(state)[0][0])


@pytest.mark.rule("BOM-5.2", "BOM-6.1")
def test_wine_is_matched_by_anything() -> None:
    state = table(2)
    hold(state, 0, (0, 2, 0))
    lie(state, "tartaruga", (0, 0, 1), (1,))
    begin(state)
    assert cost(state, "tartaruga") == (0, 0, 2)
    play(state, "invoke tartaruga")
    assert lying(state, "tartaruga") == (0, 2, 1)


@pytest.mark.rule("BOM-5.3", "BOM-5.4", "BOM-6.3")
@pytest.mark.parametrize(("floor", "expected"), [("printed", (2, 1, 0)), ("none", (0, 0, 1))])
def test_cards_leave_nothing_and_the_floor_holds(floor: str, expected: Cubes) -> None:
    state = table(2, tribute_floor=floor)
    hold(state, 0, hand=(12, 13, 14))
    begin(state)
    play(state, "invoke gigante", "convert 12", "convert 13")
    assert lying(state, "gigante") == (0, 0, 0)
    assert list(state.spent[:2]) == [2, 1]
    assert cost(state, "gigante") == expected


@pytest.mark.rule("BOM-5.3", "BOM-8.2")
@pytest.mark.parametrize(("floor", "expected"), [("printed", (0, 1, 2)), ("none", (0, 1, 1))])
def test_orco_eats_and_the_floor_holds(floor: str, expected: Cubes) -> None:
    state = table(2, tribute_floor=floor)
    hold(state, 0, (1, 0, 0))
    lie(state, "gigante", (2, 1, 0), (1,))
    begin(state)
    play(state, "invoke orco", "orco-take gigante food")
    assert cubes(state, 0) == (2, 0, 0)
    assert lying(state, "gigante") == (0, 1, 0)
    assert cost(state, "gigante") == expected


@pytest.mark.rule("BOM-5.2", "BOM-5.3")
def test_a_second_pawn_on_a_free_divinity_costs_one() -> None:
    state = table(2)
    grow_moss(state, *DIVINITIES)
    lie(state, "drago", (0, 0, 0), (1,))
    assert cost(state, "drago") == (0, 0, 1)


@pytest.mark.rule("BOM-5.5")
def test_gifts_go_food_coins_wine_without_limit() -> None:
    state = table(2)
    grow_moss(state, *DIVINITIES)
    hold(state, 0, (2, 2, 2))
    begin(state)
    play(state, "invoke drago", "gift coin")
    assert refusal(state, "gift food") == "BOM-5.5"
    play(state, "gift coin")
    assert refusal(state, "gift coin") == "BOM-6.1/no-coin"
    play(state, "gift wine", "gift wine")
    assert lying(state, "drago") == (0, 2, 2)
    assert "fell_asleep 7" in events(state)


@pytest.mark.rule("BOM-6.1")
def test_wine_fills_any_slot_and_stays_wine() -> None:
    state = table(2)
    hold(state, 0, (0, 0, 1))
    begin(state)
    play(state, "invoke orco")
    assert lying(state, "orco") == (0, 0, 1)
    assert cost(state, "orco") == (0, 0, 2)


@pytest.mark.rule("BOM-6.1", "BOM-6.2", "BOM-6.4", "BOM-6.5")
def test_every_means_is_refused_for_a_reason() -> None:
    state = table(2)
    hold(state, 0, (1, 1, 1), hand=(5,))
    begin(state)
    play(state, "invoke dea", "pay-custom")
    assert asked(state) == ["pay food", "pay wine", "pay card-as-food"]
    assert refusal(state, "pay coin") == "BOM-6.1/food"
    assert refusal(state, "pay card-as-coin") == "BOM-6.1/food"
    assert refusal(state, "pay coin-as-food") == "BOM-6.4"
    play(state, "pay food")
    assert refusal(state, "pay food") == "BOM-6.1/coin"
    state = table(2)
    hold(state, 0, (0, 1, 0), hand=(5,))
    begin(state)
    play(state, "invoke dea")
    assert state.discard == 1 << 5, "the card is the only food"
    assert lying(state, "dea") == (0, 1, 0)


@pytest.mark.rule("BOM-6.2", "BOM-6.3")
def test_discarded_cards_pay_but_are_no_gift() -> None:
    state = table(2)
    hold(state, 0, hand=(5, 6, 7))
    begin(state)
    play(state, "invoke drago", "pay card-as-coin", "convert 6")
    assert state.discard == 1 << 6
    assert list(state.spent[:2]) == [0, 1]
    assert lying(state, "drago") == (0, 0, 0)
    assert state.step.name() == "devote", "with cards alone there is nothing to give"


@pytest.mark.rule("BOM-6.4", "BOM-10.4")
def test_an_exchanged_cube_lies_there_as_what_it_is() -> None:
    state = table(2)
    hold(state, 0, (2, 1, 0), second=(2,))  # Aqueduct
    begin(state)
    play(state, "invoke elefante", "pay coin")
    assert lying(state, "elefante") == (2, 1, 0)
    assert state.fiefs[0].rotated == 1 << 2
    assert cost(state, "elefante") == (2, 1, 1)
    assert list(state.spent) == [2, 1, 0]


@pytest.mark.rule("BOM-6.4", "BOM-10.6")
def test_several_exchanges_go_in_one_direction() -> None:
    state = table(2)
    hold(state, 0, (4, 1, 2), second=(2, 13))  # Aqueduct, Algebra
    begin(state)
    play(state, "invoke elefante", "pay wine", "pay food-as-coin")
    assert refusal(state, "pay coin-as-food") == "BOM-6.1/coin"
    play(state, "pay food-as-coin")
    assert state.fiefs[0].rotated == 1 << 2 | 1 << 13
    assert lying(state, "elefante") == (2, 0, 1)
    state = table(2)
    hold(state, 0, (1, 5, 0), second=(2, 13))
    lie(state, "gigante", (2, 0, 0), (1,))
    begin(state)
    play(state, "invoke gigante", "pay coin-as-food")
    assert state.exchange == 6
    assert refusal(state, "pay food-as-coin") == "BOM-6.1/food"


@pytest.mark.rule("BOM-6.4")
def test_an_exchange_the_other_way_is_refused() -> None:
    state = table(2)
    hold(state, 0, (2, 2, 2), second=(2, 13))
    state.god = DIVINITIES.index("elefante")
    begin_payment(state, 0, TRIBUTE, 1, 1, 0)
    begin(state)
    play(state, "pay-custom", "pay coin-as-food")
    assert refusal(state, "pay food-as-coin") == "BOM-6.4/direction"


@pytest.mark.rule("BOM-6.5", "BOM-6.1")
def test_two_wines_for_both_slots() -> None:
    state = table(2)
    hold(state, 0, (0, 0, 2))
    begin(state)
    play(state, "invoke dea")
    assert lying(state, "dea") == (0, 0, 2)
    play(state, "worker food", "worker food")
    assert state.dormant(DIVINITIES.index("dea"))


@pytest.mark.rule("BOM-6.5")
def test_a_card_that_is_needed_later_must_stay() -> None:
    state = table(2)
    hold(state, 0, (3, 0, 0), hand=(5,))
    begin(state)
    play(state, "invoke dea")
    assert state.step.name() == "gift", "food for the food slot, the card for the coin slot: nothing to ask"
    assert cubes(state, 0) == (2, 0, 0)
    assert state.fiefs[0].hand_size() == 0
    state = table(2)
    hold(state, 0, (0, 0, 1), hand=(5, 6))
    begin(state)
    play(state, "invoke gigante")
    assert refusal(state, "pay food") == "BOM-6.1/no-food"
    play(state, "pay wine")
    assert asked(state) == ["convert 5", "convert 6"], "both cards are needed; only their order is free"


@pytest.mark.rule("BOM-6.5")
def test_what_makes_a_later_slot_impossible_is_refused() -> None:
    state = table(2)
    hold(state, 0, (2, 0, 0), second=(2,))
    state.god = DIVINITIES.index("dea")
    begin_payment(state, 0, TRIBUTE, 0, 1, 1)
    begin(state)
    assert lying(state, "dea") == (2, 0, 0), "exchanged food, then food"
    state = table(2)
    hold(state, 0, (1, 1, 1))
    state.god = DIVINITIES.index("dea")
    begin_payment(state, 0, TRIBUTE, 1, 1, 1)
    begin(state)
    play(state, "pay-custom")
    assert asked(state) == ["pay food", "pay wine"]
    play(state, "pay wine")
    assert lying(state, "dea") == (1, 1, 1), "the rest is forced"
    state = table(2)
    hold(state, 0, (1, 1, 1), second=(2,))
    begin(state)
    play(state, "invoke elefante")
    assert asked(state) == ["pay food", "pay wine"]
    assert refusal(state, "pay coin-as-food") == "BOM-6.5", "the coin is needed for a coin slot"


# Every payment, compared with the definition


def by_definition(store: Cubes, cards: int, exchanges: int, owed: Cubes) -> set[tuple[int, ...]]:
    """All ways to fill the slots: how often each means is used, in the order of the catalogue."""
    food, coin, wine = store
    owed_food, owed_coin, _ = owed
    found: set[tuple[int, ...]] = set()
    most = sum(owed) + 1
    for way in product(*(range(most) for _ in range(5)), range(exchanges + 1), range(exchanges + 1)):
        by_food, by_coin, by_wine, as_food, as_coin, food_as_coin, coin_as_food = way
        if food_as_coin and coin_as_food:
            continue
        if sum(way) != sum(owed) or by_wine > wine or as_food + as_coin > cards:
            continue
        if by_food + food_as_coin > food or by_coin + coin_as_food > coin:
            continue
        if food_as_coin + coin_as_food > exchanges or food_as_coin > owed_coin or coin_as_food > owed_food:
            continue
        food_like = by_food + as_food + coin_as_food
        coin_like = by_coin + as_coin + food_as_coin
        if by_wine >= max(0, owed_food - food_like) + max(0, owed_coin - coin_like):
            found.add(way)
    return found


class Done(Happening[BomarzoState]):
    """The payment is complete."""

    def happen(self, state: BomarzoState) -> None:
        state.finish(Result("paid", [1, 1]))


def by_play(store: Cubes, cards: int, exchanges: int, owed: Cubes) -> set[tuple[int, ...]]:
    """All payments that can be made by following the options, slot by slot."""
    state = bare(2)
    hand = tuple(range(30, 30 + cards))
    hold(state, 0, store, hand=hand, second=(2, 13, 25)[:exchanges])
    state.god = DIVINITIES.index("dea")
    found: set[tuple[int, ...]] = set()
    state.push(Done())
    begin_payment(state, 0, TRIBUTE, *owed)
    state.journal = None
    waiting: list[tuple[BomarzoState, tuple[int, ...]]] = [(state, (0,) * 7)]
    seen: set[tuple[int, ...]] = set()
    while waiting:
        here, way = waiting.pop()
        if not here.agenda or isinstance(here.step, Done):
            found.add(way)
            continue
        step = here.step
        options = step.options(here)
        assert options, "a dead end"
        for action in options:
            if action.text == "pay-plain":
                continue
            if step.name() == "convert" and action is not options[0]:
                continue  # which card it is makes no difference here
            twin = here.copy()
            twin.agenda.pop().play(twin, action)
            longer = list(way)
            if step.name() == "pay":
                longer[action.a] += 1
            key = (*longer, len(twin.agenda.steps()), *twin.owed, twin.exchange)
            if step.name() != "pay" or key not in seen:
                seen.add(key)
                waiting.append((twin, tuple(longer)))
    return found


SMALL = [
    (store, cards, exchanges, owed)
    for store in product(range(3), range(3), range(2))
    for cards in range(2)
    for exchanges in range(2)
    for owed in ((1, 0, 0), (1, 1, 0), (1, 0, 1), (2, 1, 0), (1, 1, 1), (0, 2, 1))
]


@pytest.mark.rule("BOM-6.5")
def test_what_can_be_paid_is_exactly_what_the_rule_describes() -> None:
    for store, cards, exchanges, owed in SMALL:
        ways = by_definition(store, cards, exchanges, owed)
        food, coin, wine = store
        can = payable(food, coin, wine + cards, exchanges, NO_EXCHANGE, *owed)
        assert can == bool(ways), (store, cards, exchanges, owed)
        state = bare(2)
        hold(state, 0, store, hand=tuple(range(30, 30 + cards)), second=(2,) * exchanges)
        assert can_pay(state, state.fiefs[0], *owed, True) == can


@pytest.mark.rule("BOM-6.5")
def test_no_payment_is_a_dead_end_and_every_payment_can_be_reached() -> None:
    reached = 0
    for store, cards, exchanges, owed in SMALL[::5]:
        ways = by_definition(store, cards, exchanges, owed)
        if not ways:
            continue
        plain = (owed[0], owed[1], 0, 0, 0, 0, 0)
        state = bare(2)
        hold(state, 0, store, hand=tuple(range(30, 30 + cards)), second=(2,) * exchanges)
        found = by_play(store, cards, exchanges, owed)
        if found == {(0,) * 7}:  # paid plainly without a question
            assert ways == {plain}, (store, cards, exchanges, owed)
            continue
        if not any(way != plain for way in ways) or sum(next(iter(found))) < sum(owed):
            continue  # the plain part was paid without a question, and only the rest was asked
        assert found == ways, (store, cards, exchanges, owed)
        reached += len(found)
    assert reached > 200
