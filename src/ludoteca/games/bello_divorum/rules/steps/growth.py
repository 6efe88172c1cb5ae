"""Powers that bring followers (BEL-13.3, 13.4, 13.7, 13.10)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, TEMPLE, Power
from ludoteca.games.bello_divorum.rules.events import PLACED
from ludoteca.games.bello_divorum.rules.state import NO_SEAT, BelloState, members
from ludoteca.games.bello_divorum.rules.steps.seats import EVERY_SEAT
from ludoteca.games.bello_divorum.rules.steps.targets import (
    AimedEffect,
    PlaceTarget,
    held_by_rival,
    lose,
    power_in_use,
    rivals_on,
    stands_beside,
    supply_after,
)
from ludoteca.kernel.actions import Action


class Growth(AimedEffect):
    """BEL-5.7: one follower on each of several locations, as many as are eligible and in supply."""

    def grounds(self, state: BelloState, seat: int) -> int:
        return state.players[seat].held

    def possible(self, state: BelloState, seat: int, power: Power) -> bool:
        return supply_after(state, seat, power.cost) > 0 and super().possible(state, seat, power)

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        self.grow(state, seat, power, min(power.count, state.players[seat].supply), 0)

    def grow(self, state: BelloState, seat: int, power: Power, left: int, chosen: int) -> None:
        """Place what is left; nothing is asked when every eligible location gets its follower."""
        eligible: list[int] = []
        for place in members(self.grounds(state, seat)):
            if not (chosen >> place) & 1 and self.barred(state, seat, power, place, 0) is None:
                eligible.append(place)
        if len(eligible) > left:
            state.push(Placement(seat, self, left, chosen))
            return
        for place in eligible:
            place_one(state, seat, place)


def place_one(state: BelloState, seat: int, place: int) -> None:
    state.put(seat, place, 1)
    state.tell(PLACED, seat, 1, place)


class Placement(PlaceTarget):
    """Where does the next follower stand? Never twice on the same location."""

    def __init__(self, seat: int, growth: Growth, left: int, chosen: int) -> None:
        super().__init__(seat)
        self.growth = growth
        self.left = left
        self.chosen = chosen

    def details(self, state: BelloState) -> list[tuple[str, str, int]]:
        return [*super().details(state), ("number", "number", self.left)]

    def objection(self, state: BelloState, action: Action) -> str | None:
        if (self.chosen >> action.a) & 1:
            return "BEL-5.7"
        return self.growth.barred(state, self.seat, power_in_use(state), action.a, 0)

    def play(self, state: BelloState, action: Action) -> None:
        place_one(state, self.seat, action.a)
        if self.left > 1:
            chosen = self.chosen | 1 << action.a
            self.growth.grow(state, self.seat, power_in_use(state), self.left - 1, chosen)


class Tribute(Growth):
    """BEL-13.4: followers for Cities of the seat that are not crowded."""

    def barred(self, state: BelloState, seat: int, power: Power, place: int, cost: int) -> str | None:
        if state.owner(place) != seat or state.ruleset.board.kind[place] != CITY:
            return "BEL-13.4"
        if state.crowd(place) > power.most:
            return "BEL-13.4/crowded"
        return None if state.room(place) else "BEL-2.4"


class Nile(Growth):
    """BEL-13.7: followers for Fields of the seat that are not crowded."""

    def barred(self, state: BelloState, seat: int, power: Power, place: int, cost: int) -> str | None:
        if state.owner(place) != seat or state.ruleset.board.kind[place] != FIELD:
            return "BEL-13.7"
        if state.crowd(place) > power.most:
            return "BEL-13.7/crowded"
        return None if state.room(place) else "BEL-2.4"


class Wayside(Growth):
    """BEL-13.10: followers for uncontrolled Fields beside locations of the seat, where no rival stands."""

    def grounds(self, state: BelloState, seat: int) -> int:
        return state.ruleset.board.of_kind[FIELD] & ~(state.players[seat].held | state.rivals_hold(seat))

    def barred(self, state: BelloState, seat: int, power: Power, place: int, cost: int) -> str | None:
        if state.owner(place) != NO_SEAT or state.ruleset.board.kind[place] != FIELD:
            return "BEL-13.10"
        if rivals_on(state, seat, place):
            return "BEL-13.10/rival"
        if not state.room(place):
            return "BEL-2.4"
        return None if state.ruleset.board.beside[place] & state.players[seat].held else "BEL-13.10/far"


# Captives for the Altar


class Captives(AimedEffect):
    """BEL-13.3: a garrison next door is led away, and as many followers gather on the Temples of the seat."""

    def barred(self, state: BelloState, seat: int, power: Power, place: int, cost: int) -> str | None:
        if not held_by_rival(state, seat, place):
            return "BEL-13.3"
        if state.crowd(place) == 0:
            return "BEL-13.3/empty"
        return None if stands_beside(state, seat, place, cost) else "BEL-13.3/far"

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        state.push(CAPTURES[seat])


class Capture(PlaceTarget):
    """Whose followers are led to the altar? (BEL-13.3)"""

    def objection(self, state: BelloState, action: Action) -> str | None:
        return CAPTIVES.barred(state, self.seat, power_in_use(state), action.a, 0)

    def play(self, state: BelloState, action: Action) -> None:
        captives = state.crowd(action.a)
        lose(state, state.owner(action.a), action.a, captives)
        gather(state, self.seat, min(captives, state.players[self.seat].supply))


def gather(state: BelloState, seat: int, number: int) -> None:
    """Followers gather on the seat's Temples, as far as there is room; asked if it makes a difference."""
    open_temples: list[int] = []
    room = 0
    for temple in state.ruleset.board.temples:
        if state.owner(temple) == seat and state.room(temple):
            open_temples.append(temple)
            room += state.room(temple)
    if number > 0 and len(open_temples) > 1 and number < room:
        state.push(Altar(seat, number))
        return
    for temple in open_temples:
        placed = min(number, state.room(temple))
        if placed:
            state.put(seat, temple, placed)
            state.tell(PLACED, seat, placed, temple)
            number -= placed


class Altar(PlaceTarget):
    """On which Temple does the next follower stand? (BEL-13.3)"""

    def __init__(self, seat: int, left: int) -> None:
        super().__init__(seat)
        self.left = left

    def details(self, state: BelloState) -> list[tuple[str, str, int]]:
        return [*super().details(state), ("number", "number", self.left)]

    def objection(self, state: BelloState, action: Action) -> str | None:
        if state.owner(action.a) != self.seat or state.ruleset.board.kind[action.a] != TEMPLE:
            return "BEL-13.3/altar"
        return None if state.room(action.a) else "BEL-2.4"

    def play(self, state: BelloState, action: Action) -> None:
        place_one(state, self.seat, action.a)
        gather(state, self.seat, self.left - 1)


CAPTIVES: Final = Captives()
CAPTURES: Final[list[Capture]] = [Capture(seat) for seat in EVERY_SEAT]
