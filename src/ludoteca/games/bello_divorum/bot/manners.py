"""Good manners in Bello Divorum: claims are made, actions used, nobody walks in circles, and nobody dies for
nothing. `bench/manners.py` counts them; what is `foolish` no bot thinks of.
"""

from __future__ import annotations

from ludoteca.games.bello_divorum.bot.quick_policy import answer
from ludoteca.games.bello_divorum.rules.actions import ATTACK, CONTROL_DONE, END_ACTIONS, MOVE, SLOT_ORIGIN
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.games.bello_divorum.rules.steps.acting import Act, ActFrom, forecast
from ludoteca.games.bello_divorum.rules.steps.claiming import Claim
from ludoteca.kernel.actions import Action

DECLINED = "free things declined"
WASTED = "actions wasted"
TO_AND_FRO = "pieces walked to and fro"
GIVEN_AWAY = "resources given away for nothing"


class Manners:
    """Watches one match, decision by decision. `walked` are the moves of the turn."""

    def __init__(self) -> None:
        self.turn = (-1, -1)
        self.walked: list[Action] = []

    def seen(self, before: BelloState, action: Action, after: BelloState) -> list[tuple[str, bool]]:
        """What a decision was an occasion for, and whether it was ill used. To end a turn wastes actions if
        the quick policy would still find something good to do.
        """
        step = before.step
        if isinstance(step, Claim):
            return [(DECLINED, action is CONTROL_DONE)] if len(before.choices) > 1 else []
        if not isinstance(step, Act | ActFrom):
            return []
        if self.turn != (before.round, before.actor):
            self.turn = (before.round, before.actor)
            self.walked = []
        if action is END_ACTIONS:
            return [(WASTED, len(before.choices) > 1 and answer(before)[0] is not END_ACTIONS)]
        found = [(WASTED, False)] if isinstance(step, Act) else []
        if action.verb is not MOVE and action.verb is not ATTACK:
            return found
        counted = TO_AND_FRO if action.verb is MOVE else GIVEN_AWAY
        found.append((counted, foolish(before, action, self.walked)))
        if action.verb is MOVE:
            self.walked.append(action)
        return found


def foolish(state: BelloState, action: Action, before: list[Action]) -> bool:
    """The reverse of a move of the same turn, or an attack that brings nothing."""
    if action.verb is not MOVE and action.verb is not ATTACK:
        return False
    ends = state.ruleset.board.slot_end
    start = SLOT_ORIGIN[action.a]
    end = ends[action.a]
    if action.verb is ATTACK:
        return is_in_vain(state, start, end)
    return any(
        earlier.verb is MOVE and SLOT_ORIGIN[earlier.a] == end and ends[earlier.a] == start
        for earlier in before
    )


def is_in_vain(state: BelloState, start: int, end: int) -> bool:
    """Whether an attack neither kills anybody nor takes the chip."""
    aegis = state.players[state.owner(end)].aegis
    outcome = forecast(state.count(state.actor, start), state.crowd(end), state.turn.flower_war, aegis)
    return outcome.killed == 0 and not outcome.chip_falls
