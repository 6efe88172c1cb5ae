"""What the powers share: effects, and the choice of a location (BEL-5.4 to 5.8)."""

from __future__ import annotations

from ludoteca.games.bello_divorum.rules.edition import TEMPLE, Power
from ludoteca.games.bello_divorum.rules.events import LOST
from ludoteca.games.bello_divorum.rules.state import BelloState, members
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision


class Effect:
    """What a power does once it is paid, besides the actions and moves it gives."""

    def possible(self, state: BelloState, seat: int, power: Power) -> bool:
        """BEL-5.5: whether it would have a target, judged as it will be after the sacrifice (BEL-5.4)."""
        return True

    def begin(self, state: BelloState, seat: int, power: Power) -> None:
        """Carry it out, or ask for what has to be chosen."""


class AimedEffect(Effect):
    """A power that needs a location to be aimed at."""

    def barred(self, state: BelloState, seat: int, power: Power, place: int, cost: int) -> str | None:
        """The rule that forbids a location, once `cost` is sacrificed on each Temple of the seat; or None."""
        raise NotImplementedError

    def grounds(self, state: BelloState, seat: int) -> int:
        """The set of locations worth a look: those of rivals, unless told otherwise."""
        return state.rivals_hold(seat)

    def possible(self, state: BelloState, seat: int, power: Power) -> bool:
        for place in members(self.grounds(state, seat)):
            if self.barred(state, seat, power, place, power.cost) is None:
                return True
        return False


class PowerTarget(Decision[BelloState]):
    """What does the power concern? Its choices are not optional (BEL-5.6)."""

    def details(self, state: BelloState) -> list[tuple[str, str, int]]:
        return [("power", "power", state.power_number(self.seat))]


class PlaceTarget(PowerTarget):
    """Which location does the power concern?"""

    def candidates(self, state: BelloState) -> list[Action]:
        return state.ruleset.board.targets


def power_in_use(state: BelloState) -> Power:
    """The power that the active player has paid for this turn."""
    return state.powers(state.turn.active)[state.turn.power - 1]


def followers_left(state: BelloState, seat: int, place: int, cost: int) -> int:
    """How many of a seat's followers stand on a location once it has sacrificed `cost` on each Temple."""
    number = state.count(seat, place)
    if cost and state.owner(place) == seat and state.ruleset.board.kind[place] == TEMPLE:
        number -= cost
    return number


def supply_after(state: BelloState, seat: int, cost: int) -> int:
    """A seat's supply once the sacrifice has gone back to it."""
    return state.players[seat].supply + cost * state.controls(seat, TEMPLE)


def stands_beside(state: BelloState, seat: int, place: int, cost: int) -> bool:
    """Whether a follower of the seat stands next to a location, after the sacrifice."""
    for other in members(state.ruleset.board.beside[place] & state.players[seat].where):
        if followers_left(state, seat, other, cost) > 0:
            return True
    return False


def held_by_rival(state: BelloState, seat: int, place: int) -> bool:
    """Whether another player controls a location."""
    owner = state.owner(place)
    return owner >= 0 and owner != seat


def rivals_on(state: BelloState, seat: int, place: int) -> int:
    """How many followers of others stand on a location."""
    return state.crowd(place) - state.count(seat, place)


def lose(state: BelloState, victim: int, place: int, number: int) -> None:
    """BEL-5.8: up to so many followers are lost."""
    lost = min(number, state.count(victim, place))
    if lost:
        state.remove(victim, place, lost)
        state.tell(LOST, victim, lost, place)


def rivals_lose(state: BelloState, seat: int, place: int, number: int) -> None:
    """Every rival of a seat loses up to so many followers on a location."""
    if state.crowd(place):
        for rival in range(state.seats):
            if rival != seat:
                lose(state, rival, place, number)
