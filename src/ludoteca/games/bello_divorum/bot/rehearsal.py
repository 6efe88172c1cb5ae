"""A turn tried out on copies of the table: the power is aimed and the actions are spent, greedily."""

from __future__ import annotations

from typing import Final, final

from ludoteca.bots.weights import chances
from ludoteca.games.bello_divorum.bot.features import CONQUEST_REACH, WEIGHTS, features, moment, worths
from ludoteca.games.bello_divorum.rules.actions import ATTACK, MOVE, SLOT_ORIGIN
from ludoteca.games.bello_divorum.rules.edition import NEARBY
from ludoteca.games.bello_divorum.rules.state import BelloState, members
from ludoteca.games.bello_divorum.rules.steps.acting import Act, ActFrom
from ludoteca.games.bello_divorum.rules.steps.targets import PowerTarget
from ludoteca.kernel.actions import Action

GOOD: Final = 8  # so many actions are thought of again in haste


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
            trial.agenda.pop().play(trial, action)
            if aiming or not (trial.turn.actions or trial.turn.moves):
                trial.settle()
            if aiming or trial.turn.active != self.seat:
                after = worths(trial, moment(trial))
            else:
                after = self.worths_after(trial, seats_concerned(state, action, trial))
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
        """The chance of winning, as `win_chances` would find it."""
        if trial.result is not None:
            return trial.result.payoffs()[self.seat]
        return chances(after, WEIGHTS.spreads[moment(trial)])[self.seat]


def seats_concerned(state: BelloState, action: Action, trial: BelloState) -> int:
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
        found |= newly_threatened(state, seat, start, number - 1, number)
        number = state.count(seat, end)
        found |= newly_threatened(state, seat, end, number, number + 1)
        near = 1 << start | 1 << end
        if state.owner(end) == seat:
            near |= possible_conquerors(state, end, state.crowd(end))
    else:
        found |= 1 << state.owner(end)
        found |= newly_threatened(state, seat, start, 0, state.count(seat, start))
        found |= newly_threatened(state, seat, end, 0, max(state.crowd(end), trial.crowd(end)))
        near = 1 << start
        if trial.owner(end) < 0:
            near |= board.reach[end][NEARBY]
        else:
            near |= possible_conquerors(state, end, trial.crowd(end))
    if state.owner(start) == seat:
        near |= possible_conquerors(state, start, trial.crowd(start))
    for rival in range(state.seats):
        if state.players[rival].where & near:
            found |= 1 << rival
    return found


def newly_threatened(state: BelloState, seat: int, place: int, fewer: int, more: int) -> int:
    """The set of rivals with a location next to a stack that one size of it could attack or conquer and
    another could not.
    """
    board = state.ruleset.board
    needs = state.ruleset.edition.needs
    found = 0
    for other in board.neighbours[place]:
        holder = state.owners[other]
        if holder >= 0 and holder != seat:
            barrier = state.crowds[other] + 1 + (1 if state.players[holder].aegis else 0)
            if fewer < barrier <= more or fewer < barrier + needs[board.kind[other]] <= more:
                found |= 1 << holder
    return found


def possible_conquerors(state: BelloState, place: int, defenders: int) -> int:
    """The set of locations whose crowd might think of conquering one with so many defenders."""
    board = state.ruleset.board
    least = defenders + 1 + state.ruleset.edition.needs[board.kind[place]]
    found = 0
    if least <= state.ruleset.edition.room:
        for other in members(board.reach[place][CONQUEST_REACH]):
            if state.crowd(other) >= least:
                found |= 1 << other
    return found
