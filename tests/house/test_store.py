"""The store: written before it is answered, once only, on both databases alike."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
import time
import weakref
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from ludoteca.house.refusals import Unavailable, Unsure
from ludoteca.house.store import migrate as schema
from ludoteca.house.store import sql
from ludoteca.house.store import writer as writer_module
from ludoteca.house.store.driver import Connection, ConnectionLost, StoreError, Values
from ludoteca.house.store.migrate import migrate, migrations, schema_number
from ludoteca.house.store.rows import NEW_JOB, Batch, BriefRow, EventRow, FindingRow, JobRow, Notice, TableRow
from ludoteca.house.store.sqlite import SqliteConnection, SqliteDriver
from ludoteca.house.store.store import Store, driver_for, milliseconds, notices_of_others
from ludoteca.house.store.writer import Conflict, Outcome, Repeated, Writer
from tests.house.running import awaited, until

TABLE = TableRow("t", "bologna", "secret", 1)


def event(seq: int, command: str | None = None, table: str = "t", body: str = "{}") -> EventRow:
    return EventRow(table, seq, 1000 + seq, "said", "ada", body, command)


async def opened(where: str, patience: float = 5.0) -> Store:
    store = Store(driver_for(where), patience)
    await store.start()
    return store


@awaited
async def test_events_are_kept_in_order(database: str) -> None:
    store = await opened(database)
    await store.append(Batch(tables=[TABLE], events=[event(1, "a"), event(2)]))
    await store.append(Batch(events=[event(3, "b", body='{"text":"è 100% ?"}')]))
    found = await store.load("t")
    assert found is not None
    row, events = found
    assert row == TABLE
    assert events == [event(1, "a"), event(2), event(3, "b", body='{"text":"è 100% ?"}')]
    assert await store.events("t", 2) == events[2:]
    assert await store.load("u") is None
    await store.stop()


@awaited
async def test_events_are_kept_word_for_word(database: str) -> None:
    store = await opened(database)
    bodies = ['{"text":"\\u0000 \\"\\\\ \\n"}', "'; --", "\u2028 \U0001f3b2 \t\n", "null", "", "x" * 100_000]
    written = [event(seq, None if seq % 2 else str(seq), body=body) for seq, body in enumerate(bodies, 1)]
    await store.append(Batch(tables=[TABLE], events=written))
    assert await store.events("t", 0) == written
    await store.stop()


@awaited
async def test_a_number_is_given_once(database: str) -> None:
    store = await opened(database)
    await store.append(Batch(tables=[TABLE], events=[event(1, "a")]))
    with pytest.raises(Conflict):
        await store.append(Batch(events=[event(1, "b")]))
    with pytest.raises(Conflict):
        await store.append(Batch(events=[event(2, "c"), event(1, None, body="[]")]))
    assert await store.events("t", 0) == [event(1, "a")], "all of a batch or nothing"
    await store.stop()


@awaited
async def test_a_command_is_carried_out_once(database: str) -> None:
    store = await opened(database)
    await store.append(Batch(tables=[TABLE], events=[event(1, "a"), event(2, "b")]))
    with pytest.raises(Repeated) as repeated:
        await store.append(Batch(events=[event(3, "b")]))
    assert repeated.value.seq == 2
    await store.append(Batch(tables=[TableRow("u", "bosa", "s", 1)], events=[event(1, "b", "u")]))
    await store.stop()


@awaited
async def test_what_is_there_word_for_word_was_a_lost_answer(database: str) -> None:
    store = await opened(database)
    batch = Batch(tables=[TABLE], events=[event(1, "a"), event(2)])
    await store.append(batch)
    await store.append(batch)
    assert len(await store.events("t", 0)) == 2
    await store.stop()


@awaited
async def test_one_clash_in_a_group_harms_nobody_else(database: str) -> None:
    store = await opened(database)
    tables = [TableRow(f"t{n}", "bosa", "s", 1) for n in range(40)]
    await store.append(Batch(tables=tables, events=[event(1, "x", f"t{n}") for n in range(40)]))
    waiting = [store.write(Batch(events=[event(2 - n % 2, f"y{n}", f"t{n}")])) for n in range(40)]
    outcomes = await asyncio.gather(*waiting, return_exceptions=True)
    for n, outcome in enumerate(outcomes):
        if n % 2:
            assert isinstance(outcome, Conflict)
        else:
            assert outcome is None
        assert len(await store.events(f"t{n}", 0)) == 2 - n % 2
    await store.stop()


@awaited
async def test_one_row_that_cannot_be_written_harms_nobody_else(postgres_address: str) -> None:
    store = await opened(postgres_address)
    await store.append(Batch(tables=[TableRow("t", "bosa", "", 0)]))
    batches = [
        Batch(events=[event(seq, table=f"t{seq}", body="\0" if seq == 3 else "{}")]) for seq in range(6)
    ]
    found = await asyncio.gather(*map(store.append, batches), return_exceptions=True)
    assert [number for number, error in enumerate(found) if error is not None] == [3]
    await store.stop()


class Watched(SqliteConnection):
    """A connection that can be held up, or cut, at its commit."""

    def __init__(self, path: Path, story: list[str]) -> None:
        super().__init__(path)
        self.story = story
        self.hold = threading.Event()
        self.hold.set()
        self.cut_before = 0
        self.cut_after = 0

    def commit(self) -> None:
        self.story.append("commit begins")
        assert self.hold.wait(10)
        if self.cut_before:
            self.cut_before -= 1
            raise ConnectionLost("cut before the commit")
        super().commit()
        if self.cut_after:
            self.cut_after -= 1
            raise ConnectionLost("cut after the commit")
        self.story.append("commit returned")

    def many(self, sql: str, rows: Iterable[Values]) -> None:
        self.story.append("insert" if "events" in sql else "other")
        super().many(sql, rows)

    def close(self) -> None:
        """Stays open for the next one who connects."""
        self.rollback()


class WatchedDriver(SqliteDriver):
    """Everybody gets the same connection."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.story: list[str] = []
        self.connection = Watched(path, self.story)
        weakref.finalize(self, SqliteConnection.close, self.connection)
        migrate(self, self.connection)
        self.story.clear()

    def connect(self) -> Connection:
        return self.connection


