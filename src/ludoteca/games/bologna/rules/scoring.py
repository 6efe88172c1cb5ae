"""Goals, and how the throne is won: BOL-4, BOL-5.23, BOL-7.5 and BOL-8."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bologna.rules.actions import BRIGAND, GUESSABLE, INNKEEPER, ROLES
from ludoteca.games.bologna.rules.dice import KINDS, TOWER
from ludoteca.games.bologna.rules.events import CROWNED, LEFT, REVEALED, ROUND_CAP, RULED_OUT, SINNED
from ludoteca.games.bologna.rules.state import NO_ROLE, BolognaState, LostRole, Ruleset
from ludoteca.kernel.result import Result, won_by

SIN: Final = 8


def distance(ruleset: Ruleset, tokens: vec[i64], role: int) -> int:
    """How many tokens are missing or too many for the goal of a role (BOL-4.2, BOL-8.2)."""
    if role == BRIGAND:
        return _hoard_distance(ruleset, tokens)
    goal = ruleset.edition.goals[role]
    low = goal.low
    high = goal.high
    missing = 0
    for kind in range(KINDS):
        held = tokens[kind]
        if held < low[kind]:
            missing += low[kind] - held
        elif held > high[kind]:
            missing += held - high[kind]
    return missing


def _hoard_distance(ruleset: Ruleset, tokens: vec[i64]) -> int:
    """The Brigand needs a hoard of one kind and none of the others (BOL-7.5)."""
    edition = ruleset.edition
    towers = tokens[TOWER] if ruleset.brigand_without_towers else 0
    held = 0
    for kind in edition.hoarded:
        held += tokens[kind]
    best = 1_000_000
    for kind in edition.hoarded:
        own = tokens[kind]
        best = min(best, max(0, edition.hoard - own) + held - own)
    return best + towers


def meets(state: BolognaState, seat: int, role: int) -> bool:
    """Whether the seat holds what the goal of the role asks for (BOL-4.2)."""
    tokens = state.players[seat].tokens
    if role == BRIGAND:
        return _hoard_distance(state.ruleset, tokens) == 0
    goal = state.ruleset.edition.goals[role]
    low = goal.low
    high = goal.high
    for kind in range(KINDS):
        held = tokens[kind]
        if held < low[kind] or held > high[kind]:
            return False
    return True


def needs_guess(ruleset: Ruleset, role: int) -> bool:
    """Whether this role needs a right guess besides its tokens (BOL-4.6, BOL-6.11)."""
    return role == INNKEEPER or (ruleset.duel and ruleset.guess_required)


def wins_by_tokens(state: BolognaState, seat: int) -> bool:
    """Whether the seat's goal is met and needs no guess (BOL-4.4)."""
    role = state.players[seat].role
    return role != NO_ROLE and not needs_guess(state.ruleset, role) and meets(state, seat, role)


def may_guess(state: BolognaState) -> bool:
    """Whether the active player may name a role now (BOL-4.6, BOL-6.11). Only he knows: see `might_guess`."""
    ruleset = state.ruleset
    role = state.players[state.active].role
    if ruleset.duel:
        return not ruleset.guess_required or meets(state, state.active, role)
    return role == INNKEEPER and meets(state, state.active, role)


def might_guess(state: BolognaState) -> bool:
    """Whether the active player may name a role now for all that the table knows (BOL-4.7, BOL-6.11).

    Then he is asked, able or not: being asked must not betray his role.
    """
    ruleset = state.ruleset
    active = state.active
    if not ruleset.duel:
        return state.players[active].role != BRIGAND and meets(state, active, INNKEEPER)
    if not ruleset.guess_required:
        return True
    for role in range(GUESSABLE):
        if meets(state, active, role):
            return True
    return False


def goals_met(state: BolognaState, seat: int) -> int:
    """The bit set of the roles whose goals the seat's tokens meet, whatever its own role is."""
    met = 0
    for role in range(len(ROLES)):
        if meets(state, seat, role):
            met |= 1 << role
    return met


def rule_out_by_tokens(state: BolognaState, seat: int, met_before: int = 0) -> None:
    """A seat that meets the goal of a role without winning does not have that role, and everybody sees it.

    A goal that was `met_before` a feast or an earthquake tells nothing: it would not have won (BOL-5.23).
    """
    ruleset = state.ruleset
    player = state.players[seat]
    if (ruleset.duel and ruleset.guess_required) or player.role == BRIGAND:
        return
    told = player.ruled_out | met_before
    for role in range(GUESSABLE):
        if not (told >> role) & 1 and meets(state, seat, role):
            player.ruled_out |= 1 << role
            state.tell(RULED_OUT, seat, role)


