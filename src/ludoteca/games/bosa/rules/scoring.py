"""The arithmetic of Bosa: patronage (BOS-6.1), goals (BOS-8) and the end of the game (BOS-7)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bosa.rules.actions import CELLS, COLOURS, GOAL_CARDS, PAIRS, SIDE
from ludoteca.games.bosa.rules.edition import (
    COLTWO,
    GROUP,
    NOTHING,
    ONELINE,
    QUARTER,
    ROWDIFF,
    SURROUND,
    THREE,
    BosaEdition,
    Goal,
)
from ludoteca.games.bosa.rules.events import FINAL_SCORE, SCORED_GOAL, SHOWED_GOAL
from ludoteca.games.bosa.rules.state import BosaState, Town
from ludoteca.kernel.result import Result, ranking

ROWS: Final[list[list[int]]] = [[SIDE * row + column for column in range(SIDE)] for row in range(SIDE)]
COLUMNS: Final[list[list[int]]] = [[SIDE * row + column for row in range(SIDE)] for column in range(SIDE)]
LINES: Final[list[list[int]]] = ROWS + COLUMNS
QUARTERS: Final[list[list[int]]] = [[top, top + 1, top + SIDE, top + SIDE + 1] for top in (0, 2, 8, 10)]


def _neighbours(cell: int) -> list[int]:
    """BOS-8.3: above, left, right and below, never diagonally."""
    row, column = cell // SIDE, cell % SIDE
    found = []
    if row > 0:
        found.append(cell - SIDE)
    if column > 0:
        found.append(cell - 1)
    if column < SIDE - 1:
        found.append(cell + 1)
    if row < SIDE - 1:
        found.append(cell + SIDE)
    return found


NEIGHBOURS: Final[list[list[int]]] = [_neighbours(cell) for cell in range(CELLS)]


# Patronage and the score track


def patronage(edition: BosaEdition, coins: int) -> tuple[int, int]:
    """BOS-6.1: the largest number on the chart that the coins reach, and its points, or nothing."""
    paid = points = 0
    for price, worth in edition.chart:
        if price <= coins:
            paid = price
            points = worth
    return paid, points


def hundred_tokens(score: int) -> int:
    """BOS-4.9: one token for each hundred that has been passed; exactly a hundred needs none."""
    return (score - 1) // 100 if score > 0 else 0


def marker(score: int) -> int:
    """BOS-4.9: where the marker stands on the track of a hundred."""
    return score - 100 * hundred_tokens(score)


# Goals. A townscape is the list of its colours by cell, NOTHING where it is still empty.


def colours_of(state: BosaState, town: Town) -> list[int]:
    cards = state.ruleset.edition.cards
    return [cards[number].colour if number != NOTHING else NOTHING for number in town.grid]


def score_goal(goal: Goal, colours: list[int]) -> int:
    """BOS-8.2: the points of a goal, once for each time it is met."""
    kind = goal.kind
    if kind == SURROUND:
        times = surrounded(colours, goal.colour)
    elif kind == ONELINE:
        times = lines_with_one(colours, goal.colour)
    elif kind == THREE:
        times = colours_with_three(colours)
    elif kind == ROWDIFF:
        times = mixed_blocks(colours, ROWS)
    elif kind == COLTWO:
        times = two_tone_columns(colours)
    elif kind == QUARTER:
        times = mixed_blocks(colours, QUARTERS)
    else:
        assert kind == GROUP
        times = groups_between(colours, goal.least, goal.largest)
    return times * goal.points


def surrounded(colours: list[int], colour: int) -> int:
    """BOS-8.6: buildings of the colour whose neighbours are all there and pairwise different."""
    found = 0
    for cell in range(CELLS):
        if colours[cell] == colour and _different(colours, NEIGHBOURS[cell]):
            found += 1
    return found


def lines_with_one(colours: list[int], colour: int) -> int:
    """BOS-8.7: rows and columns with exactly one building of the colour."""
    found = 0
    for cells in LINES:
        here = 0
        for cell in cells:
            if colours[cell] == colour:
                here += 1
        if here == 1:
            found += 1
    return found


def colours_with_three(colours: list[int]) -> int:
    """BOS-8.4: colours with exactly three buildings."""
    found = 0
    for colour in range(COLOURS):
        if colours.count(colour) == 3:
            found += 1
    return found


def mixed_blocks(colours: list[int], blocks: list[list[int]]) -> int:
    """BOS-8.8, BOS-8.10: rows, or quarters, with four different colours."""
    found = 0
    for cells in blocks:
        if _different(colours, cells):
            found += 1
    return found


def two_tone_columns(colours: list[int]) -> int:
    """BOS-8.9: full columns with exactly two colours."""
    found = 0
    for cells in COLUMNS:
        one = colours[cells[0]]
        other = NOTHING
        fits = one != NOTHING
        for cell in cells:
            here = colours[cell]
            if here == NOTHING or (here != one and other not in (NOTHING, here)):
                fits = False
            elif here != one:
                other = here
        if fits and other != NOTHING:
            found += 1
    return found


def groups_between(colours: list[int], least: int, largest: int) -> int:
    """BOS-8.5: groups whose size lies in the printed range."""
    found = 0
    for size in group_sizes(colours):
        if least <= size <= largest:
            found += 1
    return found


def group_sizes(colours: list[int]) -> list[int]:
    """BOS-8.5: the sizes of all groups of one colour joined through neighbours, each as large as possible."""
    seen = [colour == NOTHING for colour in colours]
    sizes = []
    for start in range(CELLS):
        if seen[start]:
            continue
        seen[start] = True
        group = [start]
        size = 0
        while size < len(group):
            for cell in NEIGHBOURS[group[size]]:
                if not seen[cell] and colours[cell] == colours[start]:
                    seen[cell] = True
                    group.append(cell)
            size += 1
        sizes.append(size)
    return sizes


def _different(colours: list[int], cells: list[int]) -> bool:
    """Whether all the cells are filled, no two in the same colour."""
    seen = 0
    for cell in cells:
        colour = colours[cell]
        if colour == NOTHING or (seen >> colour) & 1:
            return False
        seen |= 1 << colour
    return True


def goals_in(goals: int) -> list[int]:
    """The numbers of the Goal cards in a bit set, lowest first."""
    return [goal for goal in range(GOAL_CARDS) if (goals >> goal) & 1]


def goal_scores(state: BosaState, town: Town) -> list[int]:
    """What each of the town's goals is worth, lowest number first."""
    colours = colours_of(state, town)
    return [score_goal(state.ruleset.edition.goals[goal], colours) for goal in goals_in(town.goals)]


