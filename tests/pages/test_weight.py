"""What a table weighs as it travels: its first page with everything it needs, and every update."""

from __future__ import annotations

import random
import sys
import zlib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

from ludoteca.games import HOUSE_GAMES, load
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages.assets import statics
from tests.house.houses import in_house, play_on, table_of
from tests.house.http_client import Somebody

BENCH = Path(__file__).parents[2] / "bench" / "weight.py"
MOST_UPDATE = 10_000
MOVES = 25
SYNC_MARK = b"\x00\x00\xff\xff"
NAMES = ["Bianca", "Corrado", "Domenico", "Elisabetta", "Francesca", "Giovanni", "Ippolita"]


@pytest.fixture(scope="module")
def bench() -> ModuleType:
    spec = spec_from_file_location("weight", BENCH)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["weight"] = module
    spec.loader.exec_module(module)
    return module


async def first_page(bench: ModuleType, person: Somebody, table: str, layout: str) -> dict[str, int]:
    """What the first page of a table needs, by kind."""
    page = f"/tables/{table}?layout={layout}"
    body = (await person.ask("GET", page, headers=bench.PACKED)).body

    def ask(address: str) -> bytes:
        name = address.removeprefix("/static/").partition("?")[0]
        return body if address == page else statics()[name].packed

    told: dict[str, int] = bench.by_kind(bench.weights(ask, page))
    return told


async def updates(person: Somebody, table: str, people: list[Somebody]) -> list[int]:
    """What the live connection of a page sends while others and oneself move, packed as it is packed."""
    packer = zlib.compressobj(wbits=-15, memLevel=5)
    async with person.live(table, "?form=page&last=0&language=it") as live:
        await live.until("layers")
        await play_on(table, people, MOVES, random.Random(11))
        seen = len(live.raw)
        while not await live.quiet(0.05):
            pass
        packed = [packer.compress(one.encode()) + packer.flush(zlib.Z_SYNC_FLUSH) for one in live.raw]
    return [len(one) - len(SYNC_MARK) for one in packed[seen:]]


@pytest.mark.parametrize("name", HOUSE_GAMES)
def test_a_table_is_light_as_it_travels(bench: ModuleType, tmp_path: Path, name: str) -> None:
    """The first page with its sheet at most 60 KB, at the start and later; an update at most 10 KB."""

    async def story(app: Application) -> None:
        table, people = await table_of(app, name, NAMES[: load(name).most])
        heard = await updates(people[0], table, people)
        assert len(heard) >= MOVES // 2
        assert max(heard) <= MOST_UPDATE, heard
        for layout in ("wide", "narrow"):
            found = await first_page(bench, people[0], table, layout)
            assert found["all"] <= bench.HEAVIEST_PAGE, found

    in_house(tmp_path, story)
