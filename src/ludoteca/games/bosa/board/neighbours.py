"""The others: their plaques, and their hills across the valley."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import (
    SHEET,
    coin,
    emblem,
    points,
)
from ludoteca.games.bosa.board.houses import far_house, roof_tile
from ludoteca.games.bosa.board.kit import BosaKit, at
from ludoteca.games.bosa.rules.actions import CELLS, RESOURCES, SIDE
from ludoteca.games.bosa.rules.edition import NOTHING

LEFT: Final = 780.0
TOP: Final = 150.0
WIDE: Final = 194.0
ROOM: Final = 482.0
FEW: Final = 2
PLAQUE: Final = 48.0


def neighbours(kit: BosaKit) -> list[d.Group]:
    """One or two rivals show their houses, more of them a roof for each."""
    rivals = kit.rivals
    room = ROOM / max(FEW, len(rivals))
    draw = _far_town if len(rivals) <= FEW else _roofs
    found = []
    for number, seat in enumerate(rivals):
        y = TOP + number * room
        town = d.group(
            draw(kit, seat, LEFT + 2, y + PLAQUE + 4), label=town_label(kit, seat), about=f"player {seat}"
        )
        found.append(d.group(town, plaque(kit, seat, LEFT, y), label=kit.name(seat)))
    return found


# Plaques


def seat_label(kit: BosaKit, seat: int) -> str:
    """Everything that is known of a player, in words."""
    view = kit.view
    goods = [
        f"{kit.speaker.book.noun('resource', resource)} {view.goods[seat][resource]}"
        for resource in range(len(RESOURCES))
    ]
    told = [
        kit.say("points", "game", number=view.scores[seat]),
        kit.say("coins", "game", number=view.coins[seat]),
        *goods,
    ]
    if seat == view.first:
        told.append(kit.say("first_player"))
    hand = view.goals[seat]
    if hand and hand[0] < 0:
        told.append(kit.say("face_down", number=len(hand)))
    return f"{kit.name(seat)}: {', '.join(told)}"


def plaque(kit: BosaKit, seat: int, x: float, y: float) -> d.Group:
    """A neighbour's name and goods."""
    view = kit.view
    playing = seat in (view.current, view.actor) and not view.over
    hat = view.first == seat
    counts: list[d.Child] = []
    for number, value in enumerate((*view.goods[seat], view.coins[seat])):
        left = 16 + 38 * number
        what = "coins" if number == len(RESOURCES) else RESOURCES[number]
        words = d.text(
            value, left + 10, 35, 14 if value < 10 else 12.5, anchor="start", fill=d.INK, bold=True
        )
        counts.append(d.group(words, id=f"{what}-{seat}", amount=value))
    return d.group(
        d.use(SHEET, "plaque"),
        d.rect(0, 0, WIDE, PLAQUE, 7, stroke=d.SEATS[seat].colour, width=3) if playing else None,
        emblem(kit.edition, seat, 11, 16, 14),
        d.fit_text(kit.name(seat), WIDE - 82, 15, 12.5, x=32, y=14, anchor="start", fill=d.INK, serif=True),
        d.use(SHEET, "hat", 16, 1, 0.62) if hat else None,
        counts,
        _score(kit, seat),
        x=x,
        y=y,
        id=f"plaque-{seat}",
        label=seat_label(kit, seat),
        about=f"player {seat}",
    )  # fmt: skip


def _score(kit: BosaKit, seat: int) -> d.Group:
    score = kit.view.scores[seat]
    high = 31 if score < 100 else 26
    return d.group(points(score, 0, 0, high, 12.5), x=WIDE - 22, y=18, id=f"score-{seat}", amount=score)


# Towns


def town_label(kit: BosaKit, seat: int) -> str:
    """The houses of a townscape, row by row."""
    town = kit.view.grids[seat]
    rows = []
    for first in range(0, CELLS, SIDE):
        names = [kit.noun("card", number) for number in town[first : first + SIDE] if number != NOTHING]
        if names:
            rows.append(", ".join(names))
    return f"{kit.say('townscape')}: {kit.name(seat)}: {'; '.join(rows)}"


def _far_town(kit: BosaKit, seat: int, x: float, y: float) -> d.Child:
    """The same houses, further away."""
    town = kit.view.grids[seat]
    drawn: list[d.Child] = [d.use(SHEET, "meadows-far", x + 2, y + 7)]
    for cell in range(CELLS):
        row, column = at(cell)
        left, top = x + 2 + column * 47.5, y + 7 + row * 38
        number = town[cell]
        if number == NOTHING:
            continue
        bare = cell + SIDE >= CELLS or town[cell + SIDE] == NOTHING
        drawn.append(
            d.group(
                far_house(kit.edition, number, 0.44, bare),
                x=left,
                y=top,
                id=f"card-{number}",
                glides=cell == kit.view.cell,
                about=f"card {number}",
            )
        )
    return drawn


def _roofs(kit: BosaKit, seat: int, x: float, y: float) -> d.Child:
    """Sixteen roofs, each with its family's emblem and what it deals in."""
    drawn: list[d.Child] = [d.use(SHEET, "roofs")]
    for cell, number in enumerate(kit.view.grids[seat]):
        if number != NOTHING:
            row, column = at(cell)
            drawn.append(roof_tile(kit.edition, number, column * 48, row * 17.4))
    return d.group(drawn, x=x, y=y)


# On a phone


def chips(kit: BosaKit, left: float, w: float) -> d.Group:
    """The others in a line: emblem, points, and coins where there is room."""
    rivals = kit.rivals
    step = w / len(rivals)
    return d.group([_chip(kit, seat, left + step * number, step - 4) for number, seat in enumerate(rivals)])


def _chip(kit: BosaKit, seat: int, x: float, w: float) -> d.Group:
    view = kit.view
    playing = seat in (view.current, view.actor) and not view.over
    score, coins = view.scores[seat], view.coins[seat]
    roomy = w > 110
    tall = 30 if score < 100 else 25
    right = w - (46 if score < 100 else 53) if roomy else w - 22
    return d.group(
        d.rect(
            0,
            2,
            w,
            36,
            18,
            fill=d.CARD,
            stroke=d.SEATS[seat].colour if playing else d.LINE,
            width=3 if playing else 1,
        ),
        emblem(kit.edition, seat, 12, 18, 20),
        d.fit_text(kit.name(seat), right - 50, 15, 14, x=33, y=20, anchor="start", fill=d.INK, serif=True)
        if w > 150
        else None,
        d.group(points(score, 0, 0, tall, 14), x=right, y=20, id=f"score-{seat}", amount=score),
        d.group(coin(coins, 0, 0, 27, 14), x=w - 18, y=20, id=f"coins-{seat}", amount=coins)
        if roomy
        else None,
        x=x,
        y=0,
        id=f"plaque-{seat}",
        label=f"{seat_label(kit, seat)}. {town_label(kit, seat)}",
        about=f"player {seat}",
    )
