"""The whole table: the square of Bologna, with the rivals under the portico and the viewer in front."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from ludoteca import draw as d
from ludoteca.games.bologna.board.art import MARBLE, SHEET
from ludoteca.games.bologna.board.chips import chips
from ludoteca.games.bologna.board.gestures import DEUS
from ludoteca.games.bologna.board.great_events import marks, trace_of
from ludoteca.games.bologna.board.kit import BolognaKit
from ludoteca.games.bologna.board.market import crates, market, small_tavern, tavern
from ludoteca.games.bologna.board.notebook import columns, notebook, pencilled, strip
from ludoteca.games.bologna.board.own_table import SHELVES, STEP, own_table, own_table_narrow
from ludoteca.games.bologna.board.portico import portico
from ludoteca.games.bologna.board.stage import stage
from ludoteca.games.bologna.knowledge import BolognaView
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker

WIDE: Final = (980, 748)
NARROW: Final = (390, 520)
LAYERS: Final = ("table", "seats", "square", "own", "notebook")
SEATS: Final = frozenset({"seat"})
OWN: Final = frozenset({"seat", "shelf", DEUS})
GOALS: Final = frozenset({"role"})
"""The kinds of pieces that lie on these layers and may be touched for an answer (see `gestures`)."""
Facts: TypeAlias = Callable[[BolognaView], tuple[object, ...]]
Draw: TypeAlias = Callable[[BolognaKit], list[d.Group]]


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
    _lay(scene, "seats", kit, _all_seats, portico, kit.touches(SEATS))
    _lay(scene, "square", kit, _the_square, _square, kit.is_asked)
    _lay(scene, "own", kit, _own_seat, own_table, kit.touches(OWN))
    _lay(scene, "notebook", kit, _all_goals, notebook, kit.touches(GOALS))
    scene.notebook = pencilled(columns(kit), kit.roles_in_play)


def _lay_narrow(scene: d.Scene, kit: BolognaKit) -> None:
    scene.add("table", _ground("town-narrow"))
    _lay(scene, "seats", kit, _all_seats, chips, kit.touches(SEATS))
    _lay(scene, "square", kit, _the_square, _narrow_square, kit.is_asked)
    _lay(scene, "own", kit, _own_seat, own_table_narrow, kit.touches(OWN))
    scene.add("own", crates(kit, 338, SHELVES, STEP))
    _lay(scene, "notebook", kit, _all_goals, strip, kit.touches(GOALS))


def _square(kit: BolognaKit) -> list[d.Group]:
    around = marks(trace_of(kit), kit.view.over, narrow=False)
    return [*around, market(kit), tavern(kit), *stage(kit)]


def _narrow_square(kit: BolognaKit) -> list[d.Group]:
    around = marks(trace_of(kit), kit.view.over, narrow=True)
    return [
        *around,
        small_tavern(kit.words, kit.view.sleep_tokens, sum(kit.view.asleep), 346, 144),
        *stage(kit),
    ]


def _lay(scene: d.Scene, layer: str, kit: BolognaKit, facts: Facts, draw: Draw, touched: bool) -> None:
    """Lay a layer that depends on some facts alone as long as nothing on it is touched for an answer."""
    if touched or kit.view.over:
        scene.lay(layer, draw(kit))
    else:
        scene.lay(layer, d.laid((draw, kit.speaker, *facts(kit.view)), lambda: draw(kit)))


# What the layers look at besides names and words, while the match goes on


def _all_seats(view: BolognaView) -> tuple[object, ...]:
    return (
        view.viewer, view.actor, view.active, view.tokens, view.roles, view.lost_roles, view.deck_size,
        view.ruled_out, view.alive, view.asleep, view.deus, view.sins, view.towerless_brigand,
    )  # fmt: skip


def _own_seat(view: BolognaView) -> tuple[object, ...]:
    seat = max(0, view.viewer)
    return (
        view.viewer, view.actor == seat, view.active == seat, view.tokens[seat], view.roles[seat],
        view.lost_roles, view.ruled_out[seat], view.alive[seat], view.asleep[: seat + 1], view.deus == seat,
        view.sins, view.towerless_brigand, view.guess_required,
    )  # fmt: skip


def _all_goals(view: BolognaView) -> tuple[object, ...]:
    return (
        view.viewer, view.tokens, view.roles, view.lost_roles, view.ruled_out, view.towerless_brigand,
        view.guess_required,
    )  # fmt: skip


def _the_square(view: BolognaView) -> tuple[object, ...]:
    """The same for everybody."""
    return (
        view.phase, view.actor, view.active, view.pool, view.sleep_tokens, view.alive, view.asleep,
        view.left, view.kept, view.rolled, view.todo, view.rest, view.fools, view.event,
    )  # fmt: skip


@d.part
def _ground(name: str) -> d.Group:
    return d.group(d.use(SHEET, name))
