"""The seats: plates around the table, rows on a phone, and the viewer's own, with its goal.

Every plate is a part of its own: all it shows is in a `Plate`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bologna.board.context import NO_OFFER, PIPS, Context, Demand, Lexicon, Offer
from ludoteca.games.bologna.board.pieces import Spots, miracle_token, skip_token
from ludoteca.games.bologna.board.symbols import WINE_RED, emblem, symbol
from ludoteca.games.bologna.rules.actions import BRIGAND, INNKEEPER
from ludoteca.games.bologna.rules.dice import KINDS
from ludoteca.games.bologna.rules.edition import MANY
from ludoteca.games.bologna.rules.state import NO_ROLE

PLATE: Final = (208, 98)
STEP: Final = 38.5  # between two counters of a plate
LINE_STEP: Final = 45
OWN_CARD: Final = 84.0


class Plate(NamedTuple):
    """What a seat shows to the viewer."""

    words: Lexicon
    seat: int
    name: str
    own: bool
    role: int
    lost_roles: tuple[int, ...]
    held: tuple[int, ...]
    alive: bool
    turn: bool
    deciding: bool
    asleep: int  # the number of its Skip Turn token, or -1
    miracle: bool
    crowned: bool
    could_be_crowned: bool
    sins: bool
    towerless: bool
    guess: bool
    offer: Offer

    @property
    def lying(self) -> Plate:
        """The same without what only says whose turn it is and what may be chosen."""
        return self._replace(turn=False, deciding=False, could_be_crowned=False, offer=NO_OFFER)

    @property
    def exempt(self) -> bool:
        return self.role == BRIGAND or not self.sins

    @property
    def badges_width(self) -> float:
        return 26.0 * ((self.asleep >= 0) + self.miracle + self.crowned)

    def demand(self, kind: int) -> Demand:
        """What the goal wants of a kind."""
        if self.role == NO_ROLE:
            return Demand(0, MANY)
        return self.words.demand(self.role, kind, self.held, self.towerless)


def plate_of(context: Context, seat: int) -> Plate:
    """What a seat shows now."""
    view = context.view
    return Plate(
        words=context.words,
        seat=seat,
        name=context.names[seat],
        own=seat == context.me,
        role=view.roles[seat],
        lost_roles=view.lost_roles if seat == context.me else (),
        held=view.tokens[seat],
        alive=view.alive[seat],
        turn=seat == view.active and not view.over,
        deciding=seat == view.actor,
        asleep=sum(view.asleep[:seat]) if view.asleep[seat] else -1,
        miracle=seat == view.deus,
        crowned=seat in view.winners,
        could_be_crowned=context.could_be_crowned(seat),
        sins=view.sins,
        towerless=view.towerless_brigand,
        guess=view.guess_required,
        offer=context.offer(context.seat_choice(seat)),
    )


def seat_label(plate: Plate) -> str:
    """The seat in one line: who, what lies there, what is known."""
    words = plate.words
    parts = [words.say("you", seat=plate.name) if plate.own else plate.name]
    if plate.role != NO_ROLE:
        parts.append(words.role(plate.role))
    for key, true in (
        ("out", not plate.alive),
        ("turn", plate.turn),
        ("deciding", plate.deciding),
        ("asleep", plate.asleep >= 0),
        ("deus", plate.miracle),
    ):
        if true:
            parts.append(words.say(key))
    if not plate.alive:
        return ", ".join(parts)
    if plate.own and plate.role != NO_ROLE:
        tokens = [_own_count(plate, kind) for kind in range(KINDS)]
    else:
        tokens = [f"{words.symbol(kind)} {plate.held[kind]}" for kind in range(KINDS)]
    return f"{', '.join(parts)}: {', '.join(tokens)}"


def _own_count(plate: Plate, kind: int) -> str:
    words, demand = plate.words, plate.demand(kind)
    told = f"{words.symbol(kind)} {plate.held[kind]}"
    if demand.code == "–":
        return told
    reached = f", {words.say('reached')}" if demand.holds(plate.held[kind]) else ""
    return f"{told} ({words.say('goal', code=demand.code)}{reached})"


def _contents(plate: Plate, parts: list[d.Child]) -> d.Group:
    """What lies on a plate."""
    return d.group(parts, id=f"laid-{plate.seat}", opacity=1 if plate.alive else 0.65)


def _seated(plate: Plate, body: d.Box, contents: d.Group, *above: d.Child) -> d.Group:
    """A seat's plate: one group that is named, may be chosen and may glow, and what lies on its edge."""
    words = plate.words
    tone = d.SEATS[plate.seat].colour
    fill = d.CARD if plate.alive else d.mix(d.CARD, d.GREY, 0.2)
    if plate.turn:
        fill = d.mix(d.CARD, tone, 0.1)
    glow = None
    if plate.crowned:
        glow = words.say("crowned")
    elif plate.could_be_crowned:
        glow = words.say("could_be_crowned")
    chosen = d.group(
        d.rect(*body, 11, fill=fill, stroke=tone, width=2.5),
        contents,
        id=f"seat-{plate.seat}",
        label=seat_label(plate),
        glow=glow,
        action=plate.offer.action,
        why=plate.offer.why,
        outline=d.rect(*body.inset(-4), 14),
    )
    deciding = None
    if plate.deciding:
        deciding = d.badge(words.say("deciding"), size=11, fill=d.ACCENT, x=body.right - 52, y=body.y - 2)
    return d.group(chosen, deciding, *above, id=f"plate-{plate.seat}")


