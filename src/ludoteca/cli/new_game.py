"""A new game, ready to be played and changed: `new`."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from typing import Final

import click

from ludoteca.cli.common import told_plainly
from ludoteca.kernel.errors import LudotecaError

TEMPLATE: Final = Path(__file__).parent / "new_game_template"
FILES: Final = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "tests/test_NAME.py": "test.txt",
    "NAME/__init__.py": "init.txt",
    "NAME/state.py": "state.txt",
    "NAME/steps.py": "steps.txt",
    "NAME/game.py": "game.txt",
    "NAME/board.py": "board.txt",
    "NAME/rules.md": "rules.md",
    "NAME/edition.toml": "edition.toml",
    "NAME/words/en.toml": "en.toml",
    "NAME/words/it.toml": "it.toml",
}
"""What a new game is made of, and the files of the template it comes from."""


@click.command()
@click.argument("name")
@click.option(
    "--in",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    default=".",
    help="The folder to make it in.",
)
@told_plainly
def new(name: str, folder: Path) -> None:
    """Make a package with a new game called NAME, which plays, draws itself and obeys all laws.

    For example: ludoteca new owls. Its README says what to write next.
    """
    made = make(name, folder)
    click.echo(f"{made} is a game that can be played. Next:")
    click.echo(f"  pip install -e {made}\n  ludoteca play {name}\n  ludoteca examine {name}")
    click.echo(f"{made / 'README.md'} says what to write, file by file.")


def make(name: str, folder: Path) -> Path:
    """The folder of the new package."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{2,30}", name):
        raise LudotecaError(
            f"“{name}” is no name for a game: expected small letters, digits and _, such as owls"
        )
    if importlib.util.find_spec(name) is not None or name in _games():
        raise LudotecaError(f"there is something called “{name}” already; choose another name")
    made = folder / name
    if made.exists():
        raise LudotecaError(f"{made} exists already; nothing was changed")
    title = name.replace("_", " ").title()
    words = {
        "NAME": name,
        "TITLE": title,
        "CLASS": title.replace(" ", ""),
        "CODE": re.sub("[^A-Z]", "", name.upper())[:3].ljust(3, "X"),
    }
    for where, source in FILES.items():
        text = (TEMPLATE / source).read_text(encoding="utf-8")
        file = made / where.replace("NAME", name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            re.sub("NAME|TITLE|CLASS|CODE", lambda found: words[found.group()], text), encoding="utf-8"
        )
    return made


def _games() -> list[str]:
    from ludoteca.games import broken, names

    return [*names(), *(fault.name for fault in broken())]
