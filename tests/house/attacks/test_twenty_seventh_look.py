"""What a twenty-seventh look at the house found."""

from __future__ import annotations

import pytest

from ludoteca.house.service import background, results
from ludoteca.house.store.rows import Batch, LuckRow
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import Chat
from ludoteca.house.table.table import Table
from tests.house.running import ADA, BRUNO, a_house, awaited, new_id, until, wish

# One table and all others


@awaited
@pytest.mark.parametrize("fault", ["refused", "raised"])
async def test_a_table_whose_results_cannot_be_written_leaves_all_others_alone(
    fault: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No brief, result, notice or job of a bot was written any more, of any table."""
    spoiled: list[str] = []
    add_result = results.add_result

    def adding(batch: Batch, table: Table) -> None:
        if table.id in spoiled:
            if fault == "raised":
                raise ZeroDivisionError
            batch.luck.append(LuckRow(table.id, 2**70, 0.0))
        add_result(batch, table)

    monkeypatch.setattr(background, "add_result", adding)
    async with a_house(database) as there:
        people = (ADA, BRUNO)
        bad, good = [
            (await there.open(person, wish("me", "open", public=True), new_id())).table for person in people
        ]
        await there._background.flush()
        spoiled.append(bad)
        for person, table in zip(people, (bad, good), strict=True):
            await there.do(table, person, Chat(id=new_id(), text="Hello"))
        await there._background.flush()
        told: dict[str, int] = dict(await there._store.rows("select id, told from tables"))
        assert told == {table: (await there.table(table)).seq for table in (bad, good)}


@awaited
@pytest.mark.parametrize("work", ["clocks", "idle"])
async def test_a_table_whose_turn_cannot_be_ended_leaves_the_clocks_of_others_alone(
    work: str, sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever was due after it waited for as long as it did."""
    async with a_house(sqlite_address, clocks=False) as there:
        store, behind = there._store, there._background
        tried: list[str] = []

        async def due(*_: int) -> list[str]:
            return tables

        async def end(table_id: str, now: int) -> None:
            tried.append(table_id)
            if table_id == tables[0]:
                raise ZeroDivisionError

        clock = ClockWish("move", 60)
        tables = [
            (await there.open(ADA, wish("me", "me", game="bosa", clock=clock), new_id())).table
            for _ in range(2)
        ]
        monkeypatch.setattr(store, "due" if work == "clocks" else "idle", due)
        monkeypatch.setattr(behind, "_time_out" if work == "clocks" else "_end_if_idle", end)
        if work == "idle":
            await behind.end_idle_tables(0)
        else:
            monkeypatch.setattr(background, "CLOCK_INTERVAL", 0.01)
            (watch,) = behind.also_do(behind._watch_clocks())
            await until(lambda: tables[1] in tried or tried.count(tables[0]) > 2)
            watch.cancel()
        assert tables[1] in tried
