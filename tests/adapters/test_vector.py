"""Many tables stepped with one call: the same matches as one table after the other, in arrays made once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import ludoteca as lt
from ludoteca.adapters.gymnasium import SeatVectorEnv
from ludoteca.adapters.observation import encoder
from ludoteca.adapters.vector import LocalVector
from ludoteca.adapters.vector_processes import SharedVector
from ludoteca.bots.bot import knowledge_of
from ludoteca.games import HOUSE_GAMES
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE
from tests.adapters.test_other_games import taught
from tests.bots.own_bots import First


def laid_here(game: str, tables: int, **words: Any) -> LocalVector:
    """A batch in this process, whose states a test may look at."""
    found = lt.vector(game, tables, **words)
    assert isinstance(found, LocalVector)
    return found


def random_actions(masks: Any, chance: np.random.Generator) -> Any:
    """A legal action at every table."""
    return (masks * chance.random(masks.shape)).argmax(axis=1)


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_every_row_is_what_the_awaited_seat_knows_and_may_do(game: str) -> None:
    tables = laid_here(game, 3, seed=5)
    plain = encoder(game)
    chance = np.random.default_rng(1)
    for _ in range(40):
        for number, table in enumerate(tables.inner.tables):
            seat = table.state.actor
            assert seat == tables.seats[number]
            assert (tables.observations[number] == plain.vector(table.state, seat)).all()
            assert (tables.masks[number] == plain.mask(table.state, seat)).all()
        tables.step(random_actions(tables.masks, chance))


@pytest.mark.parametrize("game", HOUSE_GAMES)
def test_rows_stay_true_from_match_to_match(game: str) -> None:
    """What a teller leaves out, since it was told before, may have been told in another match."""
    tables = laid_here(game, 4, seed=8)
    plain = encoder(game)
    chance = np.random.default_rng(8)
    for turn in range(400):
        if turn % 9 == 0:
            for number, table in enumerate(tables.inner.tables):
                view = plain.game.view(table.state, int(tables.seats[number]))
                assert tables.observations[number].tobytes() == plain.layout.encode(view).tobytes()
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
    tables = laid_here("bologna", 3, seats=3, seat=1, opponents=[First, "greedy:1"], seed=1)
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
    assert sorted(told) == ["places", "reason", "record", "scores"]
    assert info["final_obs"][table].shape == seen[0].shape
    assert rewards[table] == (told["places"][0] == 1)
    assert lt.verify(told["record"]).derived
    assert "seat 0: learner\nseat 1: random\n" in told["record"]


@pytest.mark.parametrize("game", ["bologna", "bosa"])
def test_the_record_of_an_ended_match_can_be_verified(game: str) -> None:
    tables = lt.vector(game, tables=2, seed=5)
    with pytest.raises(LudotecaError, match="no match has ended at table 1"):
        tables.record(1)
    while not tables.ended.any():
        tables.step(tables.masks.argmax(axis=1))
    (table, result), *_ = tables.results()
    record = tables.record(table)
    assert lt.verify(record).derived
    assert f"result: {result.text()}\n" in record
    replayed = lt.replay(record).result
    assert replayed is not None and replayed.scores == result.scores


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("bologna", {"seats": 3}),
        ("bologna", {"seats": 3, "seat": 1, "opponents": "random"}),
        ("bosa", {}),
        ("manticore", {"seats": 2}),
    ],
)
def test_shaping_adds_up_to_the_same_whatever_is_played(game: str, words: dict[str, Any]) -> None:
    """Over a match, the discounted shaping of a seat is minus its potential at the first decision: play has
    no influence on it.
    """
    discount = 0.97
    shaped = laid_here(game, 2, seed=4, shaping=discount, **words)
    plain = laid_here(game, 2, seed=4, **words)
    potential = knowledge_of(shaped.encoder.game).win_chances
    start = np.array([potential(table.state) for table in shaped.inner.tables])
    total, weight, open_tables = np.zeros_like(start), 1.0, np.ones(2, bool)
    chance = np.random.default_rng(3)
    terms = 0
    while open_tables.any():
        before = [potential(table.state) for table in shaped.inner.tables]
        actions = random_actions(shaped.masks, chance)
        shaped.step(actions)
        plain.step(actions)
        for number in np.flatnonzero(open_tables):
            term = shaped.rewards[number] - plain.rewards[number]
            over = bool(shaped.ended[number])
            after = 0.0 if over else np.array(potential(shaped.inner.tables[number].state))
            assert term == pytest.approx(discount * after - np.array(before[number]), abs=1e-6)
            total[number] += weight * term
            terms += bool(term.any())
            open_tables[number] = not over
        weight *= discount
    assert terms > 10
    assert total == pytest.approx(-start, abs=1e-5)


def test_several_processes_play_the_same_matches_as_one() -> None:
    chance = np.random.default_rng(3)
    alone = lt.vector("bologna", tables=5, seed=3, shaping=1)
    with lt.vector("bologna", tables=5, seed=3, shaping=1.0, processes=2) as shared:
        before = shared.observations
        records = 0
        while records < 3:
            for name in ("observations", "finals", "masks", "seats", "rewards", "ended"):
                assert (getattr(alone, name) == getattr(shared, name)).all(), name
            actions = random_actions(alone.masks, chance)
            alone.step(actions)
            shared.step(actions)
            assert [(table, result.text()) for table, result in alone.results()] == [
                (table, result.text()) for table, result in shared.results()
            ]
            for table, _ in shared.results():
                assert shared.record(table) == alone.record(table)
                records += 1
        assert shared.observations is before
        with pytest.raises(LudotecaError, match="no match ended"):
            shared.record(99)
        with pytest.raises(LudotecaError, match="table 4: action 9999 is not legal now"):
            shared.step([*alone.masks.argmax(axis=1)[:4], 9999])
        with pytest.raises(LudotecaError, match="1 actions for 5 tables"):
            shared.step([0])
        shared.reset(8)
        alone.reset(8)
        assert (alone.observations == shared.observations).all()
    assert isinstance(shared, SharedVector)
    assert [process.exitcode for process in shared.processes] == [0, 0]
    assert shared.observations.shape == alone.observations.shape
    with pytest.raises(LudotecaError, match="closed"):
        shared.reset(1)
    with pytest.raises(LudotecaError, match="closed"):
        shared.record(0)


def test_a_process_that_dies_or_fails_is_named_and_the_others_end() -> None:
    shared = lt.vector("bologna", tables=4, seed=3, processes=2)
    assert isinstance(shared, SharedVector)
    shared.processes[1].kill()
    shared.processes[1].join()
    with pytest.raises(LudotecaError, match=r"the process of tables 2 to 3 died \(exit code -9\): make"):
        shared.step(shared.masks.argmax(axis=1))
    assert not any(process.is_alive() for process in shared.processes)
    with pytest.raises(LudotecaError, match=r"the process of tables 0 to 0 failed: .*owl"):
        lt.vector(taught(), tables=2, processes=2)


def test_processes_refuse_what_they_cannot_have() -> None:
    with pytest.raises(LudotecaError, match="2 tables cannot be shared among 3 processes"):
        lt.vector("bologna", tables=2, processes=3)
    with pytest.raises(LudotecaError, match="a bot cannot go to another process"):
        lt.vector("bologna", tables=2, seat=0, opponents=lambda seen, luck: 0, processes=2)
