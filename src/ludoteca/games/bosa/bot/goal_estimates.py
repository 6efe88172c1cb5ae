"""What goals may be expected to bring at the end, on an unfinished townscape."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bosa.rules.actions import CELLS, COLOURS
from ludoteca.games.bosa.rules.edition import (
    COLTWO,
    NOTHING,
    ONELINE,
    QUARTER,
    ROWDIFF,
    SURROUND,
    THREE,
    Goal,
)
from ludoteca.games.bosa.rules.scoring import COLUMNS, LINES, NEIGHBOURS, QUARTERS, ROWS

_MIXED: Final = (0.15, 0.22, 0.40, 0.68, 1.0)
_TWO_TONES: Final = (0.0, 0.0, 0.30, 0.55, 1.0)
_ONE_TONE: Final = (0.10, 0.20, 0.45, 0.75, 0.0)
_THREES: Final = (0.0, 0.2, 0.5)


def expected_points(goal: Goal, colours: list[int], turns: int) -> float:
    """How many points a goal may bring in the end."""
    kind = goal.kind
    if kind == SURROUND:
        times = _surrounded(colours, goal.colour) + 0.5 / 6 * min(4, turns)
    elif kind == ONELINE:
        times = _lines_with_one(colours, goal.colour)
    elif kind == THREE:
        times = _colours_with_three(colours, turns)
    elif kind == ROWDIFF:
        times = _mixed_blocks(colours, ROWS)
    elif kind == COLTWO:
        times = _two_tone_columns(colours)
    elif kind == QUARTER:
        times = _mixed_blocks(colours, QUARTERS)
    else:
        times = _groups_between(colours, goal.least, goal.largest)
    return times * goal.points


def _mixed_blocks(colours: list[int], blocks: list[list[int]]) -> float:
    """Rows or quarters without a repeated colour."""
    total = 0.0
    for cells in blocks:
        seen = known = 0
        repeated = False
        for cell in cells:
            colour = colours[cell]
            if colour != NOTHING:
                repeated = repeated or (seen >> colour) & 1 == 1
                seen |= 1 << colour
                known += 1
        if not repeated:
            total += _MIXED[known]
    return total


def _two_tone_columns(colours: list[int]) -> float:
    total = 0.0
    for cells in COLUMNS:
        seen = known = 0
        for cell in cells:
            colour = colours[cell]
            if colour != NOTHING:
                seen |= 1 << colour
                known += 1
        tones = seen.bit_count()
        if tones == 2:
            total += _TWO_TONES[known]
        elif tones < 2:
            total += _ONE_TONE[known]
    return total


def _lines_with_one(colours: list[int], colour: int) -> float:
    total = 0.0
    for cells in LINES:
        here = known = 0
        for cell in cells:
            if colours[cell] != NOTHING:
                known += 1
            if colours[cell] == colour:
                here += 1
        if here == 1:
            total += 0.6 + 0.1 * known
        elif here == 0:
            total += 0.45 * (1.0 - known / 4)
    return total


def _surrounded(colours: list[int], colour: int) -> float:
    total = 0.0
    for cell in range(CELLS):
        if colours[cell] != colour:
            continue
        seen = known = 0
        clash = False
        for other in NEIGHBOURS[cell]:
            found = colours[other]
            if found != NOTHING:
                clash = clash or (seen >> found) & 1 == 1
                seen |= 1 << found
                known += 1
        if not clash:
            around = len(NEIGHBOURS[cell])
            total += (0.4 + 0.6 * known / around) * (1.0 - 0.08 * (around - known))
    return total


def _colours_with_three(colours: list[int], turns: int) -> float:
    total = 0.0
    for colour in range(COLOURS):
        number = colours.count(colour)
        if number == 3:
            total += max(0.45, 1.0 - 0.06 * turns)
        elif number < 3:
            total += _THREES[number]
    return total


def _groups_between(colours: list[int], least: int, largest: int) -> float:
    """Groups of a fitting size, less the more sides they may still grow on; and those that may become one."""
    total = 0.0
    seen = 0
    for start in range(CELLS):
        if colours[start] == NOTHING or (seen >> start) & 1:
            continue
        seen |= 1 << start
        group = [start]
        size = sides = 0
        while size < len(group):
            for cell in NEIGHBOURS[group[size]]:
                if colours[cell] == NOTHING:
                    sides += 1
                elif colours[cell] == colours[start] and not (seen >> cell) & 1:
                    seen |= 1 << cell
                    group.append(cell)
            size += 1
        if least <= size <= largest:
            total += 1.0 if largest == CELLS else 1.0 - 0.06 * min(10, sides)
        elif size < least and sides:
            total += 0.6 * float(size / least) ** 1.6
    return total
