"""Corner cases of the rules: one test each."""

from __future__ import annotations

import pytest

from ludoteca.games.bologna.rules.dice import packed
from tests.bologna.table import NOTHING, Held, Position, lay


@pytest.mark.rule("BOL-2.2", "BOL-2.5")
def test_the_distinct_triples_of_a_table() -> None:
    table = lay().roll("PPTKK")
    assert table.options == ["choose PPT", "choose PPK", "choose PTK", "choose PKK", "choose TKK"]


@pytest.mark.rule("BOL-3.2", "BOL-3.5", "BOL-3.6", "BOL-3.16", "BOL-3.17")
@pytest.mark.parametrize(
    ("chosen", "uses"),
    [
        ("PTB", 3),
        ("WWW", 2),
        ("WRR", 3),
        ("PPK", 9),
        ("KRR", 9),
        ("KKK", 9),
        ("PKW", 10),
        ("KKW", 11),
        ("PKK", 11),
    ],
)
def test_how_many_uses_chosen_dice_have(chosen: str, uses: int) -> None:
    table = lay(chosen=chosen)
    assert len(table.options) == uses
    if chosen == "WWW":
        assert table.options == ["use W", "pair W 0"]


@pytest.mark.rule("BOL-3.17")
def test_forced_pairs_take_away_single_uses() -> None:
    table = lay((0, 0, 0, 2), chosen="WWW", pairs="forced", self_target=False)
    assert table.asked == "target 0"  # only the pair was possible
    assert table.state.todo == 1 << 16
    assert lay(chosen="WRR", pairs="forced").options == ["use W", "pair R 0"]
    table = lay(chosen="PKW", pairs="forced")
    assert len(table.options) == 9
    assert table.objection("wild W") == "BOL-3.17"
    assert lay(chosen="WRR", pairs="forced").objection("use R") == "BOL-3.17"
    assert "use P" in lay(chosen="PPT", pairs="forced").options


@pytest.mark.rule("BOL-3.3", "BOL-3.6")
def test_a_book_completes_a_revolution() -> None:
    table = lay(NOTHING, (0, 1, 1, 0), chosen="PTK").play("pair P 1").aim(1)
    assert table.asked == "revolt 1"
    assert table.todo == "T"
    table.play("discard K")
    assert table.tokens[1] == (0, 1, 0, 0)
    assert table.tokens[0] == (0, 1, 0, 0)


@pytest.mark.rule("BOL-2.8", "BOL-3.6", "BOL-3.9")
def test_two_books_make_a_rival_drunk() -> None:
    table = lay(NOTHING, (0, 0, 0, 1), chosen="TKK", rest="WW").play("pair W 2").aim(1)
    assert table.asked == "turn 2"  # one Bologna does not pay for a Drunkenness; the Tower was forced
    assert table.tokens == [(0, 1, 0, 0), (0, 0, 0, 1), NOTHING]
    assert table.received == "WW"
    assert table.log[-3:] == ["fell_asleep 1", "gained 0 1", "slept 1"]
    assert table.asleep == []
    assert table.state.sleep_tokens == 3


@pytest.mark.rule("BOL-3.10", "BOL-3.16", "BOL-3.17")
def test_three_rats_used_one_by_one() -> None:
    table = lay((3, 0, 0, 1), (4, 0, 0, 2), (0, 1, 0, 0), chosen="RRR").play("use R", "use R")
    assert table.tokens == [(0, 0, 0, 1), (1, 0, 0, 2), (0, 1, 0, 0)]


@pytest.mark.rule("BOL-3.8", "BOL-3.20", "BOL-3.12")
@pytest.mark.parametrize(("answer", "left"), [("suffer", (0, 0, 0, 1)), ("cancel", NOTHING)])
def test_wine_asks_even_who_has_no_people(answer: str, left: Held) -> None:
    table = lay(NOTHING, (0, 0, 0, 1), chosen="TTW").play("use W").aim(1)
    assert table.asked == "wine 1"
    assert table.play(answer).tokens[1] == left


@pytest.mark.rule("BOL-3.8", "BOL-3.16")
def test_three_wines_on_one_rival() -> None:
    table = lay(NOTHING, (3, 0, 0, 0), chosen="WWW")
    table.play("use W").aim(1).play("use W").aim(1).aim(1)
    assert table.tokens[1] == NOTHING


