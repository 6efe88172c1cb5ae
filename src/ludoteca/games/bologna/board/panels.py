"""Beside the table: the goals of all roles, the notebook, and what dice do."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.actions import BRIGAND, GUESSABLE, ROLES
from ludoteca.games.bologna.board.pieces import die_face
from ludoteca.games.bologna.board.symbols import emblem, symbol
from ludoteca.games.bologna.board.table import Table
from ludoteca.games.bologna.dice import KINDS, LETTERS
from ludoteca.games.bologna.state import NO_ROLE

GOAL_LINE: Final = 22.0
NOTE_LINE: Final = 25.0
CRIB_LINE: Final = 19.0
CRIB_LINE_NARROW: Final = 31.0
HEAD: Final = 30.0
NAMES: Final = 150.0  # the width of the role names beside the notebook
GOAL_NAMES: Final = 168.0
CRIB: Final = ("P", "PP", "T", "K", "B", "W", "WW", "R", "RR")


def _role_name(table: Table, role: int, y: float, room: float, own: bool = False) -> list[d.Child]:
    ink = d.FAINT if role >= table.roles_in_play else d.INK
    return [
        emblem(role, 8, ink=ink, x=10, y=y),
        d.fit_text(table.role(role), room - 28, 13, 10, x=24, y=y, anchor="start", bold=own, fill=ink),
    ]


def _stripe(w: float, y: float, high: float, fill: d.Colour) -> d.Shape:
    return d.rect(-6, y - high / 2, w + 12, high, 5, fill=fill)


# Goals


def goals_height() -> float:
    return HEAD + 2 * d.PAD + 26 + GOAL_LINE * len(ROLES)


def goals(table: Table, x: float, y: float, w: float) -> d.Group:
    """What every role needs; the viewer's own role is marked."""
    inside = w - 2 * d.PAD
    step = (inside - GOAL_NAMES) / KINDS
    own = table.view.roles[table.me] if table.me >= 0 else NO_ROLE
    parts: list[d.Child] = [
        symbol(kind, 10, x=GOAL_NAMES + step * (kind + 0.5), y=10) for kind in range(KINDS)
    ]
    for role in range(len(ROLES)):
        at = 26 + GOAL_LINE * (role + 0.5)
        missing = role >= table.roles_in_play
        line: list[d.Child] = []
        if role == own:
            line.append(_stripe(inside, at, GOAL_LINE - 1, d.mix(d.CARD, d.YELLOW, 0.3)))
        line += _role_name(table, role, at, GOAL_NAMES, role == own)
        ink = d.FAINT if missing else d.INK
        for kind in range(KINDS):
            centre = GOAL_NAMES + step * (kind + 0.5)
            line.append(d.fit_text(goal_code(table, role, kind), step - 4, 13, 10, x=centre, y=at, fill=ink))
        label = table.say("goal_line", role=table.role(role), goal=goal_words(table, role))
        parts.append(d.group(line, label=f"{label}, {table.say('not_in_play')}" if missing else label))
    return d.panel(w, goals_height(), table.say("goals"), parts, x=x, y=y)


def goal_code(table: Table, role: int, kind: int) -> str:
    if role == BRIGAND and kind in table.edition.hoarded:
        return f"{table.edition.hoard}+/0"
    return table.demand(role, kind, (0,) * KINDS).code


def goal_words(table: Table, role: int) -> str:
    """A goal in one line."""
    if role == BRIGAND:
        kinds = ", ".join(table.symbol(kind) for kind in table.edition.hoarded)
        return table.say("goal_brigand", number=table.edition.hoard, kinds=kinds)
    told: list[str] = []
    for kind in range(KINDS):
        demand = table.demand(role, kind, (0,) * KINDS)
        told.append(f"{table.symbol(kind)} {table.say('any') if demand.idle else demand.code}")
    if table.must_guess(role):
        told.append(table.say("also_guess"))
    return ", ".join(told)


# Notebook


def notebook_height(table: Table) -> float:
    return HEAD + 2 * d.PAD + 28 + NOTE_LINE * table.roles_in_play


