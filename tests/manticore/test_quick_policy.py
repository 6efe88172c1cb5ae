"""Habits: what heroes do without thinking ahead, one situation at a time."""

from __future__ import annotations

import pytest

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.bot.quick_policy import usual
from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.state import HEROES, ManticoreState
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE
from tests.manticore.table import (
    DWARF,
    ELF,
    MAGE,
    T1,
    WARRIOR,
    hero,
    invasion,
    manticore,
    monster,
    play,
    power,
    turn_of,
)


def habit(state: ManticoreState) -> str:
    """What the seat that decides does, in words; always one of its options."""
    action = usual(state)
    assert action in state.choices
    return action.text


def take_everything_away(state: ManticoreState) -> None:
    """Nothing is left to be fetched."""
    state.pile = (0,) * len(state.pile)


def test_a_hero_takes_the_best_that_lies_before_it() -> None:
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, where="G11")
    assert habit(turn_of(state, 0)) == "take boots 3"
    play(state, "take boots 3")
    assert not habit(state).startswith("take")


def test_a_useless_thing_in_the_bag_is_dropped() -> None:
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, boots=[3, 2])
    hero(state, 1, where="K11")
    assert habit(turn_of(state, 0)) == "drop boots 2"


def test_whoever_makes_much_of_wounds_still_cannot_heal_what_is_whole() -> None:
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, where="H9")
    turn_of(state, 0)
    WEIGHTS.bend([9.0 if name == "wounds" else 1.0 for name in WEIGHTS.names])
    try:
        assert habit(state) == "move e"
    finally:
        WEIGHTS.straighten()


def test_a_hero_sets_out_for_what_is_worth_the_way() -> None:
    """The boots are four steps away by road, everything else lies behind open land."""
    state = invasion(WARRIOR, roads=T1)
    hero(state, 0, where="H9")
    assert habit(turn_of(state, 0)) == "move e"


def test_who_is_badly_hurt_heals_first() -> None:
    state = invasion(WARRIOR, roads=T1)
    hero(state, 0, where="H9", life=3)
    assert habit(turn_of(state, 0)) == "heal-self"


def test_points_that_are_left_over_heal_whoever_needs_it_most() -> None:
    state = invasion(MAGE, WARRIOR)
    hero(state, 0, where="H8", life=9)
    hero(state, 1, where="H9", life=6)
    take_everything_away(state)
    assert habit(turn_of(state, 0)) == "heal e"


def test_a_monster_that_can_be_killed_is_attacked_and_one_that_cannot_is_left_alone() -> None:
    state = invasion(WARRIOR, roads=T1)
    state.round = 4
    hero(state, 0, where="H10", sword=3)
    monster(state, 1, "H11")
    turn_of(state, 0)
    assert habit(state) == "attack e"
    play(state, "attack e")
    assert habit(state) == "type close"
    state = invasion(MAGE, roads=T1)
    state.round = 4
    hero(state, 0, where="H10", life=5)
    monster(state, 4, "H11", shield=3, sword=3, helmet=3)
    assert not habit(turn_of(state, 0)).startswith("attack")


def test_nobody_wakes_the_manticore_in_the_first_rounds_for_a_monster_far_away() -> None:
    state = invasion(WARRIOR, roads=T1)
    hero(state, 0, where="K11", sword=3)
    monster(state, 5, "K12")
    take_everything_away(state)
    assert not habit(turn_of(state, 0)).startswith("attack")
    state.round = 4
    assert habit(turn_of(state, 0)).startswith("attack")


def test_those_beside_the_manticore_strike_together() -> None:
    state = invasion(WARRIOR, DWARF, roads=T1)
    state.round = 8
    hero(state, 0, where="H10", sword=3, shield=3)
    hero(state, 1, where="F9", sword=2, shield=2, amulet=3)
    power(state, 0, attack=4, magic=3)
    power(state, 1, attack=4, magic=3)
    manticore(state, 7)
    turn_of(state, 0)
    assert habit(state) == "joint ne"
    play(state, "joint ne")
    assert habit(state) == "join yes"


def test_a_lone_weakling_does_not_attack_the_manticore() -> None:
    state = invasion(MAGE, WARRIOR, roads=T1)
    state.round = 6
    hero(state, 0, where="E8")
    manticore(state, 3)
    assert not habit(turn_of(state, 0)).startswith(("attack", "joint"))


