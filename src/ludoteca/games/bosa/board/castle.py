"""The sky with the season, and the castle of Serravalle: its towers are the patronage chart (BOS-6.1)."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import (
    COIN_INK,
    CREAM,
    GOLD,
    SEASONS,
    SHEET,
    STONE,
    STONE_SHADE,
    coin,
    pawn,
    points,
)
from ludoteca.games.bosa.board.kit import BosaKit
from ludoteca.games.bosa.rules.actions import TURNS
from ludoteca.games.bosa.rules.edition import NOTHING

BASE: Final = 146.0
TOWER: Final = 56.0
WALL: Final = 34.0


# The season


def season_words(kit: BosaKit) -> list[str]:
    """The season, how far it is, and what may run out."""
    view = kit.view
    if not view.season:
        return []
    told = [kit.say("season", "game", season=view.season)]
    if not view.over and view.current >= 0:
        if view.stack:
            turn = kit.say("turn", number=turn_of(kit), total=TURNS)
            told.append(f"{turn} · {kit.say('stack', number=view.stack)}")
        else:
            told.append(kit.say("last_turn"))
    if view.tray != NOTHING:
        told.append(kit.say("tray", number=view.tray))
    return told


def turn_of(kit: BosaKit) -> int:
    return min(TURNS, kit.view.turn // kit.seats + 1)


def season(kit: BosaKit) -> d.Group:
    """The sun stands above the turn of the season; the stack lies beside it."""
    told = season_words(kit)
    if not told:
        return d.group()
    turn = turn_of(kit) if not kit.view.over else 0
    words: list[d.Child] = [
        d.text(told[0], 128, 96, 21, fill=d.INK, serif=True),
        [
            d.fit_text(line, 244, 13.5, 12.5, x=128, y=117 + 18 * row, fill=d.INK)
            for row, line in enumerate(told[1:])
        ],
    ]
    sky = d.group(d.use(SHEET, f"arc-{turn}"), words, label=", ".join(told), about="season", id="season")
    if kit.view.stack == 0 or kit.view.over:
        return d.group(sky)
    stack = d.group(
        d.use(SHEET, "back", tone=SEASONS[kit.view.season]),
        d.circle(23, 32, 14, fill=d.CARD),
        d.text(kit.view.stack, 23, 32, 16, fill=d.INK, bold=True),
        x=262,
        y=44,
        id="stack",
        about="stack",
        amount=kit.view.stack,
        label=kit.say("stack", number=kit.view.stack),
    )
    return d.group(sky, stack)


# The castle


def reached(kit: BosaKit, seat: int) -> int:
    """How many towers the coins of a seat reach."""
    return sum([kit.view.coins[seat] >= price for price, _ in kit.edition.chart])


def castle(kit: BosaKit, patrons: bool = True) -> d.Group:
    """Five towers, each with its price at the gate and its points aloft; pawns stand on what they reach."""
    chart = kit.edition.chart
    step = 392 / max(4, len(chart) - 1)
    mine = reached(kit, kit.focus)
    towers = [
        d.group(
            _tower(price, worth, round(4 * number / max(1, len(chart) - 1)), number < mine),
            x=362 + number * step,
            y=BASE,
            label=pays(kit, number),
            about=f"tower {number}",
        )
        for number, (price, worth) in enumerate(chart)
    ]
    wall = d.use(SHEET, "castle-wall", 362, BASE)
    pawns = _patrons(kit, 362, step) if patrons else None
    return d.group(wall, towers, pawns, label=kit.say("patronage"), about="castle")


def pays(kit: BosaKit, number: int) -> str:
    """`9 coins → 12 points`."""
    price, worth = kit.edition.chart[number]
    said = kit.say(
        "pays", coins=kit.say("coins", "game", number=price), points=kit.say("points", "game", number=worth)
    )
    now = reached(kit, kit.focus) == number + 1 and kit.view.current != NOTHING
    return f"{said}, {kit.say('pays_now')}" if now else said


@d.part
def _tower(price: int, worth: int, rise: int, lit: bool) -> d.Group:
    """A tower whose gate stands on (0, 0)."""
    high = 50 + 11 * rise
    return d.group(
        d.use(SHEET, f"tower-{rise}-reached" if lit else f"tower-{rise}"),
        d.text(price, 28, -17, 19 if price < 10 else 15, fill=COIN_INK, bold=True),
        d.text(worth, 28, -high - 26, 20 if worth < 10 else 16.5, fill=CREAM, bold=True),
    )


def _patrons(kit: BosaKit, left: float, step: float) -> d.Child:
    """Everybody stands behind the tower that their coins reach; the others wait at the foot of the ramp."""
    waiting: dict[int, int] = {}
    pawns: list[d.Child] = []
    for seat in range(kit.seats):
        tower = reached(kit, seat)
        place = waiting.get(tower, 0)
        waiting[tower] = place + 1
        x = left - 24 - place * 20 if tower == 0 else left + (tower - 1) * step + TOWER + 12 + place * 17
        y = BASE - 6 if tower == 0 else BASE - WALL - 1
        pawns.append(
            d.group(
                pawn(kit.edition, seat, 0.66),
                x=min(x, 880),
                y=y,
                id=f"patron-{seat}",
                glides=True,
                about=f"player {seat}",
            )
        )
    return pawns


# On a phone


def narrow_castle(kit: BosaKit, y: float) -> d.Group:
    """The chart as a wall: price and points of each tower side by side."""
    chart = kit.edition.chart
    step = 390 / len(chart)
    mine = reached(kit, kit.focus)
    towers = [
        d.group(
            d.rect(3, 6, step - 6, 34, 4, fill=STONE),
            d.rect(3, 6, step - 6, 34, 4, stroke=GOLD if number < mine else STONE_SHADE, width=2),
            coin(price, step / 2 - 17, 23, 27, 14),
            points(worth, step / 2 + 17, 23, 29, 14),
            x=number * step,
            y=y,
            label=pays(kit, number),
            about=f"tower {number}",
        )
        for number, (price, worth) in enumerate(chart)
    ]
    return d.group(towers, label=kit.say("patronage"))


def narrow_season(kit: BosaKit, w: float) -> d.Group:
    told = season_words(kit)
    if not told:
        return d.group()
    lines = [told[0]]
    if not kit.view.over and kit.view.current >= 0:
        lines.append(kit.say("turn", number=turn_of(kit), total=TURNS))
    drawn = [
        d.fit_text(
            line,
            w,
            15,
            14,
            x=8,
            y=12 + 18 * row,
            anchor="start",
            bold=not row,
        )
        for row, line in enumerate(lines)
    ]
    return d.group(drawn, label=", ".join(told), about="season", id="season")
