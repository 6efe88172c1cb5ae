"""What counts in a position of Bello Divorum: followers, locations, and what they could bring about.

A follower exported from a Temple or a City is replaced, so room to recruit counts; Fields pay early, points
pay late. Players who have already moved in a round look one turn better than they are. What the features are
worth is in `evaluation.toml`; moments are twelfths of the Doomsday Track.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Final

from ludoteca.bots.weights import Weights, add_feature, read_weights
from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, KINDS, NEARBY, TEMPLE
from ludoteca.games.bello_divorum.rules.state import BelloState, members
from ludoteca.games.bello_divorum.rules.steps.claiming import claim_objection

FEATURES: Final[list[str]] = []
feature: Final = partial(add_feature, FEATURES)

FOLLOWERS: Final = feature("followers")
TEMPLES: Final = feature("temples")
CITIES: Final = feature("cities")
FIELDS: Final = feature("fields")
ODD_FIELD: Final = feature("odd_field")  # a Field that makes half an action
HEADROOM: Final = feature("headroom")  # followers that the next recruitment will bring
CONFUSED: Final = feature("confused")
MOVED: Final = feature("moved")  # has had its turn in this round
TURN: Final = feature("turn")  # is having it
ACTIONS: Final = feature("actions")  # those left in it
# Uncontrolled locations where the seat has followers
TAKING: Final = feature("taking")  # points of those that the active player can take now
TAKING_PLACES: Final = feature("taking_places")
COULD_TAKE: Final = feature("could_take")  # the same for players who are not active
COULD_TAKE_PLACES: Final = feature("could_take_places")
BEGUN: Final = feature("begun")  # points of those with too few followers yet, by the share that is there
# Its locations next to a rival stack
OPEN_TO_ATTACK: Final = feature("open_to_attack")
OPEN_TO_CONQUEST: Final = feature("open_to_conquest")
PULL: Final = feature("pull")  # what followers could help to bring about within a few steps
MOMENTS: Final = 12
WEIGHTS: Final[Weights] = read_weights(Path(__file__).with_name("evaluation.toml"), FEATURES, MOMENTS)

# What one follower may hope for, less for every step on the way
CLAIM: Final = 0.30
CLAIM_LOST: Final = 0.06
RAID: Final = 0.08
RAID_LOST: Final = 0.015
CONQUEST: Final = 0.42 * 1.3
CONQUEST_LOST: Final = 0.14 * 1.3
CONQUEST_REACH: Final = 2  # how far away a conquest is thought of


def worths(state: BelloState, now: int) -> list[float]:
    """What everybody's position is worth at a moment."""
    return [WEIGHTS.worth(features(state, seat), now) for seat in range(state.seats)]


