"""MAN-4, MAN-5 and MAN-8.2: what a hero does in its turn."""

from __future__ import annotations

import pytest

from ludoteca.games.manticore.rules.gear import count, ground_cell
from ludoteca.games.manticore.rules.land import NEIGHBOURS, direction
from ludoteca.games.manticore.rules.state import ManticoreState, replaced
from ludoteca.games.manticore.rules.steps.turn import TURNS
from tests.manticore.table import (
    DWARF,
    ELF,
    MAGE,
    T1,
    WARRIOR,
    cell,
    follow,
    hero,
    invasion,
    kind,
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


def price(state: ManticoreState, one: str, other: str) -> int:
    side = direction(cell(one), cell(other))
    assert NEIGHBOURS[cell(one)][side] == cell(other)
    return state.roads.price(cell(one), side)


@pytest.mark.rule("MAN-4.8")
@pytest.mark.parametrize(
    ("one", "other", "cost"),
    [
        ("H8", "H9", 1),
        ("H9", "H10", 1),
        ("H10", "H11", 1),
        ("H11", "H12", 1),
        ("H12", "G11", 1),
        ("G11", "H12", 1),
        ("G8", "G9", 1),  # Q25: the road fits into the City, by way of H9
        ("H9", "G9", 1),
        ("G9", "H10", 3),
        ("G10", "H10", 1),
        ("H10", "G10", 3),
        ("G10", "F10", 3),
        ("G10", "G11", 1),
        ("G11", "G10", 3),
        ("H11", "G11", 3),
    ],
)
def test_what_steps_cost(one: str, other: str, cost: int) -> None:
    assert price(invasion(WARRIOR, roads=T1), one, other) == cost


@pytest.mark.rule("MAN-4.4", "MAN-4.5", "MAN-4.8", "MAN-5.1", "MAN-5.5")
def test_boots_help_from_the_next_round() -> None:
    state = invasion(WARRIOR, roads=T1)
    hero(state, 0, "H9")
    turn_of(state, 0)
    play(state, "move e", "move e", "move e", "move nw")
    assert where(state, 0) == "G11"
    assert state.pool == 1
    play(state, "take boots 3")
    assert state.pool == 1
    assert state.index(0) == 5
    play(state, "end-turn")
    assert state.round == 2
    assert state.pool == 8


@pytest.mark.rule("MAN-5.3", "MAN-5.4", "MAN-4.2")
def test_a_second_pair_goes_into_the_bag() -> None:
    state = invasion(ELF, WARRIOR, roads=T1)
    hero(state, 0, "G11")
    turn_of(state, 0, pool=2)
    play(state, "take boots 3", "take boots 2")
    assert (worn(state, 0, "boots"), state.heroes[0].bagged, state.pool) == (3, 1, 1)
    state.round += 1
    assert state.index(0) == 6 + 3 - 1
    # the other way round the weaker pair is put away
    state = invasion(ELF, WARRIOR, roads=T1)
    hero(state, 0, "G11")
    play(turn_of(state, 0, pool=2), "take boots 2", "take boots 3")
    assert (worn(state, 0, "boots"), state.heroes[0].bagged, state.pool) == (3, 1, 1)


@pytest.mark.rule("MAN-4.2", "MAN-5.3")
def test_the_index_on_the_pictured_card() -> None:
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, boots=[3, 2], fire=3)
    power(state, 0, attack=1)
    assert state.index(0) == 5 + 3 - 1
    for _ in range(9):
        state.heroes[0].bagged += 1
    assert state.index(0) == 0  # never below nothing


@pytest.mark.rule("MAN-5.3", "MAN-5.4", "MAN-5.7")
def test_what_is_given_away_is_replaced_from_the_bag() -> None:
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, sword=[3, 2])
    turn_of(state, 0)
    assert state.pool == 4
    play(state, "give e", "item sword 3", "consent yes")
    assert (worn(state, 0, "sword"), state.heroes[0].bagged, state.pool) == (2, 0, 3)
    assert worn(state, 1, "sword") == 3


@pytest.mark.rule("MAN-5.5", "MAN-5.7")
def test_boots_that_change_hands_work_next_round() -> None:
    state = invasion(WARRIOR, DWARF, MAGE)
    state.round = 4
    hero(state, 0, boots=3)
    hero(state, 2, "I8")
    turn_of(state, 0)
    assert state.pool == 8
    play(state, "give se", "consent yes", "end-turn", "end-turn")
    assert state.active == 2
    assert state.pool == 5
    play(state, "end-turn", "end-turn", "end-turn")
    assert (state.round, state.active, state.pool) == (5, 2, 8)