def watched_writer(tmp_path: Path, patience: float = 5.0) -> tuple[WatchedDriver, Writer]:
    driver = WatchedDriver(tmp_path / "watched.db")
    writer = Writer(driver, asyncio.get_running_loop(), patience)
    writer.start()
    return driver, writer


@awaited
async def test_the_answer_comes_only_after_the_commit_returned(tmp_path: Path) -> None:
    driver, writer = watched_writer(tmp_path)
    driver.connection.hold.clear()
    answer = writer.write(Batch(tables=[TABLE], events=[event(1, "a")]))
    answer.add_done_callback(lambda _: driver.story.append("answered"))
    await until(lambda: "commit begins" in driver.story)
    await asyncio.sleep(0.05)
    assert not answer.done(), "nobody hears of it while it is not on the disk"
    driver.connection.hold.set()
    await answer
    await asyncio.sleep(0)
    assert driver.story == ["other", "insert", "commit begins", "commit returned", "answered"]
    writer.end()


@awaited
async def test_what_waits_is_written_together(tmp_path: Path) -> None:
    driver, writer = watched_writer(tmp_path)
    driver.connection.hold.clear()
    first = writer.write(Batch(tables=[TABLE], events=[event(1, "a")]))
    await until(lambda: "commit begins" in driver.story)
    others = [writer.write(Batch(events=[event(n, f"c{n}")])) for n in range(2, 302)]
    driver.connection.hold.set()
    await asyncio.gather(first, *others)
    assert writer.groups == 3, "the first, then 256 of them, then the rest"
    assert writer.events == 301
    writer.end()


