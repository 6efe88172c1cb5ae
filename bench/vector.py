"""Measures how many turns a second a learner gets on one core: many tables at once beside one by one.

python bench/vector.py                 prints a table in Markdown
python bench/vector.py --tables 256    with another number of tables

A turn is one decision of a seat, with its observation and its mask; all actions are random and legal. The
core is random play without observations. Peers are measured in the same run: OpenSpiel's games, which are
written in C++, PettingZoo's classic games and pgx (a batch of as many tables), the latter two as `make bench`
installed them into build/peers. Slices alternate, and the median counts.
"""

from __future__ import annotations

import argparse
import glob
import importlib
import sys
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import numpy as np
import pyspiel
from page import machine
from subjects import HERE, pin

from ludoteca.adapters import pettingzoo
from ludoteca.adapters.gymnasium import SeatVectorEnv
from ludoteca.api import vector
from ludoteca.bots.random_playout import random_playout
from ludoteca.games import HOUSE_GAMES, load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream

SPREAD = 200
Slice = Callable[[float], tuple[int, float]]
"""Plays for so many CPU seconds: the turns, and the seconds they took."""


def timed(turns_of: Callable[[], int], seconds: float) -> tuple[int, float]:
    began = time.process_time()
    turns = 0
    while time.process_time() - began < seconds:
        turns += turns_of()
    return turns, time.process_time() - began


def pick(masks: Any, chance: np.random.Generator) -> Any:
    """A random legal action of every row."""
    rows, actions = masks.shape
    legal = np.flatnonzero(masks.view(np.bool_))  # which NumPy searches faster than numbers
    first = np.searchsorted(legal, np.arange(rows + 1) * actions)
    chosen = first[:-1] + (chance.random(rows) * np.diff(first)).astype(np.int64)
    return legal[chosen] - np.arange(rows) * actions


def spread(turns_of: Callable[[], int]) -> None:
    """Play until the tables are at different moments of their matches: they begin all together."""
    for _ in range(SPREAD):
        turns_of()


def core(game: str) -> Slice:
    found = load(game)
    setup = found.setup(found.least)
    luck = iter(range(1 << 40))

    def turns() -> int:
        state = found.start(setup)
        state.settle()
        seed = next(luck)
        return random_playout(state, Seeded(seed), Stream(seed, "bots")).decisions

    return lambda seconds: timed(turns, seconds)


def batched(game: str, tables: int, seat: int | None) -> Slice:
    made = vector(game, tables, seat=seat, seed=1)
    chance = np.random.default_rng(1)

    def turns() -> int:
        made.step(pick(made.masks, chance))
        return tables

    spread(turns)
    return lambda seconds: timed(turns, seconds)


def gymnasium(game: str, tables: int) -> Slice:
    env = SeatVectorEnv(game, tables)
    chance = np.random.default_rng(1)
    masks = [env.reset(seed=1)[1]["action_mask"]]

    def turns() -> int:
        masks[0] = env.step(pick(masks[0], chance))[4]["action_mask"]
        return tables

    spread(turns)
    return lambda seconds: timed(turns, seconds)


def one_by_one(env: Any) -> Slice:
    """A table after the other, as PettingZoo plays them."""
    chance = np.random.default_rng(1)

    def turns() -> int:
        env.reset(seed=int(chance.integers(1 << 30)))
        number = 0
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            legal = np.flatnonzero(seen["action_mask"])
            env.step(None if over else int(legal[chance.integers(len(legal))]))
            number += not over
        return number

    return lambda seconds: timed(turns, seconds)


def classic(name: str) -> Slice | None:
    """A game of PettingZoo's own; None where it is not installed."""
    try:
        module = importlib.import_module(f"pettingzoo.classic.{name}")
    except ImportError:
        return None
    return one_by_one(module.env())


def openspiel(name: str) -> Slice:
    game = pyspiel.load_game(name)
    chance = np.random.default_rng(1)

    def turns() -> int:
        state = game.new_initial_state()
        number = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[chance.integers(len(outcomes))][0])
                continue
            state.observation_tensor(state.current_player())
            state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[chance.integers(len(legal))])
            number += 1
        return number

    return lambda seconds: timed(turns, seconds)


def pgx(name: str, tables: int) -> Slice | None:
    """A game of pgx on the processor; None where pgx is not installed."""
    try:
        import jax
        import pgx as library
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    env = library.make(name)
    init = jax.jit(jax.vmap(env.init))
    step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
    act = jax.jit(
        lambda key, mask: jax.random.categorical(key, jax.numpy.where(mask, 0.0, -jax.numpy.inf), axis=-1)
    )
    held = [init(jax.random.split(jax.random.PRNGKey(1), tables)), jax.random.PRNGKey(2)]

    def turns() -> int:
        held[1], first, second = jax.random.split(held[1], 3)
        actions = act(first, held[0].legal_action_mask)
        held[0] = step(held[0], actions, jax.random.split(second, tables))
        held[0].observation.block_until_ready()
        return tables

    turns()
    return lambda seconds: timed(turns, seconds)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=int, default=1024)
    parser.add_argument("--rounds", type=int, default=5, help="how many slices each (5)")
    parser.add_argument("--seconds", type=float, default=0.6, help="CPU seconds a slice (0.6)")
    asked = parser.parse_args()
    pin()
    subjects: dict[tuple[str, str], Slice] = {}
    for game in HOUSE_GAMES:
        seats = load(game).least
        title = f"{game.replace('_', ' ')}, {seats} seat{'s' * (seats > 1)}"
        subjects[title, "core"] = core(game)
        subjects[title, "every seat"] = batched(game, asked.tables, None)
        subjects[title, "one seat"] = batched(game, asked.tables, 0)
        subjects[title, "Gymnasium"] = gymnasium(game, asked.tables)
        subjects[title, "PettingZoo"] = one_by_one(pettingzoo.env(game))
    for name in ("leduc_poker", "backgammon", "chess"):
        subjects[f"OpenSpiel {name}", "PettingZoo"] = openspiel(name)
    for peer in ("pettingzoo[classic]", "pgx"):
        sys.path += map(str, HERE.parent.glob(f"build/peers/{glob.escape(peer)}/lib/python*/site-packages"))
    for name in ("leduc_holdem_v4", "connect_four_v3", "chess_v6"):
        if (played := classic(name)) is not None:
            subjects[f"PettingZoo {name}", "PettingZoo"] = played
    for name in ("leduc_holdem", "backgammon"):
        if (stepped := pgx(name, asked.tables)) is not None:
            subjects[f"pgx {name}", "every seat"] = stepped
    paces: dict[tuple[str, str], list[float]] = {key: [] for key in subjects}
    for _ in range(asked.rounds):
        for key, play in subjects.items():
            turns, seconds = play(asked.seconds)
            paces[key].append(turns / seconds)
    heads = {
        "core": "core, nothing observed",
        "every seat": f"{asked.tables} tables, every seat",
        "one seat": f"{asked.tables} tables, one seat against random",
        "Gymnasium": f"Gymnasium, {asked.tables} tables",
        "PettingZoo": "one table after the other",
    }
    print(f"| turns a second | {' | '.join(heads.values())} |")
    print(f"|{'---|' * (1 + len(heads))}")
    for title in dict.fromkeys(title for title, _ in subjects):
        cells = [f"{median(paces[title, key]):,.0f}" if (title, key) in paces else "" for key in heads]
        print(f"| {title} | {' | '.join(cells)} |")
    print(f"\n{machine()}.")


if __name__ == "__main__":
    main()
