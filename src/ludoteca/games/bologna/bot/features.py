"""What counts in a position of Bologna: tokens, dice and rivals.

Only what the seat may know counts: rivals threaten with every role that the table has not ruled out. What the
features are worth is in `evaluation.toml`; weights differ by the number of players.
"""

from __future__ import annotations

from functools import partial
from math import log
from pathlib import Path
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.bots.weights import Weights, add_feature, read_weights
from ludoteca.games.bologna.rules.actions import BRIGAND, GUESSABLE, INNKEEPER, MOST_SEATS, ROLES
from ludoteca.games.bologna.rules.dice import BOLOGNA, BOOK, KINDS, RAT, WINE, count
from ludoteca.games.bologna.rules.scoring import SIN, distance, needs_guess
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState, Player
from ludoteca.games.bologna.rules.steps.roles import roles_in_play

FEATURES: Final[list[str]] = []
feature: Final = partial(add_feature, FEATURES)

RIVALS: Final = feature("rivals")  # the logarithm of how many are left
AWAY: Final = feature("away")  # tokens missing or too many
NEAR: Final = feature("near")  # two to the minus that
THERE: Final = feature("there")  # on the goal, and a guess needed
BOOKS_MISSING: Final = feature("books_missing")
TOO_MANY: Final = feature("too_many")
SURPLUS: Final = feature("surplus")  # People and Towers beyond the goal, up to two of each
SURPLUS_BOLOGNA: Final = feature("surplus_bologna")
SEVENTH: Final = feature("seventh")  # kinds with as many tokens as are just not a sin
ASLEEP: Final = feature("asleep")
MIRACLE: Final = feature("miracle")  # holds the Deus-Ex Machina
TURN: Final = feature("turn")  # is the active player
DICE: Final = feature("dice")  # what the chosen dice promise
DICE_ON_OFFER: Final = feature("dice_on_offer")  # what the best three of those on the table promise
RIVAL_DICE: Final = feature("rival_dice")  # what those on the table promise the rival who rolled them
WAIT: Final = feature("wait")  # how much of a round passes before the seat is active, times near
THREAT: Final = feature("threat")  # how near the rivals look to some goal
WORST_THREAT: Final = feature("worst_threat")
ROLE: Final[list[int]] = [feature(role) for role in ROLES]
WEIGHTS: Final[Weights] = read_weights(Path(__file__).with_name("evaluation.toml"), FEATURES, MOST_SEATS - 2)

# A die in hand, in wanted tokens
WANTED: Final = 0.7
IDLE_WINE: Final = 0.2
IDLE_RAT: Final = -0.2

# How much likelier a role becomes by each token gathered for it, by how many kinds it needs
GATHERING: Final[list[float]] = [1.0, 12.0, 6.7, 4.7, 3.7]

MORE_FEARED: Final = 1.5
FACE_UP: Final = 2.0
FARTHEST: Final = 39
_NEAR: Final[list[float]] = [0.5**away for away in range(FARTHEST + 1)]
_THREAT: Final[list[float]] = [4.0 * 0.25**away for away in range(FARTHEST + 1)]


def features(state: BolognaState, seat: int) -> list[float]:
    """What counts for a seat still in the game, in the order of FEATURES."""
    found = [0.0] * len(FEATURES)
    player = state.players[seat]
    add_threats(state, seat, found)
    if player.asleep:
        found[ASLEEP] = 1.0
    if state.deus == seat:
        found[MIRACLE] = 1.0
    role = player.role
    if role == NO_ROLE:
        found[AWAY] = 10.0
        return found
    found[ROLE[role]] = 1.0
    away = min(FARTHEST, distance(state.ruleset, player.tokens, role))
    near = _NEAR[away]
    found[AWAY] = float(away)
    found[NEAR] = near
    if away == 0 and needs_guess(state.ruleset, role):
        found[THERE] = 1.0
    if state.active == seat:
        found[TURN] = 1.0
    else:
        wait = seat - state.active
        found[WAIT] = near * (wait if wait > 0 else wait + state.seats) / state.seats
    if state.active != seat and state.active >= 0 and not state.chosen:
        found[RIVAL_DICE] = rival_promise(state, state.players[state.active], role)
    if role != BRIGAND:
        add_tokens(state, player, found)
        if state.active == seat:
            add_dice(state, player, found)
    return found


