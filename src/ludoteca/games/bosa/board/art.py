"""Signs and houses: resources, coins, points, the six facades and the seats' symbols."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.rules.edition import COPIER, BosaEdition, Card

# Each colour has a pattern and a roof of its own, in the order of the edition.
PATTERNS: Final[tuple[d.Kind | None, ...]] = ("stripes", "dots", None, "crosshatch", "waves", "diamonds")

FISH: Final = d.Colour("#1f6f9a", "#7fc4ea")
TEXTILE: Final = d.Colour("#9a3f78", "#e69ac6")
POTTERY: Final = d.Colour("#9a5a22", "#e2a86c")
GOODS: Final = (FISH, TEXTILE, POTTERY)
COIN: Final = d.Colour("#f2c230", "#e8bd3c")
STAR: Final = d.Colour("#2c3e66", "#c9d6f5")
WALL: Final = d.Colour("#fffdf7", "#262b33")


@lru_cache(maxsize=32)
def colour_of(edition: BosaEdition, colour: int) -> d.Colour:
    """The paint of a house; a little lighter on dark pages."""
    paint = d.Colour(edition.colours[colour].paint.lower())
    return d.Colour(paint.light, d.mix(paint, d.Colour("#ffffff"), 0.12).light)


@lru_cache(maxsize=32)
def paint_of(edition: BosaEdition, colour: int) -> d.Paint:
    """Colour and pattern together."""
    ground = colour_of(edition, colour)
    kind = PATTERNS[colour]
    return d.Pattern(kind, d.mix(ground, d.ink_on(ground), 0.3), ground) if kind else ground


# Signs: each is drawn around (0, 0), `s` high


def goods_sign(resource: int, s: float) -> d.Child:
    """A fish, a diamond of lace, a jar with two handles."""
    ink = GOODS[resource]
    h = s / 2
    if resource == 0:
        body = f"M{-h} 0C{-h * 0.4} {-h * 0.9} {h * 0.3} {-h * 0.7} {h * 0.5} 0"
        body += f"C{h * 0.3} {h * 0.7} {-h * 0.4} {h * 0.9} {-h} 0Z"
        tail = ((h * 0.35, 0), (h, -h * 0.6), (h, h * 0.6))
        box = d.Box(-h, -h, s, s)
        return [
            d.polygon(tail, fill=ink),
            d.path(body, box, fill=ink),
            d.circle(-h * 0.5, -h * 0.12, h * 0.13, fill=WALL),
        ]
    if resource == 1:
        return [
            d.polygon(((0, -h), (h, 0), (0, h), (-h, 0)), fill=ink),
            d.polygon(
                ((0, -h * 0.62), (h * 0.62, 0), (0, h * 0.62), (-h * 0.62, 0)), stroke=WALL, width=s / 14
            ),
            d.circle(0, 0, h * 0.2, fill=WALL),
        ]
    jar = _path("M-.3 -1H.3L.22 -.6C.9 -.2 .7 .6 .32 1H-.32C-.7 .6 -.9 -.2 -.22 -.6Z", h, h)
    handles = [
        d.ellipse(side * h * 0.55, -h * 0.42, h * 0.32, h * 0.36, stroke=ink, width=s / 10)
        for side in (-1, 1)
    ]
    return [handles, d.path(jar, d.Box(-h, -h, s, s), fill=ink)]


def coin_sign(number: int | str, s: float) -> d.Child:
    """A disc with a number."""
    r = s * 0.52
    return [
        d.circle(0, 0, r, fill=COIN, stroke=d.ink_on(COIN), width=1.2),
        d.text(number, 0, 0, _digits(number, s), fill=d.ink_on(COIN), bold=True) if number != "" else None,
    ]


def points_sign(number: int | str, s: float) -> d.Child:
    """A star with a number."""
    return [
        d.mark("star", s * 0.56, fill=STAR),
        d.text(number, 0, s * 0.05, _digits(number, s, 0.46), fill=d.ink_on(STAR), bold=True),
    ]


def _digits(number: int | str, s: float, two: float = 0.54) -> float:
    return s * (0.66 if len(str(number)) < 2 else two)


def house_sign(edition: BosaEdition, colour: int, s: float, number: int | None = None) -> d.Child:
    """A little house in a colour's paint, perhaps with a number on it."""
    ground = colour_of(edition, colour)
    front: d.Child = None
    if number is not None:
        front = [
            d.circle(0, s * 0.1, s * 0.36, fill=WALL),
            d.text(number, 0, s * 0.1, s * 0.6, bold=True),
        ]
    return [
        d.mark("house", s * 0.56, fill=paint_of(edition, colour), stroke=d.ink_on(ground), width=1),
        front,
    ]


