"""The rivals on a phone: arches as chips, one or two rows of them."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board import art
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.gestures import seat_key
from ludoteca.games.bologna.board.kit import OUT_OF_REACH, BolognaKit, Seated
from ludoteca.games.bologna.board.portico import SIN, deus_token, skip_token
from ludoteca.games.bologna.rules.state import NO_ROLE

AREA: Final = d.Box(2, 4, 386, 130)


def chips(kit: BolognaKit) -> list[d.Group]:
    """Everybody else: up to three in a row, two rows for more."""
    number = len(kit.rivals)
    columns = number if number <= 3 else 2 if number == 4 else 3
    lines = (number + columns - 1) // columns
    boxes = [box for line in AREA.rows(lines, 2) for box in line.columns(columns, 2)]
    return [_chip(kit.seated(seat), box) for seat, box in zip(kit.rivals, boxes, strict=False)]


@d.part
def _chip(shown: Seated, box: d.Box) -> d.Group:
    """A rival: name above, the hood or the portrait on the left, the tokens on the right."""
    _, _, w, h = box
    ink = art.DARK if shown.is_lit else art.INK
    room = w - 25 - 22 * shown.deus - 20 * shown.could_be_crowned
    inside = d.group(
        d.rect(0, 0, w, h, 8, fill=art.WALL),
        d.rect(2, 22, w - 4, h - 24, 8, fill=art.HALL),
        d.rect(2, 22, w - 4, h - 24, 8, fill=art.GOLD, opacity=0.2) if shown.is_lit else None,
        d.rect(1, 1, w - 2, 21, 5, fill=art.GOLD if shown.is_lit else art.PAPER),
        art.emblem(shown.seat, 7.5, 13, 11.5),
        d.fit_text(shown.name, room, 14, 14, x=24, y=11.5, anchor="start", serif=True, fill=ink),
        d.use(SHEET, "threat", w - 13 - 22 * shown.deus, 12, 0.62) if shown.could_be_crowned else None,
        _who(shown, h) if shown.alive else None,
        _counts(shown, w, h) if shown.alive else _left(shown.words.short("out"), w, h),
        id=f"seat-{shown.seat}",
        label=shown.label,
        about=seat_key(shown.seat),
        outline=d.rect(0, 0, w, h, 9),
        **shown.reach.touch,
    )
    tokens: list[d.Child] = []
    if shown.skip_token >= 0:
        tokens.append(skip_token(shown.skip_token, 14, h - 14, 0.55))
    if shown.deus:
        tokens.append(deus_token(shown.name, OUT_OF_REACH, w - 13, 12, 0.55))
    return d.group(inside, tokens, x=box.x, y=box.y)


def _left(words: str, w: float, h: float) -> d.Child:
    return d.fit_text(words, w - 12, 14, 14, 2, x=w / 2, y=(h + 22) / 2, fill=art.IVORY)


def _who(shown: Seated, h: float) -> d.Child:
    """A hood, or the portrait once the card lies open."""
    size = min((h - 26) / 118, 0.6)
    middle = 4 + 52 * size
    if shown.role != NO_ROLE:
        portrait = art.portrait(shown.role, 100 * size)
        return d.group(portrait, id=f"role-{shown.seat}", glides=True, x=5, y=h - 4 - 106 * size)
    cap = d.use(SHEET, "nightcap", middle + 2, h - 2 - 78 * size, 0.8 * size)
    return [
        d.group(id=f"role-{shown.seat}", glides=True, x=6, y=h - 40),
        d.use(SHEET, "hood", middle, h - 2, size, tone=art.SEATS[shown.seat]),
        cap if shown.skip_token >= 0 else None,
    ]


def _counts(shown: Seated, w: float, h: float) -> list[d.Child]:
    """Four numbers with their symbols, two by two; in a row where there is room."""
    tall = h > 100
    left = 70.0 if tall else 44.0
    columns = 4 if w - left > 4 * 42 else 1 if tall and w - left < 2 * 42 else 2
    step = (w - left - 2) / columns
    lines = 4 // columns
    drawn: list[d.Child] = []
    for kind, number in enumerate(shown.held):
        x = left + step * (kind % columns)
        y = 22 + (h - 24) * (kind // columns + 0.5) / lines
        flame = shown.sins and number >= SIN
        drawn += [
            art.symbol(kind, 8.5, x + 10, y),
            d.group(
                d.text(number, 0, 0, 16, bold=True, fill=art.IVORY),
                id=f"count-{shown.seat}-{kind}",
                amount=number,
                x=x + 27,
                y=y,
            ),
            d.use(SHEET, "flame", x + 38, y, 0.6) if flame else None,
        ]
    return drawn
