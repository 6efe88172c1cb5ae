"""The chance of winning in Bologna, and how likely it is that a rival has a role."""

from __future__ import annotations

from typing import Final

from ludoteca.bots.weights import chance
from ludoteca.games.bologna.bot.features import WEIGHTS, features
from ludoteca.games.bologna.rules.actions import BRIGAND
from ludoteca.games.bologna.rules.scoring import distance
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState

GATHERING: Final = 2.2


def evaluate(state: BolognaState, seat: int) -> float:
    """The chance of winning: own distance and dice against the nearest rivals."""
    if state.result is not None:
        return state.result.payoffs()[seat]
    if not state.players[seat].alive:
        return 0.0
    return chance(WEIGHTS.worth(features(state, seat), state.seats - 2))


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
    """People gather what their role needs: a role far from its goal is an unlikely one."""
    likely = 1.0
    for other, player in enumerate(state.players):
        if other != seat and player.role not in (NO_ROLE, BRIGAND) and player.alive:
            likely /= float(GATHERING ** distance(state.ruleset, player.tokens, player.role))
    return likely
