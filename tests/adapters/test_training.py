"""The worked example of the documentation, for a few matches."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from ludoteca.bots.by_name import make_bot
from ludoteca.bots.playing import play_out
from ludoteca.kernel.croupier import Seeded
from tests.adapters.train_bosa import train_bosa


@pytest.fixture(scope="module")
def example() -> ModuleType:
    return train_bosa()


def test_a_few_rounds_change_the_policy_and_it_can_be_kept(example: ModuleType, tmp_path: Path) -> None:
    policy, encoder = example.train(minutes=0.03, seed=1, tables=4, lessons=1, quiet=True)
    fresh = example.Policy(encoder, 1)
    pairs = list(zip(policy.network.weights, fresh.network.weights, strict=True))
    assert any((one != two).any() for one, two in pairs)
    policy.save(tmp_path / "policy.npz")
    fresh.load(tmp_path / "policy.npz")
    for one, two in zip(policy.network.weights, fresh.network.weights, strict=True):
        assert (one == two).all()
    found = example.match_against(policy, encoder, "random", 4, 1)
    assert found == example.match_against(fresh, encoder, "random", 4, 1)
    assert 0.0 <= found["won"] <= 1.0 and found["score"] > 0


def test_what_is_kept_plays_as_the_policy_does(example: ModuleType, tmp_path: Path) -> None:
    """The file holds layers for whole observations, as `policy:FILE` reads them."""
    policy, encoder = example.train(minutes=0.02, seed=1, tables=4, quiet=True)
    policy.save(tmp_path / "policy.npz")
    scores = []
    for bot in (example.Learned(policy, encoder), make_bot(f"policy:{tmp_path / 'policy.npz'}")):
        state = encoder.game.start(encoder.setup)
        state.settle()
        play_out(encoder.game, state, [bot, bot], Seeded(3), 3, encoder.setup)
        scores.append(state.result.scores)
    assert scores[0] == scores[1]


def test_forty_rounds_beat_chance(example: ModuleType) -> None:
    laid = example.vector("bosa", 32, seats=2, seed=1)
    policy, chance = example.Policy(laid.encoder, 1), np.random.default_rng(1)
    played = example.Round(example.STEPS, 32, len(policy.looked_at), policy.actions)
    for _ in range(40):
        example.play(policy, laid, played, chance)
        example.improve(policy, played, example.STEP_SIZE, example.ENTROPY, chance)
    assert example.match_against(policy, laid.encoder, "random", 20, 1)["won"] > 0.6


def test_lessons_teach_what_the_teacher_does(example: ModuleType) -> None:
    encoder = example.encoder_of("bosa", 2)
    policy = example.Policy(encoder, 1)
    before, after = example.take_lessons(policy, encoder, "greedy:1", 6, 1)
    assert after > before + 0.1


def test_learning_prefers_what_turned_out_well(example: ModuleType) -> None:
    """One decision, two actions, one of them better: its share grows, and nothing leaves the mask."""
    policy = example.Policy(example.encoder_of("bosa", 2), 1)
    seen = np.random.default_rng(1).uniform(-1, 1, (64, len(policy.looked_at))).astype(np.float32)
    masks = np.zeros((64, policy.actions), np.int8)
    masks[:, [2, 5]] = 1
    actions = np.array([2, 5] * 32)
    gains = np.array([1.0, -1.0] * 32, np.float32)
    before, _ = policy.answers(seen, masks)
    for _ in range(10):
        hidden = policy.network.hidden(seen)
        wrong = np.zeros_like(liked := policy.network.out(hidden))
        shares = policy.answers(seen, masks)[0][np.arange(64), actions]
        wrong[:, :-1] = example.wrong_shares(liked[:, :-1], masks, actions, shares, gains, 0.01)
        policy.network.learn(seen, hidden, wrong, 1e-3)
    after, _ = policy.answers(seen, masks)
    assert (after[:, 2] > before[:, 2]).all()
    assert np.allclose(after[:, [2, 5]].sum(axis=1), 1.0) and not after[:, 3].any()


def test_the_gain_of_an_action_is_what_came_of_it(example: ModuleType) -> None:
    """Seat 0 acts twice and wins, seat 1 once between; then the next match begins and says nothing yet."""
    played = example.Round(4, 1, slots=1, actions=1)
    played.values[:] = 0.0
    played.seats[:, 0] = [0, 1, 0, 1]
    played.scores[:, 0] = [0.0, 0.2, 0.1, 0.0]
    played.ended[:, 0] = [False, False, True, False]
    played.final_scores[2] = [[0.1, 0.3]]
    played.won[2] = [[1.0, 0.0]]
    gains, known = played.advantages()
    assert known[:, 0].tolist() == [True, True, True, False]
    half = example.VICTORY / 2
    assert gains[2, 0] == pytest.approx(half)
    assert gains[1, 0] == pytest.approx(example.POINTS * 0.1 - half)
    assert gains[0, 0] == pytest.approx(example.POINTS * 0.1 + example.TRACE * half)


def test_the_command_line(example: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                          capsys: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    kept = tmp_path / "policy.npz"
    told = f"--minutes 0.01 --tables 2 --lessons 0 --matches 2 --against random --out {kept}"
    monkeypatch.setattr(sys, "argv", ["train_bosa.py", *told.split()])
    example.main()
    first = capsys.readouterr().out
    assert "against random: won" in first
    monkeypatch.setattr(
        sys, "argv", ["train_bosa.py", "--play", str(kept), "--matches", "2", "--against", "random"]
    )
    example.main()
    assert capsys.readouterr().out.splitlines()[-1] == first.splitlines()[-1]
