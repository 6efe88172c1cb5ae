"""MAN-3: paving the roads."""

from __future__ import annotations

from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.rules.actions import PLACE, SHAPES
from ludoteca.games.manticore.rules.edition import OUTSIDE
from ludoteca.games.manticore.rules.land import CELLS, LABELS
from ludoteca.games.manticore.rules.road_places import lay, places
from ludoteca.games.manticore.rules.state import FIRST_FOE, PAVING, ManticoreState
from ludoteca.games.manticore.rules.steps.roads import PAVE
from ludoteca.kernel.source import Stream
from tests.manticore.table import T1, cell, follow, invasion, objection, offered, play, told, where


def paving(roads: dict[str, tuple[str, int]] | None = None, seats: int = 1, **options: Any) -> ManticoreState:
    """A table where the roads are being paved and the next token is to be drawn."""
    state = invasion(*["warrior", "mage", "dwarf", "elf"][:seats], **options)
    state.phase = PAVING
    state.roads.placeable = places(state)
    for label, (shape, k) in (roads or {}).items():
        lay(state, cell(label), state.ruleset.edition.masks[SHAPES.index(shape)][k])
        state.roads.unseen[SHAPES.index(shape)] -= 1
    return follow(state, PAVE)


def cells(state: ManticoreState) -> set[str]:
    return {text.split()[1].upper() for text in offered(state, "place")}


AROUND_CITY = {"F6", "F7", "F8", "G6", "G9", "H6", "H10", "I6", "I9", "J6", "J7", "J8"}


@pytest.mark.rule("MAN-3.2", "MAN-3.4")
def test_the_first_token_lies_beside_the_city() -> None:
    for shape, turns in (("straight", 3), ("bend", 6)):
        state = play(paving(), f"drew {shape}")
        assert cells(state) == AROUND_CITY
        for label in sorted(AROUND_CITY):
            twin = state.copy()
            play(twin, f"place {label.lower()}")
            assert len(offered(twin, "orient")) == turns


@pytest.mark.rule("MAN-3.2")
def test_a_token_joins_a_road() -> None:
    state = play(paving({"H10": ("straight", 0)}), "drew bend")
    assert cells(state) == (AROUND_CITY - {"H10"}) | {"H11"}
    assert objection(state, "place h12") == "MAN-3.2"
    play(state, "place h11")
    assert offered(state) == ["orient 1", "orient 3"]  # sides {1, 3} and {3, 5}
    assert objection(state, "orient 0") == "MAN-3.2/meet"
    state = play(paving({"H10": ("straight", 0)}), "drew straight", "place h11")
    assert state.roads.laid == 2  # only one way to turn it, so nobody is asked
    assert state.roads.sides[cell("H11")] == state.roads.sides[cell("H10")]


@pytest.mark.rule("MAN-3.2", "MAN-3.3", "MAN-3.4")
def test_a_location_that_was_reached_opens_the_cells_around_it() -> None:
    roads = {label: T1[label] for label in ("H10", "H11")}
    state = play(paving(roads), "drew sharp")
    assert "F13" not in cells(state)
    play(state, "place h12", "orient 2", "drew straight")
    assert told(state, "reached") == [(5,)]
    free = {"E10", "E11", "E12", "F10", "F13", "G10", "G13", "H13"}
    assert free <= cells(state)
    assert len(cells(state)) == 19
    play(state, "place f13")
    assert len(offered(state, "orient")) == 3


@pytest.mark.rule("MAN-3.1", "MAN-3.8")
def test_seats_lay_in_turn_until_all_tokens_lie() -> None:
    state = paving(seats=3)
    source = Stream(4)
    layers = []
    while state.round == 1 and state.roads.laid < 41:
        if state.actor == -1:
            state.play(state.step.sample(state, source))
        else:
            if state.step.name() == "placetoken":
                layers.append(state.actor)
                assert [where(state, seat) for seat in range(3)] == ["H8", "H9", "H7"]
            state.play(state.choices[source.below(len(state.choices))])
    assert layers == [number % 3 for number in range(41)]
    assert sum(state.roads.unseen) == 0
    assert told(state, "roads_done") == [()]
    assert state.actor == 0  # the first in turn order, whoever laid the last token
    assert state.step.name() == "menu"


@pytest.mark.rule("MAN-3.5", "MAN-3.9")
def test_tokens_lie_on_open_land_once_and_for_all() -> None:
    state = play(paving({"H10": ("straight", 0)}), "drew straight")
    assert objection(state, "place h10") == "MAN-3.5"
    assert objection(state, "place h9") == "MAN-3.5/location"
    assert objection(state, "place g9") is None  # part of the Fireway
    before = state.roads.sides[cell("H10")]
    play(state, "place g9", "orient 0")
    assert state.roads.sides[cell("H10")] == before
    state = play(paving({"H10": ("straight", 0)}, roads_on_fireway=False), "drew straight")
    assert objection(state, "place g9") == "MAN-3.5/fireway"
    assert len(cells(state)) == 11


@pytest.mark.rule("MAN-3.6")
def test_a_token_brings_its_monster() -> None:
    state = play(paving(), "drew monster-4", "place h6", "orient 0")
    assert where(state, FIRST_FOE + 3) == "H6"
    assert state.monsters[3].life == 4
    assert told(state, "appeared") == [(3, cell("H6"))]


@pytest.mark.rule("MAN-3.7")
def test_closed_in_tokens_may_lie_beside_any_token_or_location() -> None:
    """Every cell around the City is paved with a road that leads along it, so no token can be joined."""
    state = paving()
    edition = state.ruleset.edition
    ring = [number for number in range(CELLS) if edition.near_city[number]]
    for number in ring:
        state.roads.sides[number] = 63
    state.roads.joins = vec[i64]([0] * CELLS)
    state.roads.laid = len(ring)
    state.roads.placeable = places(state)
    play(state, "drew straight")
    assert "H11" in cells(state)  # beside a token
    assert "D3" in cells(state)  # beside the Elven Workshop
    assert objection(state, "place c6") == "MAN-3.7"
    play(state, "place h11")
    assert len(offered(state, "orient")) == 3
    assert all(edition.location_of[action.a] == OUTSIDE for action in state.roads.placeable)


@pytest.mark.rule("MAN-3.2")
def test_the_cells_for_the_next_token_are_kept_up_to_date() -> None:
    for seed in range(6):
        state = GAME.start(GAME.setup(2, {"roads_on_fireway": seed % 2 == 0}))
        state.settle()
        source = Stream(seed)
        while state.roads.laid < 40:
            if state.actor == -1:
                state.play(state.step.sample(state, source))
            else:
                state.play(state.choices[source.below(len(state.choices))])
            assert state.roads.placeable == places(state)


def test_labels() -> None:
    assert LABELS[CELLS // 2] == "H8"
    assert PLACE[cell("A1")].text == "place a1"
