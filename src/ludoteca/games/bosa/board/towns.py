"""Townscapes, the tracks beside them, goals, and the buttons of a turn."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import coin_sign, goods_sign, house
from ludoteca.games.bosa.board.context import GAP, Context, at
from ludoteca.games.bosa.rules.actions import CELL_WORDS, CELLS, PAIRS, RESOURCES, SIDE
from ludoteca.games.bosa.rules.edition import GOAL_KINDS, GROUP, NOTHING, Goal
from ludoteca.games.bosa.rules.scoring import best_pair, score_goal
from ludoteca.games.bosa.rules.steps.turn import COLUMN_TO, ROW_TO
from ludoteca.kernel.choices import Choice

BUTTONS: Final = (
    "do",
    *(f"res {name}" for name in RESOURCES),
    *(f"goals {one + 1}-{two + 1}" for one, two in PAIRS),
    "end",
    "skip",
)
LINE_BUTTONS: Final = (
    "line row",
    "line column",
)  # on a phone the edges of the townscape are too small to hit
BUTTON_HEIGHT: Final = 36.0
DOOR: Final = 22.0


class Grid:
    """Where the cells of a townscape lie; margins hold the names of rows and columns."""

    def __init__(self, w: float, small: bool) -> None:
        self.small = small
        self.left = 0.0 if small else 24.0
        self.top = 0.0 if small else 22.0
        gap = 3.0 if small else 6.0
        self.cw = (w - self.left - gap * (SIDE - 1)) / SIDE
        self.ch = max(48.0, self.cw * 0.82) if small else self.cw * 0.8
        self.dx = self.cw + gap
        self.dy = self.ch + (2.0 if small else 4.0)
        self.door = 8.0 if small else DOOR
        self.height = self.top + SIDE * self.dy + self.door

    def centre(self, cell: int) -> d.Point:
        row, column = at(cell)
        return self.left + column * self.dx + self.cw / 2, self.top + row * self.dy + self.ch / 2


def townscape(context: Context, seat: int, w: float, small: bool) -> tuple[d.Child, float]:
    """The 4 × 4 grid of a seat; in the large one cells, rows and columns can be chosen."""
    grid = Grid(w, small)
    parts: list[d.Child] = []
    if not small:
        for line in range(SIDE):
            x, y = grid.centre(line)[0], grid.centre(SIDE * line)[1]
            parts.append(d.text("abcd"[line], x, grid.top / 2 - 2, 12, fill=d.FAINT))
            parts.append(d.text(line + 1, grid.left / 2 - 3, y, 12, fill=d.FAINT))
    for cell in range(CELLS):
        if context.view.grids[seat][cell] == NOTHING:
            parts.append(_empty(context, seat, cell, grid))
    for cell in range(CELLS):
        if context.view.grids[seat][cell] != NOTHING:
            parts.append(_building(context, seat, cell, grid))
    if not small and not context.narrow and context.view.phase == "chooseline":
        parts += _edges(context, grid)
    label = f"{context.say('townscape')}: {context.name(seat)}"
    return d.group(parts, label=label), grid.height


def _empty(context: Context, seat: int, cell: int, grid: Grid) -> d.Child:
    text = f"place {CELL_WORDS[cell]}"
    mine = seat == context.focus and not grid.small
    action = context.choices.action(text) if mine else None
    why = context.choices.why(text) if mine else None
    x, y = grid.centre(cell)
    w, h = grid.cw, grid.ch
    if not action and not why:
        return d.rect(x - w / 2, y - h / 2, w, h, 6, stroke=d.LINE, dash="2 5")
    where = context.speaker.spell("cell", cell)
    if why:
        frame = d.rect(-w / 2, -h / 2, w, h, 6, stroke=d.LINE, dash="2 5")
        return d.group(frame, x=x, y=y, label=where, why=why)
    card = context.card(context.view.held)
    count = context.count_with(card)
    ghost = d.group(house(context.edition, card, w, h, count=count), opacity=0.85, preview=True)
    frame = d.rect(
        -w / 2, -h / 2, w, h, 6, fill=d.mix(d.CARD, d.ACCENT, 0.08), stroke=d.ACCENT, dash="6 5", width=1.5
    )
    return d.group(
        frame,
        d.text("+", 0, 0, 26, fill=d.ACCENT, bold=True),
        d.group(ghost, _order(cell, grid, (ROW_TO[cell], COLUMN_TO[cell])), preview=True),
        x=x,
        y=y,
        label=f"{where}, {context.say('open')}",
        action=action,
        outline=d.rect(-w / 2, -h / 2, w, h, 6),
    )


def _order(cell: int, grid: Grid, lines: tuple[list[int], ...]) -> d.Child:
    """The order in which the cards of the lines would act, drawn around the cell."""
    cx, cy = grid.centre(cell)
    shown: list[d.Child] = []
    for line in lines:
        for position, other in enumerate(line, 1):
            x, y = grid.centre(other)
            if len(line) > 1:
                shift = (grid.cw / 2 - 10, -grid.ch / 2 + 10)
                shown.append(
                    d.badge(position, size=11, fill=d.ACCENT, x=x - cx + shift[0], y=y - cy + shift[1])
                )
    return shown


def _building(context: Context, seat: int, cell: int, grid: Grid) -> d.Child:
    view = context.view
    number = view.grids[seat][cell]
    card = context.card(number)
    below = cell + SIDE
    bare = below >= CELLS or (
        view.grids[seat][below] == NOTHING
        and not (seat == context.focus and context.choices.action(f"place {CELL_WORDS[below]}"))
    )
    count = context.counts(seat)[card.counted] if card.per_colour else None
    x, y = grid.centre(cell)
    label = f"{context.speaker.spell('cell', cell)}: {context.called(number)}"
    action = why = glow = None
    opacity = 1.0
    extra: d.Child = None
    if seat == view.current and cell in view.line:
        position = view.line.index(cell)
        extra = d.badge(
            position + 1, size=11, fill=d.GLOW if position == context.acting else d.FAINT,
            x=grid.cw / 2 - 9, y=-grid.ch / 2 + 9,
        ) if not grid.small else None  # fmt: skip
        if position == context.acting:
            glow = context.say("acting")
        elif position < context.acting:
            opacity = 0.6
            label += f", {context.say('done')}"
        else:
            label += f", {context.say('waits')}"
    elif seat == view.current and cell == view.cell:
        glow = context.say("new")
    if seat == context.focus and not grid.small:
        for verb in ("copy", "place"):
            text = f"{verb} {CELL_WORDS[cell]}"
            action = action or context.choices.action(text)
            why = why or context.choices.why(text)
    if action and action.startswith("copy"):
        brings = context.copying(seat, number)
        label += f", {brings}"
        middle = grid.left + (SIDE * grid.dx) / 2 - x
        extra = d.group(
            d.badge(brings, size=11, fill=d.ACCENT, max_w=SIDE * grid.cw, x=middle, y=grid.ch / 2),
            preview=True,
        )
    door = grid.door if bare else 0.0
    return d.group(
        house(context.edition, card, grid.cw, grid.ch, count=count, door=door, small=grid.small),
        extra,
        x=x,
        y=y,
        id=f"card-{number}",
        glides=True,
        label=label,
        action=action,
        why=why,
        glow=glow,
        opacity=opacity,
        outline=d.rect(-grid.cw / 2 - 2, -grid.ch / 2 - 2, grid.cw + 4, grid.ch + 4, 6),
    )


def _edges(context: Context, grid: Grid) -> list[d.Child]:
    """Arrows at the edge of the new card's row and column."""
    cell = context.view.cell
    x, y = grid.centre(cell)
    found: list[d.Child] = []
    for text, line, (px, py), turn in (
        ("line row", ROW_TO[cell], (grid.left / 2 - 3, y), 0),
        ("line column", COLUMN_TO[cell], (x, grid.top / 2 - 2), 90),
    ):
        action = context.choices.action(text)
        if action is None:
            continue
        sign = d.group(
            d.circle(0, 0, 11, fill=d.ACCENT), d.mark("chevron", 6, fill=d.ink_on(d.ACCENT)), turn=turn
        )
        choice = context.choices.get(text)
        numbers = [
            d.badge(
                n,
                size=11,
                fill=d.ACCENT,
                x=grid.centre(c)[0] - px + grid.cw / 2 - 9,
                y=grid.centre(c)[1] - py - grid.ch / 2 + 9,
            )
            for n, c in enumerate(line, 1)
        ]
        found.append(
            d.group(
                sign, d.group(numbers, preview=True), x=px, y=py,
                label=choice.label if choice else text, action=action, outline=d.circle(0, 0, 13),
            )
        )  # fmt: skip
    return found


