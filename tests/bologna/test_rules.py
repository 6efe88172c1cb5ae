"""What the worked examples leave out: rules and option values, in the order of the rulebook."""

from __future__ import annotations

import pytest

from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.actions import BRIGAND, INNKEEPER, ROLES
from ludoteca.kernel.croupier import Scripted
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE
from tests.bologna.position import NOTHING, Held, Position, lay

# Set-up


def dealt(seats: int, *chance: str, **options: str | bool | int) -> Position:
    """A table being laid: roles in order of their numbers, then the given chance outcomes."""
    state = GAME.start(GAME.setup(seats, options))
    table = Position(state)
    state.settle()
    for role in ROLES[:seats]:
        if table.asked == "deal -1":
            table.play(f"dealt {role}")
    return table.play(*chance)


def threw(*scores: int) -> list[str]:
    return [f"rolled {'P' * (5 - score)}{'B' * score}" for score in scores]


@pytest.mark.rule("BOL-1.1")
@pytest.mark.parametrize("seats", [0, 1, 8])
def test_two_to_seven_play(seats: int) -> None:
    with pytest.raises(SetupError, match=f"The Throne of Bologna is for 2 to 7 players, not {seats}"):
        GAME.setup(seats)


@pytest.mark.rule("BOL-1.1", "BOL-2.1")
@pytest.mark.parametrize("seats", range(2, 8))
def test_turns_go_round_clockwise_from_the_first_player(seats: int) -> None:
    table = lay(seats=seats, active=1, first=1, roles={0: "prince"}, feast_of_fools=False)
    played = []
    for _ in range(seats + 1):
        played.append(table.state.active)
        table.play(*(["roll5"] if table.state.actor >= 0 else []))
        table.roll("KWWRR").play("choose WWR", "use R", "pair W 0").aim(table.state.active)
        for seat in range(seats):  # nobody stays asleep
            table.state.sleep_tokens += table.state.asleep[seat]
            table.state.asleep[seat] = False
    assert played == [(1 + turn) % seats for turn in range(seats + 1)]
    assert table.state.round == 2


@pytest.mark.rule("BOL-1.2")
@pytest.mark.parametrize("seats", range(2, 6))
def test_all_tokens_begin_in_the_pool(seats: int) -> None:
    table = dealt(seats, first_player="seat0")
    assert table.state.pool == [24, 24, 24, 24]
    assert table.tokens == [NOTHING] * seats


@pytest.mark.rule("BOL-1.4", "BOL-6.3", "BOL-6.10")
@pytest.mark.parametrize("seats", range(2, 8))
def test_the_role_deck_depends_on_the_number_of_players(seats: int) -> None:
    state = GAME.start(GAME.setup(seats))
    state.settle()
    outcomes = [action.text for action, weight in state.step.odds(state) if weight == 1]
    last = {2: 5, 7: 7}.get(seats, 6)
    assert outcomes == [f"dealt {role}" for role in ROLES[:last]]


@pytest.mark.rule("BOL-1.5")
@pytest.mark.parametrize("seats", range(2, 8))
def test_everybody_draws_one_role(seats: int) -> None:
    table = dealt(seats)
    assert table.state.role == list(range(seats))
    assert table.asked == "throw -1"


@pytest.mark.rule("BOL-1.6", "BOL-6.10")
def test_roles_that_were_not_dealt_stay_in_the_deck() -> None:
    assert dealt(2).state.deck == 0b11100
    assert dealt(4).state.deck == 0b110000
    assert dealt(6).state.deck == 0


@pytest.mark.rule("BOL-1.8")
def test_four_ties_are_decided_by_lot() -> None:
    table = dealt(3, *threw(3, 3, 1), *threw(2, 2), *threw(0, 0), *threw(5, 5))
    assert table.asked == "pickfirst -1"
    assert [(action.text, weight) for action, weight in table.state.step.odds(table.state)] == [
        ("first 0", 1),
        ("first 1", 1),
    ]
    table.play("first 1")
    assert table.state.first == table.state.active == 1


@pytest.mark.rule("BOL-1.8")
def test_seat_0_begins_without_a_throw() -> None:
    table = dealt(5, first_player="seat0")
    assert table.state.active == 0
    assert not any(line.startswith("threw") for line in table.log)