# What a card does, as a row of signs


class Sign:
    """Something drawn and how wide it is, in units of the height of a row."""

    def __init__(self, draw: Callable[[float], d.Child], width: float) -> None:
        self.draw = draw
        self.width = width


def _words(text: str, width: float) -> Sign:
    return Sign(lambda s: d.text(text, 0, 0, s * 0.72, bold=True), width)


def _goods(resource: int) -> Sign:
    return Sign(lambda s: goods_sign(resource, s * 0.92), 1.0)


def _side(coins: int, goods: list[int], any_one: int, points: int) -> list[Sign]:
    signs: list[Sign] = []
    if points:
        signs.append(Sign(lambda s: points_sign(points, s), 1.36))
    if coins:
        signs.append(Sign(lambda s: coin_sign(coins, s), 1.1))
    for resource, number in enumerate(goods):
        if number > 1:
            signs.append(_words(str(number), 0.5))
        if number:
            signs.append(_goods(resource))
    if any_one:
        if any_one > 1:
            signs.append(_words(str(any_one), 0.5))
        for resource in range(3):
            if resource:
                signs.append(_words("/", 0.25))
            signs.append(_goods(resource))
    return signs


def signs_of(edition: BosaEdition, card: Card, count: int | None) -> tuple[list[Sign], list[Sign]]:
    """What a card asks for, and what it gives; `count` is how many houses a counting card finds now."""
    if card.form == COPIER:
        colour = card.colour
        back = Sign(
            lambda s: d.group(house_sign(edition, colour, s), x=s * 0.25, y=-s * 0.08, opacity=0.75), 0.9
        )
        front = Sign(lambda s: d.group(house_sign(edition, colour, s), x=-s * 0.25, y=s * 0.06), 0.9)
        return [], [back, front]
    gain = _side(card.get_coins, card.get_goods, card.get_any, card.get_points)
    if card.per_colour:
        gain += [_words("×", 0.75), Sign(lambda s: house_sign(edition, card.counted, s * 1.12, count), 1.15)]
    return _side(card.pay_coins, card.pay_goods, card.pay_any, 0), gain


def formula(edition: BosaEdition, card: Card, w: float, h: float, count: int | None = None) -> d.Child:
    """The action of a card, as large as the room around (0, 0) allows, on one line or two."""
    spend, gain = signs_of(edition, card, count)
    if not spend:
        return _lines([gain], w, h)
    arrow = Sign(lambda s: d.text("→", 0, 0, s * 0.8, bold=True), 0.9)
    one, two = [[*spend, arrow, *gain]], [spend, [arrow, *gain]]
    return _lines(two if _reach(two, w, h) > _reach(one, w, h) else one, w, h)


def _reach(lines: list[list[Sign]], w: float, h: float) -> float:
    """The height of a row at which all lines fit."""
    widest = max(sum(sign.width for sign in line) + 0.12 * (len(line) - 1) for line in lines)
    return min(w / widest, h / (1.18 * len(lines)), 40)


def _lines(lines: list[list[Sign]], w: float, h: float) -> d.Child:
    s = _reach(lines, w, h)
    drawn: list[d.Child] = []
    for number, line in enumerate(lines):
        wide = s * (sum(sign.width for sign in line) + 0.12 * (len(line) - 1))
        x, y = -wide / 2, s * 1.18 * (number - (len(lines) - 1) / 2)
        for sign in line:
            drawn.append(d.group(sign.draw(s), x=x + s * sign.width / 2, y=y))
            x += s * (sign.width + 0.12)
    return drawn


# Houses


