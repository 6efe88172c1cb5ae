"""How a position looks to a player: features and an evaluation for bots.

All values are in points. The weights of resources, coins, engine and goals were found by self-play of a
one-turn search. What a firing is worth and how far a lead spreads are estimates, not tuned again.
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludoteca.games.bosa.actions import CELLS, COLOURS, PLACE, SIDE, TURNS
from ludoteca.games.bosa.edition import (
    COLTWO,
    COPIER,
    NOTHING,
    ONELINE,
    PICK,
    QUARTER,
    ROWDIFF,
    SURROUND,
    THREE,
    BosaEdition,
    Card,
    Goal,
)
from ludoteca.games.bosa.scoring import (
    COLUMNS,
    LINES,
    NEIGHBOURS,
    QUARTERS,
    ROWS,
    colours_of,
    goals_in,
    patronage,
    score_goal,
)
from ludoteca.games.bosa.state import BosaState, Town
from ludoteca.games.bosa.steps.firing import copyable, perform, pickable, possible
from ludoteca.games.bosa.steps.turn import COLUMN_TO, ROW_TO, cell_objection

RESOURCE: Final = 0.88
RESOURCE_LATER: Final = 0.81
RESOURCE_SELLER: Final = 0.30
RESOURCE_SET: Final = 0.03
LATER: Final = 2.67
COINS: Final = 0.80
COINS_A_TURN: Final = 0.8
COINS_BEYOND: Final = (0.9, 0.7, 0.05)
COINS_KEPT: Final = 1.1
COINS_KEPT_MANY: Final = 0.5
ENGINE: Final = 0.385
GOAL: Final = 0.91
THIRD_GOAL: Final = 0.15

# What a firing is worth: coins and resources gained or paid, those of the player's choice, counted colours.
COIN_WORTH: Final = 1.25
GOODS_WORTH: Final = 1.5
ANY_WORTH: Final = 1.65
GOODS_PRICE: Final = 1.45
ANY_PRICE: Final = 1.17
SET_SHARE: Final = 0.32
PER_COLOUR: Final = 0.62
ONE_MORE: Final = 0.29
COPY_SHARE: Final = 0.84

SPREAD: Final = 9.0
SPREAD_A_TURN: Final = 2.0

_MIXED: Final = (0.15, 0.22, 0.40, 0.68, 1.0)
_TWO_TONES: Final = (0.0, 0.0, 0.30, 0.55, 1.0)
_ONE_TONE: Final = (0.10, 0.20, 0.45, 0.75, 0.0)
_THREES: Final = (0.0, 0.2, 0.5)


def evaluate(state: BosaState, seat: int) -> float:
    """The chance of winning, roughly: own prospects against the best rival's."""
    if state.result is not None:
        return state.result.payoffs()[seat]
    rival = -1000.0
    for other in range(state.seats):
        if other != seat:
            rival = max(rival, prospects(state, other))
    turns_left = CELLS - state.towns[seat].filled.bit_count()
    margin = prospects(state, seat) - rival
    return 1.0 / (1.0 + exp(-margin / (SPREAD + SPREAD_A_TURN * turns_left)))


def prospects(state: BosaState, seat: int) -> float:
    """What a seat may expect to score in the end; a turn it is in is thought to its end first."""
    town = state.towns[seat]
    if seat != state.current:
        return standing(state, town)
    if state.held != NOTHING:
        return best_placement(state, town)
    if state.cell != NOTHING and not state.line:
        return best_line(state, town, state.cell)
    if state.line:
        return after_line(state, town.copy(), state.line, state.fired)
    return standing(state, town)


# The rest of a turn, each card done in the obvious way


def best_placement(state: BosaState, town: Town) -> float:
    card = state.house.edition.cards[state.held]
    best = -1000.0
    for action in PLACE.actions:
        if cell_objection(town.filled, action.a) is None:
            trial = town.copy()
            trial.build(action.a, card)
            best = max(best, best_line(state, trial, action.a))
    return best


def best_line(state: BosaState, town: Town, cell: int) -> float:
    if cell < SIDE:
        return after_line(state, town.copy(), ROW_TO[cell], 0)
    column = after_line(state, town.copy(), COLUMN_TO[cell], 0)
    if cell % SIDE == 0:
        return column
    return max(column, after_line(state, town.copy(), ROW_TO[cell], 0))


