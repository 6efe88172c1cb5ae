"""What the commands share."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ludoteca.kernel.errors import LudotecaError

if TYPE_CHECKING:
    from ludoteca.kernel.game import Game
    from ludoteca.kernel.record import Record

_COMMANDS: Final = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""What a terminal may take for a command to itself: it stands in no record, but a stranger can write it."""


def harmless(text: str) -> str:
    """A text, such as what a file or another house says, that a terminal only shows."""
    return _COMMANDS.sub("·", text)


def told_plainly(command: Callable[..., None]) -> Callable[..., None]:
    """Errors of the house are one sentence on stderr and exit code 1; faults of the program keep their
    traceback.
    """

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        try:
            command(*args, **kwargs)
        except LudotecaError as error:
            click.echo(f"ludoteca: {harmless(str(error))}", err=True)
            sys.exit(1)

    return run


NEW_FILE = click.Path(dir_okay=False, path_type=Path)
number_option = partial(click.option, type=click.IntRange(1), show_default=True)
pairs_option = click.option(
    "--option",
    "-o",
    "pairs",
    multiple=True,
    metavar="K=V",
    help="An option of the game, as `ludoteca games GAME` lists them; may be repeated.",
)
edition_option = click.option(
    "--edition",
    metavar="FILE",
    help="The edition, with its components: a file, or the name of one at hand.",
)


def edition_file(game: str, which: str | None) -> Path | None:
    """The file that --edition names."""
    from ludoteca.games import load

    return None if which is None else load(game).library.file(which)


def read_pairs(pairs: tuple[str, ...]) -> dict[str, str]:
    """`K=V` arguments as a dictionary."""
    found = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals or not key:
            raise click.BadParameter(f"“{pair}” should look like round_cap=20", param_hint="--option")
        found[key] = value
    return found


def load_record(path: Path) -> tuple[Game[Any], Record]:
    from ludoteca.games import load
    from ludoteca.kernel.record import read_record

    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise LudotecaError(f"{path} is not a text file; expected a record") from None
    if _COMMANDS.search(text):
        raise LudotecaError(f"{path} holds signs that are commands to a terminal; no record has them")
    record = read_record(text)
    return load(record.game), record
