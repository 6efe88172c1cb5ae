"""BOS-4 and BOS-5: the cards of a line act. Lines are given from their first card to the one just placed."""

from pathlib import Path

import pytest

from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.rules.actions import CELL_WORDS
from ludoteca.games.bosa.rules.edition import HOUSE_EDITION as HOUSE_FILE
from ludoteca.games.bosa.rules.steps.turn import COLUMN_TO, ROW_TO
from tests.bosa.table import HOUSE, Turn, column, row


def edited(folder: Path, *changes: tuple[str, str]) -> Path:
    """A copy of the house edition with some texts replaced."""
    text = HOUSE_FILE.read_text()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    path = folder / "own.toml"
    path.write_text(text)
    return path


@pytest.mark.rule("BOS-4.3", "BOS-4.4", "BOS-4.7", "BOS-5.2", "BOS-5.5", "BOS-5.8")
def test_a_row_in_order_with_a_skipped_arrow_and_a_full_track() -> None:
    turn = row("st-yellow", "s1-red-2", "s1-red-3", "s1-red-5", goods=(2, 9, 0))
    assert turn.goods == (2, 9, 1)
    assert turn.asked == ["do", "skip"]
    turn.play("do")
    assert (turn.goods, turn.town.coins) == ((3, 9, 1), 1)
    assert turn.asked == ["do", "skip"]
    turn.play("skip")
    assert (turn.goods, turn.town.coins) == ((3, 10, 1), 1)
    assert turn.happened("lost_surplus") == [(HOUSE.card("s1-red-5").number, 2, 1)]
    assert turn.asked == []


@pytest.mark.rule("BOS-4.7", "BOS-5.4")
def test_a_full_track_cannot_be_chosen() -> None:
    turn = row("st-yellow", "s2-red-3", goods=(10, 9, 0))
    assert turn.goods == (10, 9, 1)
    assert turn.asked == ["res textile", "res pottery"]
    assert turn.why("res fish") == "BOS-4.7"
    turn.play("res textile")
    assert turn.goods == (10, 10, 1)
    assert turn.happened("lost_surplus")[0][1] == 1


@pytest.mark.rule("BOS-4.5", "BOS-4.7")
def test_on_full_tracks_every_gain_is_impossible() -> None:
    turn = row("st-red", "s1-green-5", goods=(10, 10, 10))
    assert turn.asked == []
    assert turn.goods == (10, 10, 10)
    assert len(turn.happened("impossible")) == 2


@pytest.mark.rule("BOS-4.5", "BOS-5.8")
def test_an_arrow_that_cannot_be_paid_is_skipped() -> None:
    turn = row("st-red", "s1-red-3")
    assert turn.asked == []
    assert (turn.goods, turn.town.coins) == ((0, 1, 0), 0)


@pytest.mark.rule("BOS-4.7", "BOS-4.8")
def test_one_may_pay_for_what_a_full_track_cannot_hold() -> None:
    turn = row("st-red", "s1-red-3", goods=(10, 0, 0), coins=4)
    assert turn.asked == ["do", "skip"]
    turn.play("do")
    assert (turn.goods, turn.town.coins) == ((10, 1, 0), 3)
    assert turn.happened("lost_surplus") == [(HOUSE.card("s1-red-3").number, 2, 0)]


@pytest.mark.rule("BOS-4.4", "BOS-9.3")
def test_a_free_gain_may_be_skipped() -> None:
    """Fish 9: gain one, or buy two for a coin and lose one of them."""
    turn = row("st-orange", "s1-red-3", goods=(9, 0, 0), coins=1, gain_prompts="always")
    assert turn.asked == ["do", "skip"]
    turn.play("skip", "do")
    assert (turn.goods, turn.town.coins) == ((10, 0, 0), 0)
    assert turn.happened("skipped") == [(0, HOUSE.card("st-orange").number)]


