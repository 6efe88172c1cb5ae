"""Power cards: the favours of a pantheon with their price, and the six cards to choose from."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import SHEET, colour_of, people
from ludoteca.games.bello_divorum.board.gestures import pantheon_key, power_key
from ludoteca.games.bello_divorum.board.kit import BelloKit
from ludoteca.games.bello_divorum.rules.actions import POWERS
from ludoteca.games.bello_divorum.rules.edition import Power

HEAD: Final = 32.0
ROW: Final = 26.0
LINE: Final = 14.0
"""How high the name of a favour is, and each line of its text."""
TEXT: Final = 12.5


class Row(NamedTuple):
    """One favour on a card: its words and its price."""

    people: str
    name: str
    text: str
    cost: int
    doom: int


def power_card(kit: BelloKit, seat: int, box: d.Box) -> d.Group:
    """The gods of a seat: in the Power Phase their favours are the choices."""
    pantheon = kit.view.pantheon[seat]
    title = kit.people(seat)
    lines = [len(_lines(kit.power_text(power), box.w)) for power in kit.pantheon(seat).powers]
    spare = (box.h - HEAD - sum([ROW + LINE * number for number in lines])) / POWERS
    top = box.y + HEAD
    rows: list[d.Group] = []
    for number, high in enumerate([ROW + LINE * number + spare for number in lines], 1):
        rows.append(_favour(kit, seat, number, d.Box(box.x, round(top), box.w, round(high))))
        top += high
    return d.group(
        _card_face(people(pantheon), colour_of(kit.pantheon(seat)), title, box),
        rows,
        label=kit.say("card", people=title),
    )


@d.part
def _card_face(who: str, tone: d.Colour, title: str, box: d.Box) -> d.Group:
    x, y, w, h = box
    low, right = y + HEAD - 3, x + w
    band = (
        f"M{x:g} {low:g}V{y + 10:g}Q{x:g} {y:g} {x + 10:g} {y:g}"
        f"H{right - 10:g}Q{right:g} {y:g} {right:g} {y + 10:g}V{low:g}Z"
    )
    return d.group(
        d.rect(x, y, w, h, 10, fill=d.CARD, stroke=d.LINE),
        d.path(band, fill=tone),
        d.fit_text(
            title, w - 64, 14, 12.5, x=x + 12, y=y + 15, anchor="start", serif=True, fill=d.ink_on(tone)
        ),
        d.circle(x + w - 26, y + 15, 19, fill=d.mix(tone, d.Colour("#1d1430"), 0.34)),
        d.use(SHEET, f"mask-{who}", x + w - 26, y + 15, 0.44),
    )


def _favour(kit: BelloKit, seat: int, number: int, box: d.Box) -> d.Group:
    pantheon = kit.view.pantheon[seat]
    power = kit.pantheon(seat).powers[number - 1]
    name = kit.power_name(pantheon, number)
    row = Row(people(pantheon), name, kit.power_text(power), power.cost, power.doom)
    key = power_key(POWERS * pantheon + number - 1)
    used = kit.in_use(seat, number)
    return d.group(
        d.rect(2, 0, box.w - 4, box.h - 3, 7, fill=d.mix(d.CARD, colour_of(kit.pantheon(seat)), 0.25))
        if used
        else None,
        _row(row, box.w, box.h),
        id=f"power {number}",
        x=box.x,
        y=box.y,
        label=kit.power_told(pantheon, number),
        glow=kit.say("in_use") if used else None,
        about=key,
        outline=d.rect(3, 0, box.w - 6, box.h - 3, 7),
        **kit.touch_if_asked(key),
    )


@d.part
def _row(row: Row, w: float, h: float) -> d.Group:
    return d.group(
        d.fit_text(row.name, w - 60, 13, 12.5, 1, x=11, y=11, anchor="start", bold=True),
        price(row.people, row.cost, row.doom, w - 14, 11),
        [
            d.text(words, 11, 32 + LINE * number, TEXT, anchor="start", baseline=True)
            for number, words in enumerate(_lines(row.text, w))
        ],
    )


def _lines(text: str, w: float) -> tuple[str, ...]:
    """The text of a favour, broken to fit a card."""
    return d.fit(text, w - 20, TEXT, TEXT, 9).lines


def price(who: str, cost: int, doom: int, right: float, y: float) -> d.Child:
    """Followers to be sacrificed on every Temple, and steps of the Doomsday Token."""
    found: list[d.Child] = []
    for _ in range(doom):
        found.append(d.use(SHEET, "hourglass", right, y + 8, 0.36))
        right -= 11
    if cost:
        found.append(d.use(SHEET, f"{who}-{cost}", right - 4 * cost + 4, y + 2, 0.56))
    return found


def draft(kit: BelloKit, box: d.Box) -> d.Group:
    """The six pantheons: who chooses touches one, everybody may read."""
    boxes = box.rows(len(kit.edition.pantheons), 5)
    cards = [_draft_card(kit, number, place) for number, place in enumerate(boxes)]
    return d.group(cards, label=kit.say("pantheons"))


def _draft_card(kit: BelloKit, number: int, box: d.Box) -> d.Group:
    pantheon = kit.edition.pantheons[number]
    taken = number in kit.view.pantheon
    name = kit.speaker.book.noun("pantheon", number)
    title = f"{name}, {kit.name(kit.view.pantheon.index(number))}" if taken else name
    told = " ".join(kit.power_told(number, power) for power in range(1, POWERS + 1))
    tone = colour_of(pantheon)
    rows = tuple([kit.power_name(number, power) for power in range(1, POWERS + 1)])
    small = kit.narrow
    inside = (
        _draft_chip(people(number), name, tone, box.w, box.h)
        if small
        else _draft_face(people(number), title, tone, rows, tuple(pantheon.powers), box.w, box.h)
    )
    return d.group(
        inside,
        id=f"pantheon {number}",
        x=box.x,
        y=box.y,
        label=f"{title}: {told}",
        about=pantheon_key(number),
        opacity=0.65 if taken else 1,
        outline=d.rect(0, 0, box.w, box.h, 10),
        **kit.touch(pantheon_key(number)),
    )


@d.part
def _draft_face(
    who: str,
    title: str,
    tone: d.Colour,
    names: tuple[str, ...],
    powers: tuple[Power, ...],
    w: float,
    h: float,
) -> d.Group:
    heights = [22 + (h - 30) / POWERS * (number + 0.5) for number in range(POWERS)]
    return d.group(
        d.rect(0, 0, w, h, 10, fill=d.CARD, stroke=tone, width=2.5),
        d.use(SHEET, f"mask-{who}", 25, h / 2 + 2, 0.5),
        d.fit_text(title, w - 58, 14, 12.5, x=50, y=14, anchor="start", serif=True),
        [
            [
                d.fit_text(name, w - 104, 12.5, 12.5, 2, x=50, y=y, anchor="start", leading=1.0),
                price(who, power.cost, power.doom, w - 12, y - 2),
            ]
            for y, name, power in zip(heights, names, powers, strict=True)
        ],
    )


@d.part
def _draft_chip(who: str, name: str, tone: d.Colour, w: float, h: float) -> d.Group:
    return d.group(
        d.rect(0, 0, w, h, 10, fill=d.CARD, stroke=tone, width=2.5),
        d.use(SHEET, f"emblem-{who}", w / 2, 14, 8, tone=d.INK),
        d.text(name, w / 2, h - 13, 14),
    )


def narrow_draft(kit: BelloKit, box: d.Box) -> d.Group:
    """The six pantheons as chips with their names, three to a line."""
    boxes = [column for row in box.rows(2, 4) for column in row.columns(3, 4)]
    return d.group(
        [_draft_card(kit, number, place) for number, place in enumerate(boxes)], label=kit.say("pantheons")
    )


def power_strip(kit: BelloKit, seat: int, box: d.Box) -> d.Group:
    """The favours of a seat by their names, side by side."""
    found = [
        _strip_favour(kit, seat, number, column) for number, column in enumerate(box.columns(POWERS, 4), 1)
    ]
    return d.group(found, label=kit.say("card", people=kit.people(seat)))


def _strip_favour(kit: BelloKit, seat: int, number: int, box: d.Box) -> d.Group:
    pantheon = kit.view.pantheon[seat]
    used = kit.in_use(seat, number)
    tone = colour_of(kit.pantheon(seat))
    power = kit.pantheon(seat).powers[number - 1]
    name = kit.power_name(pantheon, number)
    key = power_key(POWERS * pantheon + number - 1)
    return d.group(
        d.rect(0, 0, box.w, box.h, 10, fill=d.mix(d.CARD, tone, 0.3 if used else 0.0), stroke=tone, width=2),
        d.fit_text(name, box.w - 8, 14, 14, 2, x=box.w / 2, y=box.h / 2, height=40, leading=1.05),
        _tag(people(pantheon), power.cost, power.doom, tone, box.w),
        id=f"power {number}",
        x=box.x,
        y=box.y,
        label=kit.power_told(pantheon, number),
        about=key,
        outline=d.rect(0, 0, box.w, box.h, 10),
        **kit.touch_if_asked(key),
    )


@d.part
def _tag(who: str, cost: int, doom: int, tone: d.Colour, w: float) -> d.Group:
    """The price of a favour on a phone, a label on the upper edge of its plate."""
    wide = 14.0 + 8 * cost + 11 * doom
    return d.group(
        d.rect(w - wide - 4, -13, wide, 17, 8, fill=d.CARD, stroke=tone, width=1.4),
        price(who, cost, doom, w - 12, -6),
    )
