"""Several benchmarks on one scale: `ladder`."""

from __future__ import annotations

from pathlib import Path

import click

from ludoteca.cli.common import told_plainly
from ludoteca.cli.lab import note


@click.command()
@click.argument("folders", nargs=-1, required=True, type=click.Path(file_okay=False, path_type=Path))
@click.option("--anchors", type=click.Path(exists=True, dir_okay=False, path_type=Path),
              help="A file of anchors of your own.  [default: those in the package]")  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON.")
@told_plainly
def ladder(folders: tuple[Path, ...], anchors: Path | None, as_json: bool) -> None:
    """Rate the bots of several benchmarks on one scale, by anchors whose ratings are fixed.

    FOLDERS are what --out of `benchmark` named, all of one game and one kind of table. Every bot has to have
    met an anchor, or somebody who has.
    """
    from ludoteca.lab.ladder import ANCHORS, Ladder, read_anchors, read_run
    from ludoteca.lab.run_folder import as_json as spelt

    runs = [read_run(folder) for folder in folders]
    about = runs[0].about
    found = Ladder(runs, read_anchors(about["game"], about["players"], anchors or ANCHORS))
    for remark in found.remarks:
        note(remark)
    click.echo(spelt(found.rows).decode().rstrip() if as_json else found.told())
    note(f"anchors: {found.anchors.origin}")
