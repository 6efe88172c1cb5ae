"""The Castle board: market, patronage chart and scores."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import COIN, coin_sign, goods_sign, house, points_sign
from ludoteca.games.bosa.board.context import GAP, Context
from ludoteca.games.bosa.rules.actions import RESOURCES, SLOTS, TURNS
from ludoteca.games.bosa.rules.edition import NOTHING
from ludoteca.games.bosa.rules.scoring import hundred_tokens, marker, patronage

BAR: Final = 100.0
PITCH: Final = 46.0


def header(context: Context, w: float) -> tuple[d.Child, float]:
    """The question in hand (where the board asks it), and how far the season is."""
    view = context.view
    parts: list[d.Child] = []
    question = context.choices.question
    lines = 3 if context.narrow else 1
    size = 15 if context.narrow else 17
    high = len(d.fit(question, w, size, 11, lines, bold=True).lines) * size * 1.25
    words = d.fit_text(question, w, size, 11, lines, y=0, anchor="start", bold=True, top=True)
    if question:
        parts.append(d.group(words, label=question))
    x, y = 0.0, high + 14
    for key, words_of_badge, tone in _badges(context):
        wide = d.width_of(words_of_badge, 12, bold=True) + 14
        if x and x + wide > w:
            x, y = 0.0, y + 25
        parts.append(
            d.badge(
                words_of_badge,
                size=12,
                fill=tone,
                x=x + wide / 2,
                y=y,
                label=words_of_badge,
                id=f"badge-{key}",
            )
        )
        x += wide + 6
    if view.season == 0:
        return parts, high
    return parts, y + 14


def _badges(context: Context) -> list[tuple[str, str, d.Colour]]:
    view = context.view
    if not view.season:
        return []
    found = [("season", context.say("season", season=view.season), d.INK)]
    if not view.over and view.current >= 0:
        turn = min(TURNS, view.turn // context.seats + 1)
        found.append(("turn", context.say("turn", number=turn, total=TURNS), d.BLUE))
        found.append(("stack", context.say("stack", number=view.stack), d.BLUE))
        if view.stack == 0:
            found.append(("last", context.say("last_turn"), d.WARN))
    if view.tray != NOTHING:
        found.append(("tray", context.say("tray", number=view.tray), d.GOLD))
    return found


def market(context: Context, w: float) -> tuple[d.Child, float]:
    """The four cards that can be taken, two by two on a phone."""
    columns = 2 if context.narrow else SLOTS
    cw = (w - GAP * (columns - 1)) / columns
    ch = 84.0 if context.narrow else 168.0
    parts: list[d.Child] = []
    for slot in range(SLOTS):
        x = slot % columns * (cw + GAP) + cw / 2
        y = slot // columns * (ch + GAP) + ch / 2
        parts.append(_slot(context, slot, cw, ch, x, y))
    rows = SLOTS // columns
    return d.group(parts, label=context.say("market")), rows * ch + (rows - 1) * GAP


def _slot(context: Context, slot: int, w: float, h: float, x: float, y: float) -> d.Child:
    view = context.view
    text = f"take {slot + 1}"
    where = context.say("slot", slot=slot + 1)
    number = view.market[slot]
    held = number == NOTHING and view.held != NOTHING
    if held:
        number = view.held
    corner = d.badge(slot + 1, size=10, fill=d.FAINT, x=-w / 2 + 11, y=-h / 2 + 10)
    if number == NOTHING:
        return d.card(
            d.text("–", 0, 0, 16, fill=d.FAINT), corner, w=w, h=h, fill=None, dash="5 5", x=x, y=y,
            label=f"{where}: {context.say('empty_slot')}",
        )  # fmt: skip
    label = f"{where}: {context.called(number)}"
    if held:
        label = f"{where}: {context.name(view.current)}, {context.say('held')}: {context.called(number)}"
    return d.card(
        _face(context, number, w, h),
        context.sign(view.current, 11, x=w / 2 - 14, y=-h / 2 + 13) if held else corner,
        w=w,
        h=h,
        dash="5 5" if held else "",
        x=x,
        y=y,
        id=f"card-{number}",
        glides=True,
        label=label,
        action=context.choices.action(text),
        why=context.choices.why(text),
        opacity=0.72 if held else 1,
    )


def _face(context: Context, number: int, w: float, h: float) -> d.Child:
    """A card in the market: the house, and its name beside or below it."""
    card = context.card(number)
    count = context.count_with(card)
    name = context.speaker.spell("card", number)
    if context.narrow:
        hw = 92.0
        front = d.group(house(context.edition, card, hw, h - 12, count=count), x=-w / 2 + hw / 2 + 6)
        room = w - hw - 16
        return [front, d.fit_text(name, room, 12, 10, 4, x=w / 2 - room / 2 - 4, y=4, height=h - 18)]
    front = d.group(house(context.edition, card, w - 16, h - 62, count=count, door=12), y=-21)
    return [front, d.fit_text(name, w - 8, 12, 10, 2, y=h / 2 - 19, height=32)]


def chart(context: Context, w: float) -> tuple[d.Child, float]:
    """The patronage chart as steps, with the step that the coins of the seat in focus would reach now."""
    coins = context.view.coins[context.focus]
    paid, _ = patronage(context.edition, coins)
    steps = context.edition.chart
    cell = (w - GAP * 0.6 * (len(steps) - 1)) / len(steps)
    spread, star = (15.0, 24.0) if context.narrow else (29.0, 30.0)
    parts: list[d.Child] = []
    high = 58.0
    for number, (price, points) in enumerate(steps):
        rise = 16.0 * number / max(1, len(steps) - 1)
        x = number * (cell + GAP * 0.6)
        reached = price == paid and context.view.current != NOTHING
        label = context.say(
            "pays", coins=context.say("coins", number=price), points=context.say("points", number=points)
        )
        parts.append(
            d.group(
                d.rect(
                    x, 16 - rise, cell, high - 16 + rise, 6,
                    fill=d.mix(d.CARD, COIN, 0.4 if reached else 0.08),
                    stroke=d.GLOW if reached else d.LINE, width=2 if reached else 1,
                ),
                d.group(coin_sign(price, 20), x=x + cell / 2 - spread, y=high - 20 - rise / 2),
                d.text("→", x + cell / 2 + 1, high - 20 - rise / 2, 13) if spread > 20 else None,
                d.group(points_sign(points, star), x=x + cell / 2 + spread, y=high - 20 - rise / 2),
                label=label,
                glow=context.say("pays_now") if reached else None,
            )
        )  # fmt: skip
    heading = f"{context.say('patronage')}: {context.say('coins', number=coins)}"
    title = d.text(heading, 0, -8, 12, anchor="start", fill=d.FAINT)
    return d.group(d.group(title, parts, y=16), label=heading), high + 16


def scores(context: Context, w: float) -> tuple[d.Child, float]:
    """A line for each player: symbol, name, resources, coins, and a bar of a hundred points."""
    row = 52.0 if context.narrow else 46.0
    parts = [_score(context, seat, w, row * seat) for seat in range(context.seats)]
    return d.group(parts, label=context.say("score")), row * context.seats


def _score(context: Context, seat: int, w: float, y: float) -> d.Child:
    view = context.view
    score = view.scores[seat]
    laps = hundred_tokens(score)
    goods = ", ".join(
        f"{context.speaker.book.noun('resource', resource)} {view.goods[seat][resource]}"
        for resource in range(len(RESOURCES))
    )
    points, coins = context.say("points", number=score), context.say("coins", number=view.coins[seat])
    label = f"{context.name(seat)}: {points}, {coins}, {goods}"
    if seat == view.first:
        label += f", {context.say('first_player')}"
    if view.over:
        label += f", {context.say('place', place=view.places[seat])}"
    playing = seat in (view.current, view.actor)
    name_w = w - 40 - 4 * PITCH - (22 if seat == view.first else 0)
    left = 30.0
    parts: list[d.Child] = [
        d.rect(
            0,
            y,
            w,
            42 if not context.narrow else 48,
            7,
            fill=d.mix(d.CARD, context.tone(seat), 0.16 if playing else 0.04),
        ),
        context.sign(seat, 11, x=14, y=y + 14),
        d.fit_text(context.name(seat), name_w, 13, 10, x=left, y=y + 13, anchor="start", bold=playing),
    ]
    if seat == view.first:
        parts.append(d.mark("crown", 7, w - 4 * PITCH - 16, y + 12, fill=d.GOLD))
    for number in range(4):
        x = w - (4 - number) * PITCH + 10
        sign = coin_sign("", 15) if number == 3 else goods_sign(number, 15)
        value = view.coins[seat] if number == 3 else view.goods[seat][number]
        parts.append(d.counter(d.group(sign), value, r=6, size=13, x=x, y=y + 13))
    bottom = y + (33 if context.narrow else 31)
    parts.append(d.text(score, w - 6, bottom, 15, anchor="end", bold=True))
    long = w - left - 92
    if view.over:
        label += f", {_parts(context, seat)}"
        parts.append(
            d.fit_text(
                _parts(context, seat), w - left - 44, 11, 10, x=left, y=bottom, anchor="start", fill=d.FAINT
            )
        )
    else:
        share = max(8.0, long * marker(score) / BAR)
        parts.append(d.rect(left, bottom - 4, long, 8, 4, fill=d.CARD, stroke=d.LINE))
        parts.append(d.rect(left, bottom - 4, share, 8, 4, fill=context.tone(seat)) if score else None)
        if laps:
            lap = context.say("hundred", number=100 * laps)
            parts.append(d.badge(lap, size=10, fill=d.GOLD, x=left + long + 26, y=bottom))
    return d.group(parts, label=label, id=f"score-{seat}")


def _parts(context: Context, seat: int) -> str:
    """Where the points of a seat come from."""
    view = context.view
    return context.say(
        "parts",
        sold=view.sold[seat],
        patronage=view.patronage[seat],
        leftovers=view.leftovers[seat],
        goals=view.goal_points[seat],
    )
