"""The rules, in the order of the rulebook."""

from __future__ import annotations

import pytest

from ludoteca.examiner.laws import tick
from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.rules.actions import PLACES
from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, TEMPLE
from ludoteca.games.bello_divorum.rules.scoring import score
from ludoteca.kernel.croupier import Scripted, Seeded
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.match import Match
from ludoteca.kernel.state import CHANCE
from tests.bello_divorum.table import Position, filler, place_of, started

HOMES = "T0=A:3A T1=M:3M T2=E:3E T3=S:3S T4=N:3N T5=G:3G"


# BEL-1 Set-up


@pytest.mark.rule("BEL-1.1", "BEL-12.5")
def test_four_to_six_play_and_fewer_only_at_a_small_table() -> None:
    for seats in (4, 5, 6):
        assert GAME.setup(seats).seats == seats
    for seats in (1, 2, 3, 7):
        with pytest.raises(SetupError):
            GAME.setup(seats)
    for seats in (2, 3):
        assert GAME.setup(seats, {"small_table": True}).seats == seats
        assert GAME.setup(seats, {"small_table": "true"}).seats == seats
        with pytest.raises(SetupError):
            GAME.setup(seats, {"small_table": "false"})
    with pytest.raises(SetupError):
        GAME.setup(1, {"small_table": True})


@pytest.mark.rule("BEL-12.3", "BEL-12.5")
def test_the_board_cannot_be_folded_for_two_or_three() -> None:
    with pytest.raises(SetupError, match="folded for four or five players only"):
        GAME.setup(3, {"small_table": True, "unused_corners": "folded"})
    assert (
        GAME.start(GAME.setup(3, {"small_table": True, **GAME.presets["house"]})).ruleset.board.sectors == 6
    )


@pytest.mark.parametrize(
    ("seats", "unused", "corners"),
    [
        (6, "folded_for_five", [0, 1, 2, 3, 4, 5]),
        (5, "folded_for_five", [0, 1, 2, 3, 4]),
        (5, "open", [0, 1, 2, 3, 4]),
        (4, "folded_for_five", [0, 1, 3, 4]),
        (4, "folded", [0, 1, 2, 3]),
        (3, "folded_for_five", [0, 2, 4]),
        (2, "open", [0, 3]),
    ],
)
@pytest.mark.rule("BEL-1.11", "BEL-12.2")
def test_seats_have_their_corners(seats: int, unused: str, corners: list[int]) -> None:
    state = started(seats, unused_corners=unused).state
    assert [player.corner for player in state.players] == corners
    assert [state.owner(8 * corner) for corner in corners] == list(range(seats))


@pytest.mark.parametrize("seats", [4, 5, 6])
@pytest.mark.rule("BEL-1.2", "BEL-1.3", "BEL-1.10", "BEL-12.1")
def test_as_printed_everybody_chooses_one_of_six_corners_and_then_a_pantheon(seats: int) -> None:
    state = GAME.start(GAME.setup(seats))
    state.settle()
    assert state.ruleset.board.sectors == 6
    asked = []
    while not state.order:
        asked.append((state.step.name(), state.actor))
        assert len(state.choices) == 6 - state.actor
        state.play(state.choices[-1])
    choosing = [seat for seat in range(seats) if seat < 5]  # the sixth takes what is left
    assert asked == [(name, seat) for name in ("pickcorner", "pickpantheon") for seat in choosing]
    assert [player.corner for player in state.players] == [5, 4, 3, 2, 1, 0][:seats]


@pytest.mark.rule("BEL-1.9", "BEL-1.10")
def test_the_first_player_chooses_first() -> None:
    match = Match(GAME, GAME.setup(4, {"first_player": "random"}), Scripted(["first 2"]))
    asked = []
    for text in ("corner 5", "corner 0", "corner 1", "corner 2"):
        asked.append(match.actor)
        match.play(match.actor, text)
    for text in ("pantheon aztec", "pantheon norse", "pantheon greek", "pantheon shinto"):
        asked.append(match.actor)
        match.play(match.actor, text)
    assert asked == [2, 3, 0, 1] * 2
    assert match.state.order == [2, 3, 0, 1]  # type: ignore[attr-defined]


