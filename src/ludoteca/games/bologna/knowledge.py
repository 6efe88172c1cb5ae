"""What each seat may know in Bologna: roles are secret, everything else lies open (BOL-1.5, BOL-1.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ludoteca.games.bologna.rules.actions import BRIGAND, INNKEEPER, MOST_SEATS
from ludoteca.games.bologna.rules.dice import KINDS, spelt
from ludoteca.games.bologna.rules.scoring import meets
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState
from ludoteca.games.bologna.rules.steps.setup import roles_in_play
from ludoteca.games.bologna.rules.steps.turn import Act, Finish, Turn, dice_options
from ludoteca.kernel.source import Source, shuffled
from ludoteca.kernel.view import View

TRIES: Final = 400


@dataclass(frozen=True)
class BolognaView(View):
    """The table as one seat sees it. Roles are numbers, -1 where the card lies face down."""

    phase: str
    active: int
    first: int
    round: int
    pool: tuple[int, ...]
    tokens: tuple[tuple[int, ...], ...]
    roles: tuple[int, ...]
    lost_roles: tuple[int, ...]
    deck_size: int
    ruled_out: tuple[int, ...]
    alive: tuple[bool, ...]
    asleep: tuple[bool, ...]
    sleep_tokens: int
    deus: int
    left: str
    kept: str
    rolled: str
    todo: str
    rest: str
    fools: bool
    sins: bool
    towerless_brigand: bool
    guess_required: bool
    miracle_used: bool
    winners: tuple[int, ...]
    over: bool


def view(state: BolognaState, seat: int) -> BolognaView:
    """Roles of others stay face down until the match ends; the Brigand's lies open (BOL-7.1)."""
    return BolognaView(*facts(state, seat))


def facts(state: BolognaState, seat: int) -> list[Any]:
    """What a view holds, in the order of its fields."""
    ruleset = state.ruleset
    seats = range(state.seats)
    return [
        seat,
        state.actor,
        _phase(state, seat),
        state.active,
        state.first,
        state.round,
        tuple(state.pool),
        tuple([tuple(state.tokens[KINDS * other : KINDS * other + KINDS]) for other in seats]),
        tuple([state.role[other] if knows_role(state, seat, other) else NO_ROLE for other in seats]),
        tuple(state.lost_roles[seat]) if ruleset.duel and seat >= 0 else (),
        state.deck.bit_count(),
        tuple(state.ruled_out),
        tuple(state.alive),
        tuple(state.asleep),
        state.sleep_tokens,
        state.deus,
        spelt(state.left),
        spelt(state.kept),
        spelt(state.rolled),
        spelt(state.todo),
        spelt(state.rest),
        state.fools,
        ruleset.deadly_sins,
        ruleset.brigand_without_towers,
        ruleset.duel and ruleset.guess_required,
        state.miracle_used,
        state.result.winners if state.result is not None else (),
        state.over,
    ]


def knows_role(state: BolognaState, seat: int, other: int) -> bool:
    return seat == other or state.over or state.role[other] == BRIGAND


def _phase(state: BolognaState, seat: int) -> str:
    """The question in hand. That somebody may still guess is for his own eyes."""
    if not state.agenda:
        return "over"
    step = state.step
    return "act" if isinstance(step, Finish) and seat != step.seat else step.name()


