"""MAN-1.3 to 1.5 and MAN-11: how a match ends. MAN-14: hidden artifacts."""

from __future__ import annotations

import pytest

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.rules.actions import KINDS, LAID
from ludoteca.games.manticore.rules.edition import FIRST_PILE, LOCATION_IDS
from ludoteca.games.manticore.rules.gear import best, height, packed, unveil
from ludoteca.games.manticore.rules.state import MANTICORE, ManticoreState, replaced
from ludoteca.games.manticore.rules.steps.foes import CITY_PHASE, MANTICORE_PHASE, MONSTER_PHASE
from ludoteca.games.manticore.rules.steps.setup import lay_pile
from ludoteca.kernel.source import Stream
from tests.manticore.table import (
    DWARF,
    ELF,
    MAGE,
    WARRIOR,
    follow,
    hero,
    invasion,
    kind,
    manticore,
    monster,
    play,
    told,
    turn_of,
    where,
)


def last_blow(state: ManticoreState) -> ManticoreState:
    manticore(state, 8, life=1)
    hero(state, 0, "H9")
    turn_of(state, 0)
    return play(state, "attack ne", "type close", "rolled 6", "rolled 1")


@pytest.mark.rule("MAN-11.1", "MAN-1.3", "MAN-11.8")
def test_a_great_victory_of_all() -> None:
    state = invasion(WARRIOR, MAGE, manticore_card="rival")
    hero(state, 0, sword=3)
    hero(state, 1, "O1")
    state.heroes[1].life = 0
    state.remove(1)
    last_blow(state)
    assert state.result is not None
    assert state.result.text() == "players_great places 1 1 scores 1 1"
    assert state.result.teams == (0, 0)
    assert state.result.payoffs() == [1.0, 1.0]  # the dead win as well


@pytest.mark.rule("MAN-11.2")
def test_a_victory_while_monsters_live() -> None:
    state = invasion(WARRIOR, manticore_card="rival")
    monster(state, 1, "B1")
    last_blow(state)
    assert state.result is not None
    assert state.result.reason == "players"


@pytest.mark.rule("MAN-1.4", "MAN-11.8")
def test_among_rivals_only_the_striker_wins() -> None:
    state = invasion(WARRIOR, MAGE, DWARF, mode="semicoop")
    hero(state, 1, "O1")
    last_blow(state)
    assert state.result is not None
    assert state.result.text() == "players_great places 1 2 2 scores 1 0 0"
    assert state.result.teams == (0, 1, 2)


@pytest.mark.rule("MAN-11.3", "MAN-1.5")
@pytest.mark.parametrize("seats", [1, 2])
def test_all_dead_is_lost_by_all(seats: int) -> None:
    state = invasion(*[WARRIOR, MAGE][:seats])
    for seat in range(seats):
        hero(state, seat, life=1)
    monster(state, 1, "G7")
    state.monsters[0].city_since = 1
    state.round = 2
    follow(state, CITY_PHASE)
    assert state.result is not None
    assert state.result.reason == "manticore_great"
    assert state.result.winners == ()
    assert set(state.result.scores) == {0}
    assert state.result.payoffs() == [0.0] * seats


@pytest.mark.rule("MAN-11.4", "MAN-1.5", "MAN-10.6")
def test_the_city_is_lost() -> None:
    state = invasion(WARRIOR, MAGE)
    hero(state, 0, "O1")
    manticore(state, 8)
    follow(state, MANTICORE_PHASE)
    assert state.result is not None
    assert state.result.text() == "manticore places 2 2 scores 0 0"


@pytest.mark.rule("MAN-11.5")
def test_the_first_condition_counts() -> None:
    """The last hero dies when a monster enters the City: the Manticore does not get to its own step."""
    state = invasion(WARRIOR)
    hero(state, 0, "O1", life=3)
    manticore(state, 8)
    monster(state, 1, "G6")
    follow(state, MONSTER_PHASE, MANTICORE_PHASE)
    assert state.result is not None
    assert state.result.reason == "manticore_great"
    assert where(state, MANTICORE) == "G9"


@pytest.mark.rule("MAN-11.7")
def test_the_last_round_is_lost() -> None:
    state = turn_of(invasion(WARRIOR, max_rounds=40), 0)
    for number in range(1, 40):
        assert state.round == number
        play(state, "end-turn")
    assert not state.over
    play(state, "end-turn")
    assert state.result is not None
    assert state.result.reason == "manticore"
    assert told(state, "last_round") == [(40,)]


# Hidden artifacts


def hidden(*classes: str) -> ManticoreState:
    """Helmets where boots of the magical kind would be: Ice Boulders lie in the Druid's Hut."""
    state = invasion(*classes, hidden_artifacts=True)
    order = ("sword", "bow", "shield", "boots", "amulet", "ice", "helmet", "fire")
    for location, word in enumerate(order, FIRST_PILE):
        lay_pile(state, location, KINDS.index(word))
    return state


HUT = LOCATION_IDS.index("druid_hut")