def rule_out_by_guess(state: BolognaState, seat: int, named: int) -> None:
    """A player who guesses in a duel never had the role he names (BOL-6.14), and has reached his goal if that
    is required (BOL-6.11).
    """
    player = state.players[seat]
    player.ruled_out |= 1 << named
    player.lost = [LostRole(lost.role, lost.ruled_out | 1 << named) for lost in player.lost]
    if state.ruleset.guess_required:
        for role in range(GUESSABLE):
            if not meets(state, seat, role):
                player.ruled_out |= 1 << role


def check_point(state: BolognaState) -> None:
    """BOL-4.11: sins, then the last player standing, then the active player's goal, then the Brigand's."""
    active = state.active
    if state.ruleset.deadly_sins:
        leave_if_sinful(state, active)
        if not state.players[active].alive and crown_the_last(state):
            return
    if state.players[active].alive:
        if wins_by_tokens(state, active):
            crown(state, active, "goal")
            return
        rule_out_by_tokens(state, active)
    if state.ruleset.with_brigand:
        crown_the_brigand(state)


def crown_the_brigand(state: BolognaState) -> None:
    """BOL-7.6: the Brigand wins as soon as he has what he needs, whoever's turn it is."""
    for seat, player in enumerate(state.players):
        if player.role == BRIGAND and player.alive and meets(state, seat, BRIGAND):
            crown(state, seat, "goal")
            return


def check_event(state: BolognaState, met_before: list[int]) -> None:
    """After a feast or an earthquake anybody whose goal it has fulfilled wins, even out of turn (BOL-5.23,
    BOL-5.33). `met_before` are the goals that each seat met already.
    """
    if state.ruleset.deadly_sins:
        for seat in range(state.seats):
            if state.players[seat].alive:
                leave_if_sinful(state, seat)
        if crown_the_last(state):
            return
    for offset in range(state.seats):
        seat = (state.active + offset) % state.seats
        player = state.players[seat]
        newly = not (met_before[seat] >> player.role) & 1
        if player.alive and newly and wins_by_tokens(state, seat):
            crown(state, seat, "event")
            return
    for seat in range(state.seats):
        if state.players[seat].alive:
            rule_out_by_tokens(state, seat, met_before[seat])


def leave_if_sinful(state: BolognaState, seat: int) -> None:
    """BOL-5.10, BOL-5.12: eight of a kind are too many for anybody but the Brigand."""
    player = state.players[seat]
    if player.role == BRIGAND:
        return
    for kind in range(KINDS):
        if player.tokens[kind] >= SIN:
            state.tell(SINNED, seat, kind)
            eliminate(state, seat)
            return


def eliminate(state: BolognaState, seat: int) -> None:
    """BOL-4.8: the player leaves with nothing; the role stays hidden."""
    player = state.players[seat]
    state.discard_all(seat)
    if player.asleep:
        player.asleep = False
        state.sleep_tokens += 1
    player.alive = False
    if state.deus == seat:
        state.deus = state.at_right_of(seat)
    state.tell(LEFT, seat)


def crown_the_last(state: BolognaState) -> bool:
    """BOL-4.9: the last player wins; if nobody is left, nobody does."""
    left = [seat for seat in range(state.seats) if state.players[seat].alive]
    if len(left) == 1:
        crown(state, left[0], "last")
    elif not left:
        reveal_roles(state)
        state.finish(Result("nobody", [state.seats] * state.seats))
    return len(left) < 2


def crown(state: BolognaState, seat: int, reason: str) -> None:
    """The throne is taken; all roles are shown (BOL-4.1, BOL-4.10)."""
    state.tell(CROWNED, seat, state.players[seat].role)
    reveal_roles(state)
    state.finish(Result(reason, won_by([seat], state.seats)))


def reveal_roles(state: BolognaState) -> None:
    for seat, player in enumerate(state.players):
        if player.role != NO_ROLE:
            state.tell(REVEALED, seat, player.role)


def end_by_round_cap(state: BolognaState) -> None:
    """BOL-8.2: the smallest distance wins; then the most tokens; then everybody still tied."""
    ruleset = state.ruleset
    state.tell(ROUND_CAP, state.round)
    best = (1_000_000, 0)
    winners: list[int] = []
    for seat, player in enumerate(state.players):
        if player.alive:
            guess = 1 if needs_guess(ruleset, player.role) else 0
            away = distance(ruleset, player.tokens, player.role) + guess
            standing = (away, -sum(player.tokens))
            if standing < best:
                best = standing
                winners = []
            if standing == best:
                winners.append(seat)
    for seat in winners:
        state.tell(CROWNED, seat, state.players[seat].role)
    reveal_roles(state)
    state.finish(Result("cap", won_by(winners, state.seats)))
