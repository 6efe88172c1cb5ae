"""Set-ups and matches that the tests of the adapters share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludoteca.adapters.observation import Encoder, encoder
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, State

SETUPS: list[tuple[str, int, dict[str, Any]]] = [
    ("bello_divorum", 4, {}),
    ("bello_divorum", 5, {"corners": "draft", "track_length": "12"}),
    ("bologna", 2, {}),
    ("bologna", 7, {}),
    ("bomarzo", 2, {}),
    ("bomarzo", 4, {"seasons_promo": True, "worship_promo": True, "deck_top": "shown"}),
    ("bosa", 2, {"goals": False, "coin_supply": "limited"}),
    ("bosa", 5, {"goal_choice": "ask"}),
    ("manticore", 1, {}),
    ("manticore", 4, {"mode": "semicoop", "hidden_artifacts": True}),
]


def states(table: Encoder, seed: int, most: int = 100_000) -> Iterator[State]:
    """Every state of a random match in which a seat is awaited, and the last one."""
    state = table.game.start(table.setup)
    state.settle()
    croupier, source = Seeded(seed), Stream(seed, "choices")
    for _ in range(most):
        while state.actor == CHANCE:
            state.play(croupier.settle(state))
        yield state
        if state.over:
            return
        state.play(state.choices[source.below(len(state.choices))])


def tables() -> list[Encoder]:
    return [encoder(game, seats, options) for game, seats, options in SETUPS]


def called(table: Encoder) -> str:
    return f"{table.game.name}-{table.setup.seats}"
