"""Which pieces are touched for which choice.

A cell is stepped on and a foe attacked by touching it; a touch on a far cell walks there. What else one does
to somebody begins with one of the wooden coins beside one's hero: the horn that calls for a joint attack, the
giving hand, the healing heart and the bag to drop something from. Whether one joins or takes a gift is
answered beside the board, yes and no side by side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteca import draw as d
from ludoteca.games.manticore.board.walks import Walk
from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.actions import DIRECTIONS
from ludoteca.games.manticore.rules.edition import CITY, ManticoreEdition
from ludoteca.games.manticore.rules.land import LABELS, NEIGHBOURS

DEEDS = ("horn", "give", "heal", "drop")
WITH_COIN = {"joint": "horn", "give": "give", "heal": "heal"}
ON_THE_STAGE = ("class", "heroine", "type", "stance", "trophy")


def cell_key(cell: int) -> str:
    return f"cell {LABELS[cell].lower()}"


def being_key(being: int) -> str:
    return f"being {being}"


def plate_key(seat: int) -> str:
    return f"plate {seat}"


def deed_key(deed: str) -> str:
    return f"deed {deed}"


def own_key(kind: str, level: int | str) -> str:
    """Something the deciding hero holds."""
    return f"own {kind} {level}"


def pile_key(kind: str, level: int | str) -> str:
    return f"pile {kind} {level}"


def ground_key(kind: str, level: int | str) -> str:
    return f"ground {kind} {level}"


def turn_key(k: int | str) -> str:
    return f"turn {k}"


def stat_key(stat: str) -> str:
    return f"stat {stat}"


class Paths:
    """How each choice of the question in hand is made."""

    def __init__(self, view: ManticoreView, edition: ManticoreEdition, walks: Mapping[int, Walk]) -> None:
        self.edition = edition
        self.walks = walks
        self.actor = view.actor
        self.here = view.cell[view.actor] if view.actor >= 0 else -1
        self.seats = len(view.classes)
        self.standing = {cell: being for being, cell in enumerate(view.cell) if cell >= 0}

    def __call__(self, text: str) -> d.Gesture | None:
        keys = self._keys(*text.split())
        return d.gesture(text, *keys) if keys else None

    def walking(self, text: str) -> Sequence[d.Gesture]:
        """The walks that begin with a step."""
        verb, _, word = text.partition(" ")
        if verb != "move":
            return ()
        first = DIRECTIONS.index(word)
        return [
            d.Gesture(
                text, (cell_key(cell),), then=tuple(f"move {DIRECTIONS[side]}" for side in walk.steps[1:])
            )
            for cell, walk in self.walks.items()
            if walk.steps[0] == first
        ]

    def _keys(self, verb: str, *words: str) -> tuple[str, ...]:
        match verb, words:
            case "place", (label,):
                return (f"cell {label}",)
            case "start", (number,):
                return (cell_key(self.edition.locations[CITY].cells[int(number) - 1]),)
            case "orient", (k,):
                return (turn_key(k),)
            case "move", (direction,):
                return (cell_key(self._beside(direction)),)
            case "attack", (direction,):
                return (self._being(direction),)
            case (("joint" | "give" | "heal"), (direction,)):
                return deed_key(WITH_COIN[verb]), self._being(direction)
            case "heal-self", ():
                return deed_key("heal"), being_key(self.actor)
            case "drop", (kind, level):
                return deed_key("drop"), own_key(kind, level)
            case "take", (kind, level):
                return (pile_key(kind, level),)
            case "pick", (kind, level):
                return (ground_key(kind, level),)
            case "item", (kind, level):
                return (own_key(kind, level),)
            case "terms", (offset,):
                return (plate_key((self.actor + int(offset)) % self.seats),)
            case "power", (stat,):
                return (stat_key(stat),)
            case "spell", (spells,) if spells != "none":
                return (f"spell {spells}",)
        return (" ".join([verb, *words]),) if verb in ON_THE_STAGE else ()

    def _beside(self, direction: str) -> int:
        return NEIGHBOURS[self.here][DIRECTIONS.index(direction)]

    def _being(self, direction: str) -> str:
        return being_key(self.standing[self._beside(direction)])
