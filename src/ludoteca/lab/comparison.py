"""Editions side by side: the same deals with each, so that a few hundred matches tell what a change does."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.backends import Backend
from ludoteca.lab.batches import Work
from ludoteca.lab.counters import PARTS, Counters
from ludoteca.lab.intervals import clustered_mean, clustered_rate, told_rate
from ludoteca.lab.mirrored import MirroredRate
from ludoteca.lab.plan import MatchRunner, Plan, line_up
from ludoteca.lab.plurals import told_number

RARE: Final = 60
"""A card that fewer seats had is too rare to tell."""
FEW: Final = 10
"""A category with more values, such as all cards, is not meant to be even."""
Row = tuple[list[float], float]
"""A match: each seat's share of victory, and how many decisions it took."""

Batch = list[tuple[list[Row], list[dict[str, Any]]]]
"""Deals: what came of each with every edition, and what was counted."""


class Facet(NamedTuple):
    """A category, a value, its win rate with each edition, by how much it changes from the first edition to
    the last, deal by deal, and whether that is beyond its interval.
    """

    category: str
    value: str
    rates: list[dict[str, float]]
    change: dict[str, float]
    apart: bool


def play_pairs(plans: Sequence[Plan], language: str, first: int, last: int) -> Batch:
    """Matches `first` to `last - 1` of every plan, with the same luck in each. Cards, roles and the like are
    named in this language.
    """
    runners = [MatchRunner(plan) for plan in plans]
    found = []
    for number in range(first, last):
        rows: list[Row] = []
        counted: list[dict[str, Any]] = []
        for runner in runners:
            outcome, state = runner.play(number)
            counters = Counters()
            counters.enter(outcome, runner.game.breakdowns(state, language))
            rows.append((list(outcome.payoffs), float(outcome.decisions)))
            counted.append(counters.data)
        found.append((rows, counted))
    return found


