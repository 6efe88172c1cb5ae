"""Joint attacks (MAN-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.games.manticore.rules.actions import JOIN, MOST_SEATS, TERMS, TERMS_DEFAULT, TERMS_SPLIT
from ludoteca.games.manticore.rules.events import (
    AGREED,
    AGREED_SPLIT,
    JOINED,
    PROPOSED,
    PROPOSED_HERO,
    STAYED_OUT,
    VOID,
)
from ludoteca.games.manticore.rules.land import direction
from ludoteca.games.manticore.rules.state import (
    DEFAULT_TERMS,
    FIRST_FOE,
    MANTICORE,
    SPLIT_TERMS,
    ManticoreState,
)
from ludoteca.games.manticore.rules.steps.battle import BEING, EVERY_SEAT, LEVEL_FOUR, first_of, open_battle
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision, Happening


def may_join(state: ManticoreState, seat: int, leader: int, target: int) -> bool:
    """MAN-7.1, 7.2: alive, its turn still to come this round, beside the enemy, with a point to spend."""
    if seat in (leader, target) or state.life[seat] == 0 or not state.goes_after(seat, leader):
        return False
    return direction(state.cell[seat], state.cell[target]) >= 0 and state.spare(seat) > 0


def has_partner(state: ManticoreState, leader: int, target: int) -> bool:
    for seat in range(state.seats):
        if may_join(state, seat, leader, target):
            return True
    return False


def propose(state: ManticoreState, leader: int, target: int) -> None:
    """MAN-7.2: the active hero calls for a joint attack. First the reward is agreed on, then the others
    answer.
    """
    state.leader = leader
    state.terms = DEFAULT_TERMS
    state.attackers = BEING[leader]
    state.defenders = BEING[target]
    if target < MOST_SEATS:
        state.tell(PROPOSED_HERO, leader, target)
    else:
        state.tell(PROPOSED, leader, target)
    state.push(ASSEMBLE)
    for seat in reversed(state.order):
        if may_join(state, seat, leader, target):
            state.push(INVITATIONS[seat])
    if target != MANTICORE or not state.ruleset.coop:
        state.push(AGREEMENTS[leader])


class AgreeTerms(Decision[ManticoreState]):
    """MAN-7.7: the leader names who takes the reward; who joins accepts it."""

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("foe", "foe", first_of(state.defenders))]

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return [*TERMS.actions[: state.seats], TERMS_DEFAULT, TERMS_SPLIT]

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        target = first_of(state.defenders)
        if action is TERMS_DEFAULT:
            return None
        if action is TERMS_SPLIT:
            return None if brings_two_points(state, target) else "MAN-7.7/split"
        taker = (self.seat + action.a) % state.seats
        if taker == self.seat or may_join(state, taker, self.seat, target):
            return None
        return "MAN-7.2/taker"

    def play(self, state: ManticoreState, action: Action) -> None:
        if action is TERMS_SPLIT:
            state.terms = SPLIT_TERMS
            state.tell(AGREED_SPLIT, self.seat)
        elif action is not TERMS_DEFAULT:
            state.terms = (self.seat + action.a) % state.seats
            state.tell(AGREED, self.seat, state.terms)


def brings_two_points(state: ManticoreState, target: int) -> bool:
    """Only the reward for a monster of level 4 can be split."""
    if not FIRST_FOE <= target < MANTICORE:
        return False
    return state.ruleset.edition.monster_level[target - FIRST_FOE] == LEVEL_FOUR


class Invitation(Decision[ManticoreState]):
    """A hero beside the enemy joins or stays out (MAN-7.2)."""

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("leader", "seat", state.leader), ("foe", "foe", first_of(state.defenders))]

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return JOIN.actions

    def options(self, state: ManticoreState) -> list[Action]:
        return JOIN.actions

    def play(self, state: ManticoreState, action: Action) -> None:
        if action.a == 1:
            state.attackers |= BEING[self.seat]
            state.tell(JOINED, self.seat)
        else:
            state.tell(STAYED_OUT, self.seat)


class Assemble(Happening[ManticoreState]):
    """Everybody who joined pays and strikes (MAN-7.1, 7.3); a proposal that nobody joins is void."""

    def happen(self, state: ManticoreState) -> None:
        leader = state.leader
        target = state.defenders
        if state.attackers == BEING[leader]:
            state.void |= target
            state.tell(VOID, leader)
            return
        for seat in range(state.seats):
            if seat != leader and state.attackers & BEING[seat]:
                state.prepaid[seat] += 1
        state.pool -= 1
        by_card = (state.attacked | state.joint_made) & target
        state.attacked |= target
        state.joint_made |= target
        open_battle(state, state.attackers, target, -1 if by_card else leader)


ASSEMBLE: Final = Assemble()
INVITATIONS: Final[list[Invitation]] = [Invitation(seat) for seat in EVERY_SEAT]
AGREEMENTS: Final[list[AgreeTerms]] = [AgreeTerms(seat) for seat in EVERY_SEAT]
