"""The eight divinities: a statue in its glade, offerings before it, and a slab with name, favour, price."""

from __future__ import annotations

from typing import Final, NamedTuple

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import (
    CARD_INK,
    CREAM,
    GLOW,
    PANEL,
    SHEET,
    SLAB,
    SLAB_EDGE,
    scored_sign,
    sign,
    standing,
)
from ludoteca.games.bomarzo.board.gestures import ON_THE_STATUE
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.board.pieces import disc, emblem, heap, placed_pawn, price
from ludoteca.games.bomarzo.board.standings import leaders, shown_values
from ludoteca.games.bomarzo.rules.actions import BALENA, DIVINITIES, ELEFANTE, GIGANTE, KINDS

NEEDED: Final = {GIGANTE: 0, ELEFANTE: 1, BALENA: 2}
"""The field a card must show for a favour."""


class Glade(NamedTuple):
    """How a glade is laid out: its width, where the statue stands, the slab, and the sizes of things."""

    w: float
    ground: float
    statue: float
    slab_top: float
    slab_h: float
    name: float
    words: float


WIDE: Final = Glade(203, 112, 0.64, 131, 40, 15, 12.5)
NARROW: Final = Glade(128, 56, 0.32, 60, 38, 14.5, 14)


def shrine(kit: BomarzoKit, god: int, place: int, x: float, y: float, w: float = 0) -> d.Group:
    """One divinity, from (x, y) down and right; `place` counts from 0."""
    if kit.concerns(f"statue {DIVINITIES[god]}"):
        return _shrine(kit, god, place, x, y, w)
    key = (_shrine, kit.speaker, kit.narrow, god, place, x, y, w, *_facts(kit, god))
    return d.laid(key, lambda: [_shrine(kit, god, place, x, y, w)])[0]


def _facts(kit: BomarzoKit, god: int) -> tuple[object, ...]:
    """All that a shrine shows besides names and words while no question concerns it."""
    view = kit.view
    first = tuple(leaders(kit, god))
    return (
        view.moss[god], view.dormant[god], view.scores[god], view.lying[god], view.pawns_on[god],
        view.prices[god], tuple([cards[god] for cards in view.under]), bool(view.pantheon), first,
        max(shown_values(kit, view.scores[god])) if first else 0, _is_worshipped(kit, god),
    )  # fmt: skip


def _is_worshipped(kit: BomarzoKit, god: int) -> bool:
    """Whether the viewer has a card for it."""
    view = kit.view
    return view.viewer >= 0 and bool(view.worship) and god in view.worship[view.viewer]


def _shrine(kit: BomarzoKit, god: int, place: int, x: float, y: float, w: float) -> d.Group:
    at = NARROW._replace(w=w) if kit.narrow else WIDE
    name = DIVINITIES[god]
    key = f"statue {name}"
    shown, told = in_words(kit, god, place), answer(kit, god)
    return d.group(
        _ground(kit, god, at),
        _edges(kit, god, place, at),
        _before(kit, god, at),
        _slab(kit, god, at),
        x=x,
        y=y,
        id=f"divinity-{name}",
        label=f"{told}: {shown}" if told else shown,
        **kit.piece(key, _rim(at)),
    )


@d.part
def empty_glade(place: int, narrow: bool, x: float, y: float, w: float) -> d.Group:
    """A place of the pantheon before its statue has been chosen."""
    if narrow:
        stone: list[d.Child] = [
            d.use(SHEET, "milestone", 14, 20, 0.9),
            d.text(place + 1, 13, 20, 15, bold=True),
        ]
        return d.group(d.use(SHEET, "glade", w / 2, NARROW.ground, 0.62), stone, x=x, y=y)
    return d.group(
        d.use(SHEET, "glade", WIDE.w / 2, WIDE.ground),
        d.use(SHEET, "milestone", 21, 26),
        d.text(place + 1, 20, 25, 17, bold=True),
        x=x,
        y=y,
    )