@pytest.mark.rule("BEL-1.2", "BEL-3.2")
def test_corners_are_drafted_and_turns_follow_them() -> None:
    position = started(4, corners="draft")
    assert position.options == [f"corner {corner}" for corner in range(6)]
    position.play("corner 4", "corner 1")
    assert position.why("corner 4") == "BEL-1.2"
    position.play("corner 5", "corner 0")
    assert position.state.order == [0, 2, 3, 1]
    assert position.state.actor == 0
    assert position.show() == "T0=S T1=M T4=A:3A T5=E"


@pytest.mark.rule("BEL-1.2", "BEL-12.3")
def test_the_last_corner_of_a_folded_board_is_not_asked_for() -> None:
    position = started(4, corners="draft", unused_corners="folded")
    assert position.options == [f"corner {corner}" for corner in range(4)]
    position.play("corner 3", "corner 0", "corner 1")
    assert [player.corner for player in position.state.players] == [3, 0, 1, 2]
    assert position.question == "favour"


@pytest.mark.rule("BEL-1.3")
def test_pantheons_are_drafted_in_the_order_of_seats() -> None:
    position = started(4, pantheons="draft")
    assert len(position.options) == 6
    position.play("pantheon norse")
    assert position.why("pantheon norse") == "BEL-1.3"
    position.play("pantheon aztec", "pantheon greek", "pantheon shinto")
    assert [player.pantheon for player in position.state.players] == [4, 0, 5, 3]


@pytest.mark.rule("BEL-1.3")
def test_six_drafters_leave_one_pantheon_that_is_not_asked_for() -> None:
    position = started(6, pantheons="draft")
    for name in ("greek", "norse", "shinto", "egyptian", "mesopotamian"):
        position.play(f"pantheon {name}")
    assert [player.pantheon for player in position.state.players] == [5, 4, 3, 2, 1, 0]
    assert position.question == "favour"


@pytest.mark.rule("BEL-1.11")
def test_pantheons_at_random_are_all_different() -> None:
    match = Match(GAME, GAME.setup(6, {"pantheons": "random", "corners": "seated"}), Seeded(3))
    assert sorted(GAME.view(match.state, 0).pantheon) == [0, 1, 2, 3, 4, 5]  # type: ignore[arg-type]
    state = GAME.start(GAME.setup(4, {"pantheons": "random", "corners": "seated"}))
    state.settle()
    assert state.actor == CHANCE
    assert [weight for _, weight in state.step.odds(state)] == [1] * 6


@pytest.mark.rule("BEL-1.4", "BEL-1.12")
def test_power_cards_lie_open() -> None:
    position = started()
    seen = {GAME.view(position.state, seat).pantheon for seat in (-1, 0, 3)}
    assert seen == {(0, 1, 2, 3, 4, 5)}
    assert [power.name for power in position.state.powers(4)] == ["Bifrost", "Einherjar", "Ragnarok"]


@pytest.mark.rule("BEL-1.5", "BEL-1.6", "BEL-1.7", "BEL-1.8")
def test_the_table_as_it_is_laid() -> None:
    state = GAME.start(GAME.setup(4, {"pantheons": "given", "corners": "seated"}))
    while state.step.name() != "beginturn":
        tick(state)
    temples = {place: state.owner(place) for place in range(PLACES) if state.owner(place) >= 0}
    assert temples == {0: 0, 8: 1, 24: 2, 32: 3}
    assert list(state.crowds) == [0] * PLACES
    assert [player.supply for player in state.players] == [30] * 4
    assert [list(player.chips) for player in state.players] == [[4, 11, 16]] * 4
    assert state.doom == 0


@pytest.mark.rule("BEL-1.9", "BEL-3.3")
def test_a_random_seat_begins_and_stays_first() -> None:
    setup = GAME.setup(4, {"pantheons": "given", "corners": "seated", "first_player": "random"})
    state = GAME.start(setup)
    state.settle()
    assert [action.text for action, _ in state.step.odds(state)] == [f"first {seat}" for seat in range(4)]
    match = Match(GAME, setup, Scripted(["first 2"]))
    assert match.state.order == [2, 3, 0, 1]  # type: ignore[attr-defined]
    assert match.actor == 2
    assert started().state.actor == 0


# BEL-2 Board and limits


@pytest.mark.rule("BEL-2.1")
def test_kinds_of_locations() -> None:
    board = started().state.ruleset.board
    kinds = [board.kind[place] for place in board.places]
    assert [kinds.count(kind) for kind in (TEMPLE, CITY, FIELD)] == [6, 24, 19]
    assert [board.kind[place] for place in board.temples] == [TEMPLE] * 6
    assert board.kind[48] == FIELD
    for arm in board.arms:
        assert [board.kind[place] for place in arm] == [FIELD] * 3
    assert len({place for arm in board.arms for place in arm}) == 18


