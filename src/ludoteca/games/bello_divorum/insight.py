"""How a position looks to a player: features and an evaluation for bots.

The worth of a position is counted in Faith Points. A follower exported from a Temple or a City is replaced,
so room to recruit counts; Fields pay early, points pay late; and who leads is worth stopping, save that
players who have already moved in a round always look one turn better than they are.
"""

from __future__ import annotations

from math import exp
from typing import Final

from ludoteca.games.bello_divorum.edition import CITY, FIELD, TEMPLE
from ludoteca.games.bello_divorum.state import BelloState
from ludoteca.games.bello_divorum.steps.acting import Act, ActFrom
from ludoteca.games.bello_divorum.steps.claiming import claim_objection
from ludoteca.games.bello_divorum.steps.targets import PowerTarget

# Weights of the one-turn player with which the house edition was tuned. Doomsday steps a round, by players.
STEPS_A_ROUND: Final = (1.0, 1.0, 1.2, 1.7, 2.2, 2.5, 2.8)
HEADROOM: Final = 0.8
LATE_HEADROOM: Final = 0.24
LATE: Final = 0.3
FUTURE: Final = (0.5, 0.3, 0.35)
MEAN_RIVAL: Final = 0.6
BEST_RIVAL: Final = 0.3
MOVED_DISCOUNT: Final = 8.0
CONFUSED: Final = 1.6
SURE: Final = 0.98
BEGUN: Final = 0.45
OPEN_TO_ATTACK: Final = 0.22
OPEN_TO_CONQUEST: Final = 0.15
PULL: Final = 0.30
PULL_LOST: Final = 0.06
MOST_PULL: Final = 2.0
WON: Final = 60.0
SCALE: Final = 6.0


def evaluate(state: BelloState, seat: int) -> float:
    """The chance of winning, roughly. A favour just asked for is judged by the turn it makes possible."""
    if state.result is not None:
        return state.result.payoffs()[seat]
    if not state.order:
        return 1.0 / state.seats  # the table is still being laid, and pantheons are close in strength
    if state.actor == seat and _is_before_acting(state):
        state = played_on(state, seat)
        if state.result is not None:
            return state.result.payoffs()[seat]
    return 1.0 / (1.0 + exp(-worth(state, seat) / SCALE))


def _is_before_acting(state: BelloState) -> bool:
    step = state.step
    return isinstance(step, PowerTarget) or (isinstance(step, Act) and not state.acted)


def played_on(state: BelloState, seat: int) -> BelloState:
    """The seat aims its power and spends its actions, each time as it looks best right then."""
    now = state.round
    while state.actor == seat and state.round == now and isinstance(state.step, PowerTarget | Act | ActFrom):
        best = state
        highest = -2 * WON
        for action in state.choices:
            trial = state.copy()
            trial.play(action)
            value = worth(trial, seat)
            if value > highest:
                highest = value
                best = trial
        state = best
    return state


def worth(state: BelloState, seat: int) -> float:
    """Own standing and prospects against those of the rivals, in Faith Points."""
    if state.result is not None:
        return WON * (2.0 * state.result.payoffs()[seat] - 1.0)
    left = rounds_left(state)
    values = standings(state, left)
    rivals = 0.0
    best = -WON
    for position in range(state.seats):
        rival = state.order[position]
        if rival != seat:
            value = values[rival]
            rivals += value
            if position < state.turn:
                value -= MOVED_DISCOUNT
            best = max(best, value)
    own = values[seat] + prospects(state, seat, left)
    return own - MEAN_RIVAL * rivals / (state.seats - 1) - BEST_RIVAL * best


def rounds_left(state: BelloState) -> float:
    """How many rounds the token will still allow at the usual pace."""
    return (state.house.track - state.doom) / STEPS_A_ROUND[state.seats]


