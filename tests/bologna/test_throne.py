"""What the worked examples leave out: winning, the additional rules, player counts."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bologna import GAME
from tests.bologna.table import NOTHING, Held, dealt, lay, threw

# Winning and leaving


@pytest.mark.rule("BOL-4.4", "BOL-3.18")
def test_a_goal_met_halfway_through_an_effect_does_not_count() -> None:
    roles = {0: "silk"}
    table = lay((5, 6, 0, 1), (1, 1, 0, 0), roles=roles, chosen="TRR").play("pair R 0", "discard P")
    assert table.asked == "rat 1"  # four People and six Towers, but the Bologna goes only at the end
    table.play("discard P")
    assert table.won == ("goal", (0,))


@pytest.mark.rule("BOL-4.5")
def test_a_goal_met_in_anothers_turn_wins_nothing() -> None:
    table = lay(NOTHING, (5, 0, 1, 4), NOTHING, roles={1: "soldier"}, chosen="PPW").play("pair P 0").aim(1)
    assert table.tokens[1] == (5, 0, 0, 4)
    assert table.won is None
    assert table.aim(2).won == ("goal", (1,))  # at the start of his own turn


@pytest.mark.rule("BOL-4.6", "BOL-4.8", "BOL-7.4")
def test_whom_the_innkeeper_may_name() -> None:
    held: list[Held] = [(2, 2, 2, 2)]
    table = lay(*held, seats=7, roles={0: "innkeeper", 3: "brigand"}, out=[5], received="PT")
    named = {text.split()[1] for text in table.guesses}
    assert named == {"+1", "+2", "+4", "+6"}
    assert len(table.guesses) == 20
    assert table.objection("guess +3 dean") == "BOL-7.4"
    assert table.objection("guess +5 dean") == "BOL-4.8"


@pytest.mark.rule("BOL-4.6")
def test_only_the_innkeeper_guesses() -> None:
    table = lay((2, 2, 2, 2), roles=["prince"], received="PT")
    assert table.guesses == []
    assert table.objection("guess +1 dean") == "BOL-4.6"


@pytest.mark.rule("BOL-4.7")
def test_the_innkeeper_may_guess_before_his_turn_ends() -> None:
    table = lay((2, 2, 1, 2), roles={0: "innkeeper", 1: "dean"}, chosen="PPK").play("use P", "use P", "use K")
    assert table.asked == "finish 0"
    assert table.options[0] == "end-turn"
    assert table.play("end-turn").asked == "turn 1"
    table = lay((2, 2, 1, 2), roles={0: "innkeeper", 1: "dean"}, chosen="PPK").play("use P", "use P", "use K")
    assert table.guess(1, "dean").won == ("guess", (0,))


@pytest.mark.rule("BOL-4.7", "BOL-4.8")
def test_a_wrong_guess_among_the_dice_hands_on_the_two_not_chosen() -> None:
    table = lay((2, 2, 2, 2), roles={0: "innkeeper", 1: "dean"}, chosen="PPK", rest="TB").guess(1, "silk")
    assert table.asked == "turn 1"
    assert table.received == "TB"


@pytest.mark.rule("BOL-4.8", "BOL-5.10")
def test_belongings_of_who_leaves() -> None:
    table = lay((7, 1, 1, 1), seats=4, deus=0, out=[3], asleep=[0], chosen="PPP").play("use P")
    assert table.out == [0, 3]
    assert list(table.state.pool) == [24, 24, 24, 24]
    assert table.state.sleep_tokens == 3
    assert table.state.deus == 2  # seat 3 is not there any more


@pytest.mark.rule("BOL-4.8", "BOL-5.21")
def test_the_machine_moves_right_past_all_who_leave_together() -> None:
    held: list[Held] = [(0, 7, 0, 0), NOTHING, (0, 0, 0, 0), (0, 7, 0, 0)]
    table = lay(*held, active=1, deus=0).roll("TTTTT").play("let-stand")
    assert table.out == [0, 3]
    assert table.state.deus == 2


@pytest.mark.rule("BOL-4.10")
def test_all_roles_are_shown_at_the_end() -> None:
    table = lay((4, 5, 0, 0), roles=["silk", "dean", "prince"], chosen="TBB").play("use T")
    assert table.log[-4:] == ["crowned 0 2", "revealed 0 2", "revealed 1 1", "revealed 2 0"]
    assert GAME.view(table.state, 2).roles == (2, 1, 0)


@pytest.mark.rule("BOL-4.11", "BOL-5.10")
def test_an_eighth_token_that_meets_the_goal_loses() -> None:
    table = lay((7, 6, 0, 0), roles=["silk"], chosen="PTT")
    assert table.won is None  # laid among the dice, after the check point
    table.play("use P")
    assert table.out == [0]
    assert table.won is None


# Additional rules


@pytest.mark.rule("BOL-5.1")
@pytest.mark.parametrize(("first", "holder"), [(0, 3), (1, 0), (2, 1), (3, 2)])
def test_the_machine_starts_at_the_right_of_the_first_player(first: int, holder: int) -> None:
    scores = [5 if seat == first else 0 for seat in range(4)]
    assert dealt(4, *threw(*scores)).state.deus == holder
    assert dealt(4, *threw(*scores), deus_ex_machina=False).state.deus == -1


@pytest.mark.rule("BOL-5.2", "BOL-5.3")
def test_the_machine_is_asked_after_rolls_of_three_and_five() -> None:
    table = lay(deus=1, received="PT").play("keep").roll("KWW")
    assert table.asked == "miracle 1"
    table.play("miracle")
    assert len(table.state.step.odds(table.state)) == 56
    table = lay(deus=0, received="PT").play("roll5").roll("PTKKK")
    assert table.asked == "miracle 0"
    table.play("miracle")
    assert len(table.state.step.odds(table.state)) == 252
    assert lay(deus=0, received="PT").play("roll5").roll("PTKKK").play("let-stand").asked == "choose 0"


@pytest.mark.rule("BOL-5.4")
def test_the_machine_used_on_the_own_roll_goes_right() -> None:
    assert lay(deus=0).roll("PTKKK").play("miracle").state.deus == 2
    assert lay(deus=0, out=[2]).roll("PTKKK").play("miracle").state.deus == 1
    assert lay(deus=1).roll("PTKKK").play("miracle").state.deus == 0


@pytest.mark.rule("BOL-5.5")
def test_whoever_receives_the_machine_may_use_it_again() -> None:
    table = lay(deus=0).roll("PTKKK").play("miracle").roll("PPPKK")
    assert table.asked == "miracle 2"
    table.play("miracle").roll("TTTBB")
    assert table.asked == "miracle 0"
    table.play("let-stand", "choose TTT").play("roll5").roll("PTKKK")
    assert table.asked == "miracle 0"


@pytest.mark.rule("BOL-5.5")
def test_the_house_allows_one_miracle_a_turn() -> None:
    table = lay(deus=0, rerolls="once").roll("PTKKK").play("miracle").roll("PPPKK")
    assert table.asked == "choose 0"
    table.play("choose PPP", "use P", "use P").play("roll5").roll("PTKKK")
    assert table.asked == "miracle 2"  # a new turn, a new chance for the new holder


@pytest.mark.rule("BOL-5.5")
def test_neighbours_do_not_reroll_for_ever() -> None:
    table = lay(deus=0).roll("PTKKK")
    for number in range(20):
        assert table.asked == f"miracle {0 if number % 2 == 0 else 2}"
        table.play("miracle").roll("PPPKK")
    assert table.asked == "choose 0"


@pytest.mark.rule("BOL-5.6")
def test_a_sleeper_may_use_the_machine() -> None:
    assert lay(deus=2, asleep=[2]).roll("PTKKK").asked == "miracle 2"


@pytest.mark.rule("BOL-5.10", "BOL-5.12", "BOL-7.4")
def test_sins_can_be_left_out_and_spare_the_brigand() -> None:
    table = lay((7, 0, 0, 0), chosen="PPT", deadly_sins=False).play("use P")
    assert table.tokens[0][0] == 8
    assert table.out == []
    table = lay((9, 0, 0, 1), seats=7, roles=["brigand"], chosen="PPT").play("use P")
    assert table.out == []
    table = lay(NOTHING, (0, 0, 8, 1), seats=7, roles={1: "brigand"}).roll("KKKKK")
    assert table.out == []


@pytest.mark.rule("BOL-5.11", "BOL-4.8")
def test_who_leaves_keeps_the_role_secret() -> None:
    table = lay((7, 0, 0, 0), roles=["dean"], chosen="PPT").play("use P")
    assert table.out == [0]
    assert GAME.view(table.state, 0).roles[0] == 1
    assert GAME.view(table.state, 1).roles[0] == -1
    assert GAME.view(table.state, -1).roles[0] == -1
    assert not any(line.startswith("revealed") for line in table.log)


@pytest.mark.rule("BOL-5.20", "BOL-5.30", "BOL-5.40")
@pytest.mark.parametrize(
    ("option", "dice", "event"),
    [
        ("pork_feast", "BBBBB", "pork_feast 3"),
        ("earthquake", "WWWRR", "earthquake"),
        ("feast_of_fools", "PTKBR", "feast_of_fools 0"),
    ],
)
def test_events_can_be_left_out(option: str, dice: str, event: str) -> None:
    held: Held = (0, 2, 0, 0)
    assert event in lay(held).roll(dice).log
    without: dict[str, Any] = {option: False}
    table = lay(held, **without).roll(dice)
    assert event not in table.log
    assert not table.state.fools
    assert table.tokens[0][1] == 2


@pytest.mark.rule("BOL-5.20", "BOL-5.22", "BOL-5.30", "BOL-5.40", "BOL-5.43")
@pytest.mark.parametrize(
    ("dice", "event"),
    [
        ("TTTTT", "pork_feast 1"),
        ("TTTTK", ""),
        ("KKKKK", "pork_feast 2"),
        ("WWWWW", "earthquake"),
        ("RRRRR", "earthquake"),
        ("WRRRR", "earthquake"),
        ("KWRRR", ""),
        ("PTKBW", "feast_of_fools 0"),
        ("TKBWR", "feast_of_fools 0"),
        ("PPTKB", ""),
    ],
)
def test_which_roll_brings_which_event(dice: str, event: str) -> None:
    log = lay(seats=4).roll(dice).log
    told = [line for line in log if line.startswith(("pork_feast", "earthquake", "feast_of_fools"))]
    assert told == ([event] if event else [])


@pytest.mark.rule("BOL-5.43", "BOL-5.2")
def test_events_wait_for_the_machine() -> None:
    table = lay(deus=1).roll("BBBBB")
    assert table.tokens == [NOTHING] * 3
    assert table.play("miracle").roll("TTTTT").play("let-stand").tokens[1:] == [(0, 1, 0, 0), (0, 1, 0, 0)]


@pytest.mark.rule("BOL-5.44")
@pytest.mark.parametrize(
    ("received", "rolled", "event"),
    [("KK", "KKK", "pork_feast 2"), ("WR", "WWR", "earthquake"), ("PT", "KBW", "feast_of_fools 0")],
)
def test_kept_dice_need_not_count(received: str, rolled: str, event: str) -> None:
    assert event in lay(received=received).play("keep").roll(rolled).log
    assert event not in lay(received=received, events_count_kept=False).play("keep").roll(rolled).log
    five = lay(received=received, events_count_kept=False).play("roll5").roll("BBBBB")
    assert "pork_feast 3" in five.log


@pytest.mark.rule("BOL-5.23", "BOL-5.33", "BOL-4.6")
def test_an_event_crowns_nobody_who_must_guess() -> None:
    table = lay(NOTHING, (2, 2, 2, 1), NOTHING, roles={1: "innkeeper"}).roll("BBBBB")
    assert table.tokens[1] == (2, 2, 2, 2)
    assert table.won is None
    table = lay((5, 1, 1, 4), NOTHING, seats=2, roles=["soldier", "dean"]).roll("WWWWW")
    assert table.tokens[0] == (5, 0, 0, 4)
    assert table.won is None
    table = lay(NOTHING, (5, 1, 1, 4), seats=2, roles=["dean", "soldier"], duel_guess="alternative")
    assert table.play("roll5").roll("WWWWW").won == ("event", (1,))


@pytest.mark.rule("BOL-5.33")
def test_an_earthquake_crowns_the_first_clockwise() -> None:
    held: list[Held] = [(0, 0, 0, 0), (5, 1, 1, 4), (0, 0, 0, 0), (0, 0, 0, 0)]
    assert lay(*held, roles={1: "soldier"}, active=2).roll("WWWRR").won == ("event", (1,))


@pytest.mark.rule("BOL-5.24", "BOL-5.34")
def test_after_an_event_the_turn_goes_on() -> None:
    assert lay(received="PT").play("roll5").roll("WWWRR").asked == "choose 0"
    table = lay(received="KK").play("keep").roll("KKK")
    assert table.asked == "act 0"  # KKK was forced
    assert table.todo == "KKK"


@pytest.mark.rule("BOL-5.40", "BOL-5.42", "BOL-3.13")
def test_fools_and_an_empty_pool() -> None:
    others: list[Held] = [(8, 0, 0, 0), (8, 0, 0, 0), (8, 0, 0, 0)]
    options: dict[str, Any] = {"deadly_sins": False}
    table = lay(NOTHING, *others, chosen="PTT", fools=True, **options).play("use P")
    assert table.options == ["steal +1", "steal +2", "steal +3"]
    assert table.objection("from-pool") == "BOL-3.13"
    table = lay((24, 0, 0, 0), seats=3, chosen="PTT", fools=True, **options).play("use P")
    assert table.tokens[0][0] == 24


@pytest.mark.rule("BOL-5.40")
def test_fools_steal_only_where_something_is() -> None:
    table = lay(NOTHING, (1, 0, 0, 0), seats=4, out=[3], chosen="PTT", fools=True).play("use P")
    assert table.options == ["steal +1", "from-pool"]
    assert table.objection("steal +2") == "BOL-5.40"
    assert table.objection("steal +3") == "BOL-4.8"
    table.play("from-pool")
    assert table.tokens[:2] == [(1, 2, 0, 0), (1, 0, 0, 0)]


@pytest.mark.rule("BOL-5.40")
def test_a_feast_of_fools_lasts_one_turn() -> None:
    table = lay(NOTHING, (1, 1, 0, 0), NOTHING, chosen="WWT", rest="PP", fools=True)
    table.play("use T").steal(1).play("use W").aim(2).aim(2)
    assert table.asked == "turn 1"
    assert not table.state.fools


@pytest.mark.rule("BOL-5.41")
def test_a_wild_book_steals_too_and_wine_stays_wine() -> None:
    table = lay(NOTHING, (0, 1, 0, 0), NOTHING, chosen="TKW", fools=True).play("wild T")
    assert table.options == ["steal +1", "from-pool"]
    assert table.steal(1).tokens[0] == (0, 1, 0, 0)
    assert table.play("use W").asked == "target 0"


# Player counts


@pytest.mark.rule("BOL-6.11")
def test_in_a_duel_tokens_alone_do_not_win() -> None:
    table = lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"])
    assert table.won is None
    assert table.asked == "freshturn 0"
    assert table.options[0] == "roll5"
    assert table.guess(1, "dean").won == ("guess", (0,))
    alternative = lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"], duel_guess="alternative")
    assert alternative.won == ("goal", (0,))


@pytest.mark.rule("BOL-6.11")
def test_in_a_duel_nobody_guesses_without_the_tokens() -> None:
    table = lay((2, 2, 2, 4), seats=2, roles=["prince", "dean"], received="PT")
    assert table.options == ["keep", "roll5"]
    assert table.objection("guess +1 dean") == "BOL-6.11"


@pytest.mark.rule("BOL-6.11", "BOL-6.12")
def test_in_a_duel_one_may_guess_before_the_turn_ends() -> None:
    table = lay((2, 2, 2, 4), seats=2, roles=["prince", "dean"], chosen="BWW", rest="PK")
    table.play("pair W 0").aim(1)
    assert table.asked == "finish 0"
    table.guess(1, "silk").play("dealt silk")
    assert table.asked == "turn 0"  # seat 1 slept
    assert table.received == "PK"


@pytest.mark.rule("BOL-6.12")
def test_a_wrong_guess_in_a_duel_leaves_other_tokens_alone() -> None:
    table = lay((2, 2, 2, 5), (1, 1, 1, 1), seats=2, roles=["prince", "dean"], deus=0, asleep=[0])
    table.guess(1, "silk").play("dealt silk")
    assert table.tokens == [NOTHING, (1, 1, 1, 1)]
    assert table.asleep == [0]
    assert table.state.deus == 0


@pytest.mark.rule("BOL-6.14")
def test_roles_once_held_are_not_named() -> None:
    table = lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"], duel_guess="required", received="PT")
    table.guess(1, "cardinal").play("dealt silk")
    table.play("roll5").roll("PPTTT").play("choose TTT")
    table.state.players[0].tokens = vec[i64]([4, 6, 0, 0])
    table.state.look_again()
    assert table.guesses == ["guess +1 dean", "guess +1 soldier", "guess +1 cardinal"]
    assert table.objection("guess +1 prince") == "BOL-6.14"
    assert table.objection("guess +1 silk") == "BOL-6.14"


@pytest.mark.rule("BOL-6.13")
def test_with_an_empty_deck_a_role_may_be_kept_for_many_guesses() -> None:
    options: dict[str, Any] = {"duel_empty_deck": "keep_role", "duel_guess": "alternative"}
    table = lay(seats=2, roles=["prince", "dean"], deck=[], received="PT", **options)
    table.guess(1, "silk")
    assert table.asked == "turn 1"
    assert table.received == "PT"
    assert table.roles[0] == "prince"


@pytest.mark.rule("BOL-6.12", "BOL-6.13")
def test_the_last_card_of_a_duel_is_drawn_without_chance() -> None:
    table = lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"], deck=["silk"], received="PT")
    table.guess(1, "soldier")
    assert table.roles[0] == "silk"
    assert table.asked == "turn 1"
