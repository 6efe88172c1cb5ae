"""What is printed of Bomarzo: cards with both sides, divinities, the park, villages, cubes and people."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.art import CUBES, SEATS, SHEET, TOKENS, person, statue
from ludoteca.games.bomarzo.board.cards import CORNER, H, W, face
from ludoteca.games.bomarzo.board.fiefs import row_symbol
from ludoteca.games.bomarzo.board.harvests import harvest
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.board.monuments import empty_sundial, obelisks
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.actions import COLOURS, DIVINITIES, GODS, KINDS, ROWS
from ludoteca.kernel.speaker import Speaker

DISCS: Final = 5
TOKEN: Final = 14.0
PARK: Final = (266.0, 165.0)
VILLAGE: Final = (190.0, 80.0)
GRASS: Final = d.Colour("#b8cf8a")
SAND: Final = d.Colour("#ead9b5")
STONE: Final = d.Colour("#8f9a86")
CREAM: Final = d.Colour("#fffaf0")


def prints(view: BomarzoView, speaker: Speaker) -> list[d.PrintedSheet]:
    """Every piece of the box at its size."""
    kit = BomarzoKit(view, speaker)
    cards = [_card(kit, card) for card in range(1, len(kit.edition.fields))]
    village = d.PrintedPiece("", kit.say("fief", "about"), _village(kit), None, kit.seats)
    return [
        d.PrintedSheet("cards", *d.CARD_SIZE, cards),
        d.PrintedSheet("divinities", *d.CARD_SIZE, [_divinity(kit, god) for god in range(GODS)]),
        d.PrintedSheet("worship", *d.SMALL_CARD_SIZE, [_worship(kit, god) for god in range(GODS)]),
        d.PrintedSheet("board", *PARK, [d.PrintedPiece("", kit.say("park"), _park(kit))]),
        d.PrintedSheet("player_boards", *VILLAGE, [village]),
        d.PrintedSheet("tokens", TOKEN, TOKEN, _tokens(kit), round=True),
    ]


def _card(kit: BomarzoKit, card: int) -> d.PrintedPiece:
    """A development card: its first side, and behind it the second."""
    return d.PrintedPiece(f"card {card}", kit.noun("card", card), _side(kit, card, 1), _side(kit, card, 2))


def _side(kit: BomarzoKit, card: int, side: int) -> d.Group:
    w, h = d.CARD_SIZE
    scale = min((10 * w - 36) / W, (10 * h - 36) / H)
    drawn = d.group(face(kit, card, side, least=10.0), x=-W * scale / 2, y=-H * scale / 2, scale=scale)
    tone = SAND if side == 1 else GRASS
    rim = 12.0
    shadow_hidden = d.rect(-rim / 2, -rim / 2, W + rim, H + rim, CORNER + rim / 2, stroke=tone, width=rim)
    return d.group(
        d.ground(w, h, tone),
        drawn,
        d.group(shadow_hidden, x=-W * scale / 2, y=-H * scale / 2, scale=scale),
    )


def _divinity(kit: BomarzoKit, god: int) -> d.PrintedPiece:
    """A statue: awake on one side, covered with moss on the other."""
    awake, mossy = _statue(kit, god, False), _statue(kit, god, True)
    return d.PrintedPiece(f"statue {DIVINITIES[god]}", kit.noun("divinity", god), awake, mossy)


def _statue(kit: BomarzoKit, god: int, mossy: bool) -> d.Group:
    """A side of a divinity: what it asks, and what it gives."""
    tribute = (kit.edition.moss_tribute if mossy else kit.edition.active_tribute)[god]
    price = kit.say("tribute", "about", price=kit.cubes_in_words(tuple(tribute), "slot"))
    words = f"{price}\n{kit.noun('favour_long', god)}"
    picture = d.group(statue(god, mossy, False), y=43, scale=0.57)
    tone = GRASS if mossy else STONE
    return d.printed_card(kit.noun("divinity", god), words, picture, tone=tone, scale=3.7)


def _worship(kit: BomarzoKit, god: int) -> d.PrintedPiece:
    """A worship card of the expansion; all backs are the same."""
    picture = d.group(statue(god, False, False), y=43, scale=0.57)
    name = kit.noun("divinity", god)
    front = d.printed_card(
        name, kit.say("worship", "about"), picture, size=d.SMALL_CARD_SIZE, tone=STONE, scale=2.4
    )
    back = d.printed_back(STONE, d.pictured(SHEET, "seal", 44), d.SMALL_CARD_SIZE)
    return d.PrintedPiece("worship", name, front, back)


def _tokens(kit: BomarzoKit) -> list[d.PrintedPiece]:
    """Goods, season tokens, and everybody's pawns, workers and discs."""
    edition = kit.edition
    cubes = [
        d.PrintedPiece(
            f"store {name}", kit.noun("kind", kind),
            d.printed_token(TOKEN, d.use(SHEET, CUBES[kind], 0, 0, 3.6)), None, edition.supply[kind],
        )
        for kind, name in enumerate(KINDS)
    ]  # fmt: skip
    seasons = [
        d.PrintedPiece(
            f"token {name}", kit.noun("token", colour).partition(":")[0],
            d.printed_token(
                TOKEN, d.circle(0, 0, 40, fill=TOKENS[colour], stroke=STONE, width=3), TOKENS[colour]
            ),
            None, edition.token_counts[colour],
        )
        for colour, name in enumerate(COLOURS)
    ]  # fmt: skip
    people = [
        d.PrintedPiece(
            f"sign {what}", kit.name(seat),
            d.printed_token(TOKEN, d.use(SHEET, person(what, seat), 0, 0, size, tone=SEATS[seat].colour)),
            None, count,
        )
        for seat in range(kit.seats)
        for what, size, count in (
            ("pawn", 2.5, edition.most_pawns), ("worker", 3.0, len(ROWS)), ("disc", 4.0, DISCS),
        )
    ]  # fmt: skip
    dial = d.PrintedPiece(
        "season", kit.say("season", number=1), d.printed_token(TOKEN, d.pictured(SHEET, "dial", 46))
    )
    return [*cubes, *[one for one in seasons if one.copies], *people, dial]


