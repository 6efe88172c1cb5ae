"""The edition, the catalogue and the phrase books."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludoteca.games.bello_divorum import GAME
from ludoteca.games.bello_divorum.board.spelling import spell
from ludoteca.games.bello_divorum.rules.actions import (
    ATTACK,
    CATALOGUE,
    CONTROL,
    COUNT,
    MOVE,
    PLACE_WORDS,
    SOURCE,
)
from ludoteca.games.bello_divorum.rules.edition import EFFECT_NAMES, read_edition
from ludoteca.games.bello_divorum.rules.edition import HOUSE_EDITION as HOUSE
from ludoteca.kernel.errors import EditionError
from ludoteca.kernel.words import holes
from tests.bello_divorum.table import place_of

# Sector by sector: name, and neighbours in the order of the roads.
ROADS = {
    "T0": ("Temple of Embers", "CL0 CG0 CR0"),
    "CL0": ("Emberwick", "T0 CG0 FL0 FS5"),
    "CG0": ("Embergate", "T0 CL0 CR0 FL0 FR0 CI0"),
    "CR0": ("Emberford", "T0 CG0 FR0 FS0"),
    "CI0": ("Emberhold", "CG0 FL0 FR0 FC CI5 CI1"),
    "FL0": ("Emberlea", "CL0 CG0 CI0 FS5 FR5"),
    "FR0": ("Embermead", "CG0 CR0 CI0 FS0 FL1"),
    "FS0": ("Ember-Reed Point", "CR0 CL1 FR0 FL1"),
    "CI3": ("Frosthold", "CG3 FL3 FR3 FC CI2 CI4"),
    "FS5": ("Dusk-Ember Point", "CR5 CL0 FR5 FL0"),
    "FC": ("Omphalos", "CI0 CI1 CI2 CI3 CI4 CI5"),
}
FOLDED = {
    "CL0": ("Emberwick", "T0 CG0 FL0 FS4"),
    "CI4": ("Stormhold", "CG4 FL4 FR4 FC CI3 CI0"),
    "FR4": ("Stormmead", "CG4 CR4 CI4 FS4 FL0"),
    "FS4": ("Storm-Ember Point", "CR4 CL0 FR4 FL0"),
    "FC": ("Omphalos", "CI0 CI1 CI2 CI3 CI4"),
}


@pytest.mark.parametrize(("sectors", "table"), [(6, ROADS), (5, FOLDED)])
@pytest.mark.rule("BEL-2.1", "BEL-2.2", "BEL-12.3")
def test_names_and_neighbours(sectors: int, table: dict[str, tuple[str, str]]) -> None:
    board = read_edition().boards[sectors]
    for name, (title, neighbours) in table.items():
        place = place_of(name)
        assert board.names[place] == title
        assert [PLACE_WORDS[other].upper() for other in board.neighbours[place]] == neighbours.split()


def test_places_on_the_picture() -> None:
    board = read_edition().boards[6]
    for name, x, y in (("T0", 0.0, -100.0), ("CR0", 21.7, -87.5), ("FS0", 43.3, -75.0), ("FL1", 43.3, -50.0)):
        assert board.x[place_of(name)] == pytest.approx(x, abs=0.06)
        assert board.y[place_of(name)] == pytest.approx(y, abs=0.06)


def test_the_six_corners_look_alike() -> None:
    """Turned by one corner the board is the same board."""
    board = read_edition().boards[6]
    for place in board.places:
        turned = place if place == 48 else (place + 8) % 48
        assert board.kind[turned] == board.kind[place]
        ends = {other if other == 48 else (other + 8) % 48 for other in board.neighbours[place]}
        assert set(board.neighbours[turned]) == ends


def test_the_catalogue_has_its_fixed_order() -> None:
    assert len(CATALOGUE.decisions) == 702
    assert [verb.actions[0].index for verb in (COUNT, MOVE, ATTACK, CONTROL, SOURCE)] == [
        141,
        146,
        374,
        602,
        653,
    ]
    assert CATALOGUE.parse("end-actions").index == 145
    assert [CATALOGUE.parse(text).index for text in ("control-all", "control-done")] == [651, 652]
    assert MOVE[37 * 2 + 13].text == "move cr2-t"
    assert MOVE[222].text == "move fc-ci0"


def test_counts_of_pieces() -> None:
    edition = read_edition()
    assert edition.followers * 6 == 180
    assert [6 * chips for chips in edition.chips] == [30, 66, 96]
    assert [power.doom for pantheon in edition.pantheons for power in pantheon.powers] == [0, 1, 1] * 4 + [
        0,
        1,
        2,
        0,
        1,
        1,
    ]
    assert [power.cost for pantheon in edition.pantheons for power in pantheon.powers] == [1, 2, 3] * 6


@pytest.mark.parametrize(
    ("old", "new", "entry", "expected"),
    [
        (
            "followers_per_location = 4",
            "followers_per_location = 40",
            "limits.followers_per_location",
            "1 to 15",
        ),
        ("faith = 3", 'faith = "three"', "type.temple.faith", "a number"),
        ("[type.field]", "[type.farm]", "type.farm", "unknown type"),
        ('id = "aztec"', 'id = "incan"', "pantheon[1].id", "aztec"),
        (
            'effect = "flower_war"',
            'effect = "flower_power"',
            "pantheon[1].power[1].effect",
            "one of flower_war",
        ),
        ("penalty = 3\n", "", "pantheon[2].power[3].penalty", "missing"),
        ("moves = 5\n", "moves = 5\nnear = 1\n", "pantheon[6].power[2].near", "no use"),
        ("moves = 5\n", "steps = 5\n", "pantheon[6].power[2].steps", "unknown entry"),
        (
            "cost = 2\ndoom = 1\nactions = 3",
            "cost = 2\ndoom = 0\nactions = 3",
            "pantheon[1].power[2].doom",
            "1 to 9",
        ),
        ('mark = "sun"', 'mark = "moon"', "pantheon[1].mark", "sun"),
        ('colour = "#C8372D"', 'colour = "red"', "pantheon[1].colour", "#rrggbb"),
        ('letter = "A"', 'letter = "AZ"', "pantheon[1].letter", "one letter"),
        ("corners = [0, 1, 3, 4]", "corners = [0, 1, 3]", "layout[5].corners", "4 rising numbers"),
        ("players = 2\n", "players = 7\n", "layout[8].players", "2 to 6"),
        ('roads = ["CL", "CG", "CR"]', 'roads = ["CL", "CG"]', "role[1].roads", "CR"),
        ('id = "CL"\ntype = "city"', 'id = "CL"\ntype = "temple"', "role[2].type", "city, field"),
        ("at = [75, 25, 0]", "at = [75, 50, 0]", "role[2].at", "at most 100"),
        ('arm = ["FS", "FR", "FL>"]', 'arm = ["FS", "FX"]', "star.arm", "FS"),
        ('stems = ["Ember", ', "stems = [", "names.stems", "6"),
    ],
)
def test_a_wrong_edition_is_told_where_and_why(
    tmp_path: Path, old: str, new: str, entry: str, expected: str
) -> None:
    text = HOUSE.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        read_edition(path)
    assert caught.value.file == "mine.toml"
    assert caught.value.entry == entry
    assert expected in caught.value.expected


def test_a_missing_layout_is_told(tmp_path: Path) -> None:
    text = HOUSE.read_text(encoding="utf-8")
    start = text.index("[[layout]]\nplayers = 2")
    path = tmp_path / "mine.toml"
    path.write_text(text[:start] + text[text.index("# Power cards.") :], encoding="utf-8")
    with pytest.raises(EditionError, match="layout: missing; expected one for 2 players, open"):
        read_edition(path)


def test_too_few_pantheons_or_powers(tmp_path: Path) -> None:
    text = HOUSE.read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(text[: text.index('[[pantheon]]\nid = "greek"')], encoding="utf-8")
    with pytest.raises(EditionError, match="found 5 pantheons; expected 6"):
        read_edition(path)
    path.write_text(text[: text.rindex("[[pantheon.power]]")], encoding="utf-8")
    with pytest.raises(EditionError, match="found 2 powers; expected 3"):
        read_edition(path)


def test_an_owner_may_play_with_other_cards(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = HOUSE.read_text(encoding="utf-8").replace("moves = 5\n", "moves = 4\n")
    path.write_text(text.replace("Sandals of Hermes", "Winged Shoes"), encoding="utf-8")
    setup = GAME.setup(5, {"pantheons": "given", "unused_corners": "folded"}, path)
    state = GAME.start(setup)
    assert state.ruleset.board.sectors == 5
    assert state.ruleset.edition.pantheons[5].powers[1].moves == 4
    assert spell("power", 16, state.ruleset.edition, GAME.words("it")) == "Winged Shoes"
    assert setup.edition.label != GAME.setup(5).edition.label


# Words


def test_all_languages_have_the_same_keys_and_holes() -> None:
    english, italian = GAME.words("en"), GAME.words("it")
    assert GAME.languages() == ["en", "it"]
    assert english.sections.keys() == italian.sections.keys()
    for name, section in english.sections.items():
        assert list(section) == list(italian.sections[name]), name
        for key, template in section.items():
            assert holes(template) >= holes(italian.sections[name][key]), f"{name}.{key}"
    assert {noun: len(words) for noun, words in english.nouns.items()} == {
        noun: len(words) for noun, words in italian.nouns.items()
    }


def test_english_names_are_those_of_the_edition() -> None:
    names = GAME.words("en").sections["name"]
    assert all(key == words for key, words in names.items())
    edition = read_edition()
    for pantheon in edition.pantheons:
        assert all(power.name in names for power in pantheon.powers)
    naming = edition.board.naming
    assert all(part in names for part in (*naming.patterns, *naming.temples, *naming.stems))


@pytest.mark.parametrize("language", ["en", "it"])
def test_everything_has_its_words(language: str) -> None:
    book = GAME.words(language)
    for kind in GAME.events.all:
        assert book.find("event", kind.name) is not None, kind.name
        assert holes(book.phrase("event", kind.name)) <= {field.label for field in kind.fields}, kind.name
        assert kind.rule in GAME.rules(), kind.name
    for verb in CATALOGUE.verbs:
        assert book.find("action", verb.name) is not None, verb.name
    for effect in EFFECT_NAMES:
        assert book.find("power", effect) is not None, effect
    for option in GAME.options:
        assert option.rule in GAME.rules()
        assert book.find("option", option.key)
        assert book.find("option", f"{option.key}.help")
        for word in option.words:
            assert book.find("option", f"{option.key}.{word}")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_set_up_page_has_its_words(language: str) -> None:
    book = GAME.words(language)
    assert list(GAME.presets) == ["printed", "house", "first", "short", "long"]
    for preset in GAME.presets:
        assert book.find("preset", preset) and book.find("preset", f"{preset}.help"), preset
    assert list(book.sections["players"]) == ["2", "3", "4", "5", "6"]
    assert book.find("game", "invented")


def test_options_are_shown_only_where_they_concern_the_table() -> None:
    def shown(seats: int) -> set[str]:
        return {option.key for option in GAME.options if option.concerns(seats, GAME.setup(6).values)}

    everything = {option.key for option in GAME.options}
    assert shown(6) == everything - {"unused_corners", "small_table"}
    assert shown(5) == shown(4) == everything - {"small_table"}
    assert shown(3) == everything - {"unused_corners"}


def test_as_printed_is_what_a_table_plays_that_changes_nothing() -> None:
    """The default is the printed reading, or a ruling where the print is silent: never the house's way."""
    assert GAME.presets["printed"] == {}
    for option in GAME.options:
        assert GAME.rule_origins()[option.rule] != "house", option.key
    house = {"last_turn": "same_round", "contested": "majority", "corners": "seated"}
    assert GAME.presets["house"] == {**house, "unused_corners": "folded_for_five"}


