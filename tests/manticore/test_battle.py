"""MAN-6 and MAN-5.9 to 5.12: battle, responses, rewards, death."""

from __future__ import annotations

import pytest

from ludoteca.games.manticore.rules.actions import CARD
from ludoteca.games.manticore.rules.gear import ground_cell, ground_kind
from ludoteca.games.manticore.rules.state import FIRST_FOE
from tests.manticore.table import (
    DWARF,
    ELF,
    MAGE,
    WARRIOR,
    cell,
    hero,
    invasion,
    kind,
    lives,
    manticore,
    monster,
    objection,
    offered,
    play,
    power,
    told,
    turn_of,
    where,
    worn,
)


@pytest.mark.rule("MAN-6.2", "MAN-6.3", "MAN-6.5")
def test_magic_adds_amulet_and_spell_against_helmet_and_counter_spell() -> None:
    """4 +1, amulet 1, spell 2, die 5 = 13 against 2 +1, helmet 2, counter-spell 1, die 5 = 11."""
    state = invasion(MAGE, ELF, DWARF, mode="semicoop")
    hero(state, 0, amulet=1, fire=2)
    hero(state, 1, helmet=2, ice=1)
    power(state, 0, magic=1)
    power(state, 1, magic=1)
    turn_of(state, 0)
    play(state, "attack e", "type magic", "spell fire", "spell ice", "rolled 5", "rolled 5")
    assert told(state, "compared") == [(8, 5, 6, 5)]
    assert (state.heroes[0].life, state.heroes[1].life) == (10, 8)


@pytest.mark.rule("MAN-6.2", "MAN-6.4")
def test_close_combat_that_is_fought_back() -> None:
    """3 +1, sword 3, die 5 = 12 against 1 +1, sword 1, die 5 = 8."""
    state = invasion(DWARF, MAGE, ELF, WARRIOR, mode="semicoop")
    hero(state, 0, sword=3)
    hero(state, 1, sword=1)
    power(state, 0, attack=1)
    power(state, 1, attack=1)
    turn_of(state, 0)
    play(state, "attack e", "type close")
    assert state.actor == 1
    play(state, "stance fight", "rolled 5", "rolled 5")
    assert lives(state)[:2] == [10, 6]


@pytest.mark.rule("MAN-6.2", "MAN-6.4")
def test_close_combat_behind_the_shield_never_hurts_the_attacker() -> None:
    """12 against defense 2 +1, shield 2, die 5 = 10; and 10 against 12 hurts nobody."""
    state = invasion(DWARF, ELF, mode="semicoop")
    hero(state, 0, sword=3)
    hero(state, 1, shield=2)
    power(state, 0, attack=1)
    power(state, 1, defense=1)
    turn_of(state, 0)
    twin = state.copy()
    play(state, "attack e", "type close", "stance defend", "rolled 5", "rolled 5")
    assert lives(state)[:2] == [10, 8]
    play(twin, "attack e", "type close", "stance defend", "rolled 3", "rolled 6")
    assert lives(twin)[:2] == [10, 10]


@pytest.mark.rule("MAN-6.2")
def test_shooting_adds_the_bow_against_the_shield() -> None:
    """Shooting 3, bow 3, die 5 = 11 against defense 2 +1, shield 2, die 5 = 10."""
    state = invasion(DWARF, ELF, mode="semicoop")
    hero(state, 0, bow=3)
    hero(state, 1, shield=2)
    power(state, 1, defense=1)
    turn_of(state, 0)
    play(state, "attack e", "type shoot", "rolled 5", "rolled 5")
    assert lives(state)[:2] == [10, 9]
    state = turn_of(invasion(WARRIOR, DWARF, mode="semicoop"), 0)
    play(state, "attack e", "type shoot", "rolled 1", "rolled 6")
    assert lives(state)[:2] == [10, 10]  # the shooter cannot be hurt


