"""Goals as postcards: the own townscape in miniature, with what counts marked (BOS-8)."""

from __future__ import annotations

from typing import Final

from ludoteca import draw as d
from ludoteca.games.bosa.board.art import (
    FAMILIES,
    PLUM,
    SEAL,
    SHEET,
    paint_of,
)
from ludoteca.games.bosa.board.kit import BosaKit, at
from ludoteca.games.bosa.rules.actions import CELLS, COLOURS, PAIRS
from ludoteca.games.bosa.rules.edition import (
    COLTWO,
    GOAL_KINDS,
    GROUP,
    NOTHING,
    ONELINE,
    QUARTER,
    ROWDIFF,
    SURROUND,
    THREE,
    Goal,
)
from ludoteca.games.bosa.rules.scoring import (
    COLUMNS,
    LINES,
    NEIGHBOURS,
    QUARTERS,
    ROWS,
    best_pair,
    mixed_blocks,
    score_goal,
    two_tone_columns,
)

LEFT: Final = 7.0
TOP: Final = 488.0
WIDE: Final = 150.0
HIGH: Final = 60.0
GAP: Final = 6.0


# What counts


def counted(goal: Goal, colours: list[int]) -> set[int]:
    """The cells whose houses make a goal count."""
    kind = goal.kind
    if kind == SURROUND:
        cells = [cell for cell in range(CELLS) if colours[cell] == goal.colour]
        return {cell for cell in cells if _all_different(colours, NEIGHBOURS[cell])}
    if kind == ONELINE:
        lines = [[cell for cell in line if colours[cell] == goal.colour] for line in LINES]
        return {line[0] for line in lines if len(line) == 1}
    if kind == THREE:
        return {
            cell for cell in range(CELLS) if colours[cell] != NOTHING and colours.count(colours[cell]) == 3
        }
    if kind == GROUP:
        groups = _groups(colours)
        return {cell for group in groups if goal.least <= len(group) <= goal.largest for cell in group}
    blocks = {ROWDIFF: ROWS, COLTWO: COLUMNS, QUARTER: QUARTERS}[kind]
    return {cell for block in blocks if _counts(goal, colours, block) for cell in block}


def _counts(goal: Goal, colours: list[int], block: list[int]) -> bool:
    if goal.kind == COLTWO:
        alone = [colours[cell] if cell in block else NOTHING for cell in range(CELLS)]
        return two_tone_columns(alone) > 0
    return mixed_blocks(colours, [block]) > 0


def _all_different(colours: list[int], cells: list[int]) -> bool:
    return mixed_blocks(colours, [cells]) > 0


def _groups(colours: list[int]) -> list[set[int]]:
    """BOS-8.5: houses of one colour joined through neighbours."""
    found: list[set[int]] = []
    for start in range(CELLS):
        if colours[start] == NOTHING or any([start in group for group in found]):
            continue
        group, edge = {start}, [start]
        while edge:
            near = [cell for cell in NEIGHBOURS[edge.pop()] if colours[cell] == colours[start]]
            edge += [cell for cell in near if cell not in group]
            group.update(near)
        found.append(group)
    return found


def goal_text(kit: BosaKit, goal: Goal) -> str:
    """What a goal asks for."""
    key = f"goal_{GOAL_KINDS[goal.kind]}"
    if goal.kind == GROUP and goal.largest > goal.least:
        key += "_between" if goal.largest < CELLS else "_open"
    colour = kit.noun("colour", goal.colour) if goal.colour != NOTHING else ""
    return kit.say(key, points=goal.points, colour=colour, least=goal.least, largest=goal.largest)


def hand(kit: BosaKit, seat: int) -> list[int]:
    """The goals of a seat that can be seen."""
    return [number for number in kit.view.goals[seat] if number >= 0]


def worths(kit: BosaKit, seat: int) -> list[int]:
    """What the goals of a seat are worth on its townscape as it is."""
    colours = kit.colours(seat)
    return [score_goal(kit.edition.goals[number], colours) for number in hand(kit, seat)]


def marked_pair(kit: BosaKit, seat: int) -> int:
    """The pair that is chosen, or the best one as things are; -1 if the goals are not known."""
    chosen = kit.view.chosen[seat]
    if chosen >= 0:
        return chosen
    worth = worths(kit, seat)
    return best_pair(worth) if len(worth) == 4 else NOTHING


def is_marked(kit: BosaKit, pair: int, rank: int, worth: list[int]) -> bool:
    """Whether a goal wears the seal: it belongs to the pair that counts, and is worth something so far."""
    if pair == NOTHING or rank not in PAIRS[pair]:
        return False
    return worth[rank] > 0 or kit.view.chosen[kit.focus] >= 0 or kit.touchable(f"goal {rank + 1}")


def pair_words(kit: BosaKit, seat: int) -> str:
    """`best two: 26`."""
    pair = marked_pair(kit, seat)
    if pair == NOTHING:
        return ""
    worth = worths(kit, seat)
    key = "counted_two" if kit.view.chosen[seat] >= 0 else "best_two"
    return kit.say(key, number=sum([worth[rank] for rank in PAIRS[pair]]))


# Postcards


