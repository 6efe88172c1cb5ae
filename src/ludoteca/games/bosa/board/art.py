"""The sheet of art, the palette, and the signs with a number on them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.rules.actions import RESOURCES
from ludoteca.games.bosa.rules.edition import BosaEdition

SHEET: Final = d.Sheet("bosa", __package__)

# Gable and emblem of each colour, in the order of the edition: no colour stands alone.
FAMILIES: Final = ("coral", "orange", "crocus", "myrtle", "wave", "mallow")

PANEL_INK: Final = d.Colour("#2b2621")
SHADOW: Final = d.Colour("#3a2c1c", "#05070c")
GOLD: Final = d.Colour("#f1b52e", "#f3c04a")
PALE_GOLD: Final = d.Colour("#ffe08a", "#ffe9a8")
GOLD_INK: Final = d.Colour("#3a2600")
STONE: Final = d.Colour("#e6cf9f", "#7c6c5c")
STONE_SHADE: Final = d.Colour("#9c7c50", "#443a35")
STONE_MIDDLE: Final = d.Colour("#d9bd8a", "#6d5e52")
PAVEMENT: Final = d.Colour("#efdfbd", "#474049")
STAR: Final = d.Colour("#2f4573")
STAR_EDGE: Final = d.Colour("#5f78ad")
COIN_INK: Final = d.Colour("#4a3200")
CREAM: Final = d.Colour("#fff6dd")
SEASONS: Final = (
    d.Colour("#97a862", "#5c6b45"),
    d.Colour("#647f47", "#3f5a3c"),
    d.Colour("#b9623c", "#8a4a32"),
    d.Colour("#45869f", "#2f6379"),
)
PLUM: Final = d.Colour("#55325f", "#7c5787")
SEAL: Final = d.Colour("#b9623c", "#a86a4c")
GOODS: Final = (d.Colour("#2b7fae"), d.Colour("#a3417f"), d.Colour("#a8622a"))
_NIGHT: Final = d.Colour("#141a30")


@lru_cache(maxsize=64)
def paint_of(edition: BosaEdition, colour: int) -> d.Colour:
    """The paint of a house; at night it is stirred with blue."""
    paint = d.Colour(edition.colours[colour].paint.lower())
    return d.Colour(paint.light, d.mix(paint, _NIGHT, 0.28).light)


def sign(name: str, x: float, y: float, s: float, tone: d.Colour | None = None) -> d.Use:
    """A symbol of the sheet, `s` across."""
    return d.use(SHEET, name, x, y, s / 24, tone=tone)


def goods_sign(resource: int, x: float, y: float, s: float) -> d.Use:
    """A fish, a rug, a jar."""
    return sign(RESOURCES[resource], x, y, s)


def coin(number: int, x: float, y: float, s: float, least: float = 0) -> d.Child:
    """A coin with a number."""
    size = max(least, s * (0.72 if number < 10 else 0.55))
    return [sign("coin", x, y, s), d.text(number, x, y, size, fill=COIN_INK, bold=True)]


def points(number: int, x: float, y: float, s: float, least: float = 0) -> d.Child:
    """A star with one or two digits, a pointed plate for more; `s` is its height."""
    if number < 100:
        size = max(least, s * (0.72 if number < 10 else 0.56))
        return [sign("star", x, y, s), d.text(number, x, y, size, fill=CREAM, bold=True)]
    h, w = s * 0.82, s * (0.62 + 0.36 * len(str(number)))
    left, right, slope = x - w / 2, x + w / 2, h * 0.3
    ends = (
        (left, y), (left + slope, y - h / 2), (right - slope, y - h / 2), (right, y),
        (right - slope, y + h / 2), (left + slope, y + h / 2),
    )  # fmt: skip
    size = max(least, s * 0.56)
    plate = d.polygon(ends, fill=STAR, stroke=STAR_EDGE, width=1.5)
    return [plate, d.text(number, x, y, size, fill=CREAM, bold=True)]


def hut(paint: d.Colour, number: int | str, x: float, y: float, s: float, least: float = 0) -> d.Child:
    """A little house in a colour's paint, with a number on it."""
    if number == "":
        return sign("hut", x, y, s, paint)
    words = d.text(number, x, y + s * 0.12, max(least, s * 0.6), fill=PANEL_INK, bold=True)
    return [sign("hut-plate", x, y, s, paint), words]


def emblem(edition: BosaEdition, seat: int, r: float, x: float = 0, y: float = 0) -> d.Child:
    """A player's symbol on a disc of the seat's colour and shape."""
    name = f"seat-{seat}-{edition.symbols[seat]}"
    if name in SHEET.symbols:
        return d.use(SHEET, name, x, y, r / 15)
    return d.seat_mark(d.SEATS[seat], r=r, x=x, y=y)


def pawn(edition: BosaEdition, seat: int, scale: float) -> d.Child:
    """A seat's emblem on a little foot, which stands on (0, 0)."""
    name = f"pawn-{seat}-{edition.symbols[seat]}"
    if name in SHEET.symbols:
        return d.use(SHEET, name, 0, 0, scale)
    foot = d.use(SHEET, "foot", 0, 0, scale, tone=d.SEATS[seat].colour)
    return [foot, d.seat_mark(d.SEATS[seat], r=14 * scale, y=-19 * scale)]


def slip(x: float, y: float, w: float, h: float, *, r: float = 7, edge: d.Colour = d.LINE) -> d.Child:
    """A sheet of paper with a soft shadow."""
    return [
        d.rect(x + 2, y + 3, w, h, r, fill=SHADOW, opacity=0.22),
        d.rect(x, y, w, h, r, fill=d.CARD, stroke=edge),
    ]
