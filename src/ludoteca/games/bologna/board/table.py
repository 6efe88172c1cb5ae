"""The table of Bologna, drawn from a view: round and seen from above, or in one column for a phone."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board import panels, pieces, seats
from ludoteca.games.bologna.board.context import Context
from ludoteca.games.bologna.board.pieces import Spots
from ludoteca.games.bologna.board.symbols import skyline
from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker

LAYERS: Final = ("felt", "seats", "middle", "options", "notebook", "goals")
WOOD: Final = d.Colour("#b98f5f", "#4e3c2a")

WIDE: Final = (1280, 800)
CENTRE: Final = (440, 372)
RIM: Final = (326, 284)
REACH: Final = {4: 326, 6: 358}  # how far out the seats lie; more seats leave less room in the middle
SIDE: Final = 376  # the width of the panels beside the round table

DROP: Final = {2: 46, 3: 50, 4: 46, 5: 40, 6: 12}  # how far the middle may sink, by seats

NARROW: Final = 390
TILE: Final = 46
MARGIN: Final = 12


def board(view: BolognaView, speaker: Speaker, choices: Choices, narrow: bool = False) -> d.Scene:
    """The table as the viewer of the view sees it."""
    context = Context(view, speaker, choices)
    return _narrow(context) if narrow else _wide(context)


def _title(context: Context) -> str:
    started = context.view.active >= 0
    game = context.speaker.book.phrase("game", "title")
    title = context.say("title", game=game, number=context.view.round) if started else game
    return f"{title}. {context.choices.question}" if context.choices.question else title


# Round


def _wide(context: Context) -> d.Scene:
    scene = d.Scene(*WIDE, _title(context), layers=LAYERS)
    scene.add("felt", _felt())
    plates = tuple([seats.plate_of(context, seat) for seat in context.clockwise])
    scene.add("seats", _round_seats(plates, context.nearest, context.say("seats")))
    _wide_middle(scene, context, _round_spots(context.seats, context.nearest, context.me))
    _side(scene, context)
    return scene


@d.part
def _felt() -> d.Group:
    """The round table itself."""
    (cx, cy), (rx, ry) = CENTRE, RIM
    return d.group(
        d.ellipse(cx, cy, rx + 34, ry + 34, fill=WOOD, stroke=d.mix(WOOD, d.INK, 0.35), width=2),
        d.ellipse(cx, cy, rx + 14, ry + 14, fill=d.FELT, stroke=d.mix(WOOD, d.INK, 0.35)),
        skyline(cx, 612, d.mix(d.FELT, d.INK, 0.07)),
    )


def _round_places(count: int, nearest: int) -> list[d.Point]:
    return d.around(count, REACH.get(count, 334), RIM[1], *CENTRE, viewer=nearest)


def _own_box(place: d.Point) -> d.Box:
    """Where the viewer's own plate lies: below its place at the rim."""
    w, h = 452, 148
    return d.Box(place[0] - w / 2, WIDE[1] - 84 - h / 2, w, h)


@d.part
def _round_seats(plates: tuple[seats.Plate, ...], nearest: int, label: str) -> d.Group:
    """Everybody around the table, and the way play goes on."""
    places = _round_places(len(plates), nearest)
    drawn: list[d.Child] = []
    arrow: d.Child = None
    for plate in plates:
        x, y = places[plate.seat]
        w, h = seats.PLATE
        if plate.own:
            box = _own_box(places[plate.seat])
            w, h, y = int(box.w), int(box.h), box.cy
            drawn.append(d.group(seats.own_plate(plate, w, h), x=box.x, y=box.y))
        else:
            drawn.append(d.group(seats.round_plate(plate), x=x, y=y))
        if plate.turn:
            arrow = _arrow(x, y, w, h, places[plate.seat])
    return d.group(drawn, arrow, label=label)


@lru_cache(maxsize=256)
def _round_spots(count: int, nearest: int, me: int) -> Spots:
    """Where everybody's counters lie."""
    spots: Spots = {}
    for seat, place in enumerate(_round_places(count, nearest)):
        if seat == me:
            seats.own_spots(seat, _own_box(place), spots)
        else:
            seats.plate_spots(seat, *place, spots)
    return spots


def _arrow(x: float, y: float, w: float, h: float, place: d.Point) -> d.Group:
    """On the edge of a plate, pointing along the rim to the next seat."""
    (cx, cy), (rx, ry) = CENTRE, RIM
    dx, dy = -(place[1] - cy) / ry * rx, (place[0] - cx) / rx * ry
    reach = min(w / 2 / max(abs(dx), 1e-9), h / 2 / max(abs(dy), 1e-9))
    turn = math.degrees(math.atan2(dy, dx))
    return seats.turn_arrow(x + dx * reach, y + dy * reach, turn, id="turn-arrow")


