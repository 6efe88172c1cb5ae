"""The table of Manticore as a scene: the map (`map`), the panels beside it (`panels`), the choices
(`desk`).
"""

from __future__ import annotations

from ludoteca.games.manticore.board.table import board

__all__ = ["board"]
