"""How a position looks to a player: features of its tokens, dice and rivals, and the chance of winning.

Only what the seat may know is counted: rivals threaten with every role that the table has not ruled out.
What the features are worth is in `evaluation.toml`; weights differ by the number of players.
"""

from __future__ import annotations

from math import log
from pathlib import Path
from typing import Final

from ludoteca.bots.weights import Weights, chance, read_weights
from ludoteca.games.bologna.rules.actions import BRIGAND, GUESSABLE, INNKEEPER, MOST_SEATS, ROLES
from ludoteca.games.bologna.rules.dice import BOLOGNA, BOOK, KINDS, RAT, WINE, count
from ludoteca.games.bologna.rules.scoring import SIN, distance, needs_guess
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState
from ludoteca.games.bologna.rules.steps.setup import roles_in_play

FEATURES: Final = [
    "rivals",  # the logarithm of how many are left
    "away",  # tokens missing or too many
    "near",  # two to the minus that
    "there",  # on the goal, and a guess needed
    "books_missing",
    "too_many",
    "surplus",  # People and Towers beyond the goal, up to two of each
    "surplus_bologna",
    "seventh",  # kinds with as many tokens as are just not a sin
    "asleep",
    "miracle",  # holds the Deus-Ex Machina
    "turn",  # is the active player
    "dice",  # what the chosen dice promise
    "dice_on_offer",  # what the best three of those on the table promise
    "wait",  # how much of a round passes before the seat is active, times near
    "threat",  # how near the rivals look to some goal
    "worst_threat",
    *ROLES,
]
ROLE: Final = FEATURES.index("prince")
WEIGHTS: Final[Weights] = read_weights(Path(__file__).with_name("evaluation.toml"), FEATURES, MOST_SEATS - 2)

GATHERING: Final = 2.2

# A die in hand, in wanted tokens
WANTED: Final = 0.7
IDLE_WINE: Final = 0.2
IDLE_RAT: Final = -0.2

MORE_FEARED: Final = 1.5
FACE_UP: Final = 2.0
_NEAR: Final[list[float]] = [0.5**away for away in range(40)]
_THREAT: Final[list[float]] = [4.0 * 0.25**away for away in range(40)]


def evaluate(state: BolognaState, seat: int) -> float:
    """The chance of winning: own distance and dice against the nearest rivals."""
    if state.result is not None:
        return state.result.payoffs()[seat]
    if not state.alive[seat]:
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
    for other in range(state.seats):
        role = state.role[other]
        if other != seat and role not in (NO_ROLE, BRIGAND) and state.alive[other]:
            likely /= float(GATHERING ** distance(state.ruleset, state.tokens, other, role))
    return likely


def features(state: BolognaState, seat: int) -> list[float]:
    """What counts for a seat still in the game, in the order of FEATURES."""
    found = [0.0] * len(FEATURES)
    add_threats(state, seat, found)
    if state.asleep[seat]:
        found[9] = 1.0
    if state.deus == seat:
        found[10] = 1.0
    role = state.role[seat]
    if role == NO_ROLE:
        found[1] = 10.0
        return found
    found[ROLE + role] = 1.0
    away = min(39, distance(state.ruleset, state.tokens, seat, role))
    near = _NEAR[away]
    found[1] = float(away)
    found[2] = near
    if away == 0 and needs_guess(state.ruleset, role):
        found[3] = 1.0
    if state.active == seat:
        found[11] = 1.0
    else:
        wait = seat - state.active
        found[14] = near * (wait if wait > 0 else wait + state.seats) / state.seats
    if role != BRIGAND:
        add_tokens(state, seat, role, found)
        if state.active == seat:
            add_dice(state, seat, role, found)
    return found


def add_tokens(state: BolognaState, seat: int, role: int, found: list[float]) -> None:
    """Tokens beyond the goal protect those that count; the seventh of a kind is dangerous."""
    goal = state.ruleset.edition.goals[role]
    for kind in range(KINDS):
        held = state.tokens[KINDS * seat + kind]
        low = goal.low[kind]
        high = goal.high[kind]
        if kind == BOOK and held < low:
            found[4] = float(low - held)
        if held > high:
            found[5] += float(held - high)
        elif held > low and kind != BOOK:
            found[7 if kind == BOLOGNA else 6] += float(min(2, held - low))
        if held == SIN - 1 and state.ruleset.deadly_sins:
            found[8] += 1.0


def add_dice(state: BolognaState, seat: int, role: int, found: list[float]) -> None:
    """What the active player's dice still promise: three of those on the table, or the chosen ones not yet
    used.
    """
    table = state.todo if state.chosen else state.kept + state.rolled
    if not table:
        return
    goal = state.ruleset.edition.goals[role]
    base = KINDS * seat
    worth: list[float] = []
    need = 0
    for kind in range(KINDS):
        held = state.tokens[base + kind]
        missing = max(0, goal.low[kind] - held)
        shown = count(table, kind)
        if kind == BOOK:
            need += missing
            continue
        need += max(0, missing - shown)
        for number in range(shown):
            if number < missing:
                worth.append(WANTED)
            else:
                worth.append(-WANTED if held + number >= goal.high[kind] else 0.0)
    for number in range(count(table, BOOK)):
        worth.append(WANTED if number < need else IDLE_WINE)
    for _ in range(count(table, WINE)):
        worth.append(IDLE_WINE)
    for _ in range(count(table, RAT)):
        worth.append(IDLE_RAT)
    if not state.chosen:
        worth.sort()
        worth = worth[-3:]
    total = 0.0
    for value in worth:
        total += value
    found[12 if state.chosen else 13] = total


def add_threats(state: BolognaState, seat: int, found: list[float]) -> None:
    """How close the rivals look to some goal."""
    rivals = 0
    for other in range(state.seats):
        if other != seat and state.alive[other]:
            danger = threat(state, other, seat)
            found[15] += danger
            found[16] = max(found[16], danger)
            rivals += 1
    found[0] = log(float(max(1, rivals)))


def threat(state: BolognaState, other: int, seat: int) -> float:
    """How close a rival looks to some goal, over the roles that the table has not ruled out."""
    known = state.role[other]
    if known == BRIGAND:
        return FACE_UP * _THREAT[min(39, distance(state.ruleset, state.tokens, other, BRIGAND))]
    barred = state.ruled_out[other]
    total = 0.0
    weight = 0.0
    for role in range(min(roles_in_play(state.seats), GUESSABLE + 1)):
        if role != state.role[seat] and not (barred >> role) & 1:
            share = MORE_FEARED if role == INNKEEPER else 1.0
            total += share * _THREAT[min(39, distance(state.ruleset, state.tokens, other, role))]
            weight += share
    return total / weight if weight else 0.0
