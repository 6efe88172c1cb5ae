"""Development cards, large in one's own hand and tableau, small in those of others."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.desk import Desk
from ludoteca.games.bomarzo.board.signs import FIRST_SIDE, SECOND_SIDE, icon
from ludoteca.games.bomarzo.rules.actions import FIELDS, TRACKS
from ludoteca.games.bomarzo.rules.edition import TEMPLES

W: Final = 112
H: Final = 112
CHIP_H: Final = 20


def steps_of(steps: list[int], x: float, y: float, r: float = 6.5) -> list[d.Child]:
    """Track steps from right to left, ending at x."""
    drawn: list[d.Child] = []
    for track in range(len(TRACKS) - 1, -1, -1):
        if steps[track]:
            drawn.append(d.text(steps[track], x, y, 12, anchor="end", bold=True))
            drawn.append(icon(TRACKS[track], r, x - 15, y))
            x -= 28
    return drawn


def steps_in_words(desk: Desk, steps: list[int]) -> str:
    named = [f"{desk.noun('track', track)} {steps[track]}" for track in range(len(TRACKS)) if steps[track]]
    return ", ".join(named)


def fields_of(desk: Desk, card: int) -> list[int]:
    return [field for field in range(len(FIELDS)) if desk.edition.fields[card] >> field & 1]


def in_words(desk: Desk, card: int, level: int, devotion: bool) -> str:
    """The whole card as a sentence."""
    edition = desk.edition
    fields = "/".join(desk.noun("field", field) for field in fields_of(desk, card))
    if level == 2:
        steps = steps_in_words(desk, edition.second_steps[card])
        benefit = desk.noun("benefit", edition.benefit[card])
        return f"{desk.noun('upgrade', card)} ({fields}; {steps}; {benefit})"
    steps = steps_in_words(desk, edition.first_steps[card])
    temple = desk.noun("temple", edition.temple[card])
    number = f"; {desk.say('devotion', number=edition.devotion[card])}" if devotion else ""
    later = f"{desk.noun('upgrade', card)}: {steps_in_words(desk, edition.second_steps[card])}"
    benefit = desk.noun("benefit", edition.benefit[card])
    return f"{desk.noun('card', card)} ({fields}; {steps}; {temple}{number}; → {later}; {benefit})"


def face(desk: Desk, card: int, level: int, x: float, y: float, *texts: str, used: bool = False) -> d.Group:
    """A card of one's own, centred on (x, y); the texts are the actions it may stand for."""
    edition = desk.edition
    action, why = desk.option(*texts)
    first = level == 1
    tone = FIRST_SIDE if first else SECOND_SIDE
    parts: list[d.Child] = [d.rect(-W / 2, -H / 2, W, 24, 7, fill=d.mix(d.CARD, tone, 0.3))]
    for n, field in enumerate(fields_of(desk, card)):
        parts.append(icon(FIELDS[field], 8, -W / 2 + 14 + 20 * n, -H / 2 + 12))
    steps = edition.first_steps[card] if first else edition.second_steps[card]
    parts += steps_of(steps, W / 2 - 6, -H / 2 + 12)
    name = desk.noun("card" if first else "upgrade", card)
    if first:
        parts.append(d.fit_text(name, W - 10, 12, 10, 2, y=-H / 2 + 39, bold=True, height=28))
        parts.append(d.token(edition.devotion[card], r=9, fill=d.CARD, x=-W / 2 + 15, y=8))
        parts.append(icon(TEMPLES[edition.temple[card]], 8, W / 2 - 16, 8))
        parts.append(d.rect(-W / 2 + 3, 21, W - 6, 32, 5, fill=d.mix(d.CARD, SECOND_SIDE, 0.22)))
        parts += steps_of(edition.second_steps[card], W / 2 - 8, 29, 5.5)
        parts.append(d.text("→", -W / 2 + 14, 29, 12))
        benefit = desk.noun("benefit", edition.benefit[card])
        parts.append(d.fit_text(benefit, W - 14, 11, 10, y=44))
    else:
        parts.append(d.fit_text(name, W - 10, 12, 10, 2, y=-12, bold=True, height=28))
        parts.append(d.fit_text(desk.noun("benefit", edition.benefit[card]), W - 10, 12, 10, 1, y=20))
        if used:
            parts.append(d.badge(desk.say("used"), size=11, fill=d.GREY, y=42))
    label = in_words(desk, card, level, devotion=first) + (f", {desk.say('used')}" if used else "")
    return d.card(
        *parts, w=W, h=H, edge=tone, edge_width=2.5, id=f"card-{card}", glides=True,
        x=x, y=y, label=label, action=action, why=why, opacity=0.7 if used else 1,
    )  # fmt: skip


def chip(desk: Desk, card: int, level: int, x: float, y: float, w: float, used: bool) -> d.Group:
    """A card of somebody else, from (x, y) down and right."""
    edition = desk.edition
    tone = FIRST_SIDE if level == 1 else SECOND_SIDE
    parts: list[d.Child] = [
        d.rect(0, 0, w, CHIP_H, 5, fill=d.mix(d.CARD, tone, 0.25), stroke=tone, width=1.5, dash="3 3" * used)
    ]
    left = 11.0
    for field in fields_of(desk, card):
        parts.append(icon(FIELDS[field], 5.5, left, CHIP_H / 2))
        left += 14
    right = w - 4
    if level == 1:
        parts.append(icon(TEMPLES[edition.temple[card]], 5.5, w - 11, CHIP_H / 2))
        right = w - 20
    name = desk.noun("card", card) if level == 1 else desk.noun("power", edition.benefit[card])
    room = right - left + 4
    parts.append(d.fit_text(name, room, 10.5, 10, x=left - 4, y=CHIP_H / 2, anchor="start"))
    label = in_words(desk, card, level, devotion=False) + (f", {desk.say('used')}" if used else "")
    return d.group(*parts, x=x, y=y, label=label, id=f"card-{card}", glides=True)
