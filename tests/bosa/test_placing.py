"""BOS-2 and BOS-3: taking a card and placing it."""

import pytest

from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.rules.actions import CELL_WORDS, PLACE
from ludoteca.games.bosa.rules.steps.turn import cell_objection
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.match import Match
from ludoteca.kernel.state import CHANCE
from tests.bosa.table import HOUSE, Turn, deal, laid, number, play_randomly, table


def stairs(*lengths: int) -> int:
    return sum(1 << (4 * row + column) for row, length in enumerate(lengths) for column in range(length))


def open_cells(*lengths: int) -> list[str]:
    filled = stairs(*lengths)
    return [CELL_WORDS[action.a] for action in PLACE.actions if cell_objection(filled, action.a) is None]


@pytest.mark.rule("BOS-2.2", "BOS-2.3")
def test_a_turn_begins_by_taking_any_of_four_cards() -> None:
    state = laid(2)
    assert [action.text for action in state.choices] == ["take 1", "take 2", "take 3", "take 4"]
    wanted, coins = state.market[2], state.towns[0].coins
    state.play(state.choices[2])
    assert state.held == wanted
    assert state.market[2] == -1
    assert state.towns[0].coins == coins
    assert state.step.name() == "place"
    assert all(action.verb is PLACE for action in state.choices)


@pytest.mark.rule("BOS-2.4")
def test_every_card_has_one_of_six_colours() -> None:
    assert {card.colour for card in HOUSE.cards} == set(range(6))
    for season, each in ((0, 1), (1, 5), (2, 5), (3, 5)):
        found = [card.colour for card in HOUSE.cards if card.season == season]
        assert [found.count(colour) for colour in range(6)] == [each] * 6


@pytest.mark.rule("BOS-2.1", "BOS-2.5")
def test_the_emptied_slot_is_filled_and_the_next_seat_acts() -> None:
    match = Match(GAME, GAME.setup(3, {"first_player": "seat0", "gain_prompts": "never"}), Seeded(5))
    before = list(table(match).market)
    match.play(0, "take 3")
    while match.actor == 0:
        match.play(0, match.options[0])
    after = table(match).market
    assert match.actor == 1
    assert [after[slot] == before[slot] for slot in range(4)] == [True, True, False, True]
    assert after[2] not in before
    assert HOUSE.cards[after[2]].season == 1


@pytest.mark.rule("BOS-2.5")
def test_any_unseen_card_of_the_season_may_appear() -> None:
    state = laid(2)
    seen = set(state.market)
    state.play(state.choices[0])
    while state.actor == 0:
        state.play(state.choices[0])
    assert state.actor == CHANCE
    odds = state.step.odds(state)
    assert {weight for _, weight in odds} == {1}
    assert {action.a for action, _ in odds} == set(range(6, 36)) - seen


@pytest.mark.rule("BOS-2.1")
def test_turns_go_clockwise_and_wrap_round() -> None:
    state = laid(3)
    order = []
    for turn in range(7):
        order.append(state.current)
        while state.turn == turn:
            play_randomly(state, turn, until=1)
        deal(state, Seeded(turn))
    assert order == [0, 1, 2, 0, 1, 2, 0]


@pytest.mark.rule("BOS-3.2", "BOS-3.4")
def test_the_cell_below_the_yellow_house_would_leave_a_gap() -> None:
    turn = Turn({"a1": "st-red", "b1": "s1-yellow-2"}, "s1-green-5", (1, 1, 1), 3)
    assert turn.asked == ["place c1", "place a2"]
    assert turn.why("place b2") == "BOS-3.4/left"


@pytest.mark.rule("BOS-4.1", "BOS-4.3", "BOS-5.1", "BOS-5.3")
def test_the_column_acts_if_it_is_chosen() -> None:
    turn = Turn({"a1": "st-red", "b1": "s1-yellow-2"}, "s1-green-5", (1, 1, 1), 3).play("place a2")
    assert turn.asked == ["line row", "line column"]
    turn.play("line column")
    assert turn.happened("fired_column") == [(0, 2)]
    assert turn.goods == (1, 2, 1)
    assert turn.asked == ["res fish", "res textile", "res pottery"]
    turn.play("res fish")
    assert turn.goods == (2, 2, 1)
    assert (turn.town.coins, turn.town.score) == (3, 0)


