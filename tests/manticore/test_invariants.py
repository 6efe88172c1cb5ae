"""What always holds: a table on which something is wrong is noticed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.rules.actions import MONSTERS, SWORD
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.edition import CITY, FIRST_PILE
from ludoteca.games.manticore.rules.state import HEROES, ManticoreState, replaced
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
        options = state.choices
        state.play(croupier.settle(state) if state.actor == CHANCE else options[source.below(len(options))])
    return state


def monster(state: ManticoreState) -> int:
    """A monster that stands somewhere outside the City."""
    return next(
        number
        for number in range(MONSTERS)
        if state.monsters[number].life > 0 and not state.monsters[number].city_since
    )


def together(state: ManticoreState) -> None:
    state.heroes[0].cell = state.heroes[1].cell


def hero_elsewhere(state: ManticoreState) -> None:
    state.heroes[0].cell += 1


def hero_below_zero(state: ManticoreState) -> None:
    state.heroes[0].life -= 100


def hero_too_healthy(state: ManticoreState) -> None:
    state.heroes[1].life += 100


def road_in_the_city(state: ManticoreState) -> None:
    state.roads.sides[state.ruleset.edition.locations[CITY].cells[0]] = 9


def tokens_not_counted(state: ManticoreState) -> None:
    state.roads.laid = 0


def another_road(state: ManticoreState) -> None:
    sides = state.roads.sides
    cell = next(cell for cell in range(len(sides)) if sides[cell])
    sides[cell] = 63 if sides[cell] != 63 else 9


def no_way_out(state: ManticoreState) -> None:
    state.roads.open_sides = vec[i64]([0] * len(state.roads.open_sides))


def wrong_way_home(state: ManticoreState) -> None:
    state.roads.homeward = vec[i64](list(state.roads.homeward)[::-1])


def another_pile(state: ManticoreState) -> None:
    state.pile_kind = replaced(state.pile_kind, FIRST_PILE, state.pile_kind[FIRST_PILE] + 1)


def too_many_cards(state: ManticoreState) -> None:
    state.deck = replaced(state.deck, 0, state.deck[0] + 50)


def no_cards(state: ManticoreState) -> None:
    state.deck = (0,) * len(state.deck)


def borrowed_sword(state: ManticoreState) -> None:
    state.heroes[1].worn = replaced(state.heroes[1].worn, SWORD, state.heroes[1].worn[SWORD] + 3)


def heavy_bag(state: ManticoreState) -> None:
    state.heroes[0].bagged += 2


def overspent(state: ManticoreState) -> None:
    state.pool = -1


def two_of_a_class(state: ManticoreState) -> None:
    state.heroes[1].klass = state.heroes[0].klass


def monster_too_healthy(state: ManticoreState) -> None:
    state.monsters[monster(state)].life += 9


def monster_nowhere_near(state: ManticoreState) -> None:
    state.monsters[monster(state)].city_since += 1


def robbed(state: ManticoreState) -> None:
    aggressive = state.ruleset.edition.aggressive.index(True)
    state.monsters[aggressive].visited = 1


def unearned_power(state: ManticoreState) -> None:
    state.heroes[0].power = replaced(state.heroes[0].power, 0, 30)


def wakes_too_late(state: ManticoreState) -> None:
    slain = state.monsters[monster(state)]
    state.occupant[slain.cell] = state.occupant[0]
    slain.cell, slain.life, state.manticore.awake = NOWHERE, 0, False


def manticore_too_healthy(state: ManticoreState) -> None:
    state.manticore.life += 90


def manticore_elsewhere(state: ManticoreState) -> None:
    state.manticore.cell += 1


def manticore_ahead(state: ManticoreState) -> None:
    state.manticore.step = 2


def manticore_far_ahead(state: ManticoreState) -> None:
    state.manticore.step = 8


def slain_unnoticed(state: ManticoreState) -> None:
    state.manticore.life = 0


BROKEN: list[tuple[Spoil, str]] = [
    (together, "two beings stand on one cell"),
    (hero_elsewhere, "stands there"),
    (hero_below_zero, "has life"),
    (hero_too_healthy, "hero 1 has life"),
    (road_in_the_city, "road tokens lie on top of each other or in a location"),
    (tokens_not_counted, "0 laid"),
    (another_road, "the roads on the board are not those that were drawn"),
    (no_way_out, "the prices of steps do not follow from the roads"),
    (wrong_way_home, "the ways to the City do not follow from the roads"),
    (another_pile, "artifacts and spells do not add up"),
    (too_many_cards, "the combat deck holds"),
    (no_cards, "the combat deck is empty"),
    (borrowed_sword, "hero 1 does not wear the best it has"),
    (heavy_bag, "artifacts in the bag"),
    (overspent, "the pool is -1"),
    (two_of_a_class, "a class is there twice"),
    (monster_too_healthy, "monster"),
    (monster_nowhere_near, "is in the City since round"),
    (robbed, "has robbed a location"),
    (unearned_power, "more Power points were spent than earned"),
    (wakes_too_late, "a monster is dead and the Manticore asleep"),
    (manticore_too_healthy, "the Manticore has life"),
    (manticore_elsewhere, "the Manticore has left the Fireway"),
    (manticore_ahead, "the Manticore"),
    (manticore_far_ahead, "the Manticore has run"),
    (slain_unnoticed, "the match should be over"),
]


def test_a_sound_table_has_no_faults() -> None:
    assert GAME.faults(in_the_middle()) == []


@pytest.mark.parametrize(("spoil", "words"), BROKEN, ids=[words for _, words in BROKEN])
def test_what_is_broken_is_noticed(spoil: Spoil, words: str) -> None:
    state = in_the_middle()
    spoil(state)
    assert any(words in fault for fault in GAME.faults(state)), GAME.faults(state)
