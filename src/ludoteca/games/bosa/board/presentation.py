"""What people see of Bosa."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bosa.board.art import SHEET
from ludoteca.games.bosa.board.cover import cover, gallery
from ludoteca.games.bosa.board.inspector import about
from ludoteca.games.bosa.board.spelling import chapter, spell
from ludoteca.games.bosa.board.table import board
from ludoteca.kernel.contracts import Presentation

PRESENTATION: Final = Presentation(
    board,
    cover=cover,
    gallery=gallery,
    chapter=chapter,
    spell=spell,
    about=about,
    sheets=(SHEET,),
    laid_together=("act", "copyagain", "copypick"),
    begins_plan=("line",),
)
