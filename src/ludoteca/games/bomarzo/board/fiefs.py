"""The seats: one's own village, hand and tableau, and the others at a glance."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.cards import CHIP_H, H, W, chip, face
from ludoteca.games.bomarzo.board.desk import SEATS, Desk
from ludoteca.games.bomarzo.board.signs import FIRST_SIDE, counted, cube
from ludoteca.games.bomarzo.board.standings import if_it_ended_now
from ludoteca.games.bomarzo.rules.actions import DIVINITIES, ROWS

GAP: Final = 10.0
ROW_H: Final = 32.0
OWN_VERBS: Final = ("play", "convert", "tart-discard", "devote")


class Shelf(NamedTuple):
    """Cards that belong together, drawn from their upper left corner."""

    drawn: d.Group
    w: float
    h: float


class Face(NamedTuple):
    """A card on a shelf: its number, its side, and the actions it may stand for."""

    card: int
    level: int
    texts: list[str]


def store(desk: Desk, seat: int, x: float, y: float) -> list[d.Child]:
    """Food, coins, wine, cards in hand, pawns ready and owned."""
    view = desk.view
    parts: list[d.Child] = []
    for kind, number in enumerate(view.cubes[seat]):
        parts.append(counted(cube(kind, 9), number, x, y, 14, 13))
        x += 46 if number < 10 else 52
    parts.append(d.rect(x - 7, y - 9, 13, 18, 2.5, fill=FIRST_SIDE, stroke=d.INK))
    parts.append(d.text(len(view.hands[seat]), x + 12, y, 14, anchor="start", bold=True))
    x += 42
    parts.append(d.seat_mark(SEATS[seat], r=8, x=x, y=y))
    parts.append(d.text(f"{view.idle[seat]}/{view.pawns[seat]}", x + 12, y, 14, anchor="start", bold=True))
    return parts


def in_words(desk: Desk, seat: int) -> str:
    view = desk.view
    food, coin, wine = view.cubes[seat]
    parts = [
        desk.say("holds", food=food, coin=coin, wine=wine, hand=len(view.hands[seat])),
        desk.say("pawns", ready=view.idle[seat], owned=view.pawns[seat]),
        desk.say("points", number=view.vp[seat]),
    ]
    if seat == view.first:
        parts.append(desk.say("first"))
    if view.passed[seat]:
        parts.append(desk.say("passed"))
    for card in view.known[seat]:
        parts.append(desk.say("known", card=desk.noun("card", card)))
    return f"{desk.name(seat)}: " + "; ".join(parts)


def heading(desk: Desk, seat: int, w: float) -> list[d.Child]:
    """Name, points, and what the game would give if it ended now."""
    view = desk.view
    tone = SEATS[seat].colour
    ground = d.mix(d.CARD, tone, 0.3 if seat == view.actor else 0.16)
    points = desk.say("points_now", number=view.vp[seat], total=if_it_ended_now(desk)[seat])
    if view.over:
        points = desk.say("points", number=view.vp[seat])
    name = desk.name(seat)
    notes = [desk.say("first")] * (seat == view.first) + [desk.say("passed")] * view.passed[seat]
    title = f"{name} ({', '.join(notes)})" if notes else name
    return [
        d.rect(0, 0, w, 30, 9, fill=ground),
        d.seat_mark(SEATS[seat], r=10, x=18, y=15),
        d.fit_text(title, w - 166, 14, 10, x=36, y=15, anchor="start", bold=True),
        d.fit_text(points, 124, 12, 10, x=w - 8, y=15, anchor="end"),
    ]


def small_rows(desk: Desk, seat: int, x: float, y: float, w: float) -> list[d.Child]:
    """The five rows in little: a letter, and a dot for each step; symbols are squares."""
    view = desk.view
    parts: list[d.Child] = []
    each = w / len(ROWS)
    for row in range(len(ROWS)):
        left = x + each * row
        end = desk.edition.row_end[row]
        letter = desk.noun("row", row)[:2].capitalize()
        parts.append(d.text(letter, left, y, 11, anchor="start", bold=True))
        step = min(7.0, (each - 24) / end)
        for n in range(1, end + 1):
            reached = n <= view.rows[seat][row]
            fill = SEATS[seat].colour if reached else d.CARD
            shape: d.Mark = "square" if n in desk.edition.rows[row] else "circle"
            r = 3.2 if shape == "square" else 2.2
            parts.append(
                d.mark(shape, r, left + 19 + step * (n - 1), y, fill=fill, stroke=d.FAINT, width=0.8)
            )
    return parts


def other(desk: Desk, seat: int, w: float) -> tuple[d.Group, float]:
    """Somebody else's fief, compact."""
    view = desk.view
    parts: list[d.Child] = [heading(desk, seat, w), store(desk, seat, 18, 48)]
    parts += small_rows(desk, seat, 10, 72, w - 14)
    incomes = [
        f"+{number}{letter}" for number, letter in zip(view.incomes[seat][:3], "FCW", strict=True) if number
    ]
    if view.incomes[seat][3]:
        incomes.append(desk.say("cards_due", number=view.incomes[seat][3]))
    note = desk.say("income", what=" ".join(incomes) or "0")
    if view.worship and view.worship[seat]:
        note += f" · {desk.say('worship', number=len(view.worship[seat]))}"
    parts.append(d.fit_text(note, w - 20, 11, 10, x=10, y=92, anchor="start", fill=d.FAINT))
    y = 106.0
    cards = [(card, 1) for card in view.first_level[seat]] + [(card, 2) for card in view.second_level[seat]]
    columns = 3
    wide = (w - 20 - 5 * (columns - 1)) / columns
    for n, (card, level) in enumerate(cards):
        at = (10 + n % columns * (wide + 5), y + n // columns * (CHIP_H + 5))
        parts.append(chip(desk, card, level, *at, wide, used=card in view.rotated[seat]))
    h = y + (len(cards) + columns - 1) // columns * (CHIP_H + 5) + 5
    frame = d.rect(
        0, 0, w, h, 9, fill=d.CARD, stroke=SEATS[seat].colour, width=3 if seat == view.actor else 1.5
    )
    return d.group(frame, parts, label=in_words(desk, seat)), h


def village(desk: Desk, w: float) -> tuple[d.Group, float]:
    """The own village: five rows of steps, with a worker on each."""
    view = desk.view
    me = desk.me
    longest = max(desk.edition.row_end)
    parts: list[d.Child] = []
    step = (w - 100) / longest
    for row in range(len(ROWS)):
        action, why = desk.option(f"worker {ROWS[row]}") if view.actor == view.viewer else (None, None)
        y = ROW_H * row + ROW_H / 2
        drawn: list[d.Child] = [
            d.fit_text(desk.noun("row", row).capitalize(), 62, 13, 10, x=8, y=y, anchor="start", bold=True)
        ]
        end = desk.edition.row_end[row]
        drawn.append(d.line(80, y, 80 + step * end, y, stroke=d.LINE, width=3))
        for n in range(end + 1):
            x = 80 + step * n
            symbol = n in desk.edition.rows[row]
            if symbol and row < 3:
                drawn.append(d.group(cube(row, 10), x=x, y=y, opacity=1 if n <= view.rows[me][row] else 0.45))
            elif symbol:
                ground = d.YELLOW if n <= view.rows[me][row] else d.CARD
                drawn.append(d.token("+1", r=10, fill=ground, shape="square", x=x, y=y))
            else:
                drawn.append(d.circle(x, y, 5, fill=d.CARD, stroke=d.FAINT))
        x = 80 + step * view.rows[me][row]
        worker = d.circle(0, 0, 13, stroke=SEATS[me].colour, width=4)
        drawn.append(d.group(worker, x=x, y=y, id=f"worker-{ROWS[row]}", glides=True))
        label = desk.say("row", row=desk.noun("row", row), number=view.rows[me][row], end=end)
        outline = d.rect(0, y - ROW_H / 2 + 2, w, ROW_H - 4, 7)
        parts.append(d.group(drawn, label=label, action=action, why=why, outline=outline))
    return d.group(parts, label=desk.say("village")), ROW_H * len(ROWS)


def own(desk: Desk, w: float) -> tuple[d.Group, float]:
    """One's own fief, or the first seat's for a spectator: store, village, hand, tableau, secrets."""
    view = desk.view
    me = desk.me
    parts: list[d.Child] = [heading(desk, me, w)]
    village_w = w - 20 if desk.narrow else 340.0
    rows, h = village(desk, village_w)
    parts.append(d.group(store(desk, me, 18, 0), x=0, y=50))
    parts.append(d.group(rows, x=10, y=68))
    left = 10.0 if desk.narrow else village_w + 34
    top = 76 + h if desk.narrow else 40.0
    room = w - left - 10
    for line in lines_of(shelves(desk, room), room):
        x = left
        for one in line:
            parts.append(d.group(one.drawn, x=x, y=top))
            x += one.w + 30
        top += max(one.h for one in line) + 8
    h = max(top, 76 + h)
    frame = d.rect(0, 0, w, h, 9, fill=d.CARD, stroke=SEATS[me].colour, width=3 if me == view.actor else 1.5)
    return d.group(frame, parts, label=in_words(desk, me)), h


def lines_of(shelves: list[Shelf], w: float) -> list[list[Shelf]]:
    """Shelves side by side as far as the room goes."""
    lines: list[list[Shelf]] = []
    left = 0.0
    for one in shelves:
        if lines and one.w + 30 <= left:
            lines[-1].append(one)
        else:
            lines.append([one])
            left = w
        left -= one.w + 30
    return lines


def shelves(desk: Desk, w: float) -> list[Shelf]:
    """Cards to choose from, hand, tableau, and what one has laid down in secret."""
    view = desk.view
    me = desk.me
    found: list[Shelf] = []
    offer = [card for card in view.offers[me] if card > 0]
    if offer:
        faces = [Face(card, 1, [f"keep {card}", f"discard-excess {card}"]) for card in offer]
        found.append(shelf(desk, desk.say("offer"), faces, w))
    hand = [card for card in view.hands[me] if card > 0]
    faces = [Face(card, 1, [f"{verb} {card}" for verb in OWN_VERBS]) for card in hand]
    if view.viewer >= 0 or hand:
        found.append(shelf(desk, desk.say("hand", number=len(hand)), faces, w))
    table = [Face(card, 1, [f"upgrade {card}"]) for card in view.first_level[me]]
    table += [Face(card, 2, []) for card in view.second_level[me]]
    found.append(shelf(desk, desk.say("tableau"), table, w))
    secret = secrets_in_words(desk)
    if secret:
        words = d.fit_text(secret, w, 12, 10, 3, x=0, y=0, anchor="start", top=True, height=44)
        found.append(Shelf(d.group(words, label=secret), w, 16.0 * len(words)))
    return found


def shelf(desk: Desk, title: str, faces: list[Face], w: float) -> Shelf:
    """Cards in rows under a title."""
    if not faces:
        words = f"{title}: {desk.say('nothing')}"
        return Shelf(d.group(d.text(words, 0, 8, 12, anchor="start", fill=d.FAINT), label=words), 180.0, 18.0)
    columns = max(1, int((w + GAP) // (W + GAP)))
    used = desk.view.rotated[desk.me]
    parts: list[d.Child] = [d.text(title, 0, 8, 12, anchor="start", bold=True)]
    for n, (card, level, texts) in enumerate(faces):
        x = W / 2 + n % columns * (W + GAP)
        y = 24 + H / 2 + n // columns * (H + GAP)
        parts.append(face(desk, card, level, x, y, *texts, used=card in used))
    lines = (len(faces) + columns - 1) // columns
    wide = min(len(faces), columns) * (W + GAP) - GAP
    return Shelf(d.group(parts, label=title), wide, 24 + lines * (H + GAP))


def secrets_in_words(desk: Desk) -> str:
    """The own cards under divinities and the own worship cards."""
    view = desk.view
    parts: list[str] = []
    for god in range(len(DIVINITIES)):
        for card in view.under[desk.me][god]:
            if card > 0:
                number = desk.edition.devotion[card]
                name = desk.noun("card", card)
                parts.append(
                    desk.say("own_under", card=name, number=number, divinity=desk.noun("divinity", god))
                )
    if view.worship:
        for god in view.worship[desk.me]:
            if god >= 0:
                parts.append(desk.say("own_worship", divinity=desk.noun("divinity", god)))
    return "; ".join(parts)
