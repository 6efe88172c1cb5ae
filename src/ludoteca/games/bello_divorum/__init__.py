"""Bello Divorum: pantheons at war over temples, cities and fields, 4 to 6 players."""

from ludoteca.games.bello_divorum.game import GAME

__all__ = ["GAME"]
