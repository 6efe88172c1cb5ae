"""What people see of Bello Divorum."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import ISLANDS, SHEET, colour_of
from ludoteca.games.bello_divorum.board.box import box, entries
from ludoteca.games.bello_divorum.board.companion import COMPANION
from ludoteca.games.bello_divorum.board.cover import cover
from ludoteca.games.bello_divorum.board.inspector import about
from ludoteca.games.bello_divorum.board.moments import MOMENTS
from ludoteca.games.bello_divorum.board.prints import prints
from ludoteca.games.bello_divorum.board.score_sheet import score_sheet
from ludoteca.games.bello_divorum.board.spelling import chapter, piece, spell
from ludoteca.games.bello_divorum.board.table import board
from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.edition import BelloEdition
from ludoteca.kernel.actions import Action
from ludoteca.kernel.contracts import Presentation
from ludoteca.kernel.speaker import Speaker


def seat_colours(view: BelloView, edition: BelloEdition) -> list[d.Colour]:
    """The colour of each seat's pantheon; paper before it is chosen."""
    return [colour_of(edition.pantheons[chosen]) if chosen >= 0 else d.CARD for chosen in view.pantheon]


def turn_of(view: BelloView) -> int:
    """The seat whose turn it is, or that recruits once more after the last turn."""
    return view.actor if view.actor >= 0 else view.active


def points(view: BelloView, speaker: Speaker) -> tuple[int, ...]:
    """What every seat has scored so far."""
    return view.faith


def explained(view: BelloView, speaker: Speaker, option: Action) -> list[str]:
    """What a power does, or all powers of a pantheon."""
    if option.verb.name not in ("pantheon", "power"):
        return []
    told = about(view, speaker, piece(option.verb.name, option.a))
    return [line.rstrip(".") for line in told.text.split("\n")] if told else []


PRESENTATION: Final = Presentation(
    board,
    cover=cover,
    box=box,
    prints=prints,
    entries=entries,
    chapter=chapter,
    spell=spell,
    piece=piece,
    about=about,
    sheets=(SHEET, *ISLANDS.values()),
    seat_colours=seat_colours,
    explained=explained,
    turn_of=turn_of,
    points=points,
    ending=("end-actions", "control-done"),
    score_sheet=score_sheet,
    companion=COMPANION,
    moments=MOMENTS,
)
