"""The table of Bomarzo drawn from a view: the park in the middle, one's own fief below, the others beside."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bomarzo.board.desk import Desk
from ludoteca.games.bomarzo.board.fiefs import other, own
from ludoteca.games.bomarzo.board.park import divinities, harvest, seasons, tracks
from ludoteca.games.bomarzo.board.signs import ANY, cube
from ludoteca.games.bomarzo.knowledge import BomarzoView
from ludoteca.kernel.choices import Choices
from ludoteca.kernel.speaker import Speaker

WIDE: Final = 1280.0
PHONE: Final = 400.0
GAP: Final = 12.0
GREYED: Final = ("pay ", "gift ", "pass", "raise ", "assign ")
BUTTON_H: Final = 36.0
BESIDE: Final = 230.0
"""How wide the season is where buttons stand beside it."""


def board(view: BomarzoView, speaker: Speaker, choices: Choices, narrow: bool = False) -> d.Scene:
    """The whole table as a scene."""
    desk = Desk(view, speaker, choices, narrow)
    drawn, h = _phone(desk) if narrow else _wide(desk)
    w = PHONE if narrow else WIDE
    banner, top = _banner(desk, w - 2 * GAP)
    scene = d.Scene(w, top + h + 2 * GAP, choices.question or desk.say("title", number=view.season))
    scene.add("options", d.group(banner, x=GAP, y=GAP))
    for part in drawn:
        scene.add("table", d.group(part, x=GAP, y=GAP + top))
    return scene


def _wide(desk: Desk) -> tuple[list[d.Child], float]:
    view = desk.view
    w = WIDE - 2 * GAP
    side = 310.0
    middle = w - 2 * side - 2 * GAP
    parts: list[d.Child] = []
    bottoms = [0.0, 0.0, 0.0]

    def put(column: int, drawn: d.Group, high: float) -> None:
        x = (0.0, side + GAP, side + middle + 2 * GAP)[column]
        parts.append(d.group(drawn, x=x, y=bottoms[column]))
        bottoms[column] += high + GAP

    if len(view.order) == 8:
        put(1, *divinities(desk, middle))
    inner = side - 2 * d.PAD
    put(2, *_boxed(desk, "seasons", seasons(desk, inner), side))
    put(2, *_boxed(desk, "tracks", tracks(desk, inner), side))
    for offset in range(1, len(view.cubes)):
        put(0, *other(desk, (desk.me + offset) % len(view.cubes), side))
    below = max(bottoms)
    fief, high = own(desk, w)
    parts.append(d.group(fief, y=below))
    return parts, below + high


def _boxed(desk: Desk, key: str, drawn: tuple[d.Group, float], w: float) -> tuple[d.Group, float]:
    """A part in a panel with a heading."""
    inner, h = drawn
    high = h + 2 * d.PAD + 30
    return d.panel(w, high, desk.say(key), inner), high


def _phone(desk: Desk) -> tuple[list[d.Child], float]:
    view = desk.view
    w = PHONE - 2 * GAP
    parts: list[d.Child] = []
    y = 0.0

    def put(drawn: d.Group, high: float) -> None:
        nonlocal y
        parts.append(d.group(drawn, y=y))
        y += high + GAP

    if len(view.order) == 8:
        put(*divinities(desk, w))
    put(harvest(desk, 0, 0, w, 132), 132)
    put(*own(desk, w))
    put(*_boxed(desk, "tracks", tracks(desk, w - 2 * d.PAD), w))
    put(*_boxed(desk, "seasons", seasons(desk, w - 2 * d.PAD), w))
    for offset in range(1, len(view.cubes)):
        put(*other(desk, (desk.me + offset) % len(view.cubes), w))
    return parts, y


def _banner(desk: Desk, w: float) -> tuple[d.Group, float]:
    """The question or the season, the slots still open, and a button for every option without a place.

    Room for one row of buttons is always kept, so that the table stays where it is when they come and go: at
    a desk beside the season, elsewhere below what is asked.
    """
    view, asked = desk.view, desk.choices.question
    beside = not desk.narrow and not asked
    size = 15.0 if desk.narrow else 18.0
    holes = _holes(desk)
    room = (BESIDE if beside else w - 26 * len(holes)) - 20
    heading = asked or desk.say("title", number=view.season)
    top = 8 + (BUTTON_H - size) / 2 - 4 if beside else 8
    words = d.fit_text(heading, room, size, 12, 3, x=10, y=top, anchor="start", bold=True, top=True)
    cubes = [cube(kind, 10, room + 23 + 26 * n, top + 12, hole=True) for n, kind in enumerate(holes)]
    slots = d.group(cubes, label=desk.say("open_slots", number=sum(view.owed))) if holes else None
    buttons = [choice for choice in desk.choices.offered if choice.text not in desk.shown]
    buttons += [choice for choice in desk.choices.refused if _worth_showing(desk, choice.text)]
    x = room + 20 + 26 * len(holes) if beside else 10.0
    y = 6.0 if beside else 12 + size * 1.2 * max(1, len(words))
    columns = 2 if desk.narrow else max(5, min(8, len(buttons)))
    wide = (w - x - 10 - GAP * (columns - 1)) / columns
    parts: list[d.Child] = [words, slots]
    for n, choice in enumerate(buttons):
        parts.append(
            d.button(
                choice.label,
                w=wide,
                h=BUTTON_H - 6,
                x=x + wide / 2 + n % columns * (wide + GAP),
                y=y + BUTTON_H / 2 + n // columns * BUTTON_H,
                action=choice.text,
                why=choice.why or None,
            )
        )
    y += max(1, (len(buttons) + columns - 1) // columns) * BUTTON_H
    ground = d.rect(0, 0, w, y + 6, 9, fill=d.CARD, stroke=d.ACCENT if buttons else d.LINE)
    return d.group(ground, parts), y + 6 + GAP


def _holes(desk: Desk) -> list[int]:
    """The slots the viewer has yet to fill, as many as there is room for."""
    view = desk.view
    if view.actor != view.viewer:
        return []
    owed = [kind for kind, number in zip((0, 1, ANY), view.owed, strict=False) for _ in range(number)]
    return owed[: 6 if desk.narrow else 12]


def _worth_showing(desk: Desk, text: str) -> bool:
    return text not in desk.shown and text.startswith(GREYED)
