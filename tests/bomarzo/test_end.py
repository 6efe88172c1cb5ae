"""The end of the game: BOM-12."""

import pytest

from ludoteca.games.bomarzo.rules.actions import DIVINITIES
from ludoteca.games.bomarzo.rules.cards import mask_of
from ludoteca.games.bomarzo.rules.scoring import (
    FIRST_PLACE,
    SECOND_PLACE,
    UNPLACED,
    devotion,
    field_value,
    pantheon_of,
    placed,
    prize,
    temple_symbols,
)
from ludoteca.games.bomarzo.rules.state import BomarzoState
from tests.bomarzo.table import (
    all_points,
    asked,
    begin,
    events,
    hold,
    no_pawns_left,
    play,
    refusal,
    set_points,
    set_track,
    table,
)


def last(seats: int = 3, **options: object) -> BomarzoState:
    """Season 8, no pawn left: `begin` scores the game."""
    state = table(seats, **options)
    state.season = 8
    no_pawns_left(state)
    return state


def bury(state: BomarzoState, seat: int, god: str, *cards: int) -> None:
    state.fiefs[seat].under[DIVINITIES.index(god)] |= mask_of(list(cards))
    state.deck &= ~mask_of(list(cards))


def arrive(state: BomarzoState, seat: int, track: int, rank: int) -> None:
    state.fiefs[seat].tracks[track] = 10
    state.fiefs[seat].ten_rank[track] = rank


def prizes(state: BomarzoState) -> list[str]:
    return [text for text in events(state) if text.startswith("prize")]


@pytest.mark.rule("BOM-9.8", "BOM-12.2")
def test_the_altar_adds_four() -> None:
    state = last()
    hold(state, 0, hand=(5,), first=(9,))  # devotion 4 each, but not under a divinity
    bury(state, 1, "dea", 1)
    assert devotion(state, DIVINITIES.index("dea")) == 4
    assert [devotion(state, god) for god in range(8)].count(0) == 7


@pytest.mark.rule("BOM-12.2")
def test_the_order_of_devotion() -> None:
    state = last()
    state.order = [7, 6, 5, 4, 3, 2, 1, 0]
    bury(state, 0, "balena", 1)  # 4
    bury(state, 1, "balena", 3)  # 5
    bury(state, 1, "orco", 6, 4)  # 2, 5
    bury(state, 2, "gigante", 2)  # 3
    order = [DIVINITIES[god] for god in pantheon_of(state)]
    assert order == ["balena", "orco", "gigante", "drago", "tartaruga", "elefante", "dea", "genio"]


@pytest.mark.rule("BOM-12.2", "BOM-1.5")
def test_equal_devotion_keeps_the_order_of_the_beginning() -> None:
    state = last()
    bury(state, 0, "dea", 3)
    bury(state, 1, "orco", 4)
    assert [DIVINITIES[god] for god in pantheon_of(state)][:3] == ["orco", "dea", "genio"]


@pytest.mark.rule("BOM-12.3")
def test_a_card_with_two_symbols_counts_once() -> None:
    state = last(2)
    hold(state, 0, second=(38,))
    begin(state)
    assert asked(state) == ["assign building", "assign character"]
    assert refusal(state, "assign knowledge") == "BOM-12.3"
    play(state, "assign character")
    assert field_value(state, state.fiefs[0], 5) == 1
    assert field_value(state, state.fiefs[0], 3) == 0
    assert state.over


@pytest.mark.rule("BOM-12.3", "BOM-1.10")
def test_cards_are_assigned_in_player_order_lowest_number_first() -> None:
    state = last(2)
    state.first = 1
    hold(state, 0, second=(34,))
    hold(state, 1, second=(42, 38), first=(36,))
    begin(state)
    for seat, card in ((1, 38), (1, 42), (0, 34)):
        assert state.actor == seat
        assert state.step.details(state) == [("upgrade", "upgrade", card)]
        play(state, asked(state)[0])
    assert state.over


@pytest.mark.rule("BOM-12.3", "BOM-12.4", "BOM-12.5")
def test_orco_looks_at_food_and_gigante_at_buildings() -> None:
    state = last()
    hold(state, 0, (5, 0, 0))
    hold(state, 1, second=(3, 4))
    hold(state, 2, first=(5, 8, 9))  # not upgraded, so no buildings
    begin(state)
    assert not any(text.startswith("prize 2") for text in prizes(state))
    assert "prize 0 3 1 0" in prizes(state), "Orco in position 2"
    assert "prize 1 2 3 0" in prizes(state), "Gigante in position 4"


