"""Matches: what is refused and leaves no mark, undo, logs and records per seat."""

from __future__ import annotations

import pytest

from ludoteca.examiner.canonical import canonical
from ludoteca.kernel.croupier import Scripted, Seeded
from ludoteca.kernel.errors import (
    ActionError,
    CroupierError,
    IllegalAction,
    LudotecaError,
    MatchOver,
    OutOfTurn,
    UndoRefused,
    UnknownAction,
)
from ludoteca.kernel.match import Match
from ludoteca.kernel.state import NOBODY
from tests.kernel.tiny import CATALOGUE, GAME


def begun(*moves: str, pebbles: int = 5) -> Match:
    match = Match(GAME, GAME.setup(2, {"pebbles": pebbles}), Scripted(["dealt two", "dealt one"]))
    for move in moves:
        match.play(match.actor, move)
    return match


def everything(match: Match) -> tuple[str, str, list[str], list[str]]:
    return (
        canonical(match.state),
        match.record().text(),
        [action.text for action in match.options],
        [event.text() for event in match.log(0)],
    )


@pytest.mark.parametrize(
    ("seat", "text", "kind", "sentence"),
    [
        (0, "take 4", UnknownAction, "“take 4” is no action of Tiny; did you mean “take"),
        (0, "", UnknownAction, "“” is no action of Tiny"),
        (1, "take 1", OutOfTurn, "seat 1 is not awaited now; seat 0 decides"),
        (7, "take 1", OutOfTurn, "seat 7 is not awaited now; seat 0 decides"),
        (-1, "take 1", OutOfTurn, "seat -1 is not awaited now; seat 0 decides"),
        (0, "dealt one", IllegalAction, "“dealt one” is for chance to decide"),
        (0, "take 3", IllegalAction, "Nobody takes more than three in a turn (TIN-2.1)"),
    ],
)
def test_a_refused_action_leaves_everything_as_it_is(
    seat: int, text: str, kind: type[ActionError], sentence: str
) -> None:
    match = begun("take 1")
    before = everything(match)
    with pytest.raises(kind) as caught:
        match.play(seat, text)
    assert str(caught.value).startswith(sentence)
    assert isinstance(caught.value, LudotecaError)
    assert everything(match) == before
    match.play(0, "take 1")


def test_an_objection_names_its_rule() -> None:
    match = begun("take 3", "take 1")
    with pytest.raises(IllegalAction) as caught:
        match.play(1, "take 2")
    assert caught.value.objection == "TIN-2.1/pile"
    assert str(caught.value) == "There are not 2 left, Seat 1 (TIN-2.1)"
    with pytest.raises(IllegalAction) as caught:
        begun().play(0, "stop")  # no sentence of its own: the rule speaks for itself
    assert str(caught.value) == "You may stop once you have taken something. (TIN-2.4)"


def test_an_action_may_be_given_as_such() -> None:
    match = begun()
    entry = match.play(0, CATALOGUE.parse("take 2"))
    assert entry.action.text == "take 2"
    assert [event.text() for event in entry.events] == ["took 0 2"]


def test_after_the_end_nobody_decides() -> None:
    match = begun("take 3", "take 2")
    assert match.actor == NOBODY
    before = everything(match)
    for text in ("take 1", "dealt one"):
        with pytest.raises(MatchOver, match="the match is over; nobody decides any more"):
            match.play(0, text)
    assert everything(match) == before
    assert match.options == []


def test_a_seat_takes_back_its_own_steps_one_by_one() -> None:
    match = begun()
    start = canonical(match.state)
    match.play(0, "take 1")
    match.play(0, "take 1")
    assert (match.undoable(0), match.undoable(1)) == (2, 0)
    assert match.undo(0).text == "take 1"
    assert match.undo(0).text == "take 1"
    assert canonical(match.state) == start
    assert [event.text() for event in match.log(0)] == ["drew 0 2", "drew 1 ?"]
    assert [str(line) for line in match.record().lines][2:] == [
        "0 take 1",
        "0 take 1",
        "! undo 0",
        "! undo 0",
    ]


def test_chance_is_never_taken_back() -> None:
    match = begun()
    with pytest.raises(UndoRefused, match="seat 0 has nothing to take back"):
        match.undo(0)


