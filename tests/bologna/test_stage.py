"""What the stage says: the names of dice, who is named for what, how a loss is answered."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.bologna import GAME
from ludoteca.games.bologna.board import board
from ludoteca.kernel.choices import Choice, Choices
from tests.bologna.table import NOTHING, lay
from tests.bologna.test_board import plain, speaker, view


def test_wine_is_paid_for_on_the_stage_beside_the_goblet_or_by_the_tokens_themselves() -> None:
    choices = Choices("?", [Choice("cancel", "Pay Bologna"), Choice("suffer", "Let it happen")], [])
    asked = board(view(phase="wine", actor=0, active=1, deed=1), speaker(), choices)
    assert [(gesture.text, gesture.keys) for gesture in asked.gestures] == [
        ("cancel", ("payment",)),
        ("cancel", ("shelf 3",)),
        ("suffer", ("goblet",)),
    ]
    assert "Pay 2 Bologna" in asked.text()


def test_what_somebody_is_named_for_is_shown_by_its_own_name() -> None:
    shown = [plain(phase="target", deed=deed).text() for deed in range(3)]
    for words, text in zip(("Inebriation", "Drunkenness", "Revolution"), shown, strict=True):
        assert f"\n  {words}\n" in text


def test_a_victim_is_named_with_what_happens_to_them() -> None:
    state = lay(NOTHING, NOTHING, NOTHING, chosen="WTT").play("use W").state
    assert speaker().option(GAME.catalogue.parse("target +1"), state) == "Bianca loses a People (Inebriation)"


def test_a_phone_names_the_dice_that_are_to_be_used() -> None:
    """They lay there without a word; what a Book may be takes the place of the names."""
    for dice, uses, named in (("PBR", "use P,use B,use R", True), ("PKR", "use K,wild P", False)):
        choices = Choices("", [Choice(text, text) for text in uses.split(",")], [])
        scene = board(view(4, rolled=dice + "TW", todo=dice, rest="TW"), speaker(4), choices, True)
        assert all((f">{name}<" in scene.svg(d.LIGHT)) == named for name in ("People", "Rat"))
