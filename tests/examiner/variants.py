"""Ways to alter Owl, the toy game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ludoteca.kernel.actions import Catalogue
from ludoteca.kernel.events import EventKinds
from ludoteca.kernel.options import Option, Setup
from ludoteca.kernel.state import Agenda, Step
from tests.toys.owl import ACTS, GAME, NEWS, Draw, Owl, OwlState, Turn


def owl(
    game: type[Owl] = Owl,
    *,
    state: type[OwlState] = OwlState,
    turn: type[Step[Any]] = Turn,
    draw: type[Step[Any]] = Draw,
    folder: Path = GAME.folder,
    catalogue: Catalogue = ACTS,
    events: EventKinds = NEWS,
    options: tuple[Option, ...] = (),
) -> Owl:
    """Owl with other parts: a game that differs, or is laid from other states and steps."""

    class Altered(game):  # type: ignore[valid-type, misc]
        def start(self, setup: Setup) -> OwlState:
            laid = state(setup.seats)
            seats = range(setup.seats - 1, -1, -1)
            laid.agenda = Agenda([*map(turn, seats), *map(draw, seats)])
            return laid

    altered = Altered if game.start is Owl.start else game
    made: Owl = altered(
        name="owl",
        title="Owl",
        seats=(2, 4),
        folder=folder,
        catalogue=catalogue,
        events=events,
        options=options,
    )
    return made
