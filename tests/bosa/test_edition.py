"""The house edition as it is, and editions that are refused with file, entry and expectation."""

from collections import Counter
from pathlib import Path

import pytest

from ludoteca.games.bosa import GAME
from ludoteca.games.bosa.rules.edition import HOUSE_EDITION as HOUSE_FILE
from ludoteca.games.bosa.rules.edition import read_edition
from ludoteca.kernel.errors import EditionError
from tests.bosa.table import HOUSE

KINDS_BY_SEASON = {
    "RES1": (6, 6, 0, 0),
    "COINRES": (0, 6, 3, 0),
    "ANY1": (0, 3, 0, 0),
    "ANY2": (0, 0, 3, 3),
    "RESPER": (0, 3, 3, 6),
    "COINPER": (0, 0, 3, 0),
    "BOTHPER": (0, 0, 0, 3),
    "BUY2": (0, 6, 0, 0),
    "SELL1": (0, 6, 6, 6),
    "SELL3": (0, 0, 6, 3),
    "SET": (0, 0, 3, 6),
    "COPY": (0, 0, 3, 3),
}
KINDS_BY_COLOUR = {
    "red": (2, 2, 0, 1, 2, 0, 1, 1, 3, 2, 1, 1),
    "orange": (2, 1, 1, 1, 2, 1, 0, 1, 3, 1, 2, 1),
    "yellow": (2, 1, 0, 1, 2, 1, 0, 1, 3, 2, 2, 1),
    "green": (2, 2, 1, 1, 2, 0, 1, 1, 3, 1, 1, 1),
    "blue": (2, 1, 1, 1, 2, 0, 1, 1, 3, 1, 2, 1),
    "purple": (2, 2, 0, 1, 2, 1, 0, 1, 3, 2, 1, 1),
}


def test_the_cards_are_spread_over_seasons_and_colours() -> None:
    seasons = Counter((card.kind, card.season) for card in HOUSE.cards)
    assert {
        kind: tuple(seasons[kind, season] for season in range(4)) for kind in KINDS_BY_SEASON
    } == KINDS_BY_SEASON
    colours = Counter((HOUSE.colours[card.colour].id, card.kind) for card in HOUSE.cards)
    found = {name: tuple(colours[name, kind] for kind in KINDS_BY_SEASON) for name in KINDS_BY_COLOUR}
    assert found == KINDS_BY_COLOUR
    assert len(HOUSE.cards) == 96
    assert [card.number for card in HOUSE.cards] == list(range(96))


def test_resources_are_even_in_every_kind_and_season() -> None:
    spread = Counter((card.kind, card.season, card.resource) for card in HOUSE.cards if card.resource >= 0)
    for (kind, season, _), number in spread.items():
        assert {spread[kind, season, resource] for resource in range(3)} == {number}


def test_the_numbers_of_the_box() -> None:
    assert (HOUSE.start_coins, HOUSE.start_goods, HOUSE.cap) == (3, [1, 1, 1], 10)
    assert (HOUSE.coin_tokens, HOUSE.hundred_tokens, HOUSE.points_per_leftover) == (
        70,
        10,
        1,
    )
    assert HOUSE.chart == [(3, 3), (6, 7), (9, 12), (12, 18), (15, 25)]
    assert HOUSE.card("st-red").get_goods == [0, 1, 0]
    assert len(HOUSE.goals) == 20


@pytest.mark.rule("BOS-5.11")
def test_the_printed_numbers_of_the_sets() -> None:
    sets = {card.id: (card.get_points, card.get_coins) for card in HOUSE.cards if card.kind == "SET"}
    assert sets == {
        "s2-orange-5": (7, 1),
        "s2-yellow-5": (6, 2),
        "s2-blue-4": (7, 1),
        "s3-red-2": (8, 2),
        "s3-orange-2": (9, 1),
        "s3-yellow-2": (8, 2),
        "s3-green-2": (9, 1),
        "s3-blue-2": (8, 2),
        "s3-purple-2": (9, 1),
    }


def test_the_most_that_each_goal_can_bring() -> None:
    assert [goal.most for goal in HOUSE.goals] == [48] * 6 + [24] * 6 + [
        35,
        32,
        32,
        32,
        32,
        40,
        48,
        48,
    ]


def test_every_component_is_named_in_every_language() -> None:
    named = [card.names for card in HOUSE.cards] + [goal.names for goal in HOUSE.goals]
    for names in [*named, *[colour.names for colour in HOUSE.colours]]:
        assert set(names) == set(GAME.languages())
        assert all(names.values())
    for language in GAME.languages():
        assert len({card.names[language] for card in HOUSE.cards}) == 96