@pytest.mark.rule("BOS-4.4", "BOS-5.3")
def test_a_resource_of_ones_choice_may_be_skipped() -> None:
    turn = row("st-red", "s1-orange-5", gain_prompts="always").play("skip")
    assert turn.asked == ["res fish", "res textile", "res pottery", "skip"]
    turn.play("skip")
    assert turn.goods == (0, 0, 0)


@pytest.mark.rule("BOS-4.7", "BOS-5.8")
def test_one_may_buy_two_and_get_one() -> None:
    turn = row("st-red", "s1-red-3", goods=(9, 0, 0), coins=4).play("do")
    assert (turn.goods, turn.town.coins) == ((10, 1, 0), 3)


@pytest.mark.rule("BOS-4.3", "BOS-4.5", "BOS-5.9")
def test_selling_before_making_is_impossible() -> None:
    turn = row("st-orange", "s1-yellow-4", "s1-orange-1")
    assert turn.asked == []
    assert (turn.goods, turn.town.score) == ((1, 1, 0), 0)


@pytest.mark.rule("BOS-4.3", "BOS-4.6", "BOS-4.8", "BOS-5.1", "BOS-5.9")
def test_making_before_selling() -> None:
    turn = row("st-orange", "s1-orange-1", "s1-yellow-4")
    assert turn.goods == (1, 1, 0)
    turn.play("do")
    assert (turn.goods, turn.town.score) == ((1, 0, 0), 4)


@pytest.mark.rule("BOS-4.4", "BOS-5.11")
def test_goods_saved_for_a_set() -> None:
    turn = row("st-red", "s1-orange-4", "s3-red-2", goods=(1, 0, 1)).play("skip", "do")
    assert (turn.goods, turn.town.score, turn.town.coins) == ((0, 0, 0), 8, 2)


@pytest.mark.rule("BOS-4.10", "BOS-5.12")
def test_a_copy_may_leave_the_line() -> None:
    turn = row("st-green", "s1-green-1", "s2-green-5", others={"a2": "s2-green-4"})
    assert turn.goods == (1, 1, 0)
    assert turn.asked == ["copy a1", "copy b1", "copy a2", "skip"]
    turn.play("copy a2")
    assert turn.goods == (1, 5, 0)
    assert turn.asked == []


@pytest.mark.rule("BOS-5.12")
def test_a_copier_without_a_model_is_passed_over() -> None:
    turn = column("st-red", "s2-green-5")
    assert turn.asked == []
    assert turn.goods == (0, 1, 0)


@pytest.mark.rule("BOS-4.5", "BOS-5.12")
def test_any_other_card_of_the_colour_may_be_copied() -> None:
    turn = column("st-red", "s2-red-5", goods=(2, 1, 2), others={"b1": "s2-red-2"})
    assert turn.goods == (2, 2, 2)
    assert turn.asked == ["copy a1", "copy b1", "skip"]
    assert turn.why("copy a2") == "BOS-5.12/itself"
    turn.play("copy a1")
    assert turn.goods == (2, 3, 2)


@pytest.mark.rule("BOS-4.5", "BOS-5.12")
def test_copying_what_cannot_be_done_brings_nothing() -> None:
    turn = column("st-red", "s2-red-5", goods=(2, 1, 2), others={"b1": "s2-red-2"}).play("copy b1")
    assert (turn.goods, turn.town.score, turn.asked) == ((2, 2, 2), 0, [])
    assert turn.happened("copied") == [(0, HOUSE.card("s2-red-5").number, HOUSE.card("s2-red-2").number)]
    assert turn.happened("impossible") == [(0, HOUSE.card("s2-red-2").number)]


@pytest.mark.rule("BOS-5.10", "BOS-5.12")
def test_a_copied_sale_asks_for_its_type() -> None:
    turn = column("st-red", "s2-red-5", goods=(5, 2, 3), others={"b1": "s2-red-2"})
    turn.play("copy b1")
    assert turn.state.step.name() == "copypick"
    assert turn.asked == ["res fish", "res textile", "res pottery"]
    turn.play("res pottery")
    assert (turn.goods, turn.town.score) == ((5, 3, 0), 8)
    assert turn.state.copied == -1
    assert turn.asked == []


