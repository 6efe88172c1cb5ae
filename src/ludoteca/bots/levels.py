"""Four levels of play for people, in every game: the same names, each clearly stronger than the one before.

What a level means is data: `bot/settings.toml` in the game's folder. The weaker ones think less, misjudge
what things are worth and overlook their rivals; none blunders on purpose. Where a game is harder for few
players than for many, a level may mean something else for each number of seats.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from ludoteca.bots.bot import Bot, Fault, Perspective
from ludoteca.bots.fallible import Fallible
from ludoteca.bots.greedy import Greedy, Hasty
from ludoteca.bots.ismcts import Ismcts
from ludoteca.bots.own_bot_finder import find_own_bot
from ludoteca.bots.settings import FILE, bot_file
from ludoteca.kernel.actions import Action
from ludoteca.kernel.contracts import Remark
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

    A level errs like a person (`misjudges`, `overlooks`, `hurries`, `misses`: see `Fallible`), or misjudges
    every option by about `blur` where the game does not say how its players err, or looks one decision ahead
    over `worlds`, or searches until `iterations` or `seconds` are spent, whichever comes first, or is a `bot`
    of one's own.
    """

    def __init__(
        self,
        name: str,
        *,
        misjudges: float = 0.0,
        overlooks: float = 0.0,
        hurries: float = 0.0,
        misses: float = 0.0,
        blur: float = 0.0,
        worlds: int = 0,
        iterations: int = 0,
        seconds: float = 0.0,
        own: str = "",
    ) -> None:
        self.name = name
        self.misjudges = misjudges
        self.overlooks = overlooks
        self.hurries = hurries
        self.misses = misses
        self.blur = blur
        self.worlds = worlds
        self.iterations = iterations
        self.seconds = seconds
        self.own = own

    def bot(self) -> Bot:
        if self.misjudges > 0.0:
            return Fallible(self.misjudges, self.overlooks, self.hurries, self.misses)
        if self.blur > 0.0:
            return Hasty(self.blur)
        if self.worlds > 0:
            return Greedy(self.worlds)
        if self.own:
            found = find_own_bot(self.own)
            if found is None:
                raise LudotecaError(f"level {self.name}: there is no bot “{self.own}”")
            return found
        return Ismcts(self.iterations, self.seconds)

    def text(self) -> str:
        """How the level plays, in a few words."""
        if self.misjudges > 0.0:
            faults = [f"misjudges by a factor of about {exp(self.misjudges):.1f}"]
            faults += [f"overlooks rivals in {self.overlooks:.0%} of turns"] * (self.overlooks > 0.0)
            faults += [f"hurries in {self.hurries:.0%}"] * (self.hurries > 0.0)
            faults += [f"misses {self.misses:.0%} of many options"] * (self.misses > 0.0)
            return "one decision ahead, " + ", ".join(faults)
        if self.blur > 0.0:
            return f"one decision ahead, misjudged by about {self.blur:g}"
        if self.worlds > 0:
            return f"one decision ahead over {self.worlds} imagined worlds"
        if self.own:
            return self.own
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


def levels(game: Game[Any], seats: int = 0) -> list[Level]:
    """The levels of a game with so many seats, the weakest first; with 0 what they mean in general."""
    told = bot_file(game)
    own = dict(told.get("levels", {}))
    own.update(told.get("levels_by_seats", {}).get(str(seats), {}))
    for name in own:
        if name not in LEVELS:
            raise LudotecaError(f"{FILE} of {game.name}: there is no level “{name}”")
    return [_read(game, name, own.get(name, GENERAL[name])) for name in LEVELS]


def level_of(game: Game[Any], name: str, seats: int = 0) -> Level:
    """One level of a game by its name."""
    for level in levels(game, seats):
        if level.name == name:
            return level
    raise LudotecaError(f"there is no level “{name}”; there are {', '.join(LEVELS)}")


def bot_for(game: Game[Any], name: str, seats: int = 0) -> Bot:
    """A bot of a level, for one seat of one match: it may remember what it thought before. With 0 seats it
    finds out how many play when it is first asked.
    """
    level = level_of(game, name, seats)
    return level.bot() if seats else Levelled(name)


KINDS: Final[dict[str, tuple[str, ...]]] = {
    "misjudges": ("misjudges", "overlooks", "hurries", "misses"),
    "blur": ("blur",),
    "worlds": ("worlds",),
    "seconds": ("seconds", "iterations"),
    "bot": ("bot",),
}
"""What a level may say, by what makes it a level of its kind."""


def _read(game: Game[Any], name: str, table: dict[str, Any]) -> Level:
    where = f"{FILE} of {game.name}, level {name}"
    kind = next((key for key in KINDS if key in table), "")
    if not kind or any(key not in KINDS[kind] for key in table):
        raise LudotecaError(
            f"{where}: expected misjudges with or without overlooks, hurries and misses, or blur, or worlds, "
            "or seconds with or without iterations, or bot"
        )
    for key, value in table.items():
        if key == "bot":
            if not isinstance(value, str):
                raise LudotecaError(f"{where}: bot is a text such as python:package.module:name")
            continue
        whole = key in ("worlds", "iterations")
        if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)) or value <= 0:
            raise LudotecaError(
                f"{where}: {key} is a positive {'whole ' if whole else ''}number, not “{value}”"
            )
        if key in ("overlooks", "hurries", "misses") and value > 1:
            raise LudotecaError(f"{where}: {key} is a share from 0 to 1, not “{value}”")
    if table.get("seconds", 0.0) > LONGEST:
        raise LudotecaError(
            f"{where}: {table['seconds']:g} s is more than a person waits; {LONGEST:g} s is the most"
        )
    return Level(
        name,
        misjudges=float(table.get("misjudges", 0.0)),
        overlooks=float(table.get("overlooks", 0.0)),
        hurries=float(table.get("hurries", 0.0)),
        misses=float(table.get("misses", 0.0)),
        blur=float(table.get("blur", 0.0)),
        worlds=table.get("worlds", 0),
        iterations=table.get("iterations", 0),
        seconds=float(table.get("seconds", 0.0)),
        own=table.get("bot", ""),
    )


class Levelled(Bot):
    """A bot that plays any game at the level of one name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._table = ("", 0)
        self._bot: Bot | None = None

    def choose(self, perspective: Perspective, source: Source) -> Action:
        return self._player(perspective).choose(perspective, source)

    def remark(self, perspective: Perspective) -> Remark | None:
        return self._player(perspective).remark(perspective)

    def seconds_for(self, perspective: Perspective) -> float:
        return self._player(perspective).seconds_for(perspective)

    def _player(self, perspective: Perspective) -> Bot:
        """The bot of this level at a table of this game and size."""
        bot = self._bot
        table = (perspective.game.name, perspective.seats)
        if bot is None or self._table != table:
            bot = self._bot = bot_for(perspective.game, self.name, perspective.seats)
            self._table = table
        return bot

    def trouble(self) -> list[Fault]:
        return self._bot.trouble() if self._bot is not None else []