def moment(state: BelloState) -> int:
    """How far the token has come, in twelfths of its way."""
    return min(MOMENTS, MOMENTS * state.doom // state.ruleset.track)


def features(state: BelloState, seat: int) -> list[float]:
    """What counts for a seat, in the order of FEATURES."""
    found = [0.0] * len(FEATURES)
    player = state.players[seat]
    fields = state.controls(seat, FIELD)
    found[FOLLOWERS] = float(state.on_board(seat))
    found[TEMPLES] = float(state.controls(seat, TEMPLE))
    found[CITIES] = float(state.controls(seat, CITY))
    found[FIELDS] = float(fields)
    found[ODD_FIELD] = float(fields % state.ruleset.edition.fields_per_action)
    if player.penalty:
        found[CONFUSED] = 1.0
    if state.turn.active == seat:
        found[TURN] = 1.0
        found[ACTIONS] = float(state.turn.actions + state.turn.moves)
    for position in range(state.turns_over):
        if state.order[position] == seat:
            found[MOVED] = 1.0
    rivals_stand = state.rivals_stand(seat)
    add_locations(state, seat, rivals_stand, found)
    unfinished = add_begun(state, seat, found)
    rivals_hold = state.rivals_hold(seat)
    # Locations where rivals stand are wanted even if nobody can take them as printed (BEL-9.3): a follower
    # there blocks the others. Two greedy players without this won 23 of 64 matches against two with it.
    wanted = ~(rivals_hold | player.held | player.where) | unfinished
    undefended = rivals_hold & ~rivals_stand
    pull = 0.0
    for place in members(player.where):
        own: int = player.followers[place]
        pull += own * opportunity(state, place, own, wanted, rivals_hold, undefended)
    found[PULL] = pull
    return found


def add_locations(state: BelloState, seat: int, rivals: int, found: list[float]) -> None:
    """Room to recruit, and what a rival stack next door could cost."""
    edition = state.ruleset.edition
    board = state.ruleset.board
    shield = 1 if state.players[seat].aegis else 0
    headroom = 0
    open_to_attack = 0.0
    open_to_conquest = 0
    for place in state.holds(seat):
        kind = board.kind[place]
        defenders = state.crowd(place)
        missing = edition.recruit_to[kind] - defenders
        if missing > 0:
            headroom += missing
        if board.beside[place] & rivals:
            barrier = defenders + 1 + shield
            strongest = strongest_near(state, seat, place, barrier)
            if strongest >= barrier:
                open_to_attack += edition.faith[kind] + 0.5 * defenders
                if strongest >= barrier + edition.needs[kind]:
                    open_to_conquest += edition.faith[kind]
    found[HEADROOM] = float(headroom)
    found[OPEN_TO_ATTACK] = open_to_attack
    found[OPEN_TO_CONQUEST] = float(open_to_conquest)


def strongest_near(state: BelloState, seat: int, place: int, least: int) -> int:
    """The largest rival stack next to a location, if it has at least so many."""
    strongest = 0
    crowds = state.crowds
    for other in state.ruleset.board.neighbours[place]:
        crowd = crowds[other]
        if crowd < least or crowd <= strongest:
            continue
        owner = state.owners[other]
        if owner >= 0:
            if owner != seat:
                strongest = crowd
            continue
        for rival in range(state.seats):
            if rival != seat:
                strongest = max(strongest, state.count(rival, other))
    return strongest


def add_begun(state: BelloState, seat: int, found: list[float]) -> int:
    """Uncontrolled locations where the seat has followers; returns the set of those with too few of them."""
    edition = state.ruleset.edition
    board = state.ruleset.board
    player = state.players[seat]
    unfinished = 0
    taking = 0
    taking_places = 0
    begun = 0.0
    for place in members(player.where & ~player.held):
        own: int = player.followers[place]
        kind = board.kind[place]
        faith = edition.faith[kind]
        needed = edition.needs[kind]
        if own < needed:
            unfinished |= 1 << place
        if claim_objection(state, seat, place) is None:
            taking += faith
            taking_places += 1
        else:
            share = float(faith) * min(own, needed) / needed
            begun += share / 2 if state.crowds[place] > 2 * own else share
    active = state.turn.active == seat
    found[TAKING if active else COULD_TAKE] = float(taking)
    found[TAKING_PLACES if active else COULD_TAKE_PLACES] = float(taking_places)
    found[BEGUN] = begun
    return unfinished


def opportunity(state: BelloState, place: int, own: int, wanted: int, rivals: int, undefended: int) -> float:
    """The best that one follower of a stack could help to bring about within a few steps.

    `wanted` are the uncontrolled locations that need more followers, `rivals` those that others control,
    `undefended` those of them where nobody stands. One looks around from the nearest on, until nothing
    further away could be better.
    """
    edition = state.ruleset.edition
    board = state.ruleset.board
    reach = board.reach[place]
    best = 0.0
    seen = 0
    for far in range(NEARBY + 1):
        claim = CLAIM - CLAIM_LOST * far
        share = (CONQUEST - CONQUEST_LOST * far) / own if far <= CONQUEST_REACH else 0.0
        raid = RAID - RAID_LOST * far if own > 1 else 0.0
        if best >= max(edition.bargain * claim, raid) and best >= share * edition.prize[own]:
            break
        around = reach[far]
        if around & wanted:
            for kind in range(KINDS):
                if around & wanted & board.of_kind[kind]:
                    best = max(best, claim * (edition.faith[kind] + 1) / edition.needs[kind])
        if own > 1 and around & rivals:
            best = max(best, raid)
            if best < share * edition.prize[own]:
                prey = around & (rivals if own > 2 else undefended)
                best = max(best, share * best_conquest(state, prey & ~seen, own))
        seen = around
    return best


def best_conquest(state: BelloState, places: int, own: int) -> int:
    """The points of the best location that so many could conquer and keep."""
    edition = state.ruleset.edition
    kinds = state.ruleset.board.kind
    most = 0
    for place in members(places):
        kind = kinds[place]
        if own > state.crowd(place) + edition.needs[kind]:
            most = max(most, edition.faith[kind])
    return most
