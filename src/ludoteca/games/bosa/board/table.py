"""The whole table: the hill of Bosa, castle above, houses between, river below."""

from __future__ import annotations

from typing import Any, Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import SHEET
from ludoteca.games.bosa.board.castle import castle, narrow_castle, narrow_season, season
from ludoteca.games.bosa.board.goals import goals, narrow_goals
from ludoteca.games.bosa.board.hill import cord, hill, lines
from ludoteca.games.bosa.board.kit import BosaKit
from ludoteca.games.bosa.board.market import ledger, market, narrow_ledger, narrow_market
from ludoteca.games.bosa.board.neighbours import chips, neighbours
from ludoteca.games.bosa.board.river import boats, milestones, narrow_river, walk

WIDE: Final = (980, 748)
NARROW: Final = (390, 520)


def board(view: Any, speaker: Any, choices: Any, narrow: bool = False) -> d.Scene:
    """The table as the viewer sees it."""
    kit = BosaKit(view, speaker, choices, narrow)
    scene = _narrow(kit) if narrow else _wide(kit)
    scene.gestures = kit.gestures
    return scene


@d.part
def _land(name: str) -> d.Group:
    return d.group(d.use(SHEET, name))


def _wide(kit: BosaKit) -> d.Scene:
    scene = d.Scene(*WIDE, kit.say("title", "game"))
    scene.add("table", _land("land-wide"))
    scene.add("table", milestones())
    scene.add("pieces", season(kit))
    scene.add("pieces", castle(kit))
    scene.add("pieces", ledger(kit, 8, 160, 302, 44) if kit.view.over else market(kit))
    scene.add("pieces", goals(kit))
    for neighbour in neighbours(kit):
        scene.add("pieces", neighbour)
    scene.add("pieces", hill(kit))
    scene.add("pieces", boats(kit))
    scene.add("pieces", walk(kit))
    scene.add("options", cord(kit))
    scene.add("options", lines(kit))
    return scene


def _narrow(kit: BosaKit) -> d.Scene:
    scene = d.Scene(*NARROW, kit.say("title", "game"))
    scene.add("table", _land("land-narrow"))
    scene.add("pieces", narrow_season(kit, 104))
    scene.add("pieces", chips(kit, 114, 275))
    scene.add("pieces", narrow_castle(kit, 42))
    scene.add("pieces", hill(kit))
    scene.add("pieces", d.group(d.use(SHEET, "river-narrow"), y=361))
    scene.add("pieces", narrow_river(kit, 363))
    scene.add("pieces", narrow_goals(kit, 408))
    scene.add("pieces", narrow_ledger(kit, 456) if kit.view.over else narrow_market(kit, 456))
    scene.add("options", cord(kit))
    scene.add("options", lines(kit))
    return scene
