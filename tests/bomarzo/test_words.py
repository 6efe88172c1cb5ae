"""Sentences: every language says everything, and every refusal can be understood."""

import re
import tomllib
from pathlib import Path

import pytest

from ludoteca.games.bomarzo import GAME
from ludoteca.kernel.actions import Action
from ludoteca.kernel.events import EVERYONE, Event
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import holes

FOLDER = Path(GAME.folder)

# Everything a player can be refused, with an action that meets it and the sentence a newcomer reads.
OBJECTIONS = {
    "BOM-4.3": (
        "pass",
        "You can still harvest, and harvests cost nothing: as long as one is left you may not pass",
    ),
    "BOM-4.3/never": (
        "pass",
        "At this table nobody may pass while a pawn can be placed without discarding cards",
    ),
    "BOM-4.5": ("harvest caves", "You have already harvested the Caves this season"),
    "BOM-4.6": (
        "invoke dea",
        "One of your pawns already stands on Dea; a second one needs an unused repetition power",
    ),
    "BOM-4.7": (
        "invoke gigante",
        "You cannot pay what Gigante asks now, not even with wine and cards from your hand",
    ),
    "BOM-5.5": ("gift food", "Gifts are laid in the order food, coins, wine, and you have already gone on"),
    "BOM-6.1/food": ("pay coin", "This slot asks for food: pay food, wine, or a card that stands for food"),
    "BOM-6.1/coin": (
        "pay food",
        "This slot asks for a coin: pay a coin, wine, or a card that stands for a coin",
    ),
    "BOM-6.1/no-food": ("pay food", "You have no food"),
    "BOM-6.1/no-coin": ("pay coin", "You have no coins"),
    "BOM-6.1/no-wine": ("gift wine", "You have no wine"),
    "BOM-6.2": ("pay card-as-food", "You have no card in hand that you could discard"),
    "BOM-6.2/worship": (
        "pay card-as-coin",
        "Anything will do here, so a discarded card is simply paid as food",
    ),
    "BOM-6.4": ("pay coin-as-food", "You have no unused exchanging power"),
    "BOM-6.4/direction": (
        "pay food-as-coin",
        "In one payment the exchanging power works in one direction only, and you have used it the other way",
    ),
    "BOM-6.4/needless": ("pay food-as-coin", "This slot takes anything, so there is nothing to exchange"),
    "BOM-6.5": ("pay wine", "If you pay with that, you cannot fill the remaining slots"),
    "BOM-7.1": (
        "invoke orco",
        "Orco is asleep: two wines lie there, and nobody can wake it before the next season",
    ),
    "BOM-7.2": ("copy", "Copying would do nothing for you"),
    "BOM-7.3": (
        "copy",
        "A copy costs exactly what the other player spent, kind by kind, and you do not have that",
    ),
    "BOM-7.3/wine": (
        "copy",
        "You do not have the wine that a copy costs: two more than the other player spent",
    ),
    "BOM-7.4": ("pay wine", "A copy must be paid in kind: wine does not stand for food or coins here"),
    "BOM-7.4/food": (
        "pay coin",
        "This slot of the copy asks for food: pay food, or a card that stands for food",
    ),
    "BOM-7.4/coin": (
        "pay food",
        "This slot of the copy asks for a coin: pay a coin, or a card that stands for a coin",
    ),
    "BOM-8.2": ("orco-take dea coin", "Dea has no coins to take"),
    "BOM-8.2/kind": ("orco-pick food", "There is no food there to take"),
    "BOM-8.2/sweep": ("orco-sweep", "On the other divinities lies neither food nor a coin"),
    "BOM-8.2/self": ("orco-take orco food", "Orco eats from the other divinities, not from his own plate"),
    "BOM-8.3": ("worker wine", "That worker stands at the end of its row already"),
    "BOM-8.4": ("play 12", "Alphabet does not show the symbol of this divinity"),
    "BOM-9.7": ("advance science", "You are already at the end of the Science track"),
    "BOM-10.3": ("raise 3", "The reserve does not have these cubes"),
    "BOM-12.3": ("assign knowledge", "The card does not show the Knowledge symbol"),
    "BOM-13.2/brown": ("pay food-as-coin", "In a brown season the powers of cards do not work"),
    "BOM-13.2/green": (
        "copy",
        "In a green season you have two actions, and at this table a copy is one",
    ),
    "BOM-13.2/yellow": (
        "invoke dea",
        "In a yellow season the repetition power rests",
    ),
    "BOM-14.1": ("worship-draw 7", "There are not so many worship cards left in their deck"),
    "BOM-14.2": ("worship-draw 0", "You have already drawn worship cards this turn"),
    "BOM-14.2/price": (
        "worship-draw 3",
        "You cannot pay for so many worship cards: each beyond the first costs two resources",
    ),
    "BOM-14.3": ("worship-draw 0", "You already hold as many worship cards as one may"),
}


