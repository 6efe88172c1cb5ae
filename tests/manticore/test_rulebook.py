"""Sentences of the printed rules that are easy to read past, each played out."""

from __future__ import annotations

import pytest

from ludoteca.games.manticore.rules.gear import best, ground_cell, ground_kind, ground_level
from ludoteca.games.manticore.rules.state import MANTICORE
from ludoteca.games.manticore.rules.steps.foes import MANTICORE_PHASE, MONSTER_PHASE
from tests.manticore.table import (
    DWARF,
    ELF,
    MAGE,
    T1,
    T2,
    WARRIOR,
    cell,
    follow,
    hero,
    invasion,
    kind,
    lives,
    manticore,
    monster,
    offered,
    play,
    power,
    told,
    turn_of,
    where,
    worn,
)

MISS = ("rolled 1", "rolled 6")


@pytest.mark.rule("MAN-4.8")
def test_a_road_that_fits_into_a_location_leads_to_all_its_cells() -> None:
    """Q25: the road on H12 leads to G11, and so into the location; G12, beside it as well, costs 1 too."""
    state = invasion(ELF, roads=T1)
    hero(state, 0, "H12")
    turn_of(state, 0, pool=6)
    play(state, "move ne")
    assert (where(state, 0), state.pool) == ("G12", 5)
    hero(state, 0, "H12")
    turn_of(state, 0, pool=6)
    play(state, "move nw")
    assert (where(state, 0), state.pool) == ("G11", 5)


@pytest.mark.rule("MAN-9.9", "MAN-6.7")
def test_an_aggressive_monster_also_steps_over_a_hero_who_dies_striking_back() -> None:
    state = invasion(MAGE, WARRIOR)
    hero(state, 0, "F7", life=1)
    hero(state, 1, "O1")
    being = monster(state, 5, "E7")
    follow(state, MONSTER_PHASE)
    play(state, "card shoot", *MISS)
    assert where(state, 0) == "F7"
    play(state, "card close", *MISS)  # the hero's own attack, lost
    assert state.heroes[0].life == 0
    assert where(state, being) == "F7"


@pytest.mark.rule("MAN-9.8")
def test_an_ordinary_monster_that_kills_stays_where_it_is() -> None:
    state = invasion(MAGE, WARRIOR, roads=T2)
    hero(state, 0, "H6", life=1, shield=2)
    hero(state, 1, "O1")
    being = monster(state, 1, "H5")
    state.monsters[0].visited = 1 << 7
    follow(state, MONSTER_PHASE)
    play(state, "card shoot", "rolled 6", "rolled 1")
    assert state.heroes[0].life == 0
    assert where(state, being) == "H5"
    assert [ground_cell(code) for code in state.ground] == [cell("H6")]
    follow(state, MONSTER_PHASE)
    assert where(state, being) == "H6"
    assert best(state.monsters[0].loot, kind("shield")) == 2  # and then it robs the dead


@pytest.mark.rule("MAN-9.8", "MAN-9.5")
def test_a_hero_on_the_way_to_a_location_is_attacked_too() -> None:
    state = invasion(WARRIOR, roads=T2)
    hero(state, 0, "H4")
    being = monster(state, 1, "H5")
    follow(state, MONSTER_PHASE)
    assert told(state, "in_the_way") == [(0, 0)]
    play(state, "card shoot", *MISS, "card shoot", *MISS)
    assert where(state, being) == "H5"


@pytest.mark.rule("MAN-6.5", "MAN-7.6")
def test_each_of_a_group_may_counter_one_spell() -> None:
    state = invasion(DWARF, ELF)
    hero(state, 0, "H8", ice=2)
    hero(state, 1, "H9", ice=1)
    monster(state, 4, "G8", fire=3)
    turn_of(state, 0)
    play(state, "joint ne", "terms-default", "join yes", "type shoot", *MISS, "card magic")
    assert offered(state) == ["spell none", "spell ice"]
    play(state, "spell ice")
    assert offered(state) == ["spell none", "spell ice"]
    play(state, "spell ice", "rolled 3", "rolled 1")
    assert told(state, "compared")[-1] == (7, 3, 7, 1)  # both magics and both Ice Boulders
    assert lives(state)[:2] == [8, 8]


