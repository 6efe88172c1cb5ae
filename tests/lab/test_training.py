"""Training a network: repeatable trials, learning what a sum cannot see, the command that does it all."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from ludoteca.bots.network import read_network
from ludoteca.bots.weights import Weights, read_weights
from ludoteca.cli import main
from ludoteca.games import load
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab import training
from ludoteca.lab.fitting import teachable
from ludoteca.lab.training import Head, Lessons, Trial, gather, judged, train


def test_the_same_seed_gives_the_same_trials() -> None:
    first, again = gather("bologna", [3], range(2), 1), gather("bologna", [3], range(2), 1)
    assert [trial.features for trial in first] == [trial.features for trial in again]
    assert [trial.payoffs for trial in first] == [trial.payoffs for trial in again]
    assert any(trial.payoffs[0] != trial.payoffs[1] for trial in gather("bologna", [3], range(20), 1))


def test_a_gradient_is_the_slope_of_what_is_missed() -> None:
    """By a hundredth up and down: the analytic gradient agrees with the difference."""
    game = load("bologna")
    weights = teachable(game)
    trials = gather("bologna", [3], range(6), 1)
    lessons = Lessons(np, weights, trials, np.ones(len(weights.names), np.float32))
    chosen = np.arange(len(trials))
    there = lessons.there

    def missed(worths: np.ndarray) -> float:
        _, off, surprise = judged(np, lessons, worths, chosen, by_score=False)
        options = lessons.there.max(axis=2).sum() / lessons.there.sum()
        return float(off / 2 + training.WINNING * surprise * options)

    worths = lessons.base.astype(float)
    gradient, _, _ = judged(np, lessons, worths, chosen, by_score=False)
    place = tuple(int(index) for index in np.argwhere(there)[1])
    up, down = worths.copy(), worths.copy()
    up[place] += 0.01
    down[place] -= 0.01
    assert gradient[place] == pytest.approx((missed(up) - missed(down)) / 0.02, rel=0.05, abs=1e-6)


def test_learning_finds_what_a_sum_cannot_see() -> None:
    """Whoever has the most extreme first feature wins by it: no sum can tell, a network can."""
    game = load("bologna")
    weights = teachable(game)
    chance = np.random.default_rng(1)
    trials = []
    for number in range(600):
        trial = Trial(3, number)
        for _ in range(2):
            rows = chance.normal(size=(3, len(weights.names))).tolist()
            extreme = [abs(row[1]) for row in rows]
            trial.features.append(rows)
            trial.moments.append([1, 1, 1])
            trial.scores.append([0.0] * 3)
            trial.payoffs.append([float(one == max(extreme)) for one in extreme])
        trials.append(trial)
    found = train(game, trials, units=16, epochs=400, seed=1, progress=lambda _: None)
    assert found.quality["missed"] < 0.8 * found.quality["missed_by_sum"]


def test_nothing_to_learn_from_is_said() -> None:
    with pytest.raises(LudotecaError, match="play more"):
        train(load("bologna"), [], units=2, epochs=1, seed=1, progress=lambda _: None)


def test_the_command_trains_resumes_and_writes_what_a_game_reads(tmp_path: Path) -> None:
    words = ["train", "bologna", "--players", "3", "--games", "20", "--units", "4", "--epochs", "2"]
    words += ["--run", str(tmp_path / "run"), "--write"]
    first = CliRunner().invoke(main, [*words, str(tmp_path / "one.toml")], catch_exceptions=False)
    assert first.exit_code == 0 and "decisions, missed by sum" in first.output
    played = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").iterdir()}
    again = CliRunner().invoke(main, [*words, str(tmp_path / "two.toml")], catch_exceptions=False)
    assert again.exit_code == 0
    assert played == {path: path.stat().st_mtime_ns for path in (tmp_path / "run").iterdir()}
    weights = teachable(load("bologna"))
    one = read_network(tmp_path / "one.toml", weights.names, len(weights.knots))
    two = read_network(tmp_path / "two.toml", weights.names, len(weights.knots))
    assert one.features == two.features and len(one.out) == 4


def test_the_file_judges_as_the_network_that_was_trained(tmp_path: Path) -> None:
    game = load("bologna")
    weights = teachable(game)
    head = Head(np, len(weights.names), len(weights.knots), 8, seed=1)
    head.parts[2][:] = np.linspace(-1, 1, 8)
    path = tmp_path / "evaluation.toml"
    path.write_bytes((game.folder / "bot" / "evaluation.toml").read_bytes())
    training.write(
        path.with_name("network.toml"), weights, training.Trained(head.parts, {}), {"command": "x"}
    )
    read: Weights = read_weights(path, weights.names, weights.last)
    assert read.network is not None
    features = [0.5 * number for number in range(len(weights.names))]
    knots = np.zeros((1, len(weights.knots)), np.float32)
    knots[0, 0] = 1
    expected = head.correction(np.array([features], np.float32), knots)[0][0]
    assert read.network.correction(features, weights.knots[0]) == pytest.approx(float(expected), abs=0.02)
