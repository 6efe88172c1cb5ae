"""Joint attacks (MAN-7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ludoteca.games.manticore.rules import events
from ludoteca.games.manticore.rules.actions import JOIN, MOST_SEATS, TERMS, TERMS_DEFAULT, TERMS_SPLIT
from ludoteca.games.manticore.rules.beings import DEFAULT_TERMS, SPLIT_TERMS
from ludoteca.games.manticore.rules.land import direction
from ludoteca.games.manticore.rules.state import FIRST_FOE, MANTICORE, ManticoreState
from ludoteca.games.manticore.rules.steps.battle import EVERY_SEAT, LEVEL_FOUR, open_battle
from ludoteca.games.manticore.rules.strengths import BEING, first_of
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Decision, Happening


def may_join(state: ManticoreState, seat: int, leader: int, target: int) -> bool:
    """MAN-7.1, 7.2: alive, its turn still to come this round, beside the enemy, with a point to spend."""
    hero = state.heroes[seat]
    if seat in (leader, target) or hero.life == 0 or not state.goes_after(seat, leader):
        return False
    return direction(hero.cell, state.being(target).cell) >= 0 and state.spare(seat) > 0


def has_partner(state: ManticoreState, leader: int, target: int) -> bool:
    for seat in range(state.seats):
        if may_join(state, seat, leader, target):
            return True
    return False


def propose(state: ManticoreState, leader: int, target: int) -> None:
    """MAN-7.2: a call for a joint attack. First the reward is agreed on, then the others answer."""
    battle = state.battle
    battle.leader = leader
    battle.terms = DEFAULT_TERMS
    battle.attackers = BEING[leader]
    battle.defenders = BEING[target]
    state.tell(events.PROPOSED_HERO if target < MOST_SEATS else events.PROPOSED, leader, target)
    state.push(ASSEMBLE)
    for seat in reversed(state.order):
        if may_join(state, seat, leader, target):
            state.push(INVITATIONS[seat])
    if target != MANTICORE or not state.ruleset.coop:
        state.push(AGREEMENTS[leader])


class AgreeTerms(Decision[ManticoreState]):
    """MAN-7.7: the leader names who takes the reward; who joins accepts it."""

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("foe", "foe", first_of(state.battle.defenders))]

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return [*TERMS.actions[: state.seats], TERMS_DEFAULT, TERMS_SPLIT]

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        target = first_of(state.battle.defenders)
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
            state.battle.terms = SPLIT_TERMS
            state.tell(events.AGREED_SPLIT, self.seat)
        elif action is not TERMS_DEFAULT:
            state.battle.terms = (self.seat + action.a) % state.seats
            state.tell(events.AGREED, self.seat, state.battle.terms)


def brings_two_points(state: ManticoreState, target: int) -> bool:
    """Only the reward for a monster of level 4 can be split."""
    if not FIRST_FOE <= target < MANTICORE:
        return False
    return state.ruleset.edition.monster_level[target - FIRST_FOE] == LEVEL_FOUR


class Invitation(Decision[ManticoreState]):
    """A hero beside the enemy joins or stays out (MAN-7.2)."""

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("leader", "seat", state.battle.leader), ("foe", "foe", first_of(state.battle.defenders))]

    def candidates(self, state: ManticoreState) -> Sequence[Action]:
        return JOIN.actions

    def play(self, state: ManticoreState, action: Action) -> None:
        if action.a == 1:
            state.battle.attackers |= BEING[self.seat]
            state.tell(events.JOINED, self.seat)
        else:
            state.tell(events.STAYED_OUT, self.seat)


class Assemble(Happening[ManticoreState]):
    """Everybody who joined pays and strikes (MAN-7.1, 7.3); a proposal that nobody joins is void."""

    def happen(self, state: ManticoreState) -> None:
        leader = state.battle.leader
        target = state.battle.defenders
        attackers = state.battle.attackers
        if attackers == BEING[leader]:
            state.void |= target
            state.tell(events.VOID, leader)
            return
        for seat in range(state.seats):
            if seat != leader and attackers & BEING[seat]:
                state.heroes[seat].prepaid += 1
        state.pool -= 1
        by_card = (state.attacked | state.joint_made) & target
        state.attacked |= target
        state.joint_made |= target
        open_battle(state, attackers, target, -1 if by_card else leader)


ASSEMBLE: Final = Assemble()
INVITATIONS: Final[list[Invitation]] = [Invitation(seat) for seat in EVERY_SEAT]
AGREEMENTS: Final[list[AgreeTerms]] = [AgreeTerms(seat) for seat in EVERY_SEAT]
