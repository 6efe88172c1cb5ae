"""Many tables stepped with one call: the same matches as one table after the other, in arrays made once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import ludoteca as lt
from ludoteca.adapters.gymnasium import SeatVectorEnv
from ludoteca.adapters.observation import encoder
from ludoteca.games import HOUSE_GAMES
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE
from tests.bots.own_bots import First


def random_actions(masks: Any, chance: np.random.Generator) -> Any:
    """A legal action at every table."""
    return (masks * chance.random(masks.shape)).argmax(axis=1)


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_every_row_is_what_the_awaited_seat_knows_and_may_do(game: str) -> None:
    tables = lt.vector(game, tables=3, seed=5)
    plain = encoder(game)
    chance = np.random.default_rng(1)
    for _ in range(40):
        for number, table in enumerate(tables.inner.tables):
            seat = table.state.actor
            assert seat == tables.seats[number]
            assert (tables.observations[number] == plain.vector(table.state, seat)).all()
            assert (tables.masks[number] == plain.mask(table.state, seat)).all()
        tables.step(random_actions(tables.masks, chance))


def test_a_match_of_the_batch_is_the_match_of_its_luck() -> None:
    tables = lt.vector("bologna", tables=2, seed=5)
    plain = encoder("bologna")
    luck = Stream(5, "table 1").below(1 << 31)
    state, croupier = plain.game.start(plain.setup), Seeded(luck)
    state.settle()
    while not tables.ended[1]:
        tables.step(tables.masks.argmax(axis=1))
        while state.actor == CHANCE:
            state.play(croupier.settle(state))
        state.play(min(state.choices, key=lambda action: action.index))
        while state.actor == CHANCE:
            state.play(croupier.settle(state))
    assert state.result is not None
    assert tables.rewards[1].tolist() == pytest.approx(state.result.payoffs())
    (table, result), *_ = [one for one in tables.results() if one[0] == 1]
    assert table == 1 and result.text() == state.result.text()
    assert (tables.finals[1] == plain.vector(state, 0)).all()


def test_ended_matches_begin_again_and_rewards_last_one_step() -> None:
    tables = lt.vector("bologna", tables=4, seats=3, seed=1)
    chance = np.random.default_rng(1)
    matches = 0
    while matches < 12:
        before = tables.ended.copy()
        tables.step(random_actions(tables.masks, chance))
        matches += int(tables.ended.sum())
        assert (tables.rewards.sum(axis=1)[tables.ended == 0] == 0).all()
        assert np.allclose(tables.rewards.sum(axis=1)[tables.ended == 1], 1)
        assert len(tables.results()) == tables.ended.sum()
        assert not (before & tables.ended).any()


def test_the_same_seed_gives_the_same_tables_however_many_there_are() -> None:
    few, many = lt.vector("bosa", tables=2, seed=3), lt.vector("bosa", tables=5, seed=3)
    for _ in range(30):
        assert (few.observations == many.observations[:2]).all()
        for one in (few, many):
            one.step(one.masks.argmax(axis=1))
    few.reset(3)
    assert (few.observations == lt.vector("bosa", tables=2, seed=3).observations).all()


def test_one_seat_plays_against_bots_also_of_ones_own() -> None:
    tables = lt.vector("bologna", tables=3, seats=3, seat=1, opponents=[First, "greedy:1"], seed=1)
    ended = 0
    while not ended:
        assert (tables.seats == 1).all()
        tables.step(tables.masks.argmax(axis=1))
        ended = int(tables.ended.sum())
    assert not tables.inner.tables[0].bots[0].trouble()  # type: ignore[union-attr]


def test_an_illegal_action_changes_nothing() -> None:
    tables = lt.vector("bosa", tables=2, seed=1)
    before = tables.observations.copy()
    legal = tables.masks.argmax(axis=1)
    for wrong in ([legal[0], tables.masks[1].argmin()], [legal[0], 9999], [-1, legal[1]]):
        with pytest.raises(LudotecaError, match="is not legal now"):
            tables.step(wrong)
    with pytest.raises(LudotecaError, match="1 actions for 2 tables"):
        tables.step([legal[0]])
    assert (tables.observations == before).all()
    for words in ({"tables": 0}, {"seat": 7}, {"seat": 0, "opponents": ["random"] * 4}):
        with pytest.raises(LudotecaError):
            lt.vector("bosa", **words)


def test_gymnasium_gets_a_vector_environment() -> None:
    env = SeatVectorEnv("bologna", 4, opponents="random")
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=3)
    again, _ = env.reset(seed=3)
    assert (seen == again).all() and env.observation_space.contains(seen)
    while True:
        actions = info["action_mask"].argmax(axis=1)
        assert env.action_space.contains(actions)
        seen, rewards, over, cut, info = env.step(actions)
        assert env.observation_space.contains(seen) and rewards.shape == over.shape == cut.shape == (4,)
        if over.any():
            break
    table = int(over.argmax())
    told = info["final_info"][table]
    assert sorted(told) == ["places", "reason", "scores"] and info["final_obs"][table].shape == seen[0].shape
    assert rewards[table] == (told["places"][0] == 1)
