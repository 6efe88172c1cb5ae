"""Production and Status: BOM-2, BOM-3, BOM-11."""

import pytest

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.actions import DIVINITIES
from ludoteca.games.bomarzo.rules.cards import mask_of, members
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NOBODY
from tests.bomarzo.table import (
    all_lying,
    asked,
    begin,
    cubes,
    events,
    grow_moss,
    harvested,
    hold,
    lie,
    lying,
    mossy,
    no_pawns_left,
    own_pawns,
    pawns_owned,
    pawns_ready,
    play,
    season,
    set_row,
    table,
)


def finished(state: BomarzoState, season: int) -> BomarzoState:
    """Nobody has pawns: the season ends and the next one begins."""
    state.season = season
    for seat in range(state.seats):
        state.fiefs[seat].idle = 0
    return state


@pytest.mark.rule("BOM-2.1", "BOM-12.1")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_eight_seasons_and_no_more(seats: int) -> None:
    state = GAME.start(GAME.setup(seats))
    state.journal = []
    state.settle()
    croupier, source = Seeded(seats), Stream(seats)
    while state.actor != NOBODY:
        chance = state.actor == CHANCE
        state.play(croupier.settle(state) if chance else state.choices[source.below(len(state.choices))])
    told = [event.text().split() for event in state.journal or []]
    begins = [text[1] for text in told if text[0] == "season_begins"]
    assert begins == [str(number) for number in range(1, 9)]
    firsts = [int(text[2]) for text in told if text[0] == "season_begins"]
    assert firsts == [(firsts[0] + number) % seats for number in range(8)], "BOM-11.3"
    assert sum(map(sum, all_lying(state))) == 0


@pytest.mark.rule("BOM-3.1", "BOM-3.2", "BOM-3.3")
def test_rows_produce_cubes_but_no_pawns() -> None:
    state = season()
    set_row(state, 0, "food", 3)
    set_row(state, 0, "coin", 2)
    set_row(state, 0, "wine", 5)
    set_row(state, 0, "pawn", 3)
    own_pawns(state, 0, 4)
    begin(state)
    assert cubes(state, 0) == (2, 1, 2)
    assert state.fiefs[0].pawns == state.fiefs[0].idle == 4


@pytest.mark.rule("BOM-3.1", "BOM-1.1", "BOM-1.10")
def test_the_last_cubes_go_by_player_order() -> None:
    state = season(supply="limited")
    state.first = 1
    for seat in range(3):
        set_row(state, seat, "food", 5)
    hold(state, 0, (25, 0, 0))
    begin(state)
    assert [cubes(state, seat)[0] for seat in (1, 2, 0)] == [3, 2, 25]
    assert "nothing_left 0 0" in events(state)
    state = season()
    for seat in range(3):
        set_row(state, seat, "food", 5)
    hold(state, 0, (29, 0, 0))
    begin(state)
    assert [cubes(state, seat)[0] for seat in range(3)] == [32, 3, 3]


@pytest.mark.rule("BOM-3.1", "BOM-3.4", "BOM-3.5")
def test_rows_and_upgraded_cards_make_one_draw() -> None:
    state = season()
    set_row(state, 1, "card", 2)
    hold(state, 1, second=(12, 3, 6, 7), first=(10,))  # Library, Granary, Mint, Great Cellar; Wayside Shrine
    begin(state)
    assert cubes(state, 1) == (1, 1, 1)
    assert state.actor == CHANCE
    play(state, "drawn 30", "drawn 31")
    assert members(state.fiefs[1].hand) == [30, 31], (
        "one for the row, one for the Library, none for the first side"
    )


@pytest.mark.rule("BOM-3.6")
def test_hands_and_stores_have_no_limit() -> None:
    state = season(2)
    hold(state, 0, (29, 29, 14), hand=tuple(range(1, 40)))
    set_row(state, 0, "food", 1)
    set_row(state, 0, "card", 2)
    begin(state)
    play(state, "drawn 40")
    assert cubes(state, 0) == (30, 29, 14)
    assert state.fiefs[0].hand_size() == 40


@pytest.mark.rule("BOM-11.1")
def test_moss_grows_and_falls() -> None:
    state = finished(table(2), 1)
    grow_moss(state, "orco")
    lie(state, "orco", (0, 0, 0), (0,))
    lie(state, "genio", (0, 1, 0), (1,))
    no_pawns_left(state)
    begin(state)
    assert "dea" in mossy(state) and "orco" not in mossy(state) and "genio" not in mossy(state)


@pytest.mark.rule("BOM-11.2", "BOM-11.3")
def test_everything_comes_home() -> None:
    state = finished(table(3), 4)
    hold(state, 0, second=(11,))
    state.fiefs[0].rotated = mask_of([11])
    lie(state, "dea", (1, 2, 2), (0, 2))
    harvested(state, 1, 0, 2)
    state.fiefs[1].passed = True
    no_pawns_left(state)
    begin(state)
    assert state.season == 5
    assert state.first == state.actor == 1
    assert pawns_ready(state) == pawns_owned(state) == [3, 3, 3]
    assert lying(state, "dea") == (0, 0, 0)
    assert not state.dormant(DIVINITIES.index("dea"))
    assert sum(state.reserve) == 75
    assert [fief.rotated for fief in state.fiefs] == [0, 0, 0]
    assert not any(fief.passed for fief in state.fiefs)
    assert "harvest fields" in asked(state)


@pytest.mark.rule("BOM-12.1")
def test_after_the_eighth_season_there_is_no_status() -> None:
    state = finished(table(2), 8)
    lie(state, "dea", (2, 1, 0), (0,))
    no_pawns_left(state)
    hold(state, 0, (1, 0, 0))
    begin(state)
    assert state.over
    assert mossy(state) == []
    assert state.season == 8
    assert cubes(state, 0) == (1, 0, 0), "cubes on divinities are lost"
