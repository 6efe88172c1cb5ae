"""The set-up page of a table: what it shows, what it reads back, what it refuses."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludoteca.games import load, names
from ludoteca.house.web.pages.setup_form import SetupForm, is_extra
from ludoteca.house.web.pages.setup_page import SetupPage, length
from ludoteca.house.web.pages.texts import LANGUAGES, texts
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup, choice, number, switch
from tests.kernel.tiny import CATALOGUE, EVENTS, Tiny

RULES = """# Pebbles

| option | values | meaning |
| --- | --- | --- |
| `mood` | `calm`, `wild`, `mad` | how it is played (Q1) |

- **PEB-1.1** *printed* Pebbles lie in a pile.
- **PEB-1.2** *ruling* The mood is calm.
- **PEB-1.3** *house* A duel is quick.

- **Q1** The print does not say (PEB-1.2).
"""
WORDS = {
    "en": """
[game]
title = "Pebbles"
invented = "The pictures are lost."
[players]
2 = "Nobody waits (PEB-1.1). No prize."
3 = "The last one waits."
[preset]
first = "A first game"
"first.help" = "Three pebbles, and it rains."
[option]
pebbles = "Pebbles"
mood = "Mood"
"mood.calm" = "calm"
"mood.wild" = "wild"
"mood.mad" = "mad"
duel = "Duel"
rain = "Rain"
thunder = "Thunder"
crowd = "Crowd"
[contradiction]
wild_rain = "Nobody is wild in the rain"
""",
    "it": """
