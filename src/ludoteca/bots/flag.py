"""A flag on the board: where people wish the bots to come.

It is talk at the table, such as chat: no rule knows of it, and no record keeps it. Bots weigh it like
anything else, and do not follow it into folly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from ludoteca.kernel.game import Game
from ludoteca.kernel.options import Setup
from ludoteca.kernel.state import State

NO_WISH: Final = -1


class Flag:
    """How a game lets its bots know of a flag.

    `places`   what the places are called on which it can be put, by their numbers
    `offered`  whether bots of a set-up follow it at all: rivals do not
    `plant`    makes the flag known in a world that bots think about
    """

    def __init__(
        self, places: Sequence[str], offered: Callable[[Setup], bool], plant: Callable[[Any, int], None]
    ) -> None:
        self.places = places
        self.offered = offered
        self.plant = plant

    def number(self, place: str) -> int:
        """The number of a place by what it is called, in capitals or not; NO_WISH if there is none."""
        wished = place.strip().upper()
        return self.places.index(wished) if wished in self.places else NO_WISH


def flag_for(game: Game[Any], setup: Setup) -> Flag | None:
    """The flag of a game that is played so; None where there is none."""
    flag: Flag | None = game.bot.flag if game.bot is not None else None
    return flag if flag is not None and flag.offered(setup) else None


def plant_flag(game: Game[Any], world: State, wish: int) -> None:
    """Let a world that a bot thinks about know where people wish it to come, if anywhere."""
    if wish != NO_WISH and game.bot is not None and game.bot.flag is not None:
        game.bot.flag.plant(world, wish)