@pytest.mark.rule("MAN-6.5")
def test_fire_is_countered_by_ice_and_ice_by_fire() -> None:
    state = invasion(MAGE, ELF, mode="semicoop")
    hero(state, 0, fire=2)
    hero(state, 1, fire=3, ice=1)
    turn_of(state, 0)
    play(state, "attack e", "type magic")
    assert offered(state) == ["spell none", "spell fire"]
    assert objection(state, "spell both") == "MAN-6.5"
    twin = state.copy()
    play(state, "spell fire")
    assert state.actor == 1
    assert offered(state) == ["spell none", "spell ice"]
    assert objection(state, "spell fire") == "MAN-6.5/opposite"
    play(twin, "spell none")
    assert twin.actor == -1  # nothing to counter


@pytest.mark.rule("MAN-6.5", "MAN-5.12")
def test_both_spells_at_once() -> None:
    state = invasion(MAGE, ELF, mode="semicoop")
    hero(state, 0, amulet=2, fire=3, ice=1)
    hero(state, 1, ice=2)
    turn_of(state, 0)
    play(state, "attack e", "type magic", "spell both", "spell ice", "rolled 3", "rolled 1")
    assert told(state, "compared") == [(10, 3, 4, 1)]
    assert [one.spells for one in state.heroes] == [(0, 0), (0, 0)]
    assert state.gone[3 * kind("fire") + 2] == 1


@pytest.mark.rule("MAN-6.2", "MAN-6.7")
def test_equal_totals_hurt_nobody_and_are_answered() -> None:
    state = invasion(MAGE)
    monster(state, 1, "G8")
    turn_of(state, 0)
    play(state, "attack ne", "type magic", "rolled 3", "rolled 4")
    assert told(state, "no_damage") == [()]
    assert (state.heroes[0].life, state.being(FIRST_FOE).life) == (10, 3)
    assert told(state, "foe_responds") == [(FIRST_FOE,)]
    assert state.step.name() == "drawcard"


@pytest.mark.rule("MAN-6.1", "MAN-6.6")
def test_only_the_first_attack_on_an_enemy_is_chosen() -> None:
    state = invasion(WARRIOR)
    hero(state, 0, life=10, sword=3)
    monster(state, 1, "G8")
    monster(state, 2, "G7")
    turn_of(state, 0)
    play(state, "attack ne", "type shoot", "rolled 1", "rolled 6", "card shoot", "rolled 1", "rolled 6")
    assert state.pool == 4
    play(state, "attack ne")
    assert state.step.name() == "drawcard"
    play(state, "card shoot", "rolled 1", "rolled 6", "card shoot", "rolled 1", "rolled 6")
    play(state, "attack nw")
    assert state.step.name() == "choosetype"
    assert state.pool == 2


@pytest.mark.rule("MAN-6.1", "MAN-1.3", "MAN-1.4")
def test_who_may_be_attacked() -> None:
    state = invasion(WARRIOR, MAGE)
    monster(state, 1, "F8")
    monster(state, 2, "G8")
    turn_of(state, 0)
    assert offered(state, "attack") == ["attack ne"]  # only the one beside it
    assert objection(state, "attack e") == "MAN-1.3"
    state.pool = 0
    assert objection(state, "attack ne") == "MAN-6.1"
    state = turn_of(invasion(WARRIOR, MAGE, mode="semicoop"), 0)
    assert offered(state, "attack") == ["attack e"]


@pytest.mark.rule("MAN-6.7", "MAN-6.8")
def test_a_response_is_free_and_not_answered() -> None:
    state = invasion(WARRIOR)
    monster(state, 4, "G8")
    turn_of(state, 0)
    play(state, "attack ne", "type close", "rolled 2", "rolled 3")
    assert state.heroes[0].life == 9  # 4 + 2 against 4 + 3
    play(state, "card shoot", "rolled 5", "rolled 3")
    assert state.heroes[0].life == 6  # 4 + 5 against 3 + 3
    assert state.step.name() == "menu"
    assert state.pool == 4


