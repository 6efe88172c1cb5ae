"""What is printed of Manticore: heroes, combat cards, the map, road tokens that fit it, beings and things."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board import art, land, pieces
from ludoteca.games.manticore.board.art import SHEET
from ludoteca.games.manticore.board.box import hero_facts
from ludoteca.games.manticore.board.table import WIDE_CHART
from ludoteca.games.manticore.board.tabletop import TableKit
from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.actions import CLASSES, KINDS, MONSTERS, TOKENS, TYPES
from ludoteca.games.manticore.rules.state import FIRST_FOE, MANTICORE
from ludoteca.kernel.choices import NO_CHOICES
from ludoteca.kernel.speaker import Speaker

SCALE: Final = 5.0
"""Tenths of a millimetre on paper for a step of the picture."""
MAP: Final = d.Box(0, 84, 748, 662)
ROAD: Final = (25.0, 28.5)
TOKEN: Final = 20.0
LEATHER: Final = d.Colour("#5b3a29")
MOSS: Final = d.Colour("#3d5a3a")


def prints(view: ManticoreView, speaker: Speaker) -> list[d.PrintedSheet]:
    """Every piece of the box at its size; the map on several sheets."""
    kit = TableKit(view, speaker, NO_CHOICES, False, WIDE_CHART)
    roads = [_road(kit, token) for token in range(TOKENS)]
    combat = [_combat_card(kit, kind) for kind in range(len(TYPES))]
    board = d.PrintedPiece("", kit.say("title"), _map(kit))
    return [
        d.PrintedSheet("heroes", *d.CARD_SIZE, [_hero(kit, klass) for klass in range(len(CLASSES))]),
        d.PrintedSheet("combat", *d.SMALL_CARD_SIZE, combat),
        d.PrintedSheet("board", MAP.w * SCALE / 10, MAP.h * SCALE / 10, [board]),
        d.PrintedSheet("roads", *ROAD, roads, round=True),
        d.PrintedSheet("tokens", TOKEN, TOKEN, [*_beings(kit), *_things(kit)], round=True),
    ]


def _hero(kit: TableKit, klass: int) -> d.PrintedPiece:
    name = kit.noun("class", klass)
    title = name[:1].upper() + name[1:]
    picture = d.use(SHEET, art.medal(klass, False), 0, 0, 1.05)
    tone = art.CLASS_COLOURS[klass]
    front = d.printed_card(
        title, f"{hero_facts(kit, klass)}\n{kit.say(f'class_{klass}', 'about')}", picture, tone=tone
    )
    other = d.use(SHEET, art.medal(klass, True), 0, 0, 1.05)
    return d.PrintedPiece(f"class {klass}", title, front, d.printed_back(tone, other))


def _combat_card(kit: TableKit, kind: int) -> d.PrintedPiece:
    name = kit.noun("type", kind)
    title = name[:1].upper() + name[1:]
    picture = d.pictured(SHEET, f"card-{kind}", 52)
    front = d.printed_card(
        title, kit.say(f"type_{kind}", "about"), picture, size=d.SMALL_CARD_SIZE, tone=LEATHER, scale=2.6
    )
    back = d.printed_back(LEATHER, d.pictured(SHEET, "card-back", 50), d.SMALL_CARD_SIZE)
    return d.PrintedPiece(f"type {kind}", title, front, back, kit.edition.combat_deck[kind])


def _road(kit: TableKit, token: int) -> d.PrintedPiece:
    """A hexagon as large as a cell of the printed map."""
    name = kit.noun("token", token)
    front = d.group(land.token_picture(kit.edition, token, 0, SCALE))
    return d.PrintedPiece(f"token {token}", name, front, None, kit.edition.token_counts[token])


def _beings(kit: TableKit) -> list[d.PrintedPiece]:
    """Heroes and heroines, monsters and the Manticore."""
    heroes = [
        d.PrintedPiece(
            f"class {klass}", kit.noun("class", klass),
            d.printed_token(TOKEN, d.use(SHEET, art.medal(klass, heroine), 0, 0, 1.5)),
        )
        for klass in range(len(CLASSES))
        for heroine in (False, True)
    ]  # fmt: skip
    monsters = [
        d.PrintedPiece(
            f"being {FIRST_FOE + number}", kit.noun("foe", FIRST_FOE + number),
            d.printed_token(TOKEN, [
                pieces.monster_body(kit.edition, number, 1.9),
                d.group(pieces.number_badge(number + 1, 26), x=34, y=34),
            ]),
        )
        for number in range(MONSTERS)
    ]  # fmt: skip
    beast = d.printed_token(TOKEN, d.pictured(SHEET, "m3", 50), MOSS)
    return [*heroes, *monsters, d.PrintedPiece(f"being {MANTICORE}", kit.noun("foe", MANTICORE), beast)]


def _things(kit: TableKit) -> list[d.PrintedPiece]:
    """Artifacts and spells by their levels."""
    back = d.printed_token(TOKEN, d.use(SHEET, "tile-back", 0, 0, 2.8), LEATHER)
    return [
        d.PrintedPiece(
            f"kind {kind}", f"{kit.noun('kind', kind)} {level}",
            d.printed_token(TOKEN, pieces.tile(kind, level, 4.0)), back,
            kit.edition.levels[kind].count(level),
        )
        for kind in range(len(KINDS))
        for level in sorted(set(kit.edition.levels[kind]))
    ]  # fmt: skip


def _map(kit: TableKit) -> d.Group:
    chart = kit.chart
    drawn: list[d.Child] = [
        land.forest(chart),
        land.grounds(kit.edition, chart),
        land.fireway(tuple(kit.edition.fireway), chart, True, 0, kit.say("fireway")),
        land.buildings(kit.edition, chart),
        land.signs(kit),
    ]
    left, top = -(MAP.x + MAP.w / 2) * SCALE, -(MAP.y + MAP.h / 2) * SCALE
    w, h = MAP.w * SCALE / 10, MAP.h * SCALE / 10
    return d.group(d.ground(w, h, art.DEEP), d.group(drawn, x=left, y=top, scale=SCALE))
