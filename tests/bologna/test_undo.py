"""What may be taken back in Bologna, and what not."""

from __future__ import annotations

from typing import Any

import pytest

from ludoteca.examiner.canonical import canonical
from ludoteca.kernel.errors import UndoRefused
from ludoteca.kernel.match import Match
from tests.bologna.stories import IDLE, IDLE_ROLL, third_turn_on_two_of_each, told

ROLES = ["prince", "dean", "silk"]


def after(chance: list[str], moves: list[str], roles: list[str] = ROLES, **options: Any) -> Match:
    return told(len(roles), roles, [f"rolled {dice}" for dice in chance], moves, **options)


def take_back(match: Match, seat: int, *moves: str) -> None:
    """Takes back these moves, last one first, each time finding the match as it was."""
    for number, move in enumerate(moves):
        assert match.undoable(seat) >= len(moves) - number
        assert match.undo(seat).text == move


def refuse(match: Match, seat: int) -> None:
    before = canonical(match.state), match.record().text()
    assert match.undoable(seat) == 0
    with pytest.raises(UndoRefused, match=f"seat {seat} has nothing to take back"):
        match.undo(seat)
    assert (canonical(match.state), match.record().text()) == before


def test_choosing_and_using_may_be_taken_back_to_the_roll() -> None:
    start = after(["PTKWW"], [])
    match = after(["PTKWW"], ["choose PKW", "wild T", "use W"])
    take_back(match, 0, "use W", "wild T", "choose PKW")
    assert canonical(match.state) == canonical(start.state)
    refuse(match, 0)


def test_a_pair_and_its_target_may_be_taken_back_while_nobody_replied() -> None:
    moves = ["choose TBB", "use B", "use B", "roll5", "choose PWW", "pair W 0", "target +2"]
    match = after(["PTBBW", "PTWWW"], moves)
    assert match.state.step.name() == "wine"
    assert match.actor == 0
    take_back(match, 1, "target +2", "pair W 0", "choose PWW")
    refuse(match, 1)


def test_a_reply_to_wine_closes_the_way_back() -> None:
    moves = ["choose TBB", "use B", "use B", "roll5", "choose PWW", "use W", "target +2", "cancel"]
    match = after(["PTBBW", "PTWWW"], moves)
    assert match.actor == 1
    refuse(match, 1)
    take_back(match, 0, "cancel")  # the reply itself, until somebody acts on it
    match.play(0, "suffer")
    match.play(1, "use P")
    refuse(match, 0)
    take_back(match, 1, "use P")
    refuse(match, 1)


def test_a_reply_to_a_revolution_closes_the_way_back() -> None:
    moves = ["choose TKB", "use T", "use K", "roll5", "choose PPW", "pair P 0", "target +2", "discard K"]
    match = after(["PTKBB", "PPTWW"], moves)
    assert match.state.step.name() == "target"  # the Wine that was left
    refuse(match, 1)


def test_a_reply_to_rats_closes_the_way_back() -> None:
    moves = ["choose PTT", "use P", "roll5", "choose PWR", "use R", "discard T"]
    match = after(["PPTTB", "PTWRR"], moves)
    assert match.actor == 1
    refuse(match, 1)


def test_a_roll_closes_the_way_back() -> None:
    match = after(["PPTTB", "TWR"], ["choose PTT", "use P", "keep"])
    assert match.state.step.name() == "choose"
    refuse(match, 1)
    refuse(match, 0)


@pytest.mark.parametrize("answer", ["miracle", "let-stand"])
def test_the_machine_closes_the_way_back(answer: str) -> None:
    match = after(["PPTTB", "PTWRR"], [], deus_ex_machina=True)
    assert match.actor == 2
    match.play(2, answer)
    refuse(match, 0)
    if answer == "miracle":
        refuse(match, 2)
    if answer == "miracle":
        match.play(0, "let-stand")
    match.play(0, "choose PTT" if answer == "let-stand" else "choose PTW")
    assert match.undoable(0) == (1 if answer == "let-stand" else 2)
    refuse(match, 2)


def test_letting_the_own_roll_stand_may_be_taken_back() -> None:
    chance = ["PPTTB", IDLE_ROLL.removeprefix("rolled "), "PPTTB"]
    moves = ["let-stand", "choose PTT", "use P", "roll5", "let-stand", *IDLE[1:], "roll5"]
    match = after(chance, moves, deus_ex_machina=True)
    assert match.actor == 2
    match.play(2, "let-stand")
    match.play(2, "choose PPT")
    take_back(match, 2, "choose PPT", "let-stand")
    refuse(match, 2)


def test_a_guess_is_never_taken_back() -> None:
    match = third_turn_on_two_of_each("innkeeper")
    match.play(0, "guess +1 silk")
    refuse(match, 0)
    duel = told(
        2, ["prince", "dean"], ["dealt silk", "rolled PPTTB"], ["guess +1 silk"], duel_guess="alternative"
    )
    refuse(duel, 0)


def test_the_end_of_a_turn_may_be_taken_back_until_somebody_acts() -> None:
    match = after(["PTTTB", "PTKKK"], ["choose PTT", "use P"])
    assert match.actor == 1
    match.undo(0)
    assert match.actor == 0
    match.play(0, "use T")
    match.play(0, "use T")
    match.play(1, "roll5")
    refuse(match, 0)


def test_what_the_table_learnt_is_not_taken_back() -> None:
    """Seat 1, the Prince, comes to stand on the Soldier's goal without winning: all know what he is not."""
    idle = IDLE_ROLL.removeprefix("rolled ")
    chance = [idle, "PPPTT", idle, idle, "PPTTB", idle, idle, "TTBBB"]
    turns = [["choose PPP", "use P", "use P"], ["choose PPB", "use P", "use P"], ["choose BBB"]]
    moves = [
        *IDLE[1:],
        "roll5",
        *turns[0],
        *IDLE,
        *IDLE,
        "roll5",
        *turns[1],
        *IDLE,
        *IDLE,
        "roll5",
        *turns[2],
    ]
    match = after(chance, moves, ["dean", "prince", "silk"])
    assert "ruled_out 1 3" in [event.text() for event in match.entries[-1].events]
    refuse(match, 1)


def test_a_start_token_may_be_taken_back_until_the_next_seat_chose() -> None:
    roles = ["prince", "dean", "silk", "soldier", "cardinal", "innkeeper"]
    match = told(7, roles, ["rolled PPTTK"], ["start T"])
    take_back(match, 0, "start T")
    match.play(0, "start K")
    match.play(1, "start B")
    refuse(match, 0)
    take_back(match, 1, "start B")
    for _ in range(6):
        match.play(match.actor, "start P")
    refuse(match, 6)  # the first roll has been made
