"""What the page's tray proposes for the small decisions of a payment: what is asked, and nothing more."""

from __future__ import annotations

from ludoteca.games.bomarzo.rules import actions
from ludoteca.games.bomarzo.rules.actions import ANY, COIN, FOOD
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.payment import next_slot
from ludoteca.kernel.actions import Action


def propose(state: BomarzoState) -> Action | None:
    """Pay in kind, give nothing more, and keep a raising card for later."""
    match state.step.name():
        case "how":
            return actions.PAY_PLAIN
        case "gift":
            return actions.GIFT_DONE
        case "raise":
            return actions.RAISE_SKIP
        case "pay":
            return _in_kind(state)
    return None


def _in_kind(state: BomarzoState) -> Action | None:
    """Food for food, a coin for a coin; for anything, what there is more of."""
    slot = next_slot(state)
    cubes = state.fiefs[state.actor].cubes
    if slot == ANY:
        slot = FOOD if cubes[FOOD] >= cubes[COIN] else COIN
    wanted = actions.PAY.actions[slot]
    return wanted if wanted in state.choices else None
