"""The river walk with the scores, the boats with the goods, the landing with the coins."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import (
    GOLD,
    GOLD_INK,
    GOODS,
    SHEET,
    coin,
    emblem,
    goods_sign,
    pawn,
    points,
    sign,
)
from ludoteca.games.bosa.board.kit import BosaKit
from ludoteca.games.bosa.rules.actions import RESOURCES
from ludoteca.games.bosa.rules.edition import NOTHING
from ludoteca.games.bosa.rules.scoring import hundred_tokens, marker, patronage

STEP: Final = 9.4
ROW: Final = 5
SPACE: Final = 25.0
NIGHT_CREAM: Final = d.Colour("#12303c", "#fff6dd")


# The walk: a hundred flagstones


@d.part
def milestones() -> d.Group:
    numbers = [
        d.text(mile, 20 + mile * STEP - (4 if mile == 100 else 0), 665.5, 12.5, fill=d.INK, bold=True)
        for mile in range(0, 101, 10)
    ]
    return d.group(numbers)


def walk(kit: BosaKit) -> d.Group:
    """Everybody's emblem strolls along the river (BOS-4.9); those who meet walk side by side."""
    order = sorted(range(kit.seats), key=lambda seat: (marker(kit.view.scores[seat]), seat))
    pawns: list[d.Child] = []
    last = -SPACE
    for place, seat in enumerate(order):
        room = 962 - SPACE * (len(order) - 1 - place)
        last = min(max(20 + marker(kit.view.scores[seat]) * STEP, last + SPACE), room)
        pawns.append(_stroller(kit, seat, last))
    return d.group(pawns, label=kit.say("score"))


def _stroller(kit: BosaKit, seat: int, x: float) -> d.Group:
    score = kit.view.scores[seat]
    stars = hundred_tokens(score)
    token = [
        d.mark("star", 7, x=12 * place - 6 * (stars - 1), y=-39, fill=GOLD, stroke=GOLD_INK)
        for place in range(stars)
    ]
    return d.group(
        pawn(kit.edition, seat, 0.95),
        token,
        x=x,
        y=650,
        id=f"pawn-{seat}",
        glides=True,
        amount=score,
        label=f"{kit.name(seat)}: {kit.say('points', 'game', number=score)}{_hundreds(kit, stars)}",
        about=f"player {seat}",
    )


def _hundreds(kit: BosaKit, stars: int) -> str:
    return f" ({kit.say('hundred', number=100 * stars)})" if stars else ""


# The boats


def boats(kit: BosaKit) -> d.Group:
    """Ten places a boat, so that the limit explains itself (BOS-4.7); the coins lie on the landing."""
    fleet = [_boat(kit, resource, 24 + 210 * resource, 712) for resource in range(len(RESOURCES))]
    return d.group(fleet, purse(kit), bridge(kit))


def boat_label(kit: BosaKit, resource: int) -> str:
    value = kit.view.goods[kit.focus][resource]
    full = f", {kit.say('full')}" if value == kit.edition.cap else ""
    return f"{kit.speaker.book.noun('resource', resource)} {value}{full}"


def _boat(kit: BosaKit, resource: int, x: float, y: float) -> d.Group:
    cargo = _cargo(resource, kit.view.goods[kit.focus][resource])
    return _afloat(kit, resource, cargo, d.rect(-10, -41, 200, 76, 12), x, y)


def _afloat(kit: BosaKit, resource: int, drawn: d.Child, outline: d.Shape, x: float, y: float) -> d.Group:
    """A boat of any size, as a piece that can be touched."""
    key = f"boat {RESOURCES[resource]}"
    return d.group(
        drawn,
        x=x,
        y=y,
        id=f"boat-{RESOURCES[resource]}",
        amount=kit.view.goods[kit.focus][resource],
        label=boat_label(kit, resource),
        about=key,
        outline=outline,
        **kit.handle(key),
    )


@d.part
def _cargo(resource: int, value: int) -> d.Group:
    name = RESOURCES[resource]
    shown = min(value, 2 * ROW)
    rows = [(min(shown, ROW), -8), (max(0, shown - ROW), -30)]
    return d.group(
        d.use(SHEET, "ship", tone=GOODS[resource]),
        [d.use(SHEET, f"cargo-{name}-{number}", 14, y) for number, y in rows if number],
        d.text(value, 160, -21, 22, fill=d.INK, bold=True),
    )