def best_pair(scores: list[int]) -> int:
    """BOS-7.2: which of PAIRS brings most; a tie goes to the goals with the lower numbers."""
    best = 0
    for pair in range(1, len(PAIRS)):
        one, two = PAIRS[pair]
        if scores[one] + scores[two] > scores[PAIRS[best][0]] + scores[PAIRS[best][1]]:
            best = pair
    return best


# The end


def score_goals(state: BosaState) -> None:
    """BOS-7.2: everybody turns up four goals and scores two of them."""
    for seat in range(state.seats):
        town = state.towns[seat]
        hand = goals_in(town.goals)
        scores = goal_scores(state, town)
        if town.chosen == NOTHING:
            town.chosen = best_pair(scores)
        for goal in hand:
            state.tell(SHOWED_GOAL, seat, goal)
        for rank in PAIRS[town.chosen]:
            town.goal_points += scores[rank]
            state.tell(SCORED_GOAL, seat, hand[rank], scores[rank])
        town.score += town.goal_points


def crown(state: BosaState) -> None:
    """BOS-7.3: most points, then most coins; players still tied share the place."""
    scores = [town.score for town in state.towns]
    for seat in range(state.seats):
        state.tell(FINAL_SCORE, seat, scores[seat], state.towns[seat].coins)
    standings = [town.score * 1_000_000 + town.coins for town in state.towns]
    places = ranking(standings)
    if places.count(1) > 1:
        reason = "shared"
    elif scores.count(max(scores)) > 1:
        reason = "coins"
    else:
        reason = "points"
    state.finish(Result(reason, places, scores))
