"""Ludoteca: a home for five tabletop games, to be played by people, by bots and by laboratories."""

import os
from importlib.machinery import EXTENSION_SUFFIXES

__all__ = ["__version__", "build_note", "compiled"]

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
