"""What always holds: a broken table is noticed, and nothing goes backwards while a match is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from ludoteca.games.bomarzo import GAME
from ludoteca.games.bomarzo.rules.actions import COPY, DIVINITIES, GODS, INVOKE, ORCO
from ludoteca.games.bomarzo.rules.cards import mask_of
from ludoteca.games.bomarzo.rules.state import BomarzoState
from ludoteca.games.bomarzo.rules.steps.payment import price
from ludoteca.kernel.croupier import Seeded
from ludoteca.kernel.source import Stream
from ludoteca.kernel.state import CHANCE, NOBODY
from tests.bomarzo.table import all_lying, begin, harvested, hold, lie, mossy, table


def sound() -> BomarzoState:
    """A table on which every kind of piece lies somewhere."""
    state = table(2, worship_promo=True)
    hold(state, 0, (2, 1, 1), hand=(1, 2), first=(3,), second=(4, 6))
    hold(state, 1, (1, 1, 1), hand=(7,))
    lie(state, "dea", (1, 1, 0), (0,))
    harvested(state, 1, 0)
    return begin(state)


def put(name: str, value: Any) -> Callable[[BomarzoState], None]:
    """One thing on the table is wrong."""
    return lambda state: setattr(state, name, value)


def own(seat: int, name: str, value: Any) -> Callable[[BomarzoState], None]:
    """One thing that belongs to a seat is wrong."""
    return lambda state: setattr(state.fiefs[seat], name, value)


def lay(god: int, name: str, value: Any) -> Callable[[BomarzoState], None]:
    """One thing on a divinity is wrong."""
    return lambda state: setattr(state.divinities[god], name, value)


BROKEN = [
    (own(0, "cubes", vec[i64]([3, 1, 1])), "food does not add up"),
    (put("reserve", vec[i64]([26, 27, 12])), "wine does not add up"),
    (own(0, "hand", mask_of([1, 2, 9])), "cards are in two places: [9]"),
    (own(1, "hand", 0), "cards are missing: [7]"),
    (put("top", 1), "not in the deck"),
    (own(0, "rotated", mask_of([6])), "used a card that has no power"),
    (own(0, "pawns", 4), "seat 0 owns 4 pawns"),
    (own(1, "idle", 3), "pawns of seat 1 do not add up"),
    (put("harvested", [0o22, 0, 0]), "harvested twice"),
    (lay(2, "pawns", 0o11), "repeated without the power"),
    (own(0, "visited", 0b101), "wrongly said to be at place 0"),
    (lay(0, "cubes", vec[i64]([1, 0, 0])), "cubes lie on divinity 0, which nobody invoked"),
    (put("order", [0] * GODS), "not all around the board"),
    (lay(0, "mossy", True), "moss grew before"),
    (own(0, "rows", [6, 0, 0, 0, 0]), "left its row"),
    (own(0, "tracks", [10, 0, 0]), "stands wrongly on track 0"),
    (own(0, "tracks", [5, 0, 0]), "the point at 4 of track 0 has a wrong owner"),
    (own(0, "vp", 1), "points from nowhere"),
    (own(0, "worship", [0]), "worship cards do not add up"),
    (put("colour", 1), "a season token lies where none should"),
]


@pytest.mark.parametrize(("spoil", "fault"), BROKEN, ids=[fault[:30] for _, fault in BROKEN])
def test_a_broken_table_is_noticed(spoil: Callable[[BomarzoState], None], fault: str) -> None:
    state = sound()
    assert GAME.faults(state) == []
    spoil(state)
    assert any(fault in text for text in GAME.faults(state)), GAME.faults(state)


# A whole match, step by step


def all_pawns(state: BomarzoState) -> list[int]:
    """The pawns on every divinity."""
    return [divinity.pawns for divinity in state.divinities]


def not_behind(before: list[int], after: list[int]) -> bool:
    return all(old <= new for old, new in zip(before, after, strict=True))


def check_progress(before: BomarzoState, after: BomarzoState) -> None:
    """Workers, discs and points never go back; an upgraded card stays so."""
    for old, new in zip(before.fiefs, after.fiefs, strict=True):
        assert not_behind(old.rows, new.rows)
        assert not_behind(old.tracks, new.tracks)
        assert old.pawns <= new.pawns
        assert after.over or old.vp <= new.vp
        assert old.level2 & ~new.level2 == 0
        assert old.level1 & ~(new.level1 | new.level2) == 0


def check_season(before: BomarzoState, after: BomarzoState, visited: set[int]) -> None:
    """Moss changes only between seasons, and then shows where no pawn stood."""
    if after.season == before.season:
        assert mossy(after) == mossy(before)
        return
    assert mossy(after) == [name for god, name in enumerate(DIVINITIES) if god not in visited]
    assert not any(fief.rotated for fief in after.fiefs)
    assert not any(divinity.pawns or any(divinity.cubes) for divinity in after.divinities)


def check_prices(before: BomarzoState, after: BomarzoState, eating: bool) -> None:
    """Within a season nothing but Orco makes a later pawn cheaper."""
    if eating or after.season != before.season or after.unveiled:
        return
    for god in range(GODS):
        if before.divinities[god].pawns:
            assert sum(price(before, god)) <= sum(price(after, god))


@pytest.mark.rule("BOM-9.5", "BOM-11.1", "BOM-5.3", "BOM-7.5")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_goes_backwards(seats: int) -> None:
    state = GAME.start(GAME.setup(seats, GAME.presets["house"]))
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
            assert all_pawns(state) == all_pawns(before) and mossy(state) == mossy(before)
            assert before.god == ORCO or all_lying(state) == all_lying(before)
        if state.season != before.season:
            visited.clear()
    assert copies > 0, "the match had copies to look at"
