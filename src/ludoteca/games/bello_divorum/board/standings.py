"""Everybody's standing: Faith Points and what they are made of, what is left, and who has the turn."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import SHEET, people, sign
from ludoteca.games.bello_divorum.board.gestures import seat_key
from ludoteca.games.bello_divorum.board.kit import BelloKit
from ludoteca.games.bello_divorum.rules.actions import POWERS
from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, TEMPLE

ROOMY: Final = 84.0
"""A plate this high has room for one more line."""


def standings(kit: BelloKit, box: d.Box) -> d.Group:
    """Everybody in turn order, as seen from the viewer."""
    seats = kit.seats_around()
    high = min(box.h / len(seats), 96.0)
    plates = [
        _plate(kit, seat, d.Box(box.x, box.y + high * number, box.w, high - 4))
        for number, seat in enumerate(seats)
    ]
    return d.group(plates, label=kit.say("players"))


def _plate(kit: BelloKit, seat: int, box: d.Box) -> d.Group:
    view = kit.view
    active = seat == view.active and not view.over
    tone = kit.tone(seat)
    fill = d.mix(d.CARD, tone, 0.16) if active else d.CARD
    return d.group(
        d.rect(-2.5, -2.5, box.w + 5, box.h + 5, 12, fill=d.GLOW) if active else None,
        d.rect(0, 0, box.w, box.h, 10, fill=fill, stroke=tone if active else d.LINE, width=2),
        _crest(kit, seat, box.h / 2),
        d.fit_text(kit.name(seat), box.w - 106, 14, 12.5, x=44, y=13, anchor="start", serif=True),
        _faith(kit, seat, box),
        _tally(kit, seat),
        _marks(kit, seat, box),
        _chips_left(kit, seat, box),
        id=f"seat {seat}",
        x=box.x,
        y=box.y,
        label=told(kit, seat),
        about=seat_key(seat),
        outline=d.rect(0, 0, box.w, box.h, 10),
        **kit.touch_if_asked(seat_key(seat)),
    )


def _crest(kit: BelloKit, seat: int, y: float) -> d.Child:
    pantheon = kit.view.pantheon[seat]
    if pantheon < 0:
        mark = d.SEATS[seat % len(d.SEATS)]
        return [d.circle(22, y, 17, fill=mark.colour), d.mark(mark.shape, 9, 22, y, fill=d.CARD)]
    return d.use(SHEET, f"chip-{people(pantheon)}", 22, y, 1.02)


def _faith(kit: BelloKit, seat: int, box: d.Box) -> d.Child:
    """The Faith Points, with a crown for whoever won or has the most."""
    best = kit.view.faith[seat] == max(kit.view.faith) > 0
    won = seat in kit.view.winners if kit.view.over else best
    points = d.text(kit.view.faith[seat], box.w - 22, box.h / 2 + 4, 23, bold=True)
    crown = d.use(SHEET, "crown", box.w - 22, 11, 0.85) if won else None
    above = d.rect(box.w - 34, 4, 24, 1, opacity=0)  # a preview says here by how much it would change
    return d.group(points, crown, above, id=f"faith {seat}", amount=kit.view.faith[seat])


def _tally(kit: BelloKit, seat: int) -> d.Child:
    """Followers on the board, Fields, Cities, Temples; below them the next turn's actions and the supply."""
    view = kit.view
    held = view.controls[seat]
    made_of = (sum([place[seat] for place in view.followers]), held[FIELD], held[CITY], held[TEMPLE])
    return [
        d.use(SHEET, "tally", 0, -4, tone=d.FAINT),
        [_number(number, 59 + 37 * at, 32) for at, number in enumerate(made_of)],
        _number(view.next_actions[seat], 59, 49),
        d.text(kit.say("supply", number=view.supply[seat]), 96, 53, 12.5, anchor="start", baseline=True),
    ]


def _number(number: int, x: float, y: float) -> d.Text:
    return d.text(number, x + 8, y + 4, 12.5, bold=True, baseline=True)


def _marks(kit: BelloKit, seat: int, box: d.Box) -> d.Child:
    """What the gods have done to a seat."""
    view = kit.view
    shown = [symbol for symbol, on in (("aegis", view.aegis[seat]), ("babel", view.penalty[seat] > 0)) if on]
    return [d.use(SHEET, symbol, box.w - 58 - 20 * at, 17, 0.9) for at, symbol in enumerate(shown)]


