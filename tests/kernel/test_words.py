"""Phrase books and speakers."""

from __future__ import annotations

import pytest

from ludoteca.games import load
from ludoteca.kernel.croupier import Scripted
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.events import EVERYONE, HIDDEN, NO_ONE, Audience, Event, EventKinds, only, sees
from ludoteca.kernel.match import Match
from ludoteca.kernel.speaker import Speaker
from ludoteca.kernel.words import PhraseBook, fill, holes
from tests.kernel.tiny import DREW, GAME, PEEKED, STOPPED, TOOK


def speaker(language: str = "en", names: tuple[str, ...] = ("Ada",)) -> Speaker:
    return Speaker(GAME, GAME.edition(None), 2, names, language)


@pytest.mark.parametrize(
    ("food", "wine", "said"),
    [
        (2, 1, "Ada pays 2 food, 1 cup of wine"),
        (0, 3, "Ada pays 3 cups of wine"),
        (2, 0, "Ada pays 2 food"),
        (0, 0, ""),
    ],
)
def test_a_list_leaves_out_what_is_nothing(food: int, wine: int, said: str) -> None:
    template = "{seat} pays [{food} food][{wine} {wine|cup|cups} of wine]"
    texts = {"seat": "Ada", "food": str(food), "wine": str(wine)}
    assert fill(template, texts, {"seat": 1, "food": food, "wine": wine}) == said


@pytest.mark.parametrize(
    ("template", "filled"),
    [
        ("{seat} takes {count} {count|token|tokens}", "Ada takes 2 tokens"),
        ("{seat} takes {one} {one|token|tokens}", "Ada takes 1 token"),
        ("{one|it is|they are} there", "It is there"),
        ("nobody", "Nobody"),
        ("{unknown} stays", "{unknown} stays"),
        ("", ""),
    ],
)
def test_holes_are_filled(template: str, filled: str) -> None:
    texts = {"seat": "Ada", "count": "2", "one": "1"}
    assert fill(template, texts, {"count": 2, "one": 1}) == filled


def test_holes_are_found() -> None:
    assert holes("{a} and {b|one|many} {a}") == {"a", "b"}


def test_a_book_falls_back() -> None:
    book = PhraseBook("en", {"objection": {"X-1": "no", "X-1/b": "never"}}, {"card": ["ace"]})
    assert book.find("objection", "X-1/a") == "no"
    assert book.find("objection", "X-1/b") == "never"
    assert book.find("objection", "X-2") is None
    assert book.phrase("objection", "X-2") == "X-2"
    assert book.noun("card", 0) == "ace"
    assert book.noun("card", 1) == "1"
    assert book.noun("card", -1) == "-1"
    assert book.noun("stone", 3) == "3"


def test_words_are_joined() -> None:
    book = GAME.words("en")
    assert [book.join(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "",
        "a",
        "a and b",
        "a, b and c",
    ]


def test_a_language_nobody_speaks() -> None:
    with pytest.raises(LudotecaError, match="Tiny does not speak “la”; it speaks en, it"):
        GAME.words("la")
    assert GAME.languages() == ["en", "it"]
    assert GAME.words("it") is GAME.words("it")


def test_events_in_words() -> None:
    said = speaker()
    assert said.event(Event(TOOK, (0, 1), EVERYONE)) == "Ada takes 1 pebble"
    assert said.event(Event(TOOK, (1, 3), EVERYONE)) == "Seat 1 takes 3 pebbles"
    assert said.event(Event(PEEKED, (0,), EVERYONE)) == ""  # the book chooses to be silent
    assert said.event(Event(STOPPED, (0,), EVERYONE)) == "Stopped"  # the book does not know
    assert speaker("it").event(Event(TOOK, (0, 1), EVERYONE)) == "Ada takes 1 sasso"


def test_secret_values_are_told_to_the_audience_alone() -> None:
    event = Event(DREW, (0, 2), only(0))
    said = speaker()
    mine, others = event.seen_by(0), event.seen_by(1)
    assert mine is event
    assert said.event(mine) == "Ada draws the Two"
    assert others is not None
    assert others.values == (0, HIDDEN)
    assert others.veiled
    assert others.text() == "drew 0 ?"
    assert said.event(others) == "Ada draws a card"
    assert Event(TOOK, (0, 1), only(0)).seen_by(1) is None
    assert event.value("card") == 2
    with pytest.raises(KeyError):
        event.value("seat?")


def test_audiences() -> None:
    assert sees(EVERYONE, 3)
    assert sees(EVERYONE, -1)
    assert sees(only(2), 2)
    assert not sees(only(2), 1)
    assert not sees(only(2), -1)
    assert not sees(NO_ONE, 0)
    assert sees(Audience(only(1) | only(3)), 3)


def test_kinds_of_events_are_collected() -> None:
    kinds = EventKinds()
    kind = kinds.kind("hit", "seat victim=seat card?", "X-1", closes=True)
    assert kinds.all == [kind]
    assert [(field.label, field.noun, field.secret) for field in kind.fields] == [
        ("seat", "seat", False),
        ("victim", "seat", False),
        ("card", "card", True),
    ]
    assert kind.partly_secret
    assert kind.closes
    assert not kind.reveals


def test_offsets_are_spoken_as_seats() -> None:
    bologna = load("bologna")
    said = Speaker(bologna, bologna.edition(None), 3, ["Ada", "Ben", "Cleo"])
    steal = bologna.catalogue.parse("steal +2")
    assert said.action(steal, 1) == "Steal from Ada"
    assert said.action(bologna.catalogue.parse("guess +1 dean"), 2) == "Ada is the High Dean!"
    assert said.objection("BOL-4.8", steal, 1) == "Ada has left the game (BOL-4.8)"
    assert said.spell("seat", 5) == "nobody"
    assert said.spell("number", 5) == "5"


def test_every_objection_of_bologna_has_its_sentence_and_rule() -> None:
    bologna = load("bologna")
    for language in bologna.languages():
        for objection in bologna.words(language).sections["objection"]:
            assert objection.partition("/")[0] in bologna.rules()


def test_questions_in_words() -> None:
    match = Match(GAME, GAME.setup(2, {"pebbles": 1}), Scripted(["dealt one", "dealt one"]), ["Ada", "Ben"])
    assert match.speaker().question(match.state.step, match.state) == "Ada, how many of the 1 pebble?"
