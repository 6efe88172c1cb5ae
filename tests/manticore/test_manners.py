"""Good manners in Manticore: what counts as foolish, told in short scenes."""

from __future__ import annotations

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.bot.manners import (
    DECLINED,
    DROPPED,
    GIVEN_AWAY,
    INTERRUPT,
    TO_AND_FRO,
    WASTED,
    Manners,
)
from ludoteca.games.manticore.rules.state import ManticoreState
from tests.manticore.table import DWARF, MAGE, T1, WARRIOR, hero, invasion, monster, play, turn_of


def breaches(state: ManticoreState, *texts: str) -> list[list[str]]:
    """What is ill used by each of these actions, one after the other."""
    manners = Manners()
    found: list[list[str]] = []
    for text in texts:
        before = state.copy()
        play(state, text)
        seen = manners.seen(before, GAME.catalogue.parse(text), state)
        found.append([counted for counted, breach in seen if breach])
    return found


def test_a_hero_walks_back_only_for_something_better() -> None:
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, where="H9")
    turn_of(state, 0)
    assert breaches(state, "move e", "move w") == [[], [TO_AND_FRO]], "the boots are still the best errand"
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, where="G10")
    assert breaches(turn_of(state, 0), "move e", "take boots 3", "move w")[2] == [], "an errand is done"


def test_what_a_hero_lacks_is_taken_where_it_lies() -> None:
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, where="G11")
    assert breaches(turn_of(state, 0), "end-turn") == [[DECLINED]]
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, where="G11", boots=1)
    assert breaches(turn_of(state, 0), "end-turn") == [[]], "a second pair would go into the bag"


def test_points_that_could_heal_are_not_left_over() -> None:
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, life=4)
    assert breaches(turn_of(state, 0, pool=2), "end-turn") == [[WASTED]]
    assert breaches(turn_of(invasion(WARRIOR, MAGE, roads=T1), 0), "end-turn") == [[]]


def test_what_was_dropped_is_not_picked_up_again() -> None:
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, boots=[3, 2])
    assert breaches(turn_of(state, 0), "drop boots 2", "pick boots 2") == [[], [DROPPED]]


def test_nobody_drops_or_hands_over_what_is_needed() -> None:
    state = invasion(WARRIOR, MAGE, roads=T1)
    hero(state, 0, sword=2)
    assert breaches(turn_of(state, 0), "drop sword 2") == [[GIVEN_AWAY]]
    state = invasion(WARRIOR, DWARF, roads=T1)
    hero(state, 0, where="H8", sword=2)
    hero(state, 1, where="H9", sword=3)
    assert breaches(turn_of(state, 0), "give e", "consent yes") == [[], [GIVEN_AWAY]]


def test_a_spell_is_not_cast_at_somebody_who_falls_without_it() -> None:
    state = invasion(MAGE, DWARF, roads=T1)
    hero(state, 0, where="H10", fire=3, amulet=3)
    monster(state, 1, "H11", life=1)
    state.heroes[0].power = (0, 0, 0, 0, 9)
    assert breaches(turn_of(state, 0), "attack e", "type magic", "spell fire")[2] == [INTERRUPT]
    state = invasion(MAGE, DWARF, roads=T1)
    hero(state, 0, where="H10", fire=3)
    monster(state, 4, "H11")
    assert breaches(turn_of(state, 0), "attack e", "type magic", "spell fire")[2] == []
