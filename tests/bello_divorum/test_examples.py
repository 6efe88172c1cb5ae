"""Worked examples: a small position, what is done in it, and what lies on the board then."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, TEMPLE
from ludoteca.games.bello_divorum.rules.scoring import score, standing_of
from tests.bello_divorum.table import Position, filler, place_of, started

CITIES = ("CG0", "CL0", "CR0", "CI0", "CG1", "CL1", "CR1", "CI1", "CG2", "CL2", "CR2")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("T0=A:2A", "T0=A:3A"),
        ("T0=A", "T0=A:3A"),
        ("CG0=A:2A", "CG0=A:2A"),
        ("CG0=A", "CG0=A:2A"),
        ("FS0=A", "FS0=A"),
        ("T0=A:4A CG0=A:3A", "T0=A:4A CG0=A:3A"),
    ],
)
@pytest.mark.rule("BEL-4.2", "BEL-4.3", "BEL-4.4", "BEL-2.8")
def test_controlled_locations_are_filled_up_to_what_their_kind_breeds(before: str, after: str) -> None:
    assert Position(before).turn().show() == after


@pytest.mark.parametrize(("fields", "actions"), [(0, 3), (1, 3), (2, 4), (3, 4), (4, 5), (5, 5), (16, 11)])
@pytest.mark.rule("BEL-6.1")
def test_every_second_field_gives_an_action(fields: int, actions: int) -> None:
    names = [f"{role}{corner}" for corner in range(6) for role in ("FL", "FR", "FS")]
    text = "T0=A:3A " + " ".join(f"{name}=A" for name in names[:fields])
    assert Position(text).action_phase().state.turn.actions == actions


@pytest.mark.rule("BEL-1.5", "BEL-1.7", "BEL-3.1", "BEL-9.1", "BEL-9.2")
def test_a_first_turn_takes_the_city_next_to_the_temple() -> None:
    position = started().play("power 0", "move t0-cg", "move t0-cg", "move t0-cl")
    assert position.options == ["control-done", "control cg0"]
    position.play("control cg0")
    assert position.show("T0", "CG0", "CL0") == "T0=A CG0=A:2A CL0:1A"
    assert position.state.faith(0) == 8
    assert position.supply("A") == 27


@pytest.mark.rule("BEL-4.5", "BEL-2.7")
def test_a_short_supply_is_placed_one_by_one() -> None:
    position = Position("T0=A CG0=A " + filler("A", 28)).turn()
    assert position.options == ["recruit t0", "recruit cg0"]
    position.play("recruit cg0")
    assert position.options == ["recruit t0", "recruit cg0"]
    position.play("recruit cg0")
    assert position.show("T0", "CG0") == "T0=A CG0=A:2A"
    assert position.question == "act"


@pytest.mark.rule("BEL-2.7")
def test_an_empty_supply_asks_nothing() -> None:
    position = Position("T0=A " + filler("A", 28) + " CI5:2A").turn()
    assert position.show("T0") == "T0=A"
    assert position.question == "act"


@pytest.mark.parametrize(
    ("before", "attack", "after"),
    [
        ("FR0:4A FL1=M", "fr0-fl", "FR0 FL1:3A"),
        ("FS0:4A CL1=M:2M", "fs0-cl", "FS0 CL1:1A"),
        ("FR0:3A FL1=M:2M", "fr0-fl", "FR0 FL1"),
        ("FR0:2A FL1=M:2M", "fr0-fl", "FR0 FL1=M"),
        ("CL1:1A T1=M:3M", "cl1-t", "CL1 T1=M:2M"),
        ("CL1:4A T1=M", "cl1-t", "CL1 T1:3A"),
        ("CL1:4A T1=M:1M", "cl1-t", "CL1 T1:2A"),
        ("FR0:4A FL1=M:3M", "fr0-fl", "FR0 FL1"),
        ("FR0:4A FL1=M:4M", "fr0-fl", "FR0 FL1=M"),
        ("FR0:1A FL1=M", "fr0-fl", "FR0 FL1"),
    ],
)
@pytest.mark.rule("BEL-8.1", "BEL-8.3", "BEL-8.4", "BEL-8.5", "BEL-8.6", "BEL-2.6")
def test_they_fall_one_for_one_and_the_chip_last(before: str, attack: str, after: str) -> None:
    position = Position(before + " T0=A CG3=M FC:1A").acting()
    position.play(f"attack {attack}")
    places = [entry.partition(":")[0].partition("=")[0] for entry in after.split()]
    assert position.show(*places) == after
    followers = sum(position.state.count(0, place) for place in position.state.ruleset.board.places)
    assert position.supply("A") == 30 - followers


@pytest.mark.rule("BEL-9.1", "BEL-8.5")
def test_enough_survivors_may_take_the_location() -> None:
    assert "control fl1" in Position("FL1:3A").control_phase().options
    assert "control t1" in Position("T1:3A").control_phase().options


@pytest.mark.rule("BEL-9.1")
def test_too_few_survivors_may_not_take_the_location() -> None:
    assert Position("CL1:1A FS0:1A").control_phase().why("control cl1") == "BEL-9.1"
    assert Position("T1:2A FS0:1A").control_phase().why("control t1") == "BEL-9.1"


@pytest.mark.rule("BEL-9.7")
def test_the_majority_drives_the_rest_out() -> None:
    position = (
        Position("T1=M:3M CL1:1A T2=E:3E", turn=1, contested="majority")
        .acting()
        .play("move t1-cl", "move t1-cl", "end-actions")
    )
    position.play("control cl1")
    assert position.show("T1", "CL1") == "T1=M:1M CL1=M:2M"
    assert position.supply("A") == 30
    assert "driven_out 0 1 9" in position.events()


@pytest.mark.rule("BEL-6.4", "BEL-9.1")
def test_survivors_attack_again() -> None:
    position = Position("FR0:4A FL1=M CG1=M").acting(3)
    position.play("attack fr0-fl")
    assert position.show("FL1") == "FL1:3A"
    position.play("attack fl1-cg")
    assert position.show("CG1", "FL1") == "CG1:2A FL1"
    assert position.state.turn.actions == 1
    position.play("end-actions")
    assert position.options == ["control-done", "control cg1"]


@pytest.mark.rule("BEL-7.2", "BEL-8.2", "BEL-9.3", "BEL-9.7", "BEL-2.4")
def test_a_full_tie_is_frozen() -> None:
    position = Position("T0=A:3A CG0:2A2M").acting()
    assert position.why("move t0-cg") == "BEL-7.2"
    assert position.why("attack t0-cg") == "BEL-8.2"
    for contested, rule in (("block", "BEL-9.3"), ("majority", "BEL-9.7")):
        claim = Position("T0=A:3A CG0:2A2M FS0:1A", contested=contested).control_phase()
        assert claim.why("control cg0") == rule


@pytest.mark.rule("BEL-9.3", "BEL-9.4")
def test_only_unoccupied_locations_are_captured() -> None:
    position = Position("CG0:3A1M CL0:2A FS0:1A").control_phase()
    assert position.why("control cg0") == "BEL-9.3"
    assert position.options == ["control-done", "control-all", "control cl0", "control fs0"]
    position.play("control-all")
    assert position.show() == "CL0=A:2A CG0:3A1M FS0=A:1A"


@pytest.mark.rule("BEL-9.7")
def test_in_the_house_a_majority_takes_a_contested_location() -> None:
    assert GAME.presets["house"]["contested"] == "majority"
    position = Position("CG0:2A1M", contested="majority").control_phase().play("control cg0")
    assert position.show("CG0") == "CG0=A:2A"
    assert position.supply("M") == 30


@pytest.mark.rule("BEL-9.7")
def test_a_majority_is_more_than_each_single_rival() -> None:
    assert "control cg0" in Position("CG0:2A1M1E", contested="majority").control_phase().options


@pytest.mark.rule("BEL-9.5", "BEL-2.7")
def test_without_a_chip_nothing_can_be_taken() -> None:
    text = " ".join(f"{name}=A" for name in CITIES) + " CI2:2A FS0:1A"
    assert Position(text).control_phase().why("control ci2") == "BEL-9.5"


@pytest.mark.rule("BEL-5.2", "BEL-5.3", "BEL-13.2")
def test_every_temple_pays_and_the_token_makes_one_step() -> None:
    position = Position("T0=A:3A T1=A:3A").power_phase().play("power 2")
    assert position.show() == "T0=A:1A T1=A:1A"
    assert position.supply("A") == 28
    assert position.state.doom == 1
    assert position.state.turn.actions == 6


@pytest.mark.rule("BEL-5.2")
def test_the_poorest_temple_decides() -> None:
    position = Position("T0=A:1A T1=A:3A").power_phase()
    assert position.options == ["power 0", "power 1"]
    assert position.why("power 2") == "BEL-5.2"
    assert position.why("power 3") == "BEL-5.2"
    assert Position("T0=A:3A T1=A:1A").power_phase().options == ["power 0", "power 1"]


@pytest.mark.rule("BEL-5.2", "BEL-3.5")
def test_without_a_temple_there_is_no_power_phase() -> None:
    position = Position("CG0=A:3A").power_phase()
    assert position.question == "act"
    assert position.events("asked_nothing") == ["asked_nothing 0"]


@pytest.mark.parametrize(
    ("before", "flower_war", "aegis", "after"),
    [
        ("FR0:1A FL1=M", True, False, "FR0 FL1:1A"),
        ("FR0:2A FL1=M:2M", True, False, "FR0 FL1=M"),
        ("FR0:4A FL1=M:1M", False, True, "FR0 FL1:1A"),
        ("FR0:4A FL1=M:1M", True, True, "FR0 FL1:2A"),
        ("FR0:1A FL1=M", False, True, "FR0 FL1=M"),
        ("FR0:2A FL1=M", False, True, "FR0 FL1"),
    ],
)
@pytest.mark.rule("BEL-8.8", "BEL-8.9", "BEL-13.1", "BEL-13.16")
def test_a_flower_war_and_the_aegis_change_an_attack(
    before: str, flower_war: bool, aegis: bool, after: str
) -> None:
    position = Position(before + " T0=A CG3=M FC:1A")
    position.state.turn.flower_war = flower_war
    position.state.players[1].aegis = aegis
    position.acting().play("attack fr0-fl")
    assert position.show("FR0", "FL1") == after


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        ("FR0:4N FL1=M:1M", "FR0:2N FL1:2N", 2),
        ("FR0:4N FL1=M:4M", "FR0:4N FL1=M", 0),
    ],
)
@pytest.mark.rule("BEL-8.10", "BEL-13.14")
def test_einherjar_return_to_where_they_attacked_from(before: str, after: str, left: int) -> None:
    position = Position(before, turn=4)
    position.state.turn.returns = 4
    position.acting().play("attack fr0-fl")
    assert position.show("FR0", "FL1") == after
    assert position.state.turn.returns == left


@pytest.mark.rule("BEL-13.15", "BEL-10.2", "BEL-5.3")
def test_ragnarok_thins_large_hosts_and_moves_the_token_twice() -> None:
    position = Position("T4=N:3N T0=A:3A CG0=A:2A T1=M:4M", turn=4)
    position.state.doom = 16
    position.power_phase().play("power 3")
    assert position.state.doom == 18
    assert position.show("T0", "T1", "CG0") == "T0=A:2A T1=M:3M CG0=A:2A"


@pytest.mark.rule("BEL-13.5", "BEL-5.8")
def test_the_great_flood_takes_two_of_each_rival_on_an_arm() -> None:
    position = Position("T1=M:3M FS0=A:3A FR0=A:1A FL1=E FL3:1A", turn=1).power_phase()
    position.play("power 2", "arm 0")
    assert position.show("FS0", "FR0", "FL1") == "FS0=A:1A FR0=A FL1=E"
    assert position.supply("A") == 28


@pytest.mark.rule("BEL-13.8")
def test_the_plague_takes_two_there_and_one_next_door() -> None:
    position = Position("T2=E:3E CG0=A:3A T0=A:3A CL0:1A FR0:2M FL0:2E", turn=2).power_phase()
    position.play("power 2", "target cg0")
    assert position.show("CG0", "T0", "CL0", "FR0", "FL0") == "CG0=A:1A T0=A:2A CL0 FR0:1M FL0:2E"


@pytest.mark.rule("BEL-13.9", "BEL-5.3")
def test_the_embrace_of_isis_takes_over_a_weak_city() -> None:
    position = Position("T2=E:3E FS0:1E CR0=A:1A", turn=2).power_phase().play("power 3")
    assert position.show("CR0") == "CR0=E:1E"
    assert position.supply("A") == 30
    assert position.state.controls(0, CITY) == 0
    assert position.state.doom == 1


@pytest.mark.rule("BEL-13.11")
def test_the_divine_wind_blows_a_garrison_to_the_only_place_with_room() -> None:
    text = "T3=S:3S CL1=M:3M T1=M:2M CG1=M:4M FL1=M:4M FS0=A"
    position = Position(text, turn=3).power_phase().play("power 2", "target cl1")
    assert position.show("CL1", "T1") == "CL1=M T1=M:4M"
    assert position.supply("M") == 30 - 12
    assert position.state.turn.actions == 5


@pytest.mark.rule("BEL-13.11")
def test_a_garrison_blown_nowhere_is_lost() -> None:
    position = Position("T3=S:3S FS0=M:2M CR0=A CL1=A FR0=A FL1=A", turn=3).power_phase().play("power 2")
    assert position.show("FS0") == "FS0=M"
    assert position.supply("M") == 30


@pytest.mark.rule("BEL-13.10", "BEL-5.7")
def test_the_kami_ask_nothing_when_every_field_gets_one() -> None:
    position = Position("T3=S:3S CG3=S", turn=3).power_phase().play("power 1")
    assert position.question == "act"
    assert position.show("FL3", "FR3") == "FL3:1S FR3:1S"


@pytest.mark.rule("BEL-13.10", "BEL-5.6", "BEL-5.7")
def test_the_kami_choose_three_fields_of_four() -> None:
    position = Position("T3=S:3S CG3=S CL3=S CI3=S", turn=3).power_phase().play("power 1")
    assert position.options == ["target fs2", "target fl3", "target fr3", "target fc"]
    position.play("target fs2")
    assert position.why("target fs2") == "BEL-5.7"
    position.play("target fc")
    assert position.options == ["target fl3", "target fr3"]
    position.play("target fl3")
    assert position.question == "act"
    assert position.show("FS2", "FC", "FL3", "FR3") == "FS2:1S FC:1S FL3:1S FR3"


@pytest.mark.rule("BEL-13.4")
def test_tribute_for_the_only_city_with_room() -> None:
    position = Position("T1=M:3M CG1=M:2M CL1=M:3M", turn=1).power_phase().play("power 1")
    assert position.show("CG1", "CL1") == "CG1=M:3M CL1=M:3M"


@pytest.mark.rule("BEL-13.13", "BEL-2.4")
def test_bifrost_asks_neither_for_the_only_end_nor_the_only_number() -> None:
    position = Position("T4=N:3N FC=N:3N", turn=4).power_phase().play("power 1")
    assert position.options == ["target t4", "target fc"]
    position.play("target t4")
    assert position.show() == "T4=N:1N FC=N:4N"


@pytest.mark.rule("BEL-13.3", "BEL-5.4", "BEL-5.5")
def test_targets_are_judged_after_the_sacrifice() -> None:
    assert Position("T0=A:3A CG0=M:2M").power_phase().why("power 3") == "BEL-5.5"
    assert "power 3" in Position("T0=A:4A CG0=M:2M").power_phase().options


@pytest.mark.rule("BEL-13.3")
def test_captives_are_replaced_by_followers_on_the_own_temple() -> None:
    position = Position("T0=A:3A FR0:1A FL1=M:3M").power_phase().play("power 3")
    assert position.show("FL1", "T0") == "FL1=M T0=A:3A"
    assert position.supply("M") == 30


@pytest.mark.parametrize(("fields", "actions"), [(0, 1), (3, 1), (4, 2), (6, 3)])
@pytest.mark.rule("BEL-6.2")
def test_confusion_leaves_at_least_one_action(fields: int, actions: int) -> None:
    names = [f"{role}0" for role in ("FL", "FR", "FS")] + [f"{role}1" for role in ("FL", "FR", "FS")]
    position = Position("T0=A:3A " + " ".join(f"{name}=A" for name in names[:fields]))
    position.state.players[0].penalty = 3
    position.action_phase()
    assert position.state.turn.actions == actions
    assert position.state.players[0].penalty == 0


@pytest.mark.rule("BEL-6.2", "BEL-13.2")
def test_a_power_adds_its_actions_after_the_penalty() -> None:
    position = Position("T0=A:3A")
    position.state.players[0].penalty = 3
    assert position.power_phase().play("power 2").state.turn.actions == 4


@pytest.mark.rule("BEL-6.3")
def test_moves_do_not_pay_for_attacks() -> None:
    position = Position("CR5:1G FS5=A", turn=5).acting(0, 2)
    assert "end-actions" in position.options
    assert all(text == "end-actions" or text.startswith("move") for text in position.options)
    assert position.why("attack cr5-fs") == "BEL-6.3"


HOMES = "T0=A:3A T1=M:3M T2=E:3E T3=S:3S T4=N:3N T5=G:3G"


def last_steps(turn: int, power: int, target: str = "", **options: Any) -> Position:
    """Doom 17 of 18, and a seat about to use a power, then to end its turn."""
    position = Position(HOMES + " CG0=A:2A CI1=M:1M", turn=turn, **options)
    position.state.doom = 17
    position.power_phase().play(f"power {power}")
    if target:
        position.play(target)
    position.play("end-actions")
    return position


def finish_turn(position: Position) -> None:
    seat = position.state.turn.active
    while position.state.actor == seat:
        position.play(position.options[0])


@pytest.mark.rule("BEL-11.1", "BEL-11.5", "BEL-3.2")
@pytest.mark.parametrize("option", ["next_player", "same_round"])
def test_a_complete_circle_leaves_one_more_turn(option: str) -> None:
    position = last_steps(2, 2, "target cg0", last_turn=option)
    assert position.state.doom == 18
    assert position.state.final_turn
    assert position.state.actor == 3
    finish_turn(position)
    assert position.state.over
    assert position.events("recruits_once_more") == ["recruits_once_more 4", "recruits_once_more 5"]
    assert position.state.result is not None
    assert position.state.result.reason == "last_turn"


@pytest.mark.parametrize("option", ["same_round", "at_once"])
@pytest.mark.rule("BEL-11.2", "BEL-11.4", "BEL-3.4")
def test_a_round_that_completes_the_circle_ends_the_match(option: str) -> None:
    position = Position(HOMES, turn=5, last_turn=option)
    position.state.doom = 17
    position.end_of_turn()
    assert position.state.doom == 18
    assert position.state.over
    assert position.events("recruits_once_more") == []
    assert position.state.result is not None
    assert position.state.result.reason == "round"


@pytest.mark.rule("BEL-11.3", "BEL-11.5")
def test_as_printed_a_round_that_completes_the_circle_is_followed_by_a_turn() -> None:
    position = Position(HOMES, turn=5)
    position.state.doom = 17
    position.end_of_turn()
    assert position.state.actor == 0
    assert position.events("last_turn") == ["last_turn 0"]
    finish_turn(position)
    assert position.state.over
    assert len(position.events("recruits_once_more")) == 5


@pytest.mark.rule("BEL-11.3", "BEL-10.3")
def test_as_printed_the_first_player_has_one_more_turn_when_the_last_one_closes_the_circle() -> None:
    position = last_steps(5, 2)
    assert (position.state.actor, position.state.round, position.state.doom) == (0, 2, 18)
    assert position.events("doom", "last_turn") == ["doom 18 18", "last_turn 0"]
    finish_turn(position)
    assert position.state.over
    assert position.events("recruits_once_more") == [f"recruits_once_more {seat}" for seat in (1, 2, 3, 4, 5)]


@pytest.mark.rule("BEL-11.2")
def test_in_the_house_the_last_player_of_a_round_completes_the_circle_and_ends_the_match() -> None:
    assert GAME.presets["house"]["last_turn"] == "same_round"
    position = last_steps(5, 2, last_turn="same_round")
    assert position.state.over
    assert position.events("recruits_once_more") == []
    assert position.state.result is not None
    assert position.state.result.reason == "turn"


@pytest.mark.rule("BEL-11.4", "BEL-11.5")
def test_at_once_leaves_no_more_turn() -> None:
    position = last_steps(1, 3, "rival 2", last_turn="at_once")
    assert position.state.over
    assert position.events("recruits_once_more") == [f"recruits_once_more {seat}" for seat in (2, 3, 4, 5)]


@pytest.mark.rule("BEL-11.6")
def test_faith_points_count_followers_and_locations() -> None:
    position = Position("T0=A:4A CG0=A:4A CL0=A:4A CR0=A FL0=A FR0=A FS0=A FC=A")
    controls = [position.state.controls(0, kind) for kind in (FIELD, CITY, TEMPLE)]
    assert (position.state.on_board(0), controls) == (12, [4, 3, 1])
    assert position.state.faith(0) == 25


@pytest.mark.rule("BEL-11.7", "BEL-11.8")
def test_temples_break_the_tie() -> None:
    position = Position("T0=A T1=A FS0=A FS1=A FS2=A T2=M CI2=M CI3=M FS3=M FS4=M")
    assert position.state.faith(0) == position.state.faith(1) == 9
    assert standing_of(position.state, 0) > standing_of(position.state, 1)
    score(position.state, "round")
    assert position.state.result is not None
    assert position.state.result.winners == (0,)


@pytest.mark.rule("BEL-3.5")
def test_who_can_do_nothing_is_passed_over() -> None:
    position = Position("T0=A:3A FS0=M T2=E:3E", turn=0).end_of_turn()
    assert "passed_over 1" in position.events()
    assert position.state.actor == 2
    assert position.state.turns_over == 2
    assert position.state.faith(1) == 1


@pytest.mark.rule("BEL-12.3", "BEL-2.2")
def test_in_the_house_five_players_fold_the_board() -> None:
    assert GAME.presets["house"]["unused_corners"] == "folded_for_five"
    position = started(5, unused_corners="folded_for_five")
    board = position.state.ruleset.board
    for one, other in (("fs4", "cl0"), ("fr4", "fl0"), ("ci4", "ci0")):
        numbers = [place_of(one), place_of(other)]
        assert numbers[1] in board.neighbours[numbers[0]]
        assert numbers[0] in board.neighbours[numbers[1]]
    assert len(board.neighbours[48]) == 5
    assert len(board.places) == 41


@pytest.mark.rule("BEL-13.12")
def test_the_storm_asks_only_where_there_is_a_choice() -> None:
    text = "T3=S:3S FC:1S T0=A:3A CG0=A:1A T1=M:3M T2=E:3E T4=N:3N T5=G:3G"
    position = Position(text, turn=3).power_phase().play("power 3")
    assert position.options == ["target t0", "target cg0"]
    position.play("target cg0")
    assert (position.question, position.state.actor) == ("act", 3)
    assert (
        position.show("T0", "CG0", "T1", "T2", "T4", "T5") == "T0=A:3A CG0=A T1=M:1M T2=E:1E T4=N:1N T5=G:1G"
    )


@pytest.mark.rule("BEL-5.5", "BEL-4.2")
def test_the_first_decision_of_the_aztecs() -> None:
    assert started().options == ["power 0", "power 1", "power 2"]


@pytest.mark.rule("BEL-5.5")
def test_the_first_decision_of_the_mesopotamians() -> None:
    position = started().play("power 0", "end-actions")
    assert position.state.actor == 1
    assert position.options == ["power 0", "power 3"]
