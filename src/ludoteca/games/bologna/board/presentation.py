"""What people see of The Throne of Bologna."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.box import box, entries, player_facts
from ludoteca.games.bologna.board.cover import cover
from ludoteca.games.bologna.board.inspector import about, explained
from ludoteca.games.bologna.board.moments import MOMENTS
from ludoteca.games.bologna.board.prints import prints
from ludoteca.games.bologna.board.score_sheet import score_sheet
from ludoteca.games.bologna.board.seen import seen
from ludoteca.games.bologna.board.spelling import chapter, piece, spell
from ludoteca.games.bologna.board.table import board
from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.kernel.contracts import Presentation


def turn_of(view: BolognaView) -> int:
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
    turn_of=turn_of,
    standing={"miracle": "let-stand"},
    ending=("end-turn",),
    score_sheet=score_sheet,
    moments=MOMENTS,
)
