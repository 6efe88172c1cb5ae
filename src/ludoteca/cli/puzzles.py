"""Puzzles from self-play: `puzzles`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludoteca.cli.common import number_option, told_plainly

if TYPE_CHECKING:
    from ludoteca.analysis.puzzle_book import MatchPuzzles


@click.command()
@click.argument("game")
@number_option("--matches", default=5, help="How many matches to look for puzzles in.")
@number_option("--seats", default=3, help="How many bots play them.")
@number_option("--seed", type=int, default=1, help="The seed of the first match; the next one has the next.")
@click.option("--level", default="level:regular", show_default=True, help="The bots that play.")
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), help="The folder to write them into."
)
@click.option(
    "--check",
    type=click.IntRange(0),
    default=0,
    help="Make none, but check this many of the package with ten times the search.",
)
@told_plainly
def puzzles(game: str, matches: int, seats: int, seed: int, level: str, out: Path | None, check: int) -> None:
    """Make puzzles of GAME: positions where one choice is better beyond four standard errors."""
    if check:
        return check_puzzles(game, check, seed)
    from ludoteca.analysis.puzzle_book import write_puzzles
    from ludoteca.analysis.puzzle_maker import make_puzzles
    from ludoteca.lab.plurals import told_number

    folder = out or Path("build/puzzles") / game
    done: list[MatchPuzzles] = []
    with click.progressbar(
        length=matches, label=game, file=sys.stderr, hidden=not sys.stderr.isatty()
    ) as bar:

        def told(found: MatchPuzzles) -> None:
            done.append(found)
            write_puzzles(folder, done, seed)
            bar.update(1)

        make_puzzles(game, seats, range(seed, seed + matches), level, told)
    puzzles_found = told_number(sum(len(found.puzzles) for found in done), "puzzle", "puzzles")
    click.echo(f"{puzzles_found} of {told_number(matches, 'match', 'matches')} in {folder}")


def check_puzzles(game: str, count: int, seed: int) -> None:
    """Whether puzzles of the package hold with ten times the search and other luck."""
    from ludoteca.analysis.puzzle_book import puzzles_of
    from ludoteca.analysis.puzzle_maker import effort_for_puzzles, holds

    placed = puzzles_of(game)[:count]
    wrong = []
    with click.progressbar(placed, label=game, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        for one in bar:
            if not holds(game, one.record, one.puzzle, effort_for_puzzles(game), seed):
                wrong.append(one.number)
    click.echo(
        f"{len(placed) - len(wrong)} of {len(placed)} puzzles hold" + (f"; not {wrong}" if wrong else "")
    )
