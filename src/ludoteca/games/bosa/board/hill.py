"""The hill in focus: sixteen places for houses, the line that works, and the two lines to choose from."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import (
    GOLD,
    GOLD_INK,
    PALE_GOLD,
    PAVEMENT,
    SHADOW,
    SHEET,
)
from ludoteca.games.bosa.board.houses import Cut, house
from ludoteca.games.bosa.board.kit import BosaKit, Handle, at
from ludoteca.games.bosa.rules.actions import CELLS, SIDE
from ludoteca.games.bosa.rules.edition import NOTHING
from ludoteca.games.bosa.rules.steps.turn import COLUMN_TO, ROW_TO


class Grid(NamedTuple):
    """Where the houses stand: the first one's corner, the pitch, and the scale of a house."""

    x: float
    y: float
    dx: float
    dy: float
    scale: float

    def corner(self, cell: int) -> d.Point:
        row, column = at(cell)
        return self.x + column * self.dx, self.y + row * self.dy

    @property
    def w(self) -> float:
        return 100 * self.scale

    @property
    def window(self) -> float:
        """How far the middle of a window lies below a corner."""
        return 50 * self.scale


WIDE: Final = Grid(344, 161, 107, 104, 1.0)
NARROW: Final = Grid(7, 92, 95, 68, 0.885)
BEAD: Final = 14.0
KNOB: Final = 18.0
"""How far beads and arrows stay from the edge of a phone."""


def grid_of(kit: BosaKit) -> Grid:
    return NARROW if kit.narrow else WIDE


def hill(kit: BosaKit) -> d.Group:
    """The townscape in focus, the back row first, so that each house covers the street of the one above."""
    grid = grid_of(kit)
    town = kit.view.grids[kit.focus]
    cells: list[d.Child] = [
        _place(kit, cell, grid) if town[cell] == NOTHING else _built(kit, cell, grid) for cell in range(CELLS)
    ]
    meadows = d.use(SHEET, "meadows-narrow" if kit.narrow else "meadows", grid.x, grid.y)
    return d.group(meadows, cells, label=f"{kit.say('townscape')}: {kit.name(kit.focus)}")


# Empty places


def _place(kit: BosaKit, cell: int, grid: Grid) -> d.Child:
    key = f"cell {cell}"
    x, y = grid.corner(cell)
    if not kit.concerns(key):
        return None
    where = kit.noun("cell", cell)
    open_here = kit.touchable(key)
    return d.group(
        _plot(grid) if open_here else None,
        x=x,
        y=y,
        label=f"{where}, {kit.say('open')}" if open_here else where,
        about="place",
        outline=d.rect(-3, 0, grid.w + 6, grid.dy - 1, 10),
        **kit.touch(key),
    )


@d.part
def _plot(grid: Grid) -> d.Group:
    """An open place: cobbles that glow, and a house-shaped sign."""
    plus: list[d.Child] = [
        d.circle(grid.w / 2, grid.dy / 2, 16, fill=d.CARD, stroke=d.INK, width=1.8),
        d.text("+", grid.w / 2, grid.dy / 2 - 1, 24, fill=d.INK, bold=True),
    ]
    if grid.scale == 1:
        return d.group(d.use(SHEET, "plot"), plus)
    return d.group(d.rect(0, 3, grid.w, grid.dy - 7, 8, fill=PAVEMENT, stroke=GOLD, width=3), plus)


# Houses


def _built(kit: BosaKit, cell: int, grid: Grid) -> d.Child:
    view = kit.view
    number = view.grids[kit.focus][cell]
    x, y = grid.corner(cell)
    label = f"{kit.noun('cell', cell)}: {kit.called(number)}"
    glow = None
    position = line_position(kit, cell)
    if position == kit.working != NOTHING:
        glow = kit.say("acting")
    elif position != NOTHING:
        label += f", {kit.say('done' if position < kit.working else 'waits')}"
    elif kit.focus == view.current and cell == view.cell:
        glow = kit.say("new")
    key = f"cell {cell}"
    touched = kit.handle(key) if kit.touchable(key) else Handle()
    if kit.touchable(key) and position != kit.working:
        label += f", {kit.copying(kit.focus, number)}"
    return d.group(
        house(
            kit.edition, number, grid.scale, count=kit.count(kit.focus, number),
            cut=_cut(kit, cell), least=kit.least,
        ),
        _copied(grid) if cell == view.copied and kit.focus == view.current else None,
        x=x,
        y=y,
        id=f"card-{number}",
        glides=cell == view.cell,
        label=label,
        glow=glow,
        about=f"card {number}",
        outline=d.rect(-3, -5, grid.w + 6, grid.dy, 9),
        **touched,
    )  # fmt: skip