@pytest.mark.rule("MAN-6.6", "MAN-7.3")
def test_after_leading_a_joint_attack_an_own_one_takes_a_card() -> None:
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, "H8")
    hero(state, 1, "H9")
    monster(state, 4, "G8")
    turn_of(state, 0)
    play(state, "joint ne", "terms-default", "join yes", "type shoot", *MISS, "card shoot", *MISS)
    play(state, "attack ne")
    assert state.step.name() == "drawcard"


@pytest.mark.rule("MAN-6.5", "MAN-6.7")
def test_a_hero_who_strikes_back_by_magic_may_cast() -> None:
    state = invasion(DWARF)
    hero(state, 0, "G7", fire=3)
    monster(state, 5, "F7")
    follow(state, MONSTER_PHASE)
    play(state, "card shoot", *MISS, "card magic")
    assert offered(state) == ["spell none", "spell fire"]
    play(state, "spell fire", "rolled 2", "rolled 2")
    assert told(state, "compared")[-1] == (5, 2, 3, 2)
    assert state.heroes[0].spells == (0, 0)


@pytest.mark.rule("MAN-10.4", "MAN-6.7", "MAN-6.8")
def test_a_hero_strikes_back_at_the_manticore_and_its_wound_stays() -> None:
    state = invasion(WARRIOR, MAGE, mode="semicoop", manticore_card="rival")
    manticore(state, 3)
    hero(state, 0, "E8", sword=3)
    follow(state, MANTICORE_PHASE)
    play(state, "card shoot", "rolled 1", "rolled 6", "card close", "rolled 6", "rolled 1")
    assert state.manticore.life == 10 - (4 + 3 + 6 - 5 - 1)
    assert where(state, MANTICORE) == "D7"
    turn_of(state, 0)
    play(state, "end-turn", "end-turn")
    assert state.manticore.life == 3


@pytest.mark.rule("MAN-5.9", "MAN-1.4")
def test_a_slain_rival_leaves_one_artifact_and_nothing_else() -> None:
    state = invasion(WARRIOR, MAGE, mode="semicoop")
    hero(state, 1, life=1, bow=2, helmet=2, ice=1)
    power(state, 1, magic=2)
    turn_of(state, 0)
    play(state, "attack e", "type close", "stance fight", "rolled 6", "rolled 1", "power attack")
    assert offered(state) == ["trophy bow 2", "trophy helmet 2", "trophy-none"]
    play(state, "trophy bow 2")
    assert worn(state, 0, "bow") == 2
    assert state.heroes[0].spells == (0, 0)
    assert state.heroes[0].power == (0, 1, 0, 0, 0)
    assert state.ground == ()


@pytest.mark.rule("MAN-5.8", "MAN-5.2")
def test_who_drops_an_artifact_may_pick_it_up_again() -> None:
    state = invasion(WARRIOR)
    hero(state, 0, sword=2)
    turn_of(state, 0)
    play(state, "drop sword 2")
    assert [(ground_kind(code), ground_level(code)) for code in state.ground] == [(kind("sword"), 2)]
    play(state, "pick sword 2")
    assert (worn(state, 0, "sword"), state.pool) == (2, 4)


@pytest.mark.rule("MAN-9.11")
def test_an_aggressive_monster_in_the_city_attacks_heroes_outside_too_but_one_a_turn() -> None:
    state = invasion(WARRIOR, DWARF)
    hero(state, 0, "G6")
    hero(state, 1, "H6")
    monster(state, 5, "H7")
    follow(state, MONSTER_PHASE)
    assert told(state, "pounced") == [(4, 1)]  # as near as the other, of lower index
    play(state, "card shoot", *MISS, "card shoot", *MISS)
    assert told(state, "pounced") == [(4, 1)]
    assert state.monsters[4].life == 3
