"""The games of the house. To add one, add a folder and a line here, or an entry point in another package."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from ludoteca.kernel.errors import LudotecaError, told_with_place
from ludoteca.kernel.game import Game

HOUSE_GAMES: Final = ("bello_divorum", "bologna", "bomarzo", "bosa", "manticore")
HOUSE_LANGUAGES: Final = ("en", "it")
GROUP: Final = "ludoteca.games"
_tried: Final[dict[tuple[str, str], Game[Any] | BrokenGame]] = {}
"""What came of opening each entry point: a package that fails is not tried again before a restart."""


class BrokenGame(LudotecaError):
    """The package of a game is installed but cannot be played; everything else can."""

    def __init__(self, name: str, problem: str) -> None:
        super().__init__(f"the game “{name}” cannot be played: {problem}")
        self.name = name
        self.problem = problem


def names() -> list[str]:
    """Every game that can be played here, the house's own first."""
    return [*HOUSE_GAMES, *(entry.name for entry in _packages() if isinstance(_opened(entry), Game))]


def broken() -> list[BrokenGame]:
    """The games whose packages are installed but cannot be played, and why."""
    return [found for entry in _packages() if isinstance(found := _opened(entry), BrokenGame)]


def load(name: str) -> Game[Any]:
    """The game called `name`. Raises BrokenGame if its package cannot be played."""
    if name in HOUSE_GAMES:
        game: Game[Any] = import_module(f"ludoteca.games.{name}").GAME
        return game
    for entry in _packages():
        if entry.name == name:
            found = _opened(entry)
            if isinstance(found, BrokenGame):
                raise found
            return found
    raise LudotecaError(f"there is no game “{name}” here; there are {', '.join(names())}")


def _packages() -> list[EntryPoint]:
    """The games of other packages by name; a name counts once, and the house's own come first."""
    found = {entry.name: entry for entry in _installed(tuple(sys.path), entry_points)}
    return [found[name] for name in sorted(found) if name not in HOUSE_GAMES]


@lru_cache(maxsize=8)
def _installed(path: tuple[str, ...], find: Callable[..., Iterable[EntryPoint]]) -> tuple[EntryPoint, ...]:
    """The games of other packages on a path of imports: looked for once, since that reads many files."""
    return tuple(find(group=GROUP))


def _opened(entry: EntryPoint) -> Game[Any] | BrokenGame:
    key = (entry.name, entry.value)
    if key not in _tried:
        try:
            _tried[key] = _whole(entry.name, entry.load())
        except (Exception, SystemExit) as error:
            _tried[key] = BrokenGame(entry.name, told_with_place(error))
    return _tried[key]


def _whole(name: str, game: Any) -> Game[Any]:
    """The game, once everything that a lobby shows of it has been read."""
    if not isinstance(game, Game):
        raise LudotecaError(f"its entry point leads to {game!r}, which is no Game")
    if game.name != name:
        raise LudotecaError(f"its entry point is called “{name}”, but the game is called “{game.name}”")
    edition = game.edition()
    game.rules()
    for language in game.languages():
        game.words(language)
    game.words()
    for language in HOUSE_LANGUAGES:
        game.answer_in_english(language)
    presentation = game.presentation
    if presentation is not None and presentation.cover is not None:
        presentation.cover(edition)
    return game