@pytest.mark.parametrize(
    ("old", "new", "entry", "expectation"),
    [
        (
            'colour = "red", kind = "RES1", resource = "textile"',
            'colour = "pink", kind = "RES1", resource = "textile"',
            "cards.start[1].colour",
            "expected one of red, orange",
        ),
        (
            'kind = "BUY2", resource = "fish", en = "Corallo',
            'kind = "BUY9", resource = "fish", en = "Corallo',
            "cards.season_1[3].kind",
            "expected one of RES1",
        ),
        (
            'kind = "RES1", resource = "textile", en = "Corallo',
            'kind = "RES1", en = "Corallo',
            "cards.start[1].resource",
            "missing",
        ),
        (
            'kind = "ANY1", en = "Arancio',
            'kind = "ANY1", resource = "fish", en = "Arancio',
            "cards.season_1[10].resource",
            "prints none",
        ),
        (
            'resource = "textile", en = "Corallo Weaver\'s',
            'resource = "gold", en = "Corallo Weaver\'s',
            "cards.start[1].resource",
            "expected one of fish",
        ),
        ('id = "s1-red-2"', 'id = "s1-red-1"', "cards.season_1[2].id", "a second time"),
        (
            'points = 7, coins = 1, en = "Arancio',
            'points = 7, en = "Arancio',
            "cards.season_2[10].coins",
            "missing",
        ),
        (
            'kind = "SELL3", en = "Corallo Whole',
            'kind = "SELL3", points = 9, en = "Corallo Whole',
            "cards.season_2[2].points",
            "fixed",
        ),
        (
            'kind = "SELL3", en = "Corallo Whole',
            'kind = "SELL3", counts = "red", en = "Corallo Whole',
            "cards.season_2[2].counts",
            "counts no buildings",
        ),
        ('kind = "surround", colour = "red", ', 'kind = "surround", ', "goals.cards[1].colour", "missing"),
        ('kind = "three", ', 'kind = "three", colour = "red", ', "goals.cards[13].colour", "names no colour"),
        ('kind = "three", ', 'kind = "four", ', "goals.cards[13].kind", "expected one of surround"),
        ('kind = "three", ', 'kind = "three", least = 2, ', "goals.cards[13].least", "no groups"),
        ("least = 3, largest = 16", "least = 3, largest = 2", "goals.cards[18].largest", "from 3 to 16"),
        ('id = "group-3"', 'id = "group-2"', "goals.cards[18].id", "a second time"),
        ("2 = 17", "2 = 16", "edition.removed.2", "expected 17"),
        ("{ coins = 6, points = 7 }", "{ coins = 3, points = 7 }", "edition.patronage[2].coins", "from 4"),
        (
            "{ coins = 6, points = 7 }",
            "{ coins = 6, point = 7 }",
            "edition.patronage[2].point",
            "expected coins, points",
        ),
        ('letter = "O"', 'letter = "R"', "edition.colours[2].letter", "another letter"),
        ('letter = "O"', 'letter = "Or"', "edition.colours[2].letter", "one letter"),
        ('id = "orange", letter', 'id = "red", letter', "edition.colours[2].id", "another colour"),
        ('paint = "#E8873A"', 'paint = "orange"', "edition.colours[2].paint", "#rrggbb"),
        ('"sun", "scooter"', '"sun", "sun"', "edition.symbols", "5 different symbols"),
        ("start_coins = 3", "start_coin = 3", "edition.start_coin", "unknown"),
        ("start_coins = 3", 'start_coins = "three"', "edition.start_coins", "expected a number"),
        (
            "fish = 1, textile = 1, pottery = 1 }\nresource_cap",
            "fish = 11, textile = 1, pottery = 1 }\nresource_cap",
            "edition.start_resources.fish",
            "from 0 to 10",
        ),
        (
            "BUY2 = { spend = { coin = 1 }",
            "BUY2 = { spend = { points = 1 }",
            "kinds.BUY2.spend.points",
            "unknown",
        ),
        ("RES1 = { gain = { res = 1 } }", "RES1 = { gain = {} }", "kinds.RES1.gain", "found nothing"),
        (
            "ANY1 = { gain = { any_one = 1 } }",
            "ANY1 = { gain = { any_one = 1, fish = 1 } }",
            "kinds.ANY1.gain.fish",
            "beside any_one",
        ),
        (
            "ANY1 = { gain = { any_one = 1 } }",
            "ANY1 = { spend = { any_one = 1 }, gain = { any_one = 1 } }",
            "kinds.ANY1.gain.any_one",
            "one side only",
        ),
        (
            "COPY = { copy = true }",
            "COPY = { copy = true, per_colour = true }",
            "kinds.COPY.per_colour",
            "expected copy",
        ),
        (
            "SELL3 = { spend = { any_one = 3 }",
            "SELL3 = { spend = { any_one = 0 }",
            "kinds.SELL3.spend.any_one",
            "from 1",
        ),
    ],
)
def test_what_does_not_fit_is_named(tmp_path: Path, old: str, new: str, entry: str, expectation: str) -> None:
    text = HOUSE_FILE.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{text.count(old)} times: {old}"
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        read_edition(path)
    assert caught.value.file == "mine.toml"
    assert caught.value.entry == entry
    assert expectation in caught.value.expected


@pytest.mark.parametrize(
    ("id", "entry", "expectation"),
    [
        ("st-red", "cards.start", "found 5 cards; expected 6"),
        ("s2-blue-4", "cards.season_2", "found 29 cards; expected 30"),
        ("group-5", "goals.cards", "found 19 goals; expected 20"),
        ("purple", "edition.colours", "found 5 colours; expected 6"),
    ],
)
def test_what_is_missing_is_counted(tmp_path: Path, id: str, entry: str, expectation: str) -> None:
    lines = HOUSE_FILE.read_text(encoding="utf-8").splitlines(keepends=True)
    path = tmp_path / "mine.toml"
    path.write_text("".join(line for line in lines if f'{{ id = "{id}",' not in line), encoding="utf-8")
    with pytest.raises(EditionError) as caught:
        read_edition(path)
    assert (caught.value.entry, caught.value.expected) == (entry, expectation)


def test_an_own_edition_is_played_with(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = HOUSE_FILE.read_text(encoding="utf-8")
    path.write_text(
        text.replace('name = "bosa-house-1"', 'name = "mine"').replace("start_coins = 3", "start_coins = 4")
    )
    state = GAME.start(GAME.setup(3, edition=path))
    assert [town.coins for town in state.towns] == [4, 4, 4]
    assert GAME.setup(3, edition=path).edition.label.startswith("mine ")
    assert GAME.edition(HOUSE_FILE) is HOUSE
