"""A sequential test: two bots play mirrored deals until it is decided which of two claims is true.

    from ludoteca.lab.sequential import sequential_arena

    verdict = sequential_arena("bosa", "greedy,random", (0, 50), seed=1)
    print(verdict.told())

The first bot of the line-up is the candidate, all others are the field. The claims are strengths in Elo:
that the candidate is not better than the first, or at least as good as the second. After every deal the
likelihood of what happened under both is compared (a generalised sequential probability ratio test); when one
is 19 times the other, the test ends. Each claim is then wrongly rejected in about one test of twenty.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from ludoteca.bots.by_name import BotLike
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.arena import Report, about, arena_words, mean, play_rows
from ludoteca.lab.backends import Backend, make_backend
from ludoteca.lab.batches import Work
from ludoteca.lab.charts import evidence_chart
from ludoteca.lab.intervals import told_rate
from ludoteca.lab.plan import Outcome, Plan, line_up
from ludoteca.lab.plurals import told_number
from ludoteca.lab.recipe import write_recipe
from ludoteca.lab.run import Run
from ludoteca.lab.run_folder import RunFolder, write_whole

ERROR: Final = 0.05
BOUND: Final = math.log((1 - ERROR) / ERROR)
"""The evidence that decides, as a logarithm of likelihoods."""

LEAST_DEALS: Final = 8
"""No verdict before so many deals: the spread between fewer says too little."""

MOST_MATCHES: Final = 20_000
CHART: Final = "evidence.svg"

UPPER: Final = "upper"
LOWER: Final = "lower"
OPEN: Final = "open"

Claims = tuple[float, float]
Heard = Callable[[int, float], None]
"""Hears how many matches count so far, and the evidence."""


def expected_share(elo: float, seats: int) -> float:
    """The share of victories of one bot that is so much stronger than the others of a table."""
    odds = float(10.0 ** (elo / 400))
    return odds / (odds + seats - 1)


def evidence(shares: Sequence[float], low: float, high: float, matches: int) -> float:
    """The logarithm of how much likelier these shares of the deals are if the true one is `high` than if it
    is `low`. A deal is made of so many `matches`; one more with the spread of independent matches is assumed,
    since deals that all agree prove less than certainty.
    """
    number = len(shares)
    if not number:
        return 0.0
    found = math.fsum(shares) / number
    between = (low + high) / 2
    spread = math.fsum((one - found) ** 2 for one in shares) + between * (1 - between) / matches
    variance = spread / (number + 1)
    return number * (high - low) * (found - between) / variance


def verdict_of(gathered: float, deals: int) -> str:
    """What so much evidence from so many deals says."""
    if deals < LEAST_DEALS or abs(gathered) < BOUND:
        return OPEN
    return UPPER if gathered > 0 else LOWER


class Verdict:
    """What a sequential test found: the report of its matches, the evidence after every deal, the verdict."""

    def __init__(self, report: Report, claims: Claims, path: Sequence[float]) -> None:
        self.report = report
        self.claims = claims
        self.path = path
        self.verdict = verdict_of(path[-1], len(path))
        self.candidate = report.plan.lineup[0]

    @property
    def figures(self) -> dict[str, Any]:
        """The figures of the arena with those of the test."""
        return {
            **self.report.figures,
            "kind": "sequential",
            "sequential": {
                "candidate": self.candidate,
                "claims": list(self.claims),
                "claimed_shares": [
                    round(expected_share(elo, self.report.plan.players), 4) for elo in self.claims
                ],
                "evidence": round(self.path[-1], 4),
                "bound": round(BOUND, 4),
                "verdict": self.verdict,
            },
        }

    def told(self) -> str:
        """The verdict in a sentence, after the table of the arena."""
        return f"{self.report.told()}\n\n{self.sentence()}"

    def sentence(self) -> str:
        won = told_rate(self.report.win_rate(self.candidate))
        low, high = self.claims
        seats = self.report.plan.players
        played = told_number(len(self.report.outcomes), "match", "matches")
        after = f"after {played}, evidence {self.path[-1]:+.2f} of {BOUND:.2f}"
        if self.verdict == UPPER:
            more = f"more than {expected_share(low, seats):.1%}"
            return f"decided: {self.candidate} is above {low:+g} Elo ({more}), won {won}, {after}"
        if self.verdict == LOWER:
            less = f"less than {expected_share(high, seats):.1%}"
            return f"decided: {self.candidate} is below {high:+g} Elo ({less}), won {won}, {after}"
        return f"undecided between {low:+g} and {high:+g} Elo: {self.candidate} won {won}, {after}"

    def chart(self) -> bytes:
        """The evidence after every deal, as SVG."""
        low, high = self.claims
        title = f"{self.report.plan.title}: {self.candidate} among {self.report.plan.lineup[-1]}"
        return (
            evidence_chart(
                title,
                self.path,
                BOUND,
                self.report.plan.rotations,
                f"above {low:+g} Elo",
                f"below {high:+g} Elo",
            )
            .svg()
            .encode()
        )


class SequentialTest(Run):
    """A plan, two claims, at most so many matches, and the folder that keeps what was played, if any."""

    def __init__(self, plan: Plan, claims: Claims, most: int = MOST_MATCHES, out: Path | None = None) -> None:
        low, high = claims
        if low >= high:
            raise LudotecaError(f"the first of two strengths is the lower one, not {low:g},{high:g}")
        if plan.players < 2 or len(set(plan.lineup[1:])) != 1 or plan.lineup[0] == plan.lineup[1]:
            raise LudotecaError(
                "a sequential test compares one bot with others of one kind: --seats greedy,random,random"
            )
        self.claims = claims
        if out is not None:
            from ludoteca.lab.parquet import parquet_library

            parquet_library()
        super().__init__(plan, plan.whole_deals(most), about(plan, "sequential"), out)
        self._rows: dict[int, list[Any]] = {}
        self._path: list[float] = []
        self._shares: list[float] = []
        for rows in self.done.values():
            self._take(rows)

    @property
    def finished(self) -> int:
        """How many matches count so far: the deals that were played without a gap from the first on."""
        return len(self._path) * self.plan.rotations

    @property
    def decided(self) -> bool:
        path = self._path
        return bool(path) and verdict_of(path[-1], len(path)) != OPEN

    def run(self, backend: Backend, heard: Heard | None = None) -> Verdict:
        """Play deal after deal until the verdict. Which process played what makes no difference: a deal
        counts when all before it are finished, and those after the verdict are forgotten.
        """
        try:
            if not self.decided:
                self._play(backend, heard)
            outcomes = [Outcome.read(self._rows[number]) for number in range(self.finished)]
            verdict = Verdict(Report(self.plan, outcomes), self.claims, self._path)
            if self.run_folder is not None:
                self._save(verdict, self.run_folder)
            return verdict
        finally:
            self.close()

    def _play(self, backend: Backend, heard: Heard | None) -> None:
        work = Work(self.left, self.plan.rotations)
        for _, rows in self.batches(backend, partial(play_rows, self.plan), work):
            self._take(rows)
            if heard is not None and self._path:
                heard(self.finished, self._path[-1])
            if self.decided:
                return

    def _take(self, rows: Sequence[list[Any]]) -> None:
        """Count the deals that are whole and follow upon those counted, up to the verdict."""
        for row in rows:
            self._rows[row[0]] = row
        turns = self.plan.rotations
        low, high = (expected_share(elo, self.plan.players) for elo in self.claims)
        while not self.decided and self.finished < self.matches:
            numbers = range(self.finished, self.finished + turns)
            if not all(number in self._rows for number in numbers):
                return
            self._shares.append(mean(self._won(Outcome.read(self._rows[number])) for number in numbers))
            self._path.append(evidence(self._shares, low, high, turns))

    def _won(self, outcome: Outcome) -> float:
        return outcome.payoffs[self.plan.seating(outcome.number).index(self.plan.lineup[0])]

    def _save(self, verdict: Verdict, folder: RunFolder) -> None:
        folder.close_with(((number, number + 1), [self._rows[number]]) for number in range(self.finished))
        verdict.report.figures = verdict.figures
        verdict.report.save(folder.path)
        write_whole(folder.path / CHART, verdict.chart())
        claims = ",".join([f"{claim:g}" for claim in self.claims])
        words = [*arena_words(self.plan, self.matches), f"--sprt={claims}"]
        write_recipe(folder.path, words, [self.plan])


def sequential_arena(
    game: str,
    seats: BotLike | Sequence[BotLike],
    claims: Claims,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    most: int = MOST_MATCHES,
    workers: int = 1,
    out: Path | None = None,
    heard: Heard | None = None,
) -> Verdict:
    """Let the first bot of `seats` play the others until it is decided which of two strengths it has."""
    from ludoteca.games import load

    lineup = line_up(seats, players, load(game).least)
    plan = Plan(game, lineup, options=options, seed=seed, mirrored=True)
    return SequentialTest(plan, claims, most, out).run(make_backend("local", workers), heard)