# Outlines of roofs over a facade that reaches from -1 to 1 and begins at 0; -1 is the ridge.
ROOFS: Final = (
    "M-1 0L0 -1L1 0Z",
    "M-1 0C-1 -1.33 1 -1.33 1 0Z",
    "M-1 0L-.72 -.86L-.2 -.86L0 -1L.2 -.86L.72 -.86L1 0Z",
    "M-1 0V-.36H-.66V-.68H-.36V-1H.36V-.68H.66V-.36H1V0Z",
    "M-1 0V-.8H1V0Z",
    "M-1 0V-.25H-.62C-.62 -1.25 .62 -1.25 .62 -.25H1V0Z",
)
_STEP: Final = re.compile(r"([MLHVCZ])|(-?[\d.]+)")


def _path(outline: str, across: float, down: float) -> str:
    """An outline stretched to its size."""
    out, letter, odd = "", "", False
    for command, number in _STEP.findall(outline):
        if command:
            out, letter, odd = out + command, command, False
        else:
            vertical = letter == "V" or (letter != "H" and odd)
            out += f"{float(number) * (down if vertical else across):.2f} "
            odd = not odd
    return out


def edge_of(edition: BosaEdition, colour: int) -> d.Colour:
    """The dark edge of a house."""
    return d.mix(colour_of(edition, colour), d.Colour("#1f2328", "#0b0d10"), 0.45)


def roof(edition: BosaEdition, colour: int, w: float, h: float) -> d.Child:
    """The roof over a facade: it stands on (0, 0) and is `h` high; a different outline for each colour."""
    outline, box = _path(ROOFS[colour], w / 2, h), d.Box(-w / 2, -h, w, h)
    return d.path(outline, box, fill=paint_of(edition, colour), stroke=edge_of(edition, colour), width=1.2)


def house(
    edition: BosaEdition,
    card: Card,
    w: float,
    h: float,
    *,
    count: int | None = None,
    door: float = 0,
    small: bool = False,
) -> d.Child:
    """A house front around (0, 0): roof with its letter, facade with a window, a door where one is seen."""
    colour = card.colour
    edge = edge_of(edition, colour)
    high = min(h * 0.4, 17) if small else h * 0.3
    top = -h / 2 + high
    letter_r = max(7.5, high * 0.44)
    letter = edition.colours[colour].letter
    front = d.rect(-w / 2, top, w, h - high + door, 3, fill=paint_of(edition, colour), stroke=edge, width=1.2)
    parts: list[d.Child] = [front, d.group(roof(edition, colour, w, high), y=top)]
    if door:
        dw, dh = min(w * 0.26, 22), door * 0.86
        y = h / 2 + door - dh
        knob = d.circle(dw * 0.24, y + dh * 0.55, 1.3, fill=COIN)
        parts.append([d.rect(-dw / 2, y, dw, dh, dw * 0.3, fill=edge, stroke=d.PAPER, width=1), knob])
    sill = 3 if small else 5
    ww, wh = w - 2 * sill, h - high - sill - (1 if small else 2)
    parts.append(d.rect(-ww / 2, top + 1, ww, wh, 3, fill=WALL, stroke=edge, width=1))
    inside = d.group(
        formula(edition, card, ww - 4, wh - 3, count) if not small else glyph(edition, card, ww - 2, wh - 2),
        y=top + 1 + wh / 2,
    )
    parts.append(inside)
    parts.append(d.circle(0, top - high * 0.4, letter_r, fill=d.PAPER, stroke=edge, width=1))
    parts.append(d.text(letter, 0, top - high * 0.4, letter_r * 1.36, bold=True))
    return parts


SMALLEST: Final = 10.0


def glyph(edition: BosaEdition, card: Card, w: float, h: float) -> d.Child:
    """The action of a card on a small house: the same signs with their numbers, each large enough to read;
    what is paid stands above what it brings, with an arrow between them.
    """
    if card.form == COPIER:
        return formula(edition, card, w, h)
    gain = _small_side(card.get_coins, card.get_goods, card.get_any, card.get_points)
    if card.per_colour:
        gain += [_small_words("×"), Sign(lambda s: house_sign(edition, card.counted, s), 1.0)]
    spend = _small_side(card.pay_coins, card.pay_goods, card.pay_any, 0)
    if not spend:
        return _lines([gain], w, h)
    arrow = d.polygon(((-4, -2), (4, -2), (0, 3)), fill=d.INK)
    room = (h - 5) / 2
    return [
        d.group(_lines([spend], w, room), y=-(room + 5) / 2),
        arrow,
        d.group(_lines([gain], w, room), y=(room + 5) / 2),
    ]


