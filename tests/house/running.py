"""Tests that await, and houses for them."""

from __future__ import annotations

import asyncio
import functools
import itertools
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, ParamSpec

import pytest

from ludoteca.house.service.house import House
from ludoteca.house.table.commands import Act, Person, SeatWish, Wish
from ludoteca.house.table.table import Table
from tests.house.ear import Ear

P = ParamSpec("P")

KEY = b"a key that all processes of one house know"
ADA = Person("ada", "Ada")
BRUNO = Person("bruno", "Bruno", "it")
CLARA = Person("clara", "Clara")


def awaited(test: Callable[P, Awaitable[None]]) -> Callable[P, None]:
    """Run a test that awaits."""

    @functools.wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        async def bounded() -> None:
            await asyncio.wait_for(test(*args, **kwargs), 60)

        asyncio.run(bounded())

    return run


@asynccontextmanager
async def a_house(where: str, workers: int = 0, **wishes: Any) -> AsyncIterator[House]:
    """A house that is open as long as the block runs."""
    house = House(where, KEY, workers, **wishes)
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


def wish(*seats: str, game: str = "bologna", **more: Any) -> Wish:
    """A table with seats such as `me`, `open`, `bot` and `bot novice`."""
    read = []
    for seat in seats:
        kind, _, level = seat.partition(" ")
        assert kind in ("me", "open", "bot")
        read.append(SeatWish(kind, level))  # type: ignore[arg-type]
    return Wish(game=game, seats=read, **more)


async def until(condition: Callable[[], object], seconds: float = 20) -> None:
    """Wait until something has come about."""
    expires = asyncio.get_running_loop().time() + seconds
    while not condition():
        assert asyncio.get_running_loop().time() < expires, "it never came about"
        await asyncio.sleep(0.01)


async def changed(house: House, table: Table, condition: Callable[[], object], seconds: float = 20) -> None:
    """Wait until a table has changed as it should."""
    listener = Ear(house, table.id)
    async with asyncio.timeout(seconds):
        while not condition():
            await anext(listener)


async def called_again(owner: object, name: str, monkeypatch: pytest.MonkeyPatch, times: int = 2) -> None:
    """Wait until somebody has called a coroutine method of an object so many more times."""
    method: Callable[..., Awaitable[Any]] = getattr(owner, name)
    answered = asyncio.Semaphore(0)

    async def counted(*words: Any) -> Any:
        answer = await method(*words)
        answered.release()
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(owner, name, counted)
        async with asyncio.timeout(20):
            for _ in range(times):
                await answered.acquire()


_numbers = itertools.count()


def new_id() -> str:
    """A command id that was never used."""
    return f"c{next(_numbers)}"


async def play(house: House, table: Table, person: Person, choice: int = 0) -> None:
    """Let a person take one of their options."""
    assert table.match is not None
    text = table.match.options[choice].text
    await house.do(table.id, person, Act(id=new_id(), text=text))


async def data_of(house: House, person: Person) -> dict[str, Any]:
    """What the house tells a person to know about them."""
    with await house.personal_data.file_of(person, {}) as file:
        found: dict[str, Any] = json.load(file)
    return found
