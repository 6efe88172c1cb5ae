"""The market in the piazza: four cards to take; after the end the ledger hangs there."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import (
    GOLD,
    SHEET,
    emblem,
    points,
    slip,
)
from ludoteca.games.bosa.board.houses import house
from ludoteca.games.bosa.board.kit import BosaKit
from ludoteca.games.bosa.rules.actions import SLOTS
from ludoteca.games.bosa.rules.edition import NOTHING

LEFT: Final = 7.0
TOP: Final = 162.0
WIDE: Final = 150.0
HIGH: Final = 156.0
GAP: Final = 7.0


def market(kit: BosaKit) -> d.Group:
    """Two by two under the awning."""
    stalls = [
        _stall(kit, slot, LEFT + slot % 2 * (WIDE + GAP), TOP + slot // 2 * (HIGH + GAP))
        for slot in range(SLOTS)
    ]
    return d.group(stalls, d.use(SHEET, "awning", 4, 152), label=kit.say("market"))


def shown(kit: BosaKit, slot: int) -> tuple[int, bool]:
    """The card in a slot, or the one that was taken from it and is not placed yet."""
    number = kit.view.market[slot]
    held = number == NOTHING and kit.view.held != NOTHING
    return (kit.view.held, True) if held else (number, False)


def told(kit: BosaKit, slot: int) -> str:
    """What lies in a slot, in words."""
    number, held = shown(kit, slot)
    where = kit.say("slot", slot=slot + 1)
    if number == NOTHING:
        return f"{where}: {kit.say('empty_slot')}"
    if held:
        return f"{where}: {kit.name(kit.view.current)}, {kit.say('held')}: {kit.called(number)}"
    return f"{where}: {kit.called(number)}"


def _stall(kit: BosaKit, slot: int, x: float, y: float) -> d.Child:
    number, held = shown(kit, slot)
    if number == NOTHING:
        empty = d.rect(0, 0, WIDE, HIGH, 10, stroke=d.FAINT, width=1.4, dash="6 6", opacity=0.7)
        return d.group(empty, x=x, y=y, label=told(kit, slot), about="market")
    card = kit.card(number)
    touched = kit.handle(f"slot {slot + 1}")
    return d.group(
        d.use(SHEET, "card-held" if held else "card-open" if touched else "card"),
        d.group(
            house(kit.edition, number, 0.94, count=kit.count_with(card), cut="front"),
            id=f"card-{number}-body",
            x=28,
            y=17,
        ),
        d.fit_text(
            kit.noun("card", number),
            WIDE - 6,
            13,
            12.5,
            2,
            x=WIDE / 2,
            y=138,
            height=33,
            fill=d.INK,
            serif=True,
        ),
        emblem(kit.edition, kit.view.current, 13, WIDE - 16, 17) if held else None,
        x=x,
        y=y,
        id=f"card-{number}",
        glides=True,
        label=told(kit, slot),
        about=f"card {number}",
        outline=d.rect(-2, -2, WIDE + 4, HIGH + 4, 12),
        **touched,
    )


# The ledger


def ledger(kit: BosaKit, x: float, y: float, w: float, row: float) -> d.Group:
    """Where everybody's points came from (BOS-7), a column for each seat in the order of places."""
    view = kit.view
    order = sorted(range(kit.seats), key=lambda seat: (view.places[seat], seat))
    shares = shares_of(kit)
    label_w = max(96.0, w - 46.0 * kit.seats)
    step = (w - label_w) / kit.seats
    drawn: list[d.Child] = [slip(x, y, w, row * (len(shares) + 2) + 8)]
    for line, (words, amounts) in enumerate(shares, 1):
        down = y + row * (line + 0.5)
        drawn.append(
            d.fit_text(words, label_w - 12, 14, kit.least, 2, x=x + 9, y=down, anchor="start", fill=d.FAINT)
        )
        for column, seat in enumerate(order):
            best = amounts[seat] == max(amounts)
            size = 17 if best else 15
            drawn.append(
                d.text(amounts[seat], x + label_w + step * (column + 0.5), down, size, fill=d.INK, bold=best)
            )
    bottom = y + row * (len(shares) + 1.5) + 4
    for column, seat in enumerate(order):
        middle = x + label_w + step * (column + 0.5)
        if view.places[seat] == 1:
            drawn.insert(1, _winner(middle, y, step, row * (len(shares) + 2) + 8))
        score = points(view.scores[seat], middle, bottom, min(32, step * 0.56), kit.least)
        drawn += [emblem(kit.edition, seat, 12, middle, y + row * 0.55), score]
    total = d.text(kit.say("total"), x + 9, bottom, 15, anchor="start", fill=d.INK, bold=True)
    return d.group(drawn, total, label=". ".join([result(kit, seat) for seat in order]), about="ledger")