@pytest.mark.rule("BOS-4.2", "BOS-4.8", "BOS-5.10")
def test_each_sale_happens_once() -> None:
    turn = row("st-red", "s2-red-2", "s3-red-4", goods=(9, 0, 0))
    assert turn.asked == ["res fish", "skip"]
    assert turn.why("res textile") == "BOS-4.5/goods"
    turn.play("res fish", "res fish")
    assert (turn.goods, turn.town.score) == ((3, 1, 0), 16)
    assert turn.asked == []


@pytest.mark.rule("BOS-4.10", "BOS-5.6")
def test_a_counting_card_counts_itself() -> None:
    turn = row("st-red", "s2-orange-3").play("do")
    assert turn.town.coins == 1


@pytest.mark.rule("BOS-4.1", "BOS-4.10", "BOS-4.11", "BOS-5.7")
def test_a_column_of_two_counts_five_reds() -> None:
    buildings = {"a1": "st-red", "b1": "s1-red-2", "c1": "s1-red-3", "a2": "s2-red-4"}
    turn = Turn(buildings, "s3-red-5", (0, 0, 9), 2).play("place b2")
    assert turn.asked == ["line row", "line column"]
    turn.play("line column", "do")
    assert (turn.goods, turn.town.coins) == ((1, 0, 9), 3)
    turn.play("do")
    assert (turn.goods, turn.town.coins) == ((1, 0, 10), 8)
    assert turn.happened("lost_surplus")[0][1] == 4


@pytest.mark.rule("BOS-4.10", "BOS-5.5")
def test_the_card_just_placed_is_counted_already() -> None:
    turn = row("st-red", "s1-red-5", "s1-red-2", goods=(1, 1, 1), coins=3)
    assert turn.goods == (1, 5, 1)
    turn.play("do")
    assert (turn.goods, turn.town.coins) == ((2, 5, 1), 4)


@pytest.mark.rule("BOS-4.7", "BOS-5.2")
def test_the_coin_comes_even_if_the_track_is_full() -> None:
    turn = row("st-red", "s1-red-2", goods=(10, 0, 0), coins=3).play("do")
    assert (turn.goods, turn.town.coins) == ((10, 1, 0), 4)


@pytest.mark.rule("BOS-4.4", "BOS-5.2")
def test_an_action_is_done_whole_or_not_at_all() -> None:
    turn = row("st-red", "s1-red-2", goods=(1, 0, 0), coins=3)
    assert turn.asked == ["do", "skip"]
    turn.play("skip")
    assert (turn.goods, turn.town.coins) == ((1, 1, 0), 3)


@pytest.mark.rule("BOS-4.10", "BOS-5.12")
def test_a_card_of_the_line_may_be_copied_after_it_acted() -> None:
    turn = row("st-red", "s1-red-5", "s2-red-5")
    assert turn.goods == (0, 4, 0)
    turn.play("copy b1")
    assert turn.goods == (0, 7, 0)


@pytest.mark.rule("BOS-5.11", "BOS-5.12")
def test_a_copied_set_is_paid_again() -> None:
    turn = row("st-blue", "s2-blue-4", "s2-blue-5", goods=(2, 2, 1)).play("do")
    assert (turn.goods, turn.town.score, turn.town.coins) == ((1, 1, 1), 7, 1)
    turn.play("copy b1")
    assert (turn.goods, turn.town.score, turn.town.coins) == ((0, 0, 0), 14, 2)


@pytest.mark.rule("BOS-4.1", "BOS-4.3")
def test_row_or_column_is_not_the_same() -> None:
    def corner() -> Turn:
        buildings = {"a1": "st-red", "b1": "s1-yellow-4", "a2": "s1-green-1"}
        return Turn(buildings, "s1-blue-4", (0, 1, 0)).play("place b2")

    by_row = corner().play("line row", "do")
    assert (by_row.goods, by_row.town.score, by_row.asked) == ((0, 1, 0), 4, [])
    by_column = corner().play("line column", "do")
    assert (by_column.goods, by_column.town.score, by_column.asked) == ((0, 0, 0), 4, [])


