"""What always holds: a broken table is noticed, and nothing goes backwards while a match is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.actions import COPY, GODS, INVOKE, ORCO
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.payment import price
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NOBODY
from tests.bomarzo.tables import begin, harvested, hold, lie, table


def sound() -> BomarzoState:
    """A table on which every kind of piece lies somewhere."""
    state = table(2, worship_promo=True)
    hold(state, 0, (2, 1, 1), hand=(1, 2), first=(3,), second=(4, 6))
    hold(state, 1, (1, 1, 1), hand=(7,))
    lie(state, "dea", (1, 1, 0), (0,))
    harvested(state, 1, 0)
    return begin(state)


def change(name: str, place: int, by: int) -> Callable[[BomarzoState], None]:
    """One number of the state is wrong."""

    def spoil(state: BomarzoState) -> None:
        getattr(state, name)[place] += by

    return spoil


def put(name: str, value: Any) -> Callable[[BomarzoState], None]:
    def spoil(state: BomarzoState) -> None:
        setattr(state, name, value)

    return spoil


BROKEN = [
    (change("cubes", 0, 1), "food does not add up"),
    (change("reserve", 2, -1), "wine does not add up"),
    (change("hand", 0, 1 << 9), "cards are in two places: [9]"),
    (change("hand", 1, -(1 << 7)), "cards are missing: [7]"),
    (put("top", 1), "not in the deck"),
    (change("rotated", 0, 1 << 6), "used a card that has no power"),
    (change("lacks", 0, 1), "wrongly said to lack a symbol"),
    (change("pawns", 0, 1), "seat 0 owns 4 pawns"),
    (change("idle", 1, 1), "pawns of seat 1 do not add up"),
    (change("harvested", 0, 0o22 - 0o2), "harvested twice"),
    (change("pawns_on", 2, 0o11 - 0o1), "repeated without the power"),
    (change("visited", 0, 1), "wrongly said to be at place 0"),
    (change("lying", 0, 1), "cubes lie on divinity 0, which nobody invoked"),
    (put("order", [0] * GODS), "not all around the board"),
    (put("moss", 1), "moss grew before"),
    (change("rows", 0, 6), "left its row"),
    (change("tracks", 0, 10), "stands wrongly on track 0"),
    (change("tracks", 0, 5), "the point at 4 of track 0 has a wrong owner"),
    (change("vp", 0, 1), "points from nowhere"),
    (change("worship", 0, 1), "worship cards do not add up"),
    (put("colour", 1), "a season token lies where none should"),
]


@pytest.mark.parametrize(("spoil", "fault"), BROKEN, ids=[fault[:30] for _, fault in BROKEN])
def test_a_broken_table_is_noticed(spoil: Callable[[BomarzoState], None], fault: str) -> None:
    state = sound()
    assert GAME.faults(state) == []
    spoil(state)
    assert any(fault in text for text in GAME.faults(state)), GAME.faults(state)


# A whole match, step by step


def not_behind(before: list[int], after: list[int]) -> bool:
    return all(old <= new for old, new in zip(before, after, strict=True))


def check_progress(before: BomarzoState, after: BomarzoState) -> None:
    """Workers, discs and points never go back; an upgraded card stays so."""
    assert not_behind(before.rows, after.rows)
    assert not_behind(before.tracks, after.tracks)
    assert not_behind(before.pawns, after.pawns)
    assert after.over or not_behind(before.vp, after.vp)
    for seat in range(before.seats):
        assert before.level2[seat] & ~after.level2[seat] == 0
        assert before.level1[seat] & ~(after.level1[seat] | after.level2[seat]) == 0


def check_season(before: BomarzoState, after: BomarzoState, visited: set[int]) -> None:
    """Moss changes only between seasons, and then shows where no pawn stood."""
    if after.season == before.season:
        assert after.moss == before.moss
        return
    assert [god for god in range(GODS) if not after.mossy(god)] == sorted(visited)
    assert sum(after.rotated) == sum(after.lying) == sum(after.pawns_on) == 0


def check_prices(before: BomarzoState, after: BomarzoState, eating: bool) -> None:
    """Within a season nothing but Orco makes a later pawn cheaper."""
    if eating or after.season != before.season or after.unveiled:
        return
    for god in range(GODS):
        if before.pawns_on[god]:
            assert sum(price(before, god)) <= sum(price(after, god))


@pytest.mark.rule("BOM-9.5", "BOM-11.1", "BOM-5.3", "BOM-7.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_goes_backwards(seats: int) -> None:
    state = GAME.start(GAME.setup(seats))
    state.settle()
    croupier, source = Seeded(seats), Stream(seats, "backwards")
    visited: set[int] = set()
    copies = 0
    while state.actor != NOBODY:
        before = state.copy()
        if state.actor == CHANCE:
            action = croupier.settle(state)
        else:
            action = COPY if COPY in state.choices else state.choices[source.below(len(state.choices))]
        if action.verb is INVOKE:
            assert not before.dormant(action.a)
            visited.add(action.a)
        state.play(action)
        check_progress(before, state)
        check_season(before, state, visited)
        check_prices(before, state, before.god == ORCO or action is INVOKE[ORCO])
        if action is COPY and state.season == before.season:
            copies += 1
            assert (state.pawns_on, state.moss) == (before.pawns_on, before.moss)
            assert before.god == ORCO or state.lying == before.lying
        if state.season != before.season:
            visited.clear()
    assert copies > 0, "the match had copies to look at"
