import itertools
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca import draw as d

CELLS = st.tuples(st.integers(-20, 20), st.integers(-20, 20))
GRIDS = st.builds(d.HexGrid, st.floats(1, 50), st.booleans(), st.floats(-99, 99), st.floats(-99, 99))


@given(GRIDS, CELLS)
def test_sides_corners_and_neighbours_agree(grid: Any, cell: Any) -> None:
    centre, corners, edges = grid.centre(*cell), grid.corners(*cell), grid.edges(*cell)
    for i, neighbour in enumerate(d.neighbours(*cell)):
        (ax, ay), (bx, by) = corners[i], corners[(i + 1) % 6]
        assert edges[i] == pytest.approx(((ax + bx) / 2, (ay + by) / 2), abs=1e-6)
        nx, ny = grid.centre(*neighbour)
        assert edges[i] == pytest.approx(((centre[0] + nx) / 2, (centre[1] + ny) / 2), abs=1e-6)
        assert math.dist(centre, (nx, ny)) == pytest.approx(math.sqrt(3) * grid.size)
        assert math.dist(centre, corners[i]) == pytest.approx(grid.size)
        assert d.distance(cell, neighbour) == 1


@given(GRIDS, CELLS, st.floats(0, math.tau), st.floats(0, 0.85))
def test_a_point_belongs_to_the_cell_around_it(grid: Any, cell: Any, angle: Any, share: Any) -> None:
    x, y = grid.centre(*cell)
    reach = share * grid.size
    assert grid.at(x + reach * math.cos(angle), y + reach * math.sin(angle)) == cell


def test_pointy_and_flat() -> None:
    pointy, flat = d.HexGrid(10), d.HexGrid(10, pointy=False)
    assert min(y for _, y in pointy.corners(0, 0)) == pytest.approx(-10)
    assert max(x for x, _ in flat.corners(0, 0)) == pytest.approx(10)
    assert pointy.edges(0, 0)[0] == pytest.approx((5 * math.sqrt(3), 0))
    assert flat.edges(0, 0)[1] == pytest.approx((0, 5 * math.sqrt(3)))
    assert pointy.corners(0, 0, 5)[0] == pytest.approx((2.5 * math.sqrt(3), -2.5))


@pytest.mark.parametrize("radius", range(5))
def test_discs_and_rings(radius: Any) -> None:
    disc = d.hex_disc(radius, (3, -1))
    assert len(set(disc)) == len(disc) == 1 + 3 * radius * (radius + 1)
    ring = d.hex_ring(radius, (3, -1))
    assert {c for c in disc if d.distance(c, (3, -1)) == radius} == set(ring)
    assert all(d.distance(a, b) == 1 for a, b in itertools.pairwise(ring))


def test_rows_columns_grids() -> None:
    assert d.row(3, 10, 5, 1) == [(-5, 1), (5, 1), (15, 1)]
    assert d.column(2, 10) == [(0, -5), (0, 5)]
    assert d.grid(4, 3, 10, 20, 1, 2) == [(1, 2), (11, 2), (21, 2), (1, 22)]


@pytest.mark.parametrize("n", range(1, 9))
@pytest.mark.parametrize("viewer", [0, 1, 5])
def test_seats_around_a_table(n: Any, viewer: Any) -> None:
    viewer %= n
    places = d.around(n, 300, 100, 50, 20, viewer=viewer)
    assert places[viewer] == pytest.approx((50, 120))
    assert all(((x - 50) / 300) ** 2 + ((y - 20) / 100) ** 2 == pytest.approx(1) for x, y in places)
    if n > 2:
        assert places[(viewer + 1) % n][0] < 50 < places[(viewer - 1) % n][0]
        gaps = [math.dist(places[i], places[i - 1]) for i in range(n)]
        assert min(gaps) > 0.55 * max(gaps)


def test_boxes() -> None:
    box = d.Box(10, 20, 100, 50)
    assert (box.cx, box.cy, box.right, box.bottom) == (60, 45, 110, 70)
    assert box.inset(5) == (15, 25, 90, 40)
    assert box.columns(3, 5)[2] == (80, 20, 30, 50)
    assert box.rows(2, 10)[1] == (10, 50, 100, 20)
    assert d.Box.around([(1, 5), (4, 2)]) == (1, 2, 3, 3)
    assert box.corners == ((10, 20), (110, 20), (110, 70), (10, 70))