@pytest.mark.rule("BOS-9.5")
def test_a_gain_takes_what_the_tray_still_has() -> None:
    buildings = {"a1": "st-green"}
    turn = Turn(buildings, "s3-green-5", coins=30, coin_supply="limited")
    turn.state.towns[1].coins = 39
    assert turn.state.tray() == 1
    turn.play("place b1", "line row", "do")
    assert (turn.goods, turn.town.coins) == ((3, 0, 0), 31)


@pytest.mark.rule("BOS-9.5")
def test_an_empty_tray_leaves_nothing_to_gain() -> None:
    turn = Turn({"a1": "st-red", "b1": "s1-red-2"}, "s2-orange-3", (10, 0, 0), 31, coin_supply="limited")
    turn.state.towns[1].coins = 39
    turn.play("place c1", "line row")
    assert turn.asked == []
    assert turn.town.coins == 31
    assert len(turn.happened("impossible")) == 2


@pytest.mark.rule("BOS-4.11", "BOS-9.5")
def test_coins_have_no_limit_otherwise() -> None:
    turn = row("st-red", "s2-orange-3", coins=90).play("do")
    assert turn.town.coins == 91


@pytest.mark.rule("BOS-5.12")
def test_a_copier_that_is_copied_chooses_a_card_that_does_not_copy(tmp_path: Path) -> None:
    own = edited(
        tmp_path,
        ('id = "s2-red-2", colour = "red", kind = "SELL3"', 'id = "s2-red-2", colour = "red", kind = "COPY"'),
    )
    turn = column("st-blue", "s2-red-2", others={"b1": "s2-red-5"}, edition=own)
    assert turn.asked == ["copy b1", "skip"]
    turn.play("copy b1")
    assert (turn.asked, turn.goods) == ([], (0, 0, 1)), "the other copier finds no card"
    turn = column("st-red", "s2-red-2", others={"b1": "s2-red-5", "c1": "s2-red-3"}, edition=own)
    turn.play("copy b1")
    assert turn.state.step.name() == "copyagain"
    assert turn.asked == ["copy a1", "copy c1"]
    assert turn.why("copy a2") == turn.why("copy b1") == "BOS-5.12/copier"
    turn.play("copy c1", "res fish")
    assert (turn.goods, turn.asked, turn.state.copied) == ((2, 1, 0), [], -1)


@pytest.mark.rule("BOS-5.12")
def test_only_the_same_colour_is_copied() -> None:
    turn = row("st-red", "s1-orange-1", "s2-red-5")
    assert turn.asked == ["copy a1", "skip"]
    assert turn.why("copy b1") == "BOS-5.12/colour"


@pytest.mark.rule("BOS-5.12")
def test_a_copy_can_be_skipped_but_not_once_chosen() -> None:
    turn = row("st-red", "s2-red-3", "s2-red-5")
    turn.play("res fish")
    assert "skip" in turn.asked
    turn.play("copy b1")
    assert turn.asked == ["res fish", "res textile", "res pottery"]
    turn.play("res textile")
    assert turn.goods == (2, 3, 0)


@pytest.mark.rule("BOS-4.1")
def test_a_line_with_the_new_card_alone_may_be_chosen() -> None:
    turn = Turn({"a1": "st-red"}, "s1-red-1").play("place b1")
    assert turn.asked == ["line row", "line column"]
    turn.play("line column")
    assert turn.happened("fired_column") == [(0, 1)]
    assert turn.goods == (0, 0, 1)
    turn = Turn({"a1": "st-red"}, "s1-red-1").play("place a2", "line row")
    assert turn.happened("fired_row") == [(0, 1)]