def purse(kit: BosaKit) -> d.Group:
    """The coins in focus, and the tower they reach or what is missing for the next one."""
    coins = kit.view.coins[kit.focus]
    heap = [sign("coin", 684 + pile // 3 * 20, 697 - pile % 3 * 5, 21) for pile in range(min(coins, 9))]
    missing, worth = next_tower(kit)
    if kit.view.current == NOTHING:
        brought = kit.say("from_patronage").capitalize()
        told: d.Child = [
            d.fit_text(brought, 100, 13, 12.5, x=672, y=734, anchor="start", fill=d.INK),
            points(kit.view.patronage[kit.focus], 788, 734, 22, 12.5),
        ]
    elif missing:
        told = [
            d.fit_text(
                kit.say("more_for", number=missing), 100, 13, 12.5, x=672, y=734, anchor="start", fill=d.INK
            ),
            points(worth, 788, 734, 22, 12.5),
        ]
    else:
        told = d.fit_text(kit.say("top_tower"), 128, 13, 12.5, x=733, y=734, fill=d.INK)
    return d.group(
        heap,
        d.text(coins, 768, 694, 24, fill=NIGHT_CREAM, bold=True),
        told,
        id="purse",
        amount=coins,
        label=kit.say("coins", "game", number=coins),
        about="purse",
    )


def next_tower(kit: BosaKit) -> tuple[int, int]:
    """How many coins are missing for the next tower, and its points; nothing above the highest."""
    coins = kit.view.coins[kit.focus]
    paid, _ = patronage(kit.edition, coins)
    for price, worth in kit.edition.chart:
        if price > max(paid, coins):
            return price - coins, worth
    return 0, 0


def bridge(kit: BosaKit) -> d.Group:
    """Whose hill this is, on the old bridge, with the score."""
    seat = kit.focus
    score = kit.view.scores[seat]
    hat = kit.view.first == seat
    return d.group(
        d.rect(
            830, 684, 108, 36, 8, fill=d.CARD, stroke=d.INK if seat == kit.view.actor else d.LINE, width=1.5
        ),
        emblem(kit.edition, seat, 12, 847, 703),
        d.fit_text(
            kit.name(seat), 72, 14, 12.5, 2, x=862, y=702, anchor="start", height=32, fill=d.INK, serif=True
        ),
        d.use(SHEET, "hat", 850, 688, 0.62) if hat else None,
        d.group(
            points(score, 0, 0, 34 if score < 100 else 26, 12.5), x=956, y=702, id="own-score", amount=score
        ),
        label=own_label(kit),
        about=f"player {seat}",
        id="own-plate",
    )


def own_label(kit: BosaKit) -> str:
    seat = kit.focus
    told = f"{kit.name(seat)}: {kit.say('points', 'game', number=kit.view.scores[seat])}"
    return f"{told}, {kit.say('first_player')}" if kit.view.first == seat else told


# On a phone


def narrow_river(kit: BosaKit, y: float) -> d.Group:
    """Three little boats with numbers, the coins and the points."""
    fleet = [_little_boat(kit, resource, 4 + 92.0 * resource, y) for resource in range(len(RESOURCES))]
    seat = kit.focus
    coins, score = kit.view.coins[seat], kit.view.scores[seat]
    return d.group(
        fleet,
        d.group(
            coin(coins, 0, 0, 32, 14), x=302, y=y + 24, id="purse", amount=coins, about="purse",
            label=kit.say("coins", "game", number=coins),
        ),
        d.group(
            points(score, 0, 0, 38, 15), x=354, y=y + 24, id="own-score", amount=score, label=own_label(kit),
            about=f"player {seat}",
        ),
    )  # fmt: skip


def _little_boat(kit: BosaKit, resource: int, x: float, y: float) -> d.Group:
    value = kit.view.goods[kit.focus][resource]
    drawn: list[d.Child] = [
        d.use(SHEET, "boat", 6, 27, 0.55, tone=GOODS[resource]),
        goods_sign(resource, 26, 19, 26),
        d.text(value, 60, 18, 22, fill=NIGHT_CREAM, bold=True, halo=CREAM_HALO),
    ]
    return _afloat(kit, resource, drawn, d.rect(0, -1, 90, 46, 9), x, y)


CREAM_HALO: Final = d.Colour("#d7ecf2", "#16343f")