@pytest.mark.rule("BOL-3.19", "BOL-2.8")
def test_nobody_sleeps_twice() -> None:
    table = lay(chosen="TWW", asleep=[1]).play("pair W 0").aim(1)
    assert "no_more_sleep 1" in table.log
    assert table.asked == "turn 2"
    assert table.log.count("slept 1") == 1
    assert table.state.sleep_tokens == 3


@pytest.mark.rule("BOL-3.19")
def test_there_are_three_skip_tokens() -> None:
    table = lay(seats=7, chosen="TWW", asleep=[4, 5, 6]).play("pair W 0").aim(1)
    assert table.log == ["drunkenness 0 1", "no_more_sleep 1", "gained 0 1"]
    assert table.asked == "turn 1"
    assert table.asleep == [4, 5, 6]
    assert table.state.sleep_tokens == 0


@pytest.mark.rule("BOL-4.4", "BOL-3.15", "BOL-3.20")
def test_silk_drinks_to_be_rid_of_bologna() -> None:
    table = lay((4, 6, 0, 1), roles=["silk"], chosen="TTW").play("use W").aim(0).play("cancel")
    assert table.won == ("goal", (0,))
    assert table.tokens[0] == (4, 6, 0, 0)


@pytest.mark.rule("BOL-3.3", "BOL-3.15", "BOL-4.4")
def test_the_soldier_burns_his_own_book() -> None:
    table = lay((5, 0, 1, 4), roles=["soldier"], chosen="PPT").play("pair P 0").aim(0)
    assert table.won == ("goal", (0,))


@pytest.mark.rule("BOL-4.4", "BOL-2.6", "BOL-3.4")
def test_the_order_of_use_wins() -> None:
    table = lay((4, 5, 0, 0), roles=["silk"], chosen="TBB").play("use T")
    assert table.won == ("goal", (0,))
    assert table.tokens[0] == (4, 6, 0, 0)


@pytest.mark.rule("BOL-2.6", "BOL-3.14", "BOL-3.7")
def test_the_order_of_use_loses() -> None:
    table = lay((4, 5, 0, 0), roles=["silk"], chosen="TBB").play("use B", "use T")
    assert table.won is None
    assert table.tokens[0] == (4, 6, 0, 2)
    assert table.state.active == 1


@pytest.mark.rule("BOL-2.8", "BOL-8.1")
def test_a_drunk_rival_hands_the_dice_back() -> None:
    table = lay(NOTHING, NOTHING, seats=2, chosen="TWW", rest="PK").play("pair W 0").aim(1)
    assert table.asked == "turn 0"
    assert table.received == "PK"
    assert table.state.round == 2


@pytest.mark.rule("BOL-3.13")
def test_an_empty_pool_gives_nothing() -> None:
    others: list[Held] = [(7, 0, 0, 0), (7, 0, 0, 0), (7, 0, 0, 0), (2, 0, 0, 0)]
    table = lay((1, 0, 0, 0), *others, chosen="PTT")
    assert table.state.pool[0] == 0
    table.play("use P")
    assert table.tokens[0] == (1, 2, 0, 0)  # the two Towers were forced
    assert table.log == ["pool_empty 0 0", "gained 0 1", "gained 0 1"]


@pytest.mark.rule("BOL-5.10", "BOL-4.8", "BOL-1.3", "BOL-2.7")
def test_an_eighth_token_is_one_too_many() -> None:
    table = lay((7, 2, 1, 3), roles=["dean"], chosen="PPT", rest="KB").play("use P")
    assert table.out == [0]
    assert list(table.state.pool) == [24, 24, 24, 24]
    assert table.asked == "turn 1"
    assert table.received == "KB"


@pytest.mark.rule("BOL-5.21", "BOL-5.20")
def test_feast_tokens_go_round_while_they_last() -> None:
    people: list[Held] = [(number, 0, 0, 0) for number in (4, 6, 2, 6, 3)]
    table = lay(*people, active=3).roll("PPPPP")
    assert [held[0] for held in table.tokens] == [5, 6, 2, 7, 4]
    assert table.state.pool[0] == 0


