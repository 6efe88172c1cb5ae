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
from ludoteca.lab.batches import Work
from ludoteca.lab.crews import Crew
from ludoteca.lab.plan import Plan, Room
from ludoteca.lab.tally import Tally, share_of


def seats_for(bots: str, players: int) -> list[str]:
    """One bot for all seats, or one for each."""
    named = bots.split(",")
    if len(named) not in (1, players):
        raise LudotecaError(f"{len(named)} bots for {players} seats; name one bot, or one for each seat")
    return named * players if len(named) == 1 else named


def play_batch(plan: Plan, first: int, last: int) -> tuple[float, Tally]:
    """Play matches `first` to `last - 1` of a plan: the CPU seconds spent playing, and what came of it."""
    room = Room(plan)
    tally = Tally()
    spent = 0.0
    for number in range(first, last):
        started = time.process_time()
        outcome, state = room.play(number)
        spent += time.process_time() - started
        tally.enter(outcome, room.game.breakdowns(state))
    return spent, tally


def simulate(plan: Plan, matches: int, crew: Crew, progress: Callable[[int], None]) -> tuple[float, Tally]:
    """Play the matches of a plan: CPU seconds, and what came of it."""
    whole = Tally()
    seconds = 0.0
    for (first, last), (spent, tally) in crew.play(partial(play_batch, plan), Work([(0, matches)])):
        whole.add(tally)
        seconds += spent
        progress(last - first)
    return seconds, whole


def figures(plan: Plan, seconds: float, tally: Tally) -> dict[str, Any]:
    """A count as plain data, with 95 % intervals."""
    matches, decisions = tally.at("matches"), tally.at("decisions")
    return {
        "game": plan.game,
        "players": plan.players,
        "bots": list(plan.lineup) if len(set(plan.lineup)) > 1 else [plan.lineup[0]],
        "seed": plan.seed,
        "options": plan.options,
        "matches": matches,
        "decisions": decisions,
        "chance_steps": tally.at("outcomes"),
        "seconds": round(seconds, 6),
        "decisions_per_second": round(decisions / seconds, 1),
        "compiled": native(load(plan.game).folder),
        "reasons": dict(sorted(tally.under("reasons").items())),
        "win_rate_by_seat": [
            share_of(tally.at("wins", str(seat)), matches, matches) for seat in range(plan.players)
        ],
        "mean_scores": [mean(scores) for scores in scores_by_seat(plan, tally) if scores],
        "facets": tally.rates_by_category(),
    }


def native(folder: Path) -> bool:
    """Whether a game's own rules are native code; they may be plain Python on a compiled kernel."""
    return any(path.name.endswith(tuple(EXTENSION_SUFFIXES)) for path in folder.iterdir())


def scores_by_seat(plan: Plan, tally: Tally) -> list[Counter[int]]:
    return [tally.numbers("scores", str(seat)) for seat in range(plan.players)]


def mean(scores: Counter[int]) -> float:
    return round(sum(score * number for score, number in scores.items()) / scores.total(), 3)