def test_every_rule_says_where_it_comes_from() -> None:
    text = (GAME.folder / "rules.md").read_text(encoding="utf-8")
    rules = re.findall(r"^- \*\*(BEL-[\d.]+)\*\* (?:\*(\w+)\* )?", text, re.MULTILINE)
    assert dict(rules) == GAME.rule_origins()
    assert {mark for _, mark in rules} == {"printed", "ruling", "house"}


def test_objections_name_rules() -> None:
    for key in GAME.words("en").sections["objection"]:
        assert key.partition("/")[0] in GAME.rules(), key


@pytest.mark.parametrize(
    ("noun", "value", "english", "italian"),
    [
        ("place", 2, "Embergate", "Porta Brace"),
        ("slot", 0, "Temple of Embers → Emberwick", "Tempio delle Braci → Borgo Brace"),
        (
            "arm",
            4,
            "Storm-Ember Point, Stormmead and Emberlea",
            "Punta Tempesta-Brace, Prato Tempesta e Radura Brace",
        ),
        ("place", 0, "the Temple of Embers", "Tempio delle Braci"),
        ("place", 48, "the Omphalos", "Omphalos"),
        ("corner", 1, "Temple of Reeds", "Tempio delle Canne"),
        ("power", 3, "Tribute of the Cities", "Tributo delle Città"),
        ("pantheon", 4, "Norse", "Norreni"),
    ],
)
def test_how_things_are_called_on_a_folded_board(noun: str, value: int, english: str, italian: str) -> None:
    edition = GAME.start(GAME.setup(5, {"unused_corners": "folded"})).ruleset.edition
    assert spell(noun, value, edition, GAME.words("en")) == english
    assert spell(noun, value, edition, GAME.words("it")) == italian
