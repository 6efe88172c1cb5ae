"""Where things lie on the painted island, seen at a slant: locations, lands and the stones around it.

Everything is measured from the middle of the island. The sheet's roads, arms and coasts have the same reach.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.actions import PANTHEON_IDS
from ludoteca.games.bello_divorum.rules.edition import Board

ACROSS: Final = {6: 3.2, 5: 2.92, 4: 2.78}
"""How wide a hundredth of the island's reach is, by its number of corners; and how high."""
UPWARDS: Final = 2.98
NOBODY: Final = -1

_RING: Final = (352, 357)
_ROUNDNESS: Final = 3.1
_SAMPLES: Final = 720


def lands(view: BelloView) -> tuple[int, ...]:
    """The pantheon whose land each corner is, or NOBODY while it is not known.

    Corners nobody sits at are the lands of peoples nobody speaks for.
    """
    seated = {corner: view.pantheon[seat] for seat, corner in enumerate(view.corner) if corner >= 0}
    if view.phase == "setup" or not view.order:
        return tuple([seated.get(corner, NOBODY) for corner in range(view.sectors)])
    rest = [number for number in range(len(PANTHEON_IDS)) if number not in view.pantheon]
    return tuple([seated[c] if c in seated else rest.pop(0) for c in range(view.sectors)])


def turn_of(view: BelloView) -> int:
    """The corner that lies at the bottom: the viewer's."""
    corner = view.corner[view.viewer] if 0 <= view.viewer < len(view.corner) else 0
    return max(corner, 0)


@lru_cache(maxsize=64)
def points(board: Board, turn: int) -> tuple[d.Point, ...]:
    """Where all locations lie with corner `turn` at the bottom."""
    angle = -2 * math.pi * turn / board.sectors
    cos, sin = math.cos(angle), math.sin(angle)
    return tuple(
        [
            (round(ACROSS[board.sectors] * (x * cos - y * sin)), round(-UPWARDS * (x * sin + y * cos)))
            for x, y in zip(board.x, board.y, strict=True)
        ]
    )


def corner(sectors: int, number: float, reach: float = 1.0) -> d.Point:
    """A point towards a corner as it lies on the screen: 0 is at the bottom, half a corner is between two."""
    angle = -math.pi / 2 + 2 * math.pi * number / sectors
    return 100 * ACROSS[sectors] * reach * math.cos(angle), -100 * UPWARDS * reach * math.sin(angle)


def between(one: d.Point, other: d.Point, share: float, reach: float = 1.0) -> d.Point:
    """A point on the way from one to another, pushed outwards by `reach`."""
    return (
        round(reach * (one[0] + (other[0] - one[0]) * share)),
        round(reach * (one[1] + (other[1] - one[1]) * share)),
    )


# The ring of stones


@lru_cache(maxsize=1)
def _rim() -> tuple[d.Point, ...]:
    """Points at equal distances on a rounded frame, counter-clockwise from the bottom."""
    raw: list[d.Point] = []
    for number in range(4 * _SAMPLES + 1):
        angle = -math.pi / 2 + math.tau * number / (4 * _SAMPLES)
        cos, sin = math.cos(angle), math.sin(angle)
        x = _RING[0] * math.copysign(abs(cos) ** (2 / _ROUNDNESS), cos)
        raw.append((x, -_RING[1] * math.copysign(abs(sin) ** (2 / _ROUNDNESS), sin)))
    gone = [0.0]
    for one, other in zip(raw, raw[1:], strict=False):
        gone.append(gone[-1] + math.dist(one, other))
    found: list[d.Point] = []
    here = 0
    for number in range(_SAMPLES):
        wanted = gone[-1] * number / _SAMPLES
        while gone[here + 1] < wanted:
            here += 1
        found.append(raw[here])
    return tuple(found)


def on_ring(share: float, outwards: float = 0.0) -> d.Point:
    """The point at a share of the ring, so far outwards."""
    rim = _rim()
    place = share % 1 * _SAMPLES
    number = int(place)
    (x0, y0), (x1, y1) = rim[number], rim[(number + 1) % _SAMPLES]
    before, after = rim[number - 3], rim[(number + 4) % _SAMPLES]
    dx, dy = after[0] - before[0], after[1] - before[1]
    length = math.hypot(dx, dy)
    along = place - number
    return x0 + (x1 - x0) * along - dy / length * outwards, y0 + (y1 - y0) * along + dx / length * outwards