def test_nobody_ends_a_turn_where_the_manticore_will_step() -> None:
    """It stands on D7 and comes to E8."""
    state = invasion(ELF, WARRIOR)
    state.round = 5
    manticore(state, 3)
    hero(state, 0, where="E8")
    take_everything_away(state)
    assert habit(turn_of(state, 0, pool=3)).startswith("move")


def test_all_spells_are_for_the_manticore() -> None:
    state = invasion(MAGE, WARRIOR, roads=T1)
    state.round = 8
    hero(state, 0, where="H10", fire=3, ice=3, amulet=3)
    hero(state, 1, where="F9", sword=3)
    power(state, 0, magic=6)
    manticore(state, 7, life=6)
    turn_of(state, 0)
    play(state, "attack ne")
    assert habit(state) == "type magic"
    play(state, "type magic")
    assert habit(state) == "spell both"


@pytest.mark.parametrize(
    ("klass", "gear", "attack", "raised"),
    [
        ("warrior", {"sword": 3}, "type close", "power attack"),
        ("mage", {"amulet": 3}, "type magic", "power magic"),
    ],
)
def test_a_power_point_raises_what_the_hero_fights_with(
    klass: str, gear: dict[str, int], attack: str, raised: str
) -> None:
    state = invasion(klass, roads=T1)
    state.round = 4
    hero(state, 0, where="H10", **gear)
    monster(state, 1, "H11", life=1)
    turn_of(state, 0)
    play(state, "attack e", attack, "rolled 6", "rolled 1")
    assert habit(state) == raised


@pytest.mark.parametrize("heroes", [1, 2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"hidden_artifacts": True, "monster_initiative": 2}])
def test_the_quick_policy_knows_an_answer_to_everything(heroes: int, options: dict[str, object]) -> None:
    """Whole invasions are played by habit, on roads laid at random; every answer is an option."""
    state = GAME.start(GAME.setup(heroes, options))
    state.settle()
    croupier, source = Seeded(heroes), Stream(heroes, "roads")
    while not state.over:
        if state.actor == CHANCE:
            state.play(croupier.settle(state))
        elif state.phase < HEROES:
            assert GAME.bot.quick_answer(state) == []
            state.play(state.choices[source.below(len(state.choices))])
        else:
            (action,) = GAME.bot.quick_answer(state)
            assert action in state.choices
            state.play(action)
    assert state.result is not None


def test_several_matches_are_won_by_habit() -> None:
    """Ten matches of four heroes on random roads."""
    won = 0
    for seed in range(10):
        state = GAME.start(GAME.setup(4))
        state.settle()
        croupier, source = Seeded(seed), Stream(seed, "roads")
        while not state.over:
            if state.actor == CHANCE:
                state.play(croupier.settle(state))
            else:
                reply = GAME.bot.quick_answer(state)
                state.play(reply[0] if reply else state.choices[source.below(len(state.choices))])
        assert state.result is not None
        won += bool(state.result.winners)
    assert won >= 4


@pytest.mark.parametrize(("life", "sieging"), [(3, 2), (8, 2), (9, 1)])
def test_a_hero_whom_waiting_does_not_help_stops_waiting(life: int, sieging: int) -> None:
    """Nothing is left to fetch, every monster is too strong, and those in the City take each round what a
    turn can heal (MAN-8.2, 9.12): the Manticore would sleep, and the hero heal, for ever.
    """
    state = invasion(DWARF, roads=T1)
    state.round = 9
    hero(state, 0, where="H11", life=life)
    for number, place in enumerate(["H9", "H8"][:sieging], 1):
        monster(state, number, place, sword=3, shield=3, helmet=3)
        state.monsters[number - 1].city_since = 5
    take_everything_away(state)
    turn_of(state, 0)
    croupier = Seeded(1)
    rested_since = state.round
    while not state.over and not state.manticore.awake:
        if state.actor == CHANCE:
            state.play(croupier.settle(state))
            continue
        action = usual(state)
        if action.verb.name not in ("heal-self", "end-turn"):
            rested_since = state.round
        assert state.round <= rested_since + 3
        state.play(action)


def test_who_gains_by_healing_still_heals() -> None:
    """One monster in the City takes one life a round, and a turn heals two."""
    state = invasion(DWARF, roads=T1)
    state.round = 9
    hero(state, 0, where="H11", life=3)
    monster(state, 1, "H8", sword=3, shield=3, helmet=3)
    state.monsters[0].city_since = 5
    take_everything_away(state)
    assert habit(turn_of(state, 0)) == "heal-self"
