"""The notebook: who may be who, and how many steps each rival is from each role by what everybody sees."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bologna.board import art, goals
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.gestures import role_key, seat_key
from ludoteca.games.bologna.board.kit import BolognaKit, Reach
from ludoteca.games.bologna.board.lexicon import Lexicon
from ludoteca.games.bologna.rules.state import NO_ROLE

PAGE: Final = d.Box(690, 256, 286, 484)
STRIP: Final = d.Box(3, 139, 340, 48)  # on a phone
HEADER: Final = 50.0
LEAST_ROW: Final = 62.0


class Rivals(NamedTuple):
    """Who the notebook is about: every rival's name, open role, and possible roles."""

    words: Lexicon
    seats: tuple[int, ...]
    names: tuple[str, ...]
    roles: tuple[int, ...]
    suspects: tuple[frozenset[int], ...]
    is_public: bool

    def may_be(self, place: int) -> str:
        """A rival in one line: the open role, or those that are possible."""
        words, name, role = self.words, self.names[place], self.roles[place]
        if role != NO_ROLE:
            return words.say("is", seat=name, role=words.roles[role])
        roles = ", ".join([words.roles[other] for other in sorted(self.suspects[place])])
        return words.say("may_be", seat=name, roles=roles)


class Cell(NamedTuple):
    """How far one rival is from one role by what everybody sees, and whether it may be theirs."""

    steps: int
    possible: bool
    certain: bool


class Row(NamedTuple):
    """A role, and how far every rival is from it."""

    words: Lexicon
    role: int
    seats: tuple[int, ...]
    names: tuple[str, ...]
    cells: tuple[Cell, ...]
    is_mine: bool
    guess_required: bool
    reach: Reach

    @property
    def label(self) -> str:
        """The role in one line: its goal, and how far everybody is who may have it."""
        words = self.words
        told = [f"{name} {cell.steps}" for name, cell in zip(self.names, self.cells) if cell.possible]
        line = words.goal_line(self.role, self.guess_required)
        return f"{line}. {words.say('steps_of', seats=', '.join(told))}" if told else line


def columns(kit: BolognaKit) -> tuple[int, ...]:
    """All rivals in turn order; for spectators everybody."""
    return kit.rivals if kit.me >= 0 else tuple(range(kit.seats))


def rivals(kit: BolognaKit) -> Rivals:
    view, seats = kit.view, columns(kit)
    return Rivals(
        words=kit.words,
        seats=seats,
        names=tuple([kit.name(seat) for seat in seats]),
        roles=tuple([view.roles[seat] for seat in seats]),
        suspects=tuple([kit.suspects[seat] for seat in seats]),
        is_public=kit.me < 0,
    )


class Page(NamedTuple):
    """All that the notebook shows: how far every rival is from every role, and which role is one's own."""

    rivals: Rivals
    steps: tuple[tuple[int, ...], ...]
    mine: int
    guess_required: bool
    reaches: tuple[Reach, ...]

    @property
    def rows(self) -> list[Row]:
        """A row for every role in play."""
        words, seats, names, _, suspects, _ = self.rivals
        found = []
        for role, reach in enumerate(self.reaches):
            cells = tuple(
                [
                    Cell(far[role], role in may_be, len(may_be) == 1 and role in may_be)
                    for far, may_be in zip(self.steps, suspects)
                ]
            )
            mine = role == self.mine
            found.append(Row(words, role, seats, names, cells, mine, self.guess_required, reach))
        return found


def page(kit: BolognaKit) -> Page:
    """What the viewer's notebook shows."""
    view, shown = kit.view, rivals(kit)
    held, towerless = view.tokens, view.towerless_brigand
    return Page(
        shown,
        tuple([goals.steps_to_all(kit.edition, held[seat], towerless) for seat in shown.seats]),
        view.roles[kit.me] if kit.me >= 0 else NO_ROLE,
        view.guess_required,
        tuple([kit.reach(role_key(role)) for role in range(kit.roles_in_play)]),
    )


def notebook(kit: BolognaKit) -> list[d.Group]:
    """For every role one row, for every rival one column."""
    shown = page(kit)
    h = _height(kit.roles_in_play)
    return [_heading(shown.rivals), *[_line(row, h) for row in shown.rows]]


@lru_cache(maxsize=256)
def pencilled(seats: tuple[int, ...], roles: int) -> d.Notebook:
    """The cells of the notebook, in which a reader may pencil marks."""
    width = _width(len(seats)) * len(seats)
    return d.Notebook(
        d.Box(PAGE.right - 6 - width, PAGE.y + HEADER, width, PAGE.h - HEADER),
        tuple([role_key(role) for role in range(roles)]),
        tuple([seat_key(seat) for seat in seats]),
    )


def _height(rows: int) -> float:
    """How high a row is: together they fill the page."""
    return (PAGE.h - HEADER) / rows


def _width(seats: int) -> float:
    """How wide a column is."""
    return 34.0 if seats < 5 else 25.0 if seats < 7 else 20.5


def _column(columns: int, place: int) -> float:
    """The middle of a column."""
    return PAGE.right - 6 - _width(columns) * (columns - place - 0.5)


def _struck(cells: tuple[Cell, ...], y: float) -> d.Shape | None:
    """A stroke through every cell of a row that is impossible."""
    columns = [_column(len(cells), place) for place, cell in enumerate(cells) if not cell.possible]
    if not columns:
        return None
    strokes = "".join([f"M{x - 8:g} {y + 8:g}l16-16" for x in columns])
    return d.path(strokes, stroke=art.STRUCK, width=2.4)


