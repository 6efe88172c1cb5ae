"""What is printed of Bosa: houses, goals, coins and markers, the castle with its walk, everybody's goods."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import FAMILIES, SEASONS, SHEET, coin, goods_sign, paint_of, pawn, points
from ludoteca.games.bosa.board.castle import castle
from ludoteca.games.bosa.board.goals import goal_text
from ludoteca.games.bosa.board.houses import house
from ludoteca.games.bosa.board.kit import BosaKit
from ludoteca.games.bosa.knowledge import BosaView
from ludoteca.games.bosa.rules.actions import RESOURCES
from ludoteca.games.bosa.rules.edition import NOTHING
from ludoteca.kernel.speaker import Speaker

COINS: Final = 70
HUNDREDS: Final = 10
TOKEN: Final = 16.0
BOARD: Final = (198.0, 150.0)
TRACKS: Final = (190.0, 62.0)
SKY: Final = d.Colour("#d3e7e5")
HILL: Final = d.Colour("#b9c57e")
STREET: Final = d.Colour("#e2cb9d")
CREAM: Final = d.Colour("#fffaf0")
INK: Final = d.Colour("#2b2622")
STONES: Final = 10
"""Squares in a row of the score track."""


def prints(view: BosaView, speaker: Speaker) -> list[d.PrintedSheet]:
    """Every piece of the box at its size."""
    kit = BosaKit(view, speaker)
    cards = [_house_card(kit, number) for number in range(len(kit.edition.cards))]
    goals = [_goal_card(kit, number) for number in range(len(kit.edition.goals))]
    seats = range(kit.seats)
    tokens = [
        d.PrintedPiece(
            "purse", kit.say("purse", "about"), d.printed_token(TOKEN, coin(1, 0, 0, 92)), None, COINS
        ),
        d.PrintedPiece(
            "sign points", "100", d.printed_token(TOKEN, points(100, 0, 0, 78)), None, HUNDREDS
        ),
        *[
            d.PrintedPiece(
                "", kit.name(seat), d.printed_token(TOKEN, d.group(pawn(kit.edition, seat, 2.2), y=38))
            )
            for seat in seats
        ],
        *[
            d.PrintedPiece(
                f"boat {name}", kit.speaker.book.noun("resource", number),
                d.printed_token(TOKEN, goods_sign(number, 0, 0, 84)), None, kit.seats,
            )
            for number, name in enumerate(RESOURCES)
        ],
    ]  # fmt: skip
    tracks = d.PrintedPiece("", kit.say("player_text", "about"), _goods_board(kit), None, kit.seats)
    return [
        d.PrintedSheet("cards", *d.CARD_SIZE, cards),
        d.PrintedSheet("goals", *d.SMALL_CARD_SIZE, goals),
        d.PrintedSheet("board", *BOARD, [d.PrintedPiece("castle", kit.say("castle", "about"), _board(kit))]),
        d.PrintedSheet("player_boards", *TRACKS, [tracks]),
        d.PrintedSheet("tokens", TOKEN, TOKEN, tokens, round=True),
    ]


def _house_card(kit: BosaKit, number: int) -> d.PrintedPiece:
    """A house on its hill, with its season, its name and what it does."""
    card, name = kit.card(number), kit.noun("card", number)
    effect = kit.noun("effect", number)
    disc = d.circle(0, 0, 36, fill=CREAM, stroke=INK, width=4)
    number_of_season = d.text(card.season, 0, 0, 44, bold=True, fill=INK)
    season = d.group(disc, number_of_season, x=255, y=-380) if card.season else None
    front = d.group(
        d.ground(*d.CARD_SIZE, SKY),
        d.path("M-330 20C-220-130-90-150 0-60C90-150 230-120 330-10V330H-330Z", fill=HILL),
        d.rect(-330, 195, 660, 70, fill=STREET),
        d.group(house(kit.edition, number, 3.7, cut="street"), x=-187, y=-361),
        d.rect(-330, 243, 660, 220, fill=CREAM),
        d.fit_text(name, 570, 46, 30, 2, height=80, y=288, fill=INK, bold=True),
        d.fit_text(effect[:1].upper() + effect[1:], 560, 29, 22, 3, height=92, y=377, fill=INK),
        season,
    )  # fmt: skip
    back = d.printed_back(SEASONS[card.season] if card.season else HILL, _season_sign(card.season))
    return d.PrintedPiece(f"card {number}", name, front, back)


def _season_sign(season: int) -> d.Child:
    if not season:
        return d.pictured(SHEET, "tower-2", 52)
    return d.text(season, 0, 0, 92, bold=True, fill=INK)


def _goal_card(kit: BosaKit, number: int) -> d.PrintedPiece:
    """What a goal is worth, the colour it speaks of, and what it asks for."""
    goal = kit.edition.goals[number]
    rule = goal_text(kit, goal)
    name = kit.noun("goal", number)
    sign = points(goal.points, 0, 0, 96)
    if goal.colour != NOTHING:
        tone = paint_of(kit.edition, goal.colour)
        badge = d.use(SHEET, f"badge-{FAMILIES[goal.colour]}", 30, 0, 2.4, tone=tone)
        sign = [d.group(sign, x=-30, scale=0.62), badge]
    front = d.printed_card(
        name, rule[:1].upper() + rule[1:], sign, size=d.SMALL_CARD_SIZE, tone=STREET, scale=2.3
    )
    back = d.printed_back(STREET, d.pictured(SHEET, "star", 46), d.SMALL_CARD_SIZE)
    return d.PrintedPiece(f"goal {number}", name, front, back)


def _board(kit: BosaKit) -> d.Group:
    """The castle of Serravalle, four stalls, and the walk along the river from 0 to 99."""
    w, h = 10 * BOARD[0], 10 * BOARD[1]
    side = (w - 120) / STONES / 2
    squares: list[d.Child] = []
    for number in range(100):
        x = 60 + (number % (2 * STONES)) * side - w / 2
        y = h / 2 - 60 - (5 - number // (2 * STONES)) * 92
        strong = number % 5 == 0
        squares.append(d.rect(x + 4, y + 4, side - 8, 84, 10, fill=STREET if strong else CREAM))
        squares.append(d.text(number, x + side / 2, y + 46, 34, fill=INK, bold=strong))
    stand = d.group(castle(kit, patrons=False), x=-558 * 3.7, y=-h / 2 + 240, scale=3.7)
    return d.group(
        d.ground(*BOARD, SKY),
        d.ellipse(0, 150, w * 0.62, 330, fill=HILL),
        d.rect(-w / 2 - 15, 150, w + 30, h / 2 - 135, fill=HILL),
        stand,
        squares,
    )


def _goods_board(kit: BosaKit) -> d.Group:
    """Everybody's tracks for the three resources, from 0 to the most that is kept."""
    w, h = 10 * TRACKS[0], 10 * TRACKS[1]
    most = kit.edition.cap
    step = (w - 260) / (most + 1)
    drawn: list[d.Child] = []
    for resource in range(len(RESOURCES)):
        y = -h / 2 + 70 + (resource + 0.5) * (h - 140) / len(RESOURCES)
        drawn.append(goods_sign(resource, -w / 2 + 110, y, 130))
        for number in range(most + 1):
            x = -w / 2 + 200 + number * step
            drawn.append(d.rect(x + 4, y - 66, step - 8, 132, 16, fill=CREAM, stroke=STREET, width=4))
            drawn.append(d.text(number, x + step / 2, y, 50, fill=INK))
    return d.group(d.ground(*TRACKS, STREET), drawn)