@pytest.mark.parametrize(("sectors", "roads"), [(6, 114), (5, 95), (4, 76)])
@pytest.mark.rule("BEL-2.2")
def test_roads_lead_both_ways_and_everywhere(sectors: int, roads: int) -> None:
    board = started().state.ruleset.edition.boards[sectors]
    for place in board.places:
        for other in board.neighbours[place]:
            assert place in board.neighbours[other]
            assert other != place
    assert sum(len(board.neighbours[place]) for place in board.places) == 2 * roads
    assert max(board.distance[0][place] for place in board.places) < 9


@pytest.mark.rule("BEL-2.3", "BEL-2.5", "BEL-2.6")
def test_a_chip_that_falls_goes_back_and_can_be_used_again() -> None:
    position = Position("FR0:4A FL1=M").acting()
    assert position.state.players[1].chips[FIELD] == 15
    position.play("attack fr0-fl")
    assert position.state.owner(place_of("FL1")) == -1
    assert position.state.players[1].chips[FIELD] == 16
    position.play("end-actions", "control fl1")
    assert position.state.owner(place_of("FL1")) == 0
    assert position.state.players[0].chips[FIELD] == 15


@pytest.mark.rule("BEL-2.4", "BEL-7.2")
def test_four_followers_fill_a_location() -> None:
    position = Position("T0=A:1A CG0=A:4A CL0:2M1E").acting()
    assert position.why("move t0-cg") == "BEL-7.2"
    position.play("move t0-cl")
    assert position.show("CL0") == "CL0:1A2M1E"


@pytest.mark.rule("BEL-2.8")
def test_a_chip_stays_when_its_followers_leave() -> None:
    position = Position("CG0=A:1A").acting(3).play("move cg0-ci")
    assert position.show() == "CG0=A CI0:1A"


# BEL-3 Turns and rounds


@pytest.mark.rule("BEL-3.1")
def test_a_turn_has_four_phases_in_order() -> None:
    position = Position("T0=A FR0:1A T1=M").turn()
    assert position.show("T0") == "T0=A:3A"
    assert position.question == "favour"
    position.play("power 0")
    assert position.question == "act"
    position.play("end-actions")
    assert position.question == "claim"
    position.play("control-done")
    assert position.state.actor == 1


@pytest.mark.rule("BEL-3.2", "BEL-3.3", "BEL-3.4", "BEL-10.1")
def test_rounds_begin_with_the_first_player_and_move_the_token() -> None:
    position = Position(HOMES)
    position.state.order = [2, 3, 4, 5, 0, 1]
    position.state.turns_over = 4
    position.state.turn.active = 0
    position.end_of_turn()
    assert (position.state.actor, position.state.doom, position.state.round) == (1, 0, 1)
    position.play("power 0", "end-actions")
    assert (position.state.actor, position.state.doom, position.state.round) == (2, 1, 2)
    assert position.events("round_over", "doom") == ["round_over 1", "doom 1 18"]


@pytest.mark.rule("BEL-3.5")
def test_phases_without_a_choice_pass_by_themselves() -> None:
    position = Position("FC:1A T1=M").turn()
    assert position.question == "act"
    position.play("move fc-ci0", "move ci0-cg", "move cg0-t")
    assert position.state.actor == 1


@pytest.mark.parametrize(
    ("theirs", "acts"), [("FS0=M", False), ("CG1=M", True), ("T1=M", True), ("FS0:1M", True)]
)
@pytest.mark.rule("BEL-3.5")
def test_who_can_still_recruit_or_walk_is_not_passed_over(theirs: str, acts: bool) -> None:
    position = Position(f"{theirs} T2=E:3E").end_of_turn()
    assert position.events("passed_over") == ([] if acts else ["passed_over 1"])
    assert position.state.actor == (1 if acts else 2)


# BEL-4 Recruit


@pytest.mark.rule("BEL-4.1")
def test_only_the_own_locations_of_the_active_player_recruit() -> None:
    position = Position("T0=A CG1=M T2:1A CG2:1A").turn()
    assert position.show() == "T0=A:3A CG1=M T2:1A CG2:1A"
    assert position.events("recruited") == ["recruited 0 3 0"]


