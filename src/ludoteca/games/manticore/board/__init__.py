"""The table of Manticore as a scene: land, pieces, plates, and what is laid over the map."""

from __future__ import annotations

from ludoteca.games.manticore.board.table import board

__all__ = ["board"]
