"""What is there and what is missing: `doctor`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ludoteca import __version__
from ludoteca.cli.checks import BROKEN, GOOD, OPTIONAL, Finding, check_up, packages
from ludoteca.kernel.errors import LudotecaError

if TYPE_CHECKING:
    from ludoteca.house.settings import Settings

MARKS = {GOOD: "ok", OPTIONAL: "could be better", BROKEN: "BROKEN"}


@click.command()
@click.option("--host", help="The address that the house will listen at.")
@click.option("--port", type=int, help="The port that the house will listen at.")
@click.option("--data", type=click.Path(path_type=Path), help="The folder of everything the house stores.")
@click.option("--database", help="postgresql://… instead of the SQLite file in the data folder.")
@click.option("--json", "as_json", is_flag=True, help="The findings as JSON.")
def doctor(as_json: bool, **given: Any) -> None:
    """Say what is there, what is missing, and the command that mends it.

    Looks at the same settings as `ludoteca house` and changes nothing. Exit status 1 means that the house
    cannot be opened like this; what merely could be better leaves it at 0.
    """
    settings, found = _settings(given)
    found = [*found, *check_up(settings)]
    broken = any(finding.state == BROKEN for finding in found)
    if as_json:
        facts = {"version": __version__, "works": not broken, "findings": [asdict(one) for one in found]}
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    else:
        click.echo("\n".join([f"Ludoteca {__version__}", *(line for one in found for line in _lines(one))]))
        click.echo("\nThe house cannot be opened like this." if broken else "\nThe house can be opened.")
    sys.exit(1 if broken else 0)


def _settings(given: dict[str, Any]) -> tuple[Settings | None, list[Finding]]:
    """The settings of the house; or none and what is wrong with them, if they can be read at all."""
    if packages().state == BROKEN:
        return None, []
    from ludoteca.house.settings import read_settings

    try:
        return read_settings(given), []
    except LudotecaError as error:
        return None, [Finding("settings", BROKEN, str(error), "ludoteca house --help")]


def _lines(finding: Finding) -> list[str]:
    lines = [f"  {finding.check:10} {MARKS[finding.state]:16} {finding.says}"]
    return [*lines, f"{'':30}mend: {finding.mend}"] if finding.mend else lines
