"""Joint attacks (MAN-7)."""

from __future__ import annotations

from typing import Final

from ludoteca.games.manticore.rules import events
from ludoteca.games.manticore.rules.actions import JOIN, MOST_SEATS, TERMS, TERMS_DEFAULT
from ludoteca.games.manticore.rules.beings import USUAL_SHARES
from ludoteca.games.manticore.rules.land import direction
from ludoteca.games.manticore.rules.state import FIRST_FOE, MANTICORE, ManticoreState, replaced
from ludoteca.games.manticore.rules.steps.battle import EVERY_SEAT, TROPHY_SHARE, open_battle, power_for
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
    battle.shares = USUAL_SHARES
    battle.attackers = BEING[leader]
    battle.defenders = BEING[target]
    state.tell(events.PROPOSED_HERO if target < MOST_SEATS else events.PROPOSED, leader, target)
    state.push(ASSEMBLE)
    for seat in reversed(state.order):
        if may_join(state, seat, leader, target):
            state.push(INVITATIONS[seat])
    agree(state, leader, 0)


def shares_of(state: ManticoreState, target: int) -> list[int]:
    """What there is to agree on: Power points, an artifact, or the last blow (MAN-1.4) among rivals."""
    if target == MANTICORE:
        return [] if state.ruleset.coop else [0]
    if target < MOST_SEATS:
        points = state.ruleset.pvp_power
        carries = state.heroes[target].held > 0
    else:
        monster = state.monsters[target - FIRST_FOE]
        points = power_for(state.ruleset.edition.monster_level[target - FIRST_FOE])
        carries = monster.loot > 0 or monster.veiled > 0
    return [*range(points), *([TROPHY_SHARE] if carries else [])]


class AgreeTerms(Decision[ManticoreState]):
    """MAN-7.7: the leader names who takes a share of the reward; whoever joins accepts it."""

    agreed = events.AGREED

    def __init__(self, seat: int, share: int) -> None:
        super().__init__(seat)
        self.share = share

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("foe", "foe", first_of(state.battle.defenders)), ("number", "number", self.share + 1)]

    def candidates(self, state: ManticoreState) -> list[Action]:
        return [*TERMS.actions[: state.seats], TERMS_DEFAULT]

    def objection(self, state: ManticoreState, action: Action) -> str | None:
        if action is TERMS_DEFAULT:
            return None
        taker = (self.seat + action.a) % state.seats
        if taker == self.seat or may_join(state, taker, self.seat, first_of(state.battle.defenders)):
            return None
        return "MAN-7.2/taker"

    def play(self, state: ManticoreState, action: Action) -> None:
        if action is TERMS_DEFAULT:
            return
        taker = (self.seat + action.a) % state.seats
        state.battle.shares = replaced(state.battle.shares, self.share, taker)
        state.tell(self.agreed, self.seat, taker)
        agree(state, self.seat, self.share + 1)


class AgreeTrophy(AgreeTerms):
    """MAN-7.7: who may keep an artifact of the victim."""

    agreed = events.AGREED_TROPHY


class AgreeLastBlow(AgreeTerms):
    """MAN-7.7, Q17: among rivals the last blow against the Manticore is somebody's."""

    agreed = events.AGREED_BLOW


def agree(state: ManticoreState, leader: int, first: int) -> None:
    """The next share, from the given one on, is agreed on, unless the rest is left to the usual rule."""
    target = first_of(state.battle.defenders)
    for share in shares_of(state, target):
        if share >= first:
            if target == MANTICORE:
                state.push(AgreeLastBlow(leader, share))
            elif share == TROPHY_SHARE:
                state.push(AgreeTrophy(leader, share))
            else:
                state.push(AgreeTerms(leader, share))
            return


class Invitation(Decision[ManticoreState]):
    """A hero beside the enemy joins or stays out (MAN-7.2)."""

    def details(self, state: ManticoreState) -> list[tuple[str, str, int]]:
        return [("leader", "seat", state.battle.leader), ("foe", "foe", first_of(state.battle.defenders))]

    def candidates(self, state: ManticoreState) -> list[Action]:
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
