"""The rivals under the portico: who they are, what they own, and what is known of them."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board import art
from ludoteca.games.bologna.board.art import SHEET
from ludoteca.games.bologna.board.gestures import seat_key
from ludoteca.games.bologna.board.kit import OUT_OF_REACH, BolognaKit, Reach, Seated
from ludoteca.games.bologna.rules.dice import KINDS
from ludoteca.games.bologna.rules.state import NO_ROLE

TOP: Final = 66.0
FLOOR: Final = 250.0
COUNTER: Final = FLOOR - 30
SIDE: Final = 415.0  # each half of the portico, left and right of the throne
RIGHT: Final = 565.0
SIN: Final = 7
THRONE: Final = 490.0


def portico(kit: BolognaKit) -> list[d.Group]:
    """The town, its arches, and everybody in their own."""
    arches = 2 if kit.seats <= 5 else 3
    width = SIDE / arches
    places = [side + width * number for side in (0.0, RIGHT) for number in range(arches)]
    first = 1 if kit.seats <= 3 else 0
    drawn = [_arcade(2 * arches, kit.say("throne"))]
    for seat, x in zip(kit.rivals, places[first:], strict=False):
        drawn.append(_at(bay(kit.seated(seat), width), x))
    for seat in kit.view.winners[:1]:
        drawn.append(_crowned(seat, kit.view.roles[seat]))
    if kit.seats == 2:
        drawn.append(_deck(kit.view.deck_size, kit.say("role_deck", number=kit.view.deck_size)))
    return drawn


@d.part
def _arcade(arches: int, throne: str) -> d.Group:
    return d.group(
        d.use(SHEET, "town"),
        d.use(SHEET, f"portico-{arches}"),
        d.group(d.rect(430, 96, 120, 150, fill=art.GOLD, opacity=0), label=throne, about="throne"),
    )


@d.part
def _crowned(seat: int, role: int) -> d.Group:
    """Whoever won sits on the throne, between two banners."""
    size = 58.0
    return d.group(
        d.use(SHEET, f"banner-{seat}", THRONE - 72, 150, 0.7),
        d.use(SHEET, f"banner-{seat}", THRONE + 46, 150, 0.7),
        d.rect(
            THRONE - size / 2 - 4, 134, size + 8, size * 1.06 + 8, 5, fill=art.GOLD, stroke=art.RIM, width=1.5
        ),
        art.portrait(role, size, THRONE - size / 2, 138),
        about=f"role {role}",
    )


@d.part
def _deck(number: int, label: str) -> d.Group:
    """The roles nobody has, in a duel: under the arch right of the throne."""
    x, y = RIGHT + SIDE / 4, COUNTER
    cards = [d.use(SHEET, "card-back", x - 30 + 6 * n, y - 78 - 2 * n, 0.38) for n in range(min(number, 4))]
    return d.group(
        cards,
        d.text(number, x, FLOOR - 12, 18, bold=True, fill=art.DARK),
        label=label,
        id="deck",
        amount=number,
        about="deck",
    )


@d.part
def _at(drawn: d.Group, x: float) -> d.Group:
    return d.group(drawn, x=x)


@d.part
def bay(shown: Seated, w: float) -> d.Group:
    """One arch: the rival, what they own on the counter, and their name above."""
    edge = d.rect(5, TOP + 3, w - 10, FLOOR - TOP - 5, 12)
    seat, sins = shown.seat, shown.sins
    inside = d.group(
        d.path(_opening(w), fill=art.GOLD, opacity=0.42) if shown.is_lit else None,
        _person(seat, shown.role, shown.near, shown.far, w)
        if shown.alive
        else _boarded(shown.words.short("out"), w),
        _owned(seat, shown.held, sins, w) if shown.alive else None,
        _name_plate(seat, shown.name, shown.is_lit, shown.could_be_crowned, w),
        id=f"seat-{seat}",
        label=shown.label,
        about=seat_key(seat),
        outline=edge,
        **shown.reach.touch,
    )
    return d.group(inside, _tokens(shown, w))


def _opening(w: float) -> str:
    """The outline of the hall behind an arch."""
    right, spring = f"{w - 13:g}", TOP + 78
    bow = f"C13 {spring - 55:g} {right} {spring - 55:g} {right} {spring:g}"
    return f"M13 {COUNTER:g}V{spring:g}{bow}V{COUNTER:g}Z"


@d.part
def _person(seat: int, role: int, near: int, far: int, w: float) -> d.Group:
    """A hood while nobody knows who is under it, the portrait once the card lies open."""
    middle = w / 2
    if role != NO_ROLE:
        size = 66.0
        portrait = d.group(
            d.rect(-3, -3, size + 6, size * 1.06 + 6, 4, fill=art.IVORY),
            art.portrait(role, size),
            id=f"role-{seat}",
            glides=True,
            about=f"role {role}",
            x=middle - size / 2,
            y=TOP + 42,
        )
        return d.group(portrait)
    scale = 0.9 if w > 150 else 0.78
    return d.group(
        d.group(
            d.use(SHEET, "card-back", 0, 0, 0.26, turn=-4),
            id=f"role-{seat}",
            glides=True,
            x=17 if w < 150 else 24,
            y=TOP + 62,
        ),
        d.use(SHEET, "hood", middle + 4, COUNTER, scale, tone=art.SEATS[seat]),
        _pinned(seat, near, far, w) if near != NO_ROLE else None,
    )


def _pinned(seat: int, near: int, far: int, w: float) -> d.Group:
    """A note on the wall: the role that this rival is close to, and the steps."""
    return d.group(
        d.use(SHEET, "pin", 0, 0, 1),
        art.head(near, 13, 0, -5),
        d.text(far, 0, 17, 13, bold=True, fill=art.DARK),
        x=w - 35,
        y=TOP + 84,
        turn=4,
        about=seat_key(seat),
    )


def _boarded(words: str, w: float) -> d.Child:
    """Boards over the arch of somebody who has left."""
    return [
        d.group(d.use(SHEET, "boards"), x=w / 2, y=TOP + 102, scale=(w - 34) / 104),
        d.rect(w / 2 - 58, TOP + 92, 116, 24, 5, fill=art.PAPER),
        d.fit_text(words, 110, 13, 12.5, x=w / 2, y=TOP + 104, fill=art.INK),
    ]


@d.part
def _owned(seat: int, held: tuple[int, ...], sins: bool, w: float) -> d.Group:
    """Piles on the counter with their numbers below; a flame warns at the last token before a sin."""
    step = (w - 30) / KINDS
    drawn: list[d.Child] = []
    for kind, number in enumerate(held):
        x = 15 + step * (kind + 0.5)
        drawn.append(art.pile(kind, number, x, COUNTER + 2, min(0.82, step / 44)))
        drawn.append(
            d.group(
                d.text(number, 0, 0, 18, bold=number > 0, fill=art.DARK),
                id=f"count-{seat}-{kind}",
                amount=number,
                x=x,
                y=FLOOR - 12,
            )
        )
        if sins and number >= SIN:
            drawn.append(d.use(SHEET, "flame", x + 14, FLOOR - 12, 0.8))
    return d.group(drawn)


@d.part
def _name_plate(seat: int, name: str, lit: bool, threat: bool, w: float) -> d.Group:
    ink = art.DARK if lit else art.INK
    room = w - 53 - 20 * threat
    serif = d.width_of(name, 12.5, serif=True) <= room
    return d.group(
        art.plate(26, TOP + 8, w - 36, 27, lit),
        d.use(SHEET, f"banner-{seat}", 10, TOP + 8, 0.6),
        d.fit_text(name, room, 15, 12.5, x=39, y=TOP + 21, anchor="start", serif=serif, fill=ink),
        d.use(SHEET, "threat", w - 23, TOP + 21, 0.72) if threat else None,
    )


def _tokens(shown: Seated, w: float) -> list[d.Child]:
    """What may travel on: the Deus-Ex Machina, and a Skip Turn token with the nightcap it puts on."""
    drawn: list[d.Child] = []
    if shown.skip_token >= 0:
        scale = 0.72 if w > 150 else 0.62
        drawn.append(d.path(_opening(w), fill=art.NIGHT, opacity=0.5) if shown.role == NO_ROLE else None)
        drawn.append(d.use(SHEET, "nightcap", w / 2 + 4, COUNTER - (72 if w > 150 else 63), scale))
        drawn.append(skip_token(shown.skip_token, 30, COUNTER - 26))
    if shown.deus:
        drawn.append(deus_token(shown.name, OUT_OF_REACH, w - 24, TOP + 43, 0.72))
    return drawn


@d.part
def skip_token(number: int, x: float, y: float, scale: float = 0.8) -> d.Group:
    return d.group(
        d.use(SHEET, "sleep", 0, 0, scale), id=f"skip-{number}", glides=True, about="tavern", x=x, y=y
    )


@d.part
def deus_token(label: str, reach: Reach, x: float, y: float, scale: float) -> d.Group:
    """The hand of God; it is touched to have a roll thrown again."""
    r = 22.5 if scale >= 1 else 17
    outline = d.circle(0, 0, r)
    token = d.use(SHEET, "deus", 0, 0, scale)
    if not reach.key:
        return d.group(token, id="deus", glides=True, about="deus", x=x, y=y)
    return d.group(
        token, id="deus", glides=True, about="deus", x=x, y=y, label=label, outline=outline, **reach.touch
    )
