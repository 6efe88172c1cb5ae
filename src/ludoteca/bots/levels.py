"""Four levels of play for people, in every game: the same names, each clearly stronger than the one before.

What a level means is data: `bot/settings.toml` in the game's folder. The weaker ones think less and
misjudge more; they never blunder on purpose.
"""

from __future__ import annotations

from typing import Any, Final

from ludoteca.bots.bot import Bot, Perspective
from ludoteca.bots.greedy import Greedy, Hasty
from ludoteca.bots.ismcts import Ismcts
from ludoteca.bots.settings import FILE, bot_file
from ludoteca.kernel.actions import Action
from ludoteca.kernel.errors import LudotecaError
from ludoteca.kernel.game import Game
from ludoteca.kernel.source import Source

NOVICE: Final = "novice"
REGULAR: Final = "regular"
STRONG: Final = "strong"
MASTER: Final = "master"
LEVELS: Final = (NOVICE, REGULAR, STRONG, MASTER)

LONGEST: Final = 2.0
"""No level thinks longer than this about one decision, in seconds."""


class Level:
    """A level of one game: `name` is stable, for records and addresses.

    A level either misjudges every option by about `blur`, or looks one decision ahead over `worlds`, or
    searches until `iterations` or `seconds` are spent, whichever comes first.
    """

    def __init__(self, name: str, blur: float, worlds: int, iterations: int, seconds: float) -> None:
        self.name = name
        self.blur = blur
        self.worlds = worlds
        self.iterations = iterations
        self.seconds = seconds

    def bot(self) -> Bot:
        if self.blur > 0.0:
            return Hasty(self.blur)
        if self.worlds > 0:
            return Greedy(self.worlds)
        return Ismcts(self.iterations, self.seconds)

    def text(self) -> str:
        """How the level plays, in a few words."""
        if self.blur > 0.0:
            return f"one decision ahead, misjudged by about {self.blur:g}"
        if self.worlds > 0:
            return f"one decision ahead over {self.worlds} imagined worlds"
        if self.iterations:
            return f"searches for {self.iterations} iterations, at most {self.seconds:g} s"
        return f"searches for {self.seconds:g} s"

    def __repr__(self) -> str:
        return f"<level {self.name}: {self.text()}>"


GENERAL: Final[dict[str, dict[str, Any]]] = {
    NOVICE: {"blur": 0.1},
    REGULAR: {"blur": 0.03},
    STRONG: {"worlds": 12},
    MASTER: {"seconds": 1.0},
}
"""What the levels mean in a game that says nothing about them."""


def levels(game: Game[Any]) -> list[Level]:
    """The levels of a game, the weakest first."""
    own = bot_file(game).get("levels", {})
    for name in own:
        if name not in LEVELS:
            raise LudotecaError(f"{FILE} of {game.name}: there is no level “{name}”")
    return [_read(game, name, own.get(name, GENERAL[name])) for name in LEVELS]


def level_of(game: Game[Any], name: str) -> Level:
    """One level of a game by its name."""
    for level in levels(game):
        if level.name == name:
            return level
    raise LudotecaError(f"there is no level “{name}”; there are {', '.join(LEVELS)}")


def bot_for(game: Game[Any], name: str) -> Bot:
    """A bot of a level, for one seat of one match: it may remember what it thought before."""
    return level_of(game, name).bot()


def _read(game: Game[Any], name: str, table: dict[str, Any]) -> Level:
    where = f"{FILE} of {game.name}, level {name}"
    kinds = [key for key in ("blur", "worlds", "seconds") if key in table]
    strange = [key for key in table if key not in ("blur", "worlds", "iterations", "seconds")]
    if len(kinds) != 1 or strange or (kinds != ["seconds"] and "iterations" in table):
        raise LudotecaError(f"{where}: expected blur, or worlds, or seconds with or without iterations")
    for key, value in table.items():
        whole = key in ("worlds", "iterations")
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)) or value <= 0:
            raise LudotecaError(
                f"{where}: {key} is a positive {'whole ' if whole else ''}number, not “{value}”"
            )
    seconds = float(table.get("seconds", 0.0))
    if seconds > LONGEST:
        raise LudotecaError(f"{where}: {seconds:g} s is more than a person waits; {LONGEST:g} s is the most")
    return Level(
        name, float(table.get("blur", 0.0)), table.get("worlds", 0), table.get("iterations", 0), seconds
    )


class Levelled(Bot):
    """A bot that plays any game at the level of one name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._game = ""
        self._bot: Bot | None = None

    def choose(self, perspective: Perspective, source: Source) -> Action:
        bot = self._bot
        if bot is None or self._game != perspective.game.name:
            bot = self._bot = bot_for(perspective.game, self.name)
            self._game = perspective.game.name
        return bot.choose(perspective, source)
