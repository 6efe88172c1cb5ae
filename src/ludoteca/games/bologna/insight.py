"""How a position looks to a player: features and an evaluation for bots."""

from __future__ import annotations

from math import exp
from typing import Final

from ludoteca.games.bologna.actions import BRIGAND, GUESSABLE, INNKEEPER
from ludoteca.games.bologna.dice import BOLOGNA, BOOK, KINDS, RAT, SYMBOLS, WINE, count
from ludoteca.games.bologna.scoring import SIN, distance, needs_guess
from ludoteca.games.bologna.state import NO_ROLE, BolognaState
from ludoteca.games.bologna.steps.setup import roles_in_play

# Weights of the one-ply player with which the game was first measured: tokens are worth ten, a goal a
# thousand.
MISSING_TOKEN: Final = 10.0
GOAL_WITH_GUESS: Final = 5.0
GATHERING: Final = 2.2
SURPLUS: Final = 1.0
SURPLUS_BOLOGNA: Final = 0.6
SEVENTH_TOKEN: Final = 3.0
THREAT: Final = 12.0
ASLEEP: Final = 14.0
DIE_IN_HAND: Final = 7.0
IDLE_WINE: Final = 2.0
IDLE_RAT: Final = -2.0
SCALE: Final = 60.0


def evaluate(state: BolognaState, seat: int) -> float:
    """The chance of winning, roughly: own distance and dice against the nearest rivals."""
    if state.result is not None:
        return state.result.payoffs()[seat]
    if not state.alive[seat]:
        return 0.0
    value = standing(state, seat) + dice_in_hand(state, seat)
    for other in range(state.seats):
        if other != seat and state.alive[other]:
            value -= THREAT * threat(state, other, seat)
    return 1.0 / (1.0 + exp(-value / SCALE))


def likelihood(state: BolognaState, seat: int) -> float:
    """People gather what their role needs: a role far from its goal is an unlikely one."""
    likely = 1.0
    for other in range(state.seats):
        role = state.role[other]
        if other != seat and role not in (NO_ROLE, BRIGAND) and state.alive[other]:
            likely /= float(GATHERING ** distance(state.house, state.tokens, other, role))
    return likely


def standing(state: BolognaState, seat: int) -> float:
    """What the seat's own tokens are worth to its role."""
    role = state.role[seat]
    if role == NO_ROLE:
        return -MISSING_TOKEN * 10
    house = state.house
    away = distance(house, state.tokens, seat, role)
    value = -MISSING_TOKEN * away
    if away == 0 and needs_guess(house, role):
        value += GOAL_WITH_GUESS
    if state.asleep[seat]:
        value -= ASLEEP
    if role != BRIGAND:
        value += _surplus(state, seat, role)
    return value


def _surplus(state: BolognaState, seat: int, role: int) -> float:
    """Tokens beyond the goal protect those that count; the seventh of a kind is dangerous."""
    goal = state.house.edition.goals[role]
    value = 0.0
    for kind in range(KINDS):
        held = state.tokens[KINDS * seat + kind]
        spare = min(2, max(0, held - goal.low[kind]))
        if kind != BOOK and goal.high[kind] > goal.low[kind]:
            value += spare * (SURPLUS_BOLOGNA if kind == BOLOGNA else SURPLUS)
        if held == SIN - 1 and state.house.deadly_sins:
            value -= SEVENTH_TOKEN
    return value


def dice_in_hand(state: BolognaState, seat: int) -> float:
    """What the active player's dice still promise: three of those on the table, or the chosen ones not yet
    used.
    """
    role = state.role[seat]
    if seat != state.active or role in (NO_ROLE, BRIGAND):
        return 0.0
    table = state.todo if state.chosen else state.kept + state.rolled
    if not table:
        return 0.0
    goal = state.house.edition.goals[role]
    worth: list[float] = []
    wilds = count(table, BOOK)
    missing = [max(0, goal.low[kind] - state.tokens[KINDS * seat + kind]) for kind in range(KINDS)]
    for symbol in range(SYMBOLS):
        for number in range(count(table, symbol)):
            if symbol == BOOK:
                continue
            if symbol == WINE:
                worth.append(IDLE_WINE)
            elif symbol == RAT:
                worth.append(IDLE_RAT)
            else:
                harmful = state.tokens[KINDS * seat + symbol] + number >= goal.high[symbol]
                worth.append(DIE_IN_HAND if number < missing[symbol] else -DIE_IN_HAND if harmful else 0.0)
    need = (
        sum([max(0, missing[kind] - count(table, kind)) for kind in range(KINDS) if kind != BOOK])
        + missing[BOOK]
    )
    worth += [DIE_IN_HAND if number < need else IDLE_WINE for number in range(wilds)]
    if state.chosen:
        return sum(worth)
    return sum(sorted(worth)[-3:])


def threat(state: BolognaState, other: int, seat: int) -> float:
    """How close a rival looks to some goal, over the roles that the table has not ruled out."""
    known = state.role[other]
    if known == BRIGAND:
        return 2.0 * _nearness(distance(state.house, state.tokens, other, BRIGAND))
    barred = state.ruled_out[other]
    total = 0.0
    weight = 0.0
    for role in range(min(roles_in_play(state.seats), GUESSABLE + 1)):
        if role != state.role[seat] and not (barred >> role) & 1:
            share = 1.5 if role == INNKEEPER else 1.0
            total += share * _nearness(distance(state.house, state.tokens, other, role))
            weight += share
    return total / weight if weight else 0.0


def _nearness(away: int) -> float:
    return 4.0 / float(4**away) if away < 12 else 0.0
