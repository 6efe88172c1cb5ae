"""What the goals of the roles ask for, and how far everybody is from them by what everybody sees."""

from __future__ import annotations

from functools import lru_cache
from itertools import permutations
from typing import Final, NamedTuple

from ludoteca.games.bologna.rules.actions import BRIGAND, INNKEEPER, ROLES
from ludoteca.games.bologna.rules.dice import KINDS
from ludoteca.games.bologna.rules.edition import MANY, BolognaEdition
from ludoteca.games.bologna.rules.state import NO_ROLE

CLOSE: Final = 2
"""Steps at which a rival's nearest role is pinned to the wall."""


class Demand(NamedTuple):
    """What a goal asks for of one kind: at least `low`, at most `high`."""

    low: int
    high: int

    def holds(self, number: int) -> bool:
        return self.low <= number <= self.high

    def missing(self, number: int) -> int:
        """How many tokens are missing or too many."""
        return max(0, self.low - number, number - self.high)

    @property
    def idle(self) -> bool:
        """Whether any number will do."""
        return self.low == 0 and self.high >= MANY

    @property
    def exact(self) -> bool:
        return self.high < MANY

    @property
    def code(self) -> str:
        """`5+`, `2`, or a dash where any number will do."""
        if self.exact:
            return str(self.low)
        return f"{self.low}+" if self.low else "–"


ANYTHING = Demand(0, MANY)


@lru_cache(maxsize=4096)
def demands(edition: BolognaEdition, role: int, held: tuple[int, ...], towerless: bool) -> tuple[Demand, ...]:
    """What a role wants of each kind; the Brigand wants most of what he has most of (BOL-7.5)."""
    if role == NO_ROLE:
        return (ANYTHING,) * KINDS
    if role != BRIGAND:
        goal = edition.goals[role]
        return tuple([Demand(goal.low[kind], goal.high[kind]) for kind in range(KINDS)])
    dearest = max(edition.hoarded, key=lambda hoarded: held[hoarded])
    wanted = []
    for kind in range(KINDS):
        if kind not in edition.hoarded:
            wanted.append(Demand(0, 0 if towerless else MANY))
        else:
            wanted.append(Demand(edition.hoard, MANY) if kind == dearest else Demand(0, 0))
    return tuple(wanted)


@lru_cache(maxsize=4096)
def steps(edition: BolognaEdition, role: int, held: tuple[int, ...], towerless: bool) -> int:
    """How many tokens are missing or too many for a role (BOL-8.2)."""
    wanted = demands(edition, role, held, towerless)
    return sum([demand.missing(number) for demand, number in zip(wanted, held, strict=True)])


@lru_cache(maxsize=4096)
def steps_to_all(edition: BolognaEdition, held: tuple[int, ...], towerless: bool) -> tuple[int, ...]:
    """The same for every role."""
    return tuple([steps(edition, role, held, towerless) for role in range(len(ROLES))])


@lru_cache(maxsize=4096)
def could_reach(
    edition: BolognaEdition, role: int, held: tuple[int, ...], ruled_out: int, in_play: int, towerless: bool
) -> bool:
    """Whether tokens fit a role that the whole table thinks possible: this tells no secret."""
    if not any(held):
        return False
    if role == BRIGAND:
        return steps(edition, BRIGAND, held, towerless) == 0
    roles = range(min(BRIGAND, in_play))
    return any(not (ruled_out >> role) & 1 and steps(edition, role, held, towerless) == 0 for role in roles)


@lru_cache(maxsize=4096)
def nearest(
    edition: BolognaEdition, possible: frozenset[int], held: tuple[int, ...], towerless: bool
) -> tuple[int, int]:
    """The steps to the nearest of the possible roles, and that role; -1 if there is none."""
    return min([(steps(edition, role, held, towerless), role) for role in possible], default=(MANY, NO_ROLE))


def needs_guess(role: int, guess_required: bool) -> bool:
    """Whether a role must also name a rival's role (BOL-4.6, BOL-6.11)."""
    return role == INNKEEPER or (guess_required and role != NO_ROLE)


@lru_cache(maxsize=4096)
def possible_roles(
    roles: tuple[int, ...], lost: tuple[int, ...], ruled_out: tuple[int, ...], in_play: int
) -> list[frozenset[int]]:
    """The roles that each seat may have; no role is dealt twice."""
    known = {role for role in roles if role != NO_ROLE} | set(lost)
    hidden = [seat for seat, role in enumerate(roles) if role == NO_ROLE]
    free = [role for role in range(in_play) if role not in known]
    found: list[set[int]] = [{role} if role != NO_ROLE else set() for role in roles]
    for dealt in permutations(free, len(hidden)):
        if not any((ruled_out[seat] >> role) & 1 for seat, role in zip(hidden, dealt, strict=True)):
            for seat, role in zip(hidden, dealt, strict=True):
                found[seat].add(role)
    return [frozenset(may_be) for may_be in found]
