"""Good manners in Bologna, for `bench/manners.py`: miracles are for rolls worth one, wine is for those who
have something to lose, and nobody pays to be spared nothing.
"""

from __future__ import annotations

from ludoteca.games.bologna.bot.features import promise, rival_promise
from ludoteca.games.bologna.rules.actions import BRIGAND, CANCEL, MIRACLE
from ludoteca.games.bologna.rules.dice import BOLOGNA, BOOK, PEOPLE, TOWER
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
        player = before.players[seat]
        if isinstance(step, Miracle):
            return [(INTERRUPT, action is MIRACLE and not has_reason(before, seat))]
        if isinstance(step, Target):
            offsets = range(1, before.seats)
            if action.a and any(can_lose(before, step.deed, seat + offset) for offset in offsets):
                return [(WASTED, not can_lose(before, step.deed, seat + action.a))]
        if isinstance(step, Wine) and step.deed == INEBRIATE and before.holds(seat, PEOPLE) == 0:
            goal = None if player.role == BRIGAND else before.ruleset.edition.goals[player.role]
            wanted = goal is not None and player.tokens[BOLOGNA] <= goal.low[BOLOGNA]
            return [(GIVEN_AWAY, action is CANCEL and wanted)]
        return []


def has_reason(state: BolognaState, seat: int) -> bool:
    """Whether a reroll may help its caller: an own roll that does not serve, or a rival's that does."""
    player = state.players[seat]
    table = state.kept + state.rolled
    if player.role == BRIGAND or state.players[state.active].role == BRIGAND:
        return True
    if state.active == seat:
        return promise(state, player, player.role, table) < GOOD_ROLL
    return rival_promise(state, state.players[state.active], player.role) >= GOOD_ROLL / 2


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
