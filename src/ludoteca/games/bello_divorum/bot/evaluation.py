"""How a position looks to a player: features of its followers and locations, and the chance of winning.

A follower exported from a Temple or a City is replaced, so room to recruit counts; Fields pay early, points
pay late. Players who have already moved in a round look one turn better than they are. What the features are
worth is in `evaluation.toml`; moments are twelfths of the Doomsday Track.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final, final

from ludoteca.bots.weights import Weights, chances, read_weights
from ludoteca.games.bello_divorum.rules.actions import ATTACK, CONTROL_ALL, MOVE, SLOT_ORIGIN
from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, KINDS, NEARBY, TEMPLE
from ludoteca.games.bello_divorum.rules.state import BelloState, members
from ludoteca.games.bello_divorum.rules.steps.acting import Act, ActFrom
from ludoteca.games.bello_divorum.rules.steps.claiming import Claim, claim_objection
from ludoteca.games.bello_divorum.rules.steps.favours import Favour
from ludoteca.games.bello_divorum.rules.steps.targets import PowerTarget
from ludoteca.kernel.actions import Action

FEATURES: Final[list[str]] = []


def feature(name: str) -> int:
    """The place of a new feature in the list of them."""
    FEATURES.append(name)
    return len(FEATURES) - 1


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
# Uncontrolled locations with own followers
TAKING: Final = feature("taking")  # points of those that the active player can take now
TAKING_PLACES: Final = feature("taking_places")
COULD_TAKE: Final = feature("could_take")  # the same for players who are not active
COULD_TAKE_PLACES: Final = feature("could_take_places")
BEGUN: Final = feature("begun")  # points of those with too few followers yet, by the share that is there
# Own locations next to a rival stack
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
GOOD: Final = 8  # so many actions are thought of again in haste
MARCH: Final = 2  # how far away a conquest is thought of


def evaluate(state: BelloState, seat: int) -> float:
    """The chance of winning. A favour just asked for is judged by the turn it makes possible."""
    if state.actor == seat and state.order and _is_before_acting(state):
        state = played_on(state, seat)
    return win_chances(state)[seat]


def win_chances(state: BelloState) -> list[float]:
    """Everybody's chance of winning as the board stands."""
    if state.result is not None:
        return state.result.payoffs()
    if not state.order:
        return [1.0 / state.seats] * state.seats  # the table is still being laid
    now = moment(state)
    return chances(worths(state, now), WEIGHTS.spreads[now])


def worths(state: BelloState, now: int) -> list[float]:
    """What everybody's position is worth at a moment."""
    return [WEIGHTS.worth(features(state, seat), now) for seat in range(state.seats)]


