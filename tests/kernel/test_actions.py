"""Actions and their catalogue."""

from __future__ import annotations

import pytest

from ludoteca.kernel.actions import Catalogue, Domain
from ludoteca.kernel.errors import UnknownAction


def catalogue() -> Catalogue:
    found = Catalogue("Chess of the Cats")
    found.single("pass")
    found.verb("move", Domain("cat", ["tom", "kit"]), Domain("square", ["a", "b", "c"], first=1))
    found.chance("fell", Domain("side", ["up", "down"]))
    found.verb(
        "meow", Domain("cat", ["tom", "kit"]), Domain("square", ["a"]), Domain("mood", ["low", "high"])
    )
    return found


def test_texts_come_in_a_fixed_order() -> None:
    found = catalogue()
    assert [action.text for action in found.decisions] == [
        "pass",
        "move tom a",
        "move tom b",
        "move tom c",
        "move kit a",
        "move kit b",
        "move kit c",
        "meow tom a low",
        "meow tom a high",
        "meow kit a low",
        "meow kit a high",
    ]
    assert [action.text for action in found.outcomes] == ["fell up", "fell down"]
    assert [action.index for action in found.decisions] == list(range(11))
    assert [action.index for action in found.outcomes] == [0, 1]
    assert [verb.by_chance for verb in found.verbs] == [False, False, True, False]


def test_every_text_parses_back_to_the_same_object() -> None:
    found = catalogue()
    for action in [*found.decisions, *found.outcomes]:
        assert found.parse(action.text) is action


def test_parameters_and_verbs_lead_to_actions() -> None:
    found = catalogue()
    move = found.verbs[1]
    action = move.at(1, 3)
    assert (action.text, action.values, action.a, action.b, action.c) == ("move kit c", (1, 3), 1, 3, 0)
    fell = found.verbs[2]
    assert fell[1].text == "fell down"
    assert found.parse("meow kit a high").c == 1
    assert found.parse("pass").values == ()
    assert repr(action) == "<move kit c>"
    assert repr(move) == "<verb move, 6 actions>"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("move tom d", "“move tom d” is no action of Chess of the Cats; did you mean “move tom a”?"),
        ("Pass", "“Pass” is no action of Chess of the Cats; did you mean “pass”?"),
        ("zzzzzz", "“zzzzzz” is no action of Chess of the Cats"),
        ("", "“” is no action of Chess of the Cats"),
    ],
)
def test_an_unknown_text_is_refused_with_a_hint(text: str, sentence: str) -> None:
    with pytest.raises(UnknownAction) as caught:
        catalogue().parse(text)
    assert str(caught.value).startswith(sentence[:-20])
    assert ("did you mean" in str(caught.value)) is ("did you mean" in sentence)


def test_two_actions_never_print_alike() -> None:
    found = catalogue()
    with pytest.raises(AssertionError, match="two actions print as “pass”"):
        found.single("pass")