@pytest.mark.rule("BOL-5.20", "BOL-5.24", "BOL-5.10")
def test_a_feast_may_be_too_much() -> None:
    table = lay(NOTHING, (0, 7, 1, 0), NOTHING).roll("TTTTT")
    assert table.out == [1]
    assert table.log[2:8] == [
        "pork_feast 1",
        "gained 0 1",
        "gained 1 1",
        "gained 2 1",
        "sinned 1 1",
        "left 1",
    ]
    assert table.log[8] == f"chose 0 {packed('TTT')} {packed('TT')}"  # of five equal dice: nothing to decide
    assert table.tokens[0] == (0, 4, 0, 0)
    assert table.tokens[2] == (0, 1, 0, 0)


@pytest.mark.rule("BOL-2.9", "BOL-4.8")
def test_the_active_player_overeats() -> None:
    table = lay((0, 7, 0, 0), received="PT").play("roll5").roll("TTTTT")
    assert table.out == [0]
    assert table.state.active == 1
    assert table.asked == "roll -1"  # nothing was handed on: five fresh dice
    assert table.received == ""


@pytest.mark.rule("BOL-4.9")
def test_all_leave_together_and_nobody_wins() -> None:
    table = lay(*[(0, 7, 0, 0)] * 3).roll("TTTTT")
    assert table.won == ("nobody", ())
    assert table.out == [0, 1, 2]


@pytest.mark.rule("BOL-4.9", "BOL-4.11")
def test_the_last_player_wins() -> None:
    table = lay((0, 7, 0, 0), (0, 7, 0, 0), (0, 1, 0, 0)).roll("TTTTT")
    assert table.won == ("last", (2,))


def two_nearly_there(active: int) -> Position:
    held: list[Held] = [NOTHING, (2, 2, 2, 4), NOTHING, (5, 0, 0, 3)]
    return lay(*held, roles={1: "prince", 3: "soldier"}, active=active).roll("BBBBB")


@pytest.mark.rule("BOL-5.23")
def test_the_first_clockwise_wins_a_feast() -> None:
    assert two_nearly_there(active=2).won == ("event", (3,))


@pytest.mark.rule("BOL-5.23")
def test_the_active_player_comes_first() -> None:
    assert two_nearly_there(active=1).won == ("event", (1,))


@pytest.mark.rule("BOL-5.20", "BOL-5.44")
def test_kept_dice_count_for_a_feast() -> None:
    table = lay(received="KK").play("keep").roll("KKK")
    assert table.tokens == [(0, 0, 1, 0)] * 3


@pytest.mark.rule("BOL-4.11", "BOL-5.10")
def test_too_many_tokens_come_before_the_goal() -> None:
    table = lay(NOTHING, (7, 0, 0, 4), NOTHING, roles={1: "soldier"}).roll("PPPPP")
    assert table.out == [1]
    assert table.won is None
    table = lay(NOTHING, (7, 0, 1, 4), NOTHING, roles={1: "soldier"}).roll("PPPPP")
    assert table.out == [1]
    assert table.won is None


@pytest.mark.rule("BOL-5.33", "BOL-5.22", "BOL-4.5")
def test_an_earthquake_crowns_out_of_turn() -> None:
    table = lay(NOTHING, (5, 3, 2, 4), NOTHING, roles={1: "soldier"}).roll("WWWWW")
    assert table.tokens[1] == (5, 0, 0, 4)
    assert table.won == ("event", (1,))


@pytest.mark.rule("BOL-5.40", "BOL-5.42")
def test_fools_steal_from_whom_they_like() -> None:
    table = lay(NOTHING, (1, 0, 2, 0), (1, 1, 0, 0)).roll("PTKBW").play("choose PTB")
    table.play("use P")
    assert table.options == ["steal +1", "steal +2", "from-pool"]
    table.steal(1).play("use T")
    assert table.options == ["steal +2", "from-pool"]
    table.steal(2)  # nobody has Bologna: the last die takes it from the pool
    assert table.tokens == [(1, 1, 0, 1), (0, 0, 2, 0), (1, 0, 0, 0)]


@pytest.mark.rule("BOL-5.40", "BOL-5.41", "BOL-5.44")
def test_kept_dice_count_for_a_feast_of_fools() -> None:
    table = lay(received="PT").play("keep").roll("KWR")
    assert table.state.fools
    assert table.options[:3] == ["choose PTK", "choose PTW", "choose PTR"]
    assert len(table.options) == 10


@pytest.mark.rule("BOL-7.2")
def test_a_brigand_finds_nobody_to_rob() -> None:
    table = lay((2, 0, 0, 0), seats=7, roles=["brigand"], chosen="PTT").play("use P")
    assert table.tokens[0] == (2, 0, 0, 0)
    assert table.state.pool[0] == 22
    assert "nothing_to_steal 0 0" in table.log


