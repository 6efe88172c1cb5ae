"""MAN-9, MAN-10, MAN-12 and MAN-13: monsters and Manticore, who follow rules and nobody's will."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.examiner.laws import tick
from ludoteca.games.manticore.rules.actions import ATTACK, CATALOGUE
from ludoteca.games.manticore.rules.gear import best, ground_cell, ground_kind, ground_level, put_down
from ludoteca.games.manticore.rules.monster_paths import acting_order, prey_beside
from ludoteca.games.manticore.rules.state import FIRST_FOE, MANTICORE, ManticoreState
from ludoteca.games.manticore.rules.steps.foes import CITY_PHASE, MANTICORE_PHASE, MONSTER_PHASE
from ludoteca.games.manticore.rules.steps.round import END_OF_ROUND
from tests.manticore.table import (
    DWARF,
    ELF,
    HALT,
    MAGE,
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
    play,
    rules_told,
    told,
    turn_of,
    where,
)


def walk(state: ManticoreState, being: int, times: int) -> list[str]:
    """Where a monster stands after each of its next turns."""
    found = []
    for _ in range(times):
        follow(state, MONSTER_PHASE)
        found.append(where(state, being))
        state.round += 1
    return found


def away(*classes: str, **options: Any) -> ManticoreState:
    """Heroes far from everything that moves."""
    state = invasion(*classes, **options)
    for seat, label in enumerate(("O1", "O2", "N1", "M10")[: len(classes)]):
        hero(state, seat, label)
    return state


@pytest.mark.rule("MAN-9.2", "MAN-9.5", "MAN-9.6", "MAN-9.10", "MAN-9.11")
def test_a_monster_makes_a_detour_to_rob_a_location() -> None:
    state = away(WARRIOR, MAGE, roads=T2)
    being = monster(state, 1, "H5")
    assert walk(state, being, 2) == ["H4", "H3"]
    assert best(state.monsters[0].loot, kind("helmet")) == 3
    assert walk(state, being, 4) == ["H4", "H5", "H6", "H7"]
    assert lives(state)[:2] == [7, 7]
    assert walk(state, being, 2) == ["H7", "H7"]
    why = [
        rule
        for rule in rules_told(state)
        if rule.startswith("MAN-9.") and rule not in ("MAN-9.1", "MAN-9.11")
    ]
    assert why == ["MAN-9.5", "MAN-9.5", "MAN-9.6", "MAN-9.2", "MAN-9.2", "MAN-9.2", "MAN-9.2", "MAN-9.10"]


@pytest.mark.rule("MAN-9.2", "MAN-9.5", "MAN-9.6")
def test_an_ordinary_monster_off_the_road() -> None:
    state = away(WARRIOR)
    being = monster(state, 1, "D4")
    assert walk(state, being, 7) == ["D3", "D2", "E3", "E4", "E5", "F6", "G7"]
    assert told(state, "monster_took") == [(0, kind("bow"), 3, 3)]


@pytest.mark.rule("MAN-9.3", "MAN-9.6")
@pytest.mark.parametrize(("start", "route"), [("M6", ["L7", "K8", "J8", "I8"]), ("D7", ["E7", "F7", "G7"])])
def test_aggressive_monsters_go_straight(start: str, route: list[str]) -> None:
    state = away(WARRIOR)
    assert walk(state, monster(state, 5, start), len(route)) == route
    assert set(rules_told(state)) >= {"MAN-9.3", "MAN-9.10"}
    assert state.monsters[4].loot == 0


@pytest.mark.rule("MAN-9.1", "MAN-9.4", "MAN-9.8")
def test_monsters_block_each_other() -> None:
    state = invasion(WARRIOR, roads=T2)
    hero(state, 0, "H7")
    front = monster(state, 1, "H6")
    back = monster(state, 2, "H5")
    state.monsters[0].visited = state.monsters[1].visited = 1 << 7
    follow(state, MONSTER_PHASE)
    assert told(state, "in_the_way") == [(0, 0)]
    play(state, "card shoot", "rolled 1", "rolled 6", "card shoot", "rolled 1", "rolled 6")
    assert told(state, "blocked") == [(1, cell("H6"))]
    assert (where(state, front), where(state, back)) == ("H6", "H5")


@pytest.mark.rule("MAN-9.4")
def test_a_monster_takes_another_equally_good_cell() -> None:
    state = away(WARRIOR)
    monster(state, 1, "F7")
    being = monster(state, 5, "E7")
    follow(state, MONSTER_PHASE)
    assert where(state, being) in ("F6", "F7")


@pytest.mark.rule("MAN-9.1")
def test_the_nearest_acts_first() -> None:
    state = away(WARRIOR)
    monster(state, 5, "D7")
    monster(state, 2, "F7")
    monster(state, 1, "D4")
    monster(state, 7, "F8")
    assert acting_order(state) == [1, 6, 0, 4]


@pytest.mark.rule("MAN-9.9")
def test_whom_an_aggressive_monster_attacks() -> None:
    state = invasion(DWARF, ELF, MAGE)
    hero(state, 0, "E6")
    hero(state, 1, "F6")
    monster(state, 5, "F7")
    assert prey_beside(state, cell("F7")) == 1  # nearer to the City
    hero(state, 0, "F8")
    assert prey_beside(state, cell("F7")) == 0  # as near, of lower index
    state.heroes[0].klass = state.heroes[1].klass
    assert prey_beside(state, cell("F7")) == 0  # first in turn order
    state.order = (1, 0, 2)
    assert prey_beside(state, cell("F7")) == 1


@pytest.mark.rule("MAN-9.9", "MAN-9.10", "MAN-5.10")
def test_an_aggressive_monster_steps_over_its_prey_into_the_city() -> None:
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, "G7", life=1, bow=3)
    hero(state, 1, "O1")
    being = monster(state, 5, "F7")
    follow(state, MONSTER_PHASE)
    assert told(state, "pounced") == [(4, 0)]
    play(state, "card shoot", "rolled 6", "rolled 1")
    assert where(state, being) == "G7"
    assert told(state, "entered_city") == [(4, 3)]
    assert lives(state)[:2] == [0, 7]
    assert [ground_kind(code) for code in state.ground] == [kind("bow")]


@pytest.mark.rule("MAN-9.9")
def test_an_aggressive_monster_stays_while_its_prey_lives() -> None:
    state = invasion(WARRIOR)
    hero(state, 0, "G7")
    being = monster(state, 5, "F7")
    follow(state, MONSTER_PHASE)
    play(state, "card shoot", "rolled 1", "rolled 6", "card shoot", "rolled 1", "rolled 6")
    assert where(state, being) == "F7"


@pytest.mark.rule("MAN-9.10", "MAN-5.10", "MAN-8.1")
def test_level_four_enters_the_city() -> None:
    state = away(WARRIOR, MAGE, DWARF)
    hero(state, 1, life=4)
    hero(state, 2, life=7)
    hero(state, 1, sword=[3, 2], fire=1)
    monster(state, 4, "G6")
    state.monsters[3].visited = 0b1111111100
    follow(state, MONSTER_PHASE)
    assert lives(state) == [6, 0, 3]
    assert [(ground_cell(code), ground_level(code)) for code in state.ground] == [
        (cell("O2"), 2),
        (cell("O2"), 3),
    ]
    assert state.gone[3 * kind("fire")] == 1


@pytest.mark.rule("MAN-9.12")
def test_monsters_in_the_city_hurt_everybody_each_round() -> None:
    state = away(WARRIOR, MAGE)
    for number, label, since in ((1, "H7", 5), (2, "G7", 5), (3, "G8", 6)):
        monster(state, number, label)
        state.monsters[number - 1].city_since = since
    state.round = 6
    follow(state, CITY_PHASE)
    assert lives(state)[:2] == [8, 8]
    state.round = 7
    follow(state, CITY_PHASE)
    assert lives(state)[:2] == [5, 5]


@pytest.mark.rule("MAN-9.11")
def test_monsters_in_the_city() -> None:
    state = invasion(WARRIOR)
    ordinary = monster(state, 1, "G8")
    follow(state, MONSTER_PHASE)
    assert where(state, ordinary) == "G8"
    assert not told(state, "in_the_way")
    aggressive = monster(state, 5, "H7")
    follow(state, MONSTER_PHASE)
    assert told(state, "pounced") == [(4, 0)]
    hero(state, 0, life=1)
    play(state, "card shoot", "rolled 6", "rolled 1")
    assert where(state, aggressive) == "H7"  # it does not even step over a dead hero


@pytest.mark.rule("MAN-9.9")
def test_a_monster_that_dies_in_its_own_attack_was_destroyed_by_the_hero() -> None:
    state = invasion(WARRIOR)
    hero(state, 0, "G7", sword=3)
    monster(state, 5, "F7", life=1)
    follow(state, MONSTER_PHASE)
    play(state, "card close", "stance fight", "rolled 1", "rolled 6", "power attack")
    assert state.monsters[4].life == 0
    assert state.heroes[0].power[ATTACK] == 1


@pytest.mark.rule("MAN-9.6", "MAN-5.8")
def test_an_ordinary_monster_takes_what_lies_on_its_way() -> None:
    state = invasion(WARRIOR, MAGE, DWARF, roads=T2)
    hero(state, 0, "H5", sword=[3, 2])
    hero(state, 1, "O1")
    hero(state, 2, "O2")
    turn_of(state, 0, pool=9)
    play(state, "drop sword 2", "drop sword 3", "move se")
    monster(state, 1, "H4")
    state.monsters[0].visited = 1 << 7
    follow(state, MONSTER_PHASE)
    assert where(state, FIRST_FOE) == "H5"
    assert best(state.monsters[0].loot, kind("sword")) == 3
    assert [ground_level(code) for code in state.ground] == [2]


@pytest.mark.rule("MAN-9.6", "MAN-9.10")
def test_an_ordinary_monster_takes_what_lies_on_its_cell_of_the_city_too() -> None:
    state = away(WARRIOR)
    beast = monster(state, 1, "F6")
    put_down(state, cell("G7"), kind("sword"), 3)
    assert walk(state, beast, 1) == ["G7"]
    assert best(state.monsters[0].loot, kind("sword")) == 3
    assert state.ground == ()
    assert state.heroes[0].life == 7


@pytest.mark.rule("MAN-8.3")
def test_monsters_recover_at_the_end_of_the_round() -> None:
    state = invasion(WARRIOR)
    monster(state, 1, "B1", life=1)
    state.manticore.life = 4
    follow(state, END_OF_ROUND)
    assert state.being(FIRST_FOE).life == 3
    assert state.manticore.life == 4


# The Manticore


@pytest.mark.rule("MAN-10.1", "MAN-10.2", "MAN-11.4", "MAN-4.1")
def test_the_way_of_an_undisturbed_manticore() -> None:
    state = invasion(WARRIOR)
    state.round = 3
    monster(state, 1, "G8")
    turn_of(state, 0)
    play(state, "attack ne", "type close", "rolled 6", "rolled 1", "power attack", "end-turn")
    assert (state.round, where(state, MANTICORE), state.manticore.step) == (4, "C8", 1)
    while not state.over:
        assert state.round <= 11
        play(state, "end-turn")
    assert state.round == 11
    assert state.result is not None
    assert state.result.reason == "manticore"


@pytest.mark.rule("MAN-10.1", "MAN-10.4")
@pytest.mark.parametrize("label", ["C9", "C8"])
def test_a_hero_beside_the_cave_wakes_the_manticore(label: str) -> None:
    state = invasion(WARRIOR)
    hero(state, 0, "D9")
    turn_of(state, 0)
    play(state, "move ne" if label == "C9" else "move nw")
    assert where(state, 0) == label
    assert told(state, "woke_by_hero") == [(0,)]
    play(state, "end-turn")
    if label == "C9":
        assert where(state, MANTICORE) == "C8"
    else:
        assert told(state, "manticore_attacks") == [(0,)]
        assert where(state, MANTICORE) == "B8"


@pytest.mark.rule("MAN-10.1")
def test_an_attack_wakes_the_manticore_and_it_strikes_back() -> None:
    state = invasion(WARRIOR)
    hero(state, 0, "A7")
    turn_of(state, 0)
    play(state, "attack se", "type shoot")
    assert told(state, "woke_by_attack") == [()]
    play(state, "rolled 1", "rolled 6")
    assert told(state, "foe_responds") == [(MANTICORE,)]


@pytest.mark.rule("MAN-10.3", "MAN-5.10")
def test_a_monster_in_the_way_is_trampled() -> None:
    state = away(WARRIOR)
    manticore(state, 3)
    monster(state, 1, "E8", sword=2)
    follow(state, MANTICORE_PHASE)
    assert state.being(FIRST_FOE).life == 0
    assert [(ground_cell(code), ground_kind(code)) for code in state.ground] == [(cell("E8"), kind("sword"))]
    assert where(state, MANTICORE) == "E8"
    assert sum(state.heroes[0].power) == 0


@pytest.mark.rule("MAN-10.4", "MAN-10.6")
def test_a_hero_on_the_last_cell_holds_the_manticore_up() -> None:
    state = away(WARRIOR, MAGE)
    manticore(state, 8)
    hero(state, 0, "G8", life=1)
    follow(state, MANTICORE_PHASE)
    play(state, "card shoot", "rolled 6", "rolled 1")
    assert state.heroes[0].life == 0
    assert where(state, MANTICORE) == "G9"
    assert told(state, "manticore_in_city") == []
    follow(state, MANTICORE_PHASE)
    assert state.over
    assert told(state, "manticore_in_city") == [()]


@pytest.mark.rule("MAN-10.5")
def test_the_manticore_ignores_everything_beside_its_path() -> None:
    state = away(WARRIOR)
    manticore(state, 6)  # F10, beside the Shoe Manufactory
    hero(state, 0, "F9")
    follow(state, MANTICORE_PHASE)
    assert where(state, MANTICORE) == "G10"
    assert state.heroes[0].life == 10
    assert not told(state, "manticore_attacks")


@pytest.mark.rule("MAN-10.2")
def test_a_sleeping_manticore_does_not_move() -> None:
    state = away(WARRIOR)
    follow(state, MANTICORE_PHASE)
    assert where(state, MANTICORE) == "B8"


# Easier and harder


@pytest.mark.rule("MAN-12.1")
def test_still_monsters_only_strike_back() -> None:
    state = invasion(WARRIOR, still_monsters=True)
    ordinary = monster(state, 1, "H6")
    aggressive = monster(state, 5, "G6")
    hero(state, 0, "G7")
    follow(state, MONSTER_PHASE)
    assert (where(state, ordinary), where(state, aggressive)) == ("H6", "G6")
    assert told(state, "monsters_still") == [()]
    turn_of(state, 0)
    play(state, "attack w", "type shoot", "rolled 1", "rolled 6")
    assert told(state, "foe_responds") == [(aggressive,)]


@pytest.mark.rule("MAN-12.2", "MAN-11.6")
def test_with_still_monsters_the_manticore_wakes_after_round_five() -> None:
    state = invasion(WARRIOR, still_monsters=True)
    turn_of(state, 0)
    awake = []
    while state.round <= 5:
        awake.append(state.manticore.awake)
        play(state, "end-turn")
    assert awake == [False] * 5
    assert told(state, "woke_by_round") == [(5,)]
    assert where(state, MANTICORE) == "B8"
    play(state, "end-turn")
    assert where(state, MANTICORE) == "C8"


@pytest.mark.rule("MAN-11.6")
def test_a_sleeper_wakes_in_the_end() -> None:
    state = turn_of(invasion(WARRIOR, auto_wake_round=12), 0)
    while state.round <= 12:
        play(state, "end-turn")
    assert told(state, "woke_by_round") == [(12,)]
    state = turn_of(invasion(WARRIOR), 0)
    while state.round <= 30:
        play(state, "end-turn")
    assert not state.manticore.awake


@pytest.mark.rule("MAN-13.1", "MAN-13.2", "MAN-13.3")
def test_a_monster_with_three_points_does_three_things() -> None:
    state = invasion(WARRIOR, MAGE, roads=T2, monster_initiative=3)
    hero(state, 0, "H6")
    hero(state, 1, "O1")
    being = monster(state, 1, "H4")
    state.monsters[0].visited = 1 << 7
    miss = ("card shoot", "rolled 1", "rolled 6", "card shoot", "rolled 1", "rolled 6")
    follow(state, MONSTER_PHASE)
    assert where(state, being) == "H5"
    twin = state.copy()
    play(state, *miss, "card magic", "rolled 1", "rolled 1")
    assert len(told(state, "in_the_way")) == 2
    hero(twin, 0, life=1)
    play(twin, "card shoot", "rolled 6", "rolled 1")
    assert twin.heroes[0].life == 0
    assert where(twin, being) == "H6"  # the third point is a step


@pytest.mark.rule("MAN-13.1", "MAN-9.13")
def test_points_are_limited_by_the_level_and_boots_add_to_them() -> None:
    state = away(WARRIOR, monster_initiative=4)
    assert walk(state, monster(state, 5, "A1"), 1) == ["D4"]
    state = away(WARRIOR, monster_initiative=4)
    monster(state, 4, "M6", boots=3)
    state.monsters[3].visited = 0b1111111100
    assert walk(state, FIRST_FOE + 3, 1)[0] in ("I7", "I8")


@pytest.mark.rule("MAN-13.3")
def test_a_detour_is_looked_for_before_each_point() -> None:
    state = away(WARRIOR, roads=T2, monster_initiative=3)
    assert walk(state, monster(state, 1, "H6"), 1) == ["H7"]
    state = away(WARRIOR, roads=T2, monster_initiative=3)
    assert walk(state, monster(state, 1, "H5"), 1) == ["H4"]  # there, in and out again
    assert best(state.monsters[0].loot, kind("helmet")) == 3


@pytest.mark.rule("MAN-13.3", "MAN-13.4", "MAN-13.2")
def test_entering_the_city_with_points_left() -> None:
    state = away(WARRIOR, monster_initiative=3)
    hero(state, 0, "H8")
    assert walk(state, monster(state, 1, "G6"), 1)[0] in ("G7", "H7")
    assert not told(state, "in_the_way")  # an ordinary one is content
    state = away(WARRIOR, monster_initiative=3)
    hero(state, 0, "H8")
    monster(state, 5, "G6")
    follow(state, MONSTER_PHASE)
    assert told(state, "pounced") == [(4, 0)]
    assert told(state, "entered_city") == [(4, 3)]


@pytest.mark.rule("MAN-13.3")
def test_stepping_over_a_dead_hero_is_free() -> None:
    state = away(WARRIOR, MAGE, monster_initiative=2)
    hero(state, 0, "E7", life=1)
    being = monster(state, 5, "D7")
    follow(state, MONSTER_PHASE)
    play(state, "card shoot", "rolled 6", "rolled 1")
    assert where(state, being) == "F7"  # one point for the kill, one for a step


@pytest.mark.rule("MAN-1.2")
def test_no_seat_is_ever_asked_for_a_monster() -> None:
    state = away(WARRIOR)
    monster(state, 1, "D4")
    monster(state, 5, "D7")
    manticore(state, 2)
    follow(state, MONSTER_PHASE, MANTICORE_PHASE, CITY_PHASE)
    assert state.step is HALT
    assert (
        len(told(state, "detoured")) + len(told(state, "went_straight")) + len(told(state, "manticore_moved"))
        == 3
    )


@pytest.mark.rule("MAN-1.2")
def test_automatic_turns_can_be_followed_one_by_one() -> None:
    """A replay shows each monster's turn by itself, with the rule behind it."""
    state = away(WARRIOR)
    monster(state, 1, "D4")
    monster(state, 5, "D7")
    manticore(state, 2)
    turn_of(state, 0)
    state.agenda.pop().play(state, CATALOGUE.parse("end-turn"))
    state.journal = []
    steps = []
    while tick(state):
        steps.append([f"{event.kind.name} {event.kind.rule}" for event in state.journal])
        state.journal = []
    assert steps[:6] == [
        ["monsters_turn MAN-9.1"],
        ["detoured MAN-9.5"],
        ["went_straight MAN-9.3"],
        ["manticore_moved MAN-10.2"],
        [],
        ["round MAN-4.1"],
    ]