def after_line(state: BosaState, town: Town, line: list[int], fired: int) -> float:
    """The standing once the cards of a line have acted on a town, which is used up by it."""
    journal = state.journal
    state.journal = None
    for position in range(fired, len(line)):
        fire(state, town, line[position])
    state.journal = journal
    return standing(state, town)


def fire(state: BosaState, town: Town, cell: int) -> None:
    card = state.house.edition.cards[town.grid[cell]]
    if card.form == COPIER:
        model = best_model(state, town, cell)
        if model != NOTHING:
            act(state, town, state.house.edition.cards[model])
    elif possible(state, town, card):
        act(state, town, card)


def act(state: BosaState, town: Town, card: Card) -> None:
    """Do an action that is possible; choose what one has most of to pay, least of to gain."""
    chosen = NOTHING
    if card.form == PICK:
        types = pickable(state, town, card)
        for resource in range(3):
            if (types >> resource) & 1 and (chosen == NOTHING or _rather(town, card, resource, chosen)):
                chosen = resource
    perform(state, town, card, chosen)


def _rather(town: Town, card: Card, resource: int, chosen: int) -> bool:
    if card.pay_any:
        return town.goods[resource] > town.goods[chosen]
    return town.goods[resource] < town.goods[chosen]


def best_model(state: BosaState, town: Town, cell: int) -> int:
    """The card most worth copying from a cell."""
    cells = copyable(state, town, cell)
    best = NOTHING
    worth = 0.0
    for other in range(CELLS):
        if (cells >> other) & 1:
            number = town.grid[other]
            value = firing_worth(state.house.edition.cards[number], town)
            if value > worth:
                best = number
                worth = value
    return best


# A town as it stands


def standing(state: BosaState, town: Town) -> float:
    """Points scored and to be expected."""
    if state.over:
        return float(town.score)
    placed = town.filled.bit_count()
    turns = CELLS - placed
    value = float(town.score)
    if state.current != NOTHING or state.season == 0:
        season_turns = TURNS * state.season - (placed - 1)
        value += goods_value(state, town, turns)
        value += coins_value(state.house.edition, town.coins, state.season, season_turns)
        if turns:
            value += ENGINE * engine(state, town)
    if state.house.goals and town.goals:
        value += goals_value(state, town, turns)
    return value


def goods_value(state: BosaState, town: Town, turns: int) -> float:
    """Resources are worth more while there is time to sell them and somebody to sell them to."""
    leftover = float(state.house.edition.points_per_leftover)
    goods = town.goods
    if turns == 0:
        return leftover * (goods[0] + goods[1] + goods[2])
    sellers = [0, 0, 0]
    sets = 0
    for cell in range(CELLS):
        number = town.grid[cell]
        if number == NOTHING or not has_room(town.filled, cell):
            continue
        card = state.house.edition.cards[number]
        if card.free or not card.get_points:
            continue
        if card.pay_any or card.pay_goods[0] + card.pay_goods[1] + card.pay_goods[2] > 1:
            sets += 1
        else:
            for resource in range(3):
                sellers[resource] += card.pay_goods[resource]
    time = min(1.0, turns / LATER)
    value = 0.0
    for resource in range(3):
        seller = RESOURCE_SELLER * min(2, sellers[resource]) + RESOURCE_SET * min(3, sets)
        unit = RESOURCE + time * (RESOURCE_LATER + seller)
        held = goods[resource]
        value += unit * min(4, held)
        if held > 4:
            value += max(1.0, 0.8 * unit) * min(3, held - 4)
        if held > 7:
            value += max(1.0, 0.5 * unit) * (held - 7)
    return value


def has_room(filled: int, cell: int) -> bool:
    """Whether the card in a cell can still act: its row or column is not full yet."""
    row, column = cell // SIDE, cell % SIDE
    return (filled >> (SIDE * row + SIDE - 1)) & 1 == 0 or (filled >> (CELLS - SIDE + column)) & 1 == 0


def coins_value(edition: BosaEdition, coins: int, season: int, turns: int) -> float:
    """What the coins will bring at the end of the season, and beyond."""
    if season == 0:
        season = 1
    last = season == len(COINS_BEYOND)
    if turns > 0:
        return COINS * _interpolated(edition, coins + COINS_A_TURN * turns, COINS_BEYOND[season - 1])
    paid, points = patronage(edition, coins)
    kept = coins - paid
    if last:
        return float(points)
    return points + COINS_KEPT * min(6, kept) + COINS_KEPT_MANY * max(0, kept - 6)


