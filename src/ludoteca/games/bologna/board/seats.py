"""The seats: plates around the table, rows on a phone, and the viewer's own, with its goal."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.actions import BRIGAND
from ludoteca.games.bologna.board.pieces import Spots, miracle_token, skip_token
from ludoteca.games.bologna.board.symbols import WINE_RED, emblem, symbol
from ludoteca.games.bologna.board.table import PIPS, Table
from ludoteca.games.bologna.dice import KINDS
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


def _choice(table: Table, seat: int, body: d.Box) -> d.Place:
    """What the group of a seat is called and how it is chosen."""
    view = table.view
    text = table.seat_choice(seat)
    label = seat_label(table, seat)
    glow = None
    if seat in view.winners:
        glow = table.say("crowned")
    elif table.could_be_crowned(seat):
        glow = table.say("could_be_crowned")
    if text:
        label = f"{table.label(text)} – {label}" if text.startswith("steal") else label
    return {
        "id": f"seat-{seat}",
        "label": label,
        "glow": glow,
        "action": table.choices.action(text),
        "why": table.choices.why(text),
        "outline": d.rect(*body.inset(-4), 14),
        "opacity": 1 if view.alive[seat] else 0.55,
    }


def _frame(table: Table, seat: int, body: d.Box) -> d.Child:
    view = table.view
    tone = table.seat(seat).colour
    fill = d.CARD if view.alive[seat] else d.mix(d.CARD, d.GREY, 0.2)
    if seat == view.active and not view.over:
        fill = d.mix(d.CARD, tone, 0.1)
    return d.rect(*body, 11, fill=fill, stroke=tone, width=2.5)


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


def _deciding(table: Table, seat: int, body: d.Box) -> d.Child:
    """A tab on the edge of the seat that is awaited; it lies above the edge of a choice."""
    if seat != table.view.actor:
        return None
    return d.badge(table.say("deciding"), size=11, fill=d.ACCENT, x=body.right - 52, y=body.y - 2)


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
    return d.pips(min(number, PIPS), PIPS, r=r, gap=gap, fill=d.FAINT, notched=() if exempt else (PIPS,), x=x, y=y)


def _counters(table: Table, seat: int, x: float, y: float, step: float) -> list[d.Child]:
    """Four counts in a row: symbol and number above seven pips. (x, y) is the middle of the first."""
    drawn: list[d.Child] = []
    for kind in range(KINDS):
        number = table.view.tokens[seat][kind]
        at = x + step * kind
        ink = d.INK if number else d.FAINT
        drawn.append(symbol(kind, 9.5, x=at - 8, y=y))
        drawn.append(d.fit_text(number, 18, 16, 11, x=at + 11, y=y, bold=True, fill=ink))
        drawn.append(_pips(table, seat, number, 1.9, 1.3, at, y + 22))
    return drawn


def plate(table: Table, seat: int, x: float, y: float, spots: Spots) -> d.Group:
    """A seat of the round table, around (x, y)."""
    w, h = PLATE
    body = d.Box(x - w / 2, y - h / 2, w, h)
    view = table.view
    role = view.roles[seat]
    room = w - 50 - _badges_width(table, seat)
    top = body.y + 21
    parts: list[d.Child] = [_frame(table, seat, body), d.seat_mark(table.seat(seat), r=11, x=body.x + 20, y=top)]
    under = table.say("out") if not view.alive[seat] else table.role(role) if role != NO_ROLE else ""
    name = table.names[seat]
    lines, lift = (1, 6) if under else (2, 0)
    parts.append(
        d.fit_text(
            name, room, 14, 10.5, lines, x=body.x + 38, y=top - lift, anchor="start", bold=True, height=30
        )
    )
    if under:
        ink = d.WARN if not view.alive[seat] else d.FAINT
        parts.append(d.fit_text(under, room, 11, 9, x=body.x + 38, y=top + 10, anchor="start", fill=ink))
    parts += _badges(table, seat, body.right - 18, top)
    parts.append(role_card(table, seat, 36, 48, body.x + 26, body.y + 66))
    if view.alive[seat]:
        for kind in range(KINDS):
            spots[seat, kind] = (body.x + 68 + 38.5 * kind, body.y + 44)
        parts.append(_counters(table, seat, body.x + 68, body.y + 58, 38.5))
    return d.group(d.group(parts, **_choice(table, seat, body)), _deciding(table, seat, body))


def line_plate(table: Table, seat: int, box: d.Box, spots: Spots) -> d.Group:
    """A seat as a row of a narrow table."""
    view = table.view
    role = view.roles[seat]
    parts: list[d.Child] = [_frame(table, seat, box)]
    parts.append(role_card(table, seat, 32, 44, box.x + 24, box.cy))
    room = box.w - 58 - 4 * 45 - 8
    badges = _badges_width(table, seat)
    under = table.say("out") if not view.alive[seat] else table.role(role) if role != NO_ROLE else ""
    middle = box.y + 18 if badges or under else box.cy
    parts.append(d.seat_mark(table.seat(seat), r=10, x=box.x + 58, y=middle))
    lines = 1 if badges or under else 2
    at = box.x + 74
    parts.append(
        d.fit_text(table.names[seat], room - 18, 14, 11, lines, x=at, y=middle, anchor="start", bold=True)
    )
    if badges:
        parts += _badges(table, seat, box.x + 32 + badges, box.y + 44)
    if under:
        ink = d.WARN if not view.alive[seat] else d.FAINT
        parts.append(
            d.fit_text(
                under,
                room - badges,
                12,
                9,
                2,
                x=box.x + 47 + badges,
                y=box.y + 44,
                anchor="start",
                fill=ink,
                height=26,
            )
        )
    if view.alive[seat]:
        first = box.right - 4 * 45 + 20
        for kind in range(KINDS):
            spots[seat, kind] = (first + 45 * kind, box.y + 10)
        parts.append(_counters(table, seat, first, box.y + 26, 45))
    arrow = turn_arrow(box.x + 24, box.bottom, 90, 9) if seat == view.active and not view.over else None
    return d.group(d.group(parts, **_choice(table, seat, box)), _deciding(table, seat, box), arrow)


def own_plate(table: Table, box: d.Box, spots: Spots) -> d.Group:
    """The viewer's own seat: the role and how far its goal is."""
    view = table.view
    seat = table.me
    role = view.roles[seat]
    card_w, card_h = 84.0, box.h - 20
    left = box.x + card_w + 22
    top = box.y + 22
    parts: list[d.Child] = [_frame(table, seat, box), _own_card(table, role, card_w, card_h, box)]
    parts.append(d.seat_mark(table.seat(seat), r=12, x=left + 12, y=top))
    room = box.right - left - 40 - _badges_width(table, seat)
    words = table.say("you", seat=table.names[seat])
    parts.append(d.fit_text(words, room, 16, 11, x=left + 32, y=top, anchor="start", bold=True))
    parts += _badges(table, seat, box.right - 20, top)
    if view.alive[seat]:
        step = (box.right - left - 6) / KINDS
        for kind in range(KINDS):
            at = left + step * (kind + 0.5)
            spots[seat, kind] = (at - 18, box.y + 50)
            parts.append(_own_counter(table, role, kind, at, box.y + 58, step))
        if notice := _own_notice(table, role):
            parts.append(
                d.fit_text(
                    notice, box.right - left - 50, 12, 9, x=left, y=box.bottom - 14, anchor="start", fill=d.FAINT
                )
            )
    else:
        parts.append(d.text(table.say("out"), left, box.cy + 16, 16, anchor="start", fill=d.WARN))
    return d.group(d.group(parts, **_choice(table, seat, box)), _deciding(table, seat, box))


