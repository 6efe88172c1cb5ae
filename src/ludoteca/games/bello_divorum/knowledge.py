"""What each seat may know in Bello Divorum: everything, for all cards and pieces lie open (BEL-1.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.games.bello_divorum.actions import PLACES
from ludoteca.games.bello_divorum.edition import KINDS
from ludoteca.games.bello_divorum.state import BelloState, members
from ludoteca.games.bello_divorum.steps.acting import Act, ActFrom
from ludoteca.games.bello_divorum.steps.claiming import Claim
from ludoteca.games.bello_divorum.steps.favours import Favour
from ludoteca.games.bello_divorum.steps.growth import Altar, Placement
from ludoteca.games.bello_divorum.steps.marches import Arrival, Crossing
from ludoteca.games.bello_divorum.steps.recruiting import Muster
from ludoteca.games.bello_divorum.steps.targets import PowerTarget
from ludoteca.games.bello_divorum.steps.wrath import Landing, Ravage
from ludoteca.kernel.source import Source
from ludoteca.kernel.view import View


@dataclass(frozen=True)
class BelloView(View):
    """The table. Seats, corners and pantheons are numbers, -1 where there is none.

    `followers` is by location and seat. `phase` is setup, recruit, power, target, action, control or over;
    `question` names the step that waits. `source` is the location a power has already been aimed at, `victim`
    the rival it is being aimed at, `left` how many followers it still places, `placed` where it has put one.
    """

    sectors: int
    phase: str
    question: str
    corner: tuple[int, ...]
    pantheon: tuple[int, ...]
    owner: tuple[int, ...]
    followers: tuple[tuple[int, ...], ...]
    supply: tuple[int, ...]
    chips: tuple[tuple[int, ...], ...]
    controls: tuple[tuple[int, ...], ...]
    faith: tuple[int, ...]
    next_actions: tuple[int, ...]
    penalty: tuple[int, ...]
    aegis: tuple[bool, ...]
    moved: tuple[bool, ...]
    order: tuple[int, ...]
    first: int
    active: int
    round: int
    doom: int
    track: int
    final_turn: bool
    power: int
    actions: int
    moves: int
    flower_war: bool
    returns: int
    source: int
    victim: int
    left: int
    placed: tuple[int, ...]
    winners: tuple[int, ...]
    over: bool


def view(state: BelloState, seat: int) -> BelloView:
    """The same for every seat and for spectators."""
    return BelloView(**facts(state, seat))


def facts(state: BelloState, seat: int) -> dict[str, Any]:
    """What a view holds, by the names of its fields."""
    seats = range(state.seats)
    settled = len(state.order) > 0
    place_in_round = [state.order.index(other) if settled else 0 for other in seats]
    return {
        "viewer": seat,
        "actor": state.actor,
        "sectors": state.house.board.sectors,
        "phase": _phase(state),
        "question": state.step.name() if state.agenda else "",
        "corner": tuple(state.corner),
        "pantheon": tuple(state.pantheon),
        "owner": tuple(state.owner),
        "followers": _followers(state),
        "supply": tuple(state.supply),
        "chips": tuple([tuple(state.chips[KINDS * other : KINDS * other + KINDS]) for other in seats]),
        "controls": tuple([tuple([state.controls(other, kind) for kind in range(KINDS)]) for other in seats]),
        "faith": tuple([state.faith(other) for other in seats]),
        "next_actions": tuple([_next_actions(state, other) for other in seats]),
        "penalty": tuple(state.penalty),
        "aegis": tuple([(state.aegis >> other) & 1 == 1 for other in seats]),
        "moved": tuple([settled and place_in_round[other] < state.turn for other in seats]),
        "order": tuple(state.order),
        "first": state.first,
        "active": state.active,
        "round": state.round,
        "doom": state.doom,
        "track": state.house.track,
        "final_turn": state.final_turn,
        "power": state.power,
        "actions": state.actions,
        "moves": state.moves,
        "flower_war": state.flower_war,
        "returns": state.returns,
        "source": _source(state),
        "victim": _victim(state),
        "left": _left(state),
        "placed": _placed(state),
        "winners": state.result.winners if state.result is not None else (),
        "over": state.over,
    }


def _followers(state: BelloState) -> tuple[tuple[int, ...], ...]:
    """By location and seat; most locations stand empty."""
    nobody = (0,) * state.seats
    found: list[tuple[int, ...]] = []
    for place in range(PLACES):
        if state.crowd[place] == 0:
            found.append(nobody)
        else:
            found.append(tuple([state.count(other, place) for other in range(state.seats)]))
    return tuple(found)


def _next_actions(state: BelloState, seat: int) -> int:
    """How many actions the seat's next Action Phase would bring as things stand."""
    actions = state.base_actions(seat)
    return max(1, actions - state.penalty[seat]) if state.penalty[seat] else actions


def _phase(state: BelloState) -> str:
    if not state.agenda:
        return "over"
    step = state.step
    if isinstance(step, Act | ActFrom):
        return "action"
    if isinstance(step, Claim):
        return "control"
    if isinstance(step, Favour):
        return "power"
    if isinstance(step, Muster):
        return "recruit"
    return "target" if isinstance(step, PowerTarget) else "setup"


def _source(state: BelloState) -> int:
    if state.agenda:
        step = state.step
        if isinstance(step, Arrival | Crossing):
            return step.source
        if isinstance(step, Landing | ActFrom):
            return step.place
    return -1


def _victim(state: BelloState) -> int:
    step = state.step if state.agenda else None
    return step.rival if isinstance(step, Ravage) else -1


def _left(state: BelloState) -> int:
    step = state.step if state.agenda else None
    return step.left if isinstance(step, Placement | Altar) else 0


def _placed(state: BelloState) -> tuple[int, ...]:
    step = state.step if state.agenda else None
    return tuple(members(step.chosen)) if isinstance(step, Placement) else ()


def imagine(state: BelloState, seat: int, source: Source) -> BelloState:
    """Nothing is hidden: the only state a seat can imagine is the real one."""
    twin = state.copy()
    twin.look_again()
    return twin


def secrets(state: BelloState, seat: int) -> list[tuple[str, str]]:
    """There are none."""
    return []
