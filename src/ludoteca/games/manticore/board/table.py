"""The table: the forest with everything on it, laid out for a wide page and for a phone."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import fields
from typing import Final

from ludoteca import draw as d
from ludoteca.games.manticore.board import art, land, pieces, plates, stage, strip
from ludoteca.games.manticore.board.chart import WINDOW, Chart
from ludoteca.games.manticore.board.gestures import DEEDS
from ludoteca.games.manticore.board.tabletop import TableKit
from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.beings import NOWHERE
from ludoteca.games.manticore.rules.edition import CITY, ManticoreEdition
from ludoteca.games.manticore.rules.land import CELL_CALLED, COORDINATES
from ludoteca.games.manticore.rules.state import PAVING
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker

LAYERS: Final = ("land", "roads", "fire", "places", "reach", "signs", "beings", "arrows", "plates", "over")
WIDE: Final = (980, 748)
NARROW: Final = (390, 520)
FACTS: Final = tuple([field.name for field in fields(ManticoreView) if field.name != "viewer"])
"""What a view holds besides who looks."""
WIDE_CHART: Final = Chart(28.4, 374.0, 415.0)
CORNER: Final = 142.0
COLUMN: Final = (756, 218)

NEAR: Final = 25.4  # the size of a cell that a finger finds
WHOLE: Final = 14.8  # the size at which the whole map fits
# From the middle of the map to its edges, in sizes of a cell.
HALF_WIDTH: Final = 7.5 * math.sqrt(3)
HALF_HEIGHT: Final = 11.5


def board(view: ManticoreView, speaker: Speaker, choices: Choices, narrow: bool = False) -> d.Scene:
    """The table as one seat or a spectator sees it."""
    assert isinstance(speaker.edition, ManticoreEdition)
    chart = window(view, speaker.edition, choices) if narrow else WIDE_CHART
    kit = TableKit(view, speaker, choices, narrow, chart)
    size = NARROW if narrow else WIDE
    scene = d.Scene(*size, _title(kit), layers=LAYERS, ground=art.DEEP)
    _draw_map(scene, kit)
    (_narrow if narrow else _wide)(scene, kit)
    over = stage.overlay(kit)
    if over is not None:
        scene.add("over", over)
    if narrow and view.phase == "invitation":
        foot = [(NARROW[0] / 2, 313.0)] * len(DEEDS)  # of the coins only the horn is shown then
        scene.add("over", d.group(plates.coins(kit, kit.seat, foot)))
    scene.gestures = kit.gestures
    scene.window = (chart.size, chart.x, chart.y)
    scene.places = lambda cell: chart.centre(cell) if not narrow or chart.shows(cell) else None
    return scene


def _title(kit: TableKit) -> str:
    view = kit.view
    parts = [kit.say("title")]
    if view.round:
        parts.append(kit.say("round", number=view.round))
    parts.append(kit.say("over") if view.over else kit.say(f"phase_{view.stage}"))
    return ", ".join(parts)


def _draw_map(scene: d.Scene, kit: TableKit) -> None:
    chart, view = kit.chart, kit.view
    scene.add("land", land.forest(chart))
    scene.add("land", land.grounds(kit.edition, chart))
    scene.add("roads", land.roads(view.roads, chart))
    scene.add(
        "fire",
        land.fireway(tuple(kit.edition.fireway), chart, view.awake, view.fire_step, kit.say("fireway")),
    )
    scene.add("places", land.buildings(kit.edition, chart))
    scene.add("reach", land.reach(kit), land.embers(kit))
    scene.add("reach", d.group(land.choosable_cells(kit)))
    _lay(scene, "signs", kit, _signs)
    _lay(scene, "beings", kit, pieces.beings)
    scene.add("arrows", pieces.intents(kit))
    scene.add("arrows", land.turnings(kit))


def _signs(kit: TableKit) -> list[d.Group]:
    return [*land.signs(kit), *land.things_on_the_ground(kit)]


def _lay(scene: d.Scene, layer: str, kit: TableKit, draw: Callable[[TableKit], list[d.Group]]) -> None:
    """Lay what looks the same to everybody who is not asked: it is drawn once for all of them."""
    if kit.choices.offered or kit.choices.refused:
        scene.lay(layer, draw(kit))
        return
    facts = [getattr(kit.view, name) for name in FACTS]
    scene.lay(layer, d.laid((draw, kit.speaker, kit.chart, kit.narrow, *facts), lambda: draw(kit)))


def _wide(scene: d.Scene, kit: TableKit) -> None:
    paving = kit.view.stage <= PAVING
    if paving:
        scene.add("plates", d.group(strip.tokens_left(kit, 736), x=6, y=6))
    else:
        scene.add("plates", d.group(strip.clock(kit), x=6, y=6))
        scene.add("plates", d.group(strip.beast_plate(kit), x=466, y=6))
    held = strip.in_hand(kit, CORNER)
    below = held if held is not None else strip.round_sign(kit, CORNER)
    scene.add("plates", d.group(below, x=746 - CORNER, y=656))
    scene.add("plates", d.group(strip.deck(kit, CORNER), x=6, y=656))
    left, w = COLUMN
    y = 6.0
    for place, seat in enumerate(kit.around_table):
        scene.add("plates", d.group(plates.plate(kit, seat, w, own=place == 0), x=left, y=y))
        y += (plates.MATE_HEIGHT if place else plates.OWN_HEIGHT) + 5


def _narrow(scene: d.Scene, kit: TableKit) -> None:
    seat = kit.seat
    scene.add("plates", strip.narrow_strip(kit))
    scene.add("plates", d.group(plates.narrow_plate(kit, seat), y=WINDOW.bottom))
    if kit.view.stage > PAVING and kit.view.phase != "invitation":
        scene.add("plates", d.group(plates.coins(kit, seat, list(land.COINS))))


# The window of a phone


def window(view: ManticoreView, edition: ManticoreEdition, choices: Choices) -> Chart:
    """The part of the map a phone shows: what is asked about, as large as a finger needs it."""
    if view.phase == "placetoken" and choices.offered:
        cells = [CELL_CALLED[choice.text.split()[1].upper()] for choice in choices.offered]
    else:
        cells = [_focus(view, edition)]
    flat = Chart(1.0, 0.0, 0.0)
    box = flat.box(cells)
    room_x, room_y = WINDOW.w - 20, WINDOW.h - 20
    size = max(WHOLE, min(NEAR, room_x / box.w, room_y / box.h))
    x = WINDOW.x + WINDOW.w / 2 - size * (box.x + box.w / 2)
    y = WINDOW.y + WINDOW.h / 2 - size * (box.y + box.h / 2)
    return Chart(
        size,
        _clamped(x, WINDOW.x, WINDOW.w, HALF_WIDTH * size),
        _clamped(y, WINDOW.y, WINDOW.h, HALF_HEIGHT * size),
    )


def _clamped(middle: float, start: float, room: float, half: float) -> float:
    """The middle of the map moved so that the window shows no more of the deep forest than it must."""
    margin = 30.0
    if 2 * half + 2 * margin <= room:
        return start + room / 2
    return min(max(middle, start + room - half - margin), start + half + margin)


def _focus(view: ManticoreView, edition: ManticoreEdition) -> int:
    """The cell to look at."""
    if view.phase == "orient":
        return view.spot
    for seat in (view.actor, view.viewer, view.active):
        if seat >= 0 and view.cell[seat] != NOWHERE and view.stage > PAVING:
            return view.cell[seat]
    cells = edition.locations[CITY].cells
    return min(cells, key=lambda cell: sum(map(abs, COORDINATES[cell])))
