"""The kit of boards: every choice is made with pieces, and what is refused says why."""

from __future__ import annotations

import pytest

from ludoteca import draw as d
from ludoteca import games
from ludoteca.kernel.choices import Choice, Choices
from ludoteca.kernel.speaker import Speaker


def path(text: str) -> d.Gesture | None:
    words = text.split()
    if words[0] == "move":
        return d.gesture(text, f"stack {words[1]}", f"place {words[2]}")
    if words[0] == "dice":
        return d.gesture(text, *(f"die {number}" for number in words[1:]), together=True)
    return None


def kit(offered: list[str], refused: dict[str, str] | None = None) -> d.Kit:
    choices = Choices(
        "What now?",
        [Choice(text, text) for text in offered],
        [Choice(text, text, why) for text, why in (refused or {}).items()],
    )
    game = games.load("bosa")
    return d.Kit(Speaker(game, game.setup(2).edition, 2), choices, False, path)


def test_only_pieces_that_begin_a_gesture_are_lit() -> None:
    table = kit(["move 1 2", "move 1 3"])
    assert table.touch("stack 1") == {"touch": "stack 1", "lit": True, "why": None}
    assert table.touch("place 2") == {"touch": "place 2", "lit": False, "why": None}


def test_pieces_of_a_set_are_all_lit() -> None:
    table = kit(["dice 1 2 3"])
    assert [table.touchable(f"die {number}") for number in (1, 2, 3, 4)] == [True, True, True, False]


def test_a_refusal_stands_at_the_piece_where_the_gesture_would_end() -> None:
    table = kit(["move 1 2"], {"move 1 4": "It is too far."})
    assert table.touch("place 4")["why"] == "It is too far."
    assert table.touch("place 2")["why"] is None


def test_choices_without_a_place_are_shown_beside_the_board() -> None:
    assert [choice.text for choice in kit(["move 1 2", "end"]).beside] == ["end"]


def test_what_can_be_touched_is_a_button_with_its_key() -> None:
    piece = d.group(d.circle(0, 0, 5), label="your stack", **kit(["move 1 2"]).touch("stack 1"))
    scene = d.Scene(10, 10, "x")
    scene.add("pieces", piece)
    drawn = scene.svg(d.AUTO)
    assert (
        'class="touch lit" role="button" tabindex="0" aria-label="your stack" data-touch="stack 1"' in drawn
    )


def test_what_can_be_touched_needs_a_name_and_an_amount_needs_an_id() -> None:
    with pytest.raises(ValueError, match="needs a label"):
        d.group(d.circle(0, 0, 5), touch="stack 1")
    with pytest.raises(ValueError, match="needs an id"):
        d.group(d.circle(0, 0, 5), amount=3)
