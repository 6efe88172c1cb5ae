"""Manticore: a hex adventure for 1 to 4 heroes, together or as rivals."""

from ludoteca.games.manticore.game import GAME

__all__ = ["GAME"]