def note(text: str) -> Callable[[Connection], str]:
    """Something that is no move of a table."""

    def work(connection: Connection) -> str:
        connection.run("insert into puzzle_tries values (?, 1, 0)", (text,))
        return text

    return work


@awaited
async def test_what_is_no_move_is_written_together_too(tmp_path: Path) -> None:
    """Each was a commit of its own: on a slow disk 250 people who did anything but play kept all waiting."""
    driver, writer = watched_writer(tmp_path)
    driver.connection.hold.clear()
    first = writer.call(note("first"))
    await until(lambda: "commit begins" in driver.story)
    others = [writer.call(note(f"n{n}")) for n in range(40)]
    driver.connection.hold.set()
    assert await asyncio.gather(first, *others) == ["first", *[f"n{n}" for n in range(40)]]
    assert driver.story.count("commit returned") == 2, "the first, then all that waited"
    writer.end()


@awaited
async def test_what_fails_among_others_fails_alone(tmp_path: Path) -> None:
    driver, writer = watched_writer(tmp_path)
    driver.connection.hold.clear()
    first = writer.call(note("first"))
    await until(lambda: "commit begins" in driver.story)

    def fails(connection: Connection) -> None:
        note("never")(connection)
        raise ValueError("cannot be written")

    others = [writer.call(note("before")), writer.call(fails), writer.call(note("after"))]
    driver.connection.hold.set()
    found = await asyncio.gather(first, *others, return_exceptions=True)
    assert found[:2] == ["first", "before"] and isinstance(found[2], ValueError) and found[3] == "after"
    written = await writer.call(lambda connection: connection.run("select puzzle from puzzle_tries"))
    assert sorted(written) == [("after",), ("before",), ("first",)]
    writer.end()


class Slowly:
    """Stands in for `time` in the writer: whoever lets batches gather waits until `go`."""

    monotonic = staticmethod(time.monotonic)
    perf_counter = staticmethod(time.perf_counter)

    def __init__(self) -> None:
        self.gathering = threading.Event()
        self.go = threading.Event()

    def sleep(self, seconds: float) -> None:
        self.gathering.set()
        assert self.go.wait(10)


@pytest.mark.parametrize("shared", [True, False])
@awaited
async def test_only_where_servers_share_a_database_batches_gather_after_several(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shared: bool
) -> None:
    slowly = Slowly()
    monkeypatch.setattr(writer_module, "time", slowly)
    monkeypatch.setattr(writer_module, "GATHER", 3600.0)
    monkeypatch.setattr(WatchedDriver, "shared", shared)
    driver, writer = watched_writer(tmp_path)
    await writer.write(Batch(tables=[TABLE], events=[event(1)]))
    driver.connection.hold.clear()
    alone = writer.write(Batch(events=[event(2)]))
    await until(lambda: driver.story.count("commit begins") == 2)
    several = [writer.write(Batch(events=[event(seq)])) for seq in (3, 4)]
    driver.connection.hold.set()
    await asyncio.gather(alone, *several)
    assert not slowly.gathering.is_set(), "what comes alone, and what waited meanwhile, does not wait"
    first = writer.write(Batch(events=[event(5)]))
    if shared:
        await until(slowly.gathering.is_set)
        second = writer.write(Batch(events=[event(6)]))
        assert not first.done()
        slowly.go.set()
        await asyncio.gather(first, second)
    await first
    assert (writer.groups, writer.events) == (4, 6 if shared else 5)
    slowly.go.set()
    writer.end()


@pytest.mark.parametrize("cut", ["cut_before", "cut_after"])
@awaited
async def test_a_cut_connection_neither_loses_nor_doubles(tmp_path: Path, cut: str) -> None:
    driver, writer = watched_writer(tmp_path)
    setattr(driver.connection, cut, 2)
    answers = [writer.write(Batch(tables=[TABLE], events=[event(1, "a")]))]
    answers += [writer.write(Batch(events=[event(2, "b")]))]
    assert await asyncio.gather(*answers) == [None, None]
    assert driver.connection.run("select count(*) from events") == [(2,)]
    writer.end()


