"""The whole table: the square of Bologna, with the rivals under the portico and the viewer in front."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board.art import MARBLE, SHEET
from ludoteca.games.bologna.board.chips import chips
from ludoteca.games.bologna.board.great_events import marks, trace_of
from ludoteca.games.bologna.board.kit import BolognaKit
from ludoteca.games.bologna.board.market import crates, market, small_tavern, tavern
from ludoteca.games.bologna.board.notebook import notebook, page, pencilled, strip
from ludoteca.games.bologna.board.own_table import desk, own_table, own_table_narrow
from ludoteca.games.bologna.board.portico import portico
from ludoteca.games.bologna.board.stage import stage
from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker

WIDE: Final = (980, 748)
NARROW: Final = (390, 520)
LAYERS: Final = ("table", "seats", "square", "own", "notebook")
SHELVES: Final = 351.0
STEP: Final = 42.0


def board(view: BolognaView, speaker: Speaker, choices: Choices, narrow: bool = False) -> d.Scene:
    """The table as the viewer of the view sees it."""
    kit = BolognaKit(view, speaker, choices, narrow)
    scene = d.Scene(*(NARROW if narrow else WIDE), _title(kit), layers=LAYERS, ground=MARBLE)
    if narrow:
        _lay_narrow(scene, kit)
    else:
        _lay_wide(scene, kit)
    scene.gestures = kit.gestures
    return scene


def _title(kit: BolognaKit) -> str:
    game = kit.say("title", "game")
    return kit.say("title", game=game, number=kit.view.round) if kit.view.active >= 0 else game


def _lay_wide(scene: d.Scene, kit: BolognaKit) -> None:
    scene.add("table", _ground("square"))
    scene.lay("seats", portico(kit))
    scene.lay("square", marks(trace_of(kit), kit.view.over, narrow=False))
    scene.add("square", market(kit))
    scene.add("square", tavern(kit))
    scene.lay("square", stage(kit))
    scene.lay("own", own_table(desk(kit)))
    shown = page(kit)
    scene.lay("notebook", notebook(shown))
    scene.notebook = pencilled(shown.rivals.seats, kit.roles_in_play)


def _lay_narrow(scene: d.Scene, kit: BolognaKit) -> None:
    scene.add("table", _ground("town-narrow"))
    scene.lay("seats", chips(kit))
    scene.lay("square", marks(trace_of(kit), kit.view.over, narrow=True))
    scene.add("square", small_tavern(kit.words, kit.view.sleep_tokens, 346, 144))
    scene.lay("square", stage(kit))
    scene.lay("own", own_table_narrow(desk(kit), SHELVES, STEP))
    scene.add("own", crates(kit, 338, SHELVES, STEP))
    scene.lay("notebook", strip(page(kit), d.Box(3, 139, 340, 48)))


@d.part
def _ground(name: str) -> d.Group:
    return d.group(d.use(SHEET, name))
