"""The notebook: who may be who, and how many steps each rival is from each role by what everybody sees."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bologna.board import art, goals
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.gestures import role_key, seat_key
from ludoteca.games.bologna.board.kit import BolognaKit, Reach
from ludoteca.games.bologna.board.lexicon import Lexicon
from ludoteca.games.bologna.board.portico import CLOSE
from ludoteca.games.bologna.rules.state import NO_ROLE

PAGE: Final = d.Box(690, 256, 286, 484)
HEADER: Final = 50.0
LEAST_ROW: Final = 62.0


class Rivals(NamedTuple):
    """What the notebook is about: every rival's name, tokens, open role, and possible roles."""

    words: Lexicon
    seats: tuple[int, ...]
    names: tuple[str, ...]
    held: tuple[tuple[int, ...], ...]
    roles: tuple[int, ...]
    suspects: tuple[frozenset[int], ...]
    towerless: bool
    guess_required: bool
    is_public: bool

    def steps(self, place: int, role: int) -> int:
        return goals.steps(self.words.edition, role, self.held[place], self.towerless)

    def label(self, role: int) -> str:
        """A role in one line: its goal, and how far everybody is who may have it."""
        words = self.words
        told = [
            f"{name} {self.steps(place, role)}"
            for place, name in enumerate(self.names)
            if role in self.suspects[place]
        ]
        line = words.goal_line(role, self.guess_required)
        return f"{line}. {words.say('steps_of', seats=', '.join(told))}" if told else line

    def may_be(self, place: int) -> str:
        """A rival in one line: the open role, or those that are possible."""
        words, name, role = self.words, self.names[place], self.roles[place]
        if role != NO_ROLE:
            return words.say("is", seat=name, role=words.roles[role])
        roles = ", ".join([words.roles[other] for other in sorted(self.suspects[place])])
        return words.say("may_be", seat=name, roles=roles)


def rivals(kit: BolognaKit) -> Rivals:
    """All rivals in turn order; for spectators everybody."""
    view = kit.view
    seats = kit.rivals if kit.me >= 0 else tuple(range(kit.seats))
    return Rivals(
        words=kit.words,
        seats=seats,
        names=tuple([kit.name(seat) for seat in seats]),
        held=tuple([view.tokens[seat] for seat in seats]),
        roles=tuple([view.roles[seat] for seat in seats]),
        suspects=tuple([kit.suspects[seat] for seat in seats]),
        towerless=view.towerless_brigand,
        guess_required=view.guess_required,
        is_public=kit.me < 0,
    )


def notebook(kit: BolognaKit) -> list[d.Group]:
    """For every role one row, for every rival one column."""
    shown = rivals(kit)
    mine = kit.view.roles[kit.me] if kit.me >= 0 else NO_ROLE
    h = _height(kit)
    rows = [
        _line(shown, role, h, role == mine, kit.reach(role_key(role))) for role in range(kit.roles_in_play)
    ]
    return [_heading(shown), *rows]


def pencilled(kit: BolognaKit) -> d.Notebook:
    """The cells of the notebook, in which a reader may pencil marks."""
    shown = rivals(kit)
    width = _width(len(shown.seats)) * len(shown.seats)
    roles = range(kit.roles_in_play)
    return d.Notebook(
        d.Box(PAGE.right - 6 - width, PAGE.y + HEADER, width, PAGE.h - HEADER),
        tuple([role_key(role) for role in roles]),
        tuple([seat_key(seat) for seat in shown.seats]),
    )


def _height(kit: BolognaKit) -> float:
    """How high a row is: together they fill the page."""
    return (PAGE.h - HEADER) / kit.roles_in_play


def _width(seats: int) -> float:
    """How wide a column is."""
    return 34.0 if seats < 5 else 25.0 if seats < 7 else 22.5


def _column(shown: Rivals, place: int) -> float:
    """The middle of a column."""
    return PAGE.right - 6 - _width(len(shown.seats)) * (len(shown.seats) - place - 0.5)


def _struck(shown: Rivals, role: int, y: float) -> d.Shape | None:
    """A stroke through every cell of a row that is impossible."""
    columns = [_column(shown, place) for place, roles in enumerate(shown.suspects) if role not in roles]
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
    x, y = PAGE.x + 12, PAGE.y
    title = words.say("notebook_public" if shown.is_public else "notebook")
    emblems = [
        d.group(
            art.emblem(seat, min(10.5, w / 2.5)),
            x=left + w * (place + 0.5),
            y=y + 29,
            label=shown.may_be(place),
            about=seat_key(seat),
        )
        for place, seat in enumerate(shown.seats)
    ]
    return d.group(
        d.use(SHEET, "leaf"),
        d.fit_text(title, room, 15, 13, x=x, y=y + 20, anchor="start", bold=True, fill=art.INK),
        d.fit_text(words.short("steps_to_go"), room, 13, 12.5, x=x, y=y + 38, anchor="start", fill=art.FAINT),
        emblems,
        label=title,
        about="notebook",
    )


