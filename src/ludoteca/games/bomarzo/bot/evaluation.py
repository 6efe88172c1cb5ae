"""How a position looks to a player: features of its points, goods, village and cards, and the chance of
winning.

Goods are counted in resources: one is an ordinary cube early in the game. Prizes and temples are counted in
points. What the features are worth is in `evaluation.toml`, season by season.
"""

from __future__ import annotations

from math import exp
from pathlib import Path
from typing import Any, Final

from ludoteca.bots.weights import Weights, chances, read_weights
from ludoteca.games.bomarzo.rules.actions import (
    COIN,
    DEA,
    DRAGO,
    FOOD,
    GENIO,
    GODS,
    ORCO,
    PAWN_ROW,
    ROWS,
    TARTARUGA,
    TRACKS,
    WINE,
)
from ludoteca.games.bomarzo.rules.cards import count, members
from ludoteca.games.bomarzo.rules.edition import CARD_INCOME, SCORES_FIELDS, SCORES_TRACKS
from ludoteca.games.bomarzo.rules.scoring import field_value, pantheon_of, standing, temple_symbols
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.development import DEVELOPS, Develop, MayWork, Work
from ludoteca.games.bomarzo.rules.steps.draws import Look
from ludoteca.games.bomarzo.rules.steps.favours import (
    Bury,
    Devote,
    DevoteMore,
    Devour,
    Favour,
    StepForward,
    Study,
    in_reach,
)
from ludoteca.games.bomarzo.rules.steps.payment import How, Pay
from ludoteca.kernel.state import Step

FEATURES: Final = [
    "points",
    # Prizes to be expected
    "track_prizes",
    "field_prizes",
    "resource_prizes",
    "worship",
    "temple_points",
    "temple_symbols",
    # Goods, as far as they can still be used
    "food_and_coin",
    "wine",
    "hand",
    "good_hand",
    "upgrades",  # what upgrading the cards played would bring
    # What each season to come will bring
    "incomes",
    "powers",
    "village",
    "pawn_row",
    "workers",  # steps on the way to the next symbol
    "idle_pawns",
    # What is under way
    "favours",
    "payment",
    "other_gains",
]
SEASONS: Final = 8
WEIGHTS: Final[Weights] = read_weights(Path(__file__).with_name("evaluation.toml"), FEATURES, SEASONS - 1)

CUBES: Final[list[float]] = [1.3, 1.2, 1.1, 1.0, 0.8, 0.6, 0.5, 0.4, 0.35]
MORE_CUBES: Final = 0.3
WINES: Final[list[float]] = [1.8, 1.6, 1.3, 1.1, 0.8, 0.6, 0.4]
MORE_WINES: Final = 0.2
CARD: Final = 0.95
TRACK_STEP: Final = 1.5
SYMBOL: Final = 3.0
BENEFITS: Final[list[float]] = [0.7, 0.7, 1.2, 0.95, 0.5, 0.4, 0.25, 0.4, 0.3]
ROW_WORTH: Final[list[float]] = [0.56, 0.56, 0.96, 0.76, 1.2]
NEW_PAWN: Final = 1.0
UPGRADE_SHARE: Final = 0.35
DEVOTION: Final = 0.5


def evaluate(state: BomarzoState, seat: int) -> float:
    """The chance of winning."""
    return win_chances(state)[seat]


def win_chances(state: BomarzoState) -> list[float]:
    """Everybody's chance of winning."""
    if state.result is not None:
        return state.result.payoffs()
    if len(state.order) < GODS:
        return [1.0 / state.seats] * state.seats
    now = moment(state)
    rows = features(state)
    worths = [WEIGHTS.worth(row, now) for row in rows]
    return chances(worths, WEIGHTS.spreads[now])


def moment(state: BomarzoState) -> int:
    """The seasons that are over."""
    return min(SEASONS, state.season) - 1


