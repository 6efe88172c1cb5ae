"""MAN-7: joint attacks."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.games.manticore.rules.actions import ATTACK, MAGIC
from ludoteca.games.manticore.rules.state import FIRST_FOE, ManticoreState
from ludoteca.games.manticore.rules.steps.battle import reward_taker
from ludoteca.games.manticore.rules.steps.joint import may_join
from tests.manticore.table import (
    DWARF,
    ELF,
    MAGE,
    WARRIOR,
    hero,
    invasion,
    lives,
    manticore,
    monster,
    objection,
    offered,
    play,
    power,
    told,
    turn_of,
    worn,
)


def beside_g8(*classes: str, number: int = 4, **options: Any) -> ManticoreState:
    """A monster on G8 with heroes all around it."""
    state = invasion(*classes, **options)
    monster(state, number, "G8")
    for seat, label in enumerate(("H8", "H9", "G7", "F8")[: len(classes)]):
        hero(state, seat, label)
    return state


@pytest.mark.rule("MAN-7.1", "MAN-7.4", "MAN-7.5")
def test_a_joint_attack_by_magic_that_fails_hurts_everybody_in_it() -> None:
    """Two heroes bring 8 against 9: each loses 1."""
    state = turn_of(beside_g8(DWARF, ELF), 0)
    play(state, "joint ne", "terms-default", "join yes", "type magic", "rolled 4", "rolled 5")
    assert told(state, "compared") == [(4, 4, 4, 5)]
    assert lives(state)[:2] == [9, 9]
    assert (state.pool, state.heroes[1].prepaid) == (3, 1)


@pytest.mark.rule("MAN-7.4", "MAN-7.6")
def test_joint_close_combat_and_response() -> None:
    state = beside_g8(WARRIOR, DWARF)
    hero(state, 0, sword=2)
    turn_of(state, 0)
    play(state, "joint ne", "terms-default", "join yes", "type close", "rolled 2", "rolled 5")
    assert told(state, "compared") == [(9, 2, 4, 5)]
    assert state.monsters[3].life == 2
    play(state, "card shoot", "rolled 6", "rolled 1")
    assert told(state, "compared")[-1] == (4, 6, 7, 1)
    assert lives(state)[:2] == [8, 8]


@pytest.mark.rule("MAN-7.2", "MAN-7.1")
def test_who_may_join_a_joint_attack() -> None:
    state = beside_g8(WARRIOR, DWARF, MAGE, ELF)
    state.heroes[2].prepaid = 5
    turn_of(state, 1)
    target = FIRST_FOE + 3
    assert not may_join(state, 0, 1, target)  # its turn is over
    assert not may_join(state, 2, 1, target)  # no points left
    assert may_join(state, 3, 1, target)
    hero(state, 3, "E9")
    assert not may_join(state, 3, 1, target)  # not beside the enemy
    assert objection(state, "joint nw") == "MAN-7.2"


@pytest.mark.rule("MAN-7.2", "MAN-4.4", "MAN-4.3")
def test_partners_pay_from_their_coming_turn() -> None:
    state = turn_of(beside_g8(WARRIOR, MAGE), 0)
    play(state, "joint ne", "terms-default", "join yes", "type shoot", "rolled 1", "rolled 6")
    play(state, "card shoot", "rolled 1", "rolled 6", "end-turn")
    assert (state.active, state.pool) == (1, 4)
    assert objection(state, "joint nw") == "MAN-7.2"


@pytest.mark.rule("MAN-7.2")
def test_a_proposal_that_nobody_joins_is_void() -> None:
    state = turn_of(beside_g8(WARRIOR, MAGE), 0)
    play(state, "joint ne", "terms-default", "join no")
    assert (state.pool, state.actor) == (5, 0)
    assert objection(state, "joint ne") == "MAN-7.2/void"
    assert objection(state, "attack ne") is None
    state.pool = 0
    assert objection(state, "joint ne") == "MAN-7.1"


@pytest.mark.rule("MAN-7.3")
def test_the_second_joint_attack_takes_a_card() -> None:
    miss = ("rolled 1", "rolled 6", "card shoot", "rolled 1", "rolled 6")
    state = turn_of(beside_g8(WARRIOR, MAGE, DWARF), 0)
    play(state, "joint ne", "terms-default", "join yes", "join yes", "type shoot", "rolled 1", "rolled 3")
    play(state, "card shoot", "rolled 1", "rolled 6", "end-turn")
    play(state, "joint nw", "terms-default", "join yes")  # another proposer, the same enemy
    assert state.step.name() == "drawcard"
    play(state, "card shoot", *miss)
    play(state, "end-turn", "attack e")  # whoever only joined may still choose in its own turn
    assert state.step.name() == "choosetype"


@pytest.mark.rule("MAN-7.3")
def test_a_joint_attack_after_an_own_attack_takes_a_card() -> None:
    state = turn_of(beside_g8(WARRIOR, MAGE), 0)
    play(state, "attack ne", "type shoot", "rolled 1", "rolled 6", "card shoot", "rolled 1", "rolled 6")
    play(state, "joint ne", "terms-default", "join yes")
    assert state.step.name() == "drawcard"


@pytest.mark.rule("MAN-7.7")
def test_who_takes_the_reward_if_nobody_was_named() -> None:
    state = turn_of(beside_g8(WARRIOR, ELF), 0, pool=3)
    state.battle.leader = 0
    state.pool = 2
    state.heroes[1].prepaid = 1
    assert reward_taker(state, 3) == 1
    state.pool = 5
    assert reward_taker(state, 3) == 0  # equal: the proposer


@pytest.mark.rule("MAN-7.7", "MAN-5.11")
def test_the_named_taker_gets_the_reward_if_it_takes_part() -> None:
    def slain(*texts: str) -> ManticoreState:
        state = beside_g8(WARRIOR, DWARF, ELF, number=1)
        hero(state, 0, sword=3)
        return play(turn_of(state, 0), "joint ne", *texts, "type close", "rolled 6", "rolled 1")

    assert slain("terms +1", "join yes", "join yes").actor == 1
    assert slain("terms +2", "join yes", "join no").actor == 0  # five points left against four
    assert slain("terms-default", "join yes", "join yes").actor == 2


@pytest.mark.rule("MAN-7.7")
def test_two_points_can_be_split() -> None:
    state = beside_g8(WARRIOR, DWARF, ELF)
    hero(state, 0, sword=3)
    turn_of(state, 0)
    play(state, "joint ne", "terms +0", "terms +1", "join yes", "join yes")
    play(state, "type close", "rolled 6", "rolled 1")
    play(state, "power attack")
    assert state.actor == 1
    play(state, "power magic")
    assert (state.heroes[0].power[ATTACK], state.heroes[1].power[MAGIC]) == (1, 1)
    assert state.step.name() == "menu"


@pytest.mark.rule("MAN-7.7")
def test_points_may_go_to_one_and_the_artifact_to_another() -> None:
    state = invasion(WARRIOR, DWARF, ELF)
    hero(state, 0, "H8", sword=3)
    hero(state, 1, "H9")
    hero(state, 2, "F8")
    monster(state, 1, "G8", helmet=2)
    play(turn_of(state, 0), "joint ne")
    assert state.step.name() == "agreeterms"
    play(state, "terms +2")
    assert state.step.name() == "agreetrophy"
    play(state, "terms +1", "join yes", "join yes", "type close", "rolled 6", "rolled 1")
    assert (state.actor, state.step.name()) == (2, "spendpower")
    play(state, "power attack")
    assert (state.actor, state.step.name()) == (1, "choosetrophy")
    play(state, "trophy helmet 2")
    assert (state.heroes[2].power[ATTACK], worn(state, 1, "helmet")) == (1, 2)


@pytest.mark.rule("MAN-7.7")
def test_a_seat_that_cannot_join_cannot_be_named() -> None:
    state = beside_g8(WARRIOR, DWARF, ELF)
    hero(state, 2, "I8")
    play(turn_of(state, 0), "joint ne")
    assert objection(state, "terms +2") == "MAN-7.2/taker"


@pytest.mark.rule("MAN-7.7", "MAN-1.4")
def test_the_last_blow_of_a_joint_attack_belongs_to_the_taker() -> None:
    state = invasion(WARRIOR, DWARF, mode="semicoop")
    manticore(state, 8, life=1)
    hero(state, 0, "H9")
    hero(state, 1, "G8")
    turn_of(state, 0)
    play(state, "joint ne", "terms +1", "join yes", "type close", "rolled 6", "rolled 1")
    assert state.result is not None
    assert state.result.winners == (1,)


@pytest.mark.rule("MAN-7.7")
def test_cooperating_heroes_do_not_bargain_over_the_manticore() -> None:
    state = invasion(WARRIOR, DWARF)
    manticore(state, 8)
    hero(state, 0, "H9")
    hero(state, 1, "G8")
    play(turn_of(state, 0), "joint ne")
    assert state.step.name() == "invitation"


@pytest.mark.rule("MAN-7.6", "MAN-6.4")
def test_survivors_of_a_group_face_the_response_and_its_leader_speaks() -> None:
    state = beside_g8(WARRIOR, DWARF)
    hero(state, 1, life=1)
    turn_of(state, 0)
    play(state, "joint ne", "terms-default", "join yes", "type magic", "rolled 1", "rolled 6")
    assert state.heroes[1].life == 0
    play(state, "card close")
    assert (state.actor, state.battle.defenders) == (0, 1)


@pytest.mark.rule("MAN-7.4")
def test_every_attacker_decides_about_its_own_spells() -> None:
    state = beside_g8(MAGE, ELF)
    hero(state, 0, fire=3)
    hero(state, 1, ice=2)
    power(state, 0, magic=1)
    turn_of(state, 0)
    play(state, "joint ne", "terms-default", "join yes", "type magic", "spell fire")
    assert state.actor == 1
    play(state, "spell ice", "rolled 1", "rolled 1")
    assert told(state, "compared") == [(5 + 2 + 3 + 2, 1, 4, 1)]


@pytest.mark.rule("MAN-1.3")
def test_no_joint_attack_on_a_friend() -> None:
    state = invasion(WARRIOR, DWARF, ELF)
    assert objection(turn_of(state, 0), "joint e") == "MAN-1.3"
    assert state.manticore.life == 20
    state = invasion(WARRIOR, DWARF, ELF, mode="semicoop")
    hero(state, 2, "G8")
    turn_of(state, 0)
    play(state, "joint e", "terms-default")
    assert state.actor == 2  # the victim is not invited
    play(state, "join yes", "type close")
    assert state.actor == 1
    assert offered(state) == ["stance fight", "stance defend"]