def _rim(at: Glade) -> d.Shape:
    """The edge of the slab."""
    return d.rect(3, at.slab_top - 3, at.w - 6, at.slab_h + 7, 8)


def _ground(kit: BomarzoKit, god: int, at: Glade) -> list[d.Child]:
    """The glade, lit where it can be chosen, with its plates and the statue."""
    mossy, asleep = kit.view.moss[god], kit.view.dormant[god]
    lit = kit.touchable(f"statue {DIVINITIES[god]}")
    cx = at.w / 2
    figure = standing(god, mossy, asleep, cx, at.ground, at.statue)
    if not kit.narrow:
        return [d.use(SHEET, "stand-lit" if lit else "stand-asleep" if asleep else "stand"), figure]
    return [
        d.ellipse(cx, at.ground + 1, 60, 17, fill=GLOW, opacity=0.7) if lit else None,
        d.use(SHEET, "bed" if asleep else "glade", cx, at.ground, 0.62),
        figure,
        d.rect(6, at.slab_top + 3, at.w - 12, at.slab_h, 6, fill=SLAB_EDGE),
        d.rect(6, at.slab_top, at.w - 12, at.slab_h, 6, fill=SLAB, stroke=d.INK if lit else None, width=1.4),
    ]


def _edges(kit: BomarzoKit, god: int, place: int, at: Glade) -> list[d.Child]:
    """Left the place in the pantheon and its prizes, right what the divinity scores and who leads there."""
    if kit.narrow:
        return [
            d.use(SHEET, "milestone", 14, 20, 0.9),
            d.text(place + 1, 13, 20, 15, bold=True),
            _leaders(kit, god, at.w - 15, 16, 12),
        ]
    first, second = kit.edition.first_prize[place], kit.edition.second_prize[place]
    drawn: list[d.Child] = [d.text(place + 1, 20, 25, 17, bold=True)]
    if second and kit.seats >= kit.edition.second_from:
        drawn += [d.use(SHEET, "stars", 21, 53), d.text(second, 21, 76, 12.5, bold=True, fill=CARD_INK)]
    elif first:
        drawn.append(d.use(SHEET, "prize-first", 21, 53))
    if first:
        drawn.append(d.text(first, 21, 54, 12.5, bold=True, fill=CARD_INK))
    drawn.append(_leaders(kit, god, at.w - 20, 22, 15))
    if kit.view.pantheon:
        devotion = sum(
            [kit.edition.devotion[card] for cards in kit.view.under for card in cards[god] if card > 0]
        )
        if devotion:
            drawn += [d.use(SHEET, "seal", 52, 18), d.text(devotion, 52, 16, 14, bold=True, fill=CREAM)]
    return drawn


def _leaders(kit: BomarzoKit, god: int, x: float, y: float, r: float) -> list[d.Child]:
    first = leaders(kit, god)
    drawn: list[d.Child] = [scored_sign(kit.view.scores[god], r * 0.6, x, y)]
    if kit.narrow:
        plate = d.circle(x, y, r, fill=SLAB, stroke=SLAB_EDGE, width=1.5)
        return [plate, *drawn] + [disc(seat, x, y + 20 + 12 * n, 0.7) for n, seat in enumerate(first[:2])]
    half = (len(first) - 1) * 6
    left = x - half - max(0, half - 8)  # four and more keep clear of the columns beside the park
    drawn += [disc(seat, left + n * 12, y + 25, 0.85) for n, seat in enumerate(first)]
    if first:
        best = max(shown_values(kit, kit.view.scores[god]))
        drawn.append(d.text(best, x, y + 44, 13.5, bold=True))
    return drawn