@d.part
def _heading(shown: Rivals) -> d.Group:
    words = shown.words
    w = _width(len(shown.seats))
    left = PAGE.right - 6 - w * len(shown.seats)
    room = left - PAGE.x - 16
    crowded = len(shown.seats) > 6
    x, y = PAGE.x + 12, PAGE.y
    title = words.say("notebook_public" if shown.is_public else "notebook")
    emblems = [
        d.group(
            art.emblem(seat, min(10.5, w / 2.5)),
            x=left + w * (place + 0.5),
            y=y + (36 if crowded else 29),
            label=shown.may_be(place),
            about=seat_key(seat),
        )
        for place, seat in enumerate(shown.seats)
    ]
    return d.group(
        d.use(SHEET, "leaf"),
        d.fit_text(
            title,
            PAGE.w - 24 if crowded else room,
            15,
            13,
            x=x,
            y=y + 18,
            anchor="start",
            serif=True,
            fill=art.INK,
        ),
        d.fit_text(words.short("steps_to_go"), room, 13, 12.5, x=x, y=y + 37, anchor="start", fill=art.FAINT),
        emblems,
        label=title,
        about="notebook",
    )


@d.part
def _line(row: Row, h: float) -> d.Group:
    """A role: head, name, goal, and its cells."""
    words, role, columns = row.words, row.role, len(row.cells)
    top = _top(role, h)
    middle = top + (h - LEAST_ROW) / 2 + 41
    return d.group(
        _sought(words, role, h, columns),
        _yourself(words.short("this_is_you"), middle) if row.is_mine else _cells(row.cells, middle),
        id=f"row-{role}",
        label=row.label,
        about=role_key(role),
        outline=d.rect(PAGE.x + 2, top + 1, PAGE.w - 5, h - 2, 7),
        **row.reach.touch,
    )


def _top(role: int, h: float) -> float:
    return PAGE.y + HEADER + h * role


@d.part
def _sought(words: Lexicon, role: int, h: float, columns: int) -> d.Group:
    """The head of a role, its name and its goal."""
    x, top = PAGE.x, _top(role, h)
    y = top + (h - LEAST_ROW) / 2
    name = words.roles[role]
    return d.group(
        d.rect(x, top, PAGE.w, h, fill=art.LINES) if role % 2 == 0 else None,
        art.head(role, 20, x + 26, y + 31),
        d.fit_text(name, 216, 13.5, 12.5, x=x + 52, y=y + 14, anchor="start", serif=True, fill=art.INK),
        _wanted(words, role, x + 59, y, columns),
    )


@d.part
def _yourself(words: str, y: float) -> d.Group:
    """In the row of one's own role."""
    return d.group(d.text(words, PAGE.right - 12, y, 13, anchor="end", fill=art.FAINT))


@d.part
def _cells(cells: tuple[Cell, ...], y: float) -> d.Group:
    return d.group([_cell(cells, place, y) for place in range(len(cells))], _struck(cells, y))


def _wanted(words: Lexicon, role: int, x: float, y: float, columns: int) -> list[d.Child]:
    wanted = words.wanted(role)
    if not wanted:
        told = words.say("brigand_short", number=words.edition.hoard)
        return [*d.fit_text(told, 84, 12.5, 12.5, 2, x=x - 8, y=y + 40, anchor="start", fill=art.INK)]
    step = 23 if columns < 5 else 21
    return [
        [
            art.symbol(kind, 7.5, x + step * place, y + 32),
            d.text(code, x + step * place, y + 50, 12.5, fill=art.INK),
        ]
        for place, (kind, code) in enumerate(wanted)
    ]


def _cell(cells: tuple[Cell, ...], place: int, y: float) -> list[d.Child]:
    """Steps of one rival to one role: struck out where it is impossible, marked where it is close."""
    w = _width(len(cells))
    x = _column(len(cells), place)
    steps, possible, certain = cells[place]
    if not possible:
        return [d.text(steps, x, y, 13.5, fill=art.FAINT)]
    close = steps <= goals.CLOSE
    ink = art.INK if close or certain else art.FAINT
    return [
        d.rect(x - w / 2 + 0.5, y - 14, w - 1, 28, 7, fill=art.NEAR) if close else None,
        d.circle(x, y, min(13.5, w / 2), stroke=art.SURE, width=2.4) if certain else None,
        d.text(steps, x, y, 16 if close else min(14.5, w * 0.65), bold=close, fill=ink),
    ]


# On a phone


def strip(kit: BolognaKit) -> list[d.Group]:
    """The notebook on a phone: every role with the rival who is nearest to it."""
    w = min(56.0, STRIP.w / kit.roles_in_play)
    return [_head(row, STRIP, w) for row in page(kit).rows]


@d.part
def _head(row: Row, box: d.Box, w: float) -> d.Group:
    role = row.role
    x, y = box.x + w * role, box.y
    middle = x + w / 2
    near = [(cell.steps, seat) for seat, cell in zip(row.seats, row.cells) if cell.possible]
    told: list[d.Child] = []
    if near and not row.is_mine:
        steps, seat = min(near)
        told = [
            d.rect(middle - 18, y + 30, 36, 18, 8, fill=art.NEAR if steps <= goals.CLOSE else art.PAPER),
            art.emblem(seat, 6, middle - 8, y + 39),
            d.text(steps, middle + 8, y + 39, 14, bold=True, fill=art.INK),
        ]
    return d.group(
        d.circle(middle, y + 15, 17, fill=art.GOLD) if row.is_mine else None,
        art.head(role, 15, middle, y + 15),
        told,
        id=f"row-{role}",
        label=row.label,
        about=role_key(role),
        outline=d.rect(x + 1, y - 1, w - 2, 50, 8),
        **row.reach.touch,
    )