@pytest.mark.rule("BOL-1.8", "BOL-5.6")
def test_the_throw_for_the_first_player_does_nothing_else() -> None:
    table = dealt(3, "rolled WWWWW", "rolled TTTTT", "rolled PTKBR")
    assert table.state.first == 0
    assert table.tokens == [NOTHING] * 3
    assert not table.state.fools
    assert table.received == ""
    assert not any(line.startswith(("earthquake", "pork", "feast")) for line in table.log)


# The turn


@pytest.mark.rule("BOL-2.2")
def test_without_dice_received_five_are_rolled() -> None:
    table = lay()
    assert table.asked == "roll -1"
    assert len(table.state.step.odds(table.state)) == 252


@pytest.mark.rule("BOL-2.3", "BOL-2.4", "BOL-2.5")
def test_dice_received_are_kept_or_rejected_together() -> None:
    assert lay(received="PT").options == ["keep", "roll5"]
    kept = lay(received="PT").play("keep")
    assert len(kept.state.step.odds(kept.state)) == 56
    rolled = lay(received="PT").play("roll5")
    assert len(rolled.state.step.odds(rolled.state)) == 252
    assert rolled.roll("PPTKK").options[-1] == "choose TKK"


@pytest.mark.rule("BOL-2.6", "BOL-3.14")
def test_every_chosen_die_is_used_and_nothing_else() -> None:
    table = lay(chosen="PTR")
    assert table.options == ["use P", "use T", "use R"]
    assert table.objection("use W") == "BOL-2.6"
    assert "end-turn" not in table.options
    table.play("use P", "use R")
    assert table.log == ["gained 0 0", "disease 0", "lost 0 0", "lost_nothing 1", "lost_nothing 2", "gained 0 1"]


@pytest.mark.rule("BOL-2.8")
def test_dice_travel_past_sleepers_and_those_who_left() -> None:
    table = lay(seats=5, chosen="TTT", rest="PK", out=[1], asleep=[2, 3])
    assert table.asked == "turn 4"
    assert table.received == "PK"
    assert table.asleep == []
    assert table.state.sleep_tokens == 3


@pytest.mark.rule("BOL-2.8")
def test_a_duel_of_sleepers_wakes_both() -> None:
    table = lay(seats=2, chosen="TTT", rest="PK", asleep=[0, 1])
    assert table.asked == "turn 1"
    assert table.state.round == 2
    assert table.asleep == []


@pytest.mark.rule("BOL-2.9")
def test_a_guess_without_dice_received_hands_nothing_on() -> None:
    table = lay((2, 2, 2, 2), roles={0: "innkeeper", 1: "dean"})
    assert table.asked == "turn 0"
    assert table.options[0] == "roll5"
    assert table.objection("keep") == "BOL-2.2"
    table.guess(1, "prince")
    assert table.asked == "roll -1"
    assert table.state.active == 1


# Die effects


@pytest.mark.rule("BOL-3.1", "BOL-3.4", "BOL-3.5", "BOL-3.7")
@pytest.mark.parametrize(
    ("use", "held"),
    [("use P", (1, 0, 0, 0)), ("use T", (0, 1, 0, 0)), ("use K", (0, 0, 1, 0)), ("use B", (0, 0, 0, 1))],
)
def test_a_die_gains_its_token(use: str, held: Held) -> None:
    table = lay(chosen=f"{use[-1]}RR").play(use)
    assert table.tokens[0] == held
    assert sum(table.state.pool) == 95


@pytest.mark.rule("BOL-3.5", "BOL-3.6")
@pytest.mark.parametrize(
    ("use", "held"),
    [("wild P", (1, 0, 0, 0)), ("wild T", (0, 1, 0, 0)), ("wild B", (0, 0, 0, 1))],
)
def test_a_wild_book_gains_another_token_and_no_book(use: str, held: Held) -> None:
    assert lay(chosen="KRR").play(use).tokens[0] == held


