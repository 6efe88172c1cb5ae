"""Powers that strike rivals (BEL-13.5, 13.8, 13.9, 13.11, 13.12, 13.15, 13.18)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bello_divorum.rules.actions import ARM, TARGET
from ludoteca.games.bello_divorum.rules.edition import TEMPLE, Power
from ludoteca.games.bello_divorum.rules.events import BLOWN, CHIP_LOST, DROWNED, PLACED, STRUCK, TOOK
from ludoteca.games.bello_divorum.rules.state import BelloState, members
from ludoteca.games.bello_divorum.rules.steps.seats import EVERY_SEAT
from ludoteca.games.bello_divorum.rules.steps.targets import (
    AimedEffect,
    Effect,
    PlaceTarget,
    PowerTarget,
    held_by_rival,
    lose,
    power_in_use,
    rivals_lose,
    rivals_on,
    stands_beside,
)
from ludoteca.kernel.actions import Action

# The Great Flood


class Flood(Effect):
    """BEL-13.5: an arm of the star is under water."""

    def possible(self, state: BelloState, seat: int, power: Power) -> bool:
        for arm in range(state.ruleset.board.sectors):
            if rivals_on_arm(state, seat, arm):
                return True
        return False

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        state.push(FLOODS[seat])


def rivals_on_arm(state: BelloState, seat: int, arm: int) -> bool:
    for place in state.ruleset.board.arms[arm]:
        if rivals_on(state, seat, place):
            return True
    return False


class Drown(PowerTarget):
    """Which arm of the star? (BEL-13.5)"""

    def candidates(self, state: BelloState) -> list[Action]:
        return ARM.actions[: state.ruleset.board.sectors]

    def objection(self, state: BelloState, action: Action) -> str | None:
        return None if rivals_on_arm(state, self.seat, action.a) else "BEL-13.5"

    def play(self, state: BelloState, action: Action) -> None:
        state.tell(DROWNED, self.seat, action.a)
        for place in state.ruleset.board.arms[action.a]:
            rivals_lose(state, self.seat, place, power_in_use(state).loses)


# Plague of Sekhmet


class Plague(Effect):
    """BEL-13.8: sickness at a location and all around it."""

    def possible(self, state: BelloState, seat: int, power: Power) -> bool:
        return state.rivals_stand(seat) != 0

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        state.push(PLAGUES[seat])


class Infect(PlaceTarget):
    """Where does the plague break out? (BEL-13.8)"""

    def objection(self, state: BelloState, action: Action) -> str | None:
        infected = state.ruleset.board.reach[action.a][1]
        own = state.players[self.seat]
        for player in state.players:
            if player is not own and player.where & infected:
                return None
        return "BEL-13.8"

    def play(self, state: BelloState, action: Action) -> None:
        power = power_in_use(state)
        state.tell(STRUCK, self.seat, action.a)
        rivals_lose(state, self.seat, action.a, power.loses)
        for other in state.ruleset.board.neighbours[action.a]:
            rivals_lose(state, self.seat, other, power.near)


# Embrace of Isis


class Embrace(AimedEffect):
    """BEL-13.9: a weakly held Field or City next door changes sides."""

    def barred(self, state: BelloState, seat: int, power: Power, place: int, cost: int) -> str | None:
        if not held_by_rival(state, seat, place):
            return "BEL-13.9"
        if state.ruleset.board.kind[place] == TEMPLE:
            return "BEL-13.9/temple"
        if state.crowd(place) > power.most:
            return "BEL-13.9/many"
        if state.chips_left(seat, place) == 0:
            return "BEL-13.9/chip"
        return None if stands_beside(state, seat, place, cost) else "BEL-13.9/far"

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        state.push(EMBRACES[seat])


class Convert(PlaceTarget):
    """Which location changes sides? (BEL-13.9)"""

    def objection(self, state: BelloState, action: Action) -> str | None:
        return EMBRACE.barred(state, self.seat, power_in_use(state), action.a, 0)

    def play(self, state: BelloState, action: Action) -> None:
        place = action.a
        followers = state.crowd(place)
        remove_chip(state, place)
        state.take(self.seat, place)
        state.tell(TOOK, self.seat, place)
        joining = min(followers, state.players[self.seat].supply)
        if joining:
            state.put(self.seat, place, joining)
            state.tell(PLACED, self.seat, joining, place)


def remove_chip(state: BelloState, place: int) -> None:
    """All followers of a controlled location and its chip go back to their owner."""
    victim = state.owner(place)
    lose(state, victim, place, state.crowd(place))
    state.give_up(place)
    state.tell(CHIP_LOST, victim, place)


# Thunderbolt of Zeus


class Thunderbolt(AimedEffect):
    """BEL-13.18: a Field or City is cleared."""

    def barred(self, state: BelloState, seat: int, power: Power, place: int, cost: int) -> str | None:
        if not held_by_rival(state, seat, place):
            return "BEL-13.18"
        return "BEL-13.18/temple" if state.ruleset.board.kind[place] == TEMPLE else None

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        state.push(THUNDERBOLTS[seat])


class Smite(PlaceTarget):
    """Where does the lightning strike? (BEL-13.18)"""

    def objection(self, state: BelloState, action: Action) -> str | None:
        return THUNDERBOLT.barred(state, self.seat, power_in_use(state), action.a, 0)

    def play(self, state: BelloState, action: Action) -> None:
        state.tell(STRUCK, self.seat, action.a)
        remove_chip(state, action.a)


# Divine Wind


class Wind(AimedEffect):
    """BEL-13.11: a garrison is blown next door."""

    def barred(self, state: BelloState, seat: int, power: Power, place: int, cost: int) -> str | None:
        if not held_by_rival(state, seat, place):
            return "BEL-13.11"
        return None if state.crowd(place) else "BEL-13.11/empty"

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        state.push(WINDS[seat])


class Blow(PlaceTarget):
    """Which garrison is blown away? (BEL-13.11)"""

    def objection(self, state: BelloState, action: Action) -> str | None:
        return WIND.barred(state, self.seat, power_in_use(state), action.a, 0)

    def play(self, state: BelloState, action: Action) -> None:
        place = action.a
        for other in state.ruleset.board.neighbours[place]:
            if landing_objection(state, place, other) is None:
                state.push(Landing(self.seat, place))
                return
        lose(state, state.owner(place), place, state.crowd(place))


def landing_objection(state: BelloState, place: int, other: int) -> str | None:
    """Uncontrolled or the same rival's, and not full."""
    if state.owner(other) >= 0 and state.owner(other) != state.owner(place):
        return "BEL-13.11/closed"
    return None if state.room(other) else "BEL-2.4"


