"""A toy sixth game, to show how small a game can be. See `docs/adding-a-game.md`."""

from tests.toys.owl.game import GAME

__all__ = ["GAME"]