def features(state: BomarzoState) -> list[list[float]]:
    """What counts for each seat, in the order of FEATURES."""
    left = float(state.ruleset.edition.seasons - state.season)
    rows = [[0.0] * len(FEATURES) for _ in range(state.seats)]
    add_prizes(state, left, rows)
    for seat in range(state.seats):
        found = rows[seat]
        found[0] = float(state.vp[seat])
        symbols = temple_symbols(state, seat)
        found[5] = float(state.ruleset.edition.temple_points[symbols])
        found[6] = float(symbols)
        add_possessions(state, seat, left, found)
        add_village(state, seat, left, found)
    for step in state.agenda:
        if step.seat >= 0 or isinstance(step, (Favour, MayWork)):
            add_pending(state, step, rows, left)
    return rows


# Prizes


def add_prizes(state: BomarzoState, left: float, rows: list[list[float]]) -> None:
    """Prizes as they would be given now, the less certain the more seasons are to come."""
    seats = state.seats
    pantheon = pantheon_of(state)
    edition = state.ruleset.edition
    for position in range(GODS):
        god = pantheon[position]
        field = state.ruleset.scores[god]
        first = float(edition.first_prize[position])
        second = float(edition.second_prize[position]) if seats >= edition.second_from else 0.0
        values = [_standing(state, seat, field) for seat in range(seats)]
        spread = _spread(field, left)
        sort = 1 if field < SCORES_TRACKS else 2 if field < SCORES_FIELDS else 3
        for seat in range(seats):
            ahead = _lead(values, seat, spread)
            worth = first * ahead
            if second > 0.0:
                worth += second * (1.0 - ahead) * _lead_but_one(values, seat, spread)
            rows[seat][sort] += worth
            if state.worship:
                for slot in (2 * seat, 2 * seat + 1):
                    if state.worship[slot] == god:
                        rows[seat][4] += edition.accomplished * ahead + edition.failed * (1.0 - ahead)


def _standing(state: BomarzoState, seat: int, field: int) -> float:
    """Before the end, cards with two symbols count half for each; a place at the end of a track is safe."""
    if field < SCORES_TRACKS:
        return float(standing(state, seat, field))
    if field < SCORES_FIELDS and not state.unveiled:
        edition = state.ruleset.edition
        double = state.level2[seat] & edition.showing[field - SCORES_TRACKS] & edition.two_fields
        return float(field_value(state, seat, field)) + 0.5 * float(count(double))
    return float(field_value(state, seat, field))


def _spread(field: int, left: float) -> float:
    """How far apart two seats must be for the lead to mean something."""
    if field < SCORES_TRACKS:
        return 0.6 + 0.7 * left
    if field < SCORES_FIELDS:
        return 0.3 + 0.4 * left
    return 0.6 + 1.6 * left


def _lead(values: list[float], seat: int, spread: float) -> float:
    """The chance that a seat is ahead of all others."""
    chance = 1.0 if values[seat] > 0.0 else 0.35
    for other in range(len(values)):
        if other != seat:
            chance *= 1.0 / (1.0 + exp((values[other] - values[seat] - 0.3) / spread))
    return chance


def _lead_but_one(values: list[float], seat: int, spread: float) -> float:
    """The chance of being ahead of all but the strongest."""
    strongest = -1
    for other in range(len(values)):
        if other != seat and (strongest < 0 or values[other] > values[strongest]):
            strongest = other
    chance = 1.0 if values[seat] > 0.0 else 0.35
    for other in range(len(values)):
        if other not in (seat, strongest):
            chance *= 1.0 / (1.0 + exp((values[other] - values[seat] - 0.3) / spread))
    return chance


# Possessions


