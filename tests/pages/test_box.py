"""Everything in the box: every component drawn and in words, what rules govern, what may be remembered."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from ludoteca.games import HOUSE_GAMES, load
from ludoteca.house.web.pages.box import box_of
from ludoteca.house.web.pages.governed import Governed
from ludoteca.house.web.pages.hints import CITED
from ludoteca.house.web.pages.rule_pages import seen_decks, usual_setup
from ludoteca.house.web.pages.rulebook import written_rulebook
from ludoteca.house.web.pages.texts import LANGUAGES, texts
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.game import presentation_of
from ludoteca.kernel.match import Match
from ludoteca.kernel.source import Stream
from tests.pages.test_rulebook import Balance

COMPONENTS = {
    "bello_divorum": {"pantheon": 6, "power": 18, "place": 49},
    "bologna": {"role": 7, "token": 4, "symbol": 6, "stall": 4, "pair": 3, "deus": 1},
    "bomarzo": {
        "statue": 8,
        "card": 45,
        "area": 3,
        "row": 5,
        "track": 3,
        "field": 3,
        "token": 5,
        "worship": 1,
    },
    "bosa": {"card": 96, "goal": 20, "tower": 5, "boat": 3, "colour": 6},
    "manticore": {"class": 4, "being": 8, "kind": 8, "location": 10, "token": 15, "type": 3},
}
"""How many components of each kind are in the box, as the rulebooks count them."""


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_component_is_in_the_box_drawn_and_in_words(name: str) -> None:
    game = load(name)
    setup = usual_setup(game)
    for language in LANGUAGES:
        shelves = box_of(game, setup, language)
        pieces = [piece for shelf in shelves for piece in shelf.pieces]
        assert len({piece.id for piece in pieces}) == len(pieces)
        for piece in pieces:
            assert piece.title and piece.text and piece.picture, piece.id
            assert piece.rule in game.rules(), piece.id
            assert not re.search(r"\{\w+\}|\b[a-z]+_[a-z]+\b", f"{piece.title} {piece.text}"), piece
        assert all(shelf.title != shelf.id.removeprefix("box-") for shelf in shelves)
        counted = Counter(piece.id.split("-")[1] for piece in pieces)
        for kind, number in COMPONENTS[name].items():
            assert counted[kind] == number, (kind, counted)


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_table_has_a_box(name: str) -> None:
    game = load(name)
    for options in game.presets.values():
        assert box_of(game, game.setup(game.most - 1, options), "en")


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_every_decision_has_a_hint_that_cites_rules(name: str) -> None:
    game = load(name)
    for language in LANGUAGES:
        hints = game.words(language).sections["hint"]
        assert set(hints) == set(game.questions())
        for key, hint in hints.items():
            cited = CITED.findall(hint)
            assert cited and set(cited) <= set(game.rules()), key
            assert CITED.findall(game.words("en").sections["hint"][key]) == cited, key


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_rules_lead_back_to_what_they_govern(name: str) -> None:
    game = load(name)
    setup = usual_setup(game)
    shelves = box_of(game, setup, "it")
    governed = Governed(game, texts("it"), shelves)
    assert set(governed.by_rule) <= set(written_rulebook(game, {}).rules)
    for kind in ("decision", "refusal", "piece", "lesson"):
        assert any(told[kind] for told in governed.by_rule.values()), kind
    book = written_rulebook(game, governed.notes())
    page = Balance()
    page.feed(str(book.html))
    assert not page.open
    anchors = set(page.ids) | {piece.id for shelf in shelves for piece in shelf.pieces}
    for target in re.findall(r'href="#([^"]+)"', str(book.html)):
        assert target in anchors, target
    told = sum(bool(governed.by_rule.get(rule)) for rule in game.rules())
    assert told >= 0.8 * len(game.rules()), f"{told} of {len(game.rules())} rules"


def test_a_table_tells_how_it_plays_the_rules_that_leave_a_choice() -> None:
    game = load("bosa")
    setup = game.setup(3, {"goal_choice": "auto"})
    notes = Governed(game, texts("en"), box_of(game, setup, "en"), setup).notes()
    option = next(option for option in game.options if option.key == "goal_choice")
    assert "At this table: Choosing goals: the best two count" in notes[option.rule]


REMEMBERING = [name for name in HOUSE_GAMES if presentation_of(load(name)).seen is not None]


@pytest.mark.parametrize("name", REMEMBERING)
def test_what_has_been_seen_is_the_same_in_all_worlds_that_a_seat_cannot_tell_apart(name: str) -> None:
    game = load(name)
    setup = game.setup(max(game.least, min(3, game.most)))
    match = Match(game, setup, Seeded(4))
    luck = random.Random(9)
    different = set()
    for number in range(60):
        if match.result is not None:
            break
        match.play(match.actor, luck.choice(match.options))
        if number % 12:
            continue
        for seat in range(setup.seats):
            told = seen_decks(game, setup, match.view(seat), match.speaker("it"))
            assert told and all(deck.title and deck.text for deck in told)
            different.add(str([deck[:4] for deck in told]))
            for deal in range(3):
                world = game.imagine(match.state, seat, Stream(deal, "redeal"))
                assert seen_decks(game, setup, game.view(world, seat), match.speaker("it")) == told
    assert len(different) > 1, "something is learnt on the way"


def test_what_is_left_and_what_came_out_is_the_whole_deck() -> None:
    game = load("bosa")
    match = Match(game, game.setup(2), Seeded(4))
    for _ in range(40):
        match.play(match.actor, match.options[0])
    season, goals = seen_decks(game, match.setup, match.view(0), match.speaker())
    assert sum(number for _, number in [*season.out, *season.left]) == 30
    assert len(season.pieces) == sum(number for _, number in season.left)
    assert len(goals.pieces) == 16
