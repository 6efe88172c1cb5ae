"""What people see of Bomarzo."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.board.art import SHEET
from ludoteca.games.bomarzo.board.cover import cover, gallery
from ludoteca.games.bomarzo.board.inspector import about
from ludoteca.games.bomarzo.board.proposals import propose
from ludoteca.games.bomarzo.board.score_sheet import score_sheet
from ludoteca.games.bomarzo.board.spelling import chapter, spell
from ludoteca.games.bomarzo.board.table import board
from ludoteca.kernel.contracts import Presentation

PRESENTATION: Final = Presentation(
    board,
    cover=cover,
    gallery=gallery,
    chapter=chapter,
    spell=spell,
    about=about,
    sheets=(SHEET,),
    laid_together=("how", "pay", "convert", "gift", "raise"),
    begins_plan=("invoke", "copy", "worship-draw"),
    propose=propose,
    score_sheet=score_sheet,
)