def _own_card(table: Table, role: int, w: float, h: float, box: d.Box) -> d.Group:
    x, y = box.x + 12 + w / 2, box.cy
    if role == NO_ROLE:
        return role_card(table, table.me, w, h, x, y)
    face = [
        d.fit_text(table.role(role), w - 10, 13, 9, 3, y=-h / 2 + 24, bold=True, height=40),
        emblem(role, 22, y=h * 0.17),
    ]
    return d.card(face, w=w, h=h, edge=d.GOLD, edge_width=2.5, id=f"role-{table.me}", glides=True, x=x, y=y)


def _own_counter(table: Table, role: int, kind: int, x: float, y: float, step: float) -> d.Group:
    number = table.view.tokens[table.me][kind]
    demand = table.demand(role, kind, table.view.tokens[table.me]) if role != NO_ROLE else None
    done = demand is not None and not demand.idle and demand.holds(number)
    held = d.text(number, x - 4, y + 28, 20, anchor="end", bold=True)
    if demand is not None:
        ink = d.GOOD if done else d.FAINT
        words = f"/ {demand.code}"
        wanted = d.fit_text(words, step / 2, 15, 11, x=x, y=y + 29, anchor="start", fill=ink, bold=done)
    r = min(3.6, (step - 14) / 18)
    return d.group(
        symbol(kind, 13, x=x, y=y),
        d.mark("tick", 8, x + 24, y + 2, fill=d.GOOD) if done else None,
        held,
        wanted if demand is not None else None,
        _pips(table, table.me, number, r, r * 0.7, x, y + 50),
    )


def _own_notice(table: Table, role: int) -> str:
    """What else the goal asks for; in a duel also the roles held before."""
    if table.view.lost_roles:
        return table.say("former_roles", roles=", ".join(table.role(lost) for lost in table.view.lost_roles))
    return table.say("also_guess") if role != NO_ROLE and table.must_guess(role) else ""
