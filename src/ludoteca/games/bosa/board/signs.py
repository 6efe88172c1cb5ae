"""What a card does, as rows of signs that fill its window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import CREAM, PANEL_INK, coin, goods_sign, hut, paint_of, points, sign
from ludoteca.games.bosa.rules.edition import COPIER, BosaEdition

GAP: Final = 0.06
LEADING: Final = 1.1


class Deal(NamedTuple):
    """The action of a card in plain values: what it takes, what it gives, which houses it counts."""

    pay_coins: int
    pay_goods: tuple[int, ...]
    pay_any: int
    get_coins: int
    get_goods: tuple[int, ...]
    get_any: int
    get_points: int
    counts: bool
    copies: bool
    paint: d.Colour
    """Of the houses that it counts or copies."""

    @property
    def sells(self) -> bool:
        return self.pay_any > 0 or any(self.pay_goods)


@lru_cache(maxsize=512)
def deal_of(edition: BosaEdition, number: int) -> Deal:
    card = edition.cards[number]
    return Deal(
        card.pay_coins,
        tuple(card.pay_goods),
        card.pay_any,
        card.get_coins,
        tuple(card.get_goods),
        card.get_any,
        card.get_points,
        card.per_colour,
        card.form == COPIER,
        paint_of(edition, card.counted if card.per_colour else card.colour),
    )


class Sign(NamedTuple):
    """Something drawn at a place and a size, and how wide it is, in units of the height of a row."""

    draw: Callable[[float, float, float], d.Child]
    width: float


class Scribe:
    """Writes signs; no number becomes smaller than `least`."""

    def __init__(self, least: float) -> None:
        self.least = least

    def word(self, words: str | int, width: float = 0.56) -> Sign:
        size = self.least
        return Sign(
            lambda x, y, s: d.text(words, x, y, max(size, s * 0.84), fill=PANEL_INK, bold=True), width
        )

    def goods(self, resource: int, share: float = 1.0) -> Sign:
        return Sign(lambda x, y, s: goods_sign(resource, x, y, s * share), share)

    def coin(self, number: int) -> Sign:
        return Sign(lambda x, y, s: coin(number, x, y, s, self.least), 1.02)

    def points(self, number: int) -> Sign:
        return Sign(lambda x, y, s: points(number, x, y, s * 1.08, self.least), 1.14)

    def hut(self, paint: d.Colour, number: int | str) -> Sign:
        return Sign(lambda x, y, s: hut(paint, number, x, y, s * 1.08, self.least), 1.08)

    def plain(self, name: str, share: float = 1.0, tone: d.Colour | None = None) -> Sign:
        return Sign(lambda x, y, s: sign(name, x, y, s * share, tone), share)

    def pays(self, number: int) -> Sign:
        """An arrow, and the points it leads to."""

        def draw(x: float, y: float, s: float) -> d.Child:
            size = max(self.least, s * (0.78 if number < 10 else 0.6))
            words = d.text(number, round(x + s * 0.37, 1), y, size, fill=CREAM, bold=True)
            return [sign("arrow-star", x, y, s), words]

        return Sign(draw, 1.88)

    def arrow(self) -> Sign:
        return Sign(lambda x, y, s: sign("arrow", x, y, s * 0.72, PANEL_INK), 0.68)

    def whole(self, name: str, width: float) -> Sign:
        """Several signs that the sheet holds as one."""
        return Sign(lambda x, y, s: sign(name, x, y, s), width)

    def copy(self, paint: d.Colour) -> Sign:
        """A brush, an arrow, and a house with a question mark."""
        size = self.least

        def draw(x: float, y: float, s: float) -> d.Child:
            mark = d.text("?", x + s * 0.9, y + s * 0.13, max(size, s * 0.6), fill=PANEL_INK, bold=True)
            return [sign("copy", x, y, s, paint), mark]

        return Sign(draw, 2.88)

    def side(self, coins: int, goods: Sequence[int], any_one: int, points: int) -> list[Sign]:
        """One side of an arrow."""
        signs = [self.points(points)] if points else []
        if coins:
            signs.append(self.coin(coins))
        if tuple(goods) == (1, 1, 1):
            return [*signs, self.whole("set", 3.12)]
        for resource, number in enumerate(goods):
            if number > 1:
                signs.append(self.word(number, 0.5))
            if number:
                signs.append(self.goods(resource))
        if any_one:
            signs += [self.word(any_one, 0.5)] if any_one > 1 else []
            signs.append(self.whole("either", 3.2))
        return signs

    def rows(self, deal: Deal, count: int | None) -> list[list[Sign]]:
        """The whole action; `count` is how many houses a counting card finds now."""
        if deal.copies:
            return [[self.copy(deal.paint)]]
        spend = self.side(deal.pay_coins, deal.pay_goods, deal.pay_any, 0)
        shown = 0 if spend else deal.get_points
        gain = self.side(deal.get_coins, deal.get_goods, deal.get_any, shown)
        if deal.counts:
            gain += [self.word("×"), self.hut(deal.paint, "" if count is None else count)]
        if not spend:
            return [gain]
        gain.insert(0, self.pays(deal.get_points) if deal.get_points else self.arrow())
        wide = sum([one.width for one in spend + gain])
        return [spend, gain] if wide > 4.6 else [spend + gain]

    def glance(self, deal: Deal) -> list[Sign]:
        """The same for a house seen from afar: few signs, each large enough to be read."""
        if deal.copies:
            return [self.plain("brush", 0.95, deal.paint), self.hut(deal.paint, "")]
        signs: list[Sign] = []
        if deal.pay_any or all(deal.pay_goods):
            signs += [self.word(deal.pay_any, 0.55)] if deal.pay_any else []
        elif deal.sells:
            signs += [self.goods(kind, 0.72) for kind, number in enumerate(deal.pay_goods) if number]
        if deal.pay_coins:
            arrow = Sign(lambda x, y, s: sign("arrow", x, y, s * 0.5, PANEL_INK), 0.5)
            signs += [self.plain("coin", 0.72), arrow]
        if deal.get_points:
            return [*signs, self.points(deal.get_points)]
        if deal.get_any:
            signs += [self.word(deal.get_any, 0.55)] if deal.get_any > 1 else []
            return [*signs, self.plain("trio", 1.05)]
        signs += [self.plain("coin", 0.85)] if deal.get_coins else []
        signs += [self.goods(kind, 0.8) for kind, number in enumerate(deal.get_goods) if number]
        return [*signs, self.hut(deal.paint, "")] if deal.counts else signs


def lay(rows: list[list[Sign]], x: float, y: float, w: float, h: float, most: float) -> d.Child:
    """Rows of signs around (x, y), as large as w × h allows."""
    widths = [sum([one.width for one in row]) + GAP * (len(row) - 1) for row in rows]
    s = round(min(w / max(widths), h / (1.08 * len(rows)), most), 1)
    drawn: list[d.Child] = []
    for number, (row, wide) in enumerate(zip(rows, widths, strict=True)):
        at = x - s * wide / 2
        down = y + s * LEADING * (number - (len(rows) - 1) / 2)
        for one in row:
            drawn.append(one.draw(round(at + s * one.width / 2, 1), round(down, 1), s))
            at += s * (one.width + GAP)
    return drawn