@awaited
async def test_who_waits_too_long_is_refused_and_nothing_is_written_later(tmp_path: Path) -> None:
    driver, writer = watched_writer(tmp_path, patience=0.3)
    driver.connection.cut_before = 1000
    with pytest.raises(Unavailable):
        await writer.write(Batch(tables=[TABLE], events=[event(1, "a")]))
    driver.connection.cut_before = 0
    assert await writer.call(lambda connection: connection.run("select count(*) from events")) == [(0,)]
    writer.end()


class LateWriter(Writer):
    """A writer that is held up between the end of a commit and telling so."""

    def _settle_later(self, outcomes: list[Outcome]) -> None:
        time.sleep(0.6)
        super()._settle_later(outcomes)


@pytest.mark.parametrize("cut", [0, 1])
@awaited
async def test_what_was_committed_is_never_called_not_done(tmp_path: Path, cut: int) -> None:
    """Patience ends after the commit, or after its answer was lost, and before anybody was told."""
    driver = WatchedDriver(tmp_path / "watched.db")
    driver.connection.cut_after = cut
    writer = LateWriter(driver, asyncio.get_running_loop(), 0.1)
    writer.start()
    with pytest.raises(Unsure):
        await writer.write(Batch(tables=[TABLE], events=[event(1, "a")]))
    assert driver.connection.run("select count(*) from events") == [(1,)]
    writer.end()


