"""Games, their options and rules, results, and the canonical spelling."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.examiner.canonical import canonical
from ludoteca.kernel.actions import Catalogue
from ludoteca.kernel.errors import SetupError
from ludoteca.kernel.game import Game, read_rules, standard_presets
from ludoteca.kernel.options import Option, choice, number, switch
from ludoteca.kernel.result import Result, ranking, won_by
from tests.kernel.tiny import GAME, TAKE, Tiny, TinyState, Turn

# Options


@pytest.mark.parametrize(
    ("option", "given", "value"),
    [
        (switch("s", True), "false", False),
        (switch("s", False), "Yes", True),
        (switch("s", False), "off", False),
        (switch("s", False), True, True),
        (choice("c", ["red", "blue"]), "blue", "blue"),
        (number("n", 5, -2, 9), "7", 7),
        (number("n", 5, -2, 9), "-2", -2),
        (number("n", 5, -2, 9), 9, 9),
    ],
)
def test_values_are_read_from_texts_and_from_themselves(option: Option, given: Any, value: Any) -> None:
    found = option.read(given)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("option", "given", "expected"),
    [
        (switch("s", True), "maybe", "true or false"),
        (switch("s", True), 1, "true or false"),
        (switch("s", True), None, "true or false"),
        (choice("c", ["red", "blue"]), "green", "red or blue"),
        (choice("c", ["red", "blue"]), True, "red or blue"),
        (number("n", 5, 0, 9), "10", "a number from 0 to 9"),
        (number("n", 5, 0, 9), -1, "a number from 0 to 9"),
        (number("n", 5, 0, 9), True, "a number from 0 to 9"),
        (number("n", 5, 0, 9), "five", "a number from 0 to 9"),
        (number("n", 5, 0, 9), "--5", "a number from 0 to 9"),
        (number("n", 5, 0, 9), "²", "a number from 0 to 9"),
        (number("n", 5, 0, 9), "5" * 5000, "a number from 0 to 9"),
        (number("n", 5, 0, 9), 5.0, "a number from 0 to 9"),
    ],
)
def test_values_that_cannot_be(option: Option, given: Any, expected: str) -> None:
    with pytest.raises(SetupError) as caught:
        option.read(given)
    assert str(caught.value) == f"option {option.key}: “{given}” is not possible; expected {expected}"


def test_kinds_and_examples() -> None:
    options = [switch("s", True), choice("c", ["red", "blue"]), number("n", 5, 0, 9)]
    assert [option.kind for option in options] == ["switch", "choice", "number"]
    assert [option.examples() for option in options] == [[True, False], ["red", "blue"], [0, 5, 9]]
    assert [option.default for option in options] == [True, "red", 5]


def test_a_set_up_knows_its_values() -> None:
    setup = GAME.setup(2, {"pebbles": "7", "polite": "on"})
    assert setup.number("pebbles") == 7
    assert setup.on("polite")
    assert setup.word("mood") == "calm"
    assert setup.amended("cards-count")
    assert not setup.amended("other")
    assert setup.chosen(GAME.options) == {"pebbles": 7, "polite": True}


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (1, {}, "Tiny is for 2 to 3 players, not 1"),
        (4, {}, "Tiny is for 2 to 3 players, not 4"),
        (2, {"fog": 1}, "Tiny has no option “fog”; it has mood, pebbles, polite"),
        (2, {"pebbles": 0}, "option pebbles: “0” is not possible; expected a number from 1 to 9"),
        (2, {"polite": True, "mood": "wild"}, "option polite does not go with a wild mood"),
    ],
)
def test_a_table_that_cannot_be_laid(seats: int, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SetupError) as caught:
        GAME.setup(seats, options)
    assert str(caught.value) == sentence


def test_new_matches_adopt_every_amendment_and_old_ones_keep_theirs() -> None:
    assert GAME.setup(2).amendments == ("cards-count",)
    assert GAME.setup(2, amendments=()).amendments == ()
    with pytest.raises(SetupError, match="Tiny knows no amendment “cards-count”; install a newer version"):
        Tiny(amendments=()).setup(2, amendments=("cards-count",))


# Rules


def test_rules_are_read_by_their_ids() -> None:
    assert GAME.rules() == {
        "TIN-1.1": "Everybody draws a card and keeps it secret.",
        "TIN-2.1": "In your turn you take up to three pebbles.",
        "TIN-2.3": "You may look around.",
        "TIN-2.4": "You may stop once you have taken something.",
    }


def test_only_numbered_items_are_rules() -> None:
    text = "- **Q1** why\n- **TIN-1** a\n  b\nc\n  d\n* **TIN-2** no\n- **TIN-3.4b** yes\n"
    rules, _ = read_rules(text)
    assert rules == {"TIN-1": "a b", "TIN-3.4b": "yes"}


def test_a_rule_says_whether_it_is_printed_a_ruling_or_the_houses() -> None:
    text = "- **TIN-1** *printed* a\n- **TIN-2** *ruling* b\n- **TIN-3** *house* c\n- **TIN-4** d\n"
    rules, origins = read_rules(text)
    assert rules == {"TIN-1": "a", "TIN-2": "b", "TIN-3": "c", "TIN-4": "d"}
    assert origins == {"TIN-1": "printed", "TIN-2": "ruling", "TIN-3": "house", "TIN-4": "printed"}


def test_the_presets_every_game_has() -> None:
    options = (
        switch("polite", False, house=True),
        number("pebbles", 5, 1, 9),
        choice("mood", ["calm", "wild"]),
    )
    assert standard_presets(options) == {"printed": {}, "house": {"polite": True}}
    assert standard_presets(options[1:]) == {"printed": {}}


def test_an_option_concerns_some_tables_only() -> None:
    crowded = switch("polite", False, concerns=lambda seats, values: seats > 2 and values["mood"] == "calm")
    assert crowded.concerns(3, {"mood": "calm"})
    assert not crowded.concerns(2, {"mood": "calm"})
    assert not crowded.concerns(3, {"mood": "wild"})
    assert switch("polite", False).concerns(2, {})


def test_a_game_introduces_itself() -> None:
    assert repr(GAME) == "<game tiny>"
    assert GAME.faults(GAME.start(GAME.setup(2))) == []


# Results


@pytest.mark.parametrize(
    ("scores", "places"),
    [([5, 9, 7], [3, 1, 2]), ([5, 5, 4], [1, 1, 3]), ([1, 2, 2, 0], [3, 1, 1, 4]), ([3], [1]), ([], [])],
)
def test_ranking(scores: list[int], places: list[int]) -> None:
    assert ranking(scores) == places


def test_winners_and_the_rest() -> None:
    assert won_by([2], 4) == [2, 2, 1, 2]
    assert won_by([0, 2], 4) == [1, 3, 1, 3]
    assert won_by([], 2) == [2, 2]  # nobody holds the first place


def test_one_victory_is_divided() -> None:
    assert Result("goal", [2, 1, 2]).payoffs() == [0.0, 1.0, 0.0]
    shared = Result("cap", [1, 1, 3])
    assert shared.winners == (0, 1)
    assert shared.payoffs() == [0.5, 0.5, 0.0]
    nobody = Result("nobody", [3, 3, 3])
    assert nobody.winners == ()
    assert nobody.payoffs() == [0.0, 0.0, 0.0]


def test_a_team_wins_together() -> None:
    team = Result("won", [1, 2, 1, 2], teams=[0, 1, 0, 1])
    assert team.payoffs() == [1.0, 0.0, 1.0, 0.0]
    two_teams = Result("tie", [1, 1, 1, 4], teams=[0, 1, 0, 2])
    assert two_teams.payoffs() == [0.5, 0.5, 0.5, 0.0]


def test_results_in_records() -> None:
    assert Result("goal", [2, 1]).text() == "goal places 2 1"
    assert Result("counted", [2, 1], [3, 4]).text() == "counted places 2 1 scores 3 4"
    assert repr(Result("goal", [2, 1])) == "<result goal places 2 1>"


# The canonical spelling


def test_equal_things_are_spelt_alike() -> None:
    assert canonical({"b": 1, "a": [True, None]}) == canonical({"a": [True, None], "b": 1})
    assert canonical({3, 1, 2}) == canonical({2, 3, 1})
    assert canonical((1, 2)) == canonical([1, 2])
    assert canonical(1) != canonical(True)
    assert canonical("1") != canonical(1)
    assert canonical(TAKE[1]) == "<take 1>"
    assert canonical(Turn(1, 2)) == "Turn(insists=False seat=1 taken=2)"


def test_states_are_told_apart_by_what_lies_on_the_table() -> None:
    def laid() -> TinyState:
        state = GAME.start(GAME.setup(2))
        state.settle()
        return state

    state = laid()
    assert canonical(state) == canonical(laid())
    listening = laid()
    listening.journal = []
    assert canonical(listening) == canonical(state)
    for change in ("pile", "held", "cards", "actor", "agenda"):
        other = laid()
        if change == "pile":
            other.pile += 1
        elif change == "held":
            other.held[1] += 1
        elif change == "cards":
            other.cards[0] = 2
        elif change == "actor":
            other.actor = 1
        else:
            other.agenda.pop()
        assert canonical(other) != canonical(state), change
    assert canonical(GAME.start(GAME.setup(2, {"pebbles": 6}))) != canonical(GAME.start(GAME.setup(2)))


def test_a_game_has_to_be_written() -> None:
    bare: Game[TinyState] = Game(
        name="bare",
        title="Bare",
        seats=(1, 2),
        folder=GAME.folder,
        catalogue=Catalogue("Bare"),
        events=GAME.events,
    )
    state = GAME.start(GAME.setup(2))
    setup = GAME.setup(2)
    for call in (
        lambda: bare.read_edition(GAME.folder / "edition.toml"),
        lambda: bare.start(setup),
        lambda: bare.bound(setup),
        lambda: bare.view(state, 0),
        lambda: bare.secrets(state, 0),
    ):
        with pytest.raises(NotImplementedError):
            call()
    assert (bare.bot, bare.encoding, bare.presentation) == (None, None, None)
    assert bare.contradiction(setup, set()) is None