@pytest.mark.rule("BEL-4.4", "BEL-4.5")
def test_a_short_supply_goes_where_followers_are_due() -> None:
    position = Position("T0=A:3A CG0=A:1A CL0=A:1A FR0=A " + filler("A", 24)).turn()
    assert position.options == ["recruit cl0", "recruit cg0"]
    assert position.why("recruit t0") == "BEL-4.5"
    assert position.why("recruit fr0") == "BEL-4.4"
    position.play("recruit cl0")
    assert position.supply("A") == 0


@pytest.mark.rule("BEL-4.5")
def test_one_needy_location_is_not_asked_about() -> None:
    position = Position("T0=A CG0=A:2A " + filler("A", 26)).turn()
    assert position.show("T0") == "T0=A:2A"
    assert position.question == "favour"


# BEL-5 Power


@pytest.mark.rule("BEL-5.1")
def test_one_power_a_turn_or_none() -> None:
    position = Position("T0=A:3A").power_phase()
    assert position.options[0] == "power 0"
    position.play("power 1")
    assert position.question == "act"
    assert Position("T0=A:3A").power_phase().play("power 0").show() == "T0=A:3A"


@pytest.mark.rule("BEL-5.2")
def test_a_sacrifice_goes_back_to_the_supply() -> None:
    position = Position("T0=A:3A T3=A:1A").power_phase()
    before = position.supply("A")
    position.play("power 1")
    assert position.show() == "T0=A:2A T3=A"
    assert position.supply("A") == before + 2
    assert position.events("sacrificed") == ["sacrificed 0 1 0", "sacrificed 0 1 24"]


@pytest.mark.rule("BEL-5.2")
def test_no_temple_no_altar() -> None:
    position = Position("CG0=A:3A")
    assert position.power_objection("power 1") == "BEL-5.2/temple"


@pytest.mark.parametrize(("power", "doom"), [(1, 0), (2, 1), (3, 1)])
@pytest.mark.rule("BEL-5.3", "BEL-10.2")
def test_the_token_moves_for_costly_powers_only(power: int, doom: int) -> None:
    position = Position("T0=A:3A T1=A:3A FR0:1A FL1=M:1M").power_phase().play(f"power {power}")
    assert position.state.doom == doom


@pytest.mark.rule("BEL-5.4")
def test_the_sacrifice_and_the_token_come_before_the_effect() -> None:
    position = Position("T2=E:3E FS0:1E CR0=A:1A CR1=A", turn=2).power_phase().play("power 3")
    kinds = [text.partition(" ")[0] for text in position.events()]
    assert kinds[:4] == ["favour", "sacrificed", "doom", "lost"]  # its name is told before its price


@pytest.mark.rule("BEL-5.4", "BEL-5.7")
def test_the_sacrifice_feeds_the_supply_a_power_places_from() -> None:
    text = "T1=M:2M CG1=M:2M CL1=M:2M CR1=M:2M " + filler("M", 22)
    position = Position(text, turn=1)
    assert position.supply("M") == 0
    position.power_phase().play("power 1")
    assert position.options == ["target cl1", "target cg1", "target cr1"]
    position.play("target cg1")
    assert position.show("CL1", "CG1", "CR1") == "CL1=M:2M CG1=M:3M CR1=M:2M"


@pytest.mark.rule("BEL-5.6")
def test_a_power_once_chosen_cannot_be_declined() -> None:
    position = Position("T5=G:3G FS0=A CR0=A", turn=5).power_phase().play("power 3")
    assert position.options == ["target cr0", "target fs0"]


@pytest.mark.rule("BEL-5.9")
def test_gifts_of_a_power_end_with_the_turn() -> None:
    position = Position(HOMES).power_phase().play("power 2")
    assert position.state.turn.actions == 6
    position.play("end-actions")
    while position.state.actor != 0:
        position.play("power 0", "end-actions")
    position.play("power 0")
    assert position.state.turn.actions == 3
    greek = Position(HOMES, turn=5).power_phase().play("power 2")
    assert greek.state.turn.moves == 5
    greek.play("end-actions", "power 0")
    assert (greek.state.turn.active, greek.state.turn.moves) == (0, 0)


# BEL-6 Actions, BEL-7 Movement


@pytest.mark.rule("BEL-6.3")
def test_moves_are_spent_before_actions() -> None:
    position = Position("T0=A:3A").acting(2, 1).play("move t0-cg")
    assert (position.state.turn.actions, position.state.turn.moves) == (2, 0)
    position.play("move t0-cg")
    assert (position.state.turn.actions, position.state.turn.moves) == (1, 0)


