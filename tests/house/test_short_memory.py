"""What is read from the database and remembered for a while."""

from __future__ import annotations

import time

import pytest

from ludoteca.house.refusals import Unavailable
from ludoteca.house.service.short_memory import REMEMBERED, ShortMemory
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
    shelf, memory, now = Shelf(), ShortMemory[str, str](10), time.monotonic()
    assert await memory.get("a", shelf.read) == await memory.get("a", shelf.read) == "old"
    assert shelf.reads == 1
    shelf.value = "new"
    monkeypatch.setattr(time, "monotonic", lambda: now + REMEMBERED + 1)
    assert await memory.get("a", shelf.read) == "new"


@awaited
async def test_without_a_database_what_was_known_last_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    shelf, memory, now = Shelf(), ShortMemory[str, str](10), time.monotonic()
    await memory.get("a", shelf.read)
    shelf.away = True
    monkeypatch.setattr(time, "monotonic", lambda: now + REMEMBERED + 1)
    assert await memory.get("a", shelf.read) == memory.known("a") == "old"
    with pytest.raises(Unavailable):
        await memory.get("b", shelf.read)


@awaited
async def test_what_is_forgotten_while_it_is_read_is_not_remembered() -> None:
    shelf, memory = Shelf(), ShortMemory[str, str](10)

    async def read_and_change() -> str:
        found = await shelf.read()
        shelf.value = "new"
        memory.forget(lambda key: key == "a")
        return found

    assert await memory.get("a", read_and_change) == "old"
    assert memory.known("a") is None
    assert await memory.get("a", shelf.read) == "new"


@awaited
async def test_only_so_many_values_are_kept() -> None:
    shelf, memory = Shelf(), ShortMemory[str, str](2)
    for key in "abc":
        await memory.get(key, shelf.read)
    assert [memory.known(key) for key in "abc"] == [None, "old", "old"]
