"""The table: where the map, the desk and the panels lie, on a wide page and on a phone."""

from __future__ import annotations

import math

from ludoteca import draw as d
from ludoteca.games.manticore.board.desk import desk
from ludoteca.games.manticore.board.map import Map
from ludoteca.games.manticore.board.panels import HERO_HEIGHT, Panels
from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.state import HEROES
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker

LAYERS = ("table", "places", "pieces", "arrows", "options", "desk", "panels")
WIDE = 1280.0
NARROW = 400.0
MARGIN = 10.0
DESK_ROOM = 88.0
"""Kept free for the desk, so that the picture keeps its size when buttons come and go."""
ROOT3 = math.sqrt(3)


def board(view: ManticoreView, speaker: Speaker, choices: Choices, narrow: bool = False) -> d.Scene:
    """The table as one seat or a spectator sees it."""
    return _narrow(view, speaker, choices) if narrow else _wide(view, speaker, choices)


def _title(view: ManticoreView, speaker: Speaker) -> str:
    say = speaker.book.phrase
    stage = say("game", "over") if view.over else say("game", f"phase_{view.stage}")
    parts = [say("game", "title"), stage]
    if view.round:
        parts.insert(1, f"{say('game', 'round')} {view.round}")
    parts.append(say("game", "coop" if view.coop else "semicoop"))
    return " · ".join(parts)


def _draw_map(scene: d.Scene, chart: Map) -> None:
    for part in chart.land():
        scene.add("table", part)
    scene.add("table", chart.fireway())
    scene.add("places", chart.locations())
    scene.add("places", chart.ground_things())
    scene.add("pieces", chart.beings())
    scene.add("arrows", chart.intents())
    scene.add("options", chart.options(), chart.ghost())


def _wide(view: ManticoreView, speaker: Speaker, choices: Choices) -> d.Scene:
    size = 26.0
    map_width = 15 * ROOT3 * size
    map_height = 23 * size
    left = MARGIN + 14
    chart = Map(view, speaker, choices, size, left + map_width / 2, 44 + map_height / 2)
    panels = Panels(chart)
    chart.options()
    below = 44 + map_height + 12
    question, desk_height = desk(chart, map_width)
    column = left + map_width + 20
    room = WIDE - column - MARGIN
    placed, panel_bottom = _side(view, panels, column, room)
    height = max(below + max(desk_height, DESK_ROOM), panel_bottom) + MARGIN
    scene = d.Scene(WIDE, height, _title(view, speaker), layers=LAYERS)
    scene.add(
        "table", d.fit_text(_title(view, speaker), WIDE - 40, 17, 12, x=left, y=22, anchor="start", bold=True)
    )
    _draw_map(scene, chart)
    scene.add("desk", d.group(question, x=left, y=below))
    for part in placed:
        scene.add("panels", part)
    return scene


def _side(view: ManticoreView, panels: Panels, x: float, w: float) -> tuple[list[d.Child], float]:
    """The column beside the map: heroes two by two, then foes and supplies."""
    placed: list[d.Child] = []
    y = 44.0
    half = (w - MARGIN) / 2
    for seat in range(len(view.classes)):
        if seat % 2 == 0 and seat > 0:
            y += HERO_HEIGHT + MARGIN
        placed.append(d.group(panels.hero(seat, half), x=x + (half + MARGIN) * (seat % 2), y=y))
    y += HERO_HEIGHT + MARGIN
    battle = panels.battle(w)
    if battle is not None:
        placed.append(d.group(battle, x=x, y=y))
        y += 78 + MARGIN
    if view.stage >= HEROES:
        placed.append(d.group(panels.manticore(w), x=x, y=y))
        y += 96 + MARGIN
    monsters, height = panels.monsters(w)
    placed.append(d.group(monsters, x=x, y=y))
    y += height + MARGIN
    supplies, height = panels.supplies(w)
    placed.append(d.group(supplies, x=x, y=y))
    return placed, y + height


def _narrow(view: ManticoreView, speaker: Speaker, choices: Choices) -> d.Scene:
    size = (NARROW - 8) / (15 * ROOT3)
    map_height = 23 * size
    chart = Map(view, speaker, choices, size, NARROW / 2, 36 + map_height / 2)
    panels = Panels(chart)
    chart.options()
    w = NARROW - 2 * MARGIN
    y = 36 + map_height + MARGIN
    question, desk_height = desk(chart, w)
    placed: list[d.Child] = [d.group(question, x=MARGIN, y=y)]
    y += desk_height + MARGIN
    battle = panels.battle(w)
    if battle is not None:
        placed.append(d.group(battle, x=MARGIN, y=y))
        y += 78 + MARGIN
    for seat in view.order or range(len(view.classes)):
        placed.append(d.group(panels.hero(seat, w), x=MARGIN, y=y))
        small = view.classes[seat] < 0 or (view.stage >= HEROES and view.life[seat] == 0)
        y += (48 if small else HERO_HEIGHT) + MARGIN
    if view.stage >= HEROES:
        placed.append(d.group(panels.manticore(w), x=MARGIN, y=y))
        y += 96 + MARGIN
    for panel, height in (panels.monsters(w), panels.supplies(w)):
        placed.append(d.group(panel, x=MARGIN, y=y))
        y += height + MARGIN
    scene = d.Scene(NARROW, y, _title(view, speaker), layers=LAYERS)
    scene.add(
        "table", d.fit_text(_title(view, speaker), w, 14, 10, x=MARGIN, y=18, anchor="start", bold=True)
    )
    _draw_map(scene, chart)
    for part in placed:
        scene.add("panels", part)
    return scene
