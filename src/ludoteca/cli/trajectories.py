"""What learners learn from without playing: `trajectories`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ludoteca.cli.common import (
    NEW_FILE,
    edition_file,
    edition_option,
    number_option,
    pairs_option,
    read_pairs,
    told_plainly,
)


@click.command()
@click.argument("game")
@click.option("--out", type=NEW_FILE, required=True, help="The Parquet file.")
@click.option("--players", type=int, help="How many play; by default the fewest possible.")
@click.option("--bot", "bots", default="random", show_default=True,
              help="One bot for all seats, or one for each: greedy,random.")  # fmt: skip
@number_option("--games", "matches", default=100, help="How many matches.")
@number_option("--tables", default=64, help="How many are played side by side.")
@number_option("--seed", type=int, default=1, help="The same seed gives the same matches.")
@pairs_option
@edition_option
@told_plainly
def trajectories(game: str, out: Path, players: int | None, bots: str, matches: int, tables: int, seed: int,
                 pairs: tuple[str, ...], edition: str | None) -> None:  # fmt: skip
    """Let bots play GAME and write what they saw and did into a Parquet file, one row a decision."""
    from ludoteca.adapters.trajectories import collect
    from ludoteca.lab.plurals import told_number

    named = bots.split(",")
    shown = sys.stderr.isatty()
    with click.progressbar(length=matches, label=game, file=sys.stderr, hidden=not shown) as bar:
        rows = collect(
            out,
            game,
            matches,
            players,
            bots=named[0] if len(named) == 1 else named,
            options=read_pairs(pairs),
            edition=edition_file(game, edition),
            seed=seed,
            tables=tables,
            progress=bar.update,
        )
    decisions = told_number(rows, "decision", "decisions")
    click.echo(f"{decisions} of {told_number(matches, 'match', 'matches')} of {game} are in {out}")