def _before(kit: BomarzoKit, god: int, at: Glade) -> list[d.Child]:
    """Secret cards look out from under the slab; offerings and pawns stand before the statue."""
    view = kit.view
    drawn: list[d.Child] = []
    owners = [seat for seat in range(kit.seats) for _ in view.under[seat][god]]
    step = min(18.0, 60 / max(1, len(owners)))
    for n, seat in enumerate(owners):
        x, y = (24 + n * step, 120.0) if not kit.narrow else (12 + n * step * 0.6, 52.0)
        drawn.append(d.use(SHEET, "secret", x, y, 1 if not kit.narrow else 0.7))
        drawn.append(emblem(seat, x, y - 4, 5 if not kit.narrow else 4, CREAM))
    lying = view.lying[god]
    pile = heap(lying[0], lying[1], lying[2], 0.62 if kit.narrow else 0.9, 14) if any(lying) else None
    shift = 8 if kit.narrow else 14
    id = f"lying-{DIVINITIES[god]}"
    drawn.append(
        d.group(pile, x=at.w / 2 - shift, y=at.ground + (-7 if kit.narrow else 3), id=id, amount=sum(lying))
    )
    pawns = view.pawns_on[god]
    size, gap = (0.62, 11) if kit.narrow else (0.88, 17)
    for n, seat in enumerate(pawns):
        x = at.w - 32 + (n - (len(pawns) - 1) / 2) * gap
        y = at.ground + (1 if kit.narrow else 10) + n % 2 * 3
        earlier = pawns[:n].count(seat)
        drawn.append(placed_pawn(seat, f"{DIVINITIES[god]}-{earlier}", x, y, size))
    if _is_worshipped(kit, god):
        drawn.append(d.mark("heart", 7, at.w - 46, 22, fill=d.WARN, stroke=CREAM, width=1.5))
    return drawn


def _slab(kit: BomarzoKit, god: int, at: Glade) -> list[d.Child]:
    view = kit.view
    top = at.slab_top
    drawn: list[d.Child] = []
    title = kit.noun("divinity", god)
    if kit.narrow:
        drawn.append(d.text(title, at.w / 2, top + 10, at.name, serif=True))
        if view.dormant[god]:
            return [*drawn, d.text(kit.say("asleep"), at.w / 2, top + 28, at.words, fill=d.FAINT)]
        told = answer(kit, god)
        if told and d.width_of(told, at.words, bold=True) <= at.w - 6:
            return [*drawn, d.text(told, at.w / 2, top + 28, at.words, bold=True)]
        tag = price(view.prices[god], kit.say("free"), 14)
        box = tag.box()
        return [*drawn, d.group(tag, x=at.w / 2 + (box.w / 2 if box else 0), y=top + 28)]
    drawn.append(d.text(title, 14, top + 12, at.name, anchor="start", serif=True))
    right = at.w - 13
    if view.dormant[god]:
        drawn.append(d.text(kit.say("asleep"), right, top + 12, 14, anchor="end", bold=True))
    else:
        drawn.append(d.group(price(view.prices[god], kit.say("free")), x=right, y=top + 12))
    return drawn + _second_line(kit, god, right, top + 29)


def _second_line(kit: BomarzoKit, god: int, right: float, y: float) -> list[d.Child]:
    """The favour in a few words, or why it would be in vain; and what the mossy side asks.

    While a touch answers the question, the answer.
    """
    view = kit.view
    if told := answer(kit, god):
        longer = f"{told}: {kit.noun('favour_short', god)}"
        if view.phase == "copyoffer" and d.width_of(longer, 12.5, bold=True) <= 176:
            told = longer
        return [*d.fit_text(told, 176, 13, 12.5, x=14, y=y, anchor="start", bold=True)]
    if in_vain(kit, god):
        words = kit.say("no_card_for", field=kit.noun("field", NEEDED[god]))
        return [*d.fit_text(words, 176, 12.5, 12.5, x=14, y=y, anchor="start", fill=d.WARN)]
    favour = d.fit_text(
        kit.noun("favour_short", god), 122, 12.5, 12.5, x=14, y=y, anchor="start", fill=d.FAINT
    )
    drawn: list[d.Child] = [*favour]
    if view.dormant[god]:
        return drawn
    if view.moss[god]:
        words = kit.say("mossy")
        left = right - d.width_of(words, 12.5) - 9
        if favour[0].box().right > left - 8:  # beside a long favour the leaf stands alone
            return [*drawn, sign("leaf", 6.5, right - 7, y, d.GOOD)]
        drawn += [
            sign("leaf", 6.5, left, y, d.GOOD),
            d.text(words, right, y, 12.5, anchor="end", fill=d.GOOD),
        ]
    elif not view.pawns_on[god]:
        tag = price(tuple(kit.edition.moss_tribute[god]), kit.say("free"), 12.5, True)
        box = tag.box()
        drawn += [
            d.group(tag, x=right, y=y),
            sign("leaf", 6.5, right - (box.w if box else 0) - 9, y, d.FAINT),
        ]
    return drawn