@pytest.mark.rule("MAN-5.5", "MAN-5.7")
def test_old_boots_carry_a_hero_through_the_turn_before_which_stronger_ones_came() -> None:
    state = invasion(WARRIOR, MAGE)
    state.round = 4
    hero(state, 0, boots=3)
    hero(state, 1, boots=1)
    turn_of(state, 0)
    play(state, "give e", "consent yes")
    assert (worn(state, 1, "boots"), state.index(1)) == (3, 5 + 1 - 1)
    play(state, "end-turn")
    assert (state.active, state.pool) == (1, 5 + 1 - 1)
    assert state.index(1) == 5 - 1  # in that turn it changes them, and the new ones wait
    play(state, "end-turn", "end-turn")
    assert (state.round, state.active, state.pool) == (5, 1, 5 + 3 - 1)


@pytest.mark.rule("MAN-5.5", "MAN-5.7")
def test_boots_that_come_after_the_turn_wait_for_the_next_one() -> None:
    state = invasion(WARRIOR, MAGE)
    state.round = 4
    hero(state, 0, boots=1)
    hero(state, 1, boots=3)
    turn_of(state, 1)
    play(state, "give w", "consent yes")
    assert (worn(state, 0, "boots"), state.index(0)) == (3, 5 - 1)
    play(state, "end-turn")
    assert (state.round, state.active, state.pool) == (5, 0, 5 + 3 - 1)


@pytest.mark.rule("MAN-5.6", "MAN-5.8")
def test_a_hero_holds_one_spell_of_a_kind() -> None:
    state = invasion(MAGE)
    hero(state, 0, "B3", fire=1)
    turn_of(state, 0)
    assert objection(state, "take fire 3") == "MAN-5.6"
    assert not offered(state, "take")
    play(state, "drop fire 1")
    assert state.pool == 4
    assert state.gone[3 * kind("fire")] == 1
    assert not state.ground
    play(state, "take fire 3")
    assert state.heroes[0].spells == (3, 0)


@pytest.mark.rule("MAN-5.6")
def test_spells_never_go_into_the_bag() -> None:
    state = invasion(MAGE)
    hero(state, 0, "B3", ice=2)
    play(turn_of(state, 0), "take fire 2")
    assert state.heroes[0].spells == (2, 2)
    assert state.heroes[0].bagged == 0


@pytest.mark.rule("MAN-8.2", "MAN-4.4")
def test_healing_oneself() -> None:
    state = turn_of(invasion(WARRIOR), 0, pool=5)
    assert objection(state, "heal-self") == "MAN-8.2"
    hero(state, 0, life=7)
    state.look_again()
    play(state, "heal-self", "heal-self")
    assert (state.heroes[0].life, state.pool) == (9, 1)
    assert objection(state, "heal-self") == "MAN-4.4/heal"


@pytest.mark.rule("MAN-8.2")
def test_healing_costs_two_points_a_life() -> None:
    state = invasion(ELF)
    hero(state, 0, life=5)
    turn_of(state, 0, pool=4)
    play(state, "heal-self")
    assert (state.heroes[0].life, state.pool) == (6, 2)
    play(state, "heal-self")
    assert state.heroes[0].life == 7


@pytest.mark.rule("MAN-8.2")
def test_only_the_mage_heals_others_and_never_above_the_maximum() -> None:
    state = invasion(MAGE, DWARF)
    hero(state, 1, life=9)
    turn_of(state, 0, pool=4)
    play(state, "heal e")
    assert state.heroes[1].life == 10
    assert objection(state, "heal e") == "MAN-8.2"
    hero(state, 0, life=3)
    play(state, "end-turn")
    assert state.active == 1
    assert objection(state, "heal w") == "MAN-8.2/mage"


@pytest.mark.rule("MAN-4.5", "MAN-4.6")
def test_taking_is_free_and_an_idle_turn_ends_by_itself() -> None:
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, "L3")
    turn_of(state, 0, pool=0)
    assert offered(state) == ["take sword 2", "take sword 3", "end-turn"]
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, "L3")
    state.heroes[0].prepaid = 5
    state.pile = replaced(state.pile, 2, 0)
    turn_of(state, 0)
    assert state.active == 1  # nothing could be done


@pytest.mark.rule("MAN-4.6")
def test_actions_in_any_order_and_the_turn_ended_at_any_time() -> None:
    state = turn_of(invasion(WARRIOR, MAGE, roads=T1), 0)
    assert "end-turn" in offered(state)
    hero(state, 0, life=8)
    state.look_again()
    play(state, "move ne", "heal-self", "move w", "end-turn")
    assert state.active == 1
    assert told(state, "turn_ended") == [(0,)]


@pytest.mark.rule("MAN-4.7")
def test_nobody_steps_onto_another() -> None:
    state = turn_of(invasion(WARRIOR, MAGE), 0)
    assert objection(state, "move e") == "MAN-4.7"
    monster(state, 1, "G8")
    assert objection(state, "move ne") == "MAN-4.7"