class Landing(PowerTarget):
    """Where do they come down? (BEL-13.11)"""

    def __init__(self, seat: int, place: int) -> None:
        super().__init__(seat)
        self.place = place

    def details(self, state: BelloState) -> list[tuple[str, str, int]]:
        return [*super().details(state), ("place", "place", self.place)]

    def candidates(self, state: BelloState) -> list[Action]:
        return [TARGET[other] for other in state.ruleset.board.neighbours[self.place]]

    def objection(self, state: BelloState, action: Action) -> str | None:
        return landing_objection(state, self.place, action.a)

    def play(self, state: BelloState, action: Action) -> None:
        victim = state.owner(self.place)
        landing = min(state.crowd(self.place), state.room(action.a))
        state.remove(victim, self.place, landing)
        state.put(victim, action.a, landing)
        state.tell(BLOWN, victim, landing, self.place, action.a)
        lose(state, victim, self.place, state.crowd(self.place))


# Storm of Susanoo


class Storm(Effect):
    """BEL-13.12: every rival suffers at one location."""

    def possible(self, state: BelloState, seat: int, power: Power) -> bool:
        for rival in range(state.seats):
            if rival != seat and state.on_board(rival):
                return True
        return False

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        for rival in reversed(state.rivals_of(seat)):
            if state.on_board(rival):
                state.push(Ravage(seat, rival))


class Ravage(PlaceTarget):
    """Where does this rival suffer? (BEL-13.12)"""

    def __init__(self, seat: int, rival: int) -> None:
        super().__init__(seat)
        self.rival = rival

    def details(self, state: BelloState) -> list[tuple[str, str, int]]:
        return [*super().details(state), ("rival", "seat", self.rival)]

    def objection(self, state: BelloState, action: Action) -> str | None:
        return None if state.count(self.rival, action.a) else "BEL-13.12"

    def play(self, state: BelloState, action: Action) -> None:
        lose(state, self.rival, action.a, power_in_use(state).loses)


# Ragnarok


class Ragnarok(Effect):
    """BEL-13.15: every large rival host is thinned."""

    def possible(self, state: BelloState, seat: int, power: Power) -> bool:
        for place in members(state.rivals_stand(seat)):
            if state.crowd(place) >= power.least:
                for rival in range(state.seats):
                    if rival != seat and state.count(rival, place) >= power.least:
                        return True
        return False

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        for place in members(state.rivals_stand(seat)):
            for rival in range(state.seats):
                if rival != seat and state.count(rival, place) >= power.least:
                    lose(state, rival, place, power.loses)


EMBRACE: Final = Embrace()
THUNDERBOLT: Final = Thunderbolt()
WIND: Final = Wind()
FLOODS: Final[list[Drown]] = [Drown(seat) for seat in EVERY_SEAT]
PLAGUES: Final[list[Infect]] = [Infect(seat) for seat in EVERY_SEAT]
EMBRACES: Final[list[Convert]] = [Convert(seat) for seat in EVERY_SEAT]
THUNDERBOLTS: Final[list[Smite]] = [Smite(seat) for seat in EVERY_SEAT]
WINDS: Final[list[Blow]] = [Blow(seat) for seat in EVERY_SEAT]