@pytest.mark.rule("BOS-4.2", "BOS-4.3")
def test_the_line_ends_with_the_new_card() -> None:
    for cell in range(1, 16):
        r, c = divmod(cell, 4)
        assert ROW_TO[cell] == [4 * r + x for x in range(c + 1)]
        assert COLUMN_TO[cell] == [4 * y + c for y in range(r + 1)]
        assert ROW_TO[cell][-1] == COLUMN_TO[cell][-1] == cell
    assert CELL_WORDS[4] == "a2"


@pytest.mark.rule("BOS-5.3", "BOS-5.4")
def test_a_chosen_resource_is_never_mixed() -> None:
    assert row("st-red", "s1-orange-5").play("res pottery").goods == (0, 1, 1)
    assert row("st-red", "s2-red-3").play("res pottery").goods == (0, 1, 2)


@pytest.mark.rule("BOS-9.3")
@pytest.mark.parametrize(
    ("prompts", "free", "coins", "any_one"),
    [
        ("coins", [], ["do", "skip"], ["res fish", "res pottery"]),
        ("always", ["do", "skip"], ["do", "skip"], ["res fish", "res pottery", "skip"]),
        ("never", [], [], ["res fish", "res pottery"]),
    ],
)
def test_which_free_gains_are_asked_about(
    prompts: str, free: list[str], coins: list[str], any_one: list[str]
) -> None:
    assert row("st-red", "s1-red-1", gain_prompts=prompts, goods=(0, 10, 0)).asked == free
    assert row("st-red", "s1-red-2", gain_prompts=prompts, goods=(0, 10, 0)).asked == coins
    assert row("st-red", "s2-orange-3", gain_prompts=prompts, goods=(0, 10, 0)).asked == coins
    assert row("st-red", "s1-orange-5", gain_prompts=prompts, goods=(0, 10, 0)).asked == any_one
    assert row("st-red", "s1-red-3", gain_prompts=prompts, goods=(0, 10, 0), coins=1).asked == ["do", "skip"]


@pytest.mark.rule("BOS-9.3")
def test_a_free_resource_cannot_be_declined_as_the_house_prefers() -> None:
    assert GAME.setup(2).word("gain_prompts") == "always"
    assert GAME.presets["house"] == {"gain_prompts": "coins", "goal_choice": "auto"}
    turn = row("st-yellow", "s1-orange-5", goods=(0, 0, 0), **GAME.presets["house"])
    assert turn.why("skip") == "BOS-9.3"


@pytest.mark.rule("BOS-9.6")
def test_a_turn_is_ended_by_its_player() -> None:
    turn = row("st-red", "s1-red-1", confirm_turn=True)
    assert turn.state.step.name() == "endturn"
    assert "end" in turn.asked
    turn.play("end")
    assert turn.state.actor == -1
    assert turn.state.current == 1


@pytest.mark.rule("BOS-4.9")
def test_points_are_scored_at_once() -> None:
    turn = row("st-orange", "s1-orange-4", "s2-yellow-1", goods=(2, 0, 0))
    turn.play("do")
    assert turn.town.score == 4
    turn.play("do")
    assert turn.town.score == 8


@pytest.mark.rule("BOS-4.10")
def test_an_edition_may_count_another_colour(tmp_path: Path) -> None:
    own = edited(
        tmp_path,
        ('id = "s2-orange-3", colour = "orange",', 'id = "s2-orange-3", colour = "orange", counts = "red",'),
    )
    assert row("st-red", "s1-red-1", "s2-orange-3", edition=own).play("do").town.coins == 2
    assert row("st-blue", "s2-orange-3", edition=own).asked == []


@pytest.mark.rule("BOS-4.10")
def test_an_edition_may_score_for_each_house(tmp_path: Path) -> None:
    old, new = "COINPER = { gain = { coin = 1 }", "COINPER = { gain = { points = 2 }"
    own = edited(tmp_path, (old, new))
    turn = row("st-orange", "s1-orange-1", "s2-orange-3", edition=own)
    assert turn.town.score == 6
