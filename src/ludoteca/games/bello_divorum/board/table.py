"""The whole table: the island within its ring of stones, with cards and standings beside it or around it."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bello_divorum.board.art import SEA, SHEET
from ludoteca.games.bello_divorum.board.doomsday import doomsday, dusk
from ludoteca.games.bello_divorum.board.island import landscape, names, settlers
from ludoteca.games.bello_divorum.board.kit import BelloKit
from ludoteca.games.bello_divorum.board.places import crossing, locations
from ludoteca.games.bello_divorum.board.powers import draft, narrow_draft, power_card, power_strip
from ludoteca.games.bello_divorum.board.standings import chips, standings
from ludoteca.games.bello_divorum.board.turn_card import turn_card, turn_strip
from ludoteca.games.bello_divorum.knowledge import BelloView
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker

WIDE: Final = (980, 748)
NARROW: Final = (390, 520)
ISLAND_WIDTH: Final = 736.0
TURN: Final = d.Box(741, 6, 234, 79)
CARD: Final = d.Box(741, 89, 234, 268)
SEATS: Final = d.Box(741, 361, 234, 385)
DRAFT: Final = d.Box(741, 89, 234, 653)


def board(view: BelloView, speaker: Speaker, choices: Choices, narrow: bool = False) -> d.Scene:
    """The table as the viewer sees it, their corner at the bottom."""
    kit = BelloKit(view, speaker, choices, narrow)
    scene = _narrow(kit) if narrow else _wide(kit)
    scene.gestures = kit.gestures
    return scene


def _title(kit: BelloKit) -> str:
    doom = kit.say("doomsday", number=kit.view.doom, track=kit.view.track)
    return f"{kit.say('title', 'game')}, {kit.say('round', number=kit.view.round)}, {doom}"


def _wide(kit: BelloKit) -> d.Scene:
    scene = d.Scene(*WIDE, _title(kit), layers=("table", "places", "names", "beside"), ground=SEA)
    scene.add("table", _sea())
    scene.add("table", dusk(kit))
    scene.add("table", landscape(kit))
    scene.add("table", doomsday(kit))
    for place in locations(kit):
        scene.add("places", place)
    scene.add("names", names(kit))
    scene.add("names", settlers(kit))
    scene.add("names", crossing(kit))
    scene.add("beside", _desk())
    scene.add("beside", turn_card(kit, TURN))
    if kit.view.question == "pickpantheon":
        scene.add("beside", draft(kit, DRAFT))
        return scene
    seat = kit.card_shown()
    if seat >= 0:
        scene.add("beside", power_card(kit, seat, CARD))
    scene.add("beside", standings(kit, SEATS if seat >= 0 else DRAFT))
    return scene


@d.part
def _sea() -> d.Group:
    return d.group(d.use(SHEET, "sea"))


@d.part
def _desk() -> d.Group:
    """What the cards beside the island lie on."""
    x = ISLAND_WIDTH
    return d.group(
        d.rect(x, 0, WIDE[0] - x, WIDE[1], fill=d.PAPER), d.line(x, 0, x, WIDE[1], stroke=d.LINE, width=1.5)
    )


def _narrow(kit: BelloKit) -> d.Scene:
    scene = d.Scene(*NARROW, _title(kit), layers=("table", "places", "names", "beside"), ground=SEA)
    scene.add("table", landscape(kit))
    scene.add("beside", chips(kit, d.Box(2, 2, 386, 45)))
    scene.add("beside", doomsday(kit))
    for place in locations(kit):
        scene.add("places", place)
    scene.add("names", names(kit))
    scene.add("names", settlers(kit))
    scene.add("names", crossing(kit))
    scene.add("beside", turn_strip(kit))
    if kit.view.question == "pickpantheon":
        scene.add("beside", narrow_draft(kit, d.Box(3, 420, 384, 97)))
        return scene
    seat = kit.card_shown()
    if seat >= 0:
        scene.add("beside", power_strip(kit, seat, d.Box(3, 472, 384, 45)))
    return scene
