"""What is printed of Bello Divorum: power cards, the island within its track, followers and chips."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import SHEET, colour_of, people
from ludoteca.games.bello_divorum.board.doomsday import doomsday
from ludoteca.games.bello_divorum.board.island import landscape, names
from ludoteca.games.bello_divorum.board.kit import BelloKit
from ludoteca.games.bello_divorum.board.places import locations
from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.games.bello_divorum.rules.actions import POWERS
from ludoteca.kernel.speaker import Speaker

CARD: Final = (88.0, 126.0)
ISLAND: Final = (736.0, 748.0)
SCALE: Final = 5.0
"""Tenths of a millimetre on paper for a step of the picture."""
TOKEN: Final = 14.0


def prints(view: BelloView, speaker: Speaker) -> list[d.PrintedSheet]:
    """Every piece of the box at its size; the island for this number of players, on several sheets."""
    kit = BelloKit(view, speaker)
    pantheons = range(len(kit.edition.pantheons))
    w, h = ISLAND[0] * SCALE / 10, ISLAND[1] * SCALE / 10
    track = d.use(SHEET, "hourglass", 0, 40, 2)
    title = kit.say("doomsday_title", "about")
    tokens = [piece for pantheon in pantheons for piece in _tokens(kit, pantheon)]
    tokens.append(d.PrintedPiece("doomsday", title, d.printed_token(TOKEN, track)))
    return [
        d.PrintedSheet("powers", *CARD, [_power_card(kit, pantheon) for pantheon in pantheons]),
        d.PrintedSheet("board", w, h, [d.PrintedPiece("", kit.say("title", "game"), _island(kit))]),
        d.PrintedSheet("tokens", TOKEN, TOKEN, tokens, round=True),
    ]


def _power_card(kit: BelloKit, pantheon: int) -> d.PrintedPiece:
    """A pantheon with its three favours."""
    tone = colour_of(kit.edition.pantheons[pantheon])
    name = kit.speaker.book.noun("pantheon", pantheon)
    w, h = 10 * CARD[0], 10 * CARD[1]
    mask = d.group(d.use(SHEET, f"mask-{people(pantheon)}"), y=-h / 2 + 215, scale=4.2)
    rows: list[d.Child] = []
    for number in range(1, POWERS + 1):
        y = -140 + (number - 1) * 250
        told = kit.power_told(pantheon, number)
        rows.append(d.rect(-w / 2 + 45, y, w - 90, 232, 22, fill=d.mix(d.CARD, tone, 0.12)))
        rows.append(d.fit_text(told, w - 150, 36, 24, 6, height=206, y=y + 116, fill=d.INK))
    front = d.group(
        d.ground(*CARD, d.mix(d.CARD, tone, 0.3)),
        d.rect(25 - w / 2, 25 - h / 2, w - 50, h - 50, 26, fill=d.CARD, stroke=tone, width=8),
        mask,
        d.fit_text(name, w - 120, 58, 40, 1, y=-185, fill=d.INK, bold=True),
        rows,
    )
    sign = d.use(SHEET, f"mask-{people(pantheon)}", scale=1.2)
    return d.PrintedPiece(f"pantheon {pantheon}", name, front, d.printed_back(tone, sign, CARD))


def _tokens(kit: BelloKit, pantheon: int) -> list[d.PrintedPiece]:
    """The followers of a people, and the chips for what it holds."""
    tone = colour_of(kit.edition.pantheons[pantheon])
    name = kit.speaker.book.noun("pantheon", pantheon)
    follower = d.use(SHEET, f"pawn-{people(pantheon)}", 0, 40, 2.7, tone=tone)
    chip = d.use(SHEET, f"chip-{people(pantheon)}", 0, 0, 3.2, tone=tone)
    return [
        d.PrintedPiece(
            "sign follower", name, d.printed_token(TOKEN, follower, tone), None, kit.edition.followers
        ),
        d.PrintedPiece("sign chip", name, d.printed_token(TOKEN, chip, tone), None, sum(kit.edition.chips)),
    ]


def _island(kit: BelloKit) -> d.Group:
    w, h = ISLAND
    drawn: list[d.Child] = [d.use(SHEET, "sea"), landscape(kit), doomsday(kit), locations(kit), names(kit)]
    return d.group(d.group(drawn, x=-w * SCALE / 2, y=-h * SCALE / 2, scale=SCALE))
