"""What a greedy player does: takes what can be taken, and plays turns as a rehearsal finds them best."""

from __future__ import annotations

from ludoteca.games.bello_divorum.bot.evaluation import win_chances
from ludoteca.games.bello_divorum.bot.rehearsal import Rehearsal
from ludoteca.games.bello_divorum.rules.actions import CONTROL_ALL
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.games.bello_divorum.rules.steps.acting import Act, ActFrom
from ludoteca.games.bello_divorum.rules.steps.claiming import Claim
from ludoteca.games.bello_divorum.rules.steps.favours import Favour
from ludoteca.games.bello_divorum.rules.steps.targets import PowerTarget
from ludoteca.kernel.actions import Action


def routine(state: BelloState) -> Action | None:
    """Whoever can take control of everything within reach does."""
    if isinstance(state.step, Claim):
        if CONTROL_ALL in state.choices:
            return CONTROL_ALL
        if len(state.choices) == 2:
            return state.choices[1]
    return None


def answer(state: BelloState) -> list[Action]:
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
