"""Good manners in Bello Divorum, for `bench/manners.py`: claims are made, actions used, nobody walks in
circles, and nobody dies for nothing.
"""

from __future__ import annotations

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
    """Watches one match, decision by decision. `walked` are the moves of the turn, by start and end."""

    def __init__(self) -> None:
        self.turn = (-1, -1)
        self.walked: list[tuple[int, int]] = []

    def seen(self, before: BelloState, action: Action, after: BelloState) -> list[tuple[str, bool]]:
        """What a decision was an occasion for, and whether it was ill used."""
        step = before.step
        if isinstance(step, Claim):
            return [(DECLINED, action is CONTROL_DONE)] if len(before.choices) > 1 else []
        if not isinstance(step, Act | ActFrom):
            return []
        if self.turn != (before.round, before.actor):
            self.turn = (before.round, before.actor)
            self.walked = []
        if action is END_ACTIONS:
            return [(WASTED, len(before.choices) > 1)]
        found = [(WASTED, False)] if isinstance(step, Act) else []
        if action.verb is not MOVE and action.verb is not ATTACK:
            return found
        start = SLOT_ORIGIN[action.a]
        end = before.ruleset.board.slot_end[action.a]
        if action.verb is MOVE:
            found.append((TO_AND_FRO, (end, start) in self.walked))
            self.walked.append((start, end))
        else:
            found.append((GIVEN_AWAY, is_in_vain(before, start, end)))
        return found


def is_in_vain(state: BelloState, start: int, end: int) -> bool:
    """Whether an attack neither kills anybody nor takes the chip."""
    aegis = state.players[state.owner(end)].aegis
    outcome = forecast(state.count(state.actor, start), state.crowd(end), state.turn.flower_war, aegis)
    return outcome.killed == 0 and not outcome.chip_falls
