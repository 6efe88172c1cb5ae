"""What people see of Bosa."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bosa.board.cover import cover, gallery
from ludoteca.games.bosa.board.spelling import chapter, spell
from ludoteca.games.bosa.board.table import board
from ludoteca.kernel.contracts import Presentation

PRESENTATION: Final = Presentation(board, cover=cover, gallery=gallery, chapter=chapter, spell=spell)
