"""Pairings and standings of tournaments, for tables of any size. Pure."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Final, NamedTuple

SWISS, ROBIN, KNOCKOUT = "swiss", "robin", "knockout"
FORMS: Final = (SWISS, ROBIN, KNOCKOUT)
Group = list[int]


class Seated(NamedTuple):
    """How an entrant did in a round: place 0 while the match goes on."""

    round: int
    board: int
    seat: int
    entrant: int
    place: int
    score: int


class Standing(NamedTuple):
    """An entrant in the table of standings. `rounds` has the share of each finished round, from 0 to 1."""

    place: int
    entrant: int
    mean: float
    rounds: dict[int, float]


def meetings(seated: Sequence[Seated]) -> dict[tuple[int, int], int]:
    """How often two entrants have met."""
    tables: dict[tuple[int, int], Group] = {}
    for one in seated:
        tables.setdefault((one.round, one.board), []).append(one.entrant)
    met: dict[tuple[int, int], int] = {}
    for group in tables.values():
        for pair in combinations(sorted(group), 2):
            met[pair] = met.get(pair, 0) + 1
    return met


def groups(
    form: str, entrants: Sequence[int], seats: int, seated: Sequence[Seated], means: Mapping[int, float]
) -> list[Group]:
    """Who meets in the next round. Swiss: who stands alike, and has not met if that can be; round robin: who
    has met least; knockout: the winners of the last round, in their order. The number of entrants has to be a
    multiple of the seats.
    """
    met = meetings(seated)
    order = sorted(entrants, key=lambda one: (-means.get(one, 0.0), one)) if form == SWISS else list(entrants)
    if form == KNOCKOUT:
        return [order[first : first + seats] for first in range(0, len(order), seats)]
    found: list[Group] = []
    left = list(order)
    while left:
        group = [left.pop(0)]
        while len(group) < seats:
            again = [sum(met.get(_pair(one, other), 0) for other in group) for one in left]
            group.append(left.pop(again.index(min(again))))
        found.append(group)
    return found


def seat_order(group: Group, seated: Sequence[Seated]) -> Group:
    """The order of seats: the group turned around the table until all sit where they have sat least."""
    sat: dict[tuple[int, int], int] = {}
    for one in seated:
        sat[one.entrant, one.seat] = sat.get((one.entrant, one.seat), 0) + 1
    turned = [group[first:] + group[:first] for first in range(len(group))]
    return min(turned, key=lambda order: sum(sat.get((one, seat), 0) for seat, one in enumerate(order)))


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def winners(seated: Sequence[Seated], round: int) -> Group:
    """The winner of each table of a round; of several the one with more points, then the lower number."""
    tables: dict[int, list[Seated]] = {}
    for one in seated:
        if one.round == round:
            tables.setdefault(one.board, []).append(one)
    best = [min(table, key=lambda one: (one.place, -one.score, one.entrant)) for table in tables.values()]
    return [one.entrant for one in best]


def shares(seated: Sequence[Seated], round: int, duplicate: bool) -> dict[int, float]:
    """What each entrant won in a finished round, from 0 to 1: of a duplicate the share of rivals in the same
    seat with the same luck who did worse (half for equals), else the share of those at the same table.
    """
    rivals: dict[int, dict[int, tuple[int, int]]] = {}
    for one in seated:
        if one.round == round:
            how = (one.score, -one.place) if duplicate else (-one.place, 0)
            rivals.setdefault(one.seat if duplicate else one.board, {})[one.entrant] = how
    return {entrant: share for group in rivals.values() for entrant, share in beaten(group).items()}


def beaten(group: Mapping[int, tuple[int, int]]) -> dict[int, float]:
    """For each of a group the share of the others who did worse; equals count half."""
    order, others = sorted(group.values()), len(group) - 1
    found = {}
    for entrant, how in group.items():
        worse, not_better = bisect_left(order, how), bisect_right(order, how)
        found[entrant] = (worse + not_better - 1) / 2 / others if others else 1.0
    return found


def standings(entrants: Sequence[int], seated: Sequence[Seated], duplicate: bool) -> list[Standing]:
    """Everybody by the mean of their finished rounds, the best first; equal means share a place."""
    unfinished = {one.round for one in seated if not one.place}
    over = sorted({one.round for one in seated} - unfinished)
    by_round = {number: shares(seated, number, duplicate) for number in over}
    found = []
    for entrant in entrants:
        own = {number: won[entrant] for number, won in by_round.items() if entrant in won}
        found.append((sum(own.values()) / len(own) if own else 0.0, entrant, own))
    found.sort(key=lambda one: (-one[0], one[1]))
    ahead = [-mean for mean, _, _ in found]
    return [Standing(1 + bisect_left(ahead, -mean), entrant, mean, own) for mean, entrant, own in found]
