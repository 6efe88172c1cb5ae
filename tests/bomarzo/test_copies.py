"""Sleep and copies: BOM-7."""

import pytest

from ludoteca.games.bomarzo.rules.actions import DIVINITIES
from ludoteca.games.bomarzo.rules.steps.payment import price
from tests.bomarzo.table import (
    asked,
    begin,
    cubes,
    events,
    grow_moss,
    hold,
    lie,
    lying,
    mossy,
    own_pawns,
    pawns_ready,
    play,
    refusal,
    row,
    set_row,
    table,
)


@pytest.mark.rule("BOM-7.1")
def test_the_second_wine_puts_orco_to_sleep() -> None:
    state = table(3)
    hold(state, 0, (0, 0, 1))
    hold(state, 1, (1, 0, 1))
    hold(state, 2, (5, 5, 5))
    lie(state, "genio", (0, 2, 0), (2,))
    lie(state, "dea", (1, 1, 0), (2,))
    begin(state)
    play(state, "invoke orco")
    assert lying(state, "orco") == (0, 0, 1)
    assert price(state, DIVINITIES.index("orco")) == (0, 0, 2)
    play(state, "orco-take genio coin")
    assert state.actor == 2, "seat 2 may copy that"
    play(state, "copy-decline")
    lie(state, "genio", (0, 2, 0))
    play(state, "invoke orco", "pay food", "orco-take genio coin")
    assert cubes(state, 1) == (0, 2, 0), "the favour of the one who laid the wine still counts"
    assert lying(state, "orco") == (1, 0, 2)
    assert "fell_asleep 1" in events(state)
    assert state.actor == 2 and state.step.name() == "turn", "nobody is asked to copy"
    assert refusal(state, "invoke orco") == "BOM-7.1"


@pytest.mark.rule("BOM-7.1", "BOM-5.5")
def test_a_gift_of_wine_puts_drago_to_sleep() -> None:
    state = table(2)
    hold(state, 0, (0, 0, 2), hand=(3,))
    hold(state, 1, (0, 0, 9), hand=(4,))
    begin(state)
    play(state, "invoke drago", "pay wine", "gift wine", "devote 3", "devote-under dea")
    assert state.dormant(DIVINITIES.index("drago"))
    assert state.step.name() == "turn" and state.actor == 1


@pytest.mark.rule("BOM-7.1")
def test_three_wines_put_to_sleep_as_well() -> None:
    state = table(2)
    hold(state, 0, (0, 0, 2))
    lie(state, "genio", (0, 0, 1), (1,))
    begin(state)
    play(state, "invoke genio")
    assert lying(state, "genio") == (0, 0, 3)
    state.play(state.step.odds(state)[0][0])
    state.play(state.step.odds(state)[0][0])
    assert "fell_asleep 0" in events(state)


@pytest.mark.rule("BOM-7.2", "BOM-7.3", "BOM-7.5", "BOM-7.6")
def test_a_copy_of_dea() -> None:
    state = table(3)
    hold(state, 0, (1, 1, 0))
    hold(state, 1, (1, 1, 2))
    hold(state, 2, (1, 1, 2))
    begin(state)
    play(state, "invoke dea", "worker food", "worker food")
    before = (state.reserve[:], pawns_ready(state), price(state, 2), mossy(state))
    assert asked(state) == ["copy", "copy-decline"]
    play(state, "copy", "worker wine", "worker wine")
    assert cubes(state, 1) == (0, 0, 0)
    assert row(state, 1, "wine") == 2
    assert lying(state, "dea") == (1, 1, 0)
    assert list(state.reserve) == [before[0][0] + 1, before[0][1] + 1, before[0][2] + 2]
    assert (pawns_ready(state), price(state, 2), mossy(state)) == before[1:]
    assert state.actor == 2 and asked(state) == ["copy", "copy-decline"], "any number of seats may copy"
    play(state, "copy-decline")
    assert state.actor == 1 and state.step.name() == "turn", "copies are not copied"