@pytest.mark.rule("MAN-14.1")
def test_piles_are_mixed_within_their_group() -> None:
    state = GAME.start(GAME.setup(3, {"hidden_artifacts": True}))
    state.settle()
    assert [action.a for action, _ in state.step.odds(state)] == [0, 1, 2, 3]
    assert state.step.audience(state, LAID[0]) == 0
    seen = set()
    for seed in range(30):
        twin = state.copy()
        source = Stream(seed)
        while twin.actor == -1:
            twin.play(twin.step.sample(twin, source))
        assert sorted(twin.pile_kind[2:6]) == [0, 1, 2, 3]
        assert sorted(twin.pile_kind[6:]) == [4, 5, 6, 7]
        seen.add(tuple(twin.pile_kind))
    assert len(seen) > 20


@pytest.mark.rule("MAN-14.2")
def test_a_hero_opens_a_pile() -> None:
    state = hidden(WARRIOR, MAGE)
    assert GAME.view(state, 0).piles[HUT] == (-1, -1, ())
    hero(state, 0, "I3")
    turn_of(state, 0)
    play(state, "move w")
    assert where(state, 0) == "I2"
    assert told(state, "opened") == [(HUT, kind("ice"))]
    assert GAME.view(state, 1).piles[HUT] == (kind("ice"), 3, (3, 2, 1))
    assert "take ice 3" in [action.text for action in state.choices]


@pytest.mark.rule("MAN-14.3", "MAN-14.4")
def test_what_monsters_take_from_hidden_piles_stays_hidden() -> None:
    state = hidden(WARRIOR, MAGE)
    hero(state, 1, "O1")
    monster(state, 1, "H4")
    follow(state, MONSTER_PHASE)
    assert where(state, 4) == "H3"
    assert told(state, "monster_took_hidden") == [(0, HUT)]
    assert height(state.pile[HUT]) == 2
    seen = GAME.view(state, 0)
    assert (seen.loot[0], seen.face_down[0]) == ((), (HUT,))
    kinds = {GAME.imagine(state, 0, Stream(n)).pile_kind[HUT] for n in range(40)}
    assert len(kinds) == 4  # for nobody has seen how high the piles are
    hero(state, 0, "H4")
    turn_of(state, 0)
    play(state, "attack w")
    assert told(state, "unveiled") == [(0, kind("ice"), 3, HUT)]
    assert state.step.name() == "choosetype"
    assert GAME.view(state, 0).piles[HUT] == (kind("ice"), 2, (2, 1))
    play(state, "type shoot", "rolled 1", "rolled 6", "card magic")
    assert told(state, "foe_cast") == [(4, kind("ice"), 3)]


@pytest.mark.rule("MAN-14.1")
def test_everybody_is_told_when_nothing_is_left_of_a_hidden_pile() -> None:
    state = hidden(WARRIOR, MAGE)
    hero(state, 1, "O1")
    monster(state, 1, "H4")
    state.pile = replaced(state.pile, HUT, packed([1]))
    follow(state, MONSTER_PHASE)
    assert told(state, "emptied") == [(HUT,)]
    assert GAME.view(state, 0).piles[HUT] == (-1, 0, ())


@pytest.mark.rule("MAN-14.2")
def test_a_hero_sees_nothing_where_nothing_is_left() -> None:
    state = hidden(WARRIOR, MAGE)
    state.pile = replaced(state.pile, HUT, packed([]))
    hero(state, 0, "I3")
    turn_of(state, 0)
    play(state, "move w")
    assert told(state, "opened") == []
    assert GAME.view(state, 0).piles[HUT] == (-1, 0, ()), "who steps back could have looked for nothing"


@pytest.mark.rule("MAN-14.3")
def test_two_monsters_take_one_after_the_other() -> None:
    state = hidden(WARRIOR, MAGE)
    hero(state, 0, "O1")
    hero(state, 1, "O2")
    monster(state, 1, "H4")
    monster(state, 2, "I3")
    follow(state, MONSTER_PHASE)
    for number in (0, 1):
        assert state.monsters[number].veiled
    unveil(state, 0)
    unveil(state, 1)
    assert sorted([state.monsters[0].spells[1], state.monsters[1].spells[1]]) == [2, 3]


def test_what_is_imagined_looks_the_same() -> None:
    state = hidden(WARRIOR, MAGE, ELF)
    turn_of(state, 0)
    for seed in range(10):
        twin = GAME.imagine(state, 0, Stream(seed))
        assert GAME.view(twin, 0) == GAME.view(state, 0)
        assert twin.choices == state.choices
    assert GAME.secrets(state, 0)[0] == ("pile of forge", "sword")
    assert GAME.secrets(invasion(DWARF), 0) == []


def test_hidden_boots_do_not_hurry_a_monster() -> None:
    state = invasion(WARRIOR, hidden_artifacts=True)
    for location in range(FIRST_PILE, len(LOCATION_IDS)):
        lay_pile(state, location, (3, 1, 2, 0, 4, 5, 7, 6)[location - FIRST_PILE])
    hero(state, 0, "A1")
    monster(state, 1, "L4")
    follow(state, MONSTER_PHASE)
    assert where(state, 4) == "L3"
    before = where(state, 4)
    follow(state, MONSTER_PHASE)
    assert best(state.monsters[0].loot, kind("boots")) == 0
    assert where(state, 4) != before