@pytest.mark.rule("BOM-12.5")
def test_prizes_by_position() -> None:
    state = last()
    for seat, science in enumerate((5, 3, 1)):
        set_track(state, seat, "science", science)
        state.point_owners = [[0, -1], [0, -1], [0, -1]]
    hold(state, 0, second=(12, 14))
    hold(state, 2, second=(15,))
    begin(state)
    assert [text for text in prizes(state) if text.split()[3] == "0"] == ["prize 0 3 0 0", "prize 1 2 0 1"]
    assert [text for text in prizes(state) if text.split()[3] == "4"] == ["prize 0 2 4 0", "prize 2 1 4 1"]
    assert [prize(state, position, FIRST_PLACE) for position in range(8)] == [3, 3, 3, 2, 2, 1, 1, 0]
    assert [prize(state, position, SECOND_PLACE) for position in range(8)] == [2, 2, 2, 1, 1, 0, 0, 0]


@pytest.mark.rule("BOM-12.7")
def test_a_tie_for_first_leaves_the_second_prize() -> None:
    state = last()
    for seat, food in enumerate((4, 4, 2)):
        hold(state, seat, (food, 0, 0))
    begin(state)
    assert all_points(state) == [3, 3, 2]


@pytest.mark.rule("BOM-12.7", "BOM-9.7")
def test_at_ten_the_earlier_is_better() -> None:
    state = last()
    arrive(state, 1, 2, 1)
    arrive(state, 0, 2, 2)
    set_track(state, 2, "science", 9)
    begin(state)
    assert [text for text in prizes(state) if text.split()[3] == "0"] == ["prize 0 2 0 1", "prize 1 3 0 0"]


@pytest.mark.rule("BOM-12.5")
def test_nothing_is_worth_nothing() -> None:
    state = last()
    state.order = [0, 4, 1, 2, 3, 5, 6, 7]
    hold(state, 0, second=(12,))
    begin(state)
    assert all_points(state) == [3, 0, 0]


@pytest.mark.rule("BOM-12.6", "BOM-12.7")
@pytest.mark.parametrize(("food", "points"), [((5, 3), [3, 0]), ((4, 4), [3, 3])])
def test_two_players_have_no_second_prize(food: tuple[int, int], points: list[int]) -> None:
    state = last(2)
    state.order = [1, 0, 2, 3, 4, 5, 6, 7]
    hold(state, 0, (food[0], 0, 0))
    hold(state, 1, (food[1], 0, 0))
    begin(state)
    assert all_points(state) == points


@pytest.mark.rule("BOM-12.7")
def test_after_a_tie_the_next_lower_value_is_second() -> None:
    assert placed([5, 3, 3, 1]) == [FIRST_PLACE, SECOND_PLACE, SECOND_PLACE, UNPLACED]
    assert placed([4, 4, 4, 2]) == [FIRST_PLACE] * 3 + [SECOND_PLACE]
    assert placed([0, 0, 0, 0]) == [UNPLACED] * 4
    state = last(4)
    assert [prize(state, 3, place) for place in placed([5, 3, 3, 1])] == [2, 1, 1, 0]
    assert [prize(state, 0, place) for place in placed([4, 4, 4, 2])] == [3, 3, 3, 2]


@pytest.mark.rule("BOM-12.8", "BOM-9.4", "BOM-9.5")
def test_temple_symbols() -> None:
    state = last(2)
    cards = (1, 5, 4, 3, 7)  # moon, moon, sun, star, eye
    hold(state, 0, first=cards)
    assert temple_symbols(state, state.fiefs[0]) == 4
    hold(state, 0, first=cards[1:], second=(1,))
    assert temple_symbols(state, state.fiefs[0]) == 4
    hold(state, 0, first=(1, 5, 3, 7), second=(4,))
    assert temple_symbols(state, state.fiefs[0]) == 3
    for first, points in (((1, 4), 0), ((1, 4, 3), 1), ((1, 4, 3, 7), 2), ((1, 4, 3, 7, 2), 4)):
        state = last(2)
        hold(state, 0, first=first)
        begin(state)
        assert all_points(state) == [points, 0]


@pytest.mark.rule("BOM-12.4")
def test_wine_counts_nothing() -> None:
    state = last(2)
    hold(state, 0, (0, 0, 5))
    hold(state, 1, (1, 0, 0))
    begin(state)
    assert all_points(state) == [0, 3]


@pytest.mark.rule("BOM-12.9")
def test_equal_points_share_the_victory() -> None:
    state = last(2)
    set_points(state, 9, 9)
    state.point_owners = [[-1, -1], [-1, -1], [-1, -1]]
    hold(state, 0, (4, 0, 0))
    hold(state, 1, (4, 0, 0))
    begin(state)
    assert state.result is not None
    assert state.result.text() == "shared places 1 1 scores 12 12"
    state = last(3)
    set_points(state, 9, 2, 9)
    hold(state, 2, (1, 0, 0))
    begin(state)
    assert state.result is not None
    assert state.result.text() == "points places 2 3 1 scores 9 2 12"
