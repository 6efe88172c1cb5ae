"""Where a bot of one's own is to be found, by the text that names it.

python:PACKAGE.MODULE:NAME      a `Bot`, a class of them, or a function that answers a perspective
program:COMMAND                 a command that reads lines and writes lines
http://…, https://…             an address that is posted to
policy:FILE.npz, FILE.onnx      a trained policy
NAME                            an entry point of the group `ludoteca.bots`, or an entry of the file that
                                LUDOTECA_BOTS names
"""

from __future__ import annotations

import os
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from types import FunctionType
from typing import Any, Final, NamedTuple

from ludoteca.bots.bot import Bot
from ludoteca.bots.own_bot import USUAL, Chooser, PythonBot, Terms
from ludoteca.bots.policy import PolicyBot
from ludoteca.bots.program import AddressBot, ProgramBot
from ludoteca.datafiles.table import read_file
from ludoteca.kernel.errors import LudotecaError

GROUP: Final = "ludoteca.bots"
BOTS_FILE: Final = "LUDOTECA_BOTS"
"""The variable that names a file of bots: `[fox]`, `bot = "program:python3 fox.py"`."""

LONGEST: Final = 30
MOST_TRIES: Final = 10


class Listed(NamedTuple):
    """An entry of the file of bots. Paths and commands start from the folder of the file."""

    bot: str
    terms: Terms
    folder: Path


def find_own_bot(text: str, terms: Terms = USUAL, folder: Path | None = None) -> Bot | None:
    """The bot of one's own that a text names; None where it names none."""
    kind, _, rest = text.partition(":")
    if kind == "python" and rest:
        return python_bot(text, imported(rest), terms)
    if kind == "program" and rest:
        return ProgramBot(text, rest, terms, folder)
    if kind in ("http", "https") and rest.startswith("//"):
        return AddressBot(text, text, terms)
    if kind == "policy" and rest:
        path = (folder or Path()) / Path(rest).expanduser()
        if path.suffix not in (".npz", ".onnx") or not path.is_file():
            raise LudotecaError(f"there is no policy {path}; expected a file .npz or .onnx")
        return PolicyBot(text, path, terms)
    found = listed_bots().get(text)
    if found is not None:
        return find_own_bot(found.bot, found.terms, found.folder)
    for entry in entry_points(group=GROUP, name=text):
        return python_bot(text, entry.load(), terms)
    return None


def python_bot(name: str, found: Bot | type[Bot] | Chooser, terms: Terms = USUAL) -> Bot:
    """A bot made of an object: a bot, a class of bots (a new one for every match), or a function."""
    if isinstance(found, type):
        found = found()
    if isinstance(found, Bot):
        return PythonBot(name, found.choose, terms)
    if not callable(found):
        raise LudotecaError(f"“{name}” is neither a Bot nor a function of a perspective and a source")
    return PythonBot(name, found, terms)


def imported(where: str) -> Any:
    """What `package.module:name` means."""
    module, _, name = where.partition(":")
    try:
        found: Any = import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
        return found
    except (ImportError, AttributeError, ValueError) as error:
        raise LudotecaError(f"“{where}” cannot be imported ({error}); expected package.module:name") from None


def spelling(bot: Any) -> str:
    """How a bot is called in tables and records: its text if it is given as one, or where it can be imported
    from, or just its name.
    """
    if isinstance(bot, str):
        return bot
    if not isinstance(bot, type | FunctionType):
        return f"object:{type(bot).__name__}"
    if bot.__module__ != "__main__" and bot.__qualname__.isidentifier():
        return f"python:{bot.__module__}:{bot.__qualname__}"
    return f"object:{bot.__name__}"


def listed_bots() -> dict[str, Listed]:
    """The bots of the file that LUDOTECA_BOTS names, by their names."""
    where = os.environ.get(BOTS_FILE, "")
    if not where:
        return {}
    path = Path(where).expanduser().resolve()
    if not path.is_file():
        raise LudotecaError(f"there is no file {path} of bots; {BOTS_FILE} names it")
    return read_bots(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def read_bots(path: Path, changed: int) -> dict[str, Listed]:
    """The bots of a file, read again only when it has changed."""
    root, _ = read_file(path)
    found = {}
    for name in root.names():
        table = root.table(name)
        if not name.replace("-", "").replace("_", "").isalnum() or name != name.lower():
            raise root.fail(name, "expected a name of small letters, digits and hyphens")
        seconds = table.values["seconds"] if table.has("seconds") else USUAL.seconds
        if not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST:
            raise table.fail("seconds", f"found {seconds!r}; expected a number up to {LONGEST}")
        tries = table.number("tries", 1, MOST_TRIES) if table.has("tries") else USUAL.tries
        terms = Terms(float(seconds), tries, table.switch("words"))
        table.asked.add("words")
        found[name] = Listed(table.text("bot"), terms, path.parent)
    root.nothing_else()
    for name, entry in found.items():
        if entry.bot in found:
            raise root.fail(name, f"“{entry.bot}” is a bot of this file too; name what it is made of")
    return found
