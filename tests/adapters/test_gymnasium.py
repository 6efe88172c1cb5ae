"""Gymnasium's own conformance test, and what it does not look at."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from ludoteca.adapters.gymnasium import PENALTY, SeatEnv, environment_id
from ludoteca.games import HOUSE_GAMES
from ludoteca.kernel.errors import LudotecaError


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_check_env(game: str) -> None:
    env = gymnasium.make(environment_id(game), opponents="random")
    check_env(env.unwrapped)


def test_the_name_can_say_what_to_import() -> None:
    env = gymnasium.make("ludoteca.adapters.gymnasium:ludoteca/BelloDivorum-v0", opponents="random")
    assert isinstance(env.unwrapped, SeatEnv)
    assert env.unwrapped.encoder.game.name == "bello_divorum"


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_match_against_bots_ends_with_a_share_of_the_victory(game: str) -> None:
    env = SeatEnv(game, opponents="random", seat=0)
    _, info = env.reset(seed=3)
    choose = np.random.default_rng(3)
    total, over = 0.0, False
    while not over:
        action = choose.choice(np.flatnonzero(info["action_mask"]))
        observation, reward, over, cut, info = env.step(action)
        assert observation in env.observation_space and not cut
        total += reward
    result = env.table.result
    assert result is not None
    assert total == result.payoffs()[0]
    assert not info["action_mask"].any()
    with pytest.raises(LudotecaError, match="over"):
        env.step(0)


def test_an_illegal_action_changes_nothing_and_costs_the_penalty() -> None:
    env = SeatEnv("bosa", seats=3, opponents=["greedy:1", "random"], seat=1, penalty=-0.5)
    before, info = env.reset(seed=1)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, cut, info = env.step(wrong)
    assert (before == after).all()
    assert reward == -0.5 and not over and not cut
    assert "question now" in info["refusal"] or "(BOS-" in info["refusal"]
    assert SeatEnv("bosa").penalty == PENALTY
    assert (env.action_masks() == (info["action_mask"] == 1)).all()


def test_the_seat_is_always_the_one_awaited() -> None:
    env = SeatEnv("bologna", seats=4, opponents="random", seat=2)
    choose = np.random.default_rng(1)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        for _ in range(20):
            if env.table.over:
                break
            assert env.table.actor == 2
            _, _, _, _, info = env.step(choose.choice(np.flatnonzero(info["action_mask"])))


def test_the_same_seed_and_actions_give_the_same_match() -> None:
    def story() -> list[bytes]:
        env = SeatEnv("bosa", opponents="greedy:1")
        choose = np.random.default_rng(1)
        observation, info = env.reset(seed=9)
        told = [observation.tobytes()]
        for _ in range(12):
            observation, *_, info = env.step(choose.choice(np.flatnonzero(info["action_mask"])))
            told.append(observation.tobytes())
        return told

    assert story() == story()


def test_wrong_tables_are_refused() -> None:
    with pytest.raises(LudotecaError, match="no seat 2"):
        SeatEnv("bosa", seats=2, seat=2)
    with pytest.raises(LudotecaError, match="2 opponents for 1"):
        SeatEnv("bosa", seats=2, opponents=["random", "random"])
    with pytest.raises(LudotecaError, match="reset"):
        SeatEnv("bosa").step(0)