class Comparison:
    """Several editions of a game, and what came of the same matches with each."""

    def __init__(
        self, game: str, editions: Sequence[Path | None], bot: str = "greedy:1", players: int | None = None,
        options: Mapping[str, Any] | None = None, seed: int = 1, language: str = "en",
    ) -> None:  # fmt: skip
        from ludoteca.games import load

        least = load(game).least
        lineup = line_up(bot, players or least, least)
        self.plans = [Plan(game, lineup, options=options, seed=seed, edition=one) for one in editions]
        self.language = language
        self.rows: list[list[Row]] = []
        self.counts = [Counters() for _ in self.plans]
        self.mirrored: dict[tuple[str, str], MirroredRate] = {}

    def run(self, matches: int, backend: Backend, progress: Callable[[int], None] = lambda _: None) -> None:
        if matches < 2:
            raise LudotecaError(f"a comparison needs at least two matches, not {matches}")
        batches = {}
        for span, batch in backend.play(partial(play_pairs, self.plans, self.language), Work([(0, matches)])):
            batches[span] = batch
            progress(span[1] - span[0])
        for span in sorted(batches):
            self.add(batches[span])

    def add(self, batch: Batch) -> None:
        """Count more deals."""
        for rows, counted in batch:
            self.rows.append(rows)
            for counters, data in zip(self.counts, counted, strict=True):
                counters.add(Counters(data))
            self._mirror(Counters(counted[0]), Counters(counted[-1]))

    def _mirror(self, before: Counters, after: Counters) -> None:
        """Set a deal with the first edition against the same with the last."""
        named = [
            (category, value)
            for one in (before, after)
            for category, values in one.under("facets").items()
            for value in values
        ]
        for name in dict.fromkeys(named):
            had = [one.under("facets", *name) for one in (before, after)]
            numbers = [number for one in had for number in (one.get("wins", 0) / PARTS, one.get("seats", 0))]
            self.mirrored.setdefault(name, MirroredRate()).add(*numbers)

    def seat_rates(self, which: int) -> list[dict[str, float]]:
        """How often each seat wins with an edition, with its interval."""
        players = self.plans[which].players
        return [clustered_rate([rows[which][0][seat] for rows in self.rows]) for seat in range(players)]

    def seat_change(self, which: int, seat: int) -> dict[str, float | None]:
        """By how much a seat's share of victory changes from the first edition, deal by deal."""
        return clustered_mean([rows[which][0][seat] - rows[0][0][seat] for rows in self.rows])

    def length_change(self, which: int) -> dict[str, float | None]:
        return clustered_mean([rows[which][1] - rows[0][1] for rows in self.rows])

    def spread(self, which: int) -> float:
        """How far the luckiest seat is from the unluckiest."""
        rates = [rate["rate"] for rate in self.seat_rates(which)]
        return max(rates) - min(rates)

    def facets(self) -> list[Facet]:
        """Categories and values that are not too rare: the rate with each edition, and whether it has moved
        beyond its interval. Those that moved furthest come first.
        """
        tables = [counters.rates_by_category() for counters in self.counts]
        found = []
        for category, values in tables[0].items():
            for value in values:
                both = [table.get(category, {}).get(value) for table in tables]
                if any(one is None or one["seats"] < RARE for one in both):
                    continue
                rates = [one["win_rate"] for one in both if one is not None]
                change = self.mirrored[category, value].change(len(self.rows))
                apart = not change["low"] <= 0 <= change["high"]
                found.append(Facet(category, value, rates, change, apart))
        return sorted(found, key=lambda one: (not one.apart, -abs(one.change["mean"])))

    @property
    def fair(self) -> float:
        """What every seat would win if seats were even; one in two where all win or lose together."""
        together = all([len(set(shares)) == 1 for rows in self.rows for shares, _ in rows])
        return 0.5 if together else 1 / self.plans[0].players

    def most_even(self, facets: Sequence[Facet] = ()) -> int | None:
        """The edition with which seats, or the values of a category, are nearest to each other, of those
        where every interval holds the fair share; None if there is none.
        """
        fair = self.fair
        found: list[tuple[float, int]] = []
        for which in range(len(self.plans)):
            rates = [one.rates[which] for one in facets] or self.seat_rates(which)
            if all([rate["low"] <= fair <= rate["high"] for rate in rates]):
                shares = [rate["rate"] for rate in rates]
                off = abs(math.fsum(shares) / len(shares) - fair)
                found.append((max(shares) - min(shares) + off, which))
        return min(found)[1] if found else None

    def figures(self, most: int = 60) -> dict[str, Any]:
        """All of it as data, for pages that show it while it grows."""
        facets = self.facets()
        kinds = [one.category for one in facets]
        few = [kind for kind in dict.fromkeys(kinds) if kinds.count(kind) <= FEW]
        last = len(self.plans) - 1
        return {
            "deals": len(self.rows),
            "fair": self.fair,
            "seats": [self.seat_rates(which) for which in range(len(self.plans))],
            "changes": [self.seat_change(last, seat) for seat in range(self.plans[0].players)],
            "lengths": [
                math.fsum([rows[which][1] for rows in self.rows]) / len(self.rows)
                for which in range(len(self.plans))
            ],
            "facets": facets[:most],
            "even": {"": self.most_even()}
            | {kind: self.most_even([one for one in facets if one.category == kind]) for kind in few},
        }

    def deals(self) -> str:
        return told_number(len(self.rows), "deal", "deals")

    def text(self, most: int = 12) -> str:
        """The comparison of two editions for a terminal."""
        before, after = self.plans[0].edition_label, self.plans[-1].edition_label
        lines = [f"{self.plans[0].title}: {before} → {after}, {self.deals()} played with each"]
        first, last = self.seat_rates(0), self.seat_rates(-1)
        for seat, (one, other) in enumerate(zip(first, last, strict=True)):
            change = self.seat_change(len(self.plans) - 1, seat)
            moved = _told(change, 100, " points")
            lines.append(f"  seat {seat + 1} wins  {told_rate(one)} → {told_rate(other)}  {moved}")
        lines.append(f"  decisions a match: {_told(self.length_change(len(self.plans) - 1), 1, '')}")
        for facet in self.facets()[:most]:
            mark = "*" if facet.apart else " "
            both = f"{told_rate(facet.rates[0])} → {told_rate(facet.rates[-1])}"
            moved = _told(facet.change, 100, " points")
            lines.append(f"{mark} {facet.category} {facet.value}: {both}  {moved}")
        return "\n".join([*lines, "* beyond the interval of the difference; one in twenty strays by chance."])


def _told(change: Mapping[str, float | None], scale: float, unit: str) -> str:
    mean, low, high = change["mean"], change["low"], change["high"]
    assert mean is not None and low is not None and high is not None
    return f"{scale * mean:+.1f}{unit} ({scale * low:+.1f} to {scale * high:+.1f})"


def sweep_text(found: Comparison, entry: str, values: Sequence[str]) -> str:
    """One number over a range: who wins with each value, and with which the seats are most even."""
    lines = [f"{found.plans[0].title}: {entry}, {found.deals()} played with each value"]
    for which, value in enumerate(values):
        rates = "  ".join([told_rate(rate) for rate in found.seat_rates(which)])
        lines.append(f"  {value:>6}  {rates}  apart {found.spread(which):.1%}")
    best = found.most_even()
    if best is None:
        return "\n".join([*lines, f"No value in {values[0]} to {values[-1]} makes the seats even."])
    return "\n".join([*lines, f"Most even: {values[best]}. All its intervals hold {found.fair:.1%}."])
