"""Many matches at once: `simulate`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import click

from ludoteca.cli.common import NEW_FILE, edition_file, number_option, read_pairs, told_plainly
from ludoteca.cli.lab import run_options


@click.command()
@click.argument("game")
@click.option("--players", type=int, help="How many play; by default the fewest possible.")
@click.option(
    "--bot",
    "bots",
    default="random",
    show_default=True,
    help="One bot for all seats, or one for each: greedy,random.",
)
@number_option("--games", "matches", default=100, help="How many matches.")
@run_options
@click.option("--chart", type=NEW_FILE, help="Draw the scores into this SVG file.")
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON; seconds are CPU seconds.")
@told_plainly
def simulate(game: str, players: int | None, bots: str, matches: int, seed: int, pairs: tuple[str, ...],
             edition: str | None, workers: int, on: str, address: str | None, chart: Path | None,
             as_json: bool) -> None:  # fmt: skip
    """Let bots play GAME many times and report lengths, results and speed."""
    from ludoteca.games import load
    from ludoteca.lab.backends import make_backend
    from ludoteca.lab.charts import score_chart
    from ludoteca.lab.plan import Plan
    from ludoteca.lab.plurals import told_number
    from ludoteca.lab.simulation import figures, seats_for
    from ludoteca.lab.simulation import simulate as run

    found = load(game)
    lineup = seats_for(bots, players or found.least)
    plan = Plan(game, lineup, options=read_pairs(pairs), seed=seed, edition=edition_file(game, edition))
    shown = sys.stderr.isatty()
    with click.progressbar(length=matches, label=found.title, file=sys.stderr, hidden=not shown) as bar:
        seconds, counters = run(plan, matches, make_backend(on, workers, address), bar.update)
    data = figures(plan, seconds, counters)
    if chart is not None:
        played = told_number(matches, "match", "matches")
        players_told = told_number(plan.players, "player", "players")
        title = f"{found.title}: scores of {played}, {players_told} ({', '.join(data['bots'])})"
        chart.write_text(score_chart(title, counters.scores_by_seat(plan.players)).svg(), encoding="utf-8")
    click.echo(json.dumps(data, indent=2) if as_json else told_figures(data))


def told_figures(data: dict[str, Any]) -> str:
    """The figures of a simulation for people."""
    from ludoteca.lab.intervals import told_rate
    from ludoteca.lab.plurals import told_number

    built = "compiled" if data["compiled"] else "plain Python"
    bots = ", ".join(data["bots"])
    matches = told_number(data["matches"], "match", "matches")
    players = told_number(data["players"], "player", "players")
    lines = [
        f"{matches} of {data['game']} with {players} ({bots})",
        f"  decisions a match    {data['decisions'] / data['matches']:.1f}",
        f"  chance a match       {data['chance_steps'] / data['matches']:.1f}",
        f"  decisions a second   {data['decisions_per_second']:,.0f} ({built})",
        "  how they ended       " + ", ".join(f"{key} {value}" for key, value in data["reasons"].items()),
        "  won by seat          " + ", ".join(told_rate(found) for found in data["win_rate_by_seat"]),
    ]
    if data["mean_scores"]:
        lines.append("  mean score by seat   " + ", ".join(f"{score:.1f}" for score in data["mean_scores"]))
    for name, values in data["facets"].items():
        lines.append(f"  won by {name}")
        width = max(20, *map(len, values))
        for value, found in values.items():
            lines.append(f"    {value:{width}} {told_rate(found['win_rate'])}  of {found['seats']}")
    return "\n".join(lines)
