"""The table of Bomarzo, drawn."""

from ludoteca.games.bomarzo.board.table import board

__all__ = ["board"]