def _interpolated(edition: BosaEdition, coins: float, beyond: float) -> float:
    low_coins = 0
    low_points = 0
    for price, points in edition.chart:
        if coins < price:
            share = (coins - low_coins) / (price - low_coins)
            return low_points + share * (points - low_points)
        low_coins = price
        low_points = points
    return low_points + beyond * (coins - low_coins)


def engine(state: BosaState, town: Town) -> float:
    """What the buildings will still do: each fires again for the free cells in its row and column."""
    cards = state.house.edition.cards
    grid = town.grid
    filled = town.filled
    rows = [0] * SIDE
    columns = [0] * SIDE
    for cell in range(CELLS):
        if not (filled >> cell) & 1:
            rows[cell // SIDE] += 1
            columns[cell % SIDE] += 1
    value = 0.0
    for cell in range(CELLS):
        number = grid[cell]
        if number == NOTHING:
            continue
        room = rows[cell // SIDE] + columns[cell % SIDE]
        if room:
            card = cards[number]
            worth = copy_worth(state, town, card) if card.form == COPIER else firing_worth(card, town)
            value += room * worth
    return value


def copy_worth(state: BosaState, town: Town, copier: Card) -> float:
    best = 0.0
    for number in town.grid:
        if number != NOTHING:
            card = state.house.edition.cards[number]
            if card.colour == copier.colour and card.form != COPIER:
                best = max(best, firing_worth(card, town))
    return COPY_SHARE * best


def firing_worth(card: Card, town: Town) -> float:
    """What one firing brings on average."""
    goods = card.get_goods
    value = COIN_WORTH * card.get_coins + GOODS_WORTH * (goods[0] + goods[1] + goods[2])
    value += ANY_WORTH * card.get_any + card.get_points
    if card.per_colour:
        value *= PER_COLOUR * (town.counts[card.counted] + ONE_MORE)
        if card.get_coins and not (goods[0] + goods[1] + goods[2]):
            value *= 1.7
    if card.free:
        return value
    paid = card.pay_goods
    kinds = (paid[0] > 0) + (paid[1] > 0) + (paid[2] > 0)
    if kinds > 1:
        return SET_SHARE * value
    price = GOODS_PRICE * (paid[0] + paid[1] + paid[2]) + ANY_PRICE * card.pay_any
    return max(0.2, value - price - 1.6 * COIN_WORTH * card.pay_coins)


# Goals on an unfinished townscape


def goals_value(state: BosaState, town: Town, turns: int) -> float:
    """The best two goals and a little of the third; exact once the townscape is finished."""
    colours = colours_of(state, town)
    best = second = third = 0.0
    for number in goals_in(town.goals):
        goal = state.house.edition.goals[number]
        value = float(score_goal(goal, colours)) if turns == 0 else estimate(goal, colours, turns)
        if value > best:
            best, second, third = value, best, second
        elif value > second:
            second, third = value, second
        elif value > third:
            third = value
    if turns == 0:
        return best + second
    return GOAL * (best + second + THIRD_GOAL * third)


def estimate(goal: Goal, colours: list[int], turns: int) -> float:
    """How many points a goal may bring in the end."""
    kind = goal.kind
    if kind == SURROUND:
        times = _surround(colours, goal.colour) + 0.5 / 6 * min(4, turns)
    elif kind == ONELINE:
        times = _oneline(colours, goal.colour)
    elif kind == THREE:
        times = _three(colours, turns)
    elif kind == ROWDIFF:
        times = _mixed(colours, ROWS)
    elif kind == COLTWO:
        times = _coltwo(colours)
    elif kind == QUARTER:
        times = _mixed(colours, QUARTERS)
    else:
        times = _group(colours, goal.least, goal.largest)
    return times * goal.points


def _mixed(colours: list[int], blocks: list[list[int]]) -> float:
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


def _coltwo(colours: list[int]) -> float:
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


def _oneline(colours: list[int], colour: int) -> float:
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


def _surround(colours: list[int], colour: int) -> float:
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


def _three(colours: list[int], turns: int) -> float:
    total = 0.0
    for colour in range(COLOURS):
        number = colours.count(colour)
        if number == 3:
            total += max(0.45, 1.0 - 0.06 * turns)
        elif number < 3:
            total += _THREES[number]
    return total


def _group(colours: list[int], least: int, largest: int) -> float:
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
