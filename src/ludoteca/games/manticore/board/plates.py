"""The plates of the heroes: life, points, six numbers, what they hold; and the coins of deeds."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board import art
from ludoteca.games.manticore.board.art import SHEET
from ludoteca.games.manticore.board.gestures import DEEDS, deed_key, own_key, plate_key, stat_key
from ludoteca.games.manticore.board.pieces import MEDAL, heart, tile, tile_at
from ludoteca.games.manticore.board.tabletop import Sum, TableKit
from ludoteca.games.manticore.rules.actions import BOOTS, KINDS, STATS
from ludoteca.games.manticore.rules.state import HEROES

OWN_HEIGHT: Final = 292.0
MATE_HEIGHT: Final = 144.0
SLOT: Final = (51, 33)
BESIDE_PORTRAIT: Final = 50.0
"""What of the width of a phone's chip the portrait takes."""


def is_fallen(kit: TableKit, seat: int) -> bool:
    return kit.view.stage >= HEROES and kit.view.life[seat] == 0


def hero_words(kit: TableKit, seat: int) -> str:
    """A plate in words."""
    view = kit.view
    if view.classes[seat] < 0:
        return kit.name(seat)
    state = [kit.within("fallen")] if is_fallen(kit, seat) else standing(kit, seat)
    return ", ".join([kit.name(seat), kit.figure(seat), *state])


def standing(kit: TableKit, seat: int) -> list[str]:
    """How a hero stands: life, points, six numbers and things."""
    view = kit.view
    parts = [kit.within("life", number=view.life[seat])]
    if view.stage >= HEROES:
        parts.append(kit.say("points", number=kit.points(seat), most=kit.most_points(seat)))
    parts += [f"{one.name} {one.words}" for one in kit.sums(seat)]
    worn = [*view.worn[seat], *view.spells[seat]]
    parts += [kit.token(kind, level) for kind, level in enumerate(worn) if level]
    if view.waiting_boots[seat] and view.worn[seat][BOOTS]:
        parts.append(kit.within("boots_wait"))
    if view.bag[seat]:
        things = ", ".join(kit.token(kind, level) for kind, level in view.bag[seat])
        parts.append(kit.within("bag", things=things))
    return parts


def plate(kit: TableKit, seat: int, w: float, own: bool) -> d.Group:
    """A hero's plate, a large one for one's own."""
    view = kit.view
    h = OWN_HEIGHT if own else MATE_HEIGHT
    klass = view.classes[seat]
    acts = seat == view.actor or (view.actor < 0 and seat == view.active)
    edge = art.LIGHT_EDGE if acts else art.CLASS_COLOURS[klass] if klass >= 0 else art.EDGE
    drawn: list[d.Child] = []
    if acts:
        drawn.append(d.rect(-3, -3, w + 6, h + 6, 12, fill=art.LIGHT))
    if klass >= 0 and not is_fallen(kit, seat):
        drawn.append(d.use(SHEET, "plate-own" if own else "plate-mate", tone=edge))
    else:
        drawn += art.parchment(w, h, edge=edge)
    drawn += _heading(kit, seat, w, own)
    if klass >= 0 and not is_fallen(kit, seat):
        drawn += _own(kit, seat, w) if own else _mate(kit, seat, w)
    return d.group(drawn, id=f"plate-{seat}", label=hero_words(kit, seat))


def _heading(kit: TableKit, seat: int, w: float, own: bool) -> list[d.Child]:
    """Portrait, name, class, life and points."""
    view = kit.view
    klass = view.classes[seat]
    r, x = (26.0, 34.0) if own else (21.0, 28.0)
    drawn: list[d.Child] = []
    if klass < 0:
        drawn.append(_nobody_yet(x, r, w))
    elif is_fallen(kit, seat):
        drawn.append(_grave(klass, w, OWN_HEIGHT if own else MATE_HEIGHT))
        drawn.append(d.use(SHEET, f"emblem-{klass}", x, x, r / 12))
    else:
        drawn.append(d.use(SHEET, art.medal(klass, view.heroines[seat]), x, x, r / MEDAL))
        drawn.append(d.use(SHEET, f"emblem-{klass}", x - r * 0.72, x + r * 0.76, 0.9))
    left, top, line = (x + r + 9, 15, 19) if own else (x + r + 9, 14, 16)
    drawn += d.fit_text(
        kit.name(seat), w - left - 42, 16, 13, x=left, y=top, anchor="start", serif=True, fill=art.INK
    )
    words = kit.say("fallen") if is_fallen(kit, seat) else kit.figure(seat)
    drawn += d.fit_text(words, w - left - 8, 13, 12.5, x=left, y=top + line, anchor="start", fill=art.FAINT)
    if klass >= 0 and not is_fallen(kit, seat):
        life = view.life[seat]
        drawn.append(
            d.group(heart(life, 15), id=f"life-{seat}", x=w - 22, y=top + 4, amount=life, about="life")
        )
        if view.stage >= HEROES:
            drawn.append(_points(kit, seat, left - 2, top + 2 * line))
    frame = d.rect(3, 3, w - 6, 60, 9)
    touch = kit.touching(plate_key(seat))
    label = kit.name(seat) if touch else ""
    return [d.group(drawn, label=label, about=f"seat {seat}", outline=frame, **touch)]