def moment(state: BelloState) -> int:
    """How far the token has come, in twelfths of its way."""
    return min(MOMENTS, MOMENTS * state.doom // state.ruleset.track)


# Finishing a turn


def _is_before_acting(state: BelloState) -> bool:
    step = state.step
    return isinstance(step, PowerTarget) or (isinstance(step, Act) and not state.turn.acted)


def played_on(state: BelloState, seat: int) -> BelloState:
    """The seat aims its power and spends its actions, each time as it looks best right then."""
    return Rehearsal(state, seat).finish(state)


def routine(state: BelloState) -> Action | None:
    """Whoever can take control of everything within reach does."""
    if isinstance(state.step, Claim):
        if CONTROL_ALL in state.choices:
            return CONTROL_ALL
        if len(state.choices) == 2:
            return state.choices[1]
    return None


def reply(state: BelloState) -> list[Action]:
    """What a greedy player would do, phase by phase: the favour by the turn it makes possible."""
    course = routine(state)
    if course is not None:
        return [course]
    if not state.order:
        return []
    seat = state.actor
    if isinstance(state.step, PowerTarget | Act | ActFrom):
        rehearsal = Rehearsal(state, seat, True)
        rehearsal.finish(state)
        return rehearsal.actions
    if not isinstance(state.step, Favour):
        return []
    best: list[Action] = []
    highest = -1.0
    for favour in state.choices:
        trial = state.copy()
        trial.play(favour)
        rehearsal = Rehearsal(trial, seat, True)
        trial = rehearsal.finish(trial)
        value = win_chances(trial)[seat]
        if value > highest:
            highest = value
            best = [favour, *rehearsal.actions]
    return best


@final
class Rehearsal:
    """A turn tried out in the mind of its seat, and what everybody's position is worth as it goes on.

    `actions` is what was done. In haste an action that did not look good is thought of again only after
    another one near by.
    """

    def __init__(self, state: BelloState, seat: int, hasty: bool = False) -> None:
        self.seat = seat
        self.hasty = hasty
        self.dull: dict[int, bool] = {}
        self.worths = worths(state, moment(state))
        self.actions: list[Action] = []

    def finish(self, state: BelloState) -> BelloState:
        """The state when the actions are spent."""
        now = state.round
        seat = self.seat
        while (
            state.actor == seat and state.round == now and isinstance(state.step, PowerTarget | Act | ActFrom)
        ):
            state = self.best_next(state)
        return state

    def best_next(self, state: BelloState) -> BelloState:
        """The state after the option that looks best right then."""
        aiming = isinstance(state.step, PowerTarget)
        best = state
        best_action = state.choices[0]
        best_worths = self.worths
        highest = -1.0
        tried: list[Action] = []
        values: list[float] = []
        for action in state.choices:
            if action.index in self.dull:
                continue
            trial = state.copy()
            trial.begin(action)
            if aiming or not (trial.turn.actions or trial.turn.moves):
                trial.settle()
            if aiming or trial.turn.active != self.seat:
                after = worths(trial, moment(trial))
            else:
                after = self.worths_after(trial, witnesses(state, action, trial))
            value = self.value(trial, after)
            tried.append(action)
            values.append(value)
            if value > highest:
                highest = value
                best = trial
                best_action = action
                best_worths = after
        if not tried:
            self.dull.clear()
            return self.best_next(state)
        self.worths = best_worths
        self.actions.append(best_action)
        if self.hasty and not aiming:
            self.put_aside(state, tried, values, best_action)
        best.settle()
        return best

    def put_aside(self, state: BelloState, tried: list[Action], values: list[float], done: Action) -> None:
        """Remember which actions did not look good; those near the one that was done get another chance."""
        if len(values) > GOOD:
            least = sorted(values)[-GOOD]
            for number in range(len(tried)):
                if values[number] < least:
                    self.dull[tried[number].index] = True
        if done.verb is not MOVE and done.verb is not ATTACK:
            return
        board = state.ruleset.board
        for place in (SLOT_ORIGIN[done.a], board.slot_end[done.a]):
            for slot in board.slots[place]:
                self.dull.pop(MOVE.actions[slot].index, None)
                self.dull.pop(ATTACK.actions[slot].index, None)

    def worths_after(self, trial: BelloState, concerned: int) -> list[float]:
        """What everybody's position is worth after an action; whom it does not concern stands as before."""
        now = moment(trial)
        after = self.worths[:]
        for seat in range(trial.seats):
            if (concerned >> seat) & 1:
                after[seat] = WEIGHTS.worth(features(trial, seat), now)
        return after

    def value(self, trial: BelloState, after: list[float]) -> float:
        """The chance of winning, as `outlook` would find it."""
        if trial.result is not None:
            return trial.result.payoffs()[self.seat]
        return chances(after, WEIGHTS.spreads[moment(trial)])[self.seat]


def witnesses(state: BelloState, action: Action, trial: BelloState) -> int:
    """The set of seats whose features an action may have changed, the acting one among them."""
    seat = state.actor
    found = 1 << seat
    if action.verb is not MOVE and action.verb is not ATTACK:
        return found
    board = state.ruleset.board
    start = SLOT_ORIGIN[action.a]
    end = board.slot_end[action.a]
    if action.verb is MOVE:
        number = state.count(seat, start)
        found |= menaced(state, seat, start, number - 1, number)
        number = state.count(seat, end)
        found |= menaced(state, seat, end, number, number + 1)
        near = 1 << start | 1 << end
        if state.owner(end) == seat:
            near |= hunters(state, end, state.crowd(end))
    else:
        found |= 1 << state.owner(end)
        found |= menaced(state, seat, start, 0, state.count(seat, start))
        found |= menaced(state, seat, end, 0, max(state.crowd(end), trial.crowd(end)))
        near = 1 << start
        if trial.owner(end) < 0:
            near |= board.reach[end][NEARBY]
        else:
            near |= hunters(state, end, trial.crowd(end))
    if state.owner(start) == seat:
        near |= hunters(state, start, trial.crowd(start))
    for rival in range(state.seats):
        if state.players[rival].where & near:
            found |= 1 << rival
    return found


def menaced(state: BelloState, seat: int, place: int, fewer: int, more: int) -> int:
    """The set of rivals with a location next to a stack that one size of it could attack or conquer and
    another could not.
    """
    board = state.ruleset.board
    needs = state.ruleset.edition.needs
    found = 0
    for other in board.neighbours[place]:
        there = state.locations[other]
        holder = there.owner
        if holder >= 0 and holder != seat:
            barrier = there.crowd + 1 + (1 if state.players[holder].aegis else 0)
            if fewer < barrier <= more or fewer < barrier + needs[board.kind[other]] <= more:
                found |= 1 << holder
    return found


def hunters(state: BelloState, place: int, defenders: int) -> int:
    """The set of locations whose crowd might think of conquering one with so many defenders."""
    board = state.ruleset.board
    least = defenders + 1 + state.ruleset.edition.needs[board.kind[place]]
    found = 0
    if least <= state.ruleset.edition.room:
        for other in members(board.reach[place][MARCH]):
            if state.crowd(other) >= least:
                found |= 1 << other
    return found


# Counting


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
    wanted = ~(rivals_hold | player.held | player.where) | unfinished
    undefended = rivals_hold & ~rivals_stand
    pull = 0.0
    for place in members(player.where):
        own = state.count(seat, place)
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
    for other in state.ruleset.board.neighbours[place]:
        there = state.locations[other]
        if there.crowd < least or there.crowd <= strongest:
            continue
        if there.owner >= 0:
            if there.owner != seat:
                strongest = there.crowd
            continue
        for rival in range(state.seats):
            if rival != seat:
                strongest = max(strongest, there.followers[rival])
    return strongest


def add_begun(state: BelloState, seat: int, found: list[float]) -> int:
    """Uncontrolled locations with own followers, about to be taken or begun; the set with too few."""
    edition = state.ruleset.edition
    board = state.ruleset.board
    player = state.players[seat]
    unfinished = 0
    taking = 0
    taking_places = 0
    begun = 0.0
    for place in members(player.where & ~player.held):
        here = state.locations[place]
        own = here.followers[seat]
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
            begun += share / 2 if here.crowd > 2 * own else share
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
        share = (CONQUEST - CONQUEST_LOST * far) / own if far <= MARCH else 0.0
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
                best = max(best, share * richest(state, prey & ~seen, own))
        seen = around
    return best


def richest(state: BelloState, places: int, own: int) -> int:
    """The points of the best location that so many could conquer and keep."""
    edition = state.ruleset.edition
    kinds = state.ruleset.board.kind
    most = 0
    for place in members(places):
        kind = kinds[place]
        if own > state.crowd(place) + edition.needs[kind]:
            most = max(most, edition.faith[kind])
    return most
