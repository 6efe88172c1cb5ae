"""What people see of Bomarzo."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import SEATS, SHEET
from ludoteca.games.bomarzo.board.box import box, entries, player_facts
from ludoteca.games.bomarzo.board.companion import COMPANION
from ludoteca.games.bomarzo.board.cover import cover
from ludoteca.games.bomarzo.board.inspector import about
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.board.moments import MOMENTS
from ludoteca.games.bomarzo.board.prints import prints
from ludoteca.games.bomarzo.board.proposals import propose
from ludoteca.games.bomarzo.board.score_sheet import score_sheet
from ludoteca.games.bomarzo.board.seen import seen
from ludoteca.games.bomarzo.board.spelling import chapter, piece, spell
from ludoteca.games.bomarzo.board.standings import if_it_ended_now
from ludoteca.games.bomarzo.board.table import board
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.edition import BomarzoEdition
from ludoteca.kernel.actions import Action
from ludoteca.kernel.contracts import Presentation
from ludoteca.kernel.speaker import Speaker

BETWEEN_TURNS: Final = ("bonus", "keep", "work", "howmany", "look", "excess", "assign")
TOLD_WITH_THE_CHOICE: Final = ("invoke", "harvest", "worker", "keep", "play", "upgrade", "devote", "advance")


def seat_colours(view: BomarzoView, edition: BomarzoEdition) -> list[d.Colour]:
    """The colour of each seat's pawns."""
    return [SEATS[seat].colour for seat in range(len(view.cubes))]


def turn_of(view: BomarzoView) -> int:
    """The seat whose turn it is; nobody's while everybody draws cards and moves workers."""
    return -1 if view.god < 0 and view.phase in BETWEEN_TURNS else view.turn


def points(view: BomarzoView, speaker: Speaker) -> list[int]:
    """What every seat would have if the game ended now: most points come only at the end."""
    return if_it_ended_now(BomarzoKit(view, speaker))


def explained(view: BomarzoView, speaker: Speaker, option: Action) -> list[str]:
    """What a place, a card or a track gives."""
    if option.verb.name not in TOLD_WITH_THE_CHOICE:
        return []
    told = about(view, speaker, piece(option.verb.domains[0].noun, option.a))
    return [line.rstrip(".") for line in told.text.split("\n")] if told else []


PRESENTATION: Final = Presentation(
    board,
    cover=cover,
    box=box,
    prints=prints,
    player_facts=player_facts,
    entries=entries,
    seen=seen,
    chapter=chapter,
    spell=spell,
    piece=piece,
    about=about,
    sheets=(SHEET,),
    seat_colours=seat_colours,
    explained=explained,
    turn_of=turn_of,
    points=points,
    ending=("pass",),
    laid_together=("how", "pay", "convert", "gift", "raise"),
    begins_plan=("invoke", "copy", "worship-draw"),
    propose=propose,
    score_sheet=score_sheet,
    companion=COMPANION,
    moments=MOMENTS,
)
