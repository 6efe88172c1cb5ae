"""What people see of Manticore."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board.art import CLASS_COLOURS, SHEET
from ludoteca.games.manticore.board.box import box, entries, player_facts
from ludoteca.games.manticore.board.cover import cover
from ludoteca.games.manticore.board.inspector import about, explained
from ludoteca.games.manticore.board.moments import MOMENTS
from ludoteca.games.manticore.board.prints import prints
from ludoteca.games.manticore.board.score_sheet import score_sheet
from ludoteca.games.manticore.board.seen import seen
from ludoteca.games.manticore.board.spelling import chapter, piece, spell
from ludoteca.games.manticore.board.table import board
from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.edition import ManticoreEdition
from ludoteca.kernel.contracts import Presentation


def seat_colours(view: ManticoreView, edition: ManticoreEdition) -> list[d.Colour]:
    """The colour of each hero's class; paper before it is chosen."""
    return [CLASS_COLOURS[chosen] if chosen >= 0 else d.CARD for chosen in view.classes]


def turn_of(view: ManticoreView) -> int:
    """The seat whose turn it is."""
    return view.active


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
    explained=explained,
    sheets=(SHEET,),
    seat_colours=seat_colours,
    turn_of=turn_of,
    ending=("end-turn",),
    score_sheet=score_sheet,
    moments=MOMENTS,
)