def _chips_left(kit: BelloKit, seat: int, box: d.Box) -> d.Child:
    """The chips not yet on the board, where there is room for them."""
    if box.h + 4 < ROOMY:
        return None
    words = kit.say("chips")
    left = 56 + d.width_of(words, 12.5)
    found: list[d.Child] = [d.text(words, 44, 67, 12.5, anchor="start", fill=d.FAINT)]
    for at, kind in enumerate((FIELD, CITY, TEMPLE)):
        x = round(left + 36 * at)
        found.append(d.use(SHEET, sign(kind), x, 67, 0.8, tone=d.FAINT))
        found.append(_number(kit.view.chips[seat][kind], x + 9, 67))
    return found


def told(kit: BelloKit, seat: int) -> str:
    """A standing in words."""
    view = kit.view
    held, chips = view.controls[seat], view.chips[seat]
    numbers = kit.say(
        "told",
        faith=view.faith[seat],
        followers=sum([place[seat] for place in view.followers]),
        fields=held[FIELD],
        cities=held[CITY],
        temples=held[TEMPLE],
        supply=view.supply[seat],
        field_chips=chips[FIELD],
        city_chips=chips[CITY],
        temple_chips=chips[TEMPLE],
        actions=view.next_actions[seat],
    )
    return ", ".join([kit.titled(seat), numbers, *signs(kit, seat)])


def signs(kit: BelloKit, seat: int) -> list[str]:
    """What else is to be said of a seat just now."""
    view = kit.view
    found: list[str] = []
    if seat in view.winners:
        found.append(kit.say("winner"))
    if seat == view.active and not view.over:
        found.append(kit.say("active"))
    elif view.moved[seat]:
        found.append(kit.say("moved"))
    if view.aegis[seat]:
        found.append(kit.say("aegis"))
    if view.penalty[seat]:
        found.append(kit.say("confused", number=view.penalty[seat]))
    if view.pantheon[seat] >= 0:
        powers = [kit.power_name(view.pantheon[seat], number) for number in range(1, POWERS + 1)]
        found.append(kit.say("powers", powers=kit.speaker.book.join(powers)))
    return found


def chips(kit: BelloKit, box: d.Box) -> d.Group:
    """On a phone: everybody's chip and Faith Points, in the order of the names above them."""
    me = kit.view.viewer
    seats = sorted(kit.seats_around(), key=lambda seat: (seat != me, seat))
    columns = box.columns(len(seats), 3)
    return d.group(
        [_chip(kit, seat, column) for seat, column in zip(seats, columns, strict=True)],
        label=kit.say("players"),
    )


def _chip(kit: BelloKit, seat: int, box: d.Box) -> d.Group:
    view = kit.view
    active = seat == view.active and not view.over
    tone, name = kit.tone(seat), kit.name(seat)
    lines = 2 if " " in name else 1
    known = view.pantheon[seat] >= 0
    inside: d.Child = [
        d.use(SHEET, f"chip-{people(view.pantheon[seat])}", 19, box.h / 2, 0.86) if known else None,
        d.group(
            d.text(view.faith[seat], 36 + (box.w - 38) / 2, box.h / 2, 16, bold=True),
            id=f"faith {seat}",
            amount=view.faith[seat],
        ),
        d.use(SHEET, "aegis", 33, 10, 0.62) if view.aegis[seat] else None,
        d.use(SHEET, "babel", 33, box.h - 9, 0.6) if view.penalty[seat] else None,
    ]
    return d.group(
        d.rect(
            0,
            0,
            box.w,
            box.h,
            12,
            fill=d.mix(d.CARD, tone, 0.25) if active else d.CARD,
            stroke=tone if active else d.LINE,
            width=3 if active else 1,
        ),
        inside if known else d.fit_text(name, box.w - 4, 14, 14, lines, x=box.w / 2, y=box.h / 2),
        id=f"seat {seat}",
        x=box.x,
        y=box.y,
        label=told(kit, seat),
        about=seat_key(seat),
        outline=d.rect(0, 0, box.w, box.h, 12),
        **kit.touch_if_asked(seat_key(seat)),
    )
