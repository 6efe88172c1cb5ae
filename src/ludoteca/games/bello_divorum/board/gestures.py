"""How every choice is made on the board: the pieces that are touched for it."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.actions import CATALOGUE, SLOT_ORIGIN
from ludoteca.games.bello_divorum.rules.edition import Board


def place_key(place: int) -> str:
    return f"place {place}"


def arm_key(arm: int) -> str:
    return f"arm {arm}"


def seat_key(seat: int) -> str:
    return f"seat {seat}"


def power_key(power: int) -> str:
    """A power by its number among all powers."""
    return f"power {power}"


def pantheon_key(pantheon: int) -> str:
    return f"pantheon {pantheon}"


def number_key(number: int) -> str:
    """How many followers cross a bridge."""
    return f"number {number}"


class Gestures:
    """The gestures of one question."""

    def __init__(self, view: BelloView, board: Board) -> None:
        self._board = board
        self._is_taken_up = view.question == "actfrom"

    def path(self, text: str) -> d.Gesture | None:
        """The pieces to touch for a choice; None for those beside the board: ends, and all at once."""
        action = CATALOGUE.parse(text)
        match action.verb.name:
            case "move" | "attack":
                target = place_key(self._board.slot_end[action.a])
                if self._is_taken_up:
                    return d.gesture(text, target)
                return d.gesture(text, place_key(SLOT_ORIGIN[action.a]), target)
            case "recruit" | "target" | "control" | "source":
                return d.gesture(text, place_key(action.a))
            case "corner":
                return d.gesture(text, place_key(self._board.temples[action.a]))
            case "arm":
                return d.gesture(text, arm_key(action.a))
            case "rival":
                return d.gesture(text, seat_key(action.a))
            case "power":
                return d.gesture(text, power_key(action.a))
            case "pantheon":
                return d.gesture(text, pantheon_key(action.a))
            case "count":
                return d.gesture(text, number_key(action.a))
        return None
