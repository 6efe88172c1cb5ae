"""The table of Bomarzo drawn from a view: the park, the neighbours behind it, the own fief in front."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.amounts import amounts, more_worship
from ludoteca.games.bomarzo.board.art import PANEL, SHEET, sign
from ludoteca.games.bomarzo.board.fiefs import (
    cards,
    chip,
    neighbour,
    slips,
    small_street,
    store,
    stores,
    street,
)
from ludoteca.games.bomarzo.board.harvests import STRIP_W, harvest, strip
from ludoteca.games.bomarzo.board.kit import BomarzoKit
from ludoteca.games.bomarzo.board.monuments import cart, deck, lane, obelisks, small_worship, sundial
from ludoteca.games.bomarzo.board.overlays import overlay
from ludoteca.games.bomarzo.board.pieces import banner, idle_pawn, number, pawn
from ludoteca.games.bomarzo.board.shrines import empty_glade, pills, shrine
from ludoteca.games.bomarzo.board.standings import if_it_ended_now
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.games.bomarzo.rules.actions import AREAS, GODS, KINDS, ROWS, TRACKS
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker

WIDE: Final = (980, 748)
NARROW: Final = (390, 520)
COLUMNS: Final = ((0, 128), (128, 134), (262, 128))
"""Where the three columns of the park begin on a phone, and how wide they are."""
RING: Final = ((0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2))
"""The cells of the eight places on a phone; the harvests are in the middle."""


def board(view: BomarzoView, speaker: Speaker, choices: Choices, narrow: bool = False) -> d.Scene:
    """The whole table as a scene."""
    kit = BomarzoKit(view, speaker, choices, narrow)
    title = choices.question or kit.say("title", number=view.season)
    scene = d.Scene(*(NARROW if narrow else WIDE), title)
    if narrow:
        _phone(kit, scene)
    else:
        _desk(kit, scene)
    scene.add("options", overlay(kit))
    scene.add("options", amounts(kit))
    scene.gestures = kit.gestures
    return scene


def _desk(kit: BomarzoKit, scene: d.Scene) -> None:
    scene.add("table", d.group(d.use(SHEET, "park"), label=kit.say("park")))
    for n, seat in enumerate(kit.others):
        scene.add("table", neighbour(kit, seat, 6 + n * 271, 0))
    scene.add("table", sundial(kit, 899, 44))
    scene.add("table", obelisks(kit, 826, 126))
    scene.add("table", cart(kit, 830, 384))
    for pile in deck(kit, 828, 474):
        scene.add("table", pile)
    for place, god in enumerate(kit.order):
        scene.add("pieces", shrine(kit, god, place, 4 + place % 4 * 204.0, 84 + place // 4 * 176.0))
    for place in range(len(kit.order), GODS):
        x, y = 4 + place % 4 * 204.0, 84 + place // 4 * 176.0
        scene.add("pieces", empty_glade(place, False, x, y, 203))
    for area in range(len(AREAS)):
        scene.add("pieces", harvest(kit, area, 8 + area * 272.0, 440))
    for row in range(len(ROWS)):
        scene.add("pieces", street(kit, row, 0, 568 + row * 38.0))
    for plate in more_worship(kit, 976, 531):
        scene.add("options", plate)
    scene.add("pieces", stores(kit, 284, 549))
    for drawn in cards(kit, 404, 563, 566):
        scene.add("pieces", drawn)
    for place, god in enumerate(kit.order):
        for pill in pills(kit, god, 4 + place % 4 * 204.0, 84 + place // 4 * 176.0, 203):
            scene.add("options", pill)


def _phone(kit: BomarzoKit, scene: d.Scene) -> None:
    scene.add("table", d.group(d.use(SHEET, "park-narrow"), label=kit.say("park")))
    each = NARROW[0] / len(kit.others)
    for n, seat in enumerate(kit.others):
        scene.add("table", chip(kit, seat, n * each, each))
    if len(kit.order) == GODS:
        for place, god in enumerate(kit.order):
            x, w, y = _cell(place)
            scene.add("pieces", shrine(kit, god, place, x, y, w))
            for pill in pills(kit, god, x, y, w):
                scene.add("options", pill)
    else:
        for place in range(GODS):
            x, w, y = _cell(place)
            scene.add("pieces", empty_glade(place, True, x, y, w))
    for area in range(len(AREAS)):
        scene.add("pieces", strip(kit, area, 128 + area * STRIP_W, 134))
    for track in range(len(TRACKS)):
        scene.add("pieces", lane(kit, track, track * 130.0, 335, 130))
    for drawn in _own_line(kit, 380):
        scene.add("pieces", drawn)
    for row in range(len(ROWS)):
        scene.add("pieces", small_street(kit, row, row * 78.0, 425, 78))
    for drawn in slips(kit, 471, NARROW[0] - 4):
        scene.add("pieces", drawn)


def _cell(place: int) -> tuple[float, float, float]:
    """Left edge, width and upper edge of a place on a phone."""
    column, line = RING[place]
    x, w = COLUMNS[column]
    return x, w, 34 + line * 100.0


def _own_line(kit: BomarzoKit, y: float) -> list[d.Group]:
    """A phone's line of what the viewer holds: stores, pawns, deck, season, worth."""
    view, me = kit.view, kit.me
    worth = if_it_ended_now(kit)[me]
    ready = f"{view.idle[me]}/{view.pawns[me]}"
    return [
        d.group(
            d.rect(1, 1, 207, 43, 9, fill=PANEL),
            banner(me, 13, 22, 10),
            y=y,
            label=kit.name(me),
            about=f"player {me}",
        ),
        *[store(kit, kind, 25 + kind * 61.0, y, 60, 44) for kind in range(len(KINDS))],
        d.group(
            d.rect(210, 1, 48, 43, 9, fill=PANEL),
            (idle_pawn if view.idle[me] else pawn)(me, 220, 30, 0.55),
            number(ready, 230, 22, 14),
            y=y,
            label=kit.say("pawns", ready=view.idle[me], owned=view.pawns[me]),
            about=f"player {me}",
        ),
        small_worship(kit, 260, y) if kit.concerns("worship") else _phone_deck(kit, 260, y),
        d.group(
            d.rect(306, 1, 41, 43, 9, fill=PANEL),
            sign("sun", 7, 326, 12, d.FAINT),
            d.text(f"{max(view.season, 1)}/{kit.edition.seasons}", 326.5, 30, 14, bold=True),
            y=y,
            id="season",
            label=kit.say("season", number=view.season),
            **kit.piece("season", d.rect(304.5, 0, 44, 44, 9)),
        ),
        d.group(
            d.rect(349, 1, 40, 43, 9, fill=PANEL),
            d.mark("star", 7, 369, 12, fill=d.Colour("#f2c84f"), stroke=d.Colour("#7a5a10")),
            d.text(worth, 369, 30, 14, bold=True),
            y=y,
            id=f"worth-{me}",
            amount=worth,
            label=kit.say("worth", number=worth),
            about="worth",
        ),
    ]


def _phone_deck(kit: BomarzoKit, x: float, y: float) -> d.Group:
    view = kit.view
    label = kit.say("deck", deck=view.deck_size, discard=len(view.discard))
    if view.top > 0:
        label += f"; {kit.say('top', card=kit.noun('upgrade', view.top))}"
    return d.group(
        d.rect(0, 1, 44, 43, 9, fill=PANEL),
        d.use(SHEET, "card-back", 4, 9, 0.18),
        number(view.deck_size, 24, 22, 14),
        x=x,
        y=y,
        id="deck",
        label=label,
        **kit.piece("deck", d.rect(0, 0, 44, 44, 9), f"card {view.top}" if view.top > 0 else "deck"),
    )
