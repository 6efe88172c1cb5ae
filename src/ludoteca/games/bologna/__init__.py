"""The Throne of Bologna: dice, secret roles, 2 to 7 players."""

from ludoteca.games.bologna.game import GAME

__all__ = ["GAME"]
