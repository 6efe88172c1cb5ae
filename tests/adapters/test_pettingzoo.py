"""PettingZoo's own conformance tests, and what they do not look at."""

from __future__ import annotations

from importlib import import_module
from itertools import count

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, performance_benchmark, seed_test

import ludoteca as lt
from ludoteca.adapters.pettingzoo import TableEnv, env, parallel_env
from ludoteca.games import HOUSE_GAMES
from ludoteca.kernel.errors import LudotecaError
from tests.adapters.tables import SETUPS

# What api_test says of every environment that masks actions as PettingZoo's own games do.
MASKED = [
    "ignore:Observation space for each agent probably should be gymnasium.spaces.box:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
    "ignore:Action mask numpy array is all zeros:UserWarning",
]
pytestmark = [pytest.mark.filterwarnings(text) for text in MASKED]


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS)
def test_api_test(game: str, seats: int, options: dict[str, object]) -> None:
    api_test(env(game, seats, options), num_cycles=150)


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_a_whole_match_obeys_the_api(game: str) -> None:
    api_test(env(game), num_cycles=2_000)


@pytest.mark.parametrize(("game", "seats", "options"), SETUPS)
def test_seed_test(game: str, seats: int, options: dict[str, object]) -> None:
    seed_test(lambda: env(game, seats, options), num_cycles=40)


def test_performance_benchmark_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its five seconds pass at once here; `make bench` gives it all of them."""
    clock = count(0, 3)
    monkeypatch.setattr(
        import_module("pettingzoo.test.performance_benchmark").time, "time", lambda: next(clock)
    )
    performance_benchmark(env("bosa"))
    assert "turns per second" in capsys.readouterr().out


def played(table: TableEnv, seed: int) -> list[tuple[str, int]]:
    """A whole match with the first legal action that a generator picks, as agents and actions."""
    choose = np.random.default_rng(seed)
    table.reset(seed=seed)
    story: list[tuple[str, int]] = []
    for agent in table.agent_iter():
        observation, _, over, _, _ = table.last()
        if over:
            table.step(None)
        else:
            action = int(choose.choice(np.flatnonzero(observation["action_mask"])))
            story.append((agent, action))
            table.step(action)
    return story


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_rewards_are_shares_of_the_victory(game: str) -> None:
    table = env(game)
    table.reset(seed=5)
    earned = dict.fromkeys(table.agents, 0.0)
    choose = np.random.default_rng(5)
    for agent in table.agent_iter():
        observation, reward, over, cut, _ = table.last()
        earned[agent] += reward
        assert not cut
        table.step(None if over else int(choose.choice(np.flatnonzero(observation["action_mask"]))))
    result = table.table.result
    assert result is not None
    assert list(earned.values()) == result.payoffs()
    assert table.agents == []


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_parallel_api_test(game: str) -> None:
    parallel_api_test(parallel_env(game), num_cycles=150)


def test_a_whole_match_in_parallel_form() -> None:
    parallel_api_test(parallel_env("bologna", 3), num_cycles=5_000)


def test_in_parallel_form_only_the_awaited_agent_decides_and_the_end_is_told_to_all() -> None:
    together, one_by_one = parallel_env("bologna", 3), env("bologna", 3)
    seen, _ = together.reset(seed=5)
    one_by_one.reset(seed=5)
    while together.agents:
        assert together.awaited == one_by_one.agent_selection
        assert [agent for agent in together.agents if seen[agent]["action_mask"].any()] == [together.awaited]
        action = int(seen[together.awaited]["action_mask"].argmax())
        seen, rewards, over, _, infos = together.step({together.awaited: action})
        one_by_one.step(action)
    assert all(over.values()) and rewards == one_by_one.rewards
    told = infos["seat_1"]
    assert told == one_by_one.infos["seat_1"] and len(told["places"]) == 3
    assert lt.verify(told["record"]).derived
    with pytest.raises(LudotecaError, match="over"):
        together.step({})


def test_resets_go_on_with_new_luck_and_a_seed_brings_the_old_one_back() -> None:
    table = env("bosa", 3)
    first = played(table, 1)
    table.reset()
    assert table.table.result is None
    other = [table.observe(agent)["observation"] for agent in table.agents]
    assert played(table, 1) == first
    assert played(table, 2) != first
    table.reset(seed=1)
    again = [table.observe(agent)["observation"] for agent in table.agents]
    assert any((one != two).any() for one, two in zip(other, again, strict=True))


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    table = env("bosa")
    table.reset(seed=1)
    agent = table.agent_selection
    before = table.observe(agent)
    with pytest.raises(LudotecaError, match="no answer to the question"):
        table.step(table.encoder.actions().index("skip"))
    with pytest.raises(LudotecaError, match="is awaited"):
        table.step(None)
    assert table.agent_selection == agent
    assert (table.observe(agent)["observation"] == before["observation"]).all()


def test_nobody_else_is_offered_an_action() -> None:
    table = env("bosa", 3)
    table.reset(seed=1)
    for agent in table.agents:
        assert table.observe(agent)["action_mask"].any() == (agent == table.agent_selection)


def test_it_renders_and_wants_to_be_reset_first(capsys: pytest.CaptureFixture[str]) -> None:
    table = env("bosa", render_mode="human")
    with pytest.raises(LudotecaError, match="reset"):
        table.observe("seat_0")
    table.reset(seed=1)
    assert table.render() is None
    assert "Market" in capsys.readouterr().out
    assert "Market" in str(env_text())


def env_text() -> str | None:
    table = env("bosa", render_mode="ansi")
    table.reset(seed=1)
    return table.render()
