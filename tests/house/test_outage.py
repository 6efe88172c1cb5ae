"""A database that goes away for a while: commands wait or are refused, and are never lost or doubled."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Iterator

import pytest

from ludoteca.house.refusals import Unavailable
from ludoteca.house.service.house import House
from ludoteca.house.table.commands import Chat
from ludoteca.house.table.table import Table
from tests.house.conftest import fresh_address
from tests.house.ear import Ear
from tests.house.postgres import Postgres
from tests.house.running import ADA, a_house, awaited, changed, new_id, play, wish


@pytest.fixture(scope="module")
def fragile() -> Iterator[Postgres]:
    """A PostgreSQL that these tests may stop and start."""
    server = Postgres()
    server.start()
    yield server
    server.remove()


@pytest.fixture
def address(fragile: Postgres) -> str:
    return fresh_address(fragile)


async def started(server: Postgres) -> None:
    await asyncio.get_running_loop().run_in_executor(None, server.start)


async def a_table(house: House) -> Table:
    opened = await house.open(ADA, wish("me", "me", game="bosa"), new_id())
    return await house.table(opened.table)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
@awaited
async def test_commands_wait_for_the_database(fragile: Postgres, address: str, how: signal.Signals) -> None:
    async with a_house(address, patience=20) as one, a_house(address, patience=20) as two:
        table = await a_table(one)
        mirror = await two.table(table.id)
        ear = Ear(two, table.id)
        fragile.stop(how)
        waiting = [one.do(table.id, ADA, Chat(id=f"w{n}", text=f"{n}")) for n in range(5)]
        doing = asyncio.gather(*waiting)
        await asyncio.sleep(0.5)
        assert not doing.done()
        assert (await two.table(table.id)).seq == table.seq, "one can still look"
        await started(fragile)
        answers = await doing
        assert len({answer.seq for answer in answers}) == 5
        await two.table(table.id, at_least=max(answer.seq for answer in answers))
        assert sorted(message.text for message in mirror.chat) == list("01234")
        while await asyncio.wait_for(anext(ear), 10) < table.seq:
            pass
        await play(two, mirror, ADA)
        assert (await one.table(table.id, at_least=mirror.seq)).seq == mirror.seq


@awaited
async def test_who_waits_too_long_is_refused_and_may_ask_again(fragile: Postgres, address: str) -> None:
    async with a_house(address, patience=0.5) as house:
        table = await a_table(house)
        fragile.stop()
        began = time.monotonic()
        waiting = [house.do(table.id, ADA, Chat(id=f"w{n}", text=f"{n}")) for n in range(5)]
        outcomes = await asyncio.gather(*waiting, return_exceptions=True)
        assert all(isinstance(outcome, Unavailable) and outcome.status == 503 for outcome in outcomes)
        assert time.monotonic() - began < 5, "waiting has an end"
        assert await house.healthy() == "the database cannot be reached"
        with pytest.raises(Unavailable):
            await house.open(ADA, wish("me", "me", game="bosa"), "later")
        with pytest.raises(Unavailable):
            await house.lobby(ADA)
        await started(fragile)
        again = [await house.do(table.id, ADA, Chat(id=f"w{n}", text=f"{n}")) for n in range(5)]
        assert len({answer.seq for answer in again}) == 5
        assert [message.text for message in table.chat] == list("01234")
        await house.open(ADA, wish("me", "me", game="bosa"), "later")
        assert len((await house.lobby(ADA)).yours) == 2
        assert await house.healthy() == ""


@awaited
async def test_bots_play_on_afterwards(fragile: Postgres, address: str) -> None:
    async with a_house(address, 1, patience=1) as house:
        opened = await house.open(ADA, wish("me", "bot random", game="bosa"), new_id())
        table = await house.table(opened.table)
        for _ in range(3):
            await changed(house, table, lambda: table.awaited == 0)
            await play(house, table, ADA)
        fragile.stop()
        await asyncio.sleep(2)
        await started(fragile)
        while not table.finished and table.seq < 40:
            await changed(house, table, lambda: table.finished or table.awaited == 0)
            if not table.finished:
                await play(house, table, ADA)
        rows = await house._store.events(table.id, 0)
        assert [row.seq for row in rows] == list(range(1, len(rows) + 1))


@awaited
async def test_a_database_that_only_reads_is_waited_for(fragile: Postgres, address: str) -> None:
    """It may be a copy that stands in for the one that writes, until that is back."""
    import psycopg

    def only_reads(value: str) -> None:
        with psycopg.connect(fragile.address, autocommit=True) as db:
            db.execute("set default_transaction_read_only = off")
            db.execute(f"alter system set default_transaction_read_only = {value}")
            db.execute("select pg_reload_conf()")

    async with a_house(address, patience=2) as house:
        table = await a_table(house)
        only_reads("on")
        try:
            await asyncio.sleep(0.5)
            with pytest.raises(Unavailable):
                await house.do(table.id, ADA, Chat(id="one", text="hello"))
            assert await house.healthy()
            assert (await house.table(table.id)).seq == table.seq
        finally:
            only_reads("off")
        await asyncio.sleep(0.5)
        assert not (await house.do(table.id, ADA, Chat(id="one", text="hello"))).repeated
        assert not await house.healthy()
