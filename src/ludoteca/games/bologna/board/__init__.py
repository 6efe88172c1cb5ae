"""The table of Bologna, drawn."""

from ludoteca.games.bologna.board.table import board

__all__ = ["board"]
