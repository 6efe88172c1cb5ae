"""The seats: plates around the table, rows on a phone, and the viewer's own, with its goal."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.actions import BRIGAND
from ludoteca.games.bologna.board.pieces import Spots, miracle_token, skip_token
from ludoteca.games.bologna.board.symbols import WINE_RED, emblem, symbol
from ludoteca.games.bologna.board.table import PIPS, Demand, Table
from ludoteca.games.bologna.dice import KINDS
from ludoteca.games.bologna.edition import MANY
from ludoteca.games.bologna.state import NO_ROLE

PLATE: Final = (208, 98)


def seat_label(table: Table, seat: int) -> str:
    """The seat in one line: who, what lies there, what is known."""
    view = table.view
    held = view.tokens[seat]
    name = table.names[seat]
    parts = [table.say("you", seat=name) if seat == table.me else name]
    role = view.roles[seat]
    if role != NO_ROLE:
        parts.append(table.role(role))
    for key, true in (
        ("out", not view.alive[seat]),
        ("turn", seat == view.active and not view.over),
        ("deciding", seat == view.actor),
        ("asleep", view.asleep[seat]),
        ("deus", seat == view.deus),
    ):
        if true:
            parts.append(table.say(key))
    if seat == table.me and role != NO_ROLE:
        tokens = [_own_count(table, role, kind, held) for kind in range(KINDS)]
    else:
        tokens = [f"{table.symbol(kind)} {held[kind]}" for kind in range(KINDS)]
    return f"{', '.join(parts)}: {', '.join(tokens)}" if view.alive[seat] else ", ".join(parts)


def _own_count(table: Table, role: int, kind: int, held: tuple[int, ...]) -> str:
    demand = table.demand(role, kind, held)
    told = f"{table.symbol(kind)} {held[kind]}"
    if demand.code == "–":
        return told
    reached = f", {table.say('reached')}" if demand.holds(held[kind]) else ""
    return f"{told} ({table.say('goal', code=demand.code)}{reached})"


def _seated(table: Table, seat: int, body: d.Box, contents: list[d.Child], *above: d.Child) -> d.Group:
    """A seat's plate: one group that is named, may be chosen and may glow, and what lies on its edge."""
    view = table.view
    tone = table.seat(seat).colour
    fill = d.CARD if view.alive[seat] else d.mix(d.CARD, d.GREY, 0.2)
    if seat == view.active and not view.over:
        fill = d.mix(d.CARD, tone, 0.1)
    glow = None
    if seat in view.winners:
        glow = table.say("crowned")
    elif table.could_be_crowned(seat):
        glow = table.say("could_be_crowned")
    text = table.seat_choice(seat)
    chosen = d.group(
        d.rect(*body, 11, fill=fill, stroke=tone, width=2.5),
        d.group(contents, opacity=1 if view.alive[seat] else 0.65),
        id=f"seat-{seat}",
        label=seat_label(table, seat),
        glow=glow,
        action=table.choices.action(text),
        why=table.choices.why(text),
        outline=d.rect(*body.inset(-4), 14),
    )
    deciding = None
    if seat == view.actor:
        deciding = d.badge(table.say("deciding"), size=11, fill=d.ACCENT, x=body.right - 52, y=body.y - 2)
    return d.group(chosen, deciding, *above)


def _badges(table: Table, seat: int, x: float, y: float) -> list[d.Child]:
    """Travelling tokens from right to left, beginning at (x, y)."""
    view = table.view
    drawn: list[d.Child] = []
    if seat in view.winners:
        crown = d.mark("crown", 7, fill=d.ink_on(d.GOLD))
        drawn.append(d.group(d.circle(0, 0, 12, fill=d.GOLD, stroke=d.INK), crown, x=x, y=y))
        x -= 26
    if view.asleep[seat]:
        drawn.append(skip_token(sum(view.asleep[:seat]), x, y))
        x -= 25
    if view.deus == seat:
        drawn.append(miracle_token(x, y))
    return drawn


def _badges_width(table: Table, seat: int) -> float:
    view = table.view
    return 26.0 * (view.asleep[seat] + (view.deus == seat) + (seat in view.winners))


