"""Weights are found again from play."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludoteca.bots.weights import Weights, read_weights
from ludoteca.cli import main
from ludoteca.games import load
from ludoteca.lab.fitting import Lessons, fit, gather, teachable, write
from tests.kernel.tiny import GAME as TINY


def weights(target: str) -> Weights:
    found = Weights(["points", "coins"], 4, target, [0, 4])
    found.start = [[0.0, 0.0], [0.0, 0.0]]
    found.start_spread = [1.0, 1.0]
    found.adopt(found.start, found.start_spread)
    return found


def lessons(target: str) -> Lessons:
    """Matches in which a point is worth 2 at first and 1 at last, a coin 0.5, and luck the rest."""
    source = random.Random(5)
    found = Lessons()
    for match in range(4000):
        moment = source.randrange(5)
        rows = [[source.gauss(0, 1), source.gauss(0, 1)] for _ in range(3)]
        worths = [(2 - moment / 4) * points + 0.5 * coins for points, coins in rows]
        if target == "score":
            scores = [worth + source.gauss(0, 1) for worth in worths]
            payoffs = [float(score == max(scores)) for score in scores]
        else:
            scores = [0.0] * 3
            payoffs = [float(source.random() < 1 / (1 + 2.718281828**-worth)) for worth in worths]
        found.features += rows
        found.moments += [moment] * 3
        found.scores += scores
        found.payoffs += payoffs
        found.matches += [match] * 3
        found.positions += [3 * match] * 3
    return found


@pytest.mark.parametrize("target", ["score", "win"])
def test_hidden_weights_are_found(target: str) -> None:
    found = fit(weights(target), lessons(target), 0.0)
    assert found.values[0] == pytest.approx([2.0, 1.0], abs=0.15)
    assert found.values[1] == pytest.approx([0.5, 0.5], abs=0.15)
    assert found.quality["loss"] < found.quality["loss_of_nothing"] - 0.1
    if target == "score":
        assert found.quality["explained"] > 0.5 > found.quality["explained_by_start"]
        # two seats differ by normal luck of spread 1.41: close to a logistic one of 0.8
        assert found.spread == pytest.approx([0.8, 0.8], abs=0.2)


def test_a_strong_ridge_keeps_the_start() -> None:
    first = weights("score")
    first.start = [[7.0, 7.0], [3.0, 3.0]]
    found = fit(first, lessons("score"), 1e9)
    assert found.values == [pytest.approx([7.0, 7.0]), pytest.approx([3.0, 3.0])]


def test_self_play_notes_every_seat_and_can_be_repeated() -> None:
    game = load("bologna")
    rounds = [gather(game, [2, 3], 2, 7, 0.2, 1, 3, {}, False, lambda number: None) for _ in range(2)]
    one, two = rounds
    assert one.features == two.features and one.payoffs == two.payoffs
    assert len(one) == len(one.scores) == len(one.moments) == len(one.positions) == len(one.matches)
    assert set(one.moments) == {0, 1}
    assert all(len(row) == len(teachable(game).names) for row in one.features)


def test_what_is_written_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "evaluation.toml"
    found = weights("score")
    found.adopt([[1.25, -2.0], [0.5, 0.0001]], [3.0, 1.5])
    write(path, found, {"command": 'say "hello"', "seed": 4, "loss": 0.25})
    again = read_weights(path, ["points", "coins"], 4)
    assert again.fitted == found.fitted
    assert again.spread == found.spread
    assert again.start == found.start
    assert again.origin == {"command": 'say "hello"', "seed": 4, "loss": 0.25}


def test_the_command_writes_weights_and_their_origin(tmp_path: Path) -> None:
    game = load("bologna")
    kept = teachable(game)
    before, spread = kept.fitted, kept.spread
    path = tmp_path / "evaluation.toml"
    try:
        asked = ["fit", "bologna", "--players", "2", "--games", "10", "--rounds", "1", "--worlds", "1"]
        done = CliRunner().invoke(main, [*asked, "--every", "4", "--write", str(path)])
        assert done.exit_code == 0, done.output
        again = read_weights(path, kept.names, kept.last)
        assert again.fitted != again.start
        assert again.start == kept.start
        assert re.match(r"ludoteca fit bologna --players 2 --games 10 .*--seed 1", again.origin["command"])
        assert again.origin["matches"] == 10
    finally:
        kept.adopt(before, spread)


def test_what_cannot_be_fitted_is_refused_in_a_sentence() -> None:
    from ludoteca.kernel.errors import LudotecaError

    with pytest.raises(LudotecaError, match="has no weights to fit"):
        teachable(TINY)
    done = CliRunner().invoke(main, ["fit", "bologna", "--players", "two"])
    assert done.exit_code == 2
    assert "should look like 2 or 2,3,4" in done.output
