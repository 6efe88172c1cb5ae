"""The house edition, and files that do not describe a game of Bomarzo."""

import re
from collections import Counter
from pathlib import Path

import pytest

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.cards import count, members
from ludoteca.games.bomarzo.rules.edition import (
    BENEFITS,
    HOUSE_EDITION,
    TEMPLES,
    BomarzoEdition,
    read_edition,
)
from ludoteca.kernel.errors import EditionError

TEXT = HOUSE_EDITION.read_text(encoding="utf-8")


def house_edition() -> BomarzoEdition:
    return read_edition(HOUSE_EDITION)


def test_the_house_edition_is_read_once() -> None:
    assert GAME.edition(None) is GAME.edition(HOUSE_EDITION)
    assert house_edition().label == GAME.edition(None).label


def test_cards_are_spread_evenly() -> None:
    edition = house_edition()
    cards = range(1, 46)
    assert [count(showing) for showing in edition.showing] == [19, 19, 19]
    assert count(edition.two_fields) == 12
    assert Counter(edition.temple[card] for card in cards) == dict.fromkeys(range(len(TEMPLES)), 9)
    assert Counter(edition.devotion[card] for card in cards) == dict.fromkeys(range(1, 6), 9)
    first = [[edition.first_steps[card][track] for card in cards] for track in range(3)]
    second = [[edition.second_steps[card][track] for card in cards] for track in range(3)]
    assert [sum(steps) for steps in first] == [18, 18, 18]
    assert [sum(steps) for steps in second] == [32, 32, 32]
    assert {len(members(cards)) > 0 for cards in edition.giving} == {True}
    assert len(BENEFITS) == len(edition.giving)
    assert edition.row_end == [5, 5, 5, 5, 6]
    assert (sum(edition.first_prize), sum(edition.second_prize)) == (15, 8)
    assert sum(edition.token_counts) == 12


BROKEN = [
    ("food = 30", "food = 0", "supply.food: found 0; expected a number from 1 to 99"),
    ("wine = 15\n", "", "supply.wine: missing"),
    ("seasons = 8", "seasons = 9", "edition.seasons"),
    ("4 = 2 }", "4 = 6 }", "start.pawns.4: found 6"),
    (
        "last_seat_bonus_players = [4]",
        "last_seat_bonus_players = [7]",
        "found 7; expected numbers of players",
    ),
    ("pawn = [3, 6]", "pawn = [3, 5, 6]", "village.pawn: found 3 symbols; expected at most 2"),
    ("card = [2, 5]", "card = [5, 2]", "village.card: found [5, 2]; expected growing numbers"),
    ("pawn = [3, 6]", "pawns = [3, 6]", "village.pawns: unknown; expected food, coin"),
    ("caves = [3, 2, 1, 1]", "caves = [3, 2, 1]", "harvest.caves: found [3, 2, 1]; expected 4 numbers"),
    ("points_at = [4, 8]", "points_at = [4, 12]", "tracks.points_at"),
    ("first = [3, 3, 3, 2, 2, 1, 1, 0]", "first = [3, 3]", "prizes.first: found [3, 3]; expected 8 numbers"),
    ("points = [0, 0, 0, 1, 2, 4]", "points = [0, 4]", "temple.points"),
    ("dormant_at = 2", "dormant_at = 0", "wine.dormant_at: found 0"),
    ('scores = "science"', 'scores = "food"', "divinities.scores: no divinity scores “science”"),
    ('scores = "science"', 'scores = "magic"', "divinities.genio.scores: found “magic”; expected one of"),
    ("moss = [0, 0, 0]", "moss = [9, 0, 0]", "divinities.genio.moss: expected no more than the tribute"),
    ("genio = {", "genie = {", "divinities.genie: unknown; expected genio"),
    ("white = 4", "white = -1", "season_tokens.white"),
    ("white = 4\nblack = 2", "white = 0\nblack = 0", "season_tokens: found 6 tokens"),
    ("most_held = 2", "most_held = 3", "worship.most_held: found 3"),
    ("number = 45", "number = 44", "card[45].number: card 44 is there twice"),
    ("[[card]]\nnumber = 1\n", "[[cards]]\nnumber = 1\n", "card: found 44 cards; expected 45"),
    ('fields = ["building"]', 'fields = ["castle"]', "card[1].fields: found “castle”"),
    (
        'fields = ["building"]',
        "fields = []",
        "card[1].fields: found []; expected one or two different fields",
    ),
    ('temple = "moon"', 'temple = "comet"', "card[1].first.temple: found “comet”"),
    ('benefit = "drago"', 'benefit = "gold"', "card[1].second.benefit: found “gold”"),
    ("steps = [1, 0, 0]", "steps = [1, 0]", "card[1].first.steps: found [1, 0]; expected 3 numbers"),
    ("devotion = 4", 'devotion = "much"', "card[1].first.devotion: found 'much'"),
]


@pytest.mark.parametrize(("old", "new", "message"), BROKEN, ids=[message[:24] for _, _, message in BROKEN])
def test_a_wrong_file_is_refused_with_the_entry_and_what_was_expected(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in TEXT
    path = tmp_path / "mine.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(EditionError, match=re.escape(message)) as caught:
        read_edition(path)
    assert str(caught.value).startswith("mine.toml: ")


def test_another_edition_plays(tmp_path: Path) -> None:
    path = tmp_path / "short.toml"
    path.write_text(TEXT.replace("seasons = 8", "seasons = 2").replace("house-1", "short"), encoding="utf-8")
    setup = GAME.setup(2, edition=path)
    assert setup.edition.name == "bomarzo-short"
    state = GAME.start(setup)
    state.settle()
    assert state.ruleset.edition.seasons == 2