def add_tokens(state: BolognaState, player: Player, found: list[float]) -> None:
    """Tokens beyond the goal protect those that count; the seventh of a kind is dangerous."""
    goal = state.ruleset.edition.goals[player.role]
    for kind in range(KINDS):
        held = player.tokens[kind]
        low = goal.low[kind]
        high = goal.high[kind]
        if kind == BOOK and held < low:
            found[BOOKS_MISSING] = float(low - held)
        if held > high:
            found[TOO_MANY] += float(held - high)
        elif held > low and kind != BOOK:
            found[SURPLUS_BOLOGNA if kind == BOLOGNA else SURPLUS] += float(min(2, held - low))
        if held == SIN - 1 and state.ruleset.deadly_sins:
            found[SEVENTH] += 1.0


def add_dice(state: BolognaState, player: Player, found: list[float]) -> None:
    """What the active player's dice promise: the best three on the table, or the chosen ones not yet used."""
    table = state.todo if state.chosen else state.kept + state.rolled
    if table:
        found[DICE if state.chosen else DICE_ON_OFFER] = promise(state, player, player.role, table)


def promise(state: BolognaState, player: Player, role: int, table: int) -> float:
    """What dice promise a player of a role, in wanted tokens: all once chosen, else the best three."""
    goal = state.ruleset.edition.goals[role]
    worth: list[float] = []
    need = 0
    for kind in range(KINDS):
        held = player.tokens[kind]
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
    return total


# What rivals may be


def role_odds(state: BolognaState, player: Player, role: int) -> float:
    """How likely a role is by what its player has gathered, compared with other roles: people gather what
    their role needs. Every role begins alike, however much it needs; one that needs few kinds explains them
    best, since whoever needs all four would gather others too.
    """
    ruleset = state.ruleset
    edition = ruleset.edition
    at_first = vec[i64](edition.start[state.seats])
    progress = distance(ruleset, at_first, role) - distance(ruleset, player.tokens, role)
    low = edition.goals[role].low
    needed = 0
    for kind in range(KINDS):
        if low[kind] > 0:
            needed += 1
    return float(GATHERING[needed] ** progress)


def role_chance(state: BolognaState, seat: int, other: int, role: int) -> float:
    """How likely a seat finds it that another has a role."""
    rival = state.players[other]
    own_role = state.players[seat].role
    if role == own_role or (rival.ruled_out >> role) & 1:
        return 0.0
    total = 0.0
    for possible in range(min(roles_in_play(state.seats), GUESSABLE + 1)):
        if possible != own_role and not (rival.ruled_out >> possible) & 1:
            total += role_odds(state, rival, possible)
    return role_odds(state, rival, role) / total


def rival_promise(state: BolognaState, rival: Player, own_role: int) -> float:
    """What the dice on the table promise a rival, over the roles it may have."""
    table = state.kept + state.rolled
    if not table or rival.role == BRIGAND:
        return 0.0
    total = 0.0
    weight = 0.0
    for role in range(min(roles_in_play(state.seats), GUESSABLE + 1)):
        if role != own_role and not (rival.ruled_out >> role) & 1:
            odds = role_odds(state, rival, role)
            total += odds * promise(state, rival, role, table)
            weight += odds
    return total / weight if weight else 0.0


def add_threats(state: BolognaState, seat: int, found: list[float]) -> None:
    """How close the rivals look to some goal."""
    rivals = 0
    role = state.players[seat].role
    for other, player in enumerate(state.players):
        if other != seat and player.alive:
            danger = threat(state, player, role)
            found[THREAT] += danger
            found[WORST_THREAT] = max(found[WORST_THREAT], danger)
            rivals += 1
    found[RIVALS] = log(float(max(1, rivals)))


def threat(state: BolognaState, rival: Player, own_role: int) -> float:
    """How close a rival looks to some goal, over the roles that the table has not ruled out."""
    if rival.role == BRIGAND:
        return FACE_UP * _THREAT[min(FARTHEST, distance(state.ruleset, rival.tokens, BRIGAND))]
    total = 0.0
    weight = 0.0
    for role in range(min(roles_in_play(state.seats), GUESSABLE + 1)):
        if role != own_role and not (rival.ruled_out >> role) & 1:
            share = MORE_FEARED if role == INNKEEPER else 1.0
            total += share * _THREAT[min(FARTHEST, distance(state.ruleset, rival.tokens, role))]
            weight += share
    return total / weight if weight else 0.0