def tracks(context: Context, seat: int, w: float) -> tuple[d.Child, float]:
    """Fish, textile and pottery from 0 to the cap, and the pile of coins."""
    view = context.view
    cap = context.edition.cap
    coin_w = 62.0
    step = (w - 30 - coin_w) / (cap + 1)
    row = 24.0
    parts: list[d.Child] = []
    for resource in range(len(RESOURCES)):
        value = view.goods[seat][resource]
        y = row * resource + row / 2
        name = context.speaker.book.noun("resource", resource)
        cells: list[d.Child] = [d.group(goods_sign(resource, 18), x=11, y=y)]
        for number in range(cap + 1):
            x = 26 + step * number
            here = number == value
            tone = d.mix(d.CARD, d.GOLD, 0.75) if here and value == cap else d.INK if here else d.CARD
            cells.append(d.rect(x, y - 9, step - 2, 18, 4, fill=tone, stroke=d.LINE))
            cells.append(
                d.text(number, x + step / 2 - 1, y, 11, fill=d.ink_on(tone) if here else d.FAINT, bold=here)
            )
        label = f"{name} {value}" + (f", {context.say('full')}" if value == cap else "")
        parts.append(d.group(cells, label=label))
    x = w - coin_w / 2 + 4
    coins = view.coins[seat]
    pile = [d.group(coin_sign("", 30), x=x - 2, y=40), d.group(coin_sign(coins, 30), x=x, y=34)]
    parts.append(d.group(pile, label=context.say("coins", number=coins)))
    return parts, row * len(RESOURCES)


