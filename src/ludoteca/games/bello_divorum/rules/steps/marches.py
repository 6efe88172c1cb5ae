"""Powers that change the turn of the seat, or a rival's (BEL-13.1, 13.6, 13.13, 13.14, 13.16)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bello_divorum.rules.actions import COUNT, RIVAL
from ludoteca.games.bello_divorum.rules.edition import Power
from ludoteca.games.bello_divorum.rules.events import CARRIED, CONFUSED
from ludoteca.games.bello_divorum.rules.state import BelloState
from ludoteca.games.bello_divorum.rules.steps.seats import EVERY_SEAT
from ludoteca.games.bello_divorum.rules.steps.targets import (
    AimedEffect,
    Effect,
    PlaceTarget,
    PowerTarget,
    followers_left,
    power_in_use,
)
from ludoteca.kernel.actions import Action


class FlowerWar(Effect):
    """BEL-13.1: chips do not defend against the attacks of this turn."""

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        state.turn.flower_war = True


class Einherjar(Effect):
    """BEL-13.14: the first attackers lost this turn come back."""

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        state.turn.returns = power.count


class Aegis(Effect):
    """BEL-13.16: one more defender everywhere, until the seat's next turn begins."""

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        state.players[seat].aegis = True


# Confusion of Tongues


class Confusion(Effect):
    """BEL-13.6: a rival will have fewer actions."""

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        state.push(CONFUSIONS[seat])


class Confuse(PowerTarget):
    """Which rival no longer understands anybody? (BEL-13.6)"""

    def candidates(self, state: BelloState) -> list[Action]:
        return RIVAL.actions[: state.seats]

    def objection(self, state: BelloState, action: Action) -> str | None:
        return "BEL-13.6" if action.a == self.seat else None

    def play(self, state: BelloState, action: Action) -> None:
        penalty = power_in_use(state).penalty
        state.players[action.a].penalty = penalty
        state.tell(CONFUSED, self.seat, action.a, penalty)


# Bifrost


class Bifrost(AimedEffect):
    """BEL-13.13: followers cross from one location of the seat to another with room, however far."""

    def grounds(self, state: BelloState, seat: int) -> int:
        return state.players[seat].held

    def barred(self, state: BelloState, seat: int, power: Power, place: int, cost: int) -> str | None:
        if state.owner(place) != seat:
            return "BEL-13.13"
        if followers_left(state, seat, place, cost) == 0:
            return "BEL-13.13/empty"
        room = state.ruleset.edition.room
        for other in state.holds(seat):
            if other != place and followers_left(state, seat, other, cost) < room:
                return None
        return "BEL-13.13/nowhere"

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        state.push(DEPARTURES[seat])


class Departure(PlaceTarget):
    """Where does the bridge begin? (BEL-13.13)"""

    def objection(self, state: BelloState, action: Action) -> str | None:
        return BIFROST.barred(state, self.seat, power_in_use(state), action.a, 0)

    def play(self, state: BelloState, action: Action) -> None:
        state.push(Arrival(self.seat, action.a))


class Arrival(PlaceTarget):
    """Where does the bridge end? (BEL-13.13)"""

    def __init__(self, seat: int, source: int) -> None:
        super().__init__(seat)
        self.source = source

    def details(self, state: BelloState) -> list[tuple[str, str, int]]:
        return [*super().details(state), ("place", "place", self.source)]

    def objection(self, state: BelloState, action: Action) -> str | None:
        if state.owner(action.a) != self.seat:
            return "BEL-13.13"
        if action.a == self.source:
            return "BEL-13.13/same"
        return None if state.room(action.a) else "BEL-2.4"

    def play(self, state: BelloState, action: Action) -> None:
        state.push(Crossing(self.seat, self.source, action.a))


class Crossing(PowerTarget):
    """How many cross the bridge? (BEL-13.13)"""

    def __init__(self, seat: int, source: int, target: int) -> None:
        super().__init__(seat)
        self.source = source
        self.target = target

    def details(self, state: BelloState) -> list[tuple[str, str, int]]:
        return [*super().details(state), ("from", "place", self.source), ("place", "place", self.target)]

    def candidates(self, state: BelloState) -> list[Action]:
        return COUNT.actions[: power_in_use(state).count]

    def objection(self, state: BelloState, action: Action) -> str | None:
        if action.a > state.crowd(self.source):
            return "BEL-13.13/few"
        return None if action.a <= state.room(self.target) else "BEL-2.4"

    def play(self, state: BelloState, action: Action) -> None:
        state.remove(self.seat, self.source, action.a)
        state.put(self.seat, self.target, action.a)
        state.tell(CARRIED, self.seat, action.a, self.source, self.target)


BIFROST: Final = Bifrost()
CONFUSIONS: Final[list[Confuse]] = [Confuse(seat) for seat in EVERY_SEAT]
DEPARTURES: Final[list[Departure]] = [Departure(seat) for seat in EVERY_SEAT]
