"""Bosa: draft houses, build a townscape, run its rows and columns; 2 to 5 players."""

from ludoteca.games.bosa.game import GAME

__all__ = ["GAME"]
