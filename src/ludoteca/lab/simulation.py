"""Many matches between bots, counted. Match i of a seed is always the same match, in whichever process."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from ludoteca.games import load
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.backends import Backend
from ludoteca.lab.batches import Work
from ludoteca.lab.counters import Counters, share_of
from ludoteca.lab.plan import MatchRunner, Plan


def seats_for(bots: str, players: int) -> list[str]:
    """One bot for all seats, or one for each."""
    named = bots.split(",")
    if len(named) not in (1, players):
        raise LudotecaError(f"{len(named)} bots for {players} seats; name one bot, or one for each seat")
    return named * players if len(named) == 1 else named


def play_batch(plan: Plan, first: int, last: int) -> tuple[float, Counters]:
    """Play matches `first` to `last - 1` of a plan: the CPU seconds spent playing, and what came of it."""
    runner = MatchRunner(plan)
    counters = Counters()
    spent = 0.0
    for number in range(first, last):
        started = time.process_time()
        outcome, state = runner.play(number)
        spent += time.process_time() - started
        counters.enter(outcome, runner.game.breakdowns(state))
    return spent, counters


def simulate(
    plan: Plan, matches: int, backend: Backend, progress: Callable[[int], None]
) -> tuple[float, Counters]:
    """Play the matches of a plan: CPU seconds, and what came of it."""
    whole = Counters()
    seconds = 0.0
    for (first, last), (spent, counters) in backend.play(partial(play_batch, plan), Work([(0, matches)])):
        whole.add(counters)
        seconds += spent
        progress(last - first)
    return seconds, whole


def figures(plan: Plan, seconds: float, counters: Counters) -> dict[str, Any]:
    """A count as plain data, with 95 % intervals."""
    matches, decisions = counters.at("matches"), counters.at("decisions")
    return {
        "game": plan.game,
        "players": plan.players,
        "bots": list(plan.lineup) if len(set(plan.lineup)) > 1 else [plan.lineup[0]],
        "seed": plan.seed,
        "options": plan.options,
        "matches": matches,
        "decisions": decisions,
        "chance_steps": counters.at("outcomes"),
        "seconds": round(seconds, 6),
        "decisions_per_second": round(decisions / seconds, 1),
        "compiled": native(load(plan.game).folder),
        "reasons": dict(sorted(counters.under("reasons").items())),
        "win_rate_by_seat": [
            share_of(counters.at("wins", str(seat)), matches, matches) for seat in range(plan.players)
        ],
        "mean_scores": [mean(scores) for scores in counters.scores_by_seat(plan.players) if scores],
        "facets": counters.rates_by_category(),
    }


def native(folder: Path) -> bool:
    """Whether a game's own rules are native code; they may be plain Python on a compiled kernel."""
    return any(path.name.endswith(tuple(EXTENSION_SUFFIXES)) for path in folder.iterdir())


def mean(scores: Counter[int]) -> float:
    return round(sum(score * number for score, number in scores.items()) / scores.total(), 3)
