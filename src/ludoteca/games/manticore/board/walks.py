"""Walks of several steps: where a hero can go by one touch, because nothing can happen on the way."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush
from typing import NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.manticore.knowledge import ManticoreView
from ludoteca.games.manticore.rules.actions import MOST_SEATS
from ludoteca.games.manticore.rules.edition import FIRST_PILE, ManticoreEdition
from ludoteca.games.manticore.rules.land import NEIGHBOURS, OFF_BOARD, SIDES
from ludoteca.games.manticore.rules.paths import openings
from ludoteca.games.manticore.rules.state import HEROES, Roads


class Walk(NamedTuple):
    """What a walk costs, and the direction of each of its steps."""

    price: int
    steps: tuple[int, ...]


@lru_cache(maxsize=64)
def surveyed(edition: ManticoreEdition, sides: tuple[int, ...]) -> Roads:
    """The roads as they lie, to ask them for prices."""
    roads = Roads(edition)
    roads.open_sides = openings(edition, vec[i64](sides))
    return roads


def walks(view: ManticoreView, edition: ManticoreEdition) -> dict[int, Walk]:
    """The cheapest walk to every cell that takes the acting hero at least two steps, none of which but the
    last leads to a cell where something can happen.
    """
    if view.phase != "menu" or view.stage != HEROES or view.actor < 0:
        return {}
    roads = surveyed(edition, view.roads)
    start = view.cell[view.actor]
    occupied = {cell for cell in view.cell if cell >= 0}
    busy = _busy_cells(view, edition, start)
    found: dict[int, Walk] = {start: Walk(0, ())}
    ahead: list[tuple[int, tuple[int, ...], int]] = [(0, (), start)]
    while ahead:
        price, steps, cell = heappop(ahead)
        if found[cell] != (price, steps) or cell in busy:
            continue
        for d in range(SIDES):
            there = NEIGHBOURS[cell][d]
            if there == OFF_BOARD or there in occupied:
                continue
            walk = Walk(price + roads.price(cell, d), (*steps, d))
            known = found.get(there)
            if walk.price <= view.pool and (known is None or _length(walk) < _length(known)):
                found[there] = walk
                heappush(ahead, (walk.price, walk.steps, there))
    beside = NEIGHBOURS[start]
    return {cell: walk for cell, walk in found.items() if cell != start and cell not in beside}


def _length(walk: Walk) -> tuple[int, int]:
    return walk.price, len(walk.steps)


def _busy_cells(view: ManticoreView, edition: ManticoreEdition, start: int) -> set[int]:
    """Cells where a walk ends, because it meets a foe there, wakes the Manticore, or finds something."""
    first_foe = MOST_SEATS if view.coop else 0
    foes = [cell for being, cell in enumerate(view.cell) if cell >= 0 and being >= first_foe]
    met = {near for foe in foes if foe != start and foe not in NEIGHBOURS[start] for near in NEIGHBOURS[foe]}
    lying = {cell for cell, _, _ in view.ground}
    waking = set() if view.awake else {cell for cell, near in enumerate(edition.near_cave) if near}
    here = edition.location_of[start]
    stocked = {
        cell
        for number in range(FIRST_PILE, len(edition.locations))
        if number != here and view.piles[number][1] != 0
        for cell in edition.locations[number].cells
    }
    return (met | lying | waking | stocked) - {start}
