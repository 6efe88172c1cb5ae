"""The hexagonal land: cells numbered row by row, their neighbours, labels and distances.

Pointy-top cells in axial coordinates (q, r); r grows downwards. Directions run counter-clockwise from the
east.
"""

from __future__ import annotations

from typing import Final

RADIUS: Final = 7
SIDES: Final = 6
DELTA_Q: Final[list[int]] = [1, 1, 0, -1, -1, 0]
DELTA_R: Final[list[int]] = [0, -1, -1, 0, 1, 1]
OPPOSITE: Final[list[int]] = [3, 4, 5, 0, 1, 2]
BIT: Final[list[int]] = [1, 2, 4, 8, 16, 32]
ALL_SIDES: Final = 63
OFF_BOARD: Final = -1

# What a step costs a hero (MAN-4.8).
ROAD_PRICE: Final = 1
ROUGH_PRICE: Final = 3


def first_q(r: int) -> int:
    """The leftmost cell of a row."""
    return max(-RADIUS, -RADIUS - r)


def last_q(r: int) -> int:
    return min(RADIUS, RADIUS - r)


def _all_cells() -> list[tuple[int, int]]:
    rows = range(-RADIUS, RADIUS + 1)
    return [(q, r) for r in rows for q in range(first_q(r), last_q(r) + 1)]


def _label(q: int, r: int) -> str:
    """`H8` is the middle: a letter for the row, a number counted from its left end."""
    return f"{chr(ord('A') + r + RADIUS)}{q - first_q(r) + 1}"


COORDINATES: Final[list[tuple[int, int]]] = _all_cells()
CELLS: Final = len(COORDINATES)
LABELS: Final[list[str]] = [_label(q, r) for q, r in COORDINATES]
CELL_AT: Final[dict[tuple[int, int], int]] = {place: cell for cell, place in enumerate(COORDINATES)}
CELL_CALLED: Final[dict[str, int]] = {label: cell for cell, label in enumerate(LABELS)}


# The neighbour of a cell in direction d is NEIGHBOURS[cell][d].
NEIGHBOURS: Final[list[list[int]]] = [
    [CELL_AT.get((q + DELTA_Q[d], r + DELTA_R[d]), OFF_BOARD) for d in range(SIDES)] for q, r in COORDINATES
]

# The same for the search of ways: SIDES bytes a cell, and CELLS where the board ends.
NEAR: Final[bytes] = bytes([CELLS if near == OFF_BOARD else near for around in NEIGHBOURS for near in around])

# The directions that a set of sides holds, in their order.
DIRECTIONS_IN: Final[list[list[int]]] = [
    [d for d in range(SIDES) if sides >> d & 1] for sides in range(ALL_SIDES + 1)
]


def distance(one: int, other: int) -> int:
    """How many steps apart two cells lie, whatever is between them."""
    q = COORDINATES[one][0] - COORDINATES[other][0]
    r = COORDINATES[one][1] - COORDINATES[other][1]
    return max(abs(q), abs(r), abs(q + r))


def distances_to(cells: list[int]) -> list[int]:
    """For every cell the distance to the nearest of the given ones."""
    return [min([distance(cell, goal) for goal in cells]) for cell in range(CELLS)]


def direction(one: int, other: int) -> int:
    """The side of `one` at which `other` lies, or -1."""
    around = NEIGHBOURS[one]
    for d in range(SIDES):
        if around[d] == other:
            return d
    return -1


def turned(sides: int, k: int) -> int:
    """A set of sides turned counter-clockwise by k sixths."""
    return (sides << k | sides >> (SIDES - k)) & ALL_SIDES


# For a set of sides the set of those that lie opposite: cells side by side in direction d are joined by road
# if `here & FACING[there]` holds d.
FACING: Final[bytes] = bytes([turned(sides, 3) for sides in range(ALL_SIDES + 1)])


def connected(cells: list[int]) -> bool:
    """Whether one can walk between all of the cells without leaving them."""
    inside = set(cells)
    found = {cells[0]}
    todo = [cells[0]]
    while todo:
        cell = todo.pop()
        for near in NEIGHBOURS[cell]:
            if near in inside and near not in found:
                found.add(near)
                todo.append(near)
    return len(found) == len(inside)
