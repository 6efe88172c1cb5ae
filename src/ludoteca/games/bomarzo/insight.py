"""How a position looks to a player: features and an evaluation for bots.

Values are in resources: one is an ordinary cube early in the game. The marginal values of cubes, the worth of
worker steps, cards, powers and track steps are those of the player with which the house edition was balanced.
"""

from __future__ import annotations

from math import exp
from typing import Any, Final

from ludoteca.games.bomarzo.actions import (
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
from ludoteca.games.bomarzo.cards import count, members
from ludoteca.games.bomarzo.edition import SCORES_FIELDS, SCORES_TRACKS
from ludoteca.games.bomarzo.scoring import field_value, pantheon_of, standing, temple_symbols
from ludoteca.games.bomarzo.state import BomarzoState
from ludoteca.games.bomarzo.steps.development import DEVELOPS, Develop, MayWork, Work
from ludoteca.games.bomarzo.steps.draws import Look
from ludoteca.games.bomarzo.steps.favours import (
    Bury,
    Devote,
    DevoteMore,
    Devour,
    Favour,
    StepForward,
    Study,
    in_reach,
)
from ludoteca.games.bomarzo.steps.payment import How, Pay
from ludoteca.kernel.state import Step

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
IDLE_PAWN: Final = 1.2
UPGRADE_SHARE: Final = 0.35
IN_HAND_SHARE: Final = 0.25
DEVOTION: Final = 0.5
FAVOUR_SHARE: Final = 0.9

POINT: Final = 3.0
"""A point is worth about as much as a primary symbol."""

SCALE: Final = 14.0
BEST_RIVAL: Final = 0.7


def evaluate(state: BomarzoState, seat: int) -> float:
    """The chance of winning, roughly: own prospects against those of the rivals."""
    if state.result is not None:
        return state.result.payoffs()[seat]
    if len(state.order) < GODS:
        return 1.0 / state.seats
    worths = prospects(state)
    best = -1000.0
    total = 0.0
    for other in range(state.seats):
        if other != seat:
            total += worths[other]
            best = max(best, worths[other])
    rivals = BEST_RIVAL * best + (1.0 - BEST_RIVAL) * total / float(state.seats - 1)
    return 1.0 / (1.0 + exp(-(worths[seat] - rivals) / SCALE))


def prospects(state: BomarzoState) -> list[float]:
    """What each seat has and may expect."""
    left = float(state.house.edition.seasons - state.season)
    worths = majorities(state, left)
    for seat in range(state.seats):
        worths[seat] += POINT * float(state.vp[seat]) + possessions(state, seat, left)
        worths[seat] += temple(state, seat, left)
    for step in state.agenda:
        if step.seat >= 0 or isinstance(step, (Favour, MayWork)):
            add_pending(state, step, worths, left)
    return worths


# Majorities


def majorities(state: BomarzoState, left: float) -> list[float]:
    """Prizes as they would be given now, the less certain the more seasons are to come."""
    seats = state.seats
    worths = [0.0] * seats
    pantheon = pantheon_of(state)
    edition = state.house.edition
    for position in range(GODS):
        god = pantheon[position]
        field = state.house.scores[god]
        first = float(edition.first_prize[position])
        second = float(edition.second_prize[position]) if seats >= edition.second_from else 0.0
        values = [float(_standing(state, seat, field)) for seat in range(seats)]
        spread = _spread(field, left)
        for seat in range(seats):
            ahead = _lead(values, seat, spread)
            worth = first * ahead
            if second > 0.0:
                worth += second * (1.0 - ahead) * _lead_but_one(values, seat, spread)
            worths[seat] += POINT * worth
            if state.worship:
                for slot in (2 * seat, 2 * seat + 1):
                    if state.worship[slot] == god:
                        won = float(edition.accomplished)
                        lost = float(edition.failed)
                        worths[seat] += POINT * (won * ahead + lost * (1.0 - ahead))
    return worths


def _standing(state: BomarzoState, seat: int, field: int) -> float:
    """Before the end, cards with two symbols count half for each; a place at the end of a track is safe."""
    if field < SCORES_TRACKS:
        return float(standing(state, seat, field))
    if field < SCORES_FIELDS and not state.unveiled:
        edition = state.house.edition
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


def temple(state: BomarzoState, seat: int, left: float) -> float:
    """Different symbols, worth the more the nearer the end is."""
    symbols = temple_symbols(state, seat)
    points = float(state.house.edition.temple_points[symbols])
    return POINT * points * (1.0 - 0.07 * left) + 0.4 * float(symbols)


# Possessions


def possessions(state: BomarzoState, seat: int, left: float) -> float:
    """Cubes, cards, village, powers and pawns."""
    use = usefulness(state, seat, left)
    worth = use * stores(state, seat)
    worth += use * hand_worth(state, seat, left)
    for card in members(state.level1[seat]):
        worth += UPGRADE_SHARE * use * second_side(state, card, left)
    for card in members(state.level2[seat]):
        worth += 0.8 * left * BENEFITS[state.house.edition.benefit[card]]
    worth += village(state, seat, left)
    if not (state.passed >> seat) & 1:
        worth += IDLE_PAWN * float(state.idle[seat])
    return worth


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


def stores(state: BomarzoState, seat: int) -> float:
    worth = 0.0
    for kind in range(3):
        for number in range(state.cubes[3 * seat + kind]):
            worth += cube_worth(kind, number)
    return worth


def hand_worth(state: BomarzoState, seat: int, left: float) -> float:
    """The first card is worth more than the fourth; good cards are worth more than bad ones."""
    worth = 0.0
    for number, card in enumerate(members(state.hand[seat] | state.offer[seat])):
        worth += CARD * (1.3 if number == 0 else 1.0 if number < 3 else 0.5)
        if number < 4:
            worth += IN_HAND_SHARE * 0.3 * first_side(state, card, left)
    return worth


def first_side(state: BomarzoState, card: int, left: float) -> float:
    """What playing a card is worth."""
    steps = state.house.edition.first_steps[card]
    worth = TRACK_STEP * float(steps[0] + steps[1] + steps[2])
    return worth + UPGRADE_SHARE * second_side(state, card, left)


def second_side(state: BomarzoState, card: int, left: float) -> float:
    """What upgrading a card is worth."""
    edition = state.house.edition
    steps = edition.second_steps[card]
    worth = SYMBOL + TRACK_STEP * float(steps[0] + steps[1] + steps[2])
    return worth + 0.8 * left * BENEFITS[edition.benefit[card]]


def village(state: BomarzoState, seat: int, left: float) -> float:
    """Symbols reached, and the way to the next one."""
    edition = state.house.edition
    worth = 0.0
    for row in range(len(ROWS)):
        place = state.rows[len(ROWS) * seat + row]
        active = edition.active_symbols[row][place]
        each = ROW_WORTH[row] * left + (NEW_PAWN if row == PAWN_ROW else 0.0)
        worth += each * float(active)
        symbols = edition.rows[row]
        if active < len(symbols):
            since = symbols[active - 1] if active else 0
            worth += 0.9 * each * float(place - since) / float(symbols[active] - since)
    return worth


# What is under way


def add_pending(state: BomarzoState, step: Step[Any], worths: list[float], left: float) -> None:
    """Favours to come, and slots still to be paid."""
    if isinstance(step, Favour):
        worths[step.receiver] += FAVOUR_SHARE * favour(state, step.receiver, state.god, left)
    elif isinstance(step, (Pay, How)):
        worths[step.seat] -= usefulness(state, step.seat, left) * open_slots(state, step.seat)
    elif isinstance(step, (Develop, Study, Devote, Devour)):
        worths[step.seat] += favour(state, step.seat, state.god, left)
    elif isinstance(step, MayWork):
        worths[step.worker] += 0.5 * favour(state, step.worker, DEA, left)
    elif isinstance(step, Work):
        worths[step.seat] += 0.5 * favour(state, step.seat, DEA, left)
    elif isinstance(step, StepForward):
        worths[step.seat] += TRACK_STEP
    elif isinstance(step, Bury):
        devotion = float(state.house.edition.devotion[state.picked])
        worths[step.seat] += DEVOTION * devotion * _devotion_weight(left)
        worths[step.seat] -= usefulness(state, step.seat, left) * CARD
    elif isinstance(step, DevoteMore):
        worths[step.seat] += DEVOTION
    elif isinstance(step, Look):
        worths[step.seat] += usefulness(state, step.seat, left) * CARD * float(state.to_keep)


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
    end = state.house.edition.track_end
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
    edition = state.house.edition
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
        worth = DEVOTION * float(state.house.edition.devotion[card]) * _devotion_weight(left) - use * CARD
        best = max(best, worth)
    return best


def development(state: BomarzoState, seat: int, field: int, left: float, use: float) -> float:
    """The best card to play or upgrade."""
    showing = state.house.edition.showing[field]
    best = 0.0
    for card in members(state.hand[seat] & showing):
        best = max(best, first_side(state, card, left) + 0.4 - use * CARD)
    for card in members(state.level1[seat] & showing):
        best = max(best, second_side(state, card, left) - 1.2)
    return best
