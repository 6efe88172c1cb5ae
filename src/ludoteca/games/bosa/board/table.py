"""The whole table: wide for a desk, narrow for a phone."""

from __future__ import annotations

from typing import Any, Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.castle import chart, header, market, scores
from ludoteca.games.bosa.board.desk import GAP, Desk
from ludoteca.games.bosa.board.towns import BUTTON_HEIGHT, buttons, goals, townscape, tracks

WIDE: Final = 1280.0
NARROW: Final = 400.0
LEFT: Final = 600.0
MARGIN: Final = 12.0
ROOMY: Final = 500.0


def board(view: Any, speaker: Any, choices: Any, narrow: bool = False) -> d.Scene:
    """The table as the viewer sees it."""
    desk = Desk(view, speaker, choices, narrow)
    placed = _narrow(desk) if narrow else _wide(desk)
    height = max(y + high for _, y, high in placed) + MARGIN
    scene = d.Scene(NARROW if narrow else WIDE, height, desk.say("title"))
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


def _wide(desk: Desk) -> list[Placed]:
    asked = bool(desk.choices.question)
    top = Stack(MARGIN, MARGIN, WIDE - 2 * MARGIN if asked else LEFT)
    top.add(header(desk, top.w))
    left = Stack(MARGIN, top.y, LEFT)
    left.add(market(desk, LEFT), 14)
    left.add(chart(desk, LEFT), 14)
    left.add(scores(desk, LEFT))
    _own_goals(desk, left)
    right = Stack(MARGIN + LEFT + 24, top.y if asked else MARGIN, WIDE - LEFT - 2 * MARGIN - 24)
    _own(desk, right)
    below = max(left.y, right.y) + 4
    rivals = _rivals(desk)
    columns = max(2, len(rivals))
    w = (WIDE - 2 * MARGIN - 14 * (columns - 1)) / columns
    placed = top.placed + left.placed + right.placed
    for number, seat in enumerate(rivals):
        drawn, high = rival(desk, seat, w)
        placed.append((d.group(drawn, x=MARGIN + number * (w + 14), y=below), below, high))
    return placed


def _narrow(desk: Desk) -> list[Placed]:
    page = Stack(MARGIN, MARGIN, NARROW - 2 * MARGIN)
    page.add(header(desk, page.w))
    phase = desk.view.phase
    if phase == "over":
        page.add(scores(desk, page.w))
    if phase == "pickgoals":
        _own_goals(desk, page)
    if phase in ("take", "place", "reveal"):
        page.add(market(desk, page.w))
    _own(desk, page)
    if phase not in ("take", "place", "reveal"):
        page.add(market(desk, page.w))
    if phase != "pickgoals":
        _own_goals(desk, page)
    if phase != "over":
        page.add(scores(desk, page.w))
    page.add(chart(desk, page.w), 16)
    rivals = _rivals(desk)
    columns = 1 if desk.view.over and desk.view.with_goals else 2
    w = (page.w - 12 * (columns - 1)) / columns
    for first in range(0, len(rivals), columns):
        deepest = 0.0
        for number, seat in enumerate(rivals[first : first + columns]):
            drawn, high = rival(desk, seat, w)
            page.placed.append((d.group(drawn, x=page.x + number * (w + 12), y=page.y), page.y, high))
            deepest = max(deepest, high)
        page.y += deepest + 12
    return page.placed


def _rivals(desk: Desk) -> list[int]:
    """The other seats, clockwise from the one in focus."""
    return [(desk.focus + offset) % desk.seats for offset in range(1, desk.seats)]


def _own(desk: Desk, stack: Stack) -> None:
    """The large townscape with the buttons of the turn above and its tracks below.

    At a desk the room of the buttons is kept free while there are none, so that nothing moves when they come.
    """
    drawn, high = buttons(desk, stack.w)
    stack.add((drawn, high if desk.narrow or desk.view.over else max(high, BUTTON_HEIGHT)))
    stack.add(townscape(desk, desk.focus, stack.w, small=False), 6)
    stack.add(tracks(desk, desk.focus, stack.w))


def _own_goals(desk: Desk, stack: Stack) -> None:
    hand = desk.view.goals[desk.focus]
    if hand and hand[0] >= 0:
        stack.add(goals(desk, desk.focus, stack.w))


def rival(desk: Desk, seat: int, w: float) -> tuple[d.Child, float]:
    """Another player's townscape at half size, with the backs or the faces of the goals."""
    view = desk.view
    inner = w - 16
    beside = w > ROOMY
    playing = seat == view.current
    town_w = 288.0 if beside else min(inner, 230.0 if desk.narrow else 400.0)
    drawn, high = townscape(desk, seat, town_w, small=True)
    parts: list[d.Child] = [
        desk.sign(seat, 9, x=18, y=17),
        d.fit_text(
            desk.name(seat), inner - 66, 12, 10, 2, x=34, y=17, anchor="start", bold=playing, height=26
        ),
        d.text(view.scores[seat], w - 10, 17, 14, anchor="end", bold=True),
        d.group(drawn, x=8, y=34),
    ]
    y = 34 + high + 6
    x, side_w, side_y = (town_w + 24, w - town_w - 36, 40.0) if beside else (8.0, inner, y)
    if beside:
        shown, deep = tracks(desk, seat, side_w)
        parts.append(d.group(shown, x=x, y=side_y))
        side_y += deep + 12
    hand = view.goals[seat]
    if hand and hand[0] >= 0:
        shown, deep = goals(desk, seat, side_w, one_column=True)
        parts.append(d.group(shown, x=x, y=side_y))
        side_y += deep + 8
    elif hand:
        backs = [
            d.card_back(w=20, h=26, corner=3, x=x + 12 + 26 * number, y=side_y + 14)
            for number in range(len(hand))
        ]
        parts.append(d.group(backs, label=desk.say("face_down", number=len(hand))))
        side_y += 34
    y = max(y, side_y)
    frame = d.rect(0, 0, w, y, 9, fill=d.CARD, stroke=desk.tone(seat), width=1.5 if playing else 1)
    return d.group(frame, parts, label=desk.name(seat)), y