def _cut(kit: BosaKit, cell: int) -> Cut:
    """BOS-3.5: the street floor is seen where nothing stands below, unless a house may be placed there."""
    below = cell + SIDE
    if below >= CELLS:
        return "street"
    if kit.view.grids[kit.focus][below] != NOTHING:
        return "house"
    return "front" if kit.narrow or kit.touchable(f"cell {below}") else "street"


def line_position(kit: BosaKit, cell: int) -> int:
    """The place of a cell in the line that works, -1 if it is not in it."""
    view = kit.view
    if kit.working == NOTHING or kit.focus != view.current or cell not in view.line:
        return NOTHING
    return view.line.index(cell)


@d.part
def _copied(grid: Grid) -> d.Group:
    """The house whose action is being copied: a ring round its window."""
    return d.group(d.rect(7, 23, 86, 54, 6, stroke=GOLD, width=4), scale=grid.scale)


# The line


def cord(kit: BosaKit) -> d.Child:
    """The line that works: a golden cord with a numbered bead at every house."""
    if kit.working == NOTHING or kit.focus != kit.view.current:
        return None
    grid, line = grid_of(kit), kit.view.line
    places = [grid.corner(cell) for cell in line]
    across = len(line) > 1 and places[0][1] == places[1][1]
    below = 2 if across else KNOB if kit.narrow else grid.window  # on a phone the window stays readable
    beads = []
    for position, (x, y) in enumerate(places):
        state = 1 if position == kit.working else 0 if position < kit.working else 2
        bead = _bead(position + 1, state)
        beads.append(d.group(bead, x=max(x + 2, BEAD), y=y + below))
    return d.group(beads)


@d.part
def _bead(number: int, state: int) -> d.Group:
    """0: done, 1: it acts, 2: it waits."""
    ink = d.FAINT if state == 0 else GOLD_INK
    return d.group(d.use(SHEET, f"bead-{state}"), d.text(number, 0, 0, 15, fill=ink, bold=True))


def lines(kit: BosaKit) -> d.Child:
    """The row and the column of the new house, each with an arrow at its head; the shorter one on top."""
    cell = kit.view.cell
    if not (kit.touchable("row") or kit.touchable("column")):
        return None
    both = [("row", ROW_TO[cell]), ("column", COLUMN_TO[cell])]
    both.sort(key=lambda one: -len(one[1]))
    return [_line(kit, key, cells) for key, cells in both if kit.concerns(key)]


def _line(kit: BosaKit, key: str, cells: list[int]) -> d.Group:
    grid = grid_of(kit)
    across = key == "row"
    x, y = grid.corner(cells[0])
    last = grid.corner(cells[-1])
    inset = 0 if across else 5
    w, h = last[0] - x + grid.w - 2 * inset, last[1] - y + grid.dy - (12 if across else 4)
    arrow = _arrow(across)
    beside = y + (KNOB if kit.narrow else grid.window)  # on a phone the window must stay readable
    head = (max(x - 1, KNOB), beside) if across else (x + grid.w / 2, max(y, KNOB))
    choice = kit.choices.get(f"line {key}")
    houses = ", ".join([kit.noun("card", kit.view.grids[kit.focus][cell]) for cell in cells])
    return d.group(
        d.rect(x + inset, y, w, h, 12, stroke=PALE_GOLD, width=6, opacity=0.75),
        d.group(arrow, x=head[0], y=head[1]),
        id=f"line-{key}",
        label=f"{choice.label if choice else key}: {houses}",
        about=key,
        outline=d.rect(x + inset, y, w, h, 12),
        **kit.touch(key),
    )


@d.part
def _arrow(across: bool) -> d.Group:
    return d.group(
        d.circle(1, 2, 16, fill=SHADOW, opacity=0.3),
        d.circle(0, 0, 16, fill=GOLD, stroke=GOLD_INK, width=2),
        d.use(SHEET, "arrow", 0, 0, 0.95, turn=0 if across else 90, tone=GOLD_INK),
    )
