"""The Seasons and Worship expansions: BOM-13, BOM-14."""

import pytest

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.actions import COLOURS, DIVINITIES
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE
from tests.bomarzo.table import (
    all_deeds,
    asked,
    begin,
    cubes,
    events,
    harvested,
    hold,
    lie,
    no_pawns_left,
    own_pawns,
    pawns_owned,
    pawns_ready,
    play,
    refusal,
    season,
    set_row,
    table,
)


def coloured(colour: str, seats: int = 2, **options: object) -> BomarzoState:
    """The Action phase of a season with this token."""
    state = table(seats, seasons_promo=True, **options)
    state.tokens = [COLOURS.index(colour)] * 8
    state.colour = COLOURS.index(colour)
    return state


@pytest.mark.rule("BOM-13.1")
def test_eight_of_twelve_tokens_are_laid_open() -> None:
    state = GAME.start(GAME.setup(2, {"seasons_promo": True}))
    state.settle()
    play(state, "first 0", *[f"placed {god}" for god in DIVINITIES[:7]])
    weights = {action.text: weight for action, weight in state.step.odds(state)}
    assert weights == {
        "token white": 4,
        "token black": 2,
        "token green": 2,
        "token yellow": 2,
        "token brown": 2,
    }
    play(state, "token black", "token black")
    assert "token black" not in {action.text for action, _ in state.step.odds(state)}
    croupier = Seeded(1)
    while state.actor == CHANCE:
        state.play(croupier.settle(state))
    assert len(state.tokens) == 8
    assert GAME.view(state, -1).tokens == tuple(state.tokens)


@pytest.mark.rule("BOM-13.2", "BOM-3.2")
def test_in_a_black_season_rows_produce_nothing() -> None:
    state = season(2, seasons_promo=True)
    state.tokens = [COLOURS.index("black")] * 8
    set_row(state, 0, "food", 5)
    set_row(state, 0, "card", 5)
    hold(state, 0, second=(3,))  # Granary
    begin(state)
    assert cubes(state, 0) == (1, 0, 0)
    assert state.step.name() == "turn"


@pytest.mark.rule("BOM-13.2", "BOM-3.3")
def test_a_black_season_takes_no_pawns_away() -> None:
    state = season(2, seasons_promo=True)
    state.tokens = [COLOURS.index("black")] * 8
    set_row(state, 0, "pawn", 3)
    own_pawns(state, 0, 4)
    begin(state)
    assert pawns_owned(state) == pawns_ready(state) == [4, 3]


@pytest.mark.rule("BOM-13.2", "BOM-10.1")
def test_in_a_brown_season_powers_rest() -> None:
    state = season(2, seasons_promo=True)
    state.tokens = [COLOURS.index("brown")] * 8
    set_row(state, 0, "card", 2)
    hold(state, 0, second=(11, 3))
    begin(state)
    assert state.step.name() == "draw", "no vision is offered"
    assert cubes(state, 0) == (1, 0, 0), "incomes do not rest"
    state = coloured("brown")
    hold(state, 0, (3, 1, 0), hand=(5,), second=(2,))
    begin(state)
    play(state, "invoke gigante", "pay-custom")
    assert refusal(state, "pay coin-as-food") == "BOM-13.2/brown"


@pytest.mark.rule("BOM-13.2", "BOM-10.2", "BOM-10.3", "BOM-10.5")
def test_in_a_brown_season_nobody_repeats_raises_or_lays_one_more() -> None:
    state = coloured("brown")
    hold(state, 0, (3, 3, 0), hand=(3, 9), second=(4, 8, 22))  # Fortress, Viaduct, Prophecy
    lie(state, "dea", (1, 1, 0), (0,))
    begin(state)
    assert refusal(state, "invoke dea") == "BOM-4.6"
    play(state, "invoke drago", "pay food", "gift-done")
    assert state.step.name() == "devote", "nothing is raised"
    play(state, "devote 3", "devote-under dea")
    assert state.actor == 1 and state.fiefs[0].rotated == 0


