"""Houses to test in: without pages where nothing is said, without workers, with generous limits."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from ludoteca import games
from ludoteca.house.settings import Limits, Settings
from ludoteca.house.web.app import Application
from tests.house.http_client import Somebody, opened

T = TypeVar("T")
GENEROUS = Limits(
    writes=0, reads=0, address=0, arrivals=0, connections=10_000, tables=10_000, network_tables=0, computing=0
)


def settings(folder: Path, **more: Any) -> Settings:
    given: dict[str, Any] = {"limits": GENEROUS, "workers": 0, "secret": "sesame", **more}
    return Settings(data=folder, **given)


def in_house(folder: Path, story: Callable[[Application], Awaitable[T]], **more: Any) -> T:
    """Let a story happen in a house of its own."""

    async def run() -> T:
        app = Application(settings(folder, **more))
        async with opened(app):
            return await story(app)

    return asyncio.run(run())


@asynccontextmanager
async def house(folder: Path, **more: Any) -> AsyncIterator[Application]:
    app = Application(settings(folder, **more))
    async with opened(app):
        yield app


async def table_of(
    app: Application, game: str, names: list[str], *, public: bool = False, **wish: Any
) -> tuple[str, list[Somebody]]:
    """A table at which everybody sits and the match has started, and its people in the order of seats."""
    people = [await Somebody(app).named(name) for name in names]
    says = {
        "id": f"open-{random.random()}",
        "game": game,
        "seats": [{"kind": "me"}, *({"kind": "open"} for _ in names[1:])],
        "public": public,
        **wish,
    }
    answer = await people[0].ask("POST", "/api/v1/tables", says)
    assert answer.status == 201, answer
    table, token = answer.json["table"], answer.json["invitation"]
    for seat, person in enumerate(people[1:], 1):
        joined = await person.do(table, "join", token=token, seat=seat)
        assert joined.status == 200, joined
    return table, people


async def play_on(table: str, people: list[Somebody], moves: int, luck: random.Random) -> None:
    """So many random moves, or to the end."""
    for _ in range(moves):
        seen = await people[0].see(table, "?words=0&since=1000000")
        if seen["awaited"] < 0:
            return
        person = people[seen["awaited"]]
        asked = await person.see(table, "?words=0&since=1000000")
        text = luck.choice(asked["choices"])["text"]
        done = await person.do(table, "act", text=text, base=asked["seq"])
        assert done.status == 200, done


def seats_for(game: str, wished: int = 3) -> int:
    found = games.load(game)
    return min(max(found.least, wished), found.most)