@pytest.mark.rule("BOM-7.3", "BOM-7.4")
def test_the_kinds_must_be_identical() -> None:
    state = table(2)
    hold(state, 0, (1, 1, 1))
    hold(state, 1, (1, 1, 3))
    begin(state)
    play(state, "invoke dea", "pay-plain", "gift wine", "worker food", "worker food")
    assert list(state.spent) == [1, 1, 1]
    play(state, "copy")
    assert cubes(state, 1) == (0, 0, 0), "exactly 1 food, 1 coin and 3 wine"


@pytest.mark.rule("BOM-7.4", "BOM-6.2")
def test_wine_is_no_substitute_but_a_card_is() -> None:
    state = table(2)
    hold(state, 0, (1, 1, 0))
    hold(state, 1, (2, 0, 3))
    begin(state)
    play(state, "invoke dea", "worker food", "worker food")
    assert state.step.name() == "turn", "seat 1 is not asked"
    state = table(2)
    hold(state, 0, (1, 1, 0))
    hold(state, 1, (2, 0, 3), hand=(5,))
    begin(state)
    play(state, "invoke dea", "worker food", "worker food", "copy")
    assert cubes(state, 1) == (1, 0, 1)
    assert state.discard == 1 << 5
    assert state.step.name() == "work"


@pytest.mark.rule("BOM-7.4", "BOM-6.4")
def test_an_exchanged_cube_pays_for_a_copy_and_wine_is_refused() -> None:
    state = table(2)
    hold(state, 0, (1, 1, 0))
    hold(state, 1, (3, 1, 3), hand=(5,), second=(2,))
    begin(state)
    play(state, "invoke dea", "worker food", "worker food", "copy", "pay-custom")
    assert refusal(state, "pay wine") == "BOM-7.4"
    assert refusal(state, "pay coin") == "BOM-7.4/food", "no word of wine to somebody who copies"
    play(state, "pay food")
    assert refusal(state, "pay card-as-food") == "BOM-7.4/coin"
    play(state, "pay food-as-coin")
    assert cubes(state, 1) == (1, 1, 1)


@pytest.mark.rule("BOM-7.3")
def test_gifts_are_part_of_the_price() -> None:
    state = table(2)
    hold(state, 0, (1, 2, 0))
    hold(state, 1, (1, 2, 2), hand=(5, 6))
    state.fiefs[0].hand = 1 << 7
    state.deck &= ~(1 << 7)
    begin(state)
    play(state, "invoke tartaruga", "pay-plain", "gift coin", "gift coin", "favour-decline")
    assert state.actor == 1
    play(state, "copy", "pay-plain")
    assert cubes(state, 1) == (0, 0, 0)


@pytest.mark.rule("BOM-7.7", "BOM-10.3", "BOM-5.2")
def test_raised_cubes_are_not_part_of_the_price_of_a_copy() -> None:
    state = table(2)
    hold(state, 0, (1, 0, 0), hand=(7,), second=(4,))
    hold(state, 1, (1, 0, 2), hand=(5,))
    begin(state)
    play(state, "invoke tartaruga", "pay-plain", "raise 0", "favour-decline")
    assert lying(state, "tartaruga") == (1, 3, 0)
    assert price(state, DIVINITIES.index("tartaruga")) == (1, 3, 1)
    play(state, "copy", "pay-plain")
    assert cubes(state, 1) == (0, 0, 0), "1 food and 2 wine"


@pytest.mark.rule("BOM-7.3")
def test_a_free_action_costs_two_wine() -> None:
    state = table(2)
    grow_moss(state, *DIVINITIES)
    hold(state, 1, (0, 0, 2))
    begin(state)
    play(state, "invoke genio", "drawn 1", "drawn 2", "copy")
    assert cubes(state, 1) == (0, 0, 0)
    assert state.step.name() == "draw"


