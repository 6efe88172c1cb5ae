"""Good manners in Bomarzo: favours are used, nothing is invoked in vain, and nothing is given away.
`bench/manners.py` counts them; what is `foolish` no bot thinks of.
"""

from __future__ import annotations

from ludoteca.games.bomarzo.rules import actions
from ludoteca.games.bomarzo.rules.state import BomarzoState, Fief
from ludoteca.games.bomarzo.rules.steps.development import DEVELOPS, Develop, Work, cards_for
from ludoteca.games.bomarzo.rules.steps.favours import Devote, StepForward, Study, promises_something
from ludoteca.games.bomarzo.rules.steps.payment import Gift
from ludoteca.games.bomarzo.rules.steps.turn import (
    CopyOffer,
    Turn,
    at_limit,
    copy_objection,
    harvest_yield,
    invocation_objection,
)
from ludoteca.kernel.actions import Action

DECLINED = "free things declined"
WASTED = "actions wasted"
GIVEN_AWAY = "resources given away for nothing"
INTERRUPT = "interrupts used without gain"


class Manners:
    """Watches one match, decision by decision."""

    def seen(self, before: BomarzoState, action: Action, after: BomarzoState) -> list[tuple[str, bool]]:
        """What a decision was an occasion for, and whether it was ill used."""
        step = before.step
        if len(before.choices) == 1:
            return []
        if isinstance(step, Turn):
            return turn_taken(before, action)
        if isinstance(step, CopyOffer):
            return [(INTERRUPT, foolish(before, action, []))]
        if isinstance(step, Gift):
            return [(GIVEN_AWAY, foolish(before, action, []))]
        if isinstance(step, Work | StepForward):
            return [(DECLINED, action is actions.DECLINE)]
        if isinstance(step, Develop | Devote | Study):
            return [(WASTED, foolish(before, action, []))]
        return []


def turn_taken(state: BomarzoState, action: Action) -> list[tuple[str, bool]]:
    """What a turn was an occasion for. A pawn may harvest for nothing, so passing with a harvest left
    declines it.
    """
    harvests = any(option.verb is actions.HARVEST for option in state.choices)
    found = [(DECLINED, action is actions.PASS)] if harvests else []
    if action is not actions.PASS:
        found.append((WASTED, foolish(state, action, [])))
    return found


def foolish(state: BomarzoState, action: Action, before: list[Action]) -> bool:
    """A divinity invoked or copied whose favour does nothing, a favour paid for and declined, an area that
    brings nothing while another does, a gift that keeps nobody away.
    """
    step = state.step
    fief = state.fiefs[state.actor]
    if isinstance(step, Turn):
        if action.verb is actions.INVOKE:
            return not serves(state, fief, action.a)
        return action.verb is actions.HARVEST and is_barren(state, action.a)
    if isinstance(step, CopyOffer):
        return action is actions.COPY and not serves(state, fief, state.god)
    if isinstance(step, Gift):
        return action is not actions.GIFT_DONE and not has_rivals_for(state, state.god)
    paid = isinstance(step, Develop | Devote) or (isinstance(step, Study) and not step.again)
    return paid and action is actions.DECLINE


def serves(state: BomarzoState, fief: Fief, god: int) -> bool:
    """Whether a favour does something for a seat, as its owner sees it: a card to be developed shows the
    symbol of the divinity (BOM-8.4).
    """
    if DEVELOPS[god] >= 0:
        return (fief.hand | fief.level1) & cards_for(state, god) != 0
    return promises_something(state, fief, god)


def is_barren(state: BomarzoState, area: int) -> bool:
    """Whether a harvest brings nothing, while another area brings something (BOM-4.4)."""
    if harvest_yield(state, area) > 0:
        return False
    return any(
        option.verb is actions.HARVEST and harvest_yield(state, option.a) > 0 for option in state.choices
    )


def has_rivals_for(state: BomarzoState, god: int) -> bool:
    """Whether somebody else could copy the action (BOM-7.2) or invoke the divinity this season: cubes that
    lie there make both dearer (BOM-5.2).
    """
    for seat, fief in enumerate(state.fiefs):
        if seat == state.actor:
            continue
        if copy_objection(state, fief) is None:
            return True
        may_act = fief.idle > 0 and not fief.passed and not at_limit(state, fief)
        if may_act and invocation_objection(state, fief, god) is None:
            return True
    return False
