"""Tartufo, a game for the Ludoteca in a package of its own: hidden tiles, private looks and boars."""

from .game import GAME

__all__ = ["GAME"]
