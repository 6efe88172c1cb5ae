"""Many matches between bots, counted. Match i of a seed is always the same match, whoever plays it."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import ludoteca
from ludoteca.bots.table import make_bot, play_out
from ludoteca.games import load
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.errors import LudotecaError

BATCH = 50
SPREAD = 1_000_003
CERTAINTY = 1.959964


class Plan:
    """What is to be played: everything a worker needs to know, as plain data."""

    def __init__(
        self,
        game: str,
        players: int,
        options: Mapping[str, Any],
        bots: str,
        seed: int,
        edition: Path | None = None,
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.bots = bots.split(",")
        self.seed = seed
        self.edition = edition
        if len(self.bots) not in (1, players):
            raise LudotecaError(
                f"{len(self.bots)} bots for {players} seats; name one bot, or one for each seat"
            )
        load(game).setup(players, self.options, edition)
        for bot in self.bots:
            make_bot(bot)


class Count:
    """What came of some matches. Counts of parts add up to the count of the whole."""

    def __init__(self, players: int) -> None:
        self.matches = 0
        self.decisions = 0
        self.outcomes = 0
        self.seconds = 0.0
        self.reasons: Counter[str] = Counter()
        self.wins = [0.0] * players
        self.scores: list[Counter[int]] = [Counter() for _ in range(players)]
        self.facets: dict[tuple[str, str], list[float]] = {}

    def add(self, other: Count) -> None:
        self.matches += other.matches
        self.decisions += other.decisions
        self.outcomes += other.outcomes
        self.seconds += other.seconds
        self.reasons += other.reasons
        self.wins = [mine + theirs for mine, theirs in zip(self.wins, other.wins, strict=True)]
        for mine, theirs in zip(self.scores, other.scores, strict=True):
            mine.update(theirs)
        for key, (seats, wins) in other.facets.items():
            self.note(key, seats, wins)

    def note(self, key: tuple[str, str], seats: float, wins: float) -> None:
        found = self.facets.setdefault(key, [0.0, 0.0])
        found[0] += seats
        found[1] += wins


def play_batch(plan: Plan, first: int, last: int) -> Count:
    """Play matches `first` to `last - 1` of a plan."""
    game = load(plan.game)
    setup = game.setup(plan.players, plan.options, plan.edition)
    bots = [make_bot(plan.bots[seat % len(plan.bots)]) for seat in range(plan.players)]
    count = Count(plan.players)
    for number in range(first, last):
        luck = plan.seed * SPREAD + number
        started = time.process_time()
        state = game.start(setup)
        state.settle()
        tally = play_out(game, state, bots, Seeded(luck), luck)
        count.seconds += time.process_time() - started
        count.matches += 1
        count.decisions += tally.decisions
        count.outcomes += tally.outcomes
        result = state.result
        assert result is not None
        payoffs = result.payoffs()
        count.reasons[result.reason] += 1
        for seat, share in enumerate(payoffs):
            count.wins[seat] += share
        for seat, score in enumerate(result.scores):
            count.scores[seat][score] += 1
        for seat, name, value in game.facets(state):
            count.note((name, value), 1.0, payoffs[seat])
    return count


def simulate(plan: Plan, matches: int, progress: Callable[[int], None], workers: int = 1) -> Count:
    """Play the matches of a plan, in this process or in several."""
    whole = Count(plan.players)
    batches = [(first, min(first + BATCH, matches)) for first in range(0, matches, BATCH)]
    if workers == 1:
        for first, last in batches:
            whole.add(play_batch(plan, first, last))
            progress(last - first)
        return whole
    with ProcessPoolExecutor(workers) as pool:
        waiting = {pool.submit(play_batch, plan, first, last): last - first for first, last in batches}
        for done in as_completed(waiting):
            whole.add(done.result())
            progress(waiting[done])
    return whole


def figures(plan: Plan, count: Count) -> dict[str, Any]:
    """A count as plain data, with 95 % intervals."""
    facets: dict[str, dict[str, Any]] = {}
    for (name, value), (seats, wins) in sorted(count.facets.items()):
        facets.setdefault(name, {})[value] = {"seats": int(seats), "win_rate": rate(wins, seats)}
    return {
        "game": plan.game,
        "players": plan.players,
        "bots": plan.bots,
        "seed": plan.seed,
        "options": plan.options,
        "matches": count.matches,
        "decisions": count.decisions,
        "chance_steps": count.outcomes,
        "seconds": round(count.seconds, 6),
        "decisions_per_second": round(count.decisions / count.seconds, 1),
        "compiled": ludoteca.compiled,
        "reasons": dict(sorted(count.reasons.items())),
        "win_rate_by_seat": [rate(wins, count.matches) for wins in count.wins],
        "mean_scores": [mean(scores) for scores in count.scores] if any(count.scores) else [],
        "facets": facets,
    }


def rate(wins: float, total: float) -> dict[str, float]:
    """A share with its 95 % interval (Wilson)."""
    share = wins / total
    spread = CERTAINTY**2 / total
    centre = (share + spread / 2) / (1 + spread)
    reach = CERTAINTY * math.sqrt(share * (1 - share) / total + spread / (4 * total)) / (1 + spread)
    return {
        "rate": round(share, 4),
        "low": round(max(0.0, centre - reach), 4),
        "high": round(centre + reach, 4),
    }


def mean(scores: Counter[int]) -> float:
    return round(sum(score * number for score, number in scores.items()) / scores.total(), 3)
