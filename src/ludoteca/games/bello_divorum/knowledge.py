"""What each seat may know in Bello Divorum: everything, for all cards and pieces lie open (BEL-1.12)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludoteca.games.bello_divorum.rules.edition import CITY, FIELD, TEMPLE
from ludoteca.games.bello_divorum.rules.state import BelloState, members
from ludoteca.games.bello_divorum.rules.steps.acting import Act, ActFrom
from ludoteca.games.bello_divorum.rules.steps.claiming import Claim
from ludoteca.games.bello_divorum.rules.steps.favours import Favour
from ludoteca.games.bello_divorum.rules.steps.growth import Altar, Placement
from ludoteca.games.bello_divorum.rules.steps.marches import Arrival, Crossing
from ludoteca.games.bello_divorum.rules.steps.recruiting import Muster
from ludoteca.games.bello_divorum.rules.steps.targets import PowerTarget
from ludoteca.games.bello_divorum.rules.steps.wrath import Landing, Ravage
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
    return BelloView(*facts(state, seat))


def facts(state: BelloState, seat: int) -> list[Any]:
    """What a view holds, in the order of its fields."""
    seats, players, turn = range(state.seats), state.players, state.turn
    moved = state.order[: state.turns_over]
    return [
        seat,
        state.actor,
        state.ruleset.board.sectors,
        _phase(state),
        state.step.name() if state.agenda else "",
        tuple([player.corner for player in players]),
        tuple([player.pantheon for player in players]),
        tuple(state.owners),
        tuple(zip(*[player.followers for player in players], strict=True)),
        tuple([player.supply for player in players]),
        tuple([tuple(player.chips) for player in players]),
        tuple([_controls(state, other) for other in seats]),
        tuple([state.faith(other) for other in seats]),
        tuple([state.next_actions(other) for other in seats]),
        tuple([player.penalty for player in players]),
        tuple([player.aegis for player in players]),
        tuple([other in moved for other in seats]),
        tuple(state.order),
        state.first,
        turn.active,
        state.round,
        state.doom,
        state.ruleset.track,
        state.final_turn,
        turn.power,
        turn.actions,
        turn.moves,
        turn.flower_war,
        turn.returns,
        source(state),
        victim(state),
        left(state),
        tuple(members(placed(state))),
        state.result.winners if state.result is not None else (),
        state.over,
    ]


def _controls(state: BelloState, seat: int) -> tuple[int, int, int]:
    return (state.controls(seat, TEMPLE), state.controls(seat, CITY), state.controls(seat, FIELD))


def _phase(state: BelloState) -> str:
    if not state.agenda:
        return "over"
    step = state.step
    if isinstance(step, (Act, ActFrom)):
        return "action"
    if isinstance(step, Claim):
        return "control"
    if isinstance(step, Favour):
        return "power"
    if isinstance(step, Muster):
        return "recruit"
    return "target" if isinstance(step, PowerTarget) else "setup"


def source(state: BelloState) -> int:
    """The location a power has already been aimed at, or -1."""
    if state.agenda:
        step = state.step
        if isinstance(step, (Arrival, Crossing)):
            return step.source
        if isinstance(step, (Landing, ActFrom)):
            return step.place
    return -1


def victim(state: BelloState) -> int:
    """The rival a power is being aimed at, or -1."""
    step = state.step if state.agenda else None
    return step.rival if isinstance(step, Ravage) else -1


def left(state: BelloState) -> int:
    """How many followers a power still places."""
    step = state.step if state.agenda else None
    return step.left if isinstance(step, (Placement, Altar)) else 0


def placed(state: BelloState) -> int:
    """The set of locations where a power has put a follower."""
    step = state.step if state.agenda else None
    return step.chosen if isinstance(step, Placement) else 0


def imagine(state: BelloState, seat: int, source: Source) -> BelloState:
    """Nothing is hidden: the only state a seat can imagine is the real one."""
    twin = state.copy()
    twin.look_again()
    return twin


def secrets(state: BelloState, seat: int) -> list[tuple[str, str]]:
    """There are none."""
    return []