@pytest.mark.rule("BOS-3.4")
def test_after_one_card_two_cells_are_open() -> None:
    assert open_cells(1) == ["b1", "a2"]


@pytest.mark.rule("BOS-3.4")
def test_after_two_cards_two_cells_are_open() -> None:
    assert open_cells(2) == ["c1", "a2"]


@pytest.mark.rule("BOS-3.4")
def test_four_cells_are_the_most() -> None:
    assert open_cells(3, 2, 1) == ["d1", "c2", "b3", "a4"]


@pytest.mark.rule("BOS-3.3", "BOS-3.4")
def test_below_full_rows_a_row_begins_at_the_left() -> None:
    assert open_cells(4, 4, 2) == ["c3", "a4"]
    assert cell_objection(stairs(4, 4, 2), CELL_WORDS.index("b4")) == "BOS-3.4/left"


@pytest.mark.rule("BOS-3.4")
def test_a_cell_with_a_gap_above_is_not_open() -> None:
    assert open_cells(3, 1, 1) == ["d1", "b2", "a4"]
    assert cell_objection(stairs(3, 1, 1), CELL_WORDS.index("b3")) == "BOS-3.4/above"


@pytest.mark.rule("BOS-3.3", "BOS-3.4")
def test_a_single_cell_is_not_asked_about() -> None:
    buildings = {"a1": "st-red", "b1": "s1-red-1", "c1": "s1-orange-1", "d1": "s1-yellow-1"}
    buildings |= {"a2": "s1-green-1", "a3": "s1-blue-1", "a4": "s1-purple-1"}
    assert open_cells(4, 1, 1, 1) == ["b2"]
    turn = Turn(buildings, "s1-green-2")
    assert turn.town.grid[5] == number("s1-green-2")
    assert turn.asked == ["line row", "line column"]


@pytest.mark.rule("BOS-3.3", "BOS-4.1")
def test_the_last_cell_asks_for_row_or_column() -> None:
    ids = ["st-red", *(card.id for card in HOUSE.cards[6:20])]
    turn = Turn(dict(zip(CELL_WORDS[:15], ids, strict=True)), "s3-red-1")
    assert open_cells(4, 4, 4, 3) == ["d4"]
    assert turn.town.grid[15] == number("s3-red-1")
    assert turn.asked == ["line row", "line column"]
    copy = turn.state.copy()
    turn.play("line row")
    assert turn.state.line == [12, 13, 14, 15]
    copy.play(copy.choices[1])
    assert copy.line == [3, 7, 11, 15]


@pytest.mark.rule("BOS-3.1", "BOS-3.6")
def test_a_filled_cell_stays_as_it_is() -> None:
    turn = Turn({"a1": "st-red", "b1": "s1-yellow-2"}, "s1-green-5")
    assert turn.why("place a1") == "BOS-3.6"
    assert turn.why("place b1") == "BOS-3.6"
    assert len(turn.state.step.candidates(turn.state)) == 16


@pytest.mark.rule("BOS-3.2")
def test_a_card_touches_another_one() -> None:
    turn = Turn({"a1": "st-red", "b1": "s1-yellow-2"}, "s1-green-5")
    for cell in ("d1", "c2", "d4", "a3"):
        assert turn.why(f"place {cell}") == "BOS-3.2"


@pytest.mark.rule("BOS-2.7", "BOS-3.6")
def test_everybody_ends_with_sixteen_houses_that_never_moved() -> None:
    state = laid(2)
    known: list[dict[int, int]] = [{}, {}]
    while not state.over:
        play_randomly(state, state.turn + 100 * state.season, until=1)
        for seat, town in enumerate(state.towns):
            now = {cell: card for cell, card in enumerate(town.grid) if card != -1}
            assert known[seat].items() <= now.items()
            known[seat] = now
    assert [len(found) for found in known] == [16, 16]
