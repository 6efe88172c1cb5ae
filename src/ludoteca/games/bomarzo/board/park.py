"""The park: eight divinities, the harvest, the seasons and the tracks."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.desk import SEATS, Desk
from ludoteca.games.bomarzo.board.signs import ANY, MOSS, STONE, counted, cube, icon, scored
from ludoteca.games.bomarzo.board.standings import leaders
from ludoteca.games.bomarzo.rules.actions import AREAS, DIVINITIES, KINDS, TRACKS

DIVINITY_H: Final = 152
TOKEN_COLOURS: Final = (
    d.Colour("#ffffff", "#e8e8e8"),
    d.Colour("#222222", "#555555"),
    d.GREEN,
    d.YELLOW,
    d.Colour("#7a4b2a", "#a8734a"),
)


def price_signs(price: tuple[int, ...], x: float, y: float) -> list[d.Child]:
    """A price as signs with numbers, from x to the right."""
    drawn: list[d.Child] = []
    for kind, number in zip((0, 1, ANY), price, strict=True):
        if number:
            drawn.append(counted(cube(kind, 8), number, x, y, 13, 11))
            x += 32 if number < 10 else 40
    return drawn


def price_in_words(desk: Desk, price: tuple[int, ...]) -> str:
    names = [desk.noun("slot", slot) for slot in range(3)]
    parts = [f"{number} {name}" for number, name in zip(price, names, strict=True) if number]
    return " + ".join(parts) if parts else desk.say("free")


def divinity(desk: Desk, god: int, place: int, x: float, y: float, w: float) -> d.Group:
    """One divinity from (x, y) down and right: state, what it scores, what lies there, and its price."""
    view = desk.view
    name = DIVINITIES[god]
    action, why = desk.option(f"invoke {name}", f"devote-under {name}")
    h = DIVINITY_H
    mossy, asleep = view.moss[god], view.dormant[god]
    tone = MOSS if mossy else d.FAINT
    parts: list[d.Child] = [
        d.rect(0, 0, w, h, 9, fill=d.CARD, stroke=tone, width=2.5 if mossy else 1.5),
        d.rect(1, 1, w - 2, 30, 8, fill=d.mix(d.CARD, tone if mossy else STONE, 0.35)),
        d.token(place, r=10, fill=d.INK, x=17, y=16),
        d.text(desk.noun("divinity", god), 32, 16, 15, anchor="start", bold=True),
    ]
    position = place - 1
    prizes = f"{desk.edition.first_prize[position]}/{desk.edition.second_prize[position]}"
    if len(view.cubes) < desk.edition.second_from:
        prizes = str(desk.edition.first_prize[position])
    parts.append(d.badge(f"★{prizes}", size=11, fill=d.GOLD, x=w - 28, y=16))
    field = view.scores[god]
    parts.append(scored(field, 9, 17, 46))
    lead = leaders(desk, god)
    parts += [d.seat_mark(SEATS[seat], r=8, x=42 + 18 * n, y=46) for n, seat in enumerate(lead)]
    if asleep:
        parts.append(d.badge(f"Zz {desk.say('asleep')}", size=11, fill=d.GREY, x=w - 42, y=46, max_w=76))
    elif mossy:
        parts.append(d.badge(desk.say("moss"), size=11, fill=MOSS, x=w - 36, y=46, max_w=64))
        parts.append(d.mark("leaf", 6, w - 78, 46, fill=MOSS))
    words = desk.noun("favour", god)
    parts.append(d.fit_text(words, w - 16, 11, 10, 2, x=8, y=70, anchor="start", fill=d.FAINT, height=28))
    parts += _lying(desk, god, w)
    parts.append(d.line(6, h - 29, w - 6, h - 29, stroke=d.LINE))
    takes = _orco_buttons(desk, god, w, h)
    if takes:
        return d.group(parts, takes, x=x, y=y, label=_in_words(desk, god, place))
    parts += _price_tag(desk, god, w, h - 15)
    return d.group(
        parts, x=x, y=y, id=f"divinity-{name}", label=_in_words(desk, god, place), action=action, why=why,
        opacity=0.6 if asleep else 1, outline=d.rect(-3, -3, w + 6, h + 6, 12),
    )  # fmt: skip


def _lying(desk: Desk, god: int, w: float) -> list[d.Child]:
    """Cubes, pawns and face-down cards."""
    view = desk.view
    parts: list[d.Child] = []
    x = 16.0
    for kind, number in enumerate(view.lying[god]):
        if number:
            parts.append(counted(cube(kind, 8), number, x, 99, 12, 10))
            x += 31 if number < 10 else 38
    pawns = view.pawns_on[god]
    step = min(17.0, (w - x - 10) / max(1, len(pawns)))
    for n, seat in enumerate(pawns):
        parts.append(d.seat_mark(SEATS[seat], r=8, x=w - 14 - step * (len(pawns) - 1 - n), y=99))
    buried = [(seat, len(view.under[seat][god])) for seat in range(len(view.under)) if view.under[seat][god]]
    for n, (seat, number) in enumerate(buried):
        at = w - 20 - 34 * (len(buried) - 1 - n)
        parts.append(
            d.rect(at - 12, 112 - 1, 24, 12, 3, fill=d.mix(d.CARD, SEATS[seat].colour, 0.4), stroke=d.INK)
        )
        parts.append(d.text(f"{SEATS[seat].letter}{number}", at, 117, 10, bold=True))
    return parts


def _price_tag(desk: Desk, god: int, w: float, y: float) -> list[d.Child]:
    view = desk.view
    if view.dormant[god]:
        return [d.text(desk.say("asleep"), w / 2, y, 12, fill=d.FAINT)]
    price = view.prices[god]
    if not any(price):
        return [d.text(desk.say("free"), 10, y, 13, anchor="start", bold=True, fill=d.GOOD)]
    tag: list[d.Child] = price_signs(price, 17, y)
    mine = view.viewer >= 0 and view.viewer in view.pawns_on[god]
    refused = desk.choices.why(f"invoke {DIVINITIES[god]}")
    if refused:
        note = desk.say("already_here") if mine else desk.say("cannot_pay")
        tag.append(d.fit_text(note, w - 112, 11, 10, x=w - 8, y=y, anchor="end", fill=d.WARN))
    return tag


def _orco_buttons(desk: Desk, god: int, w: float, h: float) -> list[d.Group]:
    found: list[d.Group] = []
    for kind in (0, 1):
        text = f"orco-take {DIVINITIES[god]} {KINDS[kind]}"
        if desk.choices.action(text):
            action, _ = desk.option(text)
            label = desk.choices.get(text)
            found.append(
                d.button(
                    f"{desk.say('take')} {view_number(desk, god, kind)}{'FC'[kind]}",
                    w=w / 2 - 10,
                    h=26,
                    x=w / 4 + kind * w / 2,
                    y=h - 15,
                    action=action,
                    label=label.label if label else text,
                )
            )
    return found


def view_number(desk: Desk, god: int, kind: int) -> int:
    return desk.view.lying[god][kind]


def _in_words(desk: Desk, god: int, place: int) -> str:
    view = desk.view
    state = (
        desk.say("asleep")
        if view.dormant[god]
        else desk.say("moss")
        if view.moss[god]
        else desk.say("active")
    )
    parts = [
        f"{place} {desk.noun('divinity', god)}",
        state,
        desk.say("scores", what=desk.noun("scored", view.scores[god])),
    ]
    lead = leaders(desk, god)
    if lead:
        parts.append(desk.say("led_by", who=", ".join(desk.name(seat) for seat in lead)))
    food, coin, wine = view.lying[god]
    if food + coin + wine:
        parts.append(desk.say("lying", food=food, coin=coin, wine=wine))
    if view.pawns_on[god]:
        parts.append(desk.say("pawns_of", who=", ".join(desk.name(seat) for seat in view.pawns_on[god])))
    for seat in range(len(view.under)):
        if view.under[seat][god]:
            parts.append(desk.say("buried", number=len(view.under[seat][god]), who=desk.name(seat)))
    if not view.dormant[god]:
        parts.append(desk.say("price", price=price_in_words(desk, view.prices[god])))
    return "; ".join(parts)


def divinities(desk: Desk, w: float) -> tuple[d.Group, float]:
    """A ring around the harvest, place 1 lower left and on clockwise; on a phone two columns.

    At the end the places are those of the pantheon.
    """
    view = desk.view
    order = view.pantheon or view.order
    if desk.narrow:
        gap = 8.0
        wide = (w - gap) / 2
        drawn = [
            divinity(desk, god, n + 1, n % 2 * (wide + gap), n // 2 * (DIVINITY_H + gap), wide)
            for n, god in enumerate(order)
        ]
        return d.group(drawn, label=desk.say("park")), 4 * (DIVINITY_H + gap) - gap
    gap = 10.0
    wide = (w - 2 * gap) / 3
    cells = ((0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2))
    drawn = []
    for n, god in enumerate(order):
        column, line = cells[n]
        drawn.append(divinity(desk, god, n + 1, column * (wide + gap), line * (DIVINITY_H + gap), wide))
    centre = harvest(desk, wide + gap, DIVINITY_H + gap, wide, DIVINITY_H)
    return d.group(drawn, centre, label=desk.say("park")), 3 * DIVINITY_H + 2 * gap


def harvest(desk: Desk, x: float, y: float, w: float, h: float) -> d.Group:
    """Three areas with four places each, labelled with what they yield."""
    view = desk.view
    parts: list[d.Child] = [d.rect(0, 0, w, h, 9, fill=d.FELT, stroke=d.LINE)]
    line = h / 3
    for area in range(len(AREAS)):
        action, why = desk.option(f"harvest {AREAS[area]}")
        pawns = view.harvested[area]
        yields = desk.edition.yields[area]
        top = area * line
        row: list[d.Child] = [
            cube(area, 9, 18, top + line / 2),
            d.fit_text(
                desk.noun("area", area), w - 140, 12, 10, x=33, y=top + line / 2, anchor="start", bold=True
            ),
        ]
        for n, printed in enumerate(yields):
            amount = view.next_harvest[area] if n == len(pawns) else printed
            cx = w - 93 + 26 * n
            taken = n < len(pawns)
            ground = d.CARD if not taken else STONE
            row.append(
                d.circle(cx, top + line / 2, 11, fill=ground, stroke=d.FAINT, dash="" if taken else "3 3")
            )
            row.append(
                d.seat_mark(SEATS[pawns[n]], r=9, x=cx, y=top + line / 2)
                if taken
                else d.text(f"+{amount}", cx, top + line / 2, 11, bold=n == len(pawns))
            )
        here = ", ".join(desk.name(seat) for seat in pawns)
        label = desk.say("area", area=desk.noun("area", area), number=view.next_harvest[area])
        if here:
            label += f"; {desk.say('pawns_of', who=here)}"
        parts.append(
            d.group(row, label=label, action=action, why=why, outline=d.rect(3, top + 3, w - 6, line - 6, 8))
        )
    return d.group(parts, x=x, y=y, label=desk.say("harvest"))


def seasons(desk: Desk, w: float) -> tuple[d.Group, float]:
    """The season track, with tokens if they are in play, the reserve and the deck."""
    view = desk.view
    step = min(34.0, (w - 24) / 8)
    parts: list[d.Child] = []
    for n in range(desk.edition.seasons):
        x = 20 + step * n
        now = n + 1 == view.season
        parts.append(
            d.circle(x, 18, 13, fill=d.GOLD if now else d.CARD, stroke=d.FAINT, width=2 if now else 1)
        )
        parts.append(d.text(n + 1, x, 18, 13, bold=now, fill=d.ink_on(d.GOLD) if now else d.INK))
        if n < len(view.tokens):
            colour = TOKEN_COLOURS[view.tokens[n]]
            letter = desk.noun("colour", view.tokens[n])[:2].capitalize()
            parts.append(d.token(letter, r=10, fill=colour, x=x, y=43))
    label = desk.say("season", number=view.season)
    h = 60 if view.tokens else 36
    if len(view.tokens) >= view.season:
        note = desk.noun("token", view.tokens[view.season - 1])
        label += f", {note}"
        parts.append(
            d.fit_text(note, w - 8, 11, 10, 2, x=4, y=h + 8, anchor="start", fill=d.FAINT, height=28)
        )
        h += 24
    y = h + 12
    reserve: list[d.Child] = []
    x = 14.0
    for kind, left in enumerate(view.reserve):
        reserve.append(counted(cube(kind, 8), left, x, y, 13, 12))
        x += 48
    reserve.append(
        d.fit_text(desk.say("deck", deck=view.deck_size, discard=len(view.discard)), w - x + 4, 11, 10, 2,
                   x=x - 8, y=y, anchor="start", fill=d.FAINT, height=28)
    )  # fmt: skip
    words = desk.say("deck", deck=view.deck_size, discard=len(view.discard))
    if view.reserve:
        food, coin, wine = view.reserve
        words = f"{desk.say('reserve', food=food, coin=coin, wine=wine)}; {words}"
    if view.top:
        top = desk.say("top", card=desk.noun("upgrade", view.top))
        words += f"; {top}"
        y += 22
        reserve.append(d.fit_text(top, w - 10, 12, 10, x=4, y=y, anchor="start"))
    return d.group(d.group(parts, label=label), d.group(reserve, label=words)), y + 16


def tracks(desk: Desk, w: float) -> tuple[d.Group, float]:
    """Culture, Architecture, Science: lanes from 0 to 10 with stars where points wait."""
    view = desk.view
    end = desk.edition.track_end
    lane = 52.0
    parts: list[d.Child] = []
    step = (w - 62) / end
    for track in range(len(TRACKS)):
        action, why = desk.option(f"advance {TRACKS[track]}")
        y = lane * track + 26
        row: list[d.Child] = [icon(TRACKS[track], 10, 14, y)]
        row.append(d.line(42, y, 42 + step * end, y, stroke=d.LINE, width=3))
        for n in range(end + 1):
            x = 42 + step * n
            if n in desk.edition.points_at:
                symbol = desk.edition.points_at.index(n)
                owner = view.point_owner[track * len(desk.edition.points_at) + symbol]
                row.append(d.mark("star", 12, x, y, fill=d.YELLOW if owner < 0 else STONE, stroke=d.FAINT))
            else:
                row.append(d.circle(x, y, 9, fill=d.CARD, stroke=d.FAINT))
            row.append(
                d.text(
                    n,
                    x,
                    y,
                    10,
                    fill=d.ink_on(d.YELLOW)
                    if n in desk.edition.points_at and _free(desk, track, n)
                    else d.INK,
                )
            )
        row += _discs(desk, track, y, step)
        at = ", ".join(f"{desk.name(seat)} {view.tracks[seat][track]}" for seat in range(len(view.tracks)))
        parts.append(
            d.group(row, label=f"{desk.noun('track', track)}: {at}", action=action, why=why,
                    outline=d.rect(0, y - 25, w, 50, 8))
        )  # fmt: skip
    return d.group(parts, label=desk.say("tracks")), lane * len(TRACKS)


def _free(desk: Desk, track: int, at: int) -> bool:
    symbols = desk.edition.points_at
    return desk.view.point_owner[track * len(symbols) + symbols.index(at)] < 0


def _discs(desk: Desk, track: int, y: float, step: float) -> list[d.Child]:
    """Discs stand above and below their space, each seat in its own quarter."""
    drawn: list[d.Child] = []
    for seat, places in enumerate(desk.view.tracks):
        dx = -5.5 if seat % 2 == 0 else 5.5
        dy = -16 if seat < 2 else 16
        x = 42 + step * places[track] + dx
        drawn.append(
            d.seat_mark(SEATS[seat], r=6.5, x=x, y=y + dy, id=f"disc-{TRACKS[track]}-{seat}", glides=True)
        )
    return drawn