def notebook(table: Table, x: float, y: float, w: float) -> d.Group:
    """Which roles the others may have. While a role may be named, this is where it is done."""
    view = table.view
    inside = w - 2 * d.PAD
    others = [seat for seat in table.clockwise if seat != table.me]
    step = min(44.0, (inside - NAMES) / len(others))
    parts: list[d.Child] = []
    for role in range(table.roles_in_play):
        at = 28 + NOTE_LINE * (role + 0.5)
        if role % 2 == 0:
            parts.append(_stripe(inside, at, NOTE_LINE, d.mix(d.CARD, d.LINE, 0.28)))
        parts += _role_name(table, role, at, NAMES)
    for column, seat in enumerate(others):
        parts.append(_column(table, seat, NAMES + step * (column + 0.5), step))
    heading = table.say("notebook" if table.me >= 0 else "notebook_public")
    naming = table.refused("guess")
    why = naming[0].why if naming and not table.offered("guess") and not view.over else None
    if why:
        parts.append(
            d.group(
                d.badge("?", size=12, fill=d.FAINT, x=inside - 6, y=-HEAD / 2 - d.PAD),
                label=table.say("guess"),
                why=why,
            )
        )
    return d.panel(w, notebook_height(table), heading, parts, x=x, y=y)


def _column(table: Table, seat: int, x: float, step: float) -> d.Group:
    """One player: struck out what he cannot be, asked what he may be accused of."""
    view = table.view
    suspects = table.suspects[seat]
    name = table.names[seat]
    parts: list[d.Child] = [d.seat_mark(table.seat(seat), r=10, x=x, y=10)]
    for role in range(table.roles_in_play):
        y = 28 + NOTE_LINE * (role + 0.5)
        parts.append(_cell(table, seat, role, x, y, min(step - 6, 32)))
    if view.roles[seat] != NO_ROLE:
        label = table.say("is", seat=name, role=table.role(view.roles[seat]))
    else:
        label = table.say("may_be", seat=name, roles=", ".join(table.role(role) for role in sorted(suspects)))
    return d.group(parts, label=label, opacity=1 if view.alive[seat] else 0.5)


def _cell(table: Table, seat: int, role: int, x: float, y: float, wide: float) -> d.Child:
    sign: d.Child
    if table.suspects[seat] == {role}:
        sign = d.mark("tick", 6, x, y, fill=d.GOOD)
    elif role in table.suspects[seat]:
        sign = d.circle(x, y, 2.2, fill=d.FAINT)
    else:
        sign = d.mark("cross", 5, x, y, fill=d.FAINT, opacity=0.7)
    text = f"guess +{(seat - table.view.actor) % table.seats} {ROLES[role]}"
    if role >= GUESSABLE or not table.offered("guess") or table.choices.get(text) is None:
        return sign
    offered = table.choices.action(text)
    box = d.Box(x - wide / 2, y - NOTE_LINE / 2 + 2, wide, NOTE_LINE - 4)
    if offered and role in table.suspects[seat]:
        sign = d.text("?", x, y, 14, fill=d.ACCENT, bold=True)
    return d.group(
        d.rect(*box, 6, fill=d.CARD, stroke=d.ACCENT if offered else d.LINE, width=1.3),
        sign,
        label=table.label(text),
        action=offered,
        why=table.choices.why(text),
        quiet=True,
        outline=d.rect(*box.inset(-1), 7),
    )


# What dice do


def crib_height(narrow: bool = False) -> float:
    return HEAD + 2 * d.PAD + (CRIB_LINE_NARROW if narrow else CRIB_LINE) * len(CRIB)


def crib(table: Table, x: float, y: float, w: float, narrow: bool = False) -> d.Group:
    """A reminder: what one die does, and two."""
    inside = w - 2 * d.PAD
    high = CRIB_LINE_NARROW if narrow else CRIB_LINE
    parts: list[d.Child] = []
    for i, dice in enumerate(CRIB):
        at = high * (i + 0.5)
        size = 22 if narrow else 17
        shown = [
            die_face(LETTERS.index(letter), size, x=size / 2 + (size + 3) * j, y=at)
            for j, letter in enumerate(dice)
        ]
        words = table.say(f"crib_{dice}")
        left = 2 * size + 12
        room = inside - left
        if narrow:
            drawn = d.fit_text(words, room, 13, 11, 2, x=left, y=at, anchor="start", height=high)
        else:
            drawn = d.fit_text(words, room, 12, 9, x=left, y=at, anchor="start")
        names = ", ".join(table.symbol(LETTERS.index(letter)) for letter in dice)
        parts.append(d.group(shown, drawn, label=f"{names}: {words}"))
    return d.panel(w, crib_height(narrow), table.say("crib"), parts, x=x, y=y)
