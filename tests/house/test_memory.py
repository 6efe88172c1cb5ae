"""What the house keeps in memory has bounds in bytes, however many tables are opened, looked at and left."""

from __future__ import annotations

import asyncio
import gc
import random
import tracemalloc
from pathlib import Path

import pytest

from ludoteca.draw.memory import MEMORY
from ludoteca.games import names
from ludoteca.house.service import table_cache
from ludoteca.house.table.table import Table
from ludoteca.house.web.app import Application
from ludoteca.house.web.pages import match_log
from tests.house.houses import in_house, play_on, seats_for, table_of

ROUNDS = 3
MIB = 2**20


async def visit(app: Application, game: str, luck: random.Random) -> None:
    """Open a table, play a little while both look on, look at the replay, and go."""
    table, people = await table_of(app, game, ["Ada", "Bruno", "Carla", "Dario"][: seats_for(game, 2)])
    async with people[0].live(table, "?form=page") as ada, people[1].live(table) as bruno:
        await play_on(table, people, 4, luck)
        await ada.until("layers")
        await bruno.until("table")
    for path in (f"/tables/{table}", f"/tables/{table}/replay", f"/api/v1/tables/{table}"):
        assert (await people[0].ask("GET", path)).status == 200


def test_tables_that_were_opened_looked_at_and_left_do_not_pile_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_cache, "IDLE", 0.0)
    gc.collect()
    elsewhere = sum(isinstance(found, Table) for found in gc.get_objects())

    async def story(app: Application) -> None:
        luck = random.Random(1)
        tasks = len(asyncio.all_tasks())
        for _ in range(ROUNDS):
            for game in names():
                await visit(app, game, luck)
                figures = app.house.figures() | app.hub.figures()
                assert figures["pages_bytes"] <= MIB
                assert figures["tables_bytes"] <= MIB
        await asyncio.sleep(0)
        gc.collect()
        alive = sum(isinstance(found, Table) for found in gc.get_objects()) - elsewhere
        assert figures["tables_cached"] < 2 * len(names())
        assert alive <= figures["tables_cached"], "a table that left the cache is still held by somebody"
        assert len(app.hub.table_json) <= alive
        assert len(match_log._WORDS) <= alive
        assert figures["listeners"] == figures["live_tables"] == 0
        assert len(asyncio.all_tasks()) <= tasks + 1

    MEMORY.clear()
    match_log._WORDS.clear()
    in_house(tmp_path, story, memory=2)


def test_a_table_that_leaves_the_cache_is_freed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing waits for a collection of garbage, which is rare: neither tables nor what was made of them."""
    monkeypatch.setattr(table_cache, "IDLE", 0.0)

    async def story(app: Application) -> None:
        await visit(app, "bologna", random.Random(1))  # fills what is kept for good
        gc.collect()
        gc.disable()
        try:
            elsewhere = sum(isinstance(found, Table) for found in gc.get_objects()) - len(app.house._cache)
            for game in names():
                await visit(app, game, random.Random(2))
            await asyncio.sleep(0.1)
            alive = sum(isinstance(found, Table) for found in gc.get_objects()) - elsewhere
            assert alive <= len(app.house._cache)
            assert gc.collect() < 50
        finally:
            gc.enable()

    in_house(tmp_path, story, memory=1)


def test_the_count_of_bytes_is_no_less_than_what_is_held(tmp_path: Path) -> None:
    """Forgetting everything frees no more than was counted."""

    async def story(app: Application) -> tuple[int, int]:
        luck = random.Random(2)
        for game in names():
            await visit(app, game, luck)  # fills what is kept for good
        MEMORY.clear()
        gc.collect()
        tracemalloc.start()
        try:
            for game in names():
                await visit(app, game, luck)
            gc.collect()
            counted, (held, _) = MEMORY.bytes, tracemalloc.get_traced_memory()
            MEMORY.clear()
            gc.collect()
            return counted, held - tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()

    counted, freed = in_house(tmp_path, story)
    assert counted / 4 < freed <= counted