def speaker(language: str = "en") -> Speaker:
    return Speaker(GAME, GAME.edition(None), 4, ["Ada", "Ben", "Cleo", "Dino"], language)


@pytest.mark.parametrize("objection", OBJECTIONS)
def test_every_objection_has_a_sentence_and_its_rule(objection: str) -> None:
    text, sentence = OBJECTIONS[objection]
    action = GAME.catalogue.parse(text)
    rule = objection.partition("/")[0]
    assert speaker().objection(objection, action, 0) == f"{sentence} ({rule})"
    assert rule in GAME.rules()
    italian = speaker("it").objection(objection, action, 0)
    assert italian.endswith(f"({rule})") and sentence not in italian and "{" not in italian


def test_the_list_of_objections_is_that_of_the_rules() -> None:
    written: set[str] = set()
    for path in [FOLDER / "rules" / "scoring.py", *(FOLDER / "rules" / "steps").glob("*.py")]:
        written |= set(re.findall(r'"(BOM-\d+\.\d+(?:/[\w-]+)?)"', path.read_text(encoding="utf-8")))
    assert written == set(OBJECTIONS)
    for language in GAME.languages():
        assert set(GAME.words(language).sections["objection"]) == set(OBJECTIONS)


def test_all_languages_have_the_same_keys_and_holes() -> None:
    books = [
        tomllib.loads((FOLDER / "words" / f"{one}.toml").read_text(encoding="utf-8")) for one in ("en", "it")
    ]
    english, italian = books
    assert list(english) == list(italian)
    for section in english:
        assert list(english[section]) == list(italian[section]), section
        for key, template in english[section].items():
            other = italian[section][key]
            if section == "noun":
                assert len(template) == len(other), key
            else:
                assert holes(template) == holes(other), f"{section}.{key}"


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_action_and_every_event_is_said_in_full(language: str) -> None:
    voice = speaker(language)
    for action in [*GAME.catalogue.decisions, *GAME.catalogue.outcomes]:
        assert "{" not in voice.action(action, 0) and "?" not in voice.action(action, 0)
    for kind in GAME.events.all:
        event = Event(kind, tuple(1 for _ in kind.fields), EVERYONE)
        said = voice.event(event)
        assert "{" not in said
        assert said or kind.name in ("turn_over", "lies")
        assert kind.rule in GAME.rules()


def test_an_option_has_a_name_and_a_help_for_each_value() -> None:
    for language in GAME.languages():
        said = GAME.words(language).sections["option"]
        for option in GAME.options:
            assert option.key in said and f"{option.key}.help" in said
            assert all(f"{option.key}.{word}" in said for word in option.words)
            assert option.rule in GAME.rules()


@pytest.mark.parametrize(
    ("language", "gained", "taken"),
    [
        ("en", "Ada gains coins: 3", "All coins from Dea"),
        ("it", "Ada guadagna monete: 3", "Prendi tutto da Dea: monete"),
    ],
)
def test_several_coins_are_not_one(language: str, gained: str, taken: str) -> None:
    voice = speaker(language)
    income = next(kind for kind in GAME.events.all if kind.name == "gained")
    assert voice.event(Event(income, (0, 3, 1), EVERYONE)) == gained
    assert voice.action(GAME.catalogue.parse("orco-take dea coin"), 0) == taken


def test_cards_are_called_by_their_names() -> None:
    voice = speaker()
    assert voice.spell("card", 1) == "Altar"
    assert voice.spell("upgrade", 1) == "Cathedral"
    assert voice.spell("card", -1) == "?"
    assert (speaker("it").spell("card", 1), speaker("it").spell("upgrade", 1)) == ("Altare", "Cattedrale")
    top = next(kind for kind in GAME.events.all if kind.name == "top_shown")
    assert voice.event(Event(top, (1,), EVERYONE)) == "On top of the deck now: Cathedral"
    action: Action = GAME.catalogue.parse("worship-draw 2")
    assert voice.action(action, 0).startswith("Draw worship cards: 3 (")


def test_every_rule_says_whether_it_is_printed_a_ruling_or_the_houses() -> None:
    text = (GAME.folder / "rules.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("- **BOM-")]
    assert len(lines) == len(GAME.rules())
    assert [
        line for line in lines if not re.match(r"- \*\*BOM-\S+\*\* \*(printed|ruling|house)\* ", line)
    ] == []


@pytest.mark.rule("BOM-1.9", "BOM-4.2", "BOM-4.5", "BOM-5.5", "BOM-12.7", "BOM-13.1")
def test_what_the_rulebook_says_is_not_called_a_ruling() -> None:
    origins = GAME.rule_origins()
    for rule in ("BOM-1.9", "BOM-4.2", "BOM-4.5", "BOM-5.5", "BOM-12.7", "BOM-13.1"):
        assert origins[rule] == "printed", rule
