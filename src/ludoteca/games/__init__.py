"""The games of the house. To add one, add a folder and a line here, or an entry point in another package."""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Final

from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game

HOUSE_GAMES: Final = ("bello_divorum", "bologna", "bomarzo", "bosa", "manticore")
GROUP: Final = "ludoteca.games"


def names() -> list[str]:
    """Every game that can be played here, the house's own first."""
    return [*HOUSE_GAMES, *sorted(entry.name for entry in entry_points(group=GROUP))]


def load(name: str) -> Game[Any]:
    """The game called `name`."""
    if name in HOUSE_GAMES:
        game = import_module(f"ludoteca.games.{name}").GAME
    else:
        found = [entry for entry in entry_points(group=GROUP) if entry.name == name]
        if not found:
            raise LudotecaError(f"there is no game “{name}” here; there are {', '.join(names())}")
        game = found[0].load()
    assert isinstance(game, Game), f"{name} is no Game"
    return game
