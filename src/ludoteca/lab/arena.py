"""The arena: bots compared over the same luck.

    from ludoteca.lab.arena import arena

    report = arena("bosa", "greedy,random,random", games=300, seed=1, workers=2)
    print(report.told())
    report.win_rate("greedy")        # {'rate': …, 'low': …, 'high': …}

Every deal is played once for each rotation of the line-up around the table, so that nobody owes a victory
to a seat or to the cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from ludoteca.bots.by_name import BotLike
from ludoteca.kernel.errors import LudotecaError
from ludoteca.lab.backends import Backend, make_backend
from ludoteca.lab.batches import Work
from ludoteca.lab.intervals import clustered_mean, clustered_rate, told_rate
from ludoteca.lab.plan import MatchRunner, Outcome, Plan, line_up
from ludoteca.lab.plurals import times, told_number
from ludoteca.lab.ratings import ratings
from ludoteca.lab.recipe import options_of, write_recipe
from ludoteca.lab.run import Progress, Run
from ludoteca.lab.run_folder import as_json, write_whole

RESULTS: Final = "results.json"
MATCHES: Final = "matches.parquet"
MATCHES_USUAL: Final = 100
REPEATED: Final = 0.5
"""Where no more than this share of the deals differ, the intervals would mislead."""


def arena(
    game: str,
    seats: BotLike | Sequence[BotLike],
    games: int = MATCHES_USUAL,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    edition: Path | None = None,
    workers: int = 1,
    on: str = "local",
    address: str | None = None,
    out: Path | None = None,
    progress: Progress | None = None,
) -> Report:
    """Let the bots of `seats` play at least `games` matches, whole deals each, and compare them."""
    from ludoteca.games import load

    lineup = line_up(seats, players, load(game).least)
    plan = Plan(game, lineup, options=options, seed=seed, edition=edition, mirrored=True)
    return Arena(plan, games, out).run(make_backend(on, workers, address), progress)


class Arena(Run):
    """A plan, how many matches of it, and the folder that keeps them, if any.

    A folder can go on towards more matches than it was begun with.
    """

    def __init__(self, plan: Plan, games: int, out: Path | None = None) -> None:
        if games < 1:
            raise LudotecaError(f"an arena needs at least one match, not {games}")
        if out is not None:
            from ludoteca.lab.parquet import parquet_library

            parquet_library()
        super().__init__(plan, plan.whole_deals(games), about(plan, "arena"), out)

    def run(self, backend: Backend, progress: Progress | None = None) -> Report:
        """Play what is left and report."""
        try:
            work = Work(self.left, self.plan.rotations)
            self.play(backend, partial(play_rows, self.plan), work, progress)
            found = {row[0]: row for rows in self.done.values() for row in rows}
            report = Report(
                self.plan, [Outcome.read(found[number]) for number in sorted(found) if number < self.matches]
            )
            if self.run_folder is not None:
                self.run_folder.close_with(
                    ((number, number + 1), [found[number]]) for number in sorted(found)
                )
                report.save(self.run_folder.path)
                write_recipe(self.run_folder.path, arena_words(self.plan, len(report.outcomes)), [self.plan])
            return report
        finally:
            self.close()


def arena_words(plan: Plan, matches: int) -> list[str]:
    """The command that plays an arena."""
    return ["arena", plan.game, "--seats", ",".join(plan.lineup), "--games", str(matches), *options_of(plan)]


def about(plan: Plan, kind: str) -> dict[str, Any]:
    """What has to be the same for finished matches to count."""
    return {"kind": kind, **plan.about(), "program": plan.program()}


def play_rows(plan: Plan, first: int, last: int) -> list[list[Any]]:
    """Matches `first` to `last - 1` of a plan as plain rows."""
    runner = MatchRunner(plan)
    return [list(runner.play(number)[0]) for number in range(first, last)]


class Report:
    """What an arena found."""

    def __init__(self, plan: Plan, outcomes: Sequence[Outcome]) -> None:
        self.plan = plan
        self.outcomes = outcomes
        self.bots = list(dict.fromkeys(plan.lineup))
        self.figures = self._figures()

    def bot(self, name: str) -> dict[str, Any]:
        """The figures of one bot."""
        for found in self.figures["bots"]:
            if found["bot"] == name:
                return dict(found)
        raise LudotecaError(f"“{name}” did not play; there were {', '.join(self.bots)}")

    def win_rate(self, name: str) -> dict[str, float]:
        """How often a seat of this bot won, ties shared, with its 95 % interval."""
        return dict(self.bot(name)["win_rate"])

    def save(self, folder: Path) -> None:
        """The figures as JSON and the matches as Parquet."""
        from ludoteca.lab.parquet import write_matches

        write_whole(folder / RESULTS, as_json(self.figures))
        write_matches(folder / MATCHES, self.plan, self.outcomes)

    def told(self) -> str:
        """The figures as a table for people."""
        return told(self.figures)

    # The figures

    def _figures(self) -> dict[str, Any]:
        plan, outcomes = self.plan, self.outcomes
        deals = [outcomes[at : at + plan.rotations] for at in range(0, len(outcomes), plan.rotations)]
        contested = all(abs(sum(outcome.payoffs) - 1) < 1e-9 for outcome in outcomes)
        together = all(len(set(outcome.teams)) == 1 for outcome in outcomes)
        fair = 1 / plan.players if contested and plan.players > 1 else None
        return {
            "kind": "arena",
            **plan.about(),
            "rotations": plan.rotations,
            "deals": len(deals),
            "different_deals": len({way_of(deal) for deal in deals}),
            "matches": len(outcomes),
            "decisions_a_match": round(sum(one.decisions for one in outcomes) / len(outcomes), 3),
            "reasons": dict(sorted(Counter(one.reason for one in outcomes).items())),
            "fair_share": None if fair is None else round(fair, 4),
            "bots": [self._about_bot(bot, deals, fair) for bot in self.bots],
            "head_to_head": [] if together else self._head_to_head(deals),
            "ratings": ratings(plan, outcomes),
            "win_rate_by_seat": [
                clustered_rate([mean(one.payoffs[seat] for one in deal) for deal in deals], plan.rotations)
                for seat in range(plan.players)
            ],
        }

    def _about_bot(self, bot: str, deals: Sequence[Sequence[Outcome]], fair: float | None) -> dict[str, Any]:
        seats = self.plan.lineup.count(bot)
        won = [mean(one.payoffs[seat] for one, seat in self._seats(bot, deal)) for deal in deals]
        won_rate = clustered_rate(won, self.plan.rotations * seats)
        scored = bool(deals[0][0].scores)
        return {
            "bot": bot,
            "seats": seats,
            "win_rate": won_rate,
            "times_fair_share": fair and {key: round(value / fair, 3) for key, value in won_rate.items()},
            "mean_place": clustered_mean(
                [mean(one.places[seat] for one, seat in self._seats(bot, deal)) for deal in deals]
            ),
            "mean_score": clustered_mean(
                [mean(one.scores[seat] for one, seat in self._seats(bot, deal)) for deal in deals]
            )
            if scored
            else None,
            "faults": sum(
                one.faults[seat] for deal in deals for one, seat in self._seats(bot, deal) if one.faults
            ),
        }

    def _seats(self, bot: str, deal: Sequence[Outcome]) -> list[tuple[Outcome, int]]:
        """Every match of a deal with every seat the bot had in it."""
        return [
            (one, seat)
            for one in deal
            for seat, sitting in enumerate(self.plan.seating(one.number))
            if sitting == bot
        ]

    def _head_to_head(self, deals: Sequence[Sequence[Outcome]]) -> list[dict[str, Any]]:
        """For every two bots how often the first finished ahead of the second, ties counting half."""
        found = []
        for place, bot in enumerate(self.bots):
            for other in self.bots[place + 1 :]:
                ahead = [mean(self._ahead(bot, other, deal)) for deal in deals]
                pairs = self.plan.lineup.count(bot) * self.plan.lineup.count(other)
                rate = clustered_rate(ahead, self.plan.rotations * pairs)
                found.append({"bot": bot, "against": other, "ahead": rate})
        return found

    def _ahead(self, bot: str, other: str, deal: Sequence[Outcome]) -> Iterable[float]:
        for one in deal:
            seating = self.plan.seating(one.number)
            for seat, sitting in enumerate(seating):
                if sitting == bot:
                    for rival, opposite in enumerate(seating):
                        if opposite == other:
                            mine, theirs = one.places[seat], one.places[rival]
                            yield 1.0 if mine < theirs else 0.5 if mine == theirs else 0.0


def way_of(deal: Sequence[Outcome]) -> tuple[Outcome, ...]:
    """What came of a deal, whichever deal it was."""
    return tuple(outcome._replace(number=0) for outcome in deal)


def mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def told(figures: dict[str, Any]) -> str:
    """The figures of an arena for people."""
    seats = ", ".join(figures["seats"])
    matches = told_number(figures["matches"], "match", "matches")
    players = told_number(figures["players"], "player", "players")
    deals = told_number(figures["deals"], "deal", "deals")
    lines = [
        f"{matches} of {figures['game']} with {players} ({seats}):",
        f"{deals}, each played {times(figures['rotations'])}; seed {figures['seed']}",
        "",
        *_bot_table(figures),
    ]
    if figures["head_to_head"] and len(figures["bots"]) > 2:
        lines += ["", "finished ahead of"]
        for pair in figures["head_to_head"]:
            lines.append(f"  {pair['bot']} before {pair['against']}: {told_rate(pair['ahead'])}")
    lines += [
        "",
        "won by seat           " + ", ".join(told_rate(one) for one in figures["win_rate_by_seat"]),
        "how they ended        " + ", ".join(f"{key} {value}" for key, value in figures["reasons"].items()),
        f"decisions a match     {figures['decisions_a_match']:.1f}",
    ]
    if figures["different_deals"] <= figures["deals"] * REPEATED:
        lines.append(
            f"not independent       only {told_number(figures['different_deals'], 'deal', 'deals')} of "
            f"{figures['deals']} ended in a way of its own (winner, scores, length): if chance has little "
            "say between these bots, the intervals mean little; give one of them seconds instead of "
            "iterations, or other rivals"
        )
    for one in figures["bots"]:
        if one["faults"]:
            lines.append(f"faults                {one['bot']}: {one['faults']} (slow, failed or illegal)")
    return "\n".join(lines)


def _bot_table(figures: dict[str, Any]) -> list[str]:
    rated = {one["bot"]: one for one in figures["ratings"]}
    head = ["bot", "seats", "won, 95 % interval"]
    fair, scored = figures["fair_share"] is not None, figures["bots"][0]["mean_score"] is not None
    head += ["times fair share"] * fair + ["mean place"] + ["mean score"] * scored + ["rating"] * bool(rated)
    rows = [head]
    for one in figures["bots"]:
        row = [one["bot"], str(one["seats"]), told_rate(one["win_rate"])]
        if fair:
            row.append("{rate:.2f} ({low:.2f}–{high:.2f})".format(**one["times_fair_share"]))
        row.append(f"{one['mean_place']['mean']:.2f}")
        if scored:
            row.append(f"{one['mean_score']['mean']:.1f}")
        if rated:
            row.append(f"{rated[one['bot']]['mu']:.1f} ± {2 * rated[one['bot']]['sigma']:.1f}")
        rows.append(row)
    widths = [max(len(row[at]) for row in rows) for at in range(len(head))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in rows]  # fmt: skip
