"""What each seat may know in Bologna: roles are secret, everything else lies open (BOL-1.5, BOL-1.6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from ludoteca.games.bologna.rules.actions import BRIGAND
from ludoteca.games.bologna.rules.dice import KINDS, count, spelt
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState, LostRole
from ludoteca.games.bologna.rules.steps.effects import Target, Wine
from ludoteca.games.bologna.rules.steps.roles import roles_in_play
from ludoteca.kernel.source import Source, shuffled
from ludoteca.kernel.view import View

TRIES: Final = 400
FOOLS: Final = "feast_of_fools"
EARTHQUAKE: Final = "earthquake"
PORK_FEAST: Final = "pork_feast"
_GOODS: Final = 0xFFFF  # the dice that show neither Wine nor Rat
_DICE: Final = 5


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
    rerolls: int
    winners: tuple[int, ...]
    over: bool
    event: str = ""
    """What the final roll of this turn set off (BOL-5.43), by the name of its option."""
    deed: int = -1
    """What hits whoever is named or asked: Inebriation, Drunkenness, a Revolution; -1 if nothing."""


def view(state: BolognaState, seat: int) -> BolognaView:
    """Roles of others stay face down until the match ends; the Brigand's lies open (BOL-7.1)."""
    return BolognaView(*facts(state, seat))


def facts(state: BolognaState, seat: int) -> list[Any]:
    """What a view holds, in the order of its fields."""
    ruleset = state.ruleset
    players = state.players
    return [
        seat,
        state.actor,
        state.step.name() if state.agenda else "over",
        state.active,
        state.first,
        state.round,
        tuple(state.pool),
        tuple([tuple(player.tokens) for player in players]),
        tuple([seen_role(state, seat, other) for other in range(state.seats)]),
        tuple([lost.role for lost in players[seat].lost]) if seat >= 0 else (),
        state.deck.bit_count(),
        tuple([player.ruled_out for player in players]),
        tuple([player.alive for player in players]),
        tuple([player.asleep for player in players]),
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
        state.rerolls,
        state.result.winners if state.result is not None else (),
        state.over,
        _event(state),
        _deed(state),
    ]


def _deed(state: BolognaState) -> int:
    step = state.step if state.agenda else None
    return step.deed if isinstance(step, (Target, Wine)) else -1


def _event(state: BolognaState) -> str:
    """The event of this turn, once the roll stands (BOL-5.20, BOL-5.30, BOL-5.40, BOL-5.43)."""
    if state.fools:
        return FOOLS
    table, ruleset = state.kept + state.rolled, state.ruleset
    stands = state.chosen or (bool(state.agenda) and state.step.name() == "choose")
    if not stands or not state.rolled or (state.kept and not ruleset.events_count_kept):
        return ""
    if ruleset.earthquake and table & _GOODS == 0:
        return EARTHQUAKE
    equal = any([count(table, kind) == _DICE for kind in range(KINDS)])
    return PORK_FEAST if ruleset.pork_feast and equal else ""


def knows_role(state: BolognaState, seat: int, other: int) -> bool:
    return seat == other or state.over or state.players[other].role == BRIGAND


def seen_role(state: BolognaState, seat: int, other: int) -> int:
    """The role of another seat, as far as a seat knows it."""
    return state.players[other].role if knows_role(state, seat, other) else NO_ROLE


def imagine(state: BolognaState, seat: int, source: Source) -> BolognaState:
    """The same table with the hidden roles dealt again, each to a place where it may be."""
    twin = state.copy()
    if state.over:
        return twin
    dealt = _deal(_unseen_roles(state, seat), _excluded_roles(state, seat), source)
    for other, player in enumerate(twin.players):
        if _is_hidden(state, seat, other):
            player.role = dealt.pop(0)
    for other, player in enumerate(twin.players):
        if other != seat and player.lost:
            player.lost = [LostRole(dealt.pop(0), lost.ruled_out) for lost in player.lost]
    twin.deck = 0
    for role in dealt:
        twin.deck |= 1 << role
    twin.look_again()
    return twin


def secrets(state: BolognaState, seat: int) -> list[tuple[str, str]]:
    """The face-down cards."""
    if state.over:
        return []
    found = [
        (f"role of seat {other}", str(player.role))
        for other, player in enumerate(state.players)
        if _is_hidden(state, seat, other)
    ]
    for other, player in enumerate(state.players):
        if other != seat:
            found += [
                (f"role {number} lost by seat {other}", str(lost.role))
                for number, lost in enumerate(player.lost)
            ]
    if state.deck:
        found.append(("deck", str(state.deck)))
    return found


def _is_hidden(state: BolognaState, seat: int, other: int) -> bool:
    return not knows_role(state, seat, other) and state.players[other].role != NO_ROLE


def _excluded_roles(state: BolognaState, seat: int) -> list[int]:
    """For every face-down role, the roles that the table knows it not to be: first the present roles by
    seats, then those lost in a duel.
    """
    excluded: list[int] = []
    for other, player in enumerate(state.players):
        if _is_hidden(state, seat, other):
            shown = 1 << BRIGAND  # a card that lies face down is not the Brigand's (BOL-7.1)
            excluded.append(player.ruled_out | shown)
    for other, player in enumerate(state.players):
        if other != seat:
            excluded += [lost.ruled_out for lost in player.lost]
    return excluded


def _unseen_roles(state: BolognaState, seat: int) -> list[int]:
    """The roles that may lie in the hidden places: all in play but those the seat knows of."""
    seen = 0
    for other, player in enumerate(state.players):
        if knows_role(state, seat, other) and player.role != NO_ROLE:
            seen |= 1 << player.role
    if seat >= 0:
        for lost in state.players[seat].lost:
            seen |= 1 << lost.role
    return [role for role in range(roles_in_play(state.seats)) if not (seen >> role) & 1]


def _deal(roles: list[int], excluded: list[int], source: Source) -> list[int]:
    """The roles in random order, no place holding an excluded one; all such orders are equally likely."""
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