def imagine(state: BolognaState, seat: int, source: Source) -> BolognaState:
    """The same table with the hidden roles dealt anew among the places they may be in."""
    twin = state.copy()
    if state.over:
        return twin
    places, excluded = _hidden_places(state, seat)
    roles = _unseen_roles(state, seat)
    dealt = _deal(roles, excluded, source)
    for place, role in zip(places, dealt, strict=False):
        if place < MOST_SEATS:
            twin.role[place] = role
        else:
            twin.lost_roles[place // MOST_SEATS - 1][place % MOST_SEATS] = role
    twin.deck = 0
    for role in dealt[len(places) :]:
        twin.deck |= 1 << role
    twin.look_again()
    return twin


def secrets(state: BolognaState, seat: int) -> list[tuple[str, str]]:
    """The face-down cards."""
    if state.over:
        return []
    found = [
        (f"role of seat {other}", str(state.role[other]))
        for other in range(state.seats)
        if not knows_role(state, seat, other) and state.role[other] != NO_ROLE
    ]
    for other, lost in enumerate(state.lost_roles):
        if other != seat:
            found += [(f"role {number} lost by seat {other}", str(role)) for number, role in enumerate(lost)]
    if state.deck:
        found.append(("deck", str(state.deck)))
    return found


def _hidden_places(state: BolognaState, seat: int) -> tuple[list[int], list[int]]:
    """Every face-down role that belongs to somebody, and the roles that the table knows it not to be.

    Place `seat` is the seat's present role; place `MOST_SEATS * (seat + 1) + n` is the n-th role it lost in
    a duel.
    """
    places: list[int] = []
    excluded: list[int] = []
    asked = _must_be_able_to_guess(state, seat)
    for other in range(state.seats):
        if not knows_role(state, seat, other) and state.role[other] != NO_ROLE:
            places.append(other)
            shown = 1 << BRIGAND  # a card that lies face down is not the Brigand's (BOL-7.1)
            excluded.append(state.ruled_out[other] | shown | (asked if other == state.active else 0))
    for other, lost in enumerate(state.lost_ruled_out):
        if other != seat:
            for number, ruled_out in enumerate(lost):
                places.append(MOST_SEATS * (other + 1) + number)
                excluded.append(ruled_out)
    return places, excluded


def _must_be_able_to_guess(state: BolognaState, seat: int) -> int:
    """The roles the active player cannot have since he is asked although the dice leave nothing to decide."""
    step = state.step
    ruleset = state.ruleset
    if step.seat != state.active or seat == state.active or (ruleset.duel and not ruleset.guess_required):
        return 0
    if isinstance(step, Turn):
        idle = not state.left
    elif isinstance(step, Act):
        idle = len(dice_options(state.todo, ruleset.forced_pairs)) == 1
    else:
        idle = isinstance(step, Finish)
    if not idle:
        return 0
    able = 0
    for role in range(roles_in_play(state.seats)):
        if (ruleset.duel or role == INNKEEPER) and meets(state, state.active, role):
            able |= 1 << role
    return ~able


def _unseen_roles(state: BolognaState, seat: int) -> list[int]:
    """The roles that may lie in the hidden places: all in play but those the seat knows of."""
    seen = 0
    for other in range(state.seats):
        if knows_role(state, seat, other) and state.role[other] != NO_ROLE:
            seen |= 1 << state.role[other]
    if state.ruleset.duel and seat >= 0:
        for role in state.lost_roles[seat]:
            seen |= 1 << role
    return [role for role in range(roles_in_play(state.seats)) if not (seen >> role) & 1]


def _deal(roles: list[int], excluded: list[int], source: Source) -> list[int]:
    """A random order of the roles in which no place holds a role excluded from it, all such orders equally
    likely.
    """
    for _ in range(TRIES):
        order = shuffled(roles, source)
        if _fits(order, excluded):
            return order
    orders = _fitting_orders(roles, excluded)
    return orders[source.below(len(orders))]


def _fits(order: list[int], excluded: list[int]) -> bool:
    for place in range(len(excluded)):
        if (excluded[place] >> order[place]) & 1:
            return False
    return True


def _fitting_orders(roles: list[int], excluded: list[int]) -> list[list[int]]:
    if not roles:
        return [[]]
    barred = excluded[0] if excluded else 0
    found: list[list[int]] = []
    for role in roles:
        if not (barred >> role) & 1:
            rest = [other for other in roles if other != role]
            found += [[role, *order] for order in _fitting_orders(rest, excluded[1:])]
    return found