def buttons(context: Context, w: float) -> tuple[d.Child, float]:
    """Whatever is chosen by no place on the board: do, skip, a resource, two goals, the end of the turn."""
    shown = (*LINE_BUTTONS, *BUTTONS) if context.narrow else BUTTONS
    texts = [text for text in shown if context.choices.get(text) is not None]
    proposed = context.choices.offered[0].text if context.view.phase == "pickgoals" and texts else ""
    if not texts:
        return None, 0.0
    columns = _columns(texts, context.narrow)
    bw, bh = min(170.0, (w - GAP * (columns - 1)) / columns), BUTTON_HEIGHT
    parts: list[d.Child] = []
    for number, text in enumerate(texts):
        choice = context.choices.get(text)
        assert choice is not None
        x = number % columns * (bw + GAP) + bw / 2
        y = number // columns * (bh + GAP) + bh / 2
        if text.startswith("res "):
            parts.append(_goods_button(context, choice, bw, bh, x, y))
            continue
        primary = text in ("do", "end") or text == proposed
        parts.append(
            d.button(
                choice.label, w=bw, h=bh, primary=primary, x=x, y=y,
                action=context.choices.action(text), why=context.choices.why(text),
            )
        )  # fmt: skip
    rows = (len(texts) + columns - 1) // columns
    high = rows * bh + (rows - 1) * GAP
    if "do" in texts:
        brings = context.outcome(context.focus, _acting(context))
        x = columns * (bw + GAP)
        if w - x > 150:
            parts.append(d.fit_text(brings, w - x, 14, 10, 2, x=x, y=bh / 2, anchor="start", height=bh))
        else:
            parts.append(d.fit_text(brings, w, 13, 10, y=high + 11, x=0, anchor="start"))
            high += 20
        parts.append(d.group(label=brings))
    return d.group(parts), high


def _columns(texts: list[str], narrow: bool) -> int:
    """In one row if their words have room there."""
    if len(texts) < 5:
        return len(texts)
    return 2 if narrow else 3 if any(text.startswith("goals ") for text in texts) else 6