@d.part
def _nobody_yet(x: float, r: float, w: float) -> d.Group:
    """Before a class is chosen: an empty frame, and palely what there is to choose from."""
    step = (w - 20) / len(art.CLASS_COLOURS)
    figures = [
        d.use(SHEET, art.medal(klass, heroine=False), 10 + step * (klass + 0.5), 100, 20 / MEDAL, opacity=0.3)
        for klass in range(len(art.CLASS_COLOURS))
    ]
    return d.group(d.circle(x, x, r, fill=art.TILE, stroke=art.TILE_EDGE, width=1.5), figures)


@d.part
def _grave(klass: int, w: float, h: float) -> d.Group:
    """The stone of a hero who fell."""
    scale = 2.0 if h < OWN_HEIGHT else 3.6
    y = h - 28 * scale
    return d.group(
        d.use(SHEET, "grave", w / 2, y, scale), d.use(SHEET, f"emblem-{klass}", w / 2, y - 4 * scale, scale)
    )


def _points(kit: TableKit, seat: int, x: float, y: float) -> d.Group:
    points = kit.points(seat)
    return d.group(
        d.use(SHEET, "t-initiative", x + 8, y, 0.38),
        d.text(f"{points}/{kit.most_points(seat)}", x + 16, y, 14, fill=art.INK, anchor="start", bold=True),
        id=f"points-{seat}",
        amount=points,
        about="points",
    )


