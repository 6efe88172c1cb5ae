"""The whole table: the square of Bologna, with the rivals under the portico and the viewer in front."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bologna.board.art import MARBLE, SHEET
from ludoteca.games.bologna.board.chips import chips
from ludoteca.games.bologna.board.great_events import marks, trace_of
from ludoteca.games.bologna.board.kit import BolognaKit
from ludoteca.games.bologna.board.market import crates, market, small_tavern, tavern
from ludoteca.games.bologna.board.notebook import notebook, pencilled, strip
from ludoteca.games.bologna.board.own_table import own_table, own_table_narrow
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
    for arch in portico(kit):
        scene.add("seats", arch)
    for mark in marks(trace_of(kit), kit.view.over, narrow=False):
        scene.add("square", mark)
    scene.add("square", market(kit))
    scene.add("square", tavern(kit))
    for thing in stage(kit):
        scene.add("square", thing)
    for thing in own_table(kit):
        scene.add("own", thing)
    for line in notebook(kit):
        scene.add("notebook", line)
    scene.notebook = pencilled(kit)


def _lay_narrow(scene: d.Scene, kit: BolognaKit) -> None:
    scene.add("table", _ground("town-narrow"))
    for chip in chips(kit):
        scene.add("seats", chip)
    for mark in marks(trace_of(kit), kit.view.over, narrow=True):
        scene.add("square", mark)
    scene.add("square", small_tavern(kit.words, kit.view.sleep_tokens, 346, 144))
    for thing in stage(kit):
        scene.add("square", thing)
    for thing in own_table_narrow(kit, SHELVES, STEP):
        scene.add("own", thing)
    scene.add("own", crates(kit, 338, SHELVES, STEP))
    for role in strip(kit, d.Box(3, 139, 340, 48)):
        scene.add("notebook", role)


@d.part
def _ground(name: str) -> d.Group:
    return d.group(d.use(SHEET, name))