def _wide_middle(scene: d.Scene, context: Context, spots: Spots) -> None:
    """From top to bottom: the pool, the question, the dice, the tiles."""
    cx = CENTRE[0]
    top = 206 + DROP.get(context.seats, 0)
    banner = 14 if context.view.fools else 0
    question = context.choices.question
    box = d.Box(cx - 192, top + 74 + banner, 384, 92)
    high = top + 52 - banner / 3
    tray = pieces.tray_of(context, spots)
    scene.add("middle", pieces.pool(pieces.pool_of(context), cx, top))
    scene.add("middle", _question(question, box.w, cx, high))
    scene.add("middle", pieces.draw_tray(tray, box))
    scene.add("middle", _banner(context, cx, box.y))
    rows = pieces.tile_rows(context, narrow=False)
    under = d.Box(box.x, box.bottom + 10, box.w, 0)
    tile = 44 if len(rows) < 3 else 36
    scene.add("options", pieces.tiles(context, rows, under, tile, spots, pieces.tray_places(tray, box)))


@d.part
def _question(words: str, w: float, x: float, y: float) -> d.Group:
    return d.group(d.fit_text(words, w, 15, 11, 2, x=x, y=y, height=38, bold=True))


def _banner(context: Context, x: float, y: float) -> d.Child:
    """An event that lasts for the turn, on the upper edge of the tray."""
    return _fools(context.say("fools"), x, y) if context.view.fools else None


@d.part
def _fools(words: str, x: float, y: float) -> d.Group:
    return d.badge(words, size=12, fill=d.GOLD, max_w=360, x=x, y=y - 4)


@d.part
def _heading(words: str, w: float, x: float, y: float) -> d.Group:
    return d.group(d.fit_text(words, w, 19, 12, x=x, y=y, anchor="start", bold=True))


@d.part
def _round_number(words: str, x: float, y: float) -> d.Group:
    return d.group(d.text(words, x, y, 14, anchor="end", fill=d.FAINT))


def _side(scene: d.Scene, context: Context) -> None:
    x, y = WIDE[0] - SIDE - MARGIN, float(MARGIN)
    game = context.speaker.book.phrase("game", "title")
    scene.add("felt", _heading(game, SIDE - 90, x, y + 14))
    if context.view.active >= 0:
        words = context.say("round", number=context.view.round)
        scene.add("felt", _round_number(words, WIDE[0] - MARGIN, y + 14))
    y += 34
    scene.add("notebook", panels.notebook(panels.notebook_of(context), x, y, SIDE))
    y += panels.notebook_height(context.roles_in_play) + 8
    scene.add("goals", panels.goals(panels.goals_of(context), x, y, SIDE))
    y += panels.goals_height() + 8
    scene.add("goals", panels.crib(context.words, x, y, SIDE))


# Phone


def _narrow(context: Context) -> d.Scene:
    """The question and the dice first, then the viewer's seat, then everything else."""
    w, cx = NARROW - 2 * MARGIN, NARROW / 2
    spots: Spots = {}
    question = d.fit_text(context.choices.question, w, 17, 14, 3, x=cx, y=10, top=True, bold=True)
    box = d.Box(MARGIN, 24 + 21 * len(question) + (12 if context.view.fools else 0), w, 96)
    rows = pieces.tile_rows(context, narrow=True)
    under = d.Box(MARGIN, box.bottom + 12, w, pieces.tiles_height(rows, TILE))
    y = under.bottom + (14 if rows else 2)
    plates: list[d.Child] = []
    if context.me >= 0:
        own = d.Box(MARGIN, y, w, 148)
        plate = seats.plate_of(context, context.me)
        plates.append(d.group(seats.own_plate(plate, own.w, own.h), x=own.x, y=own.y))
        seats.own_spots(context.me, own, spots)
        if plate.turn:
            plates.append(seats.turn_arrow(own.right - 28, own.bottom, 90))
        y = own.bottom + 14
    pool = pieces.pool(pieces.pool_of(context), cx, y + 30, 58 if context.duel else 70)
    y += 70
    for seat in context.clockwise:
        if seat != context.me:
            plate = seats.plate_of(context, seat)
            plates.append(d.group(seats.line_plate(plate, w, 62), x=MARGIN, y=y))
            seats.line_spots(seat, d.Box(MARGIN, y, w, 62), spots)
            y += 76
    scene = d.Scene(NARROW, y + _panels_height(context), _title(context), layers=LAYERS)
    scene.add("seats", d.group(plates, label=context.say("seats")))
    tray = pieces.tray_of(context, spots)
    for part in (question, pool, pieces.draw_tray(tray, box), _banner(context, cx, box.y)):
        scene.add("middle", part)
    scene.add("options", pieces.tiles(context, rows, under, TILE, spots, pieces.tray_places(tray, box)))
    scene.add("notebook", panels.notebook(panels.notebook_of(context), MARGIN, y, w))
    y += panels.notebook_height(context.roles_in_play) + MARGIN
    scene.add("goals", panels.goals(panels.goals_of(context), MARGIN, y, w))
    y += panels.goals_height() + MARGIN
    scene.add("goals", panels.crib(context.words, MARGIN, y, w, narrow=True))
    return scene


def _panels_height(context: Context) -> float:
    below = (
        panels.notebook_height(context.roles_in_play),
        panels.goals_height(),
        panels.crib_height(narrow=True),
    )
    return sum(below) + MARGIN * len(below)
