"""The sheet of art and the palette: forest and parchment, by day and by night."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d

SHEET: Final = d.Sheet("man", __package__)
UNIT: Final = 28.4  # from the middle of a cell to its corner in the sheet

DEEP: Final = d.Colour("#3e6a4e", "#132720")
GLADE: Final = d.Colour("#a9c47f", "#3c5741")
PAPER: Final = d.Colour("#fbf4e3", "#262b2b")
TILE: Final = d.Colour("#f1e4c6", "#1d2223")
TILE_EDGE: Final = d.Colour("#d9c499", "#4d4738")
EDGE: Final = d.Colour("#cdb88f", "#5a523f")
INK: Final = d.INK
FAINT: Final = d.FAINT
SHADOW: Final = d.Colour("#1d3226", "#050b09")
WOOD: Final = d.Colour("#98683d", "#704b2c")
LIGHT: Final = d.Colour("#ffe27a", "#ffd75e")
LIGHT_EDGE: Final = d.Colour("#b57a00", "#ffcf4a")
DANGER: Final = d.WARN
GOOD: Final = d.GOOD
BLOOD: Final = d.Colour("#b3261e")
CREAM: Final = d.Colour("#fff8e6")
DARK_INK: Final = d.Colour("#2a2118")
BROWN: Final = d.Colour("#6e4829")
HEAD: Final = d.Colour("#3a2a20")
EMBER: Final = d.Colour("#ffd36a")
LAVA: Final = d.Colour("#f5872f")
LAVA_DEEP: Final = d.Colour("#c9401c")
COAL: Final = d.Colour("#2a1512")
ASH: Final = d.Colour("#5b4842", "#3e312e")
ASH_DEEP: Final = d.Colour("#3d302e", "#261d1d")
WALL: Final = d.Colour("#f8ead0", "#c9b48b")
WALL_DEEP: Final = d.Colour("#c6a774", "#7a6444")
FENCE: Final = d.Colour("#fbf4e3", "#5a523f")
WHITE: Final = d.Colour("#ffffff")

CLASS_COLOURS: Final = (
    d.Colour("#0072b2", "#4a9fd8"),
    d.Colour("#7b3fa0", "#b78bd0"),
    d.Colour("#9a5f00", "#f6c45c"),
    d.Colour("#00664b", "#63c9a6"),
)
GROUNDS: Final = (  # of the locations, in the order of the edition
    d.Colour("#ead3a9", "#a98f63"),
    d.Colour("#9a918c", "#5f5a5c"),
    d.Colour("#b9afa0", "#7f786f"),
    d.Colour("#c3d698", "#57724f"),
    d.Colour("#b9afa0", "#7f786f"),
    d.Colour("#dfbf83", "#a58a5a"),
    d.Colour("#9fb487", "#3f5444"),
    d.Colour("#c3d698", "#57724f"),
    d.Colour("#d3e9e6", "#4c6d70"),
    d.Colour("#7a6459", "#574640"),
)
STAT_ICONS: Final = ("t-initiative", "t-0", "t-shooting", "t-defense", "t-magic", "t-5")


def thing(kind: int) -> str:
    """The symbol of an artifact or a spell."""
    return f"t-{kind}"


def medal(klass: int, heroine: bool) -> str:
    """The symbol of a hero's round portrait, 53 from its middle to its rim."""
    return f"medal-{klass}{'f' if heroine else 'm'}"


def parchment(w: float, h: float, *, edge: d.Colour = EDGE, r: float = 9) -> list[d.Child]:
    """A sheet of parchment lying on the table, its upper left corner at the origin."""
    return [
        d.rect(2, 4, w, h, r, fill=SHADOW, opacity=0.28),
        d.rect(0, 0, w, h, r, fill=PAPER, stroke=edge, width=1.4),
    ]