def _own(kit: TableKit, seat: int, w: float) -> list[d.Child]:
    drawn: list[d.Child] = []
    for number, one in enumerate(kit.sums(seat)):
        drawn.append(
            _number(
                kit, seat, number, one, 8 + (w - 16) / 3 * (number % 3), 68 + 35 * (number // 3), (w - 16) / 3
            )
        )
    levels = [*kit.view.worn[seat], *kit.view.spells[seat]]
    for kind, level in enumerate(levels):
        x, y = 8 + SLOT[0] * (kind % 4) + SLOT[0] / 2, 142 + 36 * (kind // 4) + SLOT[1] / 2
        drawn.append(_slot(kit, seat, kind, level, x, y))
    drawn += _bag(kit, seat, w, 232)
    drawn += coins(kit, seat, [(w / 8 * (2 * number + 1), 270) for number in range(len(DEEDS))])
    return drawn


def _number(kit: TableKit, seat: int, number: int, one: Sum, x: float, y: float, w: float) -> d.Group:
    """One of the six numbers; a Power point goes into it by touching it."""
    h = 44.0 if kit.narrow else 33.0
    stat = STATS[min(number, len(STATS) - 1)]
    size = 17.0 if kit.narrow else 16.0
    touch = kit.touching(stat_key(stat)) if number < len(STATS) else d.Place()
    return d.group(
        d.use(SHEET, art.STAT_ICONS[number], w / 2 - 14, h / 2, 0.46) if kit.narrow else None,
        d.text(one.total, w / 2 + 2, h / 2, size, fill=art.INK, anchor="start", bold=True),
        id=f"number-{seat}-{number}",
        x=x,
        y=y,
        label=f"{one.name} {one.words}" if touch else "",
        about=f"sum {seat} {number}",
        amount=one.total,
        outline=d.rect(1, 0, w - 2, h, 7),
        **touch,
    )


def _slot(kit: TableKit, seat: int, kind: int, level: int, x: float, y: float) -> d.Group:
    """A place for an artifact or a spell; an empty one shows palely what would fit."""
    w, h = SLOT[0] - 3, SLOT[1]
    if not level:
        return d.group()
    waits = kind == BOOTS and kit.view.waiting_boots[seat]
    return d.group(
        tile(kind, level, 1.42),
        _hourglass() if waits else None,
        x=x,
        y=y,
        label=kit.token(kind, level),
        about=f"kind {kind}",
        outline=d.rect(-w / 2, -h / 2, w, h, 6),
        **_held(kit, seat, kind, level),
    )


def _held(kit: TableKit, seat: int, kind: int, level: int) -> d.Touch | d.Place:
    """What a thing one holds is touched for."""
    return kit.touching(own_key(KINDS[kind], level)) if seat == kit.view.actor else d.Place()


@d.part
def _hourglass() -> d.Group:
    """Boots that work from the next round."""
    return d.group(
        d.circle(19, -13, 8, fill=art.LIGHT, stroke=art.LIGHT_EDGE, width=1.4),
        d.polyline([(19, -18), (19, -13), (22, -11)], stroke=art.DARK_INK, width=1.8),
    )


def _bag(kit: TableKit, seat: int, w: float, y: float) -> list[d.Child]:
    """What a hero holds and does not wear."""
    bag = kit.view.bag[seat]
    if not bag:
        return []
    drawn: list[d.Child] = [d.use(SHEET, "t-bag", 20, y, 0.6)]
    step = min(36.0, (w - 44) / len(bag))
    seen: set[tuple[int, int]] = set()
    for place, (kind, level) in enumerate(bag):
        twice = (kind, level) in seen or kit.view.worn[seat][kind] == level
        seen.add((kind, level))
        touch = d.Place() if twice else _held(kit, seat, kind, level)
        drawn.append(
            d.group(
                tile(kind, level, 1.05),
                x=54 + step * place,
                y=y,
                label=kit.token(kind, level),
                about=f"kind {kind}",
                outline=d.rect(-17, -17, 34, 34, 6),
                **touch,
            )
        )
    return drawn


def _mate(kit: TableKit, seat: int, w: float) -> list[d.Child]:
    drawn: list[d.Child] = []
    step = (w - 12) / 6
    for number, one in enumerate(kit.sums(seat)):
        long = one.total > 9
        x, size = (22.5, 12.5) if long else (25, 14)
        drawn.append(d.text(one.total, x + step * number, 70, size, fill=art.INK, anchor="start", bold=True))
    levels = [*kit.view.worn[seat], *kit.view.spells[seat]]
    bag = kit.view.bag[seat]
    if not bag:
        drawn.append(d.use(SHEET, "slots-mate"))
        for kind, level in enumerate(levels):
            if level:
                drawn += tile_at(kind, level, 1, 8 + SLOT[0] * (kind % 4 + 0.5), 97 + 28 * (kind // 4))
        return drawn
    worn = [(kind, level) for kind, level in enumerate(levels) if level]
    tight = min(35.0, (w - 16) / max(1, len(worn)))
    for place, (kind, level) in enumerate(worn):
        drawn += tile_at(kind, level, 1, 25 + tight * place, 98)
    drawn.append(d.use(SHEET, "t-bag", 17, 126, 0.5))
    tight = min(35.0, (w - 40) / len(bag))
    for place, (kind, level) in enumerate(bag):
        drawn += tile_at(kind, level, 1, 48 + tight * place, 126)
    return drawn


def coins(kit: TableKit, seat: int, places: list[d.Point]) -> list[d.Child]:
    """The coins of one's deeds: horn, hand, heart and bag; pale while they cannot be used."""
    if kit.view.viewer != seat:
        return []
    drawn: list[d.Child] = []
    size = 1.12 if kit.narrow else 0.95
    for deed, (x, y) in zip(DEEDS, places, strict=True):
        key = deed_key(deed)
        if kit.narrow and not kit.touchable(key):
            continue  # it would only hide the map
        touch = kit.touching(key)
        drawn.append(
            d.group(
                d.use(SHEET, f"deed-{deed}", 0, 0, size),
                x=x,
                y=y,
                label=kit.say(f"deed_{deed}") if touch else "",
                about=f"deed {deed}",
                opacity=1 if kit.touchable(key) else 0.5,
                outline=d.circle(0, 0, kit.reach + 1),
                **touch,
            )
        )
    return drawn


# On a phone


def narrow_plate(kit: TableKit, seat: int) -> d.Group:
    """One's own hero and, small, the companions; below it six numbers and what one holds."""
    view = kit.view
    drawn: list[d.Child] = [
        d.rect(0, 0, 390, 150, fill=art.PAPER),
        d.line(0, 0, 390, 0, stroke=art.WOOD, width=2),
    ]
    each = min(127.0, 385 / len(kit.around_table))
    for place, other in enumerate(kit.around_table):
        drawn.append(_chip(kit, other, 4 + each * place, each - 4))
    if view.classes[seat] >= 0 and not is_fallen(kit, seat):
        for number, one in enumerate(kit.sums(seat)):
            drawn.append(_number(kit, seat, number, one, 65 * number, 47, 65))
        drawn += _narrow_things(kit, seat)
    return d.group(drawn, id=f"plate-{seat}", label=hero_words(kit, seat))


def _chip(kit: TableKit, seat: int, x: float, w: float) -> d.Group:
    """A hero small: where somebody has a long name, the names take a line of their own."""
    acts = seat == kit.view.actor
    long = max([d.width_of(kit.name(other), 14) for other in kit.around_table]) > w - BESIDE_PORTRAIT
    fill, edge = (art.LIGHT, art.LIGHT_EDGE) if acts else (art.TILE, art.EDGE)
    r = 14 if long else 22
    drawn: list[d.Child] = [d.rect(0, 2, w, 46, r, fill=fill, stroke=edge, width=1.4)]
    if kit.view.classes[seat] >= 0:
        drawn += _chip_face(kit, seat, w, long, art.DARK_INK if acts else art.INK)
    touch = kit.touching(plate_key(seat))
    label = hero_words(kit, seat) if seat != kit.seat or touch else ""
    frame = d.rect(0, 2, w, 46, r)
    return d.group(drawn, id=f"chip-{seat}", x=x, label=label, about=f"seat {seat}", outline=frame, **touch)


def _chip_face(kit: TableKit, seat: int, w: float, long: bool, ink: d.Colour) -> list[d.Child]:
    view = kit.view
    drawn: list[d.Child] = []
    if is_fallen(kit, seat):
        drawn.append(d.use(SHEET, "grave", w / 2 if long else 23, 16 if long else 25, 0.45 if long else 0.75))
    else:
        portrait = art.medal(view.classes[seat], view.heroines[seat])
        x = 50 if long else 56
        drawn += [
            d.use(SHEET, portrait, 18 if long else 23, 17 if long else 25, (13 if long else 18) / MEDAL),
            d.group(heart(view.life[seat], 14), id=f"life-{seat}", x=x, y=18, amount=view.life[seat]),
            d.text(kit.points(seat) if view.stage >= HEROES else "", x + 23, 18, 15, fill=ink, bold=True),
        ]
    if long:
        drawn += d.fit_text(kit.name(seat), w - 4, 14, 14, x=w / 2, y=38.5, fill=ink)
    else:
        y = 25 if is_fallen(kit, seat) else 38
        drawn += d.fit_text(kit.name(seat), w - BESIDE_PORTRAIT, 14, 14, x=43, y=y, anchor="start", fill=ink)
    return drawn


def _narrow_things(kit: TableKit, seat: int) -> list[d.Child]:
    view = kit.view
    levels = [*view.worn[seat], *view.spells[seat]]
    worn = [(kind, level) for kind, level in enumerate(levels) if level]
    things = worn + [one for one in view.bag[seat] if one not in worn]
    again = [one for one in view.bag[seat] if one in worn]
    step = min(48.0, 342 / max(1, len(things) + len(again) - 1))
    drawn: list[d.Child] = [] if view.bag[seat] else [d.use(SHEET, "slots-narrow", 0, 119)]
    for place, (kind, level) in enumerate([*things, *again]):
        bagged = place >= len(worn)
        touch = _held(kit, seat, kind, level) if place < len(things) else d.Place()
        drawn.append(
            d.group(
                d.use(SHEET, "t-bag", -14, 18, 0.4) if bagged else None,
                tile(kind, level, 1.38),
                x=26 + step * place if view.bag[seat] else 26 + 48 * kind,
                y=119,
                label=kit.token(kind, level),
                about=f"kind {kind}",
                outline=d.rect(-22, -22, 44, 44, 6),
                **touch,
            )
        )
    return drawn