@pytest.mark.rule("BOL-3.5", "BOL-3.6")
def test_a_wild_book_is_wine_or_a_rat_but_never_a_book() -> None:
    table = lay((0, 0, 0, 0), (1, 0, 0, 0), chosen="TTK")
    assert "wild K" not in GAME.catalogue.by_text
    assert lay(chosen="TTK").play("wild W").asked == "target 0"
    assert table.play("wild R").tokens[1] == NOTHING
    assert lay(chosen="TTB").objection("wild P") == "BOL-3.5"


@pytest.mark.rule("BOL-3.6", "BOL-3.16")
def test_pairs_need_two_dice() -> None:
    table = lay(chosen="PKT")
    assert [text for text in table.options if text.startswith("pair")] == ["pair P 1"]
    assert table.objection("pair P 0") == "BOL-3.16"
    assert table.objection("pair W 2") == "BOL-3.6"


@pytest.mark.rule("BOL-3.2")
def test_two_people_dice_gain_two_people() -> None:
    assert lay(chosen="PPT").play("use P", "use P").tokens[0] == (2, 1, 0, 0)


@pytest.mark.rule("BOL-3.3")
def test_in_a_revolution_the_attacker_may_pick() -> None:
    held: Held = (0, 1, 1, 0)
    table = lay(NOTHING, held, chosen="PPT", revolution_choice="attacker").play("pair P 0").aim(1)
    assert table.asked == "revolt 0"
    assert table.options == ["discard T", "discard K"]
    assert table.play("discard T").tokens[1] == (0, 0, 1, 0)
    assert lay(NOTHING, held, chosen="PPT").play("pair P 0").aim(1).asked == "revolt 1"


@pytest.mark.rule("BOL-3.3", "BOL-3.12", "BOL-3.15")
def test_a_revolution_against_nothing_does_nothing() -> None:
    table = lay(NOTHING, (3, 0, 0, 3), chosen="PPT").play("pair P 0").aim(1)
    assert table.tokens[1] == (3, 0, 0, 3)
    assert table.log[:2] == ["revolution 0 1", "lost_nothing 1"]


@pytest.mark.rule("BOL-3.9", "BOL-3.20")
def test_a_drunkenness_may_be_suffered() -> None:
    table = lay(NOTHING, (0, 0, 0, 2), chosen="TWW").play("pair W 0").aim(1).play("suffer")
    assert table.tokens[1] == (0, 0, 0, 2)
    assert table.asked == "turn 2"


@pytest.mark.rule("BOL-3.19", "BOL-3.20")
def test_who_sleeps_already_may_still_cancel() -> None:
    table = lay(NOTHING, (0, 0, 0, 2), chosen="TWW", asleep=[1]).play("pair W 0").aim(1)
    assert table.asked == "wine 1"
    assert table.play("cancel").tokens[1] == NOTHING


@pytest.mark.rule("BOL-3.10", "BOL-3.12")
def test_rats_take_a_tower_only_for_a_people() -> None:
    table = lay((1, 0, 0, 0), (0, 2, 0, 0), (1, 1, 0, 0), chosen="TTR", rest="PP").play("use R")
    assert table.asked == "rat 2"
    assert table.options == ["discard P", "discard T"]
    assert table.play("discard T").tokens == [(0, 2, 0, 0), (0, 2, 0, 0), (1, 0, 0, 0)]


@pytest.mark.rule("BOL-3.18", "BOL-3.11", "BOL-4.4")
def test_rats_are_answered_clockwise_and_the_larders_come_last() -> None:
    table = lay(*[(1, 1, 0, 1)] * 4, active=2, chosen="TRR").play("pair R 0")
    answered = []
    for _ in range(4):
        answered.append(table.state.actor)
        assert all(held[3] == 1 for held in table.tokens)
        table.play("discard P")
    assert answered == [2, 3, 0, 1]
    assert [held[3] for held in table.tokens] == [0, 0, 0, 0]


@pytest.mark.rule("BOL-3.10", "BOL-3.11", "BOL-4.8")
def test_rats_and_wine_pass_over_those_who_left() -> None:
    table = lay((1, 1, 0, 0), seats=4, out=[2], chosen="TRW").play("use W")
    assert table.options == ["target +0", "target +1", "target +3"]
    assert table.objection("target +2") == "BOL-4.8"
    table.aim(1).play("use R")
    assert table.asked == "rat 0"
    table.play("discard P")
    assert "lost_nothing 2" not in table.log


