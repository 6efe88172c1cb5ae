"""How a position looks to a player: features of its points, goods, village and cards, and the chance of
winning.

Goods are counted in resources: one is an ordinary cube early in the game. Prizes and temples are counted in
points. What the features are worth is in `evaluation.toml`, season by season.
"""

from __future__ import annotations

from functools import partial
from math import exp
from pathlib import Path
from typing import Any, Final

from ludoteca.bots.weights import Weights, add_feature, chances, lead, read_weights
from ludoteca.games.bomarzo.rules.actions import (
    ANY,
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
    WINE,
)
from ludoteca.games.bomarzo.rules.cards import count, members
from ludoteca.games.bomarzo.rules.edition import CARD_INCOME, SCORES_FIELDS, SCORES_TRACKS
from ludoteca.games.bomarzo.rules.scoring import field_value, pantheon_of, standing, temple_symbols
from ludoteca.games.bomarzo.rules.state import BomarzoState, Fief, SeatHappening
from ludoteca.games.bomarzo.rules.steps.development import Develop, MayWork, Work, cards_for
from ludoteca.games.bomarzo.rules.steps.draws import Look
from ludoteca.games.bomarzo.rules.steps.favours import (
    Bury,
    Devote,
    DevoteMore,
    Devour,
    Favour,
    StepForward,
    Study,
    can_advance,
    in_reach,
)
from ludoteca.games.bomarzo.rules.steps.payment import How, Pay
from ludoteca.kernel.state import Step

FEATURES: Final[list[str]] = []
feature: Final = partial(add_feature, FEATURES)

POINTS: Final = feature("points")
# Prizes to be expected
TRACK_PRIZES: Final = feature("track_prizes")
FIELD_PRIZES: Final = feature("field_prizes")
RESOURCE_PRIZES: Final = feature("resource_prizes")
WORSHIP: Final = feature("worship")
TEMPLE_POINTS: Final = feature("temple_points")
TEMPLE_SYMBOLS: Final = feature("temple_symbols")
# Goods, as far as they can still be used
FOOD_AND_COIN: Final = feature("food_and_coin")
WINE_STORED: Final = feature("wine")
HAND: Final = feature("hand")
GOOD_HAND: Final = feature("good_hand")
UPGRADES: Final = feature("upgrades")  # what upgrading the cards played would bring
# What each season to come will bring
INCOMES: Final = feature("incomes")
POWERS: Final = feature("powers")
VILLAGE: Final = feature("village")
PAWN_SYMBOLS: Final = feature("pawn_row")
WORKERS: Final = feature("workers")  # steps on the way to the next symbol
IDLE_PAWNS: Final = feature("idle_pawns")
# What is under way
FAVOURS: Final = feature("favours")
PAYMENT: Final = feature("payment")
OTHER_GAINS: Final = feature("other_gains")

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
    return chances_now(state, expected_scores(state))


def expected_scores(state: BomarzoState) -> list[float]:
    """What everybody may expect to score in the end."""
    if state.result is not None:
        return [float(score) for score in state.result.scores]
    if len(state.order) < GODS:
        return [0.0] * state.seats
    now = moment(state)
    return [WEIGHTS.worth(row, now) for row in features(state)]


def chances_now(state: BomarzoState, expected: list[float]) -> list[float]:
    """What such scores would mean if they were expected now."""
    return chances(expected, WEIGHTS.spreads[moment(state)])


def worth(state: BomarzoState, seat: int) -> float:
    """What a seat may expect to score."""
    return expected_scores(state)[seat]


def lead_in_points(state: BomarzoState, seat: int) -> float:
    """By how many points a seat may expect to be ahead."""
    return lead(expected_scores(state), seat, WEIGHTS.spreads[moment(state)])


def moment(state: BomarzoState) -> int:
    """The seasons that are over."""
    return min(SEASONS, state.season) - 1


def features(state: BomarzoState) -> list[list[float]]:
    """What counts for each seat, in the order of FEATURES."""
    left = float(state.ruleset.edition.seasons - state.season)
    rows = [[0.0] * len(FEATURES) for _ in range(state.seats)]
    add_prizes(state, left, rows)
    for found, fief in zip(rows, state.fiefs, strict=True):
        found[POINTS] = float(fief.vp)
        symbols = temple_symbols(state, fief)
        found[TEMPLE_POINTS] = float(state.ruleset.edition.temple_points[symbols])
        found[TEMPLE_SYMBOLS] = float(symbols)
        add_possessions(state, fief, left, found)
        add_village(state, fief, left, found)
    for step in state.agenda.steps():
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
        values = [_standing(state, fief, field) for fief in state.fiefs]
        spread = _spread(field, left)
        prizes = RESOURCE_PRIZES
        if field < SCORES_FIELDS:
            prizes = TRACK_PRIZES if field < SCORES_TRACKS else FIELD_PRIZES
        for seat in range(seats):
            ahead = _lead(values, seat, spread)
            worth = first * ahead
            if second > 0.0:
                worth += second * (1.0 - ahead) * _lead_but_one(values, seat, spread)
            rows[seat][prizes] += worth
            if god in state.fiefs[seat].worship:
                rows[seat][WORSHIP] += edition.accomplished * ahead + edition.failed * (1.0 - ahead)


