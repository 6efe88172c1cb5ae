"""Turns and harvests: BOM-4."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bomarzo import GAME
from tests.bomarzo.table import (
    asked,
    begin,
    cubes,
    events,
    harvested,
    hold,
    lie,
    lying,
    own_pawns,
    play,
    refusal,
    set_row,
    table,
)


@pytest.mark.rule("BOM-4.1", "BOM-4.2")
def test_turns_go_round_until_the_pawns_are_gone() -> None:
    state = table(3)
    own_pawns(state, 1, 1)
    own_pawns(state, 2, 2)
    begin(state)
    order = []
    while state.season == 1:
        order.append(state.actor)
        play(state, next(text for text in asked(state) if text.startswith("harvest")))
    assert order == [0, 1, 2, 0, 2, 0]


@pytest.mark.rule("BOM-4.3")
def test_nobody_passes_who_can_still_act() -> None:
    state = table(2)
    hold(state, 0, (3, 3, 0))
    harvested(state, 0, 0, 1, 2)
    own_pawns(state, 0, 1)
    begin(state)
    assert refusal(state, "pass") == "BOM-4.3/never"


@pytest.mark.rule("BOM-4.3", "BOM-6.2")
def test_nobody_has_to_discard_cards_to_place_a_pawn() -> None:
    for owned, free in (((0, 0, 0), True), ((0, 0, 1), False), ((1, 0, 0), False)):
        state = table(2)
        hold(state, 0, owned, hand=(1, 2))
        harvested(state, 0, 0, 1, 2)
        own_pawns(state, 0, 1)
        begin(state)
        assert "invoke genio" in asked(state)
        assert ("pass" in asked(state)) == free, owned
    state.divinities[0].mossy = True
    hold(state, 0, hand=(1, 2))
    assert refusal(state, "pass") == "BOM-4.3/never", "Genio asks for nothing now"


@pytest.mark.rule("BOM-4.3")
def test_where_the_house_plays_so_passing_needs_all_own_harvests_done_and_is_final() -> None:
    state = table(2, may_pass="no_harvest_left")
    own_pawns(state, 0, 5)
    hold(state, 0, (3, 3, 0))
    harvested(state, 0, 0, 1)
    begin(state)
    assert refusal(state, "pass") == "BOM-4.3"
    play(state, "harvest vineyard", "harvest fields")
    assert "pass" in asked(state)
    play(state, "pass")
    assert state.fiefs[0].idle == 2
    while state.season == 1 and state.actor == 1:
        play(state, asked(state)[-1])
    assert state.season == 2, "seat 0 is not asked again"


@pytest.mark.rule("BOM-4.3", "BOM-7.6")
def test_who_has_passed_may_copy_but_a_new_pawn_brings_no_turn() -> None:
    state = table(2, may_pass="any_time")
    hold(state, 0, (1, 1, 2))
    hold(state, 1, (1, 1, 0))
    set_row(state, 0, "pawn", 2)
    begin(state)
    play(state, "pass", "invoke dea", "worker food", "worker food")
    assert state.actor == 0 and asked(state) == ["copy", "copy-decline"]
    play(state, "copy", "worker pawn", "worker food")
    assert state.fiefs[0].idle == 4
    play(state, "harvest fields")
    assert state.actor == 1, "a pass lasts for the season"


@pytest.mark.rule("BOM-4.3")
def test_other_tables_pass_more_or_less_freely() -> None:
    assert "pass" in asked(begin(table(2, may_pass="any_time")))
    state = table(2, may_pass="never")
    own_pawns(state, 0, 5)
    hold(state, 0, (3, 3, 0))
    harvested(state, 0, 0, 1, 2)
    begin(state)
    assert refusal(state, "pass") == "BOM-4.3/never"


@pytest.mark.rule("BOM-4.3", "BOM-4.2")
def test_who_can_place_nowhere_is_left_out_and_asked_again_later() -> None:
    state = table(2)
    harvested(state, 0, 0, 1)
    state.fiefs[0].visited |= 0b111 << 8  # all areas used
    state.fiefs[0].pawns = 3
    hold(state, 1, (3, 3, 0))
    begin(state)
    assert state.actor == 1, "seat 0 owns nothing and nothing is free"
    play(state, "invoke orco", "gift-done")
    assert state.actor == 1, "still nothing for seat 0"
    state.fiefs[0].cubes = vec[i64]([2, 0, 0])
    play(state, "harvest fields")
    assert state.actor == 0
    assert "invoke tartaruga" in asked(state)


@pytest.mark.rule("BOM-4.4", "BOM-4.5")
def test_the_earlier_the_more() -> None:
    state = begin(table(4))
    for seat, food in zip(range(4), (3, 2, 1, 1), strict=True):
        assert state.actor == seat
        play(state, "harvest fields")
        assert cubes(state, seat) == (food, 0, 0)
    assert refusal(state, "harvest fields") == "BOM-4.5"
    for seat, wine in zip(range(3), (2, 1, 1), strict=True):
        play(state, "harvest vineyard")
        assert cubes(state, seat)[2] == wine


@pytest.mark.rule("BOM-4.5", "BOM-7.2")
def test_harvests_are_not_copied() -> None:
    state = table(2)
    hold(state, 1, (0, 0, 5))
    begin(state)
    play(state, "harvest caves")
    assert state.step.name() == "turn"
    assert cubes(state, 0) == (0, 3, 0)


@pytest.mark.rule("BOM-4.4", "BOM-1.1")
def test_an_empty_reserve_yields_nothing_and_promises_nothing() -> None:
    state = table(3, supply="limited")
    harvested(state, 1, 0)
    harvested(state, 2, 0)
    hold(state, 1, (30, 0, 0))
    begin(state)
    assert GAME.view(state, 0).next_harvest == (0, 3, 2)
    play(state, "harvest fields")
    assert cubes(state, 0) == (0, 0, 0)
    assert state.fiefs[0].idle == 2
    assert "harvested 0 0 0 0" in events(state)


@pytest.mark.rule("BOM-4.6", "BOM-10.2")
def test_a_second_pawn_on_a_divinity_needs_a_repetition() -> None:
    state = table(2)
    hold(state, 0, (5, 5, 0))
    lie(state, "dea", (1, 1, 0), (0,))
    begin(state)
    assert refusal(state, "invoke dea") == "BOM-4.6"
    state = table(2)
    hold(state, 0, (2, 1, 0), second=(8,))  # Viaduct
    lie(state, "dea", (1, 1, 0), (0,))
    begin(state)
    play(state, "invoke dea")
    assert lying(state, "dea") == (3, 2, 0), "1 food, 1 coin and 1 of any kind, all forced"
    assert state.fiefs[0].rotated == 1 << 8
    assert state.divinities[2].pawns == 0o11, "two pawns of seat 0"


@pytest.mark.rule("BOM-4.7")
def test_a_price_out_of_reach_is_refused() -> None:
    state = table(2)
    hold(state, 0, (2, 0, 0))
    begin(state)
    assert refusal(state, "invoke gigante") == "BOM-4.7"
    assert refusal(state, "invoke orco") is None


@pytest.mark.rule("BOM-4.8")
def test_an_invocation_goes_in_order() -> None:
    state = table(2)
    hold(state, 0, (2, 3, 1), hand=(2,), second=(4,))  # Fortress: raising
    hold(state, 1, (2, 2, 4))
    begin(state)
    steps = [state.step.name()]
    for text in ("invoke dea", "pay-plain", "gift-done", "raise 3", "worker food", "worker food"):
        play(state, text)
        steps.append(state.step.name())
    assert steps == ["turn", "how", "gift", "raise", "work", "work", "copyoffer"]
    assert (state.actor, lying(state, "dea")) == (1, (4, 1, 0))
    play(state, "copy-decline")
    assert state.actor == 1 and state.step.name() == "turn"


@pytest.mark.rule("BOM-4.9")
def test_a_favour_may_be_declined_or_be_of_no_use() -> None:
    state = table(2)
    hold(state, 0, (1, 0, 0), hand=(2,))
    begin(state)
    play(state, "invoke tartaruga", "pay-plain", "favour-decline")
    assert "declined 0 5" in events(state)
    assert state.fiefs[0].hand_size() == 1
    state = table(2)
    hold(state, 0, (2, 1, 0))
    begin(state)
    play(state, "invoke gigante")
    assert "in_vain 0 3" in events(state)
    assert lying(state, "gigante") == (2, 1, 0)


@pytest.mark.rule("BOM-4.9", "BOM-8.1", "BOM-8.2", "BOM-8.3")
def test_what_comes_for_nothing_is_taken_without_a_question() -> None:
    state = table(2)
    hold(state, 0, (1, 1, 0))
    begin(state)
    play(state, "invoke genio", "gift-done")
    assert state.step.name() == "draw"
    state = table(2)
    hold(state, 0, (1, 1, 0))
    lie(state, "genio", (0, 1, 0), (1,))
    begin(state)
    play(state, "invoke orco", "gift-done")
    assert asked(state) == ["orco-sweep", "orco-take genio coin", "orco-take orco food"]
    state = table(2)
    hold(state, 0, (1, 1, 0))
    begin(state)
    play(state, "invoke dea")
    assert asked(state) == ["worker food", "worker coin", "worker wine", "worker card", "worker pawn"]


@pytest.mark.rule("BOM-4.2", "BOM-7.6", "BOM-8.3")
def test_a_pawn_gained_by_a_copy_brings_a_turn_again() -> None:
    state = table(4)
    hold(state, 1, (1, 1, 0))
    hold(state, 2, (2, 1, 2))
    set_row(state, 2, "pawn", 2)
    harvested(state, 2, 0, 1)
    harvested(state, 0, 0)
    state.turn = 1
    begin(state)
    assert state.fiefs[2].idle == 0
    play(state, "invoke dea", "worker food", "worker food")
    assert state.actor == 2
    play(state, "copy", "worker pawn", "worker food")
    assert state.fiefs[2].pawns == 3
    assert state.actor == 2, "seat 2 has a pawn and a turn again"
