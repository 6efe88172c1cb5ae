"""How every choice is made on the board: the pieces that are touched for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board.dice import choices_of_three, dice_of
from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.games.bologna.rules.actions import ROLES
from ludoteca.games.bologna.rules.dice import BOLOGNA, LETTERS

CUP: Final = "cup"
GIVEN: Final = "dice left to you"
ROLL: Final = "roll"
DEUS: Final = "deus"
MARKET: Final = "market"
GOBLET: Final = "goblet"
PAYMENT: Final = "payment"


def die_key(number: int) -> str:
    return f"die {number}"


def stall_key(kind: int) -> str:
    return f"stall {kind}"


def shelf_key(kind: int) -> str:
    """The viewer's own tokens of a kind."""
    return f"shelf {kind}"


def loss_key(kind: int) -> str:
    """A token of somebody else, laid on the stage to be pointed at."""
    return f"loss {kind}"


def book_key(symbol: int) -> str:
    """What a Book may stand for."""
    return f"book as {symbol}"


def pair_key(symbol: int, books: int) -> str:
    return f"pair {symbol} {books}"


def seat_key(seat: int) -> str:
    return f"seat {seat}"


def role_key(role: int) -> str:
    return f"role {role}"


class Gestures:
    """The gestures of one question."""

    def __init__(self, view: BolognaView) -> None:
        self._view = view
        self._found: dict[str, list[list[str]]] = {}

    def path(self, text: str) -> d.Gesture | None:
        """The pieces to touch for a choice; None for ending the turn, which is done beside the board."""
        ways = self._ways(text)
        return d.gesture(text, *ways[0], together=len(ways[0]) > 2) if ways else None

    def others(self, text: str) -> Sequence[d.Gesture]:
        """The same choice by other pieces: dice that show the same, the tokens to be paid."""
        return [d.gesture(text, *keys, together=len(keys) > 2) for keys in self._ways(text)[1:]]

    def _ways(self, text: str) -> list[list[str]]:
        """All ways to make a choice, each as the keys of its pieces."""
        if text not in self._found:
            self._found[text] = self._find(text)
        return self._found[text]

    def _find(self, text: str) -> list[list[str]]:
        view = self._view
        match text.split():
            case ["choose", triple]:
                touched = choices_of_three(view).get(triple, [])
                return [[die_key(number) for number in numbers] for numbers in touched]
            case ["use", letter]:
                face = LETTERS.index(letter)
                unused = [die for die in dice_of(view) if die.state == "chosen"]
                return [[die_key(die.number)] for die in unused if die.face == face]
            case [verb, offset, *role] if offset.startswith("+"):
                seat = seat_key((view.actor + int(offset)) % len(view.tokens))
                return [[seat, role_key(ROLES.index(role[0]))]] if role else [[seat]]
            case [verb, letter, *books]:
                return [[self._piece(verb, LETTERS.index(letter), books)]]
            case ["cancel"]:
                return [[PAYMENT], [shelf_key(BOLOGNA)]]
            case [verb] if verb in _SINGLE:
                return [[_SINGLE[verb]]]
        return []

    def _piece(self, verb: str, symbol: int, books: list[str]) -> str:
        """The piece for a choice that names a symbol."""
        if verb == "start":
            return stall_key(symbol)
        if verb == "wild":
            return book_key(symbol)
        if verb == "pair":
            return pair_key(symbol, int(books[0]))
        return shelf_key(symbol) if self.loses_own(self._view) else loss_key(symbol)

    @staticmethod
    def loses_own(view: BolognaView) -> bool:
        """Whether whoever is asked for a token to lose loses one of their own."""
        return view.phase == "rat" or view.actor != view.active


_SINGLE: Final = {
    "keep": GIVEN,
    "roll5": CUP,
    "miracle": DEUS,
    "let-stand": ROLL,
    "from-pool": MARKET,
    "suffer": GOBLET,
}