def _park(kit: BomarzoKit) -> d.Group:
    """Eight glades with their prizes, the three harvests, the tracks and the seasons."""
    w, h = 10 * PARK[0], 10 * PARK[1]
    drawn: list[d.Child] = []
    for place in range(GODS):
        x, y = -w / 2 + 60 + place % 4 * 510, -h / 2 + 60 + place // 4 * 560
        first, second = kit.edition.first_prize[place], kit.edition.second_prize[place]
        told = f"{place + 1}:  {first}" + (f" / {second}" if second else "")
        drawn.append(d.rect(x, y, 480, 530, 40, fill=d.mix(GRASS, STONE, 0.25), stroke=STONE, width=5))
        drawn.append(d.text(told, x + 240, y + 50, 56, fill=d.INK, bold=True))
    fields = [d.group(harvest(kit, area, area * 272.0, 0)) for area in range(len(KINDS))]
    tracks = d.group(obelisks(kit, 0, 0, discs=False), empty_sundial(kit, 72, -82))
    return d.group(
        d.ground(*PARK, GRASS),
        drawn,
        d.group(fields, x=-w / 2 + 50, y=h / 2 - 400, scale=2.45),
        d.group(tracks, x=w / 2 - 540, y=-h / 2 + 450, scale=3.4),
    )


def _village(kit: BomarzoKit) -> d.Group:
    """Everybody's five rows, with the symbols that work once reached."""
    w, h = 10 * VILLAGE[0], 10 * VILLAGE[1]
    high = (h - 60) / len(ROWS)
    drawn: list[d.Child] = []
    for row in range(len(ROWS)):
        y = -h / 2 + 30 + (row + 0.5) * high
        end = kit.edition.row_end[row]
        step = (w - 420) / 9
        drawn.append(
            d.fit_text(
                kit.noun("row", row).capitalize(), 280, 50, 34, x=-w / 2 + 50, y=y, anchor="start", bold=True
            )
        )
        for place in range(end + 1):
            x = -w / 2 + 390 + place * step
            drawn.append(d.circle(x, y, high * 0.4, fill=CREAM, stroke=STONE, width=4))
            if place in kit.edition.rows[row]:
                drawn.append(row_symbol(kit, row, x, y, 3.2))
            else:
                drawn.append(d.text(place, x, y, 40, fill=d.FAINT))
    return d.group(d.ground(*VILLAGE, SAND), drawn)