@awaited
async def test_what_was_committed_alone_is_done_though_the_connection_breaks_for_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of a group meets a row of somebody else, so each is written by itself; then the database goes."""
    driver, writer = watched_writer(tmp_path, patience=0.5)
    driver.connection.hold.clear()
    first = writer.write(Batch(tables=[TABLE], events=[event(1, "a")]))
    await until(lambda: "commit begins" in driver.story)
    outpaced, done, cut = (writer.write(Batch(events=[event(n, f"c{n}")])) for n in (1, 2, 3))
    commit, may_commit = driver.connection.commit, iter([True])

    def commit_once() -> None:
        if not next(may_commit, False):
            raise ConnectionLost("the database has gone")
        commit()

    monkeypatch.setattr(driver.connection, "commit", commit_once)
    driver.connection.hold.set()
    await first
    found = await asyncio.gather(outpaced, done, cut, return_exceptions=True)
    assert [type(one) for one in found] == [Conflict, type(None), Unsure]
    assert driver.connection.run("select count(*) from events") == [(2,)]
    writer.end()


@awaited
async def test_stopping_writes_what_is_waiting(database: str) -> None:
    store = await opened(database)
    answers = [store.write(Batch(tables=[TABLE], events=[event(1)]))]
    answers += [store.write(Batch(events=[event(n)])) for n in range(2, 50)]
    await store.stop()
    await asyncio.gather(*answers)
    store = await opened(database)
    assert len(await store.events("t", 0)) == 49
    await store.stop()


@awaited
async def test_briefs_never_go_back(database: str) -> None:
    store = await opened(database)
    await store.append(Batch(tables=[TABLE], events=[event(1), event(2), event(3)]))
    assert await store.lagging(9999, 10) == ["t"]
    assert await store.lagging(1000, 10) == []
    new = BriefRow("t", 3, "playing", True, 3, 500, "new", ("ada",))
    await store.append(Batch(briefs=[new]))
    await store.append(Batch(briefs=[BriefRow("t", 2, "waiting", False, 2, 0, "old", ("bruno",))]))
    assert await store.briefs("playing", 5) == ["new"]
    assert await store.briefs_of("ada", 5) == ["new"]
    assert await store.due(499, 5) == []
    assert await store.due(500, 5) == ["t"]
    assert await store.lagging(9999, 10) == []
    assert await store.opened_by("ada") == 1
    assert await store.counts() == {"playing": 1, "jobs": 0}
    await store.stop()


def job(number: int, worker: str = "", lease: int = 0) -> JobRow:
    return JobRow(f"j{number}", "move", "t", 1, 0, "{}", number, 0, worker, lease)


@awaited
async def test_a_job_is_claimed_by_one_until_its_lease_lapses(database: str) -> None:
    store = await opened(database)
    await store.append(Batch(tables=[TABLE], jobs=[job(2), job(1), job(3)]))
    await store.append(Batch(jobs=[job(1)]))
    assert [found.id for found in await store.claim("one", 2, 60_000)] == ["j1", "j2"]
    claimed = await store.claim("two", 5, 60_000)
    assert [(found.id, found.worker, found.tries) for found in claimed] == [("j3", "two", 1)]
    assert await store.claim("three", 5, 60_000) == []
    await store.extend("two", ["j3"], -1)
    again = await store.claim("three", 5, 60_000)
    assert [(found.id, found.tries) for found in again] == [("j3", 2)]
    await store.release("one", "j1")
    await store.release("two", "j3")
    assert [found.id for found in await store.claim("four", 5, 60_000)] == ["j1"], "three keeps j3"
    await store.append(Batch(done=["j1", "j2", "j3"]))
    assert (await store.counts())["jobs"] == 0
    await store.stop()


@awaited
async def test_a_lease_that_is_renewed_does_not_lapse(database: str) -> None:
    store = await opened(database)
    await store.append(Batch(tables=[TABLE], jobs=[job(1)]))
    await store.claim("one", 1, -1)
    await store.extend("one", ["j1"], 60_000)
    await store.extend("two", ["j1"], -60_000)
    assert await store.claim("two", 1, 50) == []
    await store.release_all()
    assert len(await store.claim("two", 1, 50)) == 1
    await store.stop()


@awaited
async def test_two_stores_share_the_jobs_of_a_postgres(postgres_address: str) -> None:
    one, two = await opened(postgres_address), await opened(postgres_address)
    await one.append(Batch(tables=[TABLE], jobs=[job(n) for n in range(200)]))
    claims = [store.claim(store.name, 10, 60_000) for _ in range(20) for store in (one, two)]
    found = [job.id for claimed in await asyncio.gather(*claims) for job in claimed]
    assert len(found) == 200 and len(set(found)) == 200
    await one.stop()
    await two.stop()


@awaited
async def test_findings_are_kept(database: str) -> None:
    store = await opened(database)
    await store.append(Batch(tables=[TABLE], findings=[FindingRow("t", "analyse", 1, "{}")]))
    await store.append(Batch(findings=[FindingRow("t", "analyse", 2, '{"a":1}')]))
    assert await store.finding("t", "analyse") == '{"a":1}'
    assert await store.finding("t", "other") is None
    await store.stop()


# The schema


@awaited
async def test_the_schema_is_made_once_and_remembered(database: str) -> None:
    first = await opened(database)
    await first.append(Batch(tables=[TABLE], events=[event(1)]))
    await first.stop()
    second = await opened(database)
    rows = await second.read(
        lambda connection: connection.run("select number, name from migrations order by number")
    )
    assert rows == [(step.number, step.name) for step in migrations()]
    assert len(await second.events("t", 0)) == 1
    await second.stop()


@awaited
async def test_a_newer_schema_is_refused_with_a_sentence(database: str) -> None:
    store = await opened(database)
    await store.stop()
    connection = driver_for(database, guarded=False).connect()
    connection.run("insert into migrations (number, name, at) values (?, ?, ?)", (99, "future", 1))
    connection.close()
    with pytest.raises(StoreError, match="written by a newer Ludoteca: its schema is number 99"):
        await opened(database)


def test_an_older_schema_is_brought_up_to_date(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    shutil.copytree(schema.FOLDER, folder)
    driver = driver_for(database)
    connection = driver.connect()
    known = len(migrations())
    assert schema_number(driver, connection) == 0
    assert migrate(driver, connection, folder) == list(range(1, known + 1))
    assert schema_number(driver, connection) == known
    connection.run(
        "insert into tables (id, game, secret, opened_at) values (?, ?, ?, ?)", ("t", "bosa", "s", 1)
    )
    (folder / f"{known + 1:04}_moods.sql").write_text(
        "-- one more; with a comment\nalter table tables add column mood text not null default 'calm';\n"
    )
    assert migrate(driver, connection, folder) == [known + 1]
    assert migrate(driver, connection, folder) == []
    assert connection.run("select mood from tables") == [("calm",)]
    connection.close()


def test_a_migration_that_fails_leaves_nothing_behind(database: str, tmp_path: Path) -> None:
    folder = tmp_path / "migrations"
    folder.mkdir()
    (folder / "0001_half.sql").write_text("create table half (id integer); nonsense;")
    driver = driver_for(database)
    connection = driver.connect()
    with pytest.raises(Exception, match="nonsense"):
        migrate(driver, connection, folder)
    (folder / "0001_half.sql").write_text("create table half (id integer)")
    assert migrate(driver, connection, folder) == [1]
    connection.close()


@awaited
async def test_stores_that_start_together_migrate_once(postgres_address: str) -> None:
    stores = await asyncio.gather(*(opened(postgres_address) for _ in range(4)))
    rows = await stores[0].read(lambda connection: connection.run("select count(*) from migrations"))
    assert rows == [(len(migrations()),)]
    for store in stores:
        await store.stop()


# SQLite's own


@awaited
async def test_sqlite_is_durable_and_in_wal_mode(sqlite_address: str) -> None:
    store = await opened(sqlite_address)

    def settings(connection: Connection) -> list[Any]:
        return [connection.run(f"pragma {name}")[0][0] for name in ("journal_mode", "synchronous")]

    assert await store.read(settings) == ["wal", 2]
    assert await store._call(settings) == ["wal", 2]
    await store.stop()


@awaited
async def test_a_file_serves_one_house(sqlite_address: str) -> None:
    store = await opened(sqlite_address)
    with pytest.raises(StoreError, match="another house is using"):
        await opened(sqlite_address)
    await store.stop()
    await (await opened(sqlite_address)).stop()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "not.db"
    path.write_text("this is no database" * 100)
    with pytest.raises((StoreError, ConnectionLost, sqlite3.DatabaseError)):
        driver_for(f"sqlite:///{path}").connect().run("select 1")


def test_an_unknown_address_is_refused() -> None:
    with pytest.raises(StoreError, match="mysql"):
        driver_for("mysql://somewhere")


def test_times_are_milliseconds() -> None:
    assert 1_600_000_000_000 < milliseconds() < 5_000_000_000_000


def test_commits_wait_for_the_disk(database: str) -> None:
    """On PostgreSQL also where the database is set to answer earlier."""
    hasty = database if database.startswith("sqlite") else f"{database}%20-csynchronous_commit%3Doff"
    connection = driver_for(hasty, guarded=False).connect()
    setting = "pragma synchronous" if database.startswith("sqlite") else "show synchronous_commit"
    assert connection.run(setting) == [(2 if database.startswith("sqlite") else "on",)]
    connection.close()


def test_others_are_told_of_events_and_of_findings_that_were_written_together() -> None:
    finding, job = FindingRow("t", "prepared 1", 1, "{}"), JobRow("j", "move", "t", 1, 0, "{}", 1)
    written = [Batch(events=[event(1), event(2)], findings=[finding]), Batch(jobs=[job])]
    assert list(notices_of_others(sql.notices(written, "me"), "you")) == [
        Notice("me", "t", 2, (event(1), event(2))),
        Notice("me", "?t"),
        Notice("me", NEW_JOB),
    ]
    assert not list(notices_of_others(sql.notices(written, "me"), "me"))
    long = [Batch(events=[event(3, body="x" * sql.LONGEST_NOTICE)])]
    assert list(notices_of_others(sql.notices(long, "me"), "you")) == [Notice("me", "t", 3)]
