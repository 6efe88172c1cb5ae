"""MAN-1, MAN-2 and the set-up of a match."""

from __future__ import annotations

import pytest

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.rules.actions import CATALOGUE, KINDS
from ludoteca.games.manticore.rules.edition import FIRST_PILE, ROAD_TOKENS
from ludoteca.games.manticore.rules.gear import height, top_level
from ludoteca.games.manticore.rules.state import MANTICORE, ManticoreState
from ludoteca.kernel.errors import SetupError
from tests.manticore.table import DWARF, ELF, WARRIOR, objection, offered, play, where


def fresh(seats: int, **options: object) -> ManticoreState:
    state = GAME.start(GAME.setup(seats, options))
    state.journal = []
    state.settle()
    return state


def levels(state: ManticoreState, word: str) -> list[int]:
    pile = state.pile[state.pile_kind.index(KINDS.index(word))]
    return [level for level in (3, 2, 1) for _ in range(pile >> 3 * (level - 1) & 7)]


@pytest.mark.rule("MAN-1.1")
def test_one_to_four_heroes_one_for_each_seat() -> None:
    for seats in (1, 2, 3, 4):
        assert len(fresh(seats).heroes) == seats
    with pytest.raises(SetupError, match="1 to 4"):
        GAME.setup(5)


@pytest.mark.rule("MAN-2.1")
def test_all_road_tokens_but_the_awakening_are_mixed() -> None:
    state = fresh(2)
    assert sum(state.roads.unseen) == ROAD_TOKENS == 41
    assert list(state.roads.unseen[:8]) == [7, 7, 5, 5, 3, 3, 3, 1]
    assert list(state.roads.unseen[8:]) == [1] * 7


@pytest.mark.rule("MAN-2.2")
def test_every_kind_lies_in_its_own_location() -> None:
    state = fresh(3)
    places = {
        location.word: KINDS[state.pile_kind[number]]
        for number, location in enumerate(state.ruleset.edition.locations)
        if number >= FIRST_PILE
    }
    assert places == {
        "forge": "sword",
        "elven_workshop": "bow",
        "dwarf_workshop": "shield",
        "shoe_manufactory": "boots",
        "witch_hut": "amulet",
        "druid_hut": "helmet",
        "ice_tower": "ice",
        "fiery_earth": "fire",
    }
    assert all(top_level(pile) == 3 for pile in state.pile[FIRST_PILE:])


@pytest.mark.rule("MAN-2.3")
@pytest.mark.parametrize(
    ("seats", "physical", "magical"),
    [(1, [3], [3]), (2, [3, 2], [3, 2]), (3, [3, 2, 2], [3, 2, 2]), (4, [3, 2, 2, 1], [3, 2, 2, 1])],
)
def test_as_many_artifacts_as_heroes(seats: int, physical: list[int], magical: list[int]) -> None:
    state = fresh(seats)
    for word in ("sword", "bow", "shield", "boots"):
        assert levels(state, word) == physical
    for word in ("amulet", "helmet"):
        assert levels(state, word) == magical
    for word in ("fire", "ice"):
        assert levels(state, word) == [3, 2, 1]


@pytest.mark.rule("MAN-2.4")
def test_the_manticore_sleeps_in_its_lair() -> None:
    state = fresh(2)
    assert where(state, MANTICORE) == "B8"
    assert not state.manticore.awake
    assert state.deck == (4, 4, 4)


@pytest.mark.rule("MAN-2.7")
@pytest.mark.parametrize(("seats", "life"), [(1, 10), (2, 10), (3, 20), (4, 20)])
def test_life_at_the_start(seats: int, life: int) -> None:
    state = fresh(seats)
    assert state.manticore.life == life
    play(state, "class elf")
    assert state.heroes[0].life == 10


@pytest.mark.rule("MAN-2.5")
def test_the_turn_order_can_be_rolled_for() -> None:
    state = fresh(3, turn_order="dice")
    play(state, "rolled 2", "rolled 5", "rolled 5")
    assert not state.order  # seats 1 and 2 tie and roll again between themselves
    play(state, "rolled 1", "rolled 4")
    assert state.order == (2, 1, 0)
    assert state.actor == 2
    assert fresh(3).order == (0, 1, 2)


