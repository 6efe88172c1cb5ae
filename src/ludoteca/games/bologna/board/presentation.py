"""What people see of The Throne of Bologna."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bologna.board.cover import cover, gallery
from ludoteca.games.bologna.board.spelling import chapter, spell
from ludoteca.games.bologna.board.table import board
from ludoteca.kernel.contracts import Presentation

PRESENTATION: Final = Presentation(board, cover=cover, gallery=gallery, chapter=chapter, spell=spell)
