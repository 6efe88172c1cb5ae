"""Bots, programs and models compared: `benchmark`."""

from __future__ import annotations

from pathlib import Path

import click

from ludoteca.cli.common import (
    edition_file,
    edition_option,
    number_option,
    pairs_option,
    read_pairs,
    told_plainly,
)
from ludoteca.cli.lab import FOLDER, watched


@click.command()
@click.argument("game")
@click.option(
    "--bots",
    required=True,
    metavar="BOT,BOT,…",
    help="Who plays: greedy:1,random,program:python3 mine.py. Names of a file of bots too.",
)
@click.option("--players", type=int, help="Seats at a table; by default two, or as few as possible.")
@number_option("--deals", default=10, help="How many deals; each is played from every seat.")
@click.option("--seed", type=int, default=1, show_default=True, help="The same seed gives the same luck.")
@pairs_option
@edition_option
@click.option("--seconds", type=float, default=60.0, show_default=True, help="Seconds for a move.")
@number_option("--tries", default=3, help="Tries for a move; an illegal one is refused with the rule.")
@number_option("--workers", default=1, help="How many processes play.")
@click.option("--out", type=FOLDER, help="Keep matches and the table here; an interrupted run continues.")
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON.")
@told_plainly
def benchmark(game: str, bots: str, players: int | None, deals: int, seed: int, pairs: tuple[str, ...],
              edition: str | None, seconds: float, tries: int, workers: int, out: Path | None,
              as_json: bool) -> None:  # fmt: skip
    """Compare bots, programs and models at GAME in duplicate matches.

    Every table of entrants plays the same deals from every seat. Illegal tries, failures, time and cost are
    counted; ratings come with intervals.
    """
    from ludoteca.bots.own_bot import Terms
    from ludoteca.lab.backends import make_backend
    from ludoteca.lab.benchmark import Benchmark, Contest
    from ludoteca.lab.run_folder import as_json as spelt

    terms = Terms(seconds, tries, words=True)
    contest = Contest(game, bots, players, read_pairs(pairs), seed, edition_file(game, edition), terms)
    run = Benchmark(contest, deals, out)
    found = watched(run, lambda progress: run.run(make_backend("local", workers), progress))
    click.echo(spelt(found.figures).decode().rstrip() if as_json else found.told())
