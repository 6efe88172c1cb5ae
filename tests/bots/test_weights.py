"""Weights are read, checked and interpolated; worths become chances."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludoteca.bots.bot import knowledge_of
from ludoteca.bots.weights import Weights, chance, chances, hats, read_weights
from ludoteca.games import load, names
from ludoteca.kernel.errors import EditionError

GOOD = """
[origin]
command = "by hand"
[shape]
target = "score"
knots = [0, 4]
spread = [8, 2.0]
start_spread = [8, 2]
[start]
points = [1.0, 1.0]
coins = [0.5, 0]
[weights]
points = [1.0, 2.0]
coins = [0.5, 0.1]
"""


def read(folder: Path, text: str) -> Weights:
    path = folder / "evaluation.toml"
    path.write_text(text, encoding="utf-8")
    return read_weights(path, ["points", "coins"], 6)


def test_weights_between_two_knots_are_mixed(tmp_path: Path) -> None:
    weights = read(tmp_path, GOOD)
    assert weights.worth([10.0, 2.0], 0) == pytest.approx(11.0)
    assert weights.worth([10.0, 2.0], 1) == pytest.approx(12.5 + 0.8)
    assert weights.worth([10.0, 2.0], 4) == weights.worth([10.0, 2.0], 6) == pytest.approx(20.2)
    assert weights.spreads[0] == pytest.approx(8.0)
    assert weights.spreads[2] == pytest.approx(1 / (0.5 / 8 + 0.5 / 2))
    assert weights.origin == {"command": "by hand"}


def test_before_the_first_knot_and_after_the_last_nothing_changes() -> None:
    assert hats([2, 4, 8], 0) == hats([2, 4, 8], 2) == [1.0, 0.0, 0.0]
    assert hats([2, 4, 8], 3) == [0.5, 0.5, 0.0]
    assert hats([2, 4, 8], 7) == [0.0, 0.25, 0.75]
    assert hats([2, 4, 8], 9) == [0.0, 0.0, 1.0]


def test_new_weights_are_used_at_once(tmp_path: Path) -> None:
    weights = read(tmp_path, GOOD)
    weights.adopt(weights.start, weights.start_spread)
    assert weights.worth([10.0, 2.0], 4) == pytest.approx(10.0)


@pytest.mark.parametrize(
    ("found", "wanted", "problem"),
    [
        ("coins = [0.5, 0.1]", "", "weights.coins: missing; expected a list of numbers"),
        ("coins = [0.5, 0.1]", "coins = [0.5]", "one for each of 2 knots"),
        ("coins = [0.5, 0.1]", "coins = [0.5, true]", "found True in the list; expected numbers"),
        (
            "coins = [0.5, 0.1]",
            "coins = [1, 2]\nwine = [1, 2]",
            "weights.wine: unknown; expected points, coins",
        ),
        ("knots = [0, 4]", "knots = [4, 0]", "expected rising moments from 0 to 6"),
        ("knots = [0, 4]", "knots = [0, 7]", "expected rising moments from 0 to 6"),
        ("spread = [8, 2.0]", "spread = [8, 0]", "shape.spread: found 0.0 in the list"),
        ('target = "score"', 'target = "fame"', "found “fame”; expected one of score, win"),
        ("[origin]", "[sources]\n[origin]", "sources: unknown"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(tmp_path: Path, found: str, wanted: str, problem: str) -> None:
    assert found in GOOD
    head, _, tail = GOOD.rpartition(found)
    with pytest.raises(EditionError) as caught:
        read(tmp_path, head + wanted + tail)
    assert problem in str(caught.value)
    assert str(caught.value).startswith("evaluation.toml: ")


def test_chances_add_up_and_follow_the_lead() -> None:
    found = chances([10.0, 12.0, -1e9], 2.0)
    assert sum(found) == pytest.approx(1.0)
    assert found[1] / found[0] == pytest.approx(2.718281828)
    assert found[2] == 0.0
    assert chance(0.0) == 0.5
    assert chance(-1e9) == 0.0
    assert chance(1e9) == 1.0
    assert chance(1.0) == pytest.approx(1 - chance(-1.0))


@pytest.mark.parametrize("name", names())
def test_every_game_tells_where_its_weights_come_from(name: str) -> None:
    fitted = knowledge_of(load(name)).fitted
    if fitted is None:
        return
    weights = fitted.weights
    assert len(set(weights.names)) == len(weights.names)
    assert {"command", "seed", "matches", "date", "loss"} <= set(weights.origin)
    assert str(weights.origin["command"]).startswith(f"ludoteca fit {name} ")