def add_possessions(state: BomarzoState, seat: int, left: float, found: list[float]) -> None:
    """Cubes, cards, powers and pawns."""
    use = usefulness(state, seat, left)
    edition = state.ruleset.edition
    found[7] = use * (_stored(state, seat, FOOD) + _stored(state, seat, COIN))
    found[8] = use * _stored(state, seat, WINE)
    for number, card in enumerate(members(state.hand[seat] | state.offer[seat])):
        found[9] += use * (1.3 if number == 0 else 1.0 if number < 3 else 0.5)
        if number < 4:
            found[10] += use * first_side(state, card, left)
    for card in members(state.level1[seat]):
        found[11] += use * second_side(state, card, left)
    for card in members(state.level2[seat]):
        benefit = edition.benefit[card]
        found[12 if benefit <= CARD_INCOME else 13] += left * BENEFITS[benefit]
    if not (state.passed >> seat) & 1:
        found[17] = float(state.idle[seat])


def usefulness(state: BomarzoState, seat: int, left: float) -> float:
    """What a resource is good for besides majorities: little at the very end."""
    if left > 0.0:
        return 1.0
    return 0.6 if state.idle[seat] and not (state.passed >> seat) & 1 else 0.1


def cube_worth(kind: int, number: int) -> float:
    """The worth of the cube after `number` others of its kind."""
    if kind == WINE:
        return WINES[number] if number < len(WINES) else MORE_WINES
    return CUBES[number] if number < len(CUBES) else MORE_CUBES


def _stored(state: BomarzoState, seat: int, kind: int) -> float:
    worth = 0.0
    for number in range(state.cubes[3 * seat + kind]):
        worth += cube_worth(kind, number)
    return worth


def first_side(state: BomarzoState, card: int, left: float) -> float:
    """What playing a card is worth."""
    steps = state.ruleset.edition.first_steps[card]
    worth = TRACK_STEP * float(steps[0] + steps[1] + steps[2])
    return worth + UPGRADE_SHARE * second_side(state, card, left)


def second_side(state: BomarzoState, card: int, left: float) -> float:
    """What upgrading a card is worth."""
    edition = state.ruleset.edition
    steps = edition.second_steps[card]
    worth = SYMBOL + TRACK_STEP * float(steps[0] + steps[1] + steps[2])
    return worth + 0.8 * left * BENEFITS[edition.benefit[card]]


def add_village(state: BomarzoState, seat: int, left: float, found: list[float]) -> None:
    """Symbols reached, and the way to the next one."""
    edition = state.ruleset.edition
    for row in range(len(ROWS)):
        place = state.rows[len(ROWS) * seat + row]
        active = edition.active_symbols[row][place]
        each = ROW_WORTH[row] * left + (NEW_PAWN if row == PAWN_ROW else 0.0)
        found[15 if row == PAWN_ROW else 14] += each * float(active)
        symbols = edition.rows[row]
        if active < len(symbols):
            since = symbols[active - 1] if active else 0
            found[16] += each * float(place - since) / float(symbols[active] - since)


# What is under way


def add_pending(state: BomarzoState, step: Step[Any], rows: list[list[float]], left: float) -> None:
    """Favours to come, and slots still to be paid."""
    if isinstance(step, Favour):
        rows[step.receiver][18] += favour(state, step.receiver, state.god, left)
    elif isinstance(step, (Pay, How)):
        rows[step.seat][19] += usefulness(state, step.seat, left) * open_slots(state, step.seat)
    elif isinstance(step, (Develop, Study, Devote, Devour)):
        rows[step.seat][18] += favour(state, step.seat, state.god, left)
    elif isinstance(step, MayWork):
        rows[step.worker][18] += 0.5 * favour(state, step.worker, DEA, left)
    elif isinstance(step, Work):
        rows[step.seat][18] += 0.5 * favour(state, step.seat, DEA, left)
    elif isinstance(step, StepForward):
        rows[step.seat][20] += TRACK_STEP
    elif isinstance(step, Bury):
        devotion = float(state.ruleset.edition.devotion[state.picked])
        rows[step.seat][20] += DEVOTION * devotion * _devotion_weight(left)
        rows[step.seat][20] -= usefulness(state, step.seat, left) * CARD
    elif isinstance(step, DevoteMore):
        rows[step.seat][20] += DEVOTION
    elif isinstance(step, Look):
        rows[step.seat][20] += usefulness(state, step.seat, left) * CARD * float(state.to_keep)


