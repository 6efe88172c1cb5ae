"""What people see of Bosa."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bosa.board.art import SHEET
from ludoteca.games.bosa.board.box import box, entries, player_facts
from ludoteca.games.bosa.board.companion import COMPANION
from ludoteca.games.bosa.board.cover import cover
from ludoteca.games.bosa.board.inspector import about, explained
from ludoteca.games.bosa.board.moments import MOMENTS
from ludoteca.games.bosa.board.prints import prints
from ludoteca.games.bosa.board.proposals import of_course
from ludoteca.games.bosa.board.score_sheet import score_sheet
from ludoteca.games.bosa.board.seen import seen
from ludoteca.games.bosa.board.spelling import chapter, piece, spell
from ludoteca.games.bosa.board.table import board
from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.kernel.contracts import Presentation
from ludoteca.kernel.speaker import Speaker


def turn_of(view: BosaView) -> int:
    """The seat whose turn it is."""
    return view.current


def points(view: BosaView, speaker: Speaker) -> tuple[int, ...]:
    """What every seat has scored so far."""
    return view.scores


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
    turn_of=turn_of,
    points=points,
    ending=("end",),
    laid_together=("act", "copyagain", "copypick"),
    begins_plan=("line",),
    of_course=of_course,
    score_sheet=score_sheet,
    companion=COMPANION,
    moments=MOMENTS,
)
