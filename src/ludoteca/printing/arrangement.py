"""How pieces lie on paper: where each is placed and cut, on fronts and backs. All lengths are millimetres."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from ludoteca.draw.prints import BLEED

PAPERS: Final = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
SIDE: Final = 5.0
"""What printers leave white at the sides at least."""
HEAD: Final = 9.0
"""Room above and below for a line of words and the marks."""
GAP: Final = 1.0
MARK: Final = 3.0
"""A mark for the knife begins so far from the pieces, and is so long."""


class Placed(NamedTuple):
    """A face on a page: its upper left corner and size with the bleed, and whether it stands upside down.

    Of a face that is larger than the paper a part is shown, beginning at `from_x`, `from_y`.
    """

    face: int
    x: float
    y: float
    w: float
    h: float
    turned: bool = False
    from_x: float = 0.0
    from_y: float = 0.0


Line = tuple[float, float, float, float]


class Page(NamedTuple):
    """One side of a sheet."""

    w: float
    h: float
    placed: list[Placed]
    marks: list[Line]


class Grid(NamedTuple):
    """Places in rows on a sheet of paper; `left` and `top` are where the first one begins."""

    columns: int
    rows: int
    page_w: float
    page_h: float
    cell_w: float
    cell_h: float

    @property
    def room(self) -> int:
        return self.columns * self.rows

    @property
    def landscape(self) -> bool:
        return self.page_w > self.page_h

    @property
    def left(self) -> float:
        return (self.page_w - self.columns * self.cell_w) / 2

    @property
    def top(self) -> float:
        return (self.page_h - self.rows * self.cell_h) / 2

    def at(self, place: int) -> tuple[float, float]:
        row, column = divmod(place, self.columns)
        return self.left + column * self.cell_w, self.top + row * self.cell_h

    def behind(self, place: int) -> int:
        """The place on the back, if the sheet is turned over its long edge."""
        row, column = divmod(place, self.columns)
        if self.landscape:
            return (self.rows - 1 - row) * self.columns + column
        return row * self.columns + self.columns - 1 - column


def grid_of(paper: str, w: float, h: float) -> Grid:
    """The arrangement that holds most pieces of this size; upright if both hold as many."""
    short, long = PAPERS[paper]
    cell_w, cell_h = w + 2 * BLEED, h + 2 * BLEED
    found = []
    for page_w, page_h in ((short, long), (long, short)):
        columns, rows = int((page_w - 2 * SIDE) // cell_w), int((page_h - 2 * HEAD) // cell_h)
        found.append(Grid(columns, rows, page_w, page_h, cell_w, cell_h))
    return max(found, key=lambda grid: grid.room)


def arranged(
    paper: str, w: float, h: float, faces: Sequence[tuple[int, int | None]], marked: bool = True,
    two_sided: bool = False,
) -> list[Page]:  # fmt: skip
    """Pages with these pieces, each a front and perhaps a back; every page of fronts is followed by that of
    its backs, if it has any. In a `two_sided` file it is followed by an empty page otherwise, so that nothing
    else is printed behind it.
    """
    grid = grid_of(paper, w, h)
    pages: list[Page] = []
    if not grid.room:
        for front, _ in faces:
            for part in in_parts(paper, w, h, front):
                pages += [part, Page(part.w, part.h, [], [])] if two_sided else [part]
        return pages
    for first in range(0, len(faces), grid.room):
        here = faces[first : first + grid.room]
        marks = marks_of(grid, len(here)) if marked else []
        fronts = [
            Placed(front, *grid.at(place), grid.cell_w, grid.cell_h) for place, (front, _) in enumerate(here)
        ]
        backs = [
            Placed(back, *grid.at(grid.behind(place)), grid.cell_w, grid.cell_h, grid.landscape)
            for place, (_, back) in enumerate(here)
            if back is not None
        ]
        pages.append(Page(grid.page_w, grid.page_h, fronts, marks))
        if backs or two_sided:
            pages.append(Page(grid.page_w, grid.page_h, backs, []))
    return pages


def marks_of(grid: Grid, count: int) -> list[Line]:
    """Marks outside the pieces at every line to be cut."""
    columns, rows = min(count, grid.columns), math.ceil(count / grid.columns)
    right, bottom = grid.left + columns * grid.cell_w, grid.top + rows * grid.cell_h
    found: list[Line] = []
    for column in range(columns):
        for x in cuts(grid.left + column * grid.cell_w, grid.cell_w):
            found.append((x, grid.top - GAP - MARK, x, grid.top - GAP))
            found.append((x, bottom + GAP, x, bottom + GAP + MARK))
    for row in range(rows):
        for y in cuts(grid.top + row * grid.cell_h, grid.cell_h):
            found.append((grid.left - GAP - MARK, y, grid.left - GAP, y))
            found.append((right + GAP, y, right + GAP + MARK, y))
    return found


def cuts(start: float, length: float) -> tuple[float, float]:
    """Where a piece that begins here with its bleed is cut."""
    return start + BLEED, start + length - BLEED


def in_parts(paper: str, w: float, h: float, face: int) -> list[Page]:
    """A board larger than the paper, on as few sheets as it takes, to be glued edge to edge."""
    short, long = PAPERS[paper]
    ways = []
    for page_w, page_h in ((short, long), (long, short)):
        across, down = math.ceil(w / (page_w - 4 * SIDE)), math.ceil(h / (page_h - 2 * HEAD - 2 * SIDE))
        ways.append((across * down, across, down, page_w, page_h))
    _, across, down, page_w, page_h = min(ways)
    part_w, part_h = w / across, h / down
    pages = []
    for number in range(across * down):
        row, column = divmod(number, across)
        whole = Grid(1, 1, page_w, page_h, part_w + 2 * BLEED, part_h + 2 * BLEED)
        one = Placed(
            face, whole.left, whole.top, whole.cell_w, whole.cell_h, False, column * part_w, row * part_h
        )
        pages.append(Page(page_w, page_h, [one], marks_of(whole, 1)))
    return pages