def turn_arrow(x: float, y: float, turn: float, r: float = 11) -> d.Group:
    """Play goes on this way."""
    return d.group(
        d.circle(0, 0, r, fill=d.ACCENT, stroke=d.PAPER, width=2),
        d.mark("chevron", r * 0.55, 1, 0, fill=d.ink_on(d.ACCENT)),
        x=x,
        y=y,
        turn=turn,
    )


def role_card(table: Table, seat: int, w: float, h: float, x: float, y: float) -> d.Group:
    """A role as the viewer sees it: its emblem, or the back of the card."""
    role = table.view.roles[seat]
    place: d.Place = {"id": f"role-{seat}", "glides": True, "x": x, "y": y}
    if role == NO_ROLE:
        crown = d.mark("crown", min(w, h) * 0.15, fill=WINE_RED)
        return d.card_back(crown, w=w, h=h, colour=WINE_RED, pattern="diamonds", corner=5, **place)
    return d.card(emblem(role, w * 0.3), w=w, h=h, edge=d.GOLD, edge_width=2, corner=5, **place)


def _pips(table: Table, seat: int, number: int, r: float, gap: float, x: float, y: float) -> d.Group:
    exempt = table.view.roles[seat] == BRIGAND or not table.view.sins
    return d.pips(
        min(number, PIPS), PIPS, r=r, gap=gap, fill=d.FAINT, notched=() if exempt else (PIPS,), x=x, y=y
    )


def _counters(table: Table, seat: int, x: float, y: float, step: float, spots: Spots) -> list[d.Child]:
    """Four counts in a row: symbol and number above seven pips. (x, y) is the middle of the first."""
    drawn: list[d.Child] = []
    if not table.view.alive[seat]:
        return drawn
    for kind in range(KINDS):
        number = table.view.tokens[seat][kind]
        at = x + step * kind
        ink = d.INK if number else d.FAINT
        spots[seat, kind] = (at, y - 14)
        drawn.append(symbol(kind, 9.5, x=at - 8, y=y))
        drawn.append(d.fit_text(number, 18, 16, 11, x=at + 11, y=y, bold=True, fill=ink))
        drawn.append(_pips(table, seat, number, 1.9, 1.3, at, y + 22))
    return drawn


def _beneath(table: Table, seat: int) -> tuple[str, d.Colour]:
    """What stands below a name: that the player is out, or the role if it is known."""
    role = table.view.roles[seat]
    if not table.view.alive[seat]:
        return table.say("out"), d.WARN
    return (table.role(role) if role != NO_ROLE else ""), d.FAINT


def plate(table: Table, seat: int, x: float, y: float, spots: Spots) -> d.Group:
    """A seat of the round table, around (x, y)."""
    w, h = PLATE
    body = d.Box(x - w / 2, y - h / 2, w, h)
    room = w - 50 - _badges_width(table, seat)
    left, top = body.x + 38, body.y + 21
    beneath, ink = _beneath(table, seat)
    lines, lift = (1, 6) if beneath else (2, 0)
    name = table.names[seat]
    parts: list[d.Child] = [
        d.seat_mark(table.seat(seat), r=11, x=body.x + 20, y=top),
        d.fit_text(name, room, 14, 10.5, lines, x=left, y=top - lift, anchor="start", bold=True, height=30),
        d.fit_text(beneath, room, 11, 9, x=left, y=top + 10, anchor="start", fill=ink),
        _badges(table, seat, body.right - 18, top),
        role_card(table, seat, 36, 48, body.x + 26, body.y + 66),
        _counters(table, seat, body.x + 68, body.y + 58, 38.5, spots),
    ]
    return _seated(table, seat, body, parts)