@pytest.mark.rule("BOL-3.15")
def test_nobody_aims_at_himself_where_that_is_not_played() -> None:
    table = lay(chosen="TTW", self_target=False).play("use W")
    assert table.options == ["target +1", "target +2"]
    assert table.objection("target +0") == "BOL-3.15"


@pytest.mark.rule("BOL-3.17")
@pytest.mark.parametrize(
    ("chosen", "forbidden"),
    [("WWT", ["use W"]), ("RRT", ["use R"]), ("KWT", ["wild W"]), ("KRT", ["wild R"]), ("KKT", [])],
)
def test_forced_pairs_keep_wines_and_rats_together(chosen: str, forbidden: list[str]) -> None:
    free = lay(chosen=chosen, pairs="free").options
    assert lay(chosen=chosen, pairs="forced").options == [text for text in free if text not in forbidden]


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
    assert table.state.pool == [24, 24, 24, 24]
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
def test_one_miracle_a_turn() -> None:
    table = lay(deus=0).roll("PTKKK").play("miracle").roll("PPPKK")
    assert table.asked == "choose 0"
    table.play("choose PPP", "use P", "use P").play("roll5").roll("PTKKK")
    assert table.asked == "miracle 2"  # a new turn, a new chance for the new holder


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
    table = lay(held, **{option: False}).roll(dice)
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
    assert table.play("miracle").roll("TTTTT").tokens[1:] == [(0, 1, 0, 0), (0, 1, 0, 0)]


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
    held: list[Held] = [(0, 0, 0, 0), (5, 1, 0, 4), (0, 0, 0, 0), (0, 0, 0, 0)]
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
    options = {"deadly_sins": False}
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
    assert table.asked == "turn 0"
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
    table.state.tokens[:4] = [4, 6, 0, 0]
    table.state.look_again()
    assert table.guesses == ["guess +1 dean", "guess +1 soldier", "guess +1 cardinal"]
    assert table.objection("guess +1 prince") == "BOL-6.14"
    assert table.objection("guess +1 silk") == "BOL-6.14"


@pytest.mark.rule("BOL-6.13")
def test_with_an_empty_deck_a_role_may_be_kept_for_many_guesses() -> None:
    options = {"duel_empty_deck": "keep_role", "duel_guess": "alternative"}
    table = lay(seats=2, roles=["prince", "dean"], deck=[], received="PT", **options)
    table.guess(1, "silk")
    assert table.asked == "turn 1"
    assert table.received == "PT"
    assert ROLES[table.state.role[0]] == "prince"


@pytest.mark.rule("BOL-6.12", "BOL-6.13")
def test_the_last_card_of_a_duel_is_drawn_without_chance() -> None:
    table = lay((2, 2, 2, 5), seats=2, roles=["prince", "dean"], deck=["silk"], received="PT")
    table.guess(1, "soldier")
    assert ROLES[table.state.role[0]] == "silk"
    assert table.asked == "turn 1"


# The Brigand


@pytest.mark.rule("BOL-7.1")
def test_the_brigand_lies_open_before_the_first_throw() -> None:
    table = dealt(7)
    assert table.asked == "throw -1"
    assert table.log[-1] == "showed_brigand 6"
    for viewer in range(-1, 7):
        assert GAME.view(table.state, viewer).roles[6] == BRIGAND


@pytest.mark.rule("BOL-7.2", "BOL-5.42")
def test_the_brigand_takes_nothing_from_the_pool_even_as_a_fool() -> None:
    table = lay(NOTHING, (1, 0, 0, 0), (1, 0, 0, 0), seats=7, roles=["brigand"], chosen="PTT", fools=True)
    table.play("use P")
    assert table.options == ["steal +1", "steal +2"]
    assert table.objection("from-pool") == "BOL-7.2"
    table.steal(2)
    assert table.tokens[:3] == [(1, 0, 0, 0), (1, 0, 0, 0), NOTHING]  # and no Towers for his two Tower dice