def goals(kit: BosaKit) -> d.Group:
    """The four goals of the seat in focus, two by two below the market."""
    cards = hand(kit, kit.focus)
    if not cards:
        return _backs(kit)
    worth, colours = worths(kit, kit.focus), kit.colours(kit.focus)
    pair = marked_pair(kit, kit.focus)
    drawn = []
    for rank, number in enumerate(cards):
        goal = kit.edition.goals[number]
        best = is_marked(kit, pair, rank, worth)
        picture = d.group(town_map(kit, tuple(colours), tuple(sorted(counted(goal, colours))), 11), x=8, y=8)
        words = d.fit_text(
            short_name(kit, number), 90, 13, 12.5, 2, x=58, y=18, anchor="start", height=32, fill=d.INK
        )
        tone = d.GOOD if worth[rank] else d.FAINT
        value = d.text(worth[rank], 140, 45, 21, anchor="end", fill=tone, bold=True)
        x, y = LEFT + rank % 2 * (WIDE + GAP), TOP + rank // 2 * (HIGH + GAP)
        drawn.append(
            _postcard(
                kit,
                rank,
                number,
                worth[rank],
                best,
                [picture, words, value, family(kit, goal, 71, 46, 0.95)],
                x,
                y,
                WIDE,
                HIGH,
            )
        )
    return d.group(drawn, label=pair_words(kit, kit.focus))


def short_name(kit: BosaKit, number: int) -> str:
    """The name without its colour, which stands beside it as an emblem."""
    name = kit.noun("goal", number)
    return name.partition(" (")[0] if kit.edition.goals[number].colour != NOTHING else name


def family(kit: BosaKit, goal: Goal, x: float, y: float, scale: float) -> d.Child:
    """The emblem of the colour a goal speaks of."""
    if goal.colour == NOTHING:
        return None
    tone = paint_of(kit.edition, goal.colour)
    return d.use(SHEET, f"badge-{FAMILIES[goal.colour]}", x, y, scale, tone=tone)


def _postcard(
    kit: BosaKit,
    rank: int,
    number: int,
    worth: int,
    best: bool,
    face: list[d.Child],
    x: float,
    y: float,
    w: float,
    h: float,
) -> d.Group:
    key = f"goal {rank + 1}"
    touched = kit.handle(key)
    told = f"{kit.noun('goal', number)}: {goal_text(kit, kit.edition.goals[number])}"
    label = f"{rank + 1}. {told}; {kit.say('goal_worth', number=worth)}"
    if best and kit.view.over:
        label += f", {kit.say('goal_scored')}"
    frame: d.Child = d.use(SHEET, "postcard-best" if best else "postcard-open" if touched else "postcard")
    if kit.narrow:
        edge, width = (SEAL, 1.6) if best else (d.INK if touched else d.LINE, 1.2)
        seal = d.use(SHEET, "seal", w - 4, 5) if best else None
        frame = [d.rect(0, 0, w, h, 6, fill=d.CARD, stroke=edge, width=width), seal]
    return d.group(
        frame,
        face,
        x=x,
        y=y,
        id=f"goal-{rank}",
        amount=worth,
        label=label,
        about=f"goal {number}",
        outline=d.rect(-1, -1, w + 2, h + 2, 8),
        **touched,
    )


def _backs(kit: BosaKit) -> d.Group:
    """Face down, as a spectator sees them; nothing if the match is played without goals."""
    number = len(kit.view.goals[kit.focus])
    if not number:
        return d.group()
    backs = [d.use(SHEET, "back", 20 + 70 * rank, TOP + 20, tone=PLUM) for rank in range(number)]
    return d.group(backs, label=kit.say("face_down", number=number), about="goals")


def town_map(kit: BosaKit, colours: tuple[int, ...], marked: tuple[int, ...], cell: int) -> d.Group:
    """A townscape as sixteen roofs; those that count are ringed."""
    paints = tuple([paint_of(kit.edition, colour) for colour in range(COLOURS)])
    return _town_map(colours, marked, paints, cell)


@d.part
def _town_map(
    colours: tuple[int, ...], marked: tuple[int, ...], paints: tuple[d.Colour, ...], cell: int
) -> d.Group:
    squares: dict[int, str] = {}
    for place, colour in enumerate(colours):
        squares[colour] = squares.get(colour, "") + _square(place, cell)
    rings = "".join([_square(place, cell) for place in marked])
    return d.group(
        [d.path(shape, fill=paints[colour]) for colour, shape in squares.items() if colour != NOTHING],
        d.path(rings, stroke=d.INK, width=2) if rings else None,
    )


def _square(place: int, cell: int) -> str:
    row, column = at(place)
    side = cell - 2
    return f"M{column * cell + 1} {row * cell + 1}h{side}v{side}h-{side}z"


# On a phone


def narrow_goals(kit: BosaKit, y: float) -> d.Group:
    """The miniatures with their values side by side; their names are in the inspector."""
    cards = hand(kit, kit.focus)
    worth, colours = worths(kit, kit.focus), kit.colours(kit.focus)
    pair = marked_pair(kit, kit.focus)
    drawn = []
    for rank, number in enumerate(cards):
        goal = kit.edition.goals[number]
        marked = tuple(sorted(counted(goal, colours)))
        picture = d.group(town_map(kit, tuple(colours), marked, 9), x=5, y=4)
        tone = d.GOOD if worth[rank] else d.FAINT
        value = d.text(worth[rank], 60, 23, 20, fill=tone, bold=True)
        badge = family(kit, goal, 82, 30, 0.8)
        best = is_marked(kit, pair, rank, worth)
        x = 3 + 97.0 * rank
        drawn.append(_postcard(kit, rank, number, worth[rank], best, [picture, value, badge], x, y, 93, 44))
    return d.group(drawn, label=pair_words(kit, kit.focus))
