"""Hexagonal boards in axial coordinates, pointy or flat on top.

Sides are numbered clockwise on the screen: side `i` of a cell lies between its corners `i` and `i + 1`
and leads to neighbour `i`. Side 0 looks east on a pointy grid, south-east on a flat one.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, TypeAlias

from .layout import Point

Hex: TypeAlias = tuple[int, int]
DIRECTIONS: Final[tuple[Hex, ...]] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
_ROOT3: Final = math.sqrt(3)


def neighbours(q: int, r: int) -> list[Hex]:
    """The six cells next to (q, r), in the order of the sides."""
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS]


def distance(one: Hex, other: Hex) -> int:
    """How many steps lie between two cells."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def hex_disc(radius: int, centre: Hex = (0, 0)) -> list[Hex]:
    """All cells within `radius` steps of the centre, by rows from the top."""
    return [
        (centre[0] + q, centre[1] + r)
        for r in range(-radius, radius + 1)
        for q in range(max(-radius, -radius - r), min(radius, radius - r) + 1)
    ]


def hex_ring(radius: int, centre: Hex = (0, 0)) -> list[Hex]:
    """The cells exactly `radius` steps from the centre, clockwise."""
    if radius == 0:
        return [centre]
    q, r = centre[0] + DIRECTIONS[4][0] * radius, centre[1] + DIRECTIONS[4][1] * radius
    cells: list[Hex] = []
    for dq, dr in DIRECTIONS:
        for _ in range(radius):
            cells.append((q, r))
            q, r = q + dq, r + dr
    return cells


@dataclass(frozen=True, slots=True)
class HexGrid:
    """Where cells lie on paper: `size` from centre to corner, cell (0, 0) centred on (x, y)."""

    size: float
    pointy: bool = True
    x: float = 0
    y: float = 0

    def centre(self, q: int, r: int) -> Point:
        along, across = _ROOT3 * self.size, 1.5 * self.size
        if self.pointy:
            return self.x + along * (q + r / 2), self.y + across * r
        return self.x + across * q, self.y + along * (r + q / 2)

    def corners(self, q: int, r: int, size: float | None = None) -> list[Point]:
        """The six corners clockwise; give a smaller `size` for a hexagon inside the cell."""
        x, y = self.centre(q, r)
        reach = self.size if size is None else size
        first = -30 if self.pointy else 0
        angles = [math.radians(first + 60 * i) for i in range(6)]
        return [(x + reach * math.cos(a), y + reach * math.sin(a)) for a in angles]

    def edges(self, q: int, r: int) -> list[Point]:
        """The middles of the six sides, in the order of the neighbours."""
        x, y = self.centre(q, r)
        return [((x + nx) / 2, (y + ny) / 2) for nx, ny in (self.centre(*n) for n in neighbours(q, r))]

    def at(self, x: float, y: float) -> Hex:
        """The cell that holds the point (x, y)."""
        along, across = (x - self.x) / (_ROOT3 * self.size), (y - self.y) / (1.5 * self.size)
        if self.pointy:
            r, q = across, along - across / 2
        else:
            q = (x - self.x) / (1.5 * self.size)
            r = (y - self.y) / (_ROOT3 * self.size) - q / 2
        near = round(q), round(r), round(-q - r)
        off = abs(near[0] - q), abs(near[1] - r), abs(near[2] + q + r)
        if off[0] > off[1] and off[0] > off[2]:
            return -near[1] - near[2], near[1]
        if off[1] > off[2]:
            return near[0], -near[0] - near[2]
        return near[0], near[1]