def _badges(plate: Plate, x: float, y: float) -> list[d.Child]:
    """Travelling tokens from right to left, beginning at (x, y)."""
    drawn: list[d.Child] = []
    if plate.crowned:
        crown = d.mark("crown", 7, fill=d.ink_on(d.GOLD))
        drawn.append(d.group(d.circle(0, 0, 12, fill=d.GOLD, stroke=d.INK), crown, x=x, y=y))
        x -= 26
    if plate.asleep >= 0:
        drawn.append(skip_token(plate.asleep, x, y))
        x -= 25
    if plate.miracle:
        drawn.append(miracle_token(x, y))
    return drawn


def turn_arrow(x: float, y: float, turn: float, r: float = 11, id: str = "") -> d.Group:
    """Play goes on this way."""
    return d.group(
        d.circle(0, 0, r, fill=d.ACCENT, stroke=d.PAPER, width=2),
        d.mark("chevron", r * 0.55, 1, 0, fill=d.ink_on(d.ACCENT)),
        id=id,
        x=x,
        y=y,
        turn=turn,
    )


@d.part
def role_card(seat: int, role: int, w: float, h: float, x: float, y: float) -> d.Group:
    """A role as the viewer sees it: its emblem, or the back of the card."""
    place: d.Place = {"id": f"role-{seat}", "glides": True, "x": x, "y": y}
    if role == NO_ROLE:
        crown = d.mark("crown", min(w, h) * 0.15, fill=WINE_RED)
        return d.card_back(crown, w=w, h=h, colour=WINE_RED, pattern="diamonds", corner=5, **place)
    return d.card(emblem(role, w * 0.3), w=w, h=h, edge=d.GOLD, edge_width=2, corner=5, **place)


@d.part
def _pips(number: int, exempt: bool, r: float, gap: float, x: float, y: float) -> d.Group:
    notched = () if exempt else (PIPS,)
    return d.pips(min(number, PIPS), PIPS, r=r, gap=gap, fill=d.FAINT, notched=notched, x=x, y=y)


@d.part
def _counter(kind: int, number: int, exempt: bool, x: float, y: float) -> d.Group:
    """A count: symbol and number above seven pips."""
    ink = d.INK if number else d.FAINT
    return d.group(
        symbol(kind, 9.5, x=x - 8, y=y),
        d.fit_text(number, 18, 16, 11, x=x + 11, y=y, bold=True, fill=ink),
        _pips(number, exempt, 1.9, 1.3, x, y + 22),
    )


