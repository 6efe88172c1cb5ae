"""A table that changes no option plays what is printed; what the house prefers is a preset."""

from __future__ import annotations

import re

import pytest

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.rules.state import ManticoreState
from ludoteca.games.manticore.rules.steps.foes import MONSTER_PHASE
from tests.manticore.table import (
    T2,
    WARRIOR,
    cell,
    follow,
    hero,
    invasion,
    monster,
    told,
    where,
)


def test_every_rule_says_where_it_comes_from() -> None:
    rules = (GAME.folder / "rules.md").read_text(encoding="utf-8")
    unmarked = re.findall(r"^- \*\*(MAN-[0-9.]+)\*\* (?!\*(?:printed|ruling|house)\* )", rules, re.MULTILINE)
    assert unmarked == []
    for option in GAME.options:
        assert option.rule in GAME.rules(), option.key


def test_what_the_house_prefers() -> None:
    assert GAME.presets["printed"] == {}
    assert GAME.presets["house"] == {
        "manticore_card": "auto",
        "auto_wake_round": 12,
        "max_rounds": 40,
        "monster_boots": "ignored",
        "monsters_pass": True,
    }
    assert GAME.presets["first"] == {"still_monsters": True}


@pytest.mark.rule("MAN-9.13")
def test_boots_hurry_a_monster() -> None:
    for boots, steps in (("count", 3), ("ignored", 1)):
        state = invasion(WARRIOR, monster_boots=boots)
        hero(state, 0, "A1")
        being = monster(state, 1, "O8", boots=2)
        state.monsters[0].visited = 0b1111111100
        follow(state, MONSTER_PHASE)
        far = state.ruleset.edition.city_distance
        assert far(cell("O8")) - far(state.being(being).cell) == steps


def two_that_want_each_others_cells(monsters_pass: bool) -> tuple[ManticoreState, int, int]:
    """Monster 2 is drawn to the Druid's Hut, monster 1 comes from there along the road."""
    state = invasion(WARRIOR, roads=T2, monsters_pass=monsters_pass)
    hero(state, 0, "A1")
    coming = monster(state, 1, "H4")
    state.monsters[0].visited = 0b1111111100
    going = monster(state, 2, "H5")
    assert GAME.view(state, 0).intent[:2] == (cell("H5"), cell("H4"))
    return state, coming, going


@pytest.mark.rule("MAN-9.4")
def test_monsters_that_want_each_others_cells_block_each_other() -> None:
    state, coming, going = two_that_want_each_others_cells(monsters_pass=False)
    for _ in range(2):
        follow(state, MONSTER_PHASE)
        assert (where(state, coming), where(state, going)) == ("H4", "H5")
    assert told(state, "blocked") == 2 * [(1, cell("H4")), (0, cell("H5"))]


@pytest.mark.rule("MAN-9.4")
def test_in_the_house_monsters_that_want_each_others_cells_pass() -> None:
    state, coming, going = two_that_want_each_others_cells(monsters_pass=True)
    faults = GAME.faults(state)  # three roads alone are no whole set
    follow(state, MONSTER_PHASE)
    assert told(state, "passed") == [(1, 0)]
    assert (where(state, coming), where(state, going)) == ("H5", "H4")
    assert GAME.faults(state) == faults
    follow(state, MONSTER_PHASE)
    assert (where(state, coming), where(state, going)) == ("H6", "H3")


def test_no_sentence_puts_an_article_before_boots_or_an_ice_boulder() -> None:
    sections = GAME.words("en").sections
    for section in ("event", "question", "action", "objection"):
        wrong = [text for text in sections[section].values() if re.search(r"\ban? \{kind", str(text))]
        assert wrong == []
    assert "wants to go to" in sections["event"]["blocked"]


@pytest.mark.rule("MAN-10.1", "MAN-11.6", "MAN-11.7")
def test_nothing_but_the_printed_causes_wakes_it_and_no_round_is_the_last() -> None:
    ruleset = GAME.start(GAME.setup(2, {})).ruleset
    assert (ruleset.auto_wake, ruleset.max_rounds) == (0, 200)


@pytest.mark.rule("MAN-9.8", "MAN-9.9", "MAN-6.6")
def test_what_a_touched_piece_says_of_the_attacks_of_monsters() -> None:
    for language, ordinary, aggressive, card in (
        ("en", "attacks a hero in its way", "falls upon a hero beside it", "every attack by an enemy"),
        ("it", "attacca un eroe sulla sua via", "si getta su un eroe vicino", "ogni attacco di un nemico"),
    ):
        about = GAME.words(language).sections["about"]
        assert ordinary in str(about["ordinary"])
        assert aggressive in str(about["aggressive"])
        assert card in str(about["deck"])
