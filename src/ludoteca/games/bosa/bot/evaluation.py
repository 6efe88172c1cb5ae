"""How a position looks to a player: features of a townscape, and the chance of winning they promise.

A turn under way is finished in the obvious way first. What the features are worth is in
`evaluation.toml`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ludoteca.bots.weights import Weights, chances, read_weights
from ludoteca.games.bosa.rules.actions import CELLS, COLOURS, PLACE, SEASONS, SIDE, TURNS
from ludoteca.games.bosa.rules.edition import (
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
from ludoteca.games.bosa.rules.scoring import (
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
from ludoteca.games.bosa.rules.state import BosaState, Town
from ludoteca.games.bosa.rules.steps.firing import copyable, perform, pickable, possible
from ludoteca.games.bosa.rules.steps.turn import COLUMN_TO, ROW_TO, cell_objection

FEATURES: Final[list[str]] = []


def feature(name: str) -> int:
    """The place of a new feature in the list of them."""
    FEATURES.append(name)
    return len(FEATURES) - 1


TURNS_TO_COME: Final = feature("turns")  # 1: what they will bring
SCORE: Final = feature("score")
GOODS: Final = feature("goods")  # resources, the first four of each type
MANY_GOODS: Final = feature("many_goods")  # the fifth to the seventh
TOO_MANY_GOODS: Final = feature("too_many_goods")  # the rest
# Resources with a building that sells them one by one, up to two such buildings
GOODS_FOR_SELLERS: Final = feature("goods_for_sellers")
# Resources with buildings that sell several at once, up to three such buildings
GOODS_FOR_SETS: Final = feature("goods_for_sets")
# The chart at the coins expected at the end of the season; exact after the last turn of it
PATRONAGE: Final = feature("patronage")
COINS_BEYOND: Final = feature("coins_beyond")  # coins that the chart will not take
# What buildings will still do, for every free cell in their row and column
MAKERS: Final = feature("makers")
MINTERS: Final = feature("minters")
SELLERS: Final = feature("sellers")
WHOLESALERS: Final = feature("wholesalers")
FESTIVALS: Final = feature("festivals")
BUYERS: Final = feature("buyers")
COLOUR_MAKERS: Final = feature("colour_makers")
COLOUR_MINTERS: Final = feature("colour_minters")
COPIERS: Final = feature("copiers")
# Goals, as they may be expected to end
BEST_GOAL: Final = feature("best_goal")
SECOND_GOAL: Final = feature("second_goal")
THIRD_GOAL: Final = feature("third_goal")
WEIGHTS: Final[Weights] = read_weights(Path(__file__).with_name("evaluation.toml"), FEATURES, CELLS - 1)

COINS_A_TURN: Final = 0.8
COIN_IN_POINTS: Final = 1.33
ONE_MORE: Final = 0.29

# What one firing of a building is worth to one that copies it.
COIN_WORTH: Final = 1.25
GOODS_WORTH: Final = 1.5
ANY_WORTH: Final = 1.65
GOODS_PRICE: Final = 1.45
ANY_PRICE: Final = 1.17
SET_SHARE: Final = 0.32
PER_COLOUR: Final = 0.62

_MIXED: Final = (0.15, 0.22, 0.40, 0.68, 1.0)
_TWO_TONES: Final = (0.0, 0.0, 0.30, 0.55, 1.0)
_ONE_TONE: Final = (0.10, 0.20, 0.45, 0.75, 0.0)
_THREES: Final = (0.0, 0.2, 0.5)


def evaluate(state: BosaState, seat: int) -> float:
    """The chance of winning."""
    return win_chances(state)[seat]


def win_chances(state: BosaState) -> list[float]:
    """Everybody's chance of winning."""
    if state.result is not None:
        return state.result.payoffs()
    return chances_now(state, expected_scores(state))


def expected_scores(state: BosaState) -> list[float]:
    """What everybody may expect to score in the end."""
    return [expected_score(state, seat) for seat in range(state.seats)]


def chances_now(state: BosaState, expected: list[float]) -> list[float]:
    """What such scores would mean if they were expected now."""
    return chances(expected, WEIGHTS.spreads[moment(state.towns[state.seats - 1])])


def moment(town: Town) -> int:
    """The turns taken."""
    return max(0, town.filled.bit_count() - 1)


def is_between_turns(state: BosaState) -> bool:
    """Whether the townscapes can be judged as they stand."""
    return state.season > 0 and state.held == NOTHING and state.cell == NOTHING and not state.over


