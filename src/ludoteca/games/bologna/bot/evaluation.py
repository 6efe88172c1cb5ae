"""The chance of winning in Bologna, and how likely it is that a rival has a role."""

from __future__ import annotations

from typing import Final

from ludoteca.bots.weights import chance
from ludoteca.games.bologna.bot.features import WEIGHTS, features, role_chance, role_odds
from ludoteca.games.bologna.rules.actions import BRIGAND, GUESS
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState
from ludoteca.kernel.actions import Action

HOPELESS: Final = -100.0
NO_HUNCH: Final = -1.0


def evaluate(state: BolognaState, seat: int) -> float:
    """The chance of winning: own distance and dice against the nearest rivals."""
    if state.result is not None:
        return state.result.payoffs()[seat]
    if not state.players[seat].alive:
        return 0.0
    return chance(prospects(state, seat))


def prospects(state: BolognaState, seat: int) -> float:
    """The logarithm of the odds of winning of a match under way: hopeless for a seat that has left it."""
    if not state.players[seat].alive:
        return HOPELESS
    return WEIGHTS.worth(features(state, seat), state.seats - 2)


def win_chances(state: BolognaState) -> list[float]:
    """Everybody's chance of winning; one of them will."""
    if state.result is not None:
        return state.result.payoffs()
    found: list[float] = []
    total = 0.0
    for seat in range(state.seats):
        value = evaluate(state, seat)
        found.append(value)
        total += value
    if total > 0.0:
        for seat in range(state.seats):
            found[seat] /= total
    return found


def likelihood(state: BolognaState, seat: int) -> float:
    """People gather what their role needs: a role that explains a rival's tokens is a likely one."""
    likely = 1.0
    for other, player in enumerate(state.players):
        if other != seat and player.role not in (NO_ROLE, BRIGAND) and player.alive:
            likely *= role_odds(state, player, player.role)
    return likely


def hunch(state: BolognaState, action: Action) -> float:
    """What a guess is worth to whoever speaks it: it may be right, or leave little."""
    if action.verb is not GUESS:
        return NO_HUNCH
    seat = state.active
    other = (seat + action.a) % state.seats
    right = role_chance(state, seat, other, action.b)
    wrong = state.copy()
    wrong.players[other].role = wrong.players[seat].role  # a role that nobody may name
    wrong.play(action)
    return right + (1.0 - right) * evaluate(wrong, seat)
