"""Ludoteca: a home for five tabletop games, to be played by people, by bots and by laboratories.

    import ludoteca as lt

    m = lt.match("bosa", seats=3, seed=1)

`docs/python.md` shows the rest; importing the package loads none of it.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludoteca.api import Match, arena, match, replay, simulate, vector, verify
    from ludoteca.kernel.errors import LudotecaError

__all__ = [
    "LudotecaError",
    "Match",
    "__version__",
    "arena",
    "build_note",
    "compiled",
    "games",
    "match",
    "replay",
    "simulate",
    "vector",
    "verify",
]

__version__ = "0.1.0"

_HERE = os.path.dirname(__file__)

compiled: bool = any(name.endswith(tuple(EXTENSION_SUFFIXES)) for name in os.listdir(f"{_HERE}/kernel"))
"""Whether the rules run as native code (the installed package) or as plain Python (the source tree)."""


def build_note() -> str:
    """One line that says how this copy was built, and why it is not compiled where it is not."""
    try:
        with open(f"{_HERE}/_build.txt", encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return "plain Python, not compiled: running from the source tree"


def __getattr__(name: str) -> Any:
    """What the public names stand for, loaded when first asked for."""
    if name == "games":
        return import_module("ludoteca.games")
    if name in __all__:
        home = "ludoteca.kernel.errors" if name == "LudotecaError" else "ludoteca.api"
        return getattr(import_module(home), name)
    raise AttributeError(f"module “ludoteca” has no attribute “{name}”")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
