"""What is read from the database and believed for a while."""

from __future__ import annotations

import time

import pytest

from ludoteca.house.refusals import Unavailable
from ludoteca.house.service.believed import BELIEVED, Believed
from tests.house.running import awaited


class Shelf:
    """What is read, and how often."""

    def __init__(self) -> None:
        self.value = "old"
        self.reads = 0
        self.away = False

    async def read(self) -> str:
        self.reads += 1
        if self.away:
            raise Unavailable
        return self.value


@awaited
async def test_a_value_is_read_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, believed, now = Shelf(), Believed[str, str](10), time.monotonic()
    assert await believed.get("a", shelf.read) == await believed.get("a", shelf.read) == "old"
    assert shelf.reads == 1
    shelf.value = "new"
    monkeypatch.setattr(time, "monotonic", lambda: now + BELIEVED + 1)
    assert await believed.get("a", shelf.read) == "new"


@awaited
async def test_without_a_database_what_was_known_last_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, believed, now = Shelf(), Believed[str, str](10), time.monotonic()
    await believed.get("a", shelf.read)
    shelf.away = True
    monkeypatch.setattr(time, "monotonic", lambda: now + BELIEVED + 1)
    assert await believed.get("a", shelf.read) == believed.known("a") == "old"
    with pytest.raises(Unavailable):
        await believed.get("b", shelf.read)


@awaited
async def test_what_is_forgotten_while_it_is_read_is_not_believed() -> None:
    shelf, believed = Shelf(), Believed[str, str](10)

    async def read_and_change() -> str:
        found = await shelf.read()
        shelf.value = "new"
        believed.forget(lambda key: key == "a")
        return found

    assert await believed.get("a", read_and_change) == "old"
    assert believed.known("a") is None
    assert await believed.get("a", shelf.read) == "new"


@awaited
async def test_only_so_many_values_are_kept() -> None:
    shelf, believed = Shelf(), Believed[str, str](2)
    for key in "abc":
        await believed.get(key, shelf.read)
    assert [believed.known(key) for key in "abc"] == [None, "old", "old"]
