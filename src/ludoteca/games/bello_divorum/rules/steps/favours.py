"""The Power Phase (BEL-5): choosing a power, the sacrifice, the token, and then what the power does."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bello_divorum.rules.actions import NO_FAVOUR, POWER, POWERS
from ludoteca.games.bello_divorum.rules.edition import EFFECTS, TEMPLE, Power
from ludoteca.games.bello_divorum.rules.events import ASKED_NOTHING, DOOM, FAVOUR, SACRIFICED
from ludoteca.games.bello_divorum.rules.state import BelloState, members
from ludoteca.games.bello_divorum.rules.steps.growth import CAPTIVES, Nile, Tribute, Wayside
from ludoteca.games.bello_divorum.rules.steps.marches import BIFROST, Aegis, Confusion, Einherjar, FlowerWar
from ludoteca.games.bello_divorum.rules.steps.seats import EVERY_SEAT
from ludoteca.games.bello_divorum.rules.steps.targets import Effect
from ludoteca.games.bello_divorum.rules.steps.wrath import (
    EMBRACE,
    THUNDERBOLT,
    WIND,
    Flood,
    Plague,
    Ragnarok,
    Storm,
)
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision

_BY_NAME: Final[dict[str, Effect]] = {
    "flower_war": FlowerWar(),
    "haste": Effect(),
    "captives": CAPTIVES,
    "tribute": Tribute(),
    "flood": Flood(),
    "confusion": Confusion(),
    "nile": Nile(),
    "plague": Plague(),
    "embrace": EMBRACE,
    "wayside": Wayside(),
    "wind": WIND,
    "storm": Storm(),
    "bifrost": BIFROST,
    "einherjar": Einherjar(),
    "ragnarok": Ragnarok(),
    "aegis": Aegis(),
    "thunderbolt": THUNDERBOLT,
}
EFFECT_RULES: Final[list[Effect]] = [_BY_NAME[name] for name in EFFECTS]


def price_objection(state: BelloState, seat: int, power: Power) -> str | None:
    """BEL-5.2: the cost on each and every controlled Temple, and at least one Temple."""
    if power.cost == 0:
        return None
    temples = own_temples(state, seat)
    for temple in temples:
        if state.crowd(temple) < power.cost:
            return "BEL-5.2"
    return None if temples else "BEL-5.2/temple"


def own_temples(state: BelloState, seat: int) -> list[int]:
    """The Temples a seat controls, in order."""
    return members(state.players[seat].held & state.ruleset.board.of_kind[TEMPLE])


def advance_doom(state: BelloState, steps: int) -> None:
    """BEL-10.1, 10.3: forwards only, and not beyond the full circle."""
    before = state.doom
    state.doom = min(state.ruleset.track, before + steps)
    if state.doom > before:
        state.tell(DOOM, state.doom, state.ruleset.track)


def use_power(state: BelloState, seat: int, power: Power) -> None:
    """BEL-5.4: sacrifice, token, then the text of the power. What is called upon is told before its price."""
    state.tell(FAVOUR, seat, state.power_number(seat))
    if power.cost:
        for temple in own_temples(state, seat):
            state.remove(seat, temple, power.cost)
            state.tell(SACRIFICED, seat, power.cost, temple)
    if power.doom:
        advance_doom(state, power.doom)
    state.turn.bonus_actions += power.actions
    state.turn.bonus_moves += power.moves
    EFFECT_RULES[power.effect].begin(state, seat, power)


class Favour(Decision[BelloState]):
    """One power of the seat's card, or none (BEL-5.1)."""

    def candidates(self, state: BelloState) -> list[Action]:
        return CARDS[state.players[self.seat].pantheon]

    def objection(self, state: BelloState, action: Action) -> str | None:
        if action is NO_FAVOUR:
            return None
        power = state.powers(self.seat)[action.a % POWERS]
        unpaid = price_objection(state, self.seat, power)
        if unpaid is not None:
            return unpaid
        return None if EFFECT_RULES[power.effect].possible(state, self.seat, power) else "BEL-5.5"

    def play(self, state: BelloState, action: Action) -> None:
        if action is NO_FAVOUR:
            state.tell(ASKED_NOTHING, self.seat)
            return
        state.turn.power = action.a % POWERS + 1
        use_power(state, self.seat, state.powers(self.seat)[action.a % POWERS])


CARDS: Final[list[list[Action]]] = [
    [NO_FAVOUR, *POWER.actions[first : first + POWERS]] for first in range(0, len(POWER.actions), POWERS)
]
FAVOURS: Final[list[Favour]] = [Favour(seat) for seat in EVERY_SEAT]
