"""Where things lie: boxes, rows, columns, grids and seats around a table."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]


class Box(NamedTuple):
    """A rectangle by its upper left corner and size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the upper left."""
        return (self.x, self.y), (self.right, self.y), (self.right, self.bottom), (self.x, self.bottom)

    def inset(self, margin: float) -> Box:
        """The box `margin` further in on every side (further out when negative)."""
        return Box(self.x + margin, self.y + margin, self.w - 2 * margin, self.h - 2 * margin)

    def columns(self, n: int, gap: float = 0) -> list[Box]:
        """`n` boxes of equal width side by side, `gap` apart."""
        w = (self.w - gap * (n - 1)) / n
        return [Box(self.x + i * (w + gap), self.y, w, self.h) for i in range(n)]

    def rows(self, n: int, gap: float = 0) -> list[Box]:
        """`n` boxes of equal height one below the other, `gap` apart."""
        h = (self.h - gap * (n - 1)) / n
        return [Box(self.x, self.y + i * (h + gap), self.w, h) for i in range(n)]

    @staticmethod
    def around(points: Iterable[Point]) -> Box:
        """The smallest box that holds all the points."""
        xs, ys = zip(*points, strict=True)
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def row(n: int, step: float, x: float = 0, y: float = 0) -> list[Point]:
    """`n` points from left to right, `step` apart, centred on (x, y)."""
    return [(x + (i - (n - 1) / 2) * step, y) for i in range(n)]


def column(n: int, step: float, x: float = 0, y: float = 0) -> list[Point]:
    """`n` points from top to bottom, `step` apart, centred on (x, y)."""
    return [(x, y + (i - (n - 1) / 2) * step) for i in range(n)]


def grid(n: int, columns: int, dx: float, dy: float, x: float = 0, y: float = 0) -> list[Point]:
    """`n` points in reading order, `columns` to a line, the first one at (x, y)."""
    return [(x + i % columns * dx, y + i // columns * dy) for i in range(n)]


def around(n: int, rx: float, ry: float, x: float = 0, y: float = 0, *, viewer: int = 0) -> list[Point]:
    """Places of `n` seats on an ellipse: `viewer` at the bottom, the next seats clockwise from there.

    Neighbours are equally far apart along the rim, so a wide table does not crowd its ends.
    """
    places = _rim(n, rx, ry)
    return [(x + places[(i - viewer) % n][0], y + places[(i - viewer) % n][1]) for i in range(n)]


@lru_cache(maxsize=128)
def _rim(n: int, rx: float, ry: float) -> tuple[Point, ...]:
    fine = 720
    angles = [math.pi / 2 + math.tau * k / fine for k in range(fine + 1)]
    points = [(rx * math.cos(a), ry * math.sin(a)) for a in angles]
    lengths = [0.0]
    for here, there in pairwise(points):
        lengths.append(lengths[-1] + math.dist(here, there))
    places: list[Point] = []
    k = 0
    for i in range(n):
        while lengths[k] < lengths[-1] * i / n - 1e-9:
            k += 1
        places.append(points[k])
    return tuple(places)