@pytest.mark.rule("BOL-7.2", "BOL-7.5", "BOL-7.6", "BOL-5.12", "BOL-7.4")
def test_the_brigand_steals_his_eighth() -> None:
    table = lay((0, 3, 0, 7), *[(0, 0, 0, 1)] * 6, roles=["brigand"], chosen="TTB").play("use B")
    assert table.options == [f"steal +{offset}" for offset in range(1, 7)]
    table.steal(4)
    assert table.tokens[0] == (0, 3, 0, 8)
    assert table.won == ("goal", (0,))


def innkeeper_with_books() -> Position:
    return lay((2, 2, 1, 2), seats=4, roles={0: "innkeeper", 3: "silk"}, chosen="TTK")


@pytest.mark.rule("BOL-4.6", "BOL-4.7")
def test_when_the_innkeeper_may_guess() -> None:
    table = innkeeper_with_books()
    assert table.guesses == []
    assert table.objection("guess +1 prince") == "BOL-4.6/tokens"
    table.play("use K")
    assert len(table.guesses) == 15
    table.play("use T")  # a third Tower, and the fourth is forced
    assert table.guesses == []
    assert table.state.active == 1


@pytest.mark.rule("BOL-4.6")
def test_the_innkeeper_names_a_rival() -> None:
    assert innkeeper_with_books().play("use K").guess(3, "silk").won == ("guess", (0,))


@pytest.mark.rule("BOL-6.13")
def test_a_wrong_guess_with_an_empty_deck() -> None:
    table = lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"], deck=[]).guess(1, "silk")
    assert table.won == ("role", (1,))
    table = lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"], deck=[], duel_empty_deck="keep_role")
    table.guess(1, "silk")
    assert table.won is None
    assert table.roles[0] == "prince"
    assert table.tokens[0] == NOTHING
    assert table.state.active == 1


@pytest.mark.rule("BOL-4.1", "BOL-4.4", "BOL-4.5")
def test_a_goal_met_early_wins_when_the_turn_comes() -> None:
    table = lay(NOTHING, (5, 0, 0, 4), NOTHING, roles={1: "soldier"}, chosen="TTT")
    assert table.won == ("goal", (1,))  # three Towers left nothing to decide
    assert table.log[-5:-3] == ["gained 0 1", "crowned 1 3"]


@pytest.mark.rule("BOL-4.5", "BOL-2.8")
def test_nobody_wins_asleep() -> None:
    table = lay(NOTHING, (5, 0, 0, 4), NOTHING, roles={1: "soldier"}, chosen="TTT", asleep=[1])
    assert table.won is None
    assert table.asked == "turn 2"


@pytest.mark.rule("BOL-4.9", "BOL-4.6")
def test_a_wrong_guess_leaves_one() -> None:
    roles = {0: "dean", 1: "innkeeper"}
    table = lay(NOTHING, (2, 2, 2, 2), NOTHING, roles=roles, active=1, out=[2])
    assert table.guess(0, "prince").won == ("last", (0,))


@pytest.mark.rule("BOL-8.1", "BOL-8.2")
def test_the_round_cap_compares_distances() -> None:
    held: list[Held] = [(2, 2, 2, 3), (5, 0, 0, 2), (1, 2, 1, 0)]
    roles = ["prince", "soldier", "innkeeper"]
    table = lay(*held, roles=roles, active=2, chosen="PKB", round_cap=1).play("use P", "use K")
    assert table.tokens[2] == (2, 2, 2, 1)  # 1 away, and a guess: as far as the others
    assert table.won == ("cap", (0,))


@pytest.mark.rule("BOL-2.5")
def test_four_rats_cannot_be_avoided() -> None:
    table = lay(received="PT").play("roll5").roll("TRRRR")
    assert table.options == ["choose TRR", "choose RRR"]


@pytest.mark.rule("BOL-6.11", "BOL-6.14")
def test_a_guess_as_another_way_to_win() -> None:
    table = lay(seats=2, roles=["prince", "dean"], duel_guess="alternative")
    assert table.options == [
        "roll5",
        *(f"guess +1 {role}" for role in ("dean", "silk", "soldier", "cardinal")),
    ]
    assert table.guess(1, "dean").won == ("guess", (0,))