[game]
title = "Sassi"
[option]
mood = "Umore"
"mood.calm" = "calmo"
"mood.wild" = "sfrenato"
"mood.mad" = "folle"
[contradiction]
wild_rain = "Sotto la pioggia nessuno è sfrenato"
""",
}


class Pebbles(Tiny):
    """A game whose options concern some tables only, and some of which do not go together."""

    def __init__(self, folder: Path) -> None:
        Game.__init__(
            self,
            name="pebbles",
            title="Pebbles",
            seats=(2, 4),
            folder=folder,
            catalogue=CATALOGUE,
            events=EVENTS,
            options=(
                number("pebbles", 5, 1, 9, "PEB-1.1", house=7),
                choice("mood", ["calm", "wild", "mad"], "PEB-1.2", house="wild"),
                switch("duel", True, "PEB-1.3", house=False, concerns=lambda seats, values: seats == 2),
                switch("rain", False, "PEB-1.1"),
                switch("thunder", True, "PEB-1.1", concerns=lambda seats, values: bool(values["rain"])),
                switch("crowd", False),
            ),
            presets={"first": {"pebbles": 3, "rain": True}},
        )

    def setup(self, seats: int, options: Any = None, edition: Any = None, amendments: Any = None) -> Setup:
        alone = seats == 1 and bool((options or {}).get("crowd"))
        return super().setup(2 if alone else seats, options, edition, amendments)

    def contradiction(self, setup: Setup, chosen: set[str]) -> str | None:
        return "wild_rain" if setup.on("rain") and setup.word("mood") == "wild" else None


@pytest.fixture
def pebbles(tmp_path: Path) -> Pebbles:
    (tmp_path / "words").mkdir()
    (tmp_path / "rules.md").write_text(RULES, encoding="utf-8")
    for language, words in WORDS.items():
        (tmp_path / "words" / f"{language}.toml").write_text(words, encoding="utf-8")
    return Pebbles(tmp_path)


def page_of(game: Game[Any], language: str = "en", **fields: str) -> SetupPage:
    """The page for some fields; `option_mood` stands for the field `option mood`."""
    form = {name.replace("_", " "): text for name, text in fields.items()}
    return SetupPage(game, texts(language), SetupForm(game, form, fresh=True))


# Presets


def test_the_page_proposes_the_printed_game_with_nothing_changed(pebbles: Pebbles) -> None:
    page = page_of(pebbles)
    assert [preset.key for preset in page.presets if preset.chosen] == ["printed"]
    assert [preset.key for preset in page.presets] == ["printed", "house", "first"]
    assert page.form.wish.options == {} and page.changed == 0 and page.refusal is None
    assert page.form.kinds == ["me", "open", "open", ""]


@pytest.mark.parametrize("name", names())
def test_every_game_opens_as_printed_unless_something_is_changed(name: str) -> None:
    game = load(name)
    for language in LANGUAGES:
        page = page_of(game, language)
        assert page.form.wish.options == {} and page.refusal is None
        for row in [*page.rows, *page.extras]:
            assert row.title != row.option.key and row.help, row.option.key
            for one in row.alternatives:
                assert one.text != f"{row.option.key}.{one.value}"


@pytest.mark.parametrize("name", names())
def test_every_preset_can_be_opened(name: str) -> None:
    game = load(name)
    for preset, values in game.presets.items():
        page = page_of(game, preset=preset)
        assert page.refusal is None, preset
        assert page.changed == 0
        assert page.form.chosen.items() <= values.items()


def test_house_sets_exactly_what_the_house_prefers_at_this_table(pebbles: Pebbles) -> None:
    assert page_of(pebbles, preset="house").form.wish.options == {"pebbles": 7, "mood": "wild"}
    duel = {"seat_0": "me", "seat_1": "bot"}
    page = page_of(pebbles, preset="house", **duel)
    assert page.form.wish.options == {"pebbles": 7, "mood": "wild", "duel": False}


def test_a_preset_is_explained_in_the_games_words_or_by_its_differences(pebbles: Pebbles) -> None:
    printed, house, first = page_of(pebbles).presets
    assert len(printed.lines) == 1
    assert house.lines == ["Pebbles: 7", "Mood: wild"]
    assert first.lines == ["Three pebbles, and it rains."]
    assert [preset.lines[1] for preset in page_of(pebbles, "it").presets[1:]] == [
        "Umore: sfrenato",
        "rain: sì",
    ]


def test_changing_the_preset_keeps_seats_and_extras_and_replaces_rules(pebbles: Pebbles) -> None:
    seats = {"seat_0": "me", "seat_1": "bot", "level_1": "novice"}
    rules = {"option_mood": "mad", "option_crowd": "true", "option_pebbles": "5"}
    page = page_of(pebbles, **seats, **rules, was="printed", preset="house")
    assert page.form.kinds == ["me", "bot", "", ""] and page.form.wish.seats[1].level == "novice"
    assert page.form.wish.options == {"pebbles": 7, "mood": "wild", "duel": False, "crowd": True}


def test_what_a_preset_added_goes_with_it(pebbles: Pebbles) -> None:
    page = page_of(pebbles, was="first", preset="printed", option_rain="true", option_pebbles="3")
    assert page.form.wish.options == {}


def test_a_changed_rule_is_counted_and_marked(pebbles: Pebbles) -> None:
    page = page_of(pebbles, was="house", preset="house", option_mood="mad")
    assert page.changed == 1
    rows = {row.option.key: row for row in page.rows}
    assert (rows["mood"].mark, rows["mood"].differs, rows["mood"].text) == ("changed", True, "mad")
    assert (rows["pebbles"].mark, rows["pebbles"].differs) == ("house", False)


def test_an_extra_does_not_count_as_a_change(pebbles: Pebbles) -> None:
    page = page_of(pebbles, option_crowd="true")
    assert page.changed == 0 and page.form.wish.options == {"crowd": True}
    assert [row.option.key for row in page.extras] == ["rain", "crowd"]
    assert not any(is_extra(row.option) for row in page.rows)


# Rows


def test_rows_say_where_their_rule_comes_from(pebbles: Pebbles) -> None:
    rows = {row.option.key: row for row in page_of(pebbles, seat_0="me", seat_1="bot").rows}
    assert [(key, row.mark, row.question) for key, row in rows.items()] == [
        ("pebbles", "printed", ""),
        ("mood", "ruling", "Q1"),
        ("duel", "house", ""),
    ]
    marks = [(one.value, one.mark, one.chosen) for one in rows["mood"].alternatives]
    assert marks == [("calm", "ruling", True), ("wild", "house", False), ("mad", "changed", False)]


def test_an_option_that_does_not_concern_the_table_is_absent_and_at_its_default(pebbles: Pebbles) -> None:
    page = page_of(pebbles, option_duel="false", option_thunder="false")
    assert [row.option.key for row in page.rows] == ["pebbles", "mood"]
    assert page.form.wish.options == {}
    stormy = page_of(pebbles, option_rain="true", option_thunder="false")
    assert [row.option.key for row in stormy.rows] == ["pebbles", "mood", "thunder"]
    assert stormy.form.wish.options == {"rain": True, "thunder": False}


def test_what_a_number_of_players_changes_is_told_with_its_rules(pebbles: Pebbles) -> None:
    players = page_of(pebbles).players
    assert list(players) == [2, 3] and len(players[2]) == 2
    assert '<a class="rule small" href="/games/pebbles/rules#PEB-1.1">PEB-1.1</a>' in players[2][0]
    assert page_of(pebbles, "it").players == {}
    assert page_of(pebbles).invented == "The pictures are lost." and page_of(pebbles, "it").invented == ""


# Refusals


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Nobody is wild in the rain."), ("it", "Sotto la pioggia nessuno è sfrenato.")],
)
def test_a_contradiction_is_said_in_words_at_the_rows_to_blame(
    pebbles: Pebbles, language: str, sentence: str
) -> None:
    page = page_of(pebbles, language, option_mood="wild", option_rain="true", option_pebbles="4")
    assert page.refusal is not None and page.refusal.text == sentence
    assert page.refusal.options == ("mood", "rain")
    assert [row.refused for row in page.rows if row.option.key == "pebbles"] == [""]
    assert [row.refused for row in page.rows if row.option.key == "mood"] == [sentence]


def test_too_few_players_are_told_what_to_do(pebbles: Pebbles) -> None:
    refusal = page_of(pebbles, seat_0="me").refusal
    assert refusal is not None and refusal.text == "Pebbles is for 2 to 4 players, and 1 sits here."
    assert (refusal.missing, refusal.switch) == (1, "crowd")
    helped = page_of(pebbles, seat_0="me", add="1")
    assert helped.refusal is None and helped.form.kinds == ["me", "bot", "", ""]
    assert page_of(pebbles, seat_0="me", option_crowd="true").refusal is None


def test_a_number_out_of_range_is_refused_in_words(pebbles: Pebbles) -> None:
    refusal = page_of(pebbles, option_pebbles="12").refusal
    assert refusal is not None and refusal.text == "Pebbles has to be a number from 1 to 9."
    assert refusal.options == ("pebbles",)


@pytest.mark.parametrize("text", ["²", "9" * 5000, "-1", "", "on", "x" * 300])
def test_nonsense_in_any_field_is_no_failure(text: str) -> None:
    for name in names():
        game = load(name)
        keys = ["preset", "was", "add", "seconds", "increment", "then", "clock", "public", "edition", "name"]
        keys += [f"option {option.key}" for option in game.options]
        for key in [*keys, *(f"{word} {place}" for word in ("seat", "level") for place in range(game.most))]:
            form = SetupForm(game, {"clock": "bank", key: text}, fresh=True)
            page = SetupPage(game, texts("it"), form)
            assert page.rows is not None and page.presets and form.wish.clock.seconds >= 0


# The form


@pytest.mark.parametrize("name", names())
def test_the_form_gives_back_what_it_shows(name: str) -> None:
    game = load(name)
    fields = {"seat 0": "me", "seat 1": "bot", "level 1": "novice", "seat 2": "open", "public": "yes"}
    for option in game.options:
        fields[f"option {option.key}"] = str(option.examples()[-1])
    form = SetupForm(game, fields)
    assert [seat.kind for seat in form.wish.seats] == ["me", "bot", "open"]
    assert form.wish.seats[1].level == "novice" and form.wish.public
    for option in form.concerning:
        assert form.values[option.key] == option.examples()[-1]


def test_clocks_are_read() -> None:
    game = load("bosa")
    told = {"clock": "bank", "seconds": "600", "increment": "15", "then": "pass"}
    clock = SetupForm(game, told).clock
    assert (clock.kind, clock.seconds, clock.increment, clock.then) == ("bank", 600, 15, "pass")
    assert SetupForm(game, {}).clock.kind == "none"
    assert length(texts("it"), 86_400) == "1 giorno"
    assert length(texts("en"), 90) == "90 seconds"


@pytest.mark.parametrize("name", names())
def test_what_a_number_of_players_changes_is_told_from_the_edition(name: str) -> None:
    game = load(name)
    for language in LANGUAGES:
        told = page_of(game, language).players
        for seats in range(game.least, game.most + 1):
            assert told[seats] and "{" not in " ".join(told[seats])
    assert "12 of the 30 cards" in page_of(load("bosa")).players[3][0]
    assert page_of(load("bologna")).players[6][1] == "Everybody starts with 1 People and 1 Bologna."
    assert page_of(load("bologna"), edition="/etc/passwd").players[3]
