"""The edition, the words, the examiner, evaluation, and matches as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.examiner import examine
from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.bot.battle_odds import expected
from ludoteca.games.manticore.rules.edition import HOUSE_EDITION as HOUSE
from ludoteca.games.manticore.rules.edition import read_edition
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import EditionError
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from ludoteca.kernel.words import holes
from tests.manticore.table import (
    DWARF,
    MAGE,
    WARRIOR,
    hero,
    invasion,
    manticore,
    monster,
    play,
    table_of,
    turn_of,
)

TEXT = HOUSE.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "entry", "words"),
    [
        ("free = 7", "free = 6", "tokens.free", "33 tokens"),
        ("sides = [0, 3]", "sides = [0, 6]", "tokens.straight.sides", "0 to 5"),
        ("wye = {", "why = {", "tokens.why", "unknown"),
        ("level = 4", "level = 5", "monsters[4].level", "from 3 to 4"),
        ('shape = "fork_right"', 'shape = "fork"', "monsters[7].shape", "expected one of"),
        ('type = "ordinary"', 'type = "lazy"', "monsters[1].type", "expected one of"),
        ("sword = [3, 2, 2, 1]", "sword = [3, 2, 2]", "artifacts.sword", "expected 4"),
        ("fire = [3, 2, 1]", "fire = [1, 2, 3]", "artifacts.fire", "strongest first"),
        ("shoot = 4", "shoot = 5", "combat_deck", "13 cards"),
        ("elf = { initiative = 6", "elf = { initiative = 0", "classes.elf.initiative", "from 1 to 9"),
        ("life = [10, 10, 20, 20]", "life = [10, 20]", "manticore.life", "4 numbers"),
        ("rival = [[5, 4, 5, 6], ", "rival = [", "manticore.rival", "3 rows"),
        ("single = [[8, 7, 8, 9]", "single = [[8, 7, 8]", "manticore.single", "attack, shooting"),
        ('"..H....M"', '"..H....X"', "board.rows", "A8 shows “X”"),
        ('"..H....M"', '"..H....MM"', "board.rows", "15 rows"),
        ('".U....CC....I."', '".U....CC......"', "locations[9].code", "on 2 cells; expected 3"),
        ('"...........II"', '".II.........."', "locations[9].code", "hang together"),
        ('holds = "bow"', 'holds = "sword"', "locations", "one location each"),
        ('holds = "bow"', 'holds = "fire"', "locations[4].holds", "expected one of"),
        ('code = "E"', 'code = "F"', "locations[4].code", "on 4 cells|already used"),
        ('id = "forge"', 'id = "smithy"', "locations[3].id", "expected one of"),
        ('"C8", "C7"', '"C7"', "board.fireway", "not neighbours"),
        ('"G9", "G8"]', '"G9"]', "board.fireway", "ends in the city"),
        ('"B8", "C8"', '"B8", "Z8"', "board.fireway", "Z8"),
    ],
)
def test_a_wrong_edition_is_refused(tmp_path: Path, old: str, new: str, entry: str, words: str) -> None:
    assert old in TEXT
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(EditionError, match=words) as caught:
        read_edition(path)
    assert caught.value.entry.startswith(entry)
    assert caught.value.file == "mine.toml"


def test_the_house_edition() -> None:
    edition = read_edition()
    assert edition.location_of.count(-1) == 131
    assert [len(around) for around in edition.around] == [12, 5, 8, 8, 8, 10, 9, 9, 7, 7]
    assert len(edition.fireway) == 10
    nearest = [min(edition.city_distance(cell) for cell in location.cells) for location in edition.locations]
    assert nearest == [0, 5, 4, 4, 4, 3, 4, 4, 5, 5]
    assert edition.aggressive == [False] * 4 + [True] * 3
    assert [len(turns) for turns in edition.orientations[:8]] == [3, 6, 6, 6, 2, 6, 3, 1]


def test_another_map_can_be_played(tmp_path: Path) -> None:
    """An owner moves the Ice Tower; the rules follow the map."""
    text = TEXT.replace('".U....CC....I."', '".U....CC......"').replace('"...........II"', '"............."')
    text = text.replace('"............"', '".........II."').replace('".FF........"', '".FF......I."')
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    state = GAME.start(GAME.setup(2, edition=path))
    state.settle()
    source = Stream(1)
    while not state.over:
        if state.actor == -1:
            state.play(state.step.sample(state, source))
        else:
            state.play(state.choices[source.below(len(state.choices))])
        assert GAME.faults(state) == []


def test_every_language_says_the_same_things() -> None:
    english = GAME.words("en")
    for language in GAME.languages():
        book = GAME.words(language)
        assert {name: set(section) for name, section in book.sections.items()} == {
            name: set(section) for name, section in english.sections.items()
        }
        assert {noun: len(words) for noun, words in book.nouns.items()} == {
            noun: len(words) for noun, words in english.nouns.items()
        }
        for section, templates in book.sections.items():
            for key, template in templates.items():
                assert holes(template) <= holes(english.sections[section][key]) | {"winners"}, key


def test_every_event_names_a_rule_that_exists() -> None:
    rules = GAME.rules()
    assert len(rules) == 101
    for kind in GAME.events.all:
        assert kind.rule in rules, kind.name


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (1, {}),
        (2, {}),
        (3, {}),
        (4, {}),
        (1, {"still_monsters": True, "hidden_artifacts": True}),
        (
            2,
            {"mode": "semicoop", "hidden_artifacts": True, "monster_initiative": 4, "monster_boots": "count"},
        ),
        (3, {"mode": "semicoop", "turn_order": "dice", "roads_on_fireway": False, "pvp_power": 0}),
        (4, {"mode": "semicoop", "still_monsters": True, "manticore_card": "single", "max_rounds": 15}),
    ],
)
def test_the_laws_hold(seats: int, options: dict[str, object]) -> None:
    report = examine(GAME, 2, 3, seats, options)
    assert report.ok, str(report)


@pytest.mark.long
def test_the_laws_hold_for_all_options() -> None:
    report = examine(GAME, 10, 5)
    assert report.ok, str(report)


# Evaluation


def test_expected_damage() -> None:
    found = [round(expected(lead), 2) for lead in range(-4, 5)]
    assert found == [0.03, 0.11, 0.28, 0.56, 0.97, 1.56, 2.28, 3.11, 4.03]
    assert expected(7) == 7.0
    assert expected(-9) == 0.0


def test_evaluation_likes_what_helps_the_team() -> None:
    plain = turn_of(invasion(WARRIOR, MAGE), 0)

    def worth(change: str) -> float:
        state = invasion(WARRIOR, MAGE)
        if change == "sword":
            hero(state, 0, sword=3)
        elif change == "wound":
            hero(state, 1, life=4)
        elif change == "monster":
            monster(state, 1, "G7")
            monster(state, 2, "G8")
        elif change == "manticore":
            manticore(state, 7)
        elif change == "strike":
            manticore(state, 7, life=1)
        return GAME.bot.win_chances(turn_of(state, 0))[0]

    even = GAME.bot.win_chances(plain)[0]
    assert GAME.bot.win_chances(plain)[1] == even  # a team looks at things with the same eyes
    assert worth("sword") > even
    assert worth("wound") < even
    assert worth("monster") < even
    assert worth("manticore") < even
    assert worth("strike") > worth("manticore")


def test_evaluation_knows_the_end() -> None:
    state = invasion(WARRIOR, DWARF, mode="semicoop")
    manticore(state, 8, life=1)
    hero(state, 0, "H9")
    play(turn_of(state, 0), "attack ne", "type close", "rolled 6", "rolled 1")
    assert [GAME.bot.evaluate(state, seat) for seat in (0, 1)] == [1.0, 0.0]


# Undo


def test_undo_goes_back_over_steps_but_not_over_chance_or_the_turn() -> None:
    match = Match(GAME, GAME.setup(2), Seeded(3))
    source = Stream(8)
    while match.state.step.name() != "menu":
        match.play(match.actor, match.options[source.below(len(match.options))])
    seat = match.actor
    earlier = match.undoable(seat)
    steps = [action for action in match.options if action.verb.name == "move"]
    before = table_of(match).heroes[seat].cell
    match.play(seat, steps[0])
    assert match.undoable(seat) == earlier + 1
    match.undo(seat)
    assert table_of(match).heroes[seat].cell == before
    match.play(seat, "end-turn")
    assert match.undoable(seat) == 0
