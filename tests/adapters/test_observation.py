"""Vectors and masks: fixed in length, named, bounded, and telling no more than a seat may know."""

from __future__ import annotations

import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludoteca.adapters.observation import Encoder, encoder
from ludoteca.encoding.layout import (
    BySeat,
    Coded,
    Each,
    Flat,
    Members,
    Number,
    Part,
    Pick,
    Row,
    Seat,
    Slots,
    Switch,
)
from ludoteca.encoding.scribe import Scribe, SeatLayout
from ludoteca.games.manticore.encoding import Beings
from ludoteca.kernel.errors import IllegalAction
from ludoteca.kernel.source import Stream
from ludoteca.kernel.view import SPECTATOR
from tests.adapters.tables import called, states, tables


@pytest.mark.parametrize("table", tables(), ids=called)
def test_every_field_of_a_view_is_told_or_left_out_on_purpose(table: Encoder) -> None:
    state = next(states(table, 1))
    told = {name for name, _ in table.layout.fields}
    assert told.isdisjoint(table.layout.left_out)
    assert told | set(table.layout.left_out) == {field.name for field in fields(table.game.view(state, 0))}


@pytest.mark.parametrize("table", tables(), ids=called)
def test_every_slot_has_a_name_of_its_own(table: Encoder) -> None:
    assert len(table.describe()) == len(set(table.describe())) == table.size
    assert len(table.actions()) == len(set(table.actions()))


@pytest.mark.parametrize("table", tables(), ids=called)
def test_vectors_keep_their_length_and_bounds_and_no_number_is_cut_off(table: Encoder) -> None:
    for place, state in enumerate(states(table, 2)):
        if place % 7 == 0 or state.over:
            for seat in range(SPECTATOR, table.setup.seats):
                vector = table.vector(state, seat)
                assert vector.shape == (table.size,) and vector.dtype == np.float32
                assert vector.min() >= -1.0 and vector.max() <= 1.0
                view = table.game.view(state, seat)
                for name, part in table.layout.fields:
                    check_numbers(part, getattr(view, name), name)


def check_numbers(part: Part, value: Any, name: str) -> None:
    """No number of a view is beyond what its slot can tell."""
    if isinstance(part, Number):
        assert (-part.high if part.signed else -1) <= value <= part.high, name
    elif isinstance(part, Each | BySeat | Flat | Beings):
        for item in value:
            check_numbers(part.part, item, name)
    elif isinstance(part, Coded):
        check_numbers(part.part, value, name)
    elif isinstance(part, Row):
        for inner, item in zip(part.parts, value, strict=True):
            check_numbers(inner, item, name)


@pytest.mark.parametrize("table", tables(), ids=called)
def test_what_is_written_anew_is_what_is_written_at_once(table: Encoder) -> None:
    for place, state in enumerate(states(table, 6)):
        for seat in range(SPECTATOR, table.setup.seats):
            if (place + seat) % 3 == 0 or state.over:
                whole = table.layout.encode(table.game.view(state, seat))
                assert table.vector(state, seat).tobytes() == whole.tobytes()


@pytest.mark.parametrize("table", tables(), ids=called)
def test_numbers_told_straight_from_the_state_are_those_of_the_view(table: Encoder) -> None:
    """The same slots from nothing, field by field, for every seat and a spectator."""
    for state in states(table, 7, 30):
        for seat in range(SPECTATOR, table.setup.seats):
            scribe = Scribe(SeatLayout(table.layout, seat), Slots(table.size))
            table.teller.tell(state, seat, scribe)
            numbers = [scribe.large.get(place, number) for place, number in enumerate(scribe.told)]
            view = table.game.view(state, seat)
            assert len(numbers) == len(table.layout.numbers(view))
            for name, part in table.layout.fields:
                count = len(part.nothing())
                told, numbers = numbers[:count], numbers[count:]
                whole = encoded(part, getattr(view, name), max(0, seat))
                slots = Slots(part.size)
                for (leaf, at), number in zip(part.leaves(max(0, seat), 0), told, strict=True):
                    leaf.renew(number, leaf.none, max(0, seat), slots, at)
                assert list(slots.numbers()) == whole, name


@pytest.mark.parametrize("table", tables(), ids=called)
def test_a_field_called_like_something_on_the_table_holds_it(table: Encoder) -> None:
    """Facts have no names: whoever mixes up their order tells one thing for another."""
    for state in states(table, 8, 60):
        view = table.game.view(state, state.actor)
        for field in fields(view):
            told, true = getattr(view, field.name), getattr(state, field.name, None)
            if isinstance(true, list) and [type(item) for item in true] == [type(item) for item in told]:
                assert list(told) == true, field.name
            elif isinstance(true, int) and type(true) is type(told) and field.name != "to_keep":
                assert told == true, field.name


@pytest.mark.parametrize("table", tables(), ids=called)
def test_the_mask_is_what_the_awaited_seat_may_do(table: Encoder) -> None:
    texts = table.actions()
    for state in states(table, 3, 40):
        for seat in range(table.setup.seats):
            mask = table.mask(state, seat)
            allowed = {texts[index] for index in np.flatnonzero(mask)}
            assert allowed == ({action.text for action in state.choices} if seat == state.actor else set())