def _counters(plate: Plate, x: float, y: float, step: float) -> list[d.Child]:
    """Four counts in a row; (x, y) is the middle of the first."""
    if not plate.alive:
        return []
    return [
        _counter(kind, number, plate.exempt, x + step * kind, y) for kind, number in enumerate(plate.held)
    ]


def _beneath(plate: Plate) -> tuple[str, d.Colour]:
    """What stands below a name: that the player is out, or the role if it is known."""
    if not plate.alive:
        return plate.words.say("out"), d.WARN
    return (plate.words.role(plate.role) if plate.role != NO_ROLE else ""), d.FAINT


@d.part
def round_plate(plate: Plate) -> d.Group:
    """A seat of the round table, around (0, 0)."""
    w, h = PLATE
    return _seated(plate, d.Box(-w / 2, -h / 2, w, h), _round_contents(plate.lying))


@d.part
def _round_contents(plate: Plate) -> d.Group:
    w, h = PLATE
    body = d.Box(-w / 2, -h / 2, w, h)
    room = w - 50 - plate.badges_width
    left, top = body.x + 38, body.y + 21
    beneath, ink = _beneath(plate)
    lines, lift = (1, 6) if beneath else (2, 0)
    name = plate.name
    parts: list[d.Child] = [
        d.seat_mark(d.SEATS[plate.seat], r=11, x=body.x + 20, y=top),
        d.fit_text(name, room, 14, 10.5, lines, x=left, y=top - lift, anchor="start", bold=True, height=30),
        d.fit_text(beneath, room, 11, 9, x=left, y=top + 10, anchor="start", fill=ink),
        _badges(plate, body.right - 18, top),
        role_card(plate.seat, plate.role, 36, 48, body.x + 26, body.y + 66),
        _counters(plate, body.x + 68, body.y + 58, STEP),
    ]
    return _contents(plate, parts)


def plate_spots(seat: int, x: float, y: float, spots: Spots) -> None:
    """Where the counters of a plate around (x, y) lie."""
    w, h = PLATE
    for kind in range(KINDS):
        spots[seat, kind] = (x - w / 2 + 68 + STEP * kind, y - h / 2 + 44)


@d.part
def line_plate(plate: Plate, w: float, h: float) -> d.Group:
    """A seat as a row of a narrow table, from (0, 0)."""
    box = d.Box(0, 0, w, h)
    arrow = turn_arrow(box.x + 24, box.bottom, 90, 9) if plate.turn else None
    return _seated(plate, box, _line_contents(plate.lying, w, h), arrow)


@d.part
def _line_contents(plate: Plate, w: float, h: float) -> d.Group:
    box = d.Box(0, 0, w, h)
    room = box.w - KINDS * LINE_STEP - 66
    badges = plate.badges_width
    beneath, ink = _beneath(plate)
    lines, y = (1, box.y + 18) if badges or beneath else (2, box.cy)
    name = plate.name
    low = box.y + 44
    left = box.x + 47 + badges
    parts: list[d.Child] = [
        role_card(plate.seat, plate.role, 32, 44, box.x + 24, box.cy),
        d.seat_mark(d.SEATS[plate.seat], r=10, x=box.x + 58, y=y),
        d.fit_text(name, room - 18, 14, 11, lines, x=box.x + 74, y=y, anchor="start", bold=True),
        _badges(plate, box.x + 32 + badges, low),
        d.fit_text(beneath, room - badges, 12, 10, 2, x=left, y=low, anchor="start", fill=ink, height=26),
        _counters(plate, box.right - KINDS * LINE_STEP + 20, box.y + 26, LINE_STEP),
    ]
    return _contents(plate, parts)


def line_spots(seat: int, box: d.Box, spots: Spots) -> None:
    """Where the counters of such a row lie."""
    for kind in range(KINDS):
        spots[seat, kind] = (box.right - KINDS * LINE_STEP + 20 + LINE_STEP * kind, box.y + 12)