@pytest.mark.rule("BOL-7.2")
def test_the_brigand_robs_a_single_victim_unasked() -> None:
    table = lay(NOTHING, NOTHING, (1, 0, 0, 0), seats=7, roles=["brigand"], chosen="PTT").play("use P")
    assert table.tokens[0] == (1, 0, 0, 0)
    assert table.tokens[2] == NOTHING


@pytest.mark.rule("BOL-7.3")
def test_the_brigand_pours_wine_and_suffers_like_all() -> None:
    table = lay((2, 1, 1, 1), (2, 0, 0, 0), seats=7, roles=["brigand"], chosen="WRR", rest="PP")
    table.play("use W").aim(0)
    assert table.asked == "wine 0"
    table.play("suffer", "pair R 0", "discard T")
    assert table.tokens[:2] == [(1, 0, 1, 0), (1, 0, 0, 0)]
    table = lay(NOTHING, (0, 1, 1, 0), seats=7, roles={1: "brigand"}, chosen="PPT").play("pair P 0").aim(1)
    assert table.asked == "revolt 1"


@pytest.mark.rule("BOL-7.5", "BOL-7.6")
def test_the_brigand_and_his_towers() -> None:
    held: Held = (0, 1, 8, 0)
    assert lay(held, seats=7, roles=["brigand"]).won == ("goal", (0,))
    table = lay(held, seats=7, roles=["brigand"], brigand_towers="zero")
    assert table.won is None
    assert lay((0, 0, 8, 0), seats=7, roles=["brigand"], brigand_towers="zero").won == ("goal", (0,))
    assert lay((8, 0, 0, 8), seats=7, roles=["brigand"]).won is None


@pytest.mark.rule("BOL-7.6", "BOL-4.5")
def test_the_brigand_does_not_win_in_anothers_turn() -> None:
    table = lay(NOTHING, NOTHING, (8, 0, 0, 1), seats=7, roles={2: "brigand"}, chosen="TRR", rest="PP")
    table.state.tokens[8] += 1  # nine People, one of which the plague takes
    table.state.pool[0] -= 1
    table.play("pair R 0")
    assert table.tokens[2] == (8, 0, 0, 0)
    assert table.won is None


@pytest.mark.rule("BOL-7.7", "BOL-5.21")
def test_the_brigands_share_of_a_feast_comes_from_the_pool() -> None:
    table = lay(NOTHING, (0, 0, 0, 3), seats=7, roles=["brigand"], received="PT").play("roll5").roll("PPPPP")
    assert [held[0] for held in table.tokens] == [1] * 7
    assert table.state.pool[0] == 17


# The round cap


def at_the_cap(*held: Held, roles: list[str], **options: str | int) -> Position:
    """The last turn of round 1, in which nothing changes: three Wines for who has neither People nor Bologna."""
    seats = len(held)
    table = lay(*held, seats=seats, roles=roles, active=seats - 1, chosen="WWW", **{"round_cap": 1, **options})
    return table.play("use W").aim(0).play("use W").aim(0).aim(0)


@pytest.mark.rule("BOL-8.2")
def test_equal_at_the_cap_is_a_shared_victory() -> None:
    table = at_the_cap((0, 5, 4, 0), (5, 0, 0, 3), (3, 6, 0, 0), roles=["cardinal", "soldier", "silk"])
    assert table.won == ("cap", (2,))  # equally near, and the most tokens
    table = at_the_cap((0, 0, 5, 0), (5, 3, 0, 3), (4, 6, 0, 1), roles=["cardinal", "soldier", "silk"])
    assert table.won == ("cap", (1, 2))


@pytest.mark.rule("BOL-8.2", "BOL-7.5")
@pytest.mark.parametrize(("towers", "winner"), [("ignored", 1), ("zero", 2)])
def test_the_brigands_distance_at_the_cap(towers: str, winner: int) -> None:
    held: list[Held] = [NOTHING, (6, 4, 0, 0), (2, 2, 2, 2), NOTHING, NOTHING, NOTHING, NOTHING]
    roles = ["dean", "brigand", "prince", "silk", "soldier", "cardinal", "innkeeper"]
    assert at_the_cap(*held, roles=roles, brigand_towers=towers).won == ("cap", (winner,))


