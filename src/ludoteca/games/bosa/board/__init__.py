"""The table of Bosa, drawn."""

from ludoteca.games.bosa.board.table import board

__all__ = ["board"]