def line_plate(table: Table, seat: int, box: d.Box, spots: Spots) -> d.Group:
    """A seat as a row of a narrow table."""
    step = 45
    room = box.w - KINDS * step - 66
    badges = _badges_width(table, seat)
    beneath, ink = _beneath(table, seat)
    lines, y = (1, box.y + 18) if badges or beneath else (2, box.cy)
    name = table.names[seat]
    low = box.y + 44
    left = box.x + 47 + badges
    parts: list[d.Child] = [
        role_card(table, seat, 32, 44, box.x + 24, box.cy),
        d.seat_mark(table.seat(seat), r=10, x=box.x + 58, y=y),
        d.fit_text(name, room - 18, 14, 11, lines, x=box.x + 74, y=y, anchor="start", bold=True),
        _badges(table, seat, box.x + 32 + badges, low),
        d.fit_text(beneath, room - badges, 12, 10, 2, x=left, y=low, anchor="start", fill=ink, height=26),
        _counters(table, seat, box.right - KINDS * step + 20, box.y + 26, step, spots),
    ]
    active = seat == table.view.active and not table.view.over
    return _seated(table, seat, box, parts, turn_arrow(box.x + 24, box.bottom, 90, 9) if active else None)


def own_plate(table: Table, box: d.Box, spots: Spots) -> d.Group:
    """The viewer's own seat: the role and how far its goal is."""
    seat = table.me
    role = table.view.roles[seat]
    card_w, card_h = 84.0, box.h - 20
    left, top = box.x + card_w + 22, box.y + 22
    room = box.right - left - 40 - _badges_width(table, seat)
    words = table.say("you", seat=table.names[seat])
    parts: list[d.Child] = [
        _own_card(table, role, card_w, card_h, box),
        d.seat_mark(table.seat(seat), r=12, x=left + 12, y=top),
        d.fit_text(words, room, 16, 11, x=left + 32, y=top, anchor="start", bold=True),
        _badges(table, seat, box.right - 20, top),
    ]
    if not table.view.alive[seat]:
        parts.append(d.text(table.say("out"), left, box.cy + 16, 16, anchor="start", fill=d.WARN))
        return _seated(table, seat, box, parts)
    step = (box.right - left - 6) / KINDS
    for kind in range(KINDS):
        at = left + step * (kind + 0.5)
        spots[seat, kind] = (at - 18, box.y + 50)
        parts.append(_own_counter(table, role, kind, at, box.y + 58, step))
    room = box.right - left - 50
    notice = _own_notice(table, role)
    parts.append(d.fit_text(notice, room, 12, 10, x=left, y=box.bottom - 14, anchor="start", fill=d.FAINT))
    return _seated(table, seat, box, parts)


def _own_card(table: Table, role: int, w: float, h: float, box: d.Box) -> d.Group:
    x, y = box.x + 12 + w / 2, box.cy
    if role == NO_ROLE:
        return role_card(table, table.me, w, h, x, y)
    face: list[d.Child] = [
        d.fit_text(table.role(role), w - 10, 13, 9, 3, y=-h / 2 + 24, bold=True, height=40),
        emblem(role, 22, y=h * 0.17),
    ]
    return d.card(face, w=w, h=h, edge=d.GOLD, edge_width=2.5, id=f"role-{table.me}", glides=True, x=x, y=y)


def _own_counter(table: Table, role: int, kind: int, x: float, y: float, step: float) -> d.Group:
    """A count beside what the goal wants of it, with a tick when that is there."""
    held = table.view.tokens[table.me]
    number = held[kind]
    demand = table.demand(role, kind, held) if role != NO_ROLE else Demand(0, MANY)
    done = not demand.idle and demand.holds(number)
    ink = d.GOOD if done else d.FAINT
    r = min(3.6, (step - 14) / 18)
    return d.group(
        symbol(kind, 13, x=x, y=y),
        d.mark("tick", 8, x + 24, y + 2, fill=d.GOOD) if done else None,
        d.fit_text(number, step / 2 - 6, 20, 12, x=x - 4, y=y + 28, anchor="end", bold=True),
        d.fit_text(f"/ {demand.code}", step / 2, 15, 11, x=x, y=y + 29, anchor="start", fill=ink, bold=done),
        _pips(table, table.me, number, r, r * 0.7, x, y + 50),
    )


def _own_notice(table: Table, role: int) -> str:
    """What else the goal asks for; in a duel also the roles held before."""
    if table.view.lost_roles:
        return table.say("former_roles", roles=", ".join(table.role(lost) for lost in table.view.lost_roles))
    return table.say("also_guess") if role != NO_ROLE and table.must_guess(role) else ""
