"""What always holds: a table on which something is wrong is noticed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.rules.actions import ARTIFACTS, MONSTERS
from ludoteca.games.manticore.rules.state import FIRST_FOE, HEROES, MANTICORE, NOWHERE, ManticoreState
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE

Spoil = Callable[[ManticoreState], None]


def in_the_middle() -> ManticoreState:
    """A match of two heroes in its third round, played at random."""
    state = GAME.start(GAME.setup(2))
    state.settle()
    croupier, source = Seeded(5), Stream(5)
    while state.phase < HEROES or state.round < 3 or state.actor == CHANCE:
        options = state.options()
        state.play(croupier.settle(state) if state.actor == CHANCE else options[source.below(len(options))])
    return state


def monster(state: ManticoreState) -> int:
    """A monster that stands somewhere outside the City."""
    return next(
        number
        for number in range(MONSTERS)
        if state.life[FIRST_FOE + number] > 0 and not state.city_since[number]
    )


def put(name: str, value: Any) -> Spoil:
    def spoil(state: ManticoreState) -> None:
        setattr(state, name, value)

    return spoil


def change(name: str, place: int, by: int) -> Spoil:
    """One number of the state is wrong."""

    def spoil(state: ManticoreState) -> None:
        getattr(state, name)[place] += by

    return spoil


def together(state: ManticoreState) -> None:
    state.cell[0] = state.cell[1]


def road_in_the_city(state: ManticoreState) -> None:
    cell = next(cell for cell in range(len(state.road)) if state.ruleset.edition.location_of[cell] == 0)
    state.road[cell] = 9


def another_road(state: ManticoreState) -> None:
    cell = next(cell for cell in range(len(state.road)) if state.road[cell])
    state.road[cell] = 63 if state.road[cell] != 63 else 9


def two_of_a_class(state: ManticoreState) -> None:
    state.klass[1] = state.klass[0]


def wakes_too_late(state: ManticoreState) -> None:
    being = FIRST_FOE + monster(state)
    state.occupant[state.cell[being]] = state.occupant[0]
    state.cell[being], state.life[being], state.awake = NOWHERE, 0, False


def robbed(state: ManticoreState) -> None:
    aggressive = state.ruleset.edition.aggressive.index(True)
    state.visited[aggressive] = 1


def no_way_out(state: ManticoreState) -> None:
    state.open_sides = bytes(len(state.open_sides))


def slain_unnoticed(state: ManticoreState) -> None:
    state.life[MANTICORE] = 0


BROKEN: list[tuple[Spoil, str]] = [
    (together, "two beings stand on one cell"),
    (change("cell", 0, 1), "stands there"),
    (change("life", 0, -100), "has life"),
    (change("life", 1, 100), "hero 1 has life"),
    (road_in_the_city, "road tokens lie on top of each other or in a location"),
    (put("laid", 0), "0 laid"),
    (another_road, "the roads on the board are not those that were drawn"),
    (no_way_out, "the prices of steps do not follow from the roads"),
    (lambda state: state.homeward.reverse(), "the ways to the City do not follow from the roads"),
    (change("pile_kind", 2, 1), "artifacts and spells do not add up"),
    (change("deck", 0, 50), "the combat deck holds"),
    (lambda state: put("deck", [0] * len(state.deck))(state), "the combat deck is empty"),
    (change("worn", ARTIFACTS, 3), "hero 1 does not wear the best it has"),
    (change("bagged", 0, 2), "artifacts in the bag"),
    (put("pool", -1), "the pool is -1"),
    (two_of_a_class, "a class is there twice"),
    (lambda state: change("life", FIRST_FOE + monster(state), 9)(state), "monster"),
    (lambda state: change("city_since", monster(state), 1)(state), "is in the City since round"),
    (robbed, "has robbed a location"),
    (change("power", 0, 30), "more Power points were spent than earned"),
    (wakes_too_late, "a monster is dead and the Manticore asleep"),
    (change("life", MANTICORE, 90), "the Manticore has life"),
    (change("cell", MANTICORE, 1), "the Manticore has left the Fireway"),
    (put("fire_step", 2), "the Manticore"),
    (put("fire_step", 8), "the Manticore has run"),
    (slain_unnoticed, "the match should be over"),
]


def test_a_sound_table_has_no_faults() -> None:
    assert GAME.faults(in_the_middle()) == []


@pytest.mark.parametrize(("spoil", "words"), BROKEN, ids=[words for _, words in BROKEN])
def test_what_is_broken_is_noticed(spoil: Spoil, words: str) -> None:
    state = in_the_middle()
    spoil(state)
    assert any(words in fault for fault in GAME.faults(state)), GAME.faults(state)