@pytest.mark.rule("MAN-6.4")
def test_monsters_always_fight() -> None:
    state = invasion(WARRIOR)
    monster(state, 1, "G8", shield=3)
    turn_of(state, 0)
    play(state, "attack ne", "type close", "rolled 6", "rolled 1")
    assert told(state, "compared") == [(4, 6, 3, 1)]  # its attack, not its defense
    assert told(state, "slain") == [(0, 0)]


@pytest.mark.rule("MAN-6.9")
def test_combat_cards_are_drawn_without_putting_them_back() -> None:
    state = invasion(DWARF)
    state.deck = (0, 1, 1)
    monster(state, 1, "G8")
    turn_of(state, 0)
    play(state, "attack ne", "type shoot", "rolled 1", "rolled 6")
    assert state.step.odds(state) == [(CARD[1], 1), (CARD[2], 1)]
    play(state, "card close")
    assert list(state.deck) == [0, 0, 1]
    play(state, "stance defend", "rolled 1", "rolled 6", "attack ne")
    assert told(state, "card_type") == [(1,), (2,)]  # only one card was left, so chance is not asked
    assert told(state, "reshuffled") == [()]
    assert list(state.deck) == [4, 4, 4]


@pytest.mark.rule("MAN-5.4", "MAN-5.11", "MAN-5.14", "MAN-10.1", "MAN-8.1")
def test_a_kill_brings_a_power_point_and_wakes_the_manticore() -> None:
    state = invasion(WARRIOR)
    monster(state, 1, "G8")
    turn_of(state, 0)
    play(state, "attack ne", "type close", "rolled 6", "rolled 1")
    assert where(state, FIRST_FOE) == ""
    assert state.manticore.awake
    assert offered(state) == [
        f"power {word}" for word in ("initiative", "attack", "shooting", "defense", "magic")
    ]
    play(state, "power initiative")
    assert (state.pool, state.index(0)) == (4, 6)  # it counts from the next turn
    assert state.step.name() == "menu"


@pytest.mark.rule("MAN-5.11")
def test_level_four_brings_two_points() -> None:
    state = invasion(WARRIOR)
    hero(state, 0, sword=3)
    monster(state, 4, "G8")
    turn_of(state, 0)
    play(state, "attack ne", "type close", "rolled 6", "rolled 1", "power attack", "power magic")
    assert state.heroes[0].power == (0, 1, 0, 0, 1)
    assert state.step.name() == "menu"


@pytest.mark.rule("MAN-5.9")
def test_one_trophy_and_the_rest_leaves_the_game() -> None:
    state = invasion(DWARF, MAGE, mode="semicoop", pvp_power=0)
    hero(state, 0, sword=2)
    hero(state, 1, life=1, sword=3, shield=2, fire=1)
    turn_of(state, 0)
    play(state, "attack e", "type shoot", "rolled 6", "rolled 1")
    assert told(state, "hero_died") == [(1,)]
    assert state.actor == 0
    assert offered(state) == ["trophy sword 3", "trophy shield 2", "trophy-none"]
    twin = state.copy()
    play(state, "trophy sword 3")
    assert (worn(state, 0, "sword"), state.heroes[0].bagged) == (3, 1)
    assert state.pool == 2  # one for the attack, one for what went into the bag
    assert state.gone[3 * kind("shield") + 1] == 1
    assert state.gone[3 * kind("fire")] == 1
    assert not state.ground
    play(twin, "trophy-none")
    assert twin.gone[3 * kind("sword") + 2] == 1


@pytest.mark.rule("MAN-5.11")
def test_a_slain_hero_brings_as_much_power_as_agreed_before_the_match() -> None:
    state = invasion(DWARF, MAGE, mode="semicoop")
    hero(state, 1, life=1)
    turn_of(state, 0)
    play(state, "attack e", "type shoot", "rolled 6", "rolled 1")
    assert state.step.name() == "spendpower"