@pytest.mark.rule("BOL-8.1")
def test_rounds_are_counted_at_the_first_seat_even_if_nobody_plays_there() -> None:
    table = lay(seats=4, active=0, first=1, out=[1], chosen="TTT", round_cap=0)
    assert table.state.round == 2
    assert table.state.active == 2
    table = lay(seats=4, active=0, first=1, asleep=[1], chosen="TTT", round_cap=0)
    assert table.state.round == 2
    assert lay(seats=4, active=0, first=1, asleep=[1], chosen="TTT", round_cap=1).won is not None


@pytest.mark.rule("BOL-8.1")
def test_without_a_cap_the_game_goes_on() -> None:
    assert lay(active=2, chosen="TTT", round_cap=0).won is None
    assert lay(active=2, chosen="TTT", round_cap=2).won is None
    assert lay(active=2, chosen="TTT", round_cap=1).won is not None
    assert GAME.bound(GAME.setup(3, {"round_cap": 0})) == 1_000_000


@pytest.mark.rule("BOL-8.2")
def test_who_left_has_no_share_of_the_cap() -> None:
    table = lay((2, 2, 2, 4), NOTHING, NOTHING, roles=["prince"], out=[0], active=2, chosen="TTT", round_cap=1)
    assert table.won is not None
    assert 0 not in table.won[1]


# Options and presets


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (3, {"duel_guess": "alternative"}, "option duel_guess concerns two players; leave it out at a table of 3"),
        (4, {"duel_empty_deck": "keep_role"}, "option duel_empty_deck concerns two players"),
        (6, {"brigand_towers": "zero"}, "option brigand_towers concerns seven players"),
        (
            3,
            {"events_count_kept": False, "pork_feast": False, "earthquake": False, "feast_of_fools": False},
            "option events_count_kept needs pork_feast, earthquake or feast_of_fools",
        ),
        (3, {"round_cap": 201}, "option round_cap: “201” is not possible; expected a number from 0 to 200"),
        (3, {"pairs": "never"}, "option pairs: “never” is not possible; expected free or forced"),
        (3, {"earthquake": "perhaps"}, "option earthquake: “perhaps” is not possible; expected true or false"),
        (3, {"fog": True}, "The Throne of Bologna has no option “fog”"),
    ],
)
def test_options_that_cannot_be(seats: int, options: dict[str, str | bool | int], sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        GAME.setup(seats, options)


def test_presets_lay_a_table() -> None:
    assert GAME.setup(3, GAME.presets["full"]).chosen(GAME.options) == {}
    first = GAME.setup(3, GAME.presets["first"]).chosen(GAME.options)
    assert sorted(first) == ["deadly_sins", "deus_ex_machina", "earthquake", "feast_of_fools", "pork_feast"]
    assert set(first.values()) == {False}


@pytest.mark.parametrize("seats", range(2, 8))
def test_no_match_outlasts_its_bound(seats: int) -> None:
    bounds = {2: 1040, 3: 1920, 4: 3040, 5: 4400, 6: 6000, 7: 7840}
    assert GAME.bound(GAME.setup(seats)) == bounds[seats] + 7


def test_the_match_settles_what_needs_no_decision() -> None:
    chance = ["dealt innkeeper", "dealt dean", "dealt silk", "rolled TTTTT"]
    setup = GAME.setup(3, {"first_player": "seat0", "deus_ex_machina": False})
    match = Match(GAME, setup, Scripted([*chance, "rolled PPTKK"]))
    assert match.state.role[0] == INNKEEPER
    assert Position(match.state).tokens == [(0, 4, 0, 0), (0, 1, 0, 0), (0, 1, 0, 0)]
    assert match.actor == 1  # five Towers: feast, choice and uses were all forced


def test_random_matches_break_no_invariant() -> None:
    for seats in range(2, 8):
        for seed in range(3):
            state = GAME.start(GAME.setup(seats))
            state.settle()
            source = Stream(seed, "players")
            while not state.over:
                assert GAME.faults(state) == []
                options = state.choices
                if state.actor == CHANCE:
                    state.play(state.step.sample(state, source))
                else:
                    state.play(options[source.below(len(options))])
            assert GAME.faults(state) == []
