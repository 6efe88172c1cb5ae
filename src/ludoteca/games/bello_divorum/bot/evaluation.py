"""The chance of winning in Bello Divorum, from the features of everybody's position."""

from __future__ import annotations

from ludoteca.bots.weights import chances, lead
from ludoteca.games.bello_divorum.bot.features import WEIGHTS, features, moment, worths
from ludoteca.games.bello_divorum.bot.rehearsal import Rehearsal
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.games.bello_divorum.rules.steps.acting import Act
from ludoteca.games.bello_divorum.rules.steps.targets import PowerTarget


def evaluate(state: BelloState, seat: int) -> float:
    """The chance of winning. A favour just asked for is judged by the turn it makes possible."""
    return win_chances(thought_through(state, seat))[seat]


def thought_through(state: BelloState, seat: int) -> BelloState:
    """The state when a seat that has not acted yet in its turn has done so."""
    if state.actor == seat and state.order and _is_before_acting(state):
        return Rehearsal(state, seat).finish(state)
    return state


def worth(state: BelloState, seat: int) -> float:
    """What a seat's position is worth, in points; nothing while the table is laid."""
    return WEIGHTS.worth(features(state, seat), moment(state)) if state.order else 0.0


def lead_in_points(state: BelloState, seat: int) -> float:
    """By how much a seat's position is worth more than the others'."""
    if not state.order:
        return 0.0
    now = moment(state)
    return lead(worths(state, now), seat, WEIGHTS.spreads[now])


def win_chances(state: BelloState) -> list[float]:
    """Everybody's chance of winning as the board stands."""
    if state.result is not None:
        return state.result.payoffs()
    if not state.order:
        return [1.0 / state.seats] * state.seats  # the table is still being laid
    now = moment(state)
    return chances(worths(state, now), WEIGHTS.spreads[now])


def expected_scores(state: BelloState) -> list[float]:
    """What everybody may expect to score in the end."""
    if state.result is not None:
        return [float(score) for score in state.result.scores]
    return worths(state, moment(state)) if state.order else [0.0] * state.seats


def chances_now(state: BelloState, expected: list[float]) -> list[float]:
    """What such scores would mean if they were expected now."""
    return chances(expected, WEIGHTS.spreads[moment(state)])


def _is_before_acting(state: BelloState) -> bool:
    step = state.step
    return isinstance(step, PowerTarget) or (isinstance(step, Act) and not state.turn.acted)