def shares_of(kit: BosaKit) -> list[tuple[str, list[int]]]:
    """Each source of points with every seat's share of it."""
    view = kit.view
    found = [
        (kit.say("from_sold"), list(view.sold)),
        (kit.say("from_patronage"), list(view.patronage)),
        (kit.say("from_leftovers"), list(view.leftovers)),
    ]
    return [*found, (kit.say("from_goals"), list(view.goal_points))] if view.with_goals else found


def _winner(middle: float, y: float, step: float, high: float) -> d.Shape:
    return d.rect(middle - step / 2 + 1, y + 2, step - 2, high - 4, 8, stroke=GOLD, width=3)


def result(kit: BosaKit, seat: int) -> str:
    """`Place 1: Ada, 120 points (actions 80, patronage 20, leftovers 5, goals 15)`."""
    view = kit.view
    shares = kit.say(
        "parts",
        sold=view.sold[seat],
        patronage=view.patronage[seat],
        leftovers=view.leftovers[seat],
        goals=view.goal_points[seat],
    )
    place = kit.say("place", place=view.places[seat])
    return f"{place}: {kit.name(seat)}, {kit.say('points', 'game', number=view.scores[seat])} ({shares})"


# On a phone


def narrow_market(kit: BosaKit, y: float) -> d.Group:
    """Four fronts side by side; their names are in the question and the inspector."""
    stalls = [_narrow_stall(kit, slot, 3 + slot * 97.0, y) for slot in range(SLOTS)]
    return d.group(stalls, label=kit.say("market"))


def _narrow_stall(kit: BosaKit, slot: int, x: float, y: float) -> d.Child:
    number, held = shown(kit, slot)
    if number == NOTHING:
        return d.group(
            d.rect(0, 0, 93, 62, 8, stroke=d.FAINT, width=1.4, dash="6 6"),
            x=x, y=y, label=told(kit, slot), about="market",
        )  # fmt: skip
    touched = kit.handle(f"slot {slot + 1}")
    edge = GOLD if held else d.INK if touched else d.LINE
    front = house(
        kit.edition, number, 0.74, count=kit.count_with(kit.card(number)), cut="top", least=kit.least
    )
    return d.group(
        d.rect(0, 0, 93, 62, 8, fill=d.CARD, stroke=edge, width=3 if held else 1.4),
        d.group(front, id=f"card-{number}-body", x=9.5, y=5.5),
        emblem(kit.edition, kit.view.current, 11, 82, 11) if held else None,
        x=x,
        y=y,
        id=f"card-{number}",
        glides=True,
        label=told(kit, slot),
        about=f"card {number}",
        outline=d.rect(-1, -1, 95, 64, 9),
        **touched,
    )


def narrow_ledger(kit: BosaKit, y: float) -> d.Group:
    """Where the points in focus came from."""
    told = result(kit, kit.focus)
    words = d.fit_text(told, 370, 15, 14, 3, x=195, y=y + 31, height=60, fill=d.INK)
    return d.group(slip(4, y, 382, 62), words, label=told, about="ledger")
