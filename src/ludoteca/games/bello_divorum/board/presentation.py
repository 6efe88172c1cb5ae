"""What people see of Bello Divorum."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bello_divorum.board.art import SHEET
from ludoteca.games.bello_divorum.board.cover import cover, gallery
from ludoteca.games.bello_divorum.board.inspector import about
from ludoteca.games.bello_divorum.board.spelling import chapter, spell
from ludoteca.games.bello_divorum.board.table import board
from ludoteca.kernel.contracts import Presentation

PRESENTATION: Final = Presentation(
    board,
    cover=cover,
    gallery=gallery,
    chapter=chapter,
    spell=spell,
    about=about,
    sheets=(SHEET,),
    ending=("end-actions", "control-done"),
)
