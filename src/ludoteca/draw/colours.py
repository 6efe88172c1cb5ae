"""Colours for light and dark pages, the themes that choose between them, and readable ink."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Final

_HEX = re.compile(r"#[0-9a-f]{6}")
READABLE: Final = 4.5  # WCAG 2.2, success criterion 1.4.3, normal text


class Theme(Enum):
    """How a picture is coloured: literally for one background, or by the browser's own setting."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"


LIGHT: Final = Theme.LIGHT
DARK: Final = Theme.DARK
AUTO: Final = Theme.AUTO


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour for light and for dark pages; a named one can be restyled by CSS (`--name`)."""

    light: str
    dark: str = ""
    name: str = ""
    auto: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        light, dark = self.light.lower(), (self.dark or self.light).lower()
        for value in (light, dark):
            if not _HEX.fullmatch(value):
                raise ValueError(f"a colour is written #rrggbb, not {value!r}")
        if self.name and not re.fullmatch(r"[a-z][a-z0-9-]*", self.name):
            raise ValueError(f"a colour's name is lower-case letters, digits and hyphens, not {self.name!r}")
        literal = light if light == dark else f"light-dark({light},{dark})"
        object.__setattr__(self, "light", light)
        object.__setattr__(self, "dark", dark)
        object.__setattr__(self, "auto", f"var(--{self.name})" if self.name else literal)

    @property
    def key(self) -> str:
        """A short text that tells this colour from every other one, fit for an id."""
        return self.name or f"{self.light}-{self.dark}".replace("#", "")


def _channels(value: str) -> tuple[int, int, int]:
    return int(value[1:3], 16), int(value[3:5], 16), int(value[5:7], 16)


def _luminance(value: str) -> float:
    linear = [c / 3294.6 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in _channels(value)]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """The WCAG contrast ratio of two literal colours, from 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def _readable_on(ground: str) -> str:
    for choice in (INK.light, INK.dark):
        if contrast(choice, ground) >= READABLE:
            return choice
    return max("#000000", "#ffffff", key=lambda choice: contrast(choice, ground))


@lru_cache(maxsize=1024)
def ink_on(ground: Colour) -> Colour:
    """The colour for words on a coloured ground: dark or light ink, whichever can be read in each theme."""
    return Colour(_readable_on(ground.light), _readable_on(ground.dark))


@lru_cache(maxsize=1024)
def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`one` with a `share` (0 to 1) of `other` stirred in, in both themes."""

    def blend(a: str, b: str) -> str:
        pairs = zip(_channels(a), _channels(b), strict=True)
        return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in pairs)

    return Colour(blend(one.light, other.light), blend(one.dark, other.dark))


PAPER: Final = Colour("#faf8f4", "#15181c", "paper")
INK: Final = Colour("#1f2328", "#eceae4", "ink")
FAINT: Final = Colour("#596070", "#a3aab4", "faint")
LINE: Final = Colour("#c9c4b8", "#464d57", "line")
CARD: Final = Colour("#ffffff", "#23282f", "card")
FELT: Final = Colour("#e6ede4", "#1a2721", "felt")
ACCENT: Final = Colour("#0a5cc2", "#74b6ff", "accent")
WARN: Final = Colour("#b3261e", "#ff8f80", "warn")
GOOD: Final = Colour("#1a7038", "#72cf8c", "good")
GOLD: Final = Colour("#8a6100", "#f0c24b", "gold")
GLOW: Final = Colour("#a87400", "#f0c24b", "glow")
LAMP: Final = Colour("#ffc21f", "#f0c24b")
"""The rim of what can be touched; a dark casing sets it off from light grounds."""

BLUE: Final = Colour("#0072b2", "#4a9fd8", "blue")
ORANGE: Final = Colour("#e69f00", "#e9a92a", "orange")
GREEN: Final = Colour("#009e73", "#27b48b", "green")
PINK: Final = Colour("#cc79a7", "#d48db5", "pink")
SKY: Final = Colour("#56b4e9", "#7cc6ef", "sky")
VERMILION: Final = Colour("#d55e00", "#e67a2e", "vermilion")
YELLOW: Final = Colour("#f0e442", "#efe566", "yellow")
GREY: Final = Colour("#555555", "#b4b4b4", "grey")

ROLES: Final = (PAPER, INK, FAINT, LINE, CARD, FELT, ACCENT, WARN, GOOD, GOLD, GLOW)
PALETTE: Final = (BLUE, ORANGE, GREEN, PINK, SKY, VERMILION, YELLOW, GREY)
WORDS: Final = (INK, FAINT, ACCENT, WARN, GOOD, GOLD)  # may be written on any of GROUNDS
GROUNDS: Final = (PAPER, CARD, FELT)
