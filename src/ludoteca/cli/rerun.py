"""A run again: `rerun`."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from ludoteca.cli.common import number_option, told_plainly
from ludoteca.cli.lab import FOLDER, note


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@number_option("--workers", default=1, help="How many processes play.")
@click.option("--out", type=FOLDER, help="Keep the second run here.")
@told_plainly
def rerun(folder: Path, workers: int, out: Path | None) -> None:
    """Play the run in FOLDER once more and say whether it agrees.

    FOLDER is what --out of arena, balance or benchmark named. Exit status 1 where the results differ.
    """
    from ludoteca.cli import COMMANDS, main
    from ludoteca.lab.recipe import Recipe, compare, same_program

    recipe = Recipe(folder)
    words = recipe.command()
    assert words[0] in COMMANDS
    note(f"again: ludoteca {shlex.join(words)}")
    with TemporaryDirectory() as spare:
        again = out or Path(spare) / "run"
        main.main([*words, "--workers", str(workers), "--out", str(again)], standalone_mode=False)
        found = compare(folder, again)
        remarks = recipe.changes()
        if not same_program(folder, again):
            remarks.append("the rules or the bots have changed since")
    for remark in remarks:
        note(remark)
    if not found:
        click.echo("agrees: all results are the same")
        return
    click.echo("differs:")
    for sentence in found:
        click.echo(f"  {sentence}")
    sys.exit(1)
