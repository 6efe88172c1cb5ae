"""Which pieces are touched for which choice."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.actions import DIVINITIES, KINDS

ON_THE_STATUE: Final = ("copy", "pay-plain", "gift-done", "raise-skip", "orco-sweep", "drago-more")
"""Answers that are given by touching the divinity in question."""


class Gestures:
    """How choices are made on the table. A phone has no cart: the own stores stand for it.

    To be content with an offering, or to let a divinity go on, one touches the statue.
    """

    def __init__(self, view: BomarzoView, narrow: bool) -> None:
        self._sweeping = DIVINITIES[view.sweeping] if view.sweeping >= 0 else ""
        self._acting = DIVINITIES[view.god] if view.god >= 0 else ""
        self._narrow = narrow
        self._bonus = "store" if narrow else "cart"

    def path(self, text: str) -> d.Gesture | None:
        match text.split():
            case ["invoke" | "devote-under" | "worship-keep", god]:
                return d.gesture(text, f"statue {god}")
            case ["harvest", area]:
                return d.gesture(text, f"area {area}")
            case ["worker", row]:
                return d.gesture(text, f"row {row}")
            case [
                "keep" | "discard-excess" | "convert" | "play" | "upgrade" | "tart-discard" | "devote",
                card,
            ]:
                return d.gesture(text, f"card {card}")
            case ["advance", track]:
                return d.gesture(text, f"track {track}")
            case ["orco-take", god, kind]:
                return d.gesture(text, f"heap {god} {kind}")
            case ["orco-pick", kind] if self._sweeping:
                return d.gesture(text, f"heap {self._sweeping} {kind}")
            case ["pay" | "gift", kind] if kind in KINDS:
                return d.gesture(text, f"store {kind}")
            case ["assign", field]:
                return d.gesture(text, f"field {field}")
            case ["pass"]:
                return d.gesture(text, "season")
            case ["vision-use"]:
                return d.gesture(text, "deck")
            case [verb] if verb in ON_THE_STATUE:
                return d.gesture(text, f"statue {self._acting}")
            case ["pay", "coin-as-food"]:
                return d.gesture(text, "store coin")
            case ["pay", "food-as-coin"]:
                return d.gesture(text, "store food")
            case ["pay-custom" | "vision-skip" | "favour-decline" | "copy-decline" | "drago-enough"]:
                return d.gesture(text, f"plate {text}")
            case ["pay" | "raise" | "draw-now", _]:
                return d.gesture(text, f"plate {text}")
            case ["setup-bonus", kind]:
                return d.gesture(text, f"{self._bonus} {kind}")
            case ["worship-draw", "0"]:
                return d.gesture(text, "worship")
            case ["worship-draw", more] if not self._narrow:
                return d.gesture(text, f"more {more}")
        return None