def _standing(state: BomarzoState, fief: Fief, field: int) -> float:
    """Before the end, cards with two symbols count half for each; a place at the end of a track is safe."""
    if field < SCORES_TRACKS:
        return float(standing(state, fief, field))
    if field < SCORES_FIELDS and not state.unveiled:
        edition = state.ruleset.edition
        double = fief.level2 & edition.showing[field - SCORES_TRACKS] & edition.two_fields
        return float(field_value(state, fief, field)) + 0.5 * float(count(double))
    return float(field_value(state, fief, field))


def _spread(field: int, left: float) -> float:
    """How far apart two seats must be for the lead to mean something."""
    if field < SCORES_TRACKS:
        return 0.6 + 0.7 * left
    if field < SCORES_FIELDS:
        return 0.3 + 0.4 * left
    return 0.6 + 1.6 * left


def _ahead(lead: float, spread: float) -> float:
    """The chance of being ahead in the end with a lead now; `exp` cannot take what some editions allow."""
    return 1.0 / (1.0 + exp(min(700.0, (-lead - 0.3) / spread)))


def _lead(values: list[float], seat: int, spread: float) -> float:
    """The chance that a seat is ahead of all others."""
    chance = 1.0 if values[seat] > 0.0 else 0.35
    for other in range(len(values)):
        if other != seat:
            chance *= _ahead(values[seat] - values[other], spread)
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
            chance *= _ahead(values[seat] - values[other], spread)
    return chance


# Possessions


def add_possessions(state: BomarzoState, fief: Fief, left: float, found: list[float]) -> None:
    """Cubes, cards, powers and pawns."""
    use = usefulness(fief, left)
    edition = state.ruleset.edition
    found[FOOD_AND_COIN] = use * (_stored(fief, FOOD) + _stored(fief, COIN))
    found[WINE_STORED] = use * _stored(fief, WINE)
    for number, card in enumerate(members(fief.hand | fief.offer)):
        found[HAND] += use * (1.3 if number == 0 else 1.0 if number < 3 else 0.5)
        if number < 4:
            found[GOOD_HAND] += use * playing_worth(state, card, left)
    for card in members(fief.level1):
        found[UPGRADES] += use * upgrading_worth(state, card, left)
    for card in members(fief.level2):
        benefit = edition.benefit[card]
        found[INCOMES if benefit <= CARD_INCOME else POWERS] += left * BENEFITS[benefit]
    if not fief.passed:
        found[IDLE_PAWNS] = float(fief.idle)


def usefulness(fief: Fief, left: float) -> float:
    """What a resource is good for besides majorities: little at the very end."""
    if left > 0.0:
        return 1.0
    return 0.6 if fief.idle and not fief.passed else 0.1


def cube_worth(kind: int, number: int) -> float:
    """The worth of the cube after `number` others of its kind."""
    if kind == WINE:
        return WINES[number] if number < len(WINES) else MORE_WINES
    return CUBES[number] if number < len(CUBES) else MORE_CUBES


def _stored(fief: Fief, kind: int) -> float:
    worth = 0.0
    for number in range(fief.cubes[kind]):
        worth += cube_worth(kind, number)
    return worth


def playing_worth(state: BomarzoState, card: int, left: float) -> float:
    """What playing a card is worth."""
    steps = state.ruleset.edition.first_steps[card]
    worth = TRACK_STEP * float(steps[0] + steps[1] + steps[2])
    return worth + UPGRADE_SHARE * upgrading_worth(state, card, left)


def upgrading_worth(state: BomarzoState, card: int, left: float) -> float:
    """What upgrading a card is worth."""
    edition = state.ruleset.edition
    steps = edition.second_steps[card]
    worth = SYMBOL + TRACK_STEP * float(steps[0] + steps[1] + steps[2])
    return worth + 0.8 * left * BENEFITS[edition.benefit[card]]


def add_village(state: BomarzoState, fief: Fief, left: float, found: list[float]) -> None:
    """Symbols reached, and the way to the next one."""
    edition = state.ruleset.edition
    for row in range(len(ROWS)):
        place = fief.rows[row]
        active = edition.active_symbols[row][place]
        each = ROW_WORTH[row] * left + (NEW_PAWN if row == PAWN_ROW else 0.0)
        found[PAWN_SYMBOLS if row == PAWN_ROW else VILLAGE] += each * float(active)
        symbols = edition.rows[row]
        if active < len(symbols):
            since = symbols[active - 1] if active else 0
            found[WORKERS] += each * float(place - since) / float(symbols[active] - since)


