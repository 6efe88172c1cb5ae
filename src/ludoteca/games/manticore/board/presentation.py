"""What people see of Manticore."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.board.art import SHEET
from ludoteca.games.manticore.board.cover import cover, gallery
from ludoteca.games.manticore.board.inspector import about
from ludoteca.games.manticore.board.spelling import chapter, spell
from ludoteca.games.manticore.board.table import board
from ludoteca.kernel.contracts import Presentation

PRESENTATION: Final = Presentation(
    board, cover=cover, gallery=gallery, chapter=chapter, spell=spell, about=about, sheets=(SHEET,)
)