@pytest.mark.rule("MAN-5.10", "MAN-6.7", "MAN-8.1")
def test_a_hero_dies_by_the_response() -> None:
    """Level 3, sword 3, die 6 = 12 against defense 3, shield 1, die 5 = 9."""
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, life=1, shield=1)
    monster(state, 1, "G8", sword=3)
    turn_of(state, 0)
    play(state, "attack ne", "type shoot", "rolled 1", "rolled 6", "card close", "stance defend")
    play(state, "rolled 6", "rolled 5")
    assert state.heroes[0].life == 0
    assert where(state, 0) == ""
    assert [(ground_cell(code), ground_kind(code)) for code in state.ground] == [(cell("H8"), kind("shield"))]
    assert state.active == 1  # the dead hero's turn is over
    play(state, "end-turn", "end-turn")
    assert state.active == 1  # and it has no other


@pytest.mark.rule("MAN-9.7")
def test_artifacts_of_monsters_count_and_their_spells_are_used_once() -> None:
    state = invasion(DWARF)
    monster(state, 1, "G8", helmet=3, amulet=2, fire=3, bow=1)
    turn_of(state, 0)
    play(state, "attack ne", "type magic", "rolled 1", "rolled 1")
    assert told(state, "compared")[-1] == (2, 1, 6, 1)
    assert state.heroes[0].life == 6
    play(state, "card magic", "rolled 1", "rolled 1")
    assert told(state, "compared")[-1] == (8, 1, 2, 1)  # level, amulet and Fireball
    assert told(state, "foe_cast") == [(FIRST_FOE, kind("fire"), 3)]
    assert state.heroes[0].life == 0
    assert state.gone[3 * kind("fire") + 2] == 1


@pytest.mark.rule("MAN-6.5")
def test_a_hero_may_counter_the_spell_of_a_monster() -> None:
    state = invasion(DWARF)
    hero(state, 0, ice=2)
    monster(state, 1, "G8", fire=3)
    turn_of(state, 0)
    play(state, "attack ne", "type shoot", "rolled 1", "rolled 6", "card magic")
    assert offered(state) == ["spell none", "spell ice"]
    play(state, "spell ice", "rolled 2", "rolled 2")
    assert told(state, "compared")[-1] == (6, 2, 4, 2)


@pytest.mark.rule("MAN-5.9", "MAN-9.7")
def test_a_monster_gives_up_one_artifact() -> None:
    state = invasion(WARRIOR)
    monster(state, 1, "G8", life=1, bow=3, helmet=2, ice=1)
    turn_of(state, 0)
    play(state, "attack ne", "type close", "rolled 6", "rolled 1", "power attack")
    assert offered(state) == ["trophy bow 3", "trophy helmet 2", "trophy-none"]
    play(state, "trophy helmet 2")
    assert worn(state, 0, "helmet") == 2


@pytest.mark.rule("MAN-1.4", "MAN-11.8")
def test_the_fatal_blow_of_a_defender() -> None:
    from ludoteca.games.manticore.rules.steps.foes import MANTICORE_PHASE
    from tests.manticore.table import follow

    state = invasion(WARRIOR, ELF, mode="semicoop", manticore_card="rival")
    manticore(state, 3, life=2)
    hero(state, 1, "E8", helmet=3)
    power(state, 1, magic=2)
    follow(state, MANTICORE_PHASE)
    play(state, "card magic", "rolled 1", "rolled 3")
    assert state.result is not None
    assert state.result.winners == (1,)
    assert state.result.scores == (0, 1)
    assert state.manticore.life == 0


@pytest.mark.rule("MAN-5.13")
@pytest.mark.parametrize("points", [0, 1])
def test_a_slain_rivals_hero_brings_power_points(points: int) -> None:
    state = invasion(DWARF, MAGE, mode="semicoop", pvp_power=points)
    hero(state, 0)
    hero(state, 1, life=1)
    turn_of(state, 0)
    before = sum(state.heroes[0].power)
    play(state, "attack e", "type shoot", "rolled 6", "rolled 1")
    assert told(state, "hero_died") == [(1,)]
    for _ in range(points):
        assert state.step.name() == "spendpower"
        play(state, "power attack")
    assert state.step.name() != "spendpower"
    assert sum(state.heroes[0].power) - before == points
