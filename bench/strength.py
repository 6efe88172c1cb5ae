"""How strong the search is for its budget: a table and a chart for each game, and for its levels.

python bench/strength.py bosa                        the search against greedy, budget after budget
python bench/strength.py bosa --levels               each level against the one below
python bench/strength.py bosa --chart strength.svg   the chart as well

One searcher sits at a table of greedy bots; every deal is played once with the searcher in every seat.
Budgets are iterations, so that the figures can be made again exactly; the milliseconds a decision took here
stand beside them. The last column says whether a budget did worse than half of it beyond the error.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import Any, NamedTuple

import ludoteca
from ludoteca.bots.levels import LEVELS
from ludoteca.games import load
from ludoteca.lab.arena import Report, arena
from ludoteca.lab.charts import Row, dot_plot


class Rung(NamedTuple):
    """One line of the table."""

    name: str
    rate: float
    low: float
    high: float
    matches: int
    milliseconds: float


def measured(game: str, bot: str, rivals: str, asked: argparse.Namespace) -> Rung:
    """One bot at a table of others of one kind."""
    started = time.process_time()
    lineup = ",".join([bot] + [rivals] * (asked.players - 1))
    options = dict(pair.split("=", 1) for pair in asked.option)
    report: Report = arena(game, lineup, asked.games, seed=asked.seed, options=options)
    spent = time.process_time() - started
    found = report.win_rate(bot)
    decisions = report.figures["decisions_a_match"] * len(report.outcomes) / asked.players
    name = f"{bot} against {rivals}" if asked.levels else bot
    return Rung(
        name, found["rate"], found["low"], found["high"], len(report.outcomes), 1000 * spent / decisions
    )


def told(game: str, rungs: list[Rung], asked: argparse.Namespace) -> str:
    """The table in Markdown."""
    built = "compiled" if ludoteca.compiled else "plain Python"
    lines = [
        f"{game}, {asked.players} players, seed {asked.seed}, {built}",
        "",
        "| bot | won, 95 % interval | matches | ms a decision | weaker than the line above? |",
        "|---|---|---|---|---|",
    ]
    before: Rung | None = None
    for rung in rungs:
        weaker = before is not None and rung.high < before.low
        verdict = "" if before is None or asked.levels else "yes" if weaker else "no"
        won = f"{rung.rate:.1%} ({rung.low:.1%}–{rung.high:.1%})"
        lines.append(f"| {rung.name} | {won} | {rung.matches} | {rung.milliseconds:.1f} | {verdict} |")
        before = rung
    return "\n".join(lines)


def read_arguments() -> Any:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--games", type=int, default=200, help="matches for each line, whole deals")
    parser.add_argument("--least", type=int, default=25, help="the smallest budget, in iterations")
    parser.add_argument("--doublings", type=int, default=5)
    parser.add_argument("--rivals", default="greedy")
    parser.add_argument("--levels", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--option", "-o", action="append", default=[], metavar="K=V")
    parser.add_argument("--chart", type=Path)
    asked = parser.parse_args()
    asked.players = asked.players or load(asked.game).least
    return asked


def main() -> None:
    asked = read_arguments()
    pairs = [(f"ismcts:{asked.least << step}", asked.rivals) for step in range(asked.doublings + 1)]
    if asked.levels:
        pairs = [(f"level:{name}", f"level:{below}") for below, name in zip(LEVELS, LEVELS[1:], strict=False)]
    rungs = [measured(asked.game, bot, rivals, asked) for bot, rivals in pairs]
    print(told(asked.game, rungs, asked))
    if asked.chart is not None:
        rows = [Row(rung.name, rung.rate, rung.low, rung.high) for rung in rungs]
        title = f"{load(asked.game).title}: share won by one searcher, {asked.players} players"
        asked.chart.write_text(dot_plot(title, rows, 1 / asked.players).svg(), encoding="utf-8")


if __name__ == "__main__":
    main()