@pytest.mark.rule("BOM-13.2")
def test_in_a_yellow_season_no_pawn_repeats_a_divinity_but_copies_are_made() -> None:
    state = coloured("yellow")
    hold(state, 0, (9, 9, 0), second=(8,))
    hold(state, 1, (5, 5, 5))
    lie(state, "dea", (1, 1, 0), (0,))
    begin(state)
    assert refusal(state, "invoke dea") == "BOM-13.2/yellow"
    play(state, "invoke orco", "gift-done", "orco-take dea food")
    assert state.actor == 1 and state.step.name() == "copyoffer"


@pytest.mark.rule("BOM-13.2")
def test_where_the_house_plays_so_nothing_is_repeated_in_a_yellow_season() -> None:
    state = coloured("yellow", yellow_stops_copies=True)
    hold(state, 0, (9, 9, 0), second=(8,))
    hold(state, 1, (5, 5, 5))
    lie(state, "dea", (1, 1, 0), (0,))
    begin(state)
    assert refusal(state, "invoke dea") == "BOM-13.2/yellow"
    play(state, "invoke orco", "gift-done", "orco-take dea food")
    assert state.actor == 1 and state.step.name() == "turn"


@pytest.mark.rule("BOM-13.2")
def test_in_a_green_season_two_actions_are_all() -> None:
    state = coloured("green", green_counts_copies=False)
    own_pawns(state, 0, 4)
    hold(state, 0, (5, 5, 5))
    hold(state, 1, (5, 5, 5))
    harvested(state, 0, 0, 1)
    begin(state)
    assert state.actor == 1, "seat 0 has placed two"
    play(state, "invoke dea", "pay-plain", "gift-done", "worker food", "worker food")
    assert state.actor == 0 and asked(state) == ["copy", "copy-decline"]
    state = coloured("green")
    own_pawns(state, 0, 4)
    hold(state, 0, (5, 5, 5))
    hold(state, 1, (5, 5, 5))
    harvested(state, 0, 0, 1)
    begin(state)
    play(state, "invoke dea", "pay-plain", "gift-done", "worker food", "worker food")
    assert state.step.name() == "turn", "where copies count, seat 0 may not even copy"


@pytest.mark.rule("BOM-13.2")
def test_a_copy_is_one_of_the_two_actions_of_a_green_season() -> None:
    state = coloured("green")
    hold(state, 0, (5, 5, 5))
    hold(state, 1, (5, 5, 5))
    begin(state)
    play(state, "invoke dea", "pay-plain", "gift-done", "worker food", "worker food")
    play(state, "copy", "worker food", "worker food")
    assert all_deeds(state) == [1, 1]
    state = coloured("green", green_counts_copies=False)
    hold(state, 0, (5, 5, 5))
    hold(state, 1, (5, 5, 5))
    begin(state)
    play(state, "invoke dea", "pay-plain", "gift-done", "worker food", "worker food")
    play(state, "copy", "worker food", "worker food")
    assert all_deeds(state) == [1, 0]
    play(state, "harvest fields", "harvest fields")
    assert state.actor == 1, "elsewhere a copy leaves both pawns to place"


# Worship


def devout(seats: int = 2, **options: object) -> BomarzoState:
    return table(seats, worship_promo=True, **options)


@pytest.mark.rule("BOM-14.1", "BOM-14.2")
def test_four_resources_show_three_cards() -> None:
    state = devout()
    hold(state, 0, (2, 2, 2))
    begin(state)
    play(state, "worship-draw 2", "pay food", "pay food", "pay coin", "pay coin")
    assert cubes(state, 0) == (0, 0, 2)
    assert list(state.reserve) == [30, 30, 13]
    play(state, "worship-drawn orco", "worship-drawn drago", "worship-drawn genio")
    assert asked(state) == ["worship-keep genio", "worship-keep orco", "worship-keep drago"]
    play(state, "worship-keep orco")
    assert state.fiefs[0].worship == [DIVINITIES.index("orco")]
    assert state.worship_deck.bit_count() == 7
    assert state.actor == 0 and "harvest fields" in asked(state), "the pawn is placed after that"
    assert refusal(state, "worship-draw 0") == "BOM-14.2"
    assert GAME.view(state, 1).worship == ((-1,), ())
    assert "worships 0 3" in events(state)


