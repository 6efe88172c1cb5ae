"""When memory is searched for garbage."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from ludoteca.house.web import sweeper
from ludoteca.house.web.sweeper import PAUSE_BEATS, Sweeper


class Link:
    """Something that holds itself."""

    def __init__(self) -> None:
        self.other = self


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def circle() -> weakref.ref[Link]:
    """Something that nothing else holds any more."""
    return weakref.ref(Link())


def test_while_people_ask_nothing_is_searched() -> None:
    swept = Sweeper()
    swept.begin()
    lost = circle()
    for requests in range(1, 5 * PAUSE_BEATS):
        swept.beat(requests)
    assert swept.searches == 0
    assert lost() is not None


def test_a_quiet_second_is_used_but_not_each_of_them() -> None:
    swept = Sweeper()
    swept.begin()
    lost = circle()
    for requests in range(1, 2 * PAUSE_BEATS):
        swept.beat(requests)
    swept.beat(2 * PAUSE_BEATS - 1)
    assert swept.searches == 1
    assert lost() is None
    for _ in range(PAUSE_BEATS - 1):
        swept.beat(2 * PAUSE_BEATS - 1)
    assert swept.searches == 1
    swept.beat(2 * PAUSE_BEATS - 1)
    assert swept.searches == 2


def test_garbage_without_end_is_searched_for_however_busy_the_house_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sweeper, "FEWEST", 1200)
    swept = Sweeper()
    swept.begin()
    lost = [circle() for _ in range(400)]
    swept.beat(1)
    assert swept.searches == 0
    lost += [circle() for _ in range(400)]
    swept.beat(2)
    assert swept.searches == 1
    assert not any(one() for one in lost)


def test_a_process_that_grows_is_searched_however_few_its_objects_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    size = 0
    monkeypatch.setattr(sweeper, "resident", lambda: size)
    swept = Sweeper()
    swept.begin()
    swept.beat(1)
    size = sweeper.HEAVIEST
    swept.beat(2)
    assert swept.searches == 0
    size += 1
    swept.beat(3)
    swept.beat(4)
    assert swept.searches == 1
    size += sweeper.HEAVIEST + 1
    swept.beat(5)
    assert swept.searches == 2


def test_the_size_of_the_process_is_known() -> None:
    assert sweeper.resident() > 10 * 2**20


def test_python_does_not_search_by_itself_meanwhile() -> None:
    swept = Sweeper()
    swept.begin()
    lost = [circle() for _ in range(20_000)]
    assert all(one() for one in lost)