@pytest.mark.rule("BEL-6.4", "BEL-7.1")
def test_the_same_follower_may_walk_on_and_attack() -> None:
    position = Position("T0=A:1A FS0=M T1=M:3M").acting(3).play("move t0-cr", "attack cr0-fs")
    assert position.show() == "T0=A T1=M:3M"
    assert position.events("moved", "attacked") == ["moved 0 0 3", "attacked 0 1 3 7"]


@pytest.mark.rule("BEL-6.5")
def test_leftover_actions_are_lost() -> None:
    position = Position("T0=A:3A T1=M:3M").acting(3).play("end-actions")
    assert position.state.actor == 1
    position.play("power 0")
    assert position.state.turn.actions == 3


@pytest.mark.rule("BEL-7.1", "BEL-7.3", "BEL-7.4")
def test_where_one_may_walk() -> None:
    position = Position("CG0=A:2A T0=A CL0=M:1M CR0:1M FL0=M").acting()
    assert "move cg0-t" in position.options
    assert "move cg0-cr" in position.options
    assert position.why("move cg0-cl") == "BEL-7.3"
    assert position.why("move cg0-fl") == "BEL-7.3"
    position.play("move cg0-cr")
    assert position.show("CG0", "CR0") == "CG0=A:1A CR0:1A1M"


# BEL-8 Combat


@pytest.mark.rule("BEL-8.1", "BEL-8.2")
def test_what_can_be_attacked() -> None:
    position = Position("CG0=A:2A T0=A CL0=M:1M CR0:1M").acting()
    assert "attack cg0-cl" in position.options
    assert position.why("attack cg0-cr") == "BEL-8.2"
    assert position.why("attack cg0-t") == "BEL-8.1"


@pytest.mark.rule("BEL-8.1")
def test_the_whole_stack_attacks_for_one_action() -> None:
    position = Position("FR0:3A FL1=M FC:1A").acting(2).play("attack fr0-fl")
    assert position.show("FR0", "FL1") == "FR0 FL1:2A"
    assert position.state.turn.actions == 1


@pytest.mark.rule("BEL-8.7")
def test_the_location_attacked_from_keeps_its_chip() -> None:
    position = Position("FR0=A:3A FL1=M FC:1A").acting().play("attack fr0-fl")
    assert position.show("FR0") == "FR0=A"


# BEL-9 Control


@pytest.mark.parametrize(
    ("here", "needed"),
    [("T1:3A", True), ("T1:2A", False), ("CG1:2A", True), ("CG1:1A", False), ("FL1:1A", True)],
)
@pytest.mark.rule("BEL-9.1")
def test_how_many_it_takes(here: str, needed: bool) -> None:
    position = Position(here + " FS3:1A").control_phase()
    name = here.partition(":")[0].lower()
    assert (f"control {name}" in position.options) == needed


@pytest.mark.rule("BEL-9.1", "BEL-9.4")
def test_any_number_of_locations_one_by_one_or_all_at_once() -> None:
    position = Position("CG0:2A FL0:1A FR0:1A").control_phase()
    assert position.options == ["control-done", "control-all", "control cg0", "control fl0", "control fr0"]
    position.play("control fl0", "control-all")
    assert position.show("CG0", "FL0", "FR0") == "CG0=A:2A FL0=A:1A FR0=A:1A"
    few = Position("FL0:1A FR0:1A T1=M").control_phase().play("control fl0", "control-done")
    assert few.show("FL0", "FR0") == "FL0=A:1A FR0:1A"


@pytest.mark.rule("BEL-9.1", "BEL-9.5")
def test_taking_all_needs_two_locations_and_chips_for_each() -> None:
    assert Position("FL0:1A CG0:1A").control_phase().why("control-all") == "BEL-9.1/all"
    cities = ("CG0", "CL0", "CR0", "CI0", "CG1", "CL1", "CR1", "CI1", "CG2", "CL2")
    text = " ".join(f"{name}=A" for name in cities) + " CI2:2A CI3:2A"
    position = Position(text).control_phase()
    assert position.why("control-all") == "BEL-9.5/all"
    assert position.options == ["control-done", "control ci2", "control ci3"]


@pytest.mark.rule("BEL-9.6")
def test_what_is_controlled_cannot_be_taken() -> None:
    assert Position("FL0:1A FR0=M").control_phase().why("control fr0") == "BEL-9.6"