@d.part
def _line(shown: Rivals, role: int, h: float, is_mine: bool, reach: Reach) -> d.Group:
    """A role: head, name, goal, and its cells."""
    words = shown.words
    x, top = PAGE.x, PAGE.y + HEADER + h * role
    y = top + (h - LEAST_ROW) / 2
    middle = y + 41
    cells: list[d.Child] = [_cell(shown, place, role, middle) for place in range(len(shown.seats))]
    cells.append(_struck(shown, role, middle))
    if is_mine:
        cells = [
            d.text(words.short("this_is_you"), PAGE.right - 12, middle, 13, anchor="end", fill=art.FAINT)
        ]
    name = words.roles[role]
    return d.group(
        d.rect(x, top, PAGE.w, h, fill=art.LINES) if role % 2 == 0 else None,
        art.head(role, 20, x + 26, y + 31),
        d.fit_text(name, 216, 13.5, 12.5, x=x + 52, y=y + 14, anchor="start", bold=True, fill=art.INK),
        _wanted(words, role, x + 59, y, len(shown.seats)),
        cells,
        id=f"row-{role}",
        label=shown.label(role),
        about=role_key(role),
        outline=d.rect(x + 2, top + 1, PAGE.w - 5, h - 2, 7),
        **reach.touch,
    )


def _wanted(words: Lexicon, role: int, x: float, y: float, columns: int) -> list[d.Child]:
    wanted = words.wanted(role)
    if not wanted:
        told = words.say("brigand_short", number=words.edition.hoard)
        return [*d.fit_text(told, 84, 12.5, 12.5, 2, x=x - 8, y=y + 40, anchor="start", fill=art.INK)]
    step = 23 if columns < 5 else 21 if columns < 7 else 19
    return [
        [
            art.symbol(kind, 7.5, x + step * place, y + 32),
            d.text(code, x + step * place, y + 50, 12.5, fill=art.INK),
        ]
        for place, (kind, code) in enumerate(wanted)
    ]


def _cell(shown: Rivals, place: int, role: int, y: float) -> list[d.Child]:
    """Steps of one rival to one role: struck out where it is impossible, marked where it is close."""
    w = _width(len(shown.seats))
    x = _column(shown, place)
    steps, possible = shown.steps(place, role), shown.suspects[place]
    if role not in possible:
        return [d.text(steps, x, y, 13.5, fill=art.FAINT)]
    close = steps <= CLOSE
    certain = possible == {role}
    ink = art.INK if close or certain else art.FAINT
    return [
        d.rect(x - w / 2 + 0.5, y - 14, w - 1, 28, 7, fill=art.NEAR) if close else None,
        d.circle(x, y, min(13.5, w / 2), stroke=art.SURE, width=2.4) if certain else None,
        d.text(steps, x, y, 16 if close else 14.5, bold=close, fill=ink),
    ]


# On a phone


def strip(kit: BolognaKit, box: d.Box) -> list[d.Group]:
    """The notebook on a phone: every role with the rival who is nearest to it."""
    shown = rivals(kit)
    mine = kit.view.roles[kit.me] if kit.me >= 0 else NO_ROLE
    w = min(56.0, box.w / kit.roles_in_play)
    roles = range(kit.roles_in_play)
    return [_head(shown, role, role == mine, kit.reach(role_key(role)), box, w) for role in roles]


@d.part
def _head(shown: Rivals, role: int, is_mine: bool, reach: Reach, box: d.Box, w: float) -> d.Group:
    x, y = box.x + w * role, box.y
    middle = x + w / 2
    near = [
        (shown.steps(place, role), seat)
        for place, seat in enumerate(shown.seats)
        if role in shown.suspects[place]
    ]
    told: list[d.Child] = []
    if near and not is_mine:
        steps, seat = min(near)
        told = [
            d.rect(middle - 18, y + 30, 36, 18, 8, fill=art.NEAR if steps <= CLOSE else art.PAPER),
            art.emblem(seat, 6, middle - 8, y + 39),
            d.text(steps, middle + 8, y + 39, 14, bold=True, fill=art.INK),
        ]
    return d.group(
        d.circle(middle, y + 15, 17, fill=art.GOLD) if is_mine else None,
        art.head(role, 15, middle, y + 15),
        told,
        id=f"row-{role}",
        label=shown.label(role),
        about=role_key(role),
        outline=d.rect(x + 1, y - 1, w - 2, 50, 8),
        **reach.touch,
    )
