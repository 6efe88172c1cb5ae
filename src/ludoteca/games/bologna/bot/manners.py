"""Good manners in Bologna: miracles are for rolls worth one, wine is for those who have something to lose,
and nobody pays to be spared nothing. `bench/manners.py` counts them; what is `foolish` no bot thinks of.
"""

from __future__ import annotations

from ludoteca.games.bologna.bot.features import promise, rival_promise
from ludoteca.games.bologna.rules.actions import BRIGAND, CANCEL, MIRACLE
from ludoteca.games.bologna.rules.dice import BOLOGNA, BOOK, KINDS, PEOPLE, TOWER, count
from ludoteca.games.bologna.rules.state import BolognaState
from ludoteca.games.bologna.rules.steps.effects import INEBRIATE, REVOLT, Target, Wine
from ludoteca.games.bologna.rules.steps.turn import Miracle
from ludoteca.kernel.actions import Action

INTERRUPT = "interrupts used without gain"
WASTED = "actions wasted"
GIVEN_AWAY = "resources given away for nothing"

GOOD_ROLL = 1.4
"""Two wanted tokens in the best three dice: a roll that serves whoever rolled it."""


class Manners:
    """Watches one match, decision by decision."""

    def seen(self, before: BolognaState, action: Action, after: BolognaState) -> list[tuple[str, bool]]:
        """What a decision was an occasion for, and whether it was ill used."""
        step = before.step
        seat = before.actor
        if isinstance(step, Miracle):
            return [(INTERRUPT, action is MIRACLE and not has_reason(before, seat))]
        if isinstance(step, Target):
            return [(WASTED, foolish(before, action, []))] if somebody_can_lose(before, step.deed) else []
        if isinstance(step, Wine) and spares_nothing(before, step):
            return [(GIVEN_AWAY, foolish(before, action, []))]
        return []


def foolish(state: BolognaState, action: Action, before: list[Action]) -> bool:
    """Wine or a revolution against somebody with nothing to lose, while another has something; Bologna paid
    to be spared nothing; and a miracle on an own roll that serves. Whoever holds Bologna answers the wine
    later, so that a look one decision ahead does not see what it does.
    """
    step = state.step
    if isinstance(step, Miracle):
        own = state.active == state.actor
        return own and action is MIRACLE and not has_reason(state, state.actor)
    if isinstance(step, Wine):
        return action is CANCEL and spares_nothing(state, step) and needs_bologna(state, step.seat)
    if not isinstance(step, Target) or not somebody_can_lose(state, step.deed):
        return False
    return not can_lose(state, step.deed, step.seat + action.a)


def spares_nothing(state: BolognaState, step: Wine) -> bool:
    """Whether wine is given to a player without People: suffering it costs nothing (BOL-3.8, 3.12)."""
    return step.deed == INEBRIATE and state.holds(step.seat, PEOPLE) == 0


def needs_bologna(state: BolognaState, seat: int) -> bool:
    """Whether the goal of a player needs all the Bologna it has."""
    player = state.players[seat]
    if player.role == BRIGAND:
        return False
    return player.tokens[BOLOGNA] <= state.ruleset.edition.goals[player.role].low[BOLOGNA]


def somebody_can_lose(state: BolognaState, deed: int) -> bool:
    """Whether any rival of the active player has something to lose."""
    return any(can_lose(state, deed, state.active + offset) for offset in range(1, state.seats))


def has_reason(state: BolognaState, seat: int) -> bool:
    """Whether a reroll may help its caller: an own roll that does not serve, or feeds everybody (BOL-5.20),
    or a rival's that does.
    """
    player = state.players[seat]
    table = state.kept + state.rolled
    if player.role == BRIGAND or state.players[state.active].role == BRIGAND:
        return True
    if state.active == seat:
        return promise(state, player, player.role, table) < GOOD_ROLL or feeds_everybody(table)
    return rival_promise(state, state.players[state.active], player.role) >= GOOD_ROLL / 2


def feeds_everybody(table: int) -> bool:
    """Whether all five dice show one kind of token."""
    return any(count(table, kind) == 5 for kind in range(KINDS))


def can_lose(state: BolognaState, deed: int, seat: int) -> bool:
    """Whether a player has something to lose by wine or a revolution."""
    victim = state.players[seat % state.seats]
    if not victim.alive:
        return False
    if deed == INEBRIATE:
        return victim.tokens[PEOPLE] > 0
    if deed == REVOLT:
        return victim.tokens[TOWER] + victim.tokens[BOOK] > 0
    return not victim.asleep and state.sleep_tokens > 0
