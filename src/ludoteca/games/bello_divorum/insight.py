"""How a position looks to a player: features of its followers and locations, and the chance of winning.

A follower exported from a Temple or a City is replaced, so room to recruit counts; Fields pay early, points
pay late. Players who have already moved in a round look one turn better than they are. What the features are
worth is in `insight.toml`; moments are twelfths of the Doomsday Track.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ludoteca.games.bello_divorum.edition import CITY, FIELD, TEMPLE
from ludoteca.games.bello_divorum.state import BelloState
from ludoteca.games.bello_divorum.steps.acting import Act, ActFrom
from ludoteca.games.bello_divorum.steps.claiming import claim_objection
from ludoteca.games.bello_divorum.steps.targets import PowerTarget
from ludoteca.kernel.insight import Weights, chances, read_weights

FEATURES: Final = [
    "followers",
    "temples",
    "cities",
    "fields",
    "odd_field",  # a Field that makes half an action
    "headroom",  # followers that the next recruitment will bring
    "confused",
    "moved",  # has had its turn in this round
    "turn",  # is having it
    "actions",  # those left in it
    # Uncontrolled locations with own followers
    "taking",  # points of those that the active player can take now
    "taking_places",
    "could_take",  # the same for players who are not active
    "could_take_places",
    "begun",  # points of those with too few followers yet, by the share that is there
    # Own locations next to a rival stack
    "open_to_attack",
    "open_to_conquest",
    "pull",  # what followers could help to bring about within a few steps
]
MOMENTS: Final = 12
WEIGHTS: Final[Weights] = read_weights(Path(__file__).with_name("insight.toml"), FEATURES, MOMENTS)

PULL: Final = 0.30
PULL_LOST: Final = 0.06
MOST_PULL: Final = 2.0


def evaluate(state: BelloState, seat: int) -> float:
    """The chance of winning. A favour just asked for is judged by the turn it makes possible."""
    if state.actor == seat and state.order and _is_before_acting(state):
        state = played_on(state, seat)
    return outlook(state)[seat]


def outlook(state: BelloState) -> list[float]:
    """Everybody's chance of winning as the board stands."""
    if state.result is not None:
        return state.result.payoffs()
    if not state.order:
        return [1.0 / state.seats] * state.seats  # the table is still being laid
    now = moment(state)
    worths = [WEIGHTS.worth(features(state, seat), now) for seat in range(state.seats)]
    return chances(worths, WEIGHTS.spreads[now])


def moment(state: BelloState) -> int:
    """How far the token has come, in twelfths of its way."""
    return min(MOMENTS, MOMENTS * state.doom // state.house.track)


def _is_before_acting(state: BelloState) -> bool:
    step = state.step
    return isinstance(step, PowerTarget) or (isinstance(step, Act) and not state.acted)


def played_on(state: BelloState, seat: int) -> BelloState:
    """The seat aims its power and spends its actions, each time as it looks best right then."""
    now = state.round
    while state.actor == seat and state.round == now and isinstance(state.step, PowerTarget | Act | ActFrom):
        best = state
        highest = -1.0
        for action in state.choices:
            trial = state.copy()
            trial.play(action)
            value = outlook(trial)[seat]
            if value > highest:
                highest = value
                best = trial
        state = best
    return state


def features(state: BelloState, seat: int) -> list[float]:
    """What counts for a seat, in the order of FEATURES."""
    found = [0.0] * len(FEATURES)
    fields = state.controls(seat, FIELD)
    found[0] = float(state.on_board(seat))
    found[1] = float(state.controls(seat, TEMPLE))
    found[2] = float(state.controls(seat, CITY))
    found[3] = float(fields)
    found[4] = float(fields % state.house.edition.fields_per_action)
    if state.penalty[seat]:
        found[6] = 1.0
    active = state.active == seat
    if active:
        found[8] = 1.0
        found[9] = float(state.actions + state.moves)
    for position in range(state.turn):
        if state.order[position] == seat:
            found[7] = 1.0
    add_locations(state, seat, found)
    add_stacks(state, seat, active, found)
    return found


def add_locations(state: BelloState, seat: int, found: list[float]) -> None:
    """Room to recruit, and what a rival stack next door could cost."""
    edition = state.house.edition
    board = state.house.board
    crowd = state.crowd
    aegis = (state.aegis >> seat) & 1
    for place in state.holds(seat):
        kind = board.kind[place]
        defenders = crowd[place]
        missing = edition.recruit_to[kind] - defenders
        if missing > 0:
            found[5] += float(missing)
        barrier = defenders + 1 + aegis
        strongest = strongest_near(state, seat, place, barrier)
        if strongest >= barrier:
            found[15] += edition.faith[kind] + 0.5 * defenders
            if strongest >= barrier + edition.needs[kind]:
                found[16] += float(edition.faith[kind])


def strongest_near(state: BelloState, seat: int, place: int, least: int) -> int:
    """The largest rival stack next to a location, if it has at least so many."""
    strongest = 0
    crowd = state.crowd
    owner = state.owner
    for other in state.house.board.neighbours[place]:
        number = crowd[other]
        holder = owner[other]
        if number < least or number <= strongest or holder == seat:
            continue
        if holder >= 0:
            strongest = number
            continue
        for rival in range(state.seats):
            if rival != seat:
                strongest = max(strongest, state.count(rival, other))
    return strongest


def add_stacks(state: BelloState, seat: int, active: bool, found: list[float]) -> None:
    """Locations about to be taken, and where own followers could go from here."""
    edition = state.house.edition
    board = state.house.board
    for place in state.stands(seat):
        own = state.count(seat, place)
        if state.owner[place] < 0:
            kind = board.kind[place]
            faith = float(edition.faith[kind])
            if claim_objection(state, seat, place) is None:
                found[10 if active else 12] += faith
                found[11 if active else 13] += 1.0
            else:
                share = faith * min(own, edition.needs[kind]) / edition.needs[kind]
                found[14] += share / 2 if state.crowd[place] > 2 * own else share
        found[17] += own * opportunity(state, seat, place, own)


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
