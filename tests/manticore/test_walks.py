"""One touch on a far cell walks there, if nothing can happen on the way."""

from __future__ import annotations

from ludoteca.games.manticore import GAME
from ludoteca.games.manticore.board.walks import Walk, walks
from ludoteca.games.manticore.rules.actions import DIRECTIONS
from ludoteca.games.manticore.rules.gear import put_down
from ludoteca.games.manticore.rules.land import CELL_CALLED, NEIGHBOURS
from ludoteca.games.manticore.rules.state import ManticoreState
from ludoteca.kernel.source import Stream
from tests.manticore.table import ELF, T1, WARRIOR, hero, invasion, kind, monster, play, turn_of, where
from tests.manticore.test_board import drawn

ROADS = {**T1, "H13": ("straight", 0), "H14": ("straight", 0)}


def in_the_city(seats: int = 1) -> ManticoreState:
    state = invasion(*(WARRIOR, ELF)[:seats], roads=ROADS)
    hero(state, 0, "H9")
    return turn_of(state, 0, 6)


def found(state: ManticoreState) -> dict[int, Walk]:
    return walks(GAME.view(state, state.actor), state.ruleset.edition)


def test_a_walk_costs_what_its_steps_cost_and_leads_where_it_says() -> None:
    state = in_the_city()
    walk = found(state)[CELL_CALLED["H12"]]
    assert walk.price == 3
    assert [DIRECTIONS[side] for side in walk.steps] == ["e", "e", "e"]
    for side in walk.steps:
        play(state, f"move {DIRECTIONS[side]}")
    assert (where(state, 0), state.pool) == ("H12", 3)


def test_every_walk_can_be_carried_out_and_nothing_happens_before_its_last_step() -> None:
    source = Stream(3)
    state = GAME.start(GAME.setup(3, {"hidden_artifacts": True}))
    state.settle()
    walked = 0
    while not state.over and walked < 300:
        if state.actor < 0:
            state.play(state.step.sample(state, source))
            continue
        for cell, walk in found(state).items() if state.step.name() == "menu" else ():
            twin = state.copy()
            for side in walk.steps[:-1]:
                twin.journal = []
                play(twin, f"move {DIRECTIONS[side]}")
                assert [event.kind.name for event in twin.journal] == ["stepped"]
                assert twin.actor == state.actor
            twin.journal = []
            pool = twin.pool
            play(twin, f"move {DIRECTIONS[walk.steps[-1]]}")
            assert twin.heroes[state.actor].cell == cell
            assert state.pool - pool + twin.journal[0].value("price") == walk.price
            walked += 1
        state.play(state.choices[source.below(len(state.choices))])
    assert walked >= 100


def test_a_walk_ends_where_a_foe_is_met() -> None:
    state = in_the_city()
    assert CELL_CALLED["H12"] in found(state)
    monster(state, 1, "I11")
    state.look_again()
    reached = found(state)
    assert CELL_CALLED["H11"] in reached
    assert not [cell for cell, walk in reached.items() if _passes(state, walk, "H11")]


def test_a_walk_ends_where_something_lies() -> None:
    state = in_the_city()
    put_down(state, CELL_CALLED["H11"], kind("sword"), 2)
    state.look_again()
    assert CELL_CALLED["H11"] in found(state)
    assert not [cell for cell, walk in found(state).items() if _passes(state, walk, "H11")]


def test_a_walk_ends_in_a_location_that_has_something_left() -> None:
    state = in_the_city()
    assert found(state)[CELL_CALLED["G11"]].price == 4
    assert not [cell for cell, walk in found(state).items() if _passes(state, walk, "G11")]


def test_the_board_offers_a_walk_by_one_touch_at_its_price() -> None:
    for narrow in (False, True):
        scene = drawn(in_the_city(), 0, narrow)
        made = {gesture.keys: gesture.row for gesture in scene.gestures}
        assert made[("cell h10",)] == "move e"
        assert made[("cell h11",)] == "move e\nmove e"
        assert "H11, 2 points" in scene.text()


def _passes(state: ManticoreState, walk: Walk, label: str) -> bool:
    here = state.heroes[state.actor].cell
    passed = []
    for side in walk.steps[:-1]:
        here = NEIGHBOURS[here][side]
        passed.append(here)
    return CELL_CALLED[label] in passed