# What is under way


def add_pending(state: BomarzoState, step: Step[Any], rows: list[list[float]], left: float) -> None:
    """Favours to come, and slots still to be paid."""
    seat = step.owner if isinstance(step, SeatHappening) else step.seat
    fief = state.fiefs[seat]
    found = rows[seat]
    if isinstance(step, (Favour, Develop, Study, Devote, Devour)):
        found[FAVOURS] += favour_worth(state, fief, state.god, left)
    elif isinstance(step, (Pay, How)):
        found[PAYMENT] += usefulness(fief, left) * open_slots_worth(state, fief)
    elif isinstance(step, (MayWork, Work)):
        found[FAVOURS] += 0.5 * favour_worth(state, fief, DEA, left)
    elif isinstance(step, StepForward):
        found[OTHER_GAINS] += TRACK_STEP
    elif isinstance(step, Bury):
        devotion = float(state.ruleset.edition.devotion[state.picked])
        found[OTHER_GAINS] += DEVOTION * devotion * _devotion_weight(left)
        found[OTHER_GAINS] -= usefulness(fief, left) * CARD
    elif isinstance(step, DevoteMore):
        found[OTHER_GAINS] += DEVOTION
    elif isinstance(step, Look):
        found[OTHER_GAINS] += usefulness(fief, left) * CARD * float(state.to_keep)


def _devotion_weight(left: float) -> float:
    return 1.5 if left < 2.0 else 1.0


def open_slots_worth(state: BomarzoState, fief: Fief) -> float:
    """What the slots still open will cost, paid plainly as far as the store goes."""
    food = fief.cubes[FOOD]
    coin = fief.cubes[COIN]
    wine = fief.cubes[WINE]
    worth = 0.0
    for kind, owed in ((FOOD, state.owed[FOOD]), (COIN, state.owed[COIN])):
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
    for _ in range(state.owed[ANY]):
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


def favour_worth(state: BomarzoState, fief: Fief, god: int, left: float) -> float:
    """What a divinity's favour is worth to a seat."""
    use = usefulness(fief, left)
    if god == GENIO:
        return 2.0 * CARD * use * (1.0 if count(fief.hand) < 3 else 0.5)
    if god == ORCO:
        return use * most_for_orco(state)
    if god == DEA:
        return 2.0 * best_worker_step(state, fief, left)
    if god == TARTARUGA:
        cards = min(2, count(fief.hand))
        return float(cards) * (TRACK_STEP + 0.3 - use * CARD) if can_advance(state, fief) else 0.0
    if god == DRAGO:
        return best_devotion(state, fief, left)
    return best_development(state, fief, god, left, use)


def most_for_orco(state: BomarzoState) -> float:
    """The most that Orco can take."""
    swept = 0.0
    best = 0.0
    for god in range(GODS):
        if in_reach(state, god):
            cubes = state.divinities[god].cubes
            food = float(cubes[FOOD])
            coin = float(cubes[COIN])
            if food + coin > 0.0 and god != ORCO:
                swept += 1.0
            best = max(best, food, coin)
    return 0.85 * max(best, swept)


def best_worker_step(state: BomarzoState, fief: Fief, left: float) -> float:
    """The best single worker step."""
    edition = state.ruleset.edition
    best = 0.0
    for row in range(len(ROWS)):
        place = fief.rows[row]
        active = edition.active_symbols[row][place]
        symbols = edition.rows[row]
        if active < len(symbols):
            since = symbols[active - 1] if active else 0
            each = ROW_WORTH[row] * left + (NEW_PAWN if row == PAWN_ROW else 0.0)
            best = max(best, each / float(symbols[active] - since))
    return best


def best_devotion(state: BomarzoState, fief: Fief, left: float) -> float:
    """The best card to lay under a divinity."""
    best = 0.0
    use = usefulness(fief, left)
    for card in members(fief.hand):
        worth = DEVOTION * float(state.ruleset.edition.devotion[card]) * _devotion_weight(left) - use * CARD
        best = max(best, worth)
    return best


def best_development(state: BomarzoState, fief: Fief, god: int, left: float, use: float) -> float:
    """The best card to play or upgrade."""
    showing = cards_for(state, god)
    best = 0.0
    for card in members(fief.hand & showing):
        best = max(best, playing_worth(state, card, left) + 0.4 - use * CARD)
    for card in members(fief.level1 & showing):
        best = max(best, upgrading_worth(state, card, left) - 1.2)
    return best