@pytest.mark.rule("BOM-14.2")
def test_a_first_card_is_free_and_others_must_be_paid() -> None:
    state = devout()
    hold(state, 0, (0, 1, 0))
    begin(state)
    assert refusal(state, "worship-draw 0") is None
    assert refusal(state, "worship-draw 1") == "BOM-14.2/price"
    play(state, "worship-draw 0", "worship-drawn dea")
    assert state.fiefs[0].worship == [DIVINITIES.index("dea")]


@pytest.mark.rule("BOM-14.2", "BOM-6.2")
def test_cards_of_the_hand_pay_for_worship_too() -> None:
    state = devout()
    hold(state, 0, (1, 0, 0), hand=(4,))
    begin(state)
    play(state, "worship-draw 1", "pay food")
    assert state.discard == 1 << 4
    assert state.actor == CHANCE
    state = devout()
    hold(state, 0, (1, 1, 1), hand=(4,))
    begin(state)
    play(state, "worship-draw 1")
    assert refusal(state, "pay card-as-coin") == "BOM-6.2/worship"
    assert refusal(state, "pay food-as-coin") == "BOM-6.4/needless"


@pytest.mark.rule("BOM-14.1")
def test_there_are_only_eight_worship_cards() -> None:
    state = devout()
    hold(state, 0, (9, 9, 0))
    state.fiefs[1].worship = [3, 5]
    state.worship_deck = 0b11010111
    begin(state)
    assert refusal(state, "worship-draw 5") is None
    assert refusal(state, "worship-draw 6") == "BOM-14.1"


@pytest.mark.rule("BOM-14.3")
def test_any_number_of_worship_cards_may_be_held_or_two_where_the_house_plays_so() -> None:
    state = devout()
    state.fiefs[0].worship = [3, 5]
    state.worship_deck = 0b11010111
    begin(state)
    assert refusal(state, "worship-draw 0") is None
    play(state, "worship-draw 0", "worship-drawn genio")
    assert state.fiefs[0].worship == [3, 5, 0]
    assert [twin.fiefs[0].worship for twin in [GAME.imagine(state, 1, Stream(1))]] != [[3, 5, 0]]
    state = devout(worship_limit="two")
    state.fiefs[0].worship = [3, 5]
    state.worship_deck = 0b11010111
    begin(state)
    assert refusal(state, "worship-draw 0") == "BOM-14.3"


@pytest.mark.rule("BOM-14.4")
def test_a_kept_card_is_worth_three_or_costs_one() -> None:
    state = devout(2)
    state.season = 8
    no_pawns_left(state)
    state.order = [7, 6, 5, 4, 3, 2, 0, 1]  # Orco last: his first prize is 0
    state.fiefs[0].worship = [1, 2]
    state.fiefs[1].worship = [3]
    state.worship_deck = 0b11110001
    hold(state, 0, (2, 0, 0))
    hold(state, 1, (2, 0, 0))
    begin(state)
    assert state.result is not None
    assert state.result.scores == (3 - 1, -1), "first in food, tied; not in culture; nobody has buildings"
    assert "accomplished 0 1 3" in events(state) and "failed 1 3 -1" in events(state)


@pytest.mark.rule("BOM-14.2", "BOM-4.3")
def test_a_turn_may_end_without_a_placement() -> None:
    state = devout()
    hold(state, 0, (2, 0, 0))
    harvested(state, 0, 0, 1)
    state.fiefs[0].visited |= 0b111 << 8
    begin(state)
    play(state, "worship-draw 1", "worship-drawn dea", "worship-drawn orco", "worship-keep dea")
    assert state.actor == 1, "all resources are spent and no place is left"
    assert state.fiefs[0].idle == 1