def _acting(context: Context) -> int:
    """The card that is being done: the next of the line, or the one it copies."""
    view = context.view
    cell = view.copied if view.copied != NOTHING else view.line[view.fired]
    return view.grids[view.current][cell]


def _goods_button(context: Context, choice: Choice, w: float, h: float, x: float, y: float) -> d.Child:
    """A resource that can be chosen: its sign and its name."""
    refused = bool(choice.why)
    resource = RESOURCES.index(choice.text[4:])
    card = context.card(_acting(context))
    amount = f"−{card.pay_any}" if card.pay_any else f"+{card.get_any}"
    ink = d.FAINT if refused else d.INK
    return d.group(
        d.rect(-w / 2, -h / 2, w, h, h / 4, fill=d.CARD, stroke=d.LINE if refused else d.ACCENT, width=1.5),
        d.group(goods_sign(resource, 18), x=-w / 2 + 15, opacity=0.4 if refused else 1),
        d.fit_text(choice.label, w - 32, 12, 10, x=13, y=-7, fill=ink),
        d.text(amount, 13, 8, 14, bold=True, fill=ink),
        x=x,
        y=y,
        label=f"{choice.label}: {context.outcome(context.focus, card.number, resource)}",
        action=context.choices.action(choice.text),
        why=choice.why,
        quiet=True,
        outline=d.rect(-w / 2 - 3, -h / 2 - 3, w + 6, h + 6, h / 4 + 3),
    )


# Goals


def goals(context: Context, seat: int, w: float, one_column: bool = False) -> tuple[d.Child, float]:
    """The goals of a seat that can be seen, with what they are worth on the townscape as it is."""
    view = context.view
    hand = [context.edition.goals[number] for number in view.goals[seat]]
    colours = context.colours(seat)
    worth = [score_goal(goal, colours) for goal in hand]
    pair = view.chosen[seat] if view.chosen[seat] >= 0 else best_pair(worth) if len(worth) == 4 else NOTHING
    columns = 1 if context.narrow or one_column else 2
    cw, ch = (w - GAP * (columns - 1)) / columns, 46.0
    parts: list[d.Child] = []
    for rank, number in enumerate(view.goals[seat]):
        scored = view.over and pair != NOTHING and rank in PAIRS[pair]
        x, y = rank % columns * (cw + GAP), rank // columns * (ch + 6)
        name = f"{rank + 1}. {context.speaker.spell('goal', number)}"
        rule = goal_text(context, hand[rank])
        label = f"{name}: {rule}; {context.say('goal_worth', number=worth[rank])}"
        room, ink = cw - 62, d.GOOD if worth[rank] else d.FAINT
        parts.append(
            d.group(
                d.rect(x, y, cw, ch, 7, fill=d.CARD, stroke=d.LINE),
                d.fit_text(name, room, 12, 10, x=x + 8, y=y + 12, anchor="start", bold=True),
                d.group(
                    d.fit_text(rule, room, 10.5, 10, 2, y=31, anchor="start", fill=d.FAINT), x=x + 8, y=y
                ),
                d.text(worth[rank], x + cw - 26, y + ch / 2, 18, bold=True, fill=ink),
                label=label,
                glow=context.say("goal_scored") if scored else None,
                outline=d.rect(x, y, cw, ch, 7),
            )
        )
    rows = (len(hand) + columns - 1) // columns
    high = rows * (ch + 6) - 6
    if pair != NOTHING:
        key = "counted_two" if view.chosen[seat] >= 0 else "best_two"
        best = context.say(key, number=sum(worth[rank] for rank in PAIRS[pair]))
        parts.append(d.group(d.text(best, w, high + 12, 12, anchor="end", bold=True), label=best))
        high += 22
    return parts, high


def goal_text(context: Context, goal: Goal) -> str:
    """What a goal asks for."""
    key = f"goal_{GOAL_KINDS[goal.kind]}"
    if goal.kind == GROUP and goal.largest > goal.least:
        key += "_between" if goal.largest < CELLS else "_open"
    colour = context.speaker.spell("colour", goal.colour) if goal.colour != NOTHING else ""
    return context.say(key, points=goal.points, colour=colour, least=goal.least, largest=goal.largest)
