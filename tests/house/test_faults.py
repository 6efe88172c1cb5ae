"""Faults that happen to every house some day: lost answers, hanging databases, broken folders, odd clocks."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ludoteca.house.refusals import Unavailable, Unsure
from ludoteca.house.service import background
from ludoteca.house.service.identity import COOKIE_AGE, Identities
from ludoteca.house.store import sqlite
from ludoteca.house.store.driver import ConnectionLost
from ludoteca.house.store.rows import Batch, EventRow
from ludoteca.house.store.sqlite import SqliteConnection
from ludoteca.house.store.store import WATCH
from ludoteca.house.store.writer import Repeated
from ludoteca.house.table.clock import ClockWish
from ludoteca.house.table.commands import Chat, Person
from tests.house.houses import in_house, table_of
from tests.house.running import ADA, a_house, awaited, called_again, new_id, wish

# A commit whose answer is lost


@awaited
async def test_a_commit_whose_answer_is_lost_is_called_unsure_and_found_again(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address, patience=1.5) as house:
        opened = await house.open(ADA, wish("me", "me", game="bosa"), new_id())
        commit, begin = SqliteConnection.commit, SqliteConnection.begin
        away = threading.Event()

        def commit_and_go(connection: SqliteConnection) -> None:
            commit(connection)
            away.set()
            raise ConnectionLost("the answer is lost")

        def begin_if_there(connection: SqliteConnection) -> None:
            if away.is_set():
                raise ConnectionLost("away")
            begin(connection)

        with monkeypatch.context() as patch:
            patch.setattr(SqliteConnection, "commit", commit_and_go)
            patch.setattr(SqliteConnection, "begin", begin_if_there)
            with pytest.raises(Unsure) as unsure:
                await house.do(opened.table, ADA, Chat(id="said", text="hello"))
        assert unsure.value.status == 503 and "same id" in str(unsure.value)
        again = await house.do(opened.table, ADA, Chat(id="said", text="hello"))
        assert again.repeated
        assert [said.text for said in (await house.table(opened.table)).chat] == ["hello"]


@awaited
async def test_a_command_that_was_done_before_is_unsure_while_its_event_cannot_be_read(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address, patience=1.0) as house:
        opened = await house.open(ADA, wish("me", "me", game="bosa"), new_id())

        async def unreadable(*_: object) -> list[EventRow]:
            raise Unavailable()

        def repeated(_: Batch) -> asyncio.Future[None]:
            found: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            found.set_exception(Repeated(2))
            return found

        with monkeypatch.context() as patch:
            patch.setattr(house._store, "write", repeated)
            patch.setattr(house._store, "events", unreadable)
            with pytest.raises(Unsure):
                await house.do(opened.table, ADA, Chat(id="said", text="hello"))


@awaited
async def test_a_database_that_cannot_be_asked_did_not_write(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address, patience=1.5) as house:
        opened = await house.open(ADA, wish("me", "me", game="bosa"), new_id())

        def away(connection: SqliteConnection) -> None:
            raise ConnectionLost("away")

        with monkeypatch.context() as patch:
            patch.setattr(SqliteConnection, "begin", away)
            with pytest.raises(Unavailable) as refused:
                await house.do(opened.table, ADA, Chat(id="said", text="hello"))
        assert not isinstance(refused.value, Unsure)
        assert not (await house.do(opened.table, ADA, Chat(id="said", text="hello"))).repeated


# A database that hangs


@awaited
async def test_a_hanging_database_is_given_up_and_nothing_is_written_later(
    sqlite_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with a_house(sqlite_address, patience=1.5) as house:
        opened = await house.open(ADA, wish("me", "me", game="bosa"), new_id())
        hanging = threading.Event()
        begin = SqliteConnection.begin

        def hang(connection: SqliteConnection) -> None:
            hanging.wait(30)
            begin(connection)

        with monkeypatch.context() as patch:
            patch.setattr(SqliteConnection, "begin", hang)
            began = time.monotonic()
            first = asyncio.create_task(house.do(opened.table, ADA, Chat(id="a", text="a")))
            await asyncio.sleep(0.1)
            assert "cannot be reached" in await house.healthy()
            with pytest.raises(Unavailable):
                await first
            with pytest.raises(Unavailable):
                await house.do(opened.table, ADA, Chat(id="b", text="b"))
            assert time.monotonic() - began < 15
        hanging.set()
        table = await house.table(opened.table)
        await house.do(opened.table, ADA, Chat(id="c", text="c"))
        assert "b" not in [said.text for said in table.chat], "refused is refused"


@awaited
async def test_reading_from_a_hanging_database_is_given_up(sqlite_address: str) -> None:
    async with a_house(sqlite_address, patience=1.5) as house:
        free = threading.Event()
        with pytest.raises(Unavailable):
            await house._store.read(lambda connection: free.wait(30))
        free.set()
        assert await house.healthy() == ""


@awaited
async def test_a_frozen_postgres_is_given_up(postgres_address: str) -> None:
    """Statements that never return are cut off from outside."""
    async with a_house(postgres_address, patience=1.5) as house:
        began = time.monotonic()
        with pytest.raises(Unavailable):
            await house._store.read(lambda connection: connection.run("select pg_sleep(60)"))
        assert time.monotonic() - began < 15
        assert await house.healthy() == ""


# Faults at the start


def house_says(folder: Path, **environ: str) -> str:
    """What a house that cannot open says: one sentence, and no traceback."""
    command = [sys.executable, "-m", "ludoteca", "house", "--port", "0", "--workers", "0"]
    given = {**os.environ, "LUDOTECA_DATA": str(folder), **environ}
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=given, timeout=60)
    assert done.returncode == 1, done.stderr
    told = [line for line in done.stderr.splitlines() if line.startswith("ludoteca: ")]
    assert len(told) == 1 and "Traceback" not in done.stderr, done.stderr
    assert "The house is open" not in done.stderr
    return told[0]


def garbage(path: Path) -> None:
    path.write_bytes(b"this is no database at all, but long enough to look like one" * 20)


def directory(path: Path) -> None:
    path.mkdir()


def newer(path: Path) -> None:
    with sqlite3.connect(path) as db:
        db.execute("create table migrations (number integer primary key, name text, at bigint)")
        db.execute("insert into migrations values (999, 'future', 1)")
    db.close()


def half(path: Path) -> None:
    """Tables without a note that they were made."""
    with sqlite3.connect(path) as db:
        db.execute("create table tables (id text primary key)")
    db.close()


@pytest.mark.parametrize(
    ("breaks", "words"),
    [
        (garbage, ("is no database", "--data")),
        (directory, ("is a folder", "--data")),
        (newer, ("newer Ludoteca", "install")),
        (half, ("half", "backup")),
    ],
)
def test_a_broken_data_file_is_named_in_one_sentence(
    tmp_path: Path, breaks: Callable[[Path], None], words: tuple[str, ...]
) -> None:
    breaks(tmp_path / "ludoteca.db")
    told = house_says(tmp_path)
    assert all(word in told for word in words), told


def test_a_second_house_says_who_is_there(tmp_path: Path) -> None:
    driver = sqlite.SqliteDriver(tmp_path / "ludoteca.db")
    driver.open()
    try:
        assert "another house is using" in house_says(tmp_path)
    finally:
        driver.close()


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    told = house_says(file / "data")
    assert str(file / "data") in told and "--data" in told


def test_a_database_that_is_not_there_is_named(tmp_path: Path) -> None:
    told = house_says(tmp_path, LUDOTECA_DATABASE="postgresql://127.0.0.1:1/nothing")
    assert "cannot be reached" in told and "LUDOTECA_DATABASE" in told


@awaited
async def test_a_schema_that_lacks_a_column_is_noticed_at_the_start(database: str) -> None:
    from ludoteca.house.store.driver import StoreError
    from ludoteca.house.store.store import driver_for

    async with a_house(database):
        pass
    connection = driver_for(database, guarded=False).connect()
    connection.run("alter table jobs drop column rank")
    connection.close()
    with pytest.raises(StoreError, match="backup"):
        async with a_house(database):
            pass


# The clock


@pytest.mark.parametrize("mercy", [30.0, 0.0])
@awaited
async def test_a_clock_that_jumps_forward_ends_nobodys_turn(
    mercy: float, sqlite_address: str, postgres_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A single server gives the time that it gives after a restart; of several, each goes by the database."""
    monkeypatch.setattr(background, "CLOCK_INTERVAL", 0.01)
    async with a_house(sqlite_address if mercy else postgres_address, mercy=mercy) as house:
        opened = await house.open(ADA, wish("me", "me", "me", clock=ClockWish("move", 300)), new_id())
        table = await house.table(opened.table)
        await house._background.flush()
        own = time.time_ns
        monkeypatch.setattr(time, "time_ns", lambda: own() + 86_400 * 10**9)
        await called_again(house._store, "due", monkeypatch, 3)
        assert not table.seats[table.awaited].bot and table.status == "playing"
        monkeypatch.undo()
        if not mercy:
            await house._store.set_watch()
        assert WATCH.behind == 0


def test_a_clock_that_jumps_back_costs_nobody_their_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = Identities("sesame")
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 3 * 86_400)
    header = ids.cookie(Person("ada", "Ada")).partition(";")[0]
    monkeypatch.setattr(time, "time", lambda: now)
    assert ids.person_in(header) == Person("ada", "Ada")
    fresh = Identities("sesame")
    monkeypatch.setattr(time, "time", lambda: now + COOKIE_AGE + 4 * 86_400)
    assert fresh.person_in(header) is None


# Slow readers


def test_a_reader_who_takes_nothing_is_let_go(tmp_path: Path) -> None:
    async def story(app):  # type: ignore[no-untyped-def]
        table, people = await table_of(app, "bologna", ["Ada", "Bruno", "Clara"])
        async with people[0].live(table) as slow, people[1].live(table) as quick:
            await slow.next()
            await quick.next()
            slow.hold()
            for number in range(3):
                await people[1].do(table, "chat", text=f"{number}")
            await quick.until("table")
            app.hub.let_slow_readers_go(app.hub.now() + 3600)
            await asyncio.wait_for(slow.task, 10)
            assert app.hub.figures()["slow_readers"] == 1
            assert not quick.task.done()

    in_house(tmp_path, story)