@pytest.mark.rule("MAN-4.8")
def test_a_step_that_costs_too_much_is_refused() -> None:
    state = invasion(WARRIOR)
    hero(state, 0, "H9")
    turn_of(state, 0, pool=2)
    assert objection(state, "move e") == "MAN-4.8"
    assert objection(state, "move w") is None


@pytest.mark.rule("MAN-4.3")
def test_points_spent_before_the_turn_are_missing_in_it() -> None:
    state = invasion(DWARF, MAGE, WARRIOR)
    state.heroes[2].prepaid = 2
    follow(state, TURNS[2])
    assert state.pool == 3
    state.heroes[2].prepaid = 9
    follow(state, TURNS[2])
    assert state.pool == 0


@pytest.mark.rule("MAN-4.3")
def test_points_left_over_are_lost() -> None:
    state = turn_of(invasion(ELF), 0)
    play(state, "end-turn")
    assert (state.round, state.pool) == (2, 6)


@pytest.mark.rule("MAN-5.2", "MAN-5.8")
def test_a_dropped_artifact_can_be_picked_up() -> None:
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, sword=3)
    turn_of(state, 0)
    play(state, "drop sword 3")
    assert (state.pool, worn(state, 0, "sword")) == (4, 0)
    assert [ground_cell(code) for code in state.ground] == [cell("H8")]
    play(state, "pick sword 3")
    assert (state.pool, worn(state, 0, "sword")) == (4, 3)
    assert not state.ground
    play(state, "drop sword 3", "move w", "end-turn", "move w")
    assert offered(state, "pick") == ["pick sword 3"]
    play(state, "pick sword 3")
    assert worn(state, 1, "sword") == 3


@pytest.mark.rule("MAN-5.4")
def test_the_bag_costs_points_only_in_the_owners_turn_and_never_gives_them_back() -> None:
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, sword=3)
    hero(state, 1, sword=2)
    turn_of(state, 0)
    play(state, "give e", "consent yes")
    assert (worn(state, 1, "sword"), state.heroes[1].bagged) == (3, 1)
    assert state.pool == 4  # the giver paid, nothing else
    play(state, "end-turn")
    assert state.pool == 4  # index 5 less one in the bag
    play(state, "drop sword 2")
    assert (state.heroes[1].bagged, state.pool) == (0, 3)


@pytest.mark.rule("MAN-5.7")
def test_gifts_need_consent_a_neighbour_and_an_artifact() -> None:
    state = invasion(WARRIOR, MAGE, DWARF)
    hero(state, 0, sword=3, fire=2)
    hero(state, 2, "J7")
    turn_of(state, 0)
    assert offered(state, "give") == ["give e"]
    play(state, "give e")
    assert state.actor == 1  # only one thing to offer: the spell cannot be given
    play(state, "consent no")
    assert (state.actor, state.pool, worn(state, 0, "sword")) == (0, 5, 3)
    assert objection(state, "give e") == "MAN-5.7/declined"
    play(state, "drop sword 3")
    assert objection(state, "give e") == "MAN-5.7"
    state.pool = 0
    assert objection(state, "give e") == "MAN-4.4/give"


@pytest.mark.rule("MAN-5.7")
def test_what_was_declined_can_be_offered_next_turn() -> None:
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, sword=3, bow=3)
    turn_of(state, 0)
    play(state, "give e", "item bow 3", "consent no")
    assert "give e" in offered(state)
    play(state, "give e")  # only the sword is left to offer
    assert state.actor == 1
    play(state, "consent no", "end-turn", "end-turn")
    play(state, "give e")
    assert offered(state) == ["item sword 3", "item bow 3"]


@pytest.mark.rule("MAN-4.4")
def test_dropping_needs_a_point() -> None:
    state = invasion(WARRIOR)
    hero(state, 0, "L3", sword=3)
    turn_of(state, 0, pool=0)
    assert objection(state, "drop sword 3") == "MAN-4.4/drop"


def test_like_artifacts_leave_the_bag_first() -> None:
    state = invasion(WARRIOR, MAGE, DWARF)
    hero(state, 0, boots=[2, 2])
    turn_of(state, 0)
    assert state.pool == 6
    play(state, "drop boots 2")
    assert (worn(state, 0, "boots"), state.heroes[0].bagged) == (2, 0)
    assert state.index(0) == 7  # the worn pair was not touched
    assert count(state.heroes[0].held, kind("boots"), 2) == 1


@pytest.mark.rule("MAN-5.1")
def test_any_level_may_be_taken_on_any_cell_of_the_location() -> None:
    for label in ("L2", "L3", "M1", "M2"):
        state = invasion(WARRIOR, MAGE, DWARF)
        hero(state, 0, label)
        turn_of(state, 0)
        assert offered(state, "take") == ["take sword 2", "take sword 3"]
    play(state, "take sword 2", "take sword 2")
    assert offered(state, "take") == ["take sword 3"]
