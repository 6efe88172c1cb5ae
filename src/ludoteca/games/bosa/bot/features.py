"""What counts about a townscape of Bosa. What the features are worth is in `evaluation.toml`."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from ludoteca.bots.weights import Weights, add_feature, read_weights
from ludoteca.games.bosa.bot.goal_estimates import expected_points
from ludoteca.games.bosa.rules.actions import CELLS, PAIRS, SEASONS, SIDE, TURNS
from ludoteca.games.bosa.rules.edition import COPIER, NOTHING, BosaEdition, Card
from ludoteca.games.bosa.rules.scoring import colours_of, goal_scores, goals_in, patronage, score_goal
from ludoteca.games.bosa.rules.state import BosaState, Town

FEATURES: Final[list[str]] = []
feature: Final = partial(add_feature, FEATURES)

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

# How many cells of a line are free, by the set of those filled.
ROOM: Final[list[int]] = [SIDE - line.bit_count() for line in range(1 << SIDE)]


def moment(town: Town) -> int:
    """The turns taken."""
    return max(0, town.filled.bit_count() - 1)


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
        times = room * (float(town.counts[card.counted]) + ONE_MORE)
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
        value *= PER_COLOUR * (float(town.counts[card.counted]) + ONE_MORE)
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


def add_goals(state: BosaState, town: Town, turns: int, found: list[float]) -> None:
    """The best three goals; two of them, exactly, once the townscape is finished or they are chosen."""
    if town.chosen != NOTHING:
        scores = goal_scores(state, town)
        one, two = PAIRS[town.chosen]
        found[BEST_GOAL] = float(max(scores[one], scores[two]))
        found[SECOND_GOAL] = float(min(scores[one], scores[two]))
        return
    colours = colours_of(state, town)
    best = second = third = 0.0
    for number in goals_in(town.goals):
        goal = state.ruleset.edition.goals[number]
        value = float(score_goal(goal, colours)) if turns == 0 else expected_points(goal, colours, turns)
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
