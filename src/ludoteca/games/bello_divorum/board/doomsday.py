"""The Doomsday track: a ring of numbered stones that burn behind the hourglass; on a phone a strip."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import BURNT, SHEET, heat
from ludoteca.games.bello_divorum.board.geography import on_ring
from ludoteca.games.bello_divorum.board.kit import WIDE_MIDDLE, BelloKit

THICK: Final = 21.0
BEYOND: Final = 1.5
"""How far beyond the ring the dusk reaches, as far as the sea goes."""
LATE: Final = 3
"""With so few steps left the end is near."""
ABOUT: Final = "doomsday"
RING_MIDDLE: Final = WIDE_MIDDLE
STRIP: Final = d.Box(96, 52, 284, 16)


def is_late(kit: BelloKit) -> bool:
    return kit.view.doom >= kit.view.track - LATE


def doomsday(kit: BelloKit) -> d.Group:
    """All stones, and the token where it has come to."""
    view = kit.view
    label = kit.say("doomsday", number=view.doom, track=view.track)
    if kit.narrow:
        stones = _strip(view.track, min(view.doom, view.track))
        step = STRIP.w / view.track
        x, y, scale = STRIP.x + step * (min(view.doom, view.track) - 0.5), STRIP.y + 20, 0.62
    else:
        start = _start(kit)
        stones = _ring(view.track, min(view.doom, view.track), start)
        x, y = on_ring(start + view.doom / view.track)
        x, y, scale = RING_MIDDLE[0] + x, RING_MIDDLE[1] + y + 15, 0.86
    token = d.group(
        d.use(SHEET, "hourglass", 0, 0, scale), id="doomsday", glides=True, x=round(x, 1), y=round(y, 1)
    )
    return d.group(stones, token, label=label, about=ABOUT)


def _start(kit: BelloKit) -> float:
    """The ring begins at the first player's corner (BEL-1.8), at the nearest stone."""
    view = kit.view
    corner = view.corner[view.first] if view.order else kit.turn
    share = (max(corner, 0) - kit.turn) / view.sectors
    return round(share * view.track) / view.track


def dusk(kit: BelloKit) -> d.Group:
    """Night falls over the sea as far as the token has gone."""
    return _dusk(kit.view.track, min(kit.view.doom, kit.view.track), _start(kit))


@d.part
def _dusk(track: int, doom: int, start: float) -> d.Group:
    if not doom:
        return d.group()
    rim = [on_ring(start + number / (3 * track)) for number in range(3 * doom + 1)]
    far = [(_within(BEYOND * x, RING_MIDDLE[0]), _within(BEYOND * y, RING_MIDDLE[1])) for x, y in rim]
    outline = "M0 0L" + "L".join([f"{x:.0f} {y:.0f}" for x, y in far]) + "Z"
    return d.group(d.path(outline, fill=d.Colour("#2a1638"), opacity=0.3), x=RING_MIDDLE[0], y=RING_MIDDLE[1])


def _within(far: float, limit: float) -> float:
    return max(-limit, min(far, limit))


@d.part
def _ring(track: int, doom: int, start: float) -> d.Group:
    burnt = "".join([_stone(start + number / track, 1 / track) for number in range(1, doom)])
    parts: list[d.Child] = [d.path(burnt, fill=BURNT) if burnt else None]
    for number in range(max(doom, 1), track):
        colour = heat((number - 1) / (track - 2))
        parts.append(d.path(_stone(start + number / track, 1 / track), fill=colour))
        x, y = on_ring(start + (number + 0.04) / track)
        if number != doom:
            parts.append(d.text(number, round(x), round(y), 12.5, fill=d.ink_on(colour), bold=True))
    x, y = on_ring(start)
    parts.append(d.use(SHEET, "sun-gate", round(x), round(y), 0.75))
    parts.append(d.text(track, round(x), round(y), 12.5, fill=d.Colour("#ffd9b0"), bold=True))
    return d.group(parts, x=RING_MIDDLE[0], y=RING_MIDDLE[1])


def _stone(middle: float, length: float) -> str:
    """The outline of a stone like an arrow, pointing along the ring."""
    first, last, nose = middle - 0.47 * length, middle + 0.42 * length, 0.11 * length
    steps = [first + (last - first) * number / 3 for number in range(4)]
    edge = [on_ring(share, -THICK / 2) for share in steps]
    edge += [on_ring(last + nose), *[on_ring(share, THICK / 2) for share in reversed(steps)]]
    edge.append(on_ring(first + nose))
    return "M" + "L".join([f"{x:.0f} {y:.0f}" for x, y in edge]) + "Z"


@d.part
def _strip(track: int, doom: int) -> d.Group:
    """The stones side by side."""
    parts: list[d.Child] = [
        d.rect(STRIP.x - 4, STRIP.y - 4, STRIP.w + 8, STRIP.h + 8, 8, fill=d.CARD, stroke=d.LINE)
    ]
    for number, box in enumerate(STRIP.columns(track, 1), 1):
        colour = BURNT if number < doom else heat((number - 1) / (track - 1))
        parts.append(d.rect(round(box.x, 1), box.y, round(box.w, 1), box.h, 2, fill=colour))
    return d.group(parts)
