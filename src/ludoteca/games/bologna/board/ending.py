"""The stage after the end: how everybody ended, and how near they were to the throne."""

from __future__ import annotations

from typing import NamedTuple

from ludoteca import draw as d
from ludoteca.games.bologna.board import art
from ludoteca.games.bologna.board.kit import BolognaKit
from ludoteca.games.bologna.rules.state import NO_ROLE


class Outcome(NamedTuple):
    """How one player ended."""

    seat: int
    role: int
    name: str
    role_name: str
    away: str
    won: bool


def ending(kit: BolognaKit, box: d.Box, size: float, least: float) -> d.Group:
    """Everybody by the steps that were missing, whoever was crowned first. Words are of this size, or of the
    least where there is little room.
    """
    lines = tuple([_outcome(kit, seat) for seat in _order(kit)])
    return _sheet(lines, kit.say("all_roles"), box, size, least)


def _order(kit: BolognaKit) -> list[int]:
    view = kit.view

    def far(seat: int) -> tuple[bool, bool, int]:
        role = view.roles[seat]
        return (
            seat not in view.winners,
            not view.alive[seat],
            kit.steps(seat, role) if role != NO_ROLE else 99,
        )

    return sorted(range(kit.seats), key=far)


def _outcome(kit: BolognaKit, seat: int) -> Outcome:
    view, words = kit.view, kit.words
    role = view.roles[seat]
    if seat in view.winners:
        away = words.short("on_the_throne")
    elif role == NO_ROLE or not view.alive[seat]:
        away = words.short("out_short")
    else:
        away = words.short("steps_few", number=kit.steps(seat, role))
    role_name = words.roles[role] if role != NO_ROLE else words.short("no_role")
    return Outcome(seat, role, kit.name(seat), role_name, away, seat in view.winners)


@d.part
def _sheet(lines: tuple[Outcome, ...], heading: str, box: d.Box, size: float, least: float) -> d.Group:
    step = min(30.0, (box.h - 34) / len(lines))
    widest = max([d.width_of(line.name, size, bold=True) for line in lines])
    title = d.fit_text(
        heading, box.w - 20, size + 1.5, least, x=box.cx, y=box.y + 16, bold=True, fill=art.INK
    )
    rows = [
        _line(
            line, d.Box(box.x + 6, box.y + 31 + step * place, box.w - 12, step - 2), size, least,
            min(widest, 98.0 if size < 14 else 84.0),
        )
        for place, line in enumerate(lines)
    ]  # fmt: skip
    return d.group(d.rect(*box, 14, fill=art.PAPER), title, rows, label=heading)


def _line(line: Outcome, box: d.Box, size: float, least: float, name_room: float) -> d.Group:
    ink = art.DARK if line.won else art.INK
    x, y = box.x, box.cy
    left, right = (45.0, 64.0) if size >= 14 else (56.0, 90.0)
    middle = left + name_room + 12
    role_room = box.w - middle - right - 6
    return d.group(
        d.rect(*box, 6, fill=art.GOLD) if line.won else None,
        art.emblem(line.seat, 7, x + 11, y),
        art.head(line.role, box.h / 2, x + 31, y) if line.role != NO_ROLE else None,
        d.fit_text(
            line.name, name_room + 4, size, least, x=x + left, y=y, anchor="start", bold=True, fill=ink
        ),
        d.fit_text(line.role_name, role_room, size, least, x=x + middle, y=y, anchor="start", fill=ink),
        d.fit_text(line.away, right, size, least, x=box.right - 4, y=y, anchor="end", fill=ink),
        label=f"{line.name}, {line.role_name}, {line.away}",
        about=f"seat {line.seat}",
    )
