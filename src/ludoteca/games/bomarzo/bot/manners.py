"""Good manners in Bomarzo, for `bench/manners.py`: favours are used, nothing is invoked in vain, and nothing
is given away.
"""

from __future__ import annotations

from ludoteca.games.bomarzo.rules import actions
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.development import Work
from ludoteca.games.bomarzo.rules.steps.favours import StepForward, promises_something
from ludoteca.games.bomarzo.rules.steps.payment import Gift
from ludoteca.games.bomarzo.rules.steps.turn import Turn
from ludoteca.kernel.actions import Action

DECLINED = "free things declined"
WASTED = "actions wasted"
GIVEN_AWAY = "resources given away for nothing"


class Manners:
    """Watches one match, decision by decision."""

    def seen(self, before: BomarzoState, action: Action, after: BomarzoState) -> list[tuple[str, bool]]:
        """What a decision was an occasion for, and whether it was ill used. A pawn may harvest for nothing,
        so passing with a harvest left declines it; a favour that does nothing for its seat wastes an action.
        """
        step = before.step
        fief = before.fiefs[before.actor]
        if isinstance(step, Gift):
            return [(GIVEN_AWAY, action is not actions.GIFT_DONE)]
        if isinstance(step, Work | StepForward):
            return [(DECLINED, action is actions.DECLINE)]
        if isinstance(step, Turn):
            harvests = any(option.verb is actions.HARVEST for option in before.choices)
            found = [(DECLINED, action is actions.PASS)] if harvests else []
            if action.verb is actions.INVOKE:
                found.append((WASTED, not promises_something(before, fief, action.a)))
            return found
        return []
