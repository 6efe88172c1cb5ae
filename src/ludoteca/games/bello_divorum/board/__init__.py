"""The table of Bello Divorum, drawn from a view."""

from ludoteca.games.bello_divorum.board.table import board

__all__ = ["board"]
