"""Houses: near, from afar, and as a roof among sixteen.

A house is 100 wide; roof and window fill the first 78 of its height, the sill reaches to 104, and the street
floor, which is seen where no house stands below (BOS-3.5), to 152.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import CREAM, FAMILIES, PANEL_INK, SHEET, paint_of
from ludoteca.games.bosa.board.signs import Deal, Scribe, deal_of, lay
from ludoteca.games.bosa.rules.actions import RESOURCES
from ludoteca.games.bosa.rules.edition import BosaEdition

Cut: TypeAlias = Literal["top", "front", "house", "street"]
# What the sheet paints roofs with; other paints of an edition are given as a tone.
PAINTS: Final = ("#c8443e", "#e8873a", "#f0c93b", "#4e9a5b", "#3c7fb1", "#8a5fa8")
SMALLEST: Final = 12.5
SMALLEST_NARROW: Final = 14.0


def sill_of(deal: Deal) -> str:
    """What stands on the sill tells the trade."""
    if deal.copies:
        return "paint"
    if deal.counts:
        return "count"
    if all(deal.pay_goods):
        return "festival"
    if deal.sells:
        return "sell"
    return "crates" if deal.pay_coins or deal.get_any else "make"


def house(
    edition: BosaEdition,
    number: int,
    scale: float,
    *,
    count: int | None = None,
    cut: Cut = "house",
    least: float = SMALLEST,
) -> d.Group:
    """A house whose upper left corner is (0, 0); the action is shown in its window.

    `cut` is how much of it is seen: the `top` down to the window, the `front` with its sill, the `house` that
    another one stands below, or all of it down to the `street`.
    """
    card = edition.cards[number]
    paint = paint_of(edition, card.colour)
    return _house(card.colour, paint, deal_of(edition, number), count, cut, scale, least)


@d.part
def _house(
    family: int,
    paint: d.Colour,
    deal: Deal,
    count: int | None,
    cut: Cut,
    scale: float,
    least: float,
) -> d.Group:
    name = f"{cut}-{FAMILIES[family]}"
    rows = Scribe(least / scale).rows(deal, count)
    return d.group(
        d.use(SHEET, name if cut == "top" else f"{name}-{sill_of(deal)}", tone=paint),
        lay(rows, 50, 51, 75, 44, 32),
        scale=scale,
    )


def far_house(edition: BosaEdition, number: int, scale: float, street: bool) -> d.Group:
    """A house seen from afar: emblem and action as large as they can be."""
    card = edition.cards[number]
    return _far_house(
        card.colour, paint_of(edition, card.colour), deal_of(edition, number), street, scale, SMALLEST
    )


@d.part
def _far_house(family: int, paint: d.Colour, deal: Deal, street: bool, scale: float, least: float) -> d.Group:
    kind = "farstreet" if street else "far"
    return d.group(
        d.use(SHEET, f"{kind}-{FAMILIES[family]}", tone=paint), _from_afar(deal, least / scale), scale=scale
    )


def _from_afar(deal: Deal, least: float) -> d.Child:
    """The window of a house seen from afar: one number, or two, large enough to be read."""
    name = glance_name(deal)
    symbol = f"deal-{name}"
    if symbol not in SHEET.symbols:
        return lay([Scribe(least).glance(deal)], 50, 50.5, 76, 45, 42)
    size = max(least, 27)
    tone = deal.paint if name.endswith("hut") else None
    before = deal.pay_any or (deal.get_any if deal.get_any > 1 else 0)
    if before:
        symbol += "-right"
    stars = {"star": 66 if before else 50}
    middle = stars.get(name, 68)
    return [
        d.use(SHEET, symbol, tone=tone),
        d.text(before, 27, 50.5, 34, fill=PANEL_INK, bold=True) if before else None,
        d.text(deal.get_points, middle, 50.5, size, fill=CREAM, bold=True) if deal.get_points else None,
    ]


def glance_name(deal: Deal) -> str:
    """What a house deals in, as the sheet calls it: `fish`, `coin-fish`, `fish-hut`, `fish-star`."""
    if deal.copies:
        return "brush-hut"
    paid = [name for name, number in zip(RESOURCES, deal.pay_goods, strict=True) if number]
    got = [name for name, number in zip(RESOURCES, deal.get_goods, strict=True) if number]
    if deal.get_points:
        return f"{paid[0]}-star" if len(paid) == 1 else "star"
    parts = ["trio"] if deal.get_any else got
    if deal.get_coins:
        parts.insert(0, "coin")
    if deal.pay_coins:
        parts.insert(0, "buy")
    return "-".join(parts + (["hut"] if deal.counts else []))


def roof_tile(edition: BosaEdition, number: int, x: float, y: float) -> d.Child:
    """A house among sixteen, 46 by 17: its emblem, and what it deals in."""
    card = edition.cards[number]
    family, deal = FAMILIES[card.colour], glance_name(deal_of(edition, number))
    if edition.colours[card.colour].paint.lower() == PAINTS[card.colour] and f"deal-{deal}" in SHEET.symbols:
        return d.use(SHEET, f"roof-{family}-{deal}", x, y)
    return d.use(SHEET, f"tile-{family}", x, y, tone=paint_of(edition, card.colour))
