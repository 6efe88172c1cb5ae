"""Both phrase books say everything, and say it with the same holes."""

from pathlib import Path

import pytest

from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.board.spelling import effect
from ludoteca.games.bosa.rules.edition import Card, read_edition
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import holes
from tests.bosa.table import HOUSE, row


def test_there_are_two_languages_with_the_same_keys() -> None:
    assert GAME.languages() == ["en", "it"]
    english, italian = GAME.words("en"), GAME.words("it")
    assert english.sections.keys() == italian.sections.keys()
    for section, templates in english.sections.items():
        assert templates.keys() == italian.sections[section].keys(), section
        for key, template in templates.items():
            assert holes(template) == holes(italian.sections[section][key]), f"{section}.{key}"
    assert {noun: len(words) for noun, words in english.nouns.items()} == {
        noun: len(words) for noun, words in italian.nouns.items()
    }


@pytest.mark.parametrize("language", ["en", "it"])
def test_everything_has_its_sentence(language: str) -> None:
    book = GAME.words(language)
    for kind in GAME.events.all:
        silent = kind.name == "no_patronage"  # where nothing is paid, nothing is told
        assert silent != bool(book.find("event", kind.name)), kind.name
        if kind.partly_secret:
            assert book.find("event", f"{kind.name}.hidden"), kind.name
    for verb in GAME.catalogue.verbs:
        assert book.find("action", verb.name), verb.name
    for option in GAME.options:
        assert book.find("option", option.key)
        assert book.find("option", f"{option.key}.help")
        assert all(book.find("option", f"{option.key}.{word}") for word in option.words)
    for question in ("take", "place", "chooseline", "act", "copypick", "endturn", "pickgoals"):
        assert book.find("question", question)
    for reason in ("points", "coins", "shared"):
        assert book.find("result", reason)


def test_every_objection_names_a_rule() -> None:
    rules = GAME.rules()
    for key in GAME.words("en").sections["objection"]:
        assert key.partition("/")[0] in rules
    for kind in GAME.events.all:
        assert kind.rule in rules
    for option in GAME.options:
        assert option.rule in rules


def spelt(id: str, language: str) -> str:
    card: Card = HOUSE.card(id)
    return effect(card, HOUSE, GAME.words(language))


def test_effects_in_words() -> None:
    assert spelt("s1-red-3", "en") == "1 coin → 2 fish"
    assert spelt("s2-orange-5", "en") == "1 fish, 1 textile and 1 pottery → 7 points and 1 coin"
    assert spelt("s3-red-5", "en") == "1 coin and 1 pottery for each house of this colour"
    assert spelt("s2-red-2", "it") == "3 di una risorsa → 8 punti"
    assert spelt("s2-red-5", "it") == "copia un'altra casa di questo colore"


@pytest.mark.rule("BOS-4.10")
def test_a_card_that_counts_another_colour_says_which(tmp_path: Path) -> None:
    """R23: an edition may name the colour that a card counts."""
    text = GAME.library.house_file.read_text(encoding="utf-8")
    old = 'id = "s3-red-5", colour = "red",'
    assert text.count(old) == 1
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, f'{old} counts = "blue",'), encoding="utf-8")
    edition = read_edition(path)
    told = [effect(edition.card("s3-red-5"), edition, GAME.words(language)) for language in ("en", "it")]
    assert told == [
        "1 coin and 1 pottery for each blue house",
        "1 moneta e 1 ceramica per ogni casa di colore azzurro",
    ]


def test_log_lines() -> None:
    turn = row("st-red", "s1-red-3", goods=(2, 4, 0), coins=2).play("do")
    speaker = Speaker(GAME, HOUSE, 2, ["Ada", "Bice"])
    said = [speaker.event(event) for event in turn.events]
    assert "Ada places Corallo Boat Hire in row 1, column 2" in said
    assert "Ada lets the row work (2 houses)" in said
    assert "Corallo Weaver's House: textile +1 (5)" in said
    assert "Corallo Boat Hire: Ada pays 1 coin (1 left)" in said
    assert "Corallo Boat Hire: fish +2 (4)" in said


@pytest.mark.rule("BOS-5.10", "BOS-5.12")
def test_the_hint_for_a_copied_house_knows_that_it_may_sell() -> None:
    for language, word in (("en", "sells"), ("it", "vende")):
        assert word in str(GAME.words(language).sections["hint"]["copypick"])