@pytest.mark.parametrize("table", tables(), ids=called)
def test_worlds_a_seat_cannot_tell_apart_have_one_vector(table: Encoder) -> None:
    source = Stream(1, "imagined")
    for place, state in enumerate(states(table, 4)):
        if place % 11 == 0:
            for seat in range(table.setup.seats):
                twin = table.game.imagine(state, seat, source)
                assert (table.vector(state, seat) == table.vector(twin, seat)).all()
                assert (table.mask(state, seat) == table.mask(twin, seat)).all()


@pytest.mark.parametrize("table", tables(), ids=called)
def test_what_happens_changes_the_vector(table: Encoder) -> None:
    vectors = {table.vector(state, 0).tobytes() for state in states(table, 5, 60)}
    assert len(vectors) > 30 or table.game.name == "bello_divorum"
    assert len(vectors) > 15


def test_seats_are_counted_from_the_one_that_looks() -> None:
    table = encoder("bosa", 3)
    names = table.describe()
    state = next(states(table, 1))
    state.towns[1].coins = 7  # type: ignore[attr-defined]
    for seat, who in enumerate(["+1", "self", "+2"]):
        assert table.vector(state, seat)[names.index(f"coins of {who} / 60")] == pytest.approx(7 / 60)
        asked = names.index(f"actor is {'self' if state.actor == seat else f'+{(state.actor - seat) % 3}'}")
        assert table.vector(state, seat)[asked] == 1.0


def test_what_is_hidden_is_minus_one_and_what_is_open_is_told() -> None:
    table = encoder("bologna", 3)
    names = table.describe()
    state = next(states(table, 1))
    vector = table.vector(state, 0)
    own = [vector[names.index(f"roles of self is {role}")] for role in ("prince", "dean", "silk")]
    assert set(own) <= {0.0, 1.0}
    rival = [slot for slot, name in zip(vector, names, strict=True) if name.startswith("roles of +1 is ")]
    assert set(rival) == {-1.0}


def test_goals_that_lie_face_down_are_counted() -> None:
    table = encoder("bosa", 2)
    names = table.describe()
    vector = table.vector(next(states(table, 1)), 0)
    assert vector[names.index("goals of +1: hidden / 4")] == 1.0
    assert vector[names.index("goals of self: hidden / 4")] == 0.0
    assert (
        sum(slot for slot, name in zip(vector, names, strict=True) if name.startswith("goals of self")) == 4
    )


def test_an_action_that_is_not_allowed_is_refused_with_the_reason() -> None:
    table = encoder("bosa", 2)
    state = next(states(table, 1))
    wrong = table.actions().index("skip")
    with pytest.raises(IllegalAction, match="no answer to the question now"):
        table.decision(state, wrong)
    right = table.actions().index("take 1")
    assert table.decision(state, right).text == "take 1"


def encoded(part: Part, value: Any, viewer: int = 0) -> list[float]:
    slots = Slots(part.size)
    part.write(value, viewer, slots, 0)
    assert len(part.names("value")) == part.size
    return list(slots.numbers())


@pytest.mark.parametrize(
    ("part", "value", "expected"),
    [
        (Number(4), 3, [0.75]),
        (Number(4), 9, [1.0]),
        (Number(4), -1, [-1.0]),
        (Number(4, signed=True), -1, [-0.25]),
        (Switch(), True, [1.0]),
        (Pick(["a", "b", "c"], 1), 2, [0.0, 1.0, 0.0]),
        (Pick(["a", "b"], unknown=-2), -2, [-1.0, -1.0]),
        (Pick(["a", "b"], unknown=-2), -1, [0.0, 0.0]),
        (Members(["a", "b", "c"], hidden=4), (2, -1, -1), [0.0, 0.0, 1.0, 0.5]),
        (Each(["x", "y"], Number(2)), (1,), [0.5, 0.0]),
    ],
)
def test_parts(part: Part, value: Any, expected: list[float]) -> None:
    assert encoded(part, value) == expected


def test_parts_by_seat_turn_with_the_viewer() -> None:
    assert encoded(BySeat(3, Number(4)), (1, 2, 4), viewer=1) == [0.5, 1.0, 0.25]
    assert encoded(Seat(3), 0, viewer=1) == [0.0, 0.0, 1.0]
    assert encoded(Flat(2, ["p", "q"], Number(4)), (1, 2, 3, 4), viewer=1) == [0.75, 1.0, 0.25, 0.5]


def test_the_sizes_in_the_manual_are_true() -> None:
    page = (Path(__file__).parents[2] / "docs" / "learning.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\w+) \| (\d) \| ([\d,]+) \| (\d+) \| (\d+) \|$", page, re.MULTILINE)
    assert len(rows) == 10
    for game, seats, *sizes in rows:
        table = encoder(game, seats=int(seats))
        told = [int(size.replace(",", "")) for size in sizes]
        assert told == [table.size, len(table.actions()), len(table.game.catalogue.outcomes)], game
