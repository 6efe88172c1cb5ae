"""What a twenty-seventh look at the house found."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest

from ludoteca.datafiles.table import LONGEST_TEXT
from ludoteca.house.service import background, results
from ludoteca.house.store import own_editions
from ludoteca.house.store.driver import Connection
from ludoteca.house.store.rows import Batch, LuckRow, OpeningRow
from ludoteca.house.store.sql import INSERT_THOUGHT
from ludoteca.house.store.store import Store, driver_for
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import Chat
from ludoteca.house.table.table import Table
from ludoteca.house.web.app import Application
from tests.house.authenticator import Authenticator
from tests.house.houses import house, in_house, table_of
from tests.house.http_client import Somebody
from tests.house.members import edition_text
from tests.house.running import ADA, BRUNO, a_house, awaited, new_id, until, wish
from tests.house.test_accounts import make_key

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


# The shelf of own editions


def edition(name: str) -> str:
    return edition_text("bosa").replace('"bosa-house-1"', f'"{name}"')


@awaited
async def test_editions_that_nobody_uses_make_room(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A shelf that was full stayed full: nobody could share another edition, or play with it."""
    monkeypatch.setattr(own_editions, "ROOM", 6)
    names = ["played", "seen", "members", "shared-again", "idle", "young"]
    async with house(tmp_path, database=database) as app:
        guest, member = Somebody(app), Somebody(app)
        await make_key(member, Authenticator())
        labels = {}
        for name in names:
            writer = member if name == "members" else guest
            answer = await writer.ask("POST", "/studio/bosa/keep", {"text": edition(name)})
            labels[name] = answer.json["label"]
            if name == "played":
                await table_of(app, "bosa", ["Ada", "Bruno"], edition=labels[name])
        old = own_editions.UNTOUCHED + own_editions.DAY
        store = app.house._store
        await store.change(
            "update kept_editions set used_at = used_at - ? where label not like 'young%'", old
        )
        more = [{"text": edition(f"more-{number}")} for number in range(2)]
        digest = labels["seen"].rpartition(" ")[2]
        assert (await Somebody(app).ask("GET", f"/studio/bosa?edition={digest}")).status == 200
        again = {"text": edition("shared-again")}
        assert (await guest.ask("POST", "/studio/bosa/keep", again)).status == 200
        assert (await guest.ask("POST", "/studio/bosa/keep", more[0])).status == 200
        kept = {str(row[0]).split()[0] for row in await store.rows("select label from kept_editions")}
        assert kept == {*names, "more-0"} - {"idle"}
        assert "idle" not in (await guest.ask("GET", "/studio/bosa")).text
        assert (await guest.ask("POST", "/studio/bosa/keep", more[1])).status == 409
        await app.house.shelf.bring("bosa", labels["young"])
        await store.change("delete from kept_editions where label like 'young%'")
        await table_of(app, "bosa", ["Ada", "Bruno"], edition=labels["young"])
        assert await app.house.shelf.rows.text("bosa", labels["young"].rpartition(" ")[2])


def test_the_longest_name_of_an_edition_can_be_played_with(tmp_path: Path) -> None:
    """Its label was longer than what a table can be opened with."""

    async def story(app: Application) -> None:
        kept = await Somebody(app).ask("POST", "/studio/bosa/keep", {"text": edition("x" * LONGEST_TEXT)})
        table, (ada, _) = await table_of(app, "bosa", ["Ada", "Bruno"], edition=kept.json["label"])
        assert (await ada.ask("GET", f"/tables/{table}")).status == 200

    in_house(tmp_path, story)


# Several servers

TRY = (
    "insert into puzzle_tries (puzzle, tried, solved) values (?, 1, ?) "
    "on conflict (puzzle) do update set tried = puzzle_tries.tried + 1"
)


@awaited
@pytest.mark.parametrize("together", [True, False])
async def test_servers_that_write_the_same_rows_in_any_order_do_not_wait_in_a_circle(
    together: bool, postgres_address: str
) -> None:
    """Whoever kept and forgot an edition at two servers again and again kept both from writing for a second
    each time, until PostgreSQL broke the circle.
    """
    stores = [Store(driver_for(postgres_address)) for _ in range(2)]
    wrote = [Event(), Event()]
    ran: list[tuple[int, str]] = []

    def trying(store: int, names: list[str], first: str) -> Callable[[Connection], None]:
        def work(connection: Connection) -> None:
            for name in names:
                connection.run(TRY, (name, 1))
                ran.append((store, name))
                if name == first:
                    wrote[store].set()
                    wrote[1 - store].wait(1)

        return work

    for store in stores:
        await store.start()
        await store.change(TRY, "one", 1)
        await store.change(TRY, "two", 1)
    held = Event()
    groups = [[["one"], ["two"]], [["two"], ["one"]] if together else [["two", "one"]]]
    calls: list[asyncio.Task[object]] = [
        asyncio.create_task(store.in_transaction(lambda _: held.wait(10))) for store in stores
    ]
    await asyncio.sleep(0)
    calls += [
        asyncio.create_task(store.in_transaction(trying(number, names, groups[number][0][0])))
        for number, store in enumerate(stores)
        for names in groups[number]
    ]
    await asyncio.sleep(0)
    held.set()
    await asyncio.gather(*calls)
    assert len(ran) == 4, "a circle was broken, and the works in it were done again"
    for store in stores:
        await store.stop()


@awaited
async def test_what_bots_of_two_servers_thought_is_written_one_after_the_other(postgres_address: str) -> None:
    """Whose tables they were is found as it is written: where both wrote of the same two networks, they
    waited in a circle, and so did everybody who wanted to play.
    """
    async with a_house(postgres_address) as there:
        openings = [OpeningRow(name, f"network of {name}") for name in ("one", "two")]
        await there._store.append(Batch(openings=openings))
        one, two = (there._store.driver.connect() for _ in range(2))
        thoughts = {row.table: (1.0, 1, row.table, 0.1, 0.1) for row in openings}
        one.begin()
        two.begin()
        one.many(INSERT_THOUGHT, [thoughts["one"]])
        other = asyncio.create_task(
            asyncio.to_thread(two.many, INSERT_THOUGHT, [thoughts["two"], thoughts["one"]])
        )
        await asyncio.sleep(0.2)
        await asyncio.to_thread(one.many, INSERT_THOUGHT, [thoughts["two"]])
        one.commit()
        await other
        two.commit()
        for connection in (one, two):
            connection.close()
        assert len(await there._store.rows("select network from thinking")) == 2
