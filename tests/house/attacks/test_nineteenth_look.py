"""What a nineteenth look at the house found."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from ludoteca import games
from ludoteca.house.service.heavy_work import HeavyWork, Place
from ludoteca.house.service.rate_limits import MOST_ADDRESSES
from ludoteca.house.web.app import Application
from ludoteca.kernel.errors import EditionError
from tests.house.houses import in_house, table_of
from tests.house.http_client import Somebody
from tests.house.members import edition_text
from tests.house.running import awaited


class Bench:
    """Heavy work that notes for whom it was done, in which order; the first piece waits for a sign."""

    def __init__(self) -> None:
        self.heavy = HeavyWork(0)
        self.done: list[str] = []
        self.sign = threading.Event()

    def ask(self, visitor: str) -> asyncio.Task[None]:
        def work() -> None:
            assert self.sign.wait(20)
            self.done.append(visitor)

        return asyncio.create_task(self.heavy.run(visitor, work))

    async def asked(self, *visitors: str) -> list[asyncio.Task[None]]:
        """They ask one after the other, and all wait."""
        tasks = []
        for visitor in visitors:
            tasks.append(self.ask(visitor))
            await asyncio.sleep(0)
        return tasks


@awaited
async def test_of_many_who_want_heavy_work_whoever_used_little_lately_comes_first() -> None:
    bench = Bench()
    crowd = [f"192.0.2.{number}" for number in range(30)]
    for visitor in crowd:
        bench.heavy._place.charge(visitor, 1.2)
    bench.heavy._place.charge("198.51.100.1", 0.1)
    tasks = await bench.asked(*crowd, "198.51.100.1", "203.0.113.1")
    bench.sign.set()
    await asyncio.gather(*tasks)
    assert bench.done[:3] == [crowd[0], "203.0.113.1", "198.51.100.1"]
    assert bench.done[3:] == crowd[1:], "and among others whoever asked first"
    bench.heavy.stop()


@awaited
async def test_whoever_gives_up_in_the_moment_of_their_turn_holds_up_nobody() -> None:
    place = Place()
    async with place.taken("first"):
        gone, next_one = (asyncio.create_task(_take(place, visitor)) for visitor in ("gone", "next"))
        await asyncio.sleep(0)
        gone.cancel()
    assert await asyncio.wait_for(next_one, 5) == "next"
    async with asyncio.timeout(5), place.taken("last"):
        assert gone.cancelled()


async def _take(place: Place, visitor: str) -> str:
    async with place.taken(visitor):
        return visitor


@awaited
async def test_whoever_stops_waiting_for_heavy_work_holds_up_nobody() -> None:
    bench = Bench()
    tasks = await bench.asked("a", "b", "c", "d")
    tasks[1].cancel()
    bench.sign.set()
    await tasks[0]
    tasks[2].cancel()  # just as its turn may have come
    await asyncio.gather(*tasks, return_exceptions=True)
    assert "b" not in bench.done and bench.done[-1] == "d"
    assert not bench.heavy._place._busy and not bench.heavy._place._waiting
    bench.heavy.stop()


def test_of_those_who_did_heavy_work_only_so_many_are_remembered() -> None:
    place = HeavyWork(0)._place
    for number in range(MOST_ADDRESSES + 10):
        place.charge(f"visitor {number}", 1.0)
    assert len(place._used) == MOST_ADDRESSES and "visitor 0" not in place._used


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ("6 = { people", '"²" = { people', "number of players"),
        ("6 = { people", f'"{"6" * 5000}" = {{ people', "number of players"),
        ('people = "4+"', f'people = "{"4" * 199}+"', "expected “3[+]”"),
        ('people = "4+"', 'people = "²+"', "expected “3[+]”"),
    ],
)
def test_numbers_of_an_edition_are_short_and_in_plain_digits(
    tmp_path: Path, before: str, after: str, wanted: str
) -> None:
    text = edition_text("bologna")
    assert before in text
    file = tmp_path / "edition.toml"
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(EditionError, match=wanted):
        games.load("bologna").read_edition(file)


def test_hidden_pieces_of_an_own_edition_spoil_no_page(tmp_path: Path) -> None:
    """Roles had the names of the edition, and a hidden one none: whoever sat there saw not even the lobby."""

    async def story(app: Application) -> None:
        text = edition_text("bologna").replace("High Dean", "{seat} <b>")
        kept = await Somebody(app).ask("POST", "/studio/bologna/keep", {"text": text})
        label = kept.json["label"]
        table, people = await table_of(app, "bologna", ["Ada", "Ben", "Eva"], public=True, edition=label)
        for person in (*people, Somebody(app)):
            for path in ("/", f"/tables/{table}", f"/tables/{table}/replay"):
                page = await person.ask("GET", path)
                assert page.status == 200 and "{seat} <b>" not in page.text
            assert (await person.ask("GET", f"/api/v1/tables/{table}")).status == 200

    in_house(tmp_path, story)
