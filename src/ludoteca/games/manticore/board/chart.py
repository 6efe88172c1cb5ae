"""Where the cells lie on paper. The rules number directions counter-clockwise, the toolkit clockwise."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board.art import UNIT
from ludoteca.games.manticore.rules.land import COORDINATES, NEIGHBOURS, SIDES, turned

# The window of a phone: the map lies between the strip above and one's plate below; coins lie on its right.
WINDOW: Final = d.Box(0, 48, 390, 326)
COINS: Final = 50.0
FINGER: Final = 22.0


def side_of(direction: int) -> int:
    """The toolkit's number of the side that looks in a direction of the rules."""
    return -direction % SIDES


@dataclass(frozen=True, slots=True)
class Chart:
    """A map of the land: `size` from the middle of a cell to its corner, the middle cell at (x, y)."""

    size: float
    x: float
    y: float

    @property
    def grid(self) -> d.HexGrid:
        return _grid(self.size, self.x, self.y)

    @property
    def scale(self) -> float:
        """How large the sheet's drawings of the land are here."""
        return self.size / UNIT

    def centre(self, cell: int) -> d.Point:
        return self.grid.centre(*COORDINATES[cell])

    def shows(self, cell: int) -> bool:
        """Whether the window of a phone shows all of a cell that a finger may touch."""
        x, y = self.centre(cell)
        across = WINDOW.x + FINGER <= x <= WINDOW.right - COINS - FINGER
        return across and WINDOW.y + FINGER <= y <= WINDOW.bottom - FINGER

    def middle(self, cells: Iterable[int]) -> d.Point:
        """The middle of several cells."""
        points = [self.centre(cell) for cell in cells]
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def corners(self, cell: int, share: float = 1.0) -> list[d.Point]:
        return self.grid.corners(*COORDINATES[cell], self.size * share)

    def outline(self, cells: Iterable[int]) -> str:
        """The outer edge of a set of cells as the text of a path."""
        inside = set(cells)
        onward: dict[tuple[int, int], d.Point] = {}
        for cell in inside:
            corners = self.corners(cell)
            for direction in range(SIDES):
                if NEIGHBOURS[cell][direction] not in inside:
                    side = side_of(direction)
                    onward[_near(corners[side])] = corners[(side + 1) % SIDES]
        found = ""
        while onward:
            place = next(iter(onward))
            points = []
            while place in onward:
                point = onward.pop(place)
                points.append(f"{point[0]:.0f} {point[1]:.0f}")
                place = _near(point)
            found += f"M{'L'.join(points)}Z"
        return found

    def box(self, cells: Iterable[int]) -> d.Box:
        return d.Box.around(corner for cell in cells for corner in self.corners(cell))


@lru_cache(maxsize=256)
def _grid(size: float, x: float, y: float) -> d.HexGrid:
    return d.HexGrid(size, x=x, y=y)


def _near(point: d.Point) -> tuple[int, int]:
    return round(point[0]), round(point[1])


def road_symbol(sides: int) -> tuple[str, float]:
    """The symbol of a token with roads at these sides, and by how many degrees it is turned on paper."""
    for k in range(SIDES):
        least = turned(sides, (SIDES - k) % SIDES)
        if all(least <= turned(sides, other) for other in range(SIDES)):
            return f"road-{least}", -60.0 * k
    raise ValueError(f"no road has the sides {sides:b}")
