"""The three harvests: fields, caves and vineyard, with a place for each pawn of a season."""

from __future__ import annotations

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import CUBES, PANEL, SHEET, SLAB
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.board.pieces import placed_pawn
from ludoteca.games.bomarzo.rules.actions import AREAS

W = 264.0
H = 84.0
STRIP_W = 44.6
STRIP_H = 100.0


def harvest(kit: BomarzoKit, area: int, x: float, y: float) -> d.Group:
    """One area, from (x, y) down and right."""
    left, width = 84.0, W - 94
    drawn: list[d.Child] = [
        d.use(SHEET, AREAS[area]),
        d.rect(left, 11, width, H - 22, 9, stroke=d.INK, width=1.4) if _lit(kit, area) else None,
        d.text(kit.noun("area", area), left + 10, 26, 15, anchor="start", serif=True),
        _note(kit, area, left + width - 8),
    ]
    pawns = kit.view.harvested[area]
    for n, printed in enumerate(kit.edition.yields[area]):
        drawn.append(_spot(kit, area, n, printed, left + 24 + n * 40, 53))
        if n < len(pawns):
            drawn.append(placed_pawn(pawns[n], f"{AREAS[area]}-{n}", left + 24 + n * 40, 65, 0.86))
    return _touchable(kit, area, drawn, x, y, d.rect(left - 4, 7, width + 8, H - 14, 12))


def _lit(kit: BomarzoKit, area: int) -> bool:
    return kit.touchable(f"area {AREAS[area]}")


def _touchable(
    kit: BomarzoKit, area: int, drawn: list[d.Child], x: float, y: float, outline: d.Shape
) -> d.Group:
    view = kit.view
    label = kit.say("area", area=kit.noun("area", area), number=view.next_harvest[area])
    if view.harvested[area]:
        label += f"; {kit.say('pawns_of', who=', '.join([kit.name(seat) for seat in view.harvested[area]]))}"
    key = f"area {AREAS[area]}"
    return d.group(drawn, x=x, y=y, id=f"area-{AREAS[area]}", label=label, **kit.piece(key, outline))


def _note(kit: BomarzoKit, area: int, right: float) -> list[d.Child]:
    """Whether the reserve gives less than is promised."""
    view = kit.view
    pawns = view.harvested[area]
    if len(pawns) < len(kit.edition.yields[area]):
        found = view.next_harvest[area]
        if found < kit.edition.yields[area][len(pawns)]:
            words = kit.say("only_left", number=found)
            return [*d.fit_text(words, 90, 12.5, 12.5, x=right, y=26, anchor="end", fill=d.WARN, bold=True)]
    return []


def _spot(kit: BomarzoKit, area: int, n: int, printed: int, x: float, y: float) -> list[d.Child]:
    here = len(kit.view.harvested[area])
    if n < here:
        return [d.use(SHEET, "spot-taken", x, y)]
    found = kit.view.next_harvest[area] if n == here else printed
    ink = d.WARN if n == here and found < printed else d.INK if n == here else d.FAINT
    return [
        d.use(SHEET, "spot-next", x, y) if n == here else None,
        d.text(f"+{found}", x - 1, y, 14, bold=True, fill=ink),
    ]


def strip(kit: BomarzoKit, area: int, x: float, y: float) -> d.Group:
    """The same on a phone: a narrow strip with the name along it."""
    view = kit.view
    pawns = view.harvested[area]
    middle = STRIP_W / 2
    drawn: list[d.Child] = [
        d.use(SHEET, f"{AREAS[area]}-strip"),
        d.rect(2, 2, 19, STRIP_H - 4, 6, fill=SLAB, stroke=d.INK if _lit(kit, area) else None, width=1.2),
        d.group(d.text(kit.noun("area", area), 0, 0, 14, serif=True), x=11, y=STRIP_H / 2, turn=-90),
        d.use(SHEET, CUBES[area], middle + 11, 14, 0.8),
    ]
    drawn += [
        placed_pawn(seat, f"{AREAS[area]}-{n}", middle + 11, 46 + 14 * n, 0.6) for n, seat in enumerate(pawns)
    ]
    if len(pawns) < len(kit.edition.yields[area]):
        drawn += [
            d.circle(middle + 11, 84, 11, fill=PANEL),
            d.text(f"+{view.next_harvest[area]}", middle + 10.5, 84, 14, bold=True),
        ]
    return _touchable(kit, area, drawn, x, y, d.rect(0, 0, STRIP_W, STRIP_H, 8))
