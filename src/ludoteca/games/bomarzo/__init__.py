"""Bomarzo: offerings to the monsters of a park, 2 to 4 players."""

from ludoteca.games.bomarzo.game import GAME

__all__ = ["GAME"]