def expected_score(state: BosaState, seat: int) -> float:
    """What a seat may expect to score in the end; a turn under way is finished in the obvious way first."""
    town = state.towns[seat]
    if seat != state.current:
        return standing(state, town)
    if state.held != NOTHING:
        return best_placement(state, town)
    if state.cell != NOTHING and not state.line:
        return best_line(state, town, state.cell)
    if state.line:
        return after_line(state, town.copy(), state.line, state.fired, state.copied)
    return standing(state, town)


# The rest of a turn, each card done in the obvious way


def best_placement(state: BosaState, town: Town) -> float:
    return best_spot(state, town, state.ruleset.edition.cards[state.held])[0]


def best_spot(state: BosaState, town: Town, card: Card) -> tuple[float, int]:
    """What a card brings where it promises most, and that cell."""
    best = -1000.0
    found = NOTHING
    for action in PLACE.actions:
        if cell_objection(town.filled, action.a) is None:
            trial = town.copy()
            trial.build(action.a, card)
            worth = best_line(state, trial, action.a)
            if worth > best:
                best = worth
                found = action.a
    return best, found


def best_line(state: BosaState, town: Town, cell: int) -> float:
    if cell < SIDE:
        return after_line(state, town.copy(), ROW_TO[cell], 0)
    column = after_line(state, town.copy(), COLUMN_TO[cell], 0)
    if cell % SIDE == 0:
        return column
    return max(column, after_line(state, town.copy(), ROW_TO[cell], 0))


def after_line(state: BosaState, town: Town, line: list[int], fired: int, copied: int = NOTHING) -> float:
    """The standing once the cards of a line have acted on a town, which changes. A card being copied acts
    first.
    """
    journal = state.journal
    state.journal = None
    if copied != NOTHING:
        act(state, town, state.ruleset.edition.cards[town.grid[copied]])
    for position in range(fired, len(line)):
        fire(state, town, line[position])
    state.journal = journal
    return standing(state, town)


def fire(state: BosaState, town: Town, cell: int) -> None:
    card = state.ruleset.edition.cards[town.grid[cell]]
    if card.form == COPIER:
        model = best_model(state, town, cell)
        if model != NOTHING:
            act(state, town, state.ruleset.edition.cards[model])
    elif possible(state, town, card):
        act(state, town, card)


def act(state: BosaState, town: Town, card: Card) -> None:
    """Do a possible action; pay with the resource one has most of, gain the one one has least of."""
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
            value = firing_worth(state.ruleset.edition.cards[number], town)
            if value > worth:
                best = number
                worth = value
    return best


# A town as it stands


def standing(state: BosaState, town: Town) -> float:
    """Points scored and to be expected."""
    if state.over:
        return float(town.score)
    return WEIGHTS.worth(features(state, town), moment(town))


def features(state: BosaState, town: Town) -> list[float]:
    """What counts about a townscape, in the order of FEATURES."""
    found = [0.0] * len(FEATURES)
    turns = CELLS - town.filled.bit_count()
    found[TURNS_TO_COME] = 1.0
    found[SCORE] = float(town.score)
    if state.season == 0 or state.current != NOTHING:
        add_goods(state, town, found)
        add_coins(state.ruleset.edition, town, max(1, state.season), found)
        if turns:
            add_buildings(state, town, found)
    if town.goals and state.ruleset.goals:
        add_goals(state, town, turns, found)
    return found


def add_goods(state: BosaState, town: Town, found: list[float]) -> None:
    """Resources, and the buildings that can still sell them."""
    goods = town.goods
    one = two = three = sets = 0
    for cell in range(CELLS):
        number = town.grid[cell]
        if number == NOTHING:
            continue
        card = state.ruleset.edition.cards[number]
        if card.free or not card.get_points or not has_room(town.filled, cell):
            continue
        paid = card.pay_goods
        if card.pay_any or paid[0] + paid[1] + paid[2] > 1:
            sets += 1
        else:
            one += paid[0]
            two += paid[1]
            three += paid[2]
    few = 0
    many = 0
    for resource in range(3):
        held = goods[resource]
        few += min(4, held)
        if held > 4:
            many += min(3, held - 4)
            if held > 7:
                found[TOO_MANY_GOODS] += float(held - 7)
    found[GOODS] = float(few)
    found[MANY_GOODS] = float(many)
    found[GOODS_FOR_SELLERS] = float(
        min(2, one) * min(7, goods[0]) + min(2, two) * min(7, goods[1]) + min(2, three) * min(7, goods[2])
    )
    found[GOODS_FOR_SETS] = float(min(3, sets) * (few + many))


