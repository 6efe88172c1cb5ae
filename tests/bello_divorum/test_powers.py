"""Every power by itself: what it does, whom it spares, what it may be aimed at."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.rules.edition import CITY
from ludoteca.games.bello_divorum.rules.edition import HOUSE_EDITION as HOUSE
from ludoteca.games.bello_divorum.rules.state import Ruleset
from tests.bello_divorum.table import Position, filler


@pytest.mark.rule("BEL-13.1")
class TestFlowerWar:
    def test_chips_do_not_defend_this_turn(self) -> None:
        position = Position("T0=A:3A FR0:2A FL1=M CL1=M:1M").power_phase().play("power 1", "attack fr0-fl")
        assert position.show("T0", "FL1") == "T0=A:2A FL1:2A"
        position.play("attack fl1-cl")
        assert position.show("CL1") == "CL1:1A"
        assert position.state.doom == 0

    def test_it_ends_with_the_turn(self) -> None:
        position = Position("T0=A:3A T1=M:3M").power_phase().play("power 1", "end-actions")
        assert position.state.turn.active == 1
        assert not position.state.turn.flower_war


@pytest.mark.rule("BEL-13.2")
def test_hearts_for_the_sun() -> None:
    position = Position("T0=A:3A FL0=A FR0=A").power_phase().play("power 2")
    assert (position.state.turn.actions, position.state.turn.moves, position.state.doom) == (7, 0, 1)
    assert position.show("T0") == "T0=A:1A"


@pytest.mark.rule("BEL-13.3")
class TestCaptives:
    def test_what_can_be_aimed_at(self) -> None:
        text = "T0=A:3A FR0:1A FL1=M:3M CR0=M:1M CG0=M CI0:2M CG3=M:1M"
        position = Position(text).power_phase().play("power 3")
        assert position.options == ["target cr0", "target fl1"]
        assert position.why("target t0") == "BEL-13.3"
        assert position.why("target ci0") == "BEL-13.3"
        assert position.why("target cg0") == "BEL-13.3/empty"
        assert position.why("target cg3") == "BEL-13.3/far"

    def test_they_gather_where_the_player_likes(self) -> None:
        position = Position("T0=A:3A T3=A:4A FR0:1A FL1=M:3M").power_phase().play("power 3")
        assert position.show("T0", "T3", "FL1") == "T0=A T3=A:1A FL1=M"
        assert position.question == "altar"
        assert position.options == ["target t0", "target t3"]
        assert position.why("target fr0") == "BEL-13.3/altar"
        position.play("target t3", "target t3", "target t0")
        assert position.show("T0", "T3") == "T0=A:1A T3=A:3A"

    def test_a_full_temple_gets_nobody(self) -> None:
        position = Position("T0=A:3A T3=A:4A FR0:1A FL1=M:4M").power_phase().play("power 3")
        position.play("target t3", "target t3", "target t3")
        assert position.question == "act"
        assert position.show("T0", "T3") == "T0=A:1A T3=A:4A"

    def test_not_more_than_the_supply(self) -> None:
        position = Position("T0=A:3A FL1=M:4M " + filler("A", 27)).power_phase()
        assert position.supply("A") == 0
        position.play("power 3")
        assert position.show("T0", "FL1") == "T0=A:3A FL1=M"
        assert position.supply("M") == 30


@pytest.mark.rule("BEL-13.4")
class TestTribute:
    def test_two_different_cities(self) -> None:
        position = Position("T1=M:3M CG1=M CL1=M:2M CR1=M:1M CI1=M:3M FL1=M", turn=1).power_phase()
        position.play("power 1")
        assert position.options == ["target cl1", "target cg1", "target cr1"]
        assert position.why("target ci1") == "BEL-13.4/crowded"
        assert position.why("target fl1") == "BEL-13.4"
        assert position.why("target t1") == "BEL-13.4"
        position.play("target cl1", "target cr1")
        assert position.show("CL1", "CG1", "CR1", "T1") == "CL1=M:3M CG1=M CR1=M:2M T1=M:2M"
        assert position.state.doom == 0

    def test_without_a_city_it_cannot_be_chosen(self) -> None:
        assert Position("T1=M:3M CG1:2M", turn=1).power_objection("power 1") == "BEL-5.5"


@pytest.mark.rule("BEL-13.5")
class TestFlood:
    def test_all_rivals_on_three_fields_and_no_one_else(self) -> None:
        text = "T1=M:3M FS0:2A1E1M FR0=N:4N FL1=M:3M CR0=A:2A FS1:1S"
        position = Position(text, turn=1).power_phase().play("power 2")
        assert position.options == ["arm 0", "arm 1"]
        assert position.why("arm 2") == "BEL-13.5"
        position.play("arm 0")
        assert position.show("FS0", "FR0", "FL1", "CR0") == "FS0:1M FR0=N:2N FL1=M:3M CR0=A:2A"

    def test_an_arm_with_own_followers_only_is_no_target(self) -> None:
        assert Position("T1=M:3M FS0:3M FC:2A", turn=1).power_objection("power 2") == "BEL-5.5"

    def test_arms_of_a_folded_board(self) -> None:
        position = (
            Position("T1=M:3M FL0:1A FS1:1A", seats=5, turn=1, unused_corners="folded")
            .power_phase()
            .play("power 2")
        )
        assert position.options == ["arm 1", "arm 4"]


@pytest.mark.rule("BEL-13.6", "BEL-6.2")
class TestConfusion:
    def test_a_rival_is_confused_and_the_player_gains(self) -> None:
        position = Position("T1=M:3M CG1=M:1M T2=E:3E T0=A:3A", turn=1).power_phase().play("power 3")
        assert position.options == ["rival 0", "rival 2", "rival 3", "rival 4", "rival 5"]
        assert position.why("rival 1") == "BEL-13.6"
        position.play("rival 2")
        assert position.state.turn.actions == 6
        position.play("end-actions", "power 0")
        assert (position.state.turn.active, position.state.turn.actions) == (2, 1)
        position.play("end-actions", "power 0")
        assert (position.state.turn.active, position.state.turn.actions) == (0, 3)

    def test_it_is_set_and_not_added(self) -> None:
        position = Position("T1=M:3M CG1=M:1M", turn=1)
        position.state.players[2].penalty = 3
        position.power_phase().play("power 3", "rival 2")
        assert position.state.players[2].penalty == 3


@pytest.mark.rule("BEL-13.7")
class TestNile:
    def test_two_different_fields(self) -> None:
        position = Position("T2=E:3E FL2=E FR2=E:1E FS2=E:2E FC=E CG2=E FS1:1E", turn=2).power_phase()
        position.play("power 1")
        assert position.options == ["target fl2", "target fr2", "target fc"]
        assert position.why("target fs2") == "BEL-13.7/crowded"
        assert position.why("target cg2") == "BEL-13.7"
        assert position.why("target fs1") == "BEL-13.7"
        position.play("target fr2", "target fc")
        assert position.show("FL2", "FR2", "FC") == "FL2=E FR2=E:2E FC=E:1E"

    def test_both_at_once_when_there_are_no_more(self) -> None:
        position = Position("T2=E:3E FL2=E FR2=E", turn=2).power_phase().play("power 1")
        assert position.show("FL2", "FR2") == "FL2=E:1E FR2=E:1E"


@pytest.mark.rule("BEL-13.8")
class TestPlague:
    def test_an_empty_location_beside_rivals_will_do(self) -> None:
        position = Position("T2=E:3E T0=A:3A CG0:1E CL0:3E", turn=2).power_phase().play("power 2")
        assert position.options == ["target t0", "target cl0", "target cg0", "target cr0"]
        assert position.why("target fc") == "BEL-13.8"
        position.play("target cr0")
        assert position.show("T0", "CG0", "CL0") == "T0=A:2A CG0:1E CL0:3E"

    def test_each_rival_loses_up_to_two(self) -> None:
        position = Position("T2=E:3E FC:2A1M1E CI0=N:1N", turn=2).power_phase().play("power 2", "target fc")
        assert position.show("FC", "CI0") == "FC:1E CI0=N"

    def test_with_nobody_to_strike_it_cannot_be_chosen(self) -> None:
        assert Position("T2=E:3E FC:1E", turn=2).power_objection("power 2") == "BEL-5.5"


@pytest.mark.rule("BEL-13.9")
class TestEmbrace:
    def test_what_can_be_aimed_at(self) -> None:
        text = "T2=E:3E CG1:1E T1=M CL1=M:1M CR1=M:2M FL1=M FR1:1M CI3=M"
        position = Position(text, turn=2).power_phase().play("power 3")
        assert position.options == ["target cl1", "target fl1"]
        assert position.why("target t1") == "BEL-13.9/temple"
        assert position.why("target cr1") == "BEL-13.9/many"
        assert position.why("target fr1") == "BEL-13.9"
        assert position.why("target ci3") == "BEL-13.9/far"
        position.play("target fl1")
        assert position.show("FL1") == "FL1=E"
        assert position.state.turn.actions == 3

    def test_the_field_counts_for_actions_at_once(self) -> None:
        position = Position("T2=E:3E CG1:1E FL1=M FR2=E", turn=2).power_phase().play("power 3")
        assert position.state.turn.actions == 4

    def test_a_chip_must_be_at_hand(self) -> None:
        cities = ("CG0", "CL0", "CR0", "CI0", "CL1", "CR1", "CI1", "CG2", "CL2", "CR2", "CI2")
        text = "T2=E:3E FL1:1E FL3:1E CG1=M FS0=M FR2=M " + " ".join(f"{name}=E" for name in cities)
        position = Position(text, turn=2).power_phase().play("power 3")
        assert position.why("target cg1") == "BEL-13.9/chip"
        assert position.options == ["target fs0", "target fr2"]

    def test_targets_are_judged_after_the_sacrifice(self) -> None:
        assert Position("T2=E:3E CG2=M", turn=2).power_objection("power 3") == "BEL-5.5"
        assert "power 3" in Position("T2=E:4E CG2=M", turn=2).power_phase().options


@pytest.mark.rule("BEL-13.10")
class TestWayside:
    def test_what_is_eligible(self) -> None:
        text = "T3=S:3S CG3=S CI3=S FL3:1M FR3:4S FS3=A CG1=S"
        position = Position(text, turn=3).power_phase().play("power 1")
        assert position.show("FL3", "FR3", "FS3") == "FL3:1M FR3:4S FS3=A"
        assert position.show("FC", "FL1", "FR1") == "FC:1S FL1:1S FR1:1S"

    def test_why_other_fields_are_not_eligible(self) -> None:
        text = "T3=S:3S CG3=S CI3=S CG1=S CG2=S FR2=S:1S FL3:1M FR3:4S FS4=A"
        position = Position(text, turn=3).power_phase().play("power 1")
        assert position.why("target fl3") == "BEL-13.10/rival"
        assert position.why("target fr3") == "BEL-2.4"
        assert position.why("target fs4") == "BEL-13.10"
        assert position.why("target fr2") == "BEL-13.10"
        assert position.why("target cl2") == "BEL-13.10"
        assert position.why("target fs5") == "BEL-13.10/far"

    def test_not_more_than_the_supply(self) -> None:
        text = "T3=S:1S CG3=S:2S CL3=S:2S " + filler("S", 25)
        position = Position(text, turn=3).power_phase()
        assert position.supply("S") == 0
        position.play("power 1")
        assert position.options == ["target fl3", "target fr3"]
        position.play("target fr3")
        assert position.show("T3", "FL3", "FR3") == "T3=S FL3 FR3:1S"


@pytest.mark.rule("BEL-13.11")
class TestWind:
    def test_where_they_may_come_down(self) -> None:
        text = "T3=S:3S FS0=M:3M CR0=A CL1=M:2M FR0:2S FL1:4E"
        position = Position(text, turn=3).power_phase().play("power 2")
        assert position.show("FS0") == "FS0=M:3M"
        assert position.options == ["target fs0", "target cl1"]
        assert position.why("target cr0") == "BEL-13.11/empty"
        assert position.why("target fr0") == "BEL-13.11"
        position.play("target fs0")
        assert position.options == ["target cl1", "target fr0"]
        assert position.why("target cr0") == "BEL-13.11/closed"
        assert position.why("target fl1") == "BEL-2.4"
        position.play("target fr0")
        assert position.show("FS0", "FR0") == "FS0=M FR0:2M2S"
        assert position.supply("M") == 30 - 4
        assert position.state.turn.actions == 5


@pytest.mark.rule("BEL-13.12")
class TestStorm:
    def test_one_choice_for_each_rival_in_turn_order(self) -> None:
        text = "T3=S:3S FC:1S T0=A:3A CG0=A:1A T1=M:3M CI1:1M T4=N:4N FL4:1N"
        position = Position(text, turn=3).power_phase().play("power 3")
        assert position.options == ["target t4", "target fl4"]
        assert position.why("target t0") == "BEL-13.12"
        position.play("target t4", "target cg0", "target t1")
        assert position.show("T4", "CG0", "T0", "T1", "CI1") == "T4=N:2N CG0=A T0=A:3A T1=M:1M CI1:1M"

    def test_with_nobody_on_the_board_it_cannot_be_chosen(self) -> None:
        assert Position("T3=S:3S T0=A", turn=3).power_objection("power 3") == "BEL-5.5"


@pytest.mark.rule("BEL-13.13")
class TestBifrost:
    def test_from_one_own_location_to_another(self) -> None:
        position = Position("T4=N:3N CG4=N:4N FS0=N:1N FL0:2N CI0=N FC=M", turn=4).power_phase()
        position.play("power 1")
        assert position.options == ["target fs0", "target t4", "target cg4"]
        assert position.why("target ci0") == "BEL-13.13/empty"
        assert position.why("target fl0") == "BEL-13.13"
        position.play("target cg4")
        assert position.options == ["target ci0", "target fs0", "target t4"]
        assert position.why("target cg4") == "BEL-13.13/same"
        assert position.why("target fc") == "BEL-13.13"
        position.play("target fs0")
        assert position.options == ["count 1", "count 2", "count 3"]
        assert position.why("count 4") == "BEL-2.4"
        position.play("count 3")
        assert position.show("CG4", "FS0", "T4") == "CG4=N:1N FS0=N:4N T4=N:2N"

    def test_not_more_than_stand_there(self) -> None:
        position = Position("T4=N:3N CG4=N", turn=4).power_phase().play("power 1")
        assert position.question == "crossing"
        assert position.why("count 3") == "BEL-13.13/few"
        position.play("count 2")
        assert position.show() == "T4=N CG4=N:2N"

    def test_it_needs_two_locations_and_somebody_to_cross(self) -> None:
        assert Position("T4=N:3N FC:1N", turn=4).power_objection("power 1") == "BEL-5.5"
        assert Position("T4=N:1N CG4=N FC:1N", turn=4).power_objection("power 1") == "BEL-5.5"
        assert Position("T4=N:3N CG4=N:4N FC:1N", turn=4).power_phase().options[1] == "power 1"

    def test_the_sacrifice_makes_room_on_a_full_temple(self) -> None:
        position = Position("T4=N:4N T3=N:4N FC:1N", turn=4).power_phase().play("power 1")
        assert position.options == ["target t3", "target t4"]
        position.play("target t3")
        assert position.show("T3", "T4") == "T3=N:2N T4=N:4N"

    def test_no_other_location_with_room(self) -> None:
        full = Position("T4=N:3N CG4=N:4N CI4=N:4N FC:1N", turn=4).power_phase().play("power 1")
        assert full.options == ["target cg4", "target ci4"]
        assert full.why("target t4") == "BEL-13.13/nowhere"


@pytest.mark.rule("BEL-13.14", "BEL-8.10")
class TestEinherjar:
    def test_one_more_action_and_four_returns_in_all(self) -> None:
        position = Position("T4=N:3N FR0:3N FL1=M:1M CI1=M:3M", turn=4).power_phase().play("power 2")
        assert (position.state.turn.actions, position.state.turn.returns, position.state.doom) == (4, 4, 1)
        position.play("attack fr0-fl")
        assert position.show("FR0", "FL1") == "FR0:2N FL1:1N"
        position.play("move fr0-fl", "move fr0-fl", "attack fl1-ci")
        assert position.show("FL1", "CI1") == "FL1:2N CI1=M"
        assert position.state.turn.returns == 0

    def test_it_ends_with_the_turn(self) -> None:
        position = Position("T4=N:3N T5=G:3G", turn=4).power_phase().play("power 2", "end-actions")
        assert (position.state.turn.active, position.state.turn.returns) == (5, 0)


@pytest.mark.rule("BEL-13.15")
class TestRagnarok:
    def test_only_hosts_of_one_rival_count(self) -> None:
        text = "T4=N:3N T0=A:3A FC:2A2M CI0=M:4M FL0:3E1N FR3:4N"
        position = Position(text, turn=4).power_phase().play("power 3")
        after = "T0=A:2A FC:2A2M CI0=M:3M FL0:2E1N FR3:4N"
        assert position.show("T0", "FC", "CI0", "FL0", "FR3") == after
        assert position.state.doom == 2

    def test_without_such_a_host_it_cannot_be_chosen(self) -> None:
        text = "T4=N:3N T0=A:2A FC:2A2M FR3:4N"
        assert Position(text, turn=4).power_objection("power 3") == "BEL-5.5"


@pytest.mark.rule("BEL-13.16", "BEL-8.9")
class TestAegis:
    def test_one_more_defender_until_the_next_own_turn(self) -> None:
        position = Position("T5=G:3G CG5=G FL5:3A CR5:1A", turn=5).power_phase().play("power 1")
        assert (position.state.turn.actions, position.state.turn.moves) == (3, 1)
        position.play("end-actions")
        assert position.state.turn.active == 0
        position.play("attack fl5-cg")
        assert position.show("CG5") == "CG5:1A"
        position.play("end-actions")
        while position.state.turn.active != 5:
            position.play("end-actions" if "end-actions" in position.options else position.options[0])
        assert not any(player.aegis for player in position.state.players)

    def test_it_protects_what_is_gained_later(self) -> None:
        position = Position("T5=G:3G FL5:1G FR4:2A FC:1A", turn=5).power_phase()
        position.play("power 1", "end-actions", "control fl5")
        assert position.state.turn.active == 0
        position.play("attack fr4-fl")
        assert position.show("FR4", "FL5") == "FR4 FL5=G"

    def test_it_protects_nobody_else(self) -> None:
        position = Position("T5=G:3G FR0:2A FL1=M FC:1A")
        position.state.players[5].aegis = True
        position.acting().play("attack fr0-fl")
        assert position.show("FR0", "FL1") == "FR0 FL1:1A"

    def test_powers_pass_through(self) -> None:
        position = Position("T2=E:3E FL5=G:2G FC:1E", turn=2)
        position.state.players[5].aegis = True
        position.power_phase().play("power 2", "target fl5")
        assert position.show("FL5") == "FL5=G"


@pytest.mark.rule("BEL-13.17")
def test_sandals_of_hermes() -> None:
    position = Position("T5=G:3G CG5=G:1G", turn=5).power_phase().play("power 2")
    assert (position.state.turn.actions, position.state.turn.moves, position.state.doom) == (3, 5, 1)


@pytest.mark.rule("BEL-13.18")
class TestThunderbolt:
    def test_followers_and_chip_go_back(self) -> None:
        text = "T5=G:3G CG5=G:1G T0=A:3A CG0=A:2A FC=M FL3:1E"
        position = Position(text, turn=5).power_phase().play("power 3")
        assert position.options == ["target cg0", "target fc"]
        assert position.why("target t0") == "BEL-13.18/temple"
        assert position.why("target fl3") == "BEL-13.18"
        assert position.why("target cg5") == "BEL-13.18"
        position.play("target cg0")
        assert position.show("CG0") == "CG0"
        assert position.supply("A") == 27
        assert position.state.players[0].chips[CITY] == 11


@pytest.mark.rule("BEL-5.2", "BEL-5.3", "BEL-5.5")
def test_a_free_power_of_another_edition_needs_no_temple(tmp_path: Path) -> None:
    text = HOUSE.read_text(encoding="utf-8")
    free = text.replace('god = "Hapi"\ncost = 1', 'god = "Hapi"\ncost = 0')
    assert free != text
    path = tmp_path / "mine.toml"
    path.write_text(free, encoding="utf-8")
    position = Position("FL2=E FC:1E", turn=2)
    position.state.ruleset = Ruleset(GAME.setup(6, {"pantheons": "given"}, path))
    position.power_phase()
    assert position.options == ["power 0", "power 1"]
    position.play("power 1")
    assert position.show("FL2") == "FL2=E:1E"
    assert position.state.doom == 0
    empty = Position("FL2=E " + filler("E", 28) + " CI0:2E", turn=2)
    empty.state.ruleset = position.state.ruleset
    assert empty.power_objection("power 1") == "BEL-5.5"