def standings(state: BelloState, left: float) -> list[float]:
    """For every seat its Faith Points, what its locations promise, and the followers it will recruit."""
    edition = state.house.edition
    board = state.house.board
    owner = state.owner
    crowd = state.crowd
    missing = [0] * state.seats
    for place in board.breeders:
        holder = owner[place]
        if holder >= 0:
            number = edition.recruit_to[board.kind[place]] - crowd[place]
            if number > 0:
                missing[holder] += number
    headroom = HEADROOM if left > LATE else LATE_HEADROOM
    temple = edition.faith[TEMPLE] + FUTURE[TEMPLE] * left
    city = edition.faith[CITY] + FUTURE[CITY] * left
    field = edition.faith[FIELD] + FUTURE[FIELD] * left
    values: list[float] = []
    for seat in range(state.seats):
        value = state.on_board(seat) + headroom * missing[seat]
        value += temple * state.controls(seat, TEMPLE)
        value += city * state.controls(seat, CITY)
        value += field * state.controls(seat, FIELD)
        values.append(value - CONFUSED if state.penalty[seat] else value)
    return values


def prospects(state: BelloState, seat: int, left: float) -> float:
    """Locations about to be taken, locations about to be lost, and where own followers could go from here."""
    owner = state.owner
    total = 0.0
    for place in state.holds(seat):
        total -= danger(state, seat, place, left)
    for place in state.stands(seat):
        own = state.count(seat, place)
        if owner[place] < 0:
            total += claim_value(state, seat, place, own, left)
        total += own * opportunity(state, seat, place, own)
    return total


def claim_value(state: BelloState, seat: int, place: int, own: int, left: float) -> float:
    """An uncontrolled location with own followers on it: as good as taken, or begun."""
    edition = state.house.edition
    kind = state.house.board.kind[place]
    missing = edition.recruit_to[kind] - own
    value = edition.faith[kind] + FUTURE[kind] * left
    if missing > 0:
        value += HEADROOM * missing
    if claim_objection(state, seat, place) is None:
        return SURE * value
    needed = edition.needs[kind]
    value *= BEGUN * min(own, needed) / needed
    return value / 2 if state.crowd[place] > 2 * own else value


def danger(state: BelloState, seat: int, place: int, left: float) -> float:
    """What a rival stack next door could cost: the garrison and the chip, or even the location."""
    strongest = 0
    crowd = state.crowd
    owner = state.owner
    for other in state.house.board.neighbours[place]:
        holder = owner[other]
        if holder == seat or not crowd[other]:
            continue
        if holder >= 0:
            strongest = max(strongest, crowd[other])
            continue
        for rival in range(state.seats):
            if rival != seat:
                strongest = max(strongest, state.count(rival, other))
    if strongest == 0:
        return 0.0
    edition = state.house.edition
    kind = state.house.board.kind[place]
    defenders = crowd[place]
    barrier = defenders + 1 + ((state.aegis >> seat) & 1)
    if strongest < barrier:
        return 0.0
    value = edition.faith[kind] + FUTURE[kind] * left
    loss = OPEN_TO_ATTACK * (value + 0.5 * defenders)
    if strongest >= barrier + edition.needs[kind]:
        loss += OPEN_TO_CONQUEST * value
    return loss


def opportunity(state: BelloState, seat: int, place: int, own: int) -> float:
    """The best that one follower of a stack could help to bring about within a few steps.

    Locations are looked at from the nearest on, until none further away could be better.
    """
    edition = state.house.edition
    board = state.house.board
    owner = state.owner
    best = 0.0
    distances = board.distance[place]
    for other in board.near[place]:
        far = distances[other]
        if best >= MOST_PULL * (PULL - PULL_LOST * far):
            break
        holder = owner[other]
        if holder == seat:
            continue
        kind = board.kind[other]
        needed = edition.needs[kind]
        if holder < 0:
            value = (PULL - PULL_LOST * far) * (edition.faith[kind] + 1) / needed
            if value > best and state.count(seat, other) < needed:
                best = value
        elif own > 1:
            value = 0.08 - 0.015 * far
            if far <= 2 and own >= state.crowd[other] + 1 + needed:
                value = (0.42 - 0.14 * far) * 1.3 * edition.faith[kind] / own
            best = max(best, value)
    return best