def has_room(filled: int, cell: int) -> bool:
    """Whether the card in a cell can still act: its row or column is not full yet."""
    row, column = cell // SIDE, cell % SIDE
    return (filled >> (SIDE * row + SIDE - 1)) & 1 == 0 or (filled >> (CELLS - SIDE + column)) & 1 == 0


def add_coins(edition: BosaEdition, town: Town, season: int, found: list[float]) -> None:
    """What the coins will bring at the end of the season, and what will be left."""
    turns = TURNS * season - (town.filled.bit_count() - 1)
    if turns <= 0:
        paid, points = patronage(edition, town.coins)
        found[PATRONAGE] = float(points)
        found[COINS_BEYOND] = float(town.coins - paid) if season < SEASONS else 0.0
        return
    coins = town.coins + COINS_A_TURN * turns
    low_coins = low_points = 0
    for price, points in edition.chart:
        if coins < price:
            found[PATRONAGE] = low_points + (coins - low_coins) / (price - low_coins) * (points - low_points)
            return
        low_coins = price
        low_points = points
    found[PATRONAGE] = float(low_points)
    found[COINS_BEYOND] = coins - low_coins


def add_buildings(state: BosaState, town: Town, found: list[float]) -> None:
    """What the buildings will still do: each acts again for the free cells in its row and column."""
    cards = state.ruleset.edition.cards
    grid = town.grid
    filled = town.filled
    for cell in range(CELLS):
        number = grid[cell]
        if number == NOTHING:
            continue
        room = ROOM[(filled >> (cell - cell % SIDE)) & 15] + ROOM[column_bits(filled, cell % SIDE)]
        if room:
            add_building(state, town, cards[number], float(room), found)


def column_bits(filled: int, column: int) -> int:
    down = filled >> column
    return (down & 1) | (down >> 3) & 2 | (down >> 6) & 4 | (down >> 9) & 8


def add_building(state: BosaState, town: Town, card: Card, room: float, found: list[float]) -> None:
    if card.form == COPIER:
        found[COPIERS] += room * copy_worth(state, town, card)
        return
    gained = card.get_goods
    goods = float(gained[0] + gained[1] + gained[2] + card.get_any)
    if card.per_colour:
        times = room * (town.counts[card.counted] + ONE_MORE)
        found[COLOUR_MAKERS] += times * goods
        found[COLOUR_MINTERS] += times * card.get_coins
    elif card.free:
        found[MAKERS] += room * goods
        found[MINTERS] += room * card.get_coins
    elif not card.get_points:
        found[BUYERS] += room * (goods + card.get_coins)
    else:
        points = room * (card.get_points + COIN_IN_POINTS * card.get_coins)
        paid = card.pay_goods
        if (paid[0] > 0) + (paid[1] > 0) + (paid[2] > 0) > 1:
            found[FESTIVALS] += points
        elif card.pay_any > 1:
            found[WHOLESALERS] += points
        else:
            found[SELLERS] += points


def copy_worth(state: BosaState, town: Town, copier: Card) -> float:
    best = 0.0
    for number in town.grid:
        if number != NOTHING:
            card = state.ruleset.edition.cards[number]
            if card.colour == copier.colour and card.form != COPIER:
                best = max(best, firing_worth(card, town))
    return best


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


def add_goals(state: BosaState, town: Town, turns: int, found: list[float]) -> None:
    """The best three goals; two of them, exactly, once the townscape is finished."""
    colours = colours_of(state, town)
    best = second = third = 0.0
    for number in goals_in(town.goals):
        goal = state.ruleset.edition.goals[number]
        value = float(score_goal(goal, colours)) if turns == 0 else estimate(goal, colours, turns)
        if value > best:
            best, second, third = value, best, second
        elif value > second:
            second, third = value, second
        elif value > third:
            third = value
    found[BEST_GOAL] = best
    found[SECOND_GOAL] = second
    if turns:
        found[THIRD_GOAL] = third


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


# How many cells of a line are free, by the set of those filled.
ROOM: Final[list[int]] = [SIDE - line.bit_count() for line in range(1 << SIDE)]
