"""Pgx on the processor: random legal play of many matches in lockstep, compiled by JAX, new matches at once
where one has ended; and one compiled step a call, as somebody at a keyboard would drive it.
"""

import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import pgx
from pgx.experimental import auto_reset

sys.path.insert(0, str(Path(__file__).parent.parent))
from slices import serve

GAMES = ("backgammon", "connect_four", "leduc_holdem")
CACHE = Path(__file__).parent.parent.parent / "build" / "peers" / "pgx" / "cache"
SIDE_BY_SIDE = 256
STEPS = 8
CALLS = 20


jax.config.update("jax_compilation_cache_dir", str(CACHE))
jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)


def lockstep(env):
    step = jax.vmap(auto_reset(env.step, env.init))

    def turn(state, key):
        chosen, lucky = jax.random.split(key)
        likely = jnp.where(state.legal_action_mask, 0.0, -1e9)
        action = jax.random.categorical(chosen, likely, axis=-1)
        return step(state, action, jax.random.split(lucky, SIDE_BY_SIDE)), None

    def turns(state, key):
        return jax.lax.scan(turn, state, jax.random.split(key, STEPS))[0]

    go_on = jax.jit(turns)
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), SIDE_BY_SIDE))]
    luck = [jax.random.PRNGKey(1)]

    def play():
        luck[0], key = jax.random.split(luck[0])
        held[0] = go_on(held[0], key)
        held[0].terminated.block_until_ready()
        return SIDE_BY_SIDE * STEPS

    return play


def singly(env):
    step = jax.jit(env.step)
    state = jax.jit(env.init)(jax.random.PRNGKey(0))
    action = int(jnp.argmax(state.legal_action_mask))
    keys = list(jax.random.split(jax.random.PRNGKey(2), CALLS))

    def play():
        for key in keys:
            step(state, action, key).terminated.block_until_ready()
        return CALLS

    return play


subjects = {}
for name in GAMES:
    env = pgx.make(name)
    subjects[f"pgx-{SIDE_BY_SIDE}:{name}"] = lockstep(env)
    subjects[f"pgx-1:{name}"] = singly(env)
serve(subjects)