@pytest.mark.rule("MAN-2.6")
def test_classes_and_cells_are_chosen_in_turn_order_once_each() -> None:
    state = fresh(4)
    play(state, "class mage")
    assert state.actor == 0
    play(state, "start 4")
    assert state.actor == 1
    assert objection(state, "class mage") == "MAN-2.6"
    assert objection(state, "heroine mage") == "MAN-2.6"
    assert offered(state) == [
        f"{sex} {word}" for sex in ("class", "heroine") for word in (WARRIOR, DWARF, ELF)
    ]
    play(state, "heroine elf")
    assert state.heroes[1].heroine
    assert objection(state, "start 4") == "MAN-2.6/cell"
    play(state, "start 1", "class dwarf", "start 2")
    play(state, "heroine warrior", "start 3")
    assert (state.heroes[3].klass, GAME.view(state, 0).heroines) == (0, (False, True, False, True))
    assert [where(state, seat) for seat in range(4)] == ["H8", "G7", "G8", "H7"]


@pytest.mark.rule("MAN-2.8", "MAN-2.9")
def test_characteristics_of_the_classes_and_of_the_manticore() -> None:
    edition = fresh(1).ruleset.edition
    assert [being.stats for being in edition.classes] == [
        [5, 4, 2, 3, 1],
        [5, 1, 2, 2, 4],
        [4, 3, 3, 4, 2],
        [6, 2, 4, 2, 2],
    ]
    for seats in (1, 2, 3, 4):
        assert fresh(seats).ruleset.manticore[1:] == [8, 7, 8, 9]
    assert fresh(2, mode="semicoop").ruleset.manticore[1:] == [8, 7, 8, 9]
    assert fresh(2, manticore_card="auto").ruleset.manticore[1:] == [10, 9, 10, 11]
    assert fresh(2, mode="semicoop", manticore_card="auto").ruleset.manticore[1:] == [5, 4, 5, 6]


def test_the_catalogue_is_fixed() -> None:
    """Every cell has an action, so that an edition with another map keeps the numbers of all actions."""
    sizes = {verb.name: len(verb.actions) for verb in CATALOGUE.verbs if not verb.by_chance}
    assert sizes == {
        "class": 4, "heroine": 4, "start": 7,
        "place": 169, "orient": 6, "move": 6, "attack": 6, "joint": 6, "take": 24,
        "pick": 18, "give": 6, "item": 18, "drop": 24, "heal-self": 1, "heal": 6, "end-turn": 1, "terms": 4,
        "terms-default": 1, "join": 2, "consent": 2, "type": 3, "spell": 4, "stance": 2,
        "power": 5, "trophy": 18, "trophy-none": 1,
    }  # fmt: skip
    assert len(CATALOGUE.decisions) == 348


@pytest.mark.parametrize(
    ("seats", "options", "words"),
    [
        (1, {"mode": "semicoop"}, "at least two heroes"),
        (2, {"pvp_power": 0}, "among rivals only"),
        (2, {"still_monsters": True, "monster_initiative": 2}, "stand still"),
        (2, {"monster_initiative": 5}, "from 1 to 4"),
        (2, {"max_rounds": 14}, "from 15 to 200"),
    ],
)
def test_options_that_do_not_go_together(seats: int, options: dict[str, object], words: str) -> None:
    with pytest.raises(SetupError, match=words):
        GAME.setup(seats, options)


@pytest.mark.rule("MAN-14.1")
def test_nobody_sees_how_high_a_hidden_pile_is() -> None:
    state = fresh(2, hidden_artifacts=True)
    while state.actor == -1:
        state.play(state.step.odds(state)[0][0])
    assert [height(pile) for pile in state.pile[FIRST_PILE:]].count(3) == 2  # the spells
    assert set(GAME.view(state, 0).piles[FIRST_PILE:]) == {(-1, -1, ())}