def _small_words(text: str) -> Sign:
    return Sign(lambda s: d.text(text, 0, 0, max(SMALLEST, s * 0.72), bold=True), 0.65 * len(text))


def _small_side(coins: int, goods: list[int], any_one: int, points: int) -> list[Sign]:
    """Signs with a number before each that is more than one; points always have theirs."""
    signs: list[Sign] = []
    if points:
        signs += [_small_words(str(points)), Sign(lambda s: d.mark("star", s * 0.43, fill=STAR), 0.9)]
    if coins:
        signs += [_small_words(str(coins))] if coins > 1 else []
        signs.append(Sign(lambda s: d.circle(0, 0, s * 0.42, fill=COIN, stroke=d.ink_on(COIN)), 0.9))
    for resource, number in enumerate(goods):
        if number:
            signs += [_small_words(str(number))] if number > 1 else []
            signs.append(_goods(resource))
    if any_one:
        signs += [_small_words(str(any_one))] if any_one > 1 else []
        for resource in range(3):
            if resource:
                signs.append(Sign(lambda s: d.line(-s / 9, s / 3, s / 9, -s / 3, stroke=d.INK), 0.2))
            signs.append(_goods(resource))
    return signs


# Seats


def symbol(name: str, seat: d.Seat, r: float) -> d.Child:
    """A player's symbol on a disc of the seat's colour."""
    ink = d.ink_on(seat.colour)
    disc = d.mark(seat.shape, r * 1.08, fill=seat.colour, stroke=d.INK, width=1)
    u = r * 0.56
    if name == "camera":
        drawn: d.Child = [
            d.rect(-u, -u * 0.55, 2 * u, 1.35 * u, u * 0.25, fill=ink),
            d.rect(-u * 0.45, -u * 0.85, u * 0.7, u * 0.4, 1, fill=ink),
            d.circle(0, u * 0.12, u * 0.44, fill=seat.colour),
            d.circle(0, u * 0.12, u * 0.22, fill=ink),
        ]
    elif name == "seashell":
        fan = f"M0 {u * 0.9}L{-u} {-u * 0.1}C{-u * 0.8} {-u * 1.1} {u * 0.8} {-u * 1.1} {u} {-u * 0.1}Z"
        ribs = [
            d.line(0, u * 0.8, x * u, -u * 0.6, stroke=seat.colour, width=r / 12) for x in (-0.55, 0, 0.55)
        ]
        drawn = [d.path(fan, d.Box(-u, -u, 2 * u, 2 * u), fill=ink), ribs]
    elif name == "sun":
        ray = d.mark("star", u * 0.95, fill=ink)
        rays: d.Child = [ray, d.group(ray, turn=36)]
        drawn = [rays, d.circle(0, 0, u * 0.5, fill=seat.colour), d.circle(0, 0, u * 0.36, fill=ink)]
    elif name == "scooter":
        frame = _path("M-.75 .5H.2L.55 -.75H.2M-.75 .1H-.1", u, u)
        wheels = [d.circle(x * u, u * 0.55, u * 0.3, fill=ink) for x in (-0.62, 0.66)]
        drawn = [d.path(frame, d.Box(-u, -u, 2 * u, 2 * u), stroke=ink, width=r / 6), wheels]
    elif name == "palette":
        holes = [
            d.circle(x * u, y * u, u * 0.19, fill=seat.colour)
            for x, y in ((-0.45, -0.2), (0.05, -0.45), (0.5, -0.1))
        ]
        drawn = [
            d.ellipse(0, 0, u, u * 0.8, fill=ink),
            holes,
            d.circle(u * 0.1, u * 0.4, u * 0.25, fill=seat.colour),
        ]
    else:
        drawn = d.text(seat.letter, 0, 0, r, fill=ink, bold=True)
    return [disc, drawn]
