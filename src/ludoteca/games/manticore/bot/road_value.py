"""How the roads look while they are being paved: short ways for heroes, long ones for monsters."""

from __future__ import annotations

from typing import Any, Final

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.manticore.bot.weights import WEIGHTS
from ludoteca.games.manticore.rules.actions import FIRST_MONSTER
from ludoteca.games.manticore.rules.edition import (
    CITY,
    DETOUR_RANGE,
    FIRST_PILE,
    LOCATIONS,
    OUTSIDE,
    ManticoreEdition,
)
from ludoteca.games.manticore.rules.land import (
    BIT,
    CELLS,
    NEIGHBOURS,
    OFF_BOARD,
    OPPOSITE,
    ROUGH_PRICE,
    SIDES,
)
from ludoteca.games.manticore.rules.paths import FAR, openings, ways_to
from ludoteca.games.manticore.rules.state import ManticoreState
from ludoteca.games.manticore.rules.steps.roads import Orient
from ludoteca.kernel.actions import Action
from ludoteca.kernel.state import Step

REMEMBERED: Final = 64


def road_points(state: ManticoreState) -> float:
    """How cheaply the locations can be reached from the City, and how far away the monsters stand."""
    if not state.agenda:
        return 0.0
    edition = state.ruleset.edition
    network = network_of(state)
    total = network.total
    step: Step[Any] = state.step
    if isinstance(step, Orient):
        token = state.roads.token
        total = network.best_turn(token, state.roads.spot, state.choices)
        if token >= FIRST_MONSTER:
            total += _appearance(edition, token - FIRST_MONSTER, state.roads.spot)
    for number, monster in enumerate(state.monsters):
        if monster.life > 0:
            total += _appearance(edition, number, monster.cell)
    return total


def _appearance(edition: ManticoreEdition, monster: int, cell: int) -> float:
    """A monster should appear far from the City and, if it robs, far from the piles."""
    away = float(edition.city_distance(cell))
    if edition.aggressive[monster]:
        return WEIGHTS.far_monster * away
    total = WEIGHTS.far_robber * away
    for location in range(FIRST_PILE, LOCATIONS):
        if edition.steps_to[location][cell] <= DETOUR_RANGE:
            total -= WEIGHTS.near_pile
    return total


class Network:
    """The roads so far: what it costs to walk between the City and every location.

    A further token changes only the steps onto it and off it. So what it would bring follows from the ways
    that are already known, without finding all of them again.
    """

    def __init__(self, edition: ManticoreEdition, road: vec[i64]) -> None:
        self.edition = edition
        self.road = road
        self.open_sides = openings(edition, road)
        self.from_city = self._ways_to(CITY)
        self.lengths: list[int] = []
        self.to_location: list[list[int]] = []
        self.judged: dict[int, float] = {}
        for location in range(FIRST_PILE, LOCATIONS):
            nearest = FAR
            for cell in edition.locations[location].cells:
                nearest = min(nearest, self.from_city[cell])
            self.lengths.append(nearest)
        self.total = self._worth(self.lengths)

    def _ways_to(self, location: int) -> list[int]:
        cells = self.edition.locations[location].cells
        return ways_to(cells, self.open_sides, ROUGH_PRICE)

    def _worth(self, lengths: list[int]) -> float:
        total = 0.0
        for length in lengths:
            total -= WEIGHTS.way * length
        return total

    def best_turn(self, token: int, spot: int, turns: list[Action]) -> float:
        """The worth of the roads with one more token, turned as well as possible."""
        key = CELLS * token + spot
        known = self.judged.get(key)
        if known is not None:
            return known
        if not self.to_location:
            for location in range(FIRST_PILE, LOCATIONS):
                self.to_location.append(self._ways_to(location))
        found = -1000.0
        for turn in turns:
            found = max(found, self._with(self.edition.masks[token][turn.a], spot))
        self.judged[key] = found
        return found

    def _with(self, sides: int, spot: int) -> float:
        """The worth of the roads with one more token on a spot."""
        location_of = self.edition.location_of
        inward = FAR
        outward: list[int] = [FAR] * len(self.lengths)
        for d in range(SIDES):
            near = NEIGHBOURS[spot][d]
            if near == OFF_BOARD:
                continue
            there = self.road[near]
            open_side = sides & BIT[d] != 0
            if there != 0:
                onto = off = 1 if open_side and there & BIT[OPPOSITE[d]] != 0 else ROUGH_PRICE
            elif location_of[near] == OUTSIDE:
                onto = 1
                off = ROUGH_PRICE
            else:
                onto = off = 1 if open_side else ROUGH_PRICE
            inward = min(inward, self.from_city[near] + onto)
            for number in range(len(outward)):
                outward[number] = min(outward[number], self.to_location[number][near] + off)
        total = 0.0
        for number in range(len(outward)):
            total -= WEIGHTS.way * min(self.lengths[number], inward + outward[number])
        return total


def network_of(state: ManticoreState) -> Network:
    """The network of a state; the last ones are remembered, since many futures share their roads."""
    key = tuple(state.roads.sides)
    found = _NETWORKS.get(key)
    if found is None:
        if len(_NETWORKS) >= REMEMBERED:
            _NETWORKS.clear()
        found = Network(state.ruleset.edition, state.roads.sides[:])
        _NETWORKS[key] = found
    return found


_NETWORKS: Final[dict[tuple[int, ...], Network]] = {}
