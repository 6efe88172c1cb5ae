"""Small pieces that many parts of the table are made of: prices, heaps, pawns, panels."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import ANY, CUBES, SEATS, SHEET, person
from ludoteca.games.bomarzo.rules.actions import KINDS

PRICE_KINDS = (0, 1, ANY)


@d.part
def price(cubes: tuple[int, ...], free: str, size: float = 15, later: bool = False) -> d.Group:
    """A tribute (food, coins, anything) as numbers and objects, ending at (0, 0); a later one is quiet."""
    items = [(number, kind) for number, kind in zip(cubes, PRICE_KINDS, strict=True) if number]
    if not items:
        fill = d.FAINT if later else d.GOOD
        return d.group(d.text(free, 0, 0, size, anchor="end", bold=not later, fill=fill))
    unit, at = size / 15, 0.0
    drawn: list[d.Child] = []
    for number, kind in reversed(items):
        drawn.append(d.use(SHEET, CUBES[kind], at - 8 * unit, 0, 0.72 * unit))
        at -= 18 * unit
        if number > 1:
            drawn.append(d.text(number, at, 0, size, anchor="end", bold=True))
            at -= d.width_of(str(number), size, bold=True)
        at -= 3
    return d.group(drawn)


@d.part
def heap(food: int, coin: int, wine: int, unit: float, size: float) -> d.Group:
    """What lies at the feet of a statue, its middle at (0, 0): a small pile of each kind, with its number."""
    drawn: list[d.Child] = []
    at = 0.0
    for kind, number in enumerate((food, coin, wine)):
        if not number:
            continue
        drawn.append(d.use(SHEET, f"pile-{KINDS[kind]}-{min(number, 3)}", at, 0, unit))
        at += min(number, 2) * 17 * unit
        if number > 1:
            drawn.append(d.text(number, at + 1, 1, size, anchor="start", bold=True, halo=d.PAPER))
            at += d.width_of(str(number), size, bold=True) + 2
        at += 3
    return d.group(d.group(drawn, x=-at / 2))


def pawn(seat: int, x: float, y: float, scale: float = 1, opacity: float = 1) -> d.Use:
    """A pawn with its feet on (x, y)."""
    return d.use(
        SHEET, person("pawn", seat), x, y - 13 * scale, scale, tone=SEATS[seat].colour, opacity=opacity
    )


@d.part
def placed_pawn(seat: int, place: str, x: float, y: float, scale: float) -> d.Group:
    """A pawn that stands somewhere. Its id says which idle pawn it was, so that a page can show its ghost."""
    return d.group(pawn(seat, 0, 0, scale), x=x, y=y, id=f"pawn-{seat}-at-{place}", glides=True)


@d.part
def idle_pawn(seat: int, x: float, y: float, scale: float) -> d.Group:
    """The pawn that a seat would place next."""
    return d.group(pawn(seat, 0, 0, scale), x=x, y=y, id=f"pawn-{seat}", glides=True)


def disc(seat: int, x: float, y: float, scale: float = 1) -> d.Use:
    return d.use(SHEET, person("disc", seat), x, y, scale, tone=SEATS[seat].colour)


def banner(seat: int, x: float, y: float, r: float = 12) -> d.Use:
    return d.use(SHEET, person("banner", seat), x, y, r / 12, tone=SEATS[seat].colour)


def emblem(seat: int, x: float, y: float, r: float, fill: d.Colour) -> d.Shape:
    return d.mark(SEATS[seat].shape, r, x, y, fill=fill)


def number(words: str | int, x: float, y: float, size: float, *, bold: bool = True) -> d.Text:
    """A number that begins at (x, y)."""
    return d.text(words, x, y, size, anchor="start", bold=bold)