# BEL-10 Doomsday, BEL-11 The end, BEL-12 Number of players


@pytest.mark.parametrize("track", ["12", "18", "24"])
@pytest.mark.rule("BEL-10.3", "BEL-12.4")
def test_the_track_has_the_length_chosen_and_no_more(track: str) -> None:
    text = "T4=N:3N FC:1N T0=A:3A T1=M:4M"
    position = Position(text, turn=4, track_length=track)
    position.state.doom = int(track) - 1
    position.power_phase().play("power 3")
    assert position.state.doom == int(track)
    position.play("end-actions", "control-done")
    assert position.state.final_turn
    before = Position(text + " T5=G:3G", turn=4, track_length=track)
    before.state.doom = int(track) - 2
    before.power_phase().play("power 2", "end-actions", "control-done")
    assert not before.state.final_turn


@pytest.mark.rule("BEL-12.4")
@pytest.mark.parametrize("seats", [4, 5, 6])
def test_supplies_do_not_depend_on_the_number_of_players(seats: int) -> None:
    state = started(seats).state
    assert [player.supply for player in state.players] == [27] + [30] * (seats - 1)
    assert [list(player.chips) for player in state.players] == [[4, 11, 16]] * seats
    assert state.ruleset.track == 18


@pytest.mark.rule("BEL-11.5")
def test_a_short_supply_is_asked_about_even_after_the_last_turn() -> None:
    text = "T1=M CG1=M " + filler("M", 27) + " T0=A:3A"
    position = Position(text, seats=4, turn=0, last_turn="at_once")
    position.state.doom = 18
    position.end_of_turn()
    assert (position.state.actor, position.question) == (1, "muster")
    position.play("recruit t1", "recruit cg1", "recruit t1")
    assert position.state.over


@pytest.mark.rule("BEL-11.8")
def test_ties_by_cities_by_fields_and_shared() -> None:
    cities = Position("CG0=A FS1=A:1A FS0=M:1M FS2=M FS3=M")
    assert cities.state.faith(0) == cities.state.faith(1) == 4
    score(cities.state, "round")
    assert cities.state.result is not None
    assert cities.state.result.places[:2] == (1, 2)
    fields = Position("FS0=A FS1=A FS2=M:1M")
    score(fields.state, "round")
    assert fields.state.result is not None
    assert fields.state.result.winners == (0,)
    shared = Position("FS0=A:1A FS1=M:1M")
    score(shared.state, "round")
    assert shared.state.result is not None
    assert shared.state.result.winners == (0, 1)
    assert shared.state.result.payoffs()[:2] == [0.5, 0.5]


@pytest.mark.rule("BEL-11.6", "BEL-11.7")
def test_the_supply_counts_nothing() -> None:
    position = Position("T0=A:1A CG1=M:2M")
    score(position.state, "round")
    assert position.state.result is not None
    assert position.state.result.scores == (4, 4, 0, 0, 0, 0)
    assert position.state.result.winners == (0,)


CROWDED = " ".join(
    [f"CG{corner}:1A FL{corner}:1A" for corner in range(1, 6)] + [f"CI{corner}:1A" for corner in range(6)]
)


@pytest.mark.rule("BEL-6.4")
def test_more_than_a_hundred_options_are_asked_for_in_two_steps() -> None:
    position = Position(CROWDED + " FC:1A T0:1A CL0:4A CG0:4A CR0:4A CL1=M").acting(2)
    assert position.options[:3] == ["end-actions", "source cl0", "source cg0"]
    assert "source t0" not in position.options
    assert position.why("source t0") == "BEL-6.4"
    position.play("source cg1")
    assert position.question == "actfrom"
    assert position.options == [
        "move cg1-t",
        "attack cg1-cl",
        *(f"move cg1-{end}" for end in ("cr", "fl", "fr", "ci")),
    ]
    assert position.why("move cg1-cl") == "BEL-7.3"
    position.play("move cg1-ci")
    assert position.state.turn.actions == 1
    assert position.show("CG1", "CI1") == "CG1 CI1:2A"


@pytest.mark.rule("BEL-6.4")
def test_up_to_a_hundred_options_are_asked_for_at_once() -> None:
    position = Position(CROWDED).acting(2)
    assert 80 < len(position.options) <= 100
    assert not any(text.startswith("source") for text in position.options)