def _devotion_weight(left: float) -> float:
    return 1.5 if left < 2.0 else 1.0


def open_slots(state: BomarzoState, seat: int) -> float:
    """What the slots still open will cost, paid plainly as far as the store goes."""
    food = state.cubes[3 * seat + FOOD]
    coin = state.cubes[3 * seat + COIN]
    wine = state.cubes[3 * seat + WINE]
    worth = 0.0
    for kind, owed in ((FOOD, state.owed_food), (COIN, state.owed_coin)):
        for _ in range(owed):
            held = food if kind == FOOD else coin
            if held > 0:
                worth += cube_worth(kind, held - 1)
                if kind == FOOD:
                    food -= 1
                else:
                    coin -= 1
            else:
                wine -= 1
                worth += cube_worth(WINE, max(0, wine))
    for _ in range(state.owed_any):
        if food >= coin and food > 0:
            food -= 1
            worth += cube_worth(FOOD, food)
        elif coin > 0:
            coin -= 1
            worth += cube_worth(COIN, coin)
        else:
            wine -= 1
            worth += cube_worth(WINE, max(0, wine))
    return worth


def favour(state: BomarzoState, seat: int, god: int, left: float) -> float:
    """What a divinity's favour is worth to a seat."""
    use = usefulness(state, seat, left)
    if god == GENIO:
        return 2.0 * CARD * use * (1.0 if count(state.hand[seat]) < 3 else 0.5)
    if god == ORCO:
        return use * feast(state, seat)
    if god == DEA:
        return 2.0 * best_step(state, seat, left)
    if god == TARTARUGA:
        cards = min(2, count(state.hand[seat]))
        return float(cards) * (TRACK_STEP + 0.3 - use * CARD) if _below_end(state, seat) else 0.0
    if god == DRAGO:
        return devotion_in_hand(state, seat, left)
    return development(state, seat, DEVELOPS[god], left, use)


def _below_end(state: BomarzoState, seat: int) -> bool:
    end = state.ruleset.edition.track_end
    for track in range(len(TRACKS)):
        if state.tracks[len(TRACKS) * seat + track] < end:
            return True
    return False


def feast(state: BomarzoState, seat: int) -> float:
    """The most that Orco can take."""
    swept = 0.0
    best = 0.0
    for god in range(GODS):
        if in_reach(state, god):
            food = float(state.lying[3 * god])
            coin = float(state.lying[3 * god + 1])
            if food + coin > 0.0 and god != ORCO:
                swept += 1.0
            best = max(best, food, coin)
    return 0.85 * max(best, swept)


def best_step(state: BomarzoState, seat: int, left: float) -> float:
    """The best single worker step."""
    edition = state.ruleset.edition
    best = 0.0
    for row in range(len(ROWS)):
        place = state.rows[len(ROWS) * seat + row]
        active = edition.active_symbols[row][place]
        symbols = edition.rows[row]
        if active < len(symbols):
            since = symbols[active - 1] if active else 0
            each = ROW_WORTH[row] * left + (NEW_PAWN if row == PAWN_ROW else 0.0)
            best = max(best, each / float(symbols[active] - since))
    return best


def devotion_in_hand(state: BomarzoState, seat: int, left: float) -> float:
    """The best card to lay under a divinity."""
    best = 0.0
    use = usefulness(state, seat, left)
    for card in members(state.hand[seat]):
        worth = DEVOTION * float(state.ruleset.edition.devotion[card]) * _devotion_weight(left) - use * CARD
        best = max(best, worth)
    return best


def development(state: BomarzoState, seat: int, field: int, left: float, use: float) -> float:
    """The best card to play or upgrade."""
    showing = state.ruleset.edition.showing[field]
    best = 0.0
    for card in members(state.hand[seat] & showing):
        best = max(best, first_side(state, card, left) + 0.4 - use * CARD)
    for card in members(state.level1[seat] & showing):
        best = max(best, second_side(state, card, left) - 1.2)
    return best
