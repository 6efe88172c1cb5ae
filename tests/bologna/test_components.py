"""Dice, catalogue, goals, and how an edition file is read."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, product
from pathlib import Path

import pytest

from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.rules.actions import CATALOGUE, CHOOSE, GUESS, ROLES, ROLLED3, ROLLED5
from ludoteca.games.bologna.rules.dice import contains, count, packed, spelt
from ludoteca.games.bologna.rules.edition import HOUSE_EDITION as HOUSE
from ludoteca.games.bologna.rules.edition import MANY, BolognaEdition, read_edition
from ludoteca.kernel.errors import EditionError
from ludoteca.kernel.source import Stream
from tests.bologna.table import lay

SYMBOLS = "PTKBWR"


def ruleset() -> BolognaEdition:
    return read_edition(HOUSE)


# The catalogue


def test_the_catalogue_in_its_order() -> None:
    triples = ["".join(word) for word in combinations_with_replacement(SYMBOLS, 3)]
    expected = [
        *(f"start {symbol}" for symbol in "PTKB"),
        "keep",
        "roll5",
        "miracle",
        "let-stand",
        *(f"choose {triple}" for triple in triples),
        *(f"use {symbol}" for symbol in SYMBOLS),
        *(f"wild {symbol}" for symbol in "PTBWR"),
        *(f"pair {symbol} {books}" for symbol in "PWR" for books in range(3)),
        *(f"target +{offset}" for offset in range(7)),
        *(f"steal +{offset}" for offset in range(1, 7)),
        "from-pool",
        "cancel",
        "suffer",
        *(f"discard {symbol}" for symbol in "PTK"),
        *(f"guess +{offset} {role}" for offset in range(1, 7) for role in ROLES[:5]),
        "end-turn",
    ]
    assert [action.text for action in CATALOGUE.decisions] == expected
    assert len(expected) == 134


def test_the_outcomes_of_chance() -> None:
    sizes = {
        verb.name + str(len(verb.actions)): len(verb.actions) for verb in CATALOGUE.verbs if verb.by_chance
    }
    assert sizes == {"rolled56": 56, "rolled252": 252, "dealt7": 7, "first7": 7}
    assert len(CATALOGUE.outcomes) == 252 + 56 + 7 + 7


def test_every_action_prints_and_parses_back() -> None:
    for shelf in (CATALOGUE.decisions, CATALOGUE.outcomes):
        for index, action in enumerate(shelf):
            assert action.index == index
            assert CATALOGUE.parse(action.text) is action
    assert GUESS.at(6, 4) is CATALOGUE.parse("guess +6 cardinal")


def test_no_list_of_options_is_longer_than_36() -> None:
    held = (2, 2, 2, 2)
    table = lay(held, seats=7, roles={0: "innkeeper", 6: "brigand"}, chosen="KKW")
    assert len(table.options) == 36


# Dice


def test_packed_dice_count_and_contain() -> None:
    assert spelt(packed("PPTKW")) == "PPTKW"
    assert [count(packed("PPTKW"), symbol) for symbol in range(6)] == [2, 1, 1, 0, 1, 0]
    for whole in combinations_with_replacement(SYMBOLS, 5):
        for part in combinations_with_replacement(SYMBOLS, 2):
            inside = all(whole.count(symbol) >= part.count(symbol) for symbol in part)
            assert contains(packed("".join(whole)), packed("".join(part))) is inside


def test_the_weights_of_three_and_five_dice() -> None:
    edition = ruleset()
    assert sum(edition.odds3) == 216
    assert sum(edition.odds5) == 7776
    for dice, weights, verb in ((3, edition.odds3, ROLLED3), (5, edition.odds5, ROLLED5)):
        counted = dict.fromkeys((action.text for action in verb.actions), 0)
        for throw in product(SYMBOLS, repeat=dice):
            counted[f"rolled {''.join(sorted(throw, key=SYMBOLS.index))}"] += 1
        assert list(counted.values()) == weights


@pytest.mark.rule("BOL-5.20", "BOL-5.30", "BOL-5.40")
def test_the_odds_of_the_three_events() -> None:
    def chance(received: str, event: str) -> Fraction:
        found = 0
        table = lay(received=received, seats=4)
        if received:
            table.play("keep")
        odds = table.state.step.odds(table.state)
        for action, weight in odds:
            twin = table.state.copy()
            twin.journal = []
            twin.play(action)
            found += weight * any(told.kind.name == event for told in twin.journal)
        return Fraction(found, sum(weight for _, weight in odds))

    assert chance("", "pork_feast") == Fraction(4, 7776)
    assert chance("", "earthquake") == Fraction(32, 7776)
    assert chance("", "feast_of_fools") == Fraction(720, 7776)
    assert chance("KK", "pork_feast") == Fraction(1, 216)
    assert chance("WR", "earthquake") == Fraction(8, 216)
    assert chance("PT", "feast_of_fools") == Fraction(24, 216)


def test_throwing_dice_one_by_one_follows_the_odds() -> None:
    table = lay(received="PT").play("keep")
    step, state = table.state.step, table.state
    source = Stream(5, "dice")
    seen = dict.fromkeys((action.text for action in ROLLED3.actions), 0)
    throws = 21_600
    for _ in range(throws):
        seen[step.sample(state, source).text] += 1
    expected = [weight * throws / 216 for weight in ruleset().odds3]
    chi = sum((found - due) ** 2 / due for found, due in zip(seen.values(), expected, strict=True))
    assert chi < 100  # 55 degrees of freedom: once in 5,000


def test_the_number_of_triples_to_choose_from() -> None:
    by_pattern = {"PTKBW": 10, "PPTKB": 7, "PPTTK": 5, "PPPTK": 4, "PPPTT": 3, "PPPPT": 2, "PPPPP": 1}
    for word, number in by_pattern.items():
        assert sum(contains(packed(word), packed(action.text[-3:])) for action in CHOOSE.actions) == number


# Editions


@pytest.mark.rule("BOL-1.2", "BOL-4.3")
def test_the_house_edition() -> None:
    edition = ruleset()
    assert edition.supply == [24, 24, 24, 24]
    assert edition.skip_tokens == 3
    assert edition.faces == [0, 1, 2, 3, 4, 5]
    assert edition.hoard == 8
    assert edition.hoarded == [0, 2, 3]
    goals = [list(zip(goal.low, goal.high, strict=True)) for goal in edition.goals]
    any_number, none = (0, MANY), (0, 0)

    def at_least(number: int) -> tuple[int, int]:
        return number, MANY

    assert goals == [
        [at_least(2), at_least(2), at_least(2), at_least(5)],
        [at_least(4), at_least(2), at_least(5), any_number],
        [at_least(4), at_least(6), any_number, none],
        [at_least(5), any_number, none, at_least(4)],
        [at_least(2), at_least(4), at_least(4), at_least(2)],
        [at_least(2), (2, 2), at_least(2), (2, 2)],
    ]
    assert GAME.edition(None) is GAME.edition(HOUSE)


@pytest.mark.rule("BOL-1.7", "BOL-4.3")
def test_the_rulebook_lists_the_goals_that_are_played() -> None:
    """What each role needs is no secret: anybody may read it, and it is what the rules go by."""
    edition = ruleset()
    listed = GAME.rules()["BOL-4.3"]
    for name, goal in zip(edition.names, edition.goals, strict=False):
        wanted = []
        for kind, low, high in zip(("People", "Tower", "Book", "Bologna"), goal.low, goal.high, strict=True):
            exact = "any" if low == 0 else f"{low}+"
            wanted.append(f"{exact if high == MANY else f'exactly {low}'} {kind}")
        assert f"{name}: {', '.join(wanted)}" in listed
    assert f"Brigand: {edition.hoard}+ of People, Book or Bologna" in listed


DEAN = '[roles.dean]\nname = "High Dean"\ngoal = { people = "4+", tower = "2+", book = "5+", bologna = "-" }'


@pytest.mark.parametrize(
    ("old", "new", "entry", "expected"),
    [
        ('"wine", "rat"]', '"wine", "cat"]', "dice.faces", "found “cat”; expected people, tower,"),
        (', "rat"]', "]", "dice.faces", "found 5 faces; expected 6"),
        ('"wine", "rat"]', '"wine", 6]', "dice.faces", "found 6 in the list; expected texts"),
        ("[dice]", "[die]", "dice", "missing; expected a table"),
        ("book = 24\n", "", "tokens.book", "missing; expected a number from 1 to 99"),
        ("book = 24", "book = 0", "tokens.book", "found 0; expected a number from 1 to 99"),
        ("book = 24", "book = true", "tokens.book", "found True; expected a number from 1 to 99"),
        ("people = 24", "people = 20", "tokens.people", "expected at least 21 for the start with 7 players"),
        ("skip_turn = 3", "skip_turn = 8", "tokens.skip_turn", "found 8; expected a number from 0 to 7"),
        ("[roles.dean]", "[roles.pope]", "roles.pope", "unknown role; expected prince, dean,"),
        (DEAN, "", "roles.dean", "missing; expected a table"),
        ('name = "High Dean"\n', "", "roles.dean.name", "missing; expected a text"),
        ('book = "5+"', 'book = "many"', "roles.dean.goal.book", "found “many”; expected “3+”, “3” or “-”"),
        ('book = "5+"', 'book = "²"', "roles.dean.goal.book", "found “²”; expected “3+”, “3” or “-”"),
        ('book = "5+"', "book = 5", "roles.dean.goal.book", "found 5; expected a text"),
        (', book = "5+"', "", "roles.dean.goal.book", "missing; expected a text"),
        ("collect = 8", "collect = 0", "roles.brigand.collect", "found 0; expected a number from 1 to 99"),
        (
            '["people", "book", "bologna"]',
            '["people", "wine"]',
            "roles.brigand.one_of",
            "found “wine”; expected",
        ),
        (
            '["people", "book", "bologna"]',
            '["people", "tower"]',
            "roles.brigand.one_of",
            "expected at least two of people, book, bologna",
        ),
        ("7 = { people", "8 = { people", "start.8", "expected a number of players from 2 to 7"),
        ("free = 1", "free = 2", "start.7.free", "found 2; expected a number from 0 to 1"),
        ("free = 1", "wine = 1", "start.7.wine", "expected free, people, tower, book, bologna"),
        ('name = "bologna-house-1"', "", "edition.name", "missing; expected a text"),
        ("[edition]", "[edition", "file", "expected TOML: "),
    ],
)
def test_an_edition_that_does_not_fit(tmp_path: Path, old: str, new: str, entry: str, expected: str) -> None:
    text = HOUSE.read_text(encoding="utf-8")
    assert text.count(old) == 1, old
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        GAME.setup(3, {}, path)
    assert (caught.value.file, caught.value.entry) == ("mine.toml", entry)
    assert caught.value.expected.startswith(expected)
    assert str(caught.value) == f"mine.toml: line {caught.value.line}: {entry}: {caught.value.expected}"


def test_an_edition_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=r"none\.toml: file: cannot be read: No such file"):
        read_edition(tmp_path / "none.toml")
    (tmp_path / "latin.toml").write_bytes(b'name = "\xe8"')
    with pytest.raises(EditionError, match=r"latin\.toml: line 1: byte 8: expected text in UTF-8"):
        read_edition(tmp_path / "latin.toml")


def test_an_owner_plays_with_his_own_dice(tmp_path: Path) -> None:
    text = HOUSE.read_text(encoding="utf-8").replace('"wine", "rat"]', '"wine", "wine"]')
    path = tmp_path / "mine.toml"
    path.write_text(text.replace("bologna-house-1", "my-bologna"), encoding="utf-8")
    setup = GAME.setup(3, {"first_player": "seat0"}, path)
    assert setup.edition.label.startswith("my-bologna ")
    assert setup.edition.label != f"my-bologna {GAME.edition(None).digest}"
    state = GAME.start(setup)
    state.settle()
    while state.step.name() != "roll":
        state.play(state.step.odds(state)[0][0])
    odds = {action.text: weight for action, weight in state.step.odds(state)}
    assert sum(odds.values()) == 7776
    assert odds["rolled WWWWW"] == 32
    assert "rolled PTKBR" not in odds
