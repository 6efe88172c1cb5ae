"""What people see of The Throne of Bologna."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.cover import cover, gallery
from ludoteca.games.bologna.board.inspector import about
from ludoteca.games.bologna.board.spelling import chapter, spell
from ludoteca.games.bologna.board.table import board
from ludoteca.kernel.contracts import Presentation

PRESENTATION: Final = Presentation(
    board, cover=cover, gallery=gallery, chapter=chapter, spell=spell, about=about, sheets=(SHEET,)
)