def test_what_was_revealed_is_never_taken_back() -> None:
    match = begun("take 1", "peek", "take 1")
    assert match.undoable(0) == 1
    match.undo(0)
    before = everything(match)
    with pytest.raises(UndoRefused):
        match.undo(0)
    assert everything(match) == before


def test_a_closed_turn_is_never_taken_back() -> None:
    assert begun("take 1", "stop").undoable(0) == 0
    assert begun("take 3").undoable(0) == 1


def test_another_seats_act_ends_the_way_back() -> None:
    match = begun("take 3", "take 1")
    assert (match.undoable(0), match.undoable(1)) == (0, 1)
    match.undo(1)
    assert match.undoable(0) == 1


def test_the_move_that_ends_a_match_reveals_everything_and_stays() -> None:
    match = begun("take 3", "take 2")
    assert match.actor == NOBODY
    assert match.undoable(1) == 0
    with pytest.raises(UndoRefused, match="the end came after it"):
        match.undo(1)
    assert match.result is not None


def test_who_hears_what() -> None:
    match = begun("take 1")
    assert [event.text() for event in match.log(0)] == ["drew 0 2", "drew 1 ?", "took 0 1"]
    assert [event.text() for event in match.log(1)] == ["drew 0 ?", "drew 1 1", "took 0 1"]
    assert [event.text() for event in match.log(-1)] == ["drew 0 ?", "drew 1 ?", "took 0 1"]
    assert [str(line) for line in match.record(0).lines] == ["* dealt two", "* ?", "0 take 1"]
    assert [str(line) for line in match.record(-1).lines] == ["* ?", "* ?", "0 take 1"]
    assert match.record(0).seal != match.record(1).seal != match.record().seal


def test_a_seat_does_not_learn_the_seed() -> None:
    match = Match(GAME, GAME.setup(2), Seeded(77))
    assert "77" not in match.record(0).text()
    assert "croupier: seeded 77" in match.record().text()
    while match.result is None:
        match.play(match.actor, "take 1")
    assert match.record(0).text() == match.record().text()


def test_a_script_that_fails_leaves_the_table_waiting_for_chance() -> None:
    with pytest.raises(CroupierError):
        Match(GAME, GAME.setup(2), Scripted(["dealt two"]))


def test_chance_may_be_settled_step_by_step() -> None:
    match = Match(GAME, GAME.setup(2), Scripted(["dealt two", "dealt one"]), dealing=False)
    assert match.actor == -1
    match.settle_chance()
    assert match.actor == -1
    match.deal()
    assert match.actor == 0


def test_choices_say_what_and_why_not() -> None:
    match = begun("take 1")
    asked = match.choices(0)
    assert asked.question == "Seat 0, how many of the 4 pebbles?"
    assert [(choice.text, choice.label) for choice in asked.offered] == [
        ("take 1", "Take 1"),
        ("take 2", "Take 2"),
        ("peek", "Peek"),
        ("stop", "Stop"),
    ]
    assert [(choice.text, choice.rule, choice.why) for choice in asked.refused] == [
        ("take 3", "TIN-2.1", "Nobody takes more than three in a turn (TIN-2.1)")
    ]
    assert asked.action("take 2") == "take 2"
    assert asked.action("take 3") is None
    assert asked.why("take 3") == "Nobody takes more than three in a turn (TIN-2.1)"
    assert asked.why("take 2") is None
    assert asked.why("dance") is None
    assert asked.action("dance") is None
    assert asked.get("dance") is None
    found = asked.get("take 3")
    assert found is not None
    assert found.why


def test_others_only_hear_who_is_thinking() -> None:
    for seat in (1, -1):
        asked = begun().choices(seat)
        assert asked.question == "Seat 0 is thinking."
        assert asked.offered == asked.refused == []
    assert begun().choices(1, "it").question == "Seat 0 sta pensando."


def test_after_the_end_the_result_is_told() -> None:
    match = begun("take 3", "take 2")
    assert match.choices(0).question == "Seat 0 has the most"
    tie = begun("take 2", "stop", "take 3", pebbles=5)
    assert tie.result is not None
    assert tie.choices(1).question == "Seat 0 and Seat 1 have the most"