def _own_room(w: float) -> tuple[float, float]:
    """Where the counters of the viewer's seat begin, and how far apart they are."""
    left = OWN_CARD + 22
    return left, (w - left - 6) / KINDS


@d.part
def own_plate(plate: Plate, w: float, h: float) -> d.Group:
    """The viewer's own seat, from (0, 0): the role and how far its goal is."""
    return _seated(plate, d.Box(0, 0, w, h), _own_contents(plate.lying, w, h))


@d.part
def _own_contents(plate: Plate, w: float, h: float) -> d.Group:
    box = d.Box(0, 0, w, h)
    words = plate.words
    left, step = _own_room(w)
    top = 22
    room = box.right - left - 40 - plate.badges_width
    you = words.say("you", seat=plate.name)
    parts: list[d.Child] = [
        _own_card(words, plate.seat, plate.role, OWN_CARD, h - 20, 12 + OWN_CARD / 2, box.cy),
        d.seat_mark(d.SEATS[plate.seat], r=12, x=left + 12, y=top),
        d.fit_text(you, room, 16, 11, x=left + 32, y=top, anchor="start", bold=True),
        _badges(plate, box.right - 20, top),
    ]
    if not plate.alive:
        parts.append(d.text(words.say("out"), left, box.cy + 16, 16, anchor="start", fill=d.WARN))
        return _contents(plate, parts)
    for kind, number in enumerate(plate.held):
        at = left + step * (kind + 0.5)
        parts.append(_own_counter(kind, number, plate.demand(kind), plate.exempt, at, 58, step))
    room = box.right - left - 50
    notice = _own_notice(plate)
    parts.append(d.fit_text(notice, room, 12, 10, x=left, y=box.bottom - 14, anchor="start", fill=d.FAINT))
    return _contents(plate, parts)


def own_spots(seat: int, box: d.Box, spots: Spots) -> None:
    """Where the counters of the viewer's seat lie."""
    left, step = _own_room(box.w)
    for kind in range(KINDS):
        spots[seat, kind] = (box.x + left + step * (kind + 0.5) - 18, box.y + 50)


@d.part
def _own_card(words: Lexicon, seat: int, role: int, w: float, h: float, x: float, y: float) -> d.Group:
    if role == NO_ROLE:
        return role_card(seat, role, w, h, x, y)
    face: list[d.Child] = [
        d.fit_text(words.role(role), w - 10, 13, 9, 3, y=-h / 2 + 24, bold=True, height=40),
        emblem(role, 22, y=h * 0.17),
    ]
    return d.card(face, w=w, h=h, edge=d.GOLD, edge_width=2.5, id=f"role-{seat}", glides=True, x=x, y=y)


@d.part
def _own_counter(
    kind: int, number: int, demand: Demand, exempt: bool, x: float, y: float, step: float
) -> d.Group:
    """A count beside what the goal wants of it, with a tick when that is there."""
    done = not demand.idle and demand.holds(number)
    ink = d.GOOD if done else d.FAINT
    r = min(3.6, (step - 14) / 18)
    return d.group(
        symbol(kind, 13, x=x, y=y),
        d.mark("tick", 8, x + 24, y + 2, fill=d.GOOD) if done else None,
        d.fit_text(number, step / 2 - 6, 20, 12, x=x - 4, y=y + 28, anchor="end", bold=True),
        d.fit_text(f"/ {demand.code}", step / 2, 15, 11, x=x, y=y + 29, anchor="start", fill=ink, bold=done),
        _pips(number, exempt, r, r * 0.7, x, y + 50),
    )


def _own_notice(plate: Plate) -> str:
    """What else the goal asks for; in a duel also the roles held before."""
    words = plate.words
    if plate.lost_roles:
        return words.say("former_roles", roles=", ".join(words.role(lost) for lost in plate.lost_roles))
    guesses = plate.role == INNKEEPER or plate.guess
    return words.say("also_guess") if plate.role != NO_ROLE and guesses else ""
