"""What people see of Bomarzo."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bomarzo.board.cover import cover, gallery
from ludoteca.games.bomarzo.board.spelling import chapter, spell
from ludoteca.games.bomarzo.board.table import board
from ludoteca.kernel.contracts import Presentation

PRESENTATION: Final = Presentation(board, cover=cover, gallery=gallery, chapter=chapter, spell=spell)
