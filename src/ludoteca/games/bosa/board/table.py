"""The whole table: wide for a desktop, narrow for a phone."""

from __future__ import annotations

from typing import Any, Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.castle import chart, header, market, scores
from ludoteca.games.bosa.board.context import GAP, Context
from ludoteca.games.bosa.board.towns import BUTTON_HEIGHT, buttons, goals, townscape, tracks

WIDE: Final = 1280.0
NARROW: Final = 400.0
LEFT: Final = 600.0
MARGIN: Final = 12.0
ROOMY: Final = 500.0


def board(view: Any, speaker: Any, choices: Any, narrow: bool = False) -> d.Scene:
    """The table as the viewer sees it."""
    context = Context(view, speaker, choices, narrow)
    placed = _narrow(context) if narrow else _wide(context)
    height = max(y + high for _, y, high in placed) + MARGIN
    scene = d.Scene(NARROW if narrow else WIDE, height, context.say("title"))
    for part, _, _ in placed:
        scene.add("pieces", part)
    return scene


Placed = tuple[d.Child, float, float]


class Stack:
    """Parts laid one below the other in a column of the page."""

    def __init__(self, x: float, y: float, w: float) -> None:
        self.x = x
        self.y = y
        self.w = w
        self.placed: list[Placed] = []

    def add(self, part: tuple[d.Child, float], gap: float = GAP) -> None:
        drawn, high = part
        if high:
            self.placed.append((d.group(drawn, x=self.x, y=self.y), self.y, high))
            self.y += high + gap


def _wide(context: Context) -> list[Placed]:
    asked = bool(context.choices.question)
    top = Stack(MARGIN, MARGIN, WIDE - 2 * MARGIN if asked else LEFT)
    top.add(header(context, top.w))
    left = Stack(MARGIN, top.y, LEFT)
    left.add(market(context, LEFT), 14)
    left.add(chart(context, LEFT), 14)
    left.add(scores(context, LEFT))
    _own_goals(context, left)
    right = Stack(MARGIN + LEFT + 24, top.y if asked else MARGIN, WIDE - LEFT - 2 * MARGIN - 24)
    _own(context, right)
    below = max(left.y, right.y) + 4
    rivals = _rivals(context)
    columns = max(2, len(rivals))
    w = (WIDE - 2 * MARGIN - 14 * (columns - 1)) / columns
    placed = top.placed + left.placed + right.placed
    for number, seat in enumerate(rivals):
        drawn, high = rival(context, seat, w)
        placed.append((d.group(drawn, x=MARGIN + number * (w + 14), y=below), below, high))
    return placed


def _narrow(context: Context) -> list[Placed]:
    page = Stack(MARGIN, MARGIN, NARROW - 2 * MARGIN)
    page.add(header(context, page.w))
    phase = context.view.phase
    if phase == "over":
        page.add(scores(context, page.w))
    if phase == "pickgoals":
        _own_goals(context, page)
    if phase in ("take", "place", "reveal"):
        page.add(market(context, page.w))
    _own(context, page)
    if phase not in ("take", "place", "reveal"):
        page.add(market(context, page.w))
    if phase != "pickgoals":
        _own_goals(context, page)
    if phase != "over":
        page.add(scores(context, page.w))
    page.add(chart(context, page.w), 16)
    rivals = _rivals(context)
    columns = 1 if context.view.over and context.view.with_goals else 2
    w = (page.w - 12 * (columns - 1)) / columns
    for first in range(0, len(rivals), columns):
        deepest = 0.0
        for number, seat in enumerate(rivals[first : first + columns]):
            drawn, high = rival(context, seat, w)
            page.placed.append((d.group(drawn, x=page.x + number * (w + 12), y=page.y), page.y, high))
            deepest = max(deepest, high)
        page.y += deepest + 12
    return page.placed


def _rivals(context: Context) -> list[int]:
    """The other seats, clockwise from the one in focus."""
    return [(context.focus + offset) % context.seats for offset in range(1, context.seats)]


def _own(context: Context, stack: Stack) -> None:
    """The large townscape with the buttons of the turn above and its tracks below.

    At a desk the room of the buttons is kept free while there are none, so that nothing moves when they come.
    """
    drawn, high = buttons(context, stack.w)
    stack.add((drawn, high if context.narrow or context.view.over else max(high, BUTTON_HEIGHT)))
    stack.add(townscape(context, context.focus, stack.w, small=False), 6)
    stack.add(tracks(context, context.focus, stack.w))


def _own_goals(context: Context, stack: Stack) -> None:
    hand = context.view.goals[context.focus]
    if hand and hand[0] >= 0:
        stack.add(goals(context, context.focus, stack.w))


def rival(context: Context, seat: int, w: float) -> tuple[d.Child, float]:
    """Another player's townscape at half size, with the backs or the faces of the goals."""
    view = context.view
    inner = w - 16
    beside = w > ROOMY
    playing = seat == view.current
    town_w = 288.0 if beside else min(inner, 230.0 if context.narrow else 400.0)
    drawn, high = townscape(context, seat, town_w, small=True)
    parts: list[d.Child] = [
        context.sign(seat, 9, x=18, y=17),
        d.fit_text(
            context.name(seat), inner - 66, 12, 10, 2, x=34, y=17, anchor="start", bold=playing, height=26
        ),
        d.text(view.scores[seat], w - 10, 17, 14, anchor="end", bold=True),
        d.group(drawn, x=8, y=34),
    ]
    y = 34 + high + 6
    x, side_w, side_y = (town_w + 24, w - town_w - 36, 40.0) if beside else (8.0, inner, y)
    if beside:
        shown, deep = tracks(context, seat, side_w)
        parts.append(d.group(shown, x=x, y=side_y))
        side_y += deep + 12
    hand = view.goals[seat]
    if hand and hand[0] >= 0:
        shown, deep = goals(context, seat, side_w, one_column=True)
        parts.append(d.group(shown, x=x, y=side_y))
        side_y += deep + 8
    elif hand:
        backs = [
            d.card_back(w=20, h=26, corner=3, x=x + 12 + 26 * number, y=side_y + 14)
            for number in range(len(hand))
        ]
        parts.append(d.group(backs, label=context.say("face_down", number=len(hand))))
        side_y += 34
    y = max(y, side_y)
    frame = d.rect(0, 0, w, y, 9, fill=d.CARD, stroke=context.tone(seat), width=1.5 if playing else 1)
    return d.group(frame, parts, label=context.name(seat)), y
