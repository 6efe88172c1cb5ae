"""Many matches between bots, counted."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import ludoteca
from ludoteca.bots.table import make_bot, play_out
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup


def simulate(
    game: Game[Any], setup: Setup, bots: str, count: int, seed: int, progress: Callable[[int], None]
) -> dict[str, Any]:
    """Play `count` matches and add up what happened. Match i of a seed is always the same match."""
    named = bots.split(",")
    if len(named) not in (1, setup.seats):
        raise LudotecaError(f"{len(named)} bots for {setup.seats} seats; name one bot, or one for each seat")
    table = [make_bot(named[seat % len(named)]) for seat in range(setup.seats)]
    reasons: Counter[str] = Counter()
    wins = [0.0] * setup.seats
    scores = [0] * setup.seats
    decisions = outcomes = 0
    seconds = 0.0
    step = max(1, count // 100)
    for number in range(count):
        luck = seed * 1_000_003 + number
        started = time.process_time()
        state = game.start(setup)
        state.settle()
        tally = play_out(game, state, table, Seeded(luck), luck)
        seconds += time.process_time() - started
        decisions += tally.decisions
        outcomes += tally.outcomes
        result = state.result
        assert result is not None
        reasons[result.reason] += 1
        for seat, share in enumerate(result.payoffs()):
            wins[seat] += share
        for seat, score in enumerate(result.scores):
            scores[seat] += score
        if (number + 1) % step == 0:
            progress(step)
    return {
        "game": game.name,
        "players": setup.seats,
        "bots": named,
        "seed": seed,
        "options": setup.chosen(game.options),
        "matches": count,
        "decisions": decisions,
        "chance_steps": outcomes,
        "seconds": round(seconds, 6),
        "decisions_per_second": round(decisions / seconds, 1),
        "compiled": ludoteca.compiled,
        "reasons": dict(sorted(reasons.items())),
        "win_share": [round(won / count, 6) for won in wins],
        "mean_scores": [round(score / count, 6) for score in scores] if any(scores) else [],
    }