def answer(kit: BomarzoKit, god: int) -> str:
    """What a touch on this divinity answers, if the question is about it."""
    if god != kit.view.god:
        return ""
    return next((choice.label for choice in kit.choices.offered if choice.text in ON_THE_STATUE), "")


def in_vain(kit: BomarzoKit, god: int) -> bool:
    """Whether the viewer, choosing where to place a pawn, has no card for this favour."""
    return bool(kit.choices.action(f"invoke {DIVINITIES[god]}")) and lacks_card(kit, god)


def lacks_card(kit: BomarzoKit, god: int) -> bool:
    """Whether the viewer has no card, in hand or on the table, that a favour could play or upgrade."""
    view = kit.view
    if god not in NEEDED or view.viewer < 0:
        return False
    cards = (*view.hands[view.viewer], *view.first_level[view.viewer])
    return not any([card > 0 and NEEDED[god] in kit.fields_of(card) for card in cards])


def pills(kit: BomarzoKit, god: int, x: float, y: float, w: float) -> list[d.Group]:
    """What Orco may take from a heap: all food or all coins, or one cube in a sweep."""
    drawn: list[d.Group] = []
    width, high = (52.0, 44.0) if kit.narrow else (78.0, 32.0)
    for kind in (0, 1):
        key = f"heap {DIVINITIES[god]} {KINDS[kind]}"
        if not kit.touchable(key):
            continue
        taken = 1 if kit.view.sweeping >= 0 else kit.view.lying[god][kind]
        words = kit.say(
            "takes",
            number=taken,
            kind=kit.noun("kind" if taken == 1 else "kinds", kind),
            divinity=kit.noun("divinity", god),
        )
        drawn.append(
            d.group(
                d.rect(0, 0, width, high, high / 2, fill=PANEL, stroke=d.INK, width=1.4),
                d.use(SHEET, f"cube-{KINDS[kind]}", 20, high / 2, 0.9),
                d.text(taken, 34, high / 2, 16, anchor="start", bold=True),
                x=x + (w / 2 - width - 3 if kind == 0 else w / 2 + 3),
                y=y + (10 if kit.narrow else 62),
                label=words,
                outline=d.rect(0, 0, width, high, high / 2),
                **kit.touch(key),
            )
        )
    return drawn


def in_words(kit: BomarzoKit, god: int, place: int) -> str:
    """The divinity as a sentence."""
    view = kit.view
    state = kit.say("asleep" if view.dormant[god] else "mossy" if view.moss[god] else "active")
    parts = [
        f"{place + 1} {kit.noun('divinity', god)}",
        state,
        kit.say("scores", what=kit.noun("scored", view.scores[god])),
    ]
    first = leaders(kit, god)
    if first:
        parts.append(kit.say("led_by", who=", ".join([kit.name(seat) for seat in first])))
    food, coin, wine = view.lying[god]
    if food + coin + wine:
        parts.append(kit.say("lying", food=food, coin=coin, wine=wine))
    if view.pawns_on[god]:
        parts.append(kit.say("pawns_of", who=", ".join([kit.name(seat) for seat in view.pawns_on[god]])))
    for seat in range(kit.seats):
        if view.under[seat][god]:
            parts.append(kit.say("buried", number=len(view.under[seat][god]), who=kit.name(seat)))
    if not view.dormant[god]:
        parts.append(kit.say("price", price=kit.cubes_in_words(view.prices[god], "slot")))
    return "; ".join(parts)
