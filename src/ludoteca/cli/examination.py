"""The laws every game must obey: `examine`."""

from __future__ import annotations

import sys
import time
from contextlib import nullcontext

import click

from ludoteca.cli.common import edition_option, number_option, read_pairs, told_plainly


@click.command()
@click.argument("game")
@number_option("--matches", default=200, help="How many random matches.")
@number_option("--seed", type=int, default=1, help="The same seed examines the same matches.")
@click.option(
    "--players", type=int, multiple=True, help="Only tables with this many players; may be repeated."
)
@click.option("-o", "--option", "pairs", multiple=True, metavar="K=V", help="Only with this option.")
@number_option("--most", default=3, help="Stop after this many broken laws.")
@click.option("--law", "laws", multiple=True, help="Only this law or check of one; may be repeated.")
@edition_option
@told_plainly
def examine(game: str, matches: int, seed: int, players: tuple[int, ...], pairs: tuple[str, ...], most: int,
            laws: tuple[str, ...], edition: str | None) -> None:  # fmt: skip
    """Examine GAME against the laws every game must obey."""
    from ludoteca.examiner import examine as run
    from ludoteca.games import load

    found = load(game)
    started = time.monotonic()
    bar = click.progressbar(
        length=matches, label=found.title, file=sys.stderr, hidden=not sys.stderr.isatty()
    )
    with found.library.adopting(edition) if edition else nullcontext(), bar:
        options = read_pairs(pairs) or None
        report = run(
            found, matches, seed, players or None, options, lambda _done, _total: bar.update(1), most, laws
        )
    click.echo(str(report))
    click.echo(f"{time.monotonic() - started:.1f} seconds")
    if not report.ok:
        sys.exit(1)