@pytest.mark.rule("BOM-7.2")
def test_a_copy_that_does_nothing_is_not_offered() -> None:
    state = table(2)
    hold(state, 0, (1, 1, 0))
    hold(state, 1, (1, 1, 2))
    for name, end in zip(("food", "coin", "wine", "card", "pawn"), (5, 5, 5, 5, 6), strict=True):
        set_row(state, 1, name, end)
    own_pawns(state, 1, 5)
    begin(state)
    play(state, "invoke dea", "worker food", "worker food")
    assert state.step.name() == "turn"


@pytest.mark.rule("BOM-7.2", "BOM-9.1")
def test_whether_somebody_is_asked_tells_nothing_about_the_hand() -> None:
    for card in (2, 12):  # a Building card, and a Knowledge card that Gigante cannot play
        state = table(2)
        hold(state, 0, (2, 1, 0), hand=(3,))
        hold(state, 1, (2, 1, 2), hand=(card,))
        begin(state)
        play(state, "invoke gigante", "pay-plain", "favour-decline")
        assert asked(state) == ["copy", "copy-decline"]


@pytest.mark.rule("BOM-7.6")
def test_a_copier_needs_no_pawn_and_may_have_one_there() -> None:
    state = table(3)
    hold(state, 0, (5, 5, 0))
    hold(state, 1, (3, 3, 2))
    hold(state, 2, (3, 3, 2))
    lie(state, "dea", (1, 1, 0), (1,))
    state.fiefs[2].idle = 0
    begin(state)
    play(state, "invoke dea", "pay food", "gift-done", "worker food", "worker food")
    assert state.actor == 1
    play(state, "copy", "worker coin", "worker coin")
    assert state.actor == 2 and "copy" in asked(state)


@pytest.mark.rule("BOM-7.6", "BOM-10.1", "BOM-10.3")
def test_a_copier_uses_own_powers_but_raises_nothing() -> None:
    state = table(2)
    hold(state, 0, (0, 1, 0))
    hold(state, 1, (0, 1, 2), second=(4, 11))  # Fortress: raising; Sculpture Garden: vision
    begin(state)
    play(state, "invoke genio", "drawn 1", "drawn 2", "copy")
    assert state.actor == 1 and asked(state) == ["vision-use", "vision-skip"]
    assert lying(state, "genio") == (0, 1, 0)


@pytest.mark.rule("BOM-7.2", "BOM-1.10")
@pytest.mark.parametrize(("order", "asked_in_turn"), [("first_player", [0, 2, 3]), ("from_actor", [2, 3, 0])])
def test_copies_go_in_player_order_or_from_the_one_who_acted(order: str, asked_in_turn: list[int]) -> None:
    state = table(4, copy_order=order)
    state.turn = 1  # seat 0 holds the First Player card
    for seat in range(4):
        hold(state, seat, (1, 1, 2))
    begin(state)
    play(state, "invoke dea", "pay-plain", "gift-done", "worker food", "worker food")
    found = []
    while state.step.name() == "copyoffer":
        found.append(state.actor)
        play(state, "copy-decline")
    assert found == asked_in_turn


@pytest.mark.rule("BOM-7.2", "BOM-8.2")
def test_who_would_copy_orco_is_not_asked_when_an_earlier_copy_left_nothing() -> None:
    for first, then in ((["copy", "orco-sweep"], "turn"), (["copy-decline"], "copyoffer")):
        state = table(3)
        grow_moss(state, "orco")
        hold(state, 1, (0, 0, 2))
        hold(state, 2, (0, 0, 2))
        lie(state, "genio", (0, 1, 0), (1,))
        lie(state, "dea", (1, 0, 0), (2,))
        begin(state)
        play(state, "invoke orco", "orco-take genio coin", *first)
        assert state.step.name() == then
        assert cubes(state, 2) == (0, 0, 2)
